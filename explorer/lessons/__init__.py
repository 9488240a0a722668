"""Lessons: short texts that step through recorded runs. Traces supply the numbers, and prove the answers to the
questions.
"""
