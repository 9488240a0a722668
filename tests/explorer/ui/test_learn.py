"""The Learn tab: the browser computes like the rules, and its files can be opened."""

import json
import subprocess
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright._impl._driver import compute_driver_executable
from starlette.testclient import TestClient

from decoders.catalog import decoder
from decoders.core import rules
from decoders.core.decode import Models, State
from decoders.core.rules import Dist
from decoders.errors import BadInput
from decoders.exact.law import Enumerator
from decoders.exact.toy import parse_toy, read_toy
from explorer.energy.boards import Sheet
from explorer.features.pass_times import MEASURED, all_pass_times, computed
from explorer.features.worth import PAPERS, recorded, worth_of
from explorer.lab import mutations
from explorer.lab.mutations import MUTATIONS
from explorer.service.queue import limits
from explorer.service.queue.turns import ADDRESSES, TABLES
from explorer.service.store import RUNS, contents, find, gallery
from explorer.site import learn as five_words
from explorer.speedup import best_gamma, check_cost, check_time, expected_speedup, expected_tokens, pass_time
from explorer.trace.format import read
from explorer.ui.tabs import learn

ROOT = Path(__file__).parents[3]
LAW, SPEEDUP = ROOT / "explorer/ui/js/law.js", ROOT / "explorer/stage/js/panels/speedup.js"
RULES = {  # (chance to be kept, what rejected drafts are replaced from)
    "right": (rules.acceptance, rules.residual),
    "inverse-ratio": (mutations.inverse_ratio, rules.residual),
    "residual-p": (rules.acceptance, mutations.unchanged_target),
    "no-max": (rules.acceptance, mutations.without_max),
    "double-subtraction": (rules.acceptance, mutations.twice_subtracted),
}


def node(code: str, given: Any) -> Any:
    """The JSON that a module prints; `given` is its input."""
    read_all = "const given = JSON.parse(await new Response(process.stdin).text());"
    program = f"{read_all}\n{code}"
    command = [compute_driver_executable()[0], "--input-type=module", "-e", program]
    ran = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def laws() -> list[tuple[list[float], list[float]]]:
    """Pairs of distributions over five words, including zeros, equal and disjoint ones."""
    rng = np.random.default_rng(0)
    made = [([0.2] * 5, [0.2] * 5), ([1.0, 0, 0, 0, 0], [0, 1.0, 0, 0, 0]), (list(five_words.P), list(five_words.Q))]
    for zeros in (0.0, 0.0, 0.3, 0.5):
        for _ in range(5):
            p, q = (rng.dirichlet(np.ones(5)) * (rng.random(5) >= zeros) + 1e-300 for _ in range(2))
            made.append(((p / p.sum()).round(12).tolist(), (q / q.sum()).round(12).tolist()))
    return made


def by_rules(p: list[float], q: list[float], rule: str) -> dict[str, Any]:
    """The distribution after one draft and its check, by decoders.core.rules and the broken rules."""
    accept, left_of = RULES[rule]
    laws = [Dist(np.arange(5), np.array(law)) for law in (p, q)]
    kept = [q[x] * accept(p[x], q[x]) if q[x] else 0.0 for x in range(5)]
    left = left_of(*laws)
    rejected = 1 - sum(kept)
    out = [kept[x] + (rejected * left.prob(x) if left else 0.0) for x in range(5)]
    return {"kept": kept, "alpha": sum(kept), "out": out}


@pytest.mark.parametrize("rule", RULES)
def test_the_browser_computes_what_the_rules_do(rule: str) -> None:
    """A toy with wrong digits would teach another algorithm."""
    code = f"""const {{ outcome }} = await import("{LAW.as_uri()}");
    console.log(JSON.stringify(given.map(([p, q]) => outcome(p, q, "{rule}"))));"""
    for found, (p, q) in zip(node(code, laws()), laws(), strict=True):
        wanted = by_rules(p, q, rule)
        assert found["alpha"] == pytest.approx(wanted["alpha"], abs=1e-10)
        assert found["kept"] == pytest.approx(wanted["kept"], abs=1e-10)
        assert found["out"] == pytest.approx(wanted["out"], abs=1e-10)
        if rule == "right":
            assert found["out"] == pytest.approx(p, abs=1e-10)
            assert found["alpha"] == pytest.approx(
                rules.overlap(*(Dist(np.arange(5), np.array(law)) for law in (p, q))), abs=1e-10
            )


