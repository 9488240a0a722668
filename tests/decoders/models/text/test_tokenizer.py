"""A folder's tokenizer gives transformers' ids, however it is read and whatever was opened before."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from transformers import AutoTokenizer

from decoders.core.pair import Prompt
from decoders.models.text import tokenizer
from decoders.models.text.prompt import read_prompt
from decoders.models.text.tokenizer import LightTokenizer, read_tokenizer, vocabulary_size
from decoders.models.text.tokens import id_text
from tests.tokenizing import CHATML, FIRST, byte_tokenizer, write_tokenizer


def heavy(folder: Path) -> Any:
    """The tokenizer that transformers makes of a folder."""
    return AutoTokenizer.from_pretrained(str(folder))


def read(folder: Path, kept: Path) -> Any:
    """The folder's tokenizer as this project reads it."""
    return read_tokenizer(folder, kept, lambda: heavy(folder))


def test_a_light_tokenizer_is_the_same_one(tmp_path: Path) -> None:
    """Other ids for one text would be another prompt."""
    folder = write_tokenizer(tmp_path / "model")
    first = read(folder, tmp_path / "kept")
    assert not isinstance(first, LightTokenizer)  # the first time both are read
    light = read_tokenizer(folder, tmp_path / "kept", lambda: pytest.fail("transformers was asked again"))
    assert isinstance(light, LightTokenizer)
    turn = [{"role": "user", "content": "Grüße <|im_end|>"}]
    expected = first.apply_chat_template(turn, add_generation_prompt=True, return_dict=True)["input_ids"]
    assert read_prompt(light, Prompt(turn[0]["content"])).ids == expected
    assert light.convert_ids_to_tokens(2) == "<|im_end|>"


def test_the_order_of_opening_does_not_change_ids(tmp_path: Path) -> None:
    """transformers also looks at config.json, so folders with equal tokenizer files may have different ids."""
    words = byte_tokenizer(pattern="[0-9]{1,3}")
    named = {"tokenizer_class": None}
    kinds = ("llama", "qwen2")
    folders = [write_tokenizer(tmp_path / kind, words, config={"model_type": kind}, named=named) for kind in kinds]
    text = "In 1234567 it's e\u0301"
    expected = [heavy(folder)(text)["input_ids"] for folder in folders]
    assert expected[0] != expected[1], "the case is one only while transformers tells them apart"
    for order in ((0, 1), (1, 0)):
        kept = tmp_path / f"kept{order[0]}"
        for _ in range(2):
            for i in order:
                assert read_prompt(read(folders[i], kept), Prompt(text, raw=True)).ids == expected[i]


@pytest.mark.parametrize("name", ["added_tokens.json", "merges.txt", "additional_chat_templates/rag.jinja"])
def test_every_file_that_transformers_reads_is_in_the_fingerprint(tmp_path: Path, name: str) -> None:
    """After a file was replaced, an old comparison must not be trusted."""
    folder = write_tokenizer(tmp_path / "model")
    before = tokenizer.fingerprint(folder)
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("{}")
    assert tokenizer.fingerprint(folder) != before


def test_files_that_come_with_the_reading_are_in_the_mark(tmp_path: Path) -> None:
    """At first a Hub model may have only config.json, which another model may share."""
    kept, whole = tmp_path / "kept", write_tokenizer(tmp_path / "whole")

    def hub(name: str, template: str) -> tuple[Path, Any]:
        folder = tmp_path / name
        folder.mkdir()
        shutil.copy(whole / "config.json", folder)

        def fetch() -> Any:
            shutil.copytree(write_tokenizer(tmp_path / f"{name}-there", template=template), folder, dirs_exist_ok=True)
            return heavy(folder)

        return folder, fetch

    folder, fetch = hub("one", CHATML)
    read_tokenizer(folder, kept, fetch)
    folder, fetch = hub("two", "other")
    assert not isinstance(read_tokenizer(folder, kept, fetch), LightTokenizer)


def test_a_tokenizer_that_differs_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If transformers adds something of its own, its tokenizer is used."""
    folder = write_tokenizer(tmp_path / "model")
    monkeypatch.setattr(LightTokenizer, "__call__", lambda self, text, **how: {"input_ids": [1]})
    for _ in range(2):
        assert not isinstance(read(folder, tmp_path / "kept"), LightTokenizer)
    assert "different ids" in next((tmp_path / "kept").iterdir()).read_text()


def test_a_new_template_is_read(tmp_path: Path) -> None:
    """People edit chat templates."""
    folder = write_tokenizer(tmp_path / "model")
    read(folder, tmp_path / "kept")
    (folder / "chat_template.jinja").write_text("new {{ messages[0].content }}")
    for _ in range(2):
        assert read_prompt(read(folder, tmp_path / "kept"), Prompt("a")).text == "new a"


def test_ids_without_a_token(tmp_path: Path) -> None:
    """The last ids of a vocabulary with unused ids, such as the end of a text, can be used and have a text."""
    skipped = range(40, 48)
    specials = ("<|im_start|>", "<|im_end|>")
    words = byte_tokenizer(specials, skipped=skipped)
    folder = write_tokenizer(tmp_path / "model", words, named={"bos_token": None})
    for _ in range(2):
        found = read(folder, tmp_path / "kept")
        assert vocabulary_size(found) == 2 + 256 + len(skipped)
        assert id_text(found, 43, byte_level=True) == "⟨id 43⟩"
        assert id_text(found, 39, byte_level=True) != "⟨id 39⟩"
        assert found.decode([43, FIRST], skip_special_tokens=True) != ""
