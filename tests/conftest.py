"""Set-up that all tests share: the same examples in every run, covers of large products, one thread a worker, and what
is dear to start (the real pair, the running app), once a worker.
"""

import gc
import os
import sys
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from decoders.catalog import DECODERS
from decoders.pairs import PAIRS, Pair, load_pair
from tests.serving import serving

settings.register_profile(
    "project", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("project")
if "PYTEST_XDIST_WORKER" in os.environ:  # next to other workers, also in the processes that tests start
    os.environ["OMP_NUM_THREADS"] = "1"

KERNELS = ("tests/decoders/models/cpu/", "tests/decoders/models/test_engine.py")
SHARED = ("tests.fresh", "tests.bundled")  # each makes something once per worker, in three to five seconds
Row = tuple[tuple[Any, int], ...]  # (arguments of a `parametrize`, place of their values) of one parametrized test
Marked = type(pytest.param())  # a value with an id or marks of its own
FOLDERS = pytest.StashKey[dict[Path, pytest.Collector | None]]()


@pytest.hookimpl(wrapper=True)
def pytest_collect_directory(
    path: Path, parent: pytest.Collector
) -> Generator[None, pytest.Collector | None, pytest.Collector | None]:
    """Collect a folder as one node, however often it is reached.

    pytest 9.1 gives the fixtures of a conftest.py to the first node of its folder only. Of `tests/explorer/cli
    tests/test_house.py tests/explorer/trace`, the second path makes new nodes, and the third would miss `toy`.
    """
    found = yield
    return parent.session.stash.setdefault(FOLDERS, {}).setdefault(path, found)


@pytest.hookimpl(tryfirst=True)  # before `-m` looks at the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark combinations beyond a pairwise cover as `large` (`make laws`), and send tests to workers.

    All real-pair tests and all tests of the kernels go to one worker: compiling the kernels takes 20 seconds, and two
    processes that begin together would both do it. The tests of a file go to one worker, too, because what they share
    is then made once; so it is with SHARED. A browser test goes to any worker, because it takes seconds; xdist starts
    those last, so all workers end together. One that fails is run once more, because a busy machine may have been too
    slow; the summary names it.
    """
    products: dict[str, dict[Row, pytest.Item]] = defaultdict(dict)
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))
        if item.get_closest_marker("pair"):
            item.add_marker(pytest.mark.xdist_group("pair"))
        elif not item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.xdist_group(group_of(item)))
        if item.get_closest_marker("pairwise"):
            products[item.nodeid.partition("[")[0]][row_of(item)] = item
    for product in products.values():
        for row in product.keys() - pairwise_cover(product):
            product[row].add_marker(pytest.mark.large)


def group_of(item: pytest.Item) -> str:
    """The tests that one worker runs together with a test: those of its file, of the engine, or of one of SHARED."""
    file, module = item.nodeid.partition("::")[0], item.getparent(pytest.Module)
    return "pair" if file.startswith(KERNELS) else (module and _shared_by(module.obj)) or file


@cache
def _shared_by(module: ModuleType) -> str | None:
    """The one of SHARED from which a test module imports a function."""
    imported = {each.__module__ for each in vars(module).values() if callable(each) and hasattr(each, "__module__")}
    return next((name for name in SHARED if name in imported), None)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect tests without garbage collections, and leave out of later ones what has been imported.

    It stays, and each full collection would take half a second. Full ones are rarer, as most find nothing.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(700, 10, 100)  # Python's own third number is 10
        gc.enable()


def row_of(item: pytest.Item) -> Row:
    """The index of a test's value in each of its `parametrize`; pytest's own `indices` count the whole product."""
    return tuple(_place(item.callspec.params, *mark.args[:2]) for mark in item.iter_markers("parametrize"))


def _place(params: dict[str, object], arguments: str | tuple[str, ...], declared: Iterable[Any]) -> tuple[Any, int]:
    """The index of the `declared` values that `params` holds, compared by identity."""
    names = (arguments,) if isinstance(arguments, str) else arguments
    rows = [one.values if isinstance(one, Marked) else (one,) if len(names) == 1 else one for one in declared]
    held = [id(params[name]) for name in names]
    return names, [[*map(id, row)] for row in rows].index(held)


def pairwise_cover(rows: Iterable[Row]) -> set[Row]:
    """Choose rows in which every two values that occur together in some row also occur together.

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


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Run tiny models on one thread, and also the real pair next to other workers, because threads would wait.

    A fixture that does so would come after those of a module or session, which run models, too.
    """
    torch, engine = (sys.modules.get(name) for name in ("torch", "decoders.models.cpu.model"))
    if "PYTEST_XDIST_WORKER" not in os.environ and item.get_closest_marker("pair"):
        return (yield)
    before = torch.get_num_threads() if torch is not None else 0
    with pytest.MonkeyPatch.context() as patch:
        if torch is not None:
            torch.set_num_threads(1)
        if engine is not None:
            crew = engine.Crew(1)
            patch.setattr(engine, "crew", lambda: crew)
        done = yield
    if torch is not None:
        torch.set_num_threads(before)
    return done


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say why a test was run again: what it said is lost when it passes."""
    for report in terminalreporter.stats.get("rerun", []):
        said = [line[1:].strip() for line in report.longreprtext.splitlines() if line.startswith("E ")]
        terminalreporter.write_line(f"RERUN {report.nodeid}, {report.when}: {' '.join(said)[:500]}")


@pytest.fixture(scope="session")
def smollm2() -> Pair:
    """The real pair in float32, so that equal things are exactly equal."""
    return load_pair("smollm2", device="cpu", dtype="float32", engine="torch")


@pytest.fixture(scope="session")
def smollm2_plain() -> Pair:
    """The real pair with the draft that was used to record the bundled runs."""
    return load_pair("smollm2-plain", device="cpu", dtype="float32", engine="torch")


@pytest.fixture(scope="session")
def app_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output of the app at `app_url`."""
    return tmp_path_factory.mktemp("app") / "log.txt"


@pytest.fixture(scope="session")
def app_url(app_log: Path) -> Iterator[str]:
    """The address of the running app, started once per worker."""
    with serving(app_log, "app.py") as url:
        yield url


@pytest.fixture
def catalogues() -> Iterator[None]:
    """Remove what a test registers from the catalogues afterwards."""
    before = [(catalog, dict(catalog), dict(catalog._owners), list(catalog._left_out)) for catalog in (DECODERS, PAIRS)]
    yield
    for catalog, items, owners, left_out in before:
        catalog._items, catalog._owners, catalog._left_out = dict(items), owners, left_out  # pyright: ignore
        catalog._version += 1  # so that readers do not take it for what the test had
