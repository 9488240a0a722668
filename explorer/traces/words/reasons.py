"""Why a decision fell as it did: a sentence for every rule of decoders/core/record.py, with the rule's numbers."""

import math
from collections.abc import Callable

from explorer.traces.words.facts import Facts, Part
from explorer.traces.words.numbers import capital, digits, plural

_GREEDY = "Greedy: warped, p is 1 on its most probable token and 0 elsewhere"
_MOST = "the most probable token of p"


def reason(facts: Facts, verdict: Part) -> str:
    """The sentence for one verdict, without a full stop."""
    return capital(_RULES[verdict["rule"]](facts, verdict))


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


def _chance(verdict: Part) -> str:
    """p of a token that a greedy choice looks at; old traces do not know it of every improbable one."""
    return digits(verdict["p"]) if verdict.get("p") is not None else "less than what was recorded"


def _greedy_match(facts: Facts, verdict: Part) -> str:
    if verdict["decision"] == "accepted":
        return f"Greedy: it is {_MOST}, with {_chance(verdict)}, so the walk goes on below it"
    return f"Greedy: it is not {_MOST}, where it has {_chance(verdict)}"


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
    return f"{width} {were} already accepted in this layer, so this one is not looked at"


def _behind(why: str) -> Callable[[Facts, Part], str]:
    def sentence(facts: Facts, verdict: Part) -> str:
        numbers = [one["layer"] for one in facts.layers if one.get("kind") == "width"]
        last = max((n for n in numbers if n < (verdict.get("layer") or 1 << 30)), default=0)
        return f"layer {last} {why}, so this one is not looked at"

    return sentence


def _merged(facts: Facts, verdict: Part) -> str:
    tau, target = facts.settings.get("merge", 1), facts.node.get(verdict["node"], {}).get("merge")
    last = "last token was" if tau == 1 else f"last {tau} tokens were"
    return f"its {last} drafted before, at node {target}, so what follows there stands in for what would follow here"


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
    width = max((one["width"] for one in facts.layers if one.get("kind") == "block"), default=0)
    of = f"of {plural(width, 'beam')}" if width else "of the beams"
    own = "" if verdict.get("logp") is None else f": log p of the block is {verdict['logp']:.4g}"
    if verdict["decision"] == "chosen":
        return f"it lies on the likeliest {of}{own}"
    if verdict["decision"] == "not_sent":
        return f"it does not lie on the draft's likeliest {of}, which alone goes to the target"
    return f"it does not lie on the likeliest {of} under p, which alone is kept"


def _top_beams(facts: Facts, verdict: Part) -> str:
    what = "the finished beam stays among the most likely" if facts.stays(verdict) else "it is among the most likely"
    value = "" if verdict.get("logp") is None else f"; log p = {verdict['logp']:.4g}"
    return f"{what} beams, where this beam with this token has {digits(verdict.get('p'))}{value}"


def _draw(facts: Facts, verdict: Part) -> str:
    """A token or a beam of the target's own, drawn from a law."""
    if verdict.get("entry") is not None:
        return _draw_beam(facts, verdict)
    chance = digits(verdict.get("p_used") if verdict.get("p_used") is not None else verdict.get("p"))
    if verdict.get("greedy"):
        return _argmax(facts, verdict)
    if verdict["decision"] == "residual":
        tries = facts.tested_below.get(facts.parent(verdict["node"]), [])
        if facts.layer("tries", "k_seq", node=facts.parent(verdict["node"])):
            noun = "tries" if facts.layer("tries") else "drafts"
            were = (
                f"all {len(tries)} {noun} here were"
                if len(tries) > 1
                else f"the one {noun[:-1].replace('trie', 'try')} here was"
            )
            return f"as {were} rejected, one token is drawn from what was left of p; there it had {chance}"
        return f"as a draft was rejected here, one token is drawn from norm(max(p − q, 0)), where this one had {chance}"
    if facts.method == "multinomial":
        return f"p gave it {chance}"
    return f"{_why_drawn(facts, verdict)}, where this one had {chance}"


