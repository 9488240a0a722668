"""Lessons: short texts that step through recorded runs. Their numbers are filled in and their answers are proven from
traces.
"""
