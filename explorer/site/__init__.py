"""The static site, and the parts of the page that it shares with the app. It does not import Gradio."""
