"""Turn the rounds of another program's speculative decoding into iterations of a trace.

Only facts are recorded: a field that the program did not report stays empty. The rules are those of transformers. A
draft token is compared with a random number (`ratio`), with the most probable token at temperature 0 (`greedy_match`),
or with a sampled token if the draft has no probabilities (`draw_match`).
"""

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from decoders.core.record import (
    COMMIT,
    DRAFT,
    INPUT,
    OWN_PHASES,
    TARGET,
    TOP,
    UNUSED,
    VERIFY,
    BeamRecord,
    Final,
    Iteration,
    Node,
    Own,
    Pass,
    Recorder,
    Rule,
    Verdict,
)
from decoders.core.rules import ARGMAX, DRAW, RATIO, Dist, residual
from decoders.methods.tree_verification import DRAW_MATCH, EARLIER_REJECTION, GREEDY_MATCH, OFF_PATH

if TYPE_CHECKING:
    from decoders.models.torch.assisted import Setup
    from decoders.models.torch.assisted_round import Round, Timed

ENSEMBLE = Rule("ensemble", "u < min(1, 1 − w + w·p/q)")
ENSEMBLE_MATCH = Rule("ensemble_match", "x = argmax(w·p + (1 − w)·q)")
CUT_OFF = Rule("cut_off", "the text ended before x")
RULES = (RATIO, GREEDY_MATCH, DRAW_MATCH, ENSEMBLE, ENSEMBLE_MATCH)
WHY_UNUSED = (EARLIER_REJECTION, OFF_PATH, CUT_OFF)
# Candidate generators whose draft has another tokenizer, so its passes do not read the nodes of the trace.
OTHER_TOKENS = ("AssistedCandidateGeneratorDifferentTokenizers", "UniversalSpeculativeDecodingGenerator")


@dataclass(frozen=True)
class Outcome:
    """The outcome of a round: how many draft tokens were accepted and written, and the target's own token.

    The target's own token is None if the text was cut before it.
    """

    accepted: int
    own: int | None


def outcome(made: "Round") -> Outcome:
    """The outcome of a round. Raises ValueError if the written tokens do not fit the draft.

    The token that replaces a rejected draft token differs from it, so the written tokens show which ones were accepted.
    """
    pairs = zip(made.drafts, made.written, strict=False)
    same = next((i for i, (draft, token) in enumerate(pairs) if draft != token), None)
    accepted = min(len(made.drafts), len(made.written)) if same is None else same
    more = made.written[accepted:]
    if len(more) > 1 or not made.written:
        raise ValueError("a round wrote tokens that were not drafted, apart from its last token")
    return Outcome(accepted, more[0] if more else None)


def rule_of(setup: "Setup", made: "Round") -> Rule:
    """The rule by which transformers tests the draft tokens of a round."""
    mixed = setup.weight is not None and made.q is not None
    if made.ratio is not None:
        return ENSEMBLE if mixed else RATIO
    if setup.sampled:
        return DRAW_MATCH
    return ENSEMBLE_MATCH if mixed else GREEDY_MATCH


class Steps:
    """Makes the iterations of one run, round by round. It keeps track of the nodes of the text so far."""

    def __init__(self, setup: "Setup") -> None:
        self._setup = setup
        self._path = [0]  # the node of the last prompt token, and of every token after the prompt
        self._next = 1
        self._index = 0
        self.beam = BeamRecord(0, (), 0.0, False)

    def add(self, made: "Round") -> Iteration:
        """Add the next iteration and return it. Raises ValueError if the round's numbers contradict each other."""
        result = _Iteration(self._setup, made, self._path, self.beam, self._next).write()
        self._path += result.final.nodes
        self._next = max(node.id for node in result.nodes) + 1
        self.beam = result.final.beams[0]
        self._index += 1
        return replace(result, index=self._index - 1)


