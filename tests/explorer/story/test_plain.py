"""The plain voice and the glossary: a first visitor never reads an unexplained symbol."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from decoders.catalog import DECODERS
from explorer.stage.pack import open_content
from explorer.story import Words
from explorer.story.page.about import about, law, pair_name
from explorer.story.page.worth import card, worth
from explorer.story.registry import STORIES
from explorer.trace.format import Trace
from explorer.trace.lines import Counts, FinalBeam, OracleLine
from explorer.trace.states import STATES
from tests.bundled import NAMES, bundled, packed
from tests.explorer.trace.runs import SETTINGS, told
from tests.records import header_with

ROOT = Path(__file__).parents[3]
GLOSSARY: list[dict[str, Any]] = json.loads((ROOT / "explorer" / "glossary.json").read_text(encoding="utf-8"))


def spellings(method: str) -> set[str]:
    """The terms that the glossary explains in texts about a method's runs."""
    here = [entry for entry in GLOSSARY if not entry["methods"] or method in entry["methods"]]
    return {each for entry in here for each in (entry["term"], *entry["also"])}


QUOTED = re.compile("“[^”]*”+")  # tokens are data: any sign may stand in one


def bare(sentence: str) -> str:
    """A sentence without its tokens."""
    return QUOTED.sub("“”", sentence)


SYMBOL = re.compile(
    r"[α-ωΑ-Ω𝒯Σ∏Π′<>≤≥=·−_∞~]|min\(|max\(|\b(?<!top-)[pquKWHtm]\b|\bnode \d|\bNone\b(?! of)|\bnan\b|[{}\[\]]"
)
OUTCOME = re.compile(
    "accept|reject|kept|keep|fail|passes|unused|not tested|orphan|discard|residual|bonus|fill|sampled|greedy|dropped|"
    "longest|[0-9] (of|beam)"
)
# What a formula is made of: Greek letters with what hangs on them, Latin quantities, and functions of them.
QUANTITY = re.compile(
    r"P\(m, k\)|P\(at least K\)|[pq]_beam|[pq]′|W̃_L|W_L|W_min|W_S|θ_prob|θ_sib|α_j|τ₁|τ₂|γ̄|[αβγδεθρτ]"
    r"|Σ log [pq]\b|−log p\b|[∏Π] q\b|log [pq]\b|𝒯|(?<![\w.’'′-])[pqutaKWHU](?![\w’'′-])"
)


def parts(name: str) -> Iterator[dict[str, Any]]:
    """Every step and every verdict of a bundled trace."""
    for one in packed(name)["iterations"]:
        yield from one["steps"]
        yield from one["verdicts"]


@pytest.mark.parametrize("name", NAMES)
def test_the_plain_voice_has_no_symbol_and_is_short(name: str) -> None:
    """Somebody who does not know p and q must be able to read every sentence of every bundled run."""
    for part in parts(name):
        said = part["plain"]
        assert not SYMBOL.search(QUOTED.sub("“”", said)), said
        assert 5 < len(said) <= 240, said
        assert said[0] == said[0].upper()
        assert said.endswith(".")
        assert "  " not in QUOTED.sub("“”", said), "a slot was empty; code may be indented"


def test_the_target_reads_all_beams() -> None:
    """“Reads the text” next to two beams would leave one unread."""
    said = [
        next(s["plain"] for s in one["steps"] if s["phase"] == "target")
        for one in packed("dsbd-figure-1")["iterations"]
    ]
    assert said[0].startswith("The target reads the text in one pass")
    assert said[1].startswith("The target reads both beams in one pass")


def test_a_choice_is_about_what_is_chosen() -> None:
    """MTAD's panel must be about the beam that the sentence names."""
    step = next(step for step in packed("mtad")["iterations"][0]["steps"] if step["phase"] == "select")
    assert step["now"] == step["nodes"] != []


