"""Open a file written by another engine: recognize its format by its content, and check every request that it
describes.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from decoders.core.checkpoint import checkpoint
from decoders.errors import BadInput
from explorer.imports.engines import aiperf, llama_cpp, llama_cpp_log, mlx_lm, sglang, sglang_server, vllm, vllm_log
from explorer.imports.engines.adapter import Lines, Values
from explorer.imports.engines.prometheus import Counters
from explorer.imports.gate import check
from explorer.imports.reading import Source
from explorer.imports.record import Format, Reading, Request

FORMATS: tuple[Format, ...] = (
    vllm.DETAILED, vllm.SUMMARY, vllm.METRICS, vllm.LOG,
    sglang.DETAILS, sglang.DUMP, sglang_server.LOG, sglang_server.GAUGES,
    llama_cpp.TIMINGS, llama_cpp.LOG, llama_cpp.DEBUG, llama_cpp.METRICS,
    aiperf.EXPORT, mlx_lm.TOKENS, mlx_lm.FRAGMENTS,
)  # fmt: skip
# Words that the logs of an engine contain even without speculative decoding, and the message about such a log.
SILENT = (vllm_log.SILENT, sglang_server.SILENT, llama_cpp_log.SILENT)
_HEADER = re.compile(r'\s*\{\s*"kind"\s*:\s*"header"')  # also of a trace whose first line is broken
MOST_REQUESTS = 1_000_000
NO_NUMBERS = (
    "{name} has responses without numbers of speculative decoding. Start vLLM with "
    f"`{vllm.DETAILED_FLAG}`, or send `return_spec_tokens_details` to SGLang."
)
UNKNOWN = "The format of {name} is not known here. `docs/import.md` lists the formats and the options that write them."
NO_LINES = (
    "No line of {name} has numbers of speculative decoding in a known format. `docs/import.md` lists the formats."
)
OWN_TRACE = "{name} is a trace of this explorer. Open it alone in the Traces tab, or with `python -m explorer show`."


def opened(path: Path, name: str = "") -> Iterator[Request]:
    """Every request of the file at a path; `name` is the file's name in messages. The last request says how much was
    read. Raises BadInput for the first request that contradicts itself.
    """
    source, waiting = Source(path, name or path.name), None
    found = _of_lines(source) if source.kind == "lines" else _of_values(source)
    for number, (request, where) in enumerate(found, 1):
        checkpoint()
        if number > MOST_REQUESTS:
            raise BadInput(f"{source.name} has more than {MOST_REQUESTS:,} requests. Split it.")
        request = check(request, request.where or where)
        if waiting is not None:
            yield waiting
        waiting = request
    if waiting is not None:
        yield replace(waiting, reading=source.reading)


def is_trace(path: Path, name: str) -> bool:
    """Whether a file is a trace of this explorer and not a file of an engine. Raises BadInput if it cannot be read."""
    source = Source(path, name)
    if source.kind != "json":
        return False
    if _HEADER.match(source.first):
        return True
    try:
        return _own(next(source.values(), None))
    except BadInput:
        return False  # reading it as a file of an engine gives the error message


def _of_values(source: Source) -> Iterator[tuple[Request, str]]:
    adapters: tuple[Values, ...] = (
        vllm.Responses(), aiperf.Export(), sglang.Dump(), sglang.Responses(), llama_cpp.Responses(), mlx_lm.Tokens(),
    )  # fmt: skip
    number = taken = 0
    answers = False
    for number, value in enumerate(source.values(), 1):
        if not isinstance(value, dict):
            continue
        adapter = next((adapter for adapter in adapters if adapter.takes(value)), None)
        if adapter is None:
            if _own(value):
                raise BadInput(OWN_TRACE.format(name=source.name))
            answers = answers or "choices" in value or "meta_info" in value or "content" in value
            continue
        taken += 1
        where = f"{adapter.noun} {number} of {source.name}"
        yield from ((request, where) for request in adapter.read(value, where))
    source.reading = Reading("JSON value", number, unused=number - taken, cut=source.cut)
    where = f"The end of {source.name}"
    for adapter in adapters:
        yield from ((request, where) for request in adapter.end(where))
    if not taken:
        raise BadInput((NO_NUMBERS if answers else UNKNOWN).format(name=source.name))


def _own(value: Any) -> bool:
    """Whether a value is the header of a trace of this explorer."""
    return isinstance(value, dict) and value.get("kind") == "header" and "schema" in value and "method" in value


def _of_lines(source: Source) -> Iterator[tuple[Request, str]]:
    adapters: tuple[Lines, ...] = (
        vllm_log.Log(), llama_cpp_log.Log(), Counters("vllm:", vllm.METRICS, vllm.METRICS_V0),
        Counters("llamacpp:", llama_cpp.METRICS), sglang_server.Log(), sglang_server.Gauges(),
    )  # fmt: skip
    words = [*(word for adapter in adapters for word in adapter.words), *(word for word, _ in SILENT)]
    relevant = re.compile("|".join(map(re.escape, words))).search
    taken, silent, number = False, NO_LINES, 0
    for number, line in enumerate(source.lines(), 1):
        if relevant(line) is None and not any(adapter.continues for adapter in adapters):
            continue
        silent = next((said for word, said in SILENT if word in line), silent)
        where = f"Line {number} of {source.name}"
        for adapter in adapters:
            for request in adapter.read(line, where):
                taken = True
                yield request, where
    left_out = sum(adapter.left_out for adapter in adapters)
    unfinished = tuple(each for adapter in adapters for each in adapter.unfinished())
    source.reading = Reading("line", number, left_out=left_out, unfinished=unfinished, cut=source.cut)
    where = f"The end of {source.name}"
    for adapter in adapters:
        for request in adapter.end(where):
            taken = True
            yield request, where
    if not taken:
        raise BadInput(silent.format(name=source.name))
