"""Settings that pay: with which of its settings a lossless method was fastest on a pair, searched once and kept.

A method's default settings are those of its paper, made for models that are thousands of times as large. What pays on
a small pair depends on what a pass over one node more costs, so on the CPU and on the engine. A search runs small grids
against greedy decoding on the same prompts, interleaved, and drops what is clearly slower; what it found is kept by
pair and CPU. Searches that ship (assets/tuned) stand in on machines of the same widest vectors. Lossy methods are left
out: a setting of theirs that is faster writes other texts, so none is simply the best.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
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
from decoders.models.engine import ENGINES, cpu_key, instructions
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
WARP = {"temperature": 0.0}  # one law and one text for all, so that only passes differ
# After so many prompts a setting slower than this share of its method's fastest is given up.
CUTS = ((2, 0.8), (4, 0.9), (8, 0.95))
Report = Callable[[str, float], object]


def grids() -> dict[str, Mapping[str, tuple[Any, ...]]]:
    """What a search tries, by method, as the stories say it. Every candidate keeps its method what it is (nature.py).

    At temperature 0 all drafts of SpecTr are the same text, so a search does not see what more drafts gain when tokens
    are sampled.
    """
    return {story.method: story.tuning for story in STORIES.values() if story.tuning}


@dataclass(frozen=True)
class Tuned:
    """The fastest settings of one method, and the ratio of its speed to the reference's with a 95% interval.

    `interval` and `prompts` are None if only the ratio was kept: a search keeps both of its fastest candidate alone.
    """

    settings: dict[str, Any]
    ratio: float
    interval: tuple[float, float] | None
    prompts: int | None
    tried: dict[str, float] = field(default_factory=dict)  # every candidate's ratio on the prompts that it had


@dataclass(frozen=True)
class Search:
    """One search: for what, where it was made, and what was found by method."""

    pair: str
    target: str
    draft: str
    engine: str
    cpu: str  # as `machine` names it
    instructions: str
    tokens: int
    made: str
    versions: dict[str, str]
    methods: dict[str, Tuned]
    dtype: str = "auto"  # the precision that was asked for
    around: dict[str, Any] = field(default_factory=dict[str, Any])  # what stood around the prompts, if anything


def candidates(method: str) -> list[dict[str, Any]]:
    """Every combination of a method's grid that keeps the method what it is.

    >>> candidates("ssd")[0]
    {'gamma': 1}
    """
    grid = grids()[method]
    every = [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]
    return [settings for settings in every if keeps_nature(method, settings)]


def within_nature(method: str, best: Tuned) -> Tuned | None:
    """The fastest settings of a kept search that keep the method what it is; None if it tried none.

    Searches of earlier versions also tried settings that make a method another one. The best of the others is known by
    its ratio alone.
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
    """The settings of a candidate by its name, as words.

    >>> _settings_of("mcss:branching=2,1")
    {'branching': '2,1'}
    """
    return key_values(name.split(":")[1:], "a kept search:", "gamma=4")


def word(method: str, settings: Mapping[str, Any]) -> str:
    """A method with settings as `bench` takes it.

    >>> word("mcss", {"branching": (2, 1)})
    'mcss:branching=2,1'
    """
    return ":".join((method, *(f"{key}={written(value)}" for key, value in settings.items())))


def search(
    pair: Pair,
    prompts: Sequence[str],
    methods: Iterable[str],
    tokens: int,
    report: Report = lambda what, share: None,
    *,
    dtype: str = "auto",
    around: Mapping[str, Any] | None = None,
) -> Search:
    """Try the grids of some methods on prompts, compared with greedy decoding.

    `dtype` is the precision that the pair was loaded with, as a word; `around` are fields of RunRequest: what stands
    around every prompt, and how EOS is treated. Raises BadInput for a method without a grid, and before anything is
    timed for a prompt that does not fit.
    """
    wanted = list(methods)
    odd = [name for name in wanted if name not in grids()]
    if odd:
        raise BadInput(f"{odd[0]} has no settings to search; it should be of {', '.join(grids())}")
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
        machine(),
        instructions(),
        tokens,
        datetime.now(UTC).isoformat(timespec="seconds"),
        versions(real=True),
        found,
        dtype,
        dict(around or {}),
    )


def _per_token(run: Timed) -> float:
    """Seconds a token, without the prefill, which is alike for all."""
    return (run.counts.total - run.draft_prefill) / len(run.best.tokens)


def _fast_enough(
    alive: dict[tuple[str, int], dict[str, Any]], speeds: Mapping[tuple[str, int], Sequence[float]], prompts: int
) -> dict[tuple[str, int], dict[str, Any]]:
    """The candidates that are worth another prompt."""
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
    """Where searches on this machine are kept."""
    return cache_folder() / "tuned"


def file_name(pair: str, cpu: str, engine: str, dtype: str = "auto") -> str:
    """The file of a pair on a CPU and an engine, in a precision.

    >>> file_name("smollm2", "AVX2", "numba")
    'smollm2-1a762878.json'
    """
    return json_name(pair, f"{pair} {cpu} {engine}" + ("" if dtype == "auto" else f" {dtype}"))


def keep(found: Search, folder: Path) -> Path:
    """Write what was found, all or nothing; what an earlier search found for other methods stays. Returns the file."""
    path = folder / file_name(found.pair, found.cpu, found.engine, found.dtype)
    before = _read(path)
    if before is not None and (before.target, before.draft) == (found.target, found.draft):
        found = replace(found, methods=before.methods | found.methods)
    write_whole(path, json.dumps(asdict(found), indent=1, ensure_ascii=False) + "\n")
    return path


def tuned(pair: str, method: str, engine: str = "auto") -> tuple[Tuned, bool] | None:
    """What paid for a method of a pair on an engine, and whether it was measured on this machine; None: not known.

    Searches in a precision that somebody chose are left out. What was not measured here is from a machine of the same
    widest vectors, as shipped. `auto` is the first engine that a search is known for: a pair that the kernels do not
    run has no search on them.
    """
    engines = [name for name in ENGINES if name != "auto"] if engine == "auto" else [engine]
    places = [(here, found) for folder, here in ((kept_folder(), True), (SHIPPED, False)) for found in _all(folder)]
    for name in engines:
        for here, found in places:
            fits = found.cpu == machine() if here else found.instructions == instructions()
            if fits and (found.pair, found.engine, found.dtype) == (pair, name, "auto") and method in found.methods:
                return found.methods[method], here
    return None


def _all(folder: Path) -> list[Search]:
    """The searches of a folder that can be read."""
    found = [_read(path) for path in sorted(folder.glob("*.json"))] if folder.is_dir() else []
    return [one for one in found if one is not None]


def machine() -> str:
    """This CPU with what it may do, how much of it is ours, and the releases of the engines."""
    return cpu_key()


def _read(path: Path) -> Search | None:
    """A kept search; None for a file that is missing or damaged, whose place the next search takes.

    Methods of which it has no settings that keep them what they are, or that are not known, are left out.
    """
    try:
        search = TypeAdapter(Search).validate_json(path.read_bytes())
        known = {name: within_nature(name, best) for name, best in search.methods.items() if name in DECODERS}
    except (OSError, ValueError):
        return None
    return replace(search, methods={name: best for name, best in known.items() if best is not None})
