"""The table of Compare: which law every row decodes, when figures can be compared, and what acceptance counts."""

import re
from html import unescape
from typing import Any

import pytest

from decoders.catalog import decoder
from decoders.errors import BadInput
from decoders.exact.law import output_law
from decoders.pairs import load_pair
from explorer.runs import store as shelf
from explorer.runs.laws import differences, law_of
from explorer.runs.recording import record
from explorer.runs.request import RunRequest
from explorer.runs.store import open_trace
from explorer.traces.metrics import ACCEPTANCE, ACCEPTANCE_WHY
from explorer.traces.show import describe
from explorer.traces.words import law_sentence
from explorer.ui.compare import Row, controls_of, metrics_of, recorded, requests, settings_of, table_html

SKY = "Explain why the sky is blue."


def header(method: str, settings: dict[str, Any] | None = None, **change: Any) -> dict[str, Any]:
    return {"method": method, "settings": settings or {}, "pair": "smollm2", "prompt": SKY, "raw": False} | change


def row(head: dict[str, Any], speed: float = 10.0) -> Row:
    found = {"iterations": 4, "emitted": 20, "tokens_per_iteration": 2.0, "speed": speed, "acceptance": 0.5}
    return Row(f"run-{head['method']}", head, found)


def words(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", " ", html))


@pytest.mark.parametrize(
    ("head", "how", "kept"),
    [
        (header("greedy"), "greedy", "lossless by definition"),
        (header("gsd"), "greedy", "lossless: a draft is kept only if"),
        (
            header("gsd", {"verification": "sampling", "top_k": 10}),
            "sampled at temperature 1, top-k 10",
            "lossless: the same law",
        ),
        (
            header("spd", {"temperature": 0.7, "top_p": 0.9}),
            "sampled at temperature 0.7, top-p 0.9",
            "lossless: the same law",
        ),
        (header("spd", {"temperature": 0.0}), "greedy", "lossless"),
        (header("spd", {"top_k": 1}), "greedy", "lossless"),
        (header("multinomial"), "sampled at temperature 1", "lossless by definition"),
        (header("typical"), "sampled at temperature 1", "lossy: every candidate"),
        (header("medusa", {"acceptance": "exact"}), "sampled at temperature 1", "lossless: the same law"),
        (header("mtad"), "sampled at temperature 1", "lossy: changes the law on purpose"),
        (header("mtjd", {"selection": "search"}), "search (the most probable of 4 beams)", "lossy"),
        (header("beam-search"), "search (the most probable of 4 beams)", "lossless by definition"),
        (header("dsbd", {"width": 3}), "3 beams sampled at temperature 1", "lossless: the same law as beam sampling"),
        (
            header("dsbd"),
            "beams of dynamic width sampled at temperature 1",
            "layer by layer that of `beam-sampling`: the",
        ),
    ],
)
def test_every_row_says_its_law(head: dict[str, Any], how: str, kept: str) -> None:
    """Greedy beside sampled without a word lets one take a speed for a gain of the method."""
    law = law_of(head)
    assert law.how.startswith(how)
    assert law.kept.startswith(kept)
    shown = words(table_html([row(head)]))
    assert law.how in shown
    assert law.kept in shown


@pytest.mark.parametrize("name", [card.name for card in shelf.gallery()])
def test_the_law_of_every_method_is_in_its_trace(name: str) -> None:
    """A method without words here would break the table of a finished comparison."""
    head = open_trace(name).header
    law = law_of(head)
    assert (law.kind, law.kept) == (head["oracle"]["kind"], law_sentence(head["oracle"]))
    assert law.kept.startswith("lossless") == (law.kind in ("itself", "exact"))


@pytest.mark.parametrize(
    ("head", "plain"),
    [
        (header("beam-search", {"width": 1, "temperature": 0.5, "length_penalty": 2.0}), header("greedy")),
        (header("beam-search", {"top_k": 1}), header("greedy")),
        (header("beam-sampling", {"width": 3, "temperature": 0.0}), header("greedy")),
        (header("beam-sampling", {"width": 1, "temperature": 0.7, "top_k": 3}), None),
    ],
)
def test_folded_laws_are_the_same_law(head: dict[str, Any], plain: dict[str, Any] | None) -> None:
    """Two decoders that are said to share a law must write the same: exactly, by enumeration of a toy pair."""
    warping = {key: head["settings"][key] for key in ("temperature", "top_k") if key in head["settings"]}
    plain = plain or header("multinomial", warping)
    assert law_of(head).key == law_of(plain).key
    one, other = exact(head), exact(plain)
    assert one.keys() == other.keys()
    assert all(one[tokens] == pytest.approx(other[tokens], abs=1e-12) for tokens in one)


def exact(head: dict[str, Any]) -> dict[tuple[int, ...], float]:
    """The law of what a run writes after a prompt of a toy pair, four tokens; several beams must write the same."""
    found, toy = decoder(head["method"]), load_pair("toy:assets/toys/dsbd-figure-2.json")
    law = output_law(found.step, toy.encode("ask", False), toy.models, found.make_settings(head["settings"]), 4)
    assert all(len(set(beams)) == 1 for beams in law)
    return {beams[0]: chance for beams, chance in law.items()}


def test_rows_of_one_law_are_compared() -> None:
    """The lossless methods on one prompt are what Compare is for: no warning, and ratios."""
    html = table_html([row(header("multinomial")), row(header("spd"), 20.0), row(header("specinfer"), 5.0)])
    assert "not comparable" not in html
    assert "20.0 (2.00×)" in html
    assert "5.0 (0.50×)" in html
    assert "not comparable" not in table_html([row(header("greedy")), row(header("tsd"))])


def test_mixed_laws_are_one_sentence_and_no_ratio() -> None:
    """A ratio between a greedy and a sampled run is no ratio of methods."""
    html = table_html([row(header("spd")), row(header("gsd"), 40.0), row(header("typical"), 30.0)])
    [said] = re.findall(r'<p class="unlike" role="note">(.*?)</p>', html)
    assert unescape(said) == (
        "The rows do not share a law (SpD: sampled at temperature 1; GSD: greedy; Typical acceptance: "
        "sampled at temperature 1, lossy), so their figures are not comparable."
    )
    assert "×)" not in html
    assert "40.0" in html


@pytest.mark.parametrize(
    ("first", "second", "says"),
    [
        (header("multinomial"), header("spd", {"temperature": 0.5}), "do not share a law"),
        (header("beam-sampling", {"width": 3}), header("dsbd"), "do not share a law"),
        (header("typical"), header("typical", {"epsilon": 0.5}), "do not share a law"),
        (header("spd"), header("multinomial", prompt="Else?"), "do not share a prompt, so"),
        (header("spd"), header("multinomial", raw=True), "do not share a prompt, so"),
        (header("spd"), header("multinomial", pair="opt"), "do not share a pair, so"),
        (header("spd"), header("gsd", pair="opt"), "do not share a pair or a law ("),
        (header("beam-sampling", {"width": 3}), header("dsbd", {"width": 3}), ""),
        (header("typical"), header("typical"), ""),
        (header("spd", {"temperature": 0.0}), header("gsd", {"temperature": 0.5}), ""),
        *(
            (header("multinomial", warping), header(method, {**warping, **one_beam}), "")
            for warping in ({"temperature": 0.0}, {"top_k": 1}, {"temperature": 0.7, "top_k": 10, "top_p": 0.9})
            for method, one_beam in (
                ("beam-sampling", {"width": 1}),
                ("beam-sampling", {"width": 1, "warp": "row", "replacement": False}),
                ("dsbd", {"width": 1}),
                ("spd", {}),
            )
        ),
        (header("greedy"), header("beam-search", {"width": 1, "temperature": 0.5, "length_penalty": 1.0}), ""),
        (header("greedy"), header("beam-sampling", {"width": 4, "temperature": 0.0}), ""),
        (header("greedy"), header("beam-search", {"top_k": 1}), ""),
        (header("beam-search", {"width": 1}), header("multinomial"), "sampled at temperature 1"),
        (header("beam-sampling", {"width": 3}), header("multinomial"), "3 beams sampled at temperature 1"),
    ],
)
def test_what_rows_do_not_share_is_named(first: dict[str, Any], second: dict[str, Any], says: str) -> None:
    """The sentence must be there exactly when figures cannot be compared, and say why."""
    found = differences([first, second])
    assert bool(found) == bool(says)
    assert says in found
    assert found.count("not comparable") == bool(says)


@pytest.mark.parametrize("name", ["spd", "gsd", "dsbd", "mtad", "typical", "specinfer"])
def test_acceptance_is_what_its_words_say(name: str) -> None:
    """A share whose denominator is not told, or told wrong, cannot be read."""
    trace = open_trace(name)
    assert trace.summary is not None
    decisions = [verdict["decision"] for one in trace.iterations for verdict in one["verdicts"]]
    kept, judged = decisions.count("accepted"), sum(map(decisions.count, ("accepted", "rejected", "dropped")))
    assert trace.summary["counts"]["acceptance"] == pytest.approx(kept / judged)
    assert judged <= trace.summary["counts"]["drafted"]
    html = table_html([Row(name, trace.header, metrics_of(trace.summary))])
    assert f'title="{ACCEPTANCE_WHY}">acceptance <small>({ACCEPTANCE})</small></th>' in html
    assert f"{ACCEPTANCE_WHY[1:]}." in html.partition("</table>")[2], "a phone shows no tooltip"
    assert f"acceptance ({ACCEPTANCE}) {kept / judged:.4g}" in "\n".join(describe(trace))


@pytest.mark.parametrize("toy", ["dsbd-figure-1", "dsbd-figure-2"])
def test_drafted_tokens_are_those_the_draft_drew(toy: str) -> None:
    """Where the target's own draw falls on a drafted node, or copies share one, the draft's work stays what it was."""
    settings = {"width": "3", "draft_width": "4", "gamma": "2"}
    header, *iterations, end = record(
        RunRequest("dsbd", "toy", "", settings, 0, 6), load_pair(f"toy:assets/toys/{toy}.json")
    )
    assert header["kind"] == "header"
    drafted = [entry for one in iterations for entry in one["entries"] if entry.get("q") is not None]
    assert all(entry["layer"] > 0 for entry in drafted)
    assert end["counts"]["drafted"] == len(drafted)
    assert len(drafted) % 4 == 0, "four to a layer"


def test_further_settings_are_key_and_value() -> None:
    """A typing error must be named; a run must not take the second of two values, or an empty one."""
    assert settings_of("gamma=4 branching='4,2 '") == {"gamma": "4", "branching": "4,2 "}
    for text, says in (("gamma", "should be KEY=VALUE"), ("gamma=4 gamma=5", "given twice"), ("gamma='4", "cannot be")):
        with pytest.raises(BadInput, match=says):
            settings_of(text)


@pytest.mark.parametrize("prompt", ["", "   ", None])
def test_an_empty_prompt_is_refused_as_run_refuses_it(prompt: str | None) -> None:
    """Three runs on nothing take as long as on a question, and answer one that nobody asked."""
    values = controls_of(next(iter(recorded().values())))
    values[2] = prompt
    with pytest.raises(BadInput, match="The prompt is empty"):
        requests(values)


def test_an_empty_field_is_named() -> None:
    """What a number is missing from is to be filled in, not taken for something else."""
    values = ["smollm2", ["spd", "ssd"], "a", 5, 0, None, 0, 1.0, "", False]
    with pytest.raises(BadInput, match=r"temperature \(T\) is empty"):
        requests(values)