def test_every_offered_rule_is_known_on_both_sides() -> None:
    """A broken rule known on one side only would have no effect."""
    code = f"""const {{ RULES }} = await import("{LAW.as_uri()}"); console.log(JSON.stringify(Object.keys(RULES)));"""
    offered = [rule["name"] for rule in five_words.toy_given()["rules"]]
    assert node(code, 0) == offered == list(RULES)
    assert set(five_words.BROKEN) <= set(MUTATIONS)


def test_the_formula_is_one_in_both_languages() -> None:
    """The curve and its numbers must agree."""
    cases = [[alpha, gamma, cost] for alpha in (0, 0.3, 0.7, 1) for gamma in (1, 4, 16) for cost in (0, 0.1, 1)]
    code = f"""const w = await import("{SPEEDUP.as_uri()}");
    console.log(JSON.stringify(given.map(([a, g, c]) => [w.expectedTokens(a, g), w.expectedSpeedup(a, g, c),
      w.expectedSpeedup(a, g, c, w.checkTime(g, 100, w.roofline())), w.bestGamma(a, c) ?? 0])));"""
    for (alpha, gamma, cost), found in zip(cases, node(code, cases), strict=True):
        busy = expected_speedup(alpha, gamma, cost, check_cost(gamma, 100))
        plain = [expected_tokens(alpha, gamma), expected_speedup(alpha, gamma, cost)]
        assert found == pytest.approx([*plain, busy, best_gamma(alpha, cost)])


def test_the_time_of_a_pass_is_one_in_both_languages() -> None:
    """A curve that is read differently in the browser would show another machine."""
    curves = [one.curve for one in all_pass_times()]
    given = [curves, [[1, 1], [1, 8], [4, 8], [16, 64], [4, 256]]]
    code = f"""const w = await import("{SPEEDUP.as_uri()}");
    console.log(JSON.stringify(given[0].map((curve) => given[1].map(([g, b]) =>
      [w.passTime(curve, b), w.checkTime(g, b, curve)]))));"""
    found = node(code, given)
    for curve, here in zip(curves, found, strict=True):
        wanted = [(pass_time(curve, batch), check_time(gamma, batch, curve)) for gamma, batch in given[1]]
        assert np.array(here) == pytest.approx(np.array(wanted))


def test_pass_times_are_what_was_measured_or_what_a_data_sheet_says() -> None:
    """A computed curve that is called measured, or a wrong limit, would promise a speed that nobody has seen."""
    made = json.loads(MEASURED.read_text(encoding="utf-8"))
    for column, timed in made["passes"]["target"]["seconds"].items():
        if column.startswith("openvino "):  # an engine of earlier versions
            assert column not in {each.name for each in all_pass_times()}
            continue
        one = next(each for each in all_pass_times() if each.name == column)
        assert (one.kind, one.known) == ("measured", 64)
        for nodes, seconds in timed.items():
            assert pass_time(one.curve, int(nodes)) == pytest.approx(seconds["median"] / timed["1"]["median"])
    sheet = Sheet("a board", 300, 1e12, 200e12)
    one = computed(sheet)
    assert (one.kind, one.known) == ("computed", None)
    assert "1000 GB/s, 200 dense bf16 TFLOP/s" in one.source
    for tokens in (1, 200, 400):  # of a model with 7e9 weights of 2 bytes
        seconds = max(2 * 7e9 / sheet.bandwidth, 2 * 7e9 * tokens / sheet.peak)
        assert pass_time(one.curve, tokens) == pytest.approx(seconds / (2 * 7e9 / sheet.bandwidth))


