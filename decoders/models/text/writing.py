"""A draft that writes its own tokens, and hands over its text in the target's tokens.

This is the draft's part of string-level exact match (SLEM, Timor et al., ICML 2025, Algorithm 2). The draft reads the
text in its own tokens and continues it with any of them. The new text is then encoded with the target's tokenizer,
together with the end of the text before it, so that the first token begins where that text ends.
"""

import sys
import time
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

from decoders.core.checkpoint import checkpoint
from decoders.core.record import Pass
from decoders.core.rules import Logits
from decoders.core.runner import Handed, Session, Writer
from decoders.core.tree import shared
from decoders.models.text.tokens import bytes_text
from decoders.models.text.vocabularies import Translator, Vocabulary

OPEN = 8  # number of last prompt tokens that the first pass feeds, because later text may change their spelling
CONTEXT = 16  # number of tokens before a draft that are encoded with it
LINE = b"\n"  # a context after which tokenizers begin a new token


class TextWriter(Writer):
    """A draft that is writing its own tokens. It implements `runner.Writer`."""

    def __init__(
        self,
        draft: Any,
        translator: Translator,
        prompt: Sequence[int],
        ends: frozenset[int],
        new_tokens: int,
        on_pass: Callable[[Pass], object],
    ) -> None:
        """`draft` is a model over its own vocabulary; `prompt` and `ends` are tokens of the target."""
        self._draft, self._translator, self._prompt = draft, translator, tuple(prompt)
        self._ends, self._new_tokens, self._on_pass = ends, new_tokens, on_pass
        self._window: int = draft.window or sys.maxsize
        self._path: list[int] = []
        self._spelled = [translator.prompt(prompt)]  # after the prompt, and after each token of the path
        self._session: Session | None = None
        self._fixed: tuple[int, ...] = ()  # the draft's tokens that stay in its cache
        self._fed: list[int] = []  # the draft's tokens that follow `_fixed` in its cache
        self._before: tuple[int, ...] = ()  # the text before the draft, in the draft's tokens
        self._own: list[int] = []  # the tokens written after this text

    def begin(self, path: Sequence[int]) -> bool:
        same = shared(self._path, path)
        del self._path[same:], self._spelled[same + 1 :]
        for token in path[same:]:
            self._path.append(token)
            self._spelled.append(self._translator.after(self._spelled[-1], token))
        at = self._spelled[-1]
        self._before, self._own = at.ids or (self._translator.draft.nothing,), []
        whole = at.spelled == len(at.raw)  # if half of a character were missing, the draft would continue another text
        return whole and len(self._before) < self._window

    def logits(self) -> Logits:
        session, every = self._opened(), [*self._before, *self._own][len(self._fixed) :]
        same = min(shared(self._fed, every), len(every) - 1)
        if same < len(self._fed):
            session.keep(range(same))
            del self._fed[same:]
        checkpoint()
        begin = time.perf_counter()
        logits = session.forward(every[same:], range(same - 1, len(every) - 1))
        made = Pass("draft", (), time.perf_counter() - begin, session.kv_length, len(every) - same)
        self._on_pass(made)
        self._fed = every
        return session.gather([(logits, len(every) - same - 1)])

    def _opened(self) -> Session:
        """The session. It is started again if the tokens that stay in its cache are no longer a prefix of the text."""
        if self._session is not None and self._before[: len(self._fixed)] == self._fixed:
            return self._session
        self.close()
        self._fixed, self._fed = self._before[: max(0, len(self._before) - OPEN)], []
        session: Session = self._draft.start(self._fixed)
        session.limit(self._new_tokens)
        self._session = session
        return session

    def add(self, token: int) -> bool:
        self._own.append(token)
        return self._is_text(token) and len(self._before) + len(self._own) < self._window

    def _is_text(self, token: int) -> bool:
        """Whether a token of the draft is text, that is, neither special nor the end of a text."""
        end = self._translator.common.to_target.get(token) in self._ends
        return token not in self._translator.draft.special and not end

    def handed(self) -> Handed:
        translator, at = self._translator, self._spelled[-1]
        text = list(takewhile(self._is_text, self._own))
        raw = b"".join(translator.draft.raw.get(token, b"") for token in text)
        if translator.draft.puts_space and not at.begun:
            raw = raw.removeprefix(b" ")
        tokens = continued(translator.target, self._context(), raw, beginning=not at.begun)
        spelled = b"".join(translator.target.raw[token] for token in tokens)
        last = translator.common.to_target.get(self._own[len(text)]) if len(text) < len(self._own) else None
        if last is not None and spelled.endswith(raw):
            tokens.append(last)
        return Handed(tuple(tokens), spelled.decode("utf-8", "replace"), tuple(map(self._piece, self._own)))

    def _piece(self, token: int) -> str:
        draft = self._translator.draft
        return draft.special.get(token) or bytes_text(draft.raw.get(token, b""))

    def _context(self) -> bytes:
        """The end of the text before the draft: at most CONTEXT tokens, and only those after the last special token."""
        target = self._translator.target
        last = [*self._prompt[-CONTEXT:], *self._path][-CONTEXT:]
        words = list(takewhile(lambda token: token in target.raw, reversed(last)))
        return b"".join(target.raw[token] for token in reversed(words))

    def close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None


def continued(target: Vocabulary, context: bytes, raw: bytes, *, beginning: bool = False) -> list[int]:
    """The target's tokens of a text that follows another text, as the target's tokenizer writes them.

    Returns an empty list if the last token of the other text cannot be separated from this text.

    `beginning` says that no text comes before, so a space that the tokenizer puts first belongs to this text.
    """
    while context and context[0] & 0xC0 == 0x80:  # the rest of a character
        context = context[1:]
    for before in (context, b"", LINE):
        whole = _valid(before + raw)
        if len(whole) > len(before):
            ids = target.encode(whole.decode(), False)
            plain = _from(target, ids, whole, len(before))
            spaced = _from(target, ids, b" " + whole, len(before) + (not beginning))
            if plain or spaced:
                return max(plain, spaced, key=len)
    return []


def _from(target: Vocabulary, ids: Sequence[int], whole: bytes, begin: int) -> list[int]:
    """The tokens that begin at a byte of a text or after it, as long as they spell the text. The list is empty if no
    token begins at this byte.
    """
    found, at = list[int](), 0
    for i in ids:
        raw = target.raw.get(i)
        if not raw or not whole.startswith(raw, at) or (at > begin and not found):
            break
        if at >= begin:
            found.append(i)
        at += len(raw)
    return found


def _valid(raw: bytes) -> bytes:
    """The bytes before the first byte that is not part of a whole character."""
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        return raw[: error.start]
    return raw
