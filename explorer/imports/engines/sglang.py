"""SGLang: `sglext.spec_tokens_details` and `meta_info` of responses, and the DSpark dump."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from decoders.errors import BadInput
from explorer.imports.engines.adapter import TIMES, Values
from explorer.imports.fields import LONGEST_DRAFT, MOST_STEPS, Fields, altered
from explorer.imports.record import (
    OFTEN,
    UNSET,
    Absent,
    Format,
    Measure,
    Request,
    Setting,
    Stated,
    Step,
    Times,
    counted,
)

DETAILS_FLAG = '`"return_spec_tokens_details": true` in the request'
ORDER = Absent("The order of the passes", "No option of SGLang writes it for every algorithm.")
MORE = f"Send {DETAILS_FLAG}, save the responses, and with `--speculative-eagle-topk 1`, add `--draft-length`."
RULES: dict[str, Any] = {
    "version": "`GET /server_info`",
    "rule": "SGLang’s default rule, with both thresholds at 1.0, is lossless.",
    "lossy": "`SGLANG_SIMULATE_ACC_LEN` accepts drafts without a test. Without a kernel for sampling, sampled requests "
    "are verified greedily. Version 0.5.23 does this on CPUs, Intel GPUs and, without "
    "`--speculative-use-rejection-sampling`, on AMD GPUs.",
    "changes": "With EAGLE, MTP, draft models and n-grams, version 0.5.23 ignores `min_p`, and updates the penalties "
    "of a request only once per round. Older versions also ignored penalties or `logit_bias`.",
    "sampled": f"At temperature 0, neither accept thresholds nor greedy verification change an answer. So also {OFTEN}",
    "unless": ("an accept threshold is below 1.0",),
    "unseen": (
        "`SGLANG_SIMULATE_ACC_LEN` is set",
        "sampling ran on a CPU, an Intel GPU or an AMD GPU",
        "a request has `min_p`, `frequency_penalty`, `presence_penalty` or `repetition_penalty`",
    ),
    "launched": "Check `speculative_accept_threshold_single` and `speculative_accept_threshold_acc` in SGLang’s `GET "
    "/server_info`. Search its log for “falling back to greedy”, and `/proc/PID/environ` for "
    "`SGLANG_SIMULATE_ACC_LEN`.",
    "sets": "`--speculative-num-steps {0}`{2}, `--speculative-num-draft-tokens {1}`{3} and "
    "`--speculative-eagle-topk 1`",
    "sets_ngram": "`--speculative-num-draft-tokens {1}`{3} and `--speculative-ngram-max-bfs-breadth 1`, which replaces "
    "`--speculative-eagle-topk`",
    "trap": "`--speculative-num-draft-tokens` counts one more than the draft: {1} for a draft of {0}.",
}
SGLANG_TIMES = replace(
    TIMES,
    how="Start SGLang with `SGLANG_TORCH_PROFILER_DIR` and call `/start_profile`. In a round of the trace, the draft’s "
    "passes divided by the draft length are `--draft-ms`.",
)
THRESHOLDS = ("speculative_accept_threshold_single", "speculative_accept_threshold_acc")  # the server's names
_STATE = (
    "If `--speculative-eagle-topk` is 1, add `--draft-length`. It is one less than `--speculative-num-draft-tokens`, "
    "which also counts the token before the draft."
)
_CHAIN = Absent("Whether every draft was one sequence of the same length", _STATE, "lengths")
_TEXT = Absent("Who wrote each token", "No option of SGLang writes it for every algorithm.")
DETAILS = Format(
    "SGLang", "responses", f"{DETAILS_FLAG}; the native endpoint `/generate` always writes `meta_info`",
    "a histogram of accepted draft tokens per request", (ORDER, _CHAIN, _TEXT, SGLANG_TIMES), _STATE,
    measure="all `completion_tokens` divided by all seconds of `e2e_latency` (per request, end to end)", **RULES,
)  # fmt: skip
DUMP = Format(
    "SGLang", "DSpark dump", "`SGLANG_DSPARK_DEBUG_DUMP=core,reqs`, saved from `GET /server_info`",
    "every pass of every request, with token ids",
    (Absent("The text", "The dump has token ids only. Save the responses as well."),), "",
    **RULES,
)  # fmt: skip
# Names of newer and of older versions.
_PASSES = "spec_verify_ct"
_ACCEPTED = ("spec_num_correct_drafts", "spec_accepted_drafts", "spec_accept_token_num")
_DRAFTED = ("spec_num_proposed_drafts", "spec_proposed_drafts", "spec_draft_token_num")
_HISTOGRAM = ("spec_correct_drafts_histogram", "spec_accept_histogram")
_STATED: tuple[tuple[str, Measure], ...] = (("spec_accept_rate", "rate"), ("spec_accept_length", "completion length"))
CAPPED = "The server capped draft lengths by confidence, so they differ from pass to pass."


def setting_of(options: Mapping[str, Any]) -> Setting:
    """A sentence about a server's two thresholds, and whether they are lossless; empty if one is not known."""
    try:
        single, both = (float(options[name]) for name in THRESHOLDS)
    except (KeyError, TypeError, ValueError):
        return UNSET
    lossless = min(single, both) >= 1
    is_so = "so it was lossless" if lossless else "so it was lossy"
    return f"This run used `{THRESHOLDS[0]}` {single:g} and `{THRESHOLDS[1]}` {both:g}, {is_so}.", lossless


