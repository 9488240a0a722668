"""The loop that runs every decoder: a prompt goes in, and one `Iteration` per target pass comes out.

A decoder is a function `step(run, state) -> state` that performs one iteration. `Run` holds everything that the step
uses: the tree, one runner per model, the settings, the source of randomness and the recorder. `State` is everything
that the next iteration needs, so exact/law.py can merge equal states. This module contains no decoding algorithm.
"""

import math
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar, cast

from decoders.core.dice import Dice
from decoders.core.record import (
    COMMIT,
    INPUT,
    OWN_PHASES,
    TOP,
    BeamRecord,
    DistributionKind,
    Final,
    Iteration,
    Node,
    Origin,
    Own,
    Recorder,
    Role,
    Side,
    Verdict,
)
from decoders.core.rules import Dist, Logits
from decoders.core.runner import LanguageModel, ReadingDraft, ReadingRunner, TreeRunner, Writer
from decoders.core.ties import first_of_best
from decoders.core.tree import TokenTree


@dataclass(frozen=True)
class Models:
    """A loaded pair of models.

    `eos` holds the token ids that end a sequence; `draft` is None for a pair without a draft. `encode` returns the
    token ids of a plain text, or raises BadInput if the text cannot be encoded. This field is None if there is no
    tokenizer.
    """

    target: LanguageModel
    draft: LanguageModel | None
    eos: frozenset[int]
    encode: Callable[[str], Sequence[int]] | None = field(default=None, compare=False)

    @property
    def draft_window(self) -> int | None:
        """The draft's context window if it is shorter than the target's window; otherwise None."""
        window, whole = None if self.draft is None else self.draft.window, self.target.window
        return window if window is not None and (whole is None or window < whole) else None


@dataclass(frozen=True)
class Beam:
    """A sequence that is being generated. Two beams are equal if their tokens are the same."""

    tokens: tuple[int, ...]  # the tokens after the prompt
    done: bool = False  # whether the sequence ended with EOS
    node: int = field(default=TokenTree.root, compare=False)
    logp: float = field(default=0.0, compare=False)  # Σ log p of the tokens, unwarped

    def record(self) -> BeamRecord:
        """The beam as a record for a trace."""
        return BeamRecord(self.node, self.tokens, self.logp, self.done)


CHUNK = 512  # nodes of earlier iterations that a model reads in one pass
B = TypeVar("B", Beam, BeamRecord)


def best_of(beams: Iterable[B]) -> B:
    """The beam with the highest mean log p per new token. If several tie (ties.py), the first wins."""
    some = list(beams)
    return some[first_of_best([beam.logp / max(1, len(beam.tokens)) for beam in some], logs=True)]


History = tuple[tuple[tuple[int, ...], ...], ...]  # for every layer, the tokens of its beams


@dataclass(frozen=True)
class State:
    """The data that one iteration passes to the next: the live beams in order, and hashable data of the decoder
    (`extra`).

    `history` holds the beams of every layer so far, for a method whose output distribution is known only given these
    beams. For all other methods, it is empty.
    """

    beams: tuple[Beam, ...] = (Beam(()),)
    extra: tuple[Any, ...] = ()
    history: History = ()

    def finished(self, limit: int) -> bool:
        """Whether every beam has ended or has `limit` tokens."""
        return all(beam.done or len(beam.tokens) >= limit for beam in self.beams)

    @property
    def best(self) -> Beam:
        """The best of the live beams (`best_of`)."""
        return best_of(self.beams)


@dataclass(frozen=True)
class Earlier:
    """The parts of an iteration that are needed to continue its run."""

    nodes: Sequence[tuple[int, int, int]]  # (id, parent, token) of every node
    fed: Sequence[tuple[Side, Sequence[int]]]  # the nodes of each pass
    beams: tuple[Beam, ...]  # live beams at the end of the iteration, with their nodes


