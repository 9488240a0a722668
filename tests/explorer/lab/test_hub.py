"""Data sets from the Hub: a sweep runs on the items that its header names."""

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from decoders.errors import BadInput
from explorer.lab.analysis.report import page
from explorer.lab.data.data_sets import KINDS
from explorer.lab.data.tasks import read_data
from explorer.lab.plans import make_plan
from explorer.lab.sweep import results, sweep

ROWS = [{"document": f"ask {i}", "summary": f"s {i}", "id": f"x{i}"} for i in range(5)]


class FakeHub:
    """A Hub with one data set, and the library that reads it; `asked` records the requests."""

    def __init__(self, rows: list[dict[str, Any]], *, script: bool = False, licence: Any = "unknown") -> None:
        self.rows, self.asked, self.read = rows, list[Any](), 0
        names = ["README.md", "set.py"] if script else ["README.md", "data/test.parquet"]
        self._files = [SimpleNamespace(rfilename=name) for name in names]
        self._card = SimpleNamespace(license=licence)

    def load_dataset(self, **how: Any) -> Iterator[dict[str, Any]]:
        """A stream that counts the items taken."""
        self.asked.append(how)
        for row in self.rows:
            self.read += 1
            yield row

    def info(self, _: Any, name: str, *, revision: str | None, timeout: float) -> Any:
        """The Hub's information about a data set."""
        self.asked.append((name, revision))
        sha = {"refs/convert/parquet": "c0ffee"}.get(str(revision), revision or "abc123")
        return SimpleNamespace(sha=sha, siblings=self._files, card_data=self._card)


def put(monkeypatch: pytest.MonkeyPatch, hub: FakeHub) -> FakeHub:
    """Replace the real Hub and library by the fake."""
    monkeypatch.setattr("explorer.lab.data.hub.import_module", lambda name: hub)
    monkeypatch.setattr("huggingface_hub.HfApi.dataset_info", lambda self, name, **how: hub.info(self, name, **how))
    return hub


def test_the_first_items_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """A large data set is not downloaded for eight prompts, and the commit that was read is named."""
    hub = put(monkeypatch, FakeHub(ROWS))
    data = read_data(["xsum:hub"], 2)
    assert [task.id for task in data.tasks] == ["x0", "x1"]
    assert hub.read == 2
    assert hub.asked == [
        ("EdinburghNLP/xsum", None),
        {"path": "EdinburghNLP/xsum", "revision": "abc123", "split": "test", "streaming": True},
    ]
    (source,) = data.sources
    assert (source["kind"], source["from"], source["revision"]) == ("xsum", "EdinburghNLP/xsum", "abc123")
    assert source["licence"] == "not stated; the articles are the BBC's; on its card: unknown"


def test_known_and_given_revisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A known commit stays fixed, and your own copy or commit can be read instead."""
    hub = put(monkeypatch, FakeHub([{"instruction": "Sing.", "input": "", "output": "la"}], licence=["mit", "other"]))
    known = KINDS["alpaca"].hub
    assert known is not None
    for words, name, revision in (
        ("alpaca:hub", "tatsu-lab/alpaca", known.revision),
        ("alpaca:hub:yahma/alpaca-cleaned", "yahma/alpaca-cleaned", None),
        ("alpaca:hub:yahma/alpaca-cleaned@12ab", "yahma/alpaca-cleaned", "12ab"),
    ):
        hub.asked.clear()
        data = read_data([words], 1)
        assert hub.asked[0] == (name, revision)
        assert hub.asked[1]["revision"] == data.sources[0]["revision"] == (revision or "abc123")
        assert data.sources[0]["licence"].endswith("mit, other")


def test_scripts_are_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A repository with a script is read from the Hub's own Parquet copy."""
    hub = put(monkeypatch, FakeHub([{"source": ["a."], "target": ["b"], "paper_id": "p"}], script=True))
    (source,) = read_data(["scitldr:hub"], 1).sources
    assert source["revision"] == "c0ffee"
    assert hub.asked[-1]["path"] == "parquet"
    assert hub.asked[-1]["data_files"] == {"test": "hf://datasets/allenai/scitldr@c0ffee/Abstract/test/*.parquet"}


