"""The words about SLEM: if these fail, a text that was handed over has no words, or another text."""

from collections.abc import Iterator

import pytest

from decoders.methods.slem import WrittenLayer
from explorer.service.store import open_trace
from explorer.story import Narrator, Words
from explorer.story.layers import layer_caption, plain_panel
from explorer.story.methods.slem import SLEM
from explorer.story.page.gallery import traces
from explorer.trace.lines import IterationLine
from tests.explorer.story.sweep import reached_cases, unreached
from tests.explorer.trace.runs import header
from tests.laws.test_slem import KINDS, TARGET, recorded
from tests.records import header_with, iteration_of

TEXTS = {str(i): token for token, i in TARGET.items()}


def told() -> Iterator[tuple[IterationLine, WrittenLayer, Narrator]]:
    """Rounds in which a draft with tokens of its own wrote something, with their sentences."""
    words = Words(header_with(**header("slem", '{"gamma": 3}')))
    for kind in KINDS:
        for seed in range(6):
            for one in recorded(kind, seed):
                line = iteration_of(one.to_json())
                for layer in line.layers:
                    if isinstance(layer, WrittenLayer):
                        yield line, layer, words.iteration(line, TEXTS)


def test_the_cases_that_no_toy_run_reaches_are_those_of_another_tokenizer() -> None:
    """Words that nobody has ever seen filled in may be wrong; these are filled below."""
    common = ("draw", "argmax", "greedy_match", "draw_match", "off_path")
    left = unreached(SLEM, reached_cases("slem", {"gamma": 3}, {"temperature": 0}), common=common)
    assert {name for name in left if "written" in name and "title" not in name} == {
        *(f"draft step, {voice}: {case}" for voice in ("plain", "exact") for case in ("written", "unwritten")),
        *(f"written caption, {voice}: {case}" for voice in ("plain", "exact") for case in ("", "none")),
    }


def test_the_text_is_told_in_both_kinds_of_tokens() -> None:
    """Whoever reads the step must see what was written, how the target splits it, and that nothing was handed over."""
    seen = set[str]()
    for line, layer, tell in told():
        step = next(step for step in line.steps if step.phase == "draft")
        plain, exact = tell.plain(step), tell.exact(step)
        words = [TEXTS[str(node.token)] for node in line.nodes if node.id in layer.nodes]
        own = f"{len(layer.pieces)} token{'s' * (len(layer.pieces) > 1)}"
        assert f"{own} of its own" in plain
        assert f"{own} of its own from q" in exact
        assert all(f"“{piece}” (" in exact and f"“{piece}”" in plain for piece in layer.pieces)
        assert all(f"“{word}”" in sentence for word in words[:3] for sentence in (plain, exact))
        if words:
            assert f" makes {len(words)} guess{'es' * (len(words) > 1)} of this text: " in plain
        else:
            assert plain.endswith("cannot spell this here, so there is no guess.")
        assert layer_caption(layer).startswith("The draft’s tokens" if words else "The target’s tokenizer has no")
        assert plain_panel(layer, "")["heads"] == ["draft’s tokens", "target’s tokens"]
        seen.add("written" if words else "unwritten")
    assert seen == {"written", "unwritten"}


def test_one_round_in_full() -> None:
    """The sentences as a reader sees them."""
    said = next(
        (tell.plain(step), tell.exact(step))
        for line, layer, tell in told()
        for step in line.steps
        if step.phase == "draft" and layer.pieces == ("a", "b", "a")
    )
    assert said[0] == (
        "The draft writes 3 tokens of its own: “a”, “b” and “a”. The target’s tokenizer makes 2 guesses of this text: "
        "“ab” and “a”."
    )
    assert said[1].startswith("Draft 2 tokens: The draft samples 3 tokens of its own from q: “a” (")
    assert said[1].endswith("The target’s tokenizer encodes this text as “ab” and “a”.")


@pytest.mark.parametrize(("given", "says"), [('{"temperature": 0}', "most likely"), ("{}", "samples")])
def test_the_round_says_how_guesses_are_accepted(given: str, says: str) -> None:
    """At temperature 0 nothing is sampled."""
    lines = Words(header_with(**header("slem", given))).round()
    assert any(says in line["plain"] for line in lines if line["label"] == "Decide")


def test_the_bundled_run_has_two_tokenizers() -> None:
    """The list promises a draft with another tokenizer, so the run must show texts that are split otherwise."""
    run = next(run for run in traces() if run.name == "slem")
    trace = open_trace("slem")
    both, texts = trace.header.vocabularies, dict(trace.header.texts or {})
    assert both is not None
    assert both.rule == "SLEM"
    assert both.draft < both.target
    assert trace.header.explorer is not None
    assert trace.header.explorer.commit
    assert trace.header.explorer.changes is None, "anybody can check out the code that made it"
    differ = dict[int, tuple[tuple[str, ...], list[str]]]()
    for number, one in enumerate(trace.iterations, 1):
        texts |= one.texts or {}
        words = {node.id: texts[str(node.token)] for node in one.nodes}
        for layer in (layer for layer in one.layers if isinstance(layer, WrittenLayer)):
            spelled = [words[node] for node in layer.nodes]
            if "".join(spelled) == "".join(layer.pieces) and len(spelled) < len(layer.pieces):
                differ[number] = layer.pieces, spelled
    assert len(differ) >= 3
    assert run.note == trace.header.note
    assert "in round 6, two tokens join" in run.note
    pieces, spelled = differ[6]
    assert pieces[1:3] == (" c", "op")
    assert spelled[1] == " cop"
