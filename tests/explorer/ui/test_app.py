"""The app without a browser: choices, runs, storage, refusals and routes."""

import gzip
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from decoders.catalog import DECODERS
from decoders.errors import BadInput
from decoders.pairs import load_pair
from explorer.service import live as running
from explorer.service import store as shelf
from explorer.service.offered import check_pair
from explorer.service.recording import record
from explorer.service.request import RunRequest
from explorer.trace.format import read
from explorer.trace.line_validators import Line
from explorer.ui.form import choices
from explorer.ui.server import api
from explorer.ui.tabs.traces import keep_upload
from tests.fresh import python
from tests.records import an_iteration

ROOT = Path(__file__).parents[3]
TOY = next(iter(choices.toys()))
PROMPT = choices.prompts(TOY)[0]


def test_page_is_built_without_torch() -> None:
    """The first picture must not wait for torch, transformers or plotly."""
    heavy = "torch transformers plotly networkx"
    done = python(f"import sys, app; print([m for m in {heavy.split()} if m in sys.modules])")
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_importing_the_package_is_light() -> None:
    """A notebook and `--help` must wait for neither torch nor Gradio."""
    code = "import sys, explorer\nexplorer.RunRequest, explorer.Trace, explorer.record, explorer.open_trace\n"
    code += "print([m for m in ('torch', 'gradio', 'transformers') if m in sys.modules])"
    words = [sys.executable, "-c", code]  # an interpreter that has imported nothing yet
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[]", done.stderr


def test_page_is_plain_data() -> None:
    """A callable in the page's data would make Gradio copy the whole app for every visitor."""
    code = """
import app
def odd(value, path):
    if isinstance(value, dict):
        return [found for key, one in value.items() for found in odd(one, (*path, key))]
    if isinstance(value, list | tuple):
        return [found for i, one in enumerate(value) for found in odd(one, (*path, i))]
    return [] if isinstance(value, str | int | float | None) else [(path, type(value).__name__)]
config = app.demo.get_config_file()
print(odd(config["components"], ()) + odd(config["dependencies"], ()))
"""
    done = python(code)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_toy_run_needs_no_torch() -> None:
    """A class on small laptops can run every toy pair."""
    request = f"RunRequest('spd', {TOY!r}, {PROMPT!r}, limit=4)"
    code = "import sys\nfrom explorer.service import live as running\nfrom explorer.service.request import RunRequest\n"
    code += f"print(len([n for n in running.follow({request})]) > 0)\n"
    done = python(code + "print('torch' in sys.modules)")
    assert done.stdout.split() == ["True", "False"], done.stderr


def test_busy_port_is_one_sentence() -> None:
    """Starting the app twice must not end in a traceback."""
    import socket

    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = python(f"import sys, app; sys.exit(app.main(['--port', '{port}']))")
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert f"Port {port}" in done.stderr
    assert "--port" in done.stderr


