"""Compute how many target passes suffix decoding would have saved on stored answers. Only the texts of the answers are
used; no model runs.

The accepted drafts depend only on the text, because a draft token is accepted as long as it equals the text that was
written. So an answer and its prompt determine how many target passes the method would have needed. The tokens per pass
are an upper bound of the speed-up, because checking a draft takes at least as long as a pass over one token.
"""

import json
import math
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, cast

from decoders.catalog import decoder
from decoders.core.settings import Settings
from decoders.errors import BadInput
from decoders.methods.suffix.algorithm import SuffixSettings, split_answers
from decoders.methods.suffix.drafts import Draft, Texts
from decoders.methods.suffix.tree import MANY

ANY_DEPTH = 10**6  # maximum depth of a draft; in effect, the suffix tree limits it
MOST_LINE = 16 << 20  # maximum bytes of a line
MOST_LOOKED = 10**6  # maximum number of tokens that drafting for a short answer may compare
TOO_MUCH = "On line {}, too many tokens follow the same text, so drafting would take too long. Raise min_token_prob."
MOST_REMEMBERED = 200_000  # maximum number of tokens of earlier answers; beyond it, the older half is dropped
EXPECTED = 'Use one JSON object per line, such as {"prompt": "…", "answer": "…"}'
_PIECES = re.compile(r" ?\w+|\s+|.", re.S)
Encode = Callable[[str], Sequence[int]]


@dataclass(frozen=True)
class Pair:
    """A stored prompt and its answer; `line` is the number of their line in the file."""

    line: int
    prompt: str
    answer: str


@dataclass(frozen=True)
class Count:
    """Counts for answers with `tokens` tokens in total, including their end tokens.

    The counts are the numbers of target passes (`steps`), of draft tokens, and of accepted draft tokens.
    """

    tokens: int = 0
    steps: int = 0
    drafted: int = 0
    accepted: int = 0

    def __add__(self, other: "Count") -> "Count":
        return Count(*(one + two for one, two in zip(asdict(self).values(), asdict(other).values(), strict=True)))

    @property
    def per_step(self) -> float | None:
        """Accepted draft tokens per target pass; None if there were no passes."""
        return self.accepted / self.steps if self.steps else None

    @property
    def bound(self) -> float | None:
        """Tokens per target pass, which is an upper bound on the speed-up; None if there were no passes."""
        return self.tokens / self.steps if self.steps else None

    def to_json(self) -> dict[str, Any]:
        """The counts as JSON values, by name."""
        return {**asdict(self), "accepted_per_step": self.per_step, "bound": self.bound}


@dataclass(frozen=True)
class Saved:
    """The counts of one answer (`line`), or of all answers (`line` is None).

    In `alone`, drafts come only from the request itself. In `earlier`, they also come from the answers on earlier
    lines.
    """

    line: int | None = None
    alone: Count = Count()
    earlier: Count = Count()

    def __add__(self, other: "Saved") -> "Saved":
        return Saved(None, self.alone + other.alone, self.earlier + other.earlier)

    def to_json(self) -> dict[str, Any]:
        """The counts as JSON values, by name; the sum over all answers has no line number."""
        line = {"total": True} if self.line is None else {"line": self.line}
        return {**line, "alone": self.alone.to_json(), "with_earlier": self.earlier.to_json()}


class SimpleTokens:
    """A tokenizer for texts without a model. It numbers pieces of text in the order in which they occur.

    A piece is a word with the space before it, a sequence of white space, or a single other character.
    """

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}

    def __call__(self, text: str) -> list[int]:
        """Split a text into pieces and return the number of each piece.

        >>> SimpleTokens()("a cat, a cat")
        [0, 1, 2, 3, 1]
        """
        return [self._ids.setdefault(piece, len(self._ids)) for piece in _PIECES.findall(text)]


def read_pairs(path: Path) -> Iterator[Pair]:
    """The pairs of a JSON Lines file, one at a time, so that a file may be of any size.

    Raises BadInput if the file cannot be read or a line is invalid; the message names the line.
    """
    try:
        if not path.is_file():
            what = "is not a file" if path.exists() else "does not exist"
            raise BadInput(f"{path} {what}. {EXPECTED}.")
        with path.open("rb") as file:
            number, found = 0, False
            while raw := file.readline(MOST_LINE + 1):
                number += 1
                if len(raw) > MOST_LINE or raw.strip():
                    found = True
                    yield _pair(raw, number, path.name)
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        if isinstance(error, BadInput):
            raise
        why = getattr(error, "strerror", None) or error
        raise BadInput(f"{path} cannot be read ({why}). {EXPECTED}.") from None
    if not found:
        raise BadInput(f"{path} is empty. {EXPECTED}.")


