"""The words around a picture: first view, race, Learn tab, headlines, summaries and the names of runs and pairs."""
