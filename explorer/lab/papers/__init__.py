"""The experiments of the three papers, one table each: what varies, what is measured, and what the paper reports."""
