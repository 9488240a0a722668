"""Sweeps on Ray: if these fail, whoever has a cluster gets other results on it than on one machine."""

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from decoders.errors import BadInput
from explorer.lab.plans import Wish, plan_of_wish
from explorer.lab.sweep import find, items_of, results, sweep

PLAN = plan_of_wish(Wish("mtad-table-8", quick=True))


def test_without_ray_there_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray is optional, and its absence is no traceback."""

    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("explorer.lab.cluster.import_module", missing)
    with pytest.raises(BadInput, match="Ray is not installed"):
        sweep(PLAN, tmp_path, ray="local")


class FakeRay:
    """Ray as far as a sweep uses it, in one process; `fails` gives what getting an item's result raises."""

    def __init__(self, fails: Callable[[str], Exception | None]) -> None:
        base = type("RayError", (Exception,), {})
        names = ("WorkerCrashedError", "OutOfMemoryError", "RayTaskError", "LocalRayletDiedError")
        self.exceptions = SimpleNamespace(RayError=base, **{name: type(name, (base,), {}) for name in names})
        self._fails, self.ended = fails, False

    def init(self, **_: Any) -> None:
        """Nothing is started."""

    def shutdown(self) -> None:
        """Noted."""
        self.ended = True

    def cluster_resources(self) -> dict[str, float]:
        """Of a small machine."""
        return {"CPU": 1.0}

    def remote(self, **_: Any) -> Callable[..., Any]:
        """A decorator whose tasks run when their results are asked for."""
        return lambda work: SimpleNamespace(remote=lambda plan, item: (item, lambda: work(plan, item)))

    def wait(self, flying: list[Any], timeout: float) -> tuple[list[Any], list[Any]]:
        """All are done."""
        return flying, []

    def get(self, task: Any) -> Any:
        """Its result, or what it raises."""
        if error := self._fails(task[0]):
            raise error
        return task[1]()


def test_killed_workers_are_rows_and_a_lost_cluster_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An item whose workers die again and again must not vanish; a cluster that dies must not take what is done."""
    fails: dict[str, Exception] = {}
    ray = FakeRay(lambda item: next((error for sign, error in fails.items() if sign in item), None))
    monkeypatch.setattr("explorer.lab.cluster.import_module", lambda name: ray)
    fails["MTAD"] = ray.exceptions.LocalRayletDiedError()
    with pytest.raises(BadInput, match=r"the Ray cluster was lost \(LocalRayletDiedError\).*--resume"):
        sweep(PLAN, tmp_path, ray="local")
    done = len(results(tmp_path).rows)
    assert 0 < done < len(items_of(find(PLAN.experiment), PLAN))
    assert ray.ended
    fails["MTAD"] = ray.exceptions.WorkerCrashedError()
    found = sweep(PLAN, tmp_path, ray="local")
    assert {row["cell"] for row in found.failed} == {"MTAD"}
    assert all("killed 3 times" in row["failed"] for row in found.failed)
    assert len(found.rows) + len(found.failed) == len(items_of(find(PLAN.experiment), PLAN))


@pytest.mark.large
@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed")
def test_rays_rows_are_those_of_one_process(tmp_path: Path) -> None:
    """The same items, whoever computes them."""

    def rows(out: Path, ray: str | None) -> list[tuple[str, str, int, int]]:
        found = sweep(PLAN, out, ray=ray)
        return sorted((row["cell"], row["task"], row["emitted"], row["target_passes"]) for row in found.rows)

    assert rows(tmp_path / "ray", "local") == rows(tmp_path / "one", None)
