"""The probability rules and their faster versions: what is proved on toy pairs must run on real ones."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from decoders.core.rules import ArrayLogits, Dist, Warp, acceptance, overlap, residual, rounding, subtract, warp_scores
from decoders.core.ties import just_below
from decoders.methods.dsbd.width import remainder
from decoders.methods.spectr import k_seq, k_seq_residual
from decoders.models import host
from decoders.models.host import HostLogits, largest
from decoders.models.torch import logits as twin
from decoders.models.torch.device_logits import DeviceLogits
from decoders.models.torch.logits import TorchLogits, largest_scores, largest_unread, warp_tensor

CLOSE = {torch.float64: 1e-13, torch.float32: 2e-6}
DTYPES = pytest.mark.parametrize("dtype", [torch.float64, torch.float32], ids=["float64", "float32"])


def on_the_host(block: torch.Tensor, size: int, head: torch.Tensor | None = None) -> HostLogits:
    """The result of an engine without torch for the same scores."""
    return HostLogits(block.numpy(), size, None if head is None else head.numpy())


TWINS = pytest.mark.parametrize("logits", [TorchLogits, on_the_host, DeviceLogits], ids=["torch", "host", "device"])

# Halves make ties; -inf is a masked id.
values = st.one_of(st.integers(-12, 12).map(lambda x: x / 2), st.floats(-30, 30, width=32), st.just(-np.inf))
scores = st.lists(values, min_size=1, max_size=40).filter(lambda row: max(row) > -np.inf)
warps = st.builds(
    Warp,
    temperature=st.sampled_from([0, 1e-40, 0.01, 0.3, 0.7, 1, 1.5, 10]),
    top_k=st.sampled_from([0, 0, 1, 2, 3, 7, 39, 100_000]),
    top_p=st.sampled_from([1.0, 1.0, 0.01, 0.3, 0.5, 0.8, 0.9, 0.999]),
)


def by_definition(row: list[float], warp: Warp) -> dict[int, float]:
    """𝒯 for one token at a time, as in MTAD App. F, in exact fractions after the exponentials."""
    order = sorted(range(len(row)), key=lambda i: (-row[i], i))
    if warp.temperature == 0:
        return {order[0]: 1.0}
    order = order[: warp.top_k or None]
    weights = [Fraction(np.exp((row[i] - row[order[0]]) / warp.temperature)) for i in order]
    total = sum(weights)
    kept, before = {}, Fraction(0)
    for i, weight in zip(order, weights, strict=True):
        if before / total >= Fraction(just_below(warp.top_p)) and warp.top_p < 1:
            break
        kept[i] = weight
        before += weight
    return {i: float(weight / sum(kept.values())) for i, weight in kept.items() if weight}


def near_the_edge(row: Any, warp: Warp, width: float) -> bool:
    """Whether rounding alone decides which token is the last one in top-p.

    It does where a sum of probabilities is close to the bound, and where the first token that is left out has another
    score than the last one that is kept, but the same rounded probability.
    """
    if warp.top_p == 1 or warp.temperature == 0:
        return False
    ranked = np.sort(np.array(row, dtype=np.float64))[::-1][: warp.top_k or None]
    probs = np.sort(warp_scores(np.array(row, dtype=np.float64), Warp(warp.temperature, warp.top_k)).probs)[::-1]
    sums = np.cumsum(probs)
    kept = int((sums - probs < just_below(warp.top_p)).sum())
    if kept < len(probs) and ranked[kept - 1] > ranked[kept] and probs[kept - 1] - probs[kept] < width:
        return True
    return bool(np.abs(sums[:-1] - just_below(warp.top_p)).min(initial=1.0) < width)


def dense(law: Dist, size: int) -> np.ndarray:
    out = np.zeros(size)
    out[law.ids] = law.probs
    return out


def assert_well_formed(law: Dist) -> None:
    assert law.ids.dtype == np.int64
    assert law.probs.dtype == np.float64
    assert (np.diff(law.ids) > 0).all(), "ids ascend"
    assert (law.probs > 0).all(), "no id of probability 0"
    assert abs(law.probs.sum() - 1) < 1e-12


@given(scores, warps)
def test_warping_is_its_definition(row: list[float], warp: Warp) -> None:
    """Every distribution in the app goes through this function."""
    assume(not near_the_edge(row, warp, 1e-9))
    law = warp_scores(np.array(row), warp)
    assert_well_formed(law)
    expected = by_definition(row, warp)
    assert law.ids.tolist() == sorted(expected)
    assert np.allclose(law.probs, [expected[i] for i in sorted(expected)], rtol=1e-12, atol=0)


@TWINS
@DTYPES
@settings(max_examples=300)
@given(row=scores, warp=warps)
@example(row=[0.0] * 4, warp=Warp(top_p=0.5))
@example(row=[1.0, 1.0, 1.0, 0.0], warp=Warp(top_k=2))
@example(row=[-np.inf, 0.0, -np.inf], warp=Warp(top_k=2, top_p=0.9))
@example(row=[88.0, -88.0], warp=Warp(temperature=1e-40))
def test_twin(row: list[float], warp: Warp, dtype: torch.dtype, logits: Any) -> None:
    """If the two versions differed, the exactness tests would prove something that no real pair runs."""
    given_row = torch.tensor(row, dtype=dtype)
    exact = given_row.double().numpy()
    assume(not near_the_edge(exact, warp, 0 if set(row) == {0.0} else 10 * CLOSE[dtype]))
    expected, found = warp_scores(exact, warp), logits(given_row[None], len(row)).warp(0, warp)
    assert_well_formed(found)
    assert np.abs(dense(expected, len(row)) - dense(found, len(row))).max() < CLOSE[dtype]
    if dtype == torch.float64:
        assert found.ids.tolist() == expected.ids.tolist()


@TWINS
@DTYPES
@given(
    seed=st.integers(0, 10_000),
    size=st.sampled_from([1000, 3000]),
    sharpness=st.sampled_from([0.01, 1.0, 5.0]),
    coarse=st.booleans(),
    warp=warps,
)
@settings(max_examples=60)
def test_twin_on_large_vocabularies(
    seed: int, size: int, sharpness: float, coarse: bool, warp: Warp, dtype: torch.dtype, logits: Any
) -> None:
    """Top-p excludes most of a vocabulary before sorting; wide nuclei and ties at the edge must be correct."""
    row = np.random.default_rng(seed).normal(size=size) * sharpness
    given_row = torch.tensor(np.round(2 * row) / 2 if coarse else row, dtype=dtype)
    exact = given_row.double().numpy()
    assume(not near_the_edge(exact, warp, 10 * CLOSE[dtype]))
    expected, found = warp_scores(exact, warp), logits(given_row[None], size).warp(0, warp)
    assert_well_formed(found)
    assert np.abs(dense(expected, size) - dense(found, size)).max() < CLOSE[dtype]


def test_top_p_sorts_only_what_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sorting 49,152 tokens per row would be too slow, and a flat distribution must still be cut correctly."""
    sizes: list[int] = []
    sort = torch.sort
    monkeypatch.setattr(twin.torch, "sort", lambda x, **how: sizes.append(len(x)) or sort(x, **how))
    warp_tensor(torch.linspace(20, -20, 5000), Warp(top_p=0.9))
    assert sizes[0] < 2000
    ids, probs = warp_tensor(torch.zeros(4096), Warp(top_p=0.5))
    assert ids is not None
    assert (ids.tolist(), len(probs)) == (list(range(2048)), 2048)
    assert sizes[1:] == [4096]
    ids, _ = warp_tensor(torch.zeros(4096), Warp(top_p=1 - 1e-12))
    assert ids is not None
    assert len(ids) == 4096


