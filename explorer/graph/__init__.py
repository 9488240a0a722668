"""The data for the picture of an iteration: its graph, the positions of the nodes, and their states at every step."""
