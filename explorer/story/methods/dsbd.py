"""The page's texts on DSBD, with draft trees below several beams and a target width for every layer (Qin et al.
2024).
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from decoders.core.ties import above, below
from decoders.methods.dsbd.forest import DraftWeightsLayer
from decoders.methods.dsbd.recording import WidthLayer
from explorer.story.common import papers, rejections
from explorer.story.common.beams import EXACT_BEAM, PLAIN_BEAM, aimed, aims_for, last_decided
from explorer.story.common.bundled import BEAMS, SHEEP
from explorer.story.common.ratio_test import (
    ACCEPTED,
    PARTS,
    SHARED,
    RatioTest,
    compares,
    exact_ratio_case,
    exact_test,
    ratio_case,
)
from explorer.story.common.steps import SHOWN, Draft, Start, draft_step, start_step
from explorer.story.facts import Facts
from explorer.story.header.draft import beyond_window
from explorer.story.numbers import NOISE, every, listed, number, percent, plural
from explorer.story.story import (
    Aim,
    Because,
    Bundled,
    Fact,
    LayerStory,
    Next,
    Purpose,
    RoundLine,
    Settings,
    StepWording,
    Story,
)
from explorer.story.views import LayerView, StepView, Together, VerdictView, compared, layer_says, says
from explorer.story.wording import EXACT, Wording


def width_layer(facts: Facts, layer: int | None) -> WidthLayer | None:
    """The record of this layer of beams; None if there is none."""
    return facts.layer(WidthLayer, layer=layer)


# Tests


class BeamTest(RatioTest):
    """The test u < min(1, p/q) or min(1, p′/q) of one beam with its next token; p and q are probabilities of the beam
    together with the token.
    """

    @property
    def word(self) -> str:
        """The whole beam, because beams of a layer may end in the same token."""
        return self.facts.beam(self.verdict.node)

    @property
    def target(self) -> str:
        """The target’s probability as a phrase. After an acceptance that followed rejections, p applies again, not p′."""
        return f"{'full ' if self._is_full else ''}target probability"

    @property
    def divided(self) -> str | None:
        """The probability that the test divides by the draft's; None if it was not recorded."""
        if self.weighed is None:
            return None
        return f"{self.target if self._is_full else 'target'} {self.weighed.left}"

    @property
    def _is_full(self) -> bool:
        return self.facts.rejected_since(self.verdict)[1]

    @property
    def still(self) -> Together | None:
        """The leftover p′ and q, with enough digits to compare them."""
        return compared(self.verdict.p_used, self.q)

    @property
    def first_q(self) -> float | None:
        """The value of q when the beam was drafted. None if q has not changed since, because no parent was discarded
        and no earlier draft was removed.
        """
        first, left = self.facts.first_share(self.verdict), self.verdict.q_left
        if first is not None:
            return first
        return None if left is None or left > 1 - NOISE or self.q is None else self.q * left

    @property
    def originally(self) -> str:
        """A clause with q when the beam was drafted; empty if q has not changed since."""
        return "" if self.first_q is None else f", which was rescaled from {percent(self.first_q)}"


TO_DRAFT = "÷ draft {weighed.right}{originally}"
AT_FIRST = "[ Before it was rescaled, q_beam was {first_q}.]"
BEAM_RATIO = Wording(
    view=BeamTest,
    case=exact_ratio_case,
    plain_case=ratio_case,
    plain={
        **SHARED,
        **compares(f"{{divided}} {TO_DRAFT}"),
        "sure": f"{ACCEPTED} its {{target}} is at least its draft probability.",
        "sure.alike": f"{ACCEPTED} both models give this beam the same probability ({{p}}).",
        "sure.likelier": f"{ACCEPTED} its {{target}} ({{likelier.left}}) exceeds its draft probability ({{likelier.right}}).",
    },
    exact=exact_test("p_beam/q_beam", PARTS, AT_FIRST, " Then p′ ← norm(max(p_beam − q_beam, 0))."),
)
BEAM_RESIDUAL_RATIO = Wording(
    view=BeamTest,
    case=exact_ratio_case,
    plain_case=ratio_case,
    plain={
        **SHARED,
        **compares(f"leftover target probability {{weighed.left}} {TO_DRAFT}"),
        "sure": f"{ACCEPTED} its leftover target probability[ ({{still.left}})] is at least its draft probability[ ({{still.right}})].",
    },
    exact=exact_test("p′/q_beam", PARTS, AT_FIRST, " Then p′ ← norm(max(p′ − q_beam, 0))."),
)


class Untested(VerdictView):
    """A draft beam that was never tested, because its layer was complete or an earlier layer was the last."""

    @property
    def width(self) -> int:
        """The number of beams that the layer of the draft beam aims for; 0 if it was not recorded."""
        return aimed(self.facts, self.verdict.layer) or 0

    @property
    def beams(self) -> str:
        """The beams that the layer aims for, in words."""
        return aims_for(self.width)

    @property
    def is_orphan(self) -> bool:
        """Whether the parent of the draft beam was not accepted."""
        return self.facts.is_orphan(self.verdict)

    @property
    def last(self) -> int:
        """The last layer that was decided before the layer of the draft beam."""
        return last_decided(self.facts, self.verdict.layer)