joint_rows = st.lists(st.one_of(st.none(), st.integers(0, 2)), min_size=1, max_size=4)


@TWINS
@DTYPES
@settings(max_examples=200)
@given(
    rows=joint_rows,
    block=st.lists(  # no ties but exact ones, here and below: a weight that is added would make some
        st.lists(values.map(lambda x: round(x, 6)), min_size=6, max_size=6).filter(lambda r: max(r) > -np.inf),
        min_size=3,
        max_size=3,
    ),
    weights=st.lists(st.floats(-40, 0).map(lambda x: round(x, 6)), min_size=4, max_size=4),
    warp=warps,
    head=st.booleans(),
)
def test_joint_twin(
    rows: list[int | None],
    block: list[list[float]],
    weights: list[float],
    warp: Warp,
    head: bool,
    dtype: torch.dtype,
    logits: Any,
) -> None:
    """DSBD samples from the joint distribution of its beams; ids of finished beams and reduced heads must be right."""
    given_block = torch.tensor(block, dtype=dtype)
    size, columns = (9, [0, 2, 3, 5, 7, 8]) if head else (6, list(range(6)))
    full = np.full((3, size), -np.inf)
    full[:, columns] = given_block.double().numpy()
    tensor_head = torch.tensor(columns) if head else None
    expected = ArrayLogits(full).warp_joint(rows, weights[: len(rows)], warp)
    joint = [x for i, r in enumerate(rows) for x in _joint_row(full, r, weights[i])]
    assume(not near_the_edge(joint, warp, 10 * CLOSE[dtype]))
    assume(dtype == torch.float64 or not _ties_in_float32(joint, warp))
    found = logits(given_block, size, tensor_head).warp_joint(rows, weights[: len(rows)], warp)
    assert_well_formed(found)
    total = len(rows) * (size + 1)
    assert np.abs(dense(expected, total) - dense(found, total)).max() < 20 * CLOSE[dtype]
    for identity in found.ids.tolist():
        beam, token = divmod(identity, size + 1)
        assert token == size if rows[beam] is None else token in columns


