"""Language models. No other folder of this package imports torch or transformers."""
