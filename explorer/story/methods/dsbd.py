"""What is said of DSBD: draft forests below several beams, and a width for every layer (Qin et al. 2024)."""

from collections import defaultdict
from collections.abc import Mapping

from decoders.methods.dsbd.forest import DraftWeightsLayer
from decoders.methods.dsbd.recording import WidthLayer
from explorer.story.common import papers
from explorer.story.common.beams import EXACT_BEAM, PLAIN_BEAM
from explorer.story.common.bundled import BEAMS, SHEEP
from explorer.story.common.ratio_test import (
    COIN,
    DICE,
    GREEDY_NUMBERS,
    NO_DICE,
    NUMBERS,
    ROUNDING,
    THROWN,
    WARPED,
    RatioTest,
    exact_ratio_case,
    ratio_case,
)
from explorer.story.common.steps import SHOWN, Draft, Start, draft_step, start_step
from explorer.story.draft import beyond_window
from explorer.story.facts import Facts
from explorer.story.numbers import NOISE, chance, every, number, plural
from explorer.story.story import Because, Bundled, Fact, LayerStory, Next, RoundLine, Settings, StepWording, Story
from explorer.story.views import LayerView, StepView, Together, VerdictView, compared, layer_says, says
from explorer.story.wording import EXACT, Wording


def width_layer(facts: Facts, layer: int | None) -> WidthLayer | None:
    """The record of a layer of beams."""
    return facts.layer(WidthLayer, layer=layer)


# Tests


class BeamTest(RatioTest):
    """u < min(1, p/q) or min(1, p′/q), for one beam with one token among all beams."""

    @property
    def again(self) -> str:
        """That what rejections had taken off the target's chances is back, as a beam was kept after them."""
        return "; its full chance counts again, as one was kept" if self.facts.rejected_since(self.verdict)[1] else ""

    @property
    def after(self) -> str:
        """The rejections since the last acceptance."""
        return "the rejection before it" if self.facts.rejected_since(self.verdict)[0] == 1 else "the rejections"

    @property
    def still(self) -> Together | None:
        """What rejections have left of p, and q, as they compare."""
        return compared(self.verdict.p_used, self.q)

    @property
    def grown(self) -> str:
        """What q was at first, where draws or parents that are gone have made it larger."""
        first, left = self.facts.first_share(self.verdict), self.verdict.q_left
        if first is not None:
            return f" ({chance(first)} at first)"
        if left is None or left > 1 - NOISE or self.q is None:
            return ""
        return f" ({chance(self.q * left)} before the earlier draws were taken out)"


BECOMES = "the beam is {decision}"
LEFT_NUMBERS = f"{THROWN}min(1, p′/q) = min(1, {{verdict.p_used}}/{{q}}) = {{a}}, so "
BEAM_COIN = {
    **COIN,
    "never.cut.one": f"the target never says it here: its {{cut}} cut leaves only another continuation of the beams{NO_DICE}",
    "never.cut.left": f"the target never says it here: its {{cut}} cut leaves {{left}} other continuations of the beams{NO_DICE}",
}
BEAM_RATIO = Wording(
    view=BeamTest,
    case=exact_ratio_case,
    plain_case=ratio_case,
    plain={
        **BEAM_COIN,
        "coin": f"{DICE}[: of all beams the target gives it {{weighed.left}}, the draft gave it {{weighed.right}}{{grown}}]{{again}}",
        "sure": "of all beams, the target finds this one at least as likely as the draft did: kept for certain{again}",
        "sure.alike": "of all beams, the target finds this one as likely as the draft did ({p}): kept for certain{again}",
        "sure.likelier": "of all beams, the target finds this one likelier than the draft did ({likelier.left}, not {likelier.right}): kept for certain{again}",
    },
    exact={
        "coin": f"{NUMBERS}{BECOMES}",
        "coin.rounding": f"{NUMBERS}{BECOMES}{ROUNDING}",
        "greedy": f"{GREEDY_NUMBERS}{BECOMES}",
    },
)
BEAM_RESIDUAL_RATIO = Wording(
    view=BeamTest,
    case=exact_ratio_case,
    plain_case=ratio_case,
    plain={
        **BEAM_COIN,
        "coin": f"{DICE}[: of all beams the target has {{weighed.left}} left for it, the draft gave it {{weighed.right}}{{grown}}]{{again}}",
        "sure": "after {after} the target has at least the draft’s chance left for it[ ({still.left}, not {still.right})]: kept for certain",
    },
    exact={
        "coin": f"{LEFT_NUMBERS}{BECOMES}",
        "coin.rounding": f"{LEFT_NUMBERS}{BECOMES}{ROUNDING}",
        "greedy": f"{WARPED}min(1, p′/q) = {{a}}, so {BECOMES}",
    },
)


