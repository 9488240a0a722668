"""Phrases about the engine that computed a run, and about why it was chosen. The phrases are made from the header's
facts.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from decoders.core.settings import written
from decoders.models.timing import by_speed
from explorer.trace.lines import Engine, Header

_NAMES = {
    "numba": "built-in CPU kernels",
    "openvino": "OpenVINO",
    "openvino-bf16": "OpenVINO",
    "torch": "PyTorch",
    "python": "a Python function",  # a draft that a program supplied (decoders.drafter)
}
_SHORT = {"float32": "f32", "float64": "f64", "bfloat16": "bf16", "float16": "f16"}
_WHY = {  # by `Choice.why`; traces from before OpenVINO was dropped also have `broken` and `refused`
    "asked": "as requested",
    "missing": "the only engine installed",
    "broken": "the only engine that can be imported",
    "refused": "the only engine that runs the benchmark model",
    "device": "other engines run only on CPUs",
    "dtype": "other engines use f32",
    "gpu": "a GPU is available",
}
_NO_GRAPHS = {  # by `capturing.rooms_for`; any other reason is the error of capturing a pass
    "off": "switched off",  # only in older traces
    "devices": "the model spans several devices",
    "differs": "they gave different logits",
    "slower": "they are not faster",
}


def place(header: Header) -> str:
    """Say where a run was computed: "AVX-512: built-in CPU kernels f32, faster here than OpenVINO and PyTorch"."""
    dtype, engine = header.dtype or "", header.engine
    if engine is None:  # toy pairs, and traces from the time when there was only one engine
        return " ".join(filter(None, (header.device, dtype)))
    where = (engine.cpu if header.device == "cpu" else None) or header.device
    used = engine.target
    text = f"{where}: {_NAMES.get(used, used)} {_SHORT.get(dtype, dtype)}{_graphs(engine)}, {why(engine)}"
    for model, runs_on, refused, reason in (
        ("target", engine.target, engine.target_refused, engine.target_not_captured),
        ("draft", engine.draft, engine.draft_refused, engine.draft_not_captured),
    ):
        if refused:
            text += f"; the {model} runs on {_NAMES.get(runs_on, runs_on)} ({refused})"
        if reason:
            text += f"; no CUDA graphs for the {model} ({_NO_GRAPHS.get(reason, reason)})"
    return text


def device_of(header: Header) -> str:
    """Name the device of a run in plain words: "a CPU"."""
    return {"cpu": "a CPU"}.get(header.device, "a GPU" if header.device.startswith("cuda") else header.device)


def _graphs(engine: Engine) -> str:
    graphs: Sequence[str] = engine.graphs or ()
    if not graphs:
        return ""
    return f" with experimental CUDA graphs{'' if len(graphs) > 1 else f' for the {next(iter(graphs))}'}"


def other_text(recorded: Header, now: Header) -> str:
    """Say why a run with the same prompt, seed and settings as a recorded one wrote a different text."""
    then, here = (f"{_engine(head)} {_SHORT.get(head.dtype or '', '')}".strip() for head in (recorded, now))
    if then == here:
        return "The recorded run wrote a different text because it was made with another version or on another CPU."
    return (
        f"The recorded run wrote a different text: it used {then}, this run {here}. Their probabilities differ in the "
        "last digits, so a random number can fall on the other side of a threshold."
    )


def _engine(header: Header) -> str:
    """Return the name of the engine that computed the target of a run."""
    used = header.engine.target if header.engine else "torch"
    return _NAMES.get(used, used)


def why(engine: Engine) -> str:
    """Say why this engine was chosen, from the facts in a header."""
    if engine.why == "default":
        return f"{'the built-in kernels are ' if engine.target_refused else ''}the default on a CPU"
    if engine.why != "measured":  # traces from the time when engines were timed against each other
        return _WHY.get(engine.why, engine.why)
    seconds = engine.seconds or {}
    order = by_speed(seconds) if seconds and all(all(times) for times in seconds.values()) else ("openvino", "torch")
    best, *others = [_NAMES.get(name, name) for name in order]
    if engine.target_refused:
        return f"{best} would be faster here"
    return f"faster here than {' and '.join(others)}"


def expected(cpu: str, kernels: bool) -> str:
    """Say which engine `auto` means on this CPU. `kernels` says whether the built-in kernels are installed."""
    if not kernels:
        return f"{cpu}: auto takes PyTorch because the package of the built-in kernels is not installed."
    return (
        f"{cpu}: auto takes the built-in kernels in f32 for the model families that they run. It takes PyTorch for "
        "other families and if there is a GPU."
    )


PRECISION = (
    "On a CPU, PyTorch computes in bf16 if the weights are stored in bf16, and in f32 otherwise. In bf16, rounding can "
    "change the choice between almost equally likely tokens."
)


def offered(names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the entries of a list of engines: the label and the value.

    >>> offered(["numba", "torch"])
    [('numba (built-in CPU kernels)', 'numba'), ('torch', 'torch')]
    """
    return [(f"{name} ({_NAMES[name]})" if name == "numba" else name, name) for name in names]


def pays(
    settings: Mapping[str, Any], ratio: float, interval: tuple[float, float] | None, prompts: int | None, where: str
) -> str:
    """Say which settings made a method fastest on a pair, and how fast it was. `where` says on which machine this was
    measured.

    If no interval and no number of prompts are given, only the ratio is known.
    """
    chosen = ", ".join(f"{name} = {written(value)}" for name, value in settings.items())
    slower = "" if ratio >= 1 else " This method is not faster here."
    if interval is None or prompts is None:
        spread = "a rough value, at temperature 0"
    else:
        spread = f"95% CI {interval[0]:.2f}–{interval[1]:.2f}, {prompts} prompts at temperature 0"
    found = f"Fastest settings found {where}: {chosen}."
    return f"{found} Speed-up over greedy decoding: {ratio:.2f}× ({spread}).{slower}"
