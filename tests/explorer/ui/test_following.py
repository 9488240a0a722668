"""The controls follow an opened trace, and say what they cannot take over."""

import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from explorer.service import store as shelf
from explorer.service.queue import memory as loaded
from explorer.service.request import MAX_NEW_TOKENS
from explorer.trace.lines import Engine, Header
from explorer.ui.form import following
from tests.fresh import python

TRACES = [card.name for card in shelf.gallery()]


def head(name: str = "spd", **change: Any) -> Header:
    found = shelf.header(name)
    assert found is not None
    return replace(found, **change)


def said(done: "subprocess.CompletedProcess[str]") -> str:
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("name", TRACES)
def test_a_header_asks_for_its_own_run(name: str) -> None:
    """Otherwise a person would see one method and run another."""
    known, (values, note) = head(name), following.asked(head(name))
    assert note == ""
    assert (values["method"], values["pair"], values["prompt"]) == (known.method, known.pair, known.prompt)
    assert (values["seed"], values["new"], values["raw"]) == (known.seed, known.max_new_tokens, known.raw)


def test_the_engine_is_the_machines_own_affair() -> None:
    """Bundled runs were recorded on torch, which must not slow down a visitor's run."""
    values, _ = following.asked(head(engine=Engine("torch", "torch", "asked")))
    assert "engine" not in values


def test_widgets_hold_what_every_bundled_trace_asks_for() -> None:
    """A lost setting would make Run start another run than the one shown."""
    code = """
import json, gradio as gr
from decoders.catalog import decoder
from explorer.ui.form.controls import SettingsPanel
from explorer.ui.form.following import KEYS, Following, asked
from explorer.service.store import gallery, header
with gr.Blocks(analytics_enabled=False):
    panel = SettingsPanel("spd")
    controls = [gr.Textbox() for _ in KEYS] + panel.outputs
    follow = Following(controls, gr.Dropdown(), panel, gr.Button())
for card in gallery():
    head = header(card.name)
    number, shown, wanted = json.loads(follow.answer(7, ["open"], asked(head)[0]))
    assert (number, shown) == (7, ["open"])
    assert len(wanted) == len(controls), card.name
    assert [key for key, one in zip(KEYS, wanted) if not one] == ["engine", "dtype"], card.name
    values = [one[0] if one else None for one in wanted[len(KEYS):]]
    found = decoder(head.method)
    assert found.make_settings(panel.read(head.method, values)) == found.make_settings(head.settings), card.name
    shown = [update["visible"] for update in panel.fit(head.method)]
    assert [bool(one) for one in wanted[len(KEYS):]] == shown, card.name
    assert not any("value" in update for update in panel.fit(head.method)), card.name
print(len(gallery()))
"""
    assert said(python(code)) == str(len(TRACES))


def test_first_page_holds_what_it_shows() -> None:
    """Run on a new page must repeat what the page shows."""
    code = """
import app, json
from explorer.site.opening import default_trace
from explorer.service.store import header
props = [one["props"] for one in app.demo.get_config_file()["components"]]
first = {one["label"]: one.get("value") for one in reversed(props) if one.get("label")}
head = header(default_trace())
got = [first[label] for label in ("Model pair", "Method", "Prompt", "Seed", "New tokens", "Top-k", "Draft length (γ)")]
keys = ("pair", "method", "prompt", "seed", "max_new_tokens")
print(got == [*(getattr(head, key) for key in keys), head.settings["top_k"], head.settings["gamma"]] or got)
"""
    assert said(python(code)) == "True"


@pytest.mark.parametrize(
    ("change", "missing", "says"),
    [
        (
            {"pair": "toy:/somewhere/mine.json"},
            "pair",
            "The model pair toy:/somewhere/mine.json of this trace is not available here",
        ),
        (
            {"pair": "someone/large+someone/small"},
            "pair",
            "is not available here. The pair in the form was not changed.",
        ),
        ({"pair": "toy:yours"}, "pair", "This is the run of your toy pair."),
        ({"method": "newer"}, "method", "The method newer of this run is unknown here"),
        ({"seed": 2**53}, "seed", "The seed 9007199254740992 of this run is out of range"),
    ],
)
def test_what_cannot_be_taken_is_said_in_one_line(change: dict[str, Any], missing: str, says: str) -> None:
    """A control that is silently unchanged would be taken for the trace's."""
    values, note = following.asked(head(**change))
    assert missing not in values
    assert values["prompt"] == head().prompt, "the others follow all the same"
    assert says in note
    assert "\n" not in note


def test_traces_of_other_versions_and_longer_runs() -> None:
    """The command line runs more tokens than the app, and settings differ between versions."""
    values, note = following.asked(head(max_new_tokens=40_000))
    assert values["new"] == MAX_NEW_TOKENS
    assert f"the limit here is {MAX_NEW_TOKENS}" in note
    values, note = following.asked(head(settings={"gamma": 4, "magic": 1}))
    assert values["method"] == "spd"
    assert "The method spd has no setting “magic”" in note
    values, note = following.asked(head(seed=None))
    assert "seed" not in values
    assert values["raw"] is False
    assert note == ""


def test_a_pair_in_memory_is_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reopened run of your own two folders keeps its pair."""
    monkeypatch.setattr(loaded, "_KEPT", {("folder/one+folder/two", "auto", "auto"): None})
    values, note = following.asked(head(pair="folder/one+folder/two"))
    assert (values["pair"], note) == ("folder/one+folder/two", "")


def test_a_run_without_header_asks_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A link to a starting or deleted run must neither fail nor change a control."""
    monkeypatch.setattr(shelf, "RUNS", shelf.Runs())
    name, path = shelf.RUNS.create()
    path.touch()
    assert following.asked_by(name) == ({}, "")
    Path(path).unlink()
    assert following.asked_by(name) == ({}, "")
    assert following.asked_by(None) == ({}, "")
