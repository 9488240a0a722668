"""The zoo: a small random pair of every model family, run on every engine and compared with transformers."""
