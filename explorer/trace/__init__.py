"""The trace file: its records, reading and checking them, and the metrics computed from them."""