WIDTH_REACHED = Wording(
    view=Untested,
    plain={"": "{one_draw} is not tested because the layer already has {beams}."},
    exact={"": "{word} is unused: W_L = {width:beam} {width:has/have} already been accepted."},
)
FAILED_LAYER = Wording(
    view=Untested,
    case=lambda _: "",
    plain_case=lambda untested: "orphan" if untested.is_orphan else "",
    plain={
        "orphan": "{word} is not tested because its parent was not accepted. Testing ended at layer {last} anyway.",
        "": "{word} is not tested because testing ended at layer {last}, where too few beams were accepted. It has no target share, because that share would depend on the beams that layer {last} accepts.",
    },
    exact={"": "{word} is unused: layer {last} failed (fewer than W_L beams were accepted)."},
)
FINISHED_LAYER = Wording(
    view=Untested,
    plain={"": "{word} is not tested because testing ended at layer {last}, where all beams are finished."},
    exact={"": "{word} is unused: all beams of layer {last} are finished."},
)
LOST_PARENT = says(
    plain="{one_draw} is discarded because its parent beam was not accepted.",
    exact="{word} is orphaned: its parent was not accepted. Then q_beam is renormalised over the remaining beams.",
)

# Beams that the target samples


class SampledBeam(VerdictView):
    """A beam that the target sampled itself."""

    @property
    def beam(self) -> str:
        """The whole beam in quotation marks."""
        return self.facts.beam(self.verdict.node)

    @property
    def is_first(self) -> bool:
        """Whether no other beam of the layer was sampled before."""
        own = (each for each in self.facts.verdicts if each.layer == self.verdict.layer and each.decision == "bonus")
        return next(own, None) is self.verdict

    @property
    def record(self) -> WidthLayer | None:
        """The record of the beam's layer."""
        return width_layer(self.facts, self.verdict.layer)

    @property
    def width(self) -> int:
        """The number of beams that the layer aims for."""
        return self.record.width if self.record else 0

    @property
    def accepted(self) -> int:
        """The number of draft beams of the layer that were accepted."""
        return self.record.accepted if self.record else 0

    @property
    def missing(self) -> str:
        """The beams that the layer lacks after its tests, with their verb: “one beam is”, “2 beams are”."""
        count = self.width - self.accepted
        return "one beam is" if count == 1 else f"{count} beams are"

    @property
    def before(self) -> str:
        """How the target sampled the first beam of this layer, “residual” or “fill”; empty if this beam is the first
        one.
        """
        before = self.facts.verdicts[: self.facts.verdicts.index(self.verdict)]
        own = (each.decision for each in before if each.layer == self.verdict.layer)
        return next((decision for decision in own if decision in ("residual", "fill")), "")

    @property
    def end(self) -> str:
        """The limit that leaves no room to draft, which is the maximum length or the end of the draft model's context."""
        window = beyond_window(self.facts.header, self.facts.iteration)
        return "The length limit" if window is None else f"The end of the draft’s context ({window:,} tokens)"


def sampled_case(sampled: SampledBeam) -> str:
    """Choose the case in the exact voice, by how the beam was sampled and why the target had to sample it."""
    if sampled.decision not in ("residual", "fill", "bonus"):
        return "no_drafts" if sampled.record else plain_sampled_case(sampled)
    if not sampled.record or not sampled.record.candidates:
        return f"{sampled.decision}.no_candidate"
    if sampled.width == 1:
        return f"{sampled.decision}.one"
    if sampled.decision == "fill" and sampled.before:
        return f"fill.after_{sampled.before}"
    return "residual.none_accepted" if sampled.decision == "residual" and not sampled.accepted else sampled.decision


def plain_sampled_case(sampled: SampledBeam) -> str:
    """Choose the case in the plain voice."""
    if sampled.decision not in ("residual", "fill", "bonus"):
        return "beam.stays" if sampled.facts.stays(sampled.verdict) else "beam"
    if sampled.decision == "bonus" and not sampled.is_first:
        return "bonus.more"
    if sampled.record and not sampled.record.candidates:
        return f"{sampled.decision}.no_candidate"
    after = sampled.decision == "fill" and sampled.before
    return f"fill.after_{sampled.before}" if after else sampled.decision


LEFT_OVER = "No candidate is left, but {missing} missing."
EXTRA = (
    "From its own probabilities, the target samples an extra beam that ends in {word}[ ({used} of the total probability of "
    "all beams)]."
)
FEW = "In layer {verdict.layer}, only {accepted} of the required W_L = {width} beams {accepted:was/were} accepted"
ONLY = f"{FEW}, so"
NONE = "In layer {verdict.layer}, none of the required W_L = {width} beams was accepted, so"
ONE = "In layer {verdict.layer}, the one required beam (W_L = 1) was not accepted, so"
FROM_RESIDUAL = (
    "{word} is sampled from the residual p′. In that distribution, this (beam, token) pair has probability {used}."
)
FILLED_IN = "the fill-in beam {word} is sampled from p_beam (p_beam = {used})."
BEAM_SAMPLED = Wording(
    view=SampledBeam,
    case=sampled_case,
    plain_case=plain_sampled_case,
    plain={
        "residual": f"{LEFT_OVER} The target samples {{word}} from the leftover target probabilities (residual)[, of which {{word}} has {{used}}].",
        "fill": f"{LEFT_OVER} The last candidate was accepted, so no leftover is needed. {EXTRA}",
        "fill.after_residual": f"The layer needs another beam. Only its first missing beam comes from the leftover target probabilities. {EXTRA}",
        "fill.after_fill": f"The layer needs another beam. {EXTRA}",
        "fill.no_candidate": f"The layer had no candidates. {EXTRA}",
        "bonus": "Every drafted layer succeeded, so the target samples layer {verdict.layer}. Its first beam is {beam}[ (share {used})].",
        "bonus.more": "The target samples another beam of this layer: {beam}[ (share {used})].",
        **PLAIN_BEAM,
    },
    exact={
        "residual": f"{ONLY} {FROM_RESIDUAL}",
        "residual.none_accepted": f"{NONE} {FROM_RESIDUAL}",
        "residual.one": f"{ONE} {FROM_RESIDUAL}",
        "fill": f"{FEW}. The last candidate was accepted, so there is no residual, and {FILLED_IN}",
        "fill.after_residual": f"Layer {{verdict.layer}} needs another beam. The residual was already used for the first missing beam, so {FILLED_IN}",
        "fill.after_fill": f"Layer {{verdict.layer}} needs another beam, so {FILLED_IN}",
        "fill.no_candidate": f"In layer {{verdict.layer}}, no candidate was left, so {FILLED_IN}",
        "bonus": "Every drafted layer succeeded, so {word} is sampled from p_beam (p_beam = {used}).",
        "no_drafts": "{end} leaves no room to draft, so {word} is sampled from p_beam (p_beam = {used}).",
        **EXACT_BEAM,
    },
)

