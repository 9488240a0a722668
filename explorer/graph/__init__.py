"""What an iteration looks like, whoever draws it: its graph, where the nodes stand, and what becomes of them."""
