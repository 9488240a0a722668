"""Read runs of other engines, check their whole numbers against each other, and explain them in one report."""