def _joint_row(full: np.ndarray, row: int | None, weight: float) -> list[float]:
    if row is None:
        return [weight]
    return (weight + full[row] - np.logaddexp.reduce(full[row])).tolist()


def _ties_in_float32(joint: list[float], warp: Warp) -> bool:
    """Whether 𝒯 must choose between scores that float32 cannot distinguish, or that temperature pulls far apart."""
    finite = np.sort(np.array(joint)[np.isfinite(joint)])
    sharp = warp.temperature < 0.1
    return (bool(warp.top_k) or warp.top_p < 1 or sharp) and bool((np.diff(finite) < 1e-4).any())


def some_dist(parts: list[int], shift: int, stride: int) -> Dist:
    """A distribution whose ids partly overlap with another's; zeros are left out."""
    kept = [i for i, part in enumerate(parts) if part]
    return Dist(np.array([shift + stride * i for i in kept]), np.array([parts[i] for i in kept]) / sum(parts))


dists = st.builds(
    some_dist,
    st.lists(st.integers(0, 9), min_size=1, max_size=12).filter(any),
    st.integers(0, 4),
    st.sampled_from([1, 1, 2]),
)
SIZE = 40


@given(dists, dists)
def test_subtraction_and_overlap(p: Dist, q: Dist) -> None:
    """max(p − q, 0) if the supports overlap only in part: tokens that only p has must keep their mass."""
    wide_p, wide_q = dense(p, SIZE), dense(q, SIZE)
    before = p.probs.copy(), q.probs.copy()
    rest = subtract(p, q)
    assert np.array_equal(rest, np.maximum(wide_p - wide_q, 0)[p.ids])
    assert abs(overlap(p, q) - np.minimum(wide_p, wide_q).sum()) < 1e-12
    assert np.array_equal(before[0], p.probs), "rules do not change their arguments"
    assert np.array_equal(before[1], q.probs)


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), min_size=1, max_size=12))
def test_subtraction_on_one_support(parts: list[tuple[int, int]]) -> None:
    """Equal supports share one array of ids and take a shortcut, which must give the same result."""
    ids = np.arange(len(parts))
    p, q = (Dist(ids, np.array(side) / sum(side)) for side in zip(*parts, strict=True))
    assert np.array_equal(subtract(p, q), subtract(p, Dist(ids.copy(), q.probs)))