def strings(content: Any) -> Iterator[str]:
    """Every text in a message except the tokens, which are data."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict):
        for key, value in content.items():
            if key not in ("texts", "prompt", "text", "found"):
                yield from strings(value)
    elif isinstance(content, list | tuple):
        for value in content:
            yield from strings(value)


COUNTED = "(guess|node|token|word|letter|beam|cop|candidate|position|pass|draw|level|round|share|replica|row)"
SLIP = re.compile(
    rf"(?<!head )(?<!prefix )(?<![.\d])\b1 {COUNTED}(s|es|ies)\b|(?<!or )\b1 (are|were|have)\b"
    rf"|(?<![.\d])\b(?!1\b)\d+ (merged |other |different |target |target-model |draft |live )?{COUNTED}y?\b(?![’-])"
    r"|\b(all|both|the other|the first|the) [01]\b(?! ×)(?!\.)|\ball 2\b|\bone \w+s? are\b"
    r"|\b(?!“)([a-z]+) \2\b|  | [,.;:](?!\d)|\(s\)|,,|;;|\.\.",
    re.IGNORECASE,
)


@pytest.mark.parametrize("name", NAMES)
def test_no_sentence_slips_in_grammar(name: str) -> None:
    """“1 guesses”, “all 2” or a repeated word make a reader doubt the numbers as well."""
    for said in dict.fromkeys(strings(packed(name))):
        bare = QUOTED.sub("“”", said)
        assert " " not in bare or not SLIP.search(bare), (SLIP.search(bare), said)


@pytest.mark.parametrize("name", NAMES)
def test_panels_speak_plainly_too(name: str) -> None:
    """A plain sentence next to “P(at least K) = Σ P(m, k)” is not plain."""
    for one in packed(name)["iterations"]:
        for panel in one["panels"]:
            spoken = panel["plain"]
            assert spoken.keys() <= panel.keys()
            said = [spoken["title"], spoken["caption"], *(row[0] for row in (*spoken["facts"], *spoken["outcome"]))]
            said += [spoken.get(key, "") for key in ("why", "came", "tails_say")]
            said += [*spoken.get("names", ()), *spoken.get("heads", ())]
            for each in said:
                assert not SYMBOL.search(QUOTED.sub("“”", each)), each
            for key in ("names", "heads"):
                assert len(spoken.get(key, ())) in (0, len(panel.get(key, ())))
            if panel["kind"] == "width":
                assert spoken["alpha"] == spoken["table"] == []


@pytest.mark.parametrize(("method", "given"), SETTINGS, ids=[f"{name} {given}" for name, given in SETTINGS])
def test_every_method_has_a_plain_voice(method: str, given: dict[str, Any]) -> None:
    """Settings without a bundled run must also have plain sentences, for every phase and rule."""
    for iteration, tell in told(method, given):
        said = [tell.plain(step) for step in iteration.steps]
        said += [tell.plain_reason(verdict) for verdict in iteration.verdicts]
        for each in said:
            assert not SYMBOL.search(QUOTED.sub("“”", each)), each
            assert not SLIP.search(QUOTED.sub("“”", each)), each
            assert len(each) <= 240


@pytest.mark.parametrize("name", NAMES)
def test_layers_of_drafts_without_a_pass_say_so(name: str) -> None:
    """A reader who counts layers and draft passes must find the layers that needed none."""
    counts, trace = bundled(name).summary, bundled(name)
    if counts is None or name in ("bild", "self-ssd", "slem", "lookup", "suffix", "medusa", "medusa-exact"):
        return  # a pass for every token, or none
    drafts = [step for one in packed(name)["iterations"] for step in one["steps"] if step["phase"] == "draft"]
    closed = [step for step in drafts if "not extended because the draft has reached its size limit." in step["plain"]]
    assert closed == [step for step in drafts if step["exact"].endswith("not extended: the node budget is used up.")]
    free = closed + [step for step in drafts if "The draft needs no new pass" in step["plain"]]
    assert free[len(closed) :] == [
        step for step in drafts if "No draft pass is needed because q is already known" in step["exact"]
    ]
    assert len(drafts) - len(free) == counts.counts.draft_passes, trace.title


@pytest.mark.parametrize("name", NAMES)
def test_what_is_ahead_tells_no_outcome(name: str) -> None:
    """“Prefix 4 fails” in the strip would answer the question too early."""
    for one in packed(name)["iterations"]:
        for step in one["steps"]:
            assert not OUTCOME.search(step["ahead"].lower()), step["ahead"]
            assert len(step["ahead"]) <= 20


@pytest.mark.parametrize("name", NAMES)
def test_no_sentence_names_what_comes_later(name: str) -> None:
    """Before the first test, no sentence tells an outcome or names a token of the target."""
    for one in packed(name)["iterations"]:
        first = next((k for k, step in enumerate(one["steps"]) if step["verdicts"]), len(one["steps"]))
        for step in one["steps"][:first]:
            bare = QUOTED.sub("“”", step["plain"])
            assert not re.search(r"(is|was) (accepted|rejected) because|not tested", bare), bare


@pytest.mark.parametrize("name", NAMES)
def test_every_symbol_that_is_said_is_in_the_glossary(name: str) -> None:
    """Hovering must explain every quantity of a formula, a tile and a panel."""
    known = spellings(bundled(name).header.method)
    for one in packed(name)["iterations"]:
        said = [part["exact"] for part in (*one["steps"], *one["verdicts"])]
        said += [f"{name} {what}" for verdict in one["verdicts"] for name, _, what, *_ in verdict["tiles"]]
        for panel in one["panels"]:
            said += [panel["title"], panel["caption"], *(row[0] for row in (*panel["facts"], *panel["outcome"]))]
            said += [str(panel[key]) for key in ("why", "tails_say", "alpha_say", "table_say") if key in panel]
            said += list(panel.get("heads", ()))
        for each in dict.fromkeys(said):
            for found in QUANTITY.findall(QUOTED.sub("“”", each)):
                assert found in known, (found, each)


def test_a_glossary_entry_has_one_sense_in_every_method() -> None:
    """Two meanings of one spelling within a method would leave the choice to the reader."""
    for method in DECODERS:
        own = [entry for entry in GLOSSARY if method in entry["methods"]]
        assert all(set(entry["methods"]) <= DECODERS.keys() for entry in GLOSSARY)
        spelled = [each for entry in own for each in (entry["term"], *entry["also"])]
        assert len(spelled) == len(set(spelled)), method
    everywhere = [each for entry in GLOSSARY if not entry["methods"] for each in (entry["term"], *entry["also"])]
    assert len(everywhere) == len(set(everywhere))
    docs = (ROOT / "docs" / "methods.md").read_text(encoding="utf-8")
    for entry in GLOSSARY:
        assert list(entry) == ["term", "also", "methods", "name", "help", "paper"]
        assert entry["help"].endswith(".")
        assert entry["help"].count(". ") <= 1 or len(entry["help"]) < 200, entry["help"]
        for author, year in re.findall(r"(\w+)(?:, \w+ and \w+| et al\.)? (20\d\d)", entry["paper"]):
            assert re.search(rf"{author}[^.]*\.? {year}", docs), entry["paper"]
    for state in STATES.values():
        assert not SYMBOL.search(state.help), state.help


# What a visitor reads of the run as a whole


@pytest.mark.parametrize("method", DECODERS)
def test_every_method_says_what_it_does_and_whose_it_is(method: str) -> None:
    """Visitors need more than a name, and every source must be cited in docs/methods.md."""
    docs = (ROOT / "docs" / "methods.md").read_text(encoding="utf-8")
    oracle = {"kind": "itself", "because": "own_definition"}
    told_ = about(header_with(method=method, settings={"gamma": 1, "draft_width": 3}, oracle=oracle))
    assert told_["line"].endswith(".")
    assert not SYMBOL.search(told_["line"].replace("top-p", ""))
    assert "1 tokens" not in told_["line"]
    for author, year in re.findall(r"(\w+)(?:, \w+ and \w+| et al\.)? (20\d\d)", told_["paper"]):
        assert re.search(rf"{author}[^.]*\.? {year}", docs), told_["paper"]
    assert told_["paper"].startswith("No paper") or re.search(r"20\d\d", told_["paper"])


@pytest.mark.parametrize("method", DECODERS)
def test_every_oracle_has_a_plain_law(method: str) -> None:
    """“Lossy” needs a reason in plain words."""
    known = DECODERS[method]
    for given in [{}, *(settings for name, settings in SETTINGS if name == method)]:
        oracle = known.oracle_for(known.make_settings(given))
        said = law(OracleLine(oracle.kind, oracle.because))
        assert said.endswith(".")
        assert not SYMBOL.search(said), said
        assert said.startswith("Lossy") == (oracle.kind == "lossy")


def test_a_pair_is_named_by_both_models() -> None:
    """“smollm2” alone hides that there is a draft model."""
    assert pair_name("llama2", "spd") == "target Llama-2-13b-hf, draft llama-68m"
    assert pair_name("smollm2", "spd").startswith("target SmolLM2-135M-Instruct, draft three layers")
    assert pair_name("smollm2", "greedy") == "SmolLM2-135M-Instruct, without a draft"
    assert pair_name("smollm2", "lookup") == "SmolLM2-135M-Instruct, with drafts copied from the text"
    assert pair_name("a/B+c/D", "spd", "a/B", "c/D") == "target B, draft D"
    assert pair_name("toy:assets/toys/gsd-figure-4.json", "gsd") == "toy pair “gsd-figure-4” (11 words)"
    assert pair_name("toy:assets/toys/dsbd-figure-1.json", "x") == "toy pair “dsbd-figure-1” (7 letters)"
    assert pair_name("toy:/nowhere/x.json", "gsd") == "toy pair “x”"


def test_a_headline_of_two_lines_is_not_cut() -> None:
    """The method's line and its exactness are shown in two lines above the stage."""
    for name in ("dsbd", "dsbd-fixed", "dsbd-figure-2", "mtad", "mtad-figure-2"):
        told_ = packed(name)["header"]["about"]
        assert len(f"{told_['line']} {told_['law']}") <= 150
    assert packed("dsbd-figure-2")["header"]["about"]["line"].endswith("Each layer aims for 2 beams.")
    assert "how many per layer" in packed("dsbd")["header"]["about"]["line"]