class Fed:
    """The live nodes whose keys and values each model still holds, for continuing an earlier run.

    `by` lists the nodes of each model in the order in which they were fed. Some nodes of a draft that uses the target's
    hidden states were fed with the draft's own state. The draft drops such a node once the target has processed its
    parent, and feeds it again only when it is needed (`ReadingRunner`). A continued run therefore makes the same passes
    as the earlier one.
    """

    def __init__(self, tree: TokenTree, *, has_prompt: bool, reads: bool) -> None:
        """`has_prompt` says whether there are prompt tokens before the tree's root.

        Both models have read these tokens.
        """
        self._tree, self._has_prompt, self._reads = tree, has_prompt, reads
        self._own: set[int] = set()  # nodes that the draft processed with its own states
        self.by: dict[Side, dict[int, None]] = {"target": {}, "draft": {}}

    def add(self, side: Side, nodes: Sequence[int]) -> None:
        """Record that one pass fed `nodes`. Nodes that are not in the tree are skipped."""
        for node in nodes:
            if node in self._tree:
                self.by[side][node] = None
                if side == "draft" and not self._target_saw(self._tree.parent(node)):
                    self._own.add(node)

    def forget(self) -> None:
        """Update the lists at the end of an iteration. Drop nodes that left the tree, and nodes that the draft must
        read again.
        """
        for side in self.by:
            self.by[side] = {node: None for node in self.by[side] if node in self._tree}
        if not self._reads:
            return
        kept: dict[int, None] = {}
        for node in self.by["draft"]:
            parent = self._tree.parent(node)
            stale = node in self._own and self._target_saw(parent)
            if not stale and (parent in kept or parent not in self.by["draft"]):
                kept[node] = None
        self._own.intersection_update(kept)
        self.by["draft"] = kept

    def _target_saw(self, parent: int) -> bool:
        return parent in self.by["target"] if parent >= 0 else self._has_prompt


@dataclass(frozen=True)
class Emitted:
    """One committed token: its node, its origin, and log p before warping."""

    node: int
    origin: Origin
    logp: float


