"""DSBD: speculative beam decoding with a fixed or a dynamic width (Qin et al. 2024)."""
