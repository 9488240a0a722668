"""The built-in CPU kernels: a model as a folder, its sessions, and what a pass computes; see README.md."""
