"""`make test` runs a few combinations of parameters that cover every pair of values. Tests find their fixtures in
whatever order their files are named.
"""

from itertools import combinations, product

import pytest

from tests.conftest import pairwise_cover

pytest_plugins = "pytester"


def test_every_two_values_meet() -> None:
    """A pair of values that is left out would be tested only by `make laws`."""
    sizes = {"shape": 5, "warp": 4, "seed": 2, "replacement": 2}
    rows = [tuple(zip(sizes, places, strict=True)) for places in product(*map(range, sizes.values()))]
    cover = pairwise_cover(rows)
    wanted, seen = ({pair for row in some for pair in combinations(row, 2)} for some in (rows, cover))
    assert seen == wanted
    assert 20 <= len(cover) <= 24, "no fewer than the two longest make, of 80"


@pytest.mark.pairwise
@pytest.mark.parametrize("first", [pytest.param(0, id="none"), 1, 2, 3])
@pytest.mark.parametrize(("second", "third"), [("a", {}), ("a", {"b": 1}), ("b", {})])
@pytest.mark.parametrize("fourth", [True, False])
def test_a_product_is_thinned(
    request: pytest.FixtureRequest, first: int, second: str, third: dict[str, int], fourth: bool
) -> None:
    """Tests would run all 24 combinations instead of a few, and `make test` would become slow unnoticed."""
    product = [item for item in request.session.items if item.nodeid.startswith(request.node.nodeid.partition("[")[0])]
    assert sum(item.get_closest_marker("large") is None for item in product) in range(1, 15)


def test_fixtures_of_a_folder_are_found_by_every_path(pytester: pytest.Pytester) -> None:
    """Someone who names several paths would see tests fail that pass, or lose checks that run by themselves."""
    pytester.makeini("[pytest]")
    pytester.mkdir("all")
    for name, text in {
        "all/conftest.py": "from tests.conftest import pytest_collect_directory",
        "all/test_alone.py": "def test(): pass",
        "all/part/conftest.py": "import pytest\n\n@pytest.fixture\ndef one():\n    return 1",
        "all/part/first/test_first.py": "def test(one): assert one",
        "all/part/second/test_second.py": "def test(one): assert one",
    }.items():
        path = pytester.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    paths = ("all/part/first", "all/test_alone.py", "all/part/second")
    pytester.inline_run("--import-mode=importlib", *paths).assertoutcome(passed=3)
