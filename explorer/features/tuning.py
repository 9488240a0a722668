"""Find and store the fastest settings of lossless methods for a model pair on this machine.

A method's defaults come from its paper, which uses much larger models. For a small pair, the fastest settings depend on
the cost of an additional node in a pass. This cost depends on the CPU and the engine. A search runs small grids of
settings and greedy decoding on the same prompts, interleaved, and drops settings that are clearly too slow. The result
is stored by pair and CPU.

Bundled searches (assets/tuned) are used on machines with the same widest vector instructions. Lossy methods are left
out, because their faster settings write different texts, so speed alone does not make a setting the best.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import TypeAdapter

from decoders.catalog import DECODERS, decoder
from decoders.core.settings import written
from decoders.errors import BadInput
from decoders.files import ASSETS, json_name, write_whole
from decoders.models.cache import cache_folder
from decoders.models.engine import ENGINES, KERNELS, cpu_key, has_gpu, instructions
from decoders.models.steps import Progress, no_progress
from decoders.pairs import Pair
from explorer.features.nature import keeps_nature
from explorer.measuring.compare import WARM_UP, Timed, timed_run
from explorer.measuring.turns import rotated
from explorer.service.recording import versions
from explorer.service.request import key_values, request_of
from explorer.statistics import bootstrap
from explorer.story.registry import STORIES

SHIPPED = ASSETS / "tuned"
REFERENCE = "greedy"
WARP = {"temperature": 0.0}  # all settings write the same text, so only the passes differ
# (prompts, share): after this many prompts, settings slower than this share of their method's fastest speed are dropped
CUTS = ((2, 0.8), (4, 0.9), (8, 0.95))


def grids() -> dict[str, Mapping[str, tuple[Any, ...]]]:
    """The grid of settings that a search tries for each method; it comes from the method's story.

    Only candidates that fit the method's name are tried (nature.py). At temperature 0, all of SpecTr's drafts are the
    same text, so a search cannot show what additional drafts gain when sampling.
    """
    return {story.method: story.tuning for story in STORIES.values() if story.tuning}


@dataclass(frozen=True)
class Tuned:
    """The fastest settings of a method, and its speed-up over the reference method with a 95% interval.

    `interval` and `prompts` are None for a candidate that was not the fastest of its search, because the search stored
    only its ratio.
    """

    settings: dict[str, Any]
    ratio: float
    interval: tuple[float, float] | None
    prompts: int | None
    tried: dict[str, float] = field(default_factory=dict)  # ratio of every candidate on the prompts on which it was run


@dataclass(frozen=True)
class Search:
    """The result of a search for each method, with the pair, the machine and the engine."""

    pair: str
    target: str
    draft: str
    engine: str
    cpu: str  # as returned by `cpu_key`
    instructions: str
    tokens: int
    made: str
    versions: dict[str, str]
    methods: dict[str, Tuned]
    dtype: str = "auto"  # the requested precision
    around: dict[str, Any] = field(default_factory=dict[str, Any])  # the context of the prompts, if any
    device: str = "cpu"


def candidates(method: str) -> list[dict[str, Any]]:
    """All combinations of values from a method's grid with which the method still does what its description says.

    >>> candidates("ssd")[0]
    {'gamma': 1}
    """
    grid = grids()[method]
    every = [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]
    return [settings for settings in every if keeps_nature(method, settings)]


def within_nature(method: str, best: Tuned) -> Tuned | None:
    """The fastest settings of a stored search that fit the method's name; None if the search tried no such settings.

    Searches of earlier versions also tried settings that turn a method into another one. If such settings were the
    fastest, the next best settings are returned, of which only the ratio is known.
    """
    if keeps_nature(method, best.settings):
        return best
    tried = {name: ratio for name, ratio in best.tried.items() if keeps_nature(method, _settings_of(name))}
    if not tried:
        return None
    fastest = max(tried, key=lambda name: tried[name])
    chosen = decoder(method).make_settings(_settings_of(fastest))
    return Tuned(
        {key: getattr(chosen, key) for key in _settings_of(fastest)}, tried[fastest], None, None, dict(best.tried)
    )


def _settings_of(name: str) -> dict[str, str]:
    """The settings in a candidate's name, as texts.

    >>> _settings_of("mcss:branching=2,1")
    {'branching': '2,1'}
    """
    return key_values(name.split(":")[1:], "A stored search:", "gamma=4")


def word(method: str, settings: Mapping[str, Any]) -> str:
    """Write a method with its settings in the form that `bench` reads.

    >>> word("mcss", {"branching": (2, 1)})
    'mcss:branching=2,1'
    """
    return ":".join((method, *(f"{key}={written(value)}" for key, value in settings.items())))


def check_methods(names: Sequence[str]) -> None:
    """Raise BadInput if no method is named, or if one of them has no grid."""
    odd = [name for name in names if name not in grids()]
    if odd or not names:
        problem = f"{odd[0]} has no settings to search" if odd else "No method is given"
        raise BadInput(f"{problem}. Choose one of: {', '.join(grids())}.")


def search(
    pair: Pair,
    prompts: Sequence[str],
    methods: Iterable[str],
    tokens: int,
    report: Progress = no_progress,
    *,
    dtype: str = "auto",
    around: Mapping[str, Any] | None = None,
) -> Search:
    """Search for the fastest settings of the given methods on some prompts, and compare them with greedy decoding.

    `dtype` is the precision with which the pair was loaded. `around` are fields of RunRequest: the context of every
    prompt, and `ignore_eos`. Raises BadInput, before anything is timed, if a method has no grid or a prompt does not
    fit.
    """
    wanted = list(methods)
    check_methods(wanted)
    alive = {(name, i): one for name in wanted for i, one in enumerate(candidates(name))}
    common: dict[str, Any] = {"pair": pair.name, "limit": tokens, **(around or {})}
    requests = {key: request_of(word(key[0], one), WARP, **common) for key, one in alive.items()}
    base = request_of(REFERENCE, WARP, **common)
    encoded = [base.read(pair, prompt).ids for prompt in prompts]
    for ids, request in product(encoded, (base, *requests.values())):
        request.decoder.check(pair.models, len(ids), request.limit)
    for request in (base, *requests.values()):
        timed_run(replace(request, limit=WARM_UP), pair, encoded[0])
    speeds: dict[tuple[str, int], list[float]] = {key: [] for key in alive}
    for turn, ids in enumerate(encoded):
        keys: list[tuple[str, int] | None] = [None, *(key for key in alive)]
        taken = dict[tuple[str, int] | None, float]()
        for key in rotated(keys, turn):
            taken[key] = _per_token(timed_run(base if key is None else requests[key], pair, ids))
            report("Searching", (turn + len(taken) / len(keys)) / len(encoded))
        for key in alive:
            speeds[key].append(taken[None] / taken[key])
        alive = _fast_enough(alive, speeds, turn + 1)
    found = {name: _best(name, alive, speeds) for name in wanted}
    info = pair.info
    return Search(
        pair.name,
        str(info["target"]),
        str(info["draft"]),
        str((info.get("engine") or {}).get("target", "tables")),
        cpu_key(),
        instructions(),
        tokens,
        datetime.now(UTC).isoformat(timespec="seconds"),
        versions(real=True),
        found,
        dtype,
        dict(around or {}),
        str(info["device"]),
    )


def _per_token(run: Timed) -> float:
    """Seconds per token. The prefill is left out, because it is the same for all settings."""
    return (run.counts.total - run.draft_prefill) / len(run.best.tokens)


def _fast_enough(
    alive: dict[tuple[str, int], dict[str, Any]], speeds: Mapping[tuple[str, int], Sequence[float]], prompts: int
) -> dict[tuple[str, int], dict[str, Any]]:
    """The candidates that are fast enough to run another prompt."""
    share = max((share for least, share in CUTS if prompts >= least), default=0.0)
    medians = {key: float(np.median(speeds[key])) for key in alive}
    best = {name: max(value for key, value in medians.items() if key[0] == name) for name, _ in alive}
    return {key: one for key, one in alive.items() if medians[key] >= share * best[key[0]]}


def _best(
    name: str, alive: Mapping[tuple[str, int], dict[str, Any]], speeds: Mapping[tuple[str, int], Sequence[float]]
) -> Tuned:
    mine = {key: speeds[key] for key in speeds if key[0] == name}
    medians = {key: float(np.median(values)) for key, values in mine.items()}
    best = max((key for key in alive if key[0] == name), key=lambda key: medians[key])
    low, high = bootstrap(np.array(mine[best]))
    tried = {word(name, candidates(name)[key[1]]): round(value, 3) for key, value in medians.items()}
    return Tuned(alive[best], round(medians[best], 3), (round(low, 3), round(high, 3)), len(mine[best]), tried)


def kept_folder() -> Path:
    """The folder for the searches that were made on this machine."""
    return cache_folder() / "tuned"


def file_name(pair: str, cpu: str, engine: str, dtype: str = "auto", device: str = "cpu") -> str:
    """The file name of a search for a pair on a machine with an engine, a precision and a device.

    >>> file_name("smollm2", "AVX2", "numba")
    'smollm2-1a762878.json'
    """
    special = [word for word, usual in ((dtype, "auto"), (device, "cpu")) if word != usual]
    return json_name(pair, " ".join([pair, cpu, engine, *special]))


def keep(found: Search, folder: Path) -> Path:
    """Store a search atomically and return its file. Results of an earlier search for other methods are kept."""
    path = folder / file_name(found.pair, found.cpu, found.engine, found.dtype, found.device)
    before = _read(path)
    if before is not None and (before.target, before.draft) == (found.target, found.draft):
        found = replace(found, methods=before.methods | found.methods)
    write_whole(path, json.dumps(asdict(found), indent=1, ensure_ascii=False) + "\n")
    return path


def tuned(pair: str, method: str, engine: str = "auto", device: str = "auto") -> tuple[Tuned, bool] | None:
    """The fastest settings of a method for a pair, engine and device, and whether they were measured on this machine.

    Returns None if no search is known. Searches with a chosen precision are ignored. If nothing was measured here, the
    result of a bundled search is used, if its machine had the same widest vector instructions. `auto` means the first
    engine for which there is a search. Searches on a CPU are not used for a GPU.
    """
    engines = [name for name in ENGINES if name != "auto"] if engine == "auto" else [engine]
    places = [(here, found) for folder, here in ((kept_folder(), True), (SHIPPED, False)) for found in _all(folder)]
    for name in engines:
        for here, found in places:
            if (found.pair, found.engine, found.dtype) != (pair, name, "auto") or method not in found.methods:
                continue
            fits = found.cpu == cpu_key() if here else found.instructions == instructions()
            if fits and _on_gpu(engine, device) == (found.device != "cpu"):
                return found.methods[method], here
    return None


def _on_gpu(engine: str, device: str) -> bool:
    """Whether a run with this engine and device uses a GPU."""
    return device not in ("auto", "cpu") or (device == "auto" and engine != KERNELS and has_gpu())


def _all(folder: Path) -> list[Search]:
    """Read every readable search in a folder."""
    found = [_read(path) for path in sorted(folder.glob("*.json"))] if folder.is_dir() else []
    return [one for one in found if one is not None]


def _read(path: Path) -> Search | None:
    """Read a stored search; None if the file is missing or damaged, so that the next search replaces it.

    Unknown methods, and methods without settings that fit their name, are left out.
    """
    try:
        search = TypeAdapter(Search).validate_json(path.read_bytes())
        known = {name: within_nature(name, best) for name, best in search.methods.items() if name in DECODERS}
    except (OSError, ValueError):
        return None
    return replace(search, methods={name: best for name, best in known.items() if best is not None})