@pytest.mark.parametrize("name", NAMES)
def test_the_worth_of_a_run_is_that_of_its_counts(name: str) -> None:
    """It is the largest line on the page, so a wrong number there is the worst."""
    trace = bundled(name)
    content = packed(name)["summary"]
    assert trace.summary is not None
    counts = trace.summary.counts
    numbers = [
        int(each)
        for pair in re.findall(r"(\d+) (?:tokens?|words?|letters?|target)|instead of (\d+)", content["worth"])
        for each in pair
        if each
    ]
    drafted = DECODERS[trace.header.method].needs_draft or counts.drafted
    assert numbers == [counts.emitted, counts.target_passes, *([counts.emitted] if drafted else [])]
    rows = dict(content["card"])
    assert rows["target passes"] == str(counts.target_passes)
    assert content["card"][-1][0] == "lossless?"
    if drafted:
        copied = any(node.origin not in (None, node.id) for node in trace.iterations[0].nodes)
        unused = "not used, not even as a copy" if copied else "not used"
        assert rows[unused].startswith(f"{counts.wasted} ")
        assert rows["accepted"].startswith(f"{counts.accepted} ")
        counted = (rows[name] for name in ("draft tokens", "accepted", unused))
        assert len({re.findall("[a-z]+", value)[0].rstrip("s") for value in counted}) == 1
        assert rows["target passes without a draft"] == str(counts.emitted)


