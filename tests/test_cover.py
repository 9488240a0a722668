"""The cover that `make test` runs of a product of parameters."""

from itertools import combinations, product

from tests.conftest import pairwise_cover


def test_every_two_values_meet() -> None:
    """A pair of values left out would be tested by nobody but `make laws`."""
    sizes = {"shape": 5, "warp": 4, "seed": 2, "replacement": 2}
    rows = [tuple(zip(sizes, places, strict=True)) for places in product(*map(range, sizes.values()))]
    cover = pairwise_cover(rows)
    wanted, seen = ({pair for row in some for pair in combinations(row, 2)} for some in (rows, cover))
    assert seen == wanted
    assert 20 <= len(cover) <= 24, "no fewer than the two longest make, of 80"
