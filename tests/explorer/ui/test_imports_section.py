"""The section "Bring your run" of the Traces tab: the report of the command line, within the limits of uploads."""

import base64
import re
from pathlib import Path
from typing import Any

import gradio as gr
import pytest

from decoders.errors import BadInput
from explorer.imports.page import page, part_html
from explorer.imports.plain import table_csv
from explorer.imports.report import report
from explorer.imports.times import Given
from explorer.service.store import find, opened
from explorer.ui.tabs.imports import FIRST, GONE, LABELS, MORE, STEPS, TERMS, UNSAVED, again, explained
from tests.explorer.imports.test_worth import LLAMA

FIXTURES = Path(__file__).parents[1] / "imports" / "fixtures"
LOG = str(FIXTURES / "llama.log")


def test_an_upload_gives_the_same_report() -> None:
    """A person on the page and a person on the command line talk about the same numbers."""
    files = [(FIXTURES / name, name) for name in ("llama.log", "vllm.log")]
    html = explained([str(path) for path, _ in files], "", "30", " 3", "")
    bare = re.sub(r'<p class="links">.*?</p>|<a data-worth.*?</a>', "", html)
    assert bare == part_html(report(files, Given(30, 3)), terms=TERMS)
    assert html.count('<a data-worth href="?tab=learn&amp;worth=') == 2


def test_the_report_can_be_saved_as_the_command_writes_it() -> None:
    """The report is gone after a reload, so a person must be able to save it, and learn that it is not stored."""
    html = explained([LOG], "", "30", "3", "")
    made = report([(FIXTURES / "llama.log", "llama.log")], Given(30, 3))
    assert UNSAVED in html
    found = dict(re.findall(r'<a href="data:text/\w+;charset=utf-8;base64,([^"]+)" download="([\w.]+)">', html))
    saved = {name: base64.b64decode(data).decode() for data, name in found.items()}
    assert saved == {"import.html": page(made), "import.csv": table_csv(made)}


def test_a_bad_file_does_not_hide_the_good_ones(tmp_path: Path) -> None:
    """One file of three may be cut; the other two are explained, and the cut one says what is wrong with it."""
    bad = tmp_path / "empty.json"
    bad.write_text("", encoding="utf-8")
    html = explained([LOG, str(bad), str(FIXTURES / "vllm.log")], None, None, None, None)
    assert '<p class="wrong" role="alert">empty.json is empty.' in html
    assert "2 files compared" in html
    assert html.count("<h3>Details of") == 2


def test_options_are_the_fields_of_the_page() -> None:
    """The page has no options, so its sentences name its fields, and documents are places on it."""
    files = [str(FIXTURES / "vllm-detailed.json"), str(FIXTURES / "vllm.log"), str(FIXTURES / "sglang.log")]
    html = explained(files, None, 30, None, None) + explained([str(FIXTURES.parent / "made" / "vllm.log")], *[None] * 4)
    assert "data-field>“Tokens per second without a draft”</a> <code>1:A,3:B,8:C</code>" in html
    for option in ("--target-per-second", "--target-ms", "--draft-ms", "--draft-length", "docs/"):
        assert option not in re.sub(r'base64,[^"]*', "", html)
    assert "python -m explorer import FILE" not in re.sub(r'base64,[^"]*', "", html), "the page has no command line"
    for number, label in enumerate(LABELS):
        assert f'<a href="#import-field-{number}" data-field>“{label}”</a>' in html
    assert "data-tab>Exactness</a>" in html
    assert "“Which files can be read”</a> lists" in explained(
        [str(FIXTURES.parent / "test_report.py")], None, None, None, None
    )


def test_changed_fields_explain_the_same_files_again() -> None:
    """A person who adds the times sees the new report at once, and a half-filled form does not remove the old one."""
    before, said = again([LOG], "", "", "", "")
    assert "A target pass takes 26.27 ms" in before
    assert said == ""
    kept, said = again([LOG], "x", "", "", "")
    assert kept == gr.skip()
    assert "must be a number" in said
    one, said = again([LOG], "", "20", "", "")
    assert "20 ms + 3 × 2 ms are 26 ms per round" in one, "the log gives the other time"
    assert again([LOG], "50", "", "", "")[0] == one, "50 tokens per second are 20 ms each"
    assert said == ""
    after, said = again([LOG], "", "26", "2", "")
    assert "Yes: ×2.36 for one request at a time." in after, "90.7 tokens per second · 26 ms"
    model, said = again([LOG], "", "", "", "", "model")
    assert "head was trained" not in model, "the log names a head, and a person knows better"
    assert "head was trained" in before
    assert again(None, "", "30", "3", "") == (gr.skip(), "")
    assert GONE in again(["/nowhere/x.log"], "", "30", "3", "")[1]
    assert again([str(find("spd"))], "", "30", "3", "") == (gr.skip(), ""), "a trace is in the stage"


def test_the_cost_of_a_draft_token_is_a_field() -> None:
    """The page takes 10 and 10%, because the label has the unit, and names the field if the value is wrong."""
    one, two = (again([LOG], "", "", "", "", "", cost)[0] for cost in ("10", "10%"))
    assert one == two
    assert "You gave 10% of a target pass as the cost of a draft token." in one
    for cost in ("x", "-1", "1001", "10%%"):
        kept, said = again([LOG], "", "", "", "", "", cost)
        assert kept == gr.skip()
        assert "is not a valid cost of a draft token." in said
    assert "both give the time of a draft token" in again([LOG], "", "", "2", "", "", "10")[1]