def test_the_formula_is_what_a_chain_does() -> None:
    """Eq. 1 equals the exact result of one iteration of SpD if every draft has the same probability."""
    toy = parse_toy({"vocab": ["a", "b"], "eos": None, "target": {"": [0.7, 0.3]}, "draft": {"": [0.4, 0.6]}}, "two")
    spd, alpha, gamma = decoder("spd"), 0.7, 3
    models = Models(toy.target, toy.draft, frozenset())
    law = Enumerator(spd.step, [0], models, spd.make_settings({"gamma": gamma}), 20).successors(State())
    tokens = sum(weight * len(state.beams[0].tokens) for state, weight in law.items())
    assert tokens == pytest.approx(expected_tokens(alpha, gamma))


@pytest.fixture
def saved() -> dict[str, Any]:
    """The file saved by the page's own script."""
    code = f"""const {{ toPair }} = await import("{LAW.as_uri()}");
    console.log(JSON.stringify(toPair(given, given.words, given.first, given.note)));"""
    return node(code, five_words.toy_given())


def test_the_saved_file_is_a_toy_pair(saved: dict[str, Any], tmp_path: Path) -> None:
    """What a class makes here opens wherever toy pairs open."""
    path = tmp_path / "five-words.json"
    path.write_text(json.dumps(saved), encoding="utf-8")
    pair = read_toy(path)
    assert pair.vocab == (five_words.FIRST, *five_words.WORDS)
    assert np.exp(pair.target.scores(()))[1:] == pytest.approx(five_words.P)
    assert np.exp(pair.draft.scores((3,)))[1:] == pytest.approx(five_words.Q)


def test_it_opens_on_the_stage(client: TestClient, saved: dict[str, Any]) -> None:
    """A click runs SpD with the current bars, and the page opens on this run."""
    answer = client.post("/explorer/toy", params={"pair": json.dumps(saved)})
    assert answer.status_code == 303
    name = answer.headers["location"].removeprefix("../?trace=")
    trace = read(find(name))
    assert (trace.header.method, trace.incomplete) == ("spd", None)
    assert client.get(f"/explorer/open/{name}").json()["type"] == "open"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"run": None}, "is not valid. Use the keys method"),
        ({"vocab": ["a a"]}, "different words"),
        ({"run": {"method": "spd", "prompt": "sky", "tokens": 9000, "seed": 0, "settings": {}}}, "1 to 64"),
        ({"run": {"method": "nothing", "prompt": "sky", "tokens": 9, "seed": 0, "settings": {}}}, "nothing"),
        ({"note": "x" * learn.MOST_TOY}, "characters"),
    ],
)
def test_a_toy_that_is_none_is_refused(
    client: TestClient, saved: dict[str, Any], change: dict[str, Any], words: str
) -> None:
    """Anybody can write an address."""
    with pytest.raises(BadInput, match=words):
        learn.run_toy(json.dumps(saved | change))
    assert client.post("/explorer/toy", params={"pair": "{"}).status_code == 400