class Untested(VerdictView):
    """A draft that was never tested, as its layer had all beams or an earlier layer was the last."""

    @property
    def width(self) -> int:
        """How many beams its layer asks for; 0 where that is not recorded."""
        layer = width_layer(self.facts, self.verdict.layer)
        return layer.width if layer else 0

    @property
    def last(self) -> int:
        """The last layer that was decided before its own."""
        own = self.verdict.layer or 1 << 30
        numbers = [layer.layer for layer in self.facts.layers if isinstance(layer, WidthLayer)]
        return max((number for number in numbers if number < own), default=0)


WIDTH_REACHED = Wording(
    view=Untested,
    case=lambda untested: "several" if untested.width > 1 else "",
    plain={
        "": "one beam was kept before it, all that this layer wants",
        "several": "{width} beams were kept before it, all that this layer wants",
    },
    exact={"": "{width:beam} {width:was/were} already accepted in this layer, so this one is not tested"},
)
FAILED_LAYER = Wording(
    view=Untested,
    plain={"": "layer {last} kept too few beams, and testing ends there"},
    exact={"": "layer {last} failed, so this one is not tested"},
)
FINISHED_LAYER = Wording(
    view=Untested,
    plain={"": "layer {last} left only beams that have ended, and testing ends there"},
    exact={"": "layer {last} left only finished beams, so this one is not tested"},
)
LOST_PARENT = says(
    plain="the beam it continues was not kept, so it goes as well",
    exact="its parent was not accepted, so it is dropped and q is renormalised over the rest",
)

# Beams that the target draws


class DrawnBeam(VerdictView):
    """A beam that the target drew itself."""

    @property
    def record(self) -> WidthLayer | None:
        """The record of its layer."""
        return width_layer(self.facts, self.verdict.layer)

    @property
    def width(self) -> int:
        """How many beams the layer asks for."""
        return self.record.width if self.record else 0

    @property
    def accepted(self) -> int:
        """How many drafts of the layer were accepted."""
        return self.record.accepted if self.record else 0

    @property
    def end(self) -> str:
        """Where drafting ends."""
        window = beyond_window(self.facts.header, self.facts.iteration)
        return "the length limit" if window is None else f"the end of the draft’s context ({window:,} tokens)"


def drawn_case(drawn: DrawnBeam) -> str:
    """What is drawn, and why the layer has too few beams."""
    if drawn.decision not in ("residual", "fill", "bonus"):
        return "no_drafts" if drawn.record else plain_drawn_case(drawn)
    if not drawn.record or not drawn.record.candidates:
        return f"{drawn.decision}.no_candidate"
    return f"{drawn.decision}.one" if drawn.width == 1 else drawn.decision


def plain_drawn_case(drawn: DrawnBeam) -> str:
    """The same in the plain voice."""
    if drawn.decision not in ("residual", "fill", "bonus"):
        return "beam.stays" if drawn.facts.stays(drawn.verdict) else "beam"
    if drawn.record and not drawn.record.candidates:
        return f"{drawn.decision}.no_candidate"
    return drawn.decision if drawn.accepted else f"{drawn.decision}.none_kept"


