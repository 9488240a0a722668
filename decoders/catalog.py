"""The catalogue of decoders: name → step, settings, source in the papers, and the oracle its law must equal.

Adding a decoder is one file and one entry here; the command line, the app and the README table read this.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal

from decoders import single, speculative
from decoders.decode import Models, State, StepFunction
from decoders.decode import decode as run_step
from decoders.dice import Dice
from decoders.errors import BadInput
from decoders.record import Iteration
from decoders.settings import describe, make

View = Literal["chain", "tree", "dag", "forest", "beams"]


@dataclass(frozen=True)
class Oracle:
    """The decoder, with its settings, whose output law is the same; or None with the reason why there is none."""

    method: str | None
    settings: dict[str, Any]
    why: str


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

    def make_settings(self, given: dict[str, Any]) -> Any:
        """Checked settings from `key=value` words."""
        return make(self.settings, given, self.name)

    def describe(self) -> dict[str, Any]:
        """The entry of `methods --json`."""
        oracle = self.oracle(self.settings())
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
    return Oracle(None, {}, "it is its own definition")


def multinomial(settings: Any) -> Oracle:
    """For lossless methods of one sequence."""
    return Oracle("multinomial", _warping(settings), "lossless: the same law as sampling from the target")


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
        "spd",
        "SpD: speculative decoding",
        "Leviathan et al. 2023; Chen et al. 2023",
        speculative.step,
        speculative.SpeculativeSettings,
        multinomial,
        "chain",
    ),
)

DECODERS: dict[str, Decoder] = {decoder.name: decoder for decoder in _LIST}


def decoder(name: str) -> Decoder:
    """The decoder of that name. Raises BadInput listing the names there are."""
    if name not in DECODERS:
        raise BadInput(f"there is no method {name!r}; choose one of {', '.join(DECODERS)}")
    return DECODERS[name]
