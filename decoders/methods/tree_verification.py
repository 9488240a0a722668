"""Parts shared by all methods that draft and verify a candidate tree below one sequence. A chain is also a tree.

A method drafts a tree below its beam (`Candidates`), and one target pass scores the whole tree (`Scored`). A walk from
the root then chooses one path, and the target adds a token (`draw_own`). There are three walks.

`walk` descends to the accepted child, and samples from the residual if there is none.

`follow` is for candidates that were chosen deterministically, so each was drafted with q = 1. It samples y ~ 𝒯p once
and descends to the child that equals y. This is equivalent to testing each child with p′/q and removing it from p′
after a rejection. The output distribution is therefore the target's for every tree.

`keep_longest` tests every child of an accepted node, and the longest path wins. This rule is lossy, because the longest
of several accepted paths is not a sample from p.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

from decoders.core.decode import Beam, Emitted, Run
from decoders.core.dice import last
from decoders.core.record import DRAFT, TARGET, UNUSED, VERIFY, Decision, Own, Phase, Rule, Verdict
from decoders.core.rules import ARGMAX, DRAW, Dist, Logits
from decoders.core.ties import first_of_best
from decoders.errors import BadInput

MAX_NODES = 1024  # maximum number of candidates in a target pass
FAR_TOO_MANY = 10**9  # counting stops at this number of candidates

EXIT = Phase("exit", "draft")  # the draft stops at its exit threshold
SELECT = Phase("select", "draft")  # some drafts go to the target, or some beams continue

GREEDY_MATCH = Rule("greedy_match", "x = argmax p")
DRAW_MATCH = Rule("draw_match", "x = y, y ~ p")
OFF_PATH = Rule("off_path", "the walk ended before x, or went another way")
EARLIER_REJECTION = Rule("earlier_rejection", "a draft before x was rejected")
LONGEST_PATH = Rule("longest_path", "another path that passed is longer, or came first")
OWN_TOKEN = (DRAW, ARGMAX)  # rules recorded by `draw_own` and `draw_residual`
FOLLOWING = (GREEDY_MATCH, DRAW_MATCH, OFF_PATH, *OWN_TOKEN)  # rules recorded by `follow`


@dataclass
class Candidates:
    """The draft tree: the `children` of each node in the order of their tests, and the recorded `q` of each node."""

    root: int
    children: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    q: dict[int, float] = field(default_factory=dict[int, float])

    @classmethod
    def chain(cls, root: int, nodes: Sequence[int], q: Sequence[float] = ()) -> "Candidates":
        """A single draft: every node is the child of the one before it."""
        below = {parent: [node] for parent, node in zip([root, *nodes], nodes, strict=False)}
        return cls(root, below, dict(zip(nodes, q, strict=False)))

    @property
    def nodes(self) -> list[int]:
        """All candidates, each once, in breadth-first order and without the root."""
        nodes = list(self.children.get(self.root, []))
        for node in nodes:
            nodes.extend(self.children.get(node, []))
        return nodes


class Scored:
    """The target's distributions after the root and after every candidate. The distributions come from one pass, which
    is recorded as a step.
    """

    def __init__(self, run: Run, tree: Candidates) -> None:
        nodes = [tree.root, *tree.nodes]
        self.tree = tree
        self._run = run
        self._row = {node: i for i, node in enumerate(nodes)}
        self._p: dict[int, Dist] = {}
        self._law: dict[int, tuple[int, ...]] = {}
        self.logits = run.target.logits(nodes)
        run.rec.step(TARGET, nodes)

    def p(self, node: int) -> Dist:
        """The warped distribution 𝒯p of the token after a node."""
        if node not in self._p:
            self._p[node] = self.logits.warp(self._row[node], self._run.settings.warp)
        return self._p[node]

    def shown(self, node: int, token: int) -> float:
        """The recorded probability of a token after a node: after warping, or before it if 𝒯 leaves a single token."""
        return self._run.prob(token, self.logits, self._row[node], self.p(node))

    def law(self, node: int) -> tuple[int, ...]:
        """Record the distribution after a node as `Run.law` does, unless it is already recorded. Returns its index."""
        if node not in self._law:
            self._law[node] = self._run.law(node, "p", self.logits, self._row[node], self.p(node))
        return self._law[node]

    def raw(self, node: int) -> tuple[int, ...]:
        """Record p after a node before warping, and return its index."""
        return self._run.raw(node, "p_raw", self.logits, self._row[node])

    def logp(self, node: int, token: int) -> float:
        """The log probability of a token after a node, before warping."""
        return self.logits.logp(self._row[node], token)

    def judge(self, node: int, decision: Decision, rule: Rule, **numbers: Any) -> Verdict:
        """A verdict on a candidate, with p and q of its token after its parent. Keyword arguments set further fields of
        the verdict.
        """
        tree = self._run.tree
        at, token, layer = tree.parent(node), tree.token(node), tree.depth(node) - tree.depth(self.tree.root)
        facts: dict[str, Any] = {"p": self.shown(at, token), "q": self.tree.q.get(node), "layer": layer}
        facts |= {"p_used": self.p(at).prob(token), "greedy": self._run.settings.warp.greedy}
        facts |= {"distributions": self.law(at)}
        return Verdict(node, decision, rule, **(facts | numbers))

    def kept(self, node: int) -> Emitted:
        """Make an output token from an accepted candidate."""
        tree = self._run.tree
        return Emitted(node, "draft", self.logp(tree.parent(node), tree.token(node)))


def full_tree(widths: Iterable[int]) -> int:
    """The number of nodes below the root in a tree with the given number of children per node on each level.

    Counting stops above `FAR_TOO_MANY`, because the number grows with every level.

    >>> full_tree([4, 2, 2])
    28
    """
    level, nodes = 1, 0
    for width in widths:
        level *= width
        nodes += level
        if nodes > FAR_TOO_MANY:
            break
    return nodes


def check_size(widths: Iterable[int], what: str) -> None:
    """Raise BadInput if a tree with the given children per node on each level is too large for one pass."""
    nodes = full_tree(widths)
    if nodes > FAR_TOO_MANY:
        raise BadInput(
            f"{what} makes a tree of more than {FAR_TOO_MANY} candidates. "
            f"Choose settings that make at most {MAX_NODES}."
        )
    if nodes > MAX_NODES:
        raise BadInput(f"{what} makes a tree of {nodes} candidates. Choose settings that make at most {MAX_NODES}.")


def depth_left(run: Run, beam: Beam) -> int:
    """Maximum depth of a draft that leaves room for the target's own token. The context window of a draft model is not
    considered.
    """
    return run.limit - len(beam.tokens) - 1


def draft_depth(run: Run, beam: Beam) -> int:
    """Maximum depth for the draft model: `depth_left`, limited by the draft's context window."""
    return run.draft_room(len(beam.tokens))


