"""Experiments on decoders: exact laws and rules broken on purpose, figures and tables of the papers."""
