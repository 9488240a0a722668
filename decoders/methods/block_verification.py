"""Block verification: one draft chain that is tested as a whole (Sun et al. 2025).

The draft is made as in SpD. One target pass gives p after every prefix. The running ratio P_i =
min(P_{i−1}·p(x_i)/q(x_i), 1) is updated along the chain, so a likely token makes up for an unlikely one before it.
Prefix i passes if u_i < h_i. The *longest* prefix that passes is accepted, even if shorter ones fail. The next token is
sampled from the residual norm(max(P_τ·p − q, 0)), or from p if the whole chain is accepted.

The method is lossless. With the same drafts, it accepts at least as many tokens as SpD on average.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import ClassVar

from decoders.core.decode import Emitted, Run, State
from decoders.core.decoder import Decoder, multinomial
from decoders.core.dice import last
from decoders.core.record import VERIFY, Layer, Rule, Verdict
from decoders.core.rules import Dist, acceptance, excess, residual
from decoders.core.values import Level, NodeId, Prob
from decoders.methods.mtad import PREFIX
from decoders.methods.speculative import Drafted, SpeculativeSettings, draft_chain, score_chain
from decoders.methods.tree_verification import OWN_TOKEN, Scored, draft_depth, draw_own, draw_residual, ended

BLOCK_PREFIX = Rule("block_prefix", "u_i < h_i for the prefix that ends at x, or for a longer one")


@dataclass(frozen=True)
class BlockSettings(SpeculativeSettings):
    """Settings of block verification, which are the same as those of SpD."""


@dataclass(frozen=True)
class BlockPrefix:
    """The first j draft tokens, ending at `node`, and their test. p and q of the last token are after warping."""

    j: int
    node: NodeId
    p: Prob
    q: Prob
    P: Prob  # running ratio min(P′·p/q, 1), where P′ is the running ratio of the previous prefix
    h: Prob  # threshold for u: R/(R + 1 − P); for the whole chain, P
    R: Prob | None = None  # Σ max(P·p − q, 0) after the prefix; None for the whole chain
    u: Prob | None = None  # None during enumeration
    passed: bool = False


@dataclass(frozen=True, kw_only=True)
class BlockVerificationLayer(Layer):
    """The tests of all prefixes of an iteration's chain."""

    kind: ClassVar[str] = "block_verification"
    prefixes: tuple[BlockPrefix, ...]
    longest: Level  # j of the longest prefix that passed, 0 if none did

    def problem(self, nodes: Set[int]) -> str | None:
        """Describe an inconsistency, if there is one.

        A fault is a prefix that ends at a node that the iteration lacks, or prefixes that are not numbered from 1.
        """
        if any(prefix.node not in nodes for prefix in self.prefixes):
            return f"a layer of kind {self.kind} names a node that is not in this iteration"
        if any(prefix.j != j for j, prefix in enumerate(self.prefixes, 1)) or self.longest > len(self.prefixes):
            return f"the prefixes of a layer of kind {self.kind} are not numbered from 1 to the longest"
        return None

    def prefix(self, j: int) -> BlockPrefix | None:
        """The record of the test of the first j tokens; None if there is none."""
        return self.prefixes[j - 1] if 1 <= j <= len(self.prefixes) else None


def step(run: Run, state: State) -> State:
    """Run one iteration: draft, run one target pass, test every prefix, and accept the longest one that passes."""
    beam = state.beams[0]
    drafted = draft_chain(run, beam, min(run.settings.gamma, draft_depth(run, beam)))
    return run.commit(beam, verify_block(run, drafted, score_chain(run, beam, drafted)))


