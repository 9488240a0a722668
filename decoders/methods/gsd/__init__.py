"""SSD, TSD and GSD: a chain, a tree or a graph of drafted tokens (Gong et al. 2024)."""
