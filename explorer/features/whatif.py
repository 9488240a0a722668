"""“What if?”: record an iteration again with one change.

`replay` runs the method with the iteration's recorded random choices, but changes one of them or one setting. If the
run then needs choices that the recording lacks, a new random generator supplies them. explorer/story/page/whatif.py has
the sentences.
"""

import contextlib
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from decoders.core.decode import Beam, Earlier, decode
from decoders.core.dice import Dice, Replayed, Seeded
from decoders.core.record import BeamRecord, Iteration, Verdict
from decoders.core.settings import Settings
from decoders.errors import BadInput
from decoders.pairs import Pair
from explorer.features.recorded_numbers import decided, differences, draw_places, is_coin, restored
from explorer.service.recorded import check_tokens, recorded_prompt
from explorer.service.recording import Texts, header, ids_of, lacking, line_with, summary
from explorer.service.request import MAX_SEED, RunRequest
from explorer.trace.format import Trace
from explorer.trace.lines import Header, IterationLine, WhatIf
from explorer.trace.metrics import Totals

WEIGHED = ("beams", "forest")  # the views of methods that sample beams by weight
SETTINGS = ("threshold", "gamma")  # t or τ, and γ; a method uses the same models for all their values


@dataclass(frozen=True)
class Change:
    """One change: another u or sampled token for a verdict, or another value of a setting from this iteration on."""

    verdict: int | None = None  # index in the iteration's verdicts
    u: float | None = None
    token: int | None = None  # the token that is sampled from p instead of the recorded one (draw_match)
    setting: str | None = None
    value: Any = None

    def to_json(self) -> dict[str, Any]:
        """The changed values by name."""
        known = {"u": self.u, "token": self.token} | ({self.setting: self.value} if self.setting else {})
        return {name: value for name, value in known.items() if value is not None}


def verdict_at(iteration: Iteration, place: int) -> Verdict:
    """The verdict at an index of `verdicts`. Raises BadInput if there is no such verdict."""
    verdicts = iteration.verdicts
    if not 0 <= place < len(verdicts):
        choose = f"Choose a number from 0 to {len(verdicts) - 1}." if verdicts else "Choose another round."
        raise BadInput(f"This round has no decision {place}. {choose}")
    return verdicts[place]


def set_u(iteration: Iteration, place: int, u: float) -> Change:
    """Set the random number of a verdict to u. Raises BadInput if the verdict has no random number or u is outside [0,
    1).
    """
    if not is_coin(verdict_at(iteration, place)):
        raise BadInput(
            "This decision did not use a random number. Choose a decision with a random number and a threshold."
        )
    if not 0 <= u < 1:
        raise BadInput(f"The random number u={u:g} is out of range. Use a number that is 0 or more and less than 1.")
    return Change(place, u=u)


def flipped(iteration: Iteration, place: int) -> Change:
    """Reverse a verdict, either by another u (the middle of the range on the other side of the threshold) or by another
    token sampled from p.

    Raises BadInput if the outcome was certain or did not depend on a random choice.
    """
    verdict = verdict_at(iteration, place)
    if verdict.u is not None and verdict.a is not None:
        a = verdict.a
        if not 0 < a < 1:
            always = "accepted" if a else "rejected"
            raise BadInput(
                f"This test always has the same outcome ({always}). Choose a test with a probability between 0 and 1."
            )
        return Change(place, u=(1 + a) / 2 if verdict.u < a else a / 2)
    if verdict.rule == "draw_match":
        return Change(place, token=_other_token(iteration, verdict))
    raise BadInput("This decision was not random. Change t, τ or γ, or choose a decision that was random.")


def _other_token(iteration: Iteration, verdict: Verdict) -> int:
    """The token that must be sampled from p to reverse a verdict.

    If the draft token was rejected, this is the draft token. If it was accepted, this is the most probable other token.
    """
    own = next(node.token for node in iteration.nodes if node.id == verdict.node)
    if verdict.decision == "rejected":
        if not verdict.p:
            raise BadInput("The target gives this token zero probability. Choose another one.")
        return own
    laws = [iteration.distributions[place] for place in verdict.distributions]
    others = [token for law in laws if law.kind == "p" for token, _ in law.top if token != own]
    if not others:
        raise BadInput("The target gives this token probability 1. Choose a token with p < 1.")
    return others[0]