def test_the_same_requests_without_a_draft_are_a_second_file(tmp_path: Path) -> None:
    """A person drops two logs and types no number: 57.6 tokens per second with the draft, and 41.0 without it."""
    made, without = str(FIXTURES.parent / "made" / "llama.log"), tmp_path / "without.log"
    without.write_text(LLAMA, encoding="utf-8")
    html, said = again([made], *[""] * 6, str(without))
    assert "prompt tokens, yes: ×1.63, ×1.44 and ×1.08. All together: ×1.40." in html
    assert "and without.log has 41.0 without it." in html
    assert said == ""
    assert '<a href="#import-field-6" data-field>“The same requests without a draft”</a>' in again([made], *[""] * 6)[0]
    assert "is about one file" in again([made, LOG], *[""] * 6, str(without))[0]
    assert "cannot be matched" in again([LOG], *[""] * 6, str(without))[0]
    assert FIRST in again(None, *[""] * 6, str(without))[1]


def test_the_second_file_has_the_limit_of_uploads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The size of a log without a draft is limited as that of any upload."""
    monkeypatch.setenv("EXPLORER_MAX_UPLOAD_MB", "1")
    path = tmp_path / "without.log"
    path.write_bytes(b"x\n" * (1 << 20))
    assert "larger than 1 MB" in again([LOG], *[""] * 6, str(path))[0]


def test_changed_fields_store_no_more_traces() -> None:
    """Every key press would otherwise push a run of this visitor out of the store."""
    file = str(FIXTURES / "sglang-dspark.json")
    runs = [
        re.findall(r'data-trace="(run-[\w-]+)"', again([file], *fields)[0])
        for fields in (("",) * 4, ("", "9", "1", ""))
    ]
    assert len(runs[0]) == 2
    assert runs[0] == runs[1]


def test_requests_with_draft_tokens_open_in_the_stage_and_can_be_saved() -> None:
    """What the command writes as traces, a person on the page can step through without it."""
    html = explained([str(FIXTURES / "sglang-dspark.json"), LOG], None, None, None, None)
    names = re.findall(r'<li>(r\d): <a data-trace="(run-[\w-]+)" href="\?trace=\2">', html)
    assert [name for name, _ in names] == ["r1", "r2"]
    for _, run in names:
        assert f'<a href="explorer/file/{run}" download>' in html
        with opened(run) as trace:
            assert trace.header.observed is not None
            assert trace.header.observed.engine == "SGLang"
    assert html.count(STEPS) == 1, "a log without draft tokens offers no steps"


def test_only_the_first_requests_are_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with many requests may not push other visitors' runs out of the store."""
    monkeypatch.setattr("explorer.ui.tabs.imports.MOST_TRACES", 1)
    html = explained([str(FIXTURES / "sglang-dspark.json"), str(FIXTURES / "llama-debug.log")], None, None, None, None)
    assert html.count("data-trace") == 1
    said = MORE.format(1, "python -m explorer import sglang-dspark.json").replace("`", "")
    assert said in re.sub(r"<[^>]+>", "", html)


def test_names_of_requests_do_no_harm(tmp_path: Path) -> None:
    """A client chooses the names of its requests."""
    text = (FIXTURES / "sglang-dspark.json").read_text(encoding="utf-8").replace('"r1"', '"<img src=x>\u202e"')
    path = tmp_path / "'><b>.json"
    path.write_text(text, encoding="utf-8")
    html = explained([str(path)], None, None, None, None)
    assert "data-trace" in html
    assert "<img" not in html
    assert "<b>" not in html
    assert "\u202e" not in html


@pytest.mark.parametrize(
    ("files", "fields", "sentence"),
    [
        (None, (None, None, None, None), "No file is chosen."),
        ([LOG] * 6, (None, None, None, None), "There are 6 files, but the limit is 5. Choose fewer."),
        ([LOG], (None, 0, 3, None), f"“{LABELS[1]}” is 0."),
        ([LOG], (None, -1, 3, None), f"“{LABELS[1]}” must be a number from 0"),
        ([LOG], (None, "x", 3, None), f"“{LABELS[1]}” must be a number from 0"),
        ([LOG], (0, None, None, None), f"“{LABELS[0]}” is 0."),
        (
            [LOG],
            (60, 20, None, None),
            "At 20 ms per target pass, the speed without a draft is 50 tokens per second, not 60.",
        ),
        ([LOG], ("inf", None, 3, None), f"“{LABELS[0]}” must be a number from 0"),
        ([LOG], (None, None, None, 2.5), f"“{LABELS[3]}” is 2.5."),
        ([LOG], (None, None, None, float("nan")), f"“{LABELS[3]}” must be a number"),
        ([str(FIXTURES.parent / "test_report.py")], (None, None, None, None), "No line of test_report.py has numbers"),
    ],
)
def test_what_is_wrong_is_one_sentence(files: Any, fields: tuple[Any, ...], sentence: str) -> None:
    """A field that is wrong is named where it was typed."""
    html = explained(files, *fields)
    assert html.startswith('<p class="wrong" role="alert">')
    assert sentence in html


def test_uploads_have_their_limits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One visitor's file may not occupy the app of all others."""
    monkeypatch.setenv("EXPLORER_MAX_UPLOAD_MB", "1")
    path = tmp_path / "large.log"
    path.write_bytes(b"x\n" * (1 << 20))
    assert "larger than 1 MB" in explained([str(path)], None, None, None, None)
    monkeypatch.setenv("EXPLORER_MAX_UPLOAD_MB", "50")


def test_an_upload_has_limited_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that takes minutes is given up between two of its pieces."""

    def over() -> None:
        raise BadInput("Checking takes too long. Use less.")

    monkeypatch.setattr("explorer.ui.tabs.imports.in_time", lambda name: over)
    assert "Checking takes too long" in explained([LOG], None, None, None, None)
