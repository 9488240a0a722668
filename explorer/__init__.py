"""Record, open and compare runs of speculative decoding; what is named in `__all__` is public.

    import explorer

    trace = explorer.record("spd", "smollm2", "Why is the sky blue?", {"gamma": 4}, max_new_tokens=32)
    print(trace.summary.text, trace.summary.counts.acceptance)
    trace.figure(3).show()  # the graph of iteration 3

Importing this needs neither torch nor Gradio: torch is loaded with a pair of language models.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from decoders.core.pair import Pair
    from explorer.public import Trace
    from explorer.service.request import RunRequest

__version__ = "0.2.0"

__all__ = ["RunRequest", "Trace", "open_trace", "record"]


def record(
    method: str,
    pair: "str | Pair",
    prompt: str,
    settings: Mapping[str, Any] | None = None,
    *,
    seed: int = 0,
    max_new_tokens: int = 64,
    raw: bool = False,
    device: str = "auto",
    dtype: str = "auto",
    engine: str = "auto",
    system: str | None = None,
    messages: Sequence[Mapping[str, str]] = (),
    template_args: Mapping[str, Any] | None = None,
    ignore_eos: bool = False,
    to: str | Path | None = None,
) -> "Trace":
    """One recorded run, also written to the file `to` (.jsonl or .jsonl.gz), line by line, where that is given.

    `method` is a name of `decoders.DECODERS`; `pair` is a name for `decoders.load_pair`, or a pair that is loaded
    already, which then needs no loading and has its device, dtype and engine. `settings` are values or words, what is
    left out is at its default; `raw` passes the prompt without the chat template. `system` is the system prompt (None:
    the template's own), `messages` are the turns before the prompt, each {"role": …, "content": …}, and `template_args`
    are further variables of the chat template, such as {"enable_thinking": False}. With `ignore_eos` no token ends the
    run, which then makes exactly `max_new_tokens` tokens. Raises `BadInput` (a ValueError) that says in one sentence
    what cannot be run.
    """
    from decoders.core.pair import Pair
    from decoders.errors import BadInput
    from explorer.public import with_pictures
    from explorer.service.recording import record_trace
    from explorer.service.request import RunRequest

    loaded = pair if isinstance(pair, Pair) else None
    if loaded is not None and (device, dtype, engine) != ("auto", "auto", "auto"):
        raise BadInput("A loaded pair has its device, dtype and engine already. Leave them out, or name the pair.")
    name = pair.name if isinstance(pair, Pair) else pair
    request = RunRequest(
        *(method, name, prompt, settings or {}, seed, max_new_tokens, raw, device, dtype, engine),
        system=system,
        messages=messages,
        template_args=template_args or {},
        ignore_eos=ignore_eos,
    )
    return with_pictures(record_trace(request, None if to is None else Path(to), loaded))


def open_trace(path: str | Path) -> "Trace":
    """A trace file, read and checked; one that was cut is read up to the cut (`Trace.incomplete`).

    Raises `BadInput` (a ValueError) naming the file or the line that is wrong.
    """
    from explorer.public import with_pictures
    from explorer.trace.format import read

    return with_pictures(read(Path(path)))


def __getattr__(name: str) -> Any:
    """The public classes, loaded when they are asked for."""
    if name == "RunRequest":
        from explorer.service.request import RunRequest

        return RunRequest
    if name == "Trace":
        from explorer.public import Trace

        return Trace
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
