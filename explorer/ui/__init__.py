"""The web app around the stage, built with Gradio: `page.py` with its tabs, the fields of their forms, and the server."""