def set_value(request: RunRequest, setting: str, value: Any) -> Change:
    """Change t, τ or γ for the given iteration and all later ones. Raises BadInput if the setting or value is not
    possible.
    """
    if setting not in SETTINGS or not hasattr(request.chosen, setting):
        possible = [name for name in SETTINGS if hasattr(request.chosen, name)]
        remedy = f"Choose one of: {', '.join(possible)}." if possible else "Change a random number or a token instead."
        raise BadInput(f"{setting[:40]} cannot be changed for {request.method}. {remedy}")
    made = request.decoder.make_settings({**asdict(request.chosen), setting: value})
    return Change(setting=setting, value=getattr(made, setting))


def request_of(head: Header) -> RunRequest:
    """The request of a recorded run, from its header. Raises BadInput if the header lacks data that a run needs."""
    if head.observed is not None:
        raise BadInput(
            f"{head.observed.engine} made this run, so the explorer cannot repeat it. Repeat it with your own program, "
            "or record a run of these models with the explorer."
        )
    if head.max_new_tokens is None or head.seed is None:
        raise BadInput("This trace lacks the number of new tokens or the seed. Record the run again.")
    limit, raw = head.max_new_tokens, head.raw is True
    return RunRequest(
        *(head.method, head.pair, head.prompt, head.settings, head.seed, limit, raw),
        system=head.system,
        messages=[{"role": turn.role, "content": turn.content} for turn in head.messages or ()],
        template_args=head.template_args or {},
        ignore_eos=head.ignore_eos is True,
    )


def iteration_at(trace: Trace, index: int) -> IterationLine:
    """The iteration with this index. Raises BadInput if there is no such iteration."""
    if not 0 <= index < len(trace.iterations):
        raise BadInput(f"This run has no round {index + 1}. Choose a round from 1 to {len(trace.iterations)}.")
    return trace.iterations[index]


def replay(trace: Trace, index: int, change: Change, pair: Pair, of: str = "") -> Trace:
    """Replay a run up to and including an iteration, with one change in it. `of` is the trace's name.

    The prompt and the earlier iterations are taken from the recording, because a chat template could write a different
    date today. Within the iteration, decisions before the change use their recorded numbers, and the rest is computed
    again (recorded_numbers.py). Raises BadInput if the iterations are inconsistent or the pair now has other models.
    """
    changed = iteration_at(trace, index)
    request = request_of(trace.header)
    prompt = recorded_prompt(trace.header)
    ids = prompt.ids
    fitted = request.fitted(pair)
    check_models(trace.header, fitted)
    now = header(request, fitted, prompt)
    if now.generation != trace.header.generation:
        raise BadInput(
            f"The generation config of {pair.name} has changed since this run was recorded. Record the run again."
        )
    check_tokens(trace.header, pair)
    request.asked(pair, prompt)  # raises BadInput if the prompt does not fit
    if change.token is not None and not 0 <= change.token < pair.models.target.vocab_size:
        raise BadInput(f"The models have no token {change.token}, which this trace uses. Record the run again.")
    earlier = trace.iterations[:index]
    texts, totals = Texts(fitted), Totals()
    named = texts.new(set(ids) if change.token is None else {*ids, change.token})
    made = _again(request, fitted, ids, earlier, changed, change)
    for each in (*earlier, made):
        totals.add(each)
    used = ids_of(made)
    new = texts.new(used)
    shown, repeated = (made, 0) if change.setting else restored(made, changed, change.verdict)
    differs = differences(trace.header, now)
    about = WhatIf(of, index, change.to_json(), change.verdict, repeated if differs else None, differs or None)
    return Trace(
        replace(now, texts=named, whatif=about),
        [*earlier, line_with(shown, (changed.texts or {}) | new, None, lacking(request.decoder, fitted, used))],
        summary(fitted, made.final.beams, totals),
    )


