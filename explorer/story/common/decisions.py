"""The sentences about one decision with its reason, or about several decisions in one step, in both voices.

The reason of a decision is a whole sentence from the story of its rule (`Story.reasons`). The narration and the reason
panel show the same sentence.
"""

from collections import Counter
from collections.abc import Sequence

from decoders.core.record import Verdict
from explorer.story.common.beams import aimed, aims_for, last_decided
from explorer.story.common.off_path import untested_all
from explorer.story.common.told_apart import names
from explorer.story.facts import Facts
from explorer.story.numbers import amount, every, listed, multiplicity, often, plural, repeated
from explorer.story.views import IterationView, VerdictView
from explorer.story.wording import EXACT, PLAIN, Wording
from explorer.trace.states import STATES

SHOWN = 3  # most tokens that a sentence names; the others are counted
AGAINST = {"ratio": "p", "residual_ratio": "p′", "k_seq": "p/ρ"}  # by rule: what is divided by q in its test


# What the next candidate is tested against


class AfterTest(VerdictView):
    """The phrase, in the plain voice, about the probability that the next candidate is tested against."""

    @property
    def turn(self) -> int:
        """The number of the candidate."""
        return self.facts.candidate(self.verdict)[0]

    @property
    def of(self) -> int:
        """The number of candidates."""
        return self.facts.candidate(self.verdict)[1]

    @property
    def accepted(self) -> int:
        """The number of beams of the candidate's layer that have been accepted so far."""
        return self.facts.kept_until(self.verdict)

    @property
    def repeated(self) -> str | None:
        """A clause about the first beam that was accepted several times so far; None if there is no such beam."""
        [(node, count)] = self.facts.accepted_until(self.verdict).most_common(1) or [(0, 0)]
        return f"{self.facts.word(node)} counts {repeated(count)}" if count > 1 else None

    @property
    def width(self) -> int:
        """The number of beams that the candidate's layer aims for."""
        return aimed(self.facts, self.verdict.layer) or 0

    @property
    def all_beams(self) -> str:
        """The beams that the layer aims for, as the object of a sentence: “the one beam it aims for”, “both beams”,
        “all 3 beams”.
        """
        return aims_for(1) if self.width == 1 else every(self.width, "beam")


def after_case(test: AfterTest) -> str:
    """Choose the case by whether another candidate follows a rejection, and how many beams of a layer are accepted so
    far.
    """
    if not test.of:
        return "nothing"
    if test.is_beam:
        if test.accepted >= test.width:
            return "beam.complete"
        return "beam" if test.turn < test.of else "beam.last"
    tried = test.facts.tried_at(test.parent)
    waits = test.decision == "rejected" and test.turn < test.of and bool(test.a)
    return "leftover" if waits and tried is not None and tried.kind == "tries" else "nothing"


_AFTER = {
    "nothing": "",
    "leftover": " The next test uses the leftover target probability.",
    "beam": " Beams found: {accepted} of {width}.[ {repeated}.]",
    "beam.last": " Beams found: {accepted} of {width}.[ {repeated}.] No candidate is left.",
    "beam.complete": " The layer now has {all_beams}.[ {repeated}.]",
}
AFTER = Wording(view=AfterTest, case=after_case, plain=_AFTER, exact={"": ""})


def decision(facts: Facts, verdict: Verdict) -> str:
    """Say which decision was made and why. In the plain voice, also say what the next candidate is tested against."""
    return facts.why(verdict) + AFTER.say(facts, verdict)


# Several decisions of one step