def test_one_token_is_one_token() -> None:
    """“1 tokens in 1 passes” must not be the first thing that people read."""
    one = Counts(emitted=1, target_passes=1)
    assert worth(header_with(pair="smollm2"), one, ()) == "1 token from 1 target pass, as many as without a draft"
    two = Counts(emitted=2, target_passes=1)
    assert worth(header_with(pair="toy:x"), two, ()) == "2 words from 1 target pass instead of 2"
    longer = [FinalBeam((1, 2, 3), 0.0, done=False), FinalBeam((1,), 0.0, done=False)]
    wide = Counts(emitted=1, target_passes=2, mean_width=2.5)
    beams = worth(header_with(method="dsbd", pair="smollm2"), wide, longer)
    assert beams == "1 token from 2 target passes instead of 3, with 2.5 beams on average"
    assert dict(card(header_with(method="greedy"), one, ())).keys().isdisjoint({"draft tokens"})


def test_a_run_cut_short_is_worth_what_came() -> None:
    """A run without a summary must still have a headline."""
    whole = bundled("spd")
    content = open_content(Trace(whole.header, whole.iterations[:2], None, "stopped"))
    assert content["summary"]["worth"] == "7 tokens from 2 target passes instead of 7 so far"
    assert "counts" not in content["summary"]
    assert open_content(Trace(whole.header, [], None, "stopped"))["summary"] is None


