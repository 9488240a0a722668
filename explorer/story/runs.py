"""What runs that stand side by side are called: by method, and by the settings that differ between equal methods."""

from collections.abc import Mapping, Sequence
from typing import Any

from decoders.catalog import DECODERS
from decoders.core.settings import written
from explorer.story.about import names_of, settings

Part = Mapping[str, Any]


def short_title(header: Part) -> str:
    """A run's method in few words.

    >>> short_title({"method": "ssd", "title": "SSD: one sequence"})
    'SSD'
    """
    method = DECODERS.get(header["method"])
    title = header.get("title") or (method.title if method else header["method"])
    return str(title).partition(":")[0]


def names(headers: Sequence[Part]) -> list[str]:
    """The name of each run: its method, and in brackets the settings that differ where several share the method.

    >>> heads = [{"method": "spd", "title": "SpD: chain", "settings": {"gamma": gamma}} for gamma in (2, 8)]
    >>> names(heads), names(heads[:1])
    (['SpD (γ = 2)', 'SpD (γ = 8)'], ['SpD'])
    """
    told = [", ".join(_differing(header, headers)) for header in headers]
    return [
        f"{short_title(header)} ({words})" if words else short_title(header)
        for header, words in zip(headers, told, strict=True)
    ]


def settings_of_each(headers: Sequence[Part]) -> list[str]:
    """The settings of each run as `about.settings` gives them, and those that differ where several share the method.

    >>> heads = [{"method": "spd", "settings": {"gamma": 2, "temperature": t}} for t in (0.0, 1.0)]
    >>> settings_of_each(heads)
    ['γ = 2, T = 0.0', 'γ = 2, T = 1.0']
    """
    lists = [[part for part in [settings(header)] if part] for header in headers]
    for parts, header in zip(lists, headers, strict=True):
        shown = ", ".join(parts).split(", ")
        parts += [part for part in _differing(header, headers) if part not in shown]
    return [", ".join(parts) for parts in lists]


def _differing(header: Part, headers: Sequence[Part]) -> list[str]:
    """The settings of a run in which the runs of its method differ, in words."""
    same = [other.get("settings") or {} for other in headers if other["method"] == header["method"]]
    called = names_of(header["method"])
    return [
        f"{called.get(key, key)} = {written(value)}"
        for key, value in (header.get("settings") or {}).items()
        if any(other.get(key) != value for other in same)
    ]
