"""One plain sentence for every step of a trace, and a summary of every iteration: what the stage says at its top.

Works on an iteration as reading.py gives it. What is counted is nodes, each once, as in the graph; where a node stands
for several draws, or for copies of a beam, their number stands beside it. Token texts are shown with their whitespace
visible; they are data, and whoever displays a sentence must set it as text.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from explorer.reading import capital

SHOWN = 3  # tokens named in a sentence; the rest are counted
_VISIBLE = str.maketrans({" ": "␣", "\n": "↵", "\t": "⇥", "\r": "␍", "\u00a0": "⟨nbsp⟩"})
_WHAT = {
    "accepted": "accepted",
    "rejected": "rejected",
    "unused": "not looked at",
    "orphaned": "orphaned (their parent was not kept)",
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
        took = f" ({sum(one['seconds'] for one in own) * 1000:.3g} ms)" if own else ""
        scored = len(own[-1]["nodes"]) if own and own[-1].get("nodes") else len(nodes)
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
        name, value = (f"p{joint}", p) if used in (None, p) else ("p′", used)
        if any("rho" in layer for layer in self._it.get("layers", ())):
            name = "p/ρ"
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
            best = max(beams, key=lambda one: one["logp"] / max(1, len(one.get("tokens", ()))))
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
