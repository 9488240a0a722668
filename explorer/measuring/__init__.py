"""Measure the time or energy of several runs, which take turns."""
