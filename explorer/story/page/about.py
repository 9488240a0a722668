"""The text about a run before its first step: what the method does, its paper, and whether its output is exact."""

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

from decoders.catalog import DECODERS, decoder
from decoders.core.settings import WARPING, describe, written
from decoders.pairs import PAIRS
from explorer.story.header.generation import generation
from explorer.story.header.run_slots import RunView, is_certain
from explorer.story.laws import plain_sentence, rounding
from explorer.story.page.pairs import short, toy_name, unit_of
from explorer.story.registry import STORIES, story_of
from explorer.story.wording import fill
from explorer.trace.lines import Header, OracleLine


class About(TypedDict):
    """Sentences about a run: the method, its source, its exactness, the effect of rounding, and the target's rules."""

    line: str
    paper: str
    law: str
    rounding: str
    rules: NotRequired[str]


KINDS = {"exact": "Lossless", "conditional": "Lossless", "lossy": "Lossy"}
QUALIFIES = ("on purpose", "if")  # the first words of clauses that follow the kind without a colon
UNKNOWN = {"gamma": "a few", "draft_width": "several"}  # the words used for a header without settings


def about(header: Header) -> About:
    """Return the sentences about a run's method."""
    story, settings = story_of(header), UNKNOWN | header.settings
    line = story.line if isinstance(story.line, str) else story.line(settings)
    words: About = {
        "line": fill(line, RunView(settings, unit_of(header.pair))),
        "paper": story.source,
        "law": law(header.oracle),
        "rounding": rounding(header.dtype, header.oracle),
    }
    if rules := generation(header):
        words["rules"] = rules
    return words


def exactness(header: Header) -> str:
    """Say whether the output distribution is the target's, and the effect of the precision."""
    return " ".join(filter(None, (law(header.oracle), rounding(header.dtype, header.oracle))))


def law(oracle: OracleLine | None) -> str:
    """Say whether the output distribution is the target's, and why; empty if the header does not name it."""
    if oracle is None:
        return ""
    if oracle.kind == "itself":
        return "Exact by definition: the target writes alone."
    if oracle.because == "lossless" and is_certain(oracle.settings or {}):
        return "Lossless: the text is the same as in greedy decoding."
    why = plain_sentence(oracle)
    return f"{KINDS[oracle.kind]}{'' if why.startswith(QUALIFIES) else ':'} {why}."


def settings(method: str, given: Mapping[str, Any]) -> str:
    """Return the settings that shape a method's draft. γ is always included, other settings only if they are not the
    default.

    >>> settings("spd", {"gamma": 2, "temperature": 0.0}), settings("greedy", {})
    ('γ = 2', '')
    """
    called, shown = names_of(method), list[str]()
    for spec in describe(decoder(method).settings):
        key, value = spec["key"], given.get(spec["key"], spec["default"])
        value = list(value) if isinstance(value, tuple) else value
        if key not in WARPING and (spec["symbol"] == "γ" or value != spec["default"]):
            shown.append(f"{called[key]} = {written(value)}")
    return ", ".join(shown)


def names_of(method: str) -> dict[str, str]:
    """Return the names of a method's settings in sentences, by key: the paper's letter if there is one."""
    return {spec["key"]: spec["symbol"] or spec["key"].replace("_", " ") for spec in describe(decoder(method).settings)}


def pair_name(pair: str, method: str, target: str | None = None, draft: str | None = None) -> str:
    """Name both models: target and draft. `target` and `draft` are the header's names for them."""
    if pair.startswith("toy:"):
        return toy_name(pair)
    known = PAIRS.get(pair)
    known = None if known is None or known.load is not None else known  # the header names a registered pair's models
    first, _, second = pair.partition("+")
    writes = short(known.target if known else target or first)
    story = STORIES.get(method)
    if story is not None and story.without_draft:
        return f"{writes}, {story.without_draft}"
    if method in DECODERS and not DECODERS[method].needs_draft:
        return f"{writes}, without a draft"
    drafter = short(known.draft if known else draft or second)
    return f"target {writes}, draft {drafter}" if drafter else writes
