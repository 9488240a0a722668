"""The web app: the tabs, forms and routes around the stage, built with Gradio, one file per tab."""
