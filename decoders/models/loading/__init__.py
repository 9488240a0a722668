"""How a model is had by its name: files, the Hub, weights, conversion for the kernels, and pairs of models."""
