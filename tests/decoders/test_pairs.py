"""Pairs: what loads, what is refused and how, and the embedded pair itself."""

import json
from pathlib import Path

import pytest

from decoders.catalog import decoder
from decoders.core.dice import Seeded
from decoders.errors import BadInput
from decoders.models.loading.checkpoint import INDEX
from decoders.models.loading.locate import has_weights
from decoders.models.text.tokens import piece_text
from decoders.pairs import Pair, load_pair


@pytest.mark.parametrize("name", ["", "nothing", "a+", "+b", "toy:", "/no/such/folder+/no/other"])
def test_unknown_pairs_say_what_would_work(name: str) -> None:
    """A typo is answered with the list of pairs or the form of a name."""
    with pytest.raises(BadInput):
        load_pair(name)


@pytest.mark.parametrize("data", [[], {}, {"vocab": ["a", "a"], "target": {}, "draft": {}}, "x", None, 3])
def test_broken_toy_files_are_refused(tmp_path: Path, data: object) -> None:
    """Toy pairs are edited by hand, so their errors must be clear."""
    path = tmp_path / "toy.json"
    path.write_text(json.dumps(data))
    with pytest.raises(BadInput):
        load_pair(f"toy:{path}")


def test_a_toy_pair_refuses_a_device_it_would_not_use() -> None:
    """Whoever asks for a GPU must not get a CPU without a word."""
    toy = "toy:assets/toys/dsbd-figure-2.json"
    assert load_pair(toy, "cpu").name == load_pair(toy).name == toy
    with pytest.raises(BadInput, match="only on the CPU, and not on cuda"):
        load_pair(toy, "cuda")


def test_pieces_of_characters_are_shown_as_bytes() -> None:
    """An emoji split over tokens must not show as question marks."""
    assert piece_text("Ġsky", True) == " sky"
    assert piece_text("▁sky", False) == " sky"
    assert piece_text("âĺ", True) == "⟨E2 98⟩"
    assert piece_text("<0x0A>", False) == "\n"


@pytest.mark.pair
def test_the_embedded_pair_speculates_without_changing_the_text(smollm2: Pair) -> None:
    """SpD at temperature 0 on the real pair gives greedy decoding's tokens."""
    ids = smollm2.encode("Explain why the sky is blue.", False)
    outcomes = []
    for method, settings in (("greedy", {}), ("spd", {"temperature": 0, "gamma": 4})):
        found = decoder(method)
        *_, last = found.decode(ids, smollm2.models, found.make_settings(settings), Seeded(0), 16)
        outcomes.append(last.final.beams[0].tokens)
    assert outcomes[0] == outcomes[1]
    assert "sky" in smollm2.decode(outcomes[0])


@pytest.mark.pair
def test_the_embedded_pair_knows_its_chat_template(smollm2: Pair) -> None:
    """Without the template an instruct model rambles; with --raw it must not be used."""
    chat, raw = smollm2.encode("Hi", False), smollm2.encode("Hi", True)
    assert len(chat) > len(raw)
    assert smollm2.token_text(raw[0]) == "Hi"
    assert smollm2.models.eos == {2}


@pytest.mark.pair
def test_both_models_run_as_trees(smollm2: Pair) -> None:
    """In path mode, the embedded pair would be several times slower."""
    assert smollm2.info["tree_mode"] == {"target": "tree", "draft": "tree"}


def test_weights_are_there_or_not(tmp_path: Path) -> None:
    """A conversion is named after its weights; with only config.json, two models would share a name."""
    (tmp_path / "config.json").write_text("{}")
    assert not has_weights(tmp_path)
    (tmp_path / "one.safetensors").write_bytes(b"")
    assert has_weights(tmp_path)
    (tmp_path / INDEX).write_text(json.dumps({"weight_map": {"a": "one.safetensors", "b": "two.safetensors"}}))
    assert not has_weights(tmp_path), "a download that was broken off"
    (tmp_path / "two.safetensors").write_bytes(b"")
    assert has_weights(tmp_path)
