"""Exact output distributions, computed by enumeration on toy pairs made of tables. Only NumPy is needed."""
