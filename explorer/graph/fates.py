"""What becomes of every node, step by step: its state, the verdict that decides it, and the few characters beside it.

Copies of a node may fare differently: of several verdicts the strongest is drawn (`strength` in states.json), the later
one on ties. Everything here is known before a browser sees it.
"""

import math
from collections import Counter
from collections.abc import Sequence

from decoders.core.record import Iteration, Node, Step
from decoders.methods.beam import BeamsLayer
from decoders.methods.dsbd.recording import WidthLayer
from decoders.methods.mtad import JointLayer, Prefix
from explorer.story.numbers import NOISE, SMALLEST
from explorer.trace.commits import TARGETS_OWN
from explorer.trace.states import PREFIX, STATES

Fate = tuple[int, str, int | None, str, str, str]
"""What has become of a node from a step on: the step, the state (states.json), the verdict that decides it, the node's
second line, its copies as they fared (×4 3● 1✕), and those in words."""
MADE = 8  # the strength from which on a state is part of what was made


class Fates:
    """The fates of one iteration's nodes. `steps` are its steps, `born` the one at which each node appears."""

    def __init__(self, iteration: Iteration, steps: Sequence[Step], born: Sequence[int]) -> None:
        self._verdicts, self._nodes, self._born = iteration.verdicts, iteration.nodes, born
        self.step_of = [len(steps) - 1] * len(self._verdicts)  # by verdict: the step at which it takes effect
        for number, step in enumerate(steps):
            for verdict in step.verdicts:
                self.step_of[verdict] = number
        self.verdicts_of: dict[int, list[int]] = {}  # by node, in the order of their steps
        for place in sorted(range(len(self._verdicts)), key=self.step_of.__getitem__):
            self.verdicts_of.setdefault(self._verdicts[place].node, []).append(place)
        self._entered = {verdict.node for verdict in self._verdicts if verdict.entry is not None}
        self._prefixes = _prefixes(iteration, steps)
        self._shares = shares(iteration)
        self.joint = any(isinstance(layer, WidthLayer | BeamsLayer) for layer in iteration.layers)

    def guess(self, node: Node) -> float | None:
        """The chance that a draft was drawn with: in a forest its share of all beams, as its test takes it."""
        return self._shares.get(node.id, node.q)

    def wanted(self, node: Node) -> float | None:
        """The target's chance of a node; where whole beams are weighed, the share that it was drawn with."""
        if not self.joint:
            return node.p
        if node.role != "target":
            return None
        known = (self._verdicts[place].p for place in self.verdicts_of.get(node.id, ()))
        return next((p for p in known if p is not None), node.p)

    def made_at(self, node: int) -> int | None:
        """The first step at which a node is part of what was made."""
        judged = ((self.step_of[i], self._verdicts[i].decision) for i in self.verdicts_of.get(node, ()))
        return next((step for step, decision in judged if STATES[decision].strength >= MADE), None)

    def of(self, place: int) -> list[Fate]:
        """The fates of the node at that place, each from its step on."""
        node, born = self._nodes[place], self._born[place]
        state = "input" if node.role == "input" else "pending"
        changes: dict[int, tuple[str, int | None]] = {born: (state, None)}
        prefix = self._prefixes.get(node.id)
        if prefix is not None:
            changes[max(born, prefix[0])] = ("passes" if prefix[1].passed else "fails", None)
        top, seen = None, Counter[str]()
        counts: dict[int, Counter[str]] = {}
        for verdict in self.verdicts_of.get(node.id, ()):
            decision, step = self._verdicts[verdict].decision, max(born, self.step_of[verdict])
            if top is None or STATES[decision].strength >= STATES[self._verdicts[top].decision].strength:
                top = verdict
            seen[decision] += 1
            changes[step] = (self._verdicts[top].decision, top)
            counts[step] = seen.copy()
        fates, fared = list[Fate](), Counter[str]()
        for step in sorted(changes):
            (state, verdict), fared = changes[step], counts.get(step, fared)
            times, told = copies(node, fared, seen.total(), self._filled(node, fared))
            fates.append((step, state, verdict, self._second(node, state, verdict, prefix), times, told))
        return fates

    def _filled(self, node: Node, fared: Counter[str]) -> int:
        """How many of the decisions so far are beams that the target drew upon a drafted node."""
        beams = node.role == "draft" and node.id in self._entered
        return sum(fared[decision] for decision in TARGETS_OWN) if beams else 0

    def _second(self, node: Node, state: str, place: int | None, tested: tuple[int, Prefix] | None) -> str:
        """The one number behind a node: what it was drafted with, then what decided about it."""
        if state == "input":
            return "after the prompt" if node.parent < 0 else "text so far"
        verdict = None if place is None else self._verdicts[place]
        if tested and (state in PREFIX or (verdict is not None and verdict.rule == "joint_ratio")):
            return _so_far(tested[1])
        if verdict is not None:
            if verdict.u is not None and verdict.a is not None and not verdict.greedy:
                bar = 1.0 if verdict.a >= 1 - NOISE else verdict.a
                sign = "≥" if verdict.decision == "rejected" else "<"
                return f"dice {sign} {brief(bar)}" if bar > 0 else "no chance"  # below 0 is no dice
            if state == "residual" and verdict.p_used is not None:
                return f"p′ {brief(verdict.p_used)}"
            if verdict.p is not None:
                return f"p {brief(verdict.p)}"
        p, own = self.wanted(node), node.role == "target" or STATES[state].strength in (MADE, MADE + 1)
        if p is not None and own:
            return f"p {brief(p)}"
        guess = self.guess(node)
        return "" if guess is None else f"{'share' if node.id in self._shares else 'q'} {brief(guess)}"