HAD = "[ (chance {used})]"
JOINTLY = "where this beam with this token had {used}"
BEAM_DRAWN = Wording(
    view=DrawnBeam,
    case=drawn_case,
    plain_case=plain_drawn_case,
    plain={
        "residual": f"only {{accepted}} of the {{width:beam}} wanted {{accepted:was/were}} kept; this one is drawn from what the rejections left of the target’s chances{HAD}",
        "residual.none_kept": f"no draft was kept; this one is drawn from what the rejections left of the target’s chances{HAD}",
        "residual.no_candidate": f"no candidate was left; this one is drawn from what the rejections left of the target’s chances{HAD}",
        "fill": f"only {{accepted}} of the {{width:beam}} wanted {{accepted:was/were}} kept; this one is drawn by the target’s own chances{HAD}",
        "fill.none_kept": f"no draft was kept; this one is drawn by the target’s own chances{HAD}",
        "fill.no_candidate": f"no candidate was left; this one is drawn by the target’s own chances{HAD}",
        "bonus": f"every drafted layer was kept, and the same pass has told what comes next{HAD}",
        **PLAIN_BEAM,
    },
    exact={
        "residual": f"only {{accepted}} of {{width}} beams were accepted, so this one is drawn from p′, what the rejected beams left of p_beam, {JOINTLY}",
        "residual.one": f"the one beam that was asked for was not accepted, so it is drawn from p′, what the rejected beams left of p_beam, {JOINTLY}",
        "residual.no_candidate": f"no candidate was left, so this beam is drawn from p′, what the rejected beams left of p_beam, {JOINTLY}",
        "fill": f"only {{accepted}} of {{width}} beams were accepted, so this one is drawn from p_beam, {JOINTLY}",
        "fill.one": f"the one beam that was asked for was not accepted, so it is drawn from p_beam, {JOINTLY}",
        "fill.no_candidate": f"no candidate was left, so this beam is drawn from p_beam, {JOINTLY}",
        "bonus": f"every drafted layer succeeded, so this beam is drawn from p_beam, {JOINTLY}",
        "no_drafts": f"nothing can be drafted before {{end}}, so this beam is drawn from p_beam, {JOINTLY}",
        **EXACT_BEAM,
    },
)

# Widths


class Width(LayerView[WidthLayer]):
    """A layer's width W_L, and why it is that (DSBD Eqs 2–7)."""

    @property
    def width(self) -> int:
        """W_L."""
        return self.of.width

    @property
    def candidates(self) -> int | None:
        """How many drafts are tested; None if there are none."""
        return self.of.candidates or None

    @property
    def accepted(self) -> int:
        """How many of them were accepted."""
        return self.of.accepted

    @property
    def orphaned(self) -> int:
        """How many drafts lost their parents."""
        return self.of.orphaned or 0

    @property
    def tilde(self) -> int:
        """W̃_L, the largest width that is likely enough; 0 where there is none."""
        return self.of.width_tilde or 0

    @property
    def min_width(self) -> int | None:
        """W_min."""
        return self.of.min_width

    @property
    def t(self) -> float | None:
        """The probability that a width has to reach; None where the width is fixed."""
        return self.of.threshold

    def at_least(self, beams: int) -> float:
        """The probability that so many drafts are accepted, or more."""
        return self.of.at_least[beams] if beams < len(self.of.at_least) else 0.0

    @property
    def own(self) -> float | None:
        """The probability that W_L or more are accepted; None where it was not predicted."""
        return self.at_least(self.width) if self.of.at_least else None

    @property
    def own_listed(self) -> float | None:
        """The same, where W_L is not more than the probabilities are about."""
        return self.of.at_least[self.width] if self.width < len(self.of.at_least) else None

    @property
    def reached(self) -> float:
        """The probability that W̃_L or more are accepted."""
        return self.at_least(self.tilde)

    @property
    def next(self) -> int:
        """One more than W̃_L."""
        return self.tilde + 1

    @property
    def next_reached(self) -> float:
        """The probability that so many are accepted."""
        return self.at_least(self.next)

    @property
    def drafts(self) -> int:
        """How many drafts the probabilities are about: candidates, or all W_S drawn without replacement."""
        return len(self.of.at_least) - 1

    @property
    def counted(self) -> str:
        """The same with their noun."""
        return f"{self.drafts} {'candidates' if self.drafts == self.of.candidates else 'drafts, orphans included,'}"

    @property
    def more(self) -> int:
        """One more than W_L."""
        return self.width + 1

    @property
    def more_kept(self) -> float | None:
        """The probability that so many are accepted; None where there are not as many."""
        return self.of.at_least[self.more] if self.more < len(self.of.at_least) else None

    @property
    def all_beams(self) -> str:
        """The W_L beams."""
        return "the beam" if self.width == 1 else every(self.width, "beam")

    @property
    def candidates_left(self) -> str:
        """The candidates, and how many drafts are none."""
        candidates, lost = plural(self.of.candidates or 0, "candidate"), self.orphaned
        if not lost:
            return f"Of {candidates}"
        whose = "its parent" if lost == 1 else "their parents"
        return f"{plural(lost, 'guess')} lost {whose} (shares are taken anew); of {candidates} left"

    @property
    def tail_sum(self) -> str:
        """The sum that P(at least K) is."""
        return "Σ_{k ≥ K}"

    @property
    def simulated(self) -> str | None:
        """That probabilities were simulated, and how exactly."""
        if self.of.prediction != "simulated":
            return None
        exactly = "" if self.of.error is None else f"; standard error {number(self.of.error)}"
        return f"simulated{exactly}"

    @property
    def why(self) -> str:
        """Why the width is what it is."""
        return WHY.say(self.of, self.voice)


