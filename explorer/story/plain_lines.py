"""What the tables of words compute of an iteration in plain values; it goes with the last of those tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from decoders.core.decode import Beam, best_of

Part = Mapping[str, Any]


def best_beam(beams: Sequence[Part]) -> Part:
    """The beam that is the answer."""
    known = [beam.get("logp") for beam in beams]  # JSON has no infinity: null where it is −∞
    weighed = [
        Beam(tuple(b["tokens"]), logp=float("-inf") if p is None else p) for b, p in zip(beams, known, strict=True)
    ]
    best = best_of(weighed)
    return next(beam for beam, each in zip(beams, weighed, strict=True) if each is best)


def replicas(iteration: Part) -> set[int]:
    """The nodes that unmerging made: copies of a drafted node (GSD §5.4)."""
    return {node["id"] for node in iteration["nodes"] if node.get("origin") not in (None, node["id"])}


def committed(iteration: Part) -> set[int]:
    """The nodes on the way to what this iteration made final: its tokens, and the ends of its live beams."""
    parent = {node["id"]: node["parent"] for node in iteration["nodes"]}
    final = iteration.get("final") or {}
    found: set[int] = set()
    for node in (*final.get("nodes", ()), *(beam["node"] for beam in final.get("beams", ()))):
        while node in parent and node not in found:
            found.add(node)
            node = parent[node]
    return found


def measures(iteration: Part) -> dict[str, int]:
    """By how many tokens the best beam grew, and how many nodes were drafted, each once and with copies."""
    parent = {node["id"]: node["parent"] for node in iteration["nodes"] if node.get("role") != "input"}
    levels: dict[int, int] = {}
    for node in sorted(parent):  # parents first: their ids are smaller
        levels[node] = levels.get(parent[node], 0) + 1
    beams, copied = (iteration.get("final") or {}).get("beams", ()), replicas(iteration)
    own = [node for node in iteration["nodes"] if node.get("role") == "draft" and node["id"] not in copied]
    return {
        "emitted": max((levels.get(beam["node"], 0) for beam in beams), default=0),
        "drafted": len(own),
        "draws": sum(node.get("count", 1) for node in own),
    }
