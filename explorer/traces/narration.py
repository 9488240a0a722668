"""One plain sentence for every step of a trace, and a summary of every iteration: what the stage says at its top.

Works on an iteration as reading.py gives it. What is counted is nodes, each once, as in the graph; where a node stands
for several draws, or for copies of a beam, their number stands beside it. Token texts are shown with their whitespace
visible; they are data, and whoever displays a sentence must set it as text.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from explorer.traces.reading import capital

SHOWN = 3  # tokens named in a sentence; the rest are counted
_VISIBLE = str.maketrans({" ": "␣", "\n": "↵", "\t": "⇥", "\r": "␍", "\u00a0": "⟨nbsp⟩"})
_WHAT = {
    "accepted": "accepted",
    "rejected": "rejected",
    "unused": "not looked at",
    "orphaned": "orphaned (their parent was not accepted)",
    "merged": "merged",
    "residual": "drawn from the residual",
    "bonus": "added as a bonus",
    "drawn": "drawn from p",
    "greedy": "chosen",
    "fill": "filled in",
    "committed": "chosen",
}


def visible(text: str) -> str:
    """Text with its spaces, tabs and line ends as signs.

    >>> visible(" blue")
    '␣blue'
    """
    return text if text.startswith("⟨") and text.endswith("⟩") else text.translate(_VISIBLE)  # ⟨E2 98⟩: half a sign


class Narrator:
    """Sentences about one iteration. `texts` maps token ids, as strings, to their text."""

    def __init__(self, iteration: Mapping[str, Any], texts: Mapping[str, str]) -> None:
        """`iteration` is one that was read (reading.py)."""
        self._it = iteration
        self._node = {node["id"]: node for node in iteration["nodes"]}
        self._texts = texts

    def word(self, node: int) -> str:
        """A node's token in quotation marks."""
        if node not in self._node:
            return f"node {node}"
        token = self._node[node]["token"]
        return f"“{visible(self._texts.get(str(token), f'#{token}'))}”" if token >= 0 else "the start"

    def step(self, step: Mapping[str, Any]) -> str:
        """What happens in a step, and why."""
        verdicts = [self._it["verdicts"][i] for i in step.get("verdicts", ())]
        title, nodes = step["title"], list(step.get("nodes", ()))
        if step["phase"] == "input":
            return self._input(nodes)
        if step["phase"] == "commit":
            return self._commit(title)
        if step["phase"] == "draft" and step.get("layer") is None and self._known_before(step):
            return f"{title}: {self._selected(nodes, verdicts)}"
        if len(verdicts) == 1 and verdicts[0]["decision"] == step["phase"] in ("drawn", "greedy"):
            return self.verdict(verdicts[0])  # a title would say the same
        if len(verdicts) == 1:
            return f"{title}: {self.verdict(verdicts[0])}"
        if verdicts:
            return f"{title}: {self._counted(verdicts)}"
        if step["phase"] == "target":
            return self._target(step, title, nodes)
        if step["phase"] == "layer":
            return self._layer(title, step.get("layer"))
        if step["phase"] == "verify" and (prefix := self._prefix(step.get("layer"))):
            return f"{title}: {prefix}"
        if step["phase"] == "draft" and nodes:
            return f"{title}: q proposes {self._proposed(nodes)}"
        return f"{title}: {len(nodes)} nodes" if nodes and step["phase"] == "merge" else title

    def _layer(self, title: str, number: int | None) -> str:
        """Why a dynamic layer asks for as many beams as it does (DSBD Eq. 7)."""
        found: Mapping[str, Any] = next(
            (one for one in self._it.get("layers", ()) if one.get("layer") == number and "width" in one), {}
        )
        tilde, t = found.get("width_tilde"), found.get("threshold")
        tails: list[float] = found.get("at_least") or []
        if tilde is None or t is None:
            return f"{title}: as many beams as were asked for"
        if found["width"] > tilde:
            return (
                f"{title}: the chance of more is below t = {_number(t)}, so the smallest width that is allowed is kept"
            )
        chance = f" (chance {_number(tails[tilde])})" if tilde < len(tails) else ""
        return f"{title}: {tilde} is the most that will be accepted with a chance of at least t = {_number(t)}{chance}"

    def _prefix(self, length: int | None) -> str:
        """The joint test of the first tokens of a draft, with its numbers (MTAD)."""
        joint = next((one for one in self._it.get("layers", ()) if one.get("kind") == "joint"), {})
        found = next((one for one in joint.get("prefixes", ()) if one["j"] == length), None)
        if found is None:
            return ""
        ratio, tau = found["ratio"], found["threshold"]
        sign = ">" if found["passed"] else "≤"
        of = "the first token" if length == 1 else f"the first {length} tokens together"
        p, q = (_log(found[key]) for key in ("logp_joint", "logq_joint"))
        return f"min(1, p/q) of {of} is {_number(ratio)} {sign} τ = {_number(tau)}, as Σ log p = {p} and Σ log q = {q}"

    def _known_before(self, step: Mapping[str, Any]) -> bool:
        """Whether all nodes of a step were drafted in earlier ones: then it proposes nothing, it selects."""
        drafts = [one for one in self._it.get("steps", ()) if one["phase"] == "draft" and one.get("layer") is not None]
        drafted = {node for one in drafts for node in one.get("nodes", ())}
        return bool(step.get("nodes")) and drafted.issuperset(step["nodes"])

    def _selected(self, nodes: Sequence[int], dropped: Sequence[Mapping[str, Any]]) -> str:
        """Which of the drafted nodes go to the target: the most confident ones (EAGLE-2), or one beam (MTAD)."""
        layers = self._it.get("layers", ())
        sure = {n: c for one in layers for n, c in zip(one.get("nodes", ()), one.get("confidence", ()), strict=False)}
        if sure:
            ranked = sorted(nodes, key=lambda node: -sure.get(node, 0.0))
            named = ", ".join(f"{self.word(node)} {sure.get(node, 0.0):.2g}" for node in ranked[:SHOWN])
            more = f" and {len(nodes) - SHOWN} more" if len(nodes) > SHOWN else ""
            left = len(sure) - len(nodes)
            out = f"; the other {left} {'is' if left == 1 else 'are'} not sent to the target" if left else ""
            return f"by confidence, the product of q down to a node: {named}{more}{out}"
        gone = {one["node"] for one in dropped}
        words = " ".join(self.word(node) for node in nodes if node not in gone)
        left = f"; {self._counted(dropped)}" if dropped else ""
        return f"{words} is the likeliest beam under q, and goes to the target{left}"

    def _input(self, nodes: Sequence[int]) -> str:
        number = self._it["index"] + 1
        if len(nodes) > 1:
            return f"Iteration {number} starts from {len(nodes)} beams, one tree each"
        copies = self._node[nodes[0]].get("count", 1) if nodes and nodes[0] in self._node else 1
        if copies > 1:
            return f"Iteration {number} starts from {copies} copies of one beam"
        return f"Iteration {number} starts: everything new grows from the end of the text so far"

    def _target(self, step: Mapping[str, Any], title: str, nodes: Sequence[int]) -> str:
        passes = [self._it["passes"][i] for i in step.get("passes", ()) if i < len(self._it["passes"])]
        own = [one for one in passes if one["model"] == "target"]
        if not own:
            where = "this place" if len(nodes) == 1 else f"these {len(nodes)} places"
            return f"{title}: p after {where} was already known"
        took = f" ({sum(one['seconds'] for one in own) * 1000:.3g} ms)"
        scored = len(own[-1]["nodes"]) if own[-1].get("nodes") else len(nodes)
        places = "1 place" if scored == 1 else f"all {scored} places at once"
        return f"{title}: one forward pass of the target gives p after {places}{took}"

    def _proposed(self, nodes: Sequence[int]) -> str:
        """The drafted tokens, most probable first, the first few by name."""
        ranked = sorted((n for n in nodes if n in self._node), key=lambda n: -(self._node[n].get("q") or 0.0))
        draws = sum(self._node[n].get("count", 1) for n in ranked)
        if len(ranked) == draws == 1:
            q = self._node[ranked[0]].get("q")
            return self.word(ranked[0]) + (f" (q = {q:.2g})" if q is not None else "")
        named = [self.word(n) + times(self._node[n].get("count", 1)) + self._chance(n) for n in ranked[:SHOWN]]
        more = len(ranked) - SHOWN
        size = plural(len(ranked), "token") + (f" in {draws} draws" if draws != len(ranked) else "")
        return f"{size}: " + ", ".join(named) + (f" and {more} more" if more > 0 else "")

    def _chance(self, node: int) -> str:
        q = self._node[node].get("q")
        return "" if q is None else f" {q:.2g}"

    def verdict(self, verdict: Mapping[str, Any]) -> str:
        """One decision and its reason, with the coin that was thrown if there was one."""
        word, decision = self.word(verdict["node"]), verdict["decision"]
        u, a = verdict.get("u"), verdict.get("threshold")
        if decision in ("accepted", "rejected") and u is not None and a is not None and not verdict.get("greedy"):
            sign = "<" if u < a else "≥"
            return f"{word} is {decision}: u = {_number(u)} {sign} {_number(a)}{self._ratio(verdict)}"
        return f"{word} is {_singular(verdict)}. {capital(verdict['reason'])}"

    def _ratio(self, verdict: Mapping[str, Any]) -> str:
        """What the coin was held against: the numbers of the rule under their names."""
        p, q, used = verdict.get("p"), verdict.get("q"), verdict.get("p_used")
        if p is None or q is None:
            return ""
        joint = "_beam" if verdict.get("entry") is not None else ""  # of one beam with one token
        one = " this beam with this token" if joint else " it"
        name = verdict.get("against", "p")
        value = p if name == "p" or used is None else used
        name += joint if name == "p" else ""
        return f", for {name} gives{one} {_number(value)} where q{joint} gave {_number(q)}"

    def _counted(self, verdicts: Sequence[Mapping[str, Any]]) -> str:
        """How many nodes fared how; the first few by name."""
        parts: list[str] = []
        for decision in dict.fromkeys(one["decision"] for one in verdicts):
            own = [one["node"] for one in verdicts if one["decision"] == decision]
            copied = sum(self._node.get(node, {}).get("origin") not in (None, node) for node in set(own))
            also = f" ({copied} of them replicas)" if copied else ""
            parts.append(f"{amount(len(own), len(set(own)))} {_WHAT.get(decision, decision)}{also}")
        named = Counter(one["node"] for one in verdicts)
        if len(named) > SHOWN:
            return ", ".join(parts)
        return ", ".join(parts) + " – " + ", ".join(self.word(node) + times(count) for node, count in named.items())

    def _commit(self, title: str) -> str:
        final = self._it.get("final", {})
        nodes, beams = final.get("nodes", ()), final.get("beams", ())
        if nodes:
            words = " ".join(self.word(n) for n in nodes)
            return f"{title}: {words} {'is' if len(nodes) == 1 else 'are'} now part of the text"
        if len(beams) > 1:
            impossible = float("-inf")  # log p is null
            mean = [(impossible if b["logp"] is None else b["logp"]) / max(1, len(b["tokens"])) for b in beams]
            best = beams[mean.index(max(mean))]
            return f"{title}: {len(beams)} beams are alive; the most likely one ends in {self.word(best['node'])}"
        return title

    def summary(self) -> str:
        """The iteration in one line, for screen readers and for copying."""
        fates: dict[str, list[int]] = {}
        for one in self._it["verdicts"]:
            fates.setdefault(one["decision"], []).append(one["node"])
        parts = [f"{amount(len(nodes), len(set(nodes)), '')} {decision}" for decision, nodes in fates.items()]
        drafts = [node for node in self._it["nodes"] if node.get("role") == "draft"]
        own = [node for node in drafts if node.get("origin") in (None, node["id"])]
        drafted = amount(sum(node.get("count", 1) for node in own), len(own)) + " drafted"
        if len(own) < len(drafts):
            drafted += f" and {plural(len(drafts) - len(own), 'replica')}"
        made = len(self._it.get("final", {}).get("nodes", ()))
        beams = len(self._it.get("final", {}).get("beams", ()))
        count, what = (made, "final token") if made else (beams, "live beam")
        end = f"{count} {what}{'s' * (count != 1)}"
        return f"Iteration {self._it['index'] + 1}: {drafted}; {', '.join(parts) or 'no verdicts'}; {end}."


