"""The built-in CPU engine: models stored as folders, and the computation of their forward passes. See README.md."""
