"""What a replayed run says of itself: what was changed, and that it is no longer the recorded run."""

from collections.abc import Mapping, Sequence
from typing import Any

from explorer.story.numbers import digits, visible

_LETTERS = {"gamma": "γ"}


def whatif_sentence(header: Mapping[str, Any], texts: Mapping[str, str]) -> str:
    """One sentence for the header of a replayed run, "" for a recorded one. `texts`: token ids to text.

    >>> whatif_sentence({"method": "spd", "whatif": {"of": "spd", "iteration": 2, "change": {"u": 0.9}}}, {})
    'What if: in round 3 the dice u was 0.9. This is not the recorded run.'
    """
    about = header.get("whatif")
    if about is None:
        return ""
    change = "; ".join(_change(header, name, value, texts) for name, value in about["change"].items())
    said = f"What if: in round {about['iteration'] + 1} {change or 'nothing changed'}. This is not the recorded run."
    return " ".join([said, *_computed_again(about)])


def _computed_again(about: Mapping[str, Any]) -> list[str]:
    """Which decisions keep their recorded numbers, and what differs from the recording; none if nothing differs."""
    differs: Mapping[str, Sequence[str]] = about.get("differs") or {}
    if not differs:
        return []
    repeated = int(about.get("repeated", 0))
    facts = "; ".join(f"{fact}: {now}, recorded with {then}" for fact, (then, now) in differs.items())
    if about.get("verdict") == repeated:
        return [f"Everything after the changed decision was computed again here ({facts})."]
    if not repeated:
        return [f"The round was computed again here ({facts})."]
    kept = "decision of the round is" if repeated == 1 else f"{repeated} decisions of the round are"
    return [f"The first {kept} as recorded. Everything after that was computed again here ({facts})."]


def _change(header: Mapping[str, Any], name: str, value: float, texts: Mapping[str, str]) -> str:
    if name == "u":
        return f"the dice u was {digits(value)}"
    if name == "token":
        return f"the target drew “{visible(texts.get(str(value), f'token {value}'))}”"
    letter = _LETTERS.get(name) or ("τ" if header["method"] == "mtad" else "t")
    was = (header.get("settings") or {}).get(name)
    return f"{letter} was {value:g}" + (f" instead of {was:g}" if isinstance(was, int | float) else "")
