"""Experiments on methods: exact output distributions, rules that are broken on purpose, and the papers' figures and
tables.
"""
