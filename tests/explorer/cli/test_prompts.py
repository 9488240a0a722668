"""The options around a prompt, the prompt alone, the table of bench, and the reference of all options."""

import json
import re
from pathlib import Path

import pytest

from decoders.core.pair import Encoded, Prompt
from decoders.prompts import Reader, read_reader
from explorer.cli.main import parser
from explorer.cli.reference import SHARED, commands
from explorer.lab.series import read_series
from explorer.trace.format import read
from tests.explorer.cli.test_cli import call, check_refused

ROOT = Path(__file__).parents[3]
RUNS = ("record", "sample", "law", "bench", "lab", "tune", "skips", "energy-repeat", "energy-traces")
MODELS = (*RUNS, "energy-batch")
TURNS = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}, {"role": "user", "content": "a"}]


@pytest.mark.parametrize("name", MODELS)
def test_commands_that_run_models_take_the_same_options(name: str) -> None:
    """Options learned for one command must work for the others."""
    options = set(commands(parser())[name]._option_string_actions)
    wanted = [*SHARED["models"], *(SHARED["prompts"] if name in RUNS else ())]
    assert [option for option in wanted if option not in options] == []


@pytest.mark.parametrize("name", commands(parser()))
def test_the_reference_has_every_command_and_option(name: str) -> None:
    """A missing option in docs/cli.md is not found, and a wrong one fails in a person's shell."""
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    shared = text.partition("<!-- shared options")[2].partition("<!-- end")[0]
    found = re.search(rf"^### {name}\n(.*?)(?=^### |\Z)", text.partition("\n## Commands\n")[2], re.M | re.S)
    assert found, f"docs/cli.md has no section {name}"
    told = found[1] + (shared if "It also takes" in found[1] else "")
    options = set(commands(parser())[name]._option_string_actions) - {"-h", "--help"}
    named = set(re.findall(r"(?<![\w-])(--?[a-z][a-z-]*)", " ".join(re.findall(r"^\| `([^`]+)`", told, re.M))))
    assert options <= named
    assert (
        set(re.findall(r"(?<![\w-])(--?[a-z][a-z-]*)", " ".join(re.findall(r"^\| `([^`]+)`", found[1], re.M))))
        <= options
    )


