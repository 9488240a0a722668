"""Why a decision fell as it did: a sentence for every rule of decoders/core/record.py, with the rule's numbers."""

import math
from collections.abc import Callable

from explorer.story.facts import Facts, Part
from explorer.story.numbers import capital, digits, named, plural
from explorer.story.own import MOST, argmax, chance_of, draw

_GREEDY = "Greedy: warped, p is 1 on its most probable token and 0 elsewhere"


def reason(facts: Facts, verdict: Part) -> str:
    """The sentence for one verdict with the rule's numbers, without a full stop."""
    return named(capital(_RULES.get(verdict["rule"], _unknown)(facts, verdict)))


def _unknown(facts: Facts, verdict: Part) -> str:
    """A rule of a method from another package, of which nothing is said here."""
    return f"decided by the rule {verdict['rule']}"


def against(verdict: Part) -> str | None:
    """What a coin was held against besides q: p, p′ or p/ρ; None where no coin decides."""
    return {"ratio": "p", "residual_ratio": "p′", "k_seq": "p/ρ"}.get(verdict["rule"])


def _coin(facts: Facts, verdict: Part) -> str:
    """u < min(1, p/q), with p, p′ or p/ρ in p's place."""
    ratio, tail = _ratio(facts, verdict)
    a, u = verdict.get("a"), verdict.get("u")
    below = u is None or a is None or u < a
    kept = verdict["decision"] == "accepted"
    side = "" if u is None else f"u = {digits(u)} {'is below' if below else 'is not below'} "
    if verdict.get("greedy"):
        return f"{_GREEDY}; here, {_before(verdict)}, it is {digits(verdict.get('p_used'))}. {side}{ratio}, so {tail}"
    rounding = " (nothing would be left of p: the test is certain but for rounding)" if kept and not below else ""
    return f"{side}{ratio}, so {tail}{rounding}"


def _ratio(facts: Facts, verdict: Part) -> tuple[str, str]:
    """The ratio that the coin was held against with its numbers, and what followed."""
    name, q, a = against(verdict) or "p", digits(verdict.get("q")), digits(verdict.get("a"))
    parent = facts.parent(verdict["node"])
    kept = verdict["decision"] == "accepted"
    if verdict["rule"] == "k_seq":
        return _k_seq(facts, verdict, parent)
    value = verdict.get("p") if name == "p" and verdict.get("p_used") is None else verdict.get("p_used")
    numbers = f"min(1, {digits(value)}/{q}) = " if not verdict.get("greedy") else ""
    ratio = f"min(1, {name}/q) = {numbers}{a}"
    if verdict.get("entry") is not None:
        return ratio, f"the beam is {verdict['decision']}"
    if facts.layer("tries", node=parent):
        tail = "kept" if kept else f"rejected, and {name} loses what q offered"
        return ratio, f"the try is {tail}{_shrunken(facts, verdict)}"
    if verdict["decision"] == "dropped":
        return ratio, "it passes, but another accepted path is longer or came first"
    longest = ", on the longest path" if kept and facts.settings.get("acceptance") == "paper" else ""
    return ratio, f"the draft is {'kept' if kept else 'rejected'}{longest}"


def _k_seq(facts: Facts, verdict: Part, parent: int) -> tuple[str, str]:
    layer = facts.layer("k_seq", node=parent)
    rho, n = digits(verdict.get("rho", layer.get("rho"))), len(layer.get("tries", ()))
    p, q, a = (digits(verdict.get(key)) for key in ("p", "q", "a"))
    success, beta = digits(layer.get("success")), digits(layer.get("beta"))
    outcome = "kept" if verdict["decision"] == "accepted" else "rejected"
    tail = f"the draft is {outcome}; one of {n} is kept with chance 1 − (1 − β)^{n} = {success}, β = {beta}"
    if verdict.get("greedy"):
        return f"min(1, p/(ρq)) = {a} with ρ = {rho}", tail
    return f"min(1, p/(ρq)) = min(1, {p}/({rho}·{q})) = {a}", tail


def _shrunken(facts: Facts, verdict: Part) -> str:
    """MCSS: what taking the tries before out of q has made of a token's share."""
    left, q = verdict.get("q_left"), verdict.get("q")
    if left is None or q is None:
        return ""
    nodes = list(facts.layer("tries", node=facts.parent(verdict["node"])).get("tries", ()))
    before = nodes.index(verdict["node"]) if verdict["node"] in nodes else 0
    drawn = "token" if before == 1 else f"{before} tokens"
    return f"; without the {drawn} drawn before it q makes {digits(q)} of {digits(q * left)}"


