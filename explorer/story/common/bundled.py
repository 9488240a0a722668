"""Prompts and settings that several bundled runs share."""

SHEEP = "A farmer has 17 sheep. All but 9 run away. How many sheep are left? Explain step by step."
BICYCLE = "How does a bicycle stay upright?"
SAMPLED = {"temperature": "1", "top_k": "10", "top_p": "0.9"}
BEAMS = {"temperature": "1", "top_k": "10", "top_p": "0.8"}  # for DSBD and beam sampling
