"""The speed without a draft, read from a log of the same engine without speculative decoding.

A log is used only if it can be matched with the imported file: a llama.cpp log must have the same prompts, and a vLLM
log the same numbers of running requests.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from decoders.errors import BadInput
from explorer.imports.counts import Pool
from explorer.imports.engines import llama_cpp_log, vllm, vllm_log
from explorer.imports.reading import Source
from explorer.imports.speed_words import runs_words
from explorer.imports.times import Given

DRAFTS = ("SpecDecoding metrics:", "draft acceptance")
BOTH = "`--baseline` gives the speed without a draft, so leave `--target-per-second` and `--target-ms` out."

UNMATCHED = (
    "{} and {} cannot be matched, because their numbers of prompt tokens or of slots differ or are missing. Run the "
    "same prompts with the same number of requests at once."
)


def with_baseline(path: Path, name: str, pool: Pool, given: Given) -> Given:
    """Add the speeds without a draft to the given facts. Raises BadInput if the log at `path` was written with a draft,
    too, or if it cannot be matched with the pool.
    """
    if given.target is not None or given.loads:
        raise BadInput(BOTH)
    if not all(form.baseline for form in pool.formats):
        raise BadInput(f"`--baseline` does not work for {pool.name}. Only logs of vLLM and llama.cpp can be matched.")
    source, found = Source(path, name), replace(given, without=f"{name} has")
    lines = _lines(source) if source.kind == "lines" else iter(())
    return _by_load(lines, name, pool, found) if vllm.LOG in pool.formats else _by_prompt(lines, name, pool, found)


def _lines(source: Source) -> Iterator[str]:
    """The lines of a log of runs without a draft. Raises BadInput at the first line about a draft."""
    for line in source.lines():
        if any(word in line for word in DRAFTS):
            raise BadInput(f"{source.name} is from a run with a draft. Give a log without a draft as `--baseline`.")
        yield line


def _by_load(lines: Iterable[str], name: str, pool: Pool, given: Given) -> Given:
    """Add the speed of the fastest log window at each number of running requests. Slower ones may include idle time."""
    fastest = dict[int, float]()
    for running, per_second in filter(None, map(vllm_log.server_speed, lines)):
        if running in pool.loads and per_second:
            fastest[running] = max(per_second, fastest.get(running, 0.0))
    if not fastest:
        missing = runs_words(sorted(pool.loads)) if pool.loads else "a known number of running requests"
        raise BadInput(f"{name} has no vLLM log window with {missing}. Save a log at the same load as {pool.name}.")
    return replace(given, loads=tuple(sorted(fastest.items())))


def _by_prompt(lines: Iterable[str], name: str, pool: Pool, given: Given) -> Given:
    """Add the speed of all requests together, and the speed at each prompt length that occurs once. The pass over the
    prompt writes the first token of an answer, so this token does not count.
    """
    requests, slots = llama_cpp_log.without_draft(lines)
    lengths, own = [prompt for prompt, *_ in requests], [each.prompt or 0 for each in pool.speeds]
    if not own or 0 in own or sorted(lengths) != sorted(own) or len(slots) != len(pool.slots):
        raise BadInput(UNMATCHED.format(name, pool.name))
    total = sum(tokens - 1 for _, tokens, _ in requests) / sum(ms for *_, ms in requests)
    each = tuple((prompt, 1000 * (n - 1) / ms) for prompt, n, ms in requests if lengths.count(prompt) == 1)
    return replace(given, per_second=1000 * total, prompts=each)
