"""What happens in a step, without a symbol: a sentence for every phase, for someone who sees this the first time.

exact.py says the same with the formula. The clause of a decision is in plain_verdicts.py; a step of one decision puts
the token's name before it.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence

from explorer.story.facts import Facts, Part
from explorer.story.numbers import apart, chance, every, multiplied, plural, share, times
from explorer.story.plain_lines import best_beam, committed, measures, replicas
from explorer.story.plain_verdicts import clause, merged_because, ratio_of
from explorer.story.reasons import joint_product, own_ratio
from explorer.story.round import following

SHOWN = 3  # tokens named in a sentence; the rest are counted
_BECOMES = {  # what a draft becomes by a decision
    "accepted": "kept",
    "rejected": "rejected",
    "unused": "not tested",
    "orphaned": "dropped with its parent",
    "merged": "merged",
    "pruned": "not continued",
    "not_sent": "not sent to the target",
    "dropped": "passed over",
    "chosen": "chosen",
}
_WRITES = {  # what the target does with a token of its own
    "residual": "writes {} instead",
    "bonus": "adds {}",
    "fill": "fills in {}",
    "drawn": "writes {}",
    "greedy": "writes {}",
}


def plain(facts: Facts, step: Part) -> str:
    """What happens in a step, and why."""
    said = _PHASES.get(step["phase"], _decided)(facts, step)
    return said[:1].upper() + said[1:]


def decision(facts: Facts, verdict: Part, place: int | None = None) -> str:
    """One decision and why; `place` is its turn where several are tested one after the other."""
    word, name, why = facts.word(verdict["node"]), verdict["decision"], clause(facts, verdict)
    if facts.stays(verdict):
        return f"{word} stays: {why}"
    if name in _WRITES:
        does = "fills in {}" if name == "residual" and verdict.get("entry") is not None else _WRITES[name]
        return f"the target {does.format(word)}: {why}"
    of = facts.tries(verdict) if name in ("accepted", "rejected") else 0
    beam = verdict.get("entry") is not None
    place = facts.turn(verdict) if beam else place
    turn = f", {'candidate' if beam else 'try'} {place} of {of}," if place and of > 1 else ""
    return f"{word}{turn} is {_BECOMES.get(name, 'the target’s own')}: {why}{_then(facts, verdict, place, of)}"


def _then(facts: Facts, verdict: Part, place: int | None, of: int) -> str:
    """What a test leaves for the next: how many are kept so far, and what the target's chances lose."""
    rejected, more = verdict["decision"] == "rejected", bool(place) and (place or 0) < of
    off = ". The draft’s share is taken off before the next try" if rejected and more and verdict.get("a") else ""
    if verdict.get("entry") is None or not of:
        return off if facts.layer("tries", node=facts.parent(verdict["node"])) else ""
    kept, wanted = facts.kept_until(verdict), facts.layer("width", layer=verdict.get("layer")).get("width", 0)
    if kept >= wanted:
        return f". That makes {wanted} of {wanted}: the layer is complete"
    return f". Kept so far: {kept} of {wanted}{'' if more else ', and no candidate is left'}"


def _input(facts: Facts, step: Part) -> str:
    after = following(facts)
    return f"{_start(facts, step)}{after and '. '}{after}"


def _start(facts: Facts, step: Part) -> str:
    """Where a round starts."""
    nodes, turn = list(step.get("nodes", ())), facts.iteration["index"] + 1
    if len(nodes) > 1:
        inputs = Counter(next((layer["inputs"] for layer in facts.layers if layer.get("inputs")), nodes))
        named = ", ".join(facts.word(node) + times(inputs[node]) for node in nodes[:SHOWN])
        more = f" and {len(nodes) - SHOWN} more" if len(nodes) > SHOWN else ""
        return f"round {turn} starts from {len(nodes)} different beams, ending in {named}{more}{_shares(facts, nodes)}"
    copies = facts.node.get(nodes[0], {}).get("count", 1) if nodes else 1
    if copies > 1:
        return f"round {turn} starts from {copies} copies of one beam: the same text, drawn {copies} times"
    return f"round {turn} starts at the end of the {'prompt' if turn == 1 else 'text so far'}"


def _shares(facts: Facts, nodes: Sequence[int]) -> str:
    """How much the input beams weigh in the draft's first draws, where the whole law was recorded (DSBD)."""
    weights = facts.weights()
    if not weights:
        return ""
    named = ", ".join(f"{facts.word(node)} {chance(weights.get(node, 0.0))}" for node in nodes[:SHOWN])
    return f". In the draft’s draws they weigh: {named}"


