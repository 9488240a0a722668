"""Run an entrant on a pair, and turn a run into a row. Torch is imported only to run `generate`."""

from dataclasses import asdict, replace
from typing import Any

from benchmarks.entrants import generate_settings, name_of
from benchmarks.rounds import Row, Run
from decoders.errors import BadInput
from decoders.pairs import Pair, load_pair
from explorer.measuring.compare import Timed, timed_run
from explorer.service.request import request_of


def runner(word: str, warp: dict[str, Any], pair: Pair) -> Run:
    """Make the function that runs an entrant on this pair. Raises BadInput if the word is wrong or the pair unfit."""
    if name_of(word) == "generate":
        if pair.vocab is not None:
            raise BadInput(
                f"{pair.name} is a toy pair, but generate runs only transformers models. Choose another pair."
            )
        from benchmarks import generate

        settings = generate_settings(word, warp)
        return generate.runner(_on_torch(pair, settings.dtype), settings)
    request = request_of(word, warp)
    return lambda ids, seed, limit: row(timed_run(replace(request, seed=seed, limit=limit), pair, ids))


def _on_torch(pair: Pair, dtype: str) -> Pair:
    """The pair as transformers networks, in a dtype (auto: the pair itself, if it already consists of networks)."""
    if dtype == "auto" and pair.info["engine"]["target"] == "torch":
        return pair
    key = pair.name, pair.info["device"].partition(" ")[0], dtype  # the pair's name follows the prefix
    if key not in _TORCH:
        _TORCH[key] = load_pair(*key, engine="torch")
    return _TORCH[key]


_TORCH: dict[tuple[str, str, str], Pair] = {}
COUNTED = ("emitted", "iterations", "target_passes", "draft_passes", "drafted", "accepted", "committed", "judged")


def row(done: Timed) -> Row:
    """The stored row of one run, with wall-clock seconds; figures.py computes figures from rows."""
    counts, seconds, widths = done.counts.counts(done.best), asdict(done.counts.seconds()), done.counts.widths()
    return {
        **{key: getattr(counts, key) for key in COUNTED},
        "wall": done.wall,
        "cpu": done.cpu,
        "loop": seconds["total"],
        "prefill": done.prefill,
        "target": seconds["target"],
        "draft": seconds["draft"],
        "other": max(0.0, seconds["other"] - done.draft_prefill),
        "logp": done.best.logp,
        "width": None if widths is None else widths[0],
        "kept_width": None if widths is None else widths[1],
    }
