"""Where the end of a text appeared before: if these fail, the page marks text from which nothing was drafted."""

import pytest

from decoders.methods.suffix.algorithm import SuffixLayer
from explorer.stage.repeats import Repeats
from tests.bundled import bundled, packed


@pytest.mark.parametrize("name", ["suffix", "lookup"])
def test_every_place_has_the_same_text(name: str) -> None:
    """The guesses are what followed the same text, so both must be marked: the earlier places and the end."""
    trace, checked = bundled(name), 0
    for one in packed(name)["iterations"]:
        if "found" not in one:
            continue
        found = one["found"]
        assert found["rows"]
        assert {row["match"] for row in found["rows"]} == {found["end"]["match"]}
        assert found["end"]["after"] == ""
        for start, stop in found["prompt"]:
            assert trace.header.prompt[start:stop] in found["end"]["match"]
            checked += 1
    assert checked > 3


def test_the_guesses_are_what_followed_an_earlier_place() -> None:
    """A reader who compares the picture with the text finds every first guess there, and the number of the places."""
    trace = bundled("suffix")
    for one, recorded in zip(packed("suffix")["iterations"], trace.iterations, strict=True):
        layer = next(each for each in recorded.layers if isinstance(each, SuffixLayer))
        assert ("found" in one) == bool(layer.source)
        if not layer.nodes:
            continue
        found = one["found"]
        assert len(found["rows"]) + found["more"] == layer.occurrences - 1
        token = next(node.token for node in recorded.nodes if node.id == layer.nodes[0])
        first = packed("suffix")["texts"][str(token)]
        assert found["more"] or any(row["after"].startswith(first) for row in found["rows"])


def test_text_after_the_prompt_is_counted_in_tokens() -> None:
    """The places in the output are marked token by token, from the right one on."""
    trace = bundled("suffix")
    repeats, texts, seen, made = Repeats(trace.header), packed("suffix")["texts"], 0, list[int]()
    for iteration in trace.iterations:
        found = repeats.add(iteration, texts)
        if found and found["made"]:
            start, stop = found["made"][-1]
            assert stop == len(made)
            assert found["end"]["match"].endswith("".join(texts[str(token)] for token in made[start:stop]))
            seen += 1
        made += iteration.final.tokens
    assert seen > 5
