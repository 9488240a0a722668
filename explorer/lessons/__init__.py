"""Lessons: short texts that step through recorded runs. Their numbers and the proofs of their answers come from
traces.
"""