def why_case(layer: Width) -> str:
    """How the width came about."""
    if not layer.candidates:
        return f"bare.{layer.of.outcome}"
    if layer.t is None:
        return "fixed" if layer.of.at_least else "fixed.unpredicted"
    if layer.of.width_tilde is None or layer.of.prediction == "none":
        return "planned"
    if layer.width > layer.tilde:
        return "least" if layer.of.at_least else "least.unpredicted"
    return "largest" if layer.tilde < layer.drafts else "largest.all"


def plain_why_case(layer: Width) -> str:
    """The same in the plain voice."""
    if not layer.candidates:
        return f"bare.{layer.of.outcome}"
    if layer.width > layer.candidates:
        return "short"
    if layer.t is None:
        return "fixed"
    if layer.own_listed is None:
        return "unpredicted"
    return "least" if layer.width > layer.tilde else "largest"


SIMULATED = "[ ({simulated})]"
OWN = "{width} or more are kept with a chance of {own_listed}"
WHY = Wording(
    view=Width,
    case=why_case,
    plain_case=plain_why_case,
    plain={
        "bare": "No candidate is left: the target draws all beams itself",
        "bare.extra": "Every drafted layer was kept, so the target draws one more by itself",
        "bare.final": "Nothing could be drafted here: the target draws all beams itself",
        "short": "{width:beam} are wanted, more than there are candidates: the target draws the rest",
        "fixed": f"The settings ask for {{width:beam}}[: {OWN}]",
        "unpredicted": "How many beams will be kept is not predicted here",
        "least": f"The least that the settings allow, though {OWN}, less than the {{t}} asked for",
        "largest": f"As many as are likely enough: {OWN}, and {{t}} is asked for",
    },
    exact={
        "bare": "No candidate is left ({orphaned:draft} lost their parents): all are drawn from p",
        "bare.extra": "Every drafted layer succeeded, so one more is drawn, from p alone",
        "bare.final": "Nothing could be drafted here: all beams are drawn from p",
        "fixed": f"W_L = {{width}} is fixed by the settings. The chance that at least {{width}} of the {{counted}} are accepted is {{own:number}}{SIMULATED}",
        "fixed.unpredicted": "W_L = {width} is fixed by the settings; how many will be accepted is not predicted here",
        "planned": "W_L = {width}, planned as if drafts were drawn with replacement: no prediction is made here",
        "least": f"No K from W_min = {{min_width}} on is reached with a chance ≥ t = {{t:number}}, so W_L = W_min = {{width}} is kept although its own chance, {{own:number}}, is below t{SIMULATED}",
        "least.unpredicted": f"No K from W_min = {{min_width}} on is reached with a chance ≥ t = {{t:number}}, so W_L = W_min = {{width}} is kept although its own chance is below t{SIMULATED}",
        "largest": f"K = {{tilde}} is the largest number that at least K of the {{counted}} reach with a chance ≥ t = {{t:number}}: the chance is {{reached:number}}; for K = {{next}} it is {{next_reached:number}}. So W_L = {{width}}{SIMULATED}",
        "largest.all": f"K = {{tilde}} is the largest number that at least K of the {{counted}} reach with a chance ≥ t = {{t:number}}: the chance is {{reached:number}}, and there are no more. So W_L = {{width}}{SIMULATED}",
    },
)