def _why_drawn(facts: Facts, verdict: Part) -> str:
    """Why a token is drawn from p, from what became of the drafts that stood in its place."""
    rivals = {one["rule"] for one in facts.tested_below.get(facts.parent(verdict["node"]), ())}
    longest = facts.layer("joint").get("longest", 0)
    if verdict["decision"] == "bonus":
        return "as every draft on this path was kept, one token more is drawn from p"
    if not facts.drafted:
        return "as nothing was drafted, one token is drawn from p"
    if "draw_match" in rivals:
        return "no candidate equals the token drawn from p, so that token is kept; it was drawn from p"
    if "rollback" in rivals:
        return "as the target went back to here, it draws the token from p"
    if "joint_ratio" in rivals:
        kept = f"the longest passing prefix has {plural(longest, 'token')}" if longest else "no prefix passed"
        return f"as {kept}, one token is drawn from p"
    return f"as {'no draft here was kept' if rivals else 'no draft stood here'}, one token is drawn from p"


def _draw_beam(facts: Facts, verdict: Part) -> str:
    layer, decision = facts.layer("width", layer=verdict.get("layer")), verdict["decision"]
    chance = digits(verdict.get("p_used") if verdict.get("p_used") is not None else verdict.get("p"))
    had = f"where this beam with this token had {chance}"
    width = layer.get("width", 0)
    only = f"only {layer.get('accepted')} of {width} beams were accepted, so this one is drawn"
    if width == 1:
        only = "the one beam that was asked for was not accepted, so it is drawn"
    if not layer.get("candidates"):
        only = "no candidate was left, so this beam is drawn"
    if decision == "residual":
        return f"{only} from p′, what the rejected beams left of p_beam, {had}"
    if decision == "fill":
        return f"{only} from p_beam, {had}"
    if decision == "bonus":
        return f"every drafted layer succeeded, so this beam is drawn from p_beam, {had}"
    if layer:
        return f"nothing can be drafted before the length limit, so this beam is drawn from p_beam, {had}"
    what = (
        "the finished beam stays; p_beam gave it" if facts.stays(verdict) else "p_beam gave this beam with this token"
    )
    value = "" if verdict.get("logp") is None else f"; log p = {verdict['logp']:.4g}"
    return f"{what} {chance}{value}"


def _argmax(facts: Facts, verdict: Part) -> str:
    """A greedy choice of the target's own."""
    chance, rivals = _chance(verdict), facts.tested_below.get(facts.parent(verdict["node"]))
    if verdict["decision"] == "bonus":
        return f"Greedy: every draft on this path was kept, and this is {_MOST}, with {chance}"
    if verdict["decision"] == "residual":
        return f"Greedy: a draft was rejected here, and what is left of p is {_MOST}, with {chance}"
    return (
        f"Greedy: no draft here is {_MOST}; this token is, with {chance}"
        if rivals
        else f"Greedy: {_MOST}, with {chance}"
    )


def _plainly(sentence: str) -> Callable[[Facts, Part], str]:
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
    "off_path": _plainly("the walk ended or went another way, so this candidate was never looked at"),
    "earlier_rejection": _plainly("an earlier draft was rejected, so this one is never looked at"),
    "width_reached": _width_reached,
    "failed_layer": _behind("failed"),
    "finished_layer": _behind("left only finished beams"),
    "lost_parent": _plainly("its parent was not accepted, so it is dropped and q is renormalised over the rest"),
    "recurring_gram": _merged,
    "probability": _pruned,
    "sibling": _pruned,
    "budget": _pruned,
    "confidence": _confidence,
    "best_beam": _best_beam,
    "best_of_block": _best_beam,
    "longest_path": _longest_path,
    "draw": _draw,
    "argmax": _argmax,
    "top_beams": _top_beams,
}
