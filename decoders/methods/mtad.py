"""MTAD: decode several tokens at once by their joint likelihood, with a draft (MTAD §3.2, Algorithm 1).

The draft grows γ layers of beam sampling under q, and its beam with the highest Σ log q goes to the target. One target
pass gives the joint likelihood of every prefix of that beam. Prefix j passes if min(1, p(x_1…x_j)/q(x_1…x_j)) > τ. The
*longest* prefix that passes is accepted, even if shorter ones fail. (Algorithm 1 stores the token where it should store
the index.) One token from 𝒯p follows. `joint=raw` uses p and q before warping. `joint=warped` uses 𝒯p and 𝒯q, so every
prefix with a token outside the support of 𝒯p fails. By design, the output does not follow the target's distribution.
"""

import math
import sys
from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import ClassVar

from decoders.core.decode import Beam, Run, State
from decoders.core.decoder import Decoder, Oracle, lossy, multinomial
from decoders.core.record import VERIFY, Layer, Phase, Rule, Verdict
from decoders.core.rules import Logits
from decoders.core.settings import Settings, setting
from decoders.core.ties import above
from decoders.core.values import JointLogProb, NodeId, OrInfinity, Threshold
from decoders.methods.block import BEST_BEAM, BlockLayer, grow_block, left_out, sampled
from decoders.methods.tree_verification import OWN_TOKEN, SELECT, Candidates, Scored, draft_depth, draw_own, ended

PREFIX = Phase("prefix", "decide")  # a joint ratio is compared with τ
JOINT_RATIO = Rule("joint_ratio", "min(1, Πp/Πq) > τ for x or a longer prefix")

LARGEST = 700  # nats whose exponential is still a finite float


@dataclass(frozen=True)
class MtadSettings(Settings):
    """Settings of MTAD. The paper uses widths 4 and 8, γ = 3 and 4, and τ from 0.1 to 0.9."""

    draft_width: int = setting(
        4, "Number of draft beams. Only the likeliest one is checked.", low=1, high=64, symbol="W"
    )
    gamma: int = setting(
        4, "Maximum number of draft tokens per round.", label="Draft length", low=1, high=32, symbol="γ"
    )
    threshold: float = setting(
        0.5,
        "Threshold for the joint ratio min(1, p/q) of a prefix. A larger value accepts fewer tokens; 1 accepts none.",
        low=0,
        high=1,
        symbol="τ",
    )
    joint: str = setting(
        "raw",
        "Whether joint likelihoods use p and q before (raw) or after (warped) the sampling settings.",
        label="Joint likelihood",
        choices=("raw", "warped"),
    )

    @property
    def most_nodes(self) -> int:
        """See `Settings.most_nodes`."""
        return self.gamma * self.draft_width


@dataclass(frozen=True)
class Prefix:
    """The first j draft tokens, ending at `node`.

    `ratio` is min(1, p/q) of the joint likelihoods. The likelihoods are given as logarithms in nats.
    """

    j: int
    node: NodeId
    logp_joint: JointLogProb  # −∞ is written as null
    logq_joint: JointLogProb
    ratio: float
    passed: bool

    @property
    def product(self) -> float:
        """The joint p/q of these tokens; `ratio` is the same quotient limited to 1."""
        return unclipped(self.logp_joint, self.logq_joint)

    def factor(self, before: "Prefix | None", verdict: Verdict | None = None) -> float:
        """The ratio p/q of the last token.

        `before` is the prefix before this token; None for the first token. After a token with p = 0, the joint
        likelihoods do not determine the ratio, so it comes from the token's `verdict`.
        """
        logp, logq = (0.0, 0.0) if before is None else (before.logp_joint, before.logq_joint)
        if logp == -math.inf and verdict is not None and verdict.p is not None and verdict.q is not None:
            return verdict.p / verdict.q if verdict.q else math.inf
        if -math.inf in (self.logp_joint, logp):
            return 0.0
        return unclipped(self.logp_joint - logp, self.logq_joint - (logq if math.isfinite(logq) else 0.0))


@dataclass(frozen=True)
class Bounds:
    """The bounds of Theorems 3.5 and 3.6, estimated from one iteration. Infinite values are written as null."""

    U: OrInfinity  # largest |log p − log q| of a draft token; in the theorems, U is the largest one of all tokens
    H: float  # mean entropy of p over the scored positions, in nats
    epsilon: float  # how far beam sampling is from the best sequence: unknown, treated as 0
    gamma_bar: int  # emitted tokens, including the target's own
    gamma_bar_low: float  # Theorem 3.6
    ppl_ratio_high: OrInfinity | None = None  # Theorem 3.5; omitted if nothing was drafted