def _again(
    request: RunRequest,
    pair: Pair,
    ids: list[int],
    earlier: Sequence[Iteration],
    changed: Iteration,
    change: Change,
) -> Iteration:
    """Decode the changed iteration after the recorded ones. Raises BadInput if they are inconsistent."""
    place = len(earlier)
    draws = list(changed.draws)
    fresh = Seeded((MAX_SEED + 1) * (place + 1) + request.seed)  # reproducible, but different from the seed of any run
    flips = _flips(changed, change)
    dice = Replayed(draws, fresh, flips, {} if change.setting else decided(changed, max(flips, default=len(draws))))
    settings = request.chosen if change.setting is None else replace(request.chosen, **{change.setting: change.value})
    return next_iteration(request, pair, ids, earlier, settings, dice)


def next_iteration(
    request: RunRequest, pair: Pair, ids: list[int], earlier: Sequence[Iteration], settings: Settings, dice: Dice
) -> Iteration:
    """Decode the iteration that follows recorded ones.

    Raises BadInput if the recorded iterations do not fit together.
    """
    before = [_earlier(iteration, request.decoder.beam) for iteration in earlier]
    _check_beams(request, before)
    try:
        extra = request.decoder.extra(request.chosen, earlier)
        given = (request.decoder.step, ids, pair.models, settings, dice, request.limit)
        with contextlib.closing(decode(*given, before=before, extra=extra)) as run:
            return next(run)
    except ValueError as error:
        raise BadInput(f"The rounds of this trace are inconsistent ({error}). Record the run again.") from None


def check_models(head: Header, pair: Pair) -> None:
    """Raise BadInput unless the pair has the models and weights that the header names."""
    now, then = [pair.info.get(role) for role in ("target", "draft")], [head.target, head.draft]
    if now != then:
        raise BadInput(
            f"The models of {pair.name} have changed since this run was recorded ({_list(then)}, now {_list(now)}). "
            "Record the run again."
        )
    here, there = pair.info.get("weights") or {}, head.weights or {}
    for role in ("target", "draft"):
        if role in here and role in there and here[role]["sha256"] != there[role].sha256:
            raise BadInput(
                f"The {role} weights of {pair.name} have changed since this run was recorded (SHA-256 "
                f"{there[role].sha256[:12]}, now {here[role]['sha256'][:12]}). Record the run again."
            )


def _check_beams(request: RunRequest, before: Sequence[Earlier]) -> None:
    """Raise BadInput if a record has more beams than the settings allow, because the models would process them all.

    Also raise BadInput if the method samples beams by their weights and no beam has a positive probability.
    """
    most, found = max(1, request.chosen.most_nodes), max((len(one.beams) for one in before), default=0)
    if found > most:
        raise BadInput(f"This trace has {found} beams, but its settings allow at most {most}. Record the run again.")
    weighed = request.decoder.view in WEIGHED and before
    if weighed and max((beam.logp for beam in before[-1].beams), default=0.0) == -math.inf:
        raise BadInput("In this trace, all beams have zero probability. Record the run again.")


def _list(models: Sequence[Any]) -> str:
    return ", ".join(str(model)[:80] for model in models)


def _earlier(iteration: Iteration, beam_of: Callable[[BeamRecord], Beam]) -> Earlier:
    """Convert a recorded iteration to the form that a run needs to continue after it."""
    return Earlier(
        nodes=[(node.id, node.parent, node.token) for node in iteration.nodes],
        fed=[(each.model, each.nodes) for each in iteration.passes],
        beams=tuple(map(beam_of, iteration.final.beams)),
    )


def _flips(iteration: Iteration, change: Change) -> dict[int, float]:
    """The random choices to change: index of the draw → new value."""
    if change.verdict is None:
        return {}
    verdict_at(iteration, change.verdict)
    draw = draw_places(iteration).get(change.verdict)
    if draw is None:
        raise BadInput("This trace does not contain the random number of this decision. Record the run again.")
    value = change.token if change.u is None else change.u
    assert value is not None, "a change of a verdict has a u or a token"
    return {draw: value}
