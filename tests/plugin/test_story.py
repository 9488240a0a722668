"""A package brings its own story; without the package, a generic story describes its traces."""

import json
from pathlib import Path

from explorer.stage.pack import open_content
from explorer.story.registry import STORIES
from explorer.trace.format import read
from tests.plugin.packages import python
from tests.plugin.test_plugin import packages, recorded  # noqa: F401  # fixtures

TOLD = """
import json, sys
from pathlib import Path
from explorer.stage.pack import open_content
from explorer.story.registry import STORIES
from explorer.features.tuning import grids
from explorer.trace.format import read
trace = read(Path(sys.argv[1]))
content = open_content(trace, "echo")
first = content["iterations"][0]
print(json.dumps({
    "own": "echo" in STORIES,
    "line": content["header"]["about"]["line"],
    "round": [line["plain"] for line in content["header"]["round"]],
    "steps": [[step["title"], step["plain"], step["exact"]] for step in first["steps"]],
    "reasons": [verdict["plain"] for verdict in first["verdicts"]],
    "panels": [[panel["title"], panel["facts"]] for panel in first["panels"]],
    "pair": content["header"]["pair_name"],
    "grid": list(grids()["echo"]["gamma"]),
}))
"""


def test_its_story_tells_its_runs(packages: Path, recorded: Path) -> None:  # noqa: F811
    """The explanations, panels and search values that a package brings would not be used."""
    done = python("-c", TOLD, str(recorded), path=packages)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["own"]
    assert told["line"] == "Echo guesses that the last token repeats. The target checks all copies in one pass."
    assert told["round"][0] == "Echo guesses the last word again, up to 2 times."
    title, plain, exact = next(step for step in told["steps"] if step[0].startswith("Copy"))
    assert title == "Copy 2 tokens"
    assert plain == "Echo guesses the last word, “clock”, 2 more times."
    assert exact == "Copies: “clock” is drafted 2 times with q = 1."
    assert all("rule “" not in reason for reason in told["reasons"])
    assert told["panels"] == [["Copied draft", [["copies", "2"]]]]
    assert told["grid"] == [1, 2, 3]


def test_without_the_package_the_generic_story_tells_them(recorded: Path) -> None:  # noqa: F811
    """Readers without the package could not understand a trace of its method."""
    trace = read(recorded)
    assert "echo" not in STORIES
    content = open_content(trace, "echo")
    assert content["header"]["about"]["line"] == "Echo: repeat the last token"
    assert [line["label"] for line in content["header"]["round"]] == ["Draft", "Check", "Decide", "Write"]
    first = content["iterations"][0]
    assert all(step["plain"] and step["exact"] for step in first["steps"])
    assert dict(first["panels"][0]["facts"])["copies"] == "2"


def test_a_rule_without_words_is_told_by_its_formula(recorded: Path) -> None:  # noqa: F811
    """Verdicts of a rule without wording would be empty instead of showing the rule's formula."""
    text = recorded.read_text().replace('"draw_match"', '"own_rule"')
    trace = read(text.encode())
    told = [verdict for one in open_content(trace, "own")["iterations"] for verdict in one["verdicts"]]
    assert any(each["plain"].endswith("the rule “own rule” decided.") for each in told)
    assert any("x = y, y ~ p" in each["exact"] for each in told)
