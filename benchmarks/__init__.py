"""Measurements of the app itself; results are kept in assets/benchmarks."""
