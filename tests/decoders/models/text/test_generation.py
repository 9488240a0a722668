"""A model's generation config is part of p: the texts equal those of transformers' `generate`."""

import json
from collections.abc import Mapping
from copy import copy, deepcopy
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from transformers import GenerationConfig

from decoders.catalog import decoder
from decoders.core.decode import Models, Run
from decoders.core.dice import Seeded
from decoders.core.rules import Warp
from decoders.core.runner import TreeRunner
from decoders.core.tree import TokenTree
from decoders.errors import BadInput
from decoders.models.host import HostLogits
from decoders.models.text.generation import Rules, read_generation
from decoders.models.text.path_rules import Change, Context, changes
from decoders.models.text.ruled import changed, follow_rules
from decoders.models.torch.device_logits import DeviceLogits
from decoders.models.torch.eagle3 import read_head
from decoders.models.torch.huggingface import HuggingFaceModel
from decoders.models.torch.logits import TorchLogits
from decoders.models.torch.reader import TorchReader
from decoders.pairs import load_pair
from explorer.features import whatif
from explorer.service.recording import record
from explorer.service.request import RunRequest
from explorer.story.header.generation import generation
from explorer.story.page.about import about
from explorer.story.page.show import describe
from explorer.trace.format import line_of, read, to_line
from tests.engines import engine as on_engine
from tests.engines import twin
from tests.folders import words
from tests.records import header_with
from tests.tiny import VOCAB, tiny, tiny_heads, write_eagle3
from tests.tiny import plain as plain_row

PROMPT = [5, 9, 14, 5, 9, 23, 31, 5]
TOKENS = 16
EOS = 2
MANY = [*range(10, 20), *range(30, 50)]
# By name: what the file holds, and the prompt where that matters. Every one changes the text that `generate` writes.
CASES: dict[str, tuple[dict[str, Any], list[int]]] = {
    "repetition penalty": ({"repetition_penalty": 1.5}, PROMPT),
    "reward for repetition": ({"repetition_penalty": 0.7}, PROMPT),
    "penalty of the prompt": ({"encoder_repetition_penalty": 0.3}, [5, 9, 14, 33, 39]),
    "no n-gram twice": ({"no_repeat_ngram_size": 2}, PROMPT),
    "no token twice": ({"no_repeat_ngram_size": 1}, PROMPT),
    "no token of the prompt": ({"encoder_no_repeat_ngram_size": 1}, [5, 9, 14, 33, 39]),
    "suppressed": ({"suppress_tokens": [-1, *MANY]}, PROMPT),
    "suppressed at first": ({"begin_suppress_tokens": list(range(3, 60))}, PROMPT),
    "at least so many new tokens": ({"min_new_tokens": 9, "min_length": 99, "eos_token_id": [EOS, *MANY]}, PROMPT),
    "at least so long": ({"min_length": len(PROMPT) + 6, "eos_token_id": [EOS, *MANY]}, PROMPT),
    "bad words": ({"bad_words_ids": [[i] for i in MANY] + [[i, i % 7 + 50] for i in range(64)] + [[EOS]]}, PROMPT),
    "biases": ({"sequence_bias": [[[21], 2.0], [[39, 47], -20.0], [[33, 39], 3.0], [[53, 10, 53], -9.0]]}, PROMPT),
    "forced at first": ({"forced_bos_token_id": 40}, PROMPT[:1]),
    "forced at first, and not suppressed": ({"forced_bos_token_id": 40, "begin_suppress_tokens": MANY}, PROMPT[:1]),
    "forced at last": ({"forced_eos_token_id": [EOS, 7]}, PROMPT),
    "ever likelier to end": ({"exponential_decay_length_penalty": [3, 1.6]}, PROMPT),
    "all together": (
        {
            "repetition_penalty": 1.3,
            "no_repeat_ngram_size": 2,
            "min_new_tokens": 5,
            "suppress_tokens": [7, 8],
            "begin_suppress_tokens": [10, 11, 12],
            "bad_words_ids": [[9, 14], [33]],
            "sequence_bias": [[[21], 3.0]],
            "exponential_decay_length_penalty": [6, 2.0],
        },
        PROMPT,
    ),
}
METHODS = {
    "greedy": {},
    "spd": {"temperature": 0, "gamma": 3},
    "mcss": {"temperature": 0},
    "dsbd": {"temperature": 0, "width": 1},
}


