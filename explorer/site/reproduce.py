"""The words around the code that repeats a run."""

WORDS = {
    "copy": "Copy",
    "copied": "The code is copied.",
    "kinds": "Kinds of code",
    "unanswered": "The code could not be loaded. Check that the app is running, then open this section again.",
    "nothing": "No run is open. Open a recorded run, or run your own.",
}
