"""The lab's plots show the numbers of the table and are readable."""

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from explorer.lab.analysis import draw, panels
from explorer.lab.analysis.results import Results
from explorer.lab.catalog import KEPT, experiment_of
from explorer.lab.experiment import Cell, Experiment, Mark, metrics
from explorer.lab.sweep import results


def found(figure: Any, paper: bool = False) -> list[Any]:
    """The traces of a figure that show our numbers or the paper's; fronts only connect points."""
    return [part for part in figure.data if (part.legendgroup == "paper") is paper and part.hoverinfo != "skip"]


def titles(figure: Any) -> list[str]:
    """The titles of all axes."""
    return [axis.title.text or "" for axis in (*figure.select_xaxes(), *figure.select_yaxes())]


def made(experiment: Experiment, data: tuple[str, ...] = ("a", "b"), **more: float) -> Results:
    """Three prompts per set and cell, the fewest with an interval, with different numbers everywhere."""
    rows = []
    for place, cell in enumerate(experiment.cells):
        for number, name in enumerate(data):
            for task in ("0", "1", "2"):
                known = {"emitted": 10 + place, "seconds": 1 + number + int(task) / 10, "target_passes": 4 + number}
                known |= {
                    "modelled_joules": 2 + number,
                    "score": 1 + number,
                    "scored": 4,
                    "surprisal": 3 + place,
                    **more,
                }
                rows.append({"cell": cell.label, "data": name, "task": task, "seed": 0} | known)
    return Results(experiment, {}, rows)


@pytest.mark.parametrize("name", ["mtad-figure-3", "dsbd-figure-6", "gsd-figure-7", "mtad-table-6", "mtad-table-12"])
def test_plots_show_the_numbers_of_the_table(name: str) -> None:
    """A curve pooled over data sets would show numbers that the table does not have."""
    kept = results(KEPT / name)
    known = {row["value"] for row in kept.table()}
    drawn = [
        value for part in found(kept.experiment.draw(kept)) for value in (part.x if part.type == "bar" else part.y)
    ]
    assert drawn
    assert set(drawn) <= known


@pytest.mark.parametrize("name", ["mtad-table-10", "mtad-figure-4", "dsbd-figure-8"])
def test_every_data_set_has_a_panel_that_names_it(name: str) -> None:
    """Each data set has its own panel, because different rules judge them; odd numbers work, too."""
    experiment = experiment_of(name)
    for data in (("squad",), ("squad", "spider"), ("squad", "spider", "cnndm")):
        figure = experiment.draw(made(experiment, data))
        assert {note.text for note in figure.layout.annotations} == set(data)
        axes = {part.yaxis or "y" for part in found(figure)}
        assert len(axes) == len(figure.layout.annotations)


def test_a_paper_s_number_stands_in_the_panel_of_its_data_set() -> None:
    """A number measured on Spider must not be read as one for SQuAD."""
    cell = Cell("MTAD", "mtad", {}, "MTAD", 1.0)
    marks = (Mark("Table 0, Spider", "MTAD", "tokens_per_pass", 5, 1), Mark("Table 0", "MTAD", "tokens_per_pass", 6, 1))
    chosen = metrics("tokens_per_pass")
    experiment = replace(experiment_of("mtad-table-10"), cells=(cell,), metrics=chosen, marks=marks)
    figure = draw.curves("τ", "tokens_per_pass")(made(experiment, ("squad", "spider")))
    assert [(part.yaxis, part.y) for part in found(figure, paper=True)] == [("y", (6,)), ("y2", (5, 6))]


def test_measured_joules_are_drawn_beside_the_modelled() -> None:
    """Measured joules have panels only if they exist."""
    for name in ("mtad-table-3", "mtad-table-11", "mtad-figure-5"):
        experiment = experiment_of(name)
        assert not [title for title in titles(experiment.draw(made(experiment))) if "measured" in title]
        figure = experiment.draw(made(experiment, measured_joules=7.0))
        assert any("measured J/token" in title for title in titles(figure))
        assert {row["metric"] for row in made(experiment, measured_joules=7.0).table()} >= {"measured_j_per_token"}


def test_points_of_a_cloud_show_their_intervals() -> None:
    """Points with overlapping intervals must not look better or worse."""
    experiment = experiment_of("dsbd-figure-6")
    clouds = found(experiment.draw(made(experiment)))
    assert clouds
    for part in clouds:
        assert len(part.error_x.array) == len(part.error_y.array) == len(part.x)
    assert any(end > 0 for part in clouds for end in part.error_x.array)


