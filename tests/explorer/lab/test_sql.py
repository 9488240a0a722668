"""Execution accuracy: right queries count as right, and no query blocks a sweep."""

import json
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from decoders.errors import BadInput
from explorer.lab.analysis.report import says
from explorer.lab.analysis.results import Results
from explorer.lab.catalog import experiment_of
from explorer.lab.data import sql, sql_worker
from explorer.lab.data.quality import score
from explorer.lab.data.sql import QueryError, TimedOutError, answer, query_of
from explorer.lab.experiment import Task

SCHEMA = "CREATE TABLE t (x INT); INSERT INTO t VALUES (1), (2);"
RAN = {"runs": 1, "timed_out": 0, "scored": 1}
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
MANY = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) "


def task(scorer: str, *references: str, **extra: str) -> Task:
    return Task("1", "", "d", scorer, references, extra)


def test_sql_compares_answers_and_not_words() -> None:
    """Two ways to write a query give one answer; order counts only if it was requested."""
    one = task("sql", "SELECT x FROM t", schema=SCHEMA)
    assert score(one, "```sql\nSELECT x FROM t WHERE x > 0 ORDER BY x DESC;\n```")["score"] == 1
    ordered = task("sql", "SELECT x FROM t ORDER\nBY x", schema=SCHEMA)
    assert score(ordered, "SELECT x FROM t ORDER BY x DESC")["score"] == 0
    assert score(one, "SELECT y FROM t")["runs"] == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SELECT x * 1.0 FROM t", 1),  # 1.0 is 1
        ("SELECT x FROM t UNION ALL SELECT 1", 0),  # how often counts
        ("SELECT cast(x AS TEXT) FROM t", 0),
        ("SELECT NULL FROM t", 0),
        ("SELECT x, NULL FROM t", 0),
        ("SELECT x FROM t WHERE x < 2 UNION ALL SELECT x'00ff'", 0),
    ],
)
def test_sql_compares_values(text: str, expected: float) -> None:
    """1 and 1.0 are one answer; other values, types and numbers of rows are not."""
    assert score(task("sql", "SELECT x FROM t", schema=SCHEMA), text) == {"score": expected, **RAN}


GOLD = "SELECT `name`, count(*) FROM t WHERE name != 'a;b' GROUP BY name"


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "{};",
        "You can answer this with the following query:\n```sql\n{};\n```\nIt selects all of them.",
        "You can answer this with the following query: ```sql\n{}\n```",
        "First select the table.\n```\n-- with a comment\n\n{}\n```",
        "With this query we select what was asked for:\n{}\n\nIt works with any name.",
        "Sure, here is a query with what you want: {}",
        "```sql\n{}",
    ],
)
def test_a_query_is_cut_out_of_what_surrounds_it(text: str) -> None:
    """The words “with” and “select” in a sentence are not SQL."""
    assert query_of(text.format(GOLD)) == GOLD


def test_a_query_may_begin_with_its_parts() -> None:
    """WITH belongs to the query, on its own line or after words."""
    query = "WITH many(n) AS (SELECT count(*) FROM t) SELECT n FROM many"
    assert query_of("Select it with `SELECT 1`, a query.") == "SELECT 1"
    assert query_of(f"You do it with this:\n{query}") == query_of(f"```sql\n{query}\n```") == query