def _before(verdict: Part) -> str:
    """What p and q are of a token before 𝒯 leaves one."""
    given = [f"{name} = {digits(verdict[name])}" for name in ("p", "q") if verdict.get(name) is not None]
    return f"before warping {' and '.join(given)}" if given else "before warping beyond what was recorded"


def _greedy_match(facts: Facts, verdict: Part) -> str:
    if verdict["decision"] == "accepted":
        return f"Greedy: it is {MOST}, with {chance_of(verdict)}, so the walk goes on below it"
    return f"Greedy: it is not {MOST}, where it has {chance_of(verdict)}"


def _draw_match(facts: Facts, verdict: Part) -> str:
    outcome = "is the token drawn from p, so the walk goes on below it"
    if verdict["decision"] != "accepted":
        outcome = "is not the token drawn from p"
    return f"this candidate, which had {digits(verdict.get('p'))} there, {outcome}"


def _typical(facts: Facts, verdict: Part) -> str:
    layer = facts.layer("typical", node=facts.parent(verdict["node"]))
    epsilon, delta = (layer.get(key, facts.settings.get(key)) for key in ("epsilon", "delta"))
    bar, h = verdict.get("bar", layer.get("threshold")), verdict.get("entropy", layer.get("entropy"))
    shown = verdict.get("p_used" if verdict.get("greedy") else "p")
    above = verdict["decision"] != "rejected"
    limit = f"min(ε, δ·e^−H) = min({digits(epsilon)}, {digits(delta)}·e^−{digits(abs(h or 0.0))}) = {digits(bar)}"
    outcome = {"accepted": "so the candidate passes", "rejected": "so the candidate fails"}.get(
        verdict["decision"], "so the candidate passes, but another passing path is longer or more probable"
    )
    said = f"p = {digits(shown)} {'is above' if above else 'is not above'} {limit}, {outcome}"
    return f"{_GREEDY} ({_before(verdict)}). {said}" if verdict.get("greedy") else said


def _longest_path(facts: Facts, verdict: Part) -> str:
    """It passed its own test and was dropped: the test is the method's."""
    return _coin(facts, verdict) if verdict.get("a") is not None else _typical(facts, verdict)


def joint_ratio(p: float | None, q: float | None) -> float:
    """p/q of joint log-likelihoods, not clipped to 1; null is −∞."""
    if p is None:
        return 0.0
    return math.inf if q is None or p - q > 700 else math.exp(p - q)


def joint_product(prefix: Part) -> float:
    """How much likelier a prefix is under the target than under the draft, not clipped to 1 (MTAD)."""
    return joint_ratio(prefix.get("logp_joint"), prefix.get("logq_joint"))


def own_ratio(prefix: Part, before: Part) -> float:
    """The factor that the last token of a prefix brings, `before` being the prefix without it."""
    if prefix.get("logp_joint") is None or before.get("logp_joint") is None:
        return 0.0
    logq = prefix.get("logq_joint")
    own_q = None if logq is None else logq - (before.get("logq_joint") or 0.0)
    return joint_ratio(prefix["logp_joint"] - before["logp_joint"], own_q)


def _joint(facts: Facts, verdict: Part) -> str:
    joint = facts.layer("joint")
    ratio = joint_ratio(verdict.get("logp_joint"), verdict.get("logq_joint"))
    bar, j, longest = verdict.get("bar"), verdict.get("layer") or 1, joint.get("longest", 0)
    passed = bar is not None and min(1.0, ratio) > bar
    clipped = f"{digits(ratio)}, so min(1, p/q) = 1 is" if ratio > 1 else f"{digits(ratio)},"
    tested = f"{clipped} {'above' if passed else 'not above'} τ = {digits(bar)}: it {'passes' if passed else 'fails'}"
    kept = verdict["decision"] == "accepted"
    why = "no longer prefix passes" if longest < j else f"prefix {longest}, the longest that passes, contains it"
    return f"p/q of {first(j)} is {tested}; {why if not kept or longest else 'it is kept'}"


def first(j: int) -> str:
    """The first j tokens of a draft in words."""
    return "the first token" if j == 1 else f"the first {j} tokens together"


def _rollback(facts: Facts, verdict: Part) -> str:
    nll = facts.layer("rollback", node=verdict["node"]).get("nll")
    value = nll if nll is not None else -math.log(verdict["p"]) if verdict.get("p") else math.inf
    back = verdict["decision"] == "rejected"
    side, outcome = ("is above", "goes back to it") if back else ("is not above", "keeps it")
    return f"−log p = {digits(value)} {side} τ₂ = {digits(verdict.get('bar'))}, so the target {outcome}"


