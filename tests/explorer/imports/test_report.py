"""The report: what it says, on the terminal, as a page and as CSV, and that texts of files do no harm in it."""

import argparse
import csv
import json
import re
import shlex
from collections import Counter
from html import escape, unescape
from pathlib import Path

import pytest

from explorer.cli.main import parser
from explorer.imports.counts import Pool
from explorer.imports.length_words import LENGTH
from explorer.imports.lossless import LOSSLESS
from explorer.imports.low import LOW
from explorer.imports.measures import tokens_per_pass
from explorer.imports.page import page, part_html
from explorer.imports.plain import plain, table_csv
from explorer.imports.record import Outcome
from explorer.imports.report import Report, report
from explorer.imports.times import Given
from explorer.imports.words import HOW
from explorer.imports.worth import WORTH
from explorer.statistics import t_quantile
from tests.explorer.cli.test_cli import call
from tests.explorer.imports.files import EVERY, FIXTURES, NOTHING, histogram, part, path_of, response, section, seen
from tests.explorer.imports.test_worth import LLAMA, VLLM


def made(*names: str, given: Given = NOTHING) -> Report:
    """The report about some files."""
    return report([(path_of(name), name) for name in names], given)


@pytest.mark.parametrize("name", EVERY)
def test_every_format_answers_the_same_questions(name: str) -> None:
    """An engineer reads four answers at the top, and opens a detail only if one is needed."""
    found = made(name)
    (one,) = found.parts
    assert [answer.question for answer in (*one.answers, found.lossless)] == [LOW, LENGTH, WORTH, LOSSLESS]
    titles = [each.title for each in one.sections]
    assert titles[:3] == ["What was read", "Acceptance by position", "Which draft length?"]
    for each in (*one.sections, HOW):
        for sentence in re.split(r"(?<=[.?]) (?=[A-Z`“]|vLLM|llama)", " ".join(each.sentences)):
            assert len(sentence.split()) <= 30, sentence
            assert sentence.endswith((".", "?", "")), sentence
    html = page(found)
    assert html.count("<h4>") == 8, "four answers, and the reasons for each"
    top = html[: html.index("<h4>Acceptance:")]
    assert top.count("<strong>") == 4
    assert not re.search(r"<details|<table|<li|<svg", top), "the answers come first"
    folded = sum(bool(answer.folded) for answer in (*one.answers, found.lossless))
    assert html.count("<details>") == len(titles) + 1 + folded, "each answer has its reasons folded"


@pytest.mark.parametrize("name", EVERY)
def test_the_first_screen_is_short(name: str) -> None:
    """A person reads about 250 words a minute; the answers of one file must not take two."""
    found = made(name)
    answers = (*found.parts[0].answers, found.lossless)
    assert sum(len(f"{each.said} {each.rests}".split()) for each in answers) <= 280, "one minute for the answers"
    assert sum(len(seen(each).split()) for each in answers) <= 590


def test_two_files_say_how_numbers_are_made_once() -> None:
    """Two reports were 2,000 words, half of them twice the same."""
    found = made("vllm.log", "vllm-metrics.txt")
    html, text = re.sub(r"</?span>", "", page(found)), plain(found)
    for sentence in (*HOW.sentences, *found.lossless.sentences, *found.lossless.folded):
        start = max(sentence.split("`"), key=len)[:60]
        assert text.replace("\n  ", " ").count(start) == html.count(escape(start)) == 1
    assert text.count(HOW.title) == 1
    first, before = html.split("</style>")[1], ""
    while first != before:  # folded parts can be within others
        first, before = re.sub(r"<details>(?:(?!<details>).)*?</details>", "", first, flags=re.S), first
    assert len(re.sub(r"<[^>]+>", " ", first).split()) <= 520, "all else is folded"


