"""The numbers of lessons computed again from the trace files, without explorer/lessons."""

import gzip
import json
import math
from functools import cache
from typing import Any

from decoders.files import ASSETS

Part = dict[str, Any]
VISIBLE = {" ": "␣", "\n": "↵", "\t": "⇥"}


@cache
def lines(name: str) -> list[Part]:
    """The lines of a bundled trace."""
    raw = gzip.decompress((ASSETS / "traces" / f"{name}.jsonl.gz").read_bytes())
    return [json.loads(line) for line in raw.splitlines()]


class Shown(str):
    """A number as the texts write it, with its value."""

    raw: float

    def __new__(cls, text: str, raw: float) -> "Shown":
        shown = super().__new__(cls, text)
        shown.raw = raw
        return shown


def share(value: float) -> Shown:
    """A probability as the texts write it."""
    text = "0" if abs(value) < 1e-12 else f"{value:.2f}" if abs(value) >= 0.005 else f"{value:.2g}"
    return Shown(text, value)


def duration(seconds: float) -> Shown:
    """A time as the texts write it."""
    return Shown(f"{1000 * seconds:.3g} ms" if seconds < 0.9995 else f"{seconds:.3g} s", seconds)


def raw(text: str) -> float:
    """The value of a written number."""
    return text.raw if isinstance(text, Shown) else float(text.split()[0])


def formed(text: str, form: str) -> str:
    """The same number as a percentage, or with a number of decimals."""
    if not form:
        return text
    value = raw(text)
    if form != "%":
        return "0" if abs(value) < 1e-12 else f"{value:.{form[1:]}f}"
    if abs(value) < 1e-12 or abs(value) >= 0.001:
        return f"{round(100 * value, 1):g}%"
    return f"{100 * value:.1g}%"


def tokens(alpha: float, gamma: int) -> float:
    """Average tokens per pass; guess k is used with probability α^k."""
    return sum(alpha**guess for guess in range(gamma + 1))


def check(gamma: int, batch: int) -> float:
    """Time of a checking pass divided by a plain one; 160 positions take as long as reading the weights."""
    return max(160, (gamma + 1) * batch) / max(160, batch)


def speedup(alpha: float, gamma: int, cost: float, checked: float = 1.0) -> float:
    """Tokens per pass divided by its time."""
    return tokens(alpha, gamma) / (checked + gamma * cost)


def best(alpha: float, cost: float) -> int:
    """The γ with the highest speed-up."""
    return max(range(17), key=lambda gamma: speedup(alpha, gamma, cost))


def calculated(text: str) -> Shown:
    """A calculation in the lessons' notation, with its numbers filled in."""
    plain = text.replace("×", "*").replace("−", "-").replace("^", "**")
    names = {"tokens": tokens, "check": check, "speedup": speedup, "best": best, "min": min, "max": max}
    value = float(eval(plain, {"__builtins__": {}}, names))  # a bundled lesson's own arithmetic
    return Shown(str(round(value)), value) if abs(value - round(value)) < 1e-9 else share(value)