def test_whole_numbers_along_an_axis_stay_whole() -> None:
    """There is no child of rank 1.5."""
    kept = results(KEPT / "gsd-figure-7")
    assert {axis.tickvals for axis in kept.experiment.draw(kept).select_xaxes()} == {(1, 2, 3, 4)}
    kept = results(KEPT / "mtad-figure-3")
    assert {axis.tickvals for axis in kept.experiment.draw(kept).select_xaxes()} == {None}


def test_intervals_of_several_curves_lie_beside_one_another() -> None:
    """Eight intervals on one line would look like one; the text still has the whole number."""
    kept = results(KEPT / "gsd-figure-7")
    parts = [part for part in found(kept.experiment.draw(kept)) if part.yaxis == "y"]
    firsts = [part.x[0] for part in parts]
    assert len(set(firsts)) == len(firsts) == 3
    assert all(abs(x - 1) < 0.25 for x in firsts)
    assert all(part.hovertext[0].startswith("1<br>") for part in parts)


def test_a_curve_without_points_takes_no_other_s_place_in_the_legend() -> None:
    """A curve without points must not remove others from the legend."""
    kept = results(KEPT / "gsd-figure-8")
    for row in kept.rows:
        del row["retained"]
    parts = found(kept.experiment.draw(kept))
    assert all(len(part.x) for part in parts)
    assert len({part.name for part in parts if part.showlegend}) == len(kept.cells)


def test_many_curves_can_be_told_apart() -> None:
    """GSD Figure 8 has eight curves, and there are only six colours."""
    kept = results(KEPT / "gsd-figure-8")
    looks = {(part.line.color, part.line.dash, part.marker.symbol) for part in found(kept.experiment.draw(kept))}
    assert len(looks) == len(kept.cells) == 8
    experiment = experiment_of("mtad-figure-5")
    clouds = found(experiment.draw(made(experiment)))
    assert len({(part.marker.color, part.marker.symbol) for part in clouds}) == len(experiment.cells) == 8


@pytest.mark.parametrize("name", ["mtad-table-12", "mtad-table-8"])
def test_labels_of_bars_have_as_much_room_as_they_need(name: str) -> None:
    """Labels of bars must neither run into the next panel nor leave an empty field."""
    kept = results(KEPT / name)
    figure = kept.experiment.draw(kept)
    told = figure.layout.yaxis.ticktext
    assert max(len(line) for text in told for line in text.split("<br>")) <= panels.LABEL
    domains = [axis.domain for axis in figure.select_yaxes()]
    high = figure.layout.height - figure.layout.margin.t - figure.layout.margin.b
    for below, above in domains:
        room = (above - below) * high / len(told)
        assert room >= max(panels.BAR * len(kept.data), panels.LINE * max(text.count("<br>") + 1 for text in told))
    for (upper, _), (_, lower) in pairwise(domains):
        assert (upper - lower) * high == pytest.approx(panels.GAP)
    assert all(axis.automargin and axis.autorange == "reversed" for axis in figure.select_yaxes())


def test_numbers_far_apart_stand_on_powers_of_ten() -> None:
    """Values that differ by powers of ten must all be visible."""
    kept = results(KEPT / "gsd-table-1")
    kinds = {axis.title.text: axis.type for axis in kept.experiment.draw(kept).select_xaxes()}
    assert kinds["draft tokens per run ↓"] == "log"
    assert kinds["speed-up ↑"] is None
    assert kinds["graph success (percent)"] is None, (
        "the paper's 0 of TSD, and the interval of ours, have no place there"
    )
    kept = results(KEPT / "gsd-table-5")
    axes = list(kept.experiment.draw(kept).select_yaxes())
    assert {axis.type for axis in axes[:2]} == {"log"}


def test_a_paper_s_prompt_lengths_stand_at_their_data_sets() -> None:
    """Five diamonds above one bar would not say which set is which."""
    kept = results(KEPT / "mtad-table-6")
    (part,) = found(kept.experiment.draw(kept), paper=True)
    assert dict(zip(part.y, part.x, strict=True)) == {
        "ChatGPT-Prompts": 25.2, "ChatAlpaca": 277.7, "CNNDM": 3967.1, "spider": 347.68, "HumanEval": 67,
    }  # fmt: skip


def test_an_empty_panel_says_so() -> None:
    """An empty panel must not look like an error; a figure is plain JSON."""
    experiment = experiment_of("mtad-figure-3")
    figure = experiment.draw(_without(experiment))
    assert "Not available for these runs." in {note.text for note in figure.layout.annotations}
    json.loads(figure.to_json())


def _without(experiment: Experiment) -> Results:
    """Runs whose perplexity is unknown."""
    given = made(experiment)
    return Results(
        experiment, {}, [{key: value for key, value in row.items() if key != "surprisal"} for row in given.rows]
    )
