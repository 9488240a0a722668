"""Sentences: every decision has one, with the recorded numbers and facts."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from decoders.catalog import DECODERS
from decoders.core.record import COMMON_PHASES, Decision, Origin
from decoders.exact.toy import read_toy
from decoders.pairs import toy_pair
from explorer.cli.console import printable
from explorer.service.recording import record_trace
from explorer.service.request import RunRequest
from explorer.story import Narrator, Words
from explorer.story.common import rejections
from explorer.story.laws import deciding, law_name, oracle_sentence, rejection
from explorer.story.layers import layer_caption, layer_facts, layer_outcome, layer_title
from explorer.story.numbers import said, visible
from explorer.story.page.show import describe
from explorer.story.registry import STORIES, why
from explorer.trace.lines import Counts
from explorer.trace.states import LISTS, ORIGINS, PHASES, PREFIX, STATES
from tests.explorer.trace.runs import SETTINGS, header, lines, told
from tests.records import an_iteration, header_with, iteration_of

Part = dict[str, Any]
IDS = [f"{method} {json.dumps(given)}" for method, given in SETTINGS]
# The numbers of each rule that its reason must name; where 𝒯 leaves one token, p is that before it.
NUMBERS: dict[str, tuple[str, ...]] = {
    "ratio": ("p", "q", "a", "u"),
    "residual_ratio": ("p_used", "q", "a", "u"),
    "k_seq": ("p", "q", "a", "u", "rho"),
    "greedy_match": ("p",),
    "draw_match": ("p",),
    "typical": ("p", "bar", "entropy"),
    "joint_ratio": ("bar",),
    "rollback": ("bar",),
    "block_prefix": ("a", "u"),
    "leaf_ratio": ("a", "u"),
    "probability": ("q", "bar"),
    "sibling": ("q", "bar"),
    "confidence": ("confidence",),
    "longest_path": ("p",),
    "draw": ("p_used",),
    "argmax": ("p",),
    "top_beams": ("p",),
}


@pytest.mark.parametrize(("method", "given"), SETTINGS, ids=IDS)
def test_everything_that_is_recorded_is_told(method: str, given: Part) -> None:
    """Every step and verdict of every method has a sentence with the rule's numbers, and no slot stays empty."""
    seen = 0
    for iteration, tell in told(method, given):
        for step in iteration.steps:
            title, said = tell.title(step), tell.exact(step)
            assert title
            assert tell.ahead(step)
            assert len(said) > 5
            assert not re.search(r"None(?! of)|nan|\{|\bTrue\b", title + said), said
            if len(step.verdicts) == 1 and step.phase != "draft":  # there it is one node of many
                assert tell.word(iteration.verdicts[step.verdicts[0]].node).lstrip("“") in said  # or its whole beam
        for verdict in iteration.verdicts:
            said = tell.exact_reason(verdict)
            assert len(said) > 8
            assert not re.search(r"None(?! of)|nan|\{|\bTrue\b", said), said
            numbers = [float(each) for each in re.findall(r"\d+(?:\.\d+)?(?:e-\d+)?", said)]
            assert said.endswith(".")
            greedy = verdict.greedy and verdict.rule in WARPED
            for name in ("p", "q") if greedy else NUMBERS.get(verdict.rule, ()):
                name = "p" if name == "p_used" and verdict.greedy else name
                value = getattr(verdict, name)
                if value is not None:
                    assert pytest.approx(abs(value), rel=0.006, abs=1e-12) in numbers, (name, said)
            assert ("𝒯p" in said) == bool(greedy)
            seen += 1
        for layer in iteration.layers:
            assert layer_title(layer)
            assert isinstance(layer_caption(layer), str)
            assert all(name and text for name, text in (*layer_facts(layer), *layer_outcome(layer)))
        assert tell.summary().startswith(f"Iteration {iteration.index + 1}: ")
    assert seen > 0


WARPED = (
    "ratio",
    "residual_ratio",
    "k_seq",
    "typical",
    "longest_path",
    "block_prefix",
)  # rules whose reason shows 𝒯p at a greedy test


