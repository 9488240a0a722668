"""With the rules of a generation config, p is still a function of the path, and output stays exact.

The truth comes from transformers' own LogitsProcessors, applied to the rows of a table.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import torch
from transformers import GenerationConfig
from transformers.generation.logits_process import LogitsProcessorList

from decoders.catalog import decoder
from decoders.core.decode import Models
from decoders.core.drafter import ContextSession
from decoders.core.runner import LanguageModel, Session
from decoders.exact.law import Outcome, output_law, total_variation
from decoders.exact.toy import ToyModel
from decoders.models.text.generation import Rules
from decoders.models.text.path_rules import Context
from decoders.models.text.ruled import RuledModel, RuledSession
from tests.tiny import tiny
from tests.toys import CAUGHT, EXACT, random_pair

PROMPT, TOKENS, EOS = (0, 1), 4, 2
ASKED: dict[str, Any] = {
    "repetition_penalty": 1.7,
    "no_repeat_ngram_size": 3,
    "min_new_tokens": 2,
    "begin_suppress_tokens": [1],
    "sequence_bias": [[[0, 1], 0.75], [[1], -0.5]],
    "exponential_decay_length_penalty": [1, 1.5],
    "forced_eos_token_id": [0, EOS],
}
RULES = Rules(
    repetition_penalty=1.7,
    no_repeat_ngram_size=3,
    min_new_tokens=2,
    begin_suppress_tokens=(1,),
    sequence_bias=(((0, 1), 0.75), ((1,), -0.5)),
    exponential_decay_length_penalty=(1, 1.5),
    forced_eos_token_id=(0, EOS),
    eos=(EOS,),
)
METHODS = [
    ("spd", {"gamma": 3}),
    ("spd", {"gamma": 2, "top_p": 0.8, "temperature": 0.7}),
    ("mcss", {"branching": (2, 2)}),
    ("specinfer", {"branching": (2, 1)}),
    ("block", {"gamma": 3}),
    ("traversal", {"branching": (2, 2)}),
    ("spectr", {"gamma": 2, "draft_width": 2}),
    ("gsd", {"gamma": 3, "merge": 1}),
    ("dsbd", {"width": 2, "draft_width": 2, "gamma": 2}),
    ("slem", {"gamma": 2}),
    ("lookup", {}),
]


class Table(LanguageModel):
    """A toy model whose scores are an array, as in a network."""

    def __init__(self, table: ToyModel) -> None:
        self.table, self.vocab_size, self.window = table, table.vocab_size, None

    def start(self, prompt: Sequence[int]) -> Session:
        return ContextSession(self.table, tuple(prompt))


def ruled(seed: int) -> tuple[Models, ToyModel]:
    pair = random_pair(seed)
    target, draft = Table(pair.target), Table(pair.draft)
    models = Models(RuledModel(target, RULES), RuledModel(draft, RULES, drafts=True), frozenset({EOS}))
    return models, pair.target


def law(method: str, models: Models, settings: dict[str, Any]) -> dict[Outcome, float]:
    found = decoder(method)
    return output_law(found.step, PROMPT, models, found.make_settings(settings), TOKENS)


def distance(method: str, seed: int, **settings: Any) -> float:
    models, _ = ruled(seed)
    oracle = decoder(method).oracle_for(decoder(method).make_settings(settings))
    assert oracle.method is not None
    return total_variation(law(method, models, settings), law(oracle.method, models, dict(oracle.settings)))


def processors() -> LogitsProcessorList:
    """transformers' own processors, for a run of TOKENS."""
    net: Any = tiny("llama", torch.float64)
    asked = GenerationConfig(**ASKED, eos_token_id=EOS, max_length=len(PROMPT) + TOKENS)
    net._prepare_special_tokens(asked, device="cpu")
    return net._get_logits_processor(asked, input_ids_seq_length=len(PROMPT), device="cpu")


def truth(table: ToyModel) -> dict[Outcome, float]:
    """The distribution of texts by plain recursion."""
    change, texts, ended = processors(), {(): 1.0}, dict[Outcome, float]()
    for length in range(TOKENS):
        longer = dict[tuple[int, ...], float]()
        for text, weight in texts.items():
            context = (*PROMPT, *text)
            scores = torch.from_numpy(table.scores(context))[None]
            probs = torch.softmax(change(torch.tensor([context]), scores), -1)[0].tolist()
            for token, prob in enumerate(probs):
                over = token == EOS or length + 1 == TOKENS
                into: dict[Any, float] = ended if over else longer
                key: Any = ((*text, token),) if over else (*text, token)
                if prob:
                    into[key] = weight * prob
        texts = longer
    return ended


@pytest.mark.parametrize("seed", [0, 1])
def test_the_targets_own_texts_are_those_that_transformers_would_sample(seed: int) -> None:
    """Every other comparison here would also hold with wrong rules."""
    models, table = ruled(seed)
    assert total_variation(law("multinomial", models, {}), truth(table)) < 1e-6  # transformers adds in float32


@pytest.mark.parametrize(("method", "settings"), METHODS)
def test_drafting_does_not_change_the_distribution(method: str, settings: dict[str, Any]) -> None:
    """Lossless must hold for models with a repetition penalty, such as Qwen2.5."""
    assert distance(method, 0, **settings) < EXACT


def all_that_was_fed(session: RuledSession, slot: int) -> Context:
    tokens = np.concatenate((session._prompt, session._tokens))
    return Context(tokens, len(session._prompt) + 1, session._limit)


def in_slot_order(session: RuledSession, slot: int) -> Context:
    tokens = np.concatenate((session._prompt, session._tokens[: slot + 1]))
    return Context(tokens, len(session._prompt) + 1, session._limit)


@pytest.mark.parametrize("broken", [all_that_was_fed, in_slot_order])
def test_a_path_that_is_not_the_slots_own_is_noticed(monkeypatch: pytest.MonkeyPatch, broken: Any) -> None:
    """A penalty for a sibling's tokens looks right in every picture but is wrong."""
    monkeypatch.setattr(RuledSession, "_context", broken)
    models, table = ruled(0)
    assert total_variation(law("spd", models, {"gamma": 2}), truth(table)) > CAUGHT