def ended(run: Run, node: int) -> bool:
    """Whether a candidate is EOS, after which nothing is drafted."""
    return run.tree.token(node) in run.models.eos


def add_children(run: Run, tree: Candidates, parent: int, tokens: Sequence[int], q: Sequence[float]) -> list[int]:
    """Add drafted tokens below `parent`. The tokens are in the order in which they were sampled, and may repeat.

    Returns the distinct nodes in this order.
    """
    drawn = [run.tree.add(parent, token) for token in tokens]
    chance = dict(zip(drawn, q, strict=True))
    nodes = list(chance)
    by_q = sorted(nodes, key=lambda node: -chance[node])
    for node in nodes:
        leaf = "eos" if ended(run, node) else None
        run.note(node, "draft", q=chance[node], count=drawn.count(node), rank=by_q.index(node), leaf=leaf)
    tree.children[parent] = nodes
    tree.q.update(chance)
    return nodes


def add_chain(run: Run, tree: Candidates, tokens: Sequence[int]) -> None:
    """Add tokens that no draft model proposed, as a chain below the root of an empty tree. The chain ends at EOS."""
    node = tree.root
    for token in tokens:
        node = add_children(run, tree, node, [token], [1.0])[0]
        if ended(run, node):
            break


def draft_top(run: Run, beam: Beam, widths: Sequence[int]) -> Candidates:
    """A tree of the most probable tokens of q (unwarped), with widths[l] children below every node of level l."""
    tree, level = Candidates(beam.node), [beam.node]
    for depth, width in enumerate(widths[: draft_depth(run, beam)], 1):
        open_nodes = [node for node in level if not ended(run, node) or node == beam.node]
        if not open_nodes:
            break
        logits, level = run.draft.logits(open_nodes), list[int]()
        for row, node in enumerate(open_nodes):
            level += add_top(run, tree, node, logits, row, width)
        run.rec.step(DRAFT, level, layer=depth)
    return tree


