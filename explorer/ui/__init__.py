"""The web app around the stage, built with Gradio: the page with its tabs, the fields of forms, and the server."""
