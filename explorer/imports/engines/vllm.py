"""vLLM: acceptance metrics of single requests (summary and detailed), Prometheus counters and log lines."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from explorer.imports.clocks import seconds
from explorer.imports.engines.adapter import ASSUMED, MOST_TOKENS, TIMES, Lines, Values, coloured
from explorer.imports.fields import LONGEST_DRAFT, MOST_STEPS, Fields, altered
from explorer.imports.record import (
    UNSET,
    Absent,
    Averages,
    Format,
    Measure,
    Outcome,
    Request,
    Rounded,
    Setting,
    Stated,
    Step,
    Times,
    Window,
)
from explorer.imports.rounded import printed, rates_of, recovered

DETAILED_FLAG = "--per-request-spec-decode-metrics detailed"
_ORDER = Absent("The order of the passes", f"Start vLLM with `{DETAILED_FLAG}`.", "order")
_REQUESTS = Absent("Single requests", f"Start vLLM with `{DETAILED_FLAG}`, and save the responses.")
_LENGTHS = Absent("The draft length of each pass", f"Start vLLM with `{DETAILED_FLAG}`.", "lengths")
_MORE = f"Start vLLM with `{DETAILED_FLAG}`, and save the responses."
RULE = "vLLM’s default rule, rejection sampling, is lossless."
SETS = '`"num_speculative_tokens": {0}`{2} in `--speculative-config`'
BY_BATCH = (
    "Newer versions of vLLM can set them: "
    '`"num_speculative_tokens_per_batch_size": {}` in `--speculative-config`. Each entry has the first and the last '
    "number of running requests, and the length. Loads that did not run have the length of the next lower one. This "
    "setting does not work with data parallelism."
)
LAUNCHED = (
    "Check `rejection_sample_method` under `speculative_config`, in the line “non-default args” of vLLM’s start-up log."
    " If it is not listed, it has its default, which is lossless."
)
UNLESS = ("`rejection_sample_method` is `synthetic` or `fly`",)
LOSSY = (
    "Not lossless: `synthetic` accepts draft tokens at a set rate without a test, and `fly` accepts some rejected ones "
    "where the target is unsure. Block verification (`block`) is lossless."
)
CHANGES = (
    "`min_p` and `logit_bias` do not work with a draft. Newer versions refuse such requests (pull request 31982). "
    "Older ones ignore both, with a warning in the start-up log."
)
UNSEEN = ("a request to an older version has `min_p` or `logit_bias`",)
_RULES: dict[str, Any] = {
    "rule": RULE,
    "version": "`vllm --version`",
    "lossy": LOSSY,
    "changes": CHANGES,
    "unseen": UNSEEN,
    "sets": SETS,
    "by_batch": BY_BATCH,
    "launched": LAUNCHED,
    "unless": UNLESS,
}
_GENERATION = "all tokens divided by all seconds of `generation_time_ms`, without the prompts"
_TIMES = replace(
    TIMES,
    how="Start vLLM with `VLLM_CUSTOM_SCOPES_FOR_PROFILING=1` and `--profiler-config` (before: "
    "`VLLM_TORCH_PROFILER_DIR`), and call `/start_profile`. In versions that name them, the range “gpu_model_runner: "
    "draft” of a round, divided by the draft length, is `--draft-ms`. “gpu_model_runner: forward” is the target pass.",
)
DETAILED = Format(
    "vLLM", "responses, detailed", f"`{DETAILED_FLAG}`", "every pass of every request", (_TIMES,), _MORE,
    measure=_GENERATION, **_RULES,
)  # fmt: skip
SUMMARY = Format(
    "vLLM", "responses, summary", "`--per-request-spec-decode-metrics summary`",
    "a histogram of accepted draft tokens per request, by draft length in newer versions", (_ORDER, _TIMES),
    _MORE, measure=_GENERATION, **_RULES,
)  # fmt: skip
METRICS = Format(
    "vLLM", "Prometheus metrics", "`GET /metrics` of the server",
    "totals by position since the start of the server", (_REQUESTS, _ORDER, _LENGTHS, _TIMES),
    _MORE, unit="server", **_RULES,
)  # fmt: skip
# The V0 engine of old versions does not count target passes.
METRICS_V0 = replace(
    METRICS,
    lossy="",
    changes="",
    unseen=(),
    by_batch="",
    launched="Check `--spec-decoding-acceptance-method` in the command that started vLLM.",
    unless=("`--spec-decoding-acceptance-method` is `typical_acceptance_sampler`",),
)
LOG = Format(
    "vLLM", "log lines", "on by default, unless `--disable-log-stats` is set",
    "totals by position for log windows of a few seconds, with few digits", (_REQUESTS, _ORDER, _LENGTHS, _TIMES),
    _MORE, unit="log window",
    measure="“Avg generation throughput” of its log", baseline=True, **_RULES,
)  # fmt: skip

STATED: tuple[tuple[str, Measure], ...] = (("mean_acceptance_length", "length"), ("draft_acceptance_rate", "rate"))


def acceptance(fields: Fields) -> Request:
    """A request with the fields that vLLM and AIPerf share. Raises BadInput if two of the three histograms differ."""
    steps = _steps(fields)
    found: dict[str, Counter[Outcome]] = {}
    if steps:
        found["per_step_accepted"] = Counter(step.outcome for step in steps)
    if fields.has(name := "acceptance_histogram_by_draft_length"):
        rows = fields.rows(name)
        found[name] = Counter({(length, got): n for length, row in rows.items() for got, n in row.items()})
    if fields.has(name := "acceptance_histogram"):
        found[name] = Counter({(None, got): n for got, n in fields.histogram(name).items()})
    _agree(found, fields.where)
    return Request(
        format=DETAILED if steps else SUMMARY,
        passes=fields.whole("num_spec_steps"),
        accepted=fields.whole("num_accepted_draft_tokens"),
        drafted=fields.whole("num_draft_tokens"),
        longest=fields.maybe_whole("num_spec_tokens", LONGEST_DRAFT),
        outcomes=next(iter(found.values()), None),
        steps=steps,
        stated=tuple(Stated(name, measure, fields.number(name)) for name, measure in STATED if fields.has(name)),
    )


def _steps(fields: Fields) -> tuple[Step, ...]:
    if not fields.has("per_step_accepted", "per_step_drafted"):
        return ()
    accepted, drafted = (fields.wholes(name, MOST_STEPS) for name in ("per_step_accepted", "per_step_drafted"))
    if len(accepted) != len(drafted):
        raise altered(
            fields.where, f"per_step_accepted has {len(accepted):,} passes, but per_step_drafted has {len(drafted):,}"
        )
    return tuple(Step(got, length) for got, length in zip(accepted, drafted, strict=True))


def _agree(found: Mapping[str, Counter[Outcome]], where: str) -> None:
    """Raise BadInput if two histograms have different counts of passes with some number of accepted draft tokens."""
    first, counts = "", Counter[int]()
    for name, outcomes in found.items():
        other = Counter[int]()
        for (_, accepted), count in outcomes.items():
            other[accepted] += count
        first, counts = (first, counts) if first else (name, other)
        for bucket in sorted(counts.keys() | other.keys()):
            if counts[bucket] != other[bucket]:
                raise altered(
                    where,
                    f"{first} has {counts[bucket]:,} passes with {bucket} accepted draft tokens, but {name} "
                    f"has {other[bucket]:,}",
                )


class Responses(Values):
    """An adapter for vLLM's responses with `metrics.speculative_decoding`, or for that object by itself."""

    def takes(self, value: Mapping[str, Any]) -> bool:
        return _metrics(value) is not None

    def read(self, value: Mapping[str, Any], where: str) -> Iterator[Request]:
        fields, counts, tokens = Fields(value, where), acceptance(Fields(_metrics(value) or {}, where)), _tokens(value)
        usage = fields.inside("usage")
        completion = usage.maybe_whole("completion_tokens")
        if tokens and completion is not None and len(tokens) != completion:
            raise altered(
                where, f"completion_tokens is {completion:,}, but the answer has {len(tokens):,} tokens (logprobs)"
            )
        pieces = coloured(tokens, [step.accepted for step in counts.steps])
        yield replace(
            counts,
            name=fields.text("id", 100),
            version=fields.text("system_fingerprint", 60),
            completion=completion,
            prompt=usage.maybe_whole("prompt_tokens"),
            times=Times(decode=fields.inside("metrics").maybe_number("generation_time_ms")),
            pieces=pieces,
            pieces_assume=ASSUMED if pieces else "",
        )


