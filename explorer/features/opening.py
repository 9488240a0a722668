"""The data of the page's first view: a recorded run with drafts races the target alone.

The run of the target alone is a bundled run with the same pair, prompt and output distribution. It is found by
comparing the headers of the runs. Both rows are lanes of features/race.py, so the first view and the Compare tab draw
the same times.
"""

from collections.abc import Sequence
from dataclasses import asdict
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from decoders.catalog import DECODERS
from decoders.errors import BadInput
from decoders.models.engine import instructions
from explorer.features.laws import GREEDY, comparable, law_of
from explorer.features.race import Entrant, entrant
from explorer.features.worth import ALONE
from explorer.service.recording import versions
from explorer.service.store import find, gallery, header, is_bundled
from explorer.story.header.engine import device_of
from explorer.story.numbers import plural
from explorer.story.page import opening as words
from explorer.story.registry import STORIES
from explorer.trace.lines import Header

GUESSES = 4  # most guesses of a pass that are shown by name
DIGITS = 4  # decimals of a time in seconds, because a tenth of a millisecond is less than a pixel


def opening(name: str, *, here: bool = True) -> dict[str, Any] | None:
    """The first view of a run; None if the run drafts nothing or no bundled run of the target alone fits it.

    `here` is False for a page without an app, because its readers use other machines. Raises BadInput if there is no
    such trace.
    """
    run = header(name)
    other = run and reference(name, run)
    return raced(name, other, here=here) if other else None


def reference(name: str, run: Header) -> str | None:
    """The bundled run of the target alone with the same pair, prompt and output distribution as a run; None if there is
    none.
    """
    method = DECODERS.get(run.method)
    if method is None or run.method in ALONE or not is_bundled(name):
        return None
    cards = [card for card in gallery() if card.method in ALONE and (card.pair, card.prompt) == (run.pair, run.prompt)]
    heads = ((card.name, header(card.name)) for card in cards)
    try:
        return next((other for other, head in heads if head is not None and comparable(run, head)), None)
    except BadInput:  # the settings are unknown to this version
        return None


def raced(name: str, alone: str, *, here: bool = True) -> dict[str, Any] | None:
    """The message from which js/opening.js draws a run and a run of its target alone; None if one of them did not
    finish.
    """
    paths = [find(each) for each in (alone, name)]
    try:
        return _raced(name, alone, here, *((path, path.stat().st_mtime_ns) for path in paths))
    except BadInput:
        return None


@lru_cache(maxsize=32)
def _raced(name: str, alone: str, here: bool, *files: tuple[Path, int]) -> dict[str, Any]:
    """Make the message for `raced`.

    `files` are the paths of both runs and the times of their last change. They are arguments of this cached function so
    that a changed file is read again.
    """
    runs = [entrant(each, *file) for each, file in zip((alone, name), files, strict=True)]
    first, run = runs
    toy = run.header.pair.startswith("toy:")
    total = max(each.finish.seconds for each in runs)
    same_place = fingerprint(first.header) == fingerprint(run.header)
    result = words.result(run.finish, first.finish) if same_place and not toy else None
    rows = [_row(first, words.ALONE, toy, None), _row(run, _label(run.header), toy, result)]
    kind = "toy" if toy else _kind(run.header, same_place) if here else "page"
    drafting = sum(end - begin for model, begin, end in run.track["passes"] if model == "draft")
    measured = words.gain(run.finish, first.finish, drafting) if same_place else words.TWO_MACHINES
    alike = first.finish.tokens == run.finish.tokens
    return {
        "name": name,
        "prompt": run.header.prompt,
        "rows": rows,
        "total": max(row["total"] for row in rows),
        "seconds": words.SECONDS,
        "lede": [*(words.LEDE if _has_draft_model(run.header) else words.ANY_DRAFT), words.LEDE_ENDS],
        "badge": asdict(words.origin(kind, device_of(run.header), total)),
        "exact": words.exact(law_of(run.header).how != GREEDY, alike),
        "gain": words.NO_TIMES if toy else measured,
        "example": _example(rows, run, None if toy or not same_place else runs),
        "say": words.SAY,
    }