def test_position_1_has_one_interval() -> None:
    """A draft of one token writes 1 + its acceptance, and is worth that acceptance: 1.76 to 1.83 are 76% to 83%."""
    found = part("vllm-metrics.txt")
    row = section(found, "Which draft length?").tables[0].rows[1]
    tokens, span, limit, ends = row[1], row[2], row[-2], row[-1]
    assert ends == section(found, "Acceptance by position").tables[0].rows[0][2]
    low, high = (100 * (float(end) - 1) for end in span.split(" to "))
    first, last = (float(end.removesuffix("%")) for end in ends.split(" to "))
    assert (tokens, limit) == ("1.80", "80.0%")
    assert (first, last) == (pytest.approx(low, abs=0.5), pytest.approx(high, abs=0.5))


def test_definitions_of_all_engines() -> None:
    """Engines call 0.57, 0.74, 1.70 and 2.70 an acceptance; one run shows why."""
    (table,) = section(part("vllm-detailed.json"), "The same run under each definition").tables
    assert [row[2:] for row in table.rows] == [
        ("17 / 30", "0.57"),
        ("17 / 23", "0.74"),
        ("1 + 17 / 10", "2.70"),
        ("27 / 10", "2.70"),
    ]


def test_interval_between_passes_by_hand() -> None:
    """Accepted 0 three times, 1 once, 2 twice, 3 four times: mean 1.7, variance 20.1/9."""
    found = tokens_per_pass(made("vllm-detailed.json").parts[0].pool)
    assert found is not None
    half = t_quantile(9) * (16.1 / 9 / 10) ** 0.5
    assert (found.low, found.high, found.unit) == (pytest.approx(2.7 - half), pytest.approx(2.7 + half), "passes")


def test_interval_between_requests() -> None:
    """Requests that differ make the average less certain than their many passes suggest."""
    outcomes = Counter[Outcome]({(3, 0): 300, (3, 3): 300})
    pool = Pool("x", outcomes=outcomes, rows=[(100, 0), (100, 300)] * 3, passes=600, accepted=900)
    alike = Pool("x", outcomes=outcomes, rows=[(100, 150)] * 6, passes=600, accepted=900)
    wide, narrow = tokens_per_pass(pool), tokens_per_pass(alike)
    assert wide is not None
    assert narrow is not None
    assert (wide.value, narrow.value, wide.unit) == (2.5, 2.5, "requests")
    assert wide.high == pytest.approx(2.5 + t_quantile(5) * (6 / 5 * 6 * 150**2) ** 0.5 / 600)
    assert narrow.high == 2.5


def test_requests_that_have_the_order_are_counted() -> None:
    """q-3 has every pass, so the option for them is only missing for q-1."""
    (table,) = section(part("aiperf.jsonl"), "What this file cannot say").tables
    assert table.rows[0][0] == "The order of the passes (1 of 2 requests have it)"


def test_several_files_are_compared() -> None:
    """“Is my new draft better?” needs an interval of the difference: 286 / 132 accepted per pass are 0.37 more than
    1.8.
    The 2 log windows of vllm.log show signs of a difference, so it has no interval.
    """
    found = made("vllm-metrics.txt", "aiperf.jsonl", "llama-timings.json", "vllm.log")
    assert found.comparison is not None
    first, second, third, _ = found.comparison.sentences
    assert re.match(
        r"aiperf\.jsonl writes 0\.37 more tokens .* \(95% interval of the difference \+0\.04 to \+0\.70\)\.", first
    )
    assert "llama-timings.json and vllm-metrics.txt cannot be compared" in second
    assert "vllm.log and vllm-metrics.txt cannot be compared" in third
    names = ["vllm-metrics.txt", "aiperf.jsonl", "llama-timings.json", "vllm.log"]
    assert [row[0] for row in found.comparison.tables[0].rows] == names


def test_differences_have_real_minus_signs() -> None:
    """The second file writes 0.37 fewer tokens per pass, so both ends are negative."""
    found = made("aiperf.jsonl", "vllm-metrics.txt")
    assert found.comparison is not None
    assert "(95% interval of the difference −0.70 to −0.04)." in found.comparison.sentences[0]