def _so_far(prefix: Prefix) -> str:
    """The product of p/q down to the end of a prefix."""
    product = prefix.product
    if not math.isfinite(product):
        return "so far ×∞"
    shown = float(f"{product:.3g}") if product >= 1 or abs(1 - product) < NOISE else product
    few = "≈0" if 0 < product < SMALLEST else f"×{brief(shown)}"
    return f"so far {few}"


def steps_of(iteration: Iteration) -> Sequence[Step]:
    """The iteration's steps; a trace without any has one, in which everything is there."""
    return iteration.steps or (Step("commit", tuple(node.id for node in iteration.nodes)),)


def born(iteration: Iteration, steps: Sequence[Step]) -> list[int]:
    """By place: the first step that names the node, its verdict or a descendant, and so shows it; else the last."""
    found = {node.id: len(steps) - 1 for node in iteration.nodes}
    for number, step in reversed(list(enumerate(steps))):
        judged = [iteration.verdicts[i].node for i in step.verdicts]
        found.update(dict.fromkeys((n for n in (*step.nodes, *judged) if n in found), number))
    for node in reversed(iteration.nodes):
        if node.parent in found:
            found[node.parent] = min(found[node.parent], found[node.id])
    return list(found.values())


def shares(iteration: Iteration) -> dict[int, float]:
    """By node of a draft forest: the chance that its first draw had, its share of all beams, which its test uses."""
    found = dict[int, float]()
    if any(isinstance(layer, WidthLayer) for layer in iteration.layers):
        for entry in iteration.entries:
            if entry.q is not None:
                found.setdefault(entry.node, entry.q)
    return found


def _prefixes(iteration: Iteration, steps: Sequence[Step]) -> dict[int, tuple[int, Prefix]]:
    """By the last node of a prefix that was tested (MTAD): the step that tests it, and its numbers."""
    joint = next((layer for layer in iteration.layers if isinstance(layer, JointLayer)), None)
    if joint is None:
        return {}
    tests = {step.layer: number for number, step in enumerate(steps) if step.phase == "prefix"}
    return {prefix.node: (tests.get(prefix.j, len(steps) - 1), prefix) for prefix in joint.prefixes}


def often(node: Node, times: int) -> str:
    """How often a node that is drawn once was drawn, or goes on as a beam."""
    return f"one beam, {times} copies" if node.role == "input" else f"one node, {times} draws"


def copies(node: Node, fared: Counter[str], whole: int, filled: int = 0) -> tuple[str, str]:
    """How often a node was drawn and how many of these draws fared how, in marks and in words.

    `fared` counts the decisions so far, `whole` how many there will be, `filled` those of `fared` by which the target
    drew a drafted node once more. What the target brings is counted as it comes.

    >>> copies(Node(1, 0, 7, 1, "draft", count=3), Counter(["accepted", "rejected"]), 3)
    ('×3 1● 1✕', 'one node, 3 draws: 1 kept, 1 rejected')
    >>> copies(Node(1, 0, 7, 1, "draft"), Counter(["accepted", "fill"]), 2, 1)
    ('×2 1● 1★', 'one node, 2 draws: 1 kept, 1 fill')
    """
    count = node.count
    times = fared.total() if node.role == "target" and whole >= count else count + filled
    if times < 2 or (count < 2 and not filled):
        return "", ""
    signs, words = Counter[str](), Counter[str]()
    for decision, number in fared.items():
        signs[STATES[decision].sign] += number
        words[STATES[decision].word] += number
    marks = "".join(f" {number}{sign}" for sign, number in signs.items()) if len(signs) > 1 else ""
    what = often(node, times)
    ends = ", ".join(f"{number} {label}" for label, number in words.items())
    return f"×{times}{marks}", f"{what}: {ends}" if ends else what


def brief(value: float) -> str:
    """A number in as few characters as a node has room for; never 1 for what is less.

    >>> brief(0.634), brief(1.0), brief(0.99999), brief(0.0321), brief(0.00012), brief(12.5)
    ('.63', '1', '.9999', '.032', '1.2e-4', '12.5')
    """
    if value in (0, 1):
        return f"{value:.0f}"
    size = abs(value)
    if size < 0.001 or size >= 100_000:
        mantissa, exponent = f"{value:.1e}".split("e")
        return f"{mantissa}e{int(exponent)}"
    if 0.995 <= size < 1:
        return ".9999" if size >= 0.99995 else f"{value:.5f}".rstrip("0")[1:6]
    text = f"{value:.2g}" if size < 0.1 else f"{value:.2f}" if size < 1 else f"{value:.4g}"
    return text.replace("0.", ".", 1) if size < 1 else text