def verify_block(run: Run, drafted: Sequence[Drafted], scored: Scored) -> list[Emitted]:
    """Accept the longest passing prefix, then add one token from its residual, or from p if the whole chain is
    accepted.
    """
    draws = list[int | None]()
    prefixes = test_prefixes(run, scored, drafted, draws)
    longest, rest = last_passing(prefixes), None
    while longest < len(drafted):
        at, weight = _end(scored, prefixes, longest)
        rest = residual(scored.p(at), drafted[longest].q, weight)
        if rest is not None:
            break
        longest += 1  # P = 1 and p = q up to rounding, so the longer prefix was certain to pass
    at, _ = _end(scored, prefixes, longest)
    shown = run.dist(at, "residual", rest) if rest is not None else ()
    if run.rec.on:
        _record(run, scored, drafted, prefixes, longest, draws, shown)
    emitted = [scored.kept(prefix.node) for prefix in prefixes[:longest]]
    if rest is not None:
        return [*emitted, draw_residual(run, scored, at, rest, shown)]
    return emitted if emitted and ended(run, at) else [*emitted, draw_own(run, scored, at)]


def test_prefixes(run: Run, scored: Scored, drafted: Sequence[Drafted], draws: list[int | None]) -> list[BlockPrefix]:
    """Test every prefix with its own random number. The index of each number is added to `draws`."""
    prefixes, at, weight = list[BlockPrefix](), scored.tree.root, 1.0
    for j, draft in enumerate(drafted, 1):
        token = run.tree.token(draft.node)
        p, q = scored.p(at).prob(token), draft.q.prob(token)
        at, weight = draft.node, acceptance(weight * p, q)
        r, h = threshold(run, scored, at, weight, drafted[j].q if j < len(drafted) else None)
        passed, u = run.dice.accept(h, f"accept {j}")
        draws.append(last(run.dice))
        run.rec.step(PREFIX, [at], layer=j, place=j)
        prefixes.append(BlockPrefix(j, at, p, q, weight, h, r, u, passed))
    return prefixes


def threshold(run: Run, scored: Scored, at: int, weight: float, q: Dist | None) -> tuple[float | None, float]:
    """The residual mass R and the threshold h of the prefix that ends at `at`. `q` is the draft's distribution after
    that prefix; None for the whole chain.
    """
    if q is None:
        return None, weight
    r = excess(scored.p(at), q, weight)
    return r, 1.0 if weight == 1 else r / (r + 1 - weight)


def last_passing(prefixes: Sequence[BlockPrefix]) -> int:
    """Length of the longest prefix that passes, even if shorter ones fail; 0 if none passes."""
    return max((prefix.j for prefix in prefixes if prefix.passed), default=0)


def _end(scored: Scored, prefixes: Sequence[BlockPrefix], length: int) -> tuple[int, float]:
    """The last node and the running ratio P of the prefix of this length; the empty prefix ends at the root, and its
    ratio is 1.
    """
    return (prefixes[length - 1].node, prefixes[length - 1].P) if length else (scored.tree.root, 1.0)


def _record(
    run: Run,
    scored: Scored,
    drafted: Sequence[Drafted],
    prefixes: Sequence[BlockPrefix],
    longest: int,
    draws: Sequence[int | None],
    shown: tuple[int, ...],
) -> None:
    """Record the layer and all verdicts, because the outcome is known only after the last test.

    A rejected token has the numbers of its own test. The last accepted token has the numbers of the test by which it
    was accepted. The tokens before it were accepted with it, whatever the results of their own tests.
    """
    verdicts = list[Verdict]()
    for draft, prefix, draw in zip(drafted, prefixes, draws, strict=True):
        decision = "accepted" if prefix.j <= longest else "rejected"
        laws = (*scored.law(run.tree.parent(prefix.node)), *draft.law)
        own = {"a": prefix.h, "u": prefix.u, "draw": draw} if prefix.j >= longest else {}
        more = shown if prefix.j == longest + 1 else ()
        verdicts.append(scored.judge(prefix.node, decision, BLOCK_PREFIX, distributions=(*laws, *more), **own))
    run.rec.decide_all(VERIFY, verdicts)
    run.rec.layer(BlockVerificationLayer(prefixes=tuple(prefixes), longest=longest))


DECODER = Decoder(
    name="block",
    title="Block verification: a draft tested as a whole",
    paper="Sun et al. 2025",
    step=step,
    settings=BlockSettings,
    oracle=multinomial,
    view="chain",
    rules=(BLOCK_PREFIX, *OWN_TOKEN),
    phases=(PREFIX,),
    layers=(BlockVerificationLayer,),
)
