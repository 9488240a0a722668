"""The sentences of an iteration in two voices, and a summary: what the stage says at its top.

*Exact* has the formula with its numbers and is made here; *plain* has no symbol and is made in plain_steps.py.

What is counted is nodes, each once, as in the graph; where a node stands for several draws, or for copies of a beam,
their number stands beside it. Token texts are shown with their whitespace visible; they are data, and whoever displays
a sentence must set it as text.
"""

from collections import Counter
from collections.abc import Sequence

from explorer.story.facts import Facts, Part
from explorer.story.layers import came_out, why_width
from explorer.story.numbers import (
    amount,
    capital,
    digits,
    duration,
    log,
    multiplied,
    named,
    number,
    plural,
    quotient,
    times,
)
from explorer.story.plain_steps import behind, plain, read_before
from explorer.story.plain_verdicts import clause
from explorer.story.reasons import against, first, joint_product, joint_ratio, own_ratio, reason
from explorer.story.registry import story_of
from explorer.story.titles import ahead, called, title
from explorer.trace.metrics import best_beam, replicas
from explorer.trace.states import STATES

SHOWN = 3  # tokens named in a sentence; the rest are counted
_WHAT = {  # what a node is, or so many nodes are, by decision; else the decision's label
    "unused": "not tested",
    "orphaned": "orphaned (their parent was not accepted)",
    "pruned": "not expanded",
    "residual": "drawn from the residual",
    "bonus": "added as a bonus",
    "fill": "filled in",
    "greedy": "chosen",
    "chosen": "chosen",
}


