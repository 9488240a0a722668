"""One decision and its reason, and how several drafts fared, in both voices."""

from collections import Counter
from collections.abc import Sequence

from decoders.core.record import Verdict
from decoders.methods.dsbd.recording import WidthLayer
from explorer.story.facts import Facts
from explorer.story.numbers import amount, number, quotient, times
from explorer.story.views import VerdictView
from explorer.story.wording import PLAIN, Wording
from explorer.trace.states import STATES

SHOWN = 3  # tokens named in a sentence; the rest are counted
AGAINST = {"ratio": "p", "residual_ratio": "p′", "k_seq": "p/ρ"}  # by rule: what a coin is held against, besides q
BECOMES = {  # what a draft becomes by a decision, in the plain voice; of several, where that differs
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
BECOME = BECOMES | {"orphaned": "dropped with their parents"}
WHAT = {  # what a node is, or so many nodes are, by decision, in the exact voice; else the decision's label
    "unused": "not tested",
    "orphaned": "orphaned (their parent was not accepted)",
    "pruned": "not expanded",
    "residual": "drawn from the residual",
    "bonus": "added as a bonus",
    "fill": "filled in",
    "greedy": "chosen",
    "chosen": "chosen",
}

SEVERAL = {  # by rule: why several drafts fared so, in the plain voice, where it is not as for one
    "earlier_rejection": "a draft before them was rejected, so they continue a text that will not be written",
    "lost_parent": "the beams they continue were not kept",
    "off_path": "testing ended before them or went another way",
}


class Decision(VerdictView):
    """A decision with its reason; `place` is its turn where several are tested one after the other."""

    def __init__(self, facts: Facts, verdict: Verdict, place: int | None) -> None:
        super().__init__(facts, verdict)
        self.place = facts.turn(verdict) if verdict.entry is not None else place
        self.of = facts.tries(verdict) if verdict.decision in ("accepted", "rejected") else 0

    @property
    def why(self) -> str:
        """Why it fell as it did."""
        return self.facts.why(self.verdict)

    @property
    def becomes(self) -> str:
        """What the draft becomes."""
        return BECOMES.get(self.decision, "the target’s own")

    @property
    def what(self) -> str:
        """The same in the exact voice."""
        if self.decision == "drawn":
            return "drawn from p_beam" if self.is_beam else "drawn from p"
        return "orphaned" if self.decision == "orphaned" else WHAT.get(self.decision, STATES[self.decision].label)

    @property
    def turn(self) -> str:
        """Which of several tries it is."""
        if not self.place or self.of < 2:
            return ""
        return f", {'candidate' if self.is_beam else 'try'} {self.place} of {self.of},"

    @property
    def more(self) -> bool:
        """Whether others wait to be tried."""
        return bool(self.place) and (self.place or 0) < self.of

    @property
    def then(self) -> str:
        """What a test leaves for the next: how many are kept so far, and what the target's chances lose."""
        if self.is_beam and self.of:
            return self._kept_so_far()
        tried = self.facts.tried_at(self.parent)
        if self.decision != "rejected" or not self.more or not self.a or tried is None or tried.kind != "tries":
            return ""
        return ". The draft’s share is taken off before the next try"

    def _kept_so_far(self) -> str:
        layer, kept = self.facts.layer(WidthLayer, layer=self.verdict.layer), self.facts.kept_until(self.verdict)
        wanted = layer.width if layer else 0
        if kept >= wanted:
            return f". That makes {wanted} of {wanted}: the layer is complete"
        return f". Kept so far: {kept} of {wanted}{'' if self.more else ', and no candidate is left'}"

    @property
    def sign(self) -> str:
        """How u compares with a."""
        return "<" if self.u is not None and self.a is not None and self.u < self.a else "≥"

    @property
    def against(self) -> str:
        """What u was held against besides q, by its name."""
        name = AGAINST[self.verdict.rule]
        return f"{name}_beam" if name == "p" and self.is_beam else name

    @property
    def joint(self) -> str:
        """What q is called: of one beam with one token, or of a token."""
        return "_beam" if self.is_beam else ""

    @property
    def whose(self) -> str:
        """What p and q are of."""
        return "this beam with this token" if self.is_beam else "it"

    @property
    def weighed(self) -> tuple[str, str] | None:
        """What stood in the place of p, and q; None if they were not recorded."""
        if self.p is None or self.q is None:
            return None
        value = self.p if AGAINST[self.verdict.rule] == "p" or self.verdict.p_used is None else self.verdict.p_used
        return quotient(value, self.q) if (self.a or 0.0) < 1 else (number(value), number(self.q))

    @property
    def gave(self) -> str | None:
        """What p gave it."""
        return self.weighed[0] if self.weighed else None

    @property
    def drafted(self) -> str | None:
        """What q gave it."""
        return self.weighed[1] if self.weighed else None


def decision_case(decided: Decision) -> str:
    """A finished beam that stays, a token of the target's own, or a test."""
    if decided.facts.stays(decided.verdict):
        return "stays"
    own = decided.decision
    if own == "residual":
        return "fills" if decided.is_beam else "instead"
    return {"bonus": "adds", "fill": "fills", "drawn": "writes", "greedy": "writes"}.get(own, "test")


def exact_decision_case(decided: Decision) -> str:
    """Whether a coin decided."""
    coin = decided.verdict.rule in AGAINST and decided.decision in ("accepted", "rejected")
    known = decided.u is not None and decided.a is not None and not decided.verdict.greedy
    return "coin" if coin and known else "other"


DECISION = Wording(
    view=Decision,
    case=exact_decision_case,
    plain_case=decision_case,
    plain={
        "stays": "{word} stays: {why}",
        "instead": "the target writes {word} instead: {why}",
        "adds": "the target adds {word}: {why}",
        "fills": "the target fills in {word}: {why}",
        "writes": "the target writes {word}: {why}",
        "test": "{word}{turn} is {becomes}: {why}{then}",
    },
    exact={
        "coin": "{word} is {decision}: u = {u:number} {sign} {a:number}[, for {against} gives {whose} {gave} where q{joint} gave {drafted}]",
        "other": "{word} is {what}. {why}",
    },
)


def decision(facts: Facts, verdict: Verdict, place: int | None = None) -> str:
    """One decision and why."""
    return DECISION.say(facts, verdict, place)


def decisions(facts: Facts, verdicts: Sequence[Verdict]) -> str:
    """How many drafts fared how, the first few by name; in the plain voice also why, where all share one reason."""
    return _plain(facts, verdicts) if facts.voice is PLAIN else _exact(facts, verdicts)


def _exact(facts: Facts, verdicts: Sequence[Verdict]) -> str:
    parts = list[str]()
    for name in dict.fromkeys(verdict.decision for verdict in verdicts):
        own = [verdict.node for verdict in verdicts if verdict.decision == name]
        also = len(set(own) & facts.replicas)
        of = "" if not also else " (1 of them replica)" if also == 1 else f" ({also} of them replicas)"
        parts.append(f"{amount(len(own), len(set(own)))} {WHAT.get(name, STATES[name].label)}{of}")
    nodes = Counter(verdict.node for verdict in verdicts)
    if len(nodes) > SHOWN:
        return ", ".join(parts)
    return f"{', '.join(parts)} – {_words(facts, nodes)}"


def _plain(facts: Facts, verdicts: Sequence[Verdict]) -> str:
    parts = list[str]()
    ended = verdicts[0].rule in ("failed_layer", "finished_layer")
    where = f" of layer {verdicts[0].layer}" if ended and verdicts[0].layer else ""
    for name in dict.fromkeys(verdict.decision for verdict in verdicts):
        own = [verdict.node for verdict in verdicts if verdict.decision == name]
        count, also = len(set(own)), len(set(own) & facts.replicas)
        of = f" ({also} of them copies)" if also else f" ({len(own)} draws)" if len(own) != count else ""
        are = (
            f"is {BECOMES.get(name, 'the target’s own')}"
            if count == 1
            else f"are {BECOME.get(name, 'the target’s own')}"
        )
        parts.append(f"{facts.guesses(count)}{where}{of} {are}")
    nodes = Counter(verdict.node for verdict in verdicts)
    named = "" if len(nodes) > SHOWN else f", {_words(facts, nodes)}"
    several = len(nodes) > 1
    why = {SEVERAL.get(each.rule, facts.why(each)) if several else facts.why(each) for each in verdicts}
    return "; ".join(parts) + named + (f": {why.pop()}" if len(why) == 1 else "")


def _words(facts: Facts, nodes: Counter[int]) -> str:
    return ", ".join(facts.word(node) + times(count) for node, count in nodes.items())
