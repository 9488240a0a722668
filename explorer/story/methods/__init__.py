"""The words about every method, in one file for each family of methods."""
