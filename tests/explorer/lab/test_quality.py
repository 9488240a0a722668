"""Scores of answers: if these fail, one method looks better than another for the wrong reason."""

import sqlite3
from pathlib import Path

import pytest

from decoders.errors import BadInput
from explorer.lab import quality
from explorer.lab.experiment import Task
from explorer.lab.quality import last_number, plain_words, query_of, score

SCHEMA = "CREATE TABLE t (x INT); INSERT INTO t VALUES (1), (2);"


def task(scorer: str, *references: str, **extra: str) -> Task:
    return Task("1", "", "d", scorer, references, extra)


@pytest.mark.parametrize(
    ("scorer", "reference", "text", "expected"),
    [
        ("squad", "Denver Broncos", "The Denver Broncos.\nThey won.", 1),
        ("squad", "Denver Broncos", "the Broncos", 0),
        ("number", "1,200", "so 3 + 4 … in all $1200.", 1),
        ("number", "7", "none", 0),
        ("rouge", "the cat sat", "the cat sat", 1),
        ("rouge", "the cat sat", "dogs", 0),
        ("bleu", "the cat sat on the mat", "the cat sat on the mat", 1),
    ],
)
def test_scores(scorer: str, reference: str, text: str, expected: float) -> None:
    """Each measure gives full marks to the answer itself and none to another."""
    assert score(task(scorer, reference), text)["score"] == pytest.approx(expected)


def test_sql_compares_answers_and_not_words() -> None:
    """Two ways to write a query are one answer; order counts where it was asked for."""
    one = task("sql", "SELECT x FROM t", schema=SCHEMA)
    assert score(one, "```sql\nSELECT x FROM t WHERE x > 0 ORDER BY x DESC;\n```")["score"] == 1
    ordered = task("sql", "SELECT x FROM t ORDER\nBY x", schema=SCHEMA)
    assert score(ordered, "SELECT x FROM t ORDER BY x DESC")["score"] == 0
    assert score(one, "SELECT y FROM t")["runs"] == 0


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("SELECT x * 1.0 FROM t", 1),  # 1.0 is 1
        ("SELECT x FROM t UNION ALL SELECT 1", 0),  # how often counts
        ("SELECT cast(x AS TEXT) FROM t", 0),
        ("SELECT NULL FROM t", 0),
        ("SELECT x, NULL FROM t", 0),
        ("SELECT x FROM t WHERE x < 2 UNION ALL SELECT x'00ff'", 0),
    ],
)
def test_sql_compares_values(answer: str, expected: float) -> None:
    """A count and the same count as a float are one answer; other values, kinds and numbers of rows are not."""
    assert score(task("sql", "SELECT x FROM t", schema=SCHEMA), answer) == {"score": expected, "runs": 1, "scored": 1}


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
    """The words "with" and "select" of a sentence are no SQL: right answers would count as wrong."""
    assert query_of(text.format(GOLD)) == GOLD


def test_a_query_may_begin_with_its_parts() -> None:
    """WITH belongs to the query, in a line of its own or behind words."""
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
        "SELECT '\ud800'",
        "SELECT '\0'",
    ],
)
def test_sql_can_only_select(query: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A generated query must not change a database, make files, or take more than it needs."""
    monkeypatch.chdir(tmp_path)
    with sqlite3.connect("base.db") as base:
        base.executescript(SCHEMA)
    base.close()
    before = Path("base.db").read_bytes()
    one = task("sql", "SELECT count(*) FROM t", database="base.db")
    assert score(one, f"```sql\n{query}\n```")["score"] == 0
    with pytest.raises((sqlite3.Error, ValueError)):
        quality._answer(one, query)
    assert [path.name for path in tmp_path.iterdir()] == ["base.db"]
    assert Path("base.db").read_bytes() == before


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "


def test_sql_can_neither_hang_nor_fill_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A query must not hold up a sweep, nor end it: time, rows, and what rows and sorting hold, are bounded."""
    one = task("sql", "SELECT count(*) FROM t", schema=SCHEMA)
    with pytest.raises(MemoryError):
        quality._answer(one, ENDLESS + "SELECT randomblob(200000) FROM n")
    with pytest.raises(MemoryError):
        quality._answer(one, ENDLESS + "SELECT i FROM n ORDER BY randomblob(200000)")
    assert score(one, ENDLESS + "SELECT randomblob(200000) FROM n")["runs"] == 0
    assert len(quality._answer(one, ENDLESS + "SELECT i FROM n")) == quality.MOST_ROWS
    monkeypatch.setattr(quality, "SECONDS", 0.2)
    assert score(one, ENDLESS + "SELECT count(*) FROM n")["runs"] == 0


def test_pieces() -> None:
    """What is cut out of an answer before it is compared."""
    assert plain_words("") == []
    assert last_number("-3, then 4.5") == 4.5
    assert query_of("no query here") == "no query here"
    with pytest.raises(BadInput, match="no measure"):
        score(task("beauty", "x"), "x")
