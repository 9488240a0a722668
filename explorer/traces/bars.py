"""The timeline's numbers of one iteration, as the stage draws them: tokens, drafts, seconds, KV tokens, widths."""

import math
from collections.abc import Iterable, Mapping
from typing import Any

from explorer.stage.graph import committed
from explorer.traces.reading import origins

Part = dict[str, Any]


def measures(iteration: Part) -> Part:
    """The timeline's numbers of an iteration that was read (reading.py).

    `emitted` is by how many tokens the best live beam grew, and `kept` how many of them are accepted drafts. `drafted`,
    `used` and `wasted` count the nodes that the draft made over all beams, each once: replicas are none of its work,
    and `draws` counts copies apart. `widths`: [layer, W, accepted, outcome] of layers of beams.
    """
    path, drafts = committed(iteration), [node for node in iteration["nodes"] if node.get("role") == "draft"]
    drafted = {node["id"] for node in drafts if node.get("origin") in (None, node["id"])}
    used = {node.get("origin") or node["id"] for node in drafts if node["id"] in path} & drafted
    line, origin = _best(iteration), origins(iteration)
    spent = {
        model: sum(p["seconds"] for p in iteration["passes"] if p["model"] == model) for model in ("draft", "target")
    }
    return {
        "emitted": len(line),
        "kept": sum(origin.get(node) in ("draft", "merged") for node in line),
        "drafted": len(drafted),
        "draws": sum(node.get("count", 1) for node in drafts if node["id"] in drafted),
        "used": len(used),
        "wasted": len(drafted) - len(used),
        "draft": short(spent["draft"]),
        "target": short(spent["target"]),
        "other": short(max(0.0, iteration.get("seconds", 0.0) - spent["draft"] - spent["target"])),
        "kv": max((one["kv"] for one in iteration["passes"] if one["model"] == "target"), default=0),
        "widths": [  # of forests and of beams; the draft's own beams (kind "beams") are as many as the settings say
            [one["layer"], one["width"], one.get("accepted"), one.get("outcome")]
            for one in iteration.get("layers", ())
            if "width" in one and one.get("kind") != "beams"
        ],
    }


def _best(iteration: Part) -> list[int]:
    """The nodes that the beam of highest mean log p grew by, of those that grew most: ended ones stand still."""
    parent = {node["id"]: node["parent"] for node in iteration["nodes"] if node.get("role") != "input"}
    lines: list[tuple[int, float, list[int]]] = []
    for beam in iteration.get("final", {}).get("beams", ()):
        line, node = list[int](), beam["node"]
        while node in parent:
            line.append(node)
            node = parent[node]
        logp = -math.inf if beam.get("logp") is None else beam["logp"]
        lines.append((len(line), logp / max(1, len(beam.get("tokens", ()))), line))
    return max(lines, key=lambda one: one[:2], default=(0, 0.0, list[int]()))[2]


def short(value: Any) -> Any:
    """Floats to five significant digits (a screen shows three); all else as it is."""
    if isinstance(value, float):
        return float(f"{value:.5g}") if math.isfinite(value) else None
    return value


def rounded(value: Any) -> Any:
    """The same inside dicts and lists."""
    if isinstance(value, Mapping):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [rounded(one) for one in value]
    return short(value)
