"""Environment variables that must be one of a few words, and variables of the Hub's library that must be whole numbers.

An invalid value is refused, because an app that its host wants to be public must never run as a private one.
"""

import os

from decoders.errors import BadInput

YES, ON = ("0", "1"), ("off", "on")
SWITCHES = {
    "EXPLORER_PUBLIC": YES,
    "EXPLORER_ANY_PAIR": YES,
    "EXPLORER_LOG_PROMPTS": YES,
    "EXPLORER_PLUGINS": ON,
    "EXPLORER_CUDA_GRAPHS": ON,
}
SECONDS = ("HF_HUB_ETAG_TIMEOUT", "HF_HUB_DOWNLOAD_TIMEOUT")  # huggingface_hub fails to load if they are not numbers


def check_switches() -> None:
    """Raise BadInput if a variable's value is not allowed."""
    for name, words in SWITCHES.items():
        if (given := os.environ.get(name, "")) and given.strip().lower() not in words:
            raise BadInput(f"{name}={given[:20]} is not valid. Set it to {words[1]} or {words[0]}, or leave it out.")
    for name in SECONDS:
        if (given := os.environ.get(name, "")) and not (given.strip().isascii() and given.strip().isdigit()):
            raise BadInput(f"{name}={given[:20]} is not valid. Set it to a whole number of seconds, or leave it out.")


def is_on(name: str) -> bool:
    """Whether a switch is set to the second of its words."""
    return os.environ.get(name, "").strip().lower() == SWITCHES[name][1]