class Several(IterationView):
    """Several decisions that one step shows."""

    def __init__(self, facts: Facts, verdicts: Sequence[Verdict], among: Sequence[int] = ()) -> None:
        """`among` are all nodes that the step shows, if it also shows nodes without a decision."""
        super().__init__(facts)
        self.verdicts, self.among = verdicts, among
        self.nodes = Counter(verdict.node for verdict in verdicts)

    @property
    def rule(self) -> str:
        """The rule of all the decisions; empty if they have different rules."""
        rules = {verdict.rule for verdict in self.verdicts}
        return rules.pop() if len(rules) == 1 else ""

    @property
    def count(self) -> int:
        """The number of nodes that the decisions are about."""
        return len(self.nodes)

    @property
    def guesses(self) -> str:
        """The guesses as a phrase. The phrase has the number of guesses, the number of copies or of draws, and the
        first guesses by name.
        """
        copied = len(self.nodes.keys() & self.facts.replicas)
        draws = self.nodes.total()
        notes = list[str]()
        if copied:
            notes.append(f"{copied} of them {'a copy' if copied == 1 else 'copies'}")
        elif draws != self.count > SHOWN:
            notes.append(plural(draws, "draw"))
        if self.count <= SHOWN:
            notes.append(self.named)
        guesses = f"{self.facts.guesses(self.count)}{self.of_layer}"
        return f"{guesses} ({'; '.join(notes)})" if notes else guesses

    @property
    def of_layer(self) -> str:
        """A phrase that names the layer of the guesses, if the round did not reach this layer."""
        layer = self.verdicts[0].layer
        return f" in layer {layer}" if layer and self.rule in ("failed_layer", "finished_layer") else ""

    @property
    def named(self) -> str:
        """The tokens by name, each with the number of times that it was sampled, for a text in brackets."""
        found = list(zip(names(self.facts, list(self.nodes)), self.nodes.values(), strict=True))
        named = [f"{name}, {often(count)}" if count > 1 else str(name) for name, count in found]
        notes = self.nodes.total() > self.count or any(each.where for each, _ in found)
        return "; ".join(named) if notes else listed(named, SHOWN)

    @property
    def names(self) -> dict[int, str]:
        """The name of each node's token, with the number of times that it was sampled."""
        named = zip(names(self.facts, list(self.nodes), self.among), self.nodes.items(), strict=True)
        if self.voice is EXACT:
            return {node: name.noted(multiplicity(count)) for name, (node, count) in named}
        return {node: f"{name} ({often(count)})" if count > 1 else str(name) for name, (node, count) in named}

    @property
    def last(self) -> int:
        """The last layer that was decided before the layer of the guesses."""
        return last_decided(self.facts, self.verdicts[0].layer)

    @property
    def width(self) -> int | None:
        """The number of beams that the layer of the guesses aims for."""
        return aimed(self.facts, self.verdicts[0].layer)

    @property
    def beams(self) -> str | None:
        """The beams that the layer of the guesses aims for, in words; None if it was not recorded."""
        return None if self.width is None else aims_for(self.width)

    @property
    def outcomes(self) -> str:
        """The number of guesses with each outcome, in the plain voice: “2 guesses are accepted, 1 rejected”."""
        nodes = _by_decision(self.verdicts)
        (first, of_first), *others = ((STATES[name].word, len(set(nodes[name]))) for name in nodes)
        parts = [f"{self.facts.guesses(of_first)} {'is' if of_first == 1 else 'are'} {first}"]
        parts += [f"{count} {word}" for word, count in others]
        return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))

    @property
    def counts(self) -> str:
        """The number of nodes with each outcome, in the exact voice, with replicas and draws. The tokens are named if
        they are few: “1 node is accepted: “a”; 2 nodes are rejected: “b” and “c””.
        """
        parts = list[str]()
        for name, nodes in _by_decision(self.verdicts).items():
            copied, size = len(set(nodes) & self.facts.replicas), len(set(nodes))
            also = f" (including {plural(copied, 'replica')})" if copied else ""
            outcome = OUTCOME.get(name, (STATES[name].label,) * 2)[size > 1]
            named = self.count <= SHOWN  # then the names have the numbers of draws
            said = f"{amount(size if named else len(nodes), size)}{also} {'is' if size == 1 else 'are'} {outcome}"
            if named:
                said += f": {listed([name for node, name in self.names.items() if node in nodes], SHOWN)}"
            parts.append(f"{said}{REASON[name][size > 1]}" if name in REASON else said)
        return ("; " if self.count <= SHOWN else ", ").join(parts)


OUTCOME = {  # by decision, in the exact voice: words for one or several nodes, if the decision's label does not fit
    "residual": ("sampled from the residual",) * 2,
}
REASON = {  # by decision, in the exact voice: the reason, for one node or several
    "orphaned": (", because its parent was not accepted", ", because their parents were not accepted"),
}
OFF_PATH = {  # by reason: why several guesses were not tested
    "rival": "off_path.rival",
    "parent": "off_path.parent",
}


def _by_decision(verdicts: Sequence[Verdict]) -> dict[str, list[int]]:
    """The nodes of the verdicts, by decision."""
    nodes = dict[str, list[int]]()
    for verdict in verdicts:
        nodes.setdefault(verdict.decision, []).append(verdict.node)
    return nodes


NOT_TESTED = "{guesses} {count:is/are} not tested because"
_SEVERAL = {  # by rule
    "": "{outcomes}.",
    "off_path": f"{NOT_TESTED} {{count:it is/they are}} not on the path that the target follows.",
    "off_path.rival": f"{NOT_TESTED} another guess was accepted at the same position.",
    "off_path.parent": f"{NOT_TESTED} the {{count:guess before it was/guesses before them were}} not accepted.",
    "earlier_rejection": f"{NOT_TESTED} a guess before {{count:it/them}} was rejected.",
    "width_reached": f"{NOT_TESTED} the layer already has {{beams}}.",
    "failed_layer.orphan": f"{NOT_TESTED} {{count:its parent was/their parents were}} not accepted. Testing ended at layer {{last}} anyway.",
    "failed_layer": f"{NOT_TESTED} testing ended at layer {{last}}, where too few beams were accepted.",
    "finished_layer": f"{NOT_TESTED} testing ended at layer {{last}}, where all beams are finished.",
    "lost_parent": "{guesses} {count:is/are} discarded because {count:its parent beam was/their parent beams were} not "
    "accepted.",
}


def _several_case(several: Several) -> str:
    if several.rule == "off_path":
        return OFF_PATH.get(untested_all(several.facts, several.verdicts), "off_path")
    if several.rule == "failed_layer" and all(map(several.facts.is_orphan, several.verdicts)):
        return "failed_layer.orphan"
    unknown = several.rule == "width_reached" and several.width is None
    return several.rule if several.rule in _SEVERAL and not unknown else ""


SEVERAL = Wording(
    view=Several,
    case=lambda several: "",
    plain_case=_several_case,
    plain=_SEVERAL,
    exact={"": "{counts}."},
)


def decisions(facts: Facts, verdicts: Sequence[Verdict], among: Sequence[int] = ()) -> str:
    """Say which outcomes several drafts of one step had. In the plain voice, a common reason is added. `among` are all
    nodes of the step, from which the names must distinguish the decided ones.
    """
    if facts.voice is PLAIN and len(verdicts) == 1:
        return decision(facts, verdicts[0])
    return SEVERAL.say(facts, verdicts, among)
