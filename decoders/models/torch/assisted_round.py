"""Describe one round of transformers' assisted generation as numbers on the host: its drafted, tested and written
tokens.

transformers does not report the random numbers of the tests. They are found by repeating the draws, from the state of
torch's random generator before the tests. The numbers count only if the repetition gives the tokens that were written,
and ends in the generator's current state.
"""

# The types of torch's own functions are partly unknown.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from decoders.core.record import Side
from decoders.core.rules import Dist

Tensor = torch.Tensor


@dataclass(frozen=True)
class Timed:
    """One forward pass: how many tokens it read, its wall time, and the length of the model's cache after it."""

    side: Side
    read: int
    seconds: float
    kv: int


@dataclass(frozen=True)
class Round:
    """One round. p and q are the values that transformers compared, after all logits processors."""

    drafts: tuple[int, ...]
    written: tuple[int, ...]  # accepted draft tokens, and usually one token of the target
    p: tuple[Dist, ...]  # before the first draft token, and after each of them
    q: tuple[Dist, ...] | None  # before each draft token; None if the drafts come without probabilities
    ratio: tuple[float, ...] | None  # acceptance probabilities, not limited to 1; None without random tests
    u: tuple[float, ...] | None  # the random number of each test, including drafts after a rejection; None if not known
    logp: tuple[float, ...]  # log p of the written tokens, before all logits processors
    passes: tuple[Timed, ...]
    seconds: float


@dataclass(frozen=True)
class Scores:
    """The scores that transformers computed in one round.

    They are the draft tokens [n], the target's scores [1, n + 1, V], and the draft's scores [1, n, V].
    """

    drafts: Tensor
    target: Tensor
    draft: Tensor | None
    raw: Tensor  # scores of the target before all processors [n + 1, V]
    sampled: bool
    weight: float | None  # weight of the target in `assistant_ensemble_weight`; None: the usual test

    @property
    def tested(self) -> bool:
        """Whether each draft was tested with a random number."""
        return self.sampled and self.draft is not None


def round_of(scores: Scores, written: Tensor, state: Tensor | None, passes: tuple[Timed, ...], seconds: float) -> Round:
    """Describe the round as numbers. `state` is the state of the random generator before the tests. Raises ValueError
    if the numbers of scores and draft tokens do not match.
    """
    count = len(scores.drafts)
    if scores.target.shape[1] != count + 1 or (scores.draft is not None and scores.draft.shape[1] != count):
        raise ValueError("the number of scores differs from the number of draft tokens")
    logs = scores.raw.float().log_softmax(-1)[: len(written)]
    ratio = _ratio(scores) if scores.tested else None
    u = None if ratio is None or state is None else _random_numbers(scores, ratio, written, state)
    return Round(
        tuple(scores.drafts.tolist()),
        tuple(written.tolist()),
        _dists(scores.target),
        None if scores.draft is None else _dists(scores.draft),
        None if ratio is None else tuple(ratio.double().tolist()),
        None if u is None else tuple(u.double().tolist()),
        tuple(logs[torch.arange(len(written)), written.to(logs.device)].double().tolist()),
        passes,
        seconds,
    )


def _dists(scores: Tensor) -> tuple[Dist, ...]:
    """The distributions of scores [1, n, V], without tokens of probability 0."""
    rows = scores.softmax(-1)[0].double().cpu().numpy()
    return tuple(Dist(ids, row[ids]) for row in rows for ids in [np.flatnonzero(row).astype(np.int64)])


def _ratio(scores: Scores) -> Tensor:
    """The acceptance probability of each draft token, before it is limited to 1."""
    assert scores.draft is not None
    at = torch.arange(len(scores.drafts), device=scores.drafts.device)
    p, q = scores.target.softmax(-1)[0, at, scores.drafts], scores.draft.softmax(-1)[0, at, scores.drafts]
    return p / q if scores.weight is None else 1.0 - scores.weight + scores.weight * (p / q)


def _random_numbers(scores: Scores, ratio: Tensor, written: Tensor, state: Tensor) -> Tensor | None:
    """The random number of each test, if repeating the draws from `state` leads to the written tokens; otherwise
    None.
    """
    assert scores.draft is not None
    random = torch.Generator(device=ratio.device)
    random.set_state(state)
    u = torch.empty_like(ratio).uniform_(generator=random)
    accepted = int((u <= ratio).long().cumprod(0).sum())
    p = scores.target.softmax(-1)[:, accepted]
    if accepted < len(scores.drafts):
        left = (p - scores.draft.softmax(-1)[:, accepted]).clamp(min=0)
        p = left / left.sum()
    own = torch.multinomial(p, 1, generator=random)[0]
    same = torch.cat((scores.drafts[:accepted], own))[: len(written)].tolist() == written.tolist()
    now = random_state(ratio.device)
    return u if same and now is not None and torch.equal(random.get_state(), now) else None


def random_state(device: torch.device) -> Tensor | None:
    """The state of torch's own random generator of a device; None if it cannot be read."""
    if device.type == "cpu":
        return torch.get_rng_state()
    module: Any = torch.get_device_module(device)
    return module.get_rng_state(device) if hasattr(module, "get_rng_state") else None