def came_case(layer: Width) -> str:
    """What came of the candidates."""
    if not layer.candidates:
        return ""
    return "succeeded" if layer.of.outcome == "succeeded" else "failed"


CAME = Wording(
    view=Width,
    case=came_case,
    plain={
        "": "",
        "succeeded": "It came out: {accepted} kept, as many as were asked for",
        "failed": "It came out: {accepted} kept, fewer than the {width} asked for; the layer ends the round",
    },
    exact={
        "": "",
        "succeeded": "It came out: {accepted} accepted, as many as were asked for",
        "failed": "It came out: {accepted} accepted, fewer than the {width} asked for; the layer ends the iteration",
    },
)
TAILS = Wording(
    view=Width,
    case=lambda layer: "fixed" if layer.t is None else "dynamic",
    plain={
        "fixed": "The chance that so many candidates or more are kept",
        "dynamic": "The chance that so many candidates or more are kept; the line is the chance that is asked for",
    },
    exact={
        "fixed": "P(at least K): the chance that K or more of the candidates are accepted",
        "dynamic": "P(at least K) = {tail_sum} P(m, k) against t; hollow bars do not reach it",
    },
)
WIDTH = LayerStory(
    kind=WidthLayer,
    title=Wording(
        view=Width,
        plain={"": "Layer {layer}: {width:beam}[ of {candidates:candidate}] wanted"},
        exact={"": "Layer {layer}: W_L = {width}[ of {candidates:candidate}]"},
    ),
    facts=(
        Fact("W_L", "width"),
        Fact("W̃_L", "width_tilde"),
        Fact("W_min", "min_width"),
        Fact("t", "threshold"),
        Fact("m, candidates", "candidates"),
        Fact("orphaned", "orphaned"),
        Fact("β", "beta"),
        Fact("predicted success", "predicted"),
        Fact("its standard error", "error"),
        Fact("prediction", "prediction"),
        Fact("layer", "outcome", late=True),
        Fact("accepted", "accepted", late=True),
        Fact("unused", "unused", late=True),
    ),
    names=("wanted", "", "the chance asked for"),
    symbols=True,
    said={"why": Wording(view=Width, plain={"": "{why}."}, exact={"": "{why}."}), "came": CAME, "tails_say": TAILS},
    exact_only={
        "alpha": "α_j = Σ min(p_j, q): the chance that a candidate is accepted after j − 1 rejections in a row since the last acceptance",
        "table": "P(m, k): the chance that k of the first m candidates are accepted. The framed row is the one summed above",
    },
)
DRAFT_WEIGHTS = LayerStory(
    kind=DraftWeightsLayer,
    title=layer_says(plain="Weights of the draft beams", exact="Weights of the draft beams"),
    caption=layer_says(
        plain="The draft finds none of the beams possible, so all weigh the same in this round",
        exact="No input beam is possible under q, so all weigh the same in this iteration",
    ),
)


class LayerStart(StepView):
    """The step in which a layer's width is chosen."""

    @property
    def wide(self) -> Width | None:
        """The layer, with what is said of it."""
        layer = width_layer(self.facts, self.layer)
        return Width(layer, self.voice) if layer else None

    @property
    def name(self) -> str:
        """The step in a few words."""
        layer = width_layer(self.facts, self.layer)
        width, of = (layer.width, layer.candidates) if layer else (None, None)
        return f"Layer {self.layer}: width {'–' if width is None else width} of {'–' if of is None else of}"