def _log(value: float | None) -> str:
    """A log-likelihood, null where the likelihood is zero."""
    return "−∞" if value is None else f"{value:.2f}".replace("-", "−")


def _number(value: float) -> str:
    return f"{value:.2f}" if 0.005 <= abs(value) < 100 else f"{value:.2g}"


def plural(count: int, word: str) -> str:
    """A number and its noun.

    >>> plural(1, "node"), plural(2, "node")
    ('1 node', '2 nodes')
    """
    return f"{count} {word}{'s' * (count != 1)}"


def amount(draws: int, nodes: int, word: str = "node") -> str:
    """So many nodes, and how many draws they stand for if that is another number.

    >>> amount(3, 3), amount(6, 3), amount(6, 3, "")
    ('3 nodes', '3 nodes (6 draws)', '3 (6 draws)')
    """
    size = plural(nodes, word) if word else str(nodes)
    return size if draws == nodes else f"{size} ({plural(draws, 'draw')})"


def times(count: int) -> str:
    """How often a node was drawn, where that is more than once, as the graph writes it."""
    return f" ×{count}" if count > 1 else ""


def _singular(verdict: Mapping[str, Any]) -> str:
    decision = verdict["decision"]
    if decision == "drawn" and verdict.get("entry") is not None:
        return "drawn from p_beam"
    return "orphaned" if decision == "orphaned" else _WHAT.get(decision, decision)
