"""The rules that decide which runs may run now: limits, turns, memory, and the shutdown of the app."""