def _pair(raw: bytes, number: int, name: str) -> Pair:
    where = f"Line {number} of {name}"
    if len(raw) > MOST_LINE:
        raise BadInput(f"{where} is longer than {MOST_LINE >> 20} MB. {EXPECTED}.")
    try:
        part = json.loads(raw.decode("utf-8-sig" if number == 1 else "utf-8"))
    except UnicodeDecodeError:
        raise BadInput(f"{where} is not UTF-8 text. {EXPECTED}.") from None
    except (ValueError, RecursionError):
        raise BadInput(f"{where} is not valid JSON. {EXPECTED}.") from None
    given: Mapping[str, Any] = cast(Mapping[str, Any], part) if isinstance(part, dict) else {}
    prompt, answer = given.get("prompt"), given.get("answer")
    if not isinstance(prompt, str) or not isinstance(answer, str):
        missing = "prompt" if not isinstance(prompt, str) else "answer"
        raise BadInput(f"{where} has no text named “{missing}”. {EXPECTED}.")
    try:
        (prompt + answer).encode()
    except UnicodeEncodeError:
        raise BadInput(
            f"{where} contains an unpaired surrogate, which is not a character. Save the file as UTF-8."
        ) from None
    return Pair(number, prompt, answer)


def saved(pairs: Iterable[Pair], given: Mapping[str, Any], encode: Encode) -> Iterator[Saved]:
    """Yield the counts of each pair, in order. `given` are settings of suffix decoding, except sampling settings.

    `encode` splits a text into tokens; prompt and answer are split separately. Raises BadInput if a setting is not
    valid or an answer takes too much work.
    """
    if sampling := [field.name for field in fields(Settings) if field.name in given]:
        raise BadInput(f"Stored answers are not sampled, so {sampling[0]} would change nothing. Leave it out.")
    settings: SuffixSettings = decoder("suffix").make_settings(dict(given))
    first = [list(encode(answer)) for answer in split_answers(settings.earlier)]
    alone, earlier = Texts(settings, first), Earlier(settings, first)
    for pair in pairs:
        prompt, answer = list(encode(pair.prompt)), list(encode(pair.answer))
        most = MOST_LOOKED + MANY * settings.node_budget * (len(prompt) + len(answer))
        counts = (replay(texts, prompt, answer, most) for texts in (alone, earlier.texts))
        try:
            yield Saved(pair.line, *counts)
        except TooMuchWorkError:
            raise BadInput(TOO_MUCH.format(pair.line)) from None
        earlier.add(answer)


class Earlier:
    """Suffix trees that remember the newest answers, at most `MOST_REMEMBERED` tokens in total."""

    def __init__(self, settings: SuffixSettings, answers: Iterable[Sequence[int]] = ()) -> None:
        self._settings = settings
        self._answers: deque[Sequence[int]] = deque()
        self._tokens = 0
        self.texts = Texts(settings)
        for answer in answers:
            self.add(answer)

    def add(self, answer: Sequence[int]) -> None:
        """Remember another answer. If there are too many tokens, the oldest answers are dropped."""
        self._answers.append(answer)
        self._tokens += len(answer)
        if self._tokens <= MOST_REMEMBERED:
            self.texts.remember(answer)
            return
        while len(self._answers) > 1 and self._tokens > MOST_REMEMBERED // 2:
            self._tokens -= len(self._answers.popleft())
        self.texts = Texts(self._settings, self._answers)


class TooMuchWorkError(Exception):
    """Raised if drafting for one answer compares more tokens than `replay` allows."""


def replay(texts: Texts, prompt: Sequence[int], answer: Sequence[int], most: float = math.inf) -> Count:
    """Count the target passes and the draft tokens with which suffix decoding writes `answer` and its end.

    Every pass adds the accepted drafts and one token of the target. The end of the text (EOS) is not part of stored
    texts, so it is never drafted, and the last pass adds it. Each token is read once, so the work grows with the length
    of the answer. Raises TooMuchWorkError if drafting compares more than `most` tokens.
    """
    written, count = 0, Count()
    texts.read(prompt)
    most += texts.looked
    while True:
        draft = texts.draft(ANY_DEPTH)
        accepted = accepted_of(draft, answer[written : written + len(draft.guesses)]) if draft else 0
        count += Count(accepted + 1, 1, len(draft.guesses) if draft else 0, accepted)
        if texts.looked > most:
            raise TooMuchWorkError
        if written + accepted >= len(answer):
            return count
        texts.write(answer[written : written + accepted + 1])
        written += accepted + 1


def accepted_of(draft: Draft, follows: Sequence[int]) -> int:
    """The number of tokens at the start of the text `follows` that form a path from the draft's root."""
    at, depth = -1, 0
    for token in follows:
        at = next((k for k, guess in enumerate(draft.guesses) if (guess.parent, guess.token) == (at, token)), -2)
        if at == -2:
            break
        depth += 1
    return depth
