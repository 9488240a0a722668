"""What a person reads off the stage: if these fail, a token has another's name, or a number that is not its own."""

import copy
import json
import re
from functools import cache
from typing import Any

import pytest

from explorer.bundle import FOLDER
from explorer.narration import Narrator
from explorer.reading import NOISE, capital, read_iteration
from explorer.stage_data import measures, open_content
from explorer.stage_files import stage_js
from explorer.trace import Trace, read

NAMES = sorted(path.name.removesuffix(".jsonl.gz") for path in FOLDER.glob("*.jsonl.gz"))
GREEDY = ["greedy", "ssd", "tsd", "gsd", "gsd-figure-4"]
BEAMS = ["dsbd", "dsbd-fixed", "dsbd-distinct", "dsbd-figure-2"]
TARGETS = ("residual", "bonus", "fill", "committed", "drawn", "greedy")

Part = dict[str, Any]


@cache
def bundled(name: str) -> Trace:
    return read(FOLDER / f"{name}.jsonl.gz")


@cache
def packed(name: str) -> list[Part]:
    return open_content(bundled(name))["iterations"]


def read_all(name: str) -> list[Part]:
    return [read_iteration(one) for one in bundled(name).iterations]


def kinds(one: Part, verdict: Part) -> set[str]:
    """The kinds of the laws that a verdict points to."""
    return {one["distributions"][place]["kind"] for place in verdict.get("distributions", ())}


@pytest.mark.parametrize("name", NAMES)
def test_every_origin_is_one_that_the_text_can_name(name: str) -> None:
    """No token of the text was "rejected" or "orphaned": a copy of it may have been, the token was taken."""
    known = set(re.findall(r'\["(\w+)", "', stage_js().split("const ORIGINS")[1].split("];")[0]))
    assert {"draft", "residual", "drawn", "greedy"} <= known
    made = {origin for one in packed(name) for *_, origin in one["made"]}
    assert made
    assert made <= known


@pytest.mark.parametrize("name", NAMES)
def test_a_token_is_called_what_it_came_from(name: str) -> None:
    """Residual means a residual law; a bonus follows drafts that were all kept; the rest comes from p itself."""
    for one in read_all(name):
        sent = {v["node"] for v in one["verdicts"] if v["decision"] in ("accepted", "rejected", "unused")}
        tried = {node["parent"] for node in one["nodes"] if node["role"] == "draft" and node["id"] in sent}
        parent = {node["id"]: node["parent"] for node in one["nodes"]}
        for verdict in one["verdicts"]:
            decision, laws = verdict["decision"], kinds(one, verdict)
            if decision == "residual":
                assert any(kind.startswith("residual") for kind in laws)
            elif decision == "bonus" and "entry" not in verdict:
                assert parent[verdict["node"]] not in tried, "a draft stood here and was not kept"
            elif decision in ("drawn", "greedy"):
                assert laws & {"p", "p_beam"} if decision == "drawn" else "p_raw" in laws
                assert not any(kind.startswith("residual") for kind in laws)


def test_the_names_of_each_method() -> None:
    """The methods whose target tokens the record calls by another name."""

    def origins(name: str) -> set[str]:
        return {origin for one in packed(name) for *_, origin in one["made"]}

    assert origins("medusa-exact") == {"draft", "bonus", "drawn"}
    assert origins("gsd") == {"draft", "bonus", "greedy"}
    assert origins("greedy") == {"greedy"}
    assert origins("multinomial") == origins("beam-sampling") == {"drawn"}
    assert origins("beam-search") == origins("mtjd") == {"target"}
    assert origins("spd") == {"draft", "residual", "bonus"}
    assert origins("eagle2") == {"draft", "drawn", "bonus"}


@pytest.mark.parametrize("name", GREEDY)
def test_a_greedy_choice_shows_the_p_of_the_list(name: str) -> None:
    """Warped to one token p is 1; beside a list of p that says .58 a reader must see .58, and that it was greedy."""
    seen = 0
    for one in read_all(name):
        token = {node["id"]: node["token"] for node in one["nodes"]}
        for verdict in one["verdicts"]:
            if not verdict.get("greedy"):
                assert verdict["decision"] in ("unused", "merged")
                continue
            law = next(one["distributions"][i] for i in verdict["distributions"])
            listed = dict(map(tuple, law["top"])).get(token[verdict["node"]])
            assert verdict.get("p") == (listed if listed is not None or len(law["top"]) < law["size"] else 0.0)
            assert verdict["reason"].startswith("Greedy: ")
            assert "drawn" not in verdict["reason"]
            if verdict["decision"] in TARGETS or verdict["decision"] == "accepted":
                assert listed == law["top"][0][1]
                assert f"{listed:.3g}" in verdict["reason"]
            elif listed is None:
                assert "p" not in verdict
                assert verdict.get("below", 0) <= law["top"][-1][1]
            seen += 1
        target = [node for node in one["nodes"] if node["role"] == "target"]
        assert all(node.get("p") != 1.0 for node in target) or name == "gsd-figure-4"
    assert seen > 0


