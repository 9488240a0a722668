"""Sentences that several families of methods share."""
