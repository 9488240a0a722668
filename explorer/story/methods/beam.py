"""The page's texts on beam search and beam sampling, in which the target writes several texts side by side, without
a draft.
"""

import math
from collections.abc import Sequence

from decoders.core.record import Iteration
from decoders.methods.beam import BeamsLayer, MemoryLayer
from explorer.story.common import papers
from explorer.story.common.beams import EXACT_BEAM, PLAIN_BEAM
from explorer.story.common.bundled import BEAMS as SAMPLED_BEAMS
from explorer.story.common.decisions import SHOWN
from explorer.story.common.own_token import OWN_TOKEN, OwnToken, own_case, plain_own_case
from explorer.story.common.rejections import not_the_targets
from explorer.story.common.rounds import BEAMS, DISTINCT_BEAMS, DRAWN_BEAMS, GO_ON, TOP_BEAMS
from explorer.story.common.steps import Commit, Own, commit_step, own_step
from explorer.story.facts import known
from explorer.story.numbers import percent
from explorer.story.story import Bundled, EndBeam, Fact, LayerStory, Next, Settings, Story
from explorer.story.views import VerdictView, layer_says
from explorer.story.wording import Wording

EXTENDS_BEAMS = Next("The target reads the prompt in one pass and starts {kept}.", "The target extends every beam.")


class SampledBeam(OwnToken):
    """A beam, or a token, that the target sampled."""

    @property
    def left(self) -> float | None:
        """The beam's share of p_beam after the beams sampled before it were removed; None if no beam was removed, or if
        the sum is unknown.
        """
        if _replaces(self.facts.settings) or self.used is None:
            return None
        verdicts = self.facts.iteration.verdicts
        before = [each.p_used for each in verdicts[: verdicts.index(self.verdict)] if each.rule == self.verdict.rule]
        gone = sum(p for p in before if p is not None)
        return min(1.0, self.used / (1 - gone)) if before and gone < 1 else None


def sampled_case(beam: SampledBeam) -> str:
    """Choose the case of a beam by whether it was sampled, and whether it was finished. A verdict without an entry is
    about a token.
    """
    if beam.is_greedy or not beam.is_beam:
        return own_case(beam)
    if beam.facts.stays(beam.verdict):
        return "beam.stays"
    return "beam" if beam.left is None else "beam.left"


def plain_sampled_case(beam: SampledBeam) -> str:
    """Choose the case of a beam in the plain voice."""
    return plain_own_case(beam) if beam.is_greedy or not beam.is_beam else sampled_case(beam)


SAMPLED = Wording(
    view=SampledBeam,
    case=sampled_case,
    plain_case=plain_sampled_case,
    plain={
        **OWN_TOKEN.plain,
        **PLAIN_BEAM,
        "beam.left": "The target samples a beam that ends in {word}. It has {left} of the remaining probability.",
    },
    exact={
        **OWN_TOKEN.exact,
        **EXACT_BEAM,
        "beam.left": "{word} is sampled from p_beam without replacement. Its probability among the remaining (beam, token) pairs is {left} (p_beam = {used}[; the whole beam has log p = {logp:signed}]).",
    },
)


class TopBeam(VerdictView):
    """A beam of beam search: one of the W with the highest score."""

    @property
    def width(self) -> int | None:
        """The number of beams, W; None if it was not recorded."""
        return self.facts.settings.get("width")

    @property
    def number(self) -> int:
        """The number of beams, W; 0 if it was not recorded."""
        return self.width or 0

    @property
    def score(self) -> str:
        """The score by which beams are ranked."""
        penalty = self.facts.number("length_penalty", 0)
        return f"log p / length^{penalty:g}" if penalty else "log p"


def top_case(beam: TopBeam) -> str:
    """Choose the case by whether the beam was finished or grew, and whether it is the only one."""
    if beam.facts.stays(beam.verdict):
        return "stays"
    return "grows.one" if beam.number == 1 else "grows"


OVER_BEAMS = "[. It has {p} of the total probability of all beams]."
HIGHEST = "with the highest {score} ([log p = {logp:signed}, ]p_beam = {p})."
TOP = Wording(
    view=TopBeam,
    case=top_case,
    plain={
        "stays": "The beam that ends in {word} is finished and is still one of the likeliest.",
        "grows": f"The beam that ends in {{word}} is chosen because it is one of the {{number}} likeliest{OVER_BEAMS}",
        "grows.one": f"The beam that ends in {{word}} is chosen because it is the likeliest{OVER_BEAMS}",
    },
    exact={
        "stays": f"{{word}} stays: the finished beam is among the W = {{width}} beams {HIGHEST}",
        "grows": f"{{word}} is chosen: it ends one of the W = {{width}} beams {HIGHEST}",
        "grows.one": f"{{word}} is chosen: it ends the beam {HIGHEST}",
    },
)


class OwnBeam(Own):
    """The step in which the target samples or chooses a beam."""

    @property
    def beam(self) -> str:
        """The beam, named by its number within the layer."""
        return f"Beam {self.place}" if self.facts.layer(BeamsLayer) else super().beam


