"""Runs of the app: requests, recording, background runs, and storage."""