def test_every_rule_decision_phase_and_origin_is_listed() -> None:
    """An unlisted decision would have no mark, colour or sentence."""
    for decoder in DECODERS.values():
        assert set(decoder.rules) <= STORIES[decoder.name].reasons.keys()
    assert set(STATES) == {*get_args(Decision), "input", "pending", *PREFIX}
    declared = {phase: phase.group for decoder in DECODERS.values() for phase in (*COMMON_PHASES, *decoder.phases)}
    assert {name: phase.group for name, phase in PHASES.items()} == declared
    assert set(ORIGINS) == set(get_args(Origin))
    for state in STATES.values():
        assert state.glyph in LISTS["glyphs"]
        assert state.colour in LISTS["colours"]
        assert not state.tint or "tint" in LISTS["colours"][state.colour]
        assert state.help[0].isupper()
        assert state.help.endswith(".")
    assert {phase.group for phase in PHASES.values()} == {"draft", "check", "decide", "commit"}
    assert {origin.tint for origin in ORIGINS.values()} <= {n for n, c in LISTS["colours"].items() if "tint" in c}


@pytest.mark.parametrize("method", DECODERS)
def test_every_oracle_is_told(method: str) -> None:
    """README, Compare and Exactness say the same about every method."""
    from tests.explorer.trace.runs import SETTINGS

    known = DECODERS[method]
    given = [{}, *(settings for name, settings in SETTINGS if name == method)]
    special = {"mtad": {"threshold": 1}, "bild": {"rollback_threshold": 0}, "mtjd": {"width": 1}}
    for settings in [*given, special.get(method, {})]:
        oracle = known.oracle_for(known.make_settings(settings))
        told_why = why(oracle.because)
        assert told_why is not None
        assert oracle_sentence(oracle) == told_why.exact
        name = law_name(oracle)
        assert (name == "lossy") == (oracle.kind == "lossy")
        assert (f"`{oracle.method}`" in name) == (oracle.kind in ("exact", "conditional"))


def test_settings_without_effect_are_not_shown() -> None:
    """A minimum width next to a fixed width would seem to have an effect."""

    def settings(method: str, **given: Any) -> Part:
        return header(method, json.dumps(given))["settings"]

    fixed, dynamic = settings("dsbd", width=2), settings("dsbd")
    assert {"min_width", "threshold"} & deciding(fixed).keys() == set()
    assert {"min_width", "threshold", "one_cache", "draft_weights"} <= deciding(dynamic).keys()
    graph = ["gamma", "verification", "out_degree", "prob_threshold", "sibling_threshold", "node_budget", "merge"]
    assert sorted(deciding(settings("gsd"))) == sorted(graph)
    medusa = DECODERS["medusa"].make_settings
    assert {"epsilon", "delta"} & deciding(vars(medusa({"acceptance": "exact"}))).keys() == set()
    assert {"epsilon", "delta"} <= deciding(vars(medusa({}))).keys()
    for name, wanted in (("mtjd", {"block", "selection"}), ("lookup", {"ngram"}), ("mtad", {"joint"})):
        assert wanted <= deciding(settings(name)).keys()


@pytest.mark.parametrize(("method", "given"), SETTINGS, ids=IDS)
def test_the_legend_says_what_a_rejection_is(method: str, given: Part) -> None:
    """The legend names the random number if one was used, otherwise the rule that decided."""
    head = header_with(**header(method, json.dumps(given)))
    assert Words(head).rejection().startswith("A draft token is rejected if ")
    conditions = {
        "ratio": (rejections.RATIO, rejections.RESIDUAL_RATIO),
        "residual_ratio": (rejections.RESIDUAL_RATIO,),
        "k_seq": (rejections.K_SEQ,),
        "greedy_match": (rejections.GREEDY_MATCH,),
        "draw_match": (rejections.DRAW_MATCH,),
        "typical": (rejections.TYPICAL,),
        "rollback": (rejections.ROLLBACK,),
        "joint_ratio": (rejections.JOINT,),
        "block_prefix": (rejections.BLOCK,),
        "leaf_ratio": (rejections.LEAF,),
    }
    for iteration, _ in told(method, given):
        for verdict in (each for each in iteration.verdicts if each.decision == "rejected"):
            if not (verdict.rule == "typical" and verdict.greedy):
                assert rejection(head) in conditions[verdict.rule]


def test_every_method_has_words_for_a_rejection() -> None:
    """Lossy settings have other rules than exact ones."""

    def condition(method: str, **settings: Any) -> Any:
        return rejection(header_with(method=method, settings=settings))

    paper = {"verification": "sampling", "acceptance": "paper"}
    assert condition("gsd", **paper) == rejections.RATIO
    assert condition("gsd", **paper | {"acceptance": "exact"}) == rejections.DRAW_MATCH
    assert condition("ssd", verification="sampling") == rejections.RATIO
    assert condition("medusa", acceptance="exact", temperature=1) == rejections.DRAW_MATCH
    assert condition("typical", temperature=0) == rejections.GREEDY_MATCH


