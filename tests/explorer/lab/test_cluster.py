"""Sweeps on Ray give the same results as on one machine."""

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from decoders.errors import BadInput
from explorer.lab.plans import make_plan
from explorer.lab.sweep import find, items_of, results, sweep

PLAN = make_plan("mtad-table-8", quick=True)


def test_without_ray_there_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray is optional; without it there is a sentence instead of a traceback."""

    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("explorer.lab.cluster.import_module", missing)
    with pytest.raises(BadInput, match="Ray is not installed"):
        sweep(PLAN, tmp_path, ray="local")


class FakeRay:
    """The parts of Ray that a sweep uses, in one process; `fails` says what getting a result raises."""

    def __init__(self, fails: Callable[[str], Exception | None]) -> None:
        base = type("RayError", (Exception,), {})
        names = ("WorkerCrashedError", "OutOfMemoryError", "RayTaskError", "LocalRayletDiedError")
        self.exceptions = SimpleNamespace(RayError=base, **{name: type(name, (base,), {}) for name in names})
        self._fails, self.ended = fails, False

    def init(self, **_: Any) -> None:
        """Start nothing."""

    def shutdown(self) -> None:
        """Note the shutdown."""
        self.ended = True

    def cluster_resources(self) -> dict[str, float]:
        """The resources of a small machine."""
        return {"CPU": 1.0}

    def remote(self, **_: Any) -> Callable[..., Any]:
        """A decorator whose tasks run when their results are requested."""
        return lambda work: SimpleNamespace(remote=lambda plan, item: (item, lambda: work(plan, item)))

    def wait(self, flying: list[Any], timeout: float) -> tuple[list[Any], list[Any]]:
        """Everything is done."""
        return flying, []

    def get(self, task: Any) -> Any:
        """The result of a task, or its error."""
        if error := self._fails(task[0]):
            raise error
        return task[1]()


def test_killed_workers_are_rows_and_a_lost_cluster_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An item whose workers keep dying must not vanish; a lost cluster must not lose finished items."""
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
    """The results are the same, whoever computes them."""

    def rows(out: Path, ray: str | None) -> list[tuple[str, str, int, int]]:
        found = sweep(PLAN, out, ray=ray)
        return sorted((row["cell"], row["task"], row["emitted"], row["target_passes"]) for row in found.rows)

    assert rows(tmp_path / "ray", "local") == rows(tmp_path / "one", None)