@pytest.mark.parametrize(
    "query",
    [
        "ATTACH 'new.db' AS new",
        "VACUUM INTO 'new.db'",
        "PRAGMA query_only = OFF",
        "DELETE FROM t",
        "CREATE TEMP TABLE new (x)",
        "SELECT load_extension('new')",
        "SELECT writefile('new.db', 'x')",
        "SELECT 1; DELETE FROM t",
        "SELECT hex(randomblob(2e8))",
        "SELECT randomblob(1e9)",
        "SELECT zeroblob(2e9)",
        "SELECT '\ud800'",
        "SELECT '\0'",
    ],
)
def test_sql_can_only_select(query: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A generated query must not change a database, create files, or use too many resources."""
    monkeypatch.chdir(tmp_path)
    with sqlite3.connect("base.db") as base:
        base.executescript(SCHEMA)
    base.close()
    before = Path("base.db").read_bytes()
    one = task("sql", "SELECT count(*) FROM t", database="base.db")
    assert score(one, f"```sql\n{query}\n```")["score"] == 0
    with pytest.raises(QueryError):
        answer(one, query)
    assert [path.name for path in tmp_path.iterdir()] == ["base.db"]
    assert Path("base.db").read_bytes() == before


@pytest.mark.parametrize(
    "query",
    [
        ENDLESS + "SELECT count(*) FROM n",
        MANY + "SELECT count(*) FROM n AS a, n AS b, n AS c",
        # one step of SQLite's that takes seconds: a limit that is checked between steps comes too late
        "SELECT hex(zeroblob(100000)) LIKE '%' || hex(zeroblob(20000)) || 'x'",
        "SELECT hex(zeroblob(100000)) GLOB '*' || hex(zeroblob(20000)) || 'x'",
    ],
)
def test_an_endless_query_is_killed(query: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One query must not block a sweep of hours."""
    one = task("sql", "SELECT count(*) FROM t", schema=SCHEMA)
    assert score(one, "SELECT count(*) FROM t")["score"] == 1, "the reference is read without that limit"
    monkeypatch.setattr(sql, "SECONDS", 0.3)
    begun = time.monotonic()
    assert score(one, f"```sql\n{query}\n```") == {"score": 0, "runs": 0, "timed_out": 1, "scored": 1}
    assert time.monotonic() - begun < 20, "with two processes that start on a busy machine"


def test_a_killed_query_is_wrong_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stopped query must not look like one that SQLite refused."""
    one = task("sql", "SELECT count(*) FROM t", schema=SCHEMA)
    assert score(one, "SELECT y FROM t") == {"score": 0, "runs": 0, "timed_out": 0, "scored": 1}
    rows = [{"timed_out": 1.0}, {"timed_out": 0.0}, {}]
    found = Results(experiment_of("dsbd-figure-5"), {}, rows)
    assert found.timed_out() == "1 SQL query was stopped at the time limit and counted as wrong."
    assert found.timed_out() in says(found)
    monkeypatch.setattr(sql, "SECONDS", 0.3)
    with pytest.raises(TimedOutError, match="stopped after 0.3 s"):
        answer(one, ENDLESS + "SELECT count(*) FROM n")


def test_memory_of_a_query_is_bounded() -> None:
    """A query's memory for rows and sorting is limited, or it could end the sweep."""
    one = task("sql", "SELECT count(*) FROM t", schema=SCHEMA)
    for query in ("SELECT randomblob(200000) FROM n", "SELECT i FROM n ORDER BY randomblob(200000)"):
        with pytest.raises(QueryError, match="too much memory"):
            answer(one, ENDLESS + query)
    assert len(answer(one, ENDLESS + "SELECT i FROM n")) == 10_000


def test_a_reference_that_cannot_be_run_is_no_wrong_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise every answer would count as wrong because of a fault in the data."""
    with pytest.raises(BadInput, match=r"The reference query of 1 cannot be run \(no such table: u\)"):
        score(task("sql", "SELECT x FROM u", schema=SCHEMA), "SELECT 1")
    monkeypatch.setattr(sql, "SECONDS", 0.3)
    script = f"CREATE TABLE u AS {ENDLESS} SELECT count(*) AS x FROM n;"
    with pytest.raises(BadInput, match="it was stopped after"):
        score(task("sql", "SELECT x FROM u", schema=script), "SELECT 1")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such limit")
def test_a_query_ends_without_its_parent() -> None:
    """If the sweep is killed, an endless query must end, too."""
    request = {"extra": {"schema": SCHEMA}, "query": ENDLESS + "SELECT count(*) FROM n", "seconds": 0.1}
    command = [sys.executable, "-I", "-S", "-B", sql_worker.__file__]
    ended = subprocess.run(command, input=json.dumps(request), capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode < 0, "a signal ends it"
    assert ended.stdout == "ready\n"


def test_no_query() -> None:
    """A text without a query is passed on, so that SQLite's message names it."""
    assert query_of("no query here") == "no query here"


def test_a_reference_is_run_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every cell of a sweep needs the same rows, which are computed once."""
    ran: list[str] = []
    monkeypatch.setattr(sql, "answer", lambda task, query: ran.append(query) or ["row"])
    one = task("sql", "SELECT x + 41 FROM t", schema=SCHEMA)
    for _ in range(3):
        assert sql.sql(one, "SELECT 42")["score"] == 1
    assert ran.count(one.references[0]) == 1
    for number in range(sql.MOST_KEPT + 1):
        sql.sql(task("sql", f"SELECT {number}", schema=SCHEMA), "SELECT 42")
    assert len(sql._EXPECTED) == sql.MOST_KEPT
