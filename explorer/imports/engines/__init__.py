"""One module per engine. No other code knows the engine's names and files."""