def net() -> Any:
    return tiny("llama-grouped", torch.float32, 9)  # whose greedy text repeats a pair of tokens


@cache
def near() -> Any:
    """A draft that often agrees with the target."""
    other, random = deepcopy(net()), torch.Generator().manual_seed(0)
    for weight in other.parameters():
        weight.data += 0.03 * torch.randn(weight.shape, generator=random)
    return other


@cache
def plain() -> Models:
    """Both models without rules; the target has extra heads."""
    target = HuggingFaceModel(net(), VOCAB, "T", heads=tiny_heads(net()))
    return Models(target, HuggingFaceModel(near(), VOCAB, "D"), frozenset({EOS}))


def written_by_generate(given: Mapping[str, Any], prompt: list[int]) -> list[int]:
    """New tokens of transformers' own greedy search, with these values in the model's generation config."""
    asked = GenerationConfig(**{"eos_token_id": EOS, "pad_token_id": 0, **given})
    ids = torch.tensor([prompt])
    return net().generate(ids, asked, max_new_tokens=TOKENS, do_sample=False)[0, len(prompt) :].tolist()


def folder_with(folder: Path, given: Mapping[str, Any], name: str = "generation_config.json") -> Path:
    (folder / name).write_text(json.dumps(given), encoding="utf-8")
    return folder


def ruled_pair(folder: Path, given: Mapping[str, Any]) -> Models:
    """Two tiny models that follow rules in a file."""
    eos = given.get("eos_token_id", [EOS])
    return follow_rules(replace(plain(), eos=frozenset(eos)), folder_with(folder, given), "T", on=True)[0]


def text_of(method: str, pair: Models, prompt: list[int], tokens: int = TOKENS, **given: Any) -> list[int]:
    found = decoder(method)
    settings = found.make_settings(given)
    *_, last = found.decode(prompt, found.fit(pair, settings), settings, Seeded(0), tokens)
    return list(last.final.beams[0].tokens)


@pytest.mark.parametrize("name", CASES)
def test_greedy_texts_are_those_of_generate(name: str, tmp_path: Path) -> None:
    """A person who compares the explorer's text with their own must not find a difference."""
    given, prompt = CASES[name]
    expected = written_by_generate(given, prompt)
    without = {key: value for key, value in given.items() if key == "eos_token_id"}
    assert expected != written_by_generate(without, prompt), "this case shows nothing"
    pair = ruled_pair(tmp_path, given)
    for method, settings in METHODS.items():
        assert text_of(method, pair, prompt, **settings) == expected, method


ALL, _ = CASES["all together"]


@pytest.mark.parametrize(
    ("method", "settings"),
    [
        ("self-ssd", {"temperature": 0, "skips": "a0,m1"}),
        ("medusa", {"temperature": 0, "acceptance": "exact", "branching": (3, 2)}),
        ("eagle2", {"temperature": 0}),
        ("lookup", {"temperature": 0}),
        ("beam-sampling", {"temperature": 0, "width": 1}),
    ],
)
def test_every_way_to_draft_keeps_the_text(method: str, settings: dict[str, Any], tmp_path: Path) -> None:
    """Skipped layers, extra heads, trees and copied drafts must not bypass the rules."""
    assert text_of(method, ruled_pair(tmp_path, ALL), PROMPT, **settings) == written_by_generate(ALL, PROMPT)


