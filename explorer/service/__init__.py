"""Runs: asked for, recorded, going on in the background, and kept."""
