"""One plain sentence for every step of a trace, and a summary of every iteration: what the stage says at its top.

Works on the plain dicts of a trace. Token texts are shown with their whitespace visible; they are data, and whoever
displays a sentence must set it as text.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

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
        if len(ranked) == 1:
            q = self._node[ranked[0]].get("q")
            return self.word(ranked[0]) + (f" (q = {q:.2g})" if q is not None else "")
        named = [self.word(n) + self._chance(n) for n in ranked[:SHOWN]]
        more = len(ranked) - SHOWN
        return f"{len(ranked)} tokens: " + ", ".join(named) + (f" and {more} more" if more > 0 else "")

    def _chance(self, node: int) -> str:
        q = self._node[node].get("q")
        return "" if q is None else f" {q:.2g}"

    def verdict(self, verdict: Mapping[str, Any]) -> str:
        """One decision and its reason, with the coin that was thrown if there was one."""
        word, decision = self.word(verdict["node"]), verdict["decision"]
        u, a = verdict.get("u"), verdict.get("threshold")
        if decision in ("accepted", "rejected") and u is not None and a is not None:
            sign = "<" if u < a else "≥"
            return f"{word} is {decision}: u = {_number(u)} {sign} {_number(a)}{_ratio(verdict)}"
        reason = verdict["reason"]
        return f"{word} is {_singular(decision)}. {reason[:1].upper()}{reason[1:]}"

    def _counted(self, verdicts: Sequence[Mapping[str, Any]]) -> str:
        counts = Counter(one["decision"] for one in verdicts)
        parts = [f"{number} {_WHAT.get(decision, decision)}" for decision, number in counts.items()]
        if len(verdicts) <= SHOWN:
            return ", ".join(parts) + " – " + ", ".join(self.word(one["node"]) for one in verdicts)
        return ", ".join(parts)

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
        counts = Counter(one["decision"] for one in self._it["verdicts"])
        parts = [f"{number} {decision}" for decision, number in counts.items()]
        drafted = sum(node.get("role") == "draft" for node in self._it["nodes"])
        made = len(self._it.get("final", {}).get("nodes", ()))
        beams = len(self._it.get("final", {}).get("beams", ()))
        count, what = (made, "final token") if made else (beams, "live beam")
        end = f"{count} {what}{'s' * (count != 1)}"
        return f"Iteration {self._it['index'] + 1}: {drafted} drafted; {', '.join(parts) or 'no verdicts'}; {end}."


def _number(value: float) -> str:
    return f"{value:.2f}" if 0.005 <= abs(value) < 100 else f"{value:.2g}"


def _ratio(verdict: Mapping[str, Any]) -> str:
    p, q = verdict.get("p_used", verdict.get("p")), verdict.get("q")
    if p is None or q is None:
        return ""
    name = "p" if verdict.get("p_used") in (None, verdict.get("p")) else "p′"
    return f", for {name} gives it {_number(p)} where q gave {_number(q)}"


def _singular(decision: str) -> str:
    return "orphaned" if decision == "orphaned" else _WHAT.get(decision, decision)
