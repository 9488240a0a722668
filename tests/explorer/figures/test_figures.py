"""Pictures outside the page: a figure in a paper or notebook must agree with the stage."""

import errno
import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import pytest

import explorer
from decoders.errors import BadInput
from decoders.methods.dsbd.recording import WidthLayer
from explorer.figures import files
from explorer.figures.energy import modelled_cumulative, run_of
from explorer.figures.files import document
from explorer.figures.graph import COLUMN, ROW, SYMBOLS, graph
from explorer.figures.laws import laws
from explorer.figures.look import GROUND, TITLE
from explorer.figures.pictures import KINDS, OF_SEVERAL, picture
from explorer.figures.run import WIDEST
from explorer.story.page.gallery import FOLDER
from explorer.trace.states import LISTS, STATES
from tests.bundled import bundled, packed

PHASES = [("gsd-figure-4", 1), ("dsbd-figure-2", 1), ("mtad-figure-2", 1), ("spd", 2), ("beam-search", 3)]


def drawn(figure: Any) -> dict[tuple[float, float], str]:
    """The label of every node's state, by place."""
    nodes = [part for part in figure.data if part.mode == "markers+text"]
    return {(x, y): part.name for part in nodes for x, y in zip(part.x, part.y, strict=True)}


@pytest.mark.parametrize(("wide", "high"), [(320, 230), (900, 330)])
def test_the_names_of_curves_cover_no_other_name(wide: int, high: int) -> None:
    """If curves are close, their names must still be readable, on a phone or a large screen."""
    names = ["spd", "gsd", "mtad", "ssd", "tsd"]
    figure = modelled_cumulative([run_of(bundled(name), f"{name}: a name") for name in names])
    right, top = max(max(part.x) for part in figure.data), max(max(part.y) for part in figure.data)
    boxes = []
    for one in figure.layout.annotations:
        x, y, half = one.x / right * wide + one.ax, one.y / top * high - one.ay, 3.0 * len(one.text)
        boxes.append((x - half, y - 8, x + half, y + 8))
    assert len(boxes) == len(names)
    for a, b in combinations(boxes, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (a, b)


@pytest.mark.parametrize(("name", "iteration"), PHASES)
def test_the_graph_is_the_stages(name: str, iteration: int) -> None:
    """At every step each node has the position and the state that it has on the stage."""
    trace = bundled(name)
    stage = packed(name)["iterations"][iteration - 1]
    where = stage.get("core") or stage["lay"]
    for phase in range(len(stage["steps"])):
        expected = {}
        for place, column, y in zip(where["at"], where["col"], where["y"], strict=True):
            if stage["born"][place] <= phase:
                state = [fate[1] for fate in stage["n"]["fates"][place] if fate[0] <= phase][-1]
                expected[column, y] = STATES[state].label
        found = drawn(graph(trace, iteration, phase + 1))
        assert {(x, round(y, 3)): label for (x, y), label in found.items()} == expected


def test_merge_edges_are_drawn() -> None:
    """GSD without merge edges would look like a tree."""
    names = {part.name for part in picture([bundled("gsd-figure-4")], ["x"], "dag", 1).data}
    assert "merge edge" in names


def test_merge_edges_pass_by_the_nodes_between() -> None:
    """Straight edges within a column would run through other nodes."""
    figure = graph(bundled("gsd-figure-4"), 1, kind="dag")
    nodes = set(drawn(figure))
    (part,) = [part for part in figure.data if part.name == "merge edge"]
    runs, run = list[list[tuple[float, float, int]]](), list[tuple[float, float, int]]()
    for x, y, size in zip(part.x, part.y, part.marker.size, strict=True):
        if x is None:
            runs.append(run)
            run = []
        else:
            run.append((x, y, size))
    assert len(runs) == 4
    for run in runs:
        assert {run[0][:2], run[-1][:2]} <= nodes
        assert [size > 0 for *_, size in run] == [False] * (len(run) - 1) + [True], "a head at its target alone"
        inner = [(x, y) for x, y, _ in run[1:-1]]
        far = [
            min(abs(x - a) * COLUMN + abs(y - b) * ROW for a, b in nodes - {run[0][:2], run[-1][:2]}) for x, y in inner
        ]
        assert min(far) > 10, "pixels from any other node"


@pytest.mark.parametrize("dark", [False, True])
def test_no_edge_is_seen_through_a_hollow_mark(dark: bool) -> None:
    """Edges, then background, then marks; in another order edges would cross hollow marks."""
    data = picture([bundled("gsd-figure-4")], ["x"], "dag", 1, dark=dark).data
    names = [part.name for part in data]
    ground = names.index("ground")
    assert max(i for i, name in enumerate(names) if "edge" in name) < ground
    marks = [(x, y) for part in data[ground + 1 :] for x, y in zip(part.x, part.y, strict=True)]
    assert sorted(zip(data[ground].x, data[ground].y, strict=True)) == sorted(marks)
    assert data[ground].marker.color == GROUND[dark]


def test_every_glyph_has_a_symbol_of_its_own() -> None:
    """Two decisions that look alike in a plot cannot be distinguished in print."""
    assert set(SYMBOLS) == set(LISTS["glyphs"])
    looks = {(SYMBOLS[s.glyph][not s.filled], s.colour) for s in STATES.values() if s.strength}
    decisions = {(s.glyph, s.filled, s.colour) for s in STATES.values() if s.strength}
    assert len(looks) == len(decisions)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["greedy", "dsbd", "mtad"])