# Widths


class Width(LayerView[WidthLayer]):
    """A layer's target width W_L and the reason for it (DSBD §3.2, Eqs. 2–7)."""

    @property
    def width(self) -> int:
        """W_L, the number of beams that the layer aims for."""
        return self.of.width

    @property
    def candidates(self) -> int | None:
        """The number of candidates, m; None if there are none."""
        return self.of.candidates or None

    @property
    def overlap(self) -> str | None:
        """The sentence with α_1 and α_2, from which the bars are computed; None if draws are without replacement."""
        if not self.of.alpha:
            return None
        first, *others = (percent(alpha) for alpha in self.of.alpha)
        while len(others) > 1 and others[-1] == others[0]:
            others.pop()
        after = [f"{each} after {when}" for each, when in zip(others, ("a rejection", "two", "three"), strict=False)]
        then = f" ({', '.join(after)}; {first} again after an acceptance)" if after else ""
        return f"A candidate is accepted with probability {first}, the overlap of the two models{then}."

    @property
    def orphaned(self) -> int:
        """The number of drafts that were discarded because their parents were not accepted."""
        return self.of.orphaned or 0

    @property
    def tilde(self) -> int:
        """W̃_L, the largest number of beams reached with probability t or more; 0 if there is no such number."""
        return self.of.width_tilde or 0

    @property
    def t(self) -> float | None:
        """The probability required of a width; None if the width is fixed."""
        return self.of.threshold

    def at_least(self, beams: int) -> float:
        """Return the predicted probability that at least this many drafts are accepted."""
        return self.of.at_least[beams] if beams < len(self.of.at_least) else 0.0

    @property
    def own(self) -> float | None:
        """The probability that at least W_L drafts are accepted; None if it was not predicted."""
        return self.at_least(self.width) if self.of.at_least else None

    @property
    def own_listed(self) -> float | None:
        """The probability that at least W_L drafts are accepted; None if it was not predicted, or if W_L exceeds the
        number of drafts in the prediction.
        """
        return self.of.at_least[self.width] if self.width < len(self.of.at_least) else None

    @property
    def reached(self) -> float:
        """The probability that at least W̃_L drafts are accepted."""
        return self.at_least(self.tilde)

    @property
    def next(self) -> int:
        """W̃_L + 1."""
        return self.tilde + 1

    @property
    def next_reached(self) -> float:
        """The probability that at least W̃_L + 1 drafts are accepted."""
        return self.at_least(self.next)

    @property
    def drafts(self) -> int:
        """The number of drafts in the prediction. These are the m candidates; if drafts are sampled without
        replacement, they include the orphans. There are fewer than W_S if there were not enough different tokens to
        draft.
        """
        return min(len(self.of.at_least) - 1, (self.of.candidates or 0) + self.orphaned)

    @property
    def counted(self) -> str:
        """The number of drafts in the prediction, with its noun."""
        candidates = self.drafts == self.of.candidates
        return plural(self.drafts, "candidate") if candidates else f"{plural(self.drafts, 'draft')}, including orphans,"

    @property
    def event(self) -> str:
        """The event that the exact voice predicts: that at least W_L of these drafts are accepted."""
        if self.width == self.drafts == 1:
            return "the only candidate is accepted"
        return f"at least {self.width} of {self.counted} accepted"

    @property
    def all_counted(self) -> str:
        """The noun for what the largest K counts: the candidates, or the drafts."""
        return "candidates" if self.drafts == self.of.candidates else "drafts"

    @property
    def inputs(self) -> str:
        """The noun for the number that the width depends on. This number is m, or W_S if draws are without replacement."""
        return "candidates" if self.of.alpha else "draws"

    @property
    def more(self) -> int:
        """W_L + 1."""
        return self.width + 1

    @property
    def more_drafts(self) -> str:
        """W_L + 1 of the drafts that the prediction counts, as “at least 3”, “all 3” or “both”."""
        if self.more < self.drafts:
            return f"at least {self.more}"
        return "both" if self.more == 2 else f"all {self.more}"

    @property
    def more_accepted(self) -> str | None:
        """The probability that at least W_L + 1 drafts are accepted, with enough digits to see that it is below t; None
        if there are fewer drafts.
        """
        if self.more > self.drafts:
            return None
        numbers = compared(self.at_least(self.more), self.t)
        return numbers.left if numbers else None

    @property
    def all_beams(self) -> str:
        """The W_L beams."""
        return "the beam" if self.width == 1 else every(self.width, "beam")

    @property
    def aim(self) -> str:
        """The phrase for the number of candidates that the layer aims to accept: some of them, or all."""
        candidates = self.of.candidates or 0
        if self.width < candidates:
            return f"{self.width} of its {plural(candidates, 'candidate')}"
        return "its only candidate" if candidates == 1 else every(candidates, "candidate")

    @property
    def enough(self) -> str:
        """The clause that the prediction is about: “at least … are” accepted, with W_L candidates or drafts."""
        if self.drafts != self.of.candidates:
            return f"at least {self.width} of all {plural(self.drafts, 'guess')} {'is' if self.width == 1 else 'are'}"
        if self.width < self.drafts:
            return f"at least {plural(self.width, 'candidate')} {'is' if self.width == 1 else 'are'}"
        return {1: "it is", 2: "both are"}.get(self.width, "all are")

    @property
    def until(self) -> str | None:
        """A clause that says when the tests of the candidates end. It appears only in the first layer of a round; None
        if there is only one candidate.
        """
        if self.layer != 1 or not 1 < (self.of.candidates or 0) >= self.width:
            return None
        return f"Candidates are tested in order until {self.width} {'is' if self.width == 1 else 'are'} accepted"

    @property
    def not_yet(self) -> str | None:
        """The sentence which says that the width is chosen before the tests, in the exact voice; None if the width is
        fixed.
        """
        return None if self.t is None else "No u has been drawn for this layer yet."

    @property
    def afterwards(self) -> str | None:
        """The sentence which says that the tests follow. It appears only in the first layer of a round."""
        return "The random numbers are drawn afterwards." if self.layer == 1 else None

    @property
    def discarded(self) -> str | None:
        """A clause about the drafts that are not candidates because their parents were not accepted; None if there are
        none.
        """
        if not self.orphaned:
            return None
        if self.of.candidates:
            lost = "One guess was" if self.orphaned == 1 else f"{self.orphaned} guesses were"
            return f"{lost} discarded, so the others’ shares rise"
        if self.orphaned == 1:
            return "One guess was discarded with its parent"
        return f"{self.orphaned} guesses were discarded with their parents"

    @property
    def required(self) -> str:
        """A phrase that compares P(at least W_L) with the required probability. Both probabilities have enough digits
        to see which is larger.
        """
        assert self.t is not None, "the case of a width that is not fixed"
        assert self.own_listed is not None, "the case of a width that is predicted"
        numbers = compared(self.own_listed, self.t)
        assert numbers is not None, "both are numbers"
        is_less, is_more = below(self.own_listed, self.t), above(self.own_listed, self.t)
        if is_less or is_more:
            about = "" if is_more else "only " if self.own_listed >= NOISE else "about " if self.never_or_always else ""
            return f"{about}{numbers.left} (the settings require {numbers.right})"
        return f"{percent(self.t)}, exactly what the settings require"

    @property
    def tail_sum(self) -> str:
        """The formula of the sum over P(m, k) that gives P(at least K). The braces in the formula are not a slot."""
        return "Σ_{k ≥ K}"

    @property
    def simulated(self) -> str | None:
        """The phrase which says that the prediction was simulated, with its standard error; None if it was not
        simulated.
        """
        if self.of.prediction != "simulated":
            return None
        return (
            f"estimated by simulation, standard error {number(self.of.error)}"
            if self.of.error
            else "estimated by simulation"
        )

    @property
    def own_written(self) -> str:
        """P(at least W_L) with its sign, = or ≈. The value is approximate if at least W_L drafts were accepted in all
        or in none of the simulations.
        """
        assert self.own is not None, "the case of a width that is predicted"
        return f"{'≈' if self.never_or_always else '='} {number(self.own)}"

    @property
    def never_or_always(self) -> bool:
        """Whether at least W_L drafts were accepted in none or in all of the simulations, so that the true probability
        is only known to be near 0 or 1.
        """
        return self.of.prediction == "simulated" and self.of.error == 0

    @property
    def why(self) -> str:
        """The reason for the width of the layer, as one or two sentences."""
        return WHY.say(self.of, self.voice)