def add_top(run: Run, tree: Candidates, node: int, logits: Logits, row: int, width: int) -> list[int]:
    """Add the most probable tokens of q (unwarped, with q > 0) below a node, record them, and return the new nodes."""
    run.raw(node, "q_raw", logits, row)
    # a probability can exceed 1 by rounding, and a child must not be more confident than its parent
    best = {token: min(1.0, q) for token, q in logits.top(row, width)[0] if q > 0}
    return add_children(run, tree, node, list(best), list(best.values()))


def draw_own(run: Run, scored: Scored, at: int) -> Emitted:
    """Sample one token from 𝒯p below the last accepted candidate, or below the root if there is none."""
    token = run.dice.choose(scored.p(at), "bonus token" if scored.tree.children else "token ~ p")
    return emit_own(run, scored, at, token)


def draw_residual(run: Run, scored: Scored, at: int, rest: Dist, shown: tuple[int, ...]) -> Emitted:
    """Sample one token from the residual `rest` after `at`. `shown` is the index of its recorded distribution."""
    return emit_own(run, scored, at, run.dice.choose(rest, "residual token"), rest, shown)


def emit_own(
    run: Run, scored: Scored, at: int, token: int, rest: Dist | None = None, shown: tuple[int, ...] = ()
) -> Emitted:
    """Record and return a token that the target just sampled below `at`.

    The token was sampled from 𝒯p, or from the residual `rest`, whose recorded distribution is `shown`.
    """
    node, greedy = run.tree.add(at, token), run.settings.warp.greedy
    decision: Own = "greedy" if greedy else "drawn"
    if rest is not None:
        decision = "residual"
    elif at != scored.tree.root and not scored.tree.children.get(at):
        decision = "bonus"  # all drafts before it were accepted
    if run.rec.on:
        p, used = scored.shown(at, token), (rest or scored.p(at)).prob(token)
        known = run.rec.known(node)
        if known:  # a token that was also drafted keeps its q and count
            run.rec.node(replace(known, p=p))
        else:
            run.note(node, "target", p=p)
        rule = ARGMAX if greedy and rest is None else DRAW
        laws = scored.law(at) if rest is None else shown
        drawn = None if greedy else last(run.dice)
        run.decide_own(Verdict(node, decision, rule, p=p, p_used=used, draw=drawn, greedy=greedy, distributions=laws))
    return Emitted(node, decision, scored.logp(at, token))


def leave_unused(run: Run, scored: Scored, rule: Rule = OFF_PATH, *, warped: bool = True) -> None:
    """Record the decision "unused" for every candidate that was not tested, with the candidate's p and q, in one step.

    `rule` says why they were not tested. `warped` says whether the method compares p after or before 𝒯.
    """
    if not run.rec.on:
        return
    tree, tested, root = scored.tree, run.rec.tested(), run.tree.depth(scored.tree.root)
    verdicts: list[Verdict] = []
    for node in tree.nodes:
        if node not in tested:
            at, token = run.tree.parent(node), run.tree.token(node)
            p = scored.shown(at, token) if warped else math.exp(scored.logp(at, token))
            layer = run.tree.depth(node) - root
            verdicts.append(Verdict(node, "unused", rule, p=p, q=tree.q.get(node), layer=layer))
    run.rec.decide_all(UNUSED, verdicts)


Tried = tuple[int | None, Dist | None, tuple[int, ...]]  # accepted child, residual, the residual's record index


