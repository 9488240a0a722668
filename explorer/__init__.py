"""Record, open and compare runs of speculative decoding. The names in `__all__` are public.

    import explorer

Importing this package loads neither torch nor Gradio. Torch is loaded only when a pair of language models is loaded.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from decoders.core.pair import Pair
    from explorer.features.assisted import Recording
    from explorer.public import Trace
    from explorer.service.request import RunRequest

__version__ = "0.2.0"

__all__ = ["RunRequest", "Trace", "open_trace", "record", "recording"]


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
    preset: str = "paper",
    to: str | Path | None = None,
) -> "Trace":
    """Record one run and return its trace.

    `method` is a name in `decoders.DECODERS`. `pair` is a name that `decoders.load_pair` accepts, or a loaded pair,
    which already has its device, dtype and engine. The values in `settings` may be given as text; settings that are
    left out have their default values. `raw` uses the prompt without the chat template. `system` is the system prompt
    (None: the chat template's default). `messages` are the turns before the prompt, each {"role": …, "content": …}.
    `template_args` are further variables of the chat template, such as {"enable_thinking": False}. With `ignore_eos`,
    no token ends the run, so it generates exactly `max_new_tokens` tokens. `preset` fills in settings that are left
    out: "paper" takes the defaults, and "fast" takes the fastest settings that are known for this pair and machine.
    `to` is a file (.jsonl or .jsonl.gz) to which the run is also written, line by line. Raises `BadInput` (a
    ValueError) if the run is not possible; its message says why.
    """
    from decoders.core.pair import Pair
    from decoders.errors import BadInput
    from explorer.features.presets import with_preset
    from explorer.public import with_pictures
    from explorer.service.recording import record_trace
    from explorer.service.request import RunRequest

    loaded = pair if isinstance(pair, Pair) else None
    if loaded is not None and (device, dtype, engine) != ("auto", "auto", "auto"):
        raise BadInput(
            "A loaded pair already has its device, dtype and engine. Leave them out, or pass the pair's name."
        )
    name = pair.name if isinstance(pair, Pair) else pair
    request = RunRequest(
        *(method, name, prompt, settings or {}, seed, max_new_tokens, raw, device, dtype, engine),
        system=system,
        messages=messages,
        template_args=template_args or {},
        ignore_eos=ignore_eos,
    )
    request = with_preset(request, preset)
    return with_pictures(record_trace(request, None if to is None else Path(to), loaded))


def recording(model: Any, assistant: Any = None, *, tokenizer: Any = None) -> "AbstractContextManager[Recording]":
    """Record transformers' assisted generation; `with explorer.recording(model, assistant) as run: …`.

    Every call of `model.generate` in the block uses `assistant` as its `assistant_model`, unless the call names one.
    The generated text stays the same. `run.trace` is the trace of the last call, `run.traces` contains all traces, and
    `run.save(path)` writes the last one. `tokenizer` gives the texts of tokens; without it, tokens are shown as ids. An
    error while recording ends only the recording, not the generation; a warning follows after the block. Raises
    `BadInput` (a ValueError) if `model` or `assistant` cannot generate text.
    """
    from explorer.features.assisted import recording as record_assisted

    return record_assisted(model, assistant, tokenizer=tokenizer)


def open_trace(path: str | Path) -> "Trace":
    """Read and check a trace file. A truncated file is read as far as possible (`Trace.incomplete`).

    If the file is missing or invalid, raises `BadInput` (a ValueError), which names the file or the invalid line.
    """
    from explorer.public import with_pictures
    from explorer.trace.format import read

    return with_pictures(read(Path(path)))


def __getattr__(name: str) -> Any:
    """Load each public class when it is first used."""
    if name == "RunRequest":
        from explorer.service.request import RunRequest

        return RunRequest
    if name == "Trace":
        from explorer.public import Trace

        return Trace
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
