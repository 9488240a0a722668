"""Proof by enumeration: toy pairs made of tables, and the exact output law of a decoder on them. NumPy alone."""
