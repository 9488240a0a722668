"""Lessons: short texts that step through recorded runs, with their numbers filled in and their answers proven."""