def test_every_kind_draws_every_run(kind: str, name: str) -> None:
    """A run without the facts for a picture gets a sentence, not an error."""
    figure = picture([bundled(name)], [name], kind)
    assert figure.data or figure.layout.annotations


def test_widths_show_what_they_were_chosen_from() -> None:
    """The probability of a width is the recorded one."""
    trace = bundled("dsbd")
    layers = [one for part in trace.iterations for one in part.layers if isinstance(one, WidthLayer)]
    heat = next(part for part in picture([trace], [""], "widths").data if part.type == "heatmap")
    for x, layer in enumerate(layers):
        for k in range(1, len(layer.at_least)):
            assert heat.z[k - 1][x] == layer.at_least[k]


def test_a_width_that_no_run_has_is_not_drawn_out() -> None:
    """An upload may claim any width; a row for each would use all memory."""
    trace = bundled("dsbd")
    first = trace.iterations[0]
    wide = [replace(one, width=2**53 - 1) if isinstance(one, WidthLayer) else one for one in first.layers]
    trace = replace(trace, iterations=[replace(first, layers=tuple(wide)), *trace.iterations[1:]])
    heat = next(part for part in picture([trace], [""], "widths").data if part.type == "heatmap")
    assert len(heat.z) == WIDEST


@pytest.mark.parametrize(
    ("kind", "axis"), [("time", "x"), ("depth", "x"), ("widths", "y"), ("beams", "y"), ("beams", "x")]
)
def test_whole_numbers_have_no_ticks_between(kind: str, axis: str) -> None:
    """There is no iteration 1.5, and no beam 2.5."""
    steps = picture([bundled("dsbd")], [""], kind).layout[f"{axis}axis"].dtick
    assert steps >= 1
    assert steps == int(steps)


def test_equal_widths_are_all_seen() -> None:
    """A mark of equal size and colour would hide another one."""
    marks = [part.marker for part in picture([bundled("dsbd")], [""], "widths").data if part.type == "scatter"]
    assert len({mark.size for mark in marks}) == len({mark.color for mark in marks}) == len(marks) == 3


def test_equal_runs_are_all_seen() -> None:
    """Two runs with equal times and tokens must not look like one line."""
    trace = bundled("dsbd")
    lines = picture([trace, trace], ["one", "other"], "compare").data
    assert lines[0].line.dash != lines[1].line.dash


def test_a_saved_picture_is_called_by_its_title() -> None:
    """A folder of files newplot(3).png says nothing."""
    page = document(picture([bundled("dsbd")], [""], "time"), "html").decode()
    assert '"filename": "time-per-pass"' in page


