"""A target and a draft of two families with different tokenizers, from folders, on both engines."""

import json
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from transformers import PreTrainedTokenizerFast

from decoders.core.pair import with_draft
from decoders.errors import BadInput
from decoders.methods.slem import WrittenLayer
from decoders.models.text.vocabularies import Vocabulary
from decoders.pairs import load_pair
from decoders.vocabularies import common_of
from explorer.cli.main import main
from explorer.service.recording import ids_of, record_trace
from explorer.service.request import RunRequest
from explorer.stage.pack import open_content
from explorer.story.header.draft import notes, tokenizers
from explorer.story.page.show import describe
from explorer.ui.form import choices
from tests.bpe import TEXTS, byte_bpe, spaced_bpe
from tests.tiny import tiny

ENGINES = ["torch", "numba"]


def folder(where: Path, family: str, words: Any, seed: int, **named: str) -> Path:
    """A tiny random model with a tokenizer of its own."""
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, **named)
    end = tokenizer.eos_token_id
    model = tiny(family, seed=seed, vocab_size=len(tokenizer), eos_token_id=end, max_position_embeddings=512)
    model.float().save_pretrained(where)
    tokenizer.save_pretrained(where)
    return where


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> str:
    home = tmp_path_factory.mktemp("two")
    target = folder(home / "target", "llama", byte_bpe(450), 1, eos_token="<|end|>")
    draft = folder(home / "draft", "qwen2", spaced_bpe(), 2, eos_token="</s>", bos_token="<s>", unk_token="<unk>")
    return f"{target}+{draft}"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("method", ["spd", "gsd", "specinfer", "eagle2", "slem"])
def test_greedy_text_stays_that_of_the_target(pair: str, engine: str, method: str) -> None:
    """The draft's tokenizer must change the number of passes and nothing else."""
    asked: dict[str, Any] = {"limit": 24, "engine": engine, "dtype": "float32"}
    alone = record_trace(RunRequest("greedy", pair, TEXTS[0], **asked))
    drafted = record_trace(RunRequest(method, pair, TEXTS[0], {"temperature": 0}, **asked))
    assert alone.summary is not None
    assert drafted.summary is not None
    assert drafted.summary.tokens == alone.summary.tokens
    assert drafted.summary.counts.drafted > 0


def test_the_record_says_so(pair: str) -> None:
    """Whoever opens the trace must know that the draft could not propose every token."""
    trace = record_trace(RunRequest("spd", pair, TEXTS[0], limit=4, engine="torch"))
    both = trace.header.vocabularies
    assert both is not None
    assert both.rule == "TLI"
    assert 100 < both.common < both.draft
    assert both.common < both.target == len(byte_bpe(450).get_vocab())
    assert notes(trace.header)[0].startswith(f"The draft has another tokenizer. It can propose {both.common:,} of the ")
    assert any("another tokenizer" in row for row in describe(trace))


