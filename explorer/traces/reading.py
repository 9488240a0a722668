"""A recorded iteration as a person should read it: what each token's origin is called, and which number it shows.

A trace records what a rule worked with. Five things in it would mislead someone who reads them off a screen, and are
read here once, for the sentences (narration.py) and for the stage (stage_data.py) alike:

* **Origins.** Methods of one sequence record the target's own token as `residual` wherever a draft was turned down,
  and as `bonus` wherever it comes last. A residual is what a law named residual gave; a bonus comes after drafts that
  were all kept. Every other token is a plain draw from p (`drawn`) or, where warping leaves one token, the most
  probable token of p (`greedy`). These two names exist on the stage alone: the trace format does not have them.
* **Greedy choices.** Warped to one token, p is 1 there and 0 elsewhere, while the list beside it is p before warping.
  The number shown is the one of the list: p, and that the choice was greedy.
* **Shares.** Beam methods decide about one beam with one token. `beams` of a verdict are the places of its parent among
  the input beams: several if the parent has copies, of which each has a share of its own.
* **Names of a ratio.** After a rejection a try is held against p′, also where p′ has the value of p: `against` is the
  name of what a coin was held against (p, p′ or p/ρ).
* **Rounding.** What is left of p where p = q is zero, but for float64: shown as 0. Nothing here takes part in a rule.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

NOISE = 1e-12  # a difference of probabilities below this, some thousand roundings of float64, is shown as 0
_DIFFERENCES = ("alpha", "table", "at_least", "p_used", "entropy")  # keys of a layer that such noise gets into
_TITLES = {"drawn": "Token drawn from p", "greedy": "Greedy choice"}
_WORDS = (  # recorded words that a count of one, or a negative zero, makes odd
    (re.compile(r"\b1 beams were already"), "1 beam was already"),
    (re.compile(r"\ball 1 (draft|trie)s here were"), "the one draft here was"),
    (re.compile(r"^1 beams go on"), "1 beam goes on"),
    (re.compile(r"is kept, where this token had"), "is kept; there it had"),
    (re.compile(r"^Drawn from p, where it had"), "There it had"),
    (re.compile(r"e\^−-[\d.e-]+"), "e^−0"),  # an entropy is never negative
    (re.compile(r"where it (had|has) "), r"where this beam with this token \1 "),  # said of joint laws alone
)
_RULE = re.compile(r"min\(1, (p′?)/(\(ρ)?")  # how a reason names the rule that a coin decided by
_TARGETS = ("residual", "bonus", "fill", "committed", "drawn", "greedy")  # tokens that the target brought

Part = dict[str, Any]


def read_iteration(iteration: Part) -> Part:
    """A copy of a trace's iteration to be shown; the argument is left as it is."""
    return _Reader(iteration).read()


def origins(iteration: Part) -> dict[int, str]:
    """Where each committed token came from, by node, of an iteration that was read.

    A node with copies may have been rejected as one and taken as another: what it was taken as counts.
    """
    rank = {"accepted": 2, **dict.fromkeys(_TARGETS, 1)}
    best: dict[int, str] = {}
    for verdict in iteration["verdicts"]:
        node, decision = verdict["node"], verdict["decision"]
        if rank.get(decision, 0) > rank.get(best.get(node, ""), 0):
            best[node] = decision
    names = {"accepted": "draft", "committed": "target"}
    found = {node: names.get(decision, decision) for node, decision in best.items()}
    final = iteration.get("final", {})
    kept = dict(zip(final.get("nodes", ()), final.get("origins", ()), strict=False))
    found.update((node, origin) for node, origin in kept.items() if origin in ("draft", "merged") or node not in found)
    return found


def clean(value: Any) -> Any:
    """Rounding noise to 0, inside lists too."""
    if isinstance(value, list):
        return [clean(one) for one in value]
    return 0.0 if isinstance(value, float) and abs(value) < NOISE else value


def capital(sentence: str) -> str:
    """A sentence with a capital, but for one that begins with a quantity: P is not p."""
    return sentence if re.match(r"\W|\w+\s*[=(]", sentence) else sentence[:1].upper() + sentence[1:]


