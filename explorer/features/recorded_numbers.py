"""Restore the numbers of a recorded iteration in an iteration that is decoded again with one change.

Another engine, precision or release computes p and q that differ in their last digits. So the decisions up to the
changed one are made by the recorded acceptance probabilities, and the lines hold the recorded p, q and distributions.
Everything after the change is computed again, and the header says what differs from the recording (`differences`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

Part = Mapping[str, Any]
NUMBERS = ("p", "q", "p_used", "a", "q_left", "rho", "entropy", "bar", "confidence", "logp", "logp_joint", "logq_joint")


def is_coin(verdict: Part) -> bool:
    """Whether it was decided by u < a."""
    return "u" in verdict and "a" in verdict


def decided(iteration: Part, last: int) -> dict[int, float]:
    """Map draws, up to number `last`, to the acceptance probabilities that they were compared with."""
    coins = [(draw, iteration["verdicts"][place]) for place, draw in draw_places(iteration).items()]
    return {draw: verdict["a"] for draw, verdict in coins if draw <= last and is_coin(verdict)}


def draw_places(iteration: Part) -> dict[int, int]:
    """Map verdicts to the random choices that decided them, by their places in `verdicts` and `draws`.

    A coin whose u is not that of its draw, as in an edited file, is left out.
    """
    verdicts, draws = iteration["verdicts"], iteration["draws"]
    places = {place: verdict["draw"] for place, verdict in enumerate(verdicts) if "draw" in verdict}
    if any("draw" not in verdict and (is_coin(verdict) or verdict["rule"] == "draw_match") for verdict in verdicts):
        places = _places_by_label(iteration) | places
    return {
        place: draw
        for place, draw in places.items()
        if not is_coin(verdicts[place]) or draws[draw]["value"] == verdicts[place]["u"]
    }


def _places_by_label(iteration: Part) -> dict[int, int]:
    """The same for coins and draws from p of a trace that was recorded before verdicts had `draw`."""
    labels = {draw["label"]: place for place, draw in enumerate(iteration["draws"])}
    coins = [place for place, verdict in enumerate(iteration["verdicts"]) if is_coin(verdict)]
    accepts = [place for place, draw in enumerate(iteration["draws"]) if draw["label"].startswith("accept")]
    depth = {node["id"]: node["depth"] for node in iteration["nodes"]}
    start = next((node["depth"] for node in iteration["nodes"] if node["role"] == "input"), 0)
    places = dict(zip(coins, accepts, strict=False))
    for place, verdict in enumerate(iteration["verdicts"]):
        label = f"y {depth[verdict['node']] - start} ~ p"  # tree_verification.follow numbers them by the level
        if verdict["rule"] == "draw_match" and label in labels:
            places[place] = labels[label]
    return places


def restore(line: dict[str, Any], recorded: Part, place: int | None) -> int:
    """Put the recorded numbers into an iteration's line, up to the verdict in `place` (None: as far as they go).

    Returns how many of its verdicts, from the first, are as recorded, the changed one not among them.
    """
    verdicts, then = line["verdicts"], recorded["verdicts"]
    most = len(then) if place is None else place
    same = 0
    while same < min(most, len(verdicts), len(then)) and _outcome(verdicts[same]) == _outcome(then[same]):
        verdicts[same] = dict(then[same])
        same += 1
    named = then[:same]
    if place is not None and same == place < min(len(verdicts), len(then)):
        now, was = verdicts[place], then[place]
        if (now["node"], now["rule"]) == (was["node"], was["rule"]):
            verdicts[place] = now | {key: was[key] for key in NUMBERS if key in was and key in now}
            named = then[: same + 1]
    _restore_distributions(line, recorded, named)
    _restore_nodes(line, recorded)
    return same


def _outcome(verdict: Part) -> tuple[Any, ...]:
    """What a decision is about and what came of it, without its numbers."""
    return tuple(verdict.get(key) for key in ("node", "decision", "rule", "layer", "entry", "distributions"))


def _restore_distributions(line: dict[str, Any], recorded: Part, verdicts: Sequence[Part]) -> None:
    """The recorded distributions that those verdicts name, where the line has distributions of the same kind there."""
    now, then = line["distributions"], recorded.get("distributions", [])
    for place in sorted({place for verdict in verdicts for place in verdict.get("distributions", ())}):
        if place >= min(len(now), len(then)) or _subject(now[place]) != _subject(then[place]):
            return
        now[place] = dict(then[place])


def _subject(distribution: Part) -> tuple[Any, ...]:
    return tuple(distribution.get(key) for key in ("at", "kind", "base"))


def _restore_nodes(line: dict[str, Any], recorded: Part) -> None:
    """The recorded p and q of the nodes that both have: they do not depend on what was decided."""
    known = {(node["id"], node["parent"], node["token"]): node for node in recorded["nodes"]}
    for node in line["nodes"]:
        was = known.get((node["id"], node["parent"], node["token"]), {})
        node |= {key: was[key] for key in ("p", "q") if key in was and key in node}


def differences(then: Part, now: Part) -> dict[str, list[str]]:
    """What differs between the recording and now: {fact: [then, now]}, empty if nothing differs.

    Facts that one of the headers lacks are left out.

    >>> differences({"dtype": "bfloat16", "versions": {"numpy": "2"}}, {"dtype": "float32", "versions": {"numpy": "2"}})
    {'dtype': ['bfloat16', 'float32']}
    """
    was, here = _made_on(then), _made_on(now)
    return {fact: [was[fact], here[fact]] for fact in was if fact in here and was[fact] != here[fact]}


def _made_on(head: Part) -> dict[str, str]:
    """What can change the last digits of a run: engines, device, precision, CPU and versions, by name."""
    engine, explorer = head.get("engine") or {}, head.get("explorer") or {}
    facts = {f"engine of the {role}": engine.get(role) for role in ("target", "draft")}
    facts |= {"CPU": engine.get("cpu"), "device": head.get("device"), "dtype": head.get("dtype")}
    facts |= {"explorer": explorer.get("version")} | dict(head.get("versions") or {})
    return {fact: str(value) for fact, value in facts.items() if value is not None}