# What each rule's sentence must get right


def verdict(**more: Any) -> Part:
    return {"node": 1, "decision": "rejected", "rule": "ratio", "p": 0.2, "q": 0.63, "a": 0.32, "u": 0.71} | more


def one_verdict(decided: Part, method: str = "spd", layers: Any = (), steps: Any = (), **settings: Any) -> Narrator:
    """An iteration with one drafted node and one verdict."""
    nodes = [
        {"id": 0, "parent": -1, "token": 0, "depth": 0, "role": "input"},
        {"id": 1, "parent": 0, "token": 0, "depth": 1, "role": "draft", "q": 0.63},
    ]
    iteration = an_iteration(nodes=nodes, verdicts=[decided], layers=list(layers), steps=list(steps))
    return Words(header_with(method=method, view="chain", settings=settings)).iteration(iteration, {"0": " blue"})


def only(tell: Narrator) -> Any:
    """The verdict of `one_verdict`."""
    return tell.exact_facts.verdicts[0]


def test_a_test_shows_its_numbers() -> None:
    """The line at the top is all that many people read."""
    steps = [
        {"phase": "draft", "nodes": [1], "layer": 2},
        {"phase": "verify", "nodes": [1], "verdicts": [0], "layer": 2},
    ]
    tell = one_verdict(verdict(), steps=steps)
    draft, test = tell.exact_facts.iteration.steps
    assert tell.exact(draft) == "The draft proposes “␣blue” (q = 0.63)."
    assert tell.exact(test) == "“␣blue” is rejected: u = 0.71 ≥ min(1, p/q) = 0.2/0.63 = 0.32."
    assert tell.plain(test) == tell.plain_reason(only(tell))
    left = one_verdict(verdict(rule="residual_ratio", p_used=0.0, a=0.0), "mcss")
    assert "min(1, p′/q) = 0/0.63 = 0" in left.exact_reason(only(left))


def test_a_test_at_temperature_0_says_so() -> None:
    """SpD at temperature 0 tests probabilities of 0 and 1; p and q are those before 𝒯."""
    tell = one_verdict(verdict(decision="accepted", p=0.4, q=0.3, p_used=1.0, a=1.0, u=0.5, greedy=True))
    said = tell.exact_reason(only(tell))
    assert said == "“␣blue” is accepted: its 𝒯p is 1 (p = 0.4, q = 0.3 before warping)."


def test_rounding_noise_is_written_as_zero() -> None:
    """If p = q, the rest of p is zero except for rounding."""
    tell = one_verdict(verdict(rule="residual_ratio", p_used=3e-17, a=5e-17), "mcss")
    assert "= 0/0.63 = 0." in tell.exact_reason(only(tell))


def test_a_selection_proposes_nothing() -> None:
    """EAGLE-2 ranks by the product of q down to a node, and the sentence counts the nodes that are not sent."""
    seen = 0
    for iteration, tell in told("eagle2", {"node_budget": 4, "out_degree": 2, "gamma": 3}):
        sure: dict[int, float] = {}
        for layer in iteration.layers:
            sure.update(zip(getattr(layer, "nodes", ()), getattr(layer, "confidence", ()), strict=False))
        for step in (one for one in iteration.steps if one.phase == "select"):
            said = tell.exact(step)
            best = sorted((sure[node] for node in step.nodes), reverse=True)[:3]
            assert ", ".join(re.findall(r" \(([\d.e-]*\d)\)", said)) == ", ".join(f"{each:.2g}" for each in best)
            left = len(sure) - len(step.nodes)
            assert len(step.verdicts) == left
            assert "proposes" not in said
            assert not left or f"The other {left} " in said
            seen += 1
    assert seen


def test_nodes_and_draws_are_told_apart() -> None:
    """DSBD samples equal beams several times; nodes and draws must not be confused."""
    said = [tell.exact(step) for iteration, tell in told("dsbd", {}, seeds=6) for step in iteration.steps]
    assert any(
        re.search(r"The draft proposes \d+ candidates for layer \d, in 6 draws from q_beam: “.* \(.*×[23]\)", each)
        for each in said
    )
    assert any(re.search(r"\d nodes \(\d draws\) are unused", each) for each in said)


def test_a_pass_that_never_was_is_not_told() -> None:
    """At the length limit nothing is drafted, and p is known from the iteration before."""
    idle = 0
    for iteration, tell in told("dsbd", {"width": 2, "replacement": "false"}, seeds=6):
        for step in (one for one in iteration.steps if one.phase == "target"):
            fed = any(iteration.passes[place].model == "target" for place in step.passes)
            assert ("One target forward pass" in tell.exact(step)) == fed
            assert (tell.title(step) == "No target pass") != fed
            idle += not fed
    assert idle


