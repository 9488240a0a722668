"""What suffix decoding would have saved is what it saves: the counts from texts are those of real runs."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as some

from decoders.catalog import decoder
from decoders.core.dice import Seeded
from decoders.errors import BadInput
from decoders.methods.suffix.algorithm import SuffixSettings
from decoders.methods.suffix.drafts import Texts
from explorer.features import saved as module
from explorer.features.saved import Count, Earlier, Pair, Saved, SimpleTokens, read_pairs, replay, saved
from tests.toys import models_of, random_pair

PAIRS = [
    Pair(1, "a b a b", "a b c a b c"),
    Pair(2, "c", "a b c a b a"),
    Pair(3, "b", "a b c a b a"),
]


@settings(max_examples=40, deadline=None)
@given(some.integers(0, 10**6), some.sampled_from([0.5, 1.0]), some.sampled_from([0, 2]))
def test_counts_are_those_of_a_run(seed: int, temperature: float, offset: int) -> None:
    """Somebody decides by these numbers whether to switch the method on; a run must then need as many passes."""
    pair, prompt, limit = random_pair(seed % 7, 3), [0, 1, 0, 1], 400
    method = decoder("suffix")
    chosen = method.make_settings({"temperature": temperature, "max_spec_offset": offset, "earlier": "b a b b"})
    run = list(method.decode(prompt, models_of(pair), chosen, Seeded(seed), limit))
    *answer, last = run[-1].final.beams[0].tokens
    assume(last == pair.eos and len(answer) < limit // 2)  # near the limit fewer tokens are drafted
    count = replay(Texts(chosen, [pair.encode("b a b b")]), prompt, answer)
    origins = [origin for one in run for origin in one.final.origins]
    assert count.steps == len(run)
    assert count.accepted == origins.count("draft")
    assert count.tokens == len(origins)
    assert count.drafted == sum(node.role == "draft" and node.q is not None for one in run for node in one.nodes)


def test_earlier_answers_help_only_later_ones() -> None:
    """An answer that could be copied from itself would promise a speed-up that nobody gets."""
    one, two, three = saved(PAIRS, {}, SimpleTokens())
    assert one.alone == one.earlier
    assert two.earlier.steps <= two.alone.steps
    assert three.earlier.steps < three.alone.steps, "the same answer was given before"
    assert [each.line for each in (one, two, three)] == [1, 2, 3]
    total = sum([one, two, three], Saved())
    assert total.alone.steps == one.alone.steps + two.alone.steps + three.alone.steps
    assert total.alone.bound == total.alone.tokens / total.alone.steps
    assert total.to_json()["total"] is True


def test_the_settings_are_those_of_the_method() -> None:
    """The bound holds for the settings that will be run, and an unknown one is named."""
    (most,) = saved(PAIRS[:1], {"earlier": PAIRS[0].answer, "max_spec_offset": 9}, SimpleTokens())
    (none,) = saved(PAIRS[:1], {"max_spec_factor": 0}, SimpleTokens())
    assert none.alone == Count(7, 7, 0, 0)
    assert most.alone.steps < 7
    with pytest.raises(BadInput, match="no setting “gamma”"):
        next(saved(PAIRS, {"gamma": 3}, SimpleTokens()))


def test_an_empty_answer_takes_one_pass() -> None:
    """A server has some; the pass writes the end of the text. A sum over no answers has no averages."""
    (one,) = saved([Pair(1, "a", "")], {}, SimpleTokens())
    assert one.alone == Count(1, 1, 0, 0)
    assert Count().bound is None
    assert Count().per_step is None


def test_old_answers_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of any size must not fill the memory; the newest answers are those that are like the next ones."""
    monkeypatch.setattr(module, "MOST_REMEMBERED", 20)
    earlier = Earlier(SuffixSettings())
    for first in range(0, 60, 5):
        earlier.add(range(first, first + 5))
        earlier.texts.read([first, first + 1])
        assert earlier.texts.draft(3) is not None, "the newest answer is remembered"
    earlier.texts.read([0, 1])
    assert earlier.texts.draft(3) is None
    earlier.texts.read([50, 51])
    assert earlier.texts.draft(3) is not None


