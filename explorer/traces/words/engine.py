"""On what a run was computed, and why there: one short sentence from the header's facts."""

from collections.abc import Mapping, Sequence
from typing import Any

from decoders.models.timing import fastest

Part = Mapping[str, Any]
_NAMES = {"openvino": "OpenVINO", "openvino-bf16": "OpenVINO", "torch": "torch"}
_SHORT = {"float32": "f32", "float64": "f64", "bfloat16": "bf16", "float16": "f16"}
_WHY = {  # by `Choice.why`
    "asked": "as asked",
    "missing": "OpenVINO is not installed",
    "broken": "OpenVINO cannot be imported",
    "refused": "OpenVINO does not run the model it is measured on",
    "device": "OpenVINO runs on the CPU only",
    "dtype": "OpenVINO computes in f32 unless openvino-bf16 is asked for",
    "gpu": "there is a GPU",
}
_NO_GRAPHS = {  # by `capturing.rooms_for`; any other reason is what was said when a pass was captured
    "off": "switched off",
    "devices": "it lies on several devices",
    "differs": "they gave other scores",
    "slower": "they are not faster",
}


def place(header: Part) -> str:
    """Where the models of a run were computed, as "AVX-512: OpenVINO f32, faster here than torch"."""
    dtype = header.get("dtype") or ""
    engine: Part | None = header.get("engine")
    if engine is None:  # tables, and what was recorded when there was but one engine
        return " ".join(filter(None, (header["device"], dtype)))
    where = (engine.get("cpu") if header["device"] == "cpu" else None) or header["device"]
    used = engine["target"]
    said = f"{where}: {_NAMES.get(used, used)} {_SHORT.get(dtype, dtype)}{_graphs(engine)}, {why(engine)}"
    for model in ("target", "draft"):
        if refused := engine.get(f"{model}_refused"):
            said += f"; the {model} runs on torch ({refused})"
        if reason := engine.get(f"{model}_not_captured"):
            said += f"; no CUDA graphs of the {model} ({_NO_GRAPHS.get(reason, reason)})"
    return said


def _graphs(engine: Part) -> str:
    graphs: Sequence[str] = engine.get("graphs") or []
    return f" in CUDA graphs{'' if len(graphs) > 1 else f' of the {graphs[0]}'}" if graphs else ""


def why(engine: Part) -> str:
    """Why this engine, from its facts in a header."""
    because = str(engine["why"])
    if because != "measured":
        return _WHY.get(because, because)
    seconds: Mapping[str, list[float]] = engine.get("seconds") or {}
    best = fastest(seconds) if seconds and all(all(times) for times in seconds.values()) else "openvino"
    if engine.get("target_refused"):
        return f"{_NAMES.get(best, best)} is the faster one here"
    return f"faster here than {'torch' if best == 'openvino' else 'OpenVINO'}"


def expected(cpu: str, engine: str | None) -> str:
    """What `auto` is on this machine: the engine that was measured to be faster, None if nothing was measured yet."""
    if engine is None:
        return f"{cpu}: which engine is faster is measured at the first run."
    dtype, other = ("f32", "torch") if engine == "openvino" else ("bf16", "OpenVINO")
    return f"{cpu}: {_NAMES[engine]} {dtype}, faster here than {other}."


def pays(settings: Part, ratio: float, interval: tuple[float, float], prompts: int, where: str) -> str:
    """With which settings (by symbol or name) a method was fastest on a pair, and how fast; `where` it was measured."""
    chosen = ", ".join(f"{name} = {_listed(value)}" for name, value in settings.items())
    low, high = interval
    slower = "" if ratio >= 1 else ", so it does not pay here"
    return (
        f"Fastest of those tried {where}: {chosen}, {ratio:.2f} × greedy decoding ({low:.2f} to {high:.2f}, {prompts} "
        f"prompts at temperature 0){slower}."
    )


def _listed(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