def test_whitespace_can_be_seen() -> None:
    """A blank node would be puzzling."""
    assert visible(" \n\t") == "␣↵⇥"
    assert visible("⟨E2 98⟩") == "⟨E2 98⟩"
    assert visible("⟨id 43⟩") == "⟨id 43⟩"
    assert visible("⟨\u202e⟩") == "⟨⟨U+202E⟩⟩"


def test_no_token_turns_or_hides_what_stands_next_to_it() -> None:
    """A vocabulary may contain direction marks and invisible characters."""
    unseen = {"\u202e": "⟨U+202E⟩", "\u200b": "⟨U+200B⟩", "\ufeff": "⟨U+FEFF⟩", "\u00ad": "⟨U+00AD⟩", "(": "("}
    for text, shown in unseen.items():
        assert (visible(text), said(text)) == (shown, shown)
    for text in ("שלום", "عربي"):
        assert visible(text) == said(text) == f"\u2068{text}\u2069"
    assert visible("👩\u200d🚀") == "👩\u200d🚀"
    assert visible("a\u2003\u3164") == "a⟨U+2003⟩⟨U+3164⟩"


def test_sentences_about_a_toy_of_any_script(tmp_path: Path) -> None:
    """Sentences, texts and lists keep the order of the tokens in every script."""
    words = ["שלום", "عربي", "(", "\u202e", "\u200b", "\ufeff", "\u00ad", "ok"]
    row = {"": [1 / len(words)] * len(words)}
    file = tmp_path / "scripts.json"
    file.write_text(json.dumps({"vocab": words, "eos": None, "target": row, "draft": row}), encoding="utf-8")
    pair = toy_pair(read_toy(file), f"toy:{file}")
    trace = record_trace(RunRequest("spd", pair.name, "ok", {"gamma": 4}, 1, 16), pair=pair)
    rows = describe(trace)
    for part in trace.iterations:
        told = Words(trace.header).iteration(part, {str(i): word for i, word in enumerate(words)})
        rows += [told.word(node.id) for node in part.nodes] + [told.spoken(node.id) for node in part.nodes]
        rows += [told.exact_reason(verdict) for verdict in part.verdicts] + [told.summary()]
    assert any("⟨U+" in row for row in rows)
    assert any("\u2068" in row for row in rows)
    for sentence in map(printable, rows):
        assert not set("\u202e\u200b\ufeff\u00ad") & set(sentence)
        assert sentence.count("\u2068") == sentence.count("\u2069")


@pytest.mark.parametrize(("method", "given"), SETTINGS, ids=IDS)
def test_what_need_not_be_recorded_may_be_missing(method: str, given: Part) -> None:
    """A valid trace opens everywhere, so sentences rely only on required fields."""
    words = Words(header_with(method=method))
    for line in json.loads(lines(method, json.dumps(given))):
        bare = line | {"layers": [], "entries": [], "distributions": []}
        bare["nodes"] = [{k: n[k] for k in ("id", "parent", "token", "depth", "role")} for n in line["nodes"]]
        bare["verdicts"] = [{k: v[k] for k in ("node", "decision", "rule")} for v in line["verdicts"]]
        iteration = iteration_of(bare)
        tell = words.iteration(iteration, {})
        assert all(tell.exact(step) and tell.plain(step) for step in iteration.steps)
        assert all(tell.exact_reason(each) and tell.plain_reason(each) for each in iteration.verdicts)
        assert tell.summary()


@pytest.mark.parametrize(
    ("dtype", "kind", "said"),
    [
        ("bfloat16", "exact", True),
        ("float16", "conditional", True),
        ("float32", "exact", False),
        ("bfloat16", "lossy", False),
    ],
)
def test_a_run_in_16_bits_says_that_rounding_can_decide(dtype: str, kind: str, said: bool) -> None:
    """“Lossless” alone would promise greedy decoding's text, which rounding can change at a near-tie."""
    head = header_with(dtype=dtype, oracle={"kind": kind, "because": "lossless", "method": "multinomial"})
    sentence = f"In {dtype}, rounding can change the choice between almost equally likely tokens."
    words = Words(head)
    assert (words.about().get("rounding") == sentence) is said
    assert words.card(Counts(emitted=4, target_passes=2), ())[-1][1].endswith(sentence) is said
