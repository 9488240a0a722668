"""The data for the browser: the right content at every step, and never markup from a token."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from decoders.catalog import decoder
from decoders.core.dice import Seeded
from explorer.service.recording import line_with
from explorer.stage import pack as stage_data
from explorer.stage.export import export_html, page
from explorer.story import Words
from explorer.trace.format import Trace
from explorer.trace.lines import Header, IterationLine
from explorer.trace.metrics import measures
from tests.bundled import packed
from tests.records import header_with, summary_with
from tests.toys import models_of, random_pair

METHODS = [
    "greedy",
    "spd",
    "beam-search",
    "beam-sampling",
    "dsbd",
    "specinfer",
    "tsd",
    "gsd",
    "mtad",
    "block",
    "traversal",
    "slem",
]


def recorded(method: str, tokens: int = 6, **settings: Any) -> list[IterationLine]:
    """The iterations of a run on a random toy pair, as in a trace."""
    pair, found = random_pair(3, size=4, eos=False), decoder(method)
    run = found.decode((0,), models_of(pair), found.make_settings(settings), Seeded(5), tokens)
    return [line_with(one, {}) for one in run]


def header() -> Header:
    """A header with the texts of four tokens."""
    texts = {"0": " a", "1": "<script>alert(1)</script>", "2": "\n", "3": "d"}
    return header_with(title="SpD", view="chain", prompt="a", seed=5, texts=texts, prompt_tokens=[0], eos=[])


def opened(method: str, **settings: Any) -> dict[str, Any]:
    """The whole "open" message of such a run."""
    trace = Trace(header(), recorded(method, **settings), None, "it has no summary")
    return json.loads(stage_data.open_message(trace, "run"))


@pytest.mark.parametrize("method", METHODS)
def test_every_method_can_be_shown(method: str) -> None:
    """Every node has a place and a step at which it appears, never before its parent."""
    for one in opened(method)["iterations"]:
        ids, parents = one["n"]["id"], one["n"]["parent"]
        assert sorted(one["lay"]["at"]) == list(range(len(ids)))
        at = {node: i for i, node in enumerate(ids)}
        for i, parent in enumerate(parents):
            assert 0 <= one["born"][i] < len(one["steps"])
            if parent in at:
                assert one["born"][at[parent]] <= one["born"][i]
        for step in one["steps"]:
            assert all(
                step[voice] and not re.search("None(?! of)", step[voice]) for voice in ("ahead", "plain", "exact")
            )


@pytest.mark.parametrize("method", METHODS)
def test_the_grown_sequence_is_the_final_one(method: str) -> None:
    """Following `made` from a live beam gives exactly its tokens, so the coloured text is the text."""
    iterations = recorded(method)
    packed = [stage_data.pack(one, Words(header()).iteration(one, {})) for one in iterations]
    made = {node: (parent, token) for one in packed for node, parent, token, *_ in one["made"]}
    for beam in iterations[-1].final.beams:
        tokens, node = [], beam.node
        while node in made:
            node, token = made[node]
            tokens.append(token)
        assert tuple(tokens[::-1]) == beam.tokens


def test_a_token_is_never_markup() -> None:
    """A token that looks like a script must reach the page as text only."""
    trace = Trace(header(), recorded("spd"), None, None)
    text = stage_data.open_message(trace, "</script><b>")
    assert "<" not in text
    assert json.loads(text)["texts"]["1"] == "<script>alert(1)</script>"
    html = page(trace, "</script>")
    assert "alert(1)</script>" not in html
    assert html.count("</script>") == 2


def test_an_exported_page_asks_for_nothing(tmp_path: Path) -> None:
    """An exported page must work offline, without other hosts, from one file."""
    out = tmp_path / "page.html"
    export_html(Trace(header(), recorded("spd"), None, None), out, "")
    html = out.read_text(encoding="utf-8").replace("\\\n", "")  # long lines of the bundle are broken inside strings
    assert "default-src 'none'" in html
    assert "https://" not in html
    assert html.replace("http://www.w3.org/2000/svg", "").count("http://") == 0
    assert not re.search(r"<\w+\s[^<>]*\bsrc=", html)


def test_a_live_run_arrives_whole_in_pieces() -> None:
    """Header, iterations and summary one by one must give the same stage as the finished trace."""
    iterations = recorded("spd")
    summary = summary_with(text="x", beams=[])
    feed = stage_data.Feed("run")
    parts = [json.loads(feed.messages([part])) for part in (header(), *iterations, summary)]
    assert [part["type"] for part in parts] == ["open", *["append"] * len(iterations), "finish"]
    whole = json.loads(stage_data.open_message(Trace(header(), iterations, summary), "run"))
    assert [one for part in parts for one in part["iterations"]] == whole["iterations"]
    together = json.loads(stage_data.Feed("run").messages([header(), *iterations, summary]))
    assert together["type"] == "open"
    assert together["iterations"] == whole["iterations"]


def test_a_gap_is_filled_from_where_it_began() -> None:
    """A browser that missed a message gets the rest, not everything again."""
    trace = Trace(header(), recorded("spd"), None, "it has no summary")
    message = json.loads(stage_data.append_message(trace, 2, "run-7"))
    assert (message["type"], message["name"]) == ("append", "run-7")
    assert [one["i"] for one in message["iterations"]] == list(range(2, len(trace.iterations)))


def test_joint_distributions_name_beam_and_token() -> None:
    """An id of a joint distribution must be split into beam and token."""
    laws = [law for one in opened("beam-sampling", width=2)["iterations"] for law in one["dists"] if "beam" in law]
    assert laws
    assert all(0 <= token < 4 for law in laws for token in law["t"])
    assert {beam for law in laws for beam in law["beam"]} == {0, 1}


@pytest.mark.parametrize("name", ["dsbd", "dsbd-fixed", "beam-sampling"])
def test_one_name_has_one_number(name: str) -> None:
    """A share of the total probability and a probability after the parent must not both be called p."""
    for one in packed(name)["iterations"]:
        assert [head[0] for head in one["heads"]] == ["q_beam", "p_beam"]
        for verdict in one["verdicts"]:
            place = verdict["place"]
            assert {tile[0] for tile in verdict["tiles"]} & {"p", "q"} == set()
            if one["n"]["role"][place] == "draft":
                assert one["n"].get("p", {place: None})[place] is None
            elif "p" in verdict:
                assert one["n"]["p"][place] == pytest.approx(verdict["p"], rel=1e-3)
    assert [head[0] for head in packed("spd")["iterations"][0]["heads"]] == ["q", "p"]


def test_measures_add_up() -> None:
    """Every draft token is either accepted or unused, and the tokens add up to the run's."""
    iterations = recorded("spd", tokens=9)
    bars = [measures(one) for one in iterations]
    assert sum(bar.emitted for bar in bars) == 9
    assert all(bar.kept + bar.wasted == bar.drafted for bar in bars)
