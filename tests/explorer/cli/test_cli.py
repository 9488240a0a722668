"""The command line: its promises, and one sentence with exit code 2 for every bad call."""

import csv
import importlib
import json
import math
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import explorer
from benchmarks.rounds import Work
from decoders.errors import BadInput
from decoders.files import write_whole
from explorer.cli.main import main
from explorer.measuring import compare as comparing
from tests.explorer.conftest import TOY

ROOT = Path(__file__).parents[3]


def call(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
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
    """An exported page is opened from a mail, without a server or network."""
    out, page = tmp_path / "t.jsonl", tmp_path / "t.html"
    call(capsys, "record", "spd", "--pair", toy, "--prompt", "a", "--max-new-tokens", "4", "-o", out)
    assert call(capsys, "export", out, "--html", page)[0] == 0
    html = page.read_text(encoding="utf-8")
    assert "<html" in html
    for outside in ('src="http', 'href="http', "src='http", "@import '", '@import "', "@import url", "url(http"):
        assert outside not in html


@pytest.mark.parametrize("command", ["methods", "pairs"])
def test_lists_are_json_alone(capsys: pytest.CaptureFixture[str], command: str) -> None:
    """Other programs read these lists."""
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
    """Samples follow the output distribution that `law` prints, in vocabulary words."""
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
    return [
        "bench",
        "multinomial,spd:gamma=2,mcss:branching=2,1,beam-sampling:width=3",
        "--pair",
        toy,
        "--prompts",
        prompts,
        "--max-new-tokens",
        "6",
        "-o",
        out,
    ]


def test_bench_writes_rows_and_ratios(capsys: pytest.CaptureFixture[str], toy: str, tmp_path: Path) -> None:
    """Every claim about speed in the README comes from this command."""
    prompts = tmp_path / "p.jsonl"
    prompts.write_text('{"id":"=1+1","prompt":"a"}\n{"id":"2","prompt":"b a"}\n')
    assert call(capsys, *bench_words(toy, prompts, tmp_path / "out"), "--repeat", "2")[0] == 0
    rows = list(csv.DictReader((tmp_path / "out" / "runs.csv").read_text().splitlines()))
    assert len(rows) == 4 * 2 * 2
    assert {row["prompt"] for row in rows} == {"'=1+1", "2"}, "no spreadsheet computes an id"
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert summary["methods"][0]["ratio_to_multinomial"] == 1
    assert [row["mean_width"] for row in summary["methods"]] == [None, None, None, 3]
    assert summary["settings"]["mcss:branching=2,1"]["branching"] == [2, 1]
    assert summary["cpu"]


def test_a_comparison_that_is_stopped_leaves_no_summary(
    capsys: pytest.CaptureFixture[str], toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Earlier medians next to new rows would be taken for theirs; a refusal changes nothing."""
    prompts, out = tmp_path / "p.jsonl", tmp_path / "out"
    prompts.write_text('{"prompt":"a"}\n')
    assert call(capsys, *bench_words(toy, prompts, out))[0] == 0
    first = {path.name: path.read_bytes() for path in out.iterdir()}
    assert set(first) == {"runs.csv", "summary.json"}
    prompts.write_text('{"prompt":"z"}\n')
    assert call(capsys, *bench_words(toy, prompts, out))[0] == 2
    assert {path.name: path.read_bytes() for path in out.iterdir()} == first
    prompts.write_text('{"prompt":"a"}\n{"prompt":"b a"}\n')
    real, made = comparing.timed_run, list[Any]()

    def stopped(*given: Any) -> Any:
        made.append(given)
        if len(made) > 3:
            raise KeyboardInterrupt
        return real(*given)

    monkeypatch.setattr(comparing, "timed_run", stopped)
    assert call(capsys, *bench_words(toy, prompts, out))[0] == 130
    assert [path.name for path in out.iterdir()] == ["runs.csv"]
    assert len((out / "runs.csv").read_text().splitlines()) == 1 + 3


BAD: list[tuple[list[str], str]] = [
    ([], "COMMAND"),
    (["fly"], "fly"),
    (["record"], "METHOD"),
    (["record", "spd"], "--pair"),
    (["record", "nope", "--pair", "TOY", "--prompt", "a", "-o", "OUT"], "nope"),
    (["record", "spd", "--pair", "nope", "--prompt", "a", "-o", "OUT"], "nope"),
    (["record", "spd", "--pair", "toy:/no/such.json", "--prompt", "a", "-o", "OUT"], "/no/such.json does not exist"),
    (["record", "spd", "--pair", "TOY", "--prompt", "z", "-o", "OUT"], "“z”"),
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
    (["validate", "/no/file"], "/no/file does not exist"),
    (["validate", "/"], "not a file"),
    (["show", "TOYFILE"], "Line 1"),
    (["validate", "/dev/zero"], "not a file"),
    (["record", "spd", "--pair", "toy:/dev/zero", "--prompt", "a", "-o", "OUT"], "not a file"),
    (["bench", "spd", "--pair", "TOY", "--prompts", "/dev/zero", "-o", "OUT"], "not a file"),
    (["record", "spd", "--pair", "TOY", "--prompt", "a", "-o", "OUT", "--dtype", "float8"], "dtype float8"),
    (["record", "spd", "--pair", "TOY", "--prompt", "a", "-o", "OUT", "--device", "gpu"], "device gpu"),
    (["law", "spd", "--pair", "TOY", "--prompt", "a", "--device", "meta"], "device meta"),
    (["sample", "spd", "--pair", "TOY", "--prompt", "a", "--seeds", "0:1", "--dtype", ""], "Unknown dtype"),
    (["record", "spd", "--pair", "TOY", "--prompt", "a", "-o", "OUT", "--set", "top_k=10000000000000000000"], "100000"),
    (["record", "spd", "--pair", "TOY", "--prompt", "a", "-o", "OUT", "--set", "gamma=" + "9" * 5000], "gamma=999"),
    (["record", "spd", "--pair", "TOY", "--prompt", "a", "-o", "OUT", "--seed", "9" * 5000], "whole number"),
    (["record", "spd", "--pair", "TOY", "--prompt", "\udcff", "-o", "OUT"], "\\udcff"),
    (["sample", "spd", "--pair", "TOY", "--prompt", "a", "--seeds", "0:" + "9" * 5000], "A:B"),
    (["sample", "spd", "--pair", "TOY", "--prompt", "a", "--seeds", f"0:{2**63 + 1}"], "--seed"),
    (["bench", "spd", "--pair", "TOY", "--prompts", "TOYFILE", "-o", "TOYFILE"], "cannot be a folder"),
    (["bench", "spd", "--pair", "TOY", "--prompts", "TOYFILE", "-o", "OUT", "--repeat", "9" * 12], "--repeat"),
    (["energy-batch", "--pair", "smollm2", "-o", "/no/such/batch.json"], "folder"),
    (["energy-batch", "--pair", "smollm2", "--batches", "1,2,1000"], "256"),
    (["energy-batch", "--pair", "smollm2", "--batches", ",".join(["1"] * 10_000)], "batch sizes"),
    (["energy-repeat", "spd", "--pair", "smollm2", "--prompt", "a", "-o", "TOYFILE"], "cannot be a folder"),
    (["energy-traces", "--pair", "smollm2", "-o", "TOYFILE"], "cannot be a folder"),
    (["energy-repeat", "spd:gamma=2,1", "--pair", "smollm2", "--prompt", "a"], "gamma=2,1 is not valid"),
    (["energy-traces", "--methods", "spd:gamma=2,1", "--pair", "smollm2", "-o", "OUT"], "gamma=2,1 is not valid"),
    (["skips", "--pair", "smollm2", "-o", "TOYFILE"], "cannot be a folder"),
    (["skips", "--pair", "smollm2", "--engine", "numba"], "Choose one of: auto, torch"),
    (["record", "spd", "--pair", "TOY", "--prompt", "a", "-o", "TOYFILE"], "the toy pair itself"),
    (["bench", "spd,greedy", "--pair", "TOY", "--prompts", "PROMPTS", "-o", "OUT", "--set", "wings=2"], "“wings”"),
    (["bench", "spd,spd", "--pair", "TOY", "--prompts", "PROMPTS", "-o", "OUT"], "twice"),
    (["bench", "spd:gamma=1:gamma=2", "--pair", "TOY", "--prompts", "PROMPTS", "-o", "OUT"], "twice"),
    (["bench", "spd", "--pair", "TOY", "--prompts", "TWICE", "-o", "OUT"], "Two prompts"),
    (["bench", "spd", "--pair", "TOY", "--prompts", "HALF", "-o", "OUT"], "Line 1"),
    (["bench", "spd", "--pair", "TOY", "--prompts", "DEEP", "-o", "OUT"], "Line 1"),
    (["bundle", "nothing"], "no bundled trace"),
    (["record", "spd", "--pair", "TOY", "--prompt", "a", "-o", ""], "The name is empty"),
    (["bench", "spd", "--pair", "TOY", "--prompts", "PROMPTS", "-o", ""], "The name is empty"),
    (["site", "-o", " "], "The name is empty"),
    (["record", "spd", "--pair", "TOY", "--prompt", "a", "-o", "/tmp"], "-o /tmp is a folder. Choose a file in it."),
    (["record", "spd", "--pair", "", "--prompt", "a", "-o", "OUT"], "No pair is named"),
    (["pairs", "tgt\x1b[31m+x"], "tgt\\x1b[31m does not exist"),
    (["saved", "examples/answers.jsonl", "--set", "temperature=0.5"], "temperature would change nothing"),
    (["record", "spd", "--pair", "TOY", "--prompt", "a", "-o", "OUT", "--seed", "1", "--seed", "1"], "given twice"),
    (["record", "spd", "--pair", "TOY", "--prompt", "a", "-o", "OUT", "--output", "OUT"], "given twice"),
    (["record", "spd", "--pair", "TOY", "--prompt", "a", "-o", "OUT", "--seed", "1_0"], "whole number"),
    (["sample", "spd", "--pair", "TOY", "--prompt", "a", "--seeds", "٠:٣"], "A:B"),
    (["lessons", "-o", "OUT"], "Add --card"),
    (["lessons", "--page", "https://example.org/"], "Add --card"),
    (["lessons", "--card", "lossless", "--page", "javascript:alert(1)"], "is not a web address"),
    (["lessons", "TOYFILE", "--card", "lossless"], "Leave out --card or the files"),
    (["lab", "--list", "mtad-table-8"], "mtad-table-8 is not used"),
    (["lab", "mtad-table-8", "--json"], "Add --list"),
    (["lab", "mtad-table-8", "--quick", "-o", "PROMPTS"], "cannot be a folder"),
    (["tune", "--pair", "smollm2", "--methods", "spd,mtad"], "mtad has no settings to search"),
    (["tune", "--pair", "smollm2", "--methods", ","], "No method is given"),
    (["bench", "greedy", "--pair", "TOY", "--prompts", "NULL", "-o", "OUT"], "whose prompt is a text"),
    (["prompt", "--pair", "DEEPTOY", "--prompt", "a"], "(it is nested too deeply)"),
    (["prompt", "--pair", "LONGTOY", "--prompt", "a"], "(a number has too many digits)"),
]


@pytest.mark.parametrize(("words", "named"), BAD, ids=[" ".join(words)[:70] for words, _ in BAD])
def test_bad_calls(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    toy: str,
    tmp_path: Path,
    words: list[str],
    named: str,
) -> None:
    """One line names the error, without traceback or usage, with exit code 2, before weights are loaded."""
    line = '{"id": "1", "prompt": "a"}\n'
    files = {"PROMPTS": line, "TWICE": 2 * line, "HALF": '{"prompt": "\\ud800"}', "DEEP": "[" * 10_000}
    files |= {"NULL": '{"prompt": null}', "LONG": "9" * 5000}
    places = {"TOY": toy, "OUT": str(tmp_path / "out.jsonl"), "TOYFILE": toy.removeprefix("toy:")}
    places |= {"DEEPTOY": f"toy:{tmp_path / 'DEEP'}", "LONGTOY": f"toy:{tmp_path / 'LONG'}"}
    check_refused(capsys, monkeypatch, tmp_path, files, places, words, named)


def check_refused(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    files: dict[str, str],
    places: dict[str, str],
    words: list[str],
    named: str,
) -> None:
    """A call whose words may be names of `files` in the folder, or of other `places`, ends in one line."""
    monkeypatch.setattr("decoders.models.loading.embedded.smollm2", lambda *_: pytest.fail("loaded too early"))
    for name, text in files.items():
        (folder / name).write_text(text)
    places = places | {name: str(folder / name) for name in files}
    code, out, err = call(capsys, *(places.get(word, word) for word in words))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert len(re.findall(r"[.!?](?=\s)", err)) <= 2, "what happened, and what to do"
    assert named in err
    assert "Traceback" not in err
    assert "usage:" not in err


def test_a_name_that_no_file_can_have(toy: str) -> None:
    """From Python as from a shell, an impossible file name gives the project's own sentence."""
    with pytest.raises(BadInput, match="null character"):
        explorer.record("spd", pair=toy, prompt="a", to="a\0b")


@contextmanager
def started(*words: Any, **given: Any) -> Iterator["subprocess.Popen[bytes]"]:
    """`python WORDS`, killed at the end if still running, so that no test leaves a process."""
    with subprocess.Popen([sys.executable, *map(str, words)], cwd=ROOT, **given) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_killed_run_leaves_a_readable_trace(tmp_path: Path, toy: str) -> None:
    """SIGKILL loses at most the current iteration."""
    slow = tmp_path / "slow.py"
    slow.write_text(
        "import time, sys\nfrom decoders.exact import toy\nold = toy.ToySession.forward\n"
        "def forward(self, *a):\n    time.sleep(0.02)\n    return old(self, *a)\ntoy.ToySession.forward = forward\n"
        "from explorer.cli.main import main\nsys.exit(main(sys.argv[1:]))\n"
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
    with started(slow, *words, env={**os.environ, "PYTHONPATH": str(ROOT)}) as process:
        while process.poll() is None and not (out.exists() and out.stat().st_size > 2000):
            time.sleep(0.05)
    assert process.returncode == -signal.SIGKILL, "it was still writing"
    assert main(["validate", str(out)]) == 0


def test_reading_a_trace_needs_no_torch(tmp_path: Path, toy: str) -> None:
    """`show` and toy pairs answer at once, also where torch is not installed."""
    out = tmp_path / "t.jsonl"
    code = (
        "import sys\nsys.modules['torch'] = None\nsys.modules['transformers'] = None\n"
        "from explorer.cli.main import main\n"
        f"assert main(['record', 'spd', '--pair', {toy!r}, '--prompt', 'a', '-o', {str(out)!r}]) == 0\n"
        f"assert main(['show', {str(out)!r}]) == 0\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)


def test_every_number_has_a_range(capsys: pytest.CaptureFixture[str]) -> None:
    """A setting without a maximum could use unlimited memory."""
    for method in json.loads(call(capsys, "methods", "--json")[1]):
        for one in method["settings"]:
            numeric = one["type"] in ("int", "float", "ints") or one["min"] is not None
            if numeric:
                assert math.isfinite(one["min"]), (method["name"], one["key"])
                assert math.isfinite(one["max"]), (method["name"], one["key"])
                assert one["max"] <= 1_000_000, (method["name"], one["key"])


@pytest.mark.parametrize("kind", ["pipe", "loop", "sparse"])
def test_files_that_never_end(capsys: pytest.CaptureFixture[str], tmp_path: Path, kind: str) -> None:
    """A pipe without a writer, a link to itself and a huge file are refused at once."""
    path = tmp_path / "odd"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "loop":
        path.symlink_to(path)
    else:
        with path.open("wb") as sink:
            sink.truncate(1 << 40)
    for words in (
        ["validate", path],
        ["record", "spd", "--pair", f"toy:{path}", "--prompt", "a", "-o", tmp_path / "t"],
    ):
        code, _, err = call(capsys, *words)
        assert (code, err.count("\n")) == (2, 1)


def test_a_tiny_temperature_is_greedy(capsys: pytest.CaptureFixture[str], toy: str) -> None:
    """Log-probabilities divided by 1e-308 all overflow."""
    words = ["sample", "beam-sampling", "--pair", toy, "--prompt", "a", "--max-new-tokens", "3", "--seeds", "0:2"]
    code, shown, _ = call(capsys, *words, "--set", "temperature=1e-308")
    assert code == 0
    assert json.loads(shown.splitlines()[0])["beams"] == json.loads(shown.splitlines()[1])["beams"]


def test_an_existing_result_survives_a_refusal(
    capsys: pytest.CaptureFixture[str], toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check for a writable destination must not write there."""
    out = tmp_path / "t.jsonl"
    call(capsys, "record", "spd", "--pair", toy, "--prompt", "a", "--max-new-tokens", "4", "-o", out)
    before = out.read_bytes()
    assert call(capsys, "record", "spd", "--pair", toy, "--prompt", "z", "-o", out)[0] == 2
    assert call(capsys, "export", out, "--html", out)[0] == 2, "the page would replace its own trace"
    smollm2 = "decoders.models.loading.embedded.smollm2"
    monkeypatch.setattr(smollm2, lambda *_: (_ for _ in ()).throw(BadInput("no weights")))
    assert call(capsys, "energy-batch", "--pair", "smollm2", "-o", out)[0] == 2
    assert out.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t.jsonl", "toy.json"], "nothing is left behind"


def test_what_is_written_whole_goes_where_it_was_sent(tmp_path: Path) -> None:
    """A link is followed and a pipe is written to; neither is replaced by a file."""
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_whole(tmp_path / "link", "one")
    assert (tmp_path / "real").read_text() == "one"
    assert (tmp_path / "link").is_symlink()
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(tmp_path / "pipe", "two")
        assert os.read(reader, 10) == b"two"
    finally:
        os.close(reader)
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize("folder", ["junk", "bare", "words"])
def test_broken_models_are_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path, folder: str) -> None:
    """Libraries can raise anything for a damaged file."""
    made = {"junk": {"a.gguf": "GGUFjunk"}, "bare": {"config.json": "{}"}, "words": {"config.json": "["}}[folder]
    for name, text in made.items():
        (tmp_path / name).write_text(text)
    pair = f"{tmp_path}+{tmp_path}"
    code, _, err = call(capsys, "record", "greedy", "--pair", pair, "--prompt", "a", "-o", tmp_path / "t.jsonl")
    assert (code, err.count("\n")) == (2, 1)
    said = {
        "junk": "is not a GGUF file",
        "bare": "contains no safetensors or GGUF weights",
        "words": "contains no safetensors",
    }
    assert said[folder] in err
    assert str(tmp_path) in err


@pytest.mark.parametrize("name", ["/nowhere/at/all", "./nowhere", "~no-such-user/model"])
def test_a_path_that_leads_nowhere_is_no_name_of_the_hub(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    """A mistyped folder must be reported as a folder, not as an invalid Hub name."""
    command = ("record", "greedy", "--pair", f"{name}+{name}", "--prompt", "a", "-o", tmp_path / "t.jsonl")
    code, _, err = call(capsys, *command)
    assert (code, err) == (
        2,
        f"explorer: Folder {name} does not exist. Use a model's folder, or its name on the Hub.\n",
    )


def run_alone(*words: Any, **given: Any) -> "subprocess.CompletedProcess[bytes]":
    """`python -m explorer` in a separate process."""
    command = [sys.executable, "-m", "explorer", *map(str, words)]
    given["env"] = {**os.environ, **given.get("env", {})}
    return subprocess.run(command, cwd=ROOT, check=False, timeout=120, **{"stderr": subprocess.PIPE, **given})


def test_any_encoding_of_the_output_will_do(toy: str) -> None:
    """A terminal without γ must not fail, and JSON stays JSON."""
    for words in (["methods"], ["show", "assets/traces/mtad-figure-2.jsonl.gz"]):
        done = run_alone(*words, env={"PYTHONIOENCODING": "ascii"}, stdout=subprocess.PIPE)
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"\\u" in done.stdout or b"\\x" in done.stdout
    done = run_alone("methods", "--json", env={"PYTHONIOENCODING": "ascii"}, stdout=subprocess.PIPE)
    assert any("γ" in one["symbol"] for method in json.loads(done.stdout) for one in method["settings"])
    done = run_alone("validate", "/no/γ", env={"PYTHONIOENCODING": "ascii"}, stdout=subprocess.PIPE)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)


def test_a_reader_that_stops_is_no_error(toy: str) -> None:
    """`| head -1` closes the pipe, and a full disk under stdout is reported once."""
    reader, writer = os.pipe()
    os.close(reader)
    done = run_alone("methods", stdout=writer)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")
    if Path("/dev/full").exists():
        with Path("/dev/full").open("wb") as full:
            done = run_alone("methods", stdout=full)
        assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
        assert done.stderr.startswith(b"explorer: The output cannot be used (No space left on device).")


@pytest.mark.parametrize(
    "words",
    [
        ["record", "spd", "--pair", "PAIR", "--prompt", "a", "-o", "OUT"],
        ["export", "assets/traces/dsbd-figure-1.jsonl.gz", "--html", "OUT"],
        ["lessons", "--card", "-o", "OUT"],
    ],
)
def test_an_output_pipe_whose_reader_stops_is_no_error(words: list[str], toy: str) -> None:
    """`record -o /dev/stdout | head -1` ends as quietly as a command that prints."""
    reader, writer = os.pipe()
    os.close(reader)
    done = run_alone(*({"PAIR": toy, "OUT": "/dev/stdout"}.get(word, word) for word in words), stdout=writer)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_files_are_written_although_the_reader_stops(tmp_path: Path) -> None:
    """`import FILE -o DIR | head -1`."""
    reader, writer = os.pipe()
    os.close(reader)
    done = run_alone(
        "import", "tests/explorer/imports/fixtures/vllm.log", "-o", str(tmp_path / "report"), stdout=writer
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")
    assert sorted(path.name for path in (tmp_path / "report").iterdir()) == ["import.csv", "import.html"]


def test_an_output_pipe_has_the_whole_page() -> None:
    """`export --html /dev/stdout | gzip` writes into the pipe, although a pipe has no path of its own."""
    done = run_alone("export", "assets/traces/dsbd-figure-1.jsonl.gz", "--html", "/dev/stdout", stdout=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.rstrip().endswith(b"</html>")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["metods"], "Argument COMMAND: “metods” is not valid. Choose one of: methods, pairs"),
        (
            ["show", "TRACE", "--code", "pyton"],
            "“pyton” is not valid. Choose one of: shell, python, transformers, vllm.",
        ),
        (["import", "README.md", "--target-ms", "-2"], "Use a number from 0.000001 to 1,000,000,000."),
        (["export", "TRACE", "--html", "OUT/t.pdf"], "t.pdf does not end in .html. Choose a name that does."),
        (["figure", "TRACE", "--kind", "grph", "-o", "OUT/t.svg"], "Unknown figure “grph”. Choose one of: graph, tree"),
        (["lessons", "--card", "losless"], "There is no lesson “losless”. Choose one of: decoding, draft-and-verify"),
        (["saved", "OUT/none"], "none does not exist. Use one JSON object per line"),
        (["record", "spd", "--pair", "smollm2+smollm2", "--prompt", "a", "-o", "OUT/t.jsonl"], "is the name of a pair"),
        (["show", "TRACE", "--cod", "pytho"], "“pytho” is not valid. Choose one of: shell"),
        (
            ["record", "spd", "--pair", "x", "--promt", "a", "-o", "OUT/t"],
            "Unknown argument “--promt”. Use --prompt, or",
        ),
        (["show", "TRACE", "--xyz"], "Unknown argument “--xyz”. See `python -m explorer show --help`."),
        (["pairs", "smollm"], "Unknown pair “smollm”. Run `python -m explorer pairs`"),
    ],
)
def test_a_mistake_is_answered_by_what_can_be_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: list[str], sentence: str
) -> None:
    """A reader would not learn from the error which words, names or numbers are valid."""
    places = {"TRACE": "assets/traces/dsbd-figure-1.jsonl.gz", "OUT": str(tmp_path)}
    for key, place in places.items():
        words = [word.replace(key, place) for word in words]
    code, out, err = call(capsys, *words)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_help_shows_defaults(capsys: pytest.CaptureFixture[str]) -> None:
    """A reader of `--help` would have to run the command to see what it does without an option."""
    code, out, _ = call(capsys, "record", "--help")
    shown = " ".join(out.split())
    assert code == 0
    assert "maximum number of new tokens (default 64)" in shown
    assert "random seed (default 0)" in shown
    assert "setting of the method; may be repeated --max" in shown, "no default of an empty list"


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Start processes as from a terminal, because background jobs inherit SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_is_one_line(tmp_path: Path, interruptible: None) -> None:
    """Ctrl-C prints one line, with the exit code of a stopped run."""
    path = tmp_path / "toy.json"
    path.write_text(json.dumps(TOY | {"eos": None}))
    words = ["sample", "spd", "--pair", f"toy:{path}", "--prompt", "a", "--seeds", "0:1000000000"]
    with started("-m", "explorer", *words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=120)
    assert err == b"interrupted\n"
    assert process.returncode in (130, -signal.SIGINT)


BENCH: list[tuple[str, list[str]]] = [
    ("acceptance", ["--pairs", "0"]),
    ("acceptance", ["--pairs", "-1"]),
    ("acceptance", ["--tokens", "9" * 30]),
    *((name, ["--limit", "0"]) for name in ("equality", "bounds", "gtest")),
    *((name, ["--tokens", "0"]) for name in ("equality", "bounds", "gtest", "primitive")),
    *((name, ["--threads", "-1"]) for name in ("equality", "gtest", "primitive")),
    *((name, ["-o", "FILE/x.json"]) for name in ("equality", "bounds", "gtest", "primitive")),
    *((name, ["-o", "FOLDER"]) for name in ("equality", "bounds", "gtest", "primitive")),
    ("equality", ["--prompts", "/dev/zero"]),
    ("equality", ["--minutes", "nan"]),
    ("gtest", ["--draws", "0"]),
    ("gtest", ["--top-k", "10", "--width", "8", "--tokens", "2"]),
    ("bounds", ["--threshold", "nan"]),
    ("bounds", ["--width", "9999999999"]),
    ("primitive", ["--repeat", "0"]),
    ("primitive", ["--pair", "toy:TOY"]),
    ("primitive", ["--dtype", "float7", "--target", "FOLDER"]),
    ("methods", []),
    ("methods", ["--show", "/dev/zero"]),
    ("methods", ["--prompts", "FILE", "--work", "FOLDER"]),
    ("methods", ["--prompts", "FILE", "-o", "FOLDER"]),
    ("methods", ["--prompts", "FILE", "--search", "--settings", "FOLDER"]),
    ("methods", ["--prompts", "FILE", "--tokens", "0"]),
    ("methods", ["--prompts", "FILE", "-o", "FILE"]),
    ("equality", ["--prompts", "FILE", "-o", "FILE", "--fresh"]),
    ("methods", ["--prompts", "FILE", "--seed", "-1"]),
    ("methods", ["--prompts", "FILE", "--width", "0"]),
    ("startup", ["--repeat", "0"]),
    ("startup", ["--chromium", "/no/chromium"]),
    ("stage", ["--nodes", "1"]),
    ("stage", ["--presses", "0"]),
    ("fuzz_coverage", ["--minutes", "0"]),
    ("fuzz_coverage", ["--corpus", "FILE"]),
]


@pytest.mark.parametrize(("name", "words"), BENCH, ids=[" ".join((name, *words)) for name, words in BENCH])
def test_bad_calls_of_benchmarks(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    toy: str,
    tmp_path: Path,
    name: str,
    words: list[str],
) -> None:
    """One line and exit code 2, before weights are loaded and hours are spent."""
    monkeypatch.setattr("decoders.models.loading.embedded.smollm2", lambda *_: pytest.fail("loaded too early"))
    (tmp_path / "file").write_text('{"prompt": "a"}\n')
    places = {"FILE": str(tmp_path / "file"), "FOLDER": str(tmp_path), "toy:TOY": toy}
    for key, place in places.items():
        words = [word.replace(key, place) for word in words]
    code = importlib.import_module(f"benchmarks.{name}").main(words)
    shown = capsys.readouterr()
    assert (code, shown.out) == (2, "")
    assert shown.err.count("\n") == 1
    assert "usage:" not in shown.err
    assert (tmp_path / "file").read_text() == '{"prompt": "a"}\n'


def test_a_broken_line_of_a_work_file_loses_nothing(tmp_path: Path) -> None:
    """An incomplete last line is dropped; a damaged one in the middle is named, and the file is unchanged."""
    path = tmp_path / "work.jsonl"
    work = Work(path, {"pair": "x"})
    work.enter("greedy", ["spd"])
    work.add("greedy", "p\u2028", {"spd": {}})
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole + '{"group": "gre', encoding="utf-8")
    assert set(Work(path, {"pair": "x"}).rounds) == {("greedy", "p\u2028")}
    assert path.read_text(encoding="utf-8") == whole
    for odd in (
        whole.replace('{"group"', "{", 1),
        "[1]\n",
        '{"about": 3}\n',
        whole.replace("entrants", "e"),
        "[" * 10_000,
    ):
        path.write_text(odd, encoding="utf-8")
        with pytest.raises(BadInput, match="--work"):
            Work(path, {"pair": "x"})
        assert path.read_text(encoding="utf-8") == odd
