"""SuffixDecoding (`suffix`): drafts that are grown from suffix trees of this text and of earlier answers."""
