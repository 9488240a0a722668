"""What is said of several texts kept side by side by the target alone: beam search and beam sampling."""

import math
from collections.abc import Sequence

from decoders.core.record import Iteration
from decoders.methods.beam import BeamsLayer, MemoryLayer
from explorer.story.common import papers
from explorer.story.common.beams import EXACT_BEAM, PLAIN_BEAM
from explorer.story.common.bundled import BEAMS as SAMPLED_BEAMS
from explorer.story.common.decisions import SHOWN
from explorer.story.common.own_token import OWN_TOKEN, OwnToken, own_case, plain_own_case
from explorer.story.common.rounds import BEAMS, DISTINCT_BEAMS, DRAWN_BEAMS, GO_ON, TOP_BEAMS
from explorer.story.common.steps import Commit, Own, commit_step, own_step
from explorer.story.common.walks import not_the_targets
from explorer.story.facts import known
from explorer.story.numbers import chance, number
from explorer.story.story import Bundled, EndBeam, Fact, LayerStory, Next, Settings, Story
from explorer.story.views import VerdictView, layer_says
from explorer.story.wording import Wording

GOES_ON = Next("the target reads it in one pass, and begins {kept}", "the target goes on with every beam")


class DrawnBeam(OwnToken):
    """A beam that the target drew."""


def drawn_case(beam: DrawnBeam) -> str:
    """Whether chance had a part, and whether the beam had ended; a verdict on no entry is about a token."""
    if beam.is_greedy or not beam.is_beam:
        return own_case(beam)
    return "beam.stays" if beam.facts.stays(beam.verdict) else "beam"


def plain_drawn_case(beam: DrawnBeam) -> str:
    """The same in the plain voice."""
    return plain_own_case(beam) if beam.is_greedy or not beam.is_beam else drawn_case(beam)


DRAWN = Wording(
    view=DrawnBeam,
    case=drawn_case,
    plain_case=plain_drawn_case,
    plain={
        **OWN_TOKEN.plain,
        **PLAIN_BEAM,
    },
    exact={
        **OWN_TOKEN.exact,
        **EXACT_BEAM,
    },
)
TOP = Wording(
    view=VerdictView,
    case=lambda beam: "stays" if beam.facts.stays(beam.verdict) else "grows",
    plain={
        "stays": "this beam has ended and is still among the likeliest",
        "grows": "one of the likeliest continuations of all beams[ (share {p})]",
    },
    exact={
        "stays": "the finished beam stays among the most likely beams, where this beam with this token has {p}[; log p = {logp:.4g}]",
        "grows": "it is among the most likely beams, where this beam with this token has {p}[; log p = {logp:.4g}]",
    },
)


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


def missed_by_greedy(word: str, beams: Sequence[EndBeam], first: Iteration) -> list[tuple[str, str]]:
    """What greedy decoding would have begun with, where the likeliest beam begins otherwise; no row where it does not.

    At the start there is one beam, so that its row is the target's p; the best beam that begins as greedy decoding does
    may have been dropped on the way.
    """
    law = next((one for one in first.distributions if one.kind == "p_beam"), None)
    if not beams or law is None or not law.top or sum(node.role == "input" for node in first.nodes) != 1:
        return []
    chances = dict(law.top)
    greedy, best = max(chances, key=lambda token: chances[token]), beams[0]
    rival = next((beam for beam in beams if beam.tokens[:1] == (greedy,)), None)
    if rival is None or rival is best or not chances.keys() & set(best.tokens[:1]):
        return []
    if any(known(beam.logp) is None or beam.text is None for beam in (rival, best)):
        return []
    texts = [f"“{beam.text}” ({number(math.exp(beam.logp))})" for beam in (rival, best)]
    likelier = f"{number(chances[greedy])}, not {number(chances[best.tokens[0]])}"
    said = (
        f"takes the likelier first {word} ({likelier}); the best beam that begins so is {texts[0]}, behind {texts[1]}"
    )
    return [("greedy decoding", said)]


def _drawn(settings: Settings) -> bool:
    return bool(settings.get("replacement", True))


OWN_BEAM = own_step(OwnBeam)
LAYERS = (
    LayerStory(
        kind=BeamsLayer,
        facts=(
            Fact("W", "width"),
            Fact("candidates", "candidates"),
            Fact("beams that came out", "accepted", late=True),
        ),
        symbols=True,
    ),
    LayerStory(
        kind=MemoryLayer,
        title=layer_says(plain="Memory", exact="Memory"),
        facts=(Fact("KV tokens (distinct)", "kv_distinct"), Fact("KV tokens (one cache per beam)", "kv_per_beam")),
    ),
)
BEAM_SEARCH = Story(
    method="beam-search",
    line="The target keeps the few likeliest texts side by side and extends them all, token by token.",
    source=f"The classic algorithm, as in {papers.DSBD}, §2.1",
    round=lambda settings: (BEAMS, TOP_BEAMS, GO_ON),
    following=GOES_ON,
    reasons={"top_beams": TOP, "draw": DRAWN, "argmax": OWN_TOKEN},
    rejection=not_the_targets,
    steps={"drawn": OWN_BEAM, "greedy": OWN_BEAM, "chosen": OWN_BEAM, "commit": commit_step(Ranked)},
    layers=LAYERS,
    card=missed_by_greedy,
    gallery=(
        Bundled(name="beam-search", note="The four most probable sequences, kept in step", settings={"width": "4"}),
        Bundled(
            name="dsbd-figure-1",
            note="DSBD Figure 1: beam search finds the word that greedy decoding misses",
            figure=True,
        ),
    ),
)
BEAM_SAMPLING = Story(
    method="beam-sampling",
    line="The target draws several versions of the text together, the likelier ones more often.",
    source=f"{papers.DSBD}, Eq. 1; Shi et al. 2024, A Thorough Examination of Decoding Methods in the Era of LLMs",
    round=lambda settings: (BEAMS, DRAWN_BEAMS if _drawn(settings) else DISTINCT_BEAMS, GO_ON),
    following=GOES_ON,
    reasons={"top_beams": TOP, "draw": DRAWN, "argmax": OWN_TOKEN},
    rejection=not_the_targets,
    steps={"drawn": OWN_BEAM, "greedy": OWN_BEAM, "chosen": OWN_BEAM},
    gallery=(
        Bundled(
            name="beam-sampling", note="Four beams drawn from their joint law", settings={**SAMPLED_BEAMS, "width": "4"}
        ),
        Bundled(
            name="beam-sampling-distinct",
            note="Four different beams: every row warped by itself, drawn without replacement",
            settings={**SAMPLED_BEAMS, "width": "4", "warp": "row", "replacement": "false"},
        ),
    ),
)
STORIES = (BEAM_SEARCH, BEAM_SAMPLING)