def layer_case(start: LayerStart) -> str:
    """How the width came about."""
    layer = start.wide
    if layer is None:
        return "unrecorded"
    if not layer.candidates:
        return "drawn"
    if layer.own_listed is None:
        return "tested"
    if layer.t is None:
        return "tested.fixed"
    return "tested.least" if layer.width > layer.tilde else "tested.largest"


WANTED = "{wide.candidates_left} {wide.width:beam} {wide.width:is/are} wanted"
MORE = "the chance that {wide.width} or more are kept is {wide.own_listed}"
UNTIL = "They are tested in turn until {wide.width} {wide.width:is/are} kept"
LAYER = StepWording(
    title=Wording(view=LayerStart, plain={"": "{name}"}, exact={"": "{name}"}),
    ahead=lambda _, step: "Layer" if step.layer is None else f"Layer {step.layer}",
    sentence=Wording(
        view=LayerStart,
        case=layer_case,
        plain={
            "unrecorded": "How many beams this layer wants was not recorded",
            "drawn": "No candidate is left here: the target draws {wide.all_beams} itself",
            "tested": f"{WANTED}. {UNTIL}",
            "tested.fixed": f"{WANTED}, a fixed number; {MORE}. {UNTIL}",
            "tested.least": f"{WANTED}, the least allowed, though {MORE}, below the {{wide.t}} asked for. {UNTIL}",
            "tested.largest": f"{WANTED}: {MORE}, and {{wide.t}} is asked for[; {{wide.more}} or more: {{wide.more_kept}}, too little]. {UNTIL}",
        },
        exact={
            "unrecorded": "{name}: This layer's width was not recorded",
            "drawn": "{name}: {wide.why}",
            "tested": "{name}: {wide.why}. Tested in turn until {wide.width} are accepted or none is left",
        },
    ),
)


class ForestStart(Start):
    """Where a round of a forest starts."""

    @property
    def shares(self) -> str | None:
        """How much the input beams weigh in the draft's first draws, where the whole distribution was recorded."""
        weights, nodes = input_weights(self.facts), self.step.nodes[:SHOWN]
        named = ", ".join(f"{self.facts.word(node)} {chance(weights.get(node, 0.0))}" for node in nodes)
        return named if weights else None