def why_case(layer: Width) -> str:
    """Choose the case by how the width was determined."""
    if not layer.candidates:
        return f"bare.{layer.of.outcome}"
    if layer.width > layer.candidates:
        how = "fixed" if layer.t is None else "least" if layer.width == layer.of.min_width else "planned"
        return f"short.{how}"
    if layer.t is None:
        return "fixed" if layer.of.at_least else "fixed.unpredicted"
    if layer.of.width_tilde is None or layer.of.prediction == "none":
        return "planned"
    if layer.width > layer.tilde:
        return "least" if layer.of.at_least else "least.unpredicted"
    if layer.drafts == 1:
        return "largest.only"
    return "largest" if layer.tilde < layer.drafts else "largest.all"


def plain_why_case(layer: Width) -> str:
    """Choose the case in the plain voice, by how the width was determined."""
    if not layer.candidates:
        return f"bare.{layer.of.outcome}"
    if layer.width > layer.candidates:
        return "short"
    if layer.t is None:
        return "fixed" if layer.own_listed is not None else "fixed.unpredicted"
    if layer.own_listed is None:
        return "unpredicted"
    return "least" if layer.width > layer.tilde else "largest"


SIMULATED = "[ ({simulated})]"
AIM = "This layer aims to accept {aim}"
LIKELY = "The probability that {enough} accepted is"
WILL_FAIL = "but only {candidates:candidate} {candidates:is/are} left, so this layer will fail."
LARGEST = "W_L = {width} is the largest K with P(at least K of {counted} accepted) ≥ t = {t:number}"
WHY = Wording(
    view=Width,
    case=why_case,
    plain_case=plain_why_case,
    plain={
        "bare": "No candidate is left, so the target itself samples {all_beams}.",
        "bare.extra": "Every drafted layer succeeded, so the target samples one more layer.",
        "bare.final": "Nothing could be drafted here, so the target itself samples {all_beams}.",
        "short": "This layer aims for {width:beam} but has only {candidates:candidate}, so the target samples the missing beams.",
        "fixed": f"{AIM} because the settings fix the width at {{width}}. {LIKELY} {{own_listed}}. A dynamic width would be chosen from these probabilities.",
        "fixed.unpredicted": f"{AIM} because the settings fix the width at {{width}}. How many will be accepted is not predicted here.",
        "unpredicted": f"{AIM}. How many will be accepted is not predicted here.",
        "least": f"{AIM} because the minimum width is {{width}}. {LIKELY} {{required}}.",
        "largest": f"{AIM}. {LIKELY} {{required}}[; for {{more_drafts}}, it is only {{more_accepted}}].",
    },
    exact={
        "bare": "No candidate is left ({orphaned:draft beam} {orphaned:is/are} orphaned), so all beams are sampled from p_beam.",
        "bare.extra": "Every drafted layer succeeded, so one more layer is sampled from p_beam.",
        "bare.final": "Nothing could be drafted here, so all beams are sampled from p_beam.",
        "short.fixed": f"W_L = {{width}} (fixed), {WILL_FAIL}",
        "short.least": f"W_L = W_min = {{width}}, {WILL_FAIL}",
        "short.planned": f"W_L = {{width}}, {WILL_FAIL}",
        "fixed": f"W_L = {{width}} (fixed). P({{event}}) {{own_written}}{SIMULATED}.",
        "fixed.unpredicted": "W_L = {width} (fixed). The number of acceptances is not predicted here.",
        "planned": "W_L = {width}, computed as if drafts were sampled with replacement. There is no prediction for sampling without replacement.",
        "least": f"W_L = W_min = {{width}}, although P({{event}}) {{own_written}} < t = {{t:number}}{SIMULATED}.",
        "least.unpredicted": "W_L = W_min = {width}, although P(at least {width}) < t = {t:number}.",
        "largest": f"{LARGEST} ({{reached:number}} for K = {{tilde}}, {{next_reached:number}} for K = {{next}}[; {{simulated}}]).",
        "largest.only": "W_L = 1, because there is only one candidate, which is accepted with probability {reached:number} ≥ t = {t:number}[ ({simulated})].",
        "largest.all": f"{LARGEST} ({{reached:number}} for K = {{tilde}}, the number of {{all_counted}}[; {{simulated}}]).",
    },
)


