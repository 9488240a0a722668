"""The only source of randomness. Every random choice of a decoder goes through a `Dice` object and has a label.

`Seeded` is the randomness of a normal run. `Replayed` repeats recorded draws and can change some of them. `Enumerating`
follows one branch of the decoder and computes its probability. Together, all branches on a toy pair yield the decoder's
exact output distribution. This module does not depend on models.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

import numpy as np

from decoders.core.record import Draw
from decoders.core.rules import Dist, without


class Dice(Protocol):
    """The interface of every source of randomness: it makes the random choices of a decoder."""

    draws: list[Draw]

    def choose(self, dist: Dist, label: str) -> int:
        """Sample one id from `dist`."""
        ...

    def accept(self, a: float, label: str) -> tuple[bool, float | None]:
        """Draw u ~ U[0, 1). Returns whether u < a, and u itself (None during enumeration)."""
        ...


class Seeded:
    """Random choices from a PCG64 generator with a fixed seed. A choice uses one uniform random number, or none if
    there is only one id.
    """

    def __init__(self, seed: int) -> None:
        self._random = np.random.Generator(np.random.PCG64(seed))
        self.draws: list[Draw] = []

    def choose(self, dist: Dist, label: str) -> int:
        u = None if len(dist.ids) == 1 else float(self._random.random())
        value = int(dist.ids[0]) if u is None else dist.draw(u)
        self.draws.append(Draw(label, value, u))
        return value

    def accept(self, a: float, label: str) -> tuple[bool, float]:
        u = float(self._random.random())
        self.draws.append(Draw(label, u))
        return u < a, u


class Replayed:
    """Repeat recorded draws in order. `flips` maps the index of a draw to the value that replaces it.

    `then` supplies the draws after the end of the recording, or from the first draw whose label differs from the
    recorded one. `decided` maps the index of a draw to its recorded acceptance probability. The repeated test uses this
    recorded probability, because another engine may compute a slightly different one. A token is rejected if its p is 0
    in the recording or in this run.
    """

    def __init__(
        self,
        draws: Sequence[Draw],
        then: Dice,
        flips: Mapping[int, float] | None = None,
        decided: Mapping[int, float] | None = None,
    ) -> None:
        self._script = list(draws)
        self._then = then
        self._flips = dict(flips or {})
        self._decided = dict(decided or {})
        self._on_script = True
        self._at = 0  # counts all draws, because `draws` is emptied at every iteration
        self.draws: list[Draw] = []

    def _next(self, label: str) -> float | None:
        at = self._at
        self._at += 1
        self._on_script = self._on_script and at < len(self._script) and self._script[at].label == label
        return self._flips.get(at, self._script[at].value) if self._on_script else None

    def choose(self, dist: Dist, label: str) -> int:
        at, value = self._at, self._next(label)
        if value is None or dist.prob(int(value)) == 0:
            self._on_script = False
            value = self._then.choose(dist, label)
            u = self._then.draws[-1].u if self._then.draws else None
        else:
            u = None if at in self._flips else self._script[at].u
        self.draws.append(Draw(label, int(value), u))
        return int(value)

    def accept(self, a: float, label: str) -> tuple[bool, float]:
        at, u = self._at, self._next(label)
        if u is None or not 0 <= u < 1:  # an edited file may contain any number
            self._on_script = False
            u = self._then.accept(a, label)[1]
            assert u is not None, "a replay continues with seeded randomness"
        elif a > 0 and self._decided.get(at, 0.0) > 0:
            a = self._decided[at]
        self.draws.append(Draw(label, u))
        return u < a, u


class Enumerating:
    """Follow one branch of a decoder's random choices. `branches` generates all branches.

    Choices of probability 0 are never taken, and choices of probability 1 do not branch.
    """

    def __init__(self, script: list[int]) -> None:
        self._script = script
        self._at = 0
        self.options: list[int] = []
        self.weight = 1.0
        self.draws: list[Draw] = []

    def _branch(self, weights: Sequence[float]) -> int:
        if self._at == len(self._script):
            self._script.append(0)
        taken = self._script[self._at]
        self._at += 1
        self.options.append(len(weights))
        self.weight *= weights[taken]
        return taken

    def choose(self, dist: Dist, label: str) -> int:
        weights: list[float] = dist.probs.tolist()
        ids = dist.ids
        if 0.0 in weights:
            ids, weights = ids[dist.probs > 0], [weight for weight in weights if weight]
        return int(ids[0] if len(ids) == 1 else ids[self._branch(weights)])

    def accept(self, a: float, label: str) -> tuple[bool, None]:
        if a >= 1:
            return True, None
        if a <= 0:
            return False, None
        return self._branch((a, 1 - a)) == 0, None


def last(dice: Dice) -> int | None:
    """The index in `Iteration.draws` of the latest random choice; None during enumeration, which records no choices."""
    return len(dice.draws) - 1 if dice.draws else None


def draw(dice: Dice, law: Dist, count: int, replacement: bool, label: Callable[[int], str]) -> list[tuple[int, Dist]]:
    """Sample `count` ids from `law` one by one. Returns each id with the distribution from which it was sampled.

    Without replacement, earlier ids are removed from `law`, which is then renormalised. The number of samples is then
    at most the number of ids in `law`. `label` returns the label of the n-th draw, counted from 1.
    """
    drawn: list[tuple[int, Dist]] = []
    left: Dist | None = law
    while left is not None and len(drawn) < count:
        choice = dice.choose(left, label(len(drawn) + 1))
        drawn.append((choice, left))
        left = left if replacement else without(left, choice)
    return drawn


def branches() -> Iterator[Enumerating]:
    """Generate one source of randomness per branch. Run the decoder to its end with each source, then read the source's
    `weight`.

    >>> coin = Dist(np.array([0, 1]), np.array([0.25, 0.75]))
    >>> [(dice.choose(coin, "coin"), dice.weight) for dice in branches()]
    [(0, 0.25), (1, 0.75)]
    """
    script: list[int] = []
    while True:
        dice = Enumerating(script)
        yield dice
        del script[len(dice.options) :]
        while script and script[-1] + 1 == dice.options[len(script) - 1]:
            script.pop()
        if not script:
            return
        script[-1] += 1
