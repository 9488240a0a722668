"""The state of every node, step by step, with the verdict that decides it and the short text at the node.

Duplicates of a node may have different outcomes. Then the strongest verdict is drawn (`strength` in states.json). If
several are equally strong, the latest decision is drawn. Everything here is computed before a browser sees it.
"""

import math
from collections import Counter
from collections.abc import Sequence

from decoders.core.record import Iteration, Node, Step
from decoders.methods.beam import BeamsLayer
from decoders.methods.block_verification import BlockPrefix, BlockVerificationLayer
from decoders.methods.dsbd.recording import WidthLayer
from decoders.methods.mtad import JointLayer, Prefix
from decoders.methods.traversal import TraversalLayer
from explorer.graph.shares import first_shares
from explorer.story.numbers import NOISE, SMALLEST, outcomes, percent, plural
from explorer.trace.commits import TARGETS_OWN
from explorer.trace.states import PREFIX, STATES

Fate = tuple[int, str, int | None, str, str, str, str]
"""The state of a node from a step on: the step, the state (states.json), the verdict that decides it, the node's second
line in the exact voice, the outcomes of its duplicates (×4 3● 1✕), those in words, and the second line in the plain
voice."""
PREFIX_RULES = ("joint_ratio", "block_prefix")  # rules whose draft tokens show the test of their prefix
PrefixTest = tuple[int, bool, tuple[str, str]]
"""The step that tests a prefix, whether it passes, and its numbers below the node in the exact and the plain voice."""
UNDECIDED = "?"  # the mark of a draw before its test
FEW = 3  # if a node has at most this many draws, each draw has its own mark
MADE = 8  # nodes with a state of at least this strength are part of the output


