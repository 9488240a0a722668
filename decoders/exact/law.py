"""The exact output distribution of a decoder on a toy pair, computed by enumerating every branch of the real code.

States that are equal at the end of an iteration are merged, so each state is continued only once. Nothing is recorded;
otherwise the decoder runs as usual.
"""

from collections.abc import Sequence
from typing import Any

from decoders.core.decode import History, Models, Run, State, StepFunction
from decoders.core.dice import branches
from decoders.errors import BadInput

Outcome = tuple[tuple[int, ...], ...]  # a multiset of beams, sorted
MAX_BRANCHES = 5_000_000


class Enumerator:
    """Enumerates all branches of `step` on one prompt; `branches` counts the branches that were followed."""

    def __init__(
        self, step: StepFunction, prompt: Sequence[int], models: Models, settings: Any, max_new_tokens: int
    ) -> None:
        self._step = step
        self._limit = max_new_tokens
        self._run = Run(prompt, models, settings, next(branches()), max_new_tokens, record=False, forget=False)
        self._next: dict[State, dict[State, float]] = {}
        self.branches = 0

    def successors(self, state: State) -> dict[State, float]:
        """The probability of every state that can follow `state` after one more iteration."""
        if state not in self._next:
            found: dict[State, float] = {}
            before = self._run.adopt(state)
            for dice in branches():
                self._run.dice = dice
                self._run.rec.begin()
                after = self._step(self._run, before)
                found[after] = found.get(after, 0.0) + dice.weight
                self.branches += 1
                if self.branches > MAX_BRANCHES:
                    raise BadInput(
                        f"There are more than {MAX_BRANCHES:,} branches. Use fewer tokens, or a smaller "
                        "vocabulary, width or gamma."
                    )
            self._next[state] = found
        return self._next[state]

    def final_states(self) -> dict[State, float]:
        """The probability of every state in which the run can end."""
        live, done = {State(): 1.0}, dict[State, float]()
        while live:
            after: dict[State, float] = {}
            for state, weight in live.items():
                ended = state.finished(self._limit)
                for new, chance in {state: 1.0}.items() if ended else self.successors(state).items():
                    into = done if new.finished(self._limit) else after
                    into[new] = into.get(new, 0.0) + weight * chance
            live = after
        return done


def outcomes(
    step: StepFunction, prompt: Sequence[int], models: Models, settings: Any, max_new_tokens: int
) -> dict[tuple[Outcome, History], float]:
    """The probability of every combination of output beams and `State.history`.

    Raises BadInput if there are too many branches.
    """
    law: dict[tuple[Outcome, History], float] = {}
    for state, weight in Enumerator(step, prompt, models, settings, max_new_tokens).final_states().items():
        outcome = (tuple(sorted(beam.tokens for beam in state.beams)), state.history)
        law[outcome] = law.get(outcome, 0.0) + weight
    return law


def output_law(
    step: StepFunction, prompt: Sequence[int], models: Models, settings: Any, max_new_tokens: int
) -> dict[Outcome, float]:
    """The exact output distribution: the probability of every multiset of output beams.

    Each beam is a tuple of token ids after the prompt. Raises BadInput if there are too many branches.
    """
    law: dict[Outcome, float] = {}
    for (beams, _), weight in outcomes(step, prompt, models, settings, max_new_tokens).items():
        law[beams] = law.get(beams, 0.0) + weight
    return law


def total_variation(one: dict[Any, float], other: dict[Any, float]) -> float:
    """Total variation distance ½ Σ |p − q| over all outcomes."""
    return 0.5 * sum(abs(one.get(key, 0.0) - other.get(key, 0.0)) for key in {*one, *other})