class Responses(Values):
    """An adapter for responses with `sglext.spec_tokens_details` or `meta_info`."""

    def takes(self, value: Mapping[str, Any]) -> bool:
        return any(True for _ in _details(value))

    def read(self, value: Mapping[str, Any], where: str) -> Iterator[Request]:
        whole = Fields(value, where)
        found = list(_details(value))
        for given in found:
            fields = Fields(given, where)
            completion = fields.maybe_whole("completion_tokens")
            if completion is None and len(found) == 1:
                completion = whole.inside("usage").maybe_whole("completion_tokens")
            yield _request(fields, completion, fields.text("id", 100) or whole.text("id", 100))


def _details(value: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The objects within a response that have the number of verification passes."""
    places = [value.get("meta_info")]
    extension = value.get("sglext")
    if isinstance(extension, dict):
        given = extension.get("spec_tokens_details")
        places += given if isinstance(given, list) else [given]
    if not any(isinstance(place, dict) for place in places) and isinstance(value.get("choices"), list):
        places += [choice.get("meta_info") for choice in value["choices"] if isinstance(choice, dict)]
    for place in places:
        if isinstance(place, dict) and _PASSES in place:
            yield place


def _request(fields: Fields, completion: int | None, name: str) -> Request:
    accepted, drafted = (_newest(fields, names) for names in (_ACCEPTED, _DRAFTED))
    histogram = next((key for key in _HISTOGRAM if fields.has(key)), None)
    counts = fields.histogram(histogram) if histogram else {}
    stated = tuple(Stated(key, measure, fields.number(key)) for key, measure in _STATED if fields.has(key))
    capped = fields.has("spec_cap_lens_histogram") and bool(fields.histogram("spec_cap_lens_histogram"))
    latency = fields.maybe_number("e2e_latency")  # seconds
    return Request(
        format=DETAILS,
        name=name,
        times=Times(whole=None if latency is None else 1000 * latency),
        passes=fields.whole(_PASSES),
        accepted=accepted,
        drafted=drafted,
        completion=completion,
        prompt=fields.maybe_whole("prompt_tokens"),
        measured_lengths=False,
        outcomes={(None, got): count for got, count in counts.items()} if counts else None,
        stated=stated,
        capped=capped,
        notes=(CAPPED,) if capped else (),
    )


def _newest(fields: Fields, names: tuple[str, ...]) -> int | None:
    """The count that has several names in different versions. Raises BadInput if two names have different values."""
    values = {name: fields.whole(name) for name in names if fields.has(name)}
    if len(set(values.values())) > 1:
        (first, count), (other, second), *_ = values.items()
        raise altered(fields.where, f"{first} is {count:,}, but {other} is {second:,}")
    return next(iter(values.values()), None)


class Dump(Values):
    """An adapter for the DSpark dump: one object with `records`, the answer of /server_info around it, or its records
    one by one.
    """

    noun = "Dump"

    def __init__(self) -> None:
        self._requests: dict[str, list[Step]] = {}
        self._longest: int | None = None
        self._draft = self._target = 0.0
        self._timed = True
        self._count = self._rounds = 0
        self._setting = UNSET

    def takes(self, value: Mapping[str, Any]) -> bool:
        return "forward_ct" in value or any(True for _ in _dumps(value))

    def read(self, value: Mapping[str, Any], where: str) -> Iterator[Request]:
        self._setting = self._setting if self._setting[0] else setting_of(value)
        if "forward_ct" in value:
            self._record(Fields(value, where))
        for dump in _dumps(value):
            fields = Fields(dump, where)
            longest = fields.maybe_whole("gamma", LONGEST_DRAFT)
            self._longest = longest if longest is not None else self._longest
            for number, record in enumerate(dump["records"], 1):
                if not isinstance(record, dict):
                    raise altered(where, f"record {number} is not an object")
                self._record(Fields(record, f"{where}, record {number}"))
        yield from ()

    def _record(self, fields: Fields) -> None:
        draft, target = (fields.maybe_number(f"{part}_gpu_ms") for part in ("draft", "target_verify"))
        self._rounds += 1
        self._timed = self._timed and draft is not None and target is not None
        self._draft, self._target = self._draft + (draft or 0), self._target + (target or 0)
        if not fields.has("reqs"):
            raise BadInput(
                f"{fields.where}: reqs is missing, so the dump does not record the accepted tokens. "
                "Set SGLANG_DSPARK_DEBUG_DUMP=core,reqs."
            )
        for given in fields.list_of_fields("reqs"):
            self._count += 1
            if self._count > MOST_STEPS:
                raise BadInput(
                    f"{fields.where}: the dump has more than {MOST_STEPS:,} passes. Write dumps more often, "
                    "so that each has fewer passes."
                )
            self._step(given)

    def _step(self, fields: Fields) -> None:
        accepted, written = fields.whole("correct_drafts"), fields.whole("acc_len")
        if written != accepted + 1:
            raise altered(
                fields.where,
                f"acc_len is {written:,}, but correct_drafts and one token of the target make {accepted + 1:,}",
            )
        checked = fields.whole("verify_len", LONGEST_DRAFT + 1)
        drafts = fields.wholes("draft_tokens", LONGEST_DRAFT + 1)
        if checked - 1 > len(drafts):
            raise altered(fields.where, f"{checked - 1:,} draft tokens are checked, but {len(drafts):,} are listed")
        name = fields.text("rid", 100) or f"slot {fields.maybe_whole('req_pool_index')}"
        step = Step(accepted, max(0, checked - 1), draft_tokens=drafts, own_token=fields.maybe_whole("bonus_token"))
        self._requests.setdefault(name, []).append(step)

    def end(self, where: str) -> Iterator[Request]:
        timed = self._timed and self._count > 0
        times = Times(draft=self._draft, target=self._target, rounds=self._rounds) if timed else Times()
        for name, steps in self._requests.items():
            yield Request(
                format=DUMP,
                name=name,
                method="DSPARK",
                **counted(steps),
                longest=self._longest,
                setting=self._setting,
                times=times,
            )
            # A pass serves several requests, so the times belong to the file, and the first request has them.
            times = Times(draft=0.0, target=0.0, rounds=0) if times.draft else times


def _dumps(value: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The dumps in a JSON value, one for each rank (process) of the server."""
    states = value.get("internal_states")
    places = [value, value.get("dspark_info_record")]
    places += [state.get("dspark_info_record") for state in states or () if isinstance(state, dict)]
    for place in places:
        if isinstance(place, dict) and isinstance(place.get("records"), list) and "gamma" in place:
            yield place
