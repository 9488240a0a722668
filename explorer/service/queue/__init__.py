"""Who may run now: limits, turns, memory, and what ends with the app."""
