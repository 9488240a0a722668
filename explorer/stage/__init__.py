"""The stage: the picture of one iteration and what the browser gets of it."""
