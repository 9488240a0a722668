"""What if? on networks: a replay continues from exactly what the models had read."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from decoders.core.decode import Models
from decoders.core.pair import Encoded, Pair
from decoders.core.record import Verdict
from decoders.errors import BadInput
from decoders.models.torch.huggingface import HuggingFaceModel
from decoders.models.torch.reader import TorchReader
from explorer.features import whatif
from explorer.features.whatif import Change, flipped, is_coin, replay
from explorer.service.recording import record_trace
from explorer.service.request import RunRequest
from explorer.service.store import contents, gallery
from explorer.story.page.whatif import whatif_sentence
from explorer.trace.format import Trace, read, to_line
from explorer.trace.lines import Engine, IterationLine, Weights
from tests.explorer.trace.runs import SETTINGS
from tests.records import check_part, plain
from tests.tiny import VOCAB, reading_net, tiny

METHODS = [
    *(row for row in SETTINGS if row[0] != "self-ssd"),
    ("self-ssd", {"skips": "a1"}),
    ("dsbd", {"width": 3, "draft_width": 4, "gamma": 3}),
    ("dsbd", {"width": 3, "draft_width": 4, "draft_weights": "uniform"}),
    ("dsbd", {"width": 2, "one_cache": "true"}),
]
CLOSE = 1e-9  # float64, computed in passes of other sizes


@cache
def pair(kind: str) -> Pair:
    """Tiny networks in float64, with a draft that uses hidden states or only tokens."""
    net = tiny("llama-grouped", initializer_range=0.15)
    target = HuggingFaceModel(net, VOCAB, "target", shown=(0, 1, 2) if kind == "reading" else ())
    other = tiny("llama-grouped", seed=1, initializer_range=0.15)
    own = TorchReader(reading_net(net).requires_grad_(False), VOCAB, "reader")
    draft: Any = own if kind == "reading" else HuggingFaceModel(other, VOCAB, "draft")
    info = {"target": "target", "draft": draft.name, "tree_mode": {"target": "tree", "draft": "tree"}}
    return Pair(
        f"tiny-{kind}",
        Models(target, draft, frozenset({2}), lambda text: [ord(word) - ord("a") for word in text.split()]),
        lambda prompt: Encoded([3, 9, 27, 17, 51], prompt.text),
        lambda ids: " ".join(map(str, ids)),
        str,
        info | {"device": "cpu", "dtype": "float64"},
    )


def trace_of(kind: str, method: str, settings: dict[str, Any], tokens: int = 14) -> Trace:
    """A recorded run, as read from its file."""
    return record_trace(RunRequest(method, f"tiny-{kind}", "x", settings, 3, tokens), pair=pair(kind))


def close(now: Any, then: Any) -> bool:
    """Whether two JSON values are equal up to the last digits of numbers."""
    if isinstance(then, dict):
        return now.keys() == then.keys() and all(close(now[key], then[key]) for key in then)
    if isinstance(then, list):
        return len(now) == len(then) and all(map(close, now, then))
    if isinstance(then, float):
        return abs(now - then) <= CLOSE * max(1.0, abs(then))
    return now == then


def facts(iteration: IterationLine) -> dict[str, Any]:
    """An iteration's line without times, texts and energy."""
    line = json.loads(to_line(iteration))
    kept = {key: value for key, value in line.items() if key not in ("seconds", "energy", "texts")}
    return kept | {"passes": [one | {"seconds": 0} for one in line["passes"]]}


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay without the recorded numbers, whose own computation must be right."""
    monkeypatch.setattr(whatif, "restored", lambda made, *given: (made, 0))
    monkeypatch.setattr(whatif, "decided", lambda *given: {})


@pytest.mark.parametrize("kind", ["reading", "plain"])
@pytest.mark.parametrize(("method", "settings"), METHODS, ids=str)
def test_nothing_changed_is_the_recorded_iteration(
    method: str, settings: dict[str, Any], kind: str, bare: None
) -> None:
    """Otherwise later differences would not come from the change."""
    trace = trace_of(kind, method, settings)
    later = range(1, len(trace.iterations))
    for index in sorted({*later[:1], *later[len(later) // 2 :][:1], *later[-1:]}):  # the last has read all the others
        made = replay(trace, index, Change(), pair(kind))
        assert close(facts(made.iterations[index]), facts(trace.iterations[index])), f"iteration {index}"


def test_weights_of_beams_are_tried_where_they_matter() -> None:
    """The test above proves nothing unless several beams grew by several drafts in one round."""
    for method, settings in METHODS:
        if method == "dsbd" and settings.get("draft_weights") != "uniform":
            parts = trace_of("reading", method, settings).iterations
            assert all(beam.logq is not None for part in parts for beam in part.final.beams)
    parts = trace_of("reading", "dsbd", {"width": 3, "draft_width": 4, "gamma": 3}).iterations
    accepted = [sum(v.decision == "accepted" and v.layer == 2 for v in part.verdicts) for part in parts[:-1]]
    assert max(accepted) > 0
    assert min(len(part.final.beams) for part in parts) == 3


def test_a_trace_without_the_weights_of_its_beams_is_replayed() -> None:
    """Earlier versions did not record these weights, so the draft reads the beams again."""
    trace = trace_of("plain", "dsbd", {"width": 3})
    whole = [facts(one) for one in trace.iterations]
    for place, part in enumerate(trace.iterations):
        beams = tuple(replace(beam, logq=None, behind=False) for beam in part.final.beams)
        trace.iterations[place] = replace(part, final=replace(part.final, beams=beams))
    for index in range(1, len(whole)):
        made = facts(replay(trace, index, Change(), pair("plain")).iterations[index])
        assert close(made["verdicts"], whole[index]["verdicts"])
        assert [node["token"] for node in made["nodes"]] == [node["token"] for node in whole[index]["nodes"]]


def coins(trace: Trace) -> Iterator[tuple[int, int]]:
    """Iteration and index of every decision made by a random number."""
    for index, part in enumerate(trace.iterations):
        for place, verdict in enumerate(part.verdicts):
            if verdict.u is not None and verdict.a is not None and 0 < verdict.a < 1:
                yield index, place


def other_digits(verdict: Verdict) -> Verdict:
    """A decision whose p and a differ slightly."""
    p, a = verdict.p, verdict.a
    return replace(verdict, p=None if p is None else 0.999 * p, a=None if a is None else 0.999 * a)


@pytest.mark.parametrize(
    ("method", "settings"), [("spd", {}), ("dsbd", {"width": 3}), ("specinfer", {}), ("traversal", {})], ids=str
)
def test_decisions_are_made_by_the_recorded_numbers(method: str, settings: dict[str, Any]) -> None:
    """Another engine's p and q differ slightly; a flip must reverse this decision and none before it."""
    trace, turned = trace_of("plain", method, settings), 0
    for place, part in enumerate(trace.iterations):  # as if the engine that recorded it had given other digits
        trace.iterations[place] = replace(part, verdicts=tuple(map(other_digits, part.verdicts)))
    trace.header = replace(trace.header, dtype="bfloat16", engine=Engine("openvino", "openvino", "asked"))
    for index, place in coins(trace):
        verdicts = trace.iterations[index].verdicts
        if any(is_coin(v) and (v.u < v.a) != (v.decision == "accepted") for v in verdicts[: place + 1]):
            continue  # the other digits decide it otherwise
        made = replay(trace, index, flipped(trace.iterations[index], place), pair("plain"))
        now = made.iterations[index].verdicts
        assert now[:place] == verdicts[:place]
        assert now[place].a == verdicts[place].a
        assert now[place].p == verdicts[place].p
        assert (now[place].decision == "accepted") != (verdicts[place].decision == "accepted")
        about = made.header.whatif
        assert about is not None
        assert about.repeated == place
        assert (about.differs or {})["dtype"] == ("bfloat16", "float64")
        said = whatif_sentence(made.header, {})
        assert "Everything after the changed decision was computed again here (" in said
        assert "dtype: float64, recorded with bfloat16" in said
        for line in plain(made):
            assert check_part(line) is None
        turned += 1
    assert turned > 3