def test_a_draft_that_reads_its_target_follows_the_rules(tmp_path: Path) -> None:
    """An EAGLE-3 head has a reduced vocabulary, so its columns are not token ids."""
    target = HuggingFaceModel(net(), VOCAB, "T", shown=(0, 0, 1))
    head = read_head(write_eagle3(tmp_path, net(), "SpecForge"), net(), VOCAB)
    pair = Models(target, TorchReader(head.net, VOCAB, "head", head.ids), frozenset({EOS}))
    ruled, _ = follow_rules(pair, folder_with(tmp_path, ALL), "T", on=True)
    assert text_of("spd", ruled, PROMPT, temperature=0, gamma=3) == written_by_generate(ALL, PROMPT)
    suppressed, _ = follow_rules(pair, folder_with(tmp_path, {"suppress_tokens": MANY}), "T", on=True)
    run = Run(PROMPT, suppressed, decoder("spd").make_settings({}), Seeded(0), TOKENS)
    law = run.draft.logits([run.tree.root]).warp(0, Warp())
    assert len(law.ids) == len(set(head.ids.tolist()) - set(MANY))
    assert not set(law.ids.tolist()) & set(MANY)


def test_scores_over_a_tree_are_those_of_transformers_processors(tmp_path: Path) -> None:
    """When slots move, the tokens on their paths must move with them."""
    asked = GenerationConfig(**ALL, eos_token_id=EOS, max_length=len(PROMPT) + TOKENS)
    net()._prepare_special_tokens(asked, device="cpu")
    processors = net()._get_logits_processor(asked, input_ids_seq_length=len(PROMPT), device="cpu")
    random, tree = np.random.default_rng(0), TokenTree(PROMPT[-1])
    runner = TreeRunner(ruled_pair(tmp_path, ALL).target, tree, PROMPT[:-1], lambda one: None, "target")
    alive = [tree.root]
    for _ in range(6):
        parents = [alive[int(i)] for i in random.integers(0, len(alive), 6)]
        nodes, logits = runner.extend(parents, [int(token) for token in random.integers(0, 64, 6)])
        for row, node in enumerate(nodes):
            context = [*PROMPT, *tree.path(node)]
            expected = processors(torch.tensor([context]), plain_row(net(), context)[None])[0]
            torch.testing.assert_close(logits.row(row), expected, atol=1e-3, rtol=1e-4)  # pyright: ignore
        alive = [nodes[int(i)] for i in random.integers(0, 6, 2)]
        runner.keep(alive)
        tree.keep(alive)


def random_changes(rng: np.random.Generator) -> list[Change]:
    rules = Rules(
        sequence_bias=(((3,), 1.5), ((4, 6), -2.5)),
        repetition_penalty=1.3,
        no_repeat_ngram_size=2,
        bad_words_ids=((9,), (4, 5)),
        min_new_tokens=3,
        exponential_decay_length_penalty=(1, 1.02),
        suppress_tokens=(11, 63),
        eos=(2,),
    )
    return changes(rules, [Context(rng.integers(0, 12, size), 4) for size in (4, 5, 6, 30)])


@pytest.mark.parametrize("head", [None, [1, 2, 3, 4, 6, 9, 10, 11, 40]])
def test_engines_without_torch_change_scores_alike(head: list[int] | None) -> None:
    """The same rules on a CPU engine must not write another text."""
    rng = np.random.default_rng(3)
    found, scores = random_changes(rng), rng.normal(size=(4, len(head or range(20)))).astype(np.float32)
    ids = None if head is None else np.array(head)
    names = None if head is None else torch.tensor(head)
    host = HostLogits(scores, 64, ids)
    for made in (TorchLogits, DeviceLogits):
        tensors = made(torch.from_numpy(scores.copy()), 64, names)
        columns: Any = SimpleNamespace(columns=ids, drafts=False, name="T")
        one, other = changed(host, found, columns), changed(tensors, found, columns)
        assert type(other) is made
        assert np.array_equal(one.scores, other.scores.numpy())  # pyright: ignore[reportAttributeAccessIssue]
        for row in range(4):
            assert one.entropy(row) == pytest.approx(other.entropy(row), abs=1e-5)
            assert one.warp(row, Warp(top_k=3)).ids.tolist() == other.warp(row, Warp(top_k=3)).ids.tolist()
    assert np.array_equal(host.scores, scores), "the model's own scores stay as they are"


