"""Profile a method's own work: its time by function, without the models' forward passes.

A profiler slows Python down, so fractions of wall time come from a run without it, and only the ranking comes from the
profile.
"""

import cProfile
import pstats
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.entrants import name_of
from benchmarks.rounds import Field
from decoders.core.decode import decode
from decoders.core.dice import Seeded
from decoders.core.rules import Logits
from decoders.core.runner import LanguageModel
from decoders.pairs import Pair
from explorer.service.request import RunRequest, request_of

LINES = 8
TOP_SHARE = 0.15  # fraction of the wall time that a method's own work should not exceed
ROOT = Path(__file__).parents[1]


class _Quiet:
    """Wrapper of a session or model that switches the profiler off while the network runs."""

    def __init__(self, inner: Any, profiler: cProfile.Profile) -> None:
        self._inner, self._profiler = inner, profiler

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def _unseen(self, call: Callable[..., Any], *given: Any) -> Any:
        self._profiler.disable()
        try:
            return call(*given)
        finally:
            self._profiler.enable()


class _QuietSession(_Quiet):
    def forward(self, tokens: Sequence[int], parents: Sequence[int]) -> Logits:
        return self._unseen(self._inner.forward, tokens, parents)

    def forward_after(self, tokens: Sequence[int], parents: Sequence[int], at: Sequence[int], seen: Any) -> Logits:
        return self._unseen(self._inner.forward_after, tokens, parents, at, seen)

    def heads(self, slot: int) -> Logits | None:
        return self._unseen(self._inner.heads, slot)


class _QuietModel(_Quiet):
    def start(self, prompt: Sequence[int]) -> Any:
        return _QuietSession(self._unseen(self._inner.start, prompt), self._profiler)

    def start_after(self, prompt: Sequence[int], seen: Any) -> Any:
        return _QuietSession(self._unseen(self._inner.start_after, prompt, seen), self._profiler)


def profile(field: Field, warp: dict[str, Any], pair: Pair, ids: list[int], tokens: int) -> None:
    """Print the fraction of time that each entrant's own work takes, and the costliest functions if it is too high."""
    for word, run in field.runs.items():
        row = run(ids, 0, tokens)
        share = row["other"] / (row["loop"] or row["wall"])
        print(f"{field.group} {word}: rule work {share:.1%} of {row['emitted']} tokens")
        if share > TOP_SHARE and name_of(word) != "generate":
            for line in costs(request_of(word, warp), pair, ids, tokens):
                print(f"    {line}")


def costs(request: RunRequest, pair: Pair, ids: list[int], tokens: int) -> list[str]:
    """The functions that took the most time of their own, outside forward passes, as fractions of the profiled time."""
    profiler = cProfile.Profile()
    models = request.decoder.fit(pair.models, request.chosen)

    def quiet(model: LanguageModel | None) -> Any:
        return None if model is None else _QuietModel(model, profiler)

    models = replace(models, target=quiet(models.target), draft=quiet(models.draft))
    profiler.enable()
    for _ in decode(request.decoder.step, ids, models, request.chosen, Seeded(0), tokens):
        pass
    profiler.disable()
    stats: dict[tuple[str, int, str], tuple[int, int, float, float, Any]] = pstats.Stats(profiler).stats  # pyright: ignore[reportAttributeAccessIssue]
    whole = sum(each[2] for each in stats.values())
    first = sorted(stats.items(), key=lambda item: -item[1][2])[:LINES]
    return [
        f"{each[2] / whole:.1%} {_place(where)}, {each[1]} calls, with callees {each[3] / whole:.1%}"
        for where, each in first
    ]


def _place(where: tuple[str, int, str]) -> str:
    file, line, name = where
    path = Path(file)
    return (
        name if file == "~" else f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path.name}:{line} {name}"
    )