# Single sentences


def test_why_the_target_gives_zero_is_said() -> None:
    """A threshold of 0 needs its reason: the sampling settings, or earlier rejections."""
    said = {part["plain"] for name in ("spd", "specinfer", "dsbd-figure-2") for part in parts(name)}
    assert any("zero probability here. The target’s top-k and top-p settings leave only" in each for each in said)
    assert any("is left for it after the earlier rejections" in each for each in said)


def test_beam_search_names_what_greedy_decoding_takes() -> None:
    """DSBD Figure 1: greedy decoding's first letter is likelier, but its word is not."""
    rows = dict(packed("dsbd-figure-1")["summary"]["card"])
    assert rows["greedy decoding"].startswith("It would start with the likelier letter (50% instead of 40%).")
    assert rows["greedy decoding"].endswith("“e l l o” (17%), less likely than “a p p y” (20%).")
    assert "greedy decoding" not in dict(packed("dsbd")["summary"]["card"])


@pytest.mark.parametrize("name", NAMES)
def test_a_round_counts_accepted_guesses_as_its_marks_do(name: str) -> None:
    """“2 were accepted” above one accepted mark would be a contradiction."""
    for one in packed(name)["iterations"]:
        step = one["steps"][one["commit"]]
        said = "Counting repeats" not in step["plain"] and re.search(
            r"(\d+) (?:of \d+ guess(?:es)?(?: \(\d+ draws\))? )?(?:was|were) accepted", bare(step["plain"])
        )
        marks = [fates[-1][1] for fates in one["n"]["fates"]]
        assert not said or int(said[1]) == marks.count("accepted"), step["plain"]


def test_the_strip_has_the_words_of_its_groups_in_the_plain_voice() -> None:
    """“Verify 2” under Decide would be two names for one thing."""
    steps = packed("spd")["iterations"][0]["steps"]
    assert [step["called"] for step in steps[4:]] == [
        *("Draft 4", "Target pass", "Guess 1", "Guess 2", "Guess 3", "Guess 4", "Bonus token", "Write 5 tokens")
    ]
    assert [step["ahead"] for step in steps[6:8]] == ["Decide 1", "Decide 2"]
    assert (steps[0]["called"], steps[0]["title"], steps[-1]["ahead"]) == ("Start", "Input", "Write")
    assert "Level 1, candidate 1" in [step["called"] for step in packed("specinfer")["iterations"][0]["steps"]]


def test_beam_search_tells_how_the_likeliest_changes() -> None:
    """Figure 1: the likelier first letter leads to the less likely word."""
    said = [one["steps"][-1]["plain"] for one in packed("dsbd-figure-1")["iterations"]]
    assert "“e” (50%) is the likeliest so far, ahead of “a” (40%)." in said[0]
    assert "“appy” (20%) is the likeliest so far, ahead of “ello” (17%)." in said[-1]
    assert "extended by 1 letter" in said[0]


def test_a_run_of_no_known_method_is_still_told() -> None:
    """A trace of an unknown method must open."""
    oracle = {"kind": "lossy", "because": "x_y"}
    words = Words(header_with(method="other", title="Another {method}", paper="someone", oracle=oracle, view="tree"))
    assert "other" not in STORIES
    assert [line["label"] for line in words.round()] == ["Draft", "Check", "Decide", "Write"]
    assert words.about() == {"line": "Another {method}", "paper": "someone", "law": "Lossy: x y.", "rounding": ""}


@pytest.mark.parametrize("name", NAMES)
def test_the_terms_of_the_plain_voice_are_explained(name: str) -> None:
    """“Beam” and “candidate” must be explained, and so must the words of titles and marks."""
    terms = "beams?|candidate|top-k|top-p|one pass|round|lossy|prefix|residual|bonus|draws|random number|threshold"
    said = " ".join(f"{part.get('title', '')} {part['plain']}" for part in parts(name)).lower()
    known = {each.lower() for entry in GLOSSARY for each in (entry["term"], *entry["also"])}
    assert set(re.findall(rf"\b(?:{terms})\b", QUOTED.sub("“”", said))) <= known
    everyday = {"input", "pending", "passes", "fails", "chosen", "own"}
    marks = {each for state in STATES.values() if state.name not in everyday for each in (state.label, state.word)}
    assert marks <= known
