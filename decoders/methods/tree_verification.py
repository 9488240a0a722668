"""Candidate trees: what the tree-verified methods of one sequence share.

A method drafts a tree below its beam, one target pass scores all of it, a walk from the root keeps one path, and the
target adds a token of its own. Here are the tree, that pass, the top-k draft, the records of the last token and of
what was never looked at, and `follow`: the walk for candidates that were chosen without chance. Such a candidate was
drafted with probability 1, so "accept with p′/q, else take it out of p′" comes down to one draw y ~ 𝒯p and the child
that equals it: the law is the target's whatever the tree (algorithms §3).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from decoders.core.decode import Beam, Emitted, Own, Run
from decoders.core.record import Verdict
from decoders.core.rules import Dist, Logits

ALL_KEPT = "every draft on this path was kept"


@dataclass
class Candidates:
    """The drafted tree: `children` of a node in the order they are tried, `q` of a node as it was drafted."""

    root: int
    children: dict[int, list[int]] = field(default_factory=dict)
    q: dict[int, float] = field(default_factory=dict)

    @property
    def nodes(self) -> list[int]:
        """Every candidate once, breadth first, without the root."""
        found = list(self.children.get(self.root, []))
        for node in found:
            found.extend(self.children.get(node, []))
        return found


class Scored:
    """The target's laws after the root and after every candidate, from one pass."""

    def __init__(self, run: Run, tree: Candidates) -> None:
        nodes = [tree.root, *tree.nodes]
        self._run = run
        self._row = {node: i for i, node in enumerate(nodes)}
        self._p: dict[int, Dist] = {}
        self._law: dict[int, tuple[int, ...]] = {}
        self.logits = run.target.logits(nodes)
        run.rec.step("target", "Target pass", nodes)

    def p(self, node: int) -> Dist:
        """𝒯p after a node."""
        if node not in self._p:
            self._p[node] = self.logits.warp(self._row[node], self._run.settings.warp)
        return self._p[node]

    def law(self, node: int) -> tuple[int, ...]:
        """Record 𝒯p after a node, once; returns where."""
        if node not in self._law:
            warp = self._run.settings.warp
            self._law[node] = self._run.law(node, "p", self.logits, self._row[node], self.p(node), warp)
        return self._law[node]

    def raw(self, node: int) -> tuple[int, ...]:
        """Record p after a node before any warping; returns where."""
        return unwarped(self._run, node, "p_raw", self.logits, self._row[node])

    def logp(self, node: int, token: int) -> float:
        """log p of a token after a node, unwarped."""
        return self.logits.logp(self._row[node], token)

    def kept(self, node: int) -> Emitted:
        """A kept candidate as a token of the output."""
        tree = self._run.tree
        return Emitted(node, "draft", self.logp(tree.parent(node), tree.token(node)))


def unwarped(run: Run, node: int, kind: str, logits: Logits, row: int) -> tuple[int, ...]:
    """Record the law after a node before any warping (q_raw, p_raw); returns where."""
    return run.rec.distribution(node, kind, lambda: logits.top(row, 16), logits.vocab_size)


def depth_left(run: Run, beam: Beam) -> int:
    """How deep a draft may go: the target's own token must still fit."""
    return run.limit - len(beam.tokens) - 1


def ended(run: Run, node: int) -> bool:
    """Whether a candidate is EOS, after which nothing is drafted."""
    return run.tree.token(node) in run.models.eos


def add_children(run: Run, tree: Candidates, parent: int, tokens: Sequence[int], q: Sequence[float]) -> list[int]:
    """Put drafted tokens (with repeats, in the order drawn) below `parent`; the distinct nodes in that order."""
    drawn = [run.tree.add(parent, token) for token in tokens]
    chance = dict(zip(drawn, q, strict=True))
    nodes = list(chance)
    by_q = sorted(nodes, key=lambda node: -chance[node])
    for node in nodes:
        leaf = "eos" if ended(run, node) else None
        count, rank = drawn.count(node), by_q.index(node)
        run.note(node, "draft", q=chance[node], count=count, rank=rank, leaf=leaf)
    tree.children[parent] = nodes
    tree.q.update(chance)
    return nodes


def draft_top(run: Run, beam: Beam, widths: Sequence[int]) -> Candidates:
    """A tree of the most probable tokens of q (unwarped): widths[l] children below every node of level l."""
    tree, level = Candidates(beam.node), [beam.node]
    for depth, width in enumerate(widths[: depth_left(run, beam)], 1):
        open_nodes = [node for node in level if not ended(run, node) or node == beam.node]
        if not open_nodes:
            break
        logits, level = run.draft.logits(open_nodes), []
        for row, node in enumerate(open_nodes):
            unwarped(run, node, "q_raw", logits, row)
            best = [(token, q) for token, q in logits.top(row, width)[0] if q > 0]
            level += add_children(run, tree, node, [token for token, _ in best], [q for _, q in best])
        run.rec.step("draft", f"Draft level {depth}", level, layer=depth)
    return tree


