"""The command line: what it promises, and one sentence with exit code 2 for every bad call."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from explorer.__main__ import main
from tests.explorer.test_trace import TOY

ROOT = Path(__file__).parents[2]


@pytest.fixture
def toy(tmp_path: Path) -> str:
    path = tmp_path / "toy.json"
    path.write_text(json.dumps(TOY))
    return f"toy:{path}"


def call(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main([str(word) for word in words])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_record_validate_show(capsys: pytest.CaptureFixture[str], toy: str, tmp_path: Path) -> None:
    """The three commands of the README."""
    out = str(tmp_path / "t.jsonl")
    words = ["record", "spd", "--pair", toy, "--prompt", "a", "--seed", "1", "--max-new-tokens", "8"]
    assert call(capsys, *words, "-o", out)[0] == 0
    code, shown, _ = call(capsys, "validate", out)
    assert (code, "complete" in shown) == (0, True)
    code, shown, _ = call(capsys, "show", out)
    assert code == 0
    assert "iteration   0" in shown
    packed = str(tmp_path / "t.jsonl.gz")
    assert call(capsys, *words, "-o", packed)[0] == 0
    assert call(capsys, "validate", packed)[0] == 0


def test_export_is_one_offline_page(capsys: pytest.CaptureFixture[str], toy: str, tmp_path: Path) -> None:
    """An exported page is opened from a mail, with no server and no network."""
    out, page = tmp_path / "t.jsonl", tmp_path / "t.html"
    call(capsys, "record", "spd", "--pair", toy, "--prompt", "a", "--max-new-tokens", "4", "-o", out)
    assert call(capsys, "export", out, "--html", page)[0] == 0
    html = page.read_text(encoding="utf-8")
    assert "<html" in html
    for outside in ('src="http', 'href="http', "src='http", "@import", "url(http"):
        assert outside not in html


@pytest.mark.parametrize("command", ["methods", "pairs"])
def test_lists_are_json_alone(capsys: pytest.CaptureFixture[str], command: str) -> None:
    """Other programs read these."""
    code, out, err = call(capsys, command, "--json")
    assert (code, err) == (0, "")
    assert all("name" in one for one in json.loads(out))


def test_methods_json_has_the_promised_keys(capsys: pytest.CaptureFixture[str]) -> None:
    """The app, the README and scripts read ranges from here."""
    for method in json.loads(call(capsys, "methods", "--json")[1]):
        assert {"name", "title", "paper", "oracle", "settings"} <= set(method)
        for setting in method["settings"]:
            assert {"key", "type", "default", "min", "max", "choices", "help"} <= set(setting)


def test_law_and_sample_agree(capsys: pytest.CaptureFixture[str], toy: str) -> None:
    """Samples follow the law that `law` prints, in vocabulary words."""
    code, out, _ = call(capsys, "law", "spd", "--pair", toy, "--prompt", "a", "--max-new-tokens", "2")
    assert code == 0
    law = {json.dumps(row["beams"]): row["p"] for row in json.loads(out)["law"]}
    assert abs(sum(law.values()) - 1) < 1e-12
    words = ["sample", "spd", "--pair", toy, "--prompt", "a", "--max-new-tokens", "2", "--seeds", "0:400"]
    rows = [json.loads(line) for line in call(capsys, *words)[1].splitlines()]
    assert [row["seed"] for row in rows] == list(range(400))
    for beams, p in law.items():
        share = sum(json.dumps(row["beams"]) == beams for row in rows) / 400
        assert abs(share - p) < 5 * (p * (1 - p) / 400) ** 0.5 + 1e-9


def bench_words(toy: str, prompts: Path, out: Path) -> list[Any]:
    return ["bench", "multinomial,spd:gamma=2", "--pair", toy, "--prompts", prompts, "--max-new-tokens", "6", "-o", out]


def test_bench_writes_rows_and_ratios(capsys: pytest.CaptureFixture[str], toy: str, tmp_path: Path) -> None:
    """Every claim of speed in the README comes out of this command."""
    prompts = tmp_path / "p.jsonl"
    prompts.write_text('{"id":"1","prompt":"a"}\n{"id":"2","prompt":"b a"}\n')
    assert call(capsys, *bench_words(toy, prompts, tmp_path / "out"), "--repeat", "2")[0] == 0
    assert len((tmp_path / "out" / "runs.csv").read_text().splitlines()) == 1 + 2 * 2 * 2
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert summary["methods"][0]["ratio_to_multinomial"] == 1
    assert summary["cpu"]


BAD: list[tuple[list[str], str]] = [
    ([], "COMMAND"),
    (["fly"], "fly"),
    (["record"], "METHOD"),
    (["record", "spd"], "--pair"),
    (["record", "nope", "--pair", "TOY", "--prompt", "a", "-o", "OUT"], "nope"),
    (["record", "spd", "--pair", "nope", "--prompt", "a", "-o", "OUT"], "nope"),
    (["record", "spd", "--pair", "toy:/no/such.json", "--prompt", "a", "-o", "OUT"], "no toy pair"),
    (["record", "spd", "--pair", "TOY", "--prompt", "z", "-o", "OUT"], "'z'"),
    (["record", "spd", "--pair", "TOY", "--prompt", "a", "-o", "/no/such/t.jsonl"], "folder"),
    (["record", "spd", "--pair", "TOY", "--prompt", "a", "-o", "/dev/full"], ""),
    (["record", "spd", "--pair", "TOY", "--prompt", "a", "-o", "OUT", "--max-new-tokens", "0"], "max-new-tokens"),
    (["record", "spd", "--pair", "TOY", "--prompt", "a", "-o", "OUT", "--max-new-tokens", "x"], "whole number"),
    (["record", "spd", "--pair", "TOY", "--prompt", "a", "-o", "OUT", "--seed", "-1"], "--seed"),
    (["record", "spd", "--pair", "TOY", "--prompt", "a", "-o", "OUT", "--set", "gamma"], "KEY=VALUE"),
    (["record", "spd", "--pair", "TOY", "--prompt", "a", "-o", "OUT", "--set", "gamma=0"], "out of range"),
    (["record", "spd", "--pair", "TOY", "--prompt", "a", "-o", "OUT", "--set", "gamma=1.5"], "whole number"),
    (["record", "spd", "--pair", "TOY", "--prompt", "a", "-o", "OUT", "--set", "temperature=nan"], "out of range"),
    (["record", "spd", "--pair", "TOY", "--prompt", "a", "-o", "OUT", "--set", "wings=2"], "wings"),
    (["record", "greedy", "--pair", "TOY", "--prompt", "a", "-o", "OUT", "--set", "gamma=2"], "gamma"),
    (["record", "spd", "--pair", "/no/a+/no/b", "--prompt", "a", "-o", "OUT"], "/no/a"),
    (["sample", "spd", "--pair", "TOY", "--prompt", "a", "--seeds", "3"], "A:B"),
    (["sample", "spd", "--pair", "TOY", "--prompt", "a", "--seeds", "3:3"], "A:B"),
    (["law", "spd", "--pair", "smollm2", "--prompt", "a"], "toy"),
    (["bench", "spd", "--pair", "TOY", "--prompts", "/no/file", "-o", "OUT"], "--prompts"),
    (["validate", "/no/file"], "no file"),
    (["validate", "/"], "cannot be read"),
    (["show", "TOYFILE"], "line 1"),
]


@pytest.mark.parametrize(("words", "named"), BAD, ids=[" ".join(words)[:70] for words, _ in BAD])
def test_bad_calls(capsys: pytest.CaptureFixture[str], toy: str, tmp_path: Path, words: list[str], named: str) -> None:
    """One line that names what was wrong, no traceback, no usage dump, exit code 2."""
    places = {"TOY": toy, "OUT": str(tmp_path / "out.jsonl"), "TOYFILE": toy.removeprefix("toy:")}
    code, out, err = call(capsys, *(places.get(word, word) for word in words))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert named in err
    assert "Traceback" not in err
    assert "usage:" not in err


def test_a_killed_run_leaves_a_readable_trace(tmp_path: Path, toy: str) -> None:
    """SIGKILL loses at most the iteration in flight."""
    slow = tmp_path / "slow.py"
    slow.write_text(
        "import time, sys\nfrom decoders import toy\nold = toy.ToySession.forward\n"
        "def forward(self, *a):\n    time.sleep(0.02)\n    return old(self, *a)\ntoy.ToySession.forward = forward\n"
        "from explorer.__main__ import main\nsys.exit(main(sys.argv[1:]))\n"
    )
    endless = tmp_path / "endless.json"
    endless.write_text(json.dumps(TOY | {"eos": None}))
    out = tmp_path / "t.jsonl.gz"
    words = [
        "record",
        "multinomial",
        "--pair",
        f"toy:{endless}",
        "--prompt",
        "a",
        "--max-new-tokens",
        "4000",
        "-o",
        out,
    ]
    process = subprocess.Popen([sys.executable, slow, *words], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and not (out.exists() and out.stat().st_size > 2000):
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert main(["validate", str(out)]) == 0


def test_reading_a_trace_needs_no_torch(tmp_path: Path, toy: str) -> None:
    """`show` and toy pairs answer at once, also where torch is not installed."""
    out = tmp_path / "t.jsonl"
    code = (
        "import sys\nsys.modules['torch'] = None\nsys.modules['transformers'] = None\n"
        "from explorer.__main__ import main\n"
        f"assert main(['record', 'spd', '--pair', {toy!r}, '--prompt', 'a', '-o', {str(out)!r}]) == 0\n"
        f"assert main(['show', {str(out)!r}]) == 0\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)
