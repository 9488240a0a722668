"""What every method runs on: the token tree, the loop, the dice, the rules and the record. NumPy alone."""