def test_odd_port_is_one_sentence() -> None:
    """A typo in the environment must not end in a traceback."""
    command, env = [sys.executable, "app.py"], os.environ | {"GRADIO_SERVER_PORT": "web"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 2
    assert "The port web is not valid. Use a whole number from 1 to 65535." in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_addresses() -> None:
    """A Space is reached only on every interface, and a laptop must not be open to its network."""
    code = """
import os, app
for name in ("GRADIO_SERVER_NAME", "GRADIO_SERVER_PORT", "PORT", "SPACE_ID"):
    os.environ.pop(name, None)
print(app.parse([]))
os.environ["PORT"] = "8001"
print(app.parse([]))
os.environ["SPACE_ID"] = "someone/space"
print(app.parse(["--port", "9"]))
"""
    assert python(code).stdout.splitlines() == ["('127.0.0.1', 7860)", "('127.0.0.1', 8001)", "('0.0.0.0', 9)"]


def test_a_setting_is_what_was_written_or_is_refused() -> None:
    """Run must use the number that is shown in the field."""
    code = """
import gradio as gr
from decoders.errors import BadInput
from explorer.ui.form.controls import SettingsPanel
from explorer.ui.tabs.explore import request_of
with gr.Blocks(analytics_enabled=False):
    panel = SettingsPanel("spd")
held = {place: widget.value for place, widget in panel.widgets.items()}
gamma = next(place for place in held if place[0] == "gamma")
for value in (None, "", 2.7, float("inf"), float("nan"), "1e3", "1_0", "\u0663", True, 3.0):
    written = panel.widgets[gamma].preprocess(value)
    around = ("auto", "", "", "", False)
    values = ("smollm2", "spd", "a", 0, 5, False, "auto", *around, *(held | {gamma: written}).values())
    try:
        print(request_of(panel, values).chosen.gamma)
    except BadInput as error:
        print(error)
"""
    *refused, taken = python(code).stdout.splitlines()
    assert taken == "3"
    assert len(refused) == 9
    assert all("(γ) is empty" in line for line in refused[:2])
    assert all("gamma=" in line for line in refused[2:])


def test_widgets_hold_every_setting() -> None:
    """A setting that its widget cannot hold could not be set in the app."""
    code = """
import gradio as gr
from decoders.catalog import DECODERS
from decoders.core.settings import describe, make
from explorer.ui.form.controls import SettingsPanel, default_value, widget_kind
with gr.Blocks(analytics_enabled=False):
    panel = SettingsPanel("spd")
for name, one in DECODERS.items():
    specs = {(spec["key"], widget_kind(spec)): spec for spec in describe(one.settings)}
    values = [default_value(specs[place]) if place in specs else None for place in panel.widgets]
    assert make(one.settings, panel.read(name, values)) == one.settings(), name
    shown = [update.get("visible") for update in panel.show(name)]
    assert shown == [place in specs for place in panel.widgets], name
searched = dict(zip(panel.widgets, panel.show("mcss", {"branching": [2, 1]}), strict=True))
assert searched["branching", "ints"]["value"] == "2,1", "searched settings are filled in"
searched = dict(zip(panel.widgets, panel.show("spd", {"gamma": 2}), strict=True))
assert searched["gamma", "slider"]["value"] == 2
assert "value" not in searched["temperature", "slider"], "what one has set stays"
print(len(DECODERS))
"""
    done = python(code)
    assert done.stdout.strip() == str(len(DECODERS)), done.stderr


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"method": "magic"}, "Unknown method"),
        ({"pair": "toy:/etc/passwd"}, "Unknown pair"),
        ({"seed": -1}, "seed"),
        ({"limit": 0}, "new tokens"),
        ({"limit": 10**9}, "new tokens"),
        ({"settings": {"gamma": 99}}, "gamma=99"),
        ({"prompt": "zebra"}, "zebra"),
        ({"method": None}, "The method must be text, but is null"),
        ({"method": ["spd"]}, "The method must be text"),
        ({"pair": None}, "The pair must be text, but is null"),
        ({"pair": ["x"] * 99}, r"The pair must be text, but is .{60}…\.$"),
        ({"prompt": None}, "The prompt must be text, but is null"),
        ({"prompt": ["a"]}, r"The prompt must be text, but is \[\"a\"\]"),
        ({"raw": "false"}, "raw must be true or false, but is"),
        ({"seed": 1.5}, "The seed must be a whole number from 0 to 9007199254740991, but is 1.5"),
        ({"seed": True}, "The seed must be a whole number .* but is true"),
        ({"seed": None}, "The seed must be a whole number .* but is null"),
        ({"limit": 2.9}, "The number of new tokens must be a whole number from 1 to 4096, but is 2.9"),
        ({"limit": float("nan")}, "The number of new tokens .* but is NaN"),
    ],
)
def test_bad_requests_are_one_sentence(change: dict[str, Any], says: str) -> None:
    """Impossible requests are refused with a sentence, before anything is loaded."""
    good: dict[str, Any] = {"method": "spd", "pair": TOY, "prompt": PROMPT}
    with pytest.raises(BadInput, match=says):
        list(running.follow(RunRequest(**(good | change))))


@pytest.mark.parametrize("text", ["{", "null", "[]", "[" * 50_000, '{"top_k":' + "9" * 5000 + "}", ["gamma"], 5])
def test_settings_that_are_no_json_object_are_one_sentence(text: Any) -> None:
    """Wrong settings in a script are named, whatever they are."""
    with pytest.raises(BadInput, match=r"^The value of settings must be a JSON object such as .*, but is ") as caught:
        api.settings_of(text)
    assert len(str(caught.value)) < 160
    assert [api.settings_of(good) for good in ("", '{"gamma": 2}', {"gamma": 2})] == [{}, {"gamma": 2}, {"gamma": 2}]


def test_public_app_loads_no_named_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """A visitor of a Space must not make it download any model."""
    check_pair("folder/one+folder/two")
    monkeypatch.setenv("SPACE_ID", "someone/space")
    with pytest.raises(BadInput, match="Unknown pair"):
        check_pair("folder/one+folder/two")


def test_run_equals_the_recording_and_is_kept() -> None:
    """The stage, the stored file and the command line have the same run."""
    request = RunRequest("spd", TOY, PROMPT, {"gamma": 2}, 5, 8)
    news = list(running.follow(request))
    lines = [line for one in news for line in one.lines]
    direct = list(record(request, load_pair(f"toy:{choices.toys()[TOY]}")))
    assert [line.kind for line in lines] == [line.kind for line in direct]
    assert lines[-1].tokens == direct[-1].tokens
    kept = read(shelf.find(news[0].name))
    assert [kept.header, *kept.iterations, kept.summary] == lines
    assert kept.header.pair == TOY, "a trace must not tell where this copy is installed"


def endless(closed: threading.Event) -> running.Source:
    def lines(request: RunRequest, report: Any) -> Iterator[Line]:
        try:
            while True:
                time.sleep(0.01)
                yield an_iteration(seconds=0.01)
        finally:
            closed.set()

    return lines


