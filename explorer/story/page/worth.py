"""The result of a run: the headline of the page and the card at its end. The numbers come from trace/metrics.py."""

from collections.abc import Sequence

from decoders.catalog import DECODERS
from explorer.story.numbers import plural
from explorer.story.page.about import exactness
from explorer.story.page.pairs import unit_of
from explorer.story.registry import STORIES, story_of
from explorer.trace.lines import Counts, FinalBeam, Header, IterationLine


def worth(header: Header, counts: Counts, beams: Sequence[FinalBeam], done: bool = True) -> str:
    """Say how many tokens came from how many target passes, and how many passes a run without a draft takes.

    `counts` and `beams` are those of the summary; if the run is not `done`, they are the values so far. Empty for a run
    without counts.
    """
    tokens, passes, unit = counts.emitted, counts.target_passes, unit_of(header.pair)
    if tokens is None or passes is None:
        return ""
    result = f"{plural(tokens, unit)} from {plural(passes, 'target pass')}"
    if drafts(header.method):
        alone = without(tokens, beams)
        result += f" instead of {alone}" if alone != passes else ", as many as without a draft"
    elif passes == tokens:
        result += f", one pass per {unit}"
    result += _beams(header, counts)
    return result if done else f"{result} so far"


def card(
    header: Header, counts: Counts, beams: Sequence[FinalBeam], first: IterationLine | None = None
) -> list[tuple[str, str]]:
    """Return the rows of the end card: name and value. `first` is the run's first iteration."""
    tokens, passes, unit, story = counts.emitted, counts.target_passes, unit_of(header.pair), story_of(header)
    if tokens is None or passes is None:
        return []
    rows = [(f"{unit}s per target pass", f"{tokens / passes:.2f}" if passes else "–")]
    drafting = drafts(header.method)
    if drafting:
        rows += _drafted(counts, "draw" if story.counts_draws else unit, first)
    rows.append(("target passes", str(passes)))
    if drafting:
        rows.append(("target passes without a draft", str(without(tokens, beams))))
    if story.card is not None and first is not None:
        rows += story.card(unit, beams, first)
    exact = exactness(header)
    return [*rows, ("lossless?", exact)] if exact else rows


def _drafted(counts: Counts, unit: str, first: IterationLine | None) -> list[tuple[str, str]]:
    """Return rows about the draft tokens; none if they were not counted. A copy (GSD) counts as its original."""
    drafted, accepted, wasted, passes = counts.drafted, counts.accepted, counts.wasted, counts.draft_passes
    if drafted is None or accepted is None or wasted is None or passes is None:
        return []
    copied = first is not None and any(node.origin not in (None, node.id) for node in first.nodes)
    lost = accepted - (accepted if counts.committed is None else counts.committed)
    return [
        ("draft tokens", plural(drafted, unit)),
        ("accepted", f"{plural(accepted, unit)}{_shares(accepted, drafted, counts.judged)}"),
        *([("accepted, but in no live beam", plural(lost, unit))] if lost else []),
        ("not used, not even as a copy" if copied else "not used", plural(wasted, unit)),
        ("draft passes", str(passes)),
    ]


def _shares(accepted: int, drafted: int, judged: int | None) -> str:
    """Say which fraction of the draft tokens was accepted: of all drafted ones and, if it differs, of the tested ones.

    >>> _shares(6, 14, 9), _shares(3, 4, 4), _shares(0, 0, 0)
    (' (43% of 14 drafted, 67% of 9 tested)', ' (75%)', '')
    """
    if not drafted:
        return ""
    if not judged or judged >= drafted:
        return f" ({accepted / drafted:.0%})"
    return f" ({accepted / drafted:.0%} of {drafted:,} drafted, {accepted / judged:.0%} of {judged:,} tested)"


def drafts(method: str) -> bool:
    """Whether a method drafts at all. In methods that do not draft, the target writes alone."""
    known, story = DECODERS.get(method), STORIES.get(method)
    return known is None or known.needs_draft or (story is not None and bool(story.without_draft))


def without(tokens: int, beams: Sequence[FinalBeam]) -> int:
    """Return the number of passes that the target alone needs for the same number of tokens, which is one per token of
    the longest beam.
    """
    return max([tokens, *(len(beam.tokens) for beam in beams)])


def _beams(header: Header, counts: Counts) -> str:
    """Return the number of beams, if there are several; if it changes, the mean."""
    width = counts.mean_width
    if width is None or header.settings.get("one_cache"):
        return ""
    average = "" if float(width).is_integer() else " on average"
    return f", with {f'{width:.1f} beams' if average else plural(round(width), 'beam')}{average}"
