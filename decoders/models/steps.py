"""Progress messages for loading a pair. Each message has the number of its step.

A `Step` is the text that a person reads, so every `Progress` listener can show it as it is. It also has a step number
and a name for the work. With this name, a listener can look up how long the work took in an earlier load.
"""

from collections.abc import Callable

Progress = Callable[[str, float], object]  # the current work in words, and the finished fraction of it (0 to 1)
STEPS = ("Get the weights", "Prepare the target model", "Prepare the draft model")
WEIGHTS_STEP, TARGET_STEP, DRAFT_STEP = range(1, 4)  # the numbers of the steps


class Step(str):
    """A message about the current work. `number` counts from 1; None means the same step as in the previous message.

    >>> step("Downloading the weights", "download", WEIGHTS_STEP).number
    1
    """

    number: int | None
    work: str


def no_progress(what: str, share: float) -> None:
    """A progress callback that shows nothing."""


def step(sentence: str, work: str, number: int | None = None) -> Step:
    """Make a progress message. `work` names the work that begins, with the same name in every load."""
    made = Step(sentence)
    made.number, made.work = number, work
    return made