def test_drafts_judged_by_p_itself_are_no_greedy_choice() -> None:
    """MTAD's joint and BiLD's −log p are of p before warping, whatever the warping."""
    for name in ("mtad", "mtad-figure-2", "bild"):
        judged = [v for one in read_all(name) for v in one["verdicts"] if v["decision"] in ("accepted", "rejected")]
        assert judged
        assert not any(verdict.get("greedy") for verdict in judged)


@pytest.mark.parametrize("name", BEAMS)
def test_figures_of_a_beam_agree(name: str) -> None:
    """The tile, the sentence and the list are one number: the share of one beam with one token."""
    checked = 0
    for one in packed(name):
        token = dict(zip(one["n"]["id"], one["n"]["token"], strict=True))
        for verdict in one["verdicts"]:
            laws = [one["dists"][place] for place in verdict.get("distributions", ())]
            for law in laws:
                assert sum(law["v"]) + law["rest"] == pytest.approx(1, abs=1e-3)
            if verdict["decision"] not in ("residual", "fill"):
                continue
            said = re.search(r"this beam with this token had ([\d.e-]+)$", verdict["reason"])
            assert said
            assert float(said[1]) == pytest.approx(verdict["p_used"], rel=6e-3)
            rows = zip(laws[0]["beam"], laws[0]["t"], laws[0]["v"], strict=True)
            mine = [v for beam, t, v in rows if beam in verdict["beams"] and t in (token[verdict["node"]], -2)]
            assert any(value == pytest.approx(verdict["p_used"], rel=1e-3) for value in mine)
            checked += 1
    assert checked > 0


def test_a_residual_of_one_sequence_has_both_numbers() -> None:
    """p′ is what it was drawn from, p what the target gives it: one must not stand for the other."""
    for name in ("spd", "specinfer", "mcss", "spectr", "self-ssd"):
        moved = 0
        for one in read_all(name):
            node = {each["id"]: each for each in one["nodes"]}
            for verdict in (v for v in one["verdicts"] if v["decision"] == "residual"):
                made, laws = node[verdict["node"]], [one["distributions"][i] for i in verdict["distributions"]]
                left = next(law for law in laws if law["kind"] == "residual")
                p = next(law for law in one["distributions"] if (law["at"], law["kind"]) == (made["parent"], "p"))
                assert verdict["p_used"] == dict(map(tuple, left["top"]))[made["token"]]
                assert verdict["p"] == made["p"] == dict(map(tuple, p["top"]))[made["token"]]
                moved += verdict["p"] != verdict["p_used"]
        assert moved > 0


@pytest.mark.parametrize("name", BEAMS)
def test_rounding_is_no_probability(name: str) -> None:
    """What float64 leaves of p where p = q is not a chance."""
    for one in packed(name):
        small = [v for law in one["dists"] if law["kind"].startswith("residual") for v in law["v"]]
        small += [v[key] for v in one["verdicts"] if v.get("p_used") != v.get("p") for key in ("p_used",) if key in v]
        small += [rate for layer in one["layers"] for rate in layer.get("alpha") or ()]
        assert not [value for value in small if 0 < value < NOISE]
        assert "e-16" not in json.dumps([v["reason"] for v in one["verdicts"]])


def test_rounding_that_was_recorded_stays_in_the_record() -> None:
    """It is a matter of display: the trace's own numbers are left as they are."""
    raw = bundled("dsbd-figure-2").iterations[1]
    values = [v for law in raw["distributions"] if law["kind"] == "residual_beam" for _, v in law["top"]]
    assert any(0 < value < NOISE for value in values), "this trace has none: the tests above see nothing"
    before = copy.deepcopy(raw)
    read_iteration(raw)
    assert raw == before


