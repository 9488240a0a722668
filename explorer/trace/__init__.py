"""The trace file: its records, how they are read and checked, and what is computed from them."""