@pytest.mark.parametrize(
    ("kind", "row", "prompt", "references"),
    [
        ("squad", {"id": "q", "context": "c", "question": "q?", "answers": {"text": ["a", "a"]}}, "q?", ("a",)),
        ("wmt", {"translation": {"de": "Boot", "en": "boat"}}, "Boot", ("boat",)),
        ("mt-bench", {"prompt": ["write", "more"], "prompt_id": 7, "reference": []}, "write", ()),
        ("chatalpaca", {"id": 1, "messages": [{"role": "user", "content": "first"}]}, "first", ()),
    ],
)
def test_columns_of_the_hub(
    kind: str, row: dict[str, Any], prompt: str, references: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Hub names some columns differently from the authors' files."""
    put(monkeypatch, FakeHub([row]))
    (task,) = read_data([f"{kind}:hub"], 1).tasks
    assert prompt in task.prompt
    assert task.references == references
    put(monkeypatch, FakeHub([{"colour": "red"}]))
    with pytest.raises(BadInput, match=f"does not have the columns of {kind}"):
        read_data([f"{kind}:hub"], 1)


def test_what_cannot_be_read_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """No library, network, limit or database: each error says what to do."""

    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("explorer.lab.data.hub.import_module", missing)
    with pytest.raises(BadInput, match="pip install datasets"):
        read_data(["xsum:hub"], 1)
    hub = put(monkeypatch, FakeHub(ROWS))
    with pytest.raises(BadInput, match="--limit"):
        read_data(["xsum:hub"])
    with pytest.raises(BadInput, match="Use your own copy with spider:FILE"):
        read_data(["spider:hub"], 1)

    def dead(*_: Any, **__: Any) -> Any:
        raise ConnectionError("no route to it\nand a long story")

    monkeypatch.setattr(hub, "load_dataset", dead)
    with pytest.raises(BadInput, match=r"cannot be read from the Hub \(ConnectionError: no route to it\)"):
        read_data(["xsum:hub"], 1)
    monkeypatch.setattr("huggingface_hub.HfApi.dataset_info", dead)
    with pytest.raises(BadInput, match="EdinburghNLP/xsum cannot be read"):
        read_data(["xsum:hub"], 1)


def test_results_say_what_they_are_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Id, commit and licence are in the header and on the page; another commit is another sweep."""
    rows = [{"human_prompt": "ask", "chatgpt_response": ""}]
    hub = put(monkeypatch, FakeHub(rows, licence=None))
    given = {"quick": True, "files": ("chatgpt-prompts:hub",), "limit": 1}
    found = sweep(make_plan("mtad-table-3", **given), tmp_path)
    (told,) = results(tmp_path).about["data"]
    assert told == {
        "kind": "chatgpt-prompts",
        "from": "MohamedRashad/ChatGPT-prompts",
        "split": "train",
        "revision": "abc123",
        "licence": "none stated; on its card: none stated on its card",
    }
    assert "from MohamedRashad/ChatGPT-prompts, split train, revision abc123" in page(found)
    monkeypatch.setattr(hub, "info", lambda *_, **__: SimpleNamespace(sha="other", siblings=[], card_data=None))
    with pytest.raises(BadInput, match="started with another data"):
        sweep(make_plan("mtad-table-3", **given), tmp_path)


@pytest.mark.skipif(importlib.util.find_spec("datasets") is None, reason="the library datasets is not installed")
@pytest.mark.filterwarnings("ignore")  # the library's own
def test_the_real_library_reads_a_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A local data set is streamed with the real `datasets`, to check the fakes."""
    text = "".join(json.dumps(row) + "\n" for row in ROWS)
    (tmp_path / "test.jsonl").write_text(text, encoding="utf-8")
    fake = FakeHub([])
    monkeypatch.setattr("huggingface_hub.HfApi.dataset_info", lambda self, name, **how: fake.info(self, name, **how))
    data = read_data([f"xsum:hub:{tmp_path}"], 3)
    assert [(task.id, task.references) for task in data.tasks] == [(f"x{i}", (f"s {i}",)) for i in range(3)]
