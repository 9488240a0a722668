"""The pictures' data: no token attends to another branch, and every beam has the right parent."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from decoders.catalog import decoder
from decoders.core.dice import Seeded
from decoders.core.record import BeamRecord, Final, Iteration, Node, Pass, Role
from decoders.methods.gsd.recording import GraphLayer
from explorer.service.recording import line_with
from explorer.stage.export import page
from explorer.stage.pack import open_content
from explorer.stage.pictures import LONGEST_GRAM, Pictures, attention, recurring
from explorer.trace.format import Trace
from explorer.trace.metrics import descent
from tests.bundled import NAMES, bundled, packed
from tests.records import header_with
from tests.toys import models_of, random_pair

BEAMS = ["beam-search", "beam-sampling", "dsbd", "dsbd-fixed", "mtjd"]
PROMPT = (0, 1, 0)


def toy(method: str, options: dict[str, str]) -> Trace:
    """A run on a random toy pair, as a trace."""
    pair, found = random_pair(3, size=4, eos=False), decoder(method)
    run = found.decode(PROMPT, models_of(pair), found.make_settings(options), Seeded(5), 12)
    header = header_with(method=method, view=found.view, prompt_tokens=list(PROMPT), settings=options, title=method)
    return Trace(header, [line_with(one, {}) for one in run])


def check_mask(trace: Trace) -> int:
    """Every row attends to its ancestors and itself, fed and cached; returns the rows."""
    kept, checked = Pictures(trace.header), 0
    lineage: dict[int, int] = {}  # by plain walking over all nodes that were ever recorded, kept or not
    prompt = len(trace.header.prompt_tokens)
    for one in trace.iterations:
        mask = kept.add(one).get("mask")
        lineage.update((n.id, n.parent) for n in one.nodes if n.id not in lineage)
        fed = [node for p in one.passes if p.model == "target" for node in p.nodes]
        assert (mask is None) == (not fed)
        if mask is None:
            continue
        nodes = [one.nodes[place].id for place in mask["rows"]]
        assert nodes == fed
        heads = len(mask["cached"])
        for i, columns in enumerate(mask["sees"]):
            line, node = {nodes[i]}, nodes[i]
            while (node := lineage[node]) >= 0:
                line.add(node)
            assert {nodes[c - heads] for c in columns if c >= heads} == line & set(fed)
            before = sum(mask["cached"][c]["size"] for c in columns if c < heads)
            assert before == prompt - 1 + len(line - set(fed))
            depth = one.nodes[mask["rows"][i]].depth
            assert before + sum(c >= heads for c in columns) == prompt + depth
            assert columns == sorted(set(columns))
            checked += 1
        first = next(p for p in one.passes if p.model == "target")
        assert sum(run["size"] for run in mask["cached"]) == first.kv - len(first.nodes)
    return checked


@pytest.mark.parametrize("name", NAMES)
def test_the_mask_is_the_ancestors_and_the_cache_is_what_was_measured(name: str) -> None:
    """For real models, the depth gives the number of keys per row, and the KV count the cached ones."""
    assert check_mask(bundled(name)) >= len(bundled(name).iterations) - 1


@pytest.mark.parametrize(
    ("method", "options"),
    [
        ("dsbd", {"width": "3", "draft_width": "6", "gamma": "2"}),
        ("dsbd", {"width": "3", "draft_width": "6", "gamma": "2", "one_cache": "true"}),
        ("gsd", {"merge": "1", "gamma": "4", "out_degree": "3", "prob_threshold": "0", "sibling_threshold": "0"}),
        ("beam-sampling", {"width": "4", "replacement": "false"}),
        ("specinfer", {}),
        ("traversal", {}),
        ("mtjd", {}),
    ],
)
def test_the_mask_of_forests_graphs_and_one_cache(method: str, options: dict[str, str]) -> None:
    """Several input beams, an unmerged graph, one cache: always the tree that was verified."""
    trace = toy(method, options)
    assert check_mask(trace) >= 3
    if method == "gsd":
        assert any(n.origin for one in trace.iterations for n in one.nodes), "nothing was unmerged"
    masks = [one["mask"] for one in open_content(trace)["iterations"] if "mask" in one]
    runs = max(len(mask["cached"]) for mask in masks)
    if options.get("one_cache"):
        assert runs <= 2, "one beam has one text"
    elif method in ("dsbd", "beam-sampling"):
        assert runs > 2, "no two beams ever differed: nothing was tested"


def node(id: int, parent: int, token: int = 0, role: Role = "draft", **more: Any) -> Node:
    return Node(id, parent, token, 0, role, **more)


def iteration(nodes: Sequence[Node], passes: Sequence[Pass] = (), beams: Sequence[BeamRecord] = ()) -> Iteration:
    return Iteration(0, tuple(nodes), (), tuple(passes), (), (), (), (), (), Final(beams=tuple(beams)))


def test_two_trees_of_the_papers_figure() -> None:
    """DSBD Figure 3: two beams, two trees, no attention between them; private cache entries have their own column."""
    kept = {0: -1, 1: 0, 2: 1, 3: 1}  # the prompt's end, one shared token, two beams
    nodes = [node(2, 1, role="input"), node(3, 1, role="input"), node(4, 2), node(5, 2), node(6, 4), node(7, 3)]
    one = iteration(nodes, [Pass("target", (4, 5, 6, 7), 0, 0)])
    mask = attention(one, kept, prompt=9)
    assert [(run["size"], run["end"]) for run in mask["cached"]] == [(10, None), (1, 1), (1, 2), (1, 3)]
    assert mask["sees"] == [[0, 1, 2, 4], [0, 1, 2, 5], [0, 1, 2, 4, 6], [0, 1, 3, 7]]
    assert mask["rows"] == [2, 3, 4, 5]


@pytest.mark.parametrize("name", BEAMS)
def test_every_beam_descends_from_the_one_it_is_drawn_from(name: str) -> None:
    """A beam's tokens begin with those of the beam from which it grew; only the first has none."""
    before: Sequence[BeamRecord] = ()
    forks = 0
    for shown, one in zip(packed(name)["iterations"], bundled(name).iterations, strict=True):
        beams = one.final.beams
        assert len(shown["from"]) == len(beams)
        for beam, slot in zip(beams, shown["from"], strict=True):
            assert (slot is None) == (not before)
            if slot is not None:
                old = before[slot].tokens
                assert beam.tokens[: len(old)] == old
        distinct = {beam.node: slot for beam, slot in zip(beams, shown["from"], strict=True)}
        forks += bool(before) and len(set(distinct.values())) < len(distinct)
        before = beams
    several = any(len({beam.node for beam in one.final.beams}) > 1 for one in bundled(name).iterations)
    assert forks > 0 or not several, "no beam ever forked: the test saw no choice"


