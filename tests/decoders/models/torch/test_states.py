"""Recurrent models write the same texts as in transformers, with every method, and their extra passes are counted."""

from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import torch
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from transformers import PreTrainedTokenizerFast

from benchmarks.zoo.build import disturb, network
from benchmarks.zoo.families import FAMILIES, VOCAB
from decoders.catalog import decoder
from decoders.core.decode import Models
from decoders.core.dice import Seeded
from decoders.core.record import Iteration
from decoders.errors import BadInput
from decoders.models.sizes import UncountableError
from decoders.models.torch import sessions, state_session
from decoders.models.torch.huggingface import STATES, STEPS, HuggingFaceModel
from decoders.pairs import load_pair
from tests import engines
from tests.engines import grow
from tests.tiny import tiny, write_eagle3, written

RECURRENT = [name for name, family in FAMILIES.items() if family.recurrent]
BY_TOKEN = ["mamba", "falcon-mamba", "jamba", "zamba", "minimax", "recurrent-gemma"]
FEW = ["qwen3-next", "lfm2", "granite-4", "mamba", "rwkv"]
NEW = 24
PROMPT = [(37 * i + 5) % VOCAB for i in range(21)]
METHODS: dict[str, dict[str, Any]] = {  # all write the greedy text
    "spd": {"temperature": 0, "gamma": 4},
    "specinfer": {"temperature": 0},
    "eagle2": {"temperature": 0, "gamma": 3, "out_degree": 3, "node_budget": 12},
    "gsd": {"gamma": 4, "node_budget": 20, "prob_threshold": 0, "sibling_threshold": 0, "out_degree": 2, "merge": 1},
    "dsbd": {"temperature": 0, "width": 1, "draft_width": 2, "gamma": 2},
}


@cache
def wrapped(name: str) -> HuggingFaceModel:
    """A random model of a family in float32."""
    return HuggingFaceModel(network(FAMILIES[name]), VOCAB, name)


@cache
def draft_of(name: str) -> HuggingFaceModel:
    """A draft that the model of a family agrees with only sometimes."""
    net = network(FAMILIES[name])
    disturb(net)
    return HuggingFaceModel(net, VOCAB, f"the draft of {name}")


@cache
def generated(name: str) -> tuple[int, ...]:
    """The new tokens of transformers' `generate` after PROMPT, from a network that nothing else has used."""
    net = network(FAMILIES[name])
    net.generation_config.eos_token_id = None
    ids = torch.tensor([PROMPT])
    given = {"attention_mask": torch.ones_like(ids), "do_sample": False, "pad_token_id": 0}
    return tuple(net.generate(ids, max_new_tokens=NEW, **given)[0, len(PROMPT) :].tolist())


def run(method: str, given: dict[str, Any], target: Any, draft: Any, new: int = NEW) -> list[Iteration]:
    """The iterations of a run after PROMPT."""
    found = decoder(method)
    return list(found.decode(PROMPT, Models(target, draft, frozenset()), found.make_settings(given), Seeded(0), new))


class Checked(engines.Checked):
    """`engines.Checked` for distributions instead of scores."""

    def __init__(self, model: HuggingFaceModel, prompt: list[int]) -> None:
        super().__init__(model, model.model, prompt)

    def off(self, found: Any, expected: torch.Tensor) -> tuple[float, float]:
        return float((found.softmax(0) - expected.softmax(0)).abs().max()), 1e-5


@pytest.mark.parametrize("name", RECURRENT)
def test_greedy_is_generate(name: str) -> None:
    """A person must read the same text as in transformers."""
    assert written("greedy", wrapped(name), None, {}, PROMPT, 0, NEW) == [generated(name)]


