"""MTJD and MTAD: several tokens at once by their joint likelihood (003; algorithms §4).

MTJD grows W beams with the target for K layers and commits the best. With `selection=search` it looks for the most
likely K tokens (𝒯 has no part in that), with sampling it keeps the best of W sampled ones.

MTAD lets the draft do that: γ layers of beam sampling under q, the beam of highest Σ log q is drafted. One target pass
gives the joint likelihood of each of its prefixes; prefix j passes if min(1, p(x_1…x_j)/q(x_1…x_j)) > τ, and the
*longest* prefix that passes is kept, past prefixes that failed. (Algorithm 1 stores the token where it must store the
place.) One token from 𝒯p follows. `joint=raw` takes p and q before warping, `joint=warped` 𝒯p and 𝒯q, under which
one token outside the support of 𝒯p fails every longer prefix.

Neither has the law of sampling from p, which is their purpose: they prefer likely sequences.

Iteration.layers of MTAD, besides those of blocks.py: kind "joint" with `joint`, `threshold` (τ), `prefixes` (`j`,
`node`, `logp_joint`, `logq_joint`, `ratio` = min(1, p/q), `threshold`, `passed`), `longest` (0 if none passed), and
`bounds`: `U` (largest |log p − log q| of a drafted token; the theorems mean the largest of all tokens), `H` (mean
entropy of p over the places scored, nats), `epsilon` (0: how far beam sampling stays behind the best sequence is not
known), `gamma_bar` (tokens emitted, the target's own included), `gamma_bar_low` (Theorem 3.6), `ppl_ratio_high`
(Theorem 3.5, with these estimates; null where it is infinite or nothing was drafted).
"""

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from decoders.core.decode import Beam, Emitted, Run, State
from decoders.core.decoder import Decoder, Oracle, greedy, lossy, multinomial
from decoders.core.record import Verdict
from decoders.core.rules import Logits, Warp, entropy
from decoders.core.settings import Settings, setting
from decoders.methods.block import Block, grow_block, left_over, sampled, searched
from decoders.methods.tree_verification import Candidates, Scored, depth_left, draw_own, ended


@dataclass(frozen=True)
class MtjdSettings(Settings):
    """Settings of MTJD."""

    block: int = setting(4, "Tokens decided together", low=1, high=32, symbol="K")
    width: int = setting(4, "Beams that look for them", low=1, high=64, symbol="W")
    selection: str = setting(
        "sampling",
        "Beams are drawn from the joint law, or are the most likely ones (search, without warping)",
        choices=("sampling", "search"),
    )


@dataclass(frozen=True)
class MtadSettings(Settings):
    """Settings of MTAD; the paper's values are widths 4 and 8, γ 3 and 4, τ 0.1 to 0.9."""

    draft_width: int = setting(4, "Draft beams, of which the best is verified", low=1, high=64, symbol="W")
    gamma: int = setting(4, "Draft tokens per iteration", low=1, high=32, symbol="γ")
    threshold: float = setting(0.5, "A prefix passes if min(1, p/q) of it is above this", low=0, high=1, symbol="τ")
    joint: str = setting(
        "raw", "Joint likelihoods of p and q as they are, or after warping each token's law", choices=("raw", "warped")
    )


@dataclass(frozen=True)
class Prefix:
    """The first j drafted tokens: joint log-likelihoods in nats, min(1, p/q), and whether it is above τ.

    `last` is (log p, log q) of its last token, which ends at `node`.
    """

    j: int
    node: int
    last: tuple[float, float]
    logp: float
    logq: float
    ratio: float
    passed: bool


def mtjd_step(run: Run, state: State) -> State:
    """One iteration: K layers of W beams with the target; the best is committed."""
    beam, settings = state.beams[0], run.settings
    depth = min(settings.block, run.limit - len(beam.tokens))
    search = settings.selection == "search"
    warp, pick = (Warp(), searched) if search else (settings.warp, sampled)
    block = grow_block(run, "target", beam.node, depth, settings.width, warp, pick)
    path = below(run, beam.node, block.best)
    logits = run.target.logits([beam.node, *path[:-1]])  # all of them were fed while growing
    emitted = [Emitted(node, "target", logits.logp(i, run.tree.token(node))) for i, node in enumerate(path)]
    if run.rec.on:
        record_commit(run, block, emitted)
    return run.commit(beam, emitted)


def below(run: Run, start: int, best: Beam) -> list[int]:
    """The nodes from the first below `start` to the end of a block's beam."""
    return run.tree.ancestors(best.node)[run.tree.depth(start) + 1 :]