def came_case(layer: Width) -> str:
    """Choose the case by whether the layer reached its target width; empty if it had no candidates."""
    if not layer.candidates:
        return ""
    if layer.of.outcome == "succeeded":
        return "succeeded"
    return "failed" if layer.of.accepted else "failed.none"


CAME = Wording(
    view=Width,
    case=came_case,
    plain={
        "": "",
        "succeeded": "Result: {of.accepted:beam} {of.accepted:was/were} accepted, as many as the layer aimed for.",
        "failed": "Result: only {of.accepted} of the {width} required beams {of.accepted:was/were} accepted, so the round ends here.",
        "failed.none": "Result: no beam was accepted, so the round ends here.",
    },
    exact={
        "": "",
        "succeeded": "Result: {of.accepted:beam} {of.accepted:is/are} accepted, so the layer succeeds.",
        "failed": "Result: only {of.accepted} of the required W_L = {width} beams {of.accepted:is/are} accepted, so the layer fails and ends the iteration.",
        "failed.none": "Result: no beam is accepted, so the layer fails and ends the iteration.",
    },
)


def tails_case(layer: Width) -> str:
    """Choose the case by whether the width is fixed, and whether P(at least K) is a sum over the table P(m, k)."""
    width = "fixed" if layer.t is None else "dynamic"
    return width if layer.of.table else f"{width}.no_table"


HEAD = Wording(
    view=Width,
    plain={"": "Probability that at least this many candidates are accepted"},
    exact={"": "P(at least K), the probability that K or more drafts are accepted"},
)
OVERLAP = Wording(view=Width, plain={"": "[{overlap}]"}, exact={"": ""})
NOT_YET = "No random number has been drawn for this layer yet."
SETS = "The width depends only on probabilities and the number of {inputs}, so it favours no outcome."
EXACTLY = "The width W_L depends on p_beam, q_beam and the number of {inputs}, not on the drafted tokens or on any u of this layer, so the layer stays exact."
HOLLOW = "Hollow bars are below t."
TAILS = Wording(
    view=Width,
    case=tails_case,
    plain={
        "fixed": f"{NOT_YET} The bars are a prediction from the two models’ probabilities.",
        "dynamic": f"{NOT_YET} {SETS}",
    },
    exact={
        "fixed": "No u has been drawn for this layer yet. The bars are a prediction from p_beam and q_beam.",
        "dynamic": f"{EXACTLY} P(at least K) = {{tail_sum}} P(m, k). {HOLLOW}",
        "dynamic.no_table": f"{EXACTLY} {HOLLOW}",
    },
)
WIDTH = LayerStory(
    kind=WidthLayer,
    title=Wording(
        view=Width,
        case=lambda layer: "short" if layer.width > (layer.candidates or 0) else "",
        plain={
            "": "Layer {layer}: aim for {width} of {candidates:candidate}",
            "short": "Layer {layer}: aim for {width:beam}",
        },
        exact={"": "Layer {layer}: W_L = {width}[ of {candidates:candidate}]"},
    ),
    facts=(
        Fact("W_L", "width"),
        Fact("W̃_L", "width_tilde"),
        Fact("W_min", "min_width"),
        Fact("t", "threshold"),
        Fact("m (candidates)", "candidates"),
        Fact("orphaned", "orphaned"),
        Fact("β", "beta"),
        Fact("P(success), predicted", "predicted"),
        Fact("standard error", "error"),
        Fact("prediction", "prediction"),
        Fact("outcome", "outcome", late=True),
        Fact("accepted", "accepted", late=True),
        Fact("unused", "unused", late=True),
    ),
    names=("width", "", "required probability"),
    symbols=True,
    said={"why": WHY, "came": CAME, "tails_head": HEAD, "overlap_say": OVERLAP, "tails_say": TAILS},
    exact_only={
        "alpha": "α_j = Σ min(p_j, q) is the probability that a candidate is accepted after j − 1 rejections in a row.",
        "table": "P(m, k) is the probability that exactly k of the first m candidates are accepted. The framed row is summed above.",
    },
)
DRAFT_WEIGHTS = LayerStory(
    kind=DraftWeightsLayer,
    title=layer_says(plain="Beam weights", exact="Beam weights"),
    caption=layer_says(
        plain="The draft finds none of the beams possible, so all have equal weight in this round.",
        exact="No input beam has q > 0, so all beams have equal weight in this iteration.",
    ),
)