BAD = [
    (["record", "spd", "--pair", "TOY", "-o", "OUT"], "No prompt is given. Use --prompt TEXT, or --messages"),
    (
        ["record", "spd", "--pair", "TOY", "-o", "OUT", "--messages", "ANSWERED"],
        "The last turn of --messages is from the assistant",
    ),
    (["record", "spd", "--pair", "TOY", "-o", "OUT", "--messages", "EMPTY"], "is empty"),
    (["record", "spd", "--pair", "TOY", "-o", "OUT", "--messages", "/no/file"], "/no/file does not exist"),
    (["record", "spd", "--pair", "TOY", "-o", "OUT", "--messages", "/dev/zero"], "not a file"),
    (["record", "spd", "--pair", "TOY", "-o", "OUT", "--messages", "ODD"], 'turn 1 has the unknown role "boss"'),
    (["record", "spd", "--pair", "TOY", "-o", "OUT", "--messages", "SYSTEM"], "no chat template"),
    (["record", "spd", "--pair", "TOY", "-o", "OUT", "--messages", "SYSTEM", "--system", "x"], "another system prompt"),
    (["record", "spd", "--pair", "TOY", "-o", "OUT", "--messages", "TURNS"], "no chat template"),
    (["sample", "spd", "--pair", "TOY", "--seeds", "0:1", "--prompt", "a", "--system", "x"], "no chat template"),
    (["law", "spd", "--pair", "TOY", "--prompt", "a", "--template-arg", "a=1"], "no chat template"),
    (
        ["law", "spd", "--pair", "TOY", "--prompt", "a", "--template-arg", "a"],
        "--template-arg a does not have the form",
    ),
    (["law", "spd", "--pair", "TOY", "--prompt", "a", "--template-arg", "=1"], "does not have the form KEY=VALUE"),
    (["law", "spd", "--pair", "TOY", "--prompt", "a", "--template-arg", "a=1", "--template-arg", "a=2"], "given twice"),
    (["law", "spd", "--pair", "TOY", "--prompt", "a", "--template-arg", "messages=1"], "is set by the explorer"),
    (["law", "spd", "--pair", "TOY", "--prompt", "a", "--template-arg", "a b=1"], 'The template variable "a b"'),
    (
        ["law", "spd", "--pair", "TOY", "--prompt", "a", "--raw", "--system", ""],
        "--raw cannot be combined with --system",
    ),
    (["law", "spd", "--pair", "TOY", "--prompt", "a", "--system", "\udcff"], "not valid Unicode"),
    (["law", "spd", "--pair", "TOY", "--prompt", "a", "--dtype", "float8"], "dtype float8"),
    (["bench", "spd", "--pair", "TOY", "--prompts", "PROMPTS", "-o", "OUT", "--messages", "ODD"], "the unknown role"),
    (["bench", "spd", "--pair", "TOY", "--prompts", "PROMPTS", "-o", "OUT", "--system", "x"], "no chat template"),
    (
        ["lab", "mtad-table-8", "--quick", "-o", "OUT", "--raw", "--system", "x"],
        "--raw cannot be combined with --system",
    ),
    (["tune", "--pair", "smollm2", "--messages", "EMPTY"], "is empty"),
    (["skips", "--pair", "smollm2", "--template-arg", "a"], "does not have the form KEY=VALUE"),
    (["energy-repeat", "spd", "--pair", "smollm2"], "No prompt is given"),
    (
        ["energy-traces", "--pair", "smollm2", "-o", "OUT", "--messages", "ANSWERED"],
        "The last turn of --messages is from the assistant",
    ),
    (["prompt", "--pair", "TOY"], "No prompt is given"),
    (["prompt", "--pair", "TOY", "--prompt", "zebra"], "zebra"),
    (["prompt", "--pair", "nothing", "--prompt", "a"], "Unknown pair “nothing”"),
    (["prompt", "--pair", "/no/a+/no/b", "--prompt", "a"], "/no/a"),
    (["prompt", "--pair", "TOY", "--prompt", "a", "--system", "x"], "no chat template"),
]


@pytest.mark.parametrize(("words", "named"), BAD, ids=[" ".join(words)[:90] for words, _ in BAD])
def test_bad_calls(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    toy: str,
    tmp_path: Path,
    words: list[str],
    named: str,
) -> None:
    """One line says what was wrong and what to do, with exit code 2, before weights are loaded."""
    files = {
        "PROMPTS": '{"prompt": "a"}',
        "EMPTY": "",
        "TURNS": json.dumps(TURNS),
        "ANSWERED": json.dumps(TURNS[:2]),
        "SYSTEM": json.dumps([{"role": "system", "content": "x"}, TURNS[0]]),
        "ODD": '[{"role": "boss", "content": "a"}]',
    }
    check_refused(capsys, monkeypatch, tmp_path, files, {"TOY": toy, "OUT": str(tmp_path / "out")}, words, named)


def talk(toy: str) -> Reader:
    """A reader that writes the conversation into the text, as a chat template does."""
    plain = read_reader(toy)

    def read_prompt(prompt: Prompt) -> Encoded:
        turns = [f"{turn['role']}={turn['content']}" for turn in prompt.earlier]
        text = "|".join([f"system={prompt.system}", *turns, f"user={prompt.text}", json.dumps(prompt.template_args)])
        return Encoded(plain.read(Prompt(prompt.text)).ids, text)

    return Reader(read_prompt, plain.token_text)


def test_a_prompt_is_printed_as_the_model_sees_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, toy: str, tmp_path: Path
) -> None:
    """The rendered prompt is the first thing to check if a model answers oddly."""
    reader = talk(toy)
    monkeypatch.setattr("decoders.prompts.read_reader", lambda *_: reader)
    turns = tmp_path / "turns.json"
    turns.write_text(json.dumps(TURNS))
    words = ["prompt", "--pair", toy, "--messages", turns, "--template-arg", "think=false", "--system", "brief"]
    code, out, _ = call(capsys, *words, "--json")
    shown = json.loads(out)
    assert code == 0
    assert shown["text"] == 'system=brief|user=Hi|assistant=Hello|user=a|{"think": false}'
    assert shown["ids"] == [0]
    assert shown["tokens"] == [{"id": 0, "text": "a"}]
    _, out, _ = call(capsys, *words, "--prompt", "a b")
    assert "2 tokens. Text of the prompt:\nsystem=brief|user=Hi|assistant=Hello|user=a|user=a b|" in out
    assert re.search(r"^ +1 +1  b$", out, re.M)