@pytest.mark.parametrize("name", RECURRENT)
def test_tree_is_paths(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the probabilities of a tree would be wrong, also of beams and after a prompt in several chunks."""
    monkeypatch.setattr(sessions, "PREFILL_CHUNK", 4)
    monkeypatch.setattr(state_session, "PREFILL_CHUNK", 4)
    for length in (1, 11):
        grow(Checked(wrapped(name), PROMPT[:length]))


@pytest.mark.parametrize("again", [0, 1000], ids=["separate pass", "same pass"])
@pytest.mark.parametrize("name", FEW)
def test_accepted_tokens_are_read_again(name: str, again: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The state must be right whether accepted tokens are read again alone or with the next tokens."""
    monkeypatch.setattr(state_session, "AGAIN", again)
    monkeypatch.setattr(state_session, "BATCH_TOKENS", 40)  # several batches per tree
    grow(Checked(wrapped(name), PROMPT[:11]))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", FEW)
def test_speculation_is_greedy(name: str, method: str) -> None:
    """Drafting must not change the text, whatever is accepted or rejected."""
    target, draft = wrapped(name), draft_of(name)
    iterations = run(method, METHODS[method], target, draft)
    assert [beam.tokens for beam in iterations[-1].final.beams] == [generated(name)]
    decisions = {verdict.decision for iteration in iterations for verdict in iteration.verdicts}
    assert {"accepted", "rejected"} & decisions == {"accepted", "rejected"}


@pytest.mark.parametrize("name", [name for name in RECURRENT if name not in FEW])
def test_a_chain_is_greedy(name: str) -> None:
    """Speculation must work with every family."""
    iterations = run("spd", METHODS["spd"], wrapped(name), draft_of(name))
    assert iterations[-1].final.beams[0].tokens == generated(name)
    assert len(iterations) < NEW


@pytest.mark.parametrize("name", ["qwen3-next", "mamba"])
def test_beams_have_the_scores_of_whole_texts(name: str) -> None:
    """Beam search keeps several texts, each with its own state."""
    target = wrapped(name)
    beams = run("beam-search", {"width": 3}, target, None)[-1].final.beams
    assert [beam.logp for beam in beams] == pytest.approx(
        [score(target.model, beam.tokens) for beam in beams], abs=1e-3
    )
    assert len({beam.tokens for beam in beams}) == 3


def score(net: Any, tokens: Sequence[int]) -> float:
    """log p of tokens after PROMPT, from one pass without a cache."""
    ids = torch.tensor([[*PROMPT, *tokens]])
    with torch.inference_mode():
        logs = net(input_ids=ids, use_cache=False).logits[0].double().log_softmax(-1)
    return float(sum(logs[len(PROMPT) - 1 + i, token] for i, token in enumerate(tokens)))


@pytest.mark.parametrize("name", RECURRENT)
def test_the_header_says_what_a_state_costs(name: str) -> None:
    """Without this, a person would wonder why the model is slower than one with only attention."""
    model = wrapped(name)
    assert model.tree_mode == (STEPS if name in BY_TOKEN else STATES)
    with pytest.raises(UncountableError, match="running state"):
        _ = model.sizes


def test_tokens_read_again_are_counted() -> None:
    """A speed-up would look better than it is if the record left out what the model reads again."""
    iterations = run("spd", METHODS["spd"], wrapped("qwen3-next"), draft_of("qwen3-next"))
    read = [node for iteration in iterations for one in iteration.passes if one.model == "target" for node in one.nodes]
    again = len(read) - len(set(read))
    assert again > 0
    before: set[int] = set()
    for i, iteration in enumerate(iterations):
        passes = [one for one in iteration.passes if one.model == "target"]
        rejected = i > 0 and any(verdict.decision == "rejected" for verdict in iterations[i - 1].verdicts)
        assert bool(before & {node for one in passes for node in one.nodes}) == rejected
        before |= {node for one in passes for node in one.nodes}


def test_a_pass_of_its_own_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass that only restores the state takes as long as another one."""
    monkeypatch.setattr(state_session, "AGAIN", 0)
    iterations = run("spd", METHODS["spd"], wrapped("qwen3-next"), draft_of("qwen3-next"))
    passes = [sum(one.model == "target" for one in iteration.passes) for iteration in iterations]
    rejected = [any(verdict.decision == "rejected" for verdict in one.verdicts) for one in iterations]
    assert passes == [1, *(1 + before for before in rejected[:-1])]


def test_steps_are_counted() -> None:
    """A model that reads one token per pass cannot be sped up, and the number of passes must show it."""
    iterations = run("spd", METHODS["spd"], wrapped("mamba"), draft_of("mamba"))
    for iteration in iterations:
        drafted = sum(node.role == "draft" for node in iteration.nodes)
        assert sum(one.model == "target" for one in iteration.passes) == drafted + 1


def test_a_failed_pass_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that is stopped in a pass may go on later."""
    model = wrapped("lfm2")
    checked = Checked(model, PROMPT[:11])
    nodes = checked.extend([checked.tree.root, checked.tree.root], [3, 4])
    whole = model.advance

    def broken(*given: Any, **more: Any) -> Any:
        whole(*given, **more)
        raise KeyboardInterrupt

    monkeypatch.setattr(model, "advance", broken)
    with pytest.raises(KeyboardInterrupt):
        checked.runner.extend(nodes, [5, 6])
    monkeypatch.undo()
    checked.extend([nodes[0], nodes[1]], [5, 6])


def test_a_copy_of_a_state_is_independent() -> None:
    """A pass changes its state in place, so a stored one would be wrong afterwards."""
    model = wrapped("falcon-h1")
    state = model.advance([PROMPT], None, 0)[1]
    first = model.advance([[7, 8]], state.picked([0]), len(PROMPT))[0].scores
    both = model.advance([[9, 9], [7, 8]], state.picked([0, 0]), len(PROMPT))[0].scores
    assert torch.allclose(first[0], both[1], atol=1e-5)


def test_a_network_that_takes_no_state_is_refused() -> None:
    """The message must say what to do, because nothing else would run it."""
    net = deepcopy(tiny("llama"))
    net._is_stateful = True
    net.forward = lambda input_ids: None
    with pytest.raises(BadInput, match="transformers cannot continue it from a stored state. Choose another model"):
        HuggingFaceModel(net, 64, "odd")


@pytest.mark.parametrize("name", RECURRENT)
@pytest.mark.parametrize("skips", ["auto", "a1,m0"])
def test_skipped_layers_are_refused(name: str, skips: str) -> None:
    """A user who is told to search for sub-layers would search in vain, and a wrong draft would be worse."""
    with pytest.raises(BadInput, match="is a recurrent model, so self-ssd cannot skip its layers. Choose another"):
        wrapped(name).thinned(skips)


@pytest.mark.parametrize("name", ["lfm2", "minimax"])
def test_a_head_of_a_recurrent_target_is_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A head would get states of the wrong tokens; the user must learn which draft works instead."""
    monkeypatch.setenv("EXPLORER_HOME", str(tmp_path / "home"))
    net = network(FAMILIES[name])
    net.save_pretrained(tmp_path / "target")
    words = Tokenizer(WordLevel({f"w{i}": i for i in range(VOCAB)}, unk_token="w0"))
    PreTrainedTokenizerFast(tokenizer_object=words, eos_token="w2").save_pretrained(tmp_path / "target")
    head = write_eagle3(tmp_path / "head", net, "SpecForge")
    with pytest.raises(
        BadInput, match=r"recurrent model, so drafts that use its hidden states .* complete model as the draft"
    ):
        load_pair(f"{tmp_path / 'target'}+eagle3:{head}", "cpu", "float32", engine="torch")