class LayerStart(StepView):
    """The step that determines a layer's target width."""

    @property
    def wide(self) -> Width | None:
        """The layer with its numbers; None if it was not recorded."""
        layer = width_layer(self.facts, self.layer)
        return Width(layer, self.voice) if layer else None

    @property
    def lost(self) -> str | None:
        """A clause about drafts without a parent or, if there are none but the draft's other shares grow, about beams
        that were not accepted; otherwise None.
        """
        if self.wide is None or self.wide.discarded:
            return self.wide.discarded if self.wide else None
        tests = (each for each in self.facts.iteration.verdicts if each.layer == self.layer and each.a is not None)
        first = next(tests, None)
        share = None if first is None else self.facts.first_share(first)
        grows = first is not None and share is not None and (first.q or 0.0) > share
        return "Some beams were not accepted, so the others’ shares rise" if grows else None


def layer_title_case(start: LayerStart) -> str:
    """Choose the case by whether the layer was recorded, and whether it has as many candidates as it aims to accept."""
    if start.wide is None:
        return "unrecorded"
    return "short" if start.wide.width > (start.wide.candidates or 0) else ""


def layer_case(start: LayerStart) -> str:
    """Choose the case by how the width was determined, and by whether there are enough candidates."""
    layer = start.wide
    if layer is None:
        return "unrecorded"
    if not layer.candidates:
        return "sampled"
    if layer.width > layer.candidates:
        return "tested.short"
    if layer.own_listed is None:
        return "tested.unpredicted"
    if layer.t is None:
        return "tested.fixed"
    return "tested.least" if layer.width > layer.tilde else "tested.largest"


LOST = "[{lost}. ]"
AIMS = f"{LOST}This layer aims to accept {{wide.aim}}"
REACHED = "The probability that {wide.enough} accepted is"
LAYER = StepWording(
    title=Wording(
        view=LayerStart,
        case=layer_title_case,
        plain={
            "": "Layer {layer}: aim for {wide.width} of {wide.candidates}",
            "short": "Layer {layer}: aim for {wide.width:beam}",
            "unrecorded": "Layer[ {layer}]",
        },
        exact={"": "Layer {layer}: W_L = {wide.width} of {wide.of.candidates}", "unrecorded": "Layer[ {layer}]"},
    ),
    ahead=lambda _, step: "Layer" if step.layer is None else f"Layer {step.layer}",
    sentence=Wording(
        view=LayerStart,
        case=layer_case,
        plain={
            "unrecorded": "The target width of this layer was not recorded.",
            "sampled": "No candidate is left here, so the target itself samples {wide.all_beams}.",
            "tested.short": f"{LOST}This layer aims for {{wide.width:beam}} but has only {{wide.candidates:candidate}}. {{wide.candidates:It is tested/They are tested in order}}, and the target samples the missing beams.",
            "tested.unpredicted": f"{AIMS}.[ {{wide.until}}.]",
            "tested.fixed": f"{AIMS} because the settings fix the width at {{wide.width}}. {REACHED} {{wide.own_listed}}.[ {{wide.until}}.]",
            "tested.least": f"{AIMS} because the minimum width is {{wide.width}}. {REACHED} {{wide.required}}.[ {{wide.afterwards}}]",
            "tested.largest": f"{AIMS}. {REACHED} {{wide.required}}[; for {{wide.more_drafts}}, it is only {{wide.more_accepted}}].[ {{wide.afterwards}}]",
        },
        exact={
            "unrecorded": "The width of this layer was not recorded.",
            "sampled": "Layer {layer}: {wide.why}",
            "tested": "Layer {layer}: {wide.why}[ {wide.not_yet}][ {wide.until} or none is left.]",
        },
    ),
)


class ForestStart(Start):
    """The start of a round with a draft forest."""

    @property
    def shares(self) -> str | None:
        """A sentence about the weights that the draft gives the input beams; None if only a part of the distribution
        was recorded.
        """
        weights, nodes = input_weights(self.facts), self.step.nodes[:SHOWN]
        if not weights:
            return None
        named = listed([percent(weights.get(node, 0.0)) for node in nodes])
        whose = "Their shares" if len(nodes) == self.size else f"The shares of the first {len(nodes)}"
        return f"{whose} of the draft’s probability are {named}."


