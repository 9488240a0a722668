"""Runs of other engines: read, checked by integer identities, and explained in one report."""
