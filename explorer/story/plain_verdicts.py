"""Why a decision fell as it did, without a symbol: a clause for every rule, for someone who sees this the first time.

reasons.py says the same with the rule's formula. A token is "it" here, as its name stands before the clause.
"""

import math
from collections.abc import Callable

from explorer.story.facts import Facts, Part
from explorer.story.numbers import NOISE, SMALLEST, apart, chance, plural, quotient
from explorer.story.reasons import joint_ratio, plainly


def clause(facts: Facts, verdict: Part) -> str:
    """Why, in a clause without a capital and a full stop."""
    return _RULES.get(verdict["rule"], _unknown)(facts, verdict)


def _unknown(facts: Facts, verdict: Part) -> str:
    """A rule of a method from another package, of which nothing is said here."""
    return "the method decides so by a rule of its own"


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
        return f"{why_never(facts, verdict)}, so no dice could keep it"
    if kept and u >= a:
        return "nothing of the target’s chances would be left over, so it is kept for certain"
    if a >= 1 - NOISE:
        return _certain(facts, verdict)
    dice, bar = apart(u, a)
    return f"dice {dice}, needed below {bar}{_weighed(facts, verdict)}{_again(facts, verdict)}"


def _again(facts: Facts, verdict: Part) -> str:
    """That what rejections had taken off the target's chances is back, as a beam was kept after them."""
    if verdict.get("entry") is None or not facts.rejected_since(verdict)[1]:
        return ""
    return "; its full chance counts again, as one was kept"


def _certain(facts: Facts, verdict: Part) -> str:
    q, used = verdict.get("q"), verdict.get("p_used")
    if verdict["rule"] == "residual_ratio":
        left = "" if used is None or q is None else f" ({', not '.join(apart(used, q))})"
        since = facts.rejected_since(verdict)[0] if verdict.get("entry") is not None else 0
        after = "the rejection before it" if since == 1 else "the rejections"
        return f"after {after} the target has at least the draft’s chance left for it{left}: kept for certain"
    return f"{_as_likely(verdict)}{_again(facts, verdict)}"


def _as_likely(verdict: Part) -> str:
    """Why a draft is kept for certain that the target finds as likely as the draft did, or likelier."""
    p, q = verdict.get("p"), verdict.get("q")
    if verdict["rule"] == "k_seq":
        return "the target finds it so much likelier than the draft did that it is kept for certain"
    of, it = ("of all beams, ", "this one") if verdict.get("entry") is not None else ("", "it")
    if p is None or q is None:
        return f"{of}the target finds {it} at least as likely as the draft did: kept for certain"
    if p <= q:
        return f"{of}the target finds {it} as likely as the draft did ({chance(p)}): kept for certain"
    target, draft = apart(p, q)
    return f"{of}the target finds {it} likelier than the draft did ({target}, not {draft}): kept for certain"


def _weighed(facts: Facts, verdict: Part) -> str:
    """The two chances that a die was weighed by; of one beam among all where there are several."""
    p, q, used = verdict.get("p"), verdict.get("q"), verdict.get("p_used")
    if p is None or q is None:
        return ""
    left = verdict.get("q_left")
    grown = "" if left is None or left > 1 - NOISE else f" ({chance(q * left)} before the earlier draws were taken out)"
    of = "of all beams " if verdict.get("entry") is not None else ""
    first = facts.first_share(verdict)
    grown = grown if first is None else f" ({chance(first)} at first)"
    used = p if used is None else used
    target, drafted = quotient(used, q) if verdict["rule"] != "k_seq" else (chance(p), chance(q))
    draft = f"the draft gave it {drafted}{grown}"
    if verdict["rule"] == "k_seq":
        count = facts.tries(verdict)
        shared = f", and {count} drafts share the chance" if count > 1 else ""
        return f": the target gives it {chance(p)}, {draft}{shared}"
    if verdict["rule"] == "residual_ratio":
        return f": {of}the target has {target} left for it, {draft}"
    return f": {of}the target gives it {target}, {draft}"


def why_never(facts: Facts, verdict: Part) -> str:
    """Why the target has no chance at all for a token."""
    if (verdict.get("p") or 0.0) > NOISE:
        return "the rejections before it have used up the target’s chance for it"
    left = facts.support(verdict)
    cut = facts.cut(left)
    if not cut:
        return "the target never says it here"
    never = f"the target never says it here: its {cut} cut"
    if left is None:
        return f"{never} removed it"
    if verdict.get("entry") is not None:
        which = "only another continuation" if left == 1 else f"{left} other continuations"
        return f"{never} leaves {which} of the beams"
    other = f"only another {facts.unit}" if left == 1 else f"{left} other {facts.unit}s"
    return f"{never} leaves {other}"


