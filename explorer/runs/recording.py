"""Record a run: the pair is loaded, the decoder runs, and the lines of a trace come out one by one.

The command line, the app and the benchmarks all record through here. Torch is imported only for real pairs.
"""

import platform
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from decoders.catalog import decoder
from decoders.core.decode import State
from decoders.core.decoder import Decoder
from decoders.core.dice import Seeded
from decoders.core.record import Distribution, Iteration
from decoders.pairs import Pair, load_pair, no_progress, with_models
from explorer.energy import model as energy_model
from explorer.energy import run as energy
from explorer.traces.format import SCHEMA
from explorer.traces.metrics import Counts, best_of

MAX_NEW_TOKENS = 4096
MAX_SEED = 2**63 - 1


def record(
    method: str,
    pair: str | Pair,
    prompt: str,
    settings: dict[str, Any],
    seed: int,
    max_new_tokens: int,
    *,
    raw: bool = False,
    device: str = "auto",
    dtype: str = "auto",
    progress: Any = no_progress,
    pick: Callable[[energy.Devices], energy.Choice] = energy.pick,
) -> Iterator[dict[str, Any]]:
    """Header, iterations and summary of one run, as plain JSON values. `pick` chooses the energy source.

    Raises BadInput before the header if anything asked for cannot be run. Closing it releases the caches.
    """
    found = decoder(method)
    chosen = found.make_settings(settings)
    loaded = load_pair(pair, device, dtype, progress) if isinstance(pair, str) else pair
    loaded = with_models(loaded, found.fit(loaded.models, chosen))
    ids = loaded.encode(prompt, raw)
    found.check(loaded.models, len(ids), max_new_tokens)
    return _lines(found, chosen, loaded, prompt, ids, seed, max_new_tokens, raw, pick)


def _lines(
    found: Decoder,
    settings: Any,
    pair: Pair,
    prompt: str,
    ids: list[int],
    seed: int,
    limit: int,
    raw: bool,
    pick: Callable[[energy.Devices], energy.Choice],
) -> Iterator[dict[str, Any]]:
    texts = Texts(pair)
    model = energy_model.describe(pair.models, str(pair.info.get("device")), pair.info.get("tree_mode", {}))
    shapes = energy_model.read_shapes(model)
    devices = energy.devices_of(pair.models)
    spent = energy.RunEnergy(pick(devices), devices, model)
    run = found.decode(ids, pair.models, settings, Seeded(seed), limit)
    try:
        about = {"energy": spent.header(), "texts": texts.new(set(ids))}
        yield header(found, settings, pair, prompt, ids, seed, limit, raw) | about
        counts, last, state = Counts(), None, State()
        spent.start()
        for iteration in run:
            used = spent.iteration(iteration.seconds)
            last = iteration
            counts.add(iteration)
            counted = energy_model.iteration_counts(shapes, ((p.model, len(p.nodes), p.kv) for p in iteration.passes))
            known = {"energy": used | counted} if used or counted else {}
            yield {"kind": "iteration", **iteration.to_json(), "texts": texts.new(ids_of(iteration)), **known}
        assert last is not None, "at least one token was asked for"
        state = last.final.beams
        yield summary(pair, state, counts) | spent.summary()
    finally:
        run.close()
        spent.close()


def header(
    found: Decoder, settings: Any, pair: Pair, prompt: str, ids: list[int], seed: int, limit: int, raw: bool
) -> dict[str, Any]:
    """The first line of a trace."""
    oracle = found.oracle_for(settings)
    return {
        "kind": "header",
        "schema": SCHEMA,
        "method": found.name,
        "title": found.title,
        "paper": found.paper,
        "view": found.view,
        "pair": pair.name,
        **pair.info,
        "settings": asdict(settings),
        "seed": seed,
        "prompt": prompt,
        "raw": raw,
        "prompt_tokens": ids,
        "eos": sorted(pair.models.eos),
        "max_new_tokens": limit,
        "lossless": {"oracle": oracle.method, "why": oracle.why},
        "versions": versions(real=pair.vocab is None),
        "energy": {"method": "unavailable"},
        "recorded": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def versions(real: bool) -> dict[str, str]:
    """What the run was made with."""
    names = ("torch", "transformers") if real else ()
    found = {name: version(name) for name in ("numpy", *names)}
    return {"python": platform.python_version(), "machine": platform.machine(), **found}


class Texts:
    """Token texts, each given once per trace."""

    def __init__(self, pair: Pair) -> None:
        self._text = pair.token_text
        self._given: set[int] = set()

    def new(self, ids: set[int]) -> dict[str, str]:
        """Texts of the ids not given before."""
        fresh = sorted(i for i in ids - self._given if i >= 0)
        self._given.update(fresh)
        return {str(i): self._text(i) for i in fresh}


def ids_of(iteration: Iteration) -> set[int]:
    """Every token id that a reader of this iteration may want to see as text."""
    nodes = {node.token for node in iteration.nodes} | set(iteration.final.tokens)
    beams = {token for beam in iteration.final.beams for token in beam.tokens}
    return nodes | beams | {token for dist in iteration.distributions for token in _tokens(dist, iteration.layers)}


def _tokens(dist: Distribution, layers: Sequence[dict[str, Any]]) -> Iterator[int]:
    """The token ids of a recorded law; a joint one has ids place·base + token, base − 1 being the finished beam."""
    joint = next((layer["base"] for layer in layers if "base" in layer), None) if "_beam" in dist.kind else None
    for choice, _ in dist.top:
        token = choice if joint is None else choice % joint
        if joint is None or token < joint - 1:
            yield token


def summary(pair: Pair, beams: tuple[Any, ...], counts: Counts) -> dict[str, Any]:
    """The last line of a trace; `tokens` is the beam of highest mean log p, the first on ties."""
    best = best_of(beams)
    return {
        "kind": "summary",
        "tokens": list(best.tokens),
        "text": pair.decode(best.tokens),
        "beams": [
            {"tokens": list(b.tokens), "logp": b.logp, "done": b.done, "text": pair.decode(b.tokens)} for b in beams
        ],
        "counts": counts.counts(best),
        "seconds": counts.seconds(),
        "joules": None,
    }


def run_once(found: Decoder, settings: Any, pair: Pair, ids: list[int], seed: int, limit: int) -> tuple[Any, ...]:
    """The live beams of one run that is not recorded."""
    run: Generator[Iteration, None, State] = found.decode(ids, pair.models, settings, Seeded(seed), limit, record=False)
    *_, last = run
    return last.final.beams
