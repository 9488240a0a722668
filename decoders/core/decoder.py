"""The description of a method: its name, step function, settings, source, reference method, view and recorded layers.

Each file in decoders/methods exports one `Decoder` per method, and the catalogue lists them.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from decoders.core.decode import Beam, Models, State, StepFunction, decode
from decoders.core.dice import Dice
from decoders.core.record import BeamRecord, Iteration, Kind, Layer, Phase, Rule, View
from decoders.core.settings import WARPING, describe, make
from decoders.errors import BadInput


@dataclass(frozen=True)
class Oracle:
    """The reference method: the method whose output distribution this method must reproduce under given settings.

    `kind` says how the two methods are related. With `itself`, the method defines its own distribution. With `exact`,
    the output distribution equals that of `method` with `settings`. With `conditional`, each layer, given everything
    before it, has the same distribution as in `method`, but the output as a whole has another distribution. With
    `lossy`, the distribution differs. `because` is a short code for the reason; explorer/story/ has the sentence for
    each code.
    """

    kind: Kind
    because: str
    method: str | None = None
    settings: dict[str, Any] = field(default_factory=dict[str, Any])


def warping(settings: Any) -> dict[str, Any]:
    """The settings that define the warping 𝒯, which the reference method shares."""
    return {key: value for key, value in asdict(settings).items() if key in WARPING}


def itself(settings: Any) -> Oracle:
    """The reference of a method that defines its own output distribution."""
    return Oracle("itself", "own_definition")


def multinomial(settings: Any, because: str = "lossless") -> Oracle:
    """The reference of a lossless method that generates one sequence: sampling from the target."""
    return Oracle("exact", because, "multinomial", warping(settings))


def greedy(because: str) -> Oracle:
    """The reference of a method with the same output as greedy decoding."""
    return Oracle("exact", because, "greedy")


def lossy(because: str) -> Oracle:
    """The reference of a method that changes the output distribution."""
    return Oracle("lossy", because)


def as_they_are(models: Models, settings: Any) -> Models:
    """Return a pair's models unchanged (the default of `Decoder.fit`)."""
    return models


def nothing(settings: Any, iterations: Sequence[Iteration]) -> tuple[Any, ...]:
    """Return no extra state, because the method passes on only its beams (the default of `Decoder.extra`)."""
    return ()


def recorded_beam(beam: BeamRecord) -> Beam:
    """Rebuild a live beam from its record (the default of `Decoder.beam`)."""
    return Beam(beam.tokens, beam.done, beam.node, beam.logp)


@dataclass(frozen=True, kw_only=True)
class Decoder:
    """One decoding method, with its step function, settings, source, reference method, and kinds of records.

    `rules` lists the rules by which the method decides. `phases` lists its kinds of steps beyond the common ones
    (record.py), and `layers` lists its kinds of layer records. A test runs every method, and fails if the method
    records a rule, phase or layer that is not listed.
    """

    name: str
    title: str
    paper: str
    step: StepFunction
    settings: type[Any]
    oracle: Callable[[Any], Oracle]
    view: View
    rules: tuple[Rule, ...]
    phases: tuple[Phase, ...] = ()
    layers: tuple[type[Layer], ...] = ()
    needs_draft: bool = True
    needs_heads: bool = False  # whether extra heads on the target propose the draft tokens
    # whether a draft with another tokenizer writes its own tokens, not only those that both models share
    writes: bool = False
    fit: Callable[[Models, Any], Models] = as_they_are  # makes the method's models from a pair's; raises BadInput
    # rebuilds State.extra from recorded iterations
    extra: Callable[[Any, Sequence[Iteration]], tuple[Any, ...]] = nothing
    # rebuilds a live beam from its record, for beams that store more than tokens and log p
    beam: Callable[[BeamRecord], Beam] = recorded_beam

    def decode(
        self,
        prompt: Sequence[int],
        models: Models,
        settings: Any,
        dice: Dice,
        max_new_tokens: int = 64,
        record: bool = True,
    ) -> Generator[Iteration, None, State]:
        """Decode a prompt and yield one `Iteration` per target pass.

        Raises BadInput before the first iteration if the pair or the prompt does not fit.
        """
        models = self.fit(models, settings)
        self.check(models, len(prompt), max_new_tokens)
        return decode(self.step, prompt, models, settings, dice, max_new_tokens, record)

    def check(self, models: Models, prompt: int, new: int) -> None:
        """Raise BadInput if the method cannot run with this pair, prompt length or number of new tokens.

        The target's context window is the limit. A draft with a shorter window proposes nothing beyond its own window
        (`Run.draft_room`).
        """
        if self.needs_draft and models.draft is None:
            raise BadInput(f"{self.name} needs a draft model, but this pair has none. Choose a TARGET+DRAFT pair.")
        if new < 1:
            raise BadInput(f"--max-new-tokens {new} is not valid. Use at least 1.")
        window = models.target.window
        if window is not None and prompt + new > window:
            raise BadInput(
                f"The prompt has {prompt} tokens and {new} more are requested, but the target model takes at most "
                f"{window} in total. Shorten the prompt or request fewer new tokens."
            )

    def oracle_for(self, settings: Any) -> Oracle:
        """The reference method under these settings.

        A method that defines its own distribution is its own reference.
        """
        oracle = self.oracle(settings)
        return Oracle("itself", oracle.because, self.name, asdict(settings)) if oracle.kind == "itself" else oracle

    def make_settings(self, given: dict[str, Any]) -> Any:
        """Build checked settings from `key=value` words. Raises BadInput if a key or value is invalid."""
        return make(self.settings, given, self.name)

    def describe(self) -> dict[str, Any]:
        """The method's entry in `methods --json`. The entry contains the reference method for the default settings."""
        oracle = self.oracle_for(self.settings())
        return {
            "name": self.name,
            "title": self.title,
            "paper": self.paper,
            "oracle": oracle.method if oracle.kind in ("itself", "exact") else None,
            "oracle_kind": oracle.kind,
            "oracle_because": oracle.because,
            "settings": describe(self.settings),
        }
