"""The report: what it says, on the terminal, as a page and as CSV, and that texts of files do no harm in it."""

import csv
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from explorer.imports.counts import Pool
from explorer.imports.measures import shorter, spread, tokens_per_pass
from explorer.imports.page import page, part_html
from explorer.imports.plain import plain, table_csv
from explorer.imports.report import Given, Report, report
from explorer.imports.whatif import what_if
from explorer.statistics import t_quantile
from tests.explorer.cli.test_cli import call

FIXTURES = Path(__file__).parent / "fixtures"
EVERY = sorted(path.name for path in FIXTURES.iterdir())


def made(*names: str, given: Given | None = None) -> Report:
    """The report about fixtures."""
    return report([(FIXTURES / name, name) for name in names], given or Given())


def said(found: Report, title: str) -> str:
    """The sentences of a section of the first file."""
    (section,) = [section for section in found.parts[0].sections if section.title == title]
    return " ".join(section.sentences)


@pytest.mark.parametrize("name", EVERY)
def test_every_format_answers_the_same_questions(name: str) -> None:
    """An engineer learns from any file what it says, and which option would say the rest."""
    found = made(name)
    titles = [section.title for section in found.parts[0].sections]
    assert [title for title in titles if title != "Warnings"][:6] == [
        "What was read",
        "Short answers",
        "Tokens per target pass",
        "The same run under each definition",
        "Acceptance by position",
        "Which draft length?",
    ]
    assert titles[-1] == "What this file cannot say"
    for section in found.parts[0].sections:
        said_here = " ".join((*section.sentences, *map(" ".join, section.answers)))
        for sentence in re.split(r"(?<=[.?]) (?=[A-Z`“]|vLLM|llama)", said_here):
            assert len(sentence.split()) <= 30, sentence
            assert sentence.endswith((".", "?")), sentence
    assert page(found).count("<h4>") == len(titles)


def test_definitions_of_all_engines() -> None:
    """Engines call 0.57, 0.74, 1.70 and 2.70 an acceptance; one run shows why."""
    (section,) = [part for part in made("vllm-detailed.json").parts[0].sections if "definition" in part.title]
    assert section.table is not None
    assert [row[2:] for row in section.table.rows] == [
        ("17 / 30", "0.57"),
        ("17 / 23", "0.74"),
        ("1 + 17 / 10", "2.70"),
        ("27 / 10", "2.70"),
        ("as it is printed", "2.70"),
        ("as it is printed", "0.57"),
    ]


def test_best_draft_length_by_hand() -> None:
    """1.8, 2.4 and 2.8 tokens: with 10 ms and 4 ms, 1.8·10/14 = 1.29, 2.4·10/18 = 1.33, 2.8·10/22 = 1.27."""
    found = made("vllm-metrics.txt", given=Given(10, 4))
    run = what_if(found.parts[0].pool, (10, 4))
    assert run is not None
    assert run.best() == 2
    assert [run.speedup(length) for length in range(4)] == pytest.approx([1, 18 / 14, 24 / 18, 28 / 22])
    assert "2 draft tokens would be the fastest: ×1.33 compared with no draft, instead of ×1.27" in said(
        found, "Which draft length?"
    )
    assert run.best(0.9) == 0
    assert "decoding without a draft is the fastest" in said(
        made("vllm-metrics.txt", given=Given(10, 9)), "Which draft length?"
    )
    assert run.best(0.1) == 3


def test_a_token_pays_off_up_to_its_cost() -> None:
    """The last draft token of every length is worth its cost exactly up to the number in the table."""
    pool = made("vllm-metrics.txt").parts[0].pool
    run = what_if(pool, None)
    assert run is not None
    for row in shorter(pool):
        below, above = row.worth - 1e-6, row.worth + 1e-6
        assert run.speedup(row.length, below) > run.speedup(row.length - 1, below)
        assert run.speedup(row.length, above) < run.speedup(row.length - 1, above)


def test_interval_between_passes_by_hand() -> None:
    """Accepted 0 three times, 1 once, 2 twice, 3 four times: mean 1.7, variance 20.1/9."""
    found = tokens_per_pass(made("vllm-detailed.json").parts[0].pool)
    assert found is not None
    half = t_quantile(9) * (16.1 / 9 / 10) ** 0.5
    assert (found.low, found.high, found.unit) == (pytest.approx(2.7 - half), pytest.approx(2.7 + half), "passes")


