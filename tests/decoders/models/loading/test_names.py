"""Splitting a pair's name at the right plus sign, with ~ expanded."""

from pathlib import Path

import pytest

from decoders.errors import BadInput
from decoders.models.loading.names import split_pair
from decoders.pairs import load_pair
from explorer.service.queue.memory import check_parts, weights
from tests.folders import saved


def test_names_without_folders_are_split_at_their_plus() -> None:
    """Hub ids have no plus."""
    assert split_pair("org/a+org/b") == ("org/a", "org/b")
    assert split_pair("org/a+eagle3:org/b") == ("org/a", "eagle3:org/b")
    assert [split_pair(name) for name in ("smollm2", "a+", "+b", "a+eagle3:")] == [None] * 4


def test_the_home_folder_is_written_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """People type ~ as in a shell, which expands it only at the beginning of a word."""
    monkeypatch.setenv("HOME", str(tmp_path))
    target, draft = saved(tmp_path / "models" / "a"), saved(tmp_path / "models" / "b", seed=1)
    assert split_pair("~/models/a+~/models/b") == (str(target), str(draft))
    assert split_pair("~/models/a+eagle3:~/models/b") == (str(target), f"eagle3:{draft}")
    check_parts("~/models/a+~/models/b")
    assert weights("~/models/a+~/models/b") == weights(f"{target}+{draft}") > 0
    pair = load_pair("~/models/a+~/models/b", "cpu", engine="torch")
    assert pair.info["target"] == str(target)


def test_folders_may_have_a_plus_in_their_names(tmp_path: Path) -> None:
    """“merge-A+B” is a usual name for a merged model."""
    merged, draft = tmp_path / "merge-a+b", tmp_path / "d+raft"
    for folder in (merged, draft):
        folder.mkdir()
    assert split_pair(f"{merged}+{draft}") == (str(merged), str(draft))
    assert split_pair(f"{merged}+org/draft") == (str(merged), "org/draft")
    assert split_pair(f"org/target+{draft}") == ("org/target", str(draft))


def test_a_name_that_can_be_split_twice_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guessing could run another pair than the intended one."""
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b+c", "a+b", "c"):
        (tmp_path / name).mkdir()
    with pytest.raises(BadInput, match=r"can be split into a and b\+c or a\+b and c\. Rename a folder"):
        split_pair("a+b+c")


def test_one_folder_is_not_a_pair(tmp_path: Path) -> None:
    """A folder with a plus sign in its name must not be looked up on the Hub in parts."""
    for name in ("plain", "with+plus"):
        (tmp_path / name).mkdir()
        with pytest.raises(BadInput, match="is one model, but a pair needs two. Use TARGET"):
            load_pair(str(tmp_path / name))