class Ranked(Commit):
    """The beams at the end of a round. The beams are ranked if the probability of each beam, from the end of the prompt
    on, is known.
    """

    @property
    def ranking(self) -> str | None:
        """The likeliest beams, with their probabilities."""
        possible = [beam for beam in self.facts.iteration.final.beams if known(beam.logp) is not None]
        if len(possible) < 2 or self.unit == "token":
            return None
        ranked = sorted(possible, key=lambda beam: -beam.logp)
        first, *others = (
            f"{self.facts.written(beam.tokens)} ({percent(math.exp(beam.logp))})" for beam in ranked[:SHOWN]
        )
        return f"{first} is the likeliest so far, ahead of {' and '.join(others)}"


def missed_by_greedy(unit: str, beams: Sequence[EndBeam], first: Iteration) -> list[tuple[str, str]]:
    """A row of the end card about greedy decoding; no row if greedy decoding would begin with the same token as the
    likeliest text.

    The first round starts from one beam, so in this round p_beam is the target's p. `beams` are the final beams, the
    likeliest first. Beam search may have dropped an even likelier text that begins with the token of greedy decoding.
    """
    p_beam = next((each for each in first.distributions if each.kind == "p_beam"), None)
    if not beams or p_beam is None or not p_beam.top or sum(node.role == "input" for node in first.nodes) != 1:
        return []
    probs = dict(p_beam.top)
    greedy, best = max(probs, key=lambda token: probs[token]), beams[0]
    rival = next((beam for beam in beams if beam.tokens[:1] == (greedy,)), None)
    if rival is None or rival is best or not probs.keys() & set(best.tokens[:1]):
        return []
    if any(known(beam.logp) is None or beam.text is None for beam in (rival, best)):
        return []
    texts = [f"“{beam.text}” ({percent(math.exp(beam.logp))})" for beam in (rival, best)]
    starts = f"{percent(probs[greedy])} instead of {percent(probs[best.tokens[0]])}"
    said = (
        f"It would start with the likelier {unit} ({starts}). The best text with that start is {texts[0]}, less likely "
        f"than {texts[1]}."
    )
    return [("greedy decoding", said)]


def _replaces(settings: Settings) -> bool:
    return bool(settings.get("replacement", True))


OWN_BEAM = own_step(OwnBeam)
LAYERS = (
    LayerStory(
        kind=BeamsLayer,
        facts=(
            Fact("W", "width"),
            Fact("candidates", "candidates"),
            Fact("resulting beams", "accepted", late=True),
        ),
        symbols=True,
    ),
    LayerStory(
        kind=MemoryLayer,
        title=layer_says(plain="Memory", exact="KV cache"),
        facts=(Fact("KV tokens, shared cache", "kv_distinct"), Fact("KV tokens, one cache per beam", "kv_per_beam")),
    ),
)
BEAM_SEARCH = Story(
    method="beam-search",
    line="The target extends the few likeliest texts (beams) side by side, {unit} by {unit}.",
    source=f"The classic algorithm, as in {papers.DSBD}, §2.1",
    round=lambda settings: (BEAMS, TOP_BEAMS, GO_ON),
    following=EXTENDS_BEAMS,
    reasons={"top_beams": TOP, "draw": SAMPLED, "argmax": OWN_TOKEN},
    rejection=not_the_targets,
    steps={"drawn": OWN_BEAM, "greedy": OWN_BEAM, "chosen": OWN_BEAM, "commit": commit_step(Ranked)},
    layers=LAYERS,
    card=missed_by_greedy,
    gallery=(
        Bundled(name="beam-search", note="The four likeliest texts side by side", settings={"width": "4"}),
        Bundled(
            name="dsbd-figure-1",
            note="DSBD Figure 1: beam search finds a likelier word than greedy",
            figure=True,
        ),
    ),
)
BEAM_SAMPLING = Story(
    method="beam-sampling",
    line="The target samples several texts (beams) side by side. Likelier texts are sampled more often.",
    source=f"{papers.DSBD}, Eq. 1; Shi et al. 2024, A Thorough Examination of Decoding Methods in the Era of LLMs",
    round=lambda settings: (BEAMS, DRAWN_BEAMS if _replaces(settings) else DISTINCT_BEAMS, GO_ON),
    following=EXTENDS_BEAMS,
    reasons={"top_beams": TOP, "draw": SAMPLED, "argmax": OWN_TOKEN},
    rejection=not_the_targets,
    steps={"drawn": OWN_BEAM, "greedy": OWN_BEAM, "chosen": OWN_BEAM},
    gallery=(
        Bundled(
            name="beam-sampling",
            note="Four beams sampled from their joint distribution",
            settings={**SAMPLED_BEAMS, "width": "4"},
        ),
        Bundled(
            name="beam-sampling-distinct",
            note="Four different beams, sampled without replacement",
            settings={**SAMPLED_BEAMS, "width": "4", "warp": "row", "replacement": "false"},
        ),
    ),
)
STORIES = (BEAM_SEARCH, BEAM_SAMPLING)
