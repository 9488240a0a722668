"""The app: Gradio wiring around the stage, one file per tab."""