@given(dists, dists)
def test_residual(p: Dist, q: Dist) -> None:
    """norm(max(p − q, 0)) without an epsilon; None only if nothing but rounding is left."""
    rest = np.maximum(dense(p, SIZE) - dense(q, SIZE), 0)
    found = residual(p, q)
    if found is None:
        assert rest.sum() <= rounding(len(p.ids)) < 1e-14
        return
    assert_well_formed(found)
    assert np.allclose(dense(found, SIZE), rest / rest.sum(), rtol=1e-12, atol=0)


@given(dists)
def test_no_residual_of_a_law_with_itself(p: Dist) -> None:
    """If p = q, acceptance was certain, and a residual of rounding errors must not be sampled from."""
    assert residual(p, p) is None
    assert residual(p, Dist(p.ids.copy(), p.probs.copy())) is None
    assert overlap(p, p) == 1


@given(st.integers(0, 10_000), st.sampled_from([2, 3, 40, 3000]))
def test_what_rounding_leaves_of_p_is_no_law(seed: int, size: int) -> None:
    """If p = q except for the last bits, every method must treat p as used up."""
    weights = np.random.default_rng(seed).dirichlet(np.ones(size))
    p = Dist(np.arange(size), weights / weights.sum())
    weights = np.exp(np.log(weights) + 3)
    q = Dist(np.arange(size), weights / weights.sum())
    assert residual(p, q) is None
    assert remainder(p, q) == (1.0, None)
    assert k_seq_residual(p, q, k_seq(p, q, 1)) is None


def test_little_is_left_but_not_by_rounding() -> None:
    """A difference a thousand times larger than rounding is a real difference between the models."""
    p, q = Dist(np.arange(2), np.array([0.5, 0.5])), Dist(np.arange(2), np.array([0.5 - 4e-13, 0.5 + 4e-13]))
    found = residual(p, q)
    assert found is not None
    assert (found.ids.tolist(), found.probs.tolist()) == ([0], [1.0])


@given(dists, dists)
def test_accept_or_draw_anew_gives_p(p: Dist, q: Dist) -> None:
    """q·min(1, p/q) plus the rejected mass times the residual is p, the core of speculative decoding."""
    kept = {int(x): q.prob(int(x)) * acceptance(p.prob(int(x)), q.prob(int(x))) for x in q.ids}
    out = np.zeros(SIZE)
    for x, mass in kept.items():
        out[x] += mass
    rest = residual(p, q)
    if rest is not None:
        out += (1 - sum(kept.values())) * dense(rest, SIZE)
    assert np.abs(out - dense(p, SIZE)).max() < 1e-12


@given(st.floats(0, 1), st.floats(0, 1, exclude_min=True))
def test_acceptance(p: float, q: float) -> None:
    """The acceptance probability is 1 if p ≥ q, 0 if p = 0, and never the inverse ratio."""
    a = acceptance(p, q)
    assert 0 <= a <= 1
    assert (a == 1) == (p / q >= 1)
    assert (p == 0) <= (a == 0)


def test_acceptance_of_what_cannot_be_drawn() -> None:
    """q = 0 is a mistake of the caller, not a certain acceptance."""
    with pytest.raises(ZeroDivisionError):
        acceptance(0.5, 0.0)


@given(dists, st.integers(0, SIZE - 1), st.integers(1, 20))
def test_dist(law: Dist, token: int, k: int) -> None:
    """The inspector's numbers: one id's probability, the most probable ids, and the mass of the rest."""
    wide = dense(law, SIZE)
    assert law.prob(token) == wide[token]
    pairs, rest = law.top(k)
    order = sorted(law.ids.tolist(), key=lambda i: (-wide[i], i))[:k]
    assert pairs == [(i, wide[i]) for i in order]
    assert abs(rest - (1 - sum(wide[order]))) < 1e-12


@given(st.integers(0, 1000), st.sampled_from([1, 3, 16]))
def test_top_of_a_large_law(seed: int, k: int) -> None:
    """Large distributions are partitioned instead of sorted; ties must still go to the lowest id."""
    parts = np.random.default_rng(seed).integers(1, 40, size=2000)
    law = Dist(np.arange(2000), parts / parts.sum())
    assert [i for i, _ in law.top(k)[0]] == np.argsort(-parts, kind="stable")[:k].tolist()


