"""Break rules on purpose, to see the output distribution change. Each broken rule shows why one part of the rule is
needed.

While its context is open, a mutation replaces a function of `decoders.core.rules` or of a related module everywhere in
the process. So never use a mutation in a process that serves other people.
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
    """A rule that is broken on purpose. `replaces` lists pairs (original function, its replacement)."""

    name: str
    title: str
    help: str
    replaces: tuple[tuple[Callable[..., Any], Callable[..., Any]], ...]


def inverse_ratio(p: float, q: float) -> float:
    """Broken acceptance: min(1, q/p) instead of min(1, p/q)."""
    return min(1.0, q / p) if p else 1.0


def with_epsilon(p: float, q: float) -> float:
    """Broken acceptance: min(1, (p + 1e-6) / (q + 1e-6))."""
    return min(1.0, (p + 1e-6) / (q + 1e-6))


def _rebuilt(residual: Callable[..., Dist | None]) -> Callable[[Dist, Dist], tuple[float, Dist | None]]:
    """Replace the residual of `width.remainder`. α stays unchanged, because it only determines widths."""
    return lambda p, q: (rules.overlap(p, q), residual(p, q))


def _weights(p: Dist, q: Dist) -> Any:
    return np.array([q.prob(int(x)) for x in p.ids])


def _normal(p: Dist, rest: Any) -> Dist | None:
    return Dist(p.ids, rest / rest.sum()) if rest.sum() > 0 else None


def unchanged_target(p: Dist, q: Dist, weight: float = 1.0) -> Dist:
    """Broken residual: p itself instead of norm(max(p − q, 0))."""
    return p


def without_max(p: Dist, q: Dist, weight: float = 1.0) -> Dist | None:
    """Broken residual: norm(|p − q|) instead of norm(max(p − q, 0))."""
    return _normal(p, np.abs(weight * p.probs - _weights(p, q)))


def twice_subtracted(p: Dist, q: Dist, weight: float = 1.0) -> Dist | None:
    """Broken residual: norm(max(p − 2q, 0)), or p if nothing is left."""
    return _normal(p, np.maximum(weight * p.probs - 2 * _weights(p, q), 0.0)) or p


def not_normalised(p: Dist, q: Dist, weight: float = 1.0) -> Dist | None:
    """Broken residual: max(p − q, 0), not renormalised.

    Sampling stays correct, but later candidates are accepted too rarely.
    """
    rest = rules.subtract(p, q, weight)
    return Dist(p.ids, rest) if rest.sum() > 0 else None


def _residuals(
    broken: Callable[..., Dist | None],
) -> tuple[tuple[Callable[..., Any], Callable[..., Any]], ...]:
    return ((rules.residual, broken), (widths.remainder, _rebuilt(broken)))


def _in_proportion(self: Enumerating, dist: Dist, label: str) -> int:
    """Like `Enumerating.choose`, for weights that do not add up to 1.

    `Seeded` samples with the same probabilities.
    """
    return _choose(self, Dist(dist.ids[dist.probs > 0], dist.probs[dist.probs > 0] / dist.probs.sum()), label)


_choose = Enumerating.choose

MUTATIONS: dict[str, Mutation] = {
    one.name: one
    for one in (
        Mutation(
            "inverse-ratio",
            "Accept with min(1, q/p)",
            "The ratio is inverted, so tokens to which the target gives a higher probability than the draft "
            "does are often rejected.",
            ((rules.acceptance, inverse_ratio),),
        ),
        Mutation(
            "epsilon",
            "Add 1e-6 to p and q",
            "A guard against division by zero that changes every acceptance probability slightly.",
            ((rules.acceptance, with_epsilon),),
        ),
        Mutation(
            "residual-p",
            "Resample from p instead of the residual",
            "Tokens that could have been drafted and accepted are then counted twice.",
            (*_residuals(unchanged_target), (spectr.k_seq_residual, lambda p, q, numbers: p)),
        ),
        Mutation(
            "no-max",
            "Residual |p − q| instead of max(p − q, 0)",
            "Tokens that the draft proposes too often can be sampled again.",
            _residuals(without_max),
        ),
        Mutation(
            "double-subtraction",
            "Residual max(p − 2q, 0)",
            "The draft’s probability is subtracted twice, so probability that was never drafted is removed.",
            _residuals(twice_subtracted),
        ),
        Mutation(
            "no-renormalisation",
            "Residual without renormalisation",
            "If a second candidate is tested against this p′, it is accepted too rarely.",
            _residuals(not_normalised),
        ),
    )
}


@contextmanager
def mutated(name: str) -> Iterator[None]:
    """Context manager in which one rule is broken in every decoder. Raises KeyError if the name is unknown."""
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
    """The loaded modules of `decoders`. Modules that need torch are not imported just for this purpose."""
    importlib.import_module("decoders.catalog")
    names = (found.name for found in pkgutil.walk_packages(decoders.__path__, "decoders."))
    return [sys.modules[name] for name in names if name in sys.modules]
