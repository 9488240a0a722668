"""The common parts of every decoding method: the token tree, the decode loop, randomness, probability rules, and
records.

These modules need only NumPy.
"""