def test_a_rejection_by_what_rounding_left() -> None:
    """“min(1, 3.3e-16/0.2)” is 0."""
    nodes = [{"id": 1, "parent": 0, "token": 0, "depth": 1, "role": "draft", "q": 0.2}]
    reason = "u = 0.5 is not below min(1, p′/q) = min(1, 3.3e-16/0.2) = 1.65e-15, so the beam is rejected"
    verdict = {"node": 1, "decision": "rejected", "reason": reason, "p": 0.1, "p_used": 3.3e-16, "q": 0.2}
    found = read_iteration({"nodes": nodes, "verdicts": [verdict | {"threshold": 1.65e-15, "u": 0.5}]})["verdicts"][0]
    assert (found["p_used"], found["threshold"]) == (0, 0)
    assert found["reason"] == "u = 0.5 is not below min(1, p′/q) = min(1, 0/0.2) = 0, so the beam is rejected"
    tiny = verdict | {"p_used": 1e-20, "p": 1e-20}  # a softmax does give such numbers
    assert read_iteration({"nodes": nodes, "verdicts": [tiny]})["verdicts"][0]["p_used"] == 1e-20


def test_nodes_and_draws_are_told_apart() -> None:
    """DSBD draws six beams of which some are the same: so many nodes, so many draws, and never one for the other."""
    for name in ("dsbd", "dsbd-fixed", "dsbd-distinct"):
        for raw in bundled(name).iterations:
            drawn = sum("q" in entry for entry in raw["entries"])
            one = read_iteration(raw)
            bar = measures(one)
            assert bar["draws"] == drawn, "what the target filled in later is no draw of the draft"
            assert bar["drafted"] == sum(node["role"] == "draft" for node in one["nodes"])
            assert bar["used"] + bar["wasted"] == bar["drafted"] <= bar["draws"]
    steps = packed("dsbd")[0]["steps"]
    assert steps[1]["say"].startswith("Draft layer 1: q proposes 3 tokens in 6 draws: “The” ×3 ")
    assert any("2 nodes (6 draws) not looked at" in step["say"] for step in steps)


def test_replicas_are_named_where_they_are_counted() -> None:
    """GSD verifies the unmerged tree: more nodes were never looked at than were drafted."""
    last = packed("gsd-figure-4")[0]
    said = next(step["say"] for step in last["steps"] if "unused" in step["title"])
    unused = [v["node"] for v in last["verdicts"] if v["decision"] == "unused"]
    origin = dict(zip(last["n"]["id"], last["n"]["origin"], strict=True))
    copied = sum(origin[node] not in (None, node) for node in unused)
    assert said == f"32 unused: 32 nodes not looked at ({copied} of them replicas)"
    assert "25 nodes drafted and 13 replicas" in last["says"]


def test_a_replica_costs_no_draft() -> None:
    """Kept through a replica is kept: its origin was drafted once, and is not wasted."""
    bar = packed("gsd-figure-4")[0]["bar"]
    assert (bar["drafted"], bar["kept"], bar["used"], bar["wasted"]) == (25, 5, 5, 20)


def test_p_is_not_written_as_another_letter() -> None:
    """At the start of a sentence "p = 0" stays p: P is another thing."""
    assert capital("p = 0 is not above") == "p = 0 is not above"
    assert capital("min(1, p/q) is") == "min(1, p/q) is"
    assert capital("the rest") == "The rest"
    assert not any(" P = " in step["say"] for one in packed("medusa") for step in one["steps"])


def test_an_entropy_has_no_sign() -> None:
    """H = −0 is how float64 writes it."""
    for name in ("medusa", "typical"):
        assert "−-" not in json.dumps([one["verdicts"] for one in packed(name)], ensure_ascii=False)


def test_spectr_says_rho() -> None:
    """Its drafts are held against p/ρ, which is no residual."""
    said = [step["say"] for one in packed("spectr") for step in one["steps"] if "is rejected: u" in step["say"]]
    assert said
    assert not any("p′" in one for one in said)
    assert any("for p/ρ gives it" in one for one in said)


def test_a_coin_under_greedy_warping_says_so() -> None:
    """SpD at temperature 0 throws coins for chances of 0 and 1."""
    nodes = [{"id": 1, "parent": 0, "token": 0, "depth": 1, "role": "draft", "q": 1.0}]
    laws = [
        {"at": 0, "kind": f"{x}_raw", "top": [[0, chance]], "rest": 0.5, "size": 9}
        for x, chance in (("p", 0.4), ("q", 0.3))
    ]
    coin = {
        "node": 1,
        "decision": "accepted",
        "reason": "u = 0.5 is below",
        "p": 1.0,
        "q": 1.0,
        "p_used": 1.0,
        "threshold": 1.0,
        "u": 0.5,
    }
    one = read_iteration(
        {"index": 0, "nodes": nodes, "verdicts": [coin | {"distributions": [0, 1]}], "distributions": laws}
    )
    verdict = one["verdicts"][0]
    assert (verdict["p"], verdict["q"], one["nodes"][0]["q"]) == (0.4, 0.3, 0.3)
    assert Narrator(one | {"passes": []}, {"0": "a"}).verdict(verdict).startswith("“a” is accepted. Greedy: ")
