"""What people do with runs: compare them, ask what if, tune a pair, try several prompts, take the code home."""