def _draft(facts: Facts, step: Part) -> str:
    nodes, layer = [n for n in step.get("nodes", ()) if n in facts.node], step.get("layer")
    cut = [verdict for verdict in facts.decided(step) if verdict["decision"] == "pruned"]
    if not nodes:
        return "nothing is drafted here"
    if copy := facts.layer("copy"):
        last = f"last {facts.unit}" if copy["ngram"] == 1 else f"last {copy['ngram']} {facts.unit}s"
        return f"the {last} stood in the text before, and what followed there is copied: {facts.phrase(nodes)}"
    whose = f"the target’s extra head {layer}" if facts.layer("head", layer=layer) else "the draft"
    drawn = {node: facts.draws(node, layer) for node in nodes}
    ranked = sorted(nodes, key=lambda node: -(facts.guess(node, layer) or 0.0))
    draws, copied = sum(drawn.values()), max(drawn.values()) > 1
    if draws == 1:
        guessed = f"{whose} guesses {facts.word(ranked[0])}{_had(facts, ranked[0], layer, ', with a chance of ')}"
        return guessed + _cached(facts, step)
    named = ", ".join(
        _named(facts, node, ranked) + times(drawn[node]) + _had(facts, node, layer) for node in ranked[:SHOWN]
    )
    more = f" and {len(ranked) - SHOWN} more" if len(ranked) > SHOWN else ""
    size = plural(len(nodes), facts.unit) + (f" in {draws} draws" if draws != len(nodes) else "")
    size += ", with these shares of all beams" if facts.layer("width") and _several_beams(facts, layer) else ""
    left = _not_gone_on(cut, len(nodes))
    again = ". Each copy is tested by itself" if copied and layer == 1 and facts.view == "forest" else ""
    why = ". If one fails, another may fit" if layer == 1 and facts.view in ("tree", "dag") and len(nodes) > 1 else ""
    return f"{whose} guesses {size}: {named}{more}{left}{again}{why}{_cached(facts, step)}"


def _not_gone_on(cut: Sequence[Part], of: int) -> str:
    """How many of the guesses of a level are not gone on from, and why: too unlikely, or no room is left."""
    unlikely = sum(verdict["rule"] != "budget" for verdict in cut)
    full = ". No room is left to go on" if unlikely < len(cut) else ""
    if not unlikely:
        return full
    which = "each" if unlikely == of > 1 else "it" if of == 1 else f"{unlikely} of them"
    return f". {which.capitalize()} {'are' if 1 < unlikely < of else 'is'} too unlikely to go on from{full}"


def _cached(facts: Facts, step: Part) -> str:
    return ". No pass is needed: it has read this text before" if read_before(facts, step) else ""


def read_before(facts: Facts, step: Part) -> bool:
    """Whether guesses cost no pass, as the draft had read the text before them in an earlier round."""
    made = {place for place, each in enumerate(facts.iteration["passes"]) if each["model"] == "draft"}
    told = {place for each in facts.iteration.get("steps") or () for place in each.get("passes", ())}
    if not facts.iteration["passes"] or made - told or made & set(step.get("passes", ())) or facts.layer("copy"):
        return False
    return not facts.layer("head", layer=step.get("layer"))


def _named(facts: Facts, node: int, ranked: Sequence[int]) -> str:
    """A guess by its word; where two of those named are the same, by what stands before it as well."""
    same = [_before(facts, each) for each in ranked[:SHOWN] if facts.text(each) == facts.text(node)]
    mine = _before(facts, node)
    if len(same) < 2 or not mine:
        return facts.word(node)
    size = next((k for k in range(1, len(mine)) if [line[-k:] for line in same].count(mine[-k:]) == 1), len(mine))
    return f"{facts.word(node)} after “{' '.join(mine[-size:])}”"


def _before(facts: Facts, node: int) -> list[str]:
    """The drafted words above a node, the first first."""
    return [facts.text(each) for each in _above(facts, node)]


def _above(facts: Facts, node: int) -> list[int]:
    """The drafted nodes above a node, the first first."""
    line, above = list[int](), facts.parent(node)
    while facts.node.get(above, {}).get("role") == "draft":
        line.append(above)
        above = facts.parent(above)
    return line[::-1]


def behind(facts: Facts, node: int) -> str:
    """Where a drafted node stands: after which drafted words."""
    line = _above(facts, node)
    return f"after {facts.phrase(line)}" if line else "above"


