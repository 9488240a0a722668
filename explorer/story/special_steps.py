"""Moves into the families' files: what only one family says of a common step."""

import math

from decoders.methods.beam import BeamsLayer
from decoders.methods.block import BlockLayer
from decoders.methods.dsbd.recording import WidthLayer
from decoders.methods.gsd.recording import GraphLayer
from decoders.methods.lookup import CopyLayer
from decoders.methods.mtad import JointLayer
from explorer.story.common.decisions import SHOWN
from explorer.story.common.steps import (
    Commit,
    Draft,
    Own,
    Start,
    Verify,
    commit_step,
    draft_step,
    own_step,
    start_step,
    verify_step,
)
from explorer.story.iteration_facts import known
from explorer.story.numbers import chance, plural
from explorer.story.story import StepWording
from explorer.story.wording import EXACT, Wording


# lookup
class Copied(Draft):
    """What is copied from the text before."""

    @property
    def layer_of_copy(self) -> CopyLayer | None:
        """The record of the copy."""
        return self.facts.layer(CopyLayer)

    @property
    def name(self) -> str:
        """How many tokens are copied."""
        return f"Copy {self.size}" if self.layer_of_copy else super().name

    @property
    def no_pass(self) -> bool:
        """Copies cost no pass in any round."""
        return False if self.layer_of_copy else super().no_pass

    @property
    def last(self) -> str:
        """The tokens that stood in the text before."""
        copy = self.layer_of_copy
        n, unit = copy.ngram if copy else 1, "token" if self.voice is EXACT else self.unit
        return unit if n == 1 else f"{n} {unit}s"

    @property
    def copied(self) -> str:
        """The copied tokens."""
        return (
            " ".join(self.facts.word(node) for node in self.step.nodes)
            if self.voice is EXACT
            else self.facts.phrase(self.nodes)
        )


COPY = StepWording(
    title=Wording(view=Copied, plain={"": "{name}"}, exact={"": "{name}"}),
    ahead=draft_step().ahead,
    sentence=Wording(
        view=Copied,
        case=lambda draft: "copy" if draft.step.nodes else "none",
        plain_case=lambda draft: "copy" if draft.nodes else "none",
        plain={
            "copy": "The last {last} stood in the text before, and what followed there is copied: {copied}",
            "none": "Nothing is drafted here",
        },
        exact={
            "copy": "{name}: the last {last} stood earlier, and what followed is copied: {copied}[; {not_expanded}]",
            "none": "{name}",
        },
    ),
)


# medusa
class Head(Draft):
    """What an extra head of the target guesses."""

    @property
    def whose(self) -> str:
        """Which head."""
        return f"the target’s extra head {self.layer}"

    @property
    def name(self) -> str:
        """The head by its number."""
        return f"Head {self.layer}"

    @property
    def no_pass(self) -> bool:
        """Heads read with the target."""
        return False


# mtad
class BeamDraft(Draft):
    """A layer of draft beams."""

    @property
    def name(self) -> str:
        """The layer, and how many beams it has."""
        block = self.facts.layer(BlockLayer, layer=self.layer)
        return f"Draft {self.layer}: {plural(block.width, 'beam')}" if block else super().name


class JointTest(Verify):
    """What the joint test keeps, and that this is not what the target alone would write."""

    @property
    def joint(self) -> JointLayer | None:
        """The record of the test."""
        return self.facts.layer(JointLayer)

    @property
    def longest(self) -> int:
        """How many tokens the longest passing prefix has."""
        return self.joint.longest if self.joint else 0

    @property
    def longest_units(self) -> str:
        """The same with its noun."""
        return self.counted(self.longest)

    @property
    def name(self) -> str:
        """The longest passing prefix."""
        first = self.first_verdict
        if first is None or first.rule != "joint_ratio" or self.place is not None:
            return super().name
        return f"Longest passing prefix: {self.longest or 'none'}"


def joint_case(test: JointTest) -> str:
    """What passes; several decisions are the outcome of one test."""
    if len(test.verdicts) < 2 or test.verdicts[0].rule != "joint_ratio":
        return "several" if len(test.verdicts) > 1 else "one" if test.verdicts else "none"
    if not test.longest:
        return "joint.none"
    prefixes = test.joint.prefixes if test.joint else ()
    return "joint.forgiven" if any(one.j < test.longest and not one.passed for one in prefixes) else "joint"


