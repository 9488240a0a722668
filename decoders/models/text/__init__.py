"""Text to tokens and back: tokenizers, chat templates, prompts, end tokens, and a model's own generation rules."""
