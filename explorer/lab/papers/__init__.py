"""The experiments of the three papers as tables, one file per paper, and the code that reads them."""