def _metrics(value: Mapping[str, Any]) -> Mapping[str, Any] | None:
    metrics = value.get("metrics")
    found = metrics.get("speculative_decoding") if isinstance(metrics, dict) else None
    if isinstance(found, dict):
        return found
    return value if "num_spec_steps" in value and "num_draft_tokens" in value else None


def _tokens(value: Mapping[str, Any]) -> list[str]:
    """The tokens of the answer, if the response has only one, with log-probabilities, and is not part of a stream."""
    choices = value.get("choices")
    choice = choices[0] if isinstance(choices, list) and len(choices) == 1 else None
    given = choice.get("logprobs") if isinstance(choice, dict) and "delta" not in choice else None
    if not isinstance(given, dict):
        return []
    tokens = given.get("tokens")
    if tokens is None and isinstance(given.get("content"), list):
        tokens = [entry.get("token") for entry in given["content"] if isinstance(entry, dict)]
    if not isinstance(tokens, list) or len(tokens) > MOST_TOKENS:
        return []
    texts = [token for token in tokens if isinstance(token, str)]
    return texts if len(texts) == len(tokens) else []


_LINE = re.compile(
    r"SpecDecoding metrics: Mean acceptance length: (\d+\.\d+|nan),"
    r"(?:.*? Accepted: (\d+) tokens, Drafted: (\d+) tokens,)?"
    r".*?Per-position acceptance rate: ([\d., ]*?),? Avg Draft acceptance rate: (\d+\.\d+|nan)%"
)
_METHOD = "rejection_sample_method"
_DRAFTED = re.compile(r"Drafted throughput: (\d+\.\d+) tokens/s")
_ENGINE = re.compile(r"\bEngine (\d{1,4}):")
_KIND = re.compile(r"SpeculativeConfig\(method='([\w-]{1,40})'")
_REJECTION = re.compile(_METHOD + r"""['"]?\s*[:=]\s*['"]?(\w{1,40})""")
_CLOCK = re.compile(r"\b([01]\d|2[0-3]):([0-5]\d):([0-5]\d)\b")
_RUNNING = re.compile(r"Running: (\d{1,9}) reqs")
_PRINTED = re.compile(r"Avg generation throughput: (\d{1,9}\.\d+) tokens/s")
DAY = 86_400  # seconds
SAME = 1  # largest number of seconds between two lines of a log that describe the same log window
RESOLUTION, CLOSE = 2.0, 0.1  # seconds plus share of the time by which timestamps may differ from a printed rate


