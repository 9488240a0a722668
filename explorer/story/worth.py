"""What a run was worth: the largest line of the page, and the card at its end. The numbers are traces/metrics.py's."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from decoders.catalog import DECODERS
from explorer.story.about import exactness
from explorer.story.numbers import number, plural
from explorer.story.pairs import unit_of

Part = Mapping[str, Any]
_DRAFTED = {"drafted", "accepted", "wasted", "draft_passes"}
_DRAWN = ("dsbd", "mtad", "spectr", "specinfer")  # may draw the same draft twice: every draw counts


def worth(header: Part, counts: Part, beams: Sequence[Part], done: bool = True) -> str:
    """How many tokens for how many passes of the big model, and for how many without a draft.

    `counts` are those of a summary, `beams` its beams; of a run that is not `done`, what came so far.
    """
    tokens, passes, word = counts["emitted"], counts["target_passes"], unit_of(str(header.get("pair", "")))
    wide = _beams(header, counts)
    said = f"{plural(tokens, word)}{wide} in {passes} big-model pass{'es' * (passes != 1)}"
    if not drafts(header):
        said += ": nothing is drafted"
    else:
        said += f" instead of {without(tokens, beams)}"
    return said if done else f"{said}, so far"


def card(header: Part, counts: Part, beams: Sequence[Part], first: Part | None = None) -> list[tuple[str, str]]:
    """The end card: name and value. `first` is the run's first iteration."""
    tokens, passes, word = counts["emitted"], counts["target_passes"], unit_of(str(header.get("pair", "")))
    rows = [(f"{word}s per big-model pass", f"{tokens / passes:.2f}" if passes else "–")]
    if drafts(header) and counts.keys() >= _DRAFTED:
        drafted, kept = counts["drafted"], counts["accepted"]
        unit = "draw" if header.get("method") in _DRAWN else word
        rows += [
            ("drafted", plural(drafted, unit)),
            ("drafted and kept", f"{plural(kept, unit)}{_shares(kept, drafted, counts.get('judged'))}"),
            *_lost(counts, unit),
            ("drafted and wasted", plural(counts["wasted"], unit)),
            ("draft passes", str(counts["draft_passes"])),
        ]
    rows.append(("big-model passes", str(passes)))
    if drafts(header):
        rows.append(("without a draft", f"{without(tokens, beams)} big-model passes"))
    if header.get("method") == "beam-search" and first is not None and (missed := _missed(word, beams, first)):
        rows.append(("greedy decoding", missed))
    exact = exactness(header)
    return [*rows, ("exact or not", exact)] if exact else rows


def _lost(counts: Part, unit: str) -> list[tuple[str, str]]:
    """How many accepted drafts ended in no live beam; no row if there are none."""
    lost = counts["accepted"] - counts.get("committed", counts["accepted"])
    return [("accepted, but in no live beam", plural(lost, unit))] if lost else []


def _shares(kept: int, drafted: int, judged: int | None) -> str:
    """Of how many drafts those kept are a share: of all, and of those that were tested, where that is another.

    >>> _shares(6, 14, 9), _shares(3, 4, 4), _shares(0, 0, 0)
    (' (43% of all, 67% of the 9 that were tested)', ' (75%)', '')
    """
    if not drafted:
        return ""
    if not judged or judged >= drafted:
        return f" ({kept / drafted:.0%})"
    return f" ({kept / drafted:.0%} of all, {kept / judged:.0%} of the {judged} that were tested)"


def _missed(word: str, beams: Sequence[Part], first: Part) -> str:
    """What greedy decoding would have begun with, where the likeliest beam begins otherwise; "" where it does not.

    At the start there is one beam, so that its row is the target's p; the best beam that begins as greedy decoding does
    may have been dropped on the way.
    """
    law = next((dist for dist in first["distributions"] if dist["kind"] == "p_beam"), None)
    if not beams or law is None or not law["top"] or sum(node["role"] == "input" for node in first["nodes"]) != 1:
        return ""
    chances = dict[int, float](law["top"])
    greedy, best = max(chances, key=lambda token: chances[token]), beams[0]
    rival = next((beam for beam in beams if beam["tokens"][:1] == [greedy]), None)
    if rival is None or rival is best or not chances.keys() & best["tokens"][:1]:
        return ""
    if any(beam["logp"] is None or "text" not in beam for beam in (rival, best)):
        return ""
    texts = [f"“{beam['text']}” ({number(math.exp(beam['logp']))})" for beam in (rival, best)]
    likelier = f"{number(chances[greedy])}, not {number(chances[best['tokens'][0]])}"
    return (
        f"takes the likelier first {word} ({likelier}); the best beam that begins so is {texts[0]}, behind {texts[1]}"
    )


def drafts(header: Part) -> bool:
    """Whether the method drafts at all: five of them are the target's alone."""
    method = header.get("method", "")
    return method in ("lookup", "medusa") or method not in DECODERS or DECODERS[method].needs_draft


def without(tokens: int, beams: Sequence[Part]) -> int:
    """The passes that the target alone needs for as many tokens: one for each, of the longest beam."""
    return max([tokens, *(len(beam.get("tokens", ())) for beam in beams)])


def _beams(header: Part, counts: Part) -> str:
    """For how many beams, where several are the answer; their mean where it changes."""
    width = counts.get("mean_width")
    if width is None or (header.get("settings") or {}).get("one_cache"):
        return ""
    whole = float(width).is_integer()
    return f" × {'' if whole else 'about '}{plural(round(width), 'beam')}"