def test_form_and_command_line_say_how_many_tokens_are_common(pair: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever chooses a pair must learn before the run that the draft cannot propose every token."""
    both = record_trace(RunRequest("spd", pair, TEXTS[0], limit=4, engine="torch")).header.vocabularies
    assert both is not None
    assert common_of(pair) == asdict(both)
    assert tokenizers(both)[0] in choices.needs(pair, "spd")
    handed = f"splits its text again. Both vocabularies have {both.common:,} tokens in common."
    assert handed in choices.needs(pair, "slem")
    for method in ("greedy", "self-ssd", None):
        assert "tokenizer" not in choices.needs(pair, method)
    assert main(["pairs", pair]) == 0
    assert tokenizers(both)[0] in capsys.readouterr().out
    assert main(["pairs", pair, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"name": pair, "vocabularies": asdict(both)}
    target = pair.partition("+")[0]
    assert common_of(f"{target}+{target}") is None, "one tokenizer"


def test_a_draft_that_replaces_the_pairs_own_has_no_tokenizer_of_its_own(pair: str) -> None:
    """The target with skipped layers has the target's tokens, so a count of common tokens would be wrong."""
    trace = record_trace(RunRequest("self-ssd", pair, TEXTS[0], {"skips": "m0"}, limit=4, engine="torch"))
    assert trace.header.vocabularies is None
    loaded = load_pair(pair, "cpu", "float32", engine="torch")
    assert "vocabularies" not in with_draft(loaded, loaded.models.target).info


def test_every_draft_token_is_one_that_both_have(pair: str) -> None:
    """A token that the draft lacks has q = 0, so it can only come from the target."""
    loaded = load_pair(pair, "cpu", "float32", engine="torch")
    draft: Any = loaded.models.draft
    trace = record_trace(RunRequest("spd", pair, TEXTS[0], limit=24, engine="torch"))
    drafted = {node.token for one in trace.iterations for node in one.nodes if node.role == "draft"}
    assert drafted <= set(draft.translator.common.to_draft)


def test_tokens_that_cannot_be_drafted_are_named(pair: str) -> None:
    """Without the mark, q = 0 looks like a bad draft, although the token does not exist for it."""
    draft: Any = load_pair(pair, "cpu", "float32", engine="torch").models.draft
    common = set(draft.translator.common.to_draft)
    trace = record_trace(RunRequest("spd", pair, TEXTS[0], limit=12, engine="torch"))
    for one in trace.iterations:
        assert set(one.not_in_draft or ()) == {i for i in ids_of(one) if i >= 0} - common
    assert sum(len(one.not_in_draft or ()) for one in trace.iterations) > 0
    content = open_content(trace)
    marked = next(one for one in content["iterations"] if "lacking" in one)
    assert set(marked["lacking"]) <= {token for dist in marked["dists"] for token in dist["t"]} | set(
        marked["n"]["token"]
    )
    assert content["header"]["not_in_draft"]["reason"]["exact"].endswith("so q = 0.")
    alone = record_trace(RunRequest("greedy", pair, TEXTS[0], limit=4, engine="torch"))
    assert all(one.not_in_draft is None for one in alone.iterations), "nothing is drafted there"


@pytest.mark.parametrize("engine", ENGINES)
def test_slem_hands_over_text_in_the_targets_tokens(pair: str, engine: str) -> None:
    """The draft may use its whole vocabulary; what the target checks must spell the same text."""
    trace = record_trace(RunRequest("slem", pair, TEXTS[0], {"gamma": 5}, limit=40, engine=engine, ignore_eos=True))
    assert trace.header.vocabularies is not None
    assert trace.header.vocabularies.rule == "SLEM"
    assert "splits its text" in notes(trace.header)[0]
    loaded = load_pair(pair, "cpu", "auto", engine=engine)
    target = Vocabulary(byte_tokenizer_of(loaded), "target")
    layers = [layer for one in trace.iterations for layer in one.layers if isinstance(layer, WrittenLayer)]
    shorter = 0
    for one in trace.iterations:
        token = {node.id: node.token for node in one.nodes}
        for layer in (layer for layer in one.layers if isinstance(layer, WrittenLayer)):
            raw = b"".join(target.raw.get(token[node], b"") for node in layer.nodes)
            assert layer.text.encode().startswith(raw)
            shorter += len(layer.nodes) != len(layer.pieces)
        assert one.not_in_draft is None, "a text can have any token"
    assert len(layers) > 10
    assert shorter > 0, "the two tokenizers split texts differently"
    fed = [made for one in trace.iterations for made in one.passes if made.model == "draft"]
    assert all(not made.nodes and 0 < made.size <= made.kv for made in fed)
    assert len(fed) >= 5 * 10


def byte_tokenizer_of(loaded: Any) -> Any:
    """The target's tokenizer of a loaded pair with two vocabularies."""
    return loaded.models.draft.translator.target.tokenizer


def test_a_draft_of_other_letters_is_refused(tmp_path: Path) -> None:
    """A tokenizer with nothing in common is refused before anything is loaded."""
    words = byte_bpe(450)
    target = folder(tmp_path / "target", "llama", words, 1, eos_token="<|end|>")
    from tokenizers import Tokenizer, models

    other = Tokenizer(models.WordLevel({f"token{i}": i for i in range(300)}, unk_token="token0"))
    draft = folder(tmp_path / "draft", "llama", other, 2, unk_token="token0", eos_token="token1")
    with pytest.raises(BadInput, match="tokens in common"):
        load_pair(f"{target}+{draft}", engine="torch")
    assert "tokens in common, which is" in choices.needs(f"{target}+{draft}", "spd")
    assert main(["pairs", f"{target}+{draft}"]) == 2


@pytest.mark.parametrize("engine", ENGINES)
def test_a_token_without_an_embedding_is_never_drafted(tmp_path: Path, engine: str) -> None:
    """People add [PAD] to a tokenizer and do not resize the network: reading that row would crash the run."""
    words = byte_bpe(450)
    target = folder(tmp_path / "target", "llama", words, 1, eos_token="<|end|>")
    words.add_special_tokens(["[PAD]"])
    saved_to = folder(tmp_path / "whole", "llama", words, 1, eos_token="<|end|>", pad_token="[PAD]")
    draft = tmp_path / "draft"
    shutil.copytree(target, draft)
    for file in saved_to.glob("tokenizer*"):
        shutil.copy(file, draft / file.name)
    trace = record_trace(RunRequest("spd", f"{target}+{draft}", TEXTS[0], limit=8, engine=engine))
    assert trace.header.vocabularies is not None
    assert trace.header.vocabularies.common == trace.header.vocabularies.target
    assert trace.summary is not None
    assert trace.summary.counts.drafted == trace.summary.counts.accepted, "both are the same network"