def test_a_toy_has_the_limits_of_every_run(saved: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """An address must not keep the machine busy outside the queue."""
    monkeypatch.setenv("EXPLORER_PUBLIC", "1")
    run = {"method": "mcss", "prompt": " ".join(["sky"] * 600), "tokens": 64, "seed": 0}
    with pytest.raises(BadInput, match="1,022 nodes per round"):
        learn.run_toy(json.dumps(saved | {"run": run | {"settings": {"branching": [2] * 9}}}))
    monkeypatch.setenv("EXPLORER_MAX_WORK", "1000")
    with pytest.raises(BadInput, match="prompt tokens × up to"):
        learn.run_toy(json.dumps(saved | {"run": run | {"settings": {"branching": [2] * 6}}}))
    monkeypatch.setattr(limits, "SECONDS", replace(limits.SECONDS, public=0))
    kept = RUNS.kept()[0]
    with pytest.raises(BadInput, match="stopped after 0 s"):
        learn.run_toy(json.dumps(saved))
    assert RUNS.kept()[0] == kept
    with TABLES.turn("somebody"), pytest.raises(BadInput, match="timed out after waiting 0 s"):
        learn.run_toy(json.dumps(saved))


def test_toys_do_not_take_all_threads(saved: dict[str, Any]) -> None:
    """Each address is answered by one of forty threads, which it holds while it waits."""
    with ExitStack() as held:
        for n in range(ADDRESSES.places):
            held.enter_context(ADDRESSES.of(f"visitor {n}"))
        with pytest.raises(BadInput, match="at once. Try again"):
            learn.run_toy(json.dumps(saved))
    assert learn.run_toy(json.dumps(saved)).startswith("run-")


def test_what_a_run_measured_is_what_its_passes_say() -> None:
    """The point on the curve is recomputed from the passes."""
    trace = read(contents("spd"), "spd")
    passes = [made for iteration in trace.iterations for made in iteration.passes]
    seconds = {model: sum(p.seconds for p in passes if p.model == model) for model in ("target", "draft")}
    count = {model: sum(p.model == model for p in passes) for model in ("target", "draft")}
    tests = [v.decision for it in trace.iterations for v in it.verdicts if v.decision in ("accepted", "rejected")]
    tokens = sum(len(iteration.final.tokens) for iteration in trace.iterations)
    found = worth_of("spd")
    assert found is not None
    assert found.chain
    assert found.tokens == pytest.approx(tokens / count["target"])
    assert found.alpha == pytest.approx(tests.count("accepted") / len(tests))
    assert found.gamma == pytest.approx(count["draft"] / count["target"])
    each = {model: seconds[model] / count[model] for model in seconds}
    assert found.cost == pytest.approx(each["draft"] / each["target"])
    assert found.speedup == pytest.approx(tokens * each["target"] / sum(seconds.values()))
    alone = read(contents("multinomial"), "multinomial").summary  # the bundled run without a draft of the same law
    assert trace.summary is not None
    assert alone is not None
    rates = [each.counts.emitted / each.seconds.total for each in (trace.summary, alone)]
    assert found.clock == pytest.approx(rates[0] / rates[1])


def test_trees_and_targets_alone_are_no_chains() -> None:
    """A tree's point would be on a curve that does not describe it."""
    found = {one.name: one for one in recorded()}
    chains = {"spd", "spd-block", "spd-tokenizers", "ssd", "hello-spd", "hello-long"}
    assert {name for name, one in found.items() if one.chain} == chains
    assert found["greedy"].tokens == 1
    assert found["greedy"].speedup is None
    assert [one.tokens for one in recorded()] == sorted((one.tokens for one in recorded()), reverse=True)


def test_figures_of_papers_name_their_table() -> None:
    """A number that nobody can look up is worth nothing."""
    for row in PAPERS:
        assert "Table" in row.paper
        assert (row.tokens is None) != (row.speedup is None)


def test_the_tab_gets_its_numbers(client: TestClient) -> None:
    """Runs, papers and the current run arrive in one answer; an unknown run is reported."""
    answer = client.get("/explorer/worth", params={"run": "spd"}).json()
    assert answer["here"] == asdict(worth_of("spd"))  # pyright: ignore[reportArgumentType]
    assert len(answer["runs"]) == sum(not card.pair.startswith("toy:") for card in gallery())
    assert client.get("/explorer/worth").json()["here"] is None
    assert client.get("/explorer/worth", params={"run": "nowhere"}).status_code == 404


def test_the_share_kept_is_said_by_the_rule_that_keeps() -> None:
    """Σ min(p, q) is the share kept only where a draft is kept with min(1, p/q)."""
    for rule in five_words.toy_given()["rules"]:
        keeps = RULES[rule["name"]][0]
        assert ("Σ min(p, q)" in rule["kept"]) == (keeps is rules.acceptance)
    inverse = next(rule for rule in five_words.toy_given()["rules"] if rule["name"] == "inverse-ratio")
    assert inverse["kept"].startswith("Σ q · min(1, q/p) = ")