def test_a_refused_file_does_not_hide_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody who compares three runs wants the two good ones, and to know what is wrong with the third."""
    path = tmp_path / "bad.json"
    path.write_text((FIXTURES / "vllm-detailed.json").read_text(encoding="utf-8")[:300], encoding="utf-8")
    code, out, err = call(capsys, "import", FIXTURES / "llama.log", path, FIXTURES / "vllm.log", "-o", tmp_path / "out")
    assert (code, err) == (2, "explorer: bad.json ends in the middle of a JSON value. Save it again.\n")
    assert "2 files compared" in out
    html = (tmp_path / "out" / "import.html").read_text(encoding="utf-8")
    assert '<p class="wrong" role="alert">bad.json ends in the middle' in html
    assert "<h3>vllm.log <small>vLLM log lines" in html


def test_a_wrong_draft_length_does_not_hide_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    """One mistyped number must not remove everything that the file says without it."""
    code, out, err = call(capsys, "import", FIXTURES / "vllm.log", "--draft-length", "5")
    assert code == 2
    assert "609 draft tokens are reported, but 203 drafts of exactly 5 tokens would have 1,015 in total." in err
    assert "2 is up to 0.8% faster at costs above 8.8%" in " ".join(out.split())


def test_table_and_csv_have_one_interval(tmp_path: Path) -> None:
    """Six requests accept 60 and 40 of 100 draft tokens in turn: 50% ± 2.571 · √(6/5 · 6 · 10²) / 600 = 38.5% to 61.5%.
    Wilson's interval of 300 of 600, 46% to 54%, would treat the passes of a request as independent.
    """
    path = response(tmp_path, *[histogram([40, 60], 1), histogram([60, 40], 1)] * 3)
    found = report([(path, "x")], NOTHING)
    (row,) = found.parts[0].facts.positions
    assert row.tested_ends == row.reached_ends == (pytest.approx(0.385, abs=5e-4), pytest.approx(0.615, abs=5e-4))
    positions = section(found.parts[0], "Acceptance by position")
    assert positions.tables[0].rows[0][2] == "38.5% to 61.5%"
    assert positions.sentences[-1].startswith("Intervals are from the differences between requests")
    for name in ("accepted when tested", "passes that accept at least this many"):
        assert f"x,{name},1,0.5,0.38504,0.61496,300,600" in table_csv(found)


def test_few_requests_have_wilsons_interval_and_the_report_says_so() -> None:
    """Two requests are too few to show how requests differ."""
    said = section(part("llama.log"), "Acceptance by position").sentences
    assert said[-1].startswith("The intervals are Wilson’s, because there are fewer than 5 requests.")


def test_the_time_of_a_pass_shows_how_it_is_computed() -> None:
    """A reader who divides 2338 ms by 91 or by 89 must see which one is right."""
    sentences = " ".join(section(part("llama.log"), "Times").sentences)
    assert "(2868 ms of decoding − 530 ms of drafting) / 89 passes = 26.27 ms." in sentences
    assert "262 tokens of the answers − 171 accepted draft tokens − 2 first tokens." in sentences


def test_a_rounded_log_says_so(tmp_path: Path) -> None:
    """A range of passes must not be printed as a count.

    31,248 drafted tokens need 10,416 passes of 3. Rates between 1.9185 and 1.9215 in all allow at most 10,424.
    """
    line = (FIXTURES / "vllm.log").read_text(encoding="utf-8").splitlines()[1]
    line = re.sub(r"Accepted: \d+ tokens, Drafted: \d+", "Accepted: 20000 tokens, Drafted: 31248", line)
    line = (
        line.replace("2.01,", "2.92,").replace("0.601, 0.286, 0.128", "0.900, 0.640, 0.380").replace("33.8%", "64.0%")
    )
    path = tmp_path / "x.log"
    path.write_text(line, encoding="utf-8")
    found = report([(path, "x.log")], Given())
    assert "about 10,420 target passes" in found.parts[0].summary
    assert (
        "about 2.92 tokens per target pass (95% interval: 2.90 to 2.94, as if passes were independent)"
        in found.parts[0].answers[2].rests
    )
    read = section(found.parts[0], "What was read").sentences
    assert "The log rounds its numbers, so the number of passes can be 10,416 to 10,424." in read
    stated = report([(path, "x.log")], Given(draft_length=3))
    assert ", 10,416 target passes" in stated.parts[0].summary


HOSTILE = "</script><img src=x onerror=alert(1)>\u202e\x1b[31m`a`\"'&"


def test_texts_of_files_do_no_harm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A model can write HTML, and a file can be named like a formula or like a command to the terminal."""
    value = json.loads((FIXTURES / "vllm-detailed.json").read_text(encoding="utf-8"))
    value["id"] = value["system_fingerprint"] = HOSTILE
    for entry in value["choices"][0]["logprobs"]["content"]:
        entry["token"] = HOSTILE
    path = tmp_path / "=cmd()<b>.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    found = report([(path, path.name), (path, path.name)], Given())
    for html in (page(found), part_html(found)):
        assert "<img" not in html
        assert "<b>" not in html
        assert "\u202e" not in html
        assert "\x1b" not in html
    assert "\u202e" not in plain(found)
    assert list(csv.reader(table_csv(found).splitlines()))[1][0] == "'=cmd()<b>.json"
    code, out, _ = call(capsys, "import", path)
    assert code == 0
    assert "\x1b" not in out


