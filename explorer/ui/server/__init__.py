"""The app as a server: its own routes, endpoints for programs, limits, headers and health checks."""
