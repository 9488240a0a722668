"""What a method is to everyone else: its name, step, settings, source, oracle, view and the layers it records.

Each file in decoders/methods exports one `Decoder` for every method in it, and the catalogue lists them.
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
    """What the law of a method's output must equal, under given settings.

    `itself`: it is its own definition. `exact`: the law of `method` with `settings`. `conditional`: every layer, given
    all that came before, has the law of `method`, but the whole has none of its own. `lossy`: it changes the law.
    `because` is a short code of the reason; the sentence stands in explorer/story/.
    """

    kind: Kind
    because: str
    method: str | None = None
    settings: dict[str, Any] = field(default_factory=dict[str, Any])


def warping(settings: Any) -> dict[str, Any]:
    """The settings that shape 𝒯, shared with the oracle."""
    return {key: value for key, value in asdict(settings).items() if key in WARPING}


def itself(settings: Any) -> Oracle:
    """For methods that are their own definition."""
    return Oracle("itself", "own_definition")


def multinomial(settings: Any, because: str = "lossless") -> Oracle:
    """For lossless methods of one sequence."""
    return Oracle("exact", because, "multinomial", warping(settings))


def greedy(because: str) -> Oracle:
    """For methods that write what greedy decoding writes."""
    return Oracle("exact", because, "greedy")


def lossy(because: str) -> Oracle:
    """For methods that change the law."""
    return Oracle("lossy", because)


def as_they_are(models: Models, settings: Any) -> Models:
    """For methods that run a pair's models unchanged."""
    return models


def nothing(settings: Any, iterations: Sequence[Iteration]) -> tuple[Any, ...]:
    """For methods that carry over their beams alone."""
    return ()


def recorded_beam(beam: BeamRecord) -> Beam:
    """A live beam that was recorded."""
    return Beam(beam.tokens, beam.done, beam.node, beam.logp)


@dataclass(frozen=True, kw_only=True)
class Decoder:
    """One method: what runs, what can be set, where it comes from, what its law must equal, what it records.

    It lists the rules by which it decides, the kinds of steps that it has beside the common ones (record.py), and the
    kinds of layers: a test runs every method and finds those that are not listed.
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
    needs_heads: bool = False  # extra heads on the target, which draft
    fit: Callable[[Models, Any], Models] = as_they_are  # what the method makes of a pair's models; BadInput if it can't
    # State.extra after iterations that were recorded
    extra: Callable[[Any, Sequence[Iteration]], tuple[Any, ...]] = nothing
    # a live beam at the end of a recorded iteration, where the method's beams carry more than tokens and log p
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
        """One `Iteration` per target pass. Raises BadInput before the first if the pair or the prompt does not fit."""
        models = self.fit(models, settings)
        self.check(models, len(prompt), max_new_tokens)
        return decode(self.step, prompt, models, settings, dice, max_new_tokens, record)

    def check(self, models: Models, prompt: int, new: int) -> None:
        """Raise BadInput if this pair, prompt length and number of new tokens cannot be run.

        The target's window counts. A draft of a shorter one proposes nothing beyond it (`Run.draft_room`).
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
        """The oracle under these settings; a method that is its own definition is named as its own oracle."""
        oracle = self.oracle(settings)
        return Oracle("itself", oracle.because, self.name, asdict(settings)) if oracle.kind == "itself" else oracle

    def make_settings(self, given: dict[str, Any]) -> Any:
        """Checked settings from `key=value` words."""
        return make(self.settings, given, self.name)

    def describe(self) -> dict[str, Any]:
        """The entry of `methods --json`; the oracle is that of default settings."""
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