def emit_target(
    run: Run,
    scored: Scored,
    at: int,
    token: int,
    law: Dist,
    origin: Own,
    why: str,
    shown: tuple[int, ...] = (),
) -> Emitted:
    """Record and return the target's own token below `at`, drawn from `law`; `why` begins its reason."""
    node = run.tree.add(at, token)
    chance, p = law.prob(token), scored.p(at).prob(token)
    known = run.rec.known(node)
    if known:  # a token that was drafted too keeps its q and count
        run.rec.node(replace(known, p=p))
    else:
        run.note(node, "target", p=p)
    run.decide_own(node, origin, f"{why}, where this token had {chance:.3g}", p, chance, shown)
    return Emitted(node, origin, scored.logp(at, token))


def draw_bonus(run: Run, scored: Scored, at: int, drafted: bool, since: str = ALL_KEPT) -> Emitted:
    """One token from 𝒯p below the last kept candidate, or below the root if nothing was drafted."""
    law = scored.p(at)
    token = run.dice.choose(law, "bonus token" if drafted else "token ~ p")
    why = f"As {since if drafted else 'nothing was drafted'}, the token is drawn from p"
    return emit_target(run, scored, at, token, law, "bonus" if drafted else "target", why, scored.law(at))


def leave_unused(run: Run, tree: Candidates, judged: Iterable[int]) -> None:
    """Give every candidate without a verdict the verdict unused, in one step."""
    if not run.rec.on:
        return
    seen = set(judged)
    rest = [node for node in tree.nodes if node not in seen]
    if rest:
        why = "The walk ended or went another way, so this candidate was never looked at"
        root = run.tree.depth(tree.root)
        places = [
            run.rec.verdict(Verdict(n, "unused", why, q=tree.q.get(n), layer=run.tree.depth(n) - root)) for n in rest
        ]
        run.rec.step("verify", f"{len(rest)} unused", rest, places)


def follow(run: Run, tree: Candidates, scored: Scored) -> list[Emitted]:
    """Walk down the child that equals y ~ 𝒯p; the first y without a child ends the walk and is kept itself."""
    emitted: list[Emitted] = []
    judged: list[int] = []
    at = tree.root
    while True:
        law = scored.p(at)
        children = tree.children.get(at, [])
        token = run.dice.choose(law, f"y {len(emitted) + 1} ~ p")
        hit = next((child for child in children if run.tree.token(child) == token), None)
        judged += _compare(run, tree, scored, at, hit, len(emitted) + 1)
        if hit is None:
            break
        emitted.append(scored.kept(hit))
        at = hit
        if ended(run, at):
            leave_unused(run, tree, judged)
            return emitted
    leave_unused(run, tree, judged)
    return [*emitted, _own_token(run, scored, at, token, bool(children), bool(tree.children))]


def _compare(run: Run, tree: Candidates, scored: Scored, at: int, hit: int | None, layer: int) -> list[int]:
    """Record the children of `at` against y, in the order tried, up to the one that equals it."""
    judged: list[int] = []
    if not run.rec.on:
        return judged
    law, shown = scored.p(at), scored.law(at)
    how = "the most probable token of p" if run.settings.warp.greedy else "the token drawn from p"
    for place, child in enumerate(tree.children.get(at, []), 1):
        px = law.prob(run.tree.token(child))
        outcome = f"is {how}, so the walk goes on below it" if child == hit else f"is not {how}"
        verdict = Verdict(
            child,
            "accepted" if child == hit else "rejected",
            f"This candidate, which had {px:.3g} there, {outcome}",
            px,
            tree.q.get(child),
            px,
            layer=layer,
            distributions=shown,
        )
        run.rec.decide("verify", f"Verify {layer}, candidate {place}", verdict)
        judged.append(child)
        if child == hit:
            break
    return judged


def _own_token(run: Run, scored: Scored, at: int, token: int, tried: bool, drafted: bool) -> Emitted:
    """The y that no candidate equals: what is left of p beside the candidates, or p itself where there were none."""
    law, shown = scored.p(at), scored.law(at)
    if tried:
        why = "No candidate equals the token drawn from p, so that token is kept"
        return emit_target(run, scored, at, token, law, "residual", why, shown)
    origin, since = ("bonus", ALL_KEPT) if drafted else ("target", "nothing was drafted")
    return emit_target(run, scored, at, token, law, origin, f"As {since}, the token is drawn from p", shown)