def test_other_weights_are_refused() -> None:
    """A changed decision must not mix two models."""
    trace = trace_of("plain", "spd", {})
    mine = pair("plain")
    weights = {"target": {"sha256": "a" * 64, "files": {}}, "draft": {"sha256": "b" * 64, "files": {}}}
    mine.info["weights"] = weights
    try:
        theirs = {name: Weights(about["sha256"], {}) for name, about in weights.items()}
        trace.header = replace(trace.header, weights=theirs | {"draft": Weights("c" * 64, {})})
        with pytest.raises(BadInput, match=r"The draft weights of tiny-plain .* \(SHA-256 c{12}, now b{12}\)"):
            replay(trace, 0, Change(), mine)
        trace.header = replace(trace.header, weights=theirs)
        assert replay(trace, 0, Change(), mine).iterations
    finally:
        del mine.info["weights"]


@pytest.mark.parametrize("name", [card.name for card in gallery() if card.name.startswith("dsbd-figure-2")])
def test_a_bundled_toy_run_of_dsbd_is_replayed_as_it_was(name: str, bare: None) -> None:
    """This is the first forest that visitors change."""
    from explorer.service.queue.memory import loaded

    trace = read(contents(name), name)
    for index, part in enumerate(trace.iterations):
        made = replay(trace, index, Change(), loaded(trace.header.pair, lambda what, share: None)).iterations[index]
        assert close(facts(made)["verdicts"], facts(part)["verdicts"])
        assert [node.token for node in made.nodes] == [node.token for node in part.nodes]


@pytest.mark.pair
@pytest.mark.parametrize("name", ["dsbd", "dsbd-fixed", "dsbd-distinct"])
def test_bundled_runs_of_dsbd_are_replayed_with_their_numbers(name: str, smollm2_plain: Pair) -> None:
    """They were recorded on another engine and precision, and still show their own numbers.

    A token that lies at the edge of top-p may have no probability here. From there on a round is decided again, and its
    header says how many of its decisions are the recorded ones.
    """
    trace, whole = read(contents(name), name), list[bool]()
    for index in range(0, len(trace.iterations), 5):
        again, then = replay(trace, index, Change(), smollm2_plain), trace.iterations[index]
        made, about = again.iterations[index], again.header.whatif
        assert about is not None
        assert (about.differs or {})["dtype"] == ("bfloat16", "float32")
        assert made.verdicts[: about.repeated] == then.verdicts[: about.repeated]
        whole.append(about.repeated == len(then.verdicts))
        if whole[-1]:
            numbers = [(node.id, node.token, node.p, node.q) for node in made.nodes]
            assert numbers == [(node.id, node.token, node.p, node.q) for node in then.nodes]
    assert sum(whole) >= len(whole) / 2