class Look:
    """One step of a trace; each method computes one expression."""

    def __init__(self, trace: str, it: int, phase: int, node: int | None) -> None:
        self.head, *self.its, self.end = lines(trace)
        self.it = self.its[it - 1]
        self.step = self.it["steps"][phase - 1]
        self.verdicts = [self.it["verdicts"][place] for place in self.step.get("verdicts", ())]
        about = {one["node"] for one in self.verdicts} or set(self.step["nodes"])
        self.id = node if node is not None else next(iter(about)) if len(about) == 1 else None
        self.nodes = {one["id"]: one for one in self.it["nodes"]}
        self.node = self.nodes.get(self.id, {}) if self.id is not None else {}
        every = [one for one in self.it["verdicts"] if one["node"] == self.id]
        self.verdict = next(iter([one for one in self.verdicts if one["node"] == self.id] or every), {})
        self.counts = self.end["counts"]

    def value(self, name: str) -> str:
        """The value of an expression, as it should be written."""
        return getattr(self, f"its_{name.replace(chr(39), '_rest')}")()

    # Words

    def token(self, token: int) -> str:
        texts: dict[str, str] = {}
        for line in (self.head, *self.its):
            texts |= line.get("texts", {})
        return texts[str(token)]

    def quoted(self, node: int) -> str:
        text = self.token(self.nodes[node]["token"])
        return "“" + "".join(VISIBLE.get(sign, sign) for sign in text) + "”"

    def up(self, node: int) -> list[int]:
        found = [node]
        while self.nodes[found[0]]["parent"] in self.nodes:
            found.insert(0, self.nodes[found[0]]["parent"])
        return [one for one in found if self.nodes[one]["role"] != "input"]

    def its_word(self) -> str:
        assert self.id is not None
        return self.quoted(self.id)

    def its_words(self) -> str:
        return " ".join(map(self.quoted, self.step["nodes"]))

    def its_path(self) -> str:
        assert self.id is not None
        return " ".join(map(self.quoted, self.up(self.id)))

    def its_gram(self) -> str:
        assert self.id is not None
        return " ".join(map(self.quoted, self.up(self.id)[-self.head["settings"]["merge"] :]))

    def its_best(self) -> str:
        beams = self.it["final"]["beams"]
        best = max(beams, key=lambda beam: beam["logp"] / len(beam["tokens"]))
        space = " " if self.head["pair"].startswith("toy:") else ""
        return "“" + space.join(map(self.token, best["tokens"])).strip() + "”"

    def its_prompt(self) -> str:
        return f"“{self.head['prompt']}”"

    # Decisions

    def its_decision(self) -> str:
        return self.verdict["decision"]

    def its_merged(self) -> str:
        return "yes" if "merge" in self.node else "no"

    def its_p(self) -> str:
        return share(self.node["p"] if "p" in self.node else self.verdict["p"])

    def law(self, kind: str, at: int) -> dict[int, float]:
        return next(dict(one["top"]) for one in self.it["distributions"] if (one["kind"], one["at"]) == (kind, at))

    def its_q(self) -> str:
        if "q" in self.node:
            return share(self.node["q"])
        return share(self.law("q", self.node["parent"]).get(self.node["token"], 0.0))

    def its_u(self) -> str:
        return share(self.block["u"] if self.block else self.verdict["u"])

    def its_chance(self) -> str:
        if self.verdict["p_used"] == 0:
            return "0"
        return share(min(1.0, self.verdict["p_used"] / self.verdict["q"]))

    def its_p_rest(self) -> str:
        return share(self.verdict["p_used"])

    def its_p_beam(self) -> str:
        return share(self.verdict["p"])

    def its_q_beam(self) -> str:
        return share(self.verdict["q"])  # rescaled since the draw, if an orphan was discarded

    def its_likelihood(self) -> str:
        return share(math.exp(self.verdict["logp"]))

    def its_overlap(self) -> str:
        p, q = self.law("p", self.node["parent"]), self.law("q", self.node["parent"])
        return share(sum(min(p.get(x, 0.0), q.get(x, 0.0)) for x in {*p, *q}))

    def its_surplus(self) -> str:
        p, q = self.law("p", self.node["parent"]), self.law("q", self.node["parent"])
        return share(1.0 - sum(min(p.get(x, 0.0), q.get(x, 0.0)) for x in {*p, *q}))

    # Layers and prefixes

    @property
    def layer(self) -> Part:
        return next(
            one for one in self.it["layers"] if one["kind"] == "width" and one["layer"] == self.step.get("layer")
        )

    def at_least(self, number: int) -> str:
        return share(sum(self.layer["table"][-1][number:]))

    def its_at_least(self) -> str:
        return self.at_least(self.layer["width"])

    def its_one_more(self) -> str:
        return self.at_least(self.layer["width"] + 1)

    def its_candidates(self) -> str:
        return str(len([one for one in self.it["entries"] if one["layer"] == self.step["layer"] and "q" in one]))

    def its_accepted(self) -> str:
        own = [one for one in self.it["verdicts"] if one.get("layer") == self.step["layer"]]
        return str(sum(one["decision"] == "accepted" for one in own))

    def its_W_L(self) -> str:  # noqa: N802 - the papers' name
        made = ("accepted", "residual", "fill")
        own = [one for one in self.it["verdicts"] if one.get("layer") == self.step["layer"]]
        return str(sum(one["decision"] in made for one in own))

    def its_W_min(self) -> str:  # noqa: N802
        return str(self.head["settings"]["min_width"])

    def its_t(self) -> str:
        return share(self.head["settings"]["threshold"])

    @property
    def joints(self) -> tuple[float, float]:
        """The products of p and q over the first tokens, computed from single tokens."""
        drafts = [one for one in self.it["verdicts"] if one["rule"] == "joint_ratio"][: self.step["layer"]]
        return math.prod(one["p"] for one in drafts), math.prod(one["q"] for one in drafts)

    def its_joint_p(self) -> str:
        return share(self.joints[0])

    def its_joint_q(self) -> str:
        return share(self.joints[1])

    def its_joint(self) -> str:
        return share(self.joints[0] / self.joints[1])

    def its_prefix(self) -> str:
        if self.block:
            return "passes" if self.block["u"] < self.judged[1] else "fails"
        ratio = self.joints[0] / self.joints[1]
        return "passes" if min(1.0, ratio) > self.head["settings"]["threshold"] else "fails"

    def its_longest(self) -> str:
        rules = ("joint_ratio", "block_prefix")
        return str(sum(one["decision"] == "accepted" for one in self.it["verdicts"] if one["rule"] in rules))

    @property
    def block(self) -> Part:
        """The record of the prefix that ends at the node (block verification)."""
        layers = [layer for layer in self.it["layers"] if layer["kind"] == "block_verification"]
        tests = [one for layer in layers for one in layer["prefixes"]]
        return next((one for one in tests if one["node"] == self.id), {})

    @property
    def judged(self) -> tuple[float, float, float]:
        """P, h and R of this prefix, computed from the distributions after its tokens."""
        assert self.id is not None
        running = 1.0
        for node in self.up(self.id):
            token, parent = self.nodes[node]["token"], self.nodes[node]["parent"]
            running = min(1.0, running * self.law("p", parent).get(token, 0.0) / self.law("q", parent)[token])
        if not any(one["parent"] == self.id for one in self.drafts):
            return running, running, 0.0  # the whole draft
        p, q = self.law("p", self.id), self.law("q", self.id)
        more = sum(max(running * p.get(token, 0.0) - q.get(token, 0.0), 0.0) for token in {*p, *q})
        return running, 1.0 if running == 1 else more / (more + 1 - running), more

    def its_P(self) -> str:  # noqa: N802
        return share(self.judged[0])

    def its_h(self) -> str:
        return share(self.judged[1])

    def its_R(self) -> str:  # noqa: N802
        return share(self.judged[2])

    # Iterations

    @property
    def drafts(self) -> list[Part]:
        return [one for one in self.nodes.values() if one["role"] == "draft" and one.get("origin") is None]

    def its_drafted(self) -> str:
        return str(len(self.drafts))

    def its_draws(self) -> str:
        return str(sum(one["count"] for one in self.drafts))

    def its_places(self) -> str:
        return str(sum(len(one["nodes"]) for one in self.it["passes"] if one["model"] == "target"))

    def its_replicas(self) -> str:
        return str(sum(one.get("origin") is not None for one in self.nodes.values()))

    def decided(self, decision: str) -> str:
        return str(len({one["node"] for one in self.it["verdicts"] if one["decision"] == decision}))

    def its_unused(self) -> str:
        return self.decided("unused")

    def its_pruned(self) -> str:
        return self.decided("pruned")

    def its_merges(self) -> str:
        return self.decided("merged")

    def its_kept(self) -> str:
        return self.decided("accepted")

    def its_made(self) -> str:
        return str(len(self.it["final"]["tokens"]))

    def its_time(self) -> str:
        return duration(sum(self.it["passes"][place]["seconds"] for place in self.step["passes"]))

    # Runs

    def its_oracle(self) -> str:
        return self.head["oracle"]["kind"]

    def its_seconds(self) -> str:
        return duration(self.end["seconds"]["total"])

    def its_acceptance(self) -> str:
        verdicts = [one for it in self.its for one in it["verdicts"]]
        tested = [one for one in verdicts if one["decision"] in ("accepted", "rejected")]
        return share(sum(one["decision"] == "accepted" for one in tested) / len(tested))

    def its_tokens(self) -> str:
        return str(len(self.end["tokens"]))

    def its_passes(self) -> str:
        return str(self.made_by("target"))

    def its_draft_passes(self) -> str:
        return str(self.made_by("draft"))

    def made_by(self, model: str) -> int:
        return sum(one["model"] == model for it in self.its for one in it["passes"])

    def its_per_pass(self) -> str:
        return share(len(self.end["tokens"]) / self.made_by("target"))

    def its_wasted(self) -> str:
        committed = self.counts.get("committed", self.counts["accepted"])  # equal unless there are beams
        return str(self.counts["drafted"] - committed)

    def its_perplexity(self) -> str:
        best = max(self.end["beams"], key=lambda beam: beam["logp"] / len(beam["tokens"]))
        return share(math.exp(-best["logp"] / len(best["tokens"])))

    def megabytes(self, model: str) -> float:
        shape = self.head["energy"]["model"]["shapes"][model]
        return (shape["matrix"] + shape["vector"] + shape["head"]) * shape["value_bytes"] / 1e6

    def its_weights(self) -> str:
        return f"{self.megabytes('target'):.0f} MB"

    def its_draft_weights(self) -> str:
        return f"{self.megabytes('draft'):.0f} MB"

    def its_read(self) -> str:
        whole = sum(self.made_by(model) * self.megabytes(model) for model in ("target", "draft"))
        return f"{whole / len(self.end['tokens']):.0f} MB"

    def its_joules(self) -> str:
        by = self.head["energy"]["model"]["coefficients"]
        moved = sum(sum(it["energy"]["bytes"].values()) for it in self.its)
        done = sum(sum(it["energy"]["flops"].values()) for it in self.its)
        joules = moved * by["joules_per_byte"] + done * by["joules_per_flop"]
        return f"{share(joules / len(self.end['tokens']))} J"

    def setting(self, *keys: str) -> str:
        return next(str(self.head["settings"][key]) for key in keys if key in self.head["settings"])

    def its_gamma(self) -> str:
        return self.setting("gamma")

    def its_tau(self) -> str:
        return self.setting("merge", "threshold")

    def its_W(self) -> str:  # noqa: N802
        return self.setting("width")

    def its_W_S(self) -> str:  # noqa: N802
        return self.setting("draft_width")

    def its_theta(self) -> str:
        return self.setting("prob_threshold")

    def its_size(self) -> str:
        return str(len(self.law("p", self.node["parent"])))

    def its_k(self) -> str:
        return self.setting("out_degree")
