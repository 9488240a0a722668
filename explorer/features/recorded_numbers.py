"""Restore the recorded numbers of an iteration that is decoded again with one change.

With another engine, precision or release, p and q differ in their last digits. So the decisions before the change use
the recorded acceptance probabilities, and the trace gets the recorded p, q and distributions. Everything after the
change is computed again. The header says what differs from the recording (`differences`).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from decoders.core.record import Distribution, Iteration, Node, Verdict
from explorer.trace.lines import Header

NUMBERS = ("p", "q", "p_used", "a", "q_left", "rho", "entropy", "bar", "confidence", "logp", "logp_joint", "logq_joint")


def is_coin(verdict: Verdict) -> bool:
    """Whether a verdict was decided by comparing a random number u with an acceptance probability a."""
    return verdict.u is not None and verdict.a is not None


def decided(iteration: Iteration, last: int) -> dict[int, float]:
    """Map the index of each draw up to `last` to the acceptance probability that was compared with it."""
    coins = [(draw, iteration.verdicts[place]) for place, draw in draw_places(iteration).items()]
    return {draw: coin.a for draw, coin in coins if draw <= last and is_coin(coin) and coin.a is not None}


def draw_places(iteration: Iteration) -> dict[int, int]:
    """Map indices in `verdicts` to indices of the random choices in `draws` that decided them.

    A verdict whose u differs from its draw, as in an edited file, is left out.
    """
    verdicts, draws = iteration.verdicts, iteration.draws
    return {
        place: verdict.draw
        for place, verdict in enumerate(verdicts)
        if verdict.draw is not None and (not is_coin(verdict) or draws[verdict.draw].value == verdict.u)
    }


def restored(made: Iteration, recorded: Iteration, place: int | None) -> tuple[Iteration, int]:
    """Put the recorded numbers into an iteration, up to the verdict at index `place`. If `place` is None, numbers are
    restored as far as the decisions equal the recorded ones.

    Returns the iteration, and how many of its verdicts, counted from the first one, equal the recorded ones. The
    changed verdict is not counted.
    """
    verdicts, then = list(made.verdicts), recorded.verdicts
    most = len(then) if place is None else place
    same = 0
    while same < min(most, len(verdicts), len(then)) and _outcome(verdicts[same]) == _outcome(then[same]):
        verdicts[same] = then[same]
        same += 1
    named = then[:same]
    if place is not None and same == place < min(len(verdicts), len(then)):
        now, was = verdicts[place], then[place]
        if (now.node, now.rule) == (was.node, was.rule):
            verdicts[place] = _with_numbers(now, was, NUMBERS)
            named = then[: same + 1]
    distributions = _distributions(made.distributions, recorded.distributions, named)
    known = {(node.id, node.parent, node.token): node for node in recorded.nodes}
    nodes = tuple(_node(node, known.get((node.id, node.parent, node.token))) for node in made.nodes)
    return replace(made, verdicts=tuple(verdicts), distributions=distributions, nodes=nodes), same


def _outcome(verdict: Verdict) -> tuple[Any, ...]:
    """The node or entry, the decision and the rule of a verdict, to compare verdicts without their numbers."""
    return verdict.node, verdict.decision, verdict.rule, verdict.layer, verdict.entry, verdict.distributions


def _with_numbers(now: Verdict, was: Verdict, names: Sequence[str]) -> Verdict:
    """The verdict `now` with the recorded numbers of `was`. Only numbers that both verdicts have are replaced."""
    both = {name: getattr(was, name) for name in names if None not in (getattr(was, name), getattr(now, name))}
    return replace(now, **both)


def _distributions(
    now: Sequence[Distribution], then: Sequence[Distribution], verdicts: Sequence[Verdict]
) -> tuple[Distribution, ...]:
    """The distributions of the iteration. Each distribution that these verdicts use is replaced with the recorded
    distribution of the same subject.
    """
    made = list(now)
    for place in sorted({place for verdict in verdicts for place in verdict.distributions}):
        if place >= min(len(made), len(then)) or _subject(made[place]) != _subject(then[place]):
            break
        made[place] = then[place]
    return tuple(made)


def _subject(distribution: Distribution) -> tuple[Any, ...]:
    return distribution.at, distribution.kind, distribution.base


def _node(now: Node, was: Node | None) -> Node:
    """The node with the recorded p and q, if both nodes have them. p and q do not depend on decisions."""
    if was is None:
        return now
    p = now.p if now.p is None or was.p is None else was.p
    q = now.q if now.q is None or was.q is None else was.q
    return replace(now, p=p, q=q)


def differences(then: Header, now: Header) -> dict[str, tuple[str, str]]:
    """The facts that have changed since the recording, as {fact: (then, now)}. A fact that one header lacks is left
    out.
    """
    was, here = _made_on(then), _made_on(now)
    return {fact: (was[fact], here[fact]) for fact in was if fact in here and was[fact] != here[fact]}


def _made_on(head: Header) -> dict[str, str]:
    """Facts that can change the last digits of a run: engines, device, precision, CPU and versions, by name.

    The version of Python is left out, because libraries do the arithmetic.
    """
    engine, explorer = head.engine, head.explorer
    facts: dict[str, Any] = {
        "engine of the target": engine and engine.target,
        "engine of the draft": engine and engine.draft,
        "CPU": engine and engine.cpu,
        "device": head.device,
        "dtype": head.dtype,
        "explorer": explorer and explorer.version,
        **{name: version for name, version in head.versions.items() if name != "python"},
    }
    return {fact: str(value) for fact, value in facts.items() if value is not None}
