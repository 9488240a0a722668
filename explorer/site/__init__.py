"""The static site, and the parts of the page that it shares with the app. This package does not import Gradio."""
