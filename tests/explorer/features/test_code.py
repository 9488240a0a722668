"""Code that repeats a run: it runs, gives the same run and does nothing else, whatever the prompt is."""

import contextlib
import io
import json
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import explorer
from decoders.catalog import DECODERS
from decoders.errors import BadInput
from explorer.cli.main import main
from explorer.cli.traces import CODE
from explorer.features import code
from explorer.features.code import KINDS, quoted, snippet, snippets
from explorer.service.recording import record_trace
from explorer.service.request import RunRequest
from explorer.service.store import gallery, header
from explorer.trace.format import Trace, read
from explorer.trace.lines import Header, WhatIf
from tests.folders import saved
from tests.records import header_with, plain

TOY = "toy:assets/toys/gsd-figure-4.json"
HOSTILE = [
    "it's $(touch owned) `touch owned` ; rm -rf / # \" \\ %s !! {a,b} ~ *",
    "two\nlines\tand a tab",
    "\x1b[201~touch owned\r",
    "\u202eright to left\u2028",
    "--pair",
    "-x",
    "",
    "'''\"\"\"\\'",
    "é 漢字 🙂 \U000e0041",
]


def words_of_shell(command: str) -> list[str]:
    """The words that bash passes to a program from such a command line."""
    script = f"python() {{ printf '%s\\0' \"$@\"; }}\n{command}"
    out = subprocess.run(["bash", "-c", script], capture_output=True, check=True, timeout=120).stdout
    return out.decode().split("\0")[:-1]


def untimed(part: Any) -> Any:
    """A part of a trace without times and dates."""
    if isinstance(part, dict):
        dropped = ("seconds", "recorded", "energy", "joules")
        return {key: untimed(value) for key, value in part.items() if key not in dropped}
    return [untimed(each) for each in part] if isinstance(part, list) else part


def same(trace: Trace, other: Trace) -> bool:
    """Whether two traces are equal except for times."""
    return untimed(plain(trace)) == untimed(plain(other))


