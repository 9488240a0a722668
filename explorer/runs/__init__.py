"""Runs: asked for, recorded, going on in the background, kept, compared."""
