"""docs/your-own-method.md shows the package in tests/plugin; its output distribution is proved here."""

import importlib
import re
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import decoders
from tests.plugin.packages import ECHO
from tests.toys import CAUGHT, EXACT, distance, random_pair

ROOT = Path(__file__).parents[1]
FILES = sorted(path.relative_to(ROOT).as_posix() for path in ECHO.rglob("*.*") if path.suffix in (".py", ".toml"))


@pytest.fixture
def echo(monkeypatch: pytest.MonkeyPatch, catalogues: None) -> Iterator[types.ModuleType]:
    """The module of the example, with its method registered as in a notebook."""
    monkeypatch.syspath_prepend(ECHO)
    module = importlib.import_module("echo_decoding.method")
    decoders.register(module.ECHO)
    decoders.register(module.ECHO)  # the same again changes nothing
    yield module
    for name in ("echo_decoding.method", "echo_decoding"):
        del sys.modules[name]


def test_the_text_shows_the_files() -> None:
    """A newcomer who copies the text would get other code than the tested files."""
    text = (ROOT / "docs" / "your-own-method.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"<!-- the file ([^ ]+) -->\n```\w+\n(.*?)```", text, re.S))
    files = {name: (ROOT / name).read_text(encoding="utf-8") for name in FILES}
    assert shown == {name: code for name, code in files.items() if not name.endswith("__init__.py")}


def test_the_line_is_one_of_the_catalogue() -> None:
    """A newcomer would see a line for the catalogue in a form that the catalogue does not use."""
    assert re.search(r"^    \w+\.DECODER,$", (ROOT / "decoders" / "catalog.py").read_text(encoding="utf-8"), re.M)


def test_it_keeps_the_targets_law(echo: types.ModuleType) -> None:
    """The first decoder that a newcomer copies would not be lossless, for example after an empty prompt."""
    for prompt in ((0,), ()):
        for seed in range(3):
            assert distance("echo", random_pair(seed), 4, prompt, gamma=2) < EXACT


def test_its_law_test_can_fail(echo: types.ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that also passes when every copy is accepted would prove nothing."""

    def keep_all(run: Any, scored: Any) -> Any:
        return [scored.kept(node) for node in scored.tree.nodes] or echo_follow(run, scored)

    echo_follow = vars(echo)["follow"]
    monkeypatch.setattr(echo, "follow", keep_all)
    assert distance("echo", random_pair(0), 4, gamma=2) > CAUGHT