def test_a_model_without_rules_is_left_alone(tmp_path: Path) -> None:
    """Models without rules must not become slower."""
    given = {"eos_token_id": EOS, "repetition_penalty": 1.0, "suppress_tokens": [], "use_cache": True, "min_length": 0}
    models, facts = follow_rules(plain(), folder_with(tmp_path, given), "T", on=True)
    assert models is plain()
    assert facts == {}
    assert follow_rules(plain(), None, "T", on=True) == (plain(), {})


def test_a_ruled_model_is_the_model_in_all_else(tmp_path: Path) -> None:
    """Energy, the search for layers and the header ask models for more than the protocol has."""
    target: Any = ruled_pair(tmp_path, ALL).target
    plain_one: Any = plain().target
    for name in (
        "name",
        "window",
        "vocab_size",
        "head_count",
        "sizes",
        "held",
        "devices",
        "dtype",
        "tree_mode",
        "model",
    ):
        assert getattr(target, name) == getattr(plain_one, name), name
    assert target.thinned("a0") is target.thinned("a0")
    assert target.thinned("a0").skipped == plain_one.thinned("a0").skipped
    assert copy(target).rules == target.rules


def test_rules_that_leave_no_token_are_said(tmp_path: Path) -> None:
    """A contradictory file must give a sentence, not token 0 or a traceback."""
    given = {"forced_bos_token_id": 40, "suppress_tokens": [40]}
    with pytest.raises(BadInput, match="T's generation_config.json exclude every token here"):
        text_of("greedy", ruled_pair(tmp_path, given), PROMPT[:1])


def test_a_draft_whose_rules_leave_no_token_goes_by_its_own(tmp_path: Path) -> None:
    """A reduced vocabulary may lack all allowed tokens; the target decides anyway."""
    given = {"suppress_tokens": [token for token in range(64) if token not in (33, 39, 47)]}
    columns: Any = SimpleNamespace(columns=np.array([5, 6]), drafts=True, name="D")
    rules = read_generation(folder_with(tmp_path, given), "T", VOCAB, [EOS]).rules
    scores = np.array([[1.0, 2.0]], dtype=np.float32)
    found = changes(rules, [Context(np.array(PROMPT), len(PROMPT))])
    assert changed(HostLogits(scores, 64, np.array([5, 6])), found, columns).warp(0, Warp()).ids.tolist() == [5, 6]


def test_old_files_say_it_in_their_config(tmp_path: Path) -> None:
    """Without generation_config.json, transformers reads the rules from config.json, and only then."""
    folder_with(tmp_path, {"repetition_penalty": 1.5, "top_k": 50, "text_config": {"min_length": 4}}, "config.json")
    asked = read_generation(tmp_path, "T", VOCAB, [EOS])
    assert asked.facts == {"applied": {"repetition_penalty": 1.5, "min_length": 4}}
    assert read_generation(folder_with(tmp_path, {"eos_token_id": EOS}), "T", VOCAB, [EOS]).facts == {}


BROKEN = [
    {"repetition_penalty": 0},
    {"repetition_penalty": "high"},
    {"repetition_penalty": True},
    {"repetition_penalty": float("nan")},
    {"no_repeat_ngram_size": 2.5},
    {"min_new_tokens": -1},
    {"suppress_tokens": ["x"]},
    {"suppress_tokens": {"a": 1}},
    {"bad_words_ids": [[]]},
    {"bad_words_ids": [3]},
    {"sequence_bias": [[[3], "x"]]},
    {"sequence_bias": [[3]]},
    {"forced_bos_token_id": [3]},
    {"forced_bos_token_id": 64},
    {"forced_eos_token_id": [2, 64]},
    {"exponential_decay_length_penalty": [3]},
    {"exponential_decay_length_penalty": [3, -1]},
]


@pytest.mark.parametrize("given", BROKEN, ids=str)
def test_values_that_are_none_are_refused(given: dict[str, Any], tmp_path: Path) -> None:
    """A rule that is silently ignored would give another text than the model's publisher intended."""
    with pytest.raises(BadInput, match=f"^T cannot be used: {next(iter(given))} in its generation config is .*Change"):
        read_generation(folder_with(tmp_path, given), "T", VOCAB, [EOS])
    assert read_generation(tmp_path, "T", VOCAB, [EOS], on=False).rules.named == {}


