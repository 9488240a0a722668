"""Rules broken on purpose, to see the law drift: each shows what one part of a rule is there for.

A mutation replaces a function of `decoders.core.rules` (and its relatives) wherever a decoder uses it, for as long as
the context lasts and in the whole process: never in a process that also serves others.
"""

import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

import decoders
from decoders.core import rules
from decoders.core.dice import Enumerating
from decoders.core.rules import Dist
from decoders.methods import spectr
from decoders.methods.dsbd import width as widths


@dataclass(frozen=True)
class Mutation:
    """A broken rule. `replaces` lists (the function, what stands in for it)."""

    name: str
    title: str
    help: str
    replaces: tuple[tuple[Callable[..., Any], Callable[..., Any]], ...]


def inverse_ratio(p: float, q: float) -> float:
    """min(1, q/p) instead of min(1, p/q)."""
    return min(1.0, q / p) if p else 1.0


def with_epsilon(p: float, q: float) -> float:
    """min(1, (p + 1e-6) / (q + 1e-6))."""
    return min(1.0, (p + 1e-6) / (q + 1e-6))


def _rebuilt(residual: Callable[[Dist, Dist], Dist | None]) -> Callable[[Dist, Dist], tuple[float, Dist | None]]:
    """`widths.remainder` with another residual; α stays as it is, since only widths are made from it."""
    return lambda p, q: (rules.overlap(p, q), residual(p, q))


def _weights(p: Dist, q: Dist) -> Any:
    return np.array([q.prob(int(x)) for x in p.ids])


def _normal(p: Dist, rest: Any) -> Dist | None:
    return Dist(p.ids, rest / rest.sum()) if rest.sum() > 0 else None


def unchanged_target(p: Dist, q: Dist) -> Dist:
    """p itself instead of norm(max(p − q, 0))."""
    return p


def without_max(p: Dist, q: Dist) -> Dist | None:
    """norm(|p − q|) instead of norm(max(p − q, 0))."""
    return _normal(p, np.abs(p.probs - _weights(p, q)))


def twice_subtracted(p: Dist, q: Dist) -> Dist | None:
    """norm(max(p − 2q, 0)), or p where nothing is left."""
    return _normal(p, np.maximum(p.probs - 2 * _weights(p, q), 0.0)) or p


def not_normalised(p: Dist, q: Dist) -> Dist | None:
    """max(p − q, 0) as it is: drawn from in proportion, but too small when a further candidate is tried against it."""
    rest = rules.subtract(p, q)
    return Dist(p.ids, rest) if rest.sum() > 0 else None


def _residuals(
    broken: Callable[[Dist, Dist], Dist | None],
) -> tuple[tuple[Callable[..., Any], Callable[..., Any]], ...]:
    return ((rules.residual, broken), (widths.remainder, _rebuilt(broken)))


def _in_proportion(self: Enumerating, dist: Dist, label: str) -> int:
    """`Enumerating.choose` for weights that do not sum to 1, as `Seeded` draws from them."""
    return _choose(self, Dist(dist.ids[dist.probs > 0], dist.probs[dist.probs > 0] / dist.probs.sum()), label)


_choose = Enumerating.choose

MUTATIONS: dict[str, Mutation] = {
    one.name: one
    for one in (
        Mutation(
            "inverse-ratio",
            "Accept with min(1, q/p)",
            "The ratio is upside down: what the target likes more than the draft does is rejected",
            ((rules.acceptance, inverse_ratio),),
        ),
        Mutation(
            "epsilon",
            "Add 1e-6 to both sides of the ratio",
            "A guard against division by zero that bends every acceptance a little",
            ((rules.acceptance, with_epsilon),),
        ),
        Mutation(
            "residual-p",
            "Draw rejected places from p",
            "Without the residual, what could be drafted and accepted is counted twice",
            (*_residuals(unchanged_target), (spectr.k_seq_residual, lambda p, q, numbers: p)),
        ),
        Mutation(
            "no-max",
            "Residual |p − q|",
            "Without the max, tokens that the draft offers too often come back",
            _residuals(without_max),
        ),
        Mutation(
            "double-subtraction",
            "Subtract q twice",
            "The residual max(p − 2q, 0) takes away what was never drafted",
            _residuals(twice_subtracted),
        ),
        Mutation(
            "no-renormalisation",
            "Do not renormalise p′",
            "Matters where a second candidate is tried against p′: it is then accepted too seldom",
            _residuals(not_normalised),
        ),
    )
}


@contextmanager
def mutated(name: str) -> Iterator[None]:
    """Break one rule in every decoder while the context lasts. Raises KeyError for an unknown name."""
    places = [
        (module, attribute, original, broken)
        for original, broken in MUTATIONS[name].replaces
        for module in _modules()
        for attribute, value in list(vars(module).items())
        if value is original
    ]
    for module, attribute, _, broken in places:
        setattr(module, attribute, broken)
    if name == "no-renormalisation":
        Enumerating.choose = _in_proportion
    try:
        yield
    finally:
        Enumerating.choose = _choose
        for module, attribute, original, _ in places:
            setattr(module, attribute, original)


def _modules() -> list[Any]:
    """The decoders' modules that need no torch."""
    importlib.import_module("decoders.catalog")
    names = (found.name for found in pkgutil.walk_packages(decoders.__path__, "decoders."))
    return [sys.modules[name] for name in names if name in sys.modules]
