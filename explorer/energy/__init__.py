"""Energy of runs: measured by hardware counters if there are any, and always modelled from bytes and FLOPs."""
