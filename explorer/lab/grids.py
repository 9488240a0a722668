"""A grid of one's own, as one TOML file: methods with lists of settings, and what is to be measured.

    title = "How wide a draft pays"
    metrics = ["tokens_per_s", "perplexity"]
    x = "gamma"

    [[grid]]
    method = "spd"
    gamma = [1, 2, 3, 4]
    temperature = 1.0

Every [[grid]] is a curve; a list varies and anything else is fixed. `name` calls the curve otherwise than the method.
"""

import tomllib
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.files import read_text
from explorer.lab import draw, measure
from explorer.lab.experiment import METRICS, Cell, Experiment, grid, metrics

KEYS = {"title", "metrics", "x", "grid", "tokens"}


def read_grid(path: Path) -> Experiment:
    """The experiment of a TOML file. Raises BadInput naming what is wrong."""
    try:
        data = tomllib.loads(read_text(path, "a grid as TOML"))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path} is not TOML ({error}); see explorer/lab/grids.py for an example") from None
    odd = sorted(set(data) - KEYS)
    if odd or not isinstance(data.get("grid"), list) or not data["grid"]:
        raise BadInput(
            f"{path} should have {', '.join(sorted(KEYS))}, with one [[grid]] or more" + f", not {odd}" * bool(odd)
        )
    keys = data.get("metrics", ["tokens_per_pass", "perplexity", "tokens_per_s"])
    unknown = [key for key in keys if key not in METRICS]
    if unknown:
        raise BadInput(f"{path}: there is no metric {unknown[0]!r}; choose of {', '.join(METRICS)}")
    x = str(data.get("x", ""))
    cells = tuple(cell for part in data["grid"] for cell in _cells(dict(part), x, path))
    plot = draw.curves(x, *keys) if x else draw.bars(*keys)
    title, limit = str(data.get("title", path.stem)), int(data.get("tokens", 64))
    return Experiment(
        name=path.stem,
        paper="A grid",
        item=path.name,
        title=title,
        varies=x or "the settings",
        measures=", ".join(METRICS[key].label for key in keys),
        needs="any pair",
        cells=cells,
        metrics=metrics(*keys),
        measure=measure.run,
        draw=plot,
        limit=limit,
    )


def _cells(part: dict[str, Any], x: str, path: Path) -> tuple[Cell, ...]:
    if "method" not in part:
        raise BadInput(f"{path}: every [[grid]] needs a method")
    method, name = str(part.pop("method")), str(part.pop("name", ""))
    values = {key: tuple(value) if isinstance(value, list) else value for key, value in part.items()}
    return grid(method, name, x, **values)
