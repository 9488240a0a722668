"""Why a decision fell as it did, without a symbol: a clause for every rule, for someone who sees this the first time.

reasons.py says the same with the rule's formula. A token is "it" here, as its name stands before the clause.
"""

import math
from collections.abc import Callable

from explorer.traces.words.facts import Facts, Part
from explorer.traces.words.numbers import NOISE, apart, number, plural
from explorer.traces.words.reasons import joint_ratio

CERTAIN = "the target finds it at least as likely as the draft did, so it is kept for certain"


def clause(facts: Facts, verdict: Part) -> str:
    """Why, in a clause without a capital and a full stop."""
    return _RULES[verdict["rule"]](facts, verdict)


def _coin(facts: Facts, verdict: Part) -> str:
    """A die was thrown, and what it had to be below."""
    u, a, kept = verdict.get("u"), verdict.get("a"), verdict["decision"] != "rejected"
    if verdict.get("greedy"):
        return f"the target leaves nothing to chance here, and this is {'' if kept else 'not '}its first choice"
    if verdict["decision"] == "dropped":
        return "it passes its own test, but another accepted path is longer or came first"
    if u is None or a is None:
        return "its die fell low enough" if kept else "its die fell too high"
    if a <= NOISE:
        return f"dice {number(u)}, needed below 0: {why_never(facts, verdict)}"
    if kept and u >= a:
        return "nothing of the target’s chances would be left over, so it is kept for certain"
    if a >= 1:
        return _certain(verdict)
    dice, bar = apart(u, a)
    return f"dice {dice}, needed below {bar}{_weighed(verdict)}"


def _certain(verdict: Part) -> str:
    if verdict["rule"] == "residual_ratio":
        return (
            "after the rejections before it the target still has at least the draft’s chance for it: kept for certain"
        )
    if verdict["rule"] == "k_seq":
        return "the target finds it so much likelier than the draft did that it is kept for certain"
    return CERTAIN


def _weighed(verdict: Part) -> str:
    """The two chances that a coin was weighed by."""
    p, q, used = verdict.get("p"), verdict.get("q"), verdict.get("p_used")
    if p is None or q is None:
        return ""
    if verdict["rule"] == "k_seq":
        return f": the target gives it {number(p)}, the draft gave it {number(q)}, and several drafts share the chance"
    if verdict["rule"] == "residual_ratio" and used is not None:
        return f": the target has {number(used)} left for it, the draft gave it {number(q)}"
    return f": the target gives it {number(p)}, the draft gave it {number(q)}"


def why_never(facts: Facts, verdict: Part) -> str:
    """Why the target has no chance at all for a token."""
    if (verdict.get("p") or 0.0) > NOISE:
        return "the rejected tries before it have used up the target’s chance for it"
    left = facts.support(verdict)
    cut = facts.cut(left)
    if not cut:
        return "the target never says it here"
    if left is None:
        return f"the target’s {cut} cut removed it"
    if verdict.get("entry") is not None:
        return f"the target’s {cut} cut leaves {plural(left, 'continuation')} of all beams, and this is not one of them"
    word = plural(left, facts.unit)
    none = "and this is another" if left == 1 else "and this is not one of them"
    return f"the target’s {cut} cut leaves {word} here, {none}"


def _greedy_match(facts: Facts, verdict: Part) -> str:
    chance = "" if verdict.get("p") is None else f" (chance {number(verdict['p'])})"
    if verdict["decision"] == "accepted":
        return f"it is the target’s own first choice{chance}"
    return f"the target’s first choice is another{chance and f'; it finds this one {chance[2:-1]}'}"


def _draw_match(facts: Facts, verdict: Part) -> str:
    chance = "" if verdict.get("p") is None else f", which had a chance of {number(verdict['p'])}"
    if verdict["decision"] == "accepted":
        return f"the target drew the very same {facts.unit}{chance}"
    return f"the target drew another {facts.unit}{chance and chance.replace('which', 'this one')}"


def _typical(facts: Facts, verdict: Part) -> str:
    layer = facts.layer("typical", node=facts.parent(verdict["node"]))
    bar, p = verdict.get("bar", layer.get("threshold")), verdict.get("p_used" if verdict.get("greedy") else "p")
    if p is None or bar is None:
        return "its chance under the target was held against a bar"
    chance, limit = apart(p, bar)
    if verdict["decision"] == "rejected":
        return f"the target gives it {chance}, not above the bar of {limit}; the surer the target, the higher the bar"
    if verdict["decision"] == "accepted":
        return f"the target gives it {chance}, above the bar of {limit}"
    return f"it passes the bar ({chance} against {limit}), but another passing path is longer or likelier"


def _longest_path(facts: Facts, verdict: Part) -> str:
    return _coin(facts, verdict) if verdict.get("a") is not None else _typical(facts, verdict)


def _joint(facts: Facts, verdict: Part) -> str:
    """MTAD: which stretch of the draft was kept, and whether this token's own stretch had failed."""
    longest = facts.layer("joint").get("longest", 0)
    ratio, bar = joint_ratio(verdict.get("logp_joint"), verdict.get("logq_joint")), verdict.get("bar")
    if verdict["decision"] != "accepted":
        held = "" if bar is None else f"the product up to it is {ratio_of(ratio)}, not above {number(bar)}, and "
        return f"{held}no longer stretch passes" if ratio <= (bar or 0) else "no longer stretch passes"
    if bar is not None and min(1.0, ratio) <= bar:
        return f"up to it the draft failed ({ratio_of(ratio)}), but the words after it make up for it: forgiven"
    return f"the first {plural(longest, facts.unit)} pass together" if longest > 1 else "it passes"


