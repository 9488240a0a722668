"""The slots of templates about a whole run: its settings, and phrases that are made from them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from explorer.story.numbers import plural
from explorer.story.wording import Voice

Found = TypeVar("Found")

COUNTED = {  # slot: the setting that it counts, and the noun; "unit" is what a token of the pair is called
    "depth": ("gamma", "unit"),
    "levels": ("gamma", "level"),
    "layers": ("gamma", "layer"),
    "drafts": ("draft_width", "continuation"),
    "draws": ("draft_width", "guess"),
    "sides": ("draft_width", "beam"),
    "sure": ("node_budget", "guess"),
    "most": ("node_budget", "guess"),
    "own": ("width", "beam"),
    "kept": ("width", "beam"),
    "block_long": ("block", "unit"),
}


def run_slots(settings: Mapping[str, Any], unit: str) -> dict[str, Any]:
    """Return the slots of a method's settings. `unit` is the noun for a token: token, word or letter."""
    counted = {
        slot: plural(settings[key], unit if noun == "unit" else noun)
        for slot, (key, noun) in COUNTED.items()
        if key in settings
    }
    branching, merge = settings.get("branching"), settings.get("merge")
    sizes = list(map(str, branching)) if isinstance(branching, list | tuple) else str(branching).split(",")
    return {
        **settings,
        **counted,
        "tree": None if branching is None else per_level(sizes),
        "gram": unit if merge == 1 else plural(merge, unit) if merge else f"{unit}s",
        "grown": None if branching is None else grown(sizes, unit),
        "unit": unit,
        "units": f"{unit}s",
        "unit_a": f"a {unit}",
        "own_mark": "greedy" if is_certain(settings) else "drawn",
        "repeating": "with replacement (one may come twice)"
        if settings.get("replacement", True)
        else "without replacement (none comes twice)",
        "replacing": "" if settings.get("replacement", True) else " without replacement",
    }


def per_level(branching: Sequence[str]) -> str:
    """Return the numbers of children on the levels of a tree as a phrase of the exact voice.

    >>> per_level(["3"]), per_level(["3", "2", "1"])
    ('3 on level 1', '3 on level 1, then 2 per node on level 2, then 1 per node on level 3')
    """
    first, *more = branching
    deeper = (f"{count} per node on level {level}" for level, count in enumerate(more, start=2))
    return ", then ".join((f"{first} on level 1", *deeper))


def grown(branching: Sequence[str], unit: str) -> str:
    """Return the numbers of guesses on the levels of a tree as a phrase.

    >>> grown(["3", "2", "1"], "word")
    '3 for the next word, then 2 after each of them, then 1 after each of those'
    """
    first, *more = branching
    after = ("each of them", *(["each of those"] * len(more)))
    return ", then ".join(
        (f"{first} for the next {unit}", *(f"{n} after {whom}" for n, whom in zip(more, after, strict=False)))
    )


class RunView:
    """The view of a template about a run. Its slots are the run's settings, written as they were given."""

    voice = Voice("settings", str, shows_spaces=False)

    def __init__(self, settings: Mapping[str, Any], unit: str) -> None:
        """`unit` is the noun for a token of the pair."""
        self._slots = run_slots(settings, unit)

    def __getattr__(self, name: str) -> Any:
        try:
            return self._slots[name]
        except KeyError:
            raise AttributeError(name) from None


def is_certain(settings: Mapping[str, Any]) -> bool:
    """Whether 𝒯 leaves one token of p."""
    sure = settings.get("verification") == "deterministic" or settings.get("temperature") == 0
    return sure or settings.get("top_k") == 1


def unless_certain(found: Found) -> Callable[[Mapping[str, Any]], Found | None]:
    """A function of the settings that gives `found`, or None if 𝒯 leaves one token of p."""
    return lambda settings: None if is_certain(settings) else found
