"""The data of experiments: prompts with reference answers, where they come from, and how an answer is scored."""
