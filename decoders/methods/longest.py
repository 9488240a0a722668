"""The acceptance that 004 prints for sampling (§3, §6.4): independent p/q accepts, and the longest path wins.

Every child of an accepted node is accepted on its own with min(1, p/q). Of the accepted paths the longest is kept, the
leftmost on ties, and one token from p follows it. Lossy: of several lucky paths the longest is kept, which is no draw
from p, and what was rejected is not made good by a residual. It is here to be compared with the exact rule.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from decoders.core.decode import Emitted, Run
from decoders.core.record import Verdict
from decoders.core.rules import acceptance
from decoders.methods.tree_verification import ALL_KEPT, Candidates, Scored, draw_bonus, ended, leave_unused


@dataclass(frozen=True)
class Try:
    """One independent accept: a child, p and q of its token, min(1, p/q), the outcome and u."""

    node: int
    p: float
    q: float
    chance: float
    ok: bool
    u: float | None


def keep_longest(run: Run, tree: Candidates, scored: Scored, q: Callable[[int], float]) -> list[Emitted]:
    """The longest accepted path and one token from p; `q` gives 𝒯q of a candidate's token as it was drafted."""
    reached, tries = [tree.root], list[Try]()
    for parent in reached:
        for child in tree.children.get(parent, []):
            tries.append(try_child(run, scored, parent, child, q(child), len(tries) + 1))
            if tries[-1].ok:
                reached.append(child)
    last = max(reached, key=run.tree.depth)
    path = run.tree.ancestors(last)[run.tree.depth(tree.root) + 1 :]
    _record(run, tree, scored, tries, path)
    emitted = [scored.kept(node) for node in path]
    if path and ended(run, last):
        return emitted
    since = "no child was accepted here" if tree.children.get(last) else ALL_KEPT
    return [*emitted, draw_bonus(run, scored, last, bool(tree.children), since)]


def try_child(run: Run, scored: Scored, parent: int, child: int, q: float, place: int) -> Try:
    """Accept a child with min(1, p/q). A token that 𝒯 takes out of q has q = 0: the ratio is then infinite, or 0."""
    p = scored.p(parent).prob(run.tree.token(child))
    chance = acceptance(p, q) if q > 0 else float(p > 0)
    ok, u = run.dice.accept(chance, f"accept {place}")
    return Try(child, p, q, chance, ok, u)


def _record(run: Run, tree: Candidates, scored: Scored, tries: Sequence[Try], path: Sequence[int]) -> None:
    """A verdict for every try, in order, then what was never tried."""
    if not run.rec.on:
        return
    root, shown = run.tree.depth(tree.root), dict[int, tuple[int, ...]]()
    for place, one in enumerate(tries, 1):
        parent, layer = run.tree.parent(one.node), run.tree.depth(one.node) - root
        shown.setdefault(parent, scored.law(parent))
        drawn = "" if one.u is None else f"u = {one.u:.3g} {'is below' if one.ok else 'is not below'} "
        ratio = f"{drawn}min(1, p/q) = min(1, {one.p:.3g}/{one.q:.3g}) = {one.chance:.3g}"
        kept = one.node in path
        lost = "so it passes, but another accepted path is longer or came first"
        outcome = "so it is kept, on the longest path" if kept else lost if one.ok else "so it is rejected"
        decision = "accepted" if kept else "unused" if one.ok else "rejected"
        verdict = Verdict(
            one.node,
            decision,
            f"{ratio}, {outcome}",
            one.p,
            one.q,
            one.p,
            one.chance,
            one.u,
            layer,
            None,
            shown[parent],
        )
        run.rec.decide("verify", f"Accept {place}", verdict)
    leave_unused(run, tree, [one.node for one in tries])