def _width_reached(facts: Facts, verdict: Part) -> str:
    width = facts.layer("width", layer=verdict.get("layer")).get("width", 0)
    were = "beam was" if width == 1 else "beams were"
    return f"{width} {were} already accepted in this layer, so this one is not tested"


def _behind(why: str) -> Callable[[Facts, Part], str]:
    def sentence(facts: Facts, verdict: Part) -> str:
        return f"layer {facts.layer_before(verdict)} {why}, so this one is not tested"

    return sentence


def _merged(facts: Facts, verdict: Part) -> str:
    node, tau = verdict["node"], facts.settings.get("merge", 1)
    last = "last token was" if tau == 1 else f"last {tau} tokens were"
    there = f"what follows {facts.gram(node)} there"
    return f"its {last} drafted before, {facts.above(node)}, so {there} stands in for what would follow here"


def _pruned(facts: Facts, verdict: Part) -> str:
    q, bar = digits(verdict.get("q")), verdict.get("bar")
    if verdict["rule"] == "probability":
        return f"q = {q} is below θ_prob = {digits(bar)}, so it is not expanded"
    if verdict["rule"] == "sibling":
        theta = facts.settings.get("sibling_threshold")
        share = "" if theta is None else f", {digits(theta)} of the largest q among its siblings"
        return f"q = {q} is below θ_sib · max q = {digits(bar)}{share}, so it is not expanded"
    budget = facts.settings.get("node_budget")
    return (
        f"there was no room to expand it: the draft has at most {plural(budget, 'node') if budget else 'so many nodes'}"
    )


def _confidence(facts: Facts, verdict: Part) -> str:
    sent, sure = facts.layer("selection").get("nodes", ()), verdict.get("confidence")
    value = "" if sure is None else f" (∏ q = {digits(sure)})"
    return f"drafted, but not among the {len(sent)} most confident{value}: not sent to the target"


def _best_beam(facts: Facts, verdict: Part) -> str:
    """MTAD's draft beams and MTJD's beams of a block: one goes on."""
    width = max((layer["width"] for layer in facts.layers if layer.get("kind") == "block"), default=0)
    of = f"of {plural(width, 'beam')}" if width else "of the beams"
    own = "" if verdict.get("logp") is None else f": log p of the block is {verdict['logp']:.4g}"
    if verdict["decision"] == "chosen":
        return f"it lies on the likeliest {of}{own}"
    if not any(verdict["node"] in line for line, _, _ in facts.ends()):
        return f"no beam of the last step continues it: the {plural(width, 'beam')} are drawn anew at each step"
    if verdict["decision"] == "not_sent":
        return f"it does not lie on the draft's likeliest {of}, which alone goes to the target"
    return f"it does not lie on the likeliest {of} under p, which alone is kept"


def _top_beams(facts: Facts, verdict: Part) -> str:
    what = "the finished beam stays among the most likely" if facts.stays(verdict) else "it is among the most likely"
    value = "" if verdict.get("logp") is None else f"; log p = {verdict['logp']:.4g}"
    return f"{what} beams, where this beam with this token has {digits(verdict.get('p'))}{value}"


def plainly(sentence: str) -> Callable[[Facts, Part], str]:
    """A rule whose sentence needs no number."""
    return lambda facts, verdict: sentence


_RULES: dict[str, Callable[[Facts, Part], str]] = {
    "ratio": _coin,
    "residual_ratio": _coin,
    "k_seq": _coin,
    "greedy_match": _greedy_match,
    "draw_match": _draw_match,
    "typical": _typical,
    "joint_ratio": _joint,
    "rollback": _rollback,
    "off_path": plainly("the walk ended or went another way, so this candidate was never tested"),
    "earlier_rejection": plainly("an earlier draft was rejected, so this one is never tested"),
    "width_reached": _width_reached,
    "failed_layer": _behind("failed"),
    "finished_layer": _behind("left only finished beams"),
    "lost_parent": plainly("its parent was not accepted, so it is dropped and q is renormalised over the rest"),
    "recurring_gram": _merged,
    "probability": _pruned,
    "sibling": _pruned,
    "budget": _pruned,
    "confidence": _confidence,
    "best_beam": _best_beam,
    "best_of_block": _best_beam,
    "longest_path": _longest_path,
    "draw": draw,
    "argmax": argmax,
    "top_beams": _top_beams,
}
