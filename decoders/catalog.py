"""The catalogue of decoders: name → step, settings, source in the papers, and the oracle its law must equal.

Adding a decoder is one file and one entry here; the command line, the app and the README table read this.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal

from decoders.core.decode import Models, State, StepFunction
from decoders.core.decode import decode as run_step
from decoders.core.dice import Dice
from decoders.core.record import Iteration
from decoders.core.settings import describe, make
from decoders.errors import BadInput
from decoders.methods import (
    beam,
    bild,
    eagle,
    lookup,
    mcss,
    medusa,
    mtad,
    self_speculative,
    single,
    specinfer,
    spectr,
    speculative,
    typical,
)
from decoders.methods.dsbd import algorithm as dsbd
from decoders.methods.gsd import algorithm as graph
from decoders.methods.gsd import settings as graph_settings

View = Literal["chain", "tree", "dag", "forest", "beams"]


@dataclass(frozen=True)
class Oracle:
    """The decoder, with its settings, whose output law is the same; or None with the reason why there is none."""

    method: str | None
    settings: dict[str, Any]
    why: str


ITSELF = "itself"


def as_they_are(models: Models, settings: Any) -> Models:
    """For methods that run a pair's models unchanged."""
    return models


def given(settings: Any) -> dict[str, Any]:
    """Settings as the key=value words that make them again."""
    return {f.name: getattr(settings, f.name) for f in fields(settings)}


@dataclass(frozen=True)
class Decoder:
    """One method: what runs, what can be set, where it comes from, what its law must equal."""

    name: str
    title: str
    paper: str
    step: StepFunction
    settings: type[Any]
    oracle: Callable[[Any], Oracle]
    view: View
    needs_draft: bool = True
    fit: Callable[[Models, Any], Models] = as_they_are  # what the method makes of a pair's models; BadInput if it can't

    def decode(
        self,
        prompt: Sequence[int],
        models: Models,
        settings: Any,
        dice: Dice,
        max_new_tokens: int = 64,
        record: bool = True,
    ) -> Generator[Iteration, None, State]:
        """One `Iteration` per target pass. Raises BadInput before the first if the pair or the prompt does not fit."""
        models = self.fit(models, settings)
        self.check(models, len(prompt), max_new_tokens)
        return run_step(self.step, prompt, models, settings, dice, max_new_tokens, record)

    def check(self, models: Models, prompt: int, new: int) -> None:
        """Raise BadInput if this pair, prompt length and number of new tokens cannot be run."""
        if self.needs_draft and models.draft is None:
            raise BadInput(f"{self.name} needs a draft model, and this pair has none; choose a TARGET+DRAFT pair")
        if new < 1:
            raise BadInput(f"--max-new-tokens {new} should be at least 1")
        for model in (models.target, models.draft) if self.needs_draft else (models.target,):
            if model is not None and model.window is not None and prompt + new > model.window:
                raise BadInput(
                    f"the prompt has {prompt} tokens and {new} more were asked for, but this pair's models take at "
                    f"most {model.window} together; shorten the prompt or ask for fewer new tokens"
                )

    def oracle_for(self, settings: Any) -> Oracle:
        """The oracle under these settings; a method that is its own definition is named as its own oracle."""
        oracle = self.oracle(settings)
        return Oracle(self.name, given(settings), oracle.why) if oracle.method == ITSELF else oracle

    def make_settings(self, given: dict[str, Any]) -> Any:
        """Checked settings from `key=value` words."""
        return make(self.settings, given, self.name)

    def describe(self) -> dict[str, Any]:
        """The entry of `methods --json`."""
        oracle = self.oracle_for(self.settings())
        return {
            "name": self.name,
            "title": self.title,
            "paper": self.paper,
            "oracle": oracle.method,
            "oracle_why": oracle.why,
            "settings": describe(self.settings),
        }


def _warping(settings: Any) -> dict[str, Any]:
    """The settings that shape 𝒯, shared with the oracle."""
    return {f.name: getattr(settings, f.name) for f in fields(settings) if f.name in ("temperature", "top_k", "top_p")}


def itself(settings: Any) -> Oracle:
    """For methods that are their own definition."""
    return Oracle(ITSELF, {}, "it is its own definition")