def test_interval_between_requests() -> None:
    """Requests that differ make the average less certain than their many passes suggest."""
    pool = Pool("x", outcomes=Counter({(3, 0): 300, (3, 3): 300}))
    pool.passes.add(600)
    pool.accepted.add(900)
    pool.rows = [(100, 0), (100, 300)] * 3
    alike = Pool("x", outcomes=pool.outcomes, rows=[(100, 150)] * 6, passes=pool.passes, accepted=pool.accepted)
    wide, narrow = tokens_per_pass(pool), tokens_per_pass(alike)
    assert wide is not None
    assert narrow is not None
    assert (wide.value, narrow.value, wide.unit) == (2.5, 2.5, "requests")
    assert wide.high == pytest.approx(2.5 + t_quantile(5) * (6 / 5 * 6 * 150**2) ** 0.5 / 600)
    assert narrow.high == 2.5
    assert (spread(pool), spread(alike)) == (True, False)


def written(tmp_path: Path, **counts: object) -> Report:
    """The report of one response of vLLM with these counts."""
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"metrics": {"speculative_decoding": counts}}), encoding="utf-8")
    return report([(path, "x.json")], Given())


def histogram(buckets: list[int], longest: int) -> dict[str, object]:
    """Consistent counts of passes that all drafted the longest draft."""
    passes = sum(buckets)
    return {
        "acceptance_histogram": buckets,
        "num_spec_steps": passes,
        "num_accepted_draft_tokens": sum(got * count for got, count in enumerate(buckets)),
        "num_draft_tokens": passes * longest,
        "num_spec_tokens": longest,
    }


@pytest.mark.parametrize(
    ("buckets", "words"),
    [
        ([95, 5, 0, 0], "Acceptance is very low (4.8% of tested draft tokens)"),
        ([0, 0, 1, 99], "Acceptance is very high (99.7%)"),
        ([40, 30, 20, 10], ""),
    ],
)
def test_unusual_acceptance_is_a_warning(buckets: list[int], words: str, tmp_path: Path) -> None:
    """“Why is my acceptance low?” begins with a hint at the template, and a loop looks like success."""
    found = written(tmp_path, **histogram(buckets, 3))
    titles = [section.title for section in found.parts[0].sections]
    assert ("Warnings" in titles) == bool(words)
    if words:
        assert words in said(found, "Warnings")


@pytest.mark.parametrize(
    ("buckets", "words"),
    [
        ([500, 50, 30, 420], "Failures come in runs"),
        ([100, 400, 400, 100], "Later draft tokens are accepted less often"),
        ([500, 250, 125, 125], "do not differ by more than chance"),
        ([5, 2, 2, 1], "too few tests"),
    ],
)
def test_runs_of_failures(buckets: list[int], words: str, tmp_path: Path) -> None:
    """Acceptance that rises with the position means that failures come in runs, not that the draft gets better."""
    assert words in said(written(tmp_path, **histogram(buckets, 3)), "Acceptance by position")


def test_several_files_are_compared() -> None:
    """“Is my new draft better?” needs an interval of the difference."""
    found = made("vllm-metrics.txt", "vllm.log", "llama-timings.json")
    assert found.comparison is not None
    first, second, *_ = found.comparison.sentences
    assert re.match(
        r"vllm\.log writes 0\.74 fewer tokens .* \(95% interval of the difference -0\.91 to -0\.57\)\.", first
    )
    assert "llama-timings.json and vllm-metrics.txt cannot be compared" in second
    assert found.comparison.table is not None
    assert [row[0] for row in found.comparison.table.rows] == ["vllm-metrics.txt", "vllm.log", "llama-timings.json"]


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
    assert "in about 10,420 passes" in said(found, "What was read")
    assert "possible range 2.92 to 2.92, from the rounding of the log" in said(found, "Tokens per target pass")
    stated = report([(path, "x.log")], Given(draft_length=3))
    assert "about 10,416 passes" in said(stated, "What was read")


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


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--target-ms", "30"], "--target-ms and --draft-ms belong together. Give both or none."),
        (["--target-ms", "0", "--draft-ms", "1"], "“0” is not valid"),
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