def test_a_file_is_read_line_by_line(tmp_path: Path) -> None:
    """A long file shows its first results at once, and a broken line late in it does not lose them."""
    file = tmp_path / "a.jsonl"
    file.write_text('\ufeff{"prompt": "a", "answer": "b", "id": 3}\n{"prompt": "a"}\n', encoding="utf-8")
    pairs = read_pairs(file)
    assert next(pairs) == Pair(1, "a", "b")
    with pytest.raises(BadInput, match=r"^Line 2 of a\.jsonl has no text named “answer”\."):
        next(pairs)


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", "is empty"),
        (b"\n \n", "is empty"),
        (b"[]", "Line 1 of f has no text named “prompt”"),
        (b'{"prompt": 1, "answer": "b"}', "no text named “prompt”"),
        (b'{"prompt": "a", "answer": null}', "no text named “answer”"),
        (b'{"prompt": "a", "answer": "\\ud800"}', "an unpaired surrogate"),
        (b"\xff{}", "Line 1 of f is not UTF-8 text"),
        (b"[" * 100_000, "Line 1 of f is not valid JSON"),
        (b'{"prompt": "a", "answer": "b"}\n{"prompt": NaN', "Line 2 of f is not valid JSON"),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, raw: bytes, says: str) -> None:
    """Who has ten thousand lines must be told which one to correct, and what a line looks like."""
    file = tmp_path / "f"
    file.write_bytes(raw)
    with pytest.raises(BadInput, match=says) as caught:
        list(read_pairs(file))
    assert len(str(caught.value)) < 200
    assert "\n" not in str(caught.value)


def test_a_line_without_an_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is not made of lines would be read into memory as one."""
    monkeypatch.setattr(module, "MOST_LINE", 1 << 20)
    file = tmp_path / "f"
    file.write_bytes(b"x" * (1 << 21))
    with pytest.raises(BadInput, match="Line 1 of f is longer than 1 MB"):
        list(read_pairs(file))


@pytest.mark.parametrize(
    ("name", "says"), [("none", "does not exist"), (".", "is not a file"), ("a\0b", "does not exist")]
)
def test_a_file_that_is_none_is_refused(tmp_path: Path, name: str, says: str) -> None:
    """A wrong name is a message, not a traceback."""
    with pytest.raises(BadInput, match=says):
        list(read_pairs(tmp_path / name))


TEXT = some.text(max_size=40)


@given(TEXT, TEXT)
def test_simple_tokens_lose_nothing(one: str, other: str) -> None:
    """Two texts with the same tokens must be the same text, or drafts would be accepted that are none."""
    encode = SimpleTokens()
    assert (encode(one) == encode(other)) == (one == other)


@settings(max_examples=50)
@given(some.lists(some.tuples(TEXT, TEXT), max_size=4))
def test_any_texts_are_counted(texts: list[tuple[str, str]]) -> None:
    """Texts of models hold anything; every token is written in exactly one pass."""
    pairs = [Pair(number, *both) for number, both in enumerate(texts, 1)]
    for one in saved(pairs, {}, SimpleTokens()):
        for count in (one.alone, one.earlier):
            assert count.tokens == count.steps + count.accepted
            assert count.accepted <= count.drafted
            written: Any = json.loads(json.dumps(one.to_json()))
            assert written["line"] == one.line


def work(answer: list[int], prob: float, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """The tokens that a replay reads, and those that its drafts compare."""
    chosen = decoder("suffix").make_settings({"min_token_prob": prob})
    texts, read = Texts(chosen), list[int]()
    for name in ("read", "write"):
        method = getattr(texts, name)
        monkeypatch.setattr(texts, name, lambda tokens, to=method: (read.append(len(tokens)), to(tokens)))
    replay(texts, [0], answer)
    return sum(read), texts.looked


HARD = {
    "each token once": lambda n: list(range(n)),
    "one token, and others once": lambda n: [token for other in range(1, n // 2) for token in (0, other)],
    "one token, and others twice": lambda n: 2 * [token for other in range(1, n // 4) for token in (0, other)],
    "one token only": lambda n: [0] * n,
}


@pytest.mark.parametrize("kind", HARD)
def test_the_work_grows_with_the_length_of_an_answer(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One answer of a megabyte must not take hours: twice the tokens are at most about twice the work."""
    (read, looked), (more_read, more_looked) = (work(HARD[kind](n), 0.1, monkeypatch) for n in (1500, 3000))
    assert read <= 2 * 1500
    assert more_read <= 2.2 * read
    assert more_looked <= 2.2 * looked + 1000
    assert more_looked <= 64 * 16 * 3000


def test_too_much_work_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a least probability, drafts compare all tokens that ever followed. A person learns what to change."""
    monkeypatch.setattr(module, "MOST_LOOKED", 0)
    monkeypatch.setattr(module, "MANY", 1)
    answer = " ".join(f"a {other}" for other in range(1500))
    pairs = [Pair(7, "b", answer)]
    (found,) = saved(pairs, {"min_token_prob": 0.1}, SimpleTokens())
    assert found.alone.tokens == 3001
    with pytest.raises(BadInput, match="^On line 7, too many tokens follow the same text, .* Raise min_token_prob"):
        list(saved(pairs, {"min_token_prob": 0.0}, SimpleTokens()))
