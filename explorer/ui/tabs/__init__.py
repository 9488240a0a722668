"""The tabs of the page, one file each, and what only one tab needs."""
