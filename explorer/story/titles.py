"""What a step is called: a few words, for the strip of phases and before its sentence."""

from collections.abc import Callable

from explorer.story.facts import Facts, Part
from explorer.story.numbers import plural
from explorer.trace.states import STATES

_DRAFT = {"forest": "Draft layer", "tree": "Draft level", "dag": "Draft level"}  # by the method's view
_OWN = {
    "residual": "Residual token",
    "bonus": "Bonus token",
    "drawn": "Token drawn",
    "greedy": "Greedy choice",
    "fill": "Token drawn",
    "chosen": "Chosen token",
}


_AHEAD = {
    "input": "Start",
    "exit": "Draft",
    "merge": "Merge",
    "unmerge": "Unmerge",
    "select": "Choose",
    "target": "Target",
    "orphaned": "Rest",
    "unused": "Rest",
    "commit": "Write",
}


def title(facts: Facts, step: Part) -> str:
    """A step in a few words."""
    return _TITLES.get(step["phase"], _own)(facts, step)


def called(facts: Facts, step: Part) -> str:
    """The same in the plain voice: under Decide stand guesses, under Write what is written."""
    return _CALLED.get(step["phase"], title)(facts, step)


def ahead(facts: Facts, step: Part) -> str:
    """The same of a step that is still to come: where it stands in the iteration, and nothing of how it ends."""
    phase, layer = step["phase"], step.get("layer")
    if phase in _AHEAD:
        return _AHEAD[phase]
    if phase in ("draft", "layer", "prefix"):
        name = phase.capitalize()
        return name if layer is None else f"{name} {layer}"
    if phase == "verify":
        tests = facts.tests
        return f"Decide {tests[id(step)]}" if len(tests) > 1 and id(step) in tests else "Decide"
    beams = any(verdict.get("entry") is not None for verdict in facts.decided(step))
    return "The target's beam" if beams else "The target's token"


def _commit(facts: Facts, step: Part) -> str:
    final = facts.iteration.get("final") or {}
    nodes, beams = final.get("nodes", ()), final.get("beams", ())
    if nodes:
        return f"Commit {plural(len(nodes), 'token')}"
    return f"{plural(len(beams), 'beam')} go{'es' * (len(beams) == 1)} on"


def _draft(facts: Facts, step: Part) -> str:
    layer, copy = step.get("layer"), facts.layer("copy")
    if copy:
        return f"Copy {len(step.get('nodes', ()))}"
    if facts.layer("head", layer=layer):
        return f"Head {layer}"
    if block := facts.layer("block", layer=layer):
        return f"Draft {layer}: {plural(block['width'], 'beam')}"
    kind = _DRAFT.get(facts.view, "Draft")
    return kind if layer is None else f"{kind} {layer}"


def _layer(facts: Facts, step: Part) -> str:
    layer = step.get("layer")
    if block := facts.layer("block", layer=layer):
        return f"Layer {layer}: {plural(block['width'], 'beam')}"
    width = facts.layer("width", layer=layer)
    return f"Layer {layer}: width {width.get('width', '–')} of {width.get('candidates', '–')}"


def _select(facts: Facts, step: Part) -> str:
    selection, nodes = facts.layer("selection"), step.get("nodes", ())
    if selection:
        return f"Keep the best {len(nodes)} of {selection['drafted']}"
    widths = [layer["width"] for layer in facts.layers if layer.get("kind") == "block"]
    return f"Best of {widths[-1]}" if widths else "Select"


def _prefix(facts: Facts, step: Part) -> str:
    layer = step.get("layer")
    return f"Prefix {layer} {'passes' if facts.prefix(layer).get('passed') else 'fails'}"


def _unused(facts: Facts, step: Part) -> str:
    layer, verdicts = step.get("layer"), facts.decided(step)
    rules, count = {verdict["rule"] for verdict in verdicts}, f"{len(verdicts)} unused"
    if rules & {"failed_layer", "finished_layer"}:
        return f"Layer {layer} unused"
    if rules == {"earlier_rejection"} and layer and len(verdicts) == 1:
        return f"Draft {layer} unused"
    entries = layer and any(verdict.get("entry") is not None for verdict in verdicts)
    return f"Layer {layer}: {count}" if entries else count


def _verify(facts: Facts, step: Part, test: str = "Verify", accept: str = "Accept") -> str:
    """A test under the name of tests; where every node is offered to the walk, under that of an offer."""
    layer, place, verdicts = step.get("layer"), step.get("place"), facts.decided(step)
    first: Part = verdicts[0] if verdicts else {}
    if first.get("rule") == "joint_ratio" and place is None:
        return f"Longest passing prefix: {facts.layer('joint').get('longest') or 'none'}"
    if layer is None and place is None:
        return plural(len(verdicts), "decision")
    if first.get("entry") is not None:
        return f"Layer {layer}, candidate {facts.turn(first)}"
    if place is None or facts.view == "chain":
        return f"{test} {layer if layer is not None else place}"
    if facts.settings.get("acceptance") == "paper" and first.get("a") is not None:
        return f"{accept} {place}"
    return f"{test} {layer}, {_tried(facts, first)} {place}"


def _tried(facts: Facts, verdict: Part) -> str:
    """What is tested one after the other, in the method's word."""
    if verdict.get("rule") == "k_seq":
        return "draft"
    return "try" if facts.layer("tries", node=facts.parent(verdict.get("node", -1))) else "candidate"


def _own(facts: Facts, step: Part) -> str:
    """A token or a beam of the target's own, whose phase is its decision."""
    phase, place, verdicts = step["phase"], step.get("place"), facts.decided(step)
    if verdicts and verdicts[0].get("entry") is not None:
        if facts.layer("beams"):
            return f"Beam {place}"
        return f"Layer {step.get('layer')}: {'draw' if phase == 'drawn' else phase} {place}"
    label = STATES[phase].label if phase in STATES else phase.replace("_", " ")  # a step of another package's method
    return _OWN.get(phase) or label.capitalize()


def _judged(facts: Facts, step: Part) -> str:
    """A test by what it is about: the guess itself in a chain, else a level and what is tried there."""
    return _verify(facts, step, "Guess" if facts.view == "chain" else "Level", "Guess")


def _written(facts: Facts, step: Part) -> str:
    nodes = (facts.iteration.get("final") or {}).get("nodes", ())
    return f"Write {plural(len(nodes), facts.unit)}" if nodes else _commit(facts, step)


_TITLES: dict[str, Callable[[Facts, Part], str]] = {
    "input": lambda facts, step: "Input",
    "draft": _draft,
    "exit": lambda facts, step: "Fallback" if facts.layer("fallback") else "Draft exit",
    "merge": lambda facts, step: f"Merge {len(step.get('nodes', ()))}",
    "unmerge": lambda facts, step: f"Unmerge: {plural(len(step.get('nodes', ())), 'copy')}",
    "select": _select,
    "target": lambda facts, step: "Target pass" if facts.fed(step) else "No target pass",
    "layer": _layer,
    "prefix": _prefix,
    "verify": _verify,
    "orphaned": lambda facts, step: f"{len(step.get('verdicts', ()))} orphaned",
    "unused": _unused,
    "commit": _commit,
}

_CALLED: dict[str, Callable[[Facts, Part], str]] = {
    "input": lambda facts, step: "Start",
    "verify": _judged,
    "commit": _written,
}
