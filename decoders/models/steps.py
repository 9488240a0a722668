"""The steps of loading a pair: progress messages that know their step.

A `Step` is the text that a person reads, so every `Progress` listener can show it as it is. It also has the number of
its step and a name for the work, with which the duration of the same work in an earlier load is found.
"""

STEPS = ("Get the weights", "Prepare the target model", "Prepare the draft model")
WEIGHTS_STEP, TARGET_STEP, DRAFT_STEP = range(1, 4)  # their numbers


class Step(str):
    """A message about what is being done now. `number` counts from 1; None means the same step as before.

    >>> step("Downloading the weights", "download", WEIGHTS_STEP).number
    1
    """

    number: int | None
    work: str


def step(sentence: str, work: str, number: int | None = None) -> Step:
    """Make a progress message; `work` names what is done, the same in every load."""
    made = Step(sentence)
    made.number, made.work = number, work
    return made
