"""Runs whose time or energy is measured, several of them in turns."""
