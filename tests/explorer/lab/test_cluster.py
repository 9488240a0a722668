"""Sweeps on Ray: if these fail, whoever has a cluster gets other results on it than on one machine."""

import importlib.util
from pathlib import Path

import pytest

from decoders.errors import BadInput
from explorer.lab.plans import Wish, plan_of_wish
from explorer.lab.sweep import sweep

PLAN = plan_of_wish(Wish("mtad-table-8", quick=True))


def test_without_ray_there_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray is optional, and its absence is no traceback."""

    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("explorer.lab.cluster.import_module", missing)
    with pytest.raises(BadInput, match="Ray is not installed"):
        sweep(PLAN, tmp_path, ray="local")


@pytest.mark.large
@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed")
def test_rays_rows_are_those_of_one_process(tmp_path: Path) -> None:
    """The same items, whoever computes them."""

    def rows(out: Path, ray: str | None) -> list[tuple[str, str, int, int]]:
        found = sweep(PLAN, out, ray=ray)
        return sorted((row["cell"], row["task"], row["emitted"], row["target_passes"]) for row in found.rows)

    assert rows(tmp_path / "ray", "local") == rows(tmp_path / "one", None)