def _greedy_match(facts: Facts, verdict: Part) -> str:
    had = "" if verdict.get("p") is None else f" ({chance(verdict['p'])})"
    if verdict["decision"] == "accepted":
        return f"it is the target’s own first choice{had}"
    if not had:
        return "the target’s first choice is another"
    return f"the target’s first choice is another; it gives this one {chance(verdict['p'])}"


def _draw_match(facts: Facts, verdict: Part) -> str:
    p, same = verdict.get("p"), verdict["decision"] == "accepted"
    drew = f"the target drew {'the very same' if same else 'another'} {facts.unit}"
    if p is None or same:
        return drew if p is None else f"{drew}, which had a chance of {chance(p)}"
    return f"{drew}; this one had {'no chance' if p < NOISE else f'a chance of {chance(p)}'}"


def _typical(facts: Facts, verdict: Part) -> str:
    layer = facts.layer("typical", node=facts.parent(verdict["node"]))
    bar, p = verdict.get("bar", layer.get("threshold")), verdict.get("p_used" if verdict.get("greedy") else "p")
    if p is None or bar is None:
        return "its chance under the target was held against a bar"
    had, limit = apart(p, bar)
    if verdict["decision"] == "rejected":
        return f"the target gives it {had}, not above the bar of {limit}; the surer the target, the higher the bar"
    if verdict["decision"] == "accepted":
        return f"the target gives it {had}, above the bar of {limit}"
    return f"it passes the bar ({had} against {limit}), but another passing path is longer or likelier"


def _longest_path(facts: Facts, verdict: Part) -> str:
    return _coin(facts, verdict) if verdict.get("a") is not None else _typical(facts, verdict)


def _joint(facts: Facts, verdict: Part) -> str:
    """MTAD: which stretch of the draft was kept, and whether this token's own stretch had failed."""
    longest = facts.layer("joint").get("longest", 0)
    ratio, bar = joint_ratio(verdict.get("logp_joint"), verdict.get("logq_joint")), verdict.get("bar")
    if verdict["decision"] != "accepted":
        held = "" if bar is None else f"up to it {ratio_of(ratio)}, not above {chance(bar)}, and "
        return f"{held}no longer prefix passes"
    if bar is not None and min(1.0, ratio) <= bar:
        return f"weak so far ({ratio_of(ratio)}), but the {facts.unit}s after it make up for it: forgiven"
    return f"the first {plural(longest, facts.unit)} pass together" if longest > 1 else "it passes"


def ratio_of(value: float, shown: str = "") -> str:
    """How much likelier the target finds something than the draft did; `shown` is how the number is written.

    >>> ratio_of(4.4), ratio_of(3e-5), ratio_of(math.inf)
    ('×4.40', 'practically ×0', 'boundlessly more')
    """
    if math.isinf(value):
        return "boundlessly more"
    return "practically ×0" if 0 < value < SMALLEST else f"×{shown or chance(value)}"


def _rollback(facts: Facts, verdict: Part) -> str:
    p, bar = verdict.get("p"), verdict.get("bar")
    limit = None if bar is None else math.exp(-bar)
    if verdict["decision"] == "rejected":
        if p is None or limit is None:
            return "the target is too surprised by it and goes back to here"
        had, least = apart(p, limit)
        return f"the target gives it {had}, less than the {least} that it lets pass, so it goes back to here"
    if p is None or limit is None:
        return "the target is not surprised enough to go back"
    had, least = apart(p, limit)
    return f"the target gives it {had}, and lets pass whatever has {least} or more"


def _width_reached(facts: Facts, verdict: Part) -> str:
    width = facts.layer("width", layer=verdict.get("layer")).get("width", 0)
    return (
        f"{plural(width, 'beam')} were kept before it, all that this layer wants"
        if width > 1
        else ("one beam was kept before it, all that this layer wants")
    )


def _behind(why: str) -> Callable[[Facts, Part], str]:
    return lambda facts, verdict: f"layer {facts.layer_before(verdict)} {why}, and testing ends there"


def _merged(facts: Facts, verdict: Part) -> str:
    return merged_because(facts, verdict["node"])


def merged_because(facts: Facts, node: int) -> str:
    """Why a node was merged, and what that saves."""
    there = f"{facts.gram(node)} stands {facts.above(node)} already"
    if facts.ends_there(node):
        return f"{there}, and nothing follows it there: nothing is saved"
    return f"{there}: what follows it is not drafted a second time"


def _pruned(facts: Facts, verdict: Part) -> str:
    q, bar = verdict.get("q"), verdict.get("bar")
    if verdict["rule"] == "budget":
        return "the draft has no room left for what would follow it"
    if q is None or bar is None:
        return "the draft finds it too unlikely to go on below it"
    had, least = apart(q, bar)
    if verdict["rule"] == "sibling":
        return f"the draft gives it {had}, less than {least}: too little beside its likeliest neighbour"
    return f"the draft gives it {had}, less than the {least} it takes to go on below it"