REQUESTS = [
    RunRequest("spd", TOY, "it is", {"gamma": 2, "temperature": 0.7}, 7, 6),
    RunRequest("mcss", TOY, "it is", {"branching": "3,1", "replacement": "true"}, 3, 5, raw=True),
    RunRequest("dsbd", TOY, "it is", {"width": "dynamic"}, 2, 4, ignore_eos=True),
    RunRequest("gsd", TOY, "", {"gamma": 4, "verification": "sampling"}, 1, 6),
]


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: request.method)
def test_the_command_line_gives_the_same_trace(
    request_: RunRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader who copies the line must get the same run."""
    trace = record_trace(request_)
    words = words_of_shell(snippet(trace.header, "shell").code)
    assert words[:3] == ["-m", "explorer", "record"]
    assert words[-2:] == ["-o", "trace.jsonl"]
    assert main([*words[2:-1], str(tmp_path / "again.jsonl")]) == 0
    assert same(read(tmp_path / "again.jsonl"), trace)


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: request.method)
def test_the_python_gives_the_same_tokens(request_: RunRequest) -> None:
    """The Python code gives the same tokens in a notebook."""
    trace = record_trace(request_)
    space: dict[str, Any] = {}
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(snippet(trace.header, "python").code, space)
    assert trace.summary is not None
    assert space["trace"].summary.tokens == trace.summary.tokens
    assert same(space["trace"], trace)
    assert out.getvalue().strip() == trace.summary.text.strip()


@pytest.mark.parametrize("method", DECODERS)
def test_every_method_has_code_with_all_its_settings(method: str) -> None:
    """A missing setting would get a default, which another version may change."""
    head = head_of(RunRequest(method, TOY, "it is", limit=4))
    made = {each.kind: each.code for each in snippets(head)}
    assert list(made) == ["shell", "python"], "other libraries have no toy pairs"
    for key in head.settings:
        assert f" {key}=" in made["shell"]
        assert f"'{key}': " in made["python"]


def head_of(request: RunRequest, **more: Any) -> Header:
    """The part of a header from which code is made."""
    from dataclasses import asdict

    known = {"method": request.method, "pair": request.pair, "prompt": request.prompt, "raw": request.raw}
    settings = json.loads(json.dumps(asdict(request.chosen)))
    numbers = {"settings": settings, "seed": request.seed, "max_new_tokens": request.limit}
    return header_with(**known, **numbers, **request.extras(), **more)


@pytest.mark.parametrize("prompt", HOSTILE)
def test_a_prompt_stays_a_prompt(prompt: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Copied text of a stranger's trace must run no command and move no terminal cursor."""
    monkeypatch.chdir(tmp_path)
    turns = [{"role": "user", "content": prompt}, {"role": "assistant", "content": prompt[::-1]}]
    given = {"system": prompt, "messages": turns, "template_args": {"thinking": prompt}}
    request = RunRequest("spd", "org/target+org/draft", prompt, {"gamma": 3}, 1, 8, **given)
    made = {each.kind: each.code for each in snippets(head_of(request, dtype="float32", device="cpu"))}
    assert list(made) == list(KINDS)
    for each in made.values():
        assert all(character == "\n" or character.isprintable() for character in each)
    words = words_of_shell(made["shell"])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["messages.jsonl"]
    lines = (tmp_path / "messages.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == turns
    values = dict(pairwise(words)) | dict(word.split("=", 1) for word in words if word[:2] == "--" and "=" in word)
    assert values["--prompt"] == values["--system"] == prompt
    assert json.loads(values["--template-arg"].removeprefix("thinking=")) == prompt
    kept: list[Any] = []
    monkeypatch.setattr(explorer, "record", lambda *given, **named: kept.append((given, named)))
    with contextlib.suppress(AttributeError):  # of the summary of nothing
        exec(made["python"], {})
    ((given_, named),) = kept
    assert given_[2] == named["system"] == named["template_args"]["thinking"] == prompt
    assert named["messages"] == turns
    for kind in ("transformers", "vllm"):
        compile(made[kind], kind, "exec")
        assert repr(prompt) in made[kind]


def test_what_no_command_line_can_hold_is_python_alone() -> None:
    """A NUL ends a word of a command line, and Linux accepts no word of 128 KiB."""
    for prompt in ("a\0b", "x" * 130_000):
        assert [each.kind for each in snippets(head_of(RunRequest("spd", TOY, prompt)))] == ["python"]
    with pytest.raises(BadInput, match="no shell code for this run. Choose one of: python"):
        snippet(head_of(RunRequest("spd", TOY, "a\0b")), "shell")
    with pytest.raises(BadInput, match="not in a file"):
        snippets(head_of(RunRequest("spd", "toy:yours", "a")))


def test_quoted_words() -> None:
    """zsh and bash read both forms alike."""
    assert quoted("plain") == "plain"
    assert quoted("it's") == "'it'\"'\"'s'"
    assert quoted("a\n'\\!b") == "$'a\\n\\'\\\\\\x21b'"


def test_a_changed_run_says_so() -> None:
    """The code repeats the run before the change of What if?, and must say so."""
    head = head_of(RunRequest("spd", TOY, "it is"))
    assert "What if?" not in snippets(head)[0].note
    assert all(
        "without this change" in each.note for each in snippets(replace(head, whatif=WhatIf("spd", 0, {"u": 0.5})))
    )


@pytest.mark.parametrize("card", gallery(), ids=lambda card: card.name)
def test_bundled_runs_have_code(card: Any) -> None:
    """The panel of a bundled run must not be empty."""
    head = header(card.name)
    assert head is not None
    for each in snippets(head):
        assert each.code
        assert each.note.endswith(".")
        if each.kind != "shell":
            compile(each.code, each.kind, "exec")


@pytest.mark.parametrize(
    ("method", "pair", "settings", "kinds", "says"),
    [
        ("spd", "a/t+b/d", {"gamma": 5}, {"transformers", "vllm"}, "'num_speculative_tokens': 5"),
        ("spd", "a/t+b/d", {"gamma": 5}, {"transformers", "vllm"}, "'draft_sample_method': 'probabilistic'"),
        ("spd", "a/t+b/d", {"gamma": 5, "temperature": 0}, {"transformers", "vllm"}, "'method': 'draft_model'"),
        ("spd", "a/t+eagle3:b/h", {"gamma": 5}, {"vllm"}, "'method': 'eagle3'"),
        ("eagle2", "a/t+eagle3:b/h", {}, {"vllm"}, "'model': 'b/h'"),
        ("eagle2", "a/t+b/d", {}, set(), ""),
        ("lookup", "a/t+b/d", {"ngram": 2}, {"transformers", "vllm"}, "'prompt_lookup_max': 2"),
        ("suffix", "a/t+b/d", {"max_depth": 20}, {"vllm"}, "'suffix_decoding_max_tree_depth': 20"),
        ("greedy", "llama3", {}, {"transformers", "vllm"}, "meta-llama/Llama-3.1-8B-Instruct"),
        ("ssd", "llama3", {}, {"transformers", "vllm"}, "'model': 'meta-llama/Llama-3.2-1B-Instruct'"),
        ("spd", "smollm2", {}, set(), ""),
        ("multinomial", "smollm2", {}, {"transformers", "vllm"}, "HuggingFaceTB/SmolLM2-135M-Instruct"),
        ("greedy", "file.gguf+b/d", {}, set(), ""),
        ("dsbd", "a/t+b/d", {}, set(), ""),
        ("medusa", "smollm2", {}, set(), ""),
    ],
)
def test_other_libraries_are_offered_where_they_have_the_method(
    method: str, pair: str, settings: dict[str, Any], kinds: set[str], says: str
) -> None:
    """Code that another library refuses, or that runs another method, must not be offered."""
    head = head_of(RunRequest(method, pair, "Hi", settings), dtype="bfloat16", device="cpu")
    made = {each.kind: each for each in snippets(head)}
    assert made.keys() - {"shell", "python"} == kinds
    if says:
        assert says in made["vllm"].code
        assert made["vllm"].note


@pytest.mark.parametrize(
    ("method", "settings"),
    [("greedy", {}), ("ssd", {"gamma": 3}), ("spd", {"gamma": 3, "temperature": 0}), ("lookup", {"temperature": 0})],
)
def test_transformers_runs_it(method: str, settings: dict[str, Any], tmp_path: Path) -> None:
    """Greedy tokens agree whatever the draft is; a removed option would be an error."""
    target, draft = saved(tmp_path / "target"), saved(tmp_path / "draft", seed=1)
    request = RunRequest(
        method, f"{target}+{draft}", "t5 t6 t7 t5", settings, 0, 9, dtype="float32", engine="torch", device="cpu"
    )
    trace = record_trace(request)
    made = snippet(trace.header, "transformers")
    space: dict[str, Any] = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(made.code, space)
    assert trace.summary is not None
    made_tokens = space["output"][0, space["inputs"]["input_ids"].shape[1] :].tolist()
    assert made_tokens == list(trace.summary.tokens)
    assert (method in ("ssd", "spd")) == ("fixed to γ" in made.note)


def test_show_prints_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A colleague who has only the file gets the command line, too."""
    file = tmp_path / "t.jsonl"
    trace = record_trace(REQUESTS[0], file)
    assert CODE == KINDS
    assert main(["show", str(file), "--code", "shell"]) == 0
    assert capsys.readouterr().out == snippet(trace.header, "shell").code + "\n"
    assert main(["show", str(file), "--code", "vllm"]) == 2
    assert "There is no vllm code for this run. Choose one of: shell, python." in capsys.readouterr().err


def test_what_is_printed_is_a_script(tmp_path: Path) -> None:
    """`show --code python > again.py` is a file that Python runs."""
    trace = record_trace(REQUESTS[0])
    file = tmp_path / "again.py"
    file.write_text(snippet(trace.header, "python").code, encoding="utf-8")
    root = Path(code.__file__).parents[2]
    done = subprocess.run(
        [sys.executable, str(file)],
        cwd=root,
        env={"PYTHONPATH": str(root)},
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert trace.summary is not None
    assert done.stdout.decode().strip() == trace.summary.text.strip()
