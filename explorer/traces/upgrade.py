"""Traces of schema 1, converted line by line while they are read. The only place that knows what they looked like.

Schema 1 held sentences and a coarse decision: what a target's token came from, that p and q stood before a choice
which 𝒯 leaves to one token, which rule decided. All that is derived here once, from the method, its settings and the
laws that were recorded beside; the sentences are dropped. A layer's kind is known by its keys, which later traces name.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

Part = dict[str, Any]

_KINDS = (  # by a key that no other kind of layer of that method has; the first that fits
    ("rolled_back", "rollback"),
    ("fallback_threshold", "fallback"),
    ("exit_threshold", "exit"),
    ("entropy", "typical"),
    ("rho", "k_seq"),
    ("tries", "tries"),
    ("head", "head"),
    ("expanded", "level"),
    ("verified", "selection"),
    ("copied", "copy"),
    ("outcome", "width"),
    ("candidates", "beams"),
)
_NAMES = {  # keys that have another name in schema 2
    "rollback_threshold": "threshold",
    "fallback_threshold": "threshold",
    "exit_threshold": "threshold",
    "verified": "nodes",
    "attention_skipped": "attention",
    "mlp_skipped": "mlp",
}
_OWN = {"residual", "bonus", "fill", "drawn", "greedy", "chosen"}  # decisions about the target's own token
_LEAVES = {"probability", "sibling", "merged", "eos", "depth", "budget", "confidence"}
_BECAUSE = {  # codes by how the recorded reason began
    "it is its own": "own_definition",
    "lossless: the same law as sampling": "lossless",
    "lossless: the same law as beam": "lossless_beams",
    "the width follows": "dynamic_width",
    "lossy: only the beam": "one_cache",
    "lossless: a": "kept_if_most_probable",
    "lossy: of paths": "longest_of_independent",
    "lossy: every candidate": "typical",
    "lossy: the draft's": "rollback",
    "τ₂ = 0": "rolls_back_every_chance",
    "one beam": "one_beam_searches",
    "there is no choice": "one_beam_samples",
    "changes the law on purpose: the best": "best_of_beams",
    "changes the law on purpose: likely": "joint_likelihood",
    "τ = 1": "rejects_every_prefix",
    "p's joint": "joint_of_one_token",
}


class Upgrade:
    """Converts the lines of one file, in their order."""

    sentence = (
        "converted from trace schema 1: decisions and rules were derived while reading; record the run again for what "
        "was decided at the time"
    )

    def __init__(self) -> None:
        self._header: Part = {}

    def part(self, part: Part) -> Part:
        """A line of schema 1, already checked, as one of schema 2."""
        if part["kind"] == "header":
            self._header = self._of_header(part)
            return self._header
        return _Iteration(self._header, part).upgraded() if part["kind"] == "iteration" else part

    def _of_header(self, header: Part) -> Part:
        old = header.get("lossless")
        kept = {key: value for key, value in header.items() if key != "lossless"} | {"schema": "2"}
        if not isinstance(old, dict) or not isinstance(old.get("why"), str):
            return kept
        method, why = old.get("oracle"), old["why"]
        because = next((code for start, code in _BECAUSE.items() if why.startswith(start)), "lossless")
        kind = "itself" if method == header["method"] else "exact" if isinstance(method, str) else "lossy"
        if because == "dynamic_width":
            kind, method = "conditional", "beam-sampling"
        named = {"method": method} if isinstance(method, str) else {}
        return kept | {"oracle": {"kind": kind, "because": because, **named}}


class _Iteration:
    """One iteration of schema 1, with what is looked up of it more than once."""

    def __init__(self, header: Mapping[str, Any], part: Part) -> None:
        self._method: str = header["method"]
        self._settings: Part = header["settings"]
        self._old = part
        self._laws: list[Part] = part.get("distributions") or []
        self._law_at = {(law["at"], law["kind"]): law for law in self._laws}
        self._node: dict[int, Part] = {node["id"]: node for node in part["nodes"]}
        self._layers = [_layer(layer) for layer in part["layers"]]
        self._rejected: set[Any] = set()  # places in which a try was rejected and p′ is left

    def upgraded(self) -> Part:
        """The iteration in schema 2."""
        self._sent = self._sent_below()
        verdicts = [self._verdict(one) for one in self._old["verdicts"]]
        steps = self._steps(verdicts)
        base = next((one["base"] for one in self._layers if one.get("base")), None)
        laws = [law | ({"base": base} if base and "_beam" in law["kind"] else {}) for law in self._laws]
        old = {key: value for key, value in self._old.items() if key != "distributions"}
        return old | {
            "nodes": [self._of_node(node) for node in self._old["nodes"]],
            "layers": self._layers,
            "verdicts": verdicts,
            "steps": steps,
            "distributions": laws,
            "final": self._final(verdicts),
        }

    def _sent_below(self) -> set[int]:
        """Nodes with drafts below them that went to the target."""
        sent = {v["node"] for v in self._old["verdicts"] if v["decision"] in ("accepted", "rejected", "unused")}
        return {node["parent"] for node in self._old["nodes"] if node["role"] == "draft" and node["id"] in sent}

    def _of_layer(self, *kinds: str) -> Iterator[Part]:
        return (layer for layer in self._layers if layer.get("kind") in kinds)

    # Verdicts

    def _verdict(self, old: Part) -> Part:
        laws = [self._laws[place] for place in old.get("distributions", ()) if place < len(self._laws)]
        kinds = {law["kind"] for law in laws}
        greedy = self._is_greedy(old, kinds)
        new = {key: value for key, value in old.items() if key not in ("reason", "threshold")}
        new["decision"] = self._decision(old, kinds, greedy)
        new["rule"] = self._rule(old, new["decision"], greedy)
        if "threshold" in old:
            new["a"] = old["threshold"]
        parent = self._node.get(old["node"], {}).get("parent", -1)
        if new["decision"] == "residual" and "p_used" not in new and "p" in new:
            new["p_used"] = new.pop("p")  # what it was drawn from
            new["p"] = _of(self._law_at.get((parent, "p")), self._token(old["node"]))
        if greedy:
            new |= self._unwarped(old, laws, parent)
        new |= self._numbers(new, parent)
        if new["decision"] == "rejected":
            self._rejected.add(_place(old, parent))
        elif new["decision"] == "accepted":
            self._rejected.discard(_place(old, parent))
        return {key: value for key, value in new.items() if value is not None}

    def _is_greedy(self, old: Part, kinds: set[str]) -> bool:
        tested = old["decision"] in ("accepted", "rejected", "unused")
        return "p_raw" in kinds and old.get("p") in (0, 1) and not (tested and self._method in ("mtad", "bild"))

    def _decision(self, old: Part, kinds: set[str], greedy: bool) -> str:
        decision, taken = old["decision"], "greedy" if greedy else "drawn"
        if decision == "unused" and self._method in ("mtad", "mtjd"):
            return "not_sent" if self._method == "mtad" else "dropped"
        if decision == "committed":
            return "chosen" if self._method in ("mtjd", "beam-search") else taken
        if decision == "residual" and kinds and not any(kind.startswith("residual") for kind in kinds):
            return taken
        parent = self._node.get(old["node"], {}).get("parent", -1)
        if decision == "bonus" and old.get("entry") is None and parent in self._sent:
            return taken
        if decision == "accepted" and self._lost(old["node"]):
            return "dropped"
        return decision

    def _lost(self, node: int) -> bool:
        """Whether a draft that passed typical acceptance is none of the tokens that were kept."""
        kept = set(self._old["final"].get("nodes", ()))
        return any(self._of_layer("typical")) and node not in kept

    def _rule(self, old: Part, decision: str, greedy: bool) -> str:
        if decision in ("accepted", "rejected"):
            return self._test(old, greedy)
        if decision == "unused":
            return self._unused_rule(old)
        if decision in ("chosen", "not_sent"):
            return {"beam-search": "top_beams", "mtjd": "best_of_block"}.get(self._method, "best_beam")
        if decision == "dropped":
            return "best_of_block" if self._method == "mtjd" else "longest_path"
        return {"orphaned": "lost_parent", "merged": "recurring_gram"}.get(decision, "argmax" if greedy else "draw")

    def _test(self, old: Part, greedy: bool) -> str:
        if old.get("threshold") is not None:
            parent = self._node.get(old["node"], {}).get("parent", -1)
            left = _place(old, parent) in self._rejected
            return "k_seq" if self._method == "spectr" else "residual_ratio" if left else "ratio"
        if self._method in ("mtad", "bild"):
            return "joint_ratio" if self._method == "mtad" else "rollback"
        if any(self._of_layer("typical")):
            return "typical"
        return "greedy_match" if greedy else "draw_match"

    def _unused_rule(self, old: Part) -> str:
        if old.get("entry") is None:
            return "earlier_rejection" if self._method in ("spd", "self-ssd") else "off_path"
        widths = [one for one in self._of_layer("width") if one["layer"] < old.get("layer", 0)]
        here = any(one["layer"] == old.get("layer") for one in self._of_layer("width"))
        if here:
            return "width_reached"
        return "failed_layer" if widths and widths[-1].get("outcome") == "failed" else "finished_layer"

    def _unwarped(self, old: Part, laws: list[Part], parent: int) -> Part:
        """p and q of the token before 𝒯; p is left out where it is not among the recorded tokens."""
        raw = next((law for law in laws if law["kind"] == "p_raw"), None)
        found: Part = {"p": _of(raw, self._token(old["node"])), "p_used": float(old["p"]), "greedy": True}
        q = _of(self._law_at.get((parent, "q_raw")), self._token(old["node"]))
        return found if q is None else found | {"q": q}

    def _numbers(self, new: Part, parent: int) -> Part:
        """What the rule worked with and schema 1 kept in the layer alone."""
        rule = new["rule"]
        if rule in ("typical", "longest_path"):
            layer = next((one for one in self._of_layer("typical") if one.get("node") == parent), {})
            return {"bar": layer.get("threshold"), "entropy": layer.get("entropy")}
        if rule == "k_seq":
            return {"rho": next((one["rho"] for one in self._of_layer("k_seq") if one.get("node") == parent), None)}
        if rule == "rollback":
            return {"bar": self._settings.get("rollback_threshold")}
        if rule == "joint_ratio":
            joint = next(self._of_layer("joint"), {})
            prefix = next((one for one in joint.get("prefixes", ()) if one.get("node") == new["node"]), {})
            sums = {key: prefix.get(key) for key in ("logp_joint", "logq_joint")}
            return sums | {"bar": joint.get("threshold", self._settings.get("threshold"))}
        if rule in ("ratio", "residual_ratio"):
            tries = next(
                (one for one in self._of_layer("tries") if one.get("node") == parent and one.get("q_left")), {}
            )
            known = dict(zip(tries.get("tries", ()), tries.get("q_left", ()), strict=False))
            return {"q_left": known[new["node"]]} if known.get(new["node"], 1) != 1 else {}
        return {}

    # Nodes, steps and the outcome

    def _of_node(self, old: Part) -> Part:
        new, drawn = dict(old), Counter(entry["node"] for entry in self._old["entries"] if "q" in entry)
        for name in ("p", "q"):
            law = self._law_at.get((old["parent"], f"{name}_raw"))
            if new.get(name) in (0, 1) and law is not None:
                new[name] = _of(law, old["token"])
        if old["role"] == "draft" and old["id"] in drawn:
            new["count"] = drawn[old["id"]]
        if new.get("leaf") not in _LEAVES:
            new["leaf"] = None
        return {key: value for key, value in new.items() if value is not None}

    def _steps(self, verdicts: list[Part]) -> list[Part]:
        place, where, steps = 0, None, list[Part]()
        for old in self._old.get("steps") or ():
            own = [verdicts[i] for i in old.get("verdicts", ()) if i < len(verdicts)]
            new = {key: value for key, value in old.items() if key != "title"}
            new["phase"] = self._phase(old, own)
            at = (new["phase"], old.get("layer"))
            place, where = (place + 1 if at == where else 1), at
            entry = own[0].get("entry") if len(own) == 1 else None
            if entry is not None:
                new["place"] = 1 + next((e["slot"] for e in self._old["entries"] if e["id"] == entry), place - 1)
            elif new["phase"] == "verify" and len(own) == 1:
                new["place"] = place
            elif new["phase"] == "prefix":
                new["place"] = old.get("layer")
            if new["phase"] == "select":
                self._select(old, new, verdicts)
            steps.append({key: value for key, value in new.items() if value is not None})
        return steps

    def _phase(self, old: Part, own: list[Part]) -> str:
        """The phase in schema 2, from the decisions of a step and from what was recorded of its layer."""
        phase, decisions = old["phase"], {one["decision"] for one in own}
        if phase == "draft":
            stopped = any(
                one["layer"] == old.get("layer") and one.get("stopped") for one in self._of_layer("exit", "fallback")
            )
            if stopped and not old.get("nodes"):
                return "exit"
            return "draft" if old.get("layer") is not None or self._method == "lookup" else "select"
        if phase == "merge" and not own:
            return "unmerge"
        if phase == "verify" and not own and any(self._of_layer("joint")):
            return "prefix"
        if self._method == "mtjd" and own:
            return "select"
        if len(decisions) == 1 and phase == "verify":
            (decision,) = decisions
            return decision if decision not in ("accepted", "rejected", "dropped") else "verify"
        named = {"residual", "bonus"} & {phase} and own
        return own[0]["decision"] if named else phase if phase in _PHASES else "verify"

    def _select(self, old: Part, new: Part, verdicts: list[Part]) -> None:
        """The step's nodes are those that go on; EAGLE-2's others become verdicts, which schema 1 did not have."""
        gone = {
            verdicts[i]["node"] for i in old.get("verdicts", ()) if verdicts[i]["decision"] in ("not_sent", "dropped")
        }
        nodes = [node for node in old.get("nodes", ()) if node not in gone]
        new["nodes"] = nodes
        if not any(self._of_layer("selection")):
            return
        sure = {n: c for one in self._of_layer("level") for n, c in zip(one["nodes"], one["confidence"], strict=False)}
        left = [node for node in sure if node not in set(nodes) and node in self._node]
        new["verdicts"] = list(range(len(verdicts), len(verdicts) + len(left)))
        for node in left:
            verdicts.append(
                {"node": node, "decision": "not_sent", "rule": "confidence", "confidence": min(1.0, sure[node])}
            )

    def _final(self, verdicts: list[Part]) -> Part:
        """The outcome; where a token came from is what was decided of it."""
        final = self._old["final"]
        if "origins" not in final:
            return final
        names = {one["node"]: one["decision"] for one in verdicts if one["decision"] in _OWN}
        known = [
            origin if origin in ("draft", "merged") else names.get(node, "drawn")
            for node, origin in zip(final.get("nodes", ()), final["origins"], strict=False)
        ]
        return final | {"origins": known}

    def _token(self, node: int) -> int:
        return self._node.get(node, {}).get("token", -1)


_PHASES = {"input", "draft", "merge", "target", "layer", "verify", "residual", "bonus", "fill", "commit"}


def _place(verdict: Mapping[str, Any], parent: int) -> Any:
    """Where tries follow one another: a layer of beams, or below a node."""
    return ("layer", verdict.get("layer")) if verdict.get("entry") is not None else ("node", parent)


def _of(law: Mapping[str, Any] | None, token: int) -> float | None:
    """What a recorded law gives a token, if that is known."""
    if law is None:
        return None
    found = next((chance for each, chance in law["top"] if each == token), None)
    return 0.0 if found is None and len(law["top"]) >= law["size"] else found


def _layer(old: Part) -> Part:
    """A layer with its kind and the names of schema 2; what is null is left out."""
    kind = "block" if old.get("kind") == "beams" else old.get("kind")
    if kind is None:
        kind = next((name for key, name in _KINDS if key in old), "unknown")
    new: Part = {"kind": kind, "layer": old.get("layer") or 0}
    for key, value in old.items():
        if key in ("kind", "layer", "reason", "uniform", "approximate") or value is None:
            continue
        new[_NAMES.get(key, key)] = _skips(value) if key in ("attention_skipped", "mlp_skipped") else value
    if kind == "width":
        new["prediction"] = "none" if not new.get("at_least") else "exact"
    if kind == "graph":
        new["merges"] = [edge[:2] for edge in new.get("merges", ())]
    return new


def _skips(text: Any) -> list[int]:
    return [int(word) for word in str(text).split() if word.isdigit()]