def _several_beams(facts: Facts, layer: int | None) -> bool:
    """Whether a layer of a forest grows from more than one beam, so that its chances are shares of all of them."""
    inputs = [node for node in facts.node.values() if node.get("role") == "input"]
    return layer != 1 or sum(node.get("count", 1) for node in inputs) > 1


def _had(facts: Facts, node: int, layer: int | None, before: str = " ") -> str:
    q = facts.guess(node, layer)
    return "" if q is None else f"{before}{chance(q)}"


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
        return "what recurs is merged"
    return _merges(facts, merged) + _not_merged(facts, step.get("layer", 0))


def _merges(facts: Facts, merged: list[int]) -> str:
    """What the merged nodes repeat, and what that saves."""
    if len(merged) == 1:
        return merged_because(facts, merged[0])
    found = Counter(f"{facts.gram(node)} ({facts.above(node)})" for node in merged)
    named = ", ".join(name + times(count) for name, count in list(found.items())[:SHOWN])
    more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    there = f"{named}{more} {'stands' if len(found) == 1 else 'stand'} in the draft already"
    empty = dict.fromkeys(facts.gram(node) for node in merged if facts.ends_there(node))
    if len(empty) == len(found):
        return f"{there}. Nothing follows there, so nothing is saved"
    nothing = f". Nothing follows {', '.join(empty)} there" if empty else ""
    return f"{there}: what follows is not drafted a second time{nothing}"


def _not_merged(facts: Facts, level: int) -> str:
    """Why what else recurs on this level is not merged: it was pruned, so there is nothing to be saved."""
    left = [node for node in facts.unmerged(level) if any(v["decision"] == "pruned" for v in facts.by_node[node])]
    if not left:
        return ""
    named = list(dict.fromkeys(map(facts.gram, left)))
    if len(named) > 1:
        some = f"{', '.join(named[:2])}{f' and {len(named) - 2} more' if len(named) > 2 else ''}"
        return f". {some} recur too, but are too unlikely to go on from"
    pruned = next(verdict for verdict in facts.by_node[left[0]] if verdict["decision"] == "pruned")
    q, bar = pruned.get("q"), pruned.get("bar")
    if q is None or bar is None:
        return f". {named[0]} recurs too, but is not gone on from"
    had, least = apart(q, bar)
    return f". {named[0]} recurs too, but has only {had}: {least} is needed to go on"


def _unmerge(facts: Facts, step: Part) -> str:
    count, merged = len(step.get("nodes", ())), sum(each["decision"] == "merged" for each in facts.verdicts)
    least, cut = ("at least ", ": there is no room for more") if facts.layer("graph").get("budget_cut") else ("", "")
    put = "1 copy is put back" if count == 1 else f"{plural(count, 'copy')} in all are put back"
    below = f"{merged} merged {facts.unit}s" if merged > 1 else f"merged {facts.unit}"
    return (
        f"merging saved {least}{plural(count, 'draft')}. The target scores whole paths, so {put} below the {below}{cut}"
    )


def _select(facts: Facts, step: Part) -> str:
    nodes, gone = list(step.get("nodes", ())), [v for v in facts.decided(step) if v["decision"] != "chosen"]
    if facts.layer("selection"):
        left = f"; the other {len(gone)} are left out" if len(gone) > 1 else "; one is left out" if gone else ""
        return f"the {facts.guesses(len(nodes))} that the draft is surest of go to the target{left}"
    ends = facts.ends()
    width = sum(count for _, _, count in ends)
    own = not facts.drafted or any(verdict["decision"] == "chosen" for verdict in facts.decided(step))
    likeliest = f"is the likeliest to {'the target and is kept' if own else 'the draft and goes to the target'}"
    if len(ends) == 1 and width > 1:
        lost = list(dict.fromkeys(facts.word(each["node"]) for each in gone))
        named = ", ".join(lost[:SHOWN]) + (f" and {len(lost) - SHOWN} more" if len(lost) > SHOWN else "")
        died = f". {named} died out on the way" if lost else ""
        goes = "which is kept" if own else "which goes to the target"
        anew = f"{'the' if own else 'the draft’s'} beams are drawn anew at each step, likelier ones more often"
        if facts.settings.get("selection") == "search":
            anew = "the beams are chosen anew at each step, the likeliest of all"
        end = f"in the end {'both' if width == 2 else f'all {width}'} are copies of {facts.phrase(nodes)}"
        return f"{anew}: {end} (chance {share(ends[0][1])}), {goes}{died}"
    if not ends:
        return f"{facts.phrase(nodes)} {likeliest}"
    others = [f"{facts.phrase(line)} {share(score)}{times(count)}" for line, score, count in ends[1:SHOWN]]
    more = f" and {len(ends) - SHOWN} more" if len(ends) > SHOWN else ""
    return (
        f"{facts.phrase(nodes)} {likeliest}: {chance(ends[0][1])}{times(ends[0][2])}, before {', '.join(others)}{more}"
    )


