"""Traces of imported requests. They show the draft tokens and the accepted counts as steps of the stage, and no fact
that the file lacks.

A request becomes a trace if its file has the draft tokens of every pass: SGLang's DSpark dump and llama.cpp's debug
log. p, u, times and the prompt stay empty. A token that the file does not name has the id −1 and the text NOT_RECORDED.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import islice, takewhile
from pathlib import Path

from decoders.core.record import (
    COMMIT,
    DRAFT,
    INPUT,
    OWN_PHASES,
    TARGET,
    UNUSED,
    VERIFY,
    BeamRecord,
    Decision,
    Final,
    Iteration,
    Node,
    Own,
    Recorder,
    Rule,
    Verdict,
)
from decoders.methods.tree_verification import EARLIER_REJECTION
from explorer.imports.opening import opened
from explorer.imports.record import Request, Step
from explorer.story.header.observed import COUNTS_ONLY
from explorer.trace.format import SCHEMA, Trace
from explorer.trace.lines import EnergySource, Header, IterationLine, Observed, Summary, Times
from explorer.trace.metrics import Totals

REPORTED = Rule("reported", "the engine’s own rule, whose numbers are not recorded")
CAPPED = Rule("capped", "the engine sent a shorter draft")
RULES = (REPORTED, CAPPED, EARLIER_REJECTION)
UNKNOWN = -1
UNSAID = "not recorded"
NOT_RECORDED = f"⟨{UNSAID}⟩"
MOST_ROUNDS = 2000
CUT = "the file does not have the draft tokens of the passes after this one"
LONG = f"the trace has the first {MOST_ROUNDS:,} passes"
LOGP = float("-inf")  # means that log p is not known; the format has no other value for this


def traces(path: Path, name: str, most: int) -> list[tuple[str, Trace]]:
    """The first `most` traces of a file, with the names of their requests. Raises BadInput like `opened`."""
    found = ((request.name, made) for request in opened(path, name) if (made := trace_of(request)) is not None)
    return list(islice(found, most))


def trace_of(request: Request) -> Trace | None:
    """The trace of a request, or None if its file does not have the draft tokens of its first pass."""
    whole = takewhile(lambda step: step.drafted is not None and step.drafted <= len(step.draft_tokens), request.steps)
    steps = list(whole)
    if not steps:
        return None
    rounds = _Rounds()
    lines = [rounds.add(step) for step in steps[:MOST_ROUNDS]]
    incomplete = LONG if len(steps) > MOST_ROUNDS else CUT if len(steps) < len(request.steps) else None
    summary = None if incomplete else rounds.summary()
    return Trace(_header(request, steps), lines, summary, incomplete)


def _header(request: Request, steps: Sequence[Step]) -> Header:
    engine, longest = request.format.engine, max(len(step.draft_tokens) for step in steps)
    return Header(
        schema=SCHEMA,
        method="imported",
        title=f"{engine}: draft tokens and accepted counts",
        view="chain",
        pair=engine,
        settings={"gamma": longest},
        seed=None,
        prompt="",
        prompt_tokens=(),
        device=UNSAID,
        versions={engine: request.version} if request.version else {},
        energy=EnergySource(method="unavailable", reason=f"the file of {engine} does not record energy"),
        rules={str(rule): rule.formula for rule in RULES},
        observed=Observed(engine, request.version, request.format.name, notes=(COUNTS_ONLY,)),
        texts={str(UNKNOWN): NOT_RECORDED},
    )


@dataclass
class _Rounds:
    """The iterations of one request, pass by pass."""

    path: list[int] = field(default_factory=lambda: [0])
    tokens: list[int] = field(default_factory=list[int])
    totals: Totals = field(default_factory=Totals)
    given: set[int] = field(default_factory=set[int])
    next: int = 1
    index: int = 0

    def add(self, step: Step) -> IterationLine:
        """The next iteration."""
        made = self._iteration(step)
        self.totals.add(made)
        texts = {
            str(each.token): each.text
            for row in step.candidates
            for each in row
            if each.token not in self.given and not self.given.add(each.token)
        }
        self.index += 1
        return IterationLine(**{f.name: getattr(made, f.name) for f in fields(Iteration)}, texts=texts)

    def summary(self) -> Summary:
        """The summary of the trace, without the text and the times, which the file lacks."""
        totals, beam = self.totals, BeamRecord(self.path[-1], tuple(self.tokens), LOGP, False)
        counts = replace(
            totals.counts(beam),
            tokens_per_iteration=len(self.tokens) / self.index,
            **dict.fromkeys(("target_passes", "draft_passes", "target_nodes", "draft_nodes", "kv_peak")),
        )
        depths, ranks = totals.by_depth(), totals.by_rank()
        return Summary(beam.tokens, "", counts, Times(), None, by_depth=depths, by_rank=ranks)

    def _iteration(self, step: Step) -> Iteration:
        rec, depth = Recorder(), len(self.path) - 1
        root, above = self.path[-1], self.path[-2] if depth else -1
        rec.node(Node(root, above, self.tokens[-1] if self.tokens else UNKNOWN, depth, "input", beam=0))
        rec.step(INPUT, (root,))
        drafts = list(range(self.next, self.next + len(step.draft_tokens)))
        at, sent, own = [root, *drafts], step.drafted or 0, self.next + len(drafts)
        q = [_q(step, i) for i in range(len(drafts))]
        for i, node in enumerate(drafts):
            rec.node(Node(node, at[i], step.draft_tokens[i], depth + 1 + i, "draft", q=q[i], rank=0))
        if drafts:
            rec.step(DRAFT, drafts)
        rec.step(TARGET, at[: sent + 1])
        verdicts = [_verdict(node, i, step, q[i]) for i, node in enumerate(drafts)]
        for verdict in verdicts[: min(sent, step.accepted + 1)]:
            rec.decide(VERIFY, verdict)
        rec.decide_all(UNUSED, verdicts[min(sent, step.accepted + 1) :])
        token = UNKNOWN if step.own_token is None else step.own_token
        decision: Own = "bonus" if 0 < sent == step.accepted else "own"
        rec.node(Node(own, at[step.accepted], token, depth + 1 + step.accepted, "target"))
        rec.decide(OWN_PHASES[decision], Verdict(own, decision, REPORTED))
        nodes = (*drafts[: step.accepted], own)
        new = (*step.draft_tokens[: step.accepted], token)
        rec.step(COMMIT, nodes)
        self.tokens += new
        self.path += nodes
        self.next = own + 1
        beam = BeamRecord(own, tuple(self.tokens), LOGP, False)
        rec.final = Final(new, ("draft",) * step.accepted + (decision,), nodes, (beam,))
        return rec.finish(self.index, ())


def _q(step: Step, i: int) -> float | None:
    """The q of the draft token at position `i`; None if it is not among the file's candidates."""
    if i >= len(step.candidates):
        return None
    return next((each.q for each in step.candidates[i] if each.token == step.draft_tokens[i]), None)


def _verdict(node: int, i: int, step: Step, q: float | None) -> Verdict:
    decision: Decision = "accepted" if i < step.accepted else "rejected" if i == step.accepted else "unused"
    if i >= (step.drafted or 0):
        return Verdict(node, "not_sent", CAPPED, q=q, layer=i + 1)
    return Verdict(node, decision, EARLIER_REJECTION if decision == "unused" else REPORTED, q=q, layer=i + 1)
