"""The fields of the forms: pairs, methods, settings and prompts, and the buttons that start and stop a run."""
