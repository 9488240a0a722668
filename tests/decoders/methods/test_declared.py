"""Every method declares its rules, phases and layers, because words and colours are looked up by them."""

import pickle
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from decoders.catalog import DECODERS, decoder
from decoders.core.decode import Models
from decoders.core.dice import Seeded
from decoders.core.record import COMMON_PHASES, Iteration, Phase, Rule
from decoders.core.rules import RATIO
from tests.explorer.trace.runs import SETTINGS
from tests.tiny import tiny, tiny_heads
from tests.toys import models_of, random_pair

MORE: list[tuple[str, dict[str, Any]]] = [
    ("dsbd", {"width": 4, "draft_width": 2}),
    ("mcss", {"branching": "3,2", "temperature": 0}),
    ("ssd", {"verification": "sampling", "top_k": 1}),
    ("tsd", {"out_degree": 2, "gamma": 4, "node_budget": 5}),
    ("tsd", {"verification": "sampling", "prob_threshold": 0.2, "sibling_threshold": 0.5}),
    ("gsd", {"out_degree": 2, "prob_threshold": 0.2, "sibling_threshold": 0.5}),
    ("gsd", {"verification": "sampling", "acceptance": "paper"}),
    ("self-ssd", {"exit_threshold": 0.5, "temperature": 0}),
    ("bild", {"temperature": 0, "rollback_threshold": 0.3}),
    ("mtad", {"temperature": 0}),
    ("multinomial", {"temperature": 0}),
    ("spectr", {"temperature": 0}),
    ("medusa", {"branching": "2,2", "node_budget": 6}),
    ("medusa", {"branching": "2,2", "acceptance": "exact"}),
    ("medusa", {"branching": "2,2", "acceptance": "exact", "temperature": 0}),
    ("medusa", {"branching": "2,2", "epsilon": 0.001, "temperature": 0}),
]


def pairs(method: str) -> Iterator[Models]:
    """Random tables, with and without EOS; for medusa a network with heads."""
    if method == "medusa":
        from decoders.models.torch.huggingface import HuggingFaceModel

        net = tiny("llama-grouped", vocab_size=5)
        yield Models(HuggingFaceModel(net, 5, "random network", heads=tiny_heads(net, 2)), None, frozenset({4}))
        return
    for seed in range(4):
        yield models_of(random_pair(seed, size=4, eos=seed % 2 == 0, zeros=(0.2, 0.2) if seed > 1 else (0, 0)))


def recorded(method: str) -> Iterator[Iteration]:
    """Iterations of a method with settings that reach all of its rules."""
    known = decoder(method)
    for name, given in [*SETTINGS, *MORE]:
        if name == method:
            for seed, models in enumerate(pairs(method)):
                settings = known.make_settings(given)
                yield from known.decode((0, 1), known.fit(models, settings), settings, Seeded(seed), 12)


@pytest.mark.parametrize("method", DECODERS)
def test_what_is_recorded_is_declared(method: str) -> None:
    """An unlisted rule has no formula in the header, so a trace could not be explained elsewhere."""
    known, iterations = DECODERS[method], list(recorded(method))
    rules = {verdict.rule for iteration in iterations for verdict in iteration.verdicts}
    phases = {step.phase for iteration in iterations for step in iteration.steps}
    layers = {type(layer) for iteration in iterations for layer in iteration.layers}
    assert undeclared(rules, known.rules) == undeclared(known.rules, rules) == []
    assert undeclared(phases, (*COMMON_PHASES, *known.phases)) == undeclared(known.phases, phases) == []
    assert layers <= set(known.layers)
    assert len(known.rules) == len(set(known.rules))


def undeclared(names: Iterable[str], declared: Iterable[str]) -> list[str]:
    """Names that are not among the others."""
    return sorted(set(names) - set(declared))


def test_a_rule_that_is_not_declared_is_found() -> None:
    """A check that never fails would prove nothing."""
    assert undeclared(["ratio", "made_up"], (RATIO,)) == ["made_up"]


def test_methods_agree_on_rules_and_phases() -> None:
    """Otherwise one name could have two formulas or two colours."""
    rules, phases = dict[str, str](), dict[str, str]()
    for known in DECODERS.values():
        for rule in known.rules:
            assert rules.setdefault(rule, rule.formula) == rule.formula
            assert rule.formula
        for phase in (*COMMON_PHASES, *known.phases):
            assert phases.setdefault(phase, phase.group) == phase.group


@pytest.mark.parametrize("name", ["", "Ratio", "p/q", "1st", "x" * 41, "a b", "ratio\n"])
def test_a_name_that_no_trace_can_hold_is_refused(name: str) -> None:
    """Otherwise a run would be recorded into a file that nobody can open."""
    with pytest.raises(ValueError, match="lower-case letters"):
        Rule(name, "u < 1")
    with pytest.raises(ValueError, match="lower-case letters"):
        Phase(name, "draft")


def test_a_phase_has_one_of_four_groups() -> None:
    """A step of an unknown group would have no place on the timeline."""
    with pytest.raises(ValueError, match="draft, check, decide, commit"):
        Phase("guess", "before")  # pyright: ignore[reportArgumentType]


def test_a_rule_keeps_its_formula_when_it_is_copied() -> None:
    """The lab sends runs between processes, which copies rules."""
    assert pickle.loads(pickle.dumps(RATIO)).formula == RATIO.formula
