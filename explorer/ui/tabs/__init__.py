"""The tabs of the page, one file each, and the parts that only one tab needs."""
