"""SuffixDecoding (`suffix`): drafts grown from suffix trees of this text and of earlier answers."""