def test_a_run_records_the_last_user_turn_as_its_prompt(
    capsys: pytest.CaptureFixture[str], toy: str, tmp_path: Path
) -> None:
    """A file of turns alone is a complete question."""
    turns, out = tmp_path / "turns.jsonl", tmp_path / "t.jsonl"
    turns.write_text('{"role": "user", "content": "a b"}\n')
    words = ["record", "spd", "--pair", toy, "--max-new-tokens", "9", "--messages", turns, "--ignore-eos", "-o", out]
    assert call(capsys, *words)[0] == 0
    trace = read(out)
    assert (trace.header.prompt, trace.header.ignore_eos, trace.header.eos) == ("a b", True, ())
    assert trace.summary is not None
    assert len(trace.summary.tokens) == 9
    assert "EOS is ignored" in call(capsys, "show", out)[1]


def test_bench_prints_its_table(capsys: pytest.CaptureFixture[str], toy: str, tmp_path: Path) -> None:
    """The fastest method must not have to be searched for in a file."""
    prompts = tmp_path / "p.jsonl"
    prompts.write_text('{"prompt": "a"}\n{"prompt": "b"}\n')
    words = ["bench", "greedy,spd:gamma=2:temperature=0", "--pair", toy, "--prompts", prompts, "--max-new-tokens", "6"]
    code, out, err = call(capsys, *words, "-o", tmp_path / "out")
    assert (code, err) == (0, "")
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    head, first, second, files = out.splitlines()
    assert re.split(r"\s{2,}", head) == ["method", "tokens/s", "ratio to greedy (95% CI)"]
    assert re.split(r"\s{2,}", first)[::2] == ["greedy", "1"]
    low, high = summary["methods"][1]["ratio_interval"]
    ratio = f"{summary['methods'][1]['ratio_to_greedy']:.2f}x ({low:.2f}–{high:.2f})"
    assert re.split(r"\s{2,}", second)[::2] == ["spd:gamma=2:temperature=0", ratio]
    assert "runs.csv" in files


def test_a_sweep_keeps_what_stood_around_its_prompts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Rows with and without EOS in one table would be two experiments under one name."""
    words = ["lab", "mtad-table-8", "--quick", "--cells", "2", "-o", tmp_path / "out"]
    assert call(capsys, *words, "--ignore-eos")[0] == 0
    about = json.loads((tmp_path / "out" / "items.jsonl").read_text().splitlines()[0])["about"]
    assert about["ignore_eos"] is True
    rows = [json.loads(line) for line in (tmp_path / "out" / "items.jsonl").read_text().splitlines()[1:]]
    assert {row["emitted"] for line in rows for row in line["rows"]} == {12}, "none ended before"
    code, _, err = call(capsys, *words, "--resume")
    assert code == 2
    assert "another treatment of EOS" in err


def test_a_series_says_what_stands_around_its_prompts(tmp_path: Path) -> None:
    """A series file must be able to express everything that the command can."""
    (tmp_path / "turns.json").write_text(json.dumps(TURNS[:2]))
    series = tmp_path / "series.toml"
    common = 'pair = "smollm2"\ndtype = "float32"\nsystem = "brief"\nmessages = "turns.json"\nignore_eos = true\n'
    run = '[[run]]\nexperiment = "mtad-table-8"\nminutes = 1\n'
    series.write_text(f"{common}{run}")
    (plan,) = [run.plan for run in read_series(series)]
    assert plan.dtype == "float32"
    assert plan.around == {"system": "brief", "messages": TURNS[:2], "ignore_eos": True}
    for wrong, says in (
        ("ignore_eos = 3\n", "ignore_eos"),
        ("system = 3\n", "The system prompt must be text"),
    ):
        series.write_text(f"{wrong}{run}")
        with pytest.raises(ValueError, match=says):
            read_series(series)
