"""Runs of every method on toy pairs as lines of a trace, for the tests in this folder."""

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import cache
from typing import Any

from decoders.catalog import decoder
from decoders.core.decode import Models
from decoders.core.dice import Seeded
from explorer.story import Narrator, Words
from explorer.trace.lines import IterationLine
from tests.records import header_with, iteration_of
from tests.toys import models_of, random_pair

Part = dict[str, Any]
SETTINGS: list[tuple[str, Part]] = [
    ("greedy", {}),
    ("multinomial", {}),
    ("beam-search", {"width": 3}),
    ("beam-sampling", {"width": 3}),
    ("beam-sampling", {"width": 3, "warp": "row", "replacement": "false"}),
    ("dsbd", {}),
    ("dsbd", {"min_width": 3, "threshold": 0.9, "draft_width": 5}),
    ("dsbd", {"width": 2, "replacement": "false"}),
    ("dsbd", {"threshold": 0.3, "replacement": "false", "draft_width": 3}),
    ("dsbd", {"width": 3, "draft_width": 4, "temperature": 0}),
    ("spd", {}),
    ("spd", {"temperature": 0}),
    ("block", {"gamma": 3}),
    ("block", {"temperature": 0}),
    ("slem", {"gamma": 3}),
    ("slem", {"temperature": 0}),
    ("self-ssd", {"exit_threshold": 0.5, "adaptive": "true"}),
    ("spectr", {"gamma": 3, "draft_width": 3}),
    ("specinfer", {"branching": "3,2"}),
    ("specinfer", {"branching": "3,2", "temperature": 0}),
    ("ssd", {}),
    ("ssd", {"verification": "sampling"}),
    ("tsd", {"out_degree": 2, "gamma": 3, "prob_threshold": 0.2, "sibling_threshold": 0.5}),
    ("tsd", {"verification": "sampling", "acceptance": "paper"}),
    ("gsd", {"merge": 1, "gamma": 4, "node_budget": 9}),
    ("gsd", {"merge": 1, "gamma": 4, "verification": "sampling"}),
    ("mtjd", {"block": 3, "width": 3}),
    ("mtjd", {"block": 3, "width": 3, "selection": "search"}),
    ("mtad", {"threshold": 0.6, "draft_width": 3}),
    ("mtad", {"joint": "warped", "top_k": 2}),
    ("mcss", {"branching": "3,2"}),
    ("traversal", {"branching": "3,2"}),
    ("traversal", {"branching": "3,2", "replacement": "true"}),
    ("traversal", {"branching": "3,2", "temperature": 0}),
    ("bild", {"fallback_threshold": 0.4, "rollback_threshold": 1}),
    ("typical", {"out_degree": 3}),
    ("typical", {"out_degree": 2, "temperature": 0}),
    ("eagle2", {"node_budget": 4, "out_degree": 2, "gamma": 3}),
    ("eagle2", {"temperature": 0}),
    ("lookup", {}),
    ("lookup", {"temperature": 0}),
    ("suffix", {"max_spec_offset": 2}),
    ("suffix", {"temperature": 0, "earlier": "a b a\n---\nb b a"}),
]


class Heads:
    """Medusa's heads on a table: the distributions of a fixed context, at every depth."""

    count = 3


@cache
def header(method: str, given: str = "{}") -> Part:
    """The header of such a run, with the fields that sentences need."""
    known = decoder(method)
    settings = known.make_settings(json.loads(given))
    return {
        "kind": "header",
        "method": method,
        "view": known.view,
        "pair": "toy:x",
        "settings": asdict(settings),
        "oracle": asdict(known.oracle_for(settings)),
    }


@cache
def lines(method: str, given: str = "{}", seed: int = 0, tokens: int = 9) -> str:
    """The iterations of a run as a JSON list, so that every test parses its own copy."""
    pair, known = random_pair(seed, size=4, eos=seed % 2 == 0), decoder(method)
    models: Models = replace(models_of(pair))
    run = known.decode((0,), models, known.make_settings(json.loads(given)), Seeded(seed), tokens)
    return json.dumps([{"kind": "iteration", **one.to_json()} for one in run], allow_nan=False)


def told(method: str, given: Part, seeds: int = 3) -> Iterator[tuple[IterationLine, Narrator]]:
    """Every iteration of some runs, with its sentences."""
    text = json.dumps(given)
    words = Words(header_with(**header(method, text)))
    letters = {str(token): chr(ord("a") + token) for token in range(4)}
    for seed in range(seeds):
        for line in json.loads(lines(method, text, seed)):
            iteration = iteration_of(line)
            yield iteration, words.iteration(iteration, letters)
