"""Find earlier occurrences of the end of a text, for methods that draft from the earlier text (suffix trees, prompt
lookup).

Tokens are compared as the methods compare them. The page shows text, with a few characters around every occurrence.
"""

from collections.abc import Mapping, Sequence

from decoders.core.record import Iteration
from decoders.methods.lookup import CopyLayer
from decoders.methods.suffix.algorithm import SuffixLayer, split_answers
from explorer.stage.message import Found, Occurrence
from explorer.story.page.pairs import unit_of
from explorer.trace.lines import Header

SHOWN = 3  # number of earlier occurrences that are listed: the last ones, which are closest to the end
AROUND, AFTER = 4, 8  # tokens before and after an occurrence


class Repeats:
    """Finds the repeated text of successive iterations. The object remembers the text that the iterations write."""

    def __init__(self, header: Header) -> None:
        """`header` is the first line of the trace."""
        self._tokens, self._prompt = [*header.prompt_tokens], len(header.prompt_tokens)
        self._text, self._joiner = header.prompt, " " if unit_of(header.pair) == "word" else ""
        self._answers = split_answers(str(header.settings.get("earlier") or ""))

    def add(self, iteration: Iteration, texts: Mapping[str, str]) -> Found | None:
        """The repeated text of the next iteration; None if there is none."""
        found = next((each for layer in iteration.layers if (each := self._found(layer, texts))), None)
        for beam in iteration.final.beams[:1]:
            self._tokens += beam.tokens[len(self._tokens) - self._prompt :]
        return found

    def _found(self, layer: object, texts: Mapping[str, str]) -> Found | None:
        match layer:
            case SuffixLayer() if layer.source == "text":
                return self._in_text(layer.matched, texts)
            case SuffixLayer() if layer.source == "earlier":
                return self._in_answer(layer, texts)
            case CopyLayer() if layer.ngram:
                return self._in_text(layer.ngram, texts)
            case _:
                return None

    def _in_text(self, size: int, texts: Mapping[str, str]) -> Found:
        tokens, end = self._tokens, len(self._tokens) - size
        pattern = tokens[end:]
        starts = [at for at in range(end) if tokens[at : at + size] == pattern]
        rows: list[Occurrence] = [self._occurrence(at, size, texts) for at in starts[-SHOWN:]]
        spans = [(at, at + size) for at in (*starts[-SHOWN:], end)]
        return {
            "rows": rows,
            "more": max(0, len(starts) - SHOWN),
            "end": self._occurrence(end, size, texts),
            "prompt": [each for span in spans if (each := self._characters(*span, texts))],
            "made": [(max(0, a - self._prompt), b - self._prompt) for a, b in spans if b > self._prompt],
        }

    def _in_answer(self, layer: SuffixLayer, texts: Mapping[str, str]) -> Found:
        """Find the first occurrence in an earlier answer, of which only the text is known."""
        size = layer.matched
        end = self._occurrence(len(self._tokens) - size, size, texts)
        answer = self._answers[layer.answer - 1] if layer.answer <= len(self._answers) else ""
        at = answer.find(end["match"])
        after = at + len(end["match"])
        rows: list[Occurrence] = [
            {"before": answer[max(0, at - 16) : at], "match": end["match"], "after": answer[after : after + 32]}
        ]
        return {"rows": rows if at >= 0 else [], "more": 0, "end": end, "prompt": [], "made": []}

    def _occurrence(self, at: int, size: int, texts: Mapping[str, str]) -> Occurrence:
        tokens, to = self._tokens, at + size
        before, match, after = tokens[max(0, at - AROUND) : at], tokens[at:to], tokens[to : to + AFTER]
        return {
            "before": self._written(before, texts),
            "match": self._written(match, texts),
            "after": self._written(after, texts),
        }

    def _written(self, tokens: Sequence[int], texts: Mapping[str, str]) -> str:
        return self._joiner.join(texts.get(str(token), f"#{token}") for token in tokens)

    def _characters(self, start: int, stop: int, texts: Mapping[str, str]) -> tuple[int, int] | None:
        """The range of characters of the given prompt that these tokens cover; None if the tokens are not part of the
        prompt.

        A chat template may put tokens around the prompt.
        """
        whole, text = self._written(self._tokens[: self._prompt], texts), self._text or ""
        begins = whole.find(text)
        first = len(self._written(self._tokens[: min(start, self._prompt)], texts)) + len(self._joiner) * (start > 0)
        last = len(self._written(self._tokens[: min(stop, self._prompt)], texts))
        low, high = max(0, first - begins), min(len(text), last - begins)
        return (low, high) if text and begins >= 0 and low < high else None
