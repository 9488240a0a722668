"""The names of runs that are shown together: the method, and the settings that differ between runs of one method."""

from collections.abc import Sequence

from decoders.catalog import DECODERS
from decoders.core.settings import written
from explorer.story.page.about import names_of, settings
from explorer.trace.lines import Header


def short_title(header: Header) -> str:
    """Return a run's method in a few words, such as "SSD"."""
    method = DECODERS.get(header.method)
    title = header.title or (method.title if method else header.method)
    return title.partition(":")[0]


def names(headers: Sequence[Header]) -> list[str]:
    """Return the name of each run: its method, and in brackets the settings that differ if several share the method.

    Two runs of SpD are "SpD (γ = 2)" and "SpD (γ = 8)"; a single one is "SpD".
    """
    differing = [", ".join(_differing(header, headers)) for header in headers]
    return [
        f"{short_title(header)} ({words})" if words else short_title(header)
        for header, words in zip(headers, differing, strict=True)
    ]


def settings_of_each(headers: Sequence[Header]) -> list[str]:
    """Return the settings of each run as text. The text names the settings that `about.settings` returns, and all
    settings that differ between runs of the same method.

    Two runs may have "γ = 2, T = 0.0" and "γ = 2, T = 1.0".
    """
    lists = [[part for part in [settings(header.method, header.settings)] if part] for header in headers]
    for parts, header in zip(lists, headers, strict=True):
        shown = ", ".join(parts).split(", ")
        parts += [part for part in _differing(header, headers) if part not in shown]
    return [", ".join(parts) for parts in lists]


def _differing(header: Header, headers: Sequence[Header]) -> list[str]:
    """Return the settings of a run that differ between the runs of its method."""
    same = [other.settings for other in headers if other.method == header.method]
    called = names_of(header.method)
    return [
        f"{called.get(key, key)} = {written(value)}"
        for key, value in header.settings.items()
        if any(other.get(key) != value for other in same)
    ]