def ratio_of(value: float) -> str:
    """How much likelier the target finds something than the draft did.

    >>> ratio_of(4.4), ratio_of(math.inf)
    ('×4.40', '×∞')
    """
    return "×∞" if math.isinf(value) else f"×{number(value)}"


def _rollback(facts: Facts, verdict: Part) -> str:
    p, bar = verdict.get("p"), verdict.get("bar")
    limit = None if bar is None else math.exp(-bar)
    if verdict["decision"] == "rejected":
        if p is None or limit is None:
            return "the target is too surprised by it and goes back to here"
        chance, least = apart(p, limit)
        return f"the target gives it {chance}, less than the {least} that it lets pass, so it goes back to here"
    if p is None or limit is None:
        return "the target is not surprised enough to go back"
    chance, least = apart(p, limit)
    return f"the target gives it {chance}, and lets pass whatever has {least} or more"


def _width_reached(facts: Facts, verdict: Part) -> str:
    width = facts.layer("width", layer=verdict.get("layer")).get("width", 0)
    return (
        f"{plural(width, 'beam')} were kept before it, all that this layer wants"
        if width > 1
        else ("one beam was kept before it, all that this layer wants")
    )


def _behind(why: str) -> Callable[[Facts, Part], str]:
    return lambda facts, verdict: f"layer {facts.layer_before(verdict)} {why}, so nobody looks at this one"


def _merged(facts: Facts, verdict: Part) -> str:
    return f"{facts.gram(verdict['node'])} was already drafted above, so what follows it is not drafted again"


def _pruned(facts: Facts, verdict: Part) -> str:
    q, bar = verdict.get("q"), verdict.get("bar")
    if verdict["rule"] == "budget":
        return "the draft has no room left for what would follow it"
    if q is None or bar is None:
        return "the draft finds it too unlikely to go on below it"
    chance, least = apart(q, bar)
    if verdict["rule"] == "sibling":
        return f"the draft gives it {chance}, less than {least}: too little beside its likeliest neighbour"
    return f"the draft gives it {chance}, less than the {least} it takes to go on below it"


def _confidence(facts: Facts, verdict: Part) -> str:
    sent = len(facts.layer("selection").get("nodes", ()))
    sure = "" if verdict.get("confidence") is None else f" (it has {number(verdict['confidence'])})"
    return f"only the {plural(sent, 'surest guess')[:-1] + 'es' if sent != 1 else 'surest guess'} are sent{sure}"


def _best_beam(facts: Facts, verdict: Part) -> str:
    width = max((layer["width"] for layer in facts.layers if layer.get("kind") == "block"), default=0)
    of = f" of {plural(width, 'beam')}" if width else ""
    if verdict["decision"] == "chosen":
        return f"it lies on the likeliest{of}"
    whose = "the draft" if verdict["decision"] == "not_sent" else "the target"
    return f"another{of} is likelier to {whose}, and only the likeliest goes on"


def _draw(facts: Facts, verdict: Part) -> str:
    """A token or a beam of the target's own."""
    if verdict.get("greedy"):
        return _argmax(facts, verdict)
    used = verdict.get("p") if verdict.get("p_used") is None else verdict["p_used"]
    had = "" if used is None else f", where it had a chance of {number(used)}"
    decision = verdict["decision"]
    if verdict.get("entry") is not None:
        return _draw_beam(facts, verdict, had)
    if decision == "residual":
        return f"it comes from what the rejected drafts left of the target’s chances{had}"
    if decision == "bonus":
        return f"every draft before it was kept, so the target adds one {facts.unit} of its own{had}"
    if not facts.drafted:
        return f"the target draws one {facts.unit} by its own chances{had}"
    return f"no draft was kept in this place, so the target draws its own {facts.unit}{had}"


def _draw_beam(facts: Facts, verdict: Part, had: str) -> str:
    layer, decision = facts.layer("width", layer=verdict.get("layer")), verdict["decision"]
    few = f"only {layer.get('accepted', 0)} of the {layer.get('width', 0)} beams wanted were kept"
    if layer and not layer.get("candidates"):
        few = "no candidate was left"
    if decision == "residual":
        return f"{few}; this one is drawn from what the rejected drafts left of the target’s chances{had}"
    if decision == "fill":
        return f"{few}; this one is drawn by the target’s own chances{had}"
    if decision == "bonus":
        return f"every drafted layer was kept, so the target adds one more by its own chances{had}"
    if facts.stays(verdict):
        return "this beam has ended and stays as it is"
    return f"the target draws it by its own chances{had}"


def _argmax(facts: Facts, verdict: Part) -> str:
    chance = "" if verdict.get("p") is None else f" (chance {number(verdict['p'])})"
    if verdict["decision"] == "bonus":
        return f"every draft before it was kept, so the target adds its own first choice{chance}"
    return f"it is the target’s own first choice here{chance}"


def _top_beams(facts: Facts, verdict: Part) -> str:
    if facts.stays(verdict):
        return "this beam has ended and is still among the likeliest"
    chance = "" if verdict.get("p") is None else f", with a share of {number(verdict['p'])}"
    return f"it is one of the likeliest continuations of all beams{chance}"


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
    "off_path": _plainly("the check ended before it or went another way, so nobody looked at it"),
    "earlier_rejection": _plainly("a draft before it was rejected, so it continues a text that will not be written"),
    "width_reached": _width_reached,
    "failed_layer": _behind("kept too few beams"),
    "finished_layer": _behind("left only beams that have ended"),
    "lost_parent": _plainly("the beam it continues was not kept, so it goes as well"),
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
