"""The data of an iteration's picture: its graph, the positions of the nodes, and their states at every step."""
