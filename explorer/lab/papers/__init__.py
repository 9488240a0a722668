"""The experiments of the three papers, one module each: what varies, what is measured, and the papers' values."""