class _Iteration:
    """An iteration that is being written."""

    def __init__(self, setup: "Setup", made: "Round", path: list[int], beam: BeamRecord, first: int) -> None:
        self.setup, self.made, self.path, self.beam = setup, made, path, beam
        self.rec = Recorder()
        self.rule, self.outcome = rule_of(setup, made), outcome(made)
        self.greedy = not setup.sampled
        self.drafts = list(range(first, first + len(made.drafts)))
        self.at = [path[-1], *self.drafts]  # by position: the node before it
        self.own = first + len(made.drafts)  # the node of the target's own token
        self.laws: dict[tuple[str, int], int] = {}
        at, rejected = self.outcome.accepted, self.outcome.own is not None and self.outcome.accepted < len(made.drafts)
        tested = made.q is not None and made.ratio is not None
        self.rest: Dist | None = residual(made.p[at], made.q[at]) if tested and rejected and made.q else None

    def write(self) -> Iteration:
        """Write the iteration and return it, with index 0."""
        root = self.path[-1]
        token = self.beam.tokens[-1] if self.beam.tokens else self.setup.prompt[-1]
        above = self.path[-2] if len(self.path) > 1 else -1
        self.rec.node(Node(root, above, token, len(self.path) - 1, "input", beam=0))
        self.rec.step(INPUT, (root,))
        self._draft()
        for each in self._timed("target"):
            self.rec.model_pass(self._pass(each, len(self.drafts)))
        self.rec.step(TARGET, self.at)
        self._judge()
        self._commit(self._own())
        return replace(self.rec.finish(0, ()), seconds=self.made.seconds)

    def _timed(self, side: str) -> list["Timed"]:
        return [each for each in self.made.passes if each.side == side]

    def _pass(self, timed: "Timed", drafted: int) -> Pass:
        """Make the record of a pass that ended after `drafted` draft tokens. Only the last token of the prompt has a
        node.
        """
        nodes = [*self.path, *self.drafts][: len(self.path) + drafted]
        unknown = timed.side == "draft" and self.setup.generator in OTHER_TOKENS
        read = () if unknown else tuple(nodes[max(0, len(nodes) - timed.read) :])
        return Pass(timed.side, read, timed.seconds, timed.kv)

    def _draft(self) -> None:
        """Record the draft tokens: one step per token if the draft made a pass for each token, otherwise a single step
        for all tokens.
        """
        passes, depth = self._timed("draft"), len(self.path)
        for i, node in enumerate(self.drafts):
            token = self.made.drafts[i]
            leaf = "eos" if token in self.setup.eos else None
            self.rec.node(Node(node, self.at[i], token, depth + i, "draft", q=self._q(i), rank=0, leaf=leaf))
        one_each = len(passes) >= len(self.drafts)
        for i, each in enumerate(passes):
            self.rec.model_pass(self._pass(each, i))
            if one_each and i < len(self.drafts) - 1:
                self.rec.step(DRAFT, (self.drafts[i],), layer=i + 1)
        rest = self.drafts[-1:] if one_each else self.drafts
        if rest:
            self.rec.step(DRAFT, rest, layer=len(self.drafts) if one_each else None)

    def _q(self, i: int) -> float | None:
        if self.made.q is not None:
            return self.made.q[i].prob(self.made.drafts[i])
        return 1.0 if self.setup.ngram else None  # a copied token is not sampled

    def _law(self, side: str, i: int) -> int:
        """The index of the recorded p or q at a position. The distribution is recorded at its first use."""
        if (side, i) not in self.laws:
            dists = self.made.p if side == "p" else self.made.q or ()
            kind = ("p_raw" if side == "p" else "q_raw") if self.greedy else ("p" if side == "p" else "q")
            size = self.setup.vocab_size if self.greedy else len(dists[i].ids)
            self.laws[side, i] = self.rec.distribution(self.at[i], kind, lambda: dists[i].top(TOP), size)[0]
        return self.laws[side, i]

    def _both(self, i: int) -> tuple[int, ...]:
        return (self._law("p", i), *([] if self.made.q is None else [self._law("q", i)]))

    def _judge(self) -> None:
        """Record the verdicts on the draft tokens, in order."""
        accepted, unused = self.outcome.accepted, list[Verdict]()
        for i in range(len(self.drafts)):
            if i < accepted:
                self.rec.decide(VERIFY, self._test(i, True))
            elif i == accepted and self.outcome.own is not None:
                self.rec.decide(VERIFY, self._test(i, False))
            else:
                unused.append(self._unused(i))
        self.rec.decide_all(UNUSED, unused)

    def _numbers(self, i: int) -> tuple[float, float | None]:
        return self.made.p[i].prob(self.made.drafts[i]), self._q(i)

    def _test(self, i: int, passed: bool) -> Verdict:
        made, (p, q) = self.made, self._numbers(i)
        used = float(passed) if self.rule == GREEDY_MATCH else None if self.rule == ENSEMBLE_MATCH else p
        verdict = Verdict(
            self.drafts[i],
            "accepted" if passed else "rejected",
            self.rule,
            p=p,
            q=q,
            p_used=used,
            greedy=self.greedy,
            layer=i + 1,
            distributions=self._both(i),
        )
        if made.ratio is None:
            return verdict
        laws = verdict.distributions if passed else (*verdict.distributions, *self._left())
        u = None if made.u is None else made.u[i]
        return replace(verdict, a=max(0.0, min(1.0, made.ratio[i])), u=u, distributions=laws)

    def _unused(self, i: int) -> Verdict:
        p, q = self._numbers(i)
        why = CUT_OFF if self.outcome.own is None else EARLIER_REJECTION if self.made.ratio is not None else OFF_PATH
        return Verdict(self.drafts[i], "unused", why, p=p, q=q, layer=i + 1)

    def _left(self) -> tuple[int, ...]:
        """The index of the recorded residual after the rejected draft token; empty if there is no residual."""
        rest, key = self.rest, ("residual", 0)
        if rest is None:
            return ()
        if key not in self.laws:
            at = self.at[self.outcome.accepted]
            self.laws[key] = self.rec.distribution(at, "residual", lambda: rest.top(TOP), len(rest.ids))[0]
        return (self.laws[key],)

    def _own(self) -> int | None:
        """Record the target's own token, and return its node; None if the text was cut before it."""
        token, at = self.outcome.own, self.outcome.accepted
        if token is None:
            return None
        p, used = self.made.p[at].prob(token), (self.rest or self.made.p[at]).prob(token)
        self.rec.node(Node(self.own, self.at[at], token, len(self.path) + at, "target", p=p))
        mixed = self.rule == ENSEMBLE_MATCH and at < len(self.drafts)
        rule = ENSEMBLE_MATCH if mixed else ARGMAX if self.greedy else DRAW
        laws = self._left() or (self._law("p", at),)
        verdict = Verdict(self.own, self.decision(), rule, p=p, p_used=1.0 if self.greedy else used, greedy=self.greedy)
        verdict = replace(verdict, distributions=laws, p_used=None if mixed else verdict.p_used)
        self.rec.decide(OWN_PHASES[self.decision()], verdict)
        return self.own

    def decision(self) -> Own:
        """The decision by which the target's own token was chosen."""
        if self.drafts and self.outcome.accepted == len(self.drafts):
            return "bonus"
        if self.made.ratio is not None and self.drafts:
            return "residual"
        return "greedy" if self.greedy else "drawn"

    def _commit(self, own: int | None) -> None:
        """Record the written tokens and the beam after them."""
        accepted, written = self.outcome.accepted, self.made.written
        nodes = (*self.drafts[:accepted], *([] if own is None else [own]))
        origins = ("draft",) * accepted + (() if own is None else (self.decision(),))
        self.rec.step(COMMIT, nodes)
        logp = self.beam.logp + math.fsum(self.made.logp)
        beam = BeamRecord(nodes[-1], (*self.beam.tokens, *written), logp, written[-1] in self.setup.eos)
        self.rec.final = Final(written, origins, nodes, (beam,))