def walk(run: Run, scored: Scored, tried: Callable[[int], Tried]) -> list[Emitted]:
    """Descend along accepted children, then sample one token from p, or from the residual if the last children were
    rejected.

    `tried` tests the children of a node.
    """
    emitted: list[Emitted] = []
    tree = scored.tree
    at = tree.root
    while tree.children.get(at):
        child, rest, shown = tried(at)
        if child is None:
            assert rest is not None, "the last child is accepted if the residual is zero"
            leave_unused(run, scored)
            return [*emitted, draw_residual(run, scored, at, rest, shown)]
        emitted.append(scored.kept(child))
        at = child
    leave_unused(run, scored)
    return emitted if emitted and ended(run, at) else [*emitted, draw_own(run, scored, at)]


def follow(run: Run, scored: Scored) -> list[Emitted]:
    """Descend to the child that equals y ~ 𝒯p. The first y that equals no child ends the walk and is emitted."""
    emitted: list[Emitted] = []
    tree = scored.tree
    at = tree.root
    while True:
        token = run.dice.choose(scored.p(at), f"y {len(emitted) + 1} ~ p")
        hit = next((child for child in tree.children.get(at, []) if run.tree.token(child) == token), None)
        _compare(run, scored, at, hit)
        if hit is None:
            leave_unused(run, scored)
            return [*emitted, emit_own(run, scored, at, token)]
        emitted.append(scored.kept(hit))
        at = hit
        if ended(run, at):
            leave_unused(run, scored)
            return emitted


def _compare(run: Run, scored: Scored, at: int, hit: int | None) -> None:
    """Record the comparison of the children of `at` with y, in order, up to the child that equals y."""
    if not run.rec.on:
        return
    rule, drawn = (GREEDY_MATCH, None) if run.settings.warp.greedy else (DRAW_MATCH, last(run.dice))
    for place, child in enumerate(scored.tree.children.get(at, []), 1):
        decision: Decision = "accepted" if child == hit else "rejected"
        run.rec.decide(VERIFY, scored.judge(child, decision, rule, draw=drawn), place)
        if child == hit:
            return


def keep_longest(
    run: Run,
    scored: Scored,
    tested: Callable[[int], Iterable[Verdict]],
    weigh: Callable[[Verdict], float] = lambda test: 0.0,
) -> list[Emitted]:
    """Find the longest path of accepted candidates, and add one token from p. `tested` tests the children of a node.

    Among paths of equal length, the one with the largest sum of `weigh` wins. If several paths tie, the first one wins.
    """
    tree = scored.tree
    reached, weight, tests = [tree.root], {tree.root: 0.0}, list[Verdict]()
    for at in reached:
        for test in tested(at):
            tests.append(test)
            if test.decision == "accepted":
                weight[test.node] = weight[at] + weigh(test)
                reached.append(test.node)
    depth = max(run.tree.depth(node) for node in reached)
    longest = [node for node in reached if run.tree.depth(node) == depth]
    last = longest[first_of_best([weight[node] for node in longest], logs=True)]
    path = run.tree.ancestors(last)[run.tree.depth(tree.root) + 1 :]
    settle(run, scored, tests, path)
    emitted = [scored.kept(node) for node in path]
    return emitted if path and ended(run, last) else [*emitted, draw_own(run, scored, last)]


def settle(run: Run, scored: Scored, tests: Iterable[Verdict], path: Sequence[int]) -> None:
    """Record the tests once the chosen path is known.

    Tokens that passed but are not on the path are recorded as dropped, and untested tokens as unused.
    """
    if not run.rec.on:
        return
    place = Counter[int | None]()
    for test in tests:
        lost = test.decision == "accepted" and test.node not in path
        verdict = replace(test, decision="dropped", rule=LONGEST_PATH) if lost else test
        place[verdict.layer] += 1
        run.rec.decide(VERIFY, verdict, place[verdict.layer])
    leave_unused(run, scored)


def tries_problem(kind: str, tries: Sequence[int], nodes: Set[int], *lists: Sequence[float] | None) -> str | None:
    """Describe an inconsistency in the tests of a layer; None if they are consistent.

    Each test must name one of `nodes`, and all `lists` must have the same length.
    """
    if any(node not in nodes for node in tries):
        return f"a layer of kind {kind} names a node that is not in this iteration"
    if any(len(values) != len(tries) for values in lists if values is not None):
        return "the lists of a layer's tests differ in length"
    return None
