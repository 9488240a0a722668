"""What every decoding method is built from: the token tree, the decode loop, randomness, probability rules, the record.

These modules need only NumPy.
"""
