"""The basis of every method: the token tree, the loop, the source of randomness, the rules and the record.

NumPy only.
"""
