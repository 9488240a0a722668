"""What if one thing had been otherwise: an iteration recorded again with one change.

`replay` runs the decoder through the iteration's recorded draws, with one of them or one setting changed; where the
change leads off the recorded draws, dice of its own go on. Sentences are in explorer/story/whatif.py.
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
from explorer.service.recording import Texts, header, ids_of, line_with, summary
from explorer.service.request import MAX_SEED, RunRequest
from explorer.trace.format import Trace
from explorer.trace.lines import Header, IterationLine, WhatIf
from explorer.trace.metrics import Totals

WEIGHED = ("beams", "forest")  # the views of methods that draw beams by their weights
SETTINGS = ("threshold", "gamma")  # t or τ, and γ: no method's models depend on them


@dataclass(frozen=True)
class Change:
    """The one thing that is changed: the u or the token drawn for a verdict, or a setting from this iteration on."""

    verdict: int | None = None  # place in the iteration's verdicts
    u: float | None = None
    token: int | None = None  # what is drawn from p in place of what was (draw_match)
    setting: str | None = None
    value: Any = None

    def to_json(self) -> dict[str, Any]:
        """What is changed, by name."""
        known = {"u": self.u, "token": self.token} | ({self.setting: self.value} if self.setting else {})
        return {name: value for name, value in known.items() if value is not None}


def verdict_at(iteration: Iteration, place: int) -> Verdict:
    """The verdict at a place of `verdicts`. Raises BadInput where there is none."""
    verdicts = iteration.verdicts
    if not 0 <= place < len(verdicts):
        raise BadInput(f"this iteration has {len(verdicts)} decisions, counted from 0, and no decision {place}")
    return verdicts[place]


def set_u(iteration: Iteration, place: int, u: float) -> Change:
    """The coin of a verdict falls at u. Raises BadInput for a verdict without a coin, or a u that is none."""
    if not is_coin(verdict_at(iteration, place)):
        raise BadInput("no coin decided this; choose a decision that shows u and a")
    if not 0 <= u < 1:
        raise BadInput(f"u={u:g} should be at least 0 and below 1")
    return Change(place, u=u)


def flipped(iteration: Iteration, place: int) -> Change:
    """A verdict falls the other way: u in the middle of the other side, or another token drawn from p.

    Raises BadInput where it was certain, or where chance has no part in it.
    """
    verdict = verdict_at(iteration, place)
    if verdict.u is not None and verdict.a is not None:
        a = verdict.a
        if not 0 < a < 1:
            was = "kept whatever the coin: p ≥ q, so a = 1" if a else "rejected whatever the coin: p is 0, so a = 0"
            raise BadInput(f"this token is {was}; choose one whose a lies between 0 and 1")
        return Change(place, u=(1 + a) / 2 if verdict.u < a else a / 2)
    if verdict.rule == "draw_match":
        return Change(place, token=_other_token(iteration, verdict))
    raise BadInput("chance has no part in this decision; change t, τ or γ, or choose one that was left to a coin")


def _other_token(iteration: Iteration, verdict: Verdict) -> int:
    """What p must draw for a drafted token to fare otherwise: that token, or instead of it the likeliest other."""
    own = next(node.token for node in iteration.nodes if node.id == verdict.node)
    if verdict.decision == "rejected":
        if not verdict.p:
            raise BadInput("the target never says this token: p is 0; choose one with a chance")
        return own
    laws = [iteration.distributions[place] for place in verdict.distributions]
    others = [token for law in laws if law.kind == "p" for token, _ in law.top if token != own]
    if not others:
        raise BadInput("the target says nothing else here: p of this token is 1; choose one with p below 1")
    return others[0]


def set_value(request: RunRequest, setting: str, value: Any) -> Change:
    """t, τ or γ takes another value from the iteration on. Raises BadInput for a setting or value that cannot be."""
    if setting not in SETTINGS or not hasattr(request.chosen, setting):
        mine = [name for name in SETTINGS if hasattr(request.chosen, name)]
        raise BadInput(f"{setting[:40]!r} cannot be changed here; {request.method} has {', '.join(mine) or 'none'}")
    made = request.decoder.make_settings({**asdict(request.chosen), setting: value})
    return Change(setting=setting, value=getattr(made, setting))


def request_of(head: Header) -> RunRequest:
    """The request that a header was recorded for. Raises BadInput where it lacks what a run needs."""
    if head.max_new_tokens is None or head.seed is None:
        raise BadInput("this trace does not say how many tokens were asked for, or its seed; record the run again")
    limit, raw = head.max_new_tokens, head.raw is True
    return RunRequest(
        *(head.method, head.pair, head.prompt, head.settings, head.seed, limit, raw),
        system=head.system,
        messages=[{"role": turn.role, "content": turn.content} for turn in head.messages or ()],
        template_args=head.template_args or {},
        ignore_eos=head.ignore_eos is True,
    )


def iteration_at(trace: Trace, index: int) -> IterationLine:
    """An iteration by its place. Raises BadInput where there is none."""
    if not 0 <= index < len(trace.iterations):
        raise BadInput(f"this run has {len(trace.iterations)} iterations, and no iteration {index + 1}")
    return trace.iterations[index]


def replay(trace: Trace, index: int, change: Change, pair: Pair, of: str = "") -> Trace:
    """The run up to and including an iteration, with one thing changed in it; `of` names the trace.

    Iterations before it are the recorded ones, and the run goes on from what they left. So is the prompt, whose
    template may write today's date. Within the iteration, decisions up to the changed one are made by their recorded
    numbers; what follows is computed again (recorded_numbers.py). Raises BadInput where the iterations do not fit
    together, or where the pair has other models now.
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
            f"The pair {pair.name} has other rules in its generation config than in this trace. Record the run again."
        )
    check_tokens(trace.header, pair)
    request.asked(pair, prompt)  # whether it has room for it
    if change.token is not None and not 0 <= change.token < pair.models.target.vocab_size:
        raise BadInput(f"the models have no token {change.token}, which this trace names; record the run again")
    earlier = trace.iterations[:index]
    texts, totals = Texts(fitted), Totals()
    named = texts.new(set(ids) if change.token is None else {*ids, change.token})
    made = _again(request, fitted, ids, earlier, changed, change)
    for each in (*earlier, made):
        totals.add(each)
    new = texts.new(ids_of(made))
    shown, repeated = (made, 0) if change.setting else restored(made, changed, change.verdict)
    differs = differences(trace.header, now)
    about = WhatIf(of, index, change.to_json(), change.verdict, repeated if differs else None, differs or None)
    return Trace(
        replace(now, texts=named, whatif=about),
        [*earlier, line_with(shown, (changed.texts or {}) | new)],
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
    """The changed iteration, decoded after the recorded ones. Raises BadInput where they do not fit together."""
    draws = list(changed.draws)
    fresh = Seeded((MAX_SEED + 1) * (len(earlier) + 1) + request.seed)  # no run's seed, and always the same
    flips = _flips(changed, change)
    dice = Replayed(draws, fresh, flips, {} if change.setting else decided(changed, max(flips, default=len(draws))))
    settings = request.chosen if change.setting is None else replace(request.chosen, **{change.setting: change.value})
    return next_iteration(request, pair, ids, earlier, settings, dice)


def next_iteration(
    request: RunRequest, pair: Pair, ids: list[int], earlier: Sequence[Iteration], settings: Settings, dice: Dice
) -> Iteration:
    """Decode the iteration that follows recorded ones. Raises BadInput where they do not fit together."""
    before = [_earlier(iteration, request.decoder.beam) for iteration in earlier]
    _check_beams(request, before)
    try:
        extra = request.decoder.extra(request.chosen, earlier)
        given = (request.decoder.step, ids, pair.models, settings, dice, request.limit)
        with contextlib.closing(decode(*given, before=before, extra=extra)) as run:
            return next(run)
    except ValueError as error:
        raise BadInput(f"the iterations of this trace do not fit together ({error}); record the run again") from None


def check_models(head: Header, pair: Pair) -> None:
    """Raise BadInput unless a pair has the models that a header names, with the weights that it names."""
    now, then = [pair.info.get(role) for role in ("target", "draft")], [head.target, head.draft]
    if now != then:
        raise BadInput(
            f"the pair {pair.name} has other models now ({_list(now)}) than in this trace ({_list(then)}); "
            "record the run again here"
        )
    here, there = pair.info.get("weights") or {}, head.weights or {}
    for role in ("target", "draft"):
        if role in here and role in there and here[role]["sha256"] != there[role].sha256:
            raise BadInput(
                f"The {role} of {pair.name} has other weights now (SHA-256 {here[role]['sha256'][:12]}) than in this "
                f"trace ({there[role].sha256[:12]}). Record the run again here."
            )


def _check_beams(request: RunRequest, before: Sequence[Earlier]) -> None:
    """Raise BadInput for more beams than these settings ever keep, or where several are weighed and none has a chance.

    Every one of them would be read.
    """
    most, found = max(1, request.chosen.most_nodes), max((len(one.beams) for one in before), default=0)
    if found > most:
        raise BadInput(f"this trace has {found} beams where its settings keep at most {most}; record the run again")
    weighed = request.decoder.view in WEIGHED and before
    if weighed and max((beam.logp for beam in before[-1].beams), default=0.0) == -math.inf:
        raise BadInput("this trace says that all of its beams were impossible; record the run again")


def _list(models: Sequence[Any]) -> str:
    return ", ".join(str(model)[:80] for model in models)


def _earlier(iteration: Iteration, beam_of: Callable[[BeamRecord], Beam]) -> Earlier:
    """A recorded iteration as what a run goes on after."""
    return Earlier(
        nodes=[(node.id, node.parent, node.token) for node in iteration.nodes],
        fed=[(each.model, each.nodes) for each in iteration.passes],
        beams=tuple(map(beam_of, iteration.final.beams)),
    )


def _flips(iteration: Iteration, change: Change) -> dict[int, float]:
    """Which draw of the iteration takes which value instead."""
    if change.verdict is None:
        return {}
    verdict_at(iteration, change.verdict)
    draw = draw_places(iteration).get(change.verdict)
    if draw is None:
        raise BadInput("this trace does not hold the draw of this decision; record the run again")
    value = change.token if change.u is None else change.u
    assert value is not None, "a change of a verdict has a u or a token"
    return {draw: value}
