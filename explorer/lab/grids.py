"""Custom grids: a TOML file with methods, lists of settings, and the metrics to measure.

Settings given as a list are varied; all others are fixed. A `[[grid]]` is named after its method unless it has a
`name`. A cell's label contains its name, its varied settings, and all settings in which cells of this name differ. So
labels are unique. If `x` is given, there is one curve per name and combination of the other settings.

    [[grid]]
    method = "spd"
    gamma = [1, 2, 3, 4]
    temperature = 1.0
"""

import json
import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, product
from pathlib import Path
from typing import Any

from decoders.core.settings import written
from decoders.errors import BadInput, why_unread
from decoders.files import read_text
from explorer.lab import measure
from explorer.lab.analysis import draw
from explorer.lab.experiment import METRICS, Cell, Experiment, metrics, sign
from explorer.service.conversation import as_json
from explorer.service.request import MAX_NEW_TOKENS, RunRequest, whole

KEYS = {"title": str, "metrics": list, "x": str, "grid": list, "tokens": int}
USUAL = ("tokens_per_pass", "perplexity", "tokens_per_s")
MOST_CELLS = 1_000


@dataclass(frozen=True)
class Point:
    """A cell without a label.

    `given` are its settings as they were written, `full` are all its settings, and `varied` are the settings
    that were given as lists.
    """

    method: str
    name: str
    given: dict[str, Any]
    full: dict[str, Any]
    varied: tuple[str, ...]

    def word(self, key: str) -> str:
        """Write a setting's value as text."""
        return written(self.given.get(key, self.full[key]))


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file of the Lab. Raises BadInput if the file is not valid."""
    text = read_text(path, "a grid or a series as TOML")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(
            f"{path} is not valid TOML ({why_unread(error)}). See the examples in explorer/lab/grids.py (a grid) and "
            "explorer/lab/series.py (a series)."
        ) from None


def read_grid(path: Path) -> Experiment:
    """Read a custom grid from a TOML file as an experiment. Raises BadInput, with the fault, if it is not valid."""
    data = read_toml(path)
    odd = sorted(set(data) - set(KEYS))
    if odd or not data.get("grid"):
        wrong = f"has the unknown key {odd[0]}" if odd else "has no [[grid]]"
        raise BadInput(f"The grid {path} {wrong}. Use the keys {', '.join(sorted(KEYS))}, and at least one [[grid]].")
    for key, value in data.items():
        if not isinstance(value, KEYS[key]):
            raise BadInput(f"{key} in {path} must be {_kind(KEYS[key])}, but is {as_json(value)}. Change its value.")
    limit = whole(f"The value of tokens in {path}", data.get("tokens", 64), 1, MAX_NEW_TOKENS)
    keys, x, title = _metrics(path, data.get("metrics", USUAL)), data.get("x", ""), data.get("title", path.stem)
    return Experiment(
        name=path.stem,
        paper="A grid",
        item=path.name,
        title=title,
        varies=x or "the settings",
        measures=", ".join(METRICS[key].label for key in keys),
        needs="any pair",
        cells=_cells(path, data["grid"], x),
        metrics=metrics(*keys),
        measure=measure.run,
        draw=draw.curves(x, *keys) if x else draw.bars(*keys),
        limit=limit,
    )


def _kind(kind: type) -> str:
    return {str: "text", int: "a whole number", list: "a list"}[kind]


def _metrics(path: Path, keys: Sequence[Any]) -> tuple[str, ...]:
    unknown = [key for key in keys if not isinstance(key, str) or key not in METRICS]
    if unknown or not keys:
        wrong = f"the unknown metric {as_json(unknown[0])}" if unknown else "no metrics"
        raise BadInput(f"The grid {path} has {wrong}. Choose one of: {', '.join(METRICS)}.")
    return tuple(dict.fromkeys(keys))


def _cells(path: Path, parts: Sequence[Any], x: str) -> tuple[Cell, ...]:
    """The cells of all [[grid]] parts in order, with unique labels."""
    points = [point for part in parts for point in _points(path, part)]
    if len(points) > MOST_CELLS:
        raise BadInput(
            f"The grid {path} makes {len(points):,} cells, but the limit is {MOST_CELLS:,}. Shorten its lists."
        )
    if x and not any(x in point.full for point in points):
        raise BadInput(
            f"The x of {path} is {as_json(x)}, which is not a setting of any of its grids. Use a setting of a [[grid]]."
        )
    named = {key: list(some) for key, some in groupby(sorted(points, key=_name), _name)}
    differing = {key: _differing(some) for key, some in named.items()}
    cells, known = list[Cell](), set[str]()
    for point in points:
        several = sum(name == point.name for name, _ in named) > 1
        cells.append(_cell(path, point, differing[_name(point)], x, several=several))
        here = {cells[-1].label, json.dumps([_name(point), point.full], default=str)}
        if here & known:
            raise BadInput(
                f"The cell {cells[-1].label} appears twice in {path}. Remove one of the two, or give it another name."
            )
        known |= here
    return tuple(cells)


def _name(point: Point) -> tuple[str, str]:
    return point.name, point.method


def _differing(points: Sequence[Point]) -> list[str]:
    """The settings that differ between the points of one method."""
    return [key for key in points[0].full if any(point.full[key] != points[0].full[key] for point in points)]


def _points(path: Path, part: Any) -> list[Point]:
    if not isinstance(part, dict):
        raise BadInput(
            f"Each [[grid]] in {path} must be a table with a method and settings, not {as_json(part)}. Correct this "
            "entry."
        )
    settings: dict[str, Any] = {key: value for key, value in part.items() if key not in ("method", "name")}
    method, name = part.get("method"), part.get("name", part.get("method"))
    if not isinstance(method, str) or not isinstance(name, str):
        raise BadInput(f"A [[grid]] in {path} has no method, or its method or name is not text. Correct this [[grid]].")
    varied = {key: value for key, value in settings.items() if isinstance(value, list)}
    if not all(varied.values()):
        empty = next(key for key, value in varied.items() if not value)
        raise BadInput(f"The list {empty} of {as_json(method)} in {path} is empty. Add values, or remove the list.")
    if math.prod(map(len, varied.values())) > MOST_CELLS:
        raise BadInput(f"The lists of {as_json(method)} in {path} make more than {MOST_CELLS:,} cells. Shorten them.")
    made = []
    for combination in product(*varied.values()):
        given = {**settings, **dict(zip(varied, combination, strict=True))}
        try:
            full = vars(RunRequest(method, "", "", given).chosen)
        except BadInput as error:
            raise BadInput(f"{path}: {error}") from None
        made.append(Point(method, name, given, dict(full), tuple(varied)))
    return made


def _cell(path: Path, point: Point, differing: Sequence[str], x: str, *, several: bool) -> Cell:
    """The cell of a point.

    Its label contains all settings that vary or differ. The name of its curve is the label without x.
    """
    name = f"{point.name} ({point.method})" if several else point.name
    words = {key: f"{sign(point.method, key)}={point.word(key)}" for key in (*point.varied, *differing)}
    at = point.full.get(x)
    if isinstance(at, bool) or not isinstance(at, int | float | None):
        raise BadInput(
            f"The x axis of {path} needs numbers, but {x} of {point.method} is {as_json(at)}. Choose another setting."
        )
    group = " ".join([name, *(word for key, word in words.items() if key != x)]) if x else name
    return Cell(" ".join([name, *words.values()]), point.method, point.given, group, None if at is None else float(at))
