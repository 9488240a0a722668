"""The trace file: its format, its words and its metrics."""