def test_the_command_takes_the_speed_without_a_draft(capsys: pytest.CaptureFixture[str]) -> None:
    """The one number that the report asks for can be given where it is asked for."""
    code, out, _ = call(capsys, "import", FIXTURES / "llama.log", "--target-per-second", "50")
    assert code == 0
    assert "Yes: ×1.81 for one request at a time." in out
    out = call(capsys, "import", FIXTURES / "vllm.log", "--draft-kind", "model")[1]
    assert "Not low for a small model.\n  55.3%" in out
    assert "n-grams" not in out
    words = ["--target-per-second", "60", "--target-ms", "20"]
    code, out, err = call(capsys, "import", FIXTURES / "llama.log", *words)
    assert (code, out) == (2, "")
    assert err == (
        "explorer: At 20 ms per target pass, the speed without a draft is 50 tokens per second, not 60. Give "
        "either the time per pass or the speed, not both.\n"
    )


def test_command_writes_page_and_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The page is sent by mail and the table goes into a spreadsheet."""
    code, out, _ = call(capsys, "import", FIXTURES / "llama.log", FIXTURES / "vllm.log", "-o", tmp_path / "new" / "out")
    assert code == 0
    assert "2 files compared" in out
    html = (tmp_path / "new" / "out" / "import.html").read_text(encoding="utf-8")
    assert not re.search(r"(?:src|href)=|<script|url\(|@import", html)
    rows = list(csv.DictReader((tmp_path / "new" / "out" / "import.csv").read_text(encoding="utf-8").splitlines()))
    reached = [row for row in rows if row["measure"] == "passes that accept at least this many"]
    assert [(row["index"], row["count"], row["of"]) for row in reached] == [
        *(("1", "72", "89"), ("2", "56", "89"), ("3", "43", "89")),
        *(("1", "137", "223"), ("2", "67", "223"), ("3", "32", "223")),
    ]


def commands(text: str) -> set[str]:
    """The commands in a page or in the text for a terminal, as a person would copy them."""
    if text.startswith("<!doctype html>"):
        text = unescape(re.sub(r"<[^>]+>", "", re.sub(r"<code>|</code>", "`", text)))
    return set(re.findall(r"`(python -m explorer import [^`]*)`", text))


def run_again(command: str, capsys: pytest.CaptureFixture[str]) -> tuple[argparse.Namespace, int]:
    """Run a printed command, with numbers for the speeds that it leaves open. Returns its options and exit code."""
    words = re.sub(r"\b[ABCDN]$|(?<=:)[ABCD]\b", "900", command)
    python, option, module, *typed = shlex.split(words)
    assert [python, option, module] == ["python", "-m", "explorer"]
    return parser().parse_args(typed), call(capsys, *typed)[0]


@pytest.mark.parametrize("name", ["llama.log", "vllm.log", "sglang.jsonl"])
@pytest.mark.parametrize("more", [[], ["--draft-kind", "model"]])
def test_printed_commands_run_as_copied(
    name: str, more: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An engineer copies the line from the folder in which the first command ran, and opens the same page again. The
    path is long, so the terminal's lines must not break it.
    """
    monkeypatch.chdir(tmp_path)
    file = Path(f"logs of {'a long ' * 12}night") / name
    file.parent.mkdir()
    file.write_bytes((FIXTURES.parent / "made" / name).read_bytes())
    for out in ([], ["-o", "the report"]):
        code, printed, _ = call(capsys, "import", file, *out, *more)
        assert code == 0
        pages = [Path("the report", "import.html").read_text(encoding="utf-8")] if out else []
        found = [commands(text) for text in (printed, *pages)]
        assert found[0]
        assert all(each == found[0] for each in found), "the page prints the same commands"
        assert any(" --baseline without.log" in command for command in found[0]) == (name != "sglang.jsonl")
        Path("without.log").write_text({"llama.log": LLAMA, "vllm.log": VLLM}.get(name, ""), encoding="utf-8")
        for command in found[0]:
            page = Path("the report", "import.html")
            page.unlink(missing_ok=True)
            options, code = run_again(command, capsys)
            assert code == 0, command
            assert (options.files, options.out) == ([str(file)], out[1] if out else None)
            assert options.draft_kind == (more[1] if more else None)
            assert page.is_file() == bool(out)


