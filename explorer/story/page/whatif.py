"""The sentences about a replayed run. They say what was changed, and that this is not the recorded run."""

from collections.abc import Mapping

from explorer.story.numbers import digits, visible
from explorer.trace.lines import Header, WhatIf

_LETTERS = {"gamma": "γ"}


def whatif_sentence(header: Header, texts: Mapping[str, str]) -> str:
    """Return the sentences for the header of a replayed run; "" for a recorded one. `texts` maps token ids to texts."""
    about = header.whatif
    if about is None:
        return ""
    number = about.iteration + 1
    changes = [_change(header, name, value, number, texts) for name, value in about.change.items()]
    what = f"What if {' and '.join(changes)}?" if changes else f"Round {number} was replayed unchanged."
    return " ".join([what, "This is not the recorded run.", *_computed_again(about)])


def _computed_again(about: WhatIf) -> list[str]:
    """Say which decisions have their recorded numbers, and what differs from the recording; no sentence if nothing
    differs.
    """
    if not about.differs:
        return []
    repeated = about.repeated or 0
    facts = "; ".join(f"{fact}: {now}, recorded with {then}" for fact, (then, now) in about.differs.items())
    if about.verdict == repeated:
        return [f"Everything after the changed decision was computed again here ({facts})."]
    if not repeated:
        return [f"The round was computed again here ({facts})."]
    unchanged = "decision of the round is" if repeated == 1 else f"{repeated} decisions of the round are"
    return [f"The first {unchanged} as recorded. Everything after that was computed again here ({facts})."]


def _change(header: Header, name: str, value: float, number: int, texts: Mapping[str, str]) -> str:
    """One change as a clause after “What if”."""
    if name == "u":
        return f"the random number in round {number} had been {digits(value)}"
    if name == "token":
        return f"the target had sampled “{visible(texts.get(str(value), f'token {value}'))}” in round {number}"
    letter = _LETTERS.get(name) or ("τ" if header.method == "mtad" else "t")
    was = header.settings.get(name)
    instead = f" instead of {was:g}" if isinstance(was, int | float) else ""
    return f"{letter} had been {value:g}{instead} from round {number} on"