def input_weights(facts: Facts) -> Mapping[int, float]:
    """What share of the draft's first draws falls below each input beam; empty if not all of it was recorded."""
    first, laws = width_layer(facts, 1), facts.iteration.distributions
    places = [place for each in facts.in_layer.get(1, ()) for place in each.distributions if place < len(laws)]
    law = next((laws[place] for place in places if laws[place].kind == "q_beam"), None)
    if law is None or law.rest > 1e-6 or first is None or not first.inputs or not law.base:
        return {}
    weights = defaultdict[int, float](float)
    for joint, mass in law.top:
        weights[first.inputs[joint // law.base]] += mass
    return weights


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


# A round

FOREST = RoundLine(
    "draft",
    "pending",
    "The draft continues the beams: {draws} for each of up to {layers}, more under likelier beams.",
    "W_S = {draft_width} draws from q_beam a layer{replacing}, γ = {gamma} layers.",
)
CHOSEN_WIDTHS = RoundLine(
    "check",
    "",
    "The big target model reads all guesses in one pass and tells its own chances at every place. Both models’ chances say how many beams a layer should keep.",
    "One target pass gives p after every draft; W_L is the largest K with P(at least K) ≥ t = {threshold}, and W_min = {min_width} or more.",
)
PLANNED_WIDTHS = RoundLine(
    "check",
    "",
    "The big target model reads all guesses in one pass and tells its own chances at every place. Both models’ chances say how many beams a layer should keep.",
    "One target pass gives p after every draft; W_L is planned with the chances of draws with replacement, t = {threshold}, W_min = {min_width}.",
)
FIXED_WIDTHS = RoundLine(
    "check",
    "",
    "The big target model reads all guesses in one pass and tells its own chances at every place. Every layer is to keep {kept}.",
    "One target pass gives p after every draft; W_L = {width} in every layer.",
)
LAYERS = RoundLine(
    "decide",
    "accepted rejected unused orphaned residual fill bonus",
    "Layer by layer, guesses are tested in turn, by dice, until enough are kept. If too few are, the target draws the others and the round ends; if no layer fails, it adds one more.",
    "Accept if u < min(1, p′/q_beam); rejected: p′ ← norm(max(p′ − q_beam, 0)). Too few: one from p′, the others from p_beam. No layer failed: W_L more from p_beam.",
)
LAST_LAYER = RoundLine(
    "commit",
    "",
    "The beams of the last layer are where the next round starts.",
    "The last layer’s beams are the next inputs.",
)
BEST_OF_LAYER = RoundLine(
    "commit",
    "",
    "Only the likeliest beam of the last layer goes on.",
    "One cache: the beam of lowest perplexity is the next input.",
)

FOREST_RUN = {
    **BEAMS,
    "warp": "row",
    "min_width": "3",
    "threshold": "0.3",
}  # several beams stay alive: trees side by side


def line(settings: Settings) -> str:
    """What the method does, in a line."""
    if isinstance(settings.get("width"), int):
        return "Drafts grow under several beams; every layer keeps {width}."
    return "Drafts grow under several beams; the target picks how many each layer keeps."


def dsbd_round(settings: Settings) -> tuple[RoundLine, ...]:
    """The lines of a round: how widths are found, and which beams go on."""
    planned = CHOSEN_WIDTHS if settings["replacement"] else PLANNED_WIDTHS
    widths = planned if settings["width"] == "dynamic" else FIXED_WIDTHS
    return FOREST, widths, LAYERS, BEST_OF_LAYER if settings["one_cache"] else LAST_LAYER


DSBD = Story(
    method="dsbd",
    line=line,
    source=f"{papers.DSBD}, §3",
    round=dsbd_round,
    following=Next("the draft makes {draws} a layer, up to {layers} ahead", "the draft guesses again"),
    reasons={
        "ratio": BEAM_RATIO,
        "residual_ratio": BEAM_RESIDUAL_RATIO,
        "width_reached": WIDTH_REACHED,
        "failed_layer": FAILED_LAYER,
        "finished_layer": FINISHED_LAYER,
        "lost_parent": LOST_PARENT,
        "draw": BEAM_DRAWN,
    },
    rejection="the coin u was not below p/q, after a rejection p′/q",
    steps={"input": start_step(ForestStart), "draft": draft_step(ForestDraft), "layer": LAYER},
    layers=(WIDTH, DRAFT_WEIGHTS),
    why={
        "dynamic_width": Because(
            "given the width that it chose",
            "the width follows from p and q; given the beams and widths so far, a layer is beam sampling of its width",
        ),
        "one_cache": Because(
            "only one beam goes on, and it is chosen by how it turned out",
            "only the beam of lowest perplexity goes on, which is chosen by its outcome",
        ),
    },
    counts_draws=True,
    gallery=(
        Bundled(
            name="dsbd",
            note="A forest of drafts, and a width chosen for every layer",
            settings=FOREST_RUN,
            prompt=SHEEP,
        ),
        Bundled(
            name="dsbd-fixed",
            note="A fixed width of three, and beams warped together, as the paper has it: they soon agree",
            settings={**BEAMS, "width": "3"},
            prompt=SHEEP,
        ),
        Bundled(
            name="dsbd-distinct",
            note="Draft beams drawn without replacement: no child of a beam is drawn twice",
            settings={**FOREST_RUN, "replacement": "false"},
            prompt=SHEEP,
        ),
        Bundled(
            name="dsbd-figure-2",
            note="DSBD Figure 2: a rejected beam, its orphan, and the beam drawn from the residual",
            figure=True,
        ),
    ),
)
STORIES = (DSBD,)
