"""llama.cpp: its formats, and the adapter for `timings` in responses. llama_cpp_log.py reads its logs."""

from collections.abc import Iterator, Mapping
from typing import Any

from explorer.imports.engines.adapter import Values
from explorer.imports.fields import Fields, altered
from explorer.imports.record import Absent, Format, Request, Times

_VERBOSE = "Start `llama-server` with `--verbose`, and save its log."
_PASSES = Absent("The number of passes, and acceptance by position", "Save the server’s log, which has both.")
_ORDER = Absent("The order of the passes", _VERBOSE)
_LENGTHS = Absent("The draft length of each pass", _VERBOSE, "lengths")
_TEXT = Absent("Who wrote each token", _VERBOSE)
_REQUESTS = Absent("Single requests", "Save the responses, or the server’s log.")
_TIMES = Absent("The time of draft passes", "Start `llama-server` with `-lv 4`; the line “statistics” has it.", "times")
_MORE = "Start `llama-server` with `-lv 4`, and save its log."
_EVAL_TIME = "all tokens but the first of each answer, divided by all seconds of “eval time”"
_RULES: dict[str, Any] = {
    "version": "`llama-server --version`",
    "rule": "By default, llama.cpp samples every token from the target, and accepts a draft token only if it is that "
    "token. This rule is lossless.",
    "unless": ("`--spec-synth-len` or `--spec-synth-rates` is set",),
    "launched": "Check the command that started `llama-server`, and the variables `LLAMA_ARG_SPEC_SYNTH_LEN` and "
    "`LLAMA_ARG_SPEC_SYNTH_RATES`. They are for benchmarks only: draft tokens are accepted at a set rate, without a "
    "test.",
    "sampled": "With the default `--spec-draft-sampling greedy`, sampled answers with the same `seed` must be equal, "
    "too. With `probabilistic` (from build b11368), which is also lossless, only the frequencies of answers are equal.",
    "sets": "`--spec-draft-n-max {0}`{2}, in old versions `--draft-max {0}`",
    "sets_ngram": "`--spec-ngram-simple-size-m {0}`{2}, `--spec-ngram-map-k-size-m {0}` or `--spec-ngram-mod-n-max "
    "{0}`, by `--spec-type`",
    "timed": "Start `llama-server` with `-lv 4`: the log then has the cost.",
    "shares": "generated",
    "cuts": "llama.cpp stops a draft at a token to which the draft gives less than `--spec-draft-p-min` (before: "
    "`--draft-p-min`). With `-lv 4`, the log prints it as `p_min`; 0 never stops a draft.",
}
TIMINGS = Format(
    "llama.cpp", "responses", "on by default, as `timings` of every response", "totals per request",
    (_PASSES, _ORDER, _LENGTHS, _TEXT, _TIMES), _MORE,
    measure="all `predicted_n` minus one for each answer, divided by all seconds of `predicted_ms`",
    **_RULES,
)  # fmt: skip
LOG = Format(
    "llama.cpp", "log lines", "on by default; `-lv 4` adds positions in newer versions",
    "totals per request, and acceptance by position with few digits", (_ORDER, _LENGTHS, _TEXT, _TIMES), _MORE,
    measure=_EVAL_TIME, baseline=True, **_RULES,
)  # fmt: skip
DEBUG = Format(
    "llama.cpp", "debug log", "`--verbose`", "every pass of every request, with the draft’s most probable tokens",
    (Absent("The target’s own tokens", "Save the responses as well."), _TIMES), _VERBOSE,
    measure=_EVAL_TIME, baseline=True, **_RULES,
)  # fmt: skip
METRICS = Format(
    "llama.cpp", "Prometheus metrics", "`--metrics`, then `GET /metrics`",
    "totals by position since the start of the server", (_REQUESTS, _ORDER, _LENGTHS, _TEXT, _TIMES),
    _MORE, unit="server", **_RULES,
)  # fmt: skip


class Responses(Values):
    """An adapter for responses with `timings`. A stream repeats the timings, so only the last timings of a response
    count.
    """

    def __init__(self) -> None:
        self._waiting: Request | None = None

    def takes(self, value: Mapping[str, Any]) -> bool:
        timings = value.get("timings")
        return isinstance(timings, dict) and "draft_n" in timings

    def read(self, value: Mapping[str, Any], where: str) -> Iterator[Request]:
        fields = Fields(value, where)
        timings = fields.fields("timings")
        request = Request(
            format=TIMINGS,
            name=fields.text("id", 100),
            version=fields.text("system_fingerprint", 60),
            accepted=timings.whole("draft_n_accepted"),
            drafted=timings.whole("draft_n"),
            completion=timings.maybe_whole("predicted_n"),
            times=Times(decode=timings.maybe_number("predicted_ms"), prompt=timings.maybe_number("prompt_ms")),
            setting=(_temperature(value), None),
        )
        if request.completion is not None and (request.accepted or 0) > request.completion:
            raise altered(
                where,
                f"draft_n_accepted is {request.accepted:,}, which is more than predicted_n ({request.completion:,})",
            )
        waiting, self._waiting = self._waiting, request
        if waiting is not None and (not waiting.name or waiting.name != request.name):
            yield waiting

    def end(self, where: str) -> Iterator[Request]:
        if self._waiting is not None:
            yield self._waiting
        self._waiting = None


def _temperature(value: Mapping[str, Any]) -> str:
    """A sentence about the temperature in a response of `/completion`; empty if the response lacks the temperature."""
    more = value.get("__verbose")
    for place in (value, more if isinstance(more, dict) else {}):
        settings = place.get("generation_settings")
        found = settings.get("temperature") if isinstance(settings, dict) else None
        if isinstance(found, int | float) and not isinstance(found, bool) and 0 <= found <= 100:
            how = "so every token is the target’s most probable one" if not found else "so tokens are sampled"
            return f"The temperature of this run was {found:g}, {how}."
    return ""
