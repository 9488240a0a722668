"""The one error type that a person sees as a sentence.

Raised wherever bad input is found (a setting, a prompt, a file, a model); the command line prints it and
exits with 2, the app shows it in place. The text says what was found and what would work.
"""


class BadInput(ValueError):  # noqa: N818 - it reads as what happened, not as a fault of the program
    """Bad input, told in one sentence that names what was wrong and what would work."""


# Words of torch, of GPUs and of the CPU.
OUT_OF_MEMORY = ("out of memory", "can't allocate memory", "bad_alloc")


def is_out_of_memory(error: BaseException) -> bool:
    """Whether this says that memory was short: Python's own error, torch's, or a RuntimeError in an engine's words."""
    told = isinstance(error, RuntimeError) and any(words in str(error) for words in OUT_OF_MEMORY)
    return told or isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError"