class Fates:
    """The states that the nodes of one iteration have, step by step.

    `steps` are the iteration's steps, and `born` holds the step at which each node appears.
    """

    def __init__(self, iteration: Iteration, steps: Sequence[Step], born: Sequence[int]) -> None:
        self._verdicts, self._nodes, self._born = iteration.verdicts, iteration.nodes, born
        self.step_of = [len(steps) - 1] * len(self._verdicts)  # by verdict, the step at which it takes effect
        for number, step in enumerate(steps):
            for verdict in step.verdicts:
                self.step_of[verdict] = number
        self._settle(iteration)
        self.verdicts_of: dict[int, list[int]] = {}  # by node, the verdicts on it in the order of their steps
        for place in sorted(range(len(self._verdicts)), key=self.step_of.__getitem__):
            self.verdicts_of.setdefault(self._verdicts[place].node, []).append(place)
        self._entered = {verdict.node for verdict in self._verdicts if verdict.entry is not None}
        self._last = len(steps) - 1
        self._prefixes = _prefixes(iteration, steps)
        self._shares = first_shares(iteration)
        self.joint = any(isinstance(layer, WidthLayer | BeamsLayer) for layer in iteration.layers)

    def _settle(self, iteration: Iteration) -> None:
        """Mark the drafts of a tree as untested as soon as it is clear that they will not be tested: when a draft
        before them is rejected, another draft at their position is accepted, or the tests end.
        """
        if any(node.merge is not None or node.origin is not None for node in iteration.nodes):
            return  # in a graph, another path may lead to the same draft
        ends = self._last_test(iteration)
        # by node: the step at which one of its children is accepted, and the step at which the node is rejected
        taken, gone = dict[int, int](), dict[int, int]()
        decided = dict[int, list[int]]()
        parents = {node.id: node.parent for node in iteration.nodes}
        for place, verdict in enumerate(self._verdicts):
            decided.setdefault(verdict.node, []).append(place)
            if verdict.decision == "accepted":
                parent, step = parents.get(verdict.node, -1), self.step_of[place]
                taken[parent] = min(step, taken.get(parent, step))
        for node in iteration.nodes:
            places = decided.get(node.id, [])
            found = {self._verdicts[place].decision for place in places}
            if found == {"rejected"} and len(places) >= node.count:
                gone[node.id] = max(self.step_of[place] for place in places)
            if found != {"unused"} or len(places) > 1 or self._verdicts[places[0]].rule != "off_path":
                continue
            clear = [where[key] for where, key in ((taken, node.parent), (gone, node.parent)) if key in where]
            gone[node.id] = self.step_of[places[0]] = min([self.step_of[places[0]], *clear, *ends])

    def _last_test(self, iteration: Iteration) -> tuple[int, ...]:
        """The step of the last test, if leaves are tested first; empty for other methods."""
        passed = [each for layer in iteration.layers if isinstance(layer, TraversalLayer) for each in layer.leaves]
        ended = {each.node for each in passed if each.passed}
        steps = zip(self._verdicts, self.step_of, strict=True)
        return tuple(step for verdict, step in steps if verdict.node in ended and verdict.decision == "accepted")

    def guess(self, node: Node) -> float | None:
        """Return the probability with which a draft was sampled.

        In a forest, this is the node's share of the total probability of all beams, which the test also uses.
        """
        return self._shares.get(node.id, node.q)

    def wanted(self, node: Node) -> float | None:
        """Return the target's probability of a node.

        For a beam, this is the share of the total probability of all beams with which the beam was sampled.
        """
        if not self.joint:
            return node.p
        if node.role != "target":
            return None
        recorded = (self._verdicts[place].p for place in self.verdicts_of.get(node.id, ()))
        return next((p for p in recorded if p is not None), node.p)

    def made_at(self, node: int) -> int | None:
        """Return the first step at which a node is part of the output."""
        judged = ((self.step_of[i], self._verdicts[i].decision) for i in self.verdicts_of.get(node, ()))
        return next((step for step, decision in judged if STATES[decision].strength >= MADE), None)

    def of(self, place: int) -> list[Fate]:
        """Return the states of the node at that index, each with the step at which it begins."""
        node, born = self._nodes[place], self._born[place]
        state = "input" if node.role == "input" else "pending"
        changes: dict[int, tuple[str, int | None]] = {born: (state, None)}
        prefix = self._prefixes.get(node.id)
        if prefix is not None:
            changes[max(born, prefix[0])] = ("passes" if prefix[1] else "fails", None)
        top, seen = None, Counter[str]()
        counts: dict[int, Counter[str]] = {}
        judged = self.verdicts_of.get(node.id, [])
        for verdict in judged:
            decision, step = self._verdicts[verdict].decision, max(born, self.step_of[verdict])
            seen[decision] += 1
            counts[step] = seen.copy()
            if top is None and decision == "orphaned" and self.step_of[judged[-1]] > self.step_of[verdict]:
                changes.setdefault(step, (state, None))  # other draws of this node have a parent, and are tested later
                continue
            if top is None or STATES[decision].strength >= STATES[self._verdicts[top].decision].strength:
                top = verdict
            changes[step] = (self._verdicts[top].decision, top)
        if top is not None and (rest := self._undecided(node, seen.total())):
            step = max(born, self.step_of[top] if rest[0] == "not_sent" else self._last)
            seen[rest[0]] += rest[1]
            counts[step] = seen.copy()
            changes.setdefault(step, (self._verdicts[top].decision, top))
        fates, fared = list[Fate](), Counter[str]()
        for step in sorted(changes):
            (state, verdict), fared = changes[step], counts.get(step, fared)
            times, words = copies(node, fared, seen.total(), self._filled(node, fared))
            exact, plain = self._second(node, state, verdict, prefix)
            fates.append((step, state, verdict, exact, times, words, plain))
        return fates

    def _undecided(self, node: Node, decided: int) -> tuple[str, int] | None:
        """Return a state and a number of draws, for draws of a drafted node without a decision of their own; None if
        there are none.

        Such draws were not tested, or (MTAD) they belong to beams that were not sent.
        """
        if node.role != "draft" or node.id in self._shares or node.count <= decided:
            return None
        rules = {self._verdicts[place].rule for place in self.verdicts_of[node.id]}
        sent = not rules & {"joint_ratio", "best_beam"}
        return ("unused" if sent else "not_sent"), node.count - decided

    def _filled(self, node: Node, fared: Counter[str]) -> int:
        """Return the number of decisions so far (`fared`) about beams that the target sampled at a drafted node."""
        beams = node.role == "draft" and node.id in self._entered
        return sum(fared[decision] for decision in TARGETS_OWN) if beams else 0

    def _second(self, node: Node, state: str, place: int | None, tested: PrefixTest | None) -> tuple[str, str]:
        """Return the text below a node, in the exact and the plain voice: its probability or its test."""
        if state == "input":
            where = "after the prompt" if node.parent < 0 else "text so far"
            return where, where
        verdict = None if place is None else self._verdicts[place]
        if tested and (state in PREFIX or (verdict is not None and verdict.rule in PREFIX_RULES)):
            return tested[2]
        if verdict is not None:
            if verdict.u is not None and verdict.a is not None and not verdict.greedy:
                return _tested(verdict.u, verdict.a, verdict.decision)
            if state == "residual" and verdict.p_used is not None:
                return f"p′ {brief(verdict.p_used)}", percent(verdict.p_used)
            if verdict.p is not None:
                return f"p {brief(verdict.p)}", percent(verdict.p)
        p, own = self.wanted(node), node.role == "target" or STATES[state].strength in (MADE, MADE + 1)
        if p is not None and own:
            return f"p {brief(p)}", percent(p)
        guess = self.guess(node)
        if guess is None:
            return "", ""
        if node.id in self._shares:
            return f"q_beam {brief(guess)}", f"share {percent(guess)}"
        return f"q {brief(guess)}", percent(guess)


