"""What a visitor reads of a run before its first step: what the method does, whose it is, whether it is exact."""

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

from decoders.catalog import DECODERS, decoder
from decoders.core.settings import WARPING, describe, written
from decoders.pairs import PAIRS
from explorer.story.generation import generation
from explorer.story.laws import plain_sentence, rounding
from explorer.story.pairs import short, toy_name, unit_of
from explorer.story.registry import STORIES, story_of
from explorer.story.run_slots import RunView
from explorer.story.wording import fill
from explorer.trace.lines import Header, OracleLine


class About(TypedDict):
    """Sentences about a run: the method, its source, its exactness, the effect of rounding, and the target's rules."""

    line: str
    paper: str
    law: str
    rounding: str
    rules: NotRequired[str]


KINDS = {"exact": "Lossless", "conditional": "Lossless layer by layer", "lossy": "Lossy"}
UNKNOWN = {"gamma": "a few", "draft_width": "several"}  # of a header without settings


def about(header: Header) -> About:
    """What a visitor reads of a run's method."""
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
    """Whether the output distribution is the target's, and the effect of the precision."""
    return " ".join(filter(None, (law(header.oracle), rounding(header.dtype, header.oracle))))


def law(oracle: OracleLine | None) -> str:
    """Whether the text is what the target alone would write, and why; empty where the header does not say."""
    if oracle is None:
        return ""
    if oracle.kind == "itself":
        return "Exact by definition: the target writes alone."
    why = plain_sentence(oracle)
    return f"{KINDS[oracle.kind]}{'' if why.startswith('on purpose') else ':'} {why}."


def settings(method: str, given: Mapping[str, Any]) -> str:
    """The settings of a method's own that shape its draft: γ always, others where they are not the default.

    >>> settings("spd", {"gamma": 2, "temperature": 0.0}), settings("greedy", {})
    ('γ = 2', '')
    """
    called, found = names_of(method), list[str]()
    for spec in describe(decoder(method).settings):
        key, value = spec["key"], given.get(spec["key"], spec["default"])
        value = list(value) if isinstance(value, tuple) else value
        if key not in WARPING and (spec["symbol"] == "γ" or value != spec["default"]):
            found.append(f"{called[key]} = {written(value)}")
    return ", ".join(found)


def names_of(method: str) -> dict[str, str]:
    """What a method's settings are called in a sentence, by key: by the paper's letter, where there is one."""
    return {spec["key"]: spec["symbol"] or spec["key"].replace("_", " ") for spec in describe(decoder(method).settings)}


def pair_name(pair: str, method: str, target: str | None = None, draft: str | None = None) -> str:
    """Both models by name: who writes, and who drafts. `target` and `draft` are what a header calls them."""
    if pair.startswith("toy:"):
        return toy_name(pair)
    known = PAIRS.get(pair)
    known = None if known is None or known.load is not None else known  # the header knows what was registered
    first, _, second = pair.partition("+")
    writes = short(known.target if known else target or first)
    story = STORIES.get(method)
    if story is not None and story.without_draft:
        return f"{writes}, {story.without_draft}"
    if method in DECODERS and not DECODERS[method].needs_draft:
        return f"{writes}, without a draft"
    drafter = short(known.draft if known else draft or second)
    return f"{writes}, drafted by {drafter}" if drafter else writes
