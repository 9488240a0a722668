"""SpD: speculative decoding of one sequence (Leviathan et al. 2023, Chen et al. 2023; algorithms §1).

Draft γ tokens by multinomial sampling from q, score them in one target pass, keep each with min(1, p/q), draw the
first rejected place anew from norm(max(p − q, 0)); if all were kept, one bonus token from p. Lossless: its law is
multinomial sampling's.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from decoders.core.decode import Beam, Emitted, Own, Run, State
from decoders.core.decoder import Decoder, multinomial
from decoders.core.record import Verdict
from decoders.core.rules import Dist, Logits, acceptance, residual
from decoders.core.settings import Settings, setting


@dataclass(frozen=True)
class SpeculativeSettings(Settings):
    """Settings of SpD."""

    gamma: int = setting(4, "Draft tokens per iteration", low=1, high=32, symbol="γ")


@dataclass(frozen=True)
class Drafted:
    """A drafted token and the law it was drawn from."""

    node: int
    q: Dist
    law: tuple[int, ...]  # where that law is recorded


def step(run: Run, state: State) -> State:
    """One iteration: draft, one target pass, verify left to right."""
    beam = state.beams[0]
    drafted = draft_chain(run, beam, min(run.settings.gamma, run.limit - len(beam.tokens) - 1))
    logits = run.target.logits([beam.node, *(d.node for d in drafted)])
    run.rec.step("target", "Target pass", [beam.node, *(d.node for d in drafted)])
    return run.commit(beam, verify_chain(run, beam, drafted, logits))


Stop = Callable[[int, int, Logits], bool]  # depth to be drafted, node and the draft's logits after it


def draft_chain(
    run: Run, beam: Beam, gamma: int, stop: Stop = lambda depth, node, logits: False, by: str = ""
) -> list[Drafted]:
    """Up to γ tokens drawn one after the other from 𝒯q; EOS ends the draft, and so does `stop`, before it draws.

    `by` says in the first step's title who drafts, where that is not the draft model.
    """
    drafted: list[Drafted] = []
    node, warp = beam.node, run.settings.warp
    for level in range(1, gamma + 1):
        logits = run.draft.logits([node])
        if stop(level, node, logits):
            break
        q = logits.warp(0, warp)
        law = run.law(node, "q", logits, 0, q, warp)
        token = run.dice.choose(q, f"draft {level} ~ q")
        node = run.tree.add(node, token)
        run.note(node, "draft", q=q.prob(token))
        run.rec.step("draft", f"Draft {level}{by if level == 1 else ''}", (node,), layer=level)
        drafted.append(Drafted(node, q, law))
        if token in run.models.eos:
            break
    return drafted


def verify_chain(run: Run, beam: Beam, drafted: list[Drafted], logits: Logits) -> list[Emitted]:
    """Keep drafts while u < min(1, p/q); then one token from the residual, or the bonus from p."""
    emitted: list[Emitted] = []
    at, warp = beam.node, run.settings.warp
    for i, draft in enumerate(drafted):
        token = run.tree.token(draft.node)
        p = logits.warp(i, warp)
        px, qx = p.prob(token), draft.q.prob(token)
        a = acceptance(px, qx)
        ok, u = run.dice.accept(a, f"accept {i + 1}")
        rest = None if ok else residual(p, draft.q)
        ok = rest is None  # no residual: p = q, and acceptance was certain up to rounding
        law = (*run.law(at, "p", logits, i, p, warp), *draft.law)
        if rest is not None:
            law = (*law, *run.dist(at, "residual", rest))
        verdict = replace(judge(draft, px, qx, a, u, ok, i + 1), distributions=law)
        run.rec.decide("verify", f"Verify {i + 1}", verdict)
        if rest is not None:
            _leave_unused(run, drafted[i + 1 :], i + 2)
            return [*emitted, draw_target(run, at, logits, i, rest, "residual")]
        emitted.append(Emitted(draft.node, "draft", logits.logp(i, token)))
        at = draft.node
    if emitted and run.tree.token(at) in run.models.eos:
        return emitted
    origin = "bonus" if drafted else "target"
    return [*emitted, draw_target(run, at, logits, len(drafted), logits.warp(len(drafted), warp), origin)]


def draw_target(run: Run, at: int, logits: Logits, row: int, law: Dist, origin: Own) -> Emitted:
    """One token below `at`, drawn from the residual or from p itself: as a bonus, or where nothing was drafted."""
    if origin == "residual":
        shown, why, source = run.dist(at, "residual", law), "a draft was rejected here", "norm(max(p − q, 0))"
    else:
        why = "every draft was kept" if origin == "bonus" else "nothing was drafted"
        shown, source = run.law(at, "p", logits, row, law, run.settings.warp), "p"
    token = run.dice.choose(law, "token ~ p" if origin == "target" else f"{origin} token")
    node = run.tree.add(at, token)
    if run.rec.on:
        chance = law.prob(token)
        p = logits.warp(row, run.settings.warp).prob(token) if origin == "residual" else chance
        run.note(node, "target", p=p)
        reason = f"As {why}, one token is drawn from {source}, where this one had {chance:.3g}"
        run.decide_own(node, origin, reason, p, chance, shown)
    return Emitted(node, origin, logits.logp(row, token))


def judge(draft: Drafted, px: float, qx: float, a: float, u: float | None, ok: bool, layer: int) -> Verdict:
    """The verdict on one draft: u against min(1, p/q)."""
    if ok:
        side, outcome = "is below", "kept"
    else:
        side, outcome = "is not below", "rejected"
    drawn = "" if u is None else f"u = {u:.3g} {side} "
    reason = f"{drawn}min(1, p/q) = min(1, {px:.3g}/{qx:.3g}) = {a:.3g}, so the draft is {outcome}"
    return Verdict(draft.node, "accepted" if ok else "rejected", reason, px, qx, px, a, u, layer)


def _leave_unused(run: Run, rest: list[Drafted], first: int) -> None:
    """Drafts behind a rejected one are never looked at."""
    for i, draft in enumerate(rest):
        q = draft.q.prob(run.tree.token(draft.node))
        reason = "An earlier draft was rejected, so this one is never looked at"
        run.rec.decide(
            "verify", f"Draft {first + i} unused", Verdict(draft.node, "unused", reason, q=q, layer=first + i)
        )


DECODER = Decoder(
    "spd",
    "SpD: speculative decoding",
    "Leviathan et al. 2023; Chen et al. 2023",
    step,
    SpeculativeSettings,
    multinomial,
    "chain",
)