class Run:
    """One decoding run: the shared tree, one runner per model, the source of randomness and the recorder."""

    def __init__(
        self,
        prompt: Sequence[int],
        models: Models,
        settings: Any,
        dice: Dice,
        limit: int,
        *,
        record: bool = True,
        forget: bool = True,
    ) -> None:
        """Create a run that adds at most `limit` new tokens to `prompt` (token ids).

        `forget=False` keeps every node, so that enumeration can restart from any of them.
        """
        self.models = models
        self.settings = settings
        self.dice = dice
        self.limit = limit
        self.rec = Recorder(record)
        self.tree = TokenTree(prompt[-1] if prompt else -1)
        self._forget = forget
        self.target = TreeRunner(models.target, self.tree, prompt[:-1], self.rec.model_pass, "target")
        self.target.limit(limit)
        self.prompt = prompt
        self.memo: dict[str, Any] = {}  # data that a method computed from the text and stores to save time
        self._draft: TreeRunner | None = None
        self._writer: Writer | None = None

    @property
    def writer(self) -> Writer | None:
        """The draft as a writer of its own tokens, started at first use; None if it uses the target's tokens."""
        if self._writer is None and self.models.draft is not None:
            given = self.prompt, self.models.eos, self.limit, self.rec.model_pass
            self._writer = self.models.draft.write(*given)
        return self._writer

    @property
    def draft(self) -> TreeRunner:
        """The draft's runner, which is started at its first use."""
        if self._draft is None:
            draft = self.models.draft
            assert draft is not None, "the catalogue checks that this method has a draft"
            given = self.tree, self.prompt[:-1], self.rec.model_pass, "draft"
            if draft.reads:
                self._draft = ReadingRunner(cast(ReadingDraft, draft), *given, self.target)
            else:
                self._draft = TreeRunner(draft, *given)
            self._draft.limit(self.limit)
        return self._draft

    def draft_room(self, tokens: int) -> int:
        """Maximum number of consecutive tokens that the draft can propose once `tokens` more tokens are written.

        The target's own token must still fit within the limit, and the draft's context must fit into the draft's
        window. If the number is 0, the target continues alone.
        """
        room = self.limit - tokens - 1
        window = None if self.models.draft is None else self.models.draft.window
        return room if window is None else max(0, min(room, window + 1 - len(self.prompt) - tokens))

    def adopt(self, state: State) -> State:
        """Return a copy of a state for this run, with its beams as nodes of this run's tree."""
        return replace(state, beams=tuple(replace(b, node=self._grow(b.tokens)) for b in state.beams))

    def _grow(self, tokens: Sequence[int]) -> int:
        node = self.tree.root
        for token in tokens:
            node = self.tree.add(node, token)
        return node

    def go_on(self, before: Sequence[Earlier], extra: tuple[Any, ...]) -> State:
        """Rebuild the state after earlier iterations: the beams, the tree, and the nodes that each model had read.

        `extra` becomes the state's `extra`. Raises ValueError if the nodes do not form a tree, or belong to another
        run.
        """
        fed = Fed(self.tree, has_prompt=len(self.prompt) > 1, reads=bool(self.models.draft and self.models.draft.reads))
        for one in before:
            for node, parent, token in sorted(one.nodes):
                if node in self.tree:
                    continue
                if not 0 <= token < self.target.vocab_size:
                    raise ValueError(f"the models do not have the token {token}")
                if parent not in self.tree or self.tree.add(parent, token) != node:
                    raise ValueError(f"node {node} does not continue any of the nodes before it")
            for side, nodes in one.fed:
                fed.add(side, nodes)
            for beam in one.beams:
                if len(beam.tokens) > self.limit:
                    raise ValueError(f"a beam has {len(beam.tokens)} tokens, but the limit is {self.limit}")
                if beam.node not in self.tree or tuple(self.tree.path(beam.node)) != beam.tokens:
                    raise ValueError("a beam's tokens are not those on the path to its node")
            if all(beam.done or len(beam.tokens) >= self.limit for beam in one.beams):
                raise ValueError("the run continues after all beams have ended")
            self.tree.keep([beam.node for beam in one.beams])
            fed.forget()
        for side in ("target", "draft"):
            alive = list(fed.by[side])
            if alive and side == "draft" and self.models.draft is None:
                raise ValueError("nodes were fed to a draft model, but the pair has none")
            for start in range(0, len(alive), CHUNK):
                runner = self.draft if side == "draft" else self.target
                runner.logits(alive[start : start + CHUNK])
                if side == "target":  # DSBD still needs the draft's rows for log q of its beams
                    runner.keep([beam.node for beam in before[-1].beams])
        return State(before[-1].beams, extra) if before else State()

    def keep(self, nodes: Sequence[int]) -> None:
        """Keep only these nodes and their ancestors, in the tree and in the caches of both models."""
        if not self._forget:
            return
        self.target.keep(nodes)
        if self._draft is not None:
            self._draft.keep(nodes)
        self.tree.keep(nodes)

    def close(self) -> None:
        self.target.close()
        for opened in (self._draft, self._writer):
            if opened is not None:
                opened.close()

    # Helpers for recording, shared so that all methods record the same facts in the same way.

    def note(self, node: int, role: Role, **more: Any) -> None:
        """Record a node. Keyword arguments are fields of `record.Node`."""
        if self.rec.on:
            tree = self.tree
            self.rec.node(Node(node, tree.parent(node), tree.token(node), tree.depth(node), role, **more))

    def dist(self, node: int, kind: DistributionKind, dist: Dist, base: int | None = None) -> tuple[int, ...]:
        """Record a distribution as used, after warping. Returns its index as a 1-tuple (see `Recorder.distribution`).

        `base` separates the beams of a joint distribution (`rules.split_joint`).
        """
        return self.rec.distribution(node, kind, lambda: dist.top(TOP), len(dist.ids), base)

    def raw(self, node: int, kind: Literal["p_raw", "q_raw"], logits: Logits, row: int) -> tuple[int, ...]:
        """Record the unwarped next-token distribution after `node`, as `dist` does. `kind` is q_raw or p_raw."""
        return self.rec.distribution(node, kind, lambda: logits.top(row, TOP), logits.vocab_size)

    def law(self, node: int, kind: Literal["p", "q"], logits: Logits, row: int, dist: Dist) -> tuple[int, ...]:
        """Record the warped next-token distribution after `node`, as `dist` does.

        If warping leaves a single token, the distribution before warping is recorded instead (p_raw, q_raw).
        """
        if not self.settings.warp.greedy:
            return self.dist(node, kind, dist)
        return self.raw(node, "p_raw" if kind == "p" else "q_raw", logits, row)

    def prob(self, token: int, logits: Logits, row: int, dist: Dist) -> float:
        """The probability of a token as recorded by `law`: after warping, or before it if warping leaves a single
        token.
        """
        raw = self.rec.on and self.settings.warp.greedy  # the value is computed only if it is recorded
        return math.exp(logits.logp(row, token)) if raw else dist.prob(token)

    def decide_own(self, verdict: Verdict) -> None:
        """Record a token that the target sampled itself. The step is named after the kind of token (such as bonus)."""
        self.rec.decide(OWN_PHASES[cast(Own, verdict.decision)], verdict)

    def begin(self, state: State) -> None:
        """Start recording an iteration, with the live beams as its input nodes."""
        self.rec.begin()
        self.dice.draws = []
        for slot, beam in enumerate(state.beams):
            known = self.rec.known(beam.node)
            self.note(beam.node, "input", beam=slot, count=1 + (known.count if known else 0))
        self.rec.step(INPUT, dict.fromkeys(beam.node for beam in state.beams))

    def commit(self, beam: Beam, emitted: Sequence[Emitted]) -> State:
        """Commit tokens of a single-sequence method and return the new state. Tokens after EOS are cut off."""
        kept: list[Emitted] = []
        for one in emitted:
            kept.append(one)
            if self.tree.token(one.node) in self.models.eos:
                break
        tokens = tuple(self.tree.token(one.node) for one in kept)
        grown = Beam(
            (*beam.tokens, *tokens),
            tokens[-1] in self.models.eos,
            kept[-1].node,
            beam.logp + sum(one.logp for one in kept),
        )
        nodes = tuple(one.node for one in kept)
        self.rec.step(COMMIT, nodes)
        self.rec.final = Final(tokens, tuple(one.origin for one in kept), nodes)
        return State((grown,))

    def finish(self, index: int, state: State) -> Iteration:
        """Close the iteration and return its record, with the current beams."""
        beams = tuple(beam.record() for beam in state.beams)
        self.rec.final = replace(self.rec.final, beams=beams)
        return self.rec.finish(index, self.dice.draws)


StepFunction = Callable[[Run, State], State]


def decode(
    step: StepFunction,
    prompt: Sequence[int],
    models: Models,
    settings: Any,
    dice: Dice,
    max_new_tokens: int,
    record: bool = True,
    before: Sequence[Earlier] = (),
    extra: tuple[Any, ...] = (),
) -> Generator[Iteration, None, State]:
    """Run `step` until every beam has ended, yield one Iteration per step, and return the last state.

    `before` holds the earlier iterations that this run continues, and `extra` is the state's `extra` after them.
    Closing the generator at any yield releases the caches. Raises ValueError as `Run.go_on` does.
    """
    run = Run(prompt, models, settings, dice, max_new_tokens, record=record)
    index = len(before)
    try:
        state = run.go_on(before, extra)
        while not state.finished(max_new_tokens):
            begin = time.perf_counter()
            run.begin(state)
            state = step(run, state)
            iteration = run.finish(index, state)
            run.keep([beam.node for beam in state.beams])
            yield replace(iteration, seconds=time.perf_counter() - begin)
            index += 1
        return state
    finally:
        run.close()