def _target(facts: Facts, step: Part) -> str:
    if not facts.fed(step):
        return "no new pass is needed: the target has read this before"
    made = [facts.iteration["passes"][i] for i in step.get("passes", ())]
    fed = [node for each in made if each["model"] == "target" for node in each["nodes"]]
    drafts = sum(facts.node.get(node, {}).get("role") == "draft" for node in fed)
    if not drafts and facts.drafted:
        return "one pass of the target reads the text so far, and tells its chances of the guesses that wait behind it"
    if not drafts:
        beams = sum(facts.node.get(node, {}).get("role") == "input" for node in fed)
        text = every(beams, "beam") if beams > 1 else "the text"
        return f"the target reads {text} in one pass and tells its chances of the next {facts.unit}"
    if drafts == 1:
        return "one pass of the target reads the guess, and tells its own chances before and after it"
    return f"one pass of the target reads {every(drafts, 'guess')} at once, and tells its own chances at each place"


def _layer(facts: Facts, step: Part) -> str:
    layer = step.get("layer")
    if block := facts.layer("block", layer=layer):
        return f"the target continues {plural(block['width'], 'beam')} by one {facts.unit} each"
    return _width(facts.layer("width", layer=layer))


def _width(width: Part) -> str:
    """Why a layer asks for so many beams, and until when it tests."""
    wanted, of, t = width.get("width"), width.get("candidates"), width.get("threshold")
    if wanted is None:
        return "how many beams this layer wants was not recorded"
    if not of:
        return (
            f"no candidate is left here: the target draws {'the beam' if wanted == 1 else every(wanted, 'beam')} itself"
        )
    tails: Sequence[float] = width.get("at_least") or ()
    lost = width.get("orphaned") or 0
    whose = "its parent" if lost == 1 else "their parents"
    lose = f"{plural(lost, 'guess')} lost {whose} (shares are taken anew); " if lost else ""
    left = " left" if lost else ""
    said = f"{lose}of {plural(of, 'candidate')}{left} {plural(wanted, 'beam')} {'is' if wanted == 1 else 'are'} wanted"
    until = f"They are tested in turn until {wanted} {'is' if wanted == 1 else 'are'} kept"
    if wanted >= len(tails):
        return f"{said}. {until}"
    kept = f"the chance that {wanted} or more are kept is {chance(tails[wanted])}"
    if t is None:
        return f"{said}, a fixed number; {kept}. {until}"
    if wanted > (width.get("width_tilde") or 0):
        return f"{said}, the least allowed, though {kept}, below the {chance(t)} asked for. {until}"
    above = f"; {wanted + 1} or more: {chance(tails[wanted + 1])}, too little" if wanted + 1 < len(tails) else ""
    return f"{said}: {kept}, and {chance(t)} is asked for{above}. {until}"


def _prefix(facts: Facts, step: Part) -> str:
    """MTAD: how much likelier the target finds the draft up to here than the draft did."""
    j = step.get("layer") or 1
    found, before = facts.prefix(j), facts.prefix(j - 1)
    if not found:
        return "this test was not recorded"
    now, bar = joint_product(found), facts.layer("joint")["threshold"]
    ends = "this prefix passes" if found["passed"] else "this prefix fails"
    need = f"above {chance(bar)}" if found["passed"] else f"not above {chance(bar)}"
    word = facts.word(found["node"])
    if not before:
        return f"to the target {word} is {ratio_of(now)} as likely as to the draft, {need}: {ends}"
    three = joint_product(before), own_ratio(found, before), now
    far, own, made = (ratio_of(value, shown) for value, shown in zip(three, multiplied(*three), strict=True))
    return f"{far} so far, {own} for {word} makes {made}, {need}: {ends}"


def _decided(facts: Facts, step: Part) -> str:
    """Decisions that a step shows."""
    verdicts = facts.decided(step)
    if len(verdicts) == 1:
        return decision(facts, verdicts[0], step.get("place"))
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
    return f"{kept}. No dice, no correction: the text no longer has exactly the target’s chances (lossy)"