class Told:
    """Sentences about one iteration."""

    def __init__(self, facts: Facts) -> None:
        self._facts, self._spoken = facts, facts.spoken()
        self._it = facts.iteration

    def state(self, decision: str) -> str:
        """The label of a decision."""
        return STATES[decision].label

    def word(self, node: int) -> str:
        """A node's token in quotation marks."""
        return self._facts.word(node)

    def spoken(self, node: int) -> str:
        """The same as one would say it."""
        return self._spoken.word(node)

    def copied(self, node: Part) -> str:
        """What a replica repeats, and why it is there (GSD)."""
        return f"A copy of what was guessed {behind(self._spoken, node['origin'])}: the target scores whole paths"

    def rows(self) -> tuple[str, list[tuple[str, str]]]:
        """The title and the rows of the panel that is open at once; no rows where the method has none."""
        story = story_of(self._facts.method)
        return (story.rows.title, story.rows.of(self._spoken.typed)) if story and story.rows else ("", [])

    def plain_reason(self, verdict: Part) -> str:
        """Why a decision fell as it did, without a symbol."""
        return capital(clause(self._spoken, verdict))

    def exact_reason(self, verdict: Part) -> str:
        """Why a decision fell as it did, with the rule's numbers."""
        return reason(self._facts, verdict)

    def against(self, verdict: Part) -> str | None:
        """What a coin was held against besides q: p, p′ or p/ρ; None where no coin decides."""
        return against(verdict)

    def whose(self, verdict: Part) -> str:
        """What the p of a verdict is: the target's, or cut by what."""
        cut = self._facts.cut(self._facts.support(verdict)) if verdict.get("p") == 0 else ""
        return f"target, cut by {cut}" if cut else "target"

    def title(self, step: Part) -> str:
        """A step in a few words."""
        return title(self._facts, step)

    def called(self, step: Part) -> str:
        """A step in a few words of the plain voice."""
        return called(self._spoken, step)

    def ahead(self, step: Part) -> str:
        """A step that has not been reached yet, in a few words that tell nothing of how it ends."""
        return ahead(self._facts, step)

    def plain(self, step: Part) -> str:
        """What happens in a step, and why, without a symbol."""
        return plain(self._spoken, step)

    def exact(self, step: Part) -> str:
        """What happens in a step, and why, with the numbers."""
        if told := self._facts.step_story(step):
            return named(told[0].sentence.say(self._facts.typed, told[1]))
        return named(self._exact(step))

    def _exact(self, step: Part) -> str:
        title, nodes, verdicts = self.title(step), list(step.get("nodes", ())), self._verdicts(step)
        phase, layer = step["phase"], step.get("layer")
        if phase == "input":
            return self._input(nodes)
        if phase == "commit":
            return self._commit(title)
        if phase == "target":
            return self._target(step, title, nodes)
        if phase == "draft":
            return f"{title}: {self._drafted(nodes, verdicts, layer)}{self._unread(step)}" if nodes else title
        if phase == "exit":
            return f"{title}: {self._exit(layer)}"
        if phase == "unmerge":
            least = "at least " if self._facts.layer("graph").get("budget_cut") else ""
            saved = f"{least}{plural(len(nodes), 'draft')}"
            return f"{title}: merging saved {saved}; copies go below the merged nodes, as the target scores whole paths"
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
        joint = bool(verdicts) and verdicts[0]["rule"] == "joint_ratio"
        lossy = "; no coin, no residual: whatever is above τ stays (lossy; Thm 3.5 bounds the loss)" if joint else ""
        return f"{title}: {self._counted(verdicts)}{lossy}" if verdicts else title

    def _verdicts(self, step: Part) -> list[Part]:
        return self._facts.decided(step)

    def _input(self, nodes: Sequence[int]) -> str:
        number_ = self._it["index"] + 1
        if len(nodes) > 1:
            return f"Iteration {number_} starts from {len(nodes)} beams, one tree each"
        copies = self._facts.node.get(nodes[0], {}).get("count", 1) if nodes else 1
        if copies > 1:
            return f"Iteration {number_} starts from {copies} copies of one beam"
        return f"Iteration {number_} starts: everything new grows from the end of the text so far"

    def _target(self, step: Part, title: str, nodes: Sequence[int]) -> str:
        own = [self._it["passes"][i] for i in step.get("passes", ()) if self._it["passes"][i]["model"] == "target"]
        if not own:
            where = "this place" if len(nodes) == 1 else f"these {len(nodes)} places"
            return f"{title}: p after {where} was already known"
        took = f" ({duration(sum(made['seconds'] for made in own))})"
        scored = len(own[-1]["nodes"]) if own[-1].get("nodes") else len(nodes)
        drafts = sum(self._facts.node.get(node, {}).get("role") == "draft" for node in own[-1].get("nodes") or ())
        text = "the text so far" if scored - drafts == 1 else f"{scored - drafts} beams"
        if not drafts:
            return f"{title}: one forward pass of the target gives p after {text}{took}"
        each = "1 draft" if drafts == 1 else f"each of {drafts} drafts"
        where = f"{text} and after {each}" if scored > drafts else f"{each}; what comes before them was known"
        return f"{title}: one forward pass of the target gives p at {plural(scored, 'place')}, after {where}{took}"

    def _unread(self, step: Part) -> str:
        """That the draft had run on this text before, so that its q cost no pass."""
        return "; no pass, as q was known here" if read_before(self._facts, step) else ""

    def _drafted(self, nodes: Sequence[int], pruned: Sequence[Part], layer: int | None) -> str:
        out = f"; {self._counted(pruned)}" if pruned else ""
        if copy := self._facts.layer("copy"):
            words = " ".join(self.word(node) for node in nodes)
            last = "token" if copy["ngram"] == 1 else f"{copy['ngram']} tokens"
            return f"the last {last} stood earlier, and what followed is copied: {words}{out}"
        return f"the draft proposes {self._proposed(nodes, layer)}{out}"

    def _proposed(self, nodes: Sequence[int], layer: int | None) -> str:
        """The drafted tokens, most probable first, the first few by name."""
        known = self._facts.node
        ranked = sorted((n for n in nodes if n in known), key=lambda n: -(self._facts.guess(n, layer) or 0.0))
        drawn = {n: self._facts.draws(n, layer) for n in ranked}
        draws = sum(drawn.values())
        if len(ranked) == draws == 1:
            q = self._facts.guess(ranked[0], layer)
            return self.word(ranked[0]) + (f" (q = {q:.2g})" if q is not None else "")
        named = [self.word(n) + times(drawn[n]) + self._chance(n, layer) for n in ranked[:SHOWN]]
        more = len(ranked) - SHOWN
        size = plural(len(ranked), "token") + (f" in {draws} draws" if draws != len(ranked) else "")
        size += ", by q_beam" if self._facts.layer("width") else ""
        return f"{size}: " + ", ".join(named) + (f" and {more} more" if more > 0 else "")

    def _chance(self, node: int, layer: int | None) -> str:
        q = self._facts.guess(node, layer)
        return "" if q is None else f" {q:.2g}"

    def _exit(self, layer: int | None) -> str:
        found = self._facts.layer("exit", "fallback", layer=layer)
        back = found.get("kind") == "fallback"
        bar = f"{'τ₁' if back else 'the exit threshold'} = {digits(found.get('threshold'))}"
        held = f"max q = {digits(found.get('max_q'))} < {bar}"
        return f"{held}, so the draft {'hands over to the target' if back else 'stops before it draws'}"

    def _selected(self, nodes: Sequence[int], verdicts: Sequence[Part]) -> str:
        """Which of the drafted nodes go to the target (EAGLE-2, MTAD); which of the grown ones are kept (MTJD)."""
        gone = [verdict for verdict in verdicts if verdict["decision"] in ("not_sent", "dropped")]
        sure: dict[int, float] = {}
        for layer in self._facts.layers:
            if layer.get("kind") in ("level", "head"):  # others may hold anything under these names
                sure.update(zip(layer["nodes"], layer["confidence"], strict=False))
        if self._facts.layer("selection"):
            ranked = sorted(nodes, key=lambda node: -sure.get(node, 0.0))
            named = ", ".join(f"{self.word(node)} {sure.get(node, 0.0):.2g}" for node in ranked[:SHOWN])
            more = f" and {len(nodes) - SHOWN} more" if len(nodes) > SHOWN else ""
            out = f"; the other {len(gone)} {'is' if len(gone) == 1 else 'are'} not sent to the target" if gone else ""
            return f"by confidence, the product of q down to a node: {named}{more}{out}"
        words = " ".join(self.word(node) for node in nodes)
        left = f"; {self._counted(gone)}" if gone else ""
        if any(verdict["decision"] == "chosen" for verdict in verdicts):
            return f"{words} is the likeliest beam under p, and is kept{left}"
        ends = self._facts.ends()
        scores = ", ".join(
            f"{self._facts.phrase(line)} {score:.2g}{times(count)}" for line, score, count in ends[:SHOWN]
        )
        beams = f" (∏ q by beam: {scores})" if ends else ""
        return f"{words} is the likeliest beam under q, and goes to the target{beams}{left}"

    def _layer(self, layer: int | None) -> str:
        block = self._facts.layer("block", layer=layer)
        if block:
            return f"the target grows {plural(block['width'], 'beam')}, weighed by their joint likelihood"
        width = self._facts.layer("width", layer=layer)
        until = (
            f". Tested in turn until {width['width']} are accepted or none is left" if width.get("candidates") else ""
        )
        return f"{why_width(width)}{until}"

    def _tested(self, j: int | None) -> str:
        """The joint test of the first tokens of a draft, with its numbers (MTAD)."""
        found = self._facts.prefix(j)
        if not found:
            return "not recorded"
        tau, logp, logq = self._facts.layer("joint")["threshold"], found.get("logp_joint"), found.get("logq_joint")
        ratio, before = joint_ratio(logp, logq), self._facts.prefix((j or 1) - 1)
        product = f"p/q of {first(j or 1)} is {number(ratio)}"
        if before:
            three = joint_product(before), own_ratio(found, before), joint_product(found)
            far, own, made = multiplied(*three, otherwise=number)
            product = f"p/q is ×{far} so far, × {own} for {self.word(found['node'])} = {made}"
        held = f"{'>' if found['passed'] else '≤'} τ = {number(tau)}"
        return f"{product} {held}, as Σ log p = {log(logp)} and Σ log q = {log(logq)}"

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
        return f"{word} is {self._singular(verdict)}. {self.exact_reason(verdict)}"

    def _ratio(self, verdict: Part, name: str) -> str:
        """What the coin was held against: the numbers of the rule under their names."""
        p, q, used = verdict.get("p"), verdict.get("q"), verdict.get("p_used")
        if p is None or q is None:
            return ""
        joint = "_beam" if verdict.get("entry") is not None else ""  # of one beam with one token
        whose = " this beam with this token" if joint else " it"
        value = p if name == "p" or used is None else used
        target, draft = quotient(value, q) if (verdict.get("a") or 0.0) < 1 else (number(value), number(q))
        name += joint if name == "p" else ""
        return f", for {name} gives{whose} {target} where q{joint} gave {draft}"

    def _singular(self, verdict: Part) -> str:
        decision = verdict["decision"]
        if decision == "drawn":
            return "drawn from p_beam" if verdict.get("entry") is not None else "drawn from p"
        return "orphaned" if decision == "orphaned" else _WHAT.get(decision, STATES[decision].label)

    def _counted(self, verdicts: Sequence[Part]) -> str:
        """How many nodes fared how; the first few by name."""
        parts: list[str] = []
        copied = replicas(self._it)
        for decision in dict.fromkeys(verdict["decision"] for verdict in verdicts):
            own = [verdict["node"] for verdict in verdicts if verdict["decision"] == decision]
            also = len(set(own) & copied)
            of = f" ({also} of them replica{'s' * (also > 1)})" if also else ""
            parts.append(f"{amount(len(own), len(set(own)))} {_WHAT.get(decision, STATES[decision].label)}{of}")
        nodes = Counter(verdict["node"] for verdict in verdicts)
        if len(nodes) > SHOWN:
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
        for verdict in self._facts.verdicts:
            fates.setdefault(verdict["decision"], []).append(verdict["node"])
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