class _Reader:
    """One iteration, with what is looked up of it more than once."""

    def __init__(self, iteration: Part) -> None:
        self._it = iteration
        self._laws: list[Part] = iteration.get("distributions") or []
        self._node = {node["id"]: node for node in iteration["nodes"]}

    @cached_property
    def _drafted_below(self) -> set[int]:
        """Nodes with drafts below them that went to the target: EAGLE-2 drops some before."""
        sent = {one["node"] for one in self._it["verdicts"] if one["decision"] in ("accepted", "rejected", "unused")}
        drafts = (node for node in self._it["nodes"] if node.get("role") == "draft")
        return {node["parent"] for node in drafts if node["id"] in sent}

    @cached_property
    def _law_at(self) -> dict[tuple[int, str], Part]:
        return {(law["at"], law["kind"]): law for law in self._laws}

    @cached_property
    def _own_test(self) -> bool:
        """Whether drafts are judged by p before warping (MTAD's joint, BiLD's −log p): then p is no greedy choice."""
        return any(one.get("kind") == "joint" or "nll" in one for one in self._it.get("layers", ()))

    @cached_property
    def _entropic(self) -> bool:
        return any("entropy" in one for one in self._it.get("layers", ()))

    @cached_property
    def _drawn(self) -> Counter[int]:
        """How many entries the draft drew of a node: what the target fills in later is no draw of the draft."""
        return Counter(entry["node"] for entry in self._it.get("entries", ()) if "q" in entry)

    @cached_property
    def _entries(self) -> dict[int, Part]:
        return {entry["id"]: entry for entry in self._it.get("entries", ())}

    @cached_property
    def _inputs(self) -> dict[int, list[int]]:
        layers = self._it.get("layers", ())
        return {one["layer"]: one["inputs"] for one in layers if "inputs" in one and one.get("kind") != "beams"}

    def read(self) -> Part:
        verdicts = [self._verdict(one) for one in self._it["verdicts"]]
        shown = {one["node"]: one for one in verdicts if one["decision"] in _TARGETS and one.get("entry") is None}
        return self._it | {
            "nodes": [self._read_node(node, shown.get(node["id"])) for node in self._it["nodes"]],
            "verdicts": verdicts,
            "steps": [self._step(step, verdicts) for step in self._it.get("steps") or ()],
            "distributions": [_law(one) for one in self._laws],
            "layers": [_layer(one) for one in self._it.get("layers", ())],
        }

    def _verdict(self, verdict: Part) -> Part:
        kinds = {self._laws[place]["kind"] for place in verdict.get("distributions", ())}
        greedy = self._is_greedy(verdict, kinds)
        read = verdict | {"decision": self._decision(verdict, kinds, greedy), "reason": _words(verdict)}
        if read["decision"] == "residual" and "p_used" not in verdict:  # p′ is what it was drawn from
            law = self._law_at.get((self._parent(verdict["node"]), "p"))
            read |= {"p_used": verdict.get("p"), "p": _of(law, self._token(verdict["node"]))}
        rule = _RULE.search(verdict.get("reason", ""))
        if rule and verdict.get("threshold") is not None:
            read["against"] = "p/ρ" if rule[2] else rule[1]
        if greedy:
            read |= self._unwarped(verdict) | {"greedy": True}
            read["reason"] = self._greedy_reason(read)
        elif read.get("p_used") is not None and read["p_used"] != read.get("p"):
            read |= {key: clean(read[key]) for key in ("p_used", "threshold") if read.get(key) is not None}
            read["reason"] = re.sub(r"\b\d(\.\d+)?e-(1[2-9]|[2-9]\d)\b", "0", read["reason"])
        if verdict.get("entry") is not None:
            read["beams"] = self._beams(verdict)
        return {key: value for key, value in read.items() if value is not None}

    def _is_greedy(self, verdict: Part, kinds: set[str]) -> bool:
        judged = verdict["decision"] in ("accepted", "rejected", "unused")
        return "p_raw" in kinds and verdict.get("p") in (0, 1) and not (judged and self._own_test)

    def _decision(self, verdict: Part, kinds: set[str], greedy: bool) -> str:
        decision, taken = verdict["decision"], "greedy" if greedy else "drawn"
        if decision == "residual" and kinds and not any(kind.startswith("residual") for kind in kinds):
            return taken
        one = verdict.get("entry") is None  # of one sequence; an extra layer of beams is all bonus
        if decision == "bonus" and one and self._parent(verdict["node"]) in self._drafted_below:
            return taken
        if decision == "committed" and kinds:
            return taken if greedy or self._it.get("draws") else decision  # beam search draws nothing
        return decision

    def _unwarped(self, verdict: Part) -> Part:
        """p and q of the token before warping; `below`, a bound, where p is not among the recorded tokens."""
        node, found = verdict["node"], Part(p=None, p_used=None)
        for place in verdict["distributions"]:
            law = self._laws[place]
            if law["kind"] == "p_raw":
                found["p"] = _of(law, self._token(node))
                found["below"] = _bound(law) if found["p"] is None else None
        raw = _of(self._law_at.get((self._parent(node), "q_raw")), self._token(node))
        return found if raw is None else found | {"q": raw}

    def _greedy_reason(self, read: Part) -> str:
        chance = f"{read['p']:.3g}" if read.get("p") is not None else f"less than {read['below']:.2g}"
        decision = read["decision"]
        if decision in ("accepted", "rejected", "unused"):
            if read.get("threshold") is not None or self._entropic or decision == "unused":
                return f"Greedy: warped, p is 1 on its most probable token and 0 elsewhere. {capital(read['reason'])}"
            if decision == "accepted":
                return f"Greedy: it is the most probable token of p, with {chance}, so the walk goes on below it"
            return f"Greedy: it is not the most probable token of p, where it has {chance}"
        most = "the most probable token of p"
        if decision == "bonus":
            return f"Greedy: every draft on this path was kept, and this is {most}, with {chance}"
        if self._parent(read["node"]) in self._drafted_below:
            return f"Greedy: no draft here is {most}; this token is, with {chance}"
        return f"Greedy: {most}, with {chance}"

    def _beams(self, verdict: Part) -> list[int] | None:
        """The places of the entry's parent among the input beams of its layer."""
        above = self._entries.get(self._entries.get(verdict["entry"], {}).get("parent", -1))
        if above is None:
            return None
        inputs = self._inputs.get(verdict.get("layer", -1), [])
        return [place for place, node in enumerate(inputs) if node == above["node"]] or None

    def _read_node(self, node: Part, verdict: Part | None) -> Part:
        found = dict(node)
        for name in ("p", "q"):
            law = self._law_at.get((node["parent"], f"{name}_raw"))
            if found.get(name) in (0, 1) and law is not None:
                found[name] = _of(law, node["token"])
        if node.get("role") == "draft" and node["id"] in self._drawn:
            found["count"] = self._drawn[node["id"]]
        if verdict is not None and verdict["decision"] == "residual":
            found["p"] = verdict.get("p")
        return {key: value for key, value in found.items() if value is not None}

    def _step(self, step: Part, verdicts: list[Part]) -> Part:
        own = [verdicts[place] for place in step.get("verdicts", ())]
        title = _plural(step["title"])
        read = step | {"title": title.replace("committed", "draw") if own and own[0]["decision"] == "drawn" else title}
        if step["phase"] == "target" and not self._fed(step):  # p was known from the iteration before
            read["title"] = "No target pass"
        if len(own) == 1 and own[0]["decision"] in _TITLES and own[0].get("layer") is None:
            read |= {"phase": own[0]["decision"]}
            if step["phase"] in ("residual", "bonus"):
                read["title"] = _TITLES[own[0]["decision"]]
        return read

    def _fed(self, step: Part) -> bool:
        """Whether the target read anything for a step."""
        return any(self._it["passes"][place]["model"] == "target" for place in step.get("passes", ()))

    def _parent(self, node: int) -> int:
        return self._node[node]["parent"] if node in self._node else -1

    def _token(self, node: int) -> int:
        return self._node[node]["token"] if node in self._node else -1


