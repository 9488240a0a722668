"""The command line `python -m explorer COMMAND`, with one module per group of commands."""
