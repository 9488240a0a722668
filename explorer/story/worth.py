"""What a run was worth: the largest line of the page, and the card at its end. The numbers are trace/metrics.py's."""

from collections.abc import Sequence

from decoders.catalog import DECODERS
from explorer.story.about import exactness
from explorer.story.numbers import plural
from explorer.story.pairs import unit_of
from explorer.story.registry import STORIES, story_of
from explorer.trace.lines import Counts, FinalBeam, Header, IterationLine


def worth(header: Header, counts: Counts, beams: Sequence[FinalBeam], done: bool = True) -> str:
    """How many tokens for how many passes of the big model, and for how many without a draft.

    `counts` are those of a summary, `beams` its beams; of a run that is not `done`, what came so far. Empty where the
    run was not counted.
    """
    tokens, passes, word = counts.emitted, counts.target_passes, unit_of(header.pair)
    if tokens is None or passes is None:
        return ""
    said = f"{plural(tokens, word)}{_beams(header, counts)} in {passes} big-model pass{'' if passes == 1 else 'es'}"
    said += f" instead of {without(tokens, beams)}" if drafts(header.method) else ": nothing is drafted"
    return said if done else f"{said}, so far"


def card(
    header: Header, counts: Counts, beams: Sequence[FinalBeam], first: IterationLine | None = None
) -> list[tuple[str, str]]:
    """The end card: name and value. `first` is the run's first iteration."""
    tokens, passes, word, story = counts.emitted, counts.target_passes, unit_of(header.pair), story_of(header)
    if tokens is None or passes is None:
        return []
    rows = [(f"{word}s per big-model pass", f"{tokens / passes:.2f}" if passes else "–")]
    drafting = drafts(header.method)
    if drafting:
        rows += _drafted(counts, "draw" if story.counts_draws else word)
    rows.append(("big-model passes", str(passes)))
    if drafting:
        rows.append(("without a draft", f"{without(tokens, beams)} big-model passes"))
    if story.card is not None and first is not None:
        rows += story.card(word, beams, first)
    exact = exactness(header)
    return [*rows, ("exact or not", exact)] if exact else rows


def _drafted(counts: Counts, unit: str) -> list[tuple[str, str]]:
    """What became of the drafts; no row where they were not counted."""
    drafted, kept, wasted, passes = counts.drafted, counts.accepted, counts.wasted, counts.draft_passes
    if drafted is None or kept is None or wasted is None or passes is None:
        return []
    lost = kept - (kept if counts.committed is None else counts.committed)
    return [
        ("drafted", plural(drafted, unit)),
        ("drafted and kept", f"{plural(kept, unit)}{_shares(kept, drafted, counts.judged)}"),
        *([("accepted, but in no live beam", plural(lost, unit))] if lost else []),
        ("drafted and wasted", plural(wasted, unit)),
        ("draft passes", str(passes)),
    ]


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


def drafts(method: str) -> bool:
    """Whether a method drafts at all: some are the target's alone."""
    known, story = DECODERS.get(method), STORIES.get(method)
    return known is None or known.needs_draft or (story is not None and bool(story.without_draft))


def without(tokens: int, beams: Sequence[FinalBeam]) -> int:
    """The passes that the target alone needs for as many tokens: one for each, of the longest beam."""
    return max([tokens, *(len(beam.tokens) for beam in beams)])


def _beams(header: Header, counts: Counts) -> str:
    """For how many beams, where several are the answer; their mean where it changes."""
    width = counts.mean_width
    if width is None or header.settings.get("one_cache"):
        return ""
    return f" × {'' if float(width).is_integer() else 'about '}{plural(round(width), 'beam')}"