def record_commit(run: Run, block: Block, emitted: Sequence[Emitted]) -> None:
    """One step: the verdict committed for the tokens of the best beam, unused for all others."""
    beams, path = len(block.beams), [one.node for one in emitted]
    reason = f"It lies on the likeliest of {beams} beam{'s' * (beams > 1)}: log p of the block is {block.best.logp:.4g}"
    places = [run.rec.verdict(Verdict(one.node, "committed", reason, p=math.exp(one.logp))) for one in emitted]
    others, unused = left_over(run, block, path)
    run.rec.step("verify", f"Best of {beams}", [*path, *others], [*places, *unused])


def mtad_step(run: Run, state: State) -> State:
    """One iteration: draft the best beam, one target pass, keep the longest passing prefix, one token from p."""
    beam = state.beams[0]
    path = draft_best(run, beam)
    tree = Candidates(beam.node, {parent: [node] for parent, node in zip([beam.node, *path], path, strict=False)})
    scored = Scored(run, tree)
    prefixes = joint_prefixes(run, beam.node, path, scored)
    longest = longest_passing(prefixes)
    record_prefixes(run, prefixes, longest, scored)
    emitted = [scored.kept(node) for node in path[:longest]]
    if not longest or not ended(run, path[longest - 1]):
        emitted.append(own_token(run, scored, beam.node, path, longest))
    if run.rec.on:
        record_joint(run, beam.node, prefixes, longest, len(emitted), scored)
    return run.commit(beam, emitted)


def draft_best(run: Run, beam: Beam) -> list[int]:
    """The nodes of the drafted beam of highest Σ log q, the first on ties."""
    settings = run.settings
    depth = min(settings.gamma, depth_left(run, beam))
    if depth == 0:
        return []
    block = grow_block(run, "draft", beam.node, depth, settings.draft_width, settings.warp, sampled)
    path = below(run, beam.node, block.best)
    if run.rec.on:
        others, unused = left_over(run, block, path)
        run.rec.step("draft", f"Best of {len(block.beams)}", [*path, *others], unused)
    return path


def joint_prefixes(run: Run, root: int, path: Sequence[int], scored: Scored) -> list[Prefix]:
    """Joint likelihoods of every prefix of the draft under p and q, and whether it passes (003 §3.2)."""
    if not path:
        return []
    draft = run.draft.logits([root, *path[:-1]])  # all of them were fed while drafting
    logp = logq = 0.0
    prefixes: list[Prefix] = []
    for j, node in enumerate(path, 1):
        token = run.tree.token(node)
        last = token_logp(run, scored.logits, j - 1, token), token_logp(run, draft, j - 1, token)
        logp, logq = logp + last[0], logq + last[1]
        ratio = joint_ratio(logp, logq)
        prefixes.append(Prefix(j, node, last, logp, logq, ratio, ratio > run.settings.threshold))
    return prefixes


def token_logp(run: Run, logits: Logits, row: int, token: int) -> float:
    """log of a token's probability as the joint takes it: before warping, or under 𝒯; −∞ where it is zero."""
    if run.settings.joint == "raw":
        return logits.logp(row, token)
    chance = logits.warp(row, run.settings.warp).prob(token)
    return math.log(chance) if chance > 0 else -math.inf


def joint_ratio(logp: float, logq: float) -> float:
    """min(1, p/q) from joint log-likelihoods; 0 where p is zero, and 1 where only q is."""
    return 0.0 if logp == -math.inf else math.exp(min(0.0, logp - logq))


def longest_passing(prefixes: Sequence[Prefix]) -> int:
    """The length of the longest prefix that passes, even past prefixes that fail; 0 if none does."""
    return max((prefix.j for prefix in prefixes if prefix.passed), default=0)


def own_token(run: Run, scored: Scored, root: int, path: Sequence[int], longest: int) -> Emitted:
    """One token from 𝒯p after the longest passing prefix."""
    at = path[longest - 1] if longest else root
    return draw_own(run, scored, at)


def record_prefixes(run: Run, prefixes: Sequence[Prefix], longest: int, scored: Scored) -> None:
    """A step for every prefix in order, then the verdicts: what is kept is known only after the last."""
    if not run.rec.on or not prefixes:
        return
    places = []
    for one in prefixes:
        outcome = "passes" if one.passed else "fails"
        run.rec.step("verify", f"Prefix {one.j} {outcome}", [one.node], layer=one.j)
        shown = f"min(1, p/q) of the first {one.j} is {one.ratio:.3g}, and τ = {run.settings.threshold:g}"
        kept = one.j <= longest
        although = f"prefix {longest}, the longest that passes, contains it" if kept else "no longer prefix passes"
        at = run.tree.parent(one.node)
        verdict = Verdict(
            one.node,
            "accepted" if kept else "rejected",
            f"{shown}, so it {outcome}; {although}",
            p=math.exp(one.last[0]),
            q=math.exp(one.last[1]),
            layer=one.j,
            distributions=scored.raw(at) if run.settings.joint == "raw" else scored.law(at),
        )
        places.append(run.rec.verdict(verdict))
    title = f"Longest passing prefix: {longest or 'none'}"
    run.rec.step("verify", title, [one.node for one in prefixes], places)


