"""What a replayed run says of itself: what was changed, and that it is no longer the recorded run."""

from collections.abc import Mapping

from explorer.story.numbers import digits, visible
from explorer.trace.lines import Header, WhatIf

_LETTERS = {"gamma": "γ"}


def whatif_sentence(header: Header, texts: Mapping[str, str]) -> str:
    """One sentence for the header of a replayed run, "" for a recorded one. `texts`: token ids to text."""
    about = header.whatif
    if about is None:
        return ""
    change = "; ".join(_change(header, name, value, texts) for name, value in about.change.items())
    said = f"What if: in round {about.iteration + 1} {change or 'nothing changed'}. This is not the recorded run."
    return " ".join([said, *_computed_again(about)])


def _computed_again(about: WhatIf) -> list[str]:
    """Which decisions keep their recorded numbers, and what differs from the recording; none if nothing differs."""
    if not about.differs:
        return []
    repeated = about.repeated or 0
    facts = "; ".join(f"{fact}: {now}, recorded with {then}" for fact, (then, now) in about.differs.items())
    if about.verdict == repeated:
        return [f"Everything after the changed decision was computed again here ({facts})."]
    if not repeated:
        return [f"The round was computed again here ({facts})."]
    kept = "decision of the round is" if repeated == 1 else f"{repeated} decisions of the round are"
    return [f"The first {kept} as recorded. Everything after that was computed again here ({facts})."]


def _change(header: Header, name: str, value: float, texts: Mapping[str, str]) -> str:
    if name == "u":
        return f"the dice u was {digits(value)}"
    if name == "token":
        return f"the target drew “{visible(texts.get(str(value), f'token {value}'))}”"
    letter = _LETTERS.get(name) or ("τ" if header.method == "mtad" else "t")
    was = header.settings.get(name)
    return f"{letter} was {value:g}" + (f" instead of {was:g}" if isinstance(was, int | float) else "")
