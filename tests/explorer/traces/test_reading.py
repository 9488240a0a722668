"""What a person reads off the stage: if these fail, a token has another's name, or a number that is not its own."""

import copy
import json
import re
from functools import cache
from typing import Any

import pytest

from explorer.stage.files import stage_js
from explorer.stage.pack import open_content
from explorer.traces.bars import measures
from explorer.traces.format import Trace, read
from explorer.traces.gallery import FOLDER
from explorer.traces.narration import Narrator
from explorer.traces.reading import NOISE, capital, read_iteration

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
    assert origins("spd") == {"draft", "residual", "bonus", "drawn"}
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
            beyond = len(laws[0]["v"]) < laws[0]["size"] and verdict["p_used"] <= laws[0]["v"][-1]  # of the 16 listed
            listed = any(value == pytest.approx(verdict["p_used"], rel=1e-3) for value in mine)
            assert listed or (beyond and not mine)
            checked += listed
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
    raw = copy.deepcopy(bundled("dsbd-figure-2").iterations[1])
    law = next(one for one in raw["distributions"] if one["kind"] == "residual_beam")
    law["top"].append([max(token for token, _ in law["top"]) + 1, NOISE / 2])
    law["size"] += 1
    before = copy.deepcopy(raw)
    read = read_iteration(raw)
    assert raw == before
    shown = [v for one in read["distributions"] if one["kind"] == "residual_beam" for _, v in one["top"]]
    assert shown
    assert min(shown) > NOISE


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
    said = [step["say"] for name in ("dsbd", "dsbd-fixed") for one in packed(name) for step in one["steps"]]
    assert any(re.search(r"q proposes \d+ tokens in 6 draws: “.* ×[23]", one) for one in said)
    assert any(re.search(r"\d nodes \(\d draws\) not looked at", one) for one in said)


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


@pytest.mark.parametrize("name", ["mtad", "mtad-figure-2"])
def test_every_prefix_says_its_numbers_when_it_is_tested(name: str) -> None:
    """MTAD: that a later prefix passes after an earlier one failed is seen step by step, not at the end."""
    seen: list[bool] = []
    for one in packed(name):
        joint = next(layer for layer in one["layers"] if layer.get("kind") == "joint")
        for prefix in joint["prefixes"]:
            steps = [each for each in one["steps"] if each["phase"] == "verify" and each["layer"] == prefix["j"]]
            said = steps[0]["say"]
            assert said.startswith(f"Prefix {prefix['j']} {'passes' if prefix['passed'] else 'fails'}: min(1, p/q) of ")
            ratio, sign, tau = re.findall(r"is ([\d.e-]+) ([>≤]) τ = ([\d.]+)", said)[0]
            assert float(ratio) == pytest.approx(prefix["ratio"], rel=0.06, abs=0.005)
            assert (sign == ">", float(tau)) == (prefix["passed"], prefix["threshold"])
            for name_ in "pq":
                log = re.findall(f"Σ log {name_} = −([\\d.]+)", said)[0]
                assert -float(log) == pytest.approx(prefix[f"log{name_}_joint"], abs=0.011)
            seen.append(prefix["passed"])
    assert {True, False} == set(seen)


def test_what_selects_among_drafts_proposes_nothing() -> None:
    """EAGLE-2 ranks by the product of q down to a node; MTAD keeps one beam. Both drafted before."""
    for one in packed("eagle2"):
        for step in (each for each in one["steps"] if each["title"].startswith("Keep the")):
            sure: dict[int, float] = {}
            for layer in one["layers"]:
                sure.update(zip(layer.get("nodes", ()), layer.get("confidence", ()), strict=True))
            assert "proposes" not in step["say"]
            kept = {one["n"]["id"][place] for place in step["nodes"]}
            best = sorted((sure[node] for node in kept), reverse=True)[:3]
            assert ", ".join(re.findall(r"” ([\d.e-]+)", step["say"])) == ", ".join(f"{each:.2g}" for each in best)
            left = len(sure) - len(kept)
            assert not left or f"the other {left} " in step["say"]
    said = [step["say"] for one in packed("mtad") for step in one["steps"] if step["title"].startswith("Best of")]
    assert said
    assert all("is the likeliest beam under q" in each and "proposes" not in each for each in said)


@pytest.mark.parametrize("name", ["dsbd", "dsbd-distinct", "dsbd-figure-2", "specinfer", "mcss", "spd", "spectr"])
def test_a_try_after_a_rejection_is_held_against_what_is_left(name: str) -> None:
    """p′ is named p′ where it has the value of p, too (0, most often): sentence, tile and reason say the same."""
    equal = 0
    for raw, one in zip(bundled(name).iterations, packed(name), strict=True):
        for step in one["steps"]:
            if len(step["verdicts"]) != 1 or "against" not in one["verdicts"][step["verdicts"][0]]:
                continue
            verdict = one["verdicts"][step["verdicts"][0]]
            own, before = raw["verdicts"][step["verdicts"][0]], raw["verdicts"][: step["verdicts"][0]]
            parent = {node["id"]: node["parent"] for node in raw["nodes"]}
            here = [each for each in before if each.get("layer") == own["layer"] and each.get("u") is not None]
            if "entry" not in own:
                here = [each for each in here if parent[each["node"]] == parent[own["node"]]]
            left = bool(here) and here[-1]["decision"] == "rejected"
            name_ = "p/ρ" if name == "spectr" else "p′" if left else "p"
            assert verdict["against"] == name_
            assert f"for {name_}{'_beam' if name_ == 'p' and 'entry' in own else ''} gives" in step["say"]
            equal += name_ == "p′" and own["p"] == own["p_used"]
    assert equal > 0 or name in ("spd", "spectr")


def test_a_pass_that_never_was_is_not_told() -> None:
    """At the length limit nothing is drafted, and p is known from the iteration before."""
    idle = 0
    for name in NAMES:
        for raw, one in zip(bundled(name).iterations, packed(name), strict=True):
            for was, step in zip(raw["steps"], one["steps"], strict=True):
                if step["phase"] != "target":
                    continue
                fed = any(raw["passes"][place]["model"] == "target" for place in was.get("passes", ()))
                assert ("one forward pass of the target" in step["say"]) == fed
                assert (step["title"] == "No target pass") != fed
                idle += not fed
    assert idle > 0


def test_accepted_tokens_are_counted_along_the_best_beam() -> None:
    """A node of another beam is no token of the text; a token drawn from the residual is no accepted draft."""
    bars = [one["bar"] for name in BEAMS for one in packed(name)]
    assert all(bar["kept"] <= bar["emitted"] for bar in bars)
    second = packed("dsbd-figure-2")[1]
    assert second["steps"][-2]["phase"] == "residual"
    assert (second["bar"]["kept"], second["bar"]["emitted"], second["bar"]["used"]) == (1, 2, 2)
    for name in BEAMS:
        for one in packed(name):
            drawn = {layer["layer"] for layer in one["layers"] if layer.get("outcome") in ("extra", "final")}
            assert {number for number, _, _, how in one["bar"]["widths"] if how in ("extra", "final")} == drawn
