"""Sentences about what a trace's header says of a run: its engine, draft, prompt, settings and end."""