@dataclass(frozen=True, kw_only=True)
class JointLayer(Layer):
    """The joint test of an iteration's draft."""

    kind: ClassVar[str] = "joint"
    joint: str  # whether p and q are raw or warped
    threshold: Threshold  # τ
    prefixes: tuple[Prefix, ...]
    longest: int  # j of the longest prefix that passed, 0 if none did
    bounds: Bounds

    def problem(self, nodes: Set[int]) -> str | None:
        """Describe an inconsistency, if there is one.

        A fault is a prefix that ends at a node that the iteration lacks.
        """
        if any(prefix.node not in nodes for prefix in self.prefixes):
            return f"a layer of kind {self.kind} names a node that is not in this iteration"
        return None


Logs = tuple[float, float]  # (log p, log q) of one token


def step(run: Run, state: State) -> State:
    """Run one iteration: draft the best beam, run one target pass, accept the longest passing prefix, and add one token
    from p.
    """
    beam = state.beams[0]
    path = draft_best(run, beam)
    scored = Scored(run, Candidates.chain(beam.node, path))
    logs = token_logs(run, scored, path)
    prefixes = joint_prefixes(path, logs, run.settings.threshold)
    longest = longest_passing(prefixes)
    if run.rec.on:
        record_prefixes(run, scored, prefixes, longest, logs)
    emitted = [scored.kept(node) for node in path[:longest]]
    if not longest or not ended(run, path[longest - 1]):
        emitted.append(draw_own(run, scored, path[longest - 1] if longest else beam.node))
    if run.rec.on:
        known = bounds(run, scored, path, logs, len(emitted))
        joint, tau = run.settings.joint, run.settings.threshold
        layer = JointLayer(joint=joint, threshold=tau, prefixes=tuple(prefixes), longest=longest, bounds=known)
        run.rec.layer(layer)
    return run.commit(beam, emitted)


def draft_best(run: Run, beam: Beam) -> list[int]:
    """The nodes of the draft beam with the highest Σ log q; the first one if several beams tie."""
    settings: MtadSettings = run.settings
    depth = min(settings.gamma, draft_depth(run, beam))
    if depth == 0:
        return []
    block = grow_block(run, "draft", beam.node, depth, settings.draft_width, settings.warp, sampled)
    path = block.path(run)
    if run.rec.on:
        others = [Verdict(node, "not_sent", BEST_BEAM, logq_joint=logq) for node, logq in left_out(run, block)]
        run.rec.step(SELECT, path, [run.rec.verdict(verdict) for verdict in others])
    return path


def token_logs(run: Run, scored: Scored, path: Sequence[int]) -> list[Logs]:
    """The log p and log q of every draft token, with or without warping, depending on the setting `joint`."""
    if not path:
        return []
    draft = run.draft.logits([scored.tree.root, *path[:-1]])  # all of these nodes were fed while drafting
    tokens = [run.tree.token(node) for node in path]
    return [(token_logp(run, scored.logits, i, x), token_logp(run, draft, i, x)) for i, x in enumerate(tokens)]


def token_logp(run: Run, logits: Logits, row: int, token: int) -> float:
    """Log-probability of a token for the joint likelihood, before warping or under 𝒯. The result is −∞ if the
    probability is zero.
    """
    if run.settings.joint == "raw":
        return logits.logp(row, token)
    chance = logits.warp(row, run.settings.warp).prob(token)
    return math.log(chance) if chance > 0 else -math.inf


def joint_prefixes(path: Sequence[int], logs: Sequence[Logs], threshold: float) -> list[Prefix]:
    """The joint likelihoods of every prefix of the draft under p and q, and whether the prefix passes (MTAD §3.2)."""
    logp = logq = 0.0
    prefixes = list[Prefix]()
    for j, (node, last) in enumerate(zip(path, logs, strict=True), 1):
        logp, logq = logp + last[0], logq + last[1]
        ratio = joint_ratio(logp, logq)
        prefixes.append(Prefix(j, node, logp, logq, ratio, above(ratio, threshold)))
    return prefixes


def unclipped(logp: float, logq: float) -> float:
    """Compute p/q from joint log-likelihoods in nats. The result is 0 if p is zero, and infinite if only q is zero or
    if the ratio exceeds the largest float.
    """
    if logp == -math.inf:
        return 0.0
    return math.exp(logp - logq) if logp - logq <= LARGEST else math.inf