def _example(rows: Sequence[dict[str, Any]], run: Entrant, runs: Sequence[Entrant] | None) -> dict[str, Any]:
    """One ordinary target pass of each row: the index of its frame, what the passes added, and the guesses with their
    outcomes.

    It is a pass after round 1 that accepted a guess and whose number of tokens is closest to the mean. Among such
    passes, those that also rejected a guess are preferred, then those whose tokens are whole words. `runs` holds both
    runs if their times can be compared.
    """
    (_, *alone), (_, *frames) = (row["frames"] for row in rows)
    mean = run.finish.tokens_a_pass

    def unlike(place: int) -> tuple[bool, float, bool, int]:
        outcomes = {outcome for _, outcome in run.guessed[place]}
        pieces = [piece for row in rows for *_, added in row["frames"][place : place + 2] for piece, _ in added]
        size = len(rows[1]["frames"][place][3])
        parts = sum(not piece.startswith(" ") for piece in pieces)
        return "accepted" not in outcomes, abs(size - mean), "rejected" not in outcomes, parts

    place = min(range(1, 1 + min(len(alone), len(frames))), key=unlike, default=0)
    guesses = run.guessed[place]
    named = [guess for guess in guesses if guess[0]][:GUESSES]
    adds = [plural(len(row["frames"][place][3]), "token") for row in rows]
    seconds = [each.finish.target_seconds / each.finish.target_passes for each in runs or ()]
    return {
        "at": place,
        "adds": adds,
        "guesses": named,
        "others": words.others(len(guesses) - len(named)),
        "says": words.ordinary(mean, seconds),
    }


def _work(passes: Sequence[Sequence[Any]], frames: Sequence[Sequence[Any]]) -> list[list[float]]:
    """For each frame, the times [from, to] of the work after its last pass: rules and bookkeeping."""
    ends = [(max((end for _, _, end in passes if end <= at + 10**-DIGITS), default=at), at) for at, *_ in frames]
    return [[end, at] for end, at in ends if at > end]


def _kind(run: Header, same_place: bool) -> str:
    """ "here" if both runs were recorded on a machine like the one that runs the app, otherwise "elsewhere"."""
    return "here" if same_place and fingerprint(run) == this_machine() else "elsewhere"


def _row(run: Entrant, label: str, toy: bool, result: tuple[str, str] | None) -> dict[str, Any]:
    """One row: its label, its `passes` [model, from, to], its `frames` [time, tokens, target passes, pieces], and the
    counts.

    `result` is the speed compared with the target alone, if it can be compared.

    A piece is [text, writer]. The writer is "draft" or "target", or "" if the text of a beam was replaced. The times of
    a toy pair only measure table look-ups, so its clock counts target passes and `seconds` is None.
    """
    track, finish = run.track, run.finish
    passes = [[model, round(begin, DIGITS), round(end, DIGITS)] for model, begin, end in track["passes"]]
    frames = [
        [round(at, DIGITS), tokens, done, pieces]
        for (at, tokens, done, *_), pieces in zip(track["frames"], run.written, strict=True)
    ]
    if toy:
        passes = [["target", k, k + 1] for k in range(finish.target_passes)]
        frames = [[done, tokens, done, pieces] for _, tokens, done, pieces in frames]
    counts = [0, *(tokens for _, tokens, *_ in frames)]
    written = [after - before for before, after in pairwise(counts)]
    seconds = None if toy else round(finish.seconds, DIGITS)
    size = len(finish.tokens)
    return {
        "who": words.who(label),
        "about": words.a_pass(min(written), max(written)),
        "result": result,
        "alt": words.row(label, size, finish.target_passes, seconds, result),
        "tokens": size,
        "target_passes": finish.target_passes,
        "seconds": seconds,
        "total": max(end for _, _, end in passes) if toy else round(track["total"], DIGITS),
        "passes": passes,
        "work": [] if toy else _work(passes, frames),
        "frames": frames,
    }


def _label(run: Header) -> str:
    """The name of the row for a run with drafts; the method's name if there is no separate draft model."""
    return words.BOTH if _has_draft_model(run) else (run.title or run.method).partition(":")[0]


def _has_draft_model(run: Header) -> bool:
    """Whether a separate, smaller model drafts."""
    method, story = DECODERS[run.method], STORIES.get(run.method)
    return method.needs_draft and not method.needs_heads and run.draft != run.target and not _own_draft(run, story)


def _own_draft(run: Header, story: Any) -> bool:
    """Whether the method needs no draft model: the target drafts for itself, or the draft is copied from the text."""
    return bool(story is not None and story.without_draft) or (run.draft or "").startswith(f"{run.target} without")


def fingerprint(run: Header) -> tuple[Any, ...]:
    """The facts of a header that distinguish machines: device, vector instructions of the CPU, and versions."""
    return run.device, run.engine and run.engine.cpu, tuple(sorted(run.versions.items()))


def this_machine() -> tuple[Any, ...]:
    """The `fingerprint` of the machine that runs the app, for a run on its CPU."""
    return "cpu", instructions(), tuple(sorted(versions(real=True).items()))
