"""Joules of runs: counters where there are any, a model of bytes and FLOPs everywhere."""
