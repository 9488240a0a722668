"""The table of Compare: each row's output distribution, comparability, and the acceptance rate."""

import re
from html import unescape
from statistics import median
from typing import Any

import pytest

from decoders.catalog import decoder
from decoders.errors import BadInput
from decoders.exact.law import output_law
from decoders.pairs import load_pair
from explorer.features import comparisons
from explorer.features.comparisons import Comparison, find_comparison
from explorer.features.laws import differences, law_of
from explorer.features.race import race_again
from explorer.measuring import timing
from explorer.service import store as shelf
from explorer.service.queue.limits import KEPT_EACH, WORK
from explorer.service.recording import record, record_trace
from explorer.service.request import RunRequest
from explorer.service.store import open_trace
from explorer.site.comparison_table import BLOCK_THEOREM, Row, metrics_of, row_of, table_html
from explorer.story.laws import law_sentence
from explorer.story.page.show import describe
from explorer.trace.format import to_line
from explorer.trace.lines import Header
from explorer.trace.metrics import ACCEPTANCE, ACCEPTANCE_WHY
from explorer.ui.tabs import compare, comparing
from explorer.ui.tabs.compare import open_kept, recorded
from explorer.ui.tabs.compare_form import controls_of, requests, settings_of
from tests.records import header_with

SKY = "Explain why the sky is blue."


def header(method: str, settings: dict[str, Any] | None = None, **change: Any) -> Header:
    given = {"method": method, "settings": settings or {}, "pair": "smollm2", "prompt": SKY, "raw": False}
    return header_with(**given | change)


def row(head: Header, speed: float = 10.0) -> Row:
    found = {"iterations": 4, "emitted": 20, "tokens_per_iteration": 2.0, "speed": speed, "acceptance": 0.5}
    return Row(f"run-{head.method}", head, found)


