"""Set-up that all tests share: the same examples in every run, one thread each, and covers of large products."""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.serving import serving

settings.register_profile(
    "project", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("project")

Row = tuple[tuple[str, int], ...]  # (argument, place of its value) of one parametrized test


@pytest.hookimpl(tryfirst=True)  # before `-m` looks at the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What a `pairwise` test has beyond its cover is `large`: left to `make laws`."""
    products: dict[str, dict[Row, pytest.Item]] = defaultdict(dict)
    for item in items:
        if item.get_closest_marker("pairwise"):
            products[item.nodeid.partition("[")[0]][tuple(item.callspec.indices.items())] = item
    for product in products.values():
        for row in product.keys() - pairwise_cover(product):
            product[row].add_marker(pytest.mark.large)


def pairwise_cover(rows: Iterable[Row]) -> set[Row]:
    """Some of the rows, in which every two values that meet in any row do so too.

    Greedy: the row with most new pairs is next, the first on ties, so that every run has the same ones.
    """
    pairs = {row: set(combinations(row, 2)) for row in rows}
    missing = set().union(*pairs.values())
    cover = set[Row]()
    while missing:
        best = max(pairs, key=lambda row: len(pairs[row] & missing))
        missing -= pairs[best]
        cover.add(best)
    return cover


@pytest.fixture(autouse=True)
def one_thread(request: pytest.FixtureRequest) -> Iterator[None]:
    """Tiny models run on one thread: several would spend their time waiting for each other."""
    torch = sys.modules.get("torch")
    if torch is None or request.node.get_closest_marker("pair"):
        yield
        return
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="session")
def app_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the app of `app_url` writes."""
    return tmp_path_factory.mktemp("app") / "log.txt"


@pytest.fixture(scope="session")
def app_url(app_log: Path) -> Iterator[str]:
    """The address of the running app, one for all tests of a worker."""
    with serving(app_log, "app.py") as url:
        yield url