def multinomial(settings: Any) -> Oracle:
    """For lossless methods of one sequence."""
    return Oracle("multinomial", _warping(settings), "lossless: the same law as sampling from the target")


def beam_sampling(settings: Any) -> Oracle:
    """For DSBD: only a fixed width with all beams kept has a law of its own to equal."""
    if settings.one_cache and settings.width != 1:
        return Oracle(None, {}, "lossy: only the beam of lowest perplexity goes on, which is chosen by its outcome")
    if settings.width == "dynamic":
        why = "the width follows from p and q; given the beams and widths so far, a layer is beam sampling of its width"
        return Oracle(None, {}, why)
    given = {**_warping(settings), "width": settings.width, "warp": settings.warp, "replacement": True}
    return Oracle("beam-sampling", given, "lossless: the same law as beam sampling from the target")


def joint_block(settings: Any) -> Oracle:
    """For MTJD: with one beam there is nothing to choose between."""
    if settings.width == 1 and settings.selection == "search":
        return Oracle("greedy", {}, "one beam that takes the most probable token")
    if settings.width == 1 or (settings.warp.greedy and settings.selection == "sampling"):
        return Oracle("multinomial", _warping(settings), "there is no choice between beams: it samples from the target")
    return Oracle(None, {}, "changes the law on purpose: the best of W beams is likelier than a draw from the target")


def joint_draft(settings: Any) -> Oracle:
    """For MTAD: only where no prefix passes, or only what the target would write does."""
    if settings.threshold == 1:
        return Oracle("multinomial", _warping(settings), "τ = 1 rejects every prefix: each token is the target's own")
    if settings.joint == "warped" and settings.warp.greedy:
        return Oracle("multinomial", _warping(settings), "p's joint is zero unless every token is its own choice")
    return Oracle(None, {}, "changes the law on purpose: likely drafts are kept by their joint likelihood")


def head_tree(settings: Any) -> Oracle:
    """For Medusa: it depends on what it accepts."""
    return multinomial(settings) if settings.exact and not settings.warp.greedy else typical_tree(settings)


def typical_tree(settings: Any) -> Oracle:
    """For typical acceptance: with one token left by 𝒯 there is one candidate above any threshold."""
    if settings.warp.greedy:
        return Oracle("greedy", {}, "lossless: a candidate is kept only if it is the target's most probable token")
    return Oracle(None, {}, "lossy: every candidate above the threshold is kept, whatever share of p it has")


def fallback(settings: Any) -> Oracle:
    """For BiLD: only a draft that p is certain of outlives τ₂ = 0."""
    if settings.rollback_threshold == 0:
        return Oracle("multinomial", _warping(settings), "τ₂ = 0 rolls back every draft that p leaves to chance")
    return Oracle(None, {}, "lossy: the draft's token stays wherever −log p is not above τ₂, with no regard to q")


def drafted_tree(settings: Any) -> Oracle:
    """For SSD, TSD and GSD: it depends on how they verify."""
    if settings.verification == "deterministic":
        return Oracle("greedy", {}, "lossless: a draft is kept only if it is the target's most probable token")
    if settings.paper and not settings.warp.greedy:
        return Oracle(None, {}, "lossy: of paths accepted independently the longest is kept, which is no draw from p")
    return multinomial(settings)


