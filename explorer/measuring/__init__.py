"""Measure the time or energy of several runs, alternating between them."""