def _several(facts: Facts, verdicts: Sequence[Part]) -> str:
    """How many drafts fared how, and why where all share one reason."""
    copied, parts = replicas(facts.iteration), list[str]()
    for name in dict.fromkeys(verdict["decision"] for verdict in verdicts):
        own = [verdict["node"] for verdict in verdicts if verdict["decision"] == name]
        count, also = len(set(own)), len(set(own) & copied)
        of = f" ({also} of them copies)" if also else f" ({len(own)} draws)" if len(own) != count else ""
        what = _BECOMES.get(name, "the target’s own")
        are = f"is {what}" if count == 1 else f"are {what.replace('its parent', 'their parents')}"
        layer, ended = verdicts[0].get("layer"), verdicts[0]["rule"] in ("failed_layer", "finished_layer")
        where = f" of layer {layer}" if ended and layer else ""
        parts.append(f"{facts.guesses(count)}{where}{of} {are}")
    why = {clause(facts, verdict) for verdict in verdicts}
    nodes = Counter(verdict["node"] for verdict in verdicts)
    names = "" if len(nodes) > SHOWN else f", {', '.join(facts.word(n) + times(c) for n, c in nodes.items())}"
    reason = f": {_they(why.pop()) if len(nodes) > 1 else why.pop()}" if len(why) == 1 else ""
    return "; ".join(parts) + names + reason


def _they(reason: str) -> str:
    """A reason of one as a reason of several."""
    for one, all_ in (
        ("before it was rejected, so it continues a text", "before them was rejected, so they continue a text"),
        ("the beam it continues was not kept, so it goes as well", "the beams they continue were not kept"),
        ("testing ended before it", "testing ended before them"),
    ):
        reason = reason.replace(one, all_)
    return reason


def _commit(facts: Facts, step: Part) -> str:
    final, bar = facts.iteration.get("final") or {}, measures(facts.iteration)
    nodes, beams = list(final.get("nodes", ())), final.get("beams", ())
    if nodes:
        said = f"{facts.phrase(nodes)} joins the text: {plural(len(nodes), facts.unit)} for {_passes(facts)}"
        return said + _payoff(facts, bar)
    if not beams:
        return "nothing is added"
    best, longer = best_beam(beams), plural(bar["emitted"], facts.unit)
    goes = f"{len(beams)} beams go on" if len(beams) > 1 else "one beam goes on"
    ends = f"; the likeliest ends in {facts.word(best['node'])}" if len(beams) > 1 else ""
    possible = [beam for beam in beams if beam.get("logp") is not None]
    if len(possible) > 1 and facts.method == "beam-search" and facts.unit != "token":
        ranked = sorted(possible, key=lambda beam: -beam["logp"])
        told = [f"{facts.written(beam['tokens'])} ({chance(math.exp(beam['logp']))})" for beam in ranked[:SHOWN]]
        ends = f"; {told[0]} is the likeliest as a whole, before {', '.join(told[1:])}"
    return f"{goes}, {longer} longer for {_passes(facts)}{ends}{_payoff(facts, bar)}"


def _payoff(facts: Facts, bar: Part) -> str:
    """How many were drafted, read by the target and kept: as many as the marks show."""
    if not bar["draws"]:
        return ""
    graph = facts.layer("graph")
    copied = f", {plural(graph['replicas'], 'copy')} put back" if graph.get("replicas") else ""
    read = f"{copied}, {graph['verified']} read by the target" if graph.get("verified") else ""
    drafted = str(bar["drafted"])
    if bar["draws"] != bar["drafted"]:
        drafted = f"{plural(bar['drafted'], facts.unit)} in {bar['draws']} draws"
    accepted = {each["node"] for each in facts.verdicts if each["decision"] == "accepted"}
    said = f". Drafted {drafted}{read}, kept {len(accepted)}"
    path = committed(facts.iteration)
    ends = dict.fromkeys(
        facts.word(each["node"])
        for each in facts.verdicts
        if each["decision"] == "accepted" and each.get("entry") is not None and each["node"] not in path
    )
    if not ends:
        return said
    named = ", ".join(list(ends)[:SHOWN]) + (f" and {len(ends) - SHOWN} more" if len(ends) > SHOWN else "")
    were = "ends here all the same: no later beam continues it"
    if len(ends) > 1:
        were = "end here all the same: no later beam continues them"
    return f"{said}; {named} {were}"


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
