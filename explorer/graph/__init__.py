"""The picture of an iteration before it is drawn: its graph, the positions of its nodes, and their states."""
