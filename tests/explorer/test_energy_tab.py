"""The Energy tab's own work: what it draws, what it refuses, what it says of this machine."""

import json
from pathlib import Path
from typing import Any

import pytest

from decoders.errors import BadInput
from explorer.energy_model import DEFAULT
from explorer.recording import record
from explorer.trace import to_line
from explorer.ui import energy, shelf
from tests.energy_fakes import tiny_pair


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A bundled trace of a tiny pair, recorded on the CPU."""
    parts = record("spd", tiny_pair(), "x", {}, 1, 8)
    (tmp_path / "tiny.jsonl").write_text("".join(map(to_line, parts)))
    monkeypatch.setattr(shelf, "BUNDLED", tmp_path)
    shelf.gallery.cache_clear()
    yield "tiny"  # type: ignore[misc]
    shelf.gallery.cache_clear()


def test_it_draws_a_trace_without_a_gpu(kept: str) -> None:
    """Modelled pictures show; measured ones stay away and the table says why."""
    status, table, cumulative, power, times, pareto, split, *_ = energy.draw([kept], DEFAULT.name, None, None)
    assert "864 GB/s" in status
    assert "unknown" in table
    assert "not measured" in table
    assert "Nothing was measured" in cumulative.layout.annotations[0].text
    assert [one["visible"] for one in (power, times, pareto)] == [False] * 3
    assert split.data[0].x[0] > 0


def test_own_coefficients_change_the_pictures(kept: str) -> None:
    """Twice the joules per byte, twice the height of the bars."""
    bars = [energy.draw([kept], energy.OWN, per_byte, 0)[6].data[0].x[0] for per_byte in (100, 200)]
    assert bars[1] == pytest.approx(2 * bars[0])
    for wrong in ((None, 1), (-1, 1), (float("nan"), 1), (1e9, 1)):
        with pytest.raises(BadInput, match="picojoules"):
            energy.coefficients(energy.OWN, *wrong)


def test_nothing_picked_and_nothing_found(kept: str) -> None:
    """An empty choice is a sentence in the picture; an unknown name is one beside it."""
    assert "Choose traces" in energy.draw([], DEFAULT.name, None, None)[2].layout.annotations[0].text
    assert 'role="alert"' in energy.draw(["no-such"], DEFAULT.name, None, None)[0]


def test_text_of_a_trace_is_never_markup(kept: str, tmp_path: Path) -> None:
    """A trace from elsewhere may be named anything."""
    lines = (tmp_path / "tiny.jsonl").read_text().splitlines()
    header: dict[str, Any] = json.loads(lines[0])
    header["energy"]["reason"] = "<img src=x onerror=alert(1)>"
    end = json.loads(lines[-1])
    end["energy"].pop("reason")
    (tmp_path / "tiny.jsonl").write_text("\n".join([json.dumps(header), *lines[1:-1], json.dumps(end)]) + "\n")
    _, table, cumulative, *_ = energy.draw([kept], DEFAULT.name, None, None)
    assert "<img" not in table
    assert "<img" not in cumulative.layout.annotations[0].text


def test_a_trace_of_an_older_version_still_draws(kept: str, tmp_path: Path) -> None:
    """Traces recorded before energy was kept have gaps in both parts."""
    lines = [json.loads(line) for line in (tmp_path / "tiny.jsonl").read_text().splitlines()]
    for line in lines:
        line.pop("energy", None)
    lines[0]["energy"] = {"method": "unavailable"}
    (tmp_path / "tiny.jsonl").write_text("".join(map(to_line, lines)))
    drawn = energy.draw([kept], DEFAULT.name, None, None)
    assert "record them again" in drawn[6].layout.annotations[0].text.replace("<br>", " ")


def test_what_this_machine_can_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence, whatever the machine has."""
    assert energy.here().endswith(".")
