"""vLLM: acceptance metrics of single requests (summary and detailed), Prometheus counters and log lines."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from explorer.imports.engines.adapter import ASSUMED, MOST_TOKENS, TIMES, Values, coloured
from explorer.imports.fields import LONGEST_DRAFT, MOST_STEPS, Fields, altered
from explorer.imports.record import (
    Absent,
    Format,
    Measure,
    Outcome,
    Request,
    Stated,
    Step,
    Times,
)

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
    """Raise BadInput if two histograms differ in the number of passes with some number of accepted draft tokens."""
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
                where, f"completion_tokens is {completion:,}, but the answer's logprobs list {len(tokens):,} tokens"
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