def record_joint(run: Run, root: int, prefixes: Sequence[Prefix], longest: int, emitted: int, scored: Scored) -> None:
    """The layer of kind "joint"; its keys are listed at the top of this file."""
    tau = run.settings.threshold
    run.rec.layer(
        layer=0,
        kind="joint",
        joint=run.settings.joint,
        threshold=tau,
        prefixes=[
            {
                "j": one.j,
                "node": one.node,
                "logp_joint": one.logp,
                "logq_joint": one.logq,
                "ratio": one.ratio,
                "threshold": tau,
                "passed": one.passed,
            }
            for one in prefixes
        ],
        longest=longest,
        bounds=bounds(run, prefixes, emitted, scored),
    )


def bounds(run: Run, prefixes: Sequence[Prefix], emitted: int, scored: Scored) -> dict[str, Any]:
    """Theorems 3.5 and 3.6 with this iteration's estimates."""
    rows = len(prefixes) + 1
    u = max((log_gap(*one.last) for one in prefixes), default=0.0)
    most = rows - (1 if prefixes and ended(run, prefixes[-1].node) else 0)  # nothing is decided behind EOS
    h = sum(entropy(scored.logits.warp(row, Warp())) for row in range(most)) / most
    tau = run.settings.threshold
    low = accepted_low(tau, u, most)
    high = perplexity_high(tau, emitted, 0.0, h, u) if prefixes else None
    return {
        "U": u,
        "H": h,
        "epsilon": 0.0,
        "gamma_bar": emitted,
        "gamma_bar_low": low,
        "ppl_ratio_high": high,
    }


def log_gap(logp: float, logq: float) -> float:
    """|log p − log q| of a token; infinite where either is zero."""
    return math.inf if -math.inf in (logp, logq) else abs(logp - logq)


def accepted_low(tau: float, u: float, most: int) -> float:
    """Theorem 3.6: γ̄ ≥ |log τ|/U. It counts the target's own token, so `most` (γ + 1) is what it cannot pass."""
    if u == math.inf:
        return 0.0
    if tau == 0 or u == 0:
        return 1.0 if tau == 1 else most
    return min(abs(math.log(tau)) / u, most)


def perplexity_high(tau: float, gamma_bar: float, epsilon: float, entropy: float, u: float) -> float:
    """Theorem 3.5: how many times exact MTJD's perplexity MTAD's may be, as an estimate.

    Eqs 8 and 30 of the paper disagree; its proof gives τ^(−1/γ̄)·exp(((1 − εγ̄)H + (1 + (1 − ε)γ̄)U)/γ̄).
    """
    if tau == 0:
        return math.inf
    spread = (1 - epsilon * gamma_bar) * entropy + (1 + (1 - epsilon) * gamma_bar) * u
    exponent = (spread - math.log(tau)) / gamma_bar
    return math.exp(exponent) if exponent < math.log(sys.float_info.max) else math.inf


def joint_block(settings: MtjdSettings) -> Oracle:
    """With one beam there is nothing to choose between."""
    if settings.width == 1 and settings.selection == "search":
        return greedy("one_beam_searches")
    if settings.width == 1 or (settings.warp.greedy and settings.selection == "sampling"):
        return multinomial(settings, "one_beam_samples")
    return lossy("best_of_beams")


def joint_draft(settings: MtadSettings) -> Oracle:
    """Lossless only where no prefix passes, or only what the target would write does."""
    if settings.threshold == 1:
        return multinomial(settings, "rejects_every_prefix")
    if settings.joint == "warped" and settings.warp.greedy:
        return multinomial(settings, "joint_of_one_token")
    return lossy("joint_likelihood")


MTJD = Decoder(
    "mtjd",
    "MTJD: several tokens by their joint likelihood",
    "Qin et al. 2025 (MTAD) §3.1",
    mtjd_step,
    MtjdSettings,
    joint_block,
    "beams",
    needs_draft=False,
)
MTAD = Decoder(
    "mtad",
    "MTAD: joint decoding with a draft",
    "Qin et al. 2025 (MTAD) §3.2",
    mtad_step,
    MtadSettings,
    joint_draft,
    "chain",
)