def test_closing_stops_the_decoder() -> None:
    """Stop or a closed tab must free the machine for others."""
    closed = threading.Event()
    run = running.follow(RunRequest("spd", TOY, PROMPT), endless(closed))
    next(run)
    assert next(run).lines
    run.close()
    assert closed.wait(60)


def test_silent_run_can_be_stopped() -> None:
    """While a large pair loads, nothing is reported for long, and Stop must still work."""
    gone = threading.Event()

    def silent(request: RunRequest, report: Any) -> Iterator[Line]:
        gone.wait(300)
        yield an_iteration()

    run = running.follow(RunRequest("spd", TOY, PROMPT), silent)
    next(run)
    begun = time.monotonic()
    assert next(run).lines == []
    assert time.monotonic() - begun < 60
    run.close()
    gone.set()


def test_failure_is_told_once_and_ends_the_run() -> None:
    """An unexpected error gives a sentence, and the thread ends."""

    def broken(request: RunRequest, report: Any) -> Iterator[Line]:
        yield an_iteration()
        raise ArithmeticError("odd")

    with pytest.raises(ArithmeticError) as caught:
        list(running.follow(RunRequest("spd", TOY, PROMPT), broken))
    assert "ArithmeticError: odd" in running.friendly(caught.value)


def kept_after(runs: shelf.Runs, ages: list[int], size: int = 1) -> list[bool]:
    """Which of some runs with these ages in seconds are still stored when the last one is."""
    names = []
    for age in ages:
        name, path = runs.create()
        path.write_text("x" * size, encoding="utf-8")
        os.utime(path, (time.time() - age,) * 2)
        names.append(name)
    assert len(set(names)) == len(names)
    return [runs.path(name) is not None for name in names]


def test_kept_runs_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy day must not fill the disk, and invalid ids lead nowhere."""
    monkeypatch.setenv("EXPLORER_MAX_TRACES", "3")
    assert kept_after(shelf.Runs(), [60, 50, 40, 30, 20, 10]) == [False, False, False, True, True, True]
    monkeypatch.setenv("EXPLORER_MAX_KEPT_MB", "1")
    assert kept_after(shelf.Runs(), [30, 20, 10], 700_000) == [False, True, True], "and the one being written"
    assert shelf.Runs().path("../../etc/passwd") is None


def test_runs_and_uploads_expire(monkeypatch: pytest.MonkeyPatch) -> None:
    """Visitors' files are not stored forever, and a link says so once the time is over."""
    monkeypatch.setenv("EXPLORER_MAX_HOURS", "1")
    runs = shelf.Runs()
    assert kept_after(runs, [3700, 3500]) == [False, True]
    runs.create()
    assert runs.kept() == (1, 1)


def test_missing_traces_are_named() -> None:
    """A link to a deleted trace says what is missing."""
    with pytest.raises(BadInput, match="no longer stored"):
        shelf.find("run-" + "A" * 22)
    with pytest.raises(BadInput, match="There is no recorded run"):
        shelf.find("../spd")
    for odd in (None, 5, ["spd"]):
        with pytest.raises(BadInput, match="The name of a trace must be text"):
            shelf.find(odd)  # pyright: ignore[reportArgumentType]


def test_large_uploads_are_checked_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A large file takes many times its size of memory; meanwhile others can open traces."""
    done = threading.Event()

    def upload() -> None:
        keep_upload(str(shelf.find("spd")))
        done.set()

    with shelf.CHECKING:
        keep_upload(str(shelf.find("spd")))  # a small one does not wait
        monkeypatch.setattr(shelf, "SMALL", 0)
        threading.Thread(target=upload, daemon=True).start()
        assert not done.wait(1), "a second large one waits"
        assert shelf.open_trace("spd").iterations
    assert done.wait(60)


def test_the_check_of_an_upload_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow check must not block uploads of others."""
    monkeypatch.setattr(shelf, "time", SimpleNamespace(thread_time=iter(range(0, 10**6, 7)).__next__, time=time.time))
    monkeypatch.setenv("EXPLORER_MAX_CHECK_SECONDS", "20")
    with pytest.raises(BadInput, match=r"takes more than 20 s, which is the limit\. Record fewer tokens\."):
        keep_upload(str(shelf.find("spd")))


def test_large_and_hostile_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A gzip bomb must not use the server's memory."""
    monkeypatch.setenv("EXPLORER_MAX_TRACE_MB", "1")
    bomb = tmp_path / "bomb.jsonl.gz"
    bomb.write_bytes(gzip.compress(bytes(600_000)) + gzip.compress(bytes(600_000)))
    with pytest.raises(BadInput, match="Unpacked, the file is larger"):
        shelf.unpack(bomb)
    monkeypatch.setenv("EXPLORER_MAX_UPLOAD_MB", "1")
    bomb.write_bytes(bytes(1_100_000))
    with pytest.raises(BadInput, match="larger than"):
        shelf.unpack(bomb)
    monkeypatch.undo()
    broken = tmp_path / "broken.jsonl.gz"
    broken.write_bytes(b"\x1f\x8b" + b"nonsense")
    with pytest.raises(BadInput, match="not a valid gzip"):
        shelf.unpack(broken)
