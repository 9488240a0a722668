"""The built-in CPU kernels: models as folders, their sessions, and their passes; see README.md."""
