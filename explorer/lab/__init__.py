"""Experiments on methods: exact output distributions, rules broken on purpose, and the papers' figures and tables."""
