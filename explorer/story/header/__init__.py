"""Sentences about what a trace's header says about a run: its engine, draft, prompt, settings and end."""