@TWINS
@DTYPES
def test_logp_and_top_are_unwarped(dtype: torch.dtype, logits: Any) -> None:
    """Perplexity and beam weights use p before 𝒯."""
    block = torch.randn(3, 30, generator=torch.Generator().manual_seed(0), dtype=dtype)
    exact, found = ArrayLogits(block.double().numpy()), logits(block, 30)
    for row in range(3):
        assert np.allclose([exact.logp(row, x) for x in range(30)], [found.logp(row, x) for x in range(30)], atol=1e-5)
        (pairs, rest), (others, remaining) = exact.top(row, 5), found.top(row, 5)
        assert [i for i, _ in pairs] == [i for i, _ in others]
        assert np.allclose([rest, *(p for _, p in pairs)], [remaining, *(p for _, p in others)], atol=1e-6)


@TWINS
@given(rows=st.integers(1, 40).flatmap(lambda n: st.lists(st.lists(values, min_size=n, max_size=n), min_size=1)))
@example(rows=[[0.0] * 4, [-np.inf, 3.0, -np.inf, -np.inf], [200.0, -200.0, 0.0, 199.0]])
def test_entropy_is_that_of_the_unwarped_law(rows: list[list[float]], logits: Any) -> None:
    """MTAD's bounds need it; building a whole distribution for this one number would be slow."""
    assume(all(max(row) > -np.inf for row in rows))
    ours = logits(torch.tensor(rows, dtype=torch.float32), len(rows[0]))
    for i, row in enumerate(rows):
        law = ArrayLogits(np.array([row])).warp(0, Warp()).probs
        assert ours.entropy(i) == pytest.approx(-math.fsum(x * math.log(x) for x in law), abs=2e-5)


@TWINS
def test_a_reduced_head_maps_its_columns(logits: Any) -> None:
    """A draft with a reduced head proposes real token ids, and gives all others probability 0."""
    head = torch.tensor([1, 4, 5, 9])
    block = torch.tensor([[0.0, 3.0, 1.0, 2.0]], dtype=torch.float64)
    found = logits(block, 12, head)
    law = found.warp(0, Warp())
    assert law.ids.tolist() == [1, 4, 5, 9]
    assert np.allclose(law.probs, torch.softmax(block[0], 0).numpy())
    assert found.warp(0, Warp(temperature=0)).ids.tolist() == [4]
    assert found.warp(0, Warp(top_k=2)).ids.tolist() == [4, 9]
    assert [i for i, _ in found.top(0, 3)[0]] == [4, 9, 5]
    assert found.logp(0, 4) == pytest.approx(np.log(law.prob(4)))
    assert [found.logp(0, token) for token in (0, 3, 10, 11)] == [-np.inf] * 4
    joint = found.warp_joint([0, None, 0], [0.0, -0.5, -1.0], Warp())
    assert joint.ids.tolist() == [1, 4, 5, 9, 13 + 12, 26 + 1, 26 + 4, 26 + 5, 26 + 9]


def test_full_supports_are_one_array() -> None:
    """Subtraction can take its shortcut only if the ids are the same object."""
    block = torch.randn(2, 50, generator=torch.Generator().manual_seed(0))
    one, other = TorchLogits(block, 50).warp(0, Warp()), TorchLogits(block, 50).warp(1, Warp())
    assert one.ids is other.ids
    with pytest.raises(ValueError, match="read-only"):
        one.ids[0] = 7
    block[0, 7] = -torch.inf
    assert 7 not in TorchLogits(block, 50).warp(0, Warp()).ids


def test_a_law_of_all_tokens_less_one_of_some() -> None:
    """A draft over part of the vocabulary: each token must be subtracted from the right one."""
    rng = np.random.default_rng(0)
    for _ in range(50):
        size = int(rng.integers(2, 40))
        p = host.to_dist(None, rng.random(size) + 0.01)
        ids = np.sort(rng.choice(size, int(rng.integers(1, size + 1)), replace=False))
        q = Dist(ids, rng.dirichlet(np.ones(len(ids))))
        dense = np.zeros(size)
        dense[ids] = q.probs
        expected = np.maximum(p.probs - dense, 0)
        assert (subtract(p, q) == expected).all()
        apart = Dist(p.ids * 3, p.probs)  # no shortcut
        assert (subtract(apart, Dist(q.ids * 3, q.probs)) == expected).all()
        rest = residual(p, q)
        assert rest is None or rest.ids.tolist() == np.flatnonzero(expected > 0).tolist()


