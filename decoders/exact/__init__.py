"""Exact output distributions by enumeration, on toy pairs made of tables. Needs only NumPy."""
