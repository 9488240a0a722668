"""Sentences about the facts in a trace's header: the engine, draft, prompt, settings and end of the run."""