def words(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", " ", html))


@pytest.mark.parametrize(
    ("head", "how", "kept"),
    [
        (header("greedy"), "greedy", "lossless by definition"),
        (header("gsd"), "greedy", "lossless: a draft token is accepted only if"),
        (
            header("gsd", {"verification": "sampling", "top_k": 10}),
            "sampling at temperature 1, top-k 10",
            "lossless: same output distribution",
        ),
        (
            header("spd", {"temperature": 0.7, "top_p": 0.9}),
            "sampling at temperature 0.7, top-p 0.9",
            "lossless: same output distribution",
        ),
        (header("spd", {"temperature": 0.0}), "greedy", "lossless"),
        (header("spd", {"top_k": 1}), "greedy", "lossless"),
        (header("multinomial"), "sampling at temperature 1", "lossless by definition"),
        (header("typical"), "sampling at temperature 1", "lossy: every candidate"),
        (header("medusa", {"acceptance": "exact"}), "sampling at temperature 1", "lossless: same output distribution"),
        (header("mtad"), "sampling at temperature 1", "lossy: changes the output distribution on purpose"),
        (header("mtjd", {"selection": "search"}), "beam search (4 beams)", "lossy"),
        (header("beam-search"), "beam search (4 beams)", "lossless by definition"),
        (
            header("dsbd", {"width": 3}),
            "3 beams, sampling at temperature 1",
            "lossless: same output distribution as beam sampling",
        ),
        (
            header("dsbd"),
            "beams of dynamic width, sampling at temperature 1",
            "that of `beam-sampling` per layer, given the widths: ",
        ),
    ],
)
def test_every_row_says_its_law(head: Header, how: str, kept: str) -> None:
    """A greedy run next to a sampled one must be named, or its speed looks like a gain of the method."""
    law = law_of(head)
    assert law.how.startswith(how)
    assert law.kept.startswith(kept)
    shown = words(table_html([row(head)]))
    assert law.how in shown
    assert law.kept in shown


@pytest.mark.parametrize("name", [card.name for card in shelf.gallery()])
def test_the_law_of_every_method_is_in_its_trace(name: str) -> None:
    """A method without words here would break the table."""
    head = open_trace(name).header
    law = law_of(head)
    assert (law.kind, law.kept) == (head.oracle.kind, law_sentence(head.oracle))
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
def test_folded_laws_are_the_same_law(head: Header, plain: Header | None) -> None:
    """Decoders said to have one distribution must write the same, as enumeration of a toy pair shows."""
    warping = {key: head.settings[key] for key in ("temperature", "top_k") if key in head.settings}
    plain = plain or header("multinomial", warping)
    assert law_of(head).key == law_of(plain).key
    one, other = exact(head), exact(plain)
    assert one.keys() == other.keys()
    assert all(one[tokens] == pytest.approx(other[tokens], abs=1e-12) for tokens in one)


def exact(head: Header) -> dict[tuple[int, ...], float]:
    """The output distribution after a prompt of a toy pair, for four tokens."""
    found, toy = decoder(head.method), load_pair("toy:assets/toys/dsbd-figure-2.json")
    law = output_law(found.step, toy.encode("ask", False), toy.models, found.make_settings(head.settings), 4)
    assert all(len(set(beams)) == 1 for beams in law)
    return {beams[0]: chance for beams, chance in law.items()}


def test_rows_of_one_law_are_compared() -> None:
    """The lossless methods on one prompt need no warning, and have ratios."""
    html = table_html([row(header("multinomial")), row(header("spd"), 20.0), row(header("specinfer"), 5.0)])
    assert "not comparable" not in html
    assert "20.0 (2.00×)" in html
    assert "5.0 (0.50×)" in html
    assert "not comparable" not in table_html([row(header("greedy")), row(header("tsd"))])


def test_mixed_laws_are_one_sentence_and_no_ratio() -> None:
    """A ratio between a greedy and a sampled run does not compare methods."""
    html = table_html([row(header("spd")), row(header("gsd"), 40.0), row(header("typical"), 30.0)])
    [said] = re.findall(r'<p class="unlike" role="note">(.*?)</p>', html)
    assert unescape(said) == (
        "These runs differ in output distribution (SpD: sampling at temperature 1; GSD: greedy; Typical acceptance: "
        "sampling at temperature 1, lossy), so their numbers are not comparable."
    )
    assert "×)" not in html
    assert "40.0" in html


@pytest.mark.parametrize(
    ("first", "second", "says"),
    [
        (header("multinomial"), header("spd", {"temperature": 0.5}), "differ in output distribution ("),
        (header("beam-sampling", {"width": 3}), header("dsbd"), "differ in output distribution ("),
        (header("typical"), header("typical", {"epsilon": 0.5}), "differ in output distribution ("),
        (header("spd"), header("multinomial", prompt="Else?"), "differ in prompt, so"),
        (header("spd"), header("multinomial", raw=True), "differ in prompt, so"),
        (header("spd"), header("multinomial", pair="opt"), "differ in model pair, so"),
        (header("spd"), header("gsd", pair="opt"), "differ in model pair and output distribution ("),
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
        (header("beam-search", {"width": 1}), header("multinomial"), "sampling at temperature 1"),
        (header("beam-sampling", {"width": 3}), header("multinomial"), "3 beams, sampling at temperature 1"),
    ],
)
def test_what_rows_do_not_share_is_named(first: Header, second: Header, says: str) -> None:
    """The sentence must appear exactly when numbers cannot be compared, and say why."""
    found = differences([first, second])
    assert bool(found) == bool(says)
    assert says in found
    assert found.count("not comparable") == bool(says)


@pytest.mark.parametrize("name", ["spd", "gsd", "dsbd", "mtad", "typical", "specinfer"])
def test_acceptance_is_what_its_words_say(name: str) -> None:
    """A share with a missing or wrong denominator cannot be read."""
    trace = open_trace(name)
    assert trace.summary is not None
    decisions = [verdict.decision for one in trace.iterations for verdict in one.verdicts]
    kept, judged = decisions.count("accepted"), sum(map(decisions.count, ("accepted", "rejected", "dropped")))
    assert trace.summary.counts.acceptance == pytest.approx(kept / judged)
    assert judged <= trace.summary.counts.drafted
    html = table_html([Row(name, trace.header, metrics_of(trace.summary))])
    assert f'title="{ACCEPTANCE_WHY}">acceptance rate <small>({ACCEPTANCE})</small></th>' in html
    assert f"{ACCEPTANCE_WHY}." in html.partition("</table>")[2], "a phone shows no tooltip"
    [line] = [line for line in describe(trace) if ACCEPTANCE in line]
    assert f"{kept / judged:.4g}" in line


@pytest.mark.parametrize("toy", ["dsbd-figure-1", "dsbd-figure-2"])
def test_drafted_tokens_are_those_the_draft_drew(toy: str) -> None:
    """If the target samples a drafted token, or copies share a node, the drafting work is still counted."""
    settings = {"width": "3", "draft_width": "4", "gamma": "2"}
    pair = load_pair(f"toy:assets/toys/{toy}.json")
    trace = record_trace(RunRequest("dsbd", "toy", "", settings, 0, 6), pair=pair)
    assert trace.summary is not None
    drafted = [entry for one in trace.iterations for entry in one.entries if entry.q is not None]
    assert all(entry.layer > 0 for entry in drafted)
    assert trace.summary.counts.drafted == len(drafted)
    assert len(drafted) % 4 == 0, "four to a layer"


def test_further_settings_are_key_and_value() -> None:
    """A typo must be named, and a run must not use the second of two values or an empty one."""
    assert settings_of("gamma=4 branching='4,2 '") == ({"gamma": "4", "branching": "4,2 "}, [])
    wrong = {
        "gamma": "does not have the form KEY=VALUE",
        "gamma=4 gamma=5": "given twice",
        "gamma='4": "cannot be",
        "spd: gamma": "does not have the form KEY=VALUE",
        "sdp: gamma=4": "“sdp”, which is not a method",
        "spd: gamma=4 gamma=5": "given twice",
    }
    wrong |= {" " * 3000: "3,000 characters, but the limit is 2,000"}
    for text, says in wrong.items():
        with pytest.raises(BadInput, match=says):
            settings_of(text)


@pytest.mark.parametrize("prompt", ["", "   ", None])
def test_an_empty_prompt_is_refused_as_run_refuses_it(prompt: str | None) -> None:
    """Three runs on an empty prompt would take as long as on a question."""
    values = controls_of(next(iter(recorded().values())))
    values[2] = prompt
    with pytest.raises(BadInput, match="The prompt is empty"):
        requests(values)


def test_an_empty_field_is_named() -> None:
    """A missing number must be filled in by the visitor, not replaced silently."""
    values = ["smollm2", ["spd", "ssd"], "a", 5, 0, None, 0, 1.0, "", False]
    with pytest.raises(BadInput, match=r"temperature \(T\) is empty"):
        requests(values)


def test_a_method_is_compared_with_itself() -> None:
    """SpD with γ = 2 and γ = 8 is the first comparison that a lecturer makes."""
    values = ["smollm2", ["greedy", "spd"], "a", 5, 0, 0.0, 0, 1.0, "spd: gamma=2\nspd:gamma=8\ntop_k=7", True]
    made = list(requests(values).values())
    assert [request.method for request in made] == ["greedy", "spd", "spd"]
    assert [getattr(request.chosen, "gamma", None) for request in made] == [None, 2, 8]
    assert made[1].chosen.top_k == 7
    for methods, more, says in (
        (["spd"], "", "You chose 1 run. Choose 2 to 4"),
        (["greedy", "spd"], "gsd: gamma=2", "Choose gsd, or delete the line"),
        (["spd"], "spd: gamma=2\nspd: gamma=2", "contains the same entry twice"),
        (["spd"], "\n".join(f"spd: gamma={i}" for i in range(1, 6)), "You chose 5 runs"),
    ):
        with pytest.raises(BadInput, match=says):
            requests([*values[:1], methods, *values[2:8], more, False])


def test_headers_name_what_differs() -> None:
    """Two rows called SpD would be confusing."""
    rows = [Row(f"run-{gamma}", header("spd", {"gamma": gamma}), row(header("spd")).metrics) for gamma in (2, 8)]
    html = table_html(rows)
    assert re.findall('data-called="([^"]*)"', html) == ["SpD (γ = 2)", "SpD (γ = 8)"]
    assert "data-called" not in table_html(rows[:1])


def test_speeds_in_the_table_are_those_of_the_race() -> None:
    """A table with other times would contradict its own sentence."""
    rows = [row(header("multinomial")), row(header("spd"), 99.0)]
    html = table_html(rows, ((2.0, 1.0, 4.0), (1.0, 5.0, 0.5)), "cmp-1")
    assert "10.0<" in html, "20 tokens in the median of 2 s"
    assert "20.0 (2.00×)" in html
    assert "medians of 3 timings" in html
    assert 'data-comparison="cmp-1"' in html
    assert "99.0" in table_html(rows)
    assert "one recorded run each" in table_html(rows)


@pytest.fixture
def kept_here(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of two finished runs of SpD in their own folder."""
    monkeypatch.setenv(shelf.FOLDER, str(tmp_path))
    pair, names = load_pair("toy:assets/toys/gsd-figure-4.json"), list[str]()
    for gamma in (1, 3):
        request = RunRequest("spd", "toy:assets/toys/gsd-figure-4.json", "it is", {"gamma": gamma}, 0, 6)
        names.append(shelf.RUNS.keep(map(to_line, record(request, pair))))
    return names


def test_a_kept_comparison_opens_again(kept_here: list[str]) -> None:
    """A reload or a shared link must open this comparison."""
    asked = [
        *("toy:assets/toys/gsd-figure-4.json", ["spd"], "it is", 6, 0, 1.0, 0, 1.0, "spd: gamma=1\nspd: gamma=3"),
        *(False, False, "", "", "", False),
    ]
    name = comparisons.keep(Comparison(tuple(kept_here), ((1.0,) * 3, (2.0,) * 3), tuple(asked)), "someone")
    assert re.fullmatch(r"cmp-[\w-]{22}", name)
    *controls, said, table, _, _, _, _ = open_kept(name, len(asked))
    assert controls == asked
    assert "saved comparison of 2 runs" in said
    assert table.count("data-run=") == 2
    assert f'data-comparison="{name}"' in table
    assert "medians of 3 timings" in table
    other = comparisons.keep(Comparison(tuple(kept_here), (), ("of another version",)))
    assert open_kept(other, len(asked))[: len(asked)] == controls_of([row_of(run) for run in kept_here])


def test_a_comparison_that_is_gone_is_said_to_be(kept_here: list[str]) -> None:
    """An old link must say why nothing opens."""
    name = comparisons.keep(Comparison(tuple(kept_here)))
    assert find_comparison(name).runs == tuple(kept_here)
    path = shelf.RUNS.path(kept_here[0])
    assert path is not None
    path.unlink()
    for gone in (name, "cmp-" + "x" * 22, kept_here[1], "../../etc/passwd", "spd"):
        with pytest.raises(BadInput, match="no longer stored here.*Compare again"):
            find_comparison(gone)
    assert "no longer stored here" in open_kept(name, 15)[15]
    large = comparisons.keep(Comparison(tuple(kept_here[1:]), (), (" " * 5_000_000,)))
    assert find_comparison(large) == Comparison(tuple(kept_here[1:]))
    damaged, file = shelf.COMPARISONS.create()
    file.write_text('{"runs": 3}')
    with pytest.raises(BadInput, match="no longer stored"):
        find_comparison(damaged)


def test_comparisons_have_the_quota_of_runs(kept_here: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """One visitor's comparisons must not fill the disk or remove everybody's runs."""
    monkeypatch.setenv(KEPT_EACH.variable, "2")
    names = [comparisons.keep(Comparison(tuple(kept_here)), "one") for _ in range(4)]
    kept = [name for name in names if shelf.COMPARISONS.path(name)]
    assert len(kept) == 2
    assert names[-1] in kept
    assert all(shelf.RUNS.path(run) for run in kept_here)


def test_every_method_is_warmed_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the first method would pay for shared start-up work and lose the race."""
    pair = load_pair("toy:assets/toys/gsd-figure-4.json")
    wanted = [RunRequest(name, pair.name, "it is", limit=limit) for name, limit in (("greedy", 40), ("spd", 3))]
    ran, places = list[tuple[str, int]](), list[int]()
    monkeypatch.setattr(timing, "run_once", lambda request, *_: ran.append((request.method, request.limit)))
    timing.warm_up(wanted, pair, places.append)
    assert ran == [("greedy", timing.WARM_UP), ("spd", 3)]
    assert places == [0, 1]
    monkeypatch.setenv(WORK.variable, "1")
    with pytest.raises(BadInput, match="prompt tokens × up to"):
        timing.warm_up(wanted, pair, places.append)


def test_an_own_comparison_warms_up_runs_and_times(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without warm-up the first method is timed cold, and table and race would disagree."""
    monkeypatch.setenv(shelf.FOLDER, str(tmp_path))
    monkeypatch.setattr(comparing, "_in_jobs", lambda pair: True)
    for module in (compare, comparing):
        monkeypatch.setattr(module, "visitor", lambda: "someone")
    order, warm = list[str](), timing.warm_up
    monkeypatch.setattr(timing, "warm_up", lambda *given: (order.append("warm"), warm(*given)))
    follow = compare.follow
    monkeypatch.setattr(compare, "follow", lambda *given: (order.append(given[0].chosen.gamma), follow(*given))[1])
    lines = "spd: gamma=1\nspd: gamma=3"
    asked = ["toy:assets/toys/gsd-figure-4.json", ["spd"], "it is", 6, 0, 1.0, 0, 1.0, lines, False]
    updates = list(compare._run(list(requests(asked).values()), asked))
    assert order == ["warm", 1, 3]
    table = updates[-1][1]
    [name] = re.findall('data-comparison="([^"]*)"', table)
    kept = find_comparison(name)
    assert [len(each) for each in kept.times] == [5, 5]
    assert list(kept.asked) == asked
    made = race_again(name)
    assert "median of" not in made["say"]["intro"], "a toy pair's times say nothing"
    assert [lane["total"] for lane in made["tracks"]] == pytest.approx([median(each) for each in kept.times], abs=1e-6)
    for cells, lane, each in zip(re.findall("<tr data-run.*?</tr>", table), made["tracks"], kept.times, strict=True):
        assert f"<td>{lane['frames'][-1][1] / median(each):.1f}" in cells


def test_the_theorem_about_blocks_is_shown_where_it_holds() -> None:
    """Two runs are no proof; with other drafts or another distribution nothing is promised."""
    told = table_html([row_of("spd-block"), row_of("block")])
    assert BLOCK_THEOREM in told
    assert BLOCK_THEOREM not in table_html([row_of("spd"), row_of("block")]), "another prompt"
    assert BLOCK_THEOREM not in table_html([row_of("spd-block"), row_of("multinomial")])