def _confidence(facts: Facts, verdict: Part) -> str:
    sent, sure = len(facts.layer("selection").get("nodes", ())), verdict.get("confidence")
    only = f"only the {sent} surest guesses are sent" if sent > 1 else "only the surest guess is sent"
    return only if sure is None else f"{only}, and the draft gives this path just {chance(sure)}"


def _best_beam(facts: Facts, verdict: Part) -> str:
    width = max((layer["width"] for layer in facts.layers if layer.get("kind") == "block"), default=0)
    of = f" of {plural(width, 'beam')}" if width else ""
    if verdict["decision"] == "chosen":
        return f"it lies on the likeliest{of}"
    if not any(verdict["node"] in line for line, _, _ in facts.ends()):
        return "no beam drawn after it continues it: it died out on the way"
    whose = "the draft" if verdict["decision"] == "not_sent" else "the target"
    return f"another{of} is likelier to {whose}, and only the likeliest goes on"


def _draw(facts: Facts, verdict: Part) -> str:
    """A token or a beam of the target's own."""
    if verdict.get("greedy"):
        return _argmax(facts, verdict)
    used = verdict.get("p") if verdict.get("p_used") is None else verdict["p_used"]
    had = "" if used is None else f" (chance {chance(used)})"
    decision, rivals = verdict["decision"], facts.tested_below.get(facts.parent(verdict["node"]), ())
    if verdict.get("entry") is not None:
        return _draw_beam(facts, verdict, had)
    if decision == "residual":
        left = f"the {len(rivals)} rejected guesses" if len(rivals) > 1 else "the rejected guess"
        return f"drawn from what {left} left of the target’s chances{had}"
    if decision == "bonus":
        return f"every guess on its path was kept, and the same pass has told what comes next{had}"
    if any(rival["rule"] == "rollback" for rival in rivals):
        return f"the text went back to here, and this is drawn by the target’s own chances{had}"
    if any(rival["rule"] == "draw_match" for rival in rivals):
        return f"this is what the target drew here, and no guess was the same{had}"
    return f"drawn by the target’s own chances{_no_guess(facts, verdict)}{had}"


def _no_guess(facts: Facts, verdict: Part) -> str:
    if not facts.drafted:
        return ", as nothing is drafted"
    return " behind what was kept" if facts.layer("joint").get("longest") else ", as no guess was kept here"


def _draw_beam(facts: Facts, verdict: Part, had: str) -> str:
    layer, decision = facts.layer("width", layer=verdict.get("layer")), verdict["decision"]
    kept, wanted = layer.get("accepted") or 0, plural(layer.get("width", 0), "beam")
    few = f"only {kept} of the {wanted} wanted {'was' if kept == 1 else 'were'} kept" if kept else "no draft was kept"
    if layer and not layer.get("candidates"):
        few = "no candidate was left"
    if decision == "residual":
        return f"{few}; this one is drawn from what the rejections left of the target’s chances{had}"
    if decision == "fill":
        return f"{few}; this one is drawn by the target’s own chances{had}"
    if decision == "bonus":
        return f"every drafted layer was kept, and the same pass has told what comes next{had}"
    if facts.stays(verdict):
        return "this beam has ended and stays as it is"
    return f"drawn by the target’s own chances{had}"


def _argmax(facts: Facts, verdict: Part) -> str:
    had = "" if verdict.get("p") is None else f" (chance {chance(verdict['p'])})"
    if verdict["decision"] == "bonus":
        return f"every guess on its path was kept, and this is the target’s own next choice{had}"
    if not facts.drafted:
        return f"the target’s own first choice{had}"
    return f"the target’s own first choice here, which no guess was{had}"


def _top_beams(facts: Facts, verdict: Part) -> str:
    if facts.stays(verdict):
        return "this beam has ended and is still among the likeliest"
    had = "" if verdict.get("p") is None else f" (share {chance(verdict['p'])})"
    return f"one of the likeliest continuations of all beams{had}"


_RULES: dict[str, Callable[[Facts, Part], str]] = {
    "ratio": _coin,
    "residual_ratio": _coin,
    "k_seq": _coin,
    "greedy_match": _greedy_match,
    "draw_match": _draw_match,
    "typical": _typical,
    "joint_ratio": _joint,
    "rollback": _rollback,
    "off_path": plainly("testing ended before it or went another way"),
    "earlier_rejection": plainly("a draft before it was rejected, so it continues a text that will not be written"),
    "width_reached": _width_reached,
    "failed_layer": _behind("kept too few beams"),
    "finished_layer": _behind("left only beams that have ended"),
    "lost_parent": plainly("the beam it continues was not kept, so it goes as well"),
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
