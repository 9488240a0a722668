"""Measurements of this project; the results are stored in assets/benchmarks."""
