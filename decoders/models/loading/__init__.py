"""Load models and pairs by name: files, the Hub, weights, and conversion for the built-in kernels."""
