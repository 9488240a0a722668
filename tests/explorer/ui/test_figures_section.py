"""Figures of the run on the stage: a saved picture shows the right step."""

import json
import re

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from explorer.figures.pictures import KINDS, picture
from explorer.service.store import open_trace
from explorer.ui import figures

CLIENT = TestClient(Starlette(routes=figures.routes()))


def where(name: str, iteration: int, phase: int, dark: bool = False) -> str:
    """What the browser reports about the stage."""
    return json.dumps({"name": name, "iteration": iteration, "phase": phase, "dark": dark})


@pytest.mark.parametrize("kind", figures.KINDS)
def test_every_figure_is_the_library_s_own(kind: str) -> None:
    """The page, the command line and notebooks draw the same figure, and its links return the same."""
    plot, said = figures.drawn(kind, where("dsbd", 2, 3))
    title = open_trace("dsbd").title
    at = (2, 3) if kind in ("graph", "tree", "dag") else (None, None)
    assert plot["value"] == picture([open_trace("dsbd")], [title], kind, *at)
    assert plot["visible"]
    page, data = (link.replace("&amp;", "&") for link in re.findall(r'href="(.*?)"', said))
    assert CLIENT.get(data).json()["data"] == json.loads(plot["value"].to_json())["data"]
    saved = CLIENT.get(page)
    assert saved.headers["content-disposition"] == f'attachment; filename="dsbd-{kind}.html"'
    assert "Plotly.newPlot" in saved.text


def test_every_kind_of_one_run_is_offered() -> None:
    """The page offers every figure of a run that the command line has."""
    assert set(figures.KINDS) == set(KINDS) - {"compare"}


def test_what_is_saved_in_the_dark_is_dark() -> None:
    """Light text on white paper cannot be read."""
    _, said = figures.drawn("graph", where("spd", 1, 1, dark=True))
    (_, data) = (link.replace("&amp;", "&") for link in re.findall(r'href="(.*?)"', said))
    assert "dark" in data
    assert CLIENT.get(data).json()["layout"]["paper_bgcolor"] == "#0b0f15"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ("nothing?kind=graph", "There is no recorded run"),
        ("..%2F..%2Fetc?kind=graph", "Not Found"),
        ("spd?kind=portrait", "unknown figure"),
        ("spd?kind=graph&iteration=x", "whole number"),
        ("spd?kind=graph&iteration=999", "999"),
        ("spd?kind=graph&phase=0", "phase"),
        ("spd?kind=graph&as=exe", "one of: html, json"),
    ],
)
def test_a_wrong_address_is_one_sentence(asked: str, words: str) -> None:
    """Somebody who types an address learns what is wrong with it."""
    answer = CLIENT.get(f"/explorer/figure/{asked}")
    assert answer.status_code == 404
    assert words.lower() in answer.text.lower()


def test_without_a_run_it_says_so() -> None:
    """An empty stage has nothing to draw, and the section says so."""
    plot, said = figures.drawn("graph", "")
    assert not plot["visible"]
    assert "no run is open" in said.lower()
