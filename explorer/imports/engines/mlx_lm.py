"""mlx-lm: one `GenerationResponse` per token, and the fragments of LM Studio, which uses mlx-lm."""

from collections.abc import Iterator, Mapping
from typing import Any

from decoders.errors import BadInput
from explorer.imports.engines.adapter import MOST_TOKENS, Values
from explorer.imports.fields import MOST_STEPS, Fields
from explorer.imports.record import Absent, Format, Piece, Request, Step, counted

_MORE = "Add `--draft-length`, the number that you gave as `num_draft_tokens`."
_LENGTH = Absent("The draft length", _MORE, "lengths")
_TIMES = Absent(
    "The time of draft and target passes",
    "Measure them, and add `--target-ms` and `--draft-ms`. mlx-lm only reports tokens per second.",
    "times",
)
_RULE = (
    "{} samples every token from the target, and accepts a draft token only if it is that token. This rule is lossless."
)
_RULES: dict[str, Any] = {
    "lossy": "We know of no option that makes it lossy.",
    "sets": "`num_draft_tokens={0}`{2}, for the command `--num-draft-tokens {0}`",
}
TOKENS = Format(
    "mlx-lm", "tokens", "each response of `stream_generate` as a line of JSON, without `logprobs`",
    "the text, and which model wrote each token", (_LENGTH, _TIMES), _MORE, _RULE.format("mlx-lm"), "", **_RULES,
)  # fmt: skip
FRAGMENTS = Format(
    "LM Studio", "fragments", "each prediction fragment as a line of JSON",
    "the text, and which model wrote each fragment of one token", (_LENGTH, _TIMES), _MORE,
    _RULE.format("LM Studio, which runs mlx-lm and llama.cpp,"), "", **_RULES,
)  # fmt: skip
OPEN = "The last answer has no end in this file. Its tokens so far are counted."
CUT = "The answer ends within its last pass. That pass is left out of the counts."


class Tokens(Values):
    """An adapter for the tokens of answers, in their order. Every token of the target ends a pass."""

    noun = "Token"

    def __init__(self) -> None:
        self._format = TOKENS
        self._clear()

    def _clear(self) -> None:
        self._pieces: list[Piece] = []
        self._steps: list[Step] = []
        self._run = self._tokens = 0

    def takes(self, value: Mapping[str, Any]) -> bool:
        return "from_draft" in value or ("containsDrafted" in value and "tokensCount" in value)

    def read(self, value: Mapping[str, Any], where: str) -> Iterator[Request]:
        fields = Fields(value, where)
        fragment = "from_draft" not in value
        key = "containsDrafted" if fragment else "from_draft"
        self._format = FRAGMENTS if fragment else TOKENS
        if not isinstance(value.get(key), bool):
            raise fields.wrong(key, "true or false")
        if fragment and (count := fields.whole("tokensCount")) != 1:
            if count:
                raise BadInput(
                    f"{where}: a fragment has {count:,} tokens and does not say which of them were drafted. "
                    "Save fragments of one token."
                )
            return
        self._add(fields, bool(value[key]))
        if fields.text("finish_reason"):
            yield from self._request(())

    def _add(self, fields: Fields, drafted: bool) -> None:
        self._tokens += 1
        if self._tokens > MOST_STEPS:
            raise BadInput(f"{fields.where}: the answer has more than {MOST_STEPS:,} tokens. Split the file.")
        text = fields.text("text") or fields.text("content")
        if len(self._pieces) < MOST_TOKENS:
            self._pieces.append(Piece(text, drafted))
        self._run += drafted
        if not drafted:
            self._steps.append(Step(self._run))
            self._run = 0

    def end(self, where: str) -> Iterator[Request]:
        yield from self._request((OPEN,) if self._format is TOKENS else ())

    def _request(self, notes: tuple[str, ...]) -> Iterator[Request]:
        """The request that consists of the tokens so far."""
        if self._tokens:
            yield Request(
                format=self._format,
                **counted(self._steps),
                completion=self._tokens,
                unended=self._run,
                pieces=tuple(self._pieces),
                notes=(*notes, CUT) if self._run else notes,
            )
        self._clear()
