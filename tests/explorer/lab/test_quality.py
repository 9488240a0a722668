"""Scores of answers: if these fail, one method looks better than another for the wrong reason."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from decoders.errors import BadInput
from explorer.lab import code
from explorer.lab.code import code_of, passes
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
    assert (
        score(task("sql", "SELECT x FROM t ORDER BY x", schema=SCHEMA), "SELECT x FROM t ORDER BY x DESC")["score"] == 0
    )
    assert score(one, "SELECT y FROM t")["runs"] == 0


def test_sql_can_neither_write_nor_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    """A generated query must not change a database, nor hold up a sweep."""
    one = task("sql", "SELECT count(*) FROM t", schema=SCHEMA)
    assert score(one, "DELETE FROM t")["runs"] == 0
    monkeypatch.setattr("explorer.lab.quality.SECONDS", 0.2)
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    assert score(one, endless)["runs"] == 0


def test_pieces() -> None:
    """What is cut out of an answer before it is compared."""
    assert plain_words("") == []
    assert last_number("-3, then 4.5") == 4.5
    assert query_of("no query here") == "no query here"
    assert code_of("def f():\n", "    return 1") == "def f():\n    return 1"
    assert code_of("def f():\n", "Sure:\n```python\ndef f():\n    return 1\n```") == "def f():\n    return 1\n"
    with pytest.raises(BadInput, match="no measure"):
        score(task("beauty", "x"), "x")


def test_code_is_not_run_unasked() -> None:
    """Generated code runs only where somebody said so."""
    with pytest.raises(BadInput, match="--run-code"):
        passes(task("code", "", test="", entry_point="f"), "", allowed=False)


def namespaces() -> bool:
    """Whether this system gives a process a network of its own."""
    command = ["unshare", "--user", "--map-root-user", "--net", "--pid", "--fork", "true"]
    return (
        shutil.which("unshare") is not None
        and subprocess.run(command, capture_output=True, check=False).returncode == 0
    )


def test_code_runs_locked_up() -> None:
    """It passes or fails by its tests, and can neither reach the network, write much nor run for long."""
    check = "def check(f):\n    assert f(2) == 4\n"
    one = Task("1", "def f(x):\n", "d", "code", ("",), {"test": check, "entry_point": "f"})
    if not namespaces():
        with pytest.raises(BadInput, match="is not run"):
            passes(one, "    return 2 * x", allowed=True)
        return
    assert passes(one, "    return 2 * x", allowed=True)
    assert not passes(one, "    return x", allowed=True)
    reach = "    import socket\n    socket.create_connection(('127.0.0.1', 9), 1)\n    return 4"
    assert not passes(one, reach, allowed=True)
    assert not passes(one, "    open('x', 'wb').write(bytes(1 << 22))\n    return 4", allowed=True)
    assert passes(one, "    import sys\n    print('unshare', file=sys.stderr)\n    return 4", allowed=True)


def test_code_is_not_run_where_nothing_locks_it_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A system without namespaces is told so; its answers must not count as wrong."""
    refuses = tmp_path / "unshare"
    refuses.write_text("#!/bin/sh\nexit 1\n")
    refuses.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    code._lock.cache_clear()
    try:
        with pytest.raises(BadInput, match="is not run"):
            passes(task("code", "", test="", entry_point="f"), "", allowed=True)
    finally:
        code._lock.cache_clear()
