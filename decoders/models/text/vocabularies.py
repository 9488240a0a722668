"""Find the tokens that two tokenizers have in common, and write a text of one tokenizer in token ids of the other.

A draft with another tokenizer may only propose tokens that the target also has. This is token-level intersection (TLI,
Timor et al., ICML 2025, Algorithm 4). Tokens are the same if they represent the same bytes, however a vocabulary writes
them. Special tokens are the same if their text and their role agree. A token that ends the target's texts and one that
ends the draft's texts count as the same token.
"""

# The types of tokenizers' functions are only partly known.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

import codecs
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np

from decoders.core.rules import Ids
from decoders.errors import BadInput
from decoders.models.text.guarded import ask_tokenizer
from decoders.models.text.tokens import BYTE_TOKEN, piece_bytes

LEAST_SHARE = 0.1  # fraction of the smaller vocabulary that two tokenizers must have in common
ROLES = ("bos_token", "eos_token", "unk_token", "pad_token")
UNWRITTEN = ("bos_token", "eos_token", "pad_token")  # not written out as text for a draft that lacks them
WHOLE = 400  # bytes; a shorter text is always encoded as a whole
TAIL, AGREED = 48, 3  # for a longer text: how many last tokens are encoded again, and how many in a row must agree


class Vocabulary:
    """The tokens of a tokenizer as bytes."""

    def __init__(self, tokenizer: Any, name: str) -> None:
        """`name` is the model's name in error messages."""
        self.tokenizer, self.name = tokenizer, name
        self.ids: dict[str, int] = tokenizer.get_vocab()
        self.byte_level = "Ġ" in self.ids
        special = {int(i): token.content for i, token in tokenizer.added_tokens_decoder.items() if token.special}
        self.special: dict[int, str] = special
        self.roles: dict[int, str] = {}
        for role in reversed(ROLES):  # if a token has several roles, the first in the list counts
            token = str(tokenizer.special_tokens_map.get(role))
            if token in self.ids:
                self.roles[self.ids[token]] = role

    @cached_property
    def raw(self) -> dict[int, bytes]:
        """The bytes of every token that is not special, by id."""
        return {i: piece_bytes(piece, self.byte_level) for piece, i in self.ids.items() if i not in self.special}

    @cached_property
    def by_bytes(self) -> dict[bytes, int]:
        """The token id of every token text.

        If several tokens have the same text, tokens that are not a single byte take precedence; among equals, the
        lowest id wins.
        """
        spelled = {i: bool(BYTE_TOKEN.match(piece)) and not self.byte_level for piece, i in self.ids.items()}
        found: dict[bytes, int] = {}
        for i in sorted(self.raw, key=lambda i: (spelled[i], i)):
            if self.raw[i]:
                found.setdefault(self.raw[i], i)
        return found

    @cached_property
    def single_bytes(self) -> dict[int, int]:
        """The token of each single byte, for bytes that have a token."""
        return {raw[0]: i for raw, i in self.by_bytes.items() if len(raw) == 1}

    @cached_property
    def puts_space(self) -> bool:
        """Whether the tokenizer puts a space before a text (Llama's does)."""
        ids = self.encode("a", False)
        return not self.byte_level and bool(ids) and self.raw.get(ids[0], b"").startswith(b" ")

    @cached_property
    def nothing(self) -> int:
        """The token that a model reads if a text is empty."""
        known = self.tokenizer.bos_token_id, self.tokenizer.eos_token_id
        return next((i for i in known if i is not None), 0)

    def encode(self, text: str, whole: bool) -> list[int]:
        """Token ids of a text. With `whole`, they include the tokens that the tokenizer adds before a text. Raises
        BadInput if the tokenizer fails.
        """
        call = lambda: self.tokenizer(text, add_special_tokens=whole)["input_ids"]  # noqa: E731
        ids = [int(i) for i in ask_tokenizer(call, self.name)]
        added = self.special.get(ids[-1]) if ids else None
        return ids[:-1] if whole and added is not None and not text.endswith(added) else ids