def input_weights(facts: Facts) -> Mapping[int, float]:
    """The share of each input beam, by node, in the draft's first samples; empty if only a part of q_beam was recorded.

    Duplicates of a beam are one node, so their shares are added.
    """
    first, distributions = width_layer(facts, 1), facts.iteration.distributions
    indices = [
        index for each in facts.in_layer.get(1, ()) for index in each.distributions if index < len(distributions)
    ]
    q_beam = next((distributions[index] for index in indices if distributions[index].kind == "q_beam"), None)
    if q_beam is None or q_beam.rest > 1e-6 or first is None or not first.inputs or not q_beam.base:
        return {}
    weights = defaultdict[int, float](float)
    for joint, mass in q_beam.top:
        weights[first.inputs[joint // q_beam.base]] += mass
    return weights


class ForestDraft(Draft):
    """The step that drafts one layer of a forest."""

    @property
    def of_beams(self) -> str:
        """The phrase which says that the probabilities belong to several beams together; empty if they belong to one
        beam.
        """
        if not self.facts.is_forest:
            return ""
        if self.voice is EXACT:
            return " from q_beam"
        inputs = [node for node in self.facts.iteration.nodes if node.role == "input"]
        several = self.layer != 1 or sum(node.count for node in inputs) > 1
        return ", with these shares" if several else ""

    @property
    def several(self) -> str:
        """The number of beams and the number of draws, in the plain voice. After a single beam, words are counted."""
        if not self.of_beams:
            return super().several
        draws = "" if self.draws == len(self.nodes) else f" in {self.draws} draws"
        return f"{plural(len(self.nodes), 'beam')}{draws}"

    @property
    def several_tokens(self) -> str:
        """The number of candidates in the exact voice. A candidate is a token after one of the beams."""
        return plural(len(self.ranked), "candidate" if self.facts.is_forest else "token")

    def names_of(self, nodes: Sequence[int]) -> Sequence[object]:
        """The tokens that this round added to each beam, because beams of a layer may end in the same token."""
        beams = [self.facts.beam(node) for node in nodes]
        return beams if self.of_beams and len(set(beams)) == len(beams) else super().names_of(nodes)

    @property
    def hint(self) -> str | None:
        """The sentence that explains the first repeated draw of a round, or what a share is; None if neither is new."""
        most = max(self.drawn.values(), default=0)
        if most < 2 and self.layer == 2 and self.of_beams:
            return f"A beam’s new share is its share so far times the probability of its next {self.unit}."
        if most < 2 or self._repeats_before:
            return None
        if not self.facts.settings.get("replacement", True):
            return "Identical guesses share one box."
        return "Repeats share one box."

    @property
    def _repeats_before(self) -> bool:
        draws = Counter((entry.layer, entry.node) for entry in self.facts.entries.values())
        return any(count > 1 and 0 < layer < (self.layer or 0) for (layer, _), count in draws.items())


# A round

FOREST = RoundLine(
    "draft",
    "pending",
    "The draft guesses beams ahead: {draws} in each of up to {layers}. Likelier beams are sampled more often.",
    "W_S = {draft_width} beams per layer are sampled from q_beam{replacing}, for γ = {gamma} layers.",
)
EVEN_FOREST = FOREST._replace(  # in the first layer, the input beams have equal weight
    plain="The draft guesses beams ahead: {draws} in each of up to {layers}. The starting beams have equal weight.",
    exact="W_S = {draft_width} beams per layer are sampled from q_beam{replacing}, for γ = {gamma} layers. All input beams have equal weight.",
)
CHECKED = "One target pass checks all guesses."
DECIDES = "Both models’ probabilities decide how many beams each layer aims for."
CHOSEN_WIDTHS = RoundLine(
    "check",
    "",
    f"{CHECKED} {DECIDES}",
    "One target forward pass computes p after every draft token. The width W_L is the largest K with P(at least K accepted) ≥ t = {threshold}, but never below W_min = {min_width}.",
)
PLANNED_WIDTHS = RoundLine(
    "check",
    "",
    f"{CHECKED} {DECIDES}",
    "One target forward pass computes p after every draft token. The width W_L is predicted from all W_S drafted beams (t = {threshold}, W_min = {min_width}). If the exact computation is too costly, W_L is predicted as if the beams were sampled with replacement.",
)
FIXED_WIDTHS = RoundLine(
    "check",
    "",
    f"{CHECKED} Every layer aims for {{kept}}.",
    "One target forward pass computes p after every draft token. Every layer has W_L = {width}.",
)
LAYERS = RoundLine(
    "decide",
    "accepted rejected unused orphaned residual fill bonus",
    "Each layer’s candidates are tested in order. If too few are accepted, the target samples the missing beams and the round ends. If no layer fails, the target adds a further layer.",
    "Accept if u < min(1, p′/q_beam). If accepted, p′ ← p_beam; else p′ ← norm(max(p′ − q_beam, 0)). If fewer than W_L are accepted, one beam is sampled from p′ and the rest from p_beam. If no layer fails, W_L more beams are sampled from p_beam.",
)
LAST_LAYER = RoundLine(
    "commit",
    "",
    "The next round starts from the last layer’s beams.",
    "The last layer’s beams become the next input beams.",
)
BEST_OF_LAYER = RoundLine(
    "commit",
    "",
    "Only the likeliest beam of the last layer continues.",
    "With one cache, only the beam with the lowest perplexity is the next input.",
)

FOREST_RUN = {**BEAMS, "warp": "row", "min_width": "3", "threshold": "0.3"}  # several beams continue as trees


BEAMS_ARE = "The draft extends texts (beams)."


def line(settings: Settings) -> str:
    """The method in one or two sentences, which depend on whether the width is fixed."""
    if isinstance(settings.get("width"), int):
        return f"{BEAMS_ARE} Each layer aims for {{kept}}."
    return f"{BEAMS_ARE} Both models decide how many beams each layer aims for."


def dsbd_round(settings: Settings) -> tuple[RoundLine, ...]:
    """The lines about a round. They say who drafts below which beam, how widths are determined, and which beams
    continue.
    """
    planned = CHOSEN_WIDTHS if settings["replacement"] else PLANNED_WIDTHS
    widths = planned if settings["width"] == "dynamic" else FIXED_WIDTHS
    forest = EVEN_FOREST if settings["draft_weights"] == "uniform" else FOREST
    return forest, widths, LAYERS, BEST_OF_LAYER if settings["one_cache"] else LAST_LAYER


# The purpose

GOAL = Aim(
    "Goal",
    "Goal: the best of several texts",
    ("The target alone: every pass adds one {unit} to each text.", "pass", "likeliest"),
    "Several texts (beams) grow side by side, because a single text may begin well but continue badly. The likeliest is chosen at the end. Alone, the target needs one pass per {unit}.",
    "Beam sampling: W beams grow together, each layer sampled from p_beam, and the beam of lowest perplexity is the output. Alone, the target needs one pass per layer.",
)
IDEA = Aim(
    "Idea",
    "Idea: check several layers in one pass",
    ("The draft guesses the beams ahead.", "draft: guesses", "one target pass"),
    "DSBD samples such beams with fewer target passes. The draft guesses up to {layers} of beams ahead, and one target pass checks them all.",
    "DSBD drafts a forest of up to γ = {gamma} layers from q_beam. One target pass verifies all layers, and adds one more if none fails.",
)
FALLS_SHORT = (
    "2 beams accepted; the layer aims for",
    "2 found: the round goes on",
    "1 missing: the round ends",
    "less choice: 1 text left",
)
CHOSEN = Aim(
    "Width",
    "Width: how many beams to aim for",
    ("Enough texts, and likely to be reached.", *FALLS_SHORT),
    "Some guesses will be rejected. So each layer aims for as many beams as it gets with a probability of at least {threshold:percent}. If it aimed for more, the round would often end there; with fewer, there would be less to choose from.",
    "W_L is the number of beams that layer l must accept. A larger W_L fails more often and ends the iteration; a smaller one leaves fewer beams. So W_L is the largest K with P(at least K accepted) ≥ t = {threshold}.",
)
FIXED = Aim(
    "Width",
    "Width: how many beams to aim for",
    ("Here the settings fix the width.", *FALLS_SHORT),
    "Some guesses will be rejected. Here every layer aims for {kept}, its width. If it aimed for more, the round would often end there; with fewer, there would be less to choose from.",
    "W_L is the number of beams that layer l must accept. A larger W_L fails more often and ends the iteration; a smaller one leaves fewer beams. Here, W_L = {width}.",
)
SERVES: Mapping[str, str] = {
    "draft": "One target pass can then check several layers.",
    "target": "One pass for all layers, instead of one per layer.",
    "shares": "Tests compare shares of all beams together.",
    "overlap": "The width follows from how likely acceptances are.",
    "ways": "The layer aims for beams that it will likely get.",
    "layer": "Many texts, but not so many that the round ends.",
    "verify": "Accepted beams are as if sampled by the target.",
    "left": "So beams keep the target’s probabilities.",
    "reset": "Every accepted beam is a new sample of the target.",
    "sampling": "One more layer without a pass, as wide as the last.",
    "orphaned": "Only the beams of the layer before are continued.",
    "residual": "The target samples the beams that the layer lacks.",
    "fill": "The target samples the beams that the layer lacks.",
    "bonus": "One more layer without a pass, as wide as the last.",
    "commit": "Beams as the target samples them, in fewer passes.",
}


def purpose(settings: Settings) -> Purpose:
    """The purpose of DSBD: beams as the target samples them, from fewer passes."""
    is_fixed = isinstance(settings["width"], int)
    layer = {"layer": "Every layer has as many texts to choose from."} if is_fixed else {}
    commit = {"commit": "The likeliest beam, often from fewer passes."} if settings["one_cache"] else {}
    return Purpose("beams", (GOAL, IDEA, FIXED if is_fixed else CHOSEN), {**SERVES, **layer, **commit})


DSBD = Story(
    method="dsbd",
    line=line,
    source=f"{papers.DSBD}, §3",
    round=dsbd_round,
    following=Next("The draft makes {draws} per layer, up to {layers} ahead.", "The draft guesses again."),
    purpose=purpose,
    reasons={
        "ratio": BEAM_RATIO,
        "residual_ratio": BEAM_RESIDUAL_RATIO,
        "width_reached": WIDTH_REACHED,
        "failed_layer": FAILED_LAYER,
        "finished_layer": FINISHED_LAYER,
        "lost_parent": LOST_PARENT,
        "draw": BEAM_SAMPLED,
    },
    rejection=rejections.RESIDUAL_RATIO,
    steps={"input": start_step(ForestStart), "draft": draft_step(ForestDraft), "layer": LAYER},
    layers=(WIDTH, DRAFT_WEIGHTS),
    why={
        "dynamic_width": Because(
            "if the beams and widths so far are taken as given",
            "W_L is computed from p and q; given the beams and widths so far, each layer is beam sampling of width W_L",
        ),
        "one_cache": Because(
            "only one beam continues, and its choice depends on the outcome",
            "only the beam of lowest perplexity continues, so the next input depends on the outcome",
        ),
    },
    counts_draws=True,
    gallery=(
        Bundled(
            name="dsbd-layers",
            note="DSBD: each layer is as wide as the models’ agreement allows",
            figure=True,
        ),
        Bundled(
            name="dsbd-widths",
            note="DSBD: the models’ agreement decides each layer’s width",
            figure=True,
        ),
        Bundled(
            name="dsbd",
            note="A draft forest with a new width for every layer",
            settings=FOREST_RUN,
            prompt=SHEEP,
        ),
        Bundled(
            name="dsbd-fixed",
            note="Fixed width three, warped together: beams soon become equal",
            settings={**BEAMS, "width": "3"},
            prompt=SHEEP,
        ),
        Bundled(
            name="dsbd-distinct",
            note="Draft beams sampled without replacement",
            settings={**FOREST_RUN, "replacement": "false"},
            prompt=SHEEP,
        ),
        Bundled(
            name="dsbd-figure-2",
            note="DSBD Figure 2: a rejected beam, its orphan, a residual beam",
            figure=True,
        ),
    ),
)
STORIES = (DSBD,)