def _tested(u: float, threshold: float, decision: str) -> tuple[str, str]:
    """A random number and its threshold, in the exact and the plain voice."""
    if threshold <= 0:
        return "p = 0", "0%"
    bar = brief(1.0 if threshold >= 1 - NOISE else threshold)
    sign = "≥" if decision == "rejected" else "<"
    return f"u {sign} {bar}", f"{brief(u)} {sign} {bar}"


def _joint(prefix: Prefix) -> tuple[str, str]:
    """The joint ratio ∏ p/q of a prefix, in the exact and the plain voice."""
    product = prefix.product
    if not math.isfinite(product):
        return "∏ p/q ∞", "joint ∞"
    shown = brief(float(f"{product:.3g}") if product >= 1 or abs(1 - product) < NOISE else product)
    return f"∏ p/q {shown}", "joint <.0001" if 0 < product < SMALLEST else f"joint {shown}"


def steps_of(iteration: Iteration) -> Sequence[Step]:
    """Return the iteration's steps; a trace without steps gets one that shows everything."""
    return iteration.steps or (Step("commit", tuple(node.id for node in iteration.nodes)),)


def born(iteration: Iteration, steps: Sequence[Step]) -> list[int]:
    """Return, for each node, the first step that shows the node, a verdict on it or a descendant.

    If there is none, it is the last step.
    """
    first = {node.id: len(steps) - 1 for node in iteration.nodes}
    for number, step in reversed(list(enumerate(steps))):
        judged = [iteration.verdicts[i].node for i in step.verdicts]
        first.update(dict.fromkeys((n for n in (*step.nodes, *judged) if n in first), number))
    for node in reversed(iteration.nodes):
        if node.parent in first:
            first[node.parent] = min(first[node.parent], first[node.id])
    return list(first.values())


