"""One plain sentence for every step of a trace, and a summary of every iteration: what the stage says at its top.

What is counted is nodes, each once, as in the graph; where a node stands for several draws, or for copies of a beam,
their number stands beside it. Token texts are shown with their whitespace visible; they are data, and whoever displays
a sentence must set it as text.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from explorer.traces.metrics import best_beam, replicas
from explorer.traces.states import STATES
from explorer.traces.words.facts import Facts, Part
from explorer.traces.words.layers import came_out, why_width
from explorer.traces.words.numbers import amount, digits, duration, log, number, plural, times
from explorer.traces.words.reasons import against, first, joint_ratio, reason

SHOWN = 3  # tokens named in a sentence; the rest are counted
_WHAT = {  # what a node is, or so many nodes are, by decision; else the decision's label
    "unused": "not looked at",
    "orphaned": "orphaned (their parent was not accepted)",
    "pruned": "not expanded",
    "residual": "drawn from the residual",
    "bonus": "added as a bonus",
    "fill": "filled in",
    "greedy": "chosen",
    "chosen": "chosen",
}
_OWN = {
    "residual": "Residual token",
    "bonus": "Bonus token",
    "drawn": "Token drawn from p",
    "greedy": "Greedy choice",
    "fill": "Token drawn from p",
    "chosen": "Chosen token",
}
# What the inspector says of a node without a verdict so far.
UNDECIDED = {
    "input": "This iteration starts here.",
    "drafted": "Proposed by the draft; the target has not seen it yet.",
    "pending": "Not judged yet.",
    "prefix": "What is kept is known after the last prefix.",
    "none": "No decision about it was recorded.",
}


class Told:
    """Sentences about one iteration."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._it = facts.iteration

    def state(self, decision: str) -> str:
        """The label of a decision."""
        return STATES[decision].label

    def word(self, node: int) -> str:
        """A node's token in quotation marks."""
        return self._facts.word(node)

    def reason(self, verdict: Part) -> str:
        """Why a decision fell as it did."""
        return reason(self._facts, verdict)

    def against(self, verdict: Part) -> str | None:
        """What a coin was held against besides q: p, p′ or p/ρ; None where no coin decides."""
        return against(verdict)

    def title(self, step: Part) -> str:
        """A step in a few words."""
        phase, layer, nodes = step["phase"], step.get("layer"), step.get("nodes", ())
        verdicts = self._verdicts(step)
        if phase in ("input", "exit", "merge", "unmerge", "target", "commit"):
            return {
                "input": "Input",
                "exit": "Fallback" if self._facts.layer("fallback") else "Draft exit",
                "merge": f"Merge {len(nodes)}",
                "unmerge": f"Unmerge: {plural(len(nodes), 'replica')}",
                "target": "Target pass" if self._fed(step) else "No target pass",
                "commit": self._commit_title(),
            }[phase]
        if phase == "draft":
            return self._draft_title(layer, nodes)
        if phase == "layer":
            return self._layer_title(layer)
        if phase == "select":
            return self._select_title(nodes, verdicts)
        if phase == "prefix":
            return f"Prefix {layer} {'passes' if self._prefix(layer).get('passed') else 'fails'}"
        if phase in ("orphaned", "unused"):
            return self._bulk_title(phase, layer, verdicts)
        if phase == "verify":
            return self._verify_title(step, verdicts)
        return self._own_title(step, verdicts)

    def say(self, step: Part) -> str:
        """What happens in a step, and why."""
        title, nodes, verdicts = self.title(step), list(step.get("nodes", ())), self._verdicts(step)
        phase, layer = step["phase"], step.get("layer")
        if phase == "input":
            return self._input(nodes)
        if phase == "commit":
            return self._commit(title)
        if phase == "target":
            return self._target(step, title, nodes)
        if phase == "draft":
            return f"{title}: {self._drafted(nodes, verdicts)}" if nodes else title
        if phase == "exit":
            return f"{title}: {self._exit(layer)}"
        if phase == "unmerge":
            return f"{title}: what follows a merged n-gram is copied below it, so that the target scores a tree"
        if phase == "select":
            return f"{title}: {self._selected(nodes, verdicts)}"
        if phase == "layer":
            return f"{title}: {self._layer(layer)}"
        if phase == "prefix":
            return f"{title}: {self._tested(layer)}"
        if len(verdicts) == 1 and verdicts[0]["decision"] == phase in ("drawn", "greedy"):
            return self.verdict(verdicts[0])  # a title would say the same
        if len(verdicts) == 1:
            return f"{title}: {self.verdict(verdicts[0])}"
        return f"{title}: {self._counted(verdicts)}" if verdicts else title

    # Titles

    def _verdicts(self, step: Part) -> list[Part]:
        return [self._facts.verdicts[place] for place in step.get("verdicts", ())]

    def _draft_title(self, layer: int | None, nodes: Sequence[int]) -> str:
        facts, copy = self._facts, self._facts.layer("copy")
        if copy:
            return f"Copy {len(nodes)} after a {copy['ngram']}-gram"
        if facts.layer("head", layer=layer):
            return f"Head {layer}"
        if block := facts.layer("block", layer=layer):
            return f"Draft {layer}: {plural(block['width'], 'beam')}"
        kind = {"forest": "Draft layer", "tree": "Draft level", "dag": "Draft level"}.get(facts.view, "Draft")
        skipped = facts.layer("skipped")
        if layer == 1 and skipped.get("of_layers"):
            out = f"{len(skipped.get('attention') or ())} attention, {len(skipped.get('mlp') or ())} MLP"
            return f"{kind} {layer} (the target without {out})"
        return kind if layer is None else f"{kind} {layer}"

    def _layer_title(self, layer: int | None) -> str:
        if block := self._facts.layer("block", layer=layer):
            return f"Layer {layer}: {plural(block['width'], 'beam')}"
        found = self._facts.layer("width", layer=layer)
        return f"Layer {layer}: width {found.get('width')} of {found.get('candidates')}"

    def _select_title(self, nodes: Sequence[int], verdicts: Sequence[Part]) -> str:
        selection = self._facts.layer("selection")
        if selection:
            return f"Keep the {len(nodes)} most confident of {selection['drafted']}"
        widths = [one["width"] for one in self._facts.layers if one.get("kind") == "block"]
        return f"Best of {widths[-1]}" if widths else "Select"

    def _bulk_title(self, phase: str, layer: int | None, verdicts: Sequence[Part]) -> str:
        if phase == "orphaned":
            return f"{len(verdicts)} orphaned"
        behind = {one["rule"] for one in verdicts} & {"failed_layer", "finished_layer"}
        if behind:
            return f"Layer {layer} unused"
        if {one["rule"] for one in verdicts} == {"earlier_rejection"}:
            return f"Draft {layer} unused" if layer and len(verdicts) == 1 else f"{len(verdicts)} unused"
        entries = layer and any(one.get("entry") is not None for one in verdicts)
        return f"{f'Layer {layer}: ' if entries else ''}{len(verdicts)} unused"

    def _verify_title(self, step: Part, verdicts: Sequence[Part]) -> str:
        layer, place = step.get("layer"), step.get("place")
        rule = verdicts[0]["rule"] if verdicts else ""
        if rule == "joint_ratio" and place is None:
            return f"Longest passing prefix: {self._facts.layer('joint').get('longest') or 'none'}"
        if layer is None and place is None:
            return f"{plural(len(verdicts), 'decision')}"
        if verdicts and verdicts[0].get("entry") is not None:
            return f"Layer {layer}, candidate {place}"
        if place is None or self._facts.view == "chain":
            return f"Verify {layer if layer is not None else place}"
        if self._facts.settings.get("acceptance") == "paper" and verdicts and verdicts[0].get("a") is not None:
            return f"Accept {place}"
        parent = self._facts.parent(verdicts[0]["node"]) if verdicts else -1
        noun = "draft" if rule == "k_seq" else "try" if self._facts.layer("tries", node=parent) else "candidate"
        return f"Verify {layer}, {noun} {place}"

    def _own_title(self, step: Part, verdicts: Sequence[Part]) -> str:
        phase, place, layer = step["phase"], step.get("place"), step.get("layer")
        if verdicts and verdicts[0].get("entry") is not None:
            if self._facts.layer("beams"):
                return f"Beam {place}"
            return f"Layer {layer}: {'draw' if phase == 'drawn' else phase} {place}"
        return _OWN.get(phase, STATES[phase].label.capitalize() if phase in STATES else phase.capitalize())

    def _commit_title(self) -> str:
        final = self._it.get("final") or {}
        nodes, beams = final.get("nodes", ()), final.get("beams", ())
        if nodes:
            return f"Commit {plural(len(nodes), 'token')}"
        return f"{plural(len(beams), 'beam')} go{'es' * (len(beams) == 1)} on"

    # Sentences

    def _input(self, nodes: Sequence[int]) -> str:
        number_ = self._it["index"] + 1
        if len(nodes) > 1:
            return f"Iteration {number_} starts from {len(nodes)} beams, one tree each"
        copies = self._facts.node.get(nodes[0], {}).get("count", 1) if nodes else 1
        if copies > 1:
            return f"Iteration {number_} starts from {copies} copies of one beam"
        return f"Iteration {number_} starts: everything new grows from the end of the text so far"

    def _fed(self, step: Part) -> bool:
        """Whether the target read anything for a step: p may be known from the iteration before."""
        passes = self._it["passes"]
        return any(passes[place]["model"] == "target" for place in step.get("passes", ()))

    def _target(self, step: Part, title: str, nodes: Sequence[int]) -> str:
        own = [self._it["passes"][i] for i in step.get("passes", ()) if self._it["passes"][i]["model"] == "target"]
        if not own:
            where = "this place" if len(nodes) == 1 else f"these {len(nodes)} places"
            return f"{title}: p after {where} was already known"
        took = f" ({duration(sum(one['seconds'] for one in own))})"
        scored = len(own[-1]["nodes"]) if own[-1].get("nodes") else len(nodes)
        places = "1 place" if scored == 1 else f"all {scored} places at once"
        return f"{title}: one forward pass of the target gives p after {places}{took}"

    def _drafted(self, nodes: Sequence[int], pruned: Sequence[Part]) -> str:
        out = f"; {self._counted(pruned, named=False)}" if pruned else ""
        if copy := self._facts.layer("copy"):
            words = " ".join(self.word(node) for node in nodes)
            last = "token" if copy["ngram"] == 1 else f"{copy['ngram']} tokens"
            return f"the last {last} stood earlier, and what followed is copied: {words}{out}"
        return f"q proposes {self._proposed(nodes)}{out}"

    def _proposed(self, nodes: Sequence[int]) -> str:
        """The drafted tokens, most probable first, the first few by name."""
        known = self._facts.node
        ranked = sorted((n for n in nodes if n in known), key=lambda n: -(known[n].get("q") or 0.0))
        draws = sum(known[n].get("count", 1) for n in ranked)
        if len(ranked) == draws == 1:
            q = known[ranked[0]].get("q")
            return self.word(ranked[0]) + (f" (q = {q:.2g})" if q is not None else "")
        named = [self.word(n) + times(known[n].get("count", 1)) + self._chance(n) for n in ranked[:SHOWN]]
        more = len(ranked) - SHOWN
        size = plural(len(ranked), "token") + (f" in {draws} draws" if draws != len(ranked) else "")
        return f"{size}: " + ", ".join(named) + (f" and {more} more" if more > 0 else "")

    def _chance(self, node: int) -> str:
        q = self._facts.node[node].get("q")
        return "" if q is None else f" {q:.2g}"

    def _exit(self, layer: int | None) -> str:
        found = self._facts.layer("exit", "fallback", layer=layer)
        back = found.get("kind") == "fallback"
        bar = f"{'τ₁' if back else 'the exit threshold'} = {digits(found.get('threshold'))}"
        held = f"max q = {digits(found.get('max_q'))} < {bar}"
        return f"{held}, so the draft {'hands over to the target' if back else 'stops before it draws'}"

    def _selected(self, nodes: Sequence[int], verdicts: Sequence[Part]) -> str:
        """Which of the drafted nodes go to the target (EAGLE-2, MTAD); which of the grown ones are kept (MTJD)."""
        gone = [one for one in verdicts if one["decision"] in ("not_sent", "dropped")]
        sure: dict[int, float] = {}
        for layer in self._facts.layers:
            sure.update(zip(layer.get("nodes") or (), layer.get("confidence") or (), strict=False))
        if self._facts.layer("selection"):
            ranked = sorted(nodes, key=lambda node: -sure.get(node, 0.0))
            named = ", ".join(f"{self.word(node)} {sure.get(node, 0.0):.2g}" for node in ranked[:SHOWN])
            more = f" and {len(nodes) - SHOWN} more" if len(nodes) > SHOWN else ""
            out = f"; the other {len(gone)} {'is' if len(gone) == 1 else 'are'} not sent to the target" if gone else ""
            return f"by confidence, the product of q down to a node: {named}{more}{out}"
        words = " ".join(self.word(node) for node in nodes)
        left = f"; {self._counted(gone)}" if gone else ""
        if any(one["decision"] == "chosen" for one in verdicts):
            return f"{words} is the likeliest beam under p, and is kept{left}"
        return f"{words} is the likeliest beam under q, and goes to the target{left}"

    def _layer(self, layer: int | None) -> str:
        block = self._facts.layer("block", layer=layer)
        if block:
            return f"the target grows {plural(block['width'], 'beam')}, weighed by their joint likelihood"
        return why_width(self._facts.layer("width", layer=layer))

    def _prefix(self, j: int | None) -> Mapping[str, object]:
        prefixes: Sequence[Part] = self._facts.layer("joint").get("prefixes") or ()
        return next((one for one in prefixes if one["j"] == j), {})

    def _tested(self, j: int | None) -> str:
        """The joint test of the first tokens of a draft, with its numbers (MTAD)."""
        found: Part = self._prefix(j)
        if not found:
            return "not recorded"
        tau, logp, logq = self._facts.layer("joint")["threshold"], found.get("logp_joint"), found.get("logq_joint")
        ratio = joint_ratio(logp, logq)
        clipped = f" (p/q itself is {number(ratio)})" if ratio > 1 else ""
        held = f"{number(min(1.0, ratio))} {'>' if found['passed'] else '≤'} τ = {number(tau)}"
        return f"min(1, p/q) of {first(j or 1)} is {held}{clipped}, as Σ log p = {log(logp)} and Σ log q = {log(logq)}"

    def verdict(self, verdict: Part) -> str:
        """One decision and its reason, with the coin that was thrown if there was one."""
        word, decision = self.word(verdict["node"]), verdict["decision"]
        u, a, name = verdict.get("u"), verdict.get("a"), against(verdict)
        if (
            name
            and decision in ("accepted", "rejected")
            and u is not None
            and a is not None
            and not verdict.get("greedy")
        ):
            sign = "<" if u < a else "≥"
            return f"{word} is {decision}: u = {number(u)} {sign} {number(a)}{self._ratio(verdict, name)}"
        return f"{word} is {self._singular(verdict)}. {self.reason(verdict)}"

    def _ratio(self, verdict: Part, name: str) -> str:
        """What the coin was held against: the numbers of the rule under their names."""
        p, q, used = verdict.get("p"), verdict.get("q"), verdict.get("p_used")
        if p is None or q is None:
            return ""
        joint = "_beam" if verdict.get("entry") is not None else ""  # of one beam with one token
        whose = " this beam with this token" if joint else " it"
        value = p if name == "p" or used is None else used
        name += joint if name == "p" else ""
        return f", for {name} gives{whose} {number(value)} where q{joint} gave {number(q)}"

    def _singular(self, verdict: Part) -> str:
        decision = verdict["decision"]
        if decision == "drawn":
            return "drawn from p_beam" if verdict.get("entry") is not None else "drawn from p"
        return "orphaned" if decision == "orphaned" else _WHAT.get(decision, STATES[decision].label)

    def _counted(self, verdicts: Sequence[Part], named: bool = True) -> str:
        """How many nodes fared how; the first few by name."""
        parts: list[str] = []
        copied = replicas(self._it)
        for decision in dict.fromkeys(one["decision"] for one in verdicts):
            own = [one["node"] for one in verdicts if one["decision"] == decision]
            also = len(set(own) & copied)
            of = f" ({also} of them replica{'s' * (also > 1)})" if also else ""
            parts.append(f"{amount(len(own), len(set(own)))} {_WHAT.get(decision, STATES[decision].label)}{of}")
        nodes = Counter(one["node"] for one in verdicts)
        if not named or len(nodes) > SHOWN:
            return ", ".join(parts)
        return ", ".join(parts) + " – " + ", ".join(self.word(node) + times(count) for node, count in nodes.items())

    def _commit(self, title: str) -> str:
        final = self._it.get("final") or {}
        nodes, beams = final.get("nodes", ()), final.get("beams", ())
        if nodes:
            words = " ".join(self.word(n) for n in nodes)
            return f"{title}: {words} {'is' if len(nodes) == 1 else 'are'} now part of the text"
        if len(beams) > 1:
            best = best_beam(beams)
            return f"{title}: {len(beams)} beams are alive; the most likely one ends in {self.word(best['node'])}"
        return title

    def outcome(self, layer: Part) -> str:
        """What came of a layer's candidates."""
        return came_out(layer)

    def summary(self) -> str:
        """The iteration in one line, for screen readers and for copying."""
        fates: dict[str, list[int]] = {}
        for one in self._facts.verdicts:
            fates.setdefault(one["decision"], []).append(one["node"])
        parts = [f"{amount(len(nodes), len(set(nodes)), '')} {STATES[name].label}" for name, nodes in fates.items()]
        drafts = [node for node in self._it["nodes"] if node.get("role") == "draft"]
        copied = replicas(self._it)
        own = [node for node in drafts if node["id"] not in copied]
        drafted = amount(sum(node.get("count", 1) for node in own), len(own)) + " drafted"
        if copied:
            drafted += f" and {plural(len(copied), 'replica')}"
        final = self._it.get("final") or {}
        made, beams = len(final.get("nodes", ())), len(final.get("beams", ()))
        end = plural(made, "final token") if made else plural(beams, "live beam")
        return f"Iteration {self._it['index'] + 1}: {drafted}; {', '.join(parts) or 'no verdicts'}; {end}."