@pytest.mark.parametrize("text", ["[1]", "{", "[" * 100_000])
def test_a_file_that_is_not_an_object_is_refused(text: str, tmp_path: Path) -> None:
    """transformers ignores such a file silently."""
    (tmp_path / "generation_config.json").write_text(text)
    with pytest.raises(BadInput, match=r"T cannot be used: its generation_config\.json is not a JSON object"):
        read_generation(tmp_path, "T", VOCAB, [EOS])


def saved(folder: Path, model: Any, given: dict[str, Any]) -> Path:
    """A model with a word tokenizer, as a folder."""
    model.save_pretrained(folder)
    words("<{}>", unk_token="<0>").save_pretrained(folder)
    return folder_with(folder, {"eos_token_id": EOS, "pad_token_id": 0, **given})


def test_from_files_to_sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The header, `show` and the page must say which rules are part of p and which are not."""
    monkeypatch.setenv("EXPLORER_HOME", str(tmp_path / "home"))
    given = {"repetition_penalty": 1.5, "suppress_tokens": [7, 8], "do_sample": True, "temperature": 0.7, "top_p": 1.0}
    target = saved(tmp_path / "t", net(), {**given, "top_k": 20, "watermarking_config": {"bias": 2}, "odd\x1b[31m": 1})
    name = f"{target}+{saved(tmp_path / 'd', near(), {'repetition_penalty': 9.0})}"
    pair = load_pair(name, "cpu", "float32", engine="torch")
    request = RunRequest("spd", name, " ".join(f"<{i}>" for i in PROMPT), {"temperature": 0}, limit=TOKENS, raw=True)
    trace = read("".join(to_line(line) for line in record(request, pair)).encode())
    asked = {key: value for key, value in given.items() if key in ("repetition_penalty", "suppress_tokens")}
    assert trace.summary is not None
    assert list(trace.header.prompt_tokens) == PROMPT
    assert list(trace.summary.tokens) == written_by_generate(asked, PROMPT)
    assert line_of(trace.header)["generation"] == {
        "applied": {"repetition_penalty": 1.5, "suppress_tokens": {"entries": 2}},
        "replaced": ["temperature", "top_k"],
        "ignored": ["odd??31m", "watermarking_config"],
    }
    sentences = (
        "The target’s generation config changes its probabilities: repetition_penalty 1.5 and suppress_tokens (2 "
        "values). The settings of this run replace the generation config’s temperature and top_k. The explorer does "
        "not apply the generation config’s odd??31m and watermarking_config."
    )
    assert sentences in describe(trace)
    assert about(trace.header).get("rules") == sentences
    assert whatif.replay(trace, 0, whatif.Change(), pair).header.generation == trace.header.generation
    off = load_pair(name, "cpu", "float32", engine="torch", generation_rules=False)
    assert text_of("greedy", off.models, PROMPT) == written_by_generate({}, PROMPT)
    assert off.info["generation"]["off"] == ["repetition_penalty", "suppress_tokens"]
    assert "switched off: repetition_penalty and suppress_tokens." in generation(header_with(**off.info))
    with pytest.raises(BadInput, match="has changed since this run was recorded"):
        whatif.replay(trace, 0, whatif.Change(), off)


def test_the_built_in_kernels_write_the_same_text(tmp_path: Path) -> None:
    """Most people run the built-in engine, whose scores are another class with cached sums."""
    plain_one = on_engine("llama-64")
    models = Models(plain_one, plain_one, frozenset({EOS}))
    ruled, _ = follow_rules(models, folder_with(tmp_path, ALL), "T", on=True)
    asked = GenerationConfig(**ALL, eos_token_id=EOS, pad_token_id=0)
    ids = twin("llama-64").generate(torch.tensor([PROMPT]), asked, max_new_tokens=TOKENS, do_sample=False)
    for method, settings in METHODS.items():
        assert text_of(method, ruled, PROMPT, **settings) == ids[0, len(PROMPT) :].tolist()