def test_a_long_title_takes_several_lines() -> None:
    """On a phone the end of a title may be its unit or the name of the run."""
    title = picture([bundled("dsbd")], [""], "widths").layout.title.text
    assert "<br>" in title
    assert max(map(len, title.split("<br>"))) <= TITLE


def test_wrong_places_are_named() -> None:
    """An error for a place that does not exist says what is wrong and what to choose."""
    trace = bundled("gsd-figure-4")
    for call in (
        lambda: graph(trace, 999),
        lambda: graph(trace, 1, 999),
        lambda: picture([trace], ["x"], "nothing"),
        lambda: picture([trace, trace], ["a", "b"], "time"),
        lambda: picture([trace], ["x"], "beams", 1),
        lambda: picture([trace, bundled("spd")], ["a", "b"], "compare"),
    ):
        with pytest.raises(BadInput, match=r"\. [A-Z]"):
            call()
    assert set(OF_SEVERAL) < set(KINDS)


def test_a_trace_draws_itself(tmp_path: Path) -> None:
    """The public API and the files that it writes."""
    trace = explorer.open_trace(FOLDER / "gsd-figure-4.jsonl.gz")
    figure = trace.figure(1, dark=True)
    files.write(figure, tmp_path / "a.json", dark=True)
    assert json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["layout"]["paper_bgcolor"] == "#0b0f15"
    files.write(trace.figure(kind="rank"), tmp_path / "a.html")
    assert "Plotly.newPlot" in (tmp_path / "a.html").read_text(encoding="utf-8")
    with pytest.raises(BadInput, match="unknown extension"):
        files.write(figure, tmp_path / "a.gif")


def test_an_earlier_picture_survives_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a picture would replace it, and the message must name the file."""
    out = tmp_path / "f.json"
    figure = picture([bundled("spd")], ["spd"], "time", None, None)
    files.write(figure, out)
    before = out.read_bytes()

    def full(path: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(BadInput, match=r"f\.json cannot be written \(No space left on device\)\."):
        files.write(figure, out)
    assert [path.name for path in tmp_path.iterdir()] == ["f.json"]
    assert out.read_bytes() == before


def test_without_a_browser_there_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Still pictures need a browser, and the error says so."""
    monkeypatch.setenv("BROWSER_PATH", str(tmp_path / "none"))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(BadInput, match="requires a browser"):
        files.write(graph(bundled("spd"), 1), tmp_path / "a.png")


@pytest.mark.browser
def test_still_pictures(tmp_path: Path) -> None:
    """For papers: vector pictures with text, and pixels."""
    figure = graph(bundled("gsd-figure-4"), 1)
    files.write(figure, tmp_path / "a.svg")
    files.write(figure, tmp_path / "a.png")
    assert "very" in (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(("user", "locked"), [(0, False), (1000, True)])
def test_the_browser_that_draws_keeps_its_sandbox(monkeypatch: pytest.MonkeyPatch, user: int, locked: bool) -> None:
    """A stranger's trace is drawn in the browser's sandbox, except as root, which has none."""
    asked: list[list[str]] = []

    def run(command: list[str], **given: Any) -> None:
        asked.append(command)
        raise OSError

    monkeypatch.setattr(files, "browser", lambda: "chromium")
    monkeypatch.setattr(files.os, "geteuid", lambda: user)
    monkeypatch.setattr(files.subprocess, "run", run)
    with pytest.raises(BadInput, match="did not draw"):
        files._by_browser(go.Figure(), "svg")
    assert ("--no-sandbox" not in asked[0]) is locked


def test_many_distributions_are_distinguishable() -> None:
    """Every broken rule must be visible, and a word of a toy pair is not markup."""
    found = [(f"law <{place}>", {"a": 0.25, "<b>x</b>": 0.75}) for place in range(12)]
    made = laws(found, ["<b>x</b>", "a", ""])
    assert [bar.name for bar in made.data] == [f"law &lt;{place}>" for place in range(12)]
    assert len({(bar.marker.color, bar.marker.pattern.shape) for bar in made.data}) == 12
    assert made.data[0].x == ("&lt;b>x&lt;/b>", "a", "(empty)")
    assert made.data[0].y == (0.75, 0.25, 0.0)
