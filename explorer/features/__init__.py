"""Features built on recorded runs: comparisons, "What if?", tuning, several prompts, and code that repeats a run."""
