"""On what a run was computed, and why there: one short sentence from the header's facts."""

from collections.abc import Mapping, Sequence
from typing import Any

from decoders.core.settings import written
from decoders.models.timing import by_speed
from explorer.trace.lines import Engine, Header

_NAMES = {
    "numba": "own kernels",
    "openvino": "OpenVINO",
    "openvino-bf16": "OpenVINO",
    "torch": "torch",
    "python": "a Python function",  # a draft that a program brought (decoders.drafter)
}
_SHORT = {"float32": "f32", "float64": "f64", "bfloat16": "bf16", "float16": "f16"}
_WHY = {  # by `Choice.why`; traces of before OpenVINO was dropped also have `broken` and `refused`
    "asked": "as asked",
    "missing": "no other engine is installed",
    "broken": "no other engine can be imported",
    "refused": "no other engine runs the model they are measured on",
    "device": "other engines run on the CPU only",
    "dtype": "other engines compute in f32",
    "gpu": "there is a GPU",
}
_NO_GRAPHS = {  # by `capturing.rooms_for`; any other reason is what was said when a pass was captured
    "off": "switched off",  # in older traces
    "devices": "it lies on several devices",
    "differs": "they gave other scores",
    "slower": "they are not faster",
}


def place(header: Header) -> str:
    """Where the models of a run were computed, as "AVX-512: own kernels f32, faster here than OpenVINO and torch"."""
    dtype, engine = header.dtype or "", header.engine
    if engine is None:  # tables, and what was recorded when there was but one engine
        return " ".join(filter(None, (header.device, dtype)))
    where = (engine.cpu if header.device == "cpu" else None) or header.device
    used = engine.target
    said = f"{where}: {_NAMES.get(used, used)} {_SHORT.get(dtype, dtype)}{_graphs(engine)}, {why(engine)}"
    for model, runs_on, refused, reason in (
        ("target", engine.target, engine.target_refused, engine.target_not_captured),
        ("draft", engine.draft, engine.draft_refused, engine.draft_not_captured),
    ):
        if refused:
            said += f"; the {model} runs on {_NAMES.get(runs_on, runs_on)} ({refused})"
        if reason:
            said += f"; no CUDA graphs of the {model} ({_NO_GRAPHS.get(reason, reason)})"
    return said


def _graphs(engine: Engine) -> str:
    graphs: Sequence[str] = engine.graphs or ()
    if not graphs:
        return ""
    return f" in experimental CUDA graphs{'' if len(graphs) > 1 else f' of the {next(iter(graphs))}'}"


def other_text(recorded: Header, now: Header) -> str:
    """Why a run that repeats a recorded one word for word in what was asked wrote another text."""
    then, here = (f"{_engine(head)} {_SHORT.get(head.dtype or '', '')}".strip() for head in (recorded, now))
    if then == here:
        return "The recorded run wrote another text: it was computed by another release or on another CPU."
    return (
        f"The recorded run wrote another text: it was computed by {then}, this one by {here}. Their chances differ in "
        "the last digits, and where a dice falls between them the text goes another way."
    )


def _engine(header: Header) -> str:
    """By what the target of a run was computed."""
    used = header.engine.target if header.engine else "torch"
    return _NAMES.get(used, used)


def why(engine: Engine) -> str:
    """Why this engine, from its facts in a header."""
    if engine.why == "default":
        return f"{'own kernels are ' if engine.target_refused else ''}the default on a CPU"
    if engine.why != "measured":  # as long as engines were measured against each other
        return _WHY.get(engine.why, engine.why)
    seconds = engine.seconds or {}
    order = by_speed(seconds) if seconds and all(all(times) for times in seconds.values()) else ("openvino", "torch")
    best, *others = [_NAMES.get(name, name) for name in order]
    if engine.target_refused:
        return f"{best} would be faster here"
    return f"faster here than {' and '.join(others)}"


def expected(cpu: str, kernels: bool) -> str:
    """What `auto` is on a machine with this CPU; `kernels` says whether the built-in ones are installed."""
    if not kernels:
        return f"{cpu}: auto takes torch, because the package of the own kernels is not installed."
    return (
        f"{cpu}: auto takes the own kernels in f32 for the families that they run, and torch for others and where "
        "there is a GPU."
    )


PRECISION = (
    "On a CPU, torch computes in bf16 if the weights are stored in bf16, and in f32 otherwise. In bf16, rounding can "
    "change the choice between almost equally likely tokens."
)


def offered(names: Sequence[str]) -> list[tuple[str, str]]:
    """Engines as a list offers them: what is read, and the word that is meant.

    >>> offered(["numba", "torch"])
    [('numba (own kernels)', 'numba'), ('torch', 'torch')]
    """
    return [(f"{name} ({_NAMES[name]})" if name == "numba" else name, name) for name in names]


def pays(
    settings: Mapping[str, Any], ratio: float, interval: tuple[float, float] | None, prompts: int | None, where: str
) -> str:
    """With which settings (by symbol or name) a method was fastest on a pair, and how fast; `where` it was measured.

    Without an interval and a number of prompts, only the ratio is known.
    """
    chosen = ", ".join(f"{name} = {written(value)}" for name, value in settings.items())
    slower = "" if ratio >= 1 else ", so it does not pay off here"
    if interval is None or prompts is None:
        spread = "a rough figure, at temperature 0"
    else:
        spread = f"{interval[0]:.2f} to {interval[1]:.2f}, {prompts} prompts at temperature 0"
    return f"Fastest of those tried {where}: {chosen}, {ratio:.2f} × greedy decoding ({spread}){slower}."