def clock_of(line: str) -> int | None:
    """The time of day at which a line was written, in seconds; None if the line has no time."""
    found = _CLOCK.search(line)
    return int(found[1]) * 3600 + int(found[2]) * 60 + int(found[3]) if found else None


def server_speed(line: str) -> tuple[int, float] | None:
    """The running requests and the tokens per second of a line about the server; None for another line.

    >>> server_speed("Avg generation throughput: 46.2 tokens/s, Running: 1 reqs")
    (1, 46.2)
    """
    running, speed = _RUNNING.search(line), _PRINTED.search(line)
    return (int(running[1]), float(speed[1])) if running and speed else None


SILENT = (
    "Avg generation throughput:",
    "{name} is a log of vLLM without numbers of speculative decoding. Start vLLM with `--speculative-config`.",
)


class Log(Lines):
    """An adapter for the lines “SpecDecoding metrics” in vLLM's log. Each line covers all requests of a log window."""

    words: tuple[str, ...] = ("SpecDecoding metrics:", _METHOD, "Running:", "SpeculativeConfig(method=")

    def __init__(self) -> None:
        self._setting, self._kind = UNSET, ""
        # the last line about the server: its running requests, tokens per second and time, until a log window uses it
        self._server: tuple[int | None, float | None, int | None] = (None, None, None)
        self._engines = set[str]()
        self._before: int | None = None  # when the last log window ended

    def read(self, line: str, where: str) -> Iterator[Request]:
        if found := _KIND.search(line):
            self._kind = found[1]
        if found := _REJECTION.search(line):
            self._setting = _setting_of(found[1])
        if running := _RUNNING.search(line):
            speed = _PRINTED.search(line)
            self._server = int(running[1]), float(speed[1]) if speed else None, clock_of(line)
        self._engines.update(_ENGINE.findall(line))
        match = _LINE.search(line)
        self.left_out += match is None and self.words[0] in line
        if match is None or "nan" in (match[1], match[5]):
            self._before = self._before if match is None else clock_of(line)
            return
        length, rates = printed(match[1]), rates_of(match[4])
        base = Request(
            format=LOG,
            method=self._kind,
            longest=len(rates) or None,
            setting=self._setting,
            stated=(
                Stated("Mean acceptance length", "length", length.value, length.half),
                Stated("Avg Draft acceptance rate", "rate", float(match[5]) / 100, 0.0005),
            ),
        )
        if match[2] is None:
            low, high = max(1.0, length.value - length.half), length.value + length.half
            window = self._window(line, where, length.value, len(rates))
            yield replace(base, averages=Averages(1, low, high, length.value), windows=(window,))
            return
        accepted, drafted = int(match[2]), int(match[3])
        counted, fewest = replace(base, accepted=accepted, drafted=drafted), -(-drafted // max(1, len(rates)))
        if accepted:
            counted = recovered(counted, length, rates, where, fewest)
        elif drafted:
            counted = replace(counted, rounded=Rounded(fewest, drafted, (0.0,) * len(rates)))
        ends = (counted.rounded.fewest, counted.rounded.most) if counted.rounded else (counted.passes or 1,) * 2
        tokens = 1 + accepted / (sum(ends) // 2)
        window = self._window(line, where, tokens, len(rates))
        yield replace(counted, clock=self._clock(window.name, line, drafted), windows=(window,))

    def _clock(self, name: str, line: str, drafted: int) -> str:
        """The contradiction between the printed rate of draft tokens and the time since the last log window; empty if
        there is none. If several engines write the log, nothing is compared, because a line does not say which engine
        it is about.
        """
        at, found, before = clock_of(line), _DRAFTED.search(line), self._before
        self._before = at
        if at is None or before is None or found is None or not float(found[1]) or len(self._engines) > 1:
            return ""
        took, gap = drafted / float(found[1]), (at - before) % DAY
        if abs(took - gap) <= RESOLUTION + CLOSE * gap:
            return ""
        return (
            f"The times of {name} cannot be right: {drafted:,} draft tokens at {found[1]} per second take "
            f"{seconds(took)}, but its timestamp is {seconds(gap)} after the previous one."
        )

    def _window(self, line: str, where: str, tokens: float, length: int) -> Window:
        """The speed of this log window: as printed in the same second, otherwise by its counts. Each line about the
        server is used for only one log window.
        """
        drafted, clock, (running, speed, seen) = _DRAFTED.search(line), _CLOCK.search(line), self._server
        self._server = None, None, None
        name = where.partition(" of ")[0].lower() + (f" ({clock[0]})" if clock else "")
        at = clock_of(line)
        if not speed or (at is not None and seen is not None and (at - seen) % DAY > SAME):
            speed = float(drafted[1]) / length * tokens if drafted and length else None
        return Window(name, tokens, speed, running)


def _setting_of(method: str) -> Setting:
    """The sentence about the rejection method of a run, and whether the method is lossless."""
    lossless = {"standard": True, "block": True, "fly": False, "synthetic": False}.get(method)
    is_so = {True: "which is lossless", False: "which is lossy", None: "which this explorer does not know"}[lossless]
    return f"This run used `rejection_sample_method` {method}, {is_so}.", lossless
