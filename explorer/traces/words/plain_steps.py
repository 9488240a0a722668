"""What happens in a step, without a symbol: a sentence for every phase, for someone who sees this the first time.

exact.py says the same with the formula. The clause of a decision is in plain_verdicts.py; a step of one decision puts
the token's name before it.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from explorer.traces.metrics import best_beam, replicas
from explorer.traces.words.facts import Facts, Part
from explorer.traces.words.numbers import amount, apart, number, plural, times
from explorer.traces.words.plain_verdicts import clause, ratio_of
from explorer.traces.words.reasons import joint_product, own_ratio

SHOWN = 3  # tokens named in a sentence; the rest are counted
_BECOMES = {  # what a node becomes by a decision
    "accepted": "kept",
    "rejected": "rejected",
    "unused": "not looked at",
    "orphaned": "dropped with its parent",
    "merged": "merged",
    "pruned": "not continued",
    "not_sent": "not sent to the target",
    "dropped": "passed over",
    "residual": "the target’s own",
    "bonus": "the target’s own",
    "fill": "the target’s own",
    "drawn": "the target’s own",
    "greedy": "the target’s own",
    "chosen": "chosen",
}


def plain(facts: Facts, step: Part) -> str:
    """What happens in a step, and why."""
    said = _PHASES.get(step["phase"], _decided)(facts, step)
    return said[:1].upper() + said[1:]


def decision(facts: Facts, verdict: Part) -> str:
    """One decision and why."""
    becomes = "stays" if facts.stays(verdict) else f"is {_BECOMES[verdict['decision']]}"
    return f"{facts.word(verdict['node'])} {becomes}: {clause(facts, verdict)}"


def phrase(facts: Facts, nodes: Sequence[int], most: int = 6) -> str:
    """Tokens that follow one another, as one quotation; a long one is cut in the middle."""
    words = [facts.text(node) for node in nodes if node in facts.node]
    if len(words) > most:
        words = [*words[: most - 2], "…", *words[-1:]]
    return f"“{' '.join(words)}”"


def _input(facts: Facts, step: Part) -> str:
    nodes, turn = list(step.get("nodes", ())), facts.iteration["index"] + 1
    if len(nodes) > 1:
        return f"round {turn} starts from {len(nodes)} different beams, each a version of the text"
    copies = facts.node.get(nodes[0], {}).get("count", 1) if nodes else 1
    if copies > 1:
        return f"round {turn} starts from {copies} copies of one beam: the same text, drawn {copies} times"
    return f"round {turn} starts at the end of the text so far"


def _draft(facts: Facts, step: Part) -> str:
    nodes, layer = [n for n in step.get("nodes", ()) if n in facts.node], step.get("layer")
    cut = [verdict for verdict in facts.decided(step) if verdict["decision"] == "pruned"]
    if not nodes:
        return "nothing is drafted here"
    if copy := facts.layer("copy"):
        last = f"last {facts.unit}" if copy["ngram"] == 1 else f"last {copy['ngram']} {facts.unit}s"
        return (
            f"the {last} stood in the text before, so what followed there is copied as a draft: {phrase(facts, nodes)}"
        )
    whose = f"the target’s extra head {layer}" if facts.layer("head", layer=layer) else "the draft"
    drawn = {node: facts.draws(node, layer) for node in nodes}
    ranked = sorted(nodes, key=lambda node: -(facts.node[node].get("q") or 0.0))
    named = ", ".join(facts.word(node) + times(drawn[node]) + _chance(facts, node) for node in ranked[:SHOWN])
    more = f" and {len(ranked) - SHOWN} more" if len(ranked) > SHOWN else ""
    size = "" if len(nodes) == sum(drawn.values()) == 1 else f"{plural(len(nodes), facts.unit)}"
    draws = f" in {sum(drawn.values())} draws" if size and sum(drawn.values()) != len(nodes) else ""
    left = f"; {len(cut)} of them too unlikely to go on from" if cut else ""
    if len(ranked) == 1 and not size:
        return f"{whose} guesses {named}"
    return f"{whose} guesses {size}{draws}: {named}{more}{left}"


def _chance(facts: Facts, node: int) -> str:
    q = facts.node[node].get("q")
    return "" if q is None else f" ({number(q)})"


def _exit(facts: Facts, step: Part) -> str:
    found = facts.layer("exit", "fallback", layer=step.get("layer"))
    held = ""
    if found.get("max_q") is not None and found.get("threshold") is not None:
        best, least = apart(found["max_q"], found["threshold"])
        held = f": its best guess has only {best}, less than {least}"
    return f"the draft is unsure and stops{held}"


def _merge(facts: Facts, step: Part) -> str:
    merged = [verdict["node"] for verdict in facts.decided(step)]
    if not merged:
        return "texts that recur are merged"
    if len(merged) > 1:
        named = ", ".join(dict.fromkeys(facts.gram(node) for node in merged[:SHOWN]))
        return (
            f"{plural(len(merged), 'node')} repeat what was already drafted above ({named}) and are not drafted again"
        )
    return f"{facts.gram(merged[0])} was already drafted above: what follows it is not drafted again"


def _unmerge(facts: Facts, step: Part) -> str:
    count = plural(len(step.get("nodes", ())), "copy").replace("copys", "copies")
    return f"{count} of what was merged: the target scores whole texts from the start, so each needs a path of its own"


def _select(facts: Facts, step: Part) -> str:
    nodes, gone = list(step.get("nodes", ())), [v for v in facts.decided(step) if v["decision"] != "chosen"]
    if facts.layer("selection"):
        left = f"; the other {len(gone)} are left out" if len(gone) > 1 else "; one is left out" if gone else ""
        return f"the {len(nodes)} guesses that the draft is surest of go to the target{left}"
    width = max((layer["width"] for layer in facts.layers if layer.get("kind") == "block"), default=0)
    own = any(verdict["decision"] == "chosen" for verdict in facts.decided(step))
    goes = "is kept" if own or not facts.drafted else "goes to the target"
    whose = "the target" if goes == "is kept" else "the draft"
    return f"of {plural(width, 'beam')}, {phrase(facts, nodes)} is the likeliest to {whose} and {goes}"


def _target(facts: Facts, step: Part) -> str:
    if not facts.fed(step):
        return "no new pass is needed: the target has read this before"
    own = [facts.iteration["passes"][i] for i in step.get("passes", ())]
    fed = [made for made in own if made["model"] == "target"]
    places = len(fed[-1]["nodes"]) or len(step.get("nodes", ()))
    if not facts.drafted:
        return f"the target reads the text in one pass and knows the chances of the next {facts.unit}"
    return f"the target reads all {plural(places, 'place')} in one pass, and knows its own chances at each"


def _layer(facts: Facts, step: Part) -> str:
    layer = step.get("layer")
    if block := facts.layer("block", layer=layer):
        return f"the target continues {plural(block['width'], 'beam')} by one {facts.unit} each"
    return _width(facts.layer("width", layer=layer))


def _width(width: Part) -> str:
    """Why a layer asks for so many beams."""
    wanted, of, t = width.get("width"), width.get("candidates"), width.get("threshold")
    if wanted is None:
        return "how many beams this layer wants was not recorded"
    if not of:
        return f"no candidate is left here: all {plural(wanted, 'beam')} are drawn by the target"
    tails: Sequence[float] = width.get("at_least") or ()
    said = f"{plural(of, 'candidate')}, {plural(wanted, 'beam')} wanted"
    if wanted >= len(tails):
        return said
    chance = f"the chance that at least {wanted} are kept is {number(tails[wanted])}"
    if t is None:
        return f"{said}, a fixed number: {chance}"
    floor = wanted > (width.get("width_tilde") or 0)
    if floor:
        return f"{said}, the least that is allowed: {chance}, below the {number(t)} asked for"
    above = f"; for {wanted + 1} it is {number(tails[wanted + 1])}, too little" if wanted + 1 < len(tails) else ""
    return f"{said}: {chance}, and {number(t)} is asked for{above}"


def _prefix(facts: Facts, step: Part) -> str:
    """MTAD: how much likelier the target finds the draft up to here than the draft did."""
    j = step.get("layer") or 1
    found, before = facts.prefix(j), facts.prefix(j - 1)
    if not found:
        return "this test was not recorded"
    now, bar = joint_product(found), facts.layer("joint")["threshold"]
    ends = "this prefix passes" if found["passed"] else "this prefix fails"
    need = f"above {number(bar)}" if found["passed"] else f"not above {number(bar)}"
    word = facts.word(found["node"])
    if j == 1 or not before:
        return f"{word} is {ratio_of(now)} as likely to the target as to the draft, {need}: {ends}"
    own = f"{ratio_of(own_ratio(found, before))} for {word}"
    return f"{ratio_of(joint_product(before))} so far, {own} makes {ratio_of(now)}, {need}: {ends}"


def _decided(facts: Facts, step: Part) -> str:
    """Decisions that a step shows."""
    verdicts = facts.decided(step)
    if len(verdicts) == 1:
        return decision(facts, verdicts[0])
    if not verdicts:
        return "nothing is left to decide here"
    if verdicts[0]["rule"] == "joint_ratio":
        return _longest(facts)
    return _several(facts, verdicts)


def _longest(facts: Facts) -> str:
    """MTAD: what is kept, and that this is not what the target alone would write."""
    prefixes: Sequence[Part] = facts.layer("joint").get("prefixes") or ()
    longest = facts.layer("joint").get("longest", 0)
    failed = [prefix for prefix in prefixes if prefix["j"] < longest and not prefix["passed"]]
    if not longest:
        return "no prefix passes, so nothing of the draft is kept"
    forgiven = "; a weak word is forgiven when the words after it make up for it" if failed else ""
    kept = f"the longest prefix that passes has {plural(longest, facts.unit)}, and is kept{forgiven}"
    return f"{kept}. Whatever passes stays, so the text is likelier than the target’s own: lossy"


def _several(facts: Facts, verdicts: Sequence[Part]) -> str:
    """How many nodes fared how, and why where all share one reason."""
    copied, parts = replicas(facts.iteration), list[str]()
    for name in dict.fromkeys(verdict["decision"] for verdict in verdicts):
        own = [verdict["node"] for verdict in verdicts if verdict["decision"] == name]
        also = len(set(own) & copied)
        of = f" ({also} of them copies)" if also else ""
        are = "is" if len(set(own)) == 1 else "are"
        parts.append(
            f"{amount(len(own), len(set(own)))} {are} {_BECOMES[name].replace('its parent', 'their parents')}{of}"
        )
    why = {clause(facts, verdict) for verdict in verdicts}
    nodes = Counter(verdict["node"] for verdict in verdicts)
    names = "" if len(nodes) > SHOWN else f" ({', '.join(facts.word(n) + times(c) for n, c in nodes.items())})"
    return "; ".join(parts) + names + (f": {_they(why.pop())}" if len(why) == 1 else "")


def _they(reason: str) -> str:
    """A reason of one as a reason of several."""
    for one, all_ in (
        (", so nobody looked at it", ", so nobody looked at them"),
        (", so nobody looks at this one", ", so nobody looks at these"),
        ("so it continues a text", "so they continue a text"),
        ("the beam it continues was not kept, so it goes as well", "the beams they continue were not kept"),
        ("before it", "before them"),
    ):
        reason = reason.replace(one, all_)
    return reason


def _commit(facts: Facts, step: Part) -> str:
    final = facts.iteration.get("final") or {}
    nodes, beams = list(final.get("nodes", ())), final.get("beams", ())
    if nodes:
        joins = "joins the text" if len(nodes) == 1 else "join the text"
        return f"{phrase(facts, nodes)} {joins}: {plural(len(nodes), facts.unit)} for {_passes(facts)}"
    if len(beams) > 1:
        best = best_beam(beams)
        return f"{len(beams)} beams go on; the likeliest ends in {facts.word(best['node'])}"
    return "one beam goes on" if beams else "nothing is added"


def _passes(facts: Facts) -> str:
    made = sum(each["model"] == "target" for each in facts.iteration["passes"])
    return "one pass of the target" if made == 1 else f"{made} passes of the target"


_PHASES: dict[str, Callable[[Facts, Part], str]] = {
    "input": _input,
    "draft": _draft,
    "exit": _exit,
    "merge": _merge,
    "unmerge": _unmerge,
    "select": _select,
    "target": _target,
    "layer": _layer,
    "prefix": _prefix,
    "commit": _commit,
}