def _prefixes(iteration: Iteration, steps: Sequence[Step]) -> dict[int, PrefixTest]:
    """Return the test of each prefix, by the prefix's last node (MTAD, block verification)."""
    tests = {step.layer: number for number, step in enumerate(steps) if step.phase == "prefix"}
    found = dict[int, PrefixTest]()
    for layer in iteration.layers:
        if isinstance(layer, JointLayer):
            tested = [(each.j, each.node, each.passed, _joint(each)) for each in layer.prefixes]
        elif isinstance(layer, BlockVerificationLayer):
            tested = [(each.j, each.node, each.passed, _block(each)) for each in layer.prefixes]
        else:
            continue
        found |= {node: (tests.get(j, len(steps) - 1), passed, said) for j, node, passed, said in tested}
    return found


def _block(prefix: BlockPrefix) -> tuple[str, str]:
    """The random number of a prefix and its threshold, in the exact and the plain voice."""
    if prefix.u is None:
        return "", ""
    return _tested(prefix.u, prefix.h, "accepted" if prefix.passed else "rejected")


def often(node: Node, times: int) -> str:
    """Write how many draws or duplicate beams a node represents."""
    return f"one beam, {plural(times, 'duplicate')}" if node.role == "input" else f"one node, {plural(times, 'draw')}"


def copies(node: Node, fared: Counter[str], whole: int, filled: int = 0) -> tuple[str, str]:
    """Write how often a node was drawn and with which outcomes, as marks and as words. If there are only a few draws,
    each draw has its own mark.

    `fared` counts the decisions so far, and `whole` is the number of all decisions at the end. `filled` counts the
    decisions in `fared` by which the target sampled a node that had already been drafted. The target's own beams are
    counted as they appear.

    >>> copies(Node(1, 0, 7, 1, "draft", count=3), Counter(["accepted", "rejected"]), 3)
    ('●✕?', 'one node, 3 draws: 1 accepted, 1 rejected')
    >>> copies(Node(1, 0, 7, 1, "draft", count=4), Counter(["accepted", "rejected"]), 4)
    ('×4 1● 1✕', 'one node, 4 draws: 1 accepted, 1 rejected')
    >>> copies(Node(1, 0, 7, 1, "draft"), Counter(["accepted", "fill"]), 2, 1)
    ('●★', 'one node, 2 draws: 1 accepted, 1 extra beam')
    >>> copies(Node(1, 0, 7, 1, "draft", count=3), Counter(["accepted", "not_sent", "not_sent"]), 3)
    ('×3', 'one node, 3 draws: 1 accepted, 2 not sent')
    """
    count = node.count
    times = fared.total() if node.role == "target" and whole >= count else count + filled
    if times < 2 or (count < 2 and not filled):
        return "", ""
    signs, words = Counter[str](), Counter[str]()
    for decision, number in fared.items():
        signs[STATES[decision].sign] += number
        words[STATES[decision].word] += number
    marks = f"×{times}" + "".join(f" {number}{sign}" for sign, number in signs.items())
    if fared["not_sent"]:  # the node's own mark shows the outcome of its other draws
        marks = f"×{times}"
    elif fared and times <= FEW and node.role != "input":
        marks = "".join(signs.elements()).ljust(times, UNDECIDED)
    what = often(node, times)
    ends = ", ".join(outcomes(number, label) for label, number in words.items())
    return marks, f"{what}: {ends}" if ends else what


def brief(value: float) -> str:
    """Write a number in the few characters that fit into a node. A number below 1 is never written as 1.

    >>> brief(0.634), brief(1.0), brief(0.99999), brief(0.0321), brief(0.00012), brief(12.5)
    ('.63', '1', '.9999', '.032', '.00012', '12.5')
    """
    if value in (0, 1):
        return f"{value:.0f}"
    size = abs(value)
    if size < 0.0001 or size >= 100_000:
        mantissa, exponent = f"{value:.1e}".split("e")
        return f"{mantissa}e{int(exponent)}"
    if 0.995 <= size < 1:
        return ".9999" if size >= 0.99995 else f"{value:.5f}".rstrip("0")[1:6]
    text = f"{value:.2g}" if size < 0.1 else f"{value:.2f}" if size < 1 else f"{value:.4g}"
    return text.replace("0.", ".", 1) if size < 1 else text