def test_the_most_probable_are_known_to_a_law() -> None:
    """The 16 most probable tokens of a record are the same, whether they are known or searched for."""
    block = np.random.default_rng(1).integers(-3, 3, (1, 300)).astype(np.float32)  # many ties
    logits = HostLogits(block, 1000, np.arange(300) * 3)
    logits.largest(0, 40)
    law = logits.warp(0, Warp(temperature=0.7))
    assert law.first is not None
    for k in (1, 16, 40, 41, 300):
        assert law.top(k) == Dist(law.ids, law.probs).top(k)


def test_full_supports_of_many_lengths_are_not_kept() -> None:
    """Joint distributions have many lengths of megabytes each, which must not be cached."""
    laws = [host.to_dist(None, np.arange(1.0, 51.0)), host.to_dist(None, np.arange(50.0, 0.0, -1.0))]
    near = subtract(*laws)
    for n in range(100, 200):
        host.full_range(n)
    assert host.full_range.cache_info().currsize <= 8
    far = host.to_dist(None, np.arange(50.0, 0.0, -1.0))
    assert far.ids is not laws[0].ids
    assert subtract(laws[0], far).tolist() == near.tolist()


ORDERS = {
    "host": largest,
    "torch": lambda scores, k: largest_scores(torch.from_numpy(scores), k),
    "device": lambda scores, k: largest_unread(torch.from_numpy(scores), k),
}
ORDER = pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)


@ORDER
@given(
    st.integers(0, 1000),
    st.sampled_from([1, 3, 16, 300, 3000]),
    st.sampled_from([0.5, 4.0, 40.0]),
    st.sampled_from([np.float32, np.float64]),
)
def test_the_largest_of_many_scores(order: Any, seed: int, k: int, spread: float, dtype: type) -> None:
    """A node's most probable tokens are drafted; ties go to the lowest id, or machines would draft other trees."""
    scores = np.round(np.random.default_rng(seed).normal(size=3000) * spread).astype(dtype)
    scores[::7] = -np.inf
    assert order(scores, k).tolist() == np.argsort(-scores, kind="stable")[:k].tolist()


@ORDER
@pytest.mark.parametrize(
    ("scores", "k", "expected"),
    [
        ([1, 3, 2, 3, 2, 3], 4, [1, 3, 5, 2]),  # in the middle, and across the cut
        ([2, 2, 2, 2], 2, [0, 1]),
        ([0, -0.0, 1], 2, [2, 0]),
        ([-np.inf, 5, -np.inf, 5], 3, [1, 3, 0]),
        ([-np.inf, 5, -np.inf, 5], 4, [1, 3, 0, 2]),
        ([-np.inf, 4, 7, -np.inf], 1, [2]),
        ([np.inf, 7, np.inf], 2, [0, 2]),
    ],
)
def test_which_of_equal_scores_come_first(order: Any, scores: list[float], k: int, expected: list[int]) -> None:
    """The lower ids, wherever the tie is, also among ids that are masked."""
    assert order(np.array(scores, dtype=np.float32), k).tolist() == expected


def test_no_device_waits_for_the_order() -> None:
    """Asking a GPU for a number makes it wait; a tensor that stands in for one raises if asked."""
    assert largest_unread(torch.empty(100, device="meta"), 5).shape == (5,)


@TWINS
def test_a_row_of_ties_is_drafted_alike(logits: Any) -> None:
    """Coarse 16-bit scores tie often: every node and engine must draft the same children in the same order."""
    block = torch.randn(5, 4000, generator=torch.Generator().manual_seed(0)).mul(4).bfloat16().float()
    block[:, ::3] = -torch.inf
    found = logits(block, 4000)
    for row in range(5):
        expected = np.argsort(-block[row].numpy(), kind="stable")
        for k in (1, 8, 16, 3000):
            assert [token for token, _ in found.top(row, k)[0]] == expected[:k].tolist()
