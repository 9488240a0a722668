"""The command line: `python -m explorer COMMAND`."""
