"""What surrounds tokens: tokenizers, chat templates, prompts, ends of a text, and a model's own rules."""