LOSSY = "No dice, no correction: the text no longer has exactly the target’s chances (lossy)"
JOINT = StepWording(
    title=verify_step(JointTest).title,
    ahead=verify_step().ahead,
    sentence=Wording(
        view=JointTest,
        case=joint_case,
        plain={
            "none": "Nothing is left to decide here",
            "one": "{told}",
            "several": "{all}",
            "joint.none": "No prefix passes, so nothing of the draft is kept",
            "joint.forgiven": f"The longest prefix that passes has {{longest_units}}, and is kept; a weak word is forgiven when the words after it make up for it. {LOSSY}",
            "joint": f"The longest prefix that passes has {{longest_units}}, and is kept. {LOSSY}",
        },
        exact={
            "none": "{name}",
            "one": "{name}: {told}",
            "several": "{name}: {all}",
            "joint": "{name}: {all}; no coin, no residual: whatever is above τ stays (lossy; Thm 3.5 bounds the loss)",
        },
    ),
)


# dsbd
class Forest(Start):
    """Where a round of a forest starts."""

    @property
    def shares(self) -> str | None:
        """How much the input beams weigh in the draft's first draws, where the whole distribution was recorded."""
        weights = self._weights()
        if not weights:
            return None
        return ", ".join(
            f"{self.facts.word(node)} {chance(weights.get(node, 0.0))}" for node in self.step.nodes[:SHOWN]
        )

    def _weights(self) -> dict[int, float]:
        first, laws = self.facts.layer(WidthLayer, layer=1), self.facts.iteration.distributions
        places = [place for each in self.facts.in_layer.get(1, ()) for place in each.distributions if place < len(laws)]
        law = next((laws[place] for place in places if laws[place].kind == "q_beam"), None)
        if law is None or law.rest > 1e-6 or first is None or not first.inputs or not law.base:
            return {}
        found = dict[int, float]()
        for joint, mass in law.top:
            node = first.inputs[joint // law.base]
            found[node] = found.get(node, 0.0) + mass
        return found


class ForestDraft(Draft):
    """A layer of a forest."""

    @property
    def of_beams(self) -> str:
        """That the probabilities are shares of all beams."""
        if not self.facts.is_forest:
            return ""
        if self.voice is EXACT:
            return ", by q_beam"
        inputs = [node for node in self.facts.iteration.nodes if node.role == "input"]
        several = self.layer != 1 or sum(node.count for node in inputs) > 1
        return ", with these shares of all beams" if several else ""


# beams
class OwnBeam(Own):
    """A beam that the target draws or chooses."""

    @property
    def beam(self) -> str:
        """A beam by its place."""
        return f"Beam {self.place}" if self.facts.layer(BeamsLayer) else super().beam


class Ranked(Commit):
    """Beams that can be read as whole texts."""

    @property
    def ranking(self) -> str | None:
        """The likeliest beams, with their probabilities."""
        possible = [beam for beam in self.facts.iteration.final.beams if known(beam.logp) is not None]
        if len(possible) < 2 or self.unit == "token":
            return None
        ranked = sorted(possible, key=lambda beam: -beam.logp)
        told = [f"{self.facts.written(beam.tokens)} ({chance(math.exp(beam.logp))})" for beam in ranked[:SHOWN]]
        return f"{told[0]} is the likeliest as a whole, before {', '.join(told[1:])}"


# gsd
class Unmerged(Commit):
    """What a draft graph came to."""

    @property
    def between(self) -> str:
        """How many copies were put back, and how many nodes the target read."""
        graph = self.facts.layer(GraphLayer)
        if graph is None:
            return ""
        copied = f", {plural(graph.replicas, 'copy')} put back" if graph.replicas else ""
        return f"{copied}, {graph.verified} read by the target" if graph.verified else copied


_OWN_BEAM: dict[str, StepWording] = {phase: own_step(OwnBeam) for phase in ("drawn", "greedy", "chosen")}
SPECIAL: dict[str, dict[str, StepWording]] = {
    "lookup": {"draft": COPY},
    "medusa": {"draft": draft_step(Head)},
    "mtad": {"draft": draft_step(BeamDraft), "verify": JOINT},
    "dsbd": {"input": start_step(Forest), "draft": draft_step(ForestDraft)},
    "beam-search": {**_OWN_BEAM, "commit": commit_step(Ranked)},
    "beam-sampling": _OWN_BEAM,
    **{method: {"commit": commit_step(Unmerged)} for method in ("ssd", "tsd", "gsd")},
}