def joint_ratio(logp: float, logq: float) -> float:
    """Compute min(1, p/q) from joint log-likelihoods. The result is 0 if p is zero, and 1 if only q is zero."""
    return 0.0 if logp == -math.inf else math.exp(min(0.0, logp - logq))


def longest_passing(prefixes: Sequence[Prefix]) -> int:
    """Length of the longest prefix that passes, even if shorter ones fail; 0 if none passes."""
    return max((prefix.j for prefix in prefixes if prefix.passed), default=0)


def record_prefixes(run: Run, scored: Scored, prefixes: Sequence[Prefix], longest: int, logs: Sequence[Logs]) -> None:
    """Record a step for every prefix in order, then all verdicts.

    The outcome is known only after the last prefix.
    """
    verdicts = list[Verdict]()
    for prefix, (logp, logq) in zip(prefixes, logs, strict=True):
        run.rec.step(PREFIX, [prefix.node], layer=prefix.j, place=prefix.j)
        at = run.tree.parent(prefix.node)
        verdicts.append(
            Verdict(
                prefix.node,
                "accepted" if prefix.j <= longest else "rejected",
                JOINT_RATIO,
                p=math.exp(logp),
                q=math.exp(logq),
                bar=run.settings.threshold,
                logp_joint=prefix.logp_joint,
                logq_joint=prefix.logq_joint,
                layer=prefix.j,
                distributions=scored.raw(at) if run.settings.joint == "raw" else scored.law(at),
            )
        )
    run.rec.decide_all(VERIFY, verdicts)


def bounds(run: Run, scored: Scored, path: Sequence[int], logs: Sequence[Logs], emitted: int) -> Bounds:
    """The bounds of Theorems 3.5 and 3.6, estimated from this iteration."""
    tau, u = run.settings.threshold, max((log_gap(*last) for last in logs), default=0.0)
    most = len(path) + 1 - (1 if path and ended(run, path[-1]) else 0)  # nothing is decided after EOS
    h = sum(scored.logits.entropy(row) for row in range(most)) / most
    high = perplexity_high(tau, emitted, 0.0, h, u) if path else None
    return Bounds(u, h, 0.0, emitted, accepted_low(tau, u, most), high)


def log_gap(logp: float, logq: float) -> float:
    """The distance |log p − log q| of a token; infinite if either probability is zero."""
    return math.inf if -math.inf in (logp, logq) else abs(logp - logq)


def accepted_low(tau: float, u: float, most: int) -> float:
    """Lower bound of the tokens per iteration (Theorem 3.6): γ̄ ≥ |log τ|/U, limited to `most`.

    This limit is γ + 1, because γ̄ includes the target's own token.
    """
    if u == math.inf:
        return 0.0
    if tau == 0 or u == 0:
        return 1.0 if tau == 1 else most
    return min(abs(math.log(tau)) / u, most)


def perplexity_high(tau: float, gamma_bar: float, epsilon: float, entropy: float, u: float) -> float:
    """Upper bound of the ratio of MTAD's perplexity to that of exact MTJD (Theorem 3.5), from estimated quantities.

    Eqs. 8 and 30 of the paper disagree. Its proof gives τ^(−1/γ̄)·exp(((1 − εγ̄)H + (1 + (1 − ε)γ̄)U)/γ̄).
    """
    if tau == 0:
        return math.inf
    spread = (1 - epsilon * gamma_bar) * entropy + (1 + (1 - epsilon) * gamma_bar) * u
    exponent = (spread - math.log(tau)) / gamma_bar
    return math.exp(exponent) if exponent < math.log(sys.float_info.max) else math.inf


def joint_draft(settings: MtadSettings) -> Oracle:
    """The method with which MTAD's output distribution is compared.

    MTAD is lossless only if no prefix can pass, or if only prefixes whose tokens all have p = 1 can pass.
    """
    if settings.threshold == 1:
        return multinomial(settings, "rejects_every_prefix")
    if settings.joint == "warped" and settings.warp.greedy:
        return multinomial(settings, "joint_of_one_token")
    return lossy("joint_likelihood")


DECODER = Decoder(
    name="mtad",
    title="MTAD: joint decoding with a draft",
    paper="Qin et al. 2025 (MTAD) §3.2",
    step=step,
    settings=MtadSettings,
    oracle=joint_draft,
    view="chain",
    rules=(JOINT_RATIO, BEST_BEAM, *OWN_TOKEN),
    phases=(SELECT, PREFIX),
    layers=(BlockLayer, JointLayer),
)