_LIST = (
    Decoder("greedy", "Greedy decoding", "algorithms §1", single.step, single.GreedySettings, itself, "chain", False),
    Decoder(
        "multinomial",
        "Multinomial sampling",
        "algorithms §1",
        single.step,
        single.MultinomialSettings,
        itself,
        "chain",
        False,
    ),
    Decoder(
        "beam-search",
        "Beam search",
        "algorithms §1",
        beam.search_step,
        beam.BeamSearchSettings,
        itself,
        "beams",
        False,
    ),
    Decoder(
        "beam-sampling",
        "Beam sampling",
        "Shi et al. 2024; Qin et al. 2024 (DSBD Eq. 1)",
        beam.sampling_step,
        beam.BeamSamplingSettings,
        itself,
        "beams",
        False,
    ),
    Decoder(
        "dsbd",
        "DSBD: dynamic-width speculative beam decoding",
        "Qin et al. 2024",
        dsbd.step,
        dsbd.DsbdSettings,
        beam_sampling,
        "forest",
    ),
    Decoder(
        "spd",
        "SpD: speculative decoding",
        "Leviathan et al. 2023; Chen et al. 2023",
        speculative.step,
        speculative.SpeculativeSettings,
        multinomial,
        "chain",
    ),
    Decoder(
        "self-ssd",
        "Self-SSD: the target with sub-layers skipped as its own draft",
        "Zhang et al. 2024 (Draft & Verify)",
        self_speculative.step,
        self_speculative.SelfSpeculativeSettings,
        multinomial,
        "chain",
        fit=self_speculative.fit,
    ),
    Decoder(
        "spectr",
        "SpecTr: k drafts verified together",
        "Sun et al. 2023 (K-SEQ)",
        spectr.step,
        spectr.SpecTrSettings,
        multinomial,
        "tree",
    ),
    Decoder(
        "specinfer",
        "SpecInfer: a tree of drafts tried in turn",
        "Miao et al. 2024",
        specinfer.step,
        specinfer.SpecInferSettings,
        multinomial,
        "tree",
    ),
    Decoder(
        "ssd",
        "SSD: one drafted sequence",
        "Gong et al. 2024 (GSD) §3",
        graph.ssd_step,
        graph_settings.SsdSettings,
        drafted_tree,
        "chain",
    ),
    Decoder(
        "tsd",
        "TSD: a tree of drafts",
        "Gong et al. 2024 (GSD) §4",
        graph.step,
        graph_settings.TsdSettings,
        drafted_tree,
        "tree",
    ),
    Decoder(
        "gsd",
        "GSD: a graph of drafts",
        "Gong et al. 2024 (GSD) §5",
        graph.step,
        graph_settings.GsdSettings,
        drafted_tree,
        "dag",
    ),
    Decoder(
        "mtjd",
        "MTJD: several tokens by their joint likelihood",
        "Qin et al. 2025 (MTAD) §3.1",
        mtad.mtjd_step,
        mtad.MtjdSettings,
        joint_block,
        "beams",
        False,
    ),
    Decoder(
        "mtad",
        "MTAD: joint decoding with a draft",
        "Qin et al. 2025 (MTAD) §3.2",
        mtad.mtad_step,
        mtad.MtadSettings,
        joint_draft,
        "chain",
    ),
    Decoder(
        "mcss",
        "MCSS: drafts without replacement",
        "Yang et al. 2024",
        mcss.step,
        mcss.McssSettings,
        multinomial,
        "tree",
    ),
    Decoder(
        "bild",
        "BiLD: fallback and rollback",
        "Kim et al. 2023",
        bild.step,
        bild.BildSettings,
        fallback,
        "chain",
    ),
    Decoder(
        "typical",
        "Typical acceptance",
        "Cai et al. 2024 (Medusa §2.3.1)",
        typical.step,
        typical.TypicalSettings,
        typical_tree,
        "tree",
    ),
    Decoder(
        "medusa",
        "Medusa: extra heads on the target propose a tree",
        "Cai et al. 2024 (Medusa)",
        medusa.step,
        medusa.MedusaSettings,
        head_tree,
        "tree",
        needs_draft=False,
        fit=medusa.fit,
    ),
    Decoder(
        "eagle2",
        "EAGLE-2: a draft tree grown by confidence",
        "Li et al. 2024",
        eagle.step,
        eagle.EagleSettings,
        multinomial,
        "tree",
    ),
    Decoder(
        "lookup",
        "Lookup: drafts copied from the text so far",
        "Saxena 2023 (prompt lookup decoding)",
        lookup.step,
        lookup.LookupSettings,
        multinomial,
        "chain",
        False,
    ),
)

DECODERS: dict[str, Decoder] = {decoder.name: decoder for decoder in _LIST}


def decoder(name: str) -> Decoder:
    """The decoder of that name. Raises BadInput listing the names there are."""
    if name not in DECODERS:
        raise BadInput(f"there is no method {name!r}; choose one of {', '.join(DECODERS)}")
    return DECODERS[name]