@dataclass(frozen=True)
class Common:
    """The tokens that target and draft have in common: target_ids[i] (ascending) is the same token as draft_ids[i].

    `tokens` counts the common tokens; `target_tokens` and `draft_tokens` count the tokens of each vocabulary.
    """

    target_ids: Ids
    draft_ids: Ids
    target_tokens: int
    draft_tokens: int

    @property
    def tokens(self) -> int:
        """The number of common tokens."""
        return len(self.target_ids)

    @cached_property
    def to_draft(self) -> dict[int, int]:
        """The draft's id of every common token, by the target's id."""
        return dict(zip(self.target_ids.tolist(), self.draft_ids.tolist(), strict=True))

    @cached_property
    def to_target(self) -> dict[int, int]:
        """The target's id of every common token, by the draft's id; the lowest one if several target ids match."""
        return dict(zip(self.draft_ids.tolist()[::-1], self.target_ids.tolist()[::-1], strict=True))


def common_tokens(
    target: Vocabulary,
    draft: Vocabulary,
    target_ends: Collection[int] = (),
    draft_ends: Collection[int] = (),
    draft_rows: int | None = None,
) -> Common:
    """The common tokens of two vocabularies. `target_ends` and `draft_ends` are the ids that end a text.

    `draft_rows` is the number of tokens that the draft's network knows, if its tokenizer has more.

    Raises BadInput if the common tokens make up less than a tenth of the smaller vocabulary.
    """
    pairs = {i: draft.by_bytes[raw] for raw, i in target.by_bytes.items() if raw in draft.by_bytes}
    same = {text: i for i, text in draft.special.items()}
    for i, text in target.special.items():
        if text in same and target.roles.get(i) == draft.roles.get(same[text]):
            pairs[i] = same[text]
    _join_ends(pairs, target_ends, draft_ends)
    pairs = {i: other for i, other in pairs.items() if draft_rows is None or other < draft_rows}
    smaller = min(len(target.ids), len(draft.ids))
    if len(pairs) < LEAST_SHARE * smaller:
        raise BadInput(
            f"The tokenizers of {target.name} and {draft.name} have only {len(pairs):,} tokens in common, which is "
            f"{len(pairs) / max(smaller, 1):.1%} of the smaller vocabulary. Choose a draft whose vocabulary is more "
            "similar to the target's."
        )
    ids = sorted(pairs)
    taken = np.array(ids, dtype=np.int64), np.array([pairs[i] for i in ids], dtype=np.int64)
    return Common(*taken, len(target.ids), len(draft.ids))


def _join_ends(pairs: dict[int, int], target_ends: Collection[int], draft_ends: Collection[int]) -> None:
    """Pair a token that ends the draft's texts with one that ends the target's texts, unless two such tokens are
    already paired.
    """
    if not target_ends or not draft_ends or any(pairs.get(i) in draft_ends for i in target_ends):
        return
    end = min(draft_ends)
    for i in [i for i, other in pairs.items() if other == end]:
        del pairs[i]
    pairs[min(target_ends)] = end


@dataclass(frozen=True)
class Spelled:
    """A path as the draft sees it. The token ids from index `start` on represent the text `raw` (UTF-8).

    The ids spell the first `spelled` bytes of the text. The remaining bytes are the beginning of a character. `begun`
    says whether the text has begun.
    """

    ids: tuple[int, ...] = ()
    start: int = 0
    raw: bytes = b""
    spelled: int = 0
    begun: bool = False


