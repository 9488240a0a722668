"""Which runs may run now: limits, turns, memory, and the shutdown of the app."""
