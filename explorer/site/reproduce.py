"""The texts around the code that repeats a run, for the app and the static site."""

WORDS = {
    "copy": "Copy",
    "copied": "Code copied.",
    "kinds": "Kinds of code",
    "unanswered": "The code could not be loaded. Check that the app is running, then open this section again.",
    "nothing": "No run is open. Open a recorded run, or run your own.",
}
