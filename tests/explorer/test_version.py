"""The version of the explorer in a result: changed code must not be named as a plain commit."""

import subprocess
import sys
from pathlib import Path

import pytest

import explorer
from explorer.version import about_explorer, checkout_of


def git(folder: Path, *command: str) -> str:
    name = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    return subprocess.run(
        ["git", *name, "-C", str(folder), *command], capture_output=True, text=True, check=True
    ).stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with one file of code."""
    (tmp_path / "explorer").mkdir()
    (tmp_path / "explorer" / "code.py").write_text("x = 1\n", encoding="utf-8")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "first")
    return tmp_path


def test_a_checkout_names_its_commit(checkout: Path) -> None:
    """The version alone does not say which of a hundred commits ran."""
    commit = git(checkout, "rev-parse", "HEAD").strip()
    assert checkout_of(checkout) == {"commit": commit}
    (checkout / "notes.txt").write_text("no code", encoding="utf-8")
    assert "changes" not in checkout_of(checkout)


def test_changed_code_is_marked_and_told_apart(checkout: Path) -> None:
    """Two different changes of one commit are two programs."""
    seen = list[str]()
    for text in ("x = 2\n", "x = 3\n"):
        (checkout / "explorer" / "code.py").write_text(text, encoding="utf-8")
        seen.append(checkout_of(checkout)["changes"])
    (checkout / "explorer" / "code.py").write_text("x = 1\n", encoding="utf-8")
    (checkout / "explorer" / "new.py").write_text("y = 1\n", encoding="utf-8")
    seen.append(checkout_of(checkout)["changes"])
    (checkout / "explorer" / "new.py").unlink()
    (checkout / "explorer" / "code.py").unlink()
    seen.append(checkout_of(checkout)["changes"])
    assert len(set(seen)) == 4


def test_without_git_the_version_is_all(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package is not in a repository, and git may be missing."""
    assert checkout_of(checkout / "explorer") == {}, "it is within a repository, and not its top"
    monkeypatch.setenv("PATH", "")
    assert checkout_of(checkout) == {}
    assert about_explorer()["version"] == explorer.__version__


def test_git_is_not_run_at_import() -> None:
    """`--help` must not wait for git."""
    code = (
        "import subprocess; subprocess.run = subprocess.Popen = None\n"
        "import explorer, explorer.version, explorer.service.recording"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
