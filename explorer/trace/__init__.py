"""The trace file: its records, the code that reads and checks them, and the metrics computed from them."""