def test_a_beam_that_ended_descends_from_itself() -> None:
    """A finished beam is carried along unchanged, and its node may not be recorded again."""
    one = iteration([node(5, 3)], beams=[BeamRecord(5, (), 0.0, False), BeamRecord(4, (), 0.0, True)])
    assert descent(one, [3, 4, 4]) == [0, 1]


@pytest.mark.parametrize("name", ["gsd", "tsd"])
def test_recurring_ngrams_are_those_the_decoder_recorded(name: str) -> None:
    """One rule finds repeated n-grams in a plain tree and in GSD's graph (GSD Figure 3)."""
    found = 0
    for one in bundled(name).iterations:
        noted = next(layer for layer in one.layers if isinstance(layer, GraphLayer))
        shown, plain = recurring(one), recurring(replace(one, layers=()))
        assert [n for n, _ in shown["groups"]] == [len(gram.gram) for gram in noted.recurring]
        assert sorted(shown["groups"]) == sorted(plain["groups"])
        assert shown["share"] == plain["share"]
        assert shown["drafted"] == noted.drafted
        for (n, inside), (size, share) in zip(shown["share"], noted.recurring_share, strict=True):
            assert n == size
            assert inside / max(1, shown["drafted"]) == pytest.approx(share)
        found += len(shown["groups"])
    assert found > 50


def test_an_ngram_is_counted_where_it_comes_again() -> None:
    """“a b” under two parents: two ends, four tokens inside; an n-gram reaching into the text does not count."""
    nodes = [node(0, -1, 7, "input"), *(node(i, p, t) for i, p, t in [(1, 0, 1), (2, 0, 2), (3, 1, 2), (4, 2, 1)])]
    nodes += [node(5, 4, 2), node(6, 3, 1, origin=4)]
    found = recurring(iteration(nodes))
    assert found["drafted"] == 5, "a replica was not drafted"
    assert [places for n, places in found["groups"] if n == 2] == [[3, 5]]
    assert dict(map(tuple, found["share"]))[2] == 4
    assert len(found["share"]) == LONGEST_GRAM


def test_an_exported_page_has_the_pictures() -> None:
    """The offline page must have everything that the app's stage shows."""
    html = page(bundled("dsbd-fixed"), "x")
    data = html.split('id="trace">')[1].split("</script>")[0]
    packed = json.loads(data)["iterations"][1]
    assert packed["mask"]["rows"]
    assert packed["recurring"]["drafted"] > 0
    assert None not in packed["from"]
