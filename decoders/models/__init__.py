"""Real language models: the only room that imports torch and transformers."""