def test_a_command_about_one_of_several_files_leaves_their_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two logs of one name have their folders as names, and the page about both is not replaced by one about the first.
    A file that begins with a dash is no option.
    """
    monkeypatch.chdir(tmp_path)
    for file in ("a/x.log", "b/x.log", "-x.log"):
        Path(file).parent.mkdir(exist_ok=True)
        Path(file).write_bytes((FIXTURES.parent / "made" / "llama.log").read_bytes())
    _, printed, _ = call(capsys, "import", "a/x.log", "b/x.log", "./-x.log", "-o", "out")
    files = set[str]()
    Path("without.log").write_text(LLAMA, encoding="utf-8")
    for command in commands(printed):
        options, code = run_again(command, capsys)
        assert (code, options.out) == (0, None)
        files |= set(options.files)
    assert files == {"a/x.log", "b/x.log", "./-x.log"}
    assert {"llama.log"} == {shlex.split(command)[4] for command in commands(page(made("llama.log")))}, "as in the app"


def test_the_table_has_all_that_the_page_says() -> None:
    """A spreadsheet of the numbers lacks nothing, and its numbers can be read."""
    rows = list(csv.DictReader(table_csv(made("vllm.log", "aiperf.jsonl", given=Given(40, 4))).splitlines()))
    names = {row["measure"] for row in rows}
    assert {LOW, LENGTH, WORTH, LOSSLESS, "comparison", "p-value of equal positions", "log windows"} <= names
    assert "speed-up if a draft token costs 0.1 (estimate)" in names
    (intervals,) = [row for row in rows if row["measure"] == "log windows"]
    assert (intervals["file"], intervals["value"]) == ("vllm.log", "2")
    numbers = [row[key] for row in rows for key in ("value", "low", "high") if re.fullmatch(r"-?[\d.e-]+", row[key])]
    assert max(len(re.sub(r"\D", "", number)) for number in numbers) <= 8


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--target-ms", "0", "--draft-ms", "1"], "“0” is not valid"),
        (["--target-per-second", "0"], "“0” is not valid"),
        (["--draft-length", "0"], "“0” is not valid"),
        (["-o", ""], "The name is empty"),
        ([str(FIXTURES / "vllm.log")] * 20, "There are 21 files, but the limit is 20. Import fewer at once."),
    ],
)
def test_wrong_calls(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line and exit code 2, as for every command."""
    code, out, err = call(capsys, "import", FIXTURES / "vllm.log", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert sentence in err
