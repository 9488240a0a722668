"""The error whose message is written for the user.

This error is raised for every kind of bad input, such as an invalid setting, prompt, file or model. The command line
prints the message and exits with code 2. The app shows it next to the input. The message says what happened and what to
do.
"""


class BadInput(ValueError):  # noqa: N818 - it reads as what happened, not as a fault of the program
    """Bad input; the message says what is wrong and what would work."""


def why_unread(error: ValueError | RecursionError) -> str:
    """The reason why a parser of JSON or TOML refused a text. Python's own messages about its limits mean nothing to a
    reader.

    >>> why_unread(RecursionError("maximum recursion depth exceeded")), why_unread(ValueError("Invalid value"))
    ('it is nested too deeply', 'Invalid value')
    """
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return "a number has too many digits" if "set_int_max_str_digits" in str(error) else str(error)


# Words in the messages of torch, GPU drivers and CPU allocators about memory that ran out.
OUT_OF_MEMORY = ("out of memory", "can't allocate memory", "bad_alloc")


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an error means that memory ran out: Python's or torch's own error, or an engine's RuntimeError."""
    told = isinstance(error, RuntimeError) and any(words in str(error) for words in OUT_OF_MEMORY)
    return told or isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError"
