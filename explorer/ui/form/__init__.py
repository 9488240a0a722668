"""The fields of the forms: pairs, methods, settings and prompts, with what starts and stops a run."""