class Translator:
    """Translate paths of the target's tokens into the draft's token ids.

    The text so far is encoded again after each token, because the draft should see it as its tokenizer writes it. For
    a long text, only the tail is encoded, from the last point where the old and the new ids agree. If `direct`, both
    tokenizers split texts in the same way, so the ids of common tokens are used without encoding.
    """

    def __init__(self, target: Vocabulary, draft: Vocabulary, common: Common, direct: bool | None = None) -> None:
        self.target, self.draft, self.common = target, draft, common
        self.direct = _split_alike(target, draft, common) if direct is None else direct

    def prompt(self, tokens: Sequence[int]) -> Spelled:
        """The prompt as the draft sees it. All other paths begin with it."""
        at = Spelled()
        if self.direct:
            for token in tokens:
                at = self.after(at, token)
            return at
        raw = list[bytes]()
        for token in tokens:
            special = self.common.to_draft.get(token) if token in self.target.special else None
            if special is None:
                raw.append(self._text(token))
            else:
                at = self._written(at, b"".join(raw)) if raw else at
                at, raw = _after_id(at, special), []
        return self._written(at, b"".join(raw)) if raw or not at.ids else at

    def after(self, at: Spelled, token: int) -> Spelled:
        """The path with one more of the target's tokens."""
        same = self.common.to_draft.get(token)
        if same is not None and (self.direct or token in self.target.special):
            return _after_id(at, same)
        if self.direct:
            text = self._text(token).decode("utf-8", "ignore")
            return replace(at, ids=(*at.ids, *(self.draft.encode(text, False) if text else ())))
        return self._written(at, self._text(token))

    def _text(self, token: int) -> bytes:
        """The bytes of a token. They are empty for a special token that only marks the beginning, the end or a gap."""
        if token in self.target.special:
            return b"" if self.target.roles.get(token) in UNWRITTEN else self.target.special[token].encode()
        return self.target.raw.get(token, b"")

    def _written(self, at: Spelled, more: bytes) -> Spelled:
        raw = at.raw + (more if at.begun or not self.target.puts_space else more.removeprefix(b" "))
        text, used = codecs.utf_8_decode(raw, "replace", False)  # without the beginning of a character at the end
        whole, pending = raw[:used], raw[used:]
        before = at.ids[: at.start]
        ids = self._tail(at, whole) if len(whole) > WHOLE and at.raw else None
        if ids is None:
            ids = self._encoded(before, text)
        rest = [self.draft.single_bytes.get(byte) for byte in pending]
        known = [i for i in rest if i is not None] if None not in rest else []
        spelled = len(whole) + (len(pending) if known else 0)
        return Spelled((*before, *ids, *known), at.start, raw, spelled, at.begun or bool(more))

    def _encoded(self, before: tuple[int, ...], text: str) -> list[int]:
        """The token ids of a text that continues the ids `before`. If there are none, the ids include what the
        tokenizer adds before a text.
        """
        if not before:
            return self.draft.encode(text, True)
        special = self.draft.special.get(before[-1], "")
        ids = self.draft.encode(special + text, False)
        return ids[1:] if ids[:1] == [before[-1]] else self.draft.encode(text, False)

    def _tail(self, at: Spelled, whole: bytes) -> list[int] | None:
        """The new ids of a text that was already longer than `WHOLE`.

        Only its tail is encoded. Returns None if old and new ids agree nowhere.
        """
        old = list(at.ids[at.start :])
        ends = list(accumulate(len(self.draft.raw.get(i, b"")) for i in old))
        shift = ends[-1] - at.spelled if ends else -1
        if shift not in (0, 1) or len(old) <= TAIL:  # the tokens do not spell the text; 1 is an added first space
            return None
        first = len(old) - TAIL
        while first and whole[ends[first - 1] - shift] & 0xC0 == 0x80:  # the byte is within a character
            first -= 1
        begin = ends[first - 1] - shift if first else 0
        new = self.draft.encode(whole[begin:].decode("utf-8", "replace"), False)
        sizes = list(accumulate(len(self.draft.raw.get(i, b"")) for i in new))
        own = sizes[-1] - (len(whole) - begin) if sizes else -1
        known = {end - shift: place + 1 for place, end in enumerate(ends)}
        for k in range(AGREED, len(new) - AGREED) if own in (0, 1) else ():
            place = known.get(begin + sizes[k - 1] - own)
            if place is not None and place >= AGREED and old[place - AGREED : place] == new[k - AGREED : k]:
                return old[:place] + new[k:]
        return None


def _after_id(at: Spelled, token: int) -> Spelled:
    """The path with one more token that has no text, such as one that separates turns."""
    return Spelled((*at.ids, token), len(at.ids) + 1, begun=True)


TEXTS = ("Hello, world!", " two  spaces\n\n\tand a tab ", "def f(x):\n    return {x: [1_000, 0.5e-3]}", "Ünïcödé, 漢字")


def _split_alike(target: Vocabulary, draft: Vocabulary, common: Common) -> bool:
    """Whether two tokenizers write nearly all tokens in the same way and split sample texts in the same way.

    Such tokenizers differ in only a few tokens.
    """
    larger = max(len(target.ids), len(draft.ids))
    if len(target.ids.keys() & draft.ids.keys()) < 0.98 * larger:
        return False
    return all(
        [common.to_draft.get(i) for i in target.encode(text, False)] == draft.encode(text, False) for text in TEXTS
    )


def vocabularies_facts(common: Common) -> Mapping[str, int | str]:
    """The facts in a trace's header about a draft with another tokenizer."""
    return {
        "rule": "TLI",
        "common": common.tokens,
        "target": common.target_tokens,
        "draft": common.draft_tokens,
    }
