"""What is said and shown of each family of methods, a file for each."""