def _of(law: Mapping[str, Any] | None, token: int) -> float | None:
    """What a recorded law gives a token, if that is known."""
    if law is None:
        return None
    found = next((chance for one, chance in law["top"] if one == token), None)
    return 0.0 if found is None and len(law["top"]) >= law["size"] else found


def _bound(law: Part) -> float:
    """What no token beyond the recorded ones exceeds."""
    return min([law["rest"], *(chance for _, chance in law["top"])])


def _law(law: Part) -> Part:
    """A residual without tokens that only rounding left in it."""
    if not law["kind"].startswith("residual"):
        return law
    top = [pair for pair in law["top"] if pair[1] >= NOISE]
    return law | {"top": top, "size": law["size"] - (len(law["top"]) - len(top))}


def _layer(layer: Part) -> Part:
    return {key: clean(value) if key in _DIFFERENCES else value for key, value in layer.items()}


def _words(verdict: Part) -> str:
    rules: Iterable[tuple[re.Pattern[str], str]] = _WORDS if verdict.get("entry") is not None else _WORDS[:-1]
    reason: str = verdict.get("reason", "")
    for pattern, better in rules:
        reason = pattern.sub(better, reason)
    return reason


def _plural(title: str) -> str:
    for pattern, better in _WORDS[:-1]:
        title = pattern.sub(better, title)
    return title
