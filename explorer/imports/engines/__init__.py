"""The modules that know engines: their names, files and options. Each module knows one engine."""
