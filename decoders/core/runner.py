"""The runner of one language model on a run's token tree (`TreeRunner`), and the interface that a model must implement.

`extend` feeds new nodes below live ones in one forward pass. `keep` keeps some nodes and their ancestors, and drops the
rest. These two methods suffice to draft one level of any tree, to verify a whole forest, and to decode without a draft.
The sessions handle the KV tensors (models/torch/sessions.py, models/cpu/session.py, exact/toy.py).
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from decoders.core.checkpoint import checkpoint
from decoders.core.record import Pass, Side
from decoders.core.rules import Logits
from decoders.core.tree import TokenTree


class Read(NamedTuple):
    """One forward pass of a session: the slots that it read (some possibly again) and its duration in seconds."""

    slots: tuple[int, ...]
    seconds: float


class Session(Protocol):
    """A language model with a prompt in its KV cache. Slots are numbered from 0, in the order in which they
    were fed.
    """

    @property
    def kv_length(self) -> int:
        """Number of KV slots in use, including the prompt."""
        ...

    def forward(self, tokens: Sequence[int], parents: Sequence[int]) -> Logits:
        """Feed n tokens in one pass, each below a slot (−1: the end of the prompt). Row i is the output after token i.

        A parent may also be an earlier slot of the same call.
        """
        ...

    @property
    def reads(self) -> Sequence[Read]:
        """The forward passes that the last `forward` made, in order. The list is empty if there was only one, over the
        new slots.

        A recurrent model makes several passes, or reads slots again.
        """
        return ()

    def gather(self, logits: Sequence[tuple[Logits, int]]) -> Logits:
        """Combine rows of earlier passes into one `Logits`."""
        ...

    def heads(self, slot: int) -> Logits | None:
        """One row of scores per extra head, which reads the model's hidden state after a slot (−1: the end of the
        prompt).

        None for a model without extra heads, and at the end of an empty prompt.
        """
        return None

    def features(self, slots: Sequence[int]) -> Any:
        """The hidden states after the given slots, for a draft that uses them: an array [n, F] with one row per slot.

        F concatenates the hidden states of chosen layers. The array is from torch or NumPy, in the model's own
        floating-point type and on its device. Prompt tokens have negative slots: the last token has −1, the one before
        it −2. Raises IndexError if a slot is not live. Returns None if no draft uses this model's hidden states.
        """
        return None

    def limit(self, new_tokens: int) -> None:
        """Announce the maximum number of new tokens of the run, because the scores of a few models depend on it."""
        return

    def keep(self, slots: Sequence[int]) -> None:
        """Keep these slots, renumber them from 0, and drop all others.

        The slots are in ascending order, and the parent of each slot is among them.
        """
        ...

    def close(self) -> None:
        """Release the cache."""
        ...


class ReadingSession(Session, Protocol):
    """The session of a draft that uses the target's hidden states. If the target has not read a token yet, the session
    uses the draft's own state after this token.
    """

    def forward_after(self, tokens: Sequence[int], parents: Sequence[int], at: Sequence[int], seen: Any) -> Logits:
        """Like `forward`, but the token at index at[k] of the pass uses row k of `seen` as the hidden state of the
        token before it.

        `seen` holds the target's features [len(at), F] after those parents. A token not in `at` uses the draft's own
        state after its parent, which must come from an earlier pass.
        """
        ...


@dataclass(frozen=True)
class Skipped:
    """The layers (from 0) whose attention or MLP a model leaves out, and the total number of layers."""

    attention: tuple[int, ...]
    mlp: tuple[int, ...]
    of_layers: int


@dataclass(frozen=True)
class Handed:
    """The output of a draft with its own vocabulary: the text, its tokens in the target's vocabulary, and the draft's
    own tokens.
    """

    tokens: tuple[int, ...]
    text: str
    pieces: tuple[str, ...]


class Writer(Protocol):
    """A draft that writes its own tokens, which need not be the target's. Its text is handed over to the target."""

    def begin(self, path: Sequence[int]) -> bool:
        """Continue after the prompt and a path of the target's tokens. Returns whether the draft can write here."""
        ...

    def logits(self) -> Logits:
        """The scores of the next token over the draft's own vocabulary: one row."""
        ...

    def add(self, token: int) -> bool:
        """Write one of the draft's own tokens. Returns whether the draft may write another one after it."""
        ...

    def handed(self) -> Handed:
        """The text written since `begin`."""
        ...

    def close(self) -> None:
        """Release the cache."""
        ...


class LanguageModel(Protocol):
    """A model that computes next-token scores after any path of tokens.

    By default a subclass has no extra heads and cannot skip sub-layers.
    """

    vocab_size: int
    window: int | None  # longest context in tokens; None for no limit. A draft proposes nothing beyond it
    head_count: int = 0  # number of extra heads that each session has
    skipped: Skipped | None = None  # the omitted sub-layers of a layer-skipped model
    reads: bool = False  # whether this is a `ReadingDraft`

    def thinned(self, skips: str) -> "LanguageModel | None":
        """A model that shares these weights but skips the named sub-layers (a6,m4, or auto). None if this model has no
        layers.

        Raises BadInput if this model lacks one of these sub-layers.
        """
        return None

    def start(self, prompt: Sequence[int]) -> Session:
        """Start a session with `prompt`, which may be empty, in its cache. No scores are computed for the prompt."""
        ...

    def proposes(self, token: int) -> bool:
        """Whether the draft's vocabulary has this token of the target."""
        return True

    def write(
        self, prompt: Sequence[int], ends: frozenset[int], new_tokens: int, on_pass: Callable[[Pass], object]
    ) -> Writer | None:
        """Let the draft write its own tokens after a prompt that is given in the target's tokens. Returns None if the
        draft uses the target's tokens.

        `ends` are the target's tokens that end a text, and at most `new_tokens` are added to the prompt.
        """
        return None


class ReadingDraft(LanguageModel, Protocol):
    """A draft that uses the target's hidden states. A session made by `start` uses only the draft's own states."""

    reads: bool = True

    def start_after(self, prompt: Sequence[int], seen: Any) -> ReadingSession:
        """Like `start`, but `seen` holds the target's features [len(prompt) − 1, F] after all prompt tokens except the
        last.

        If the prompt has only one token, `seen` is None.
        """
        ...


class TreeRunner:
    """Runs one model on the shared token tree, with the model's cache.

    A fed node has a slot; other nodes are fed when they are needed.
    """

    def __init__(
        self,
        model: LanguageModel,
        tree: TokenTree,
        prompt: Sequence[int],
        on_pass: Callable[[Pass], object],
        side: Side,
    ) -> None:
        """`prompt` is the prompt without its last token, which is the root of the tree."""
        self._begin(model.start(prompt), tree, model.vocab_size, on_pass, side)

    def _begin(
        self, session: Session, tree: TokenTree, vocab_size: int, on_pass: Callable[[Pass], object], side: Side
    ) -> None:
        self.tree = tree
        self.vocab_size = vocab_size
        self._session = session
        self._has_prompt = session.kv_length > 0
        self._slot: dict[int, int] = {}
        self._rows: dict[int, tuple[Logits, int]] = {}
        self._on_pass = on_pass
        self._side: Side = side

    def limit(self, new_tokens: int) -> None:
        """Announce the maximum number of new tokens of the run."""
        self._session.limit(new_tokens)

    def extend(self, parents: Sequence[int], tokens: Sequence[int]) -> tuple[list[int], Logits]:
        """Add `tokens` below `parents` and feed them in one pass. Returns their node ids and logits[n, V].

        Raises KeyError if a parent is no longer in the tree.
        """
        ids = [self.tree.add(parent, token) for parent, token in zip(parents, tokens, strict=True)]
        return ids, self.logits(ids)

    def logits(self, nodes: Sequence[int]) -> Logits:
        """The logits[n, V] after each of `nodes`. Row i belongs to nodes[i].

        Nodes that were not fed, and their unfed ancestors, go through the model in one pass. Rows of this iteration are
        reused, so requesting them twice costs nothing.
        """
        self._feed(nodes)
        return self._session.gather([self._rows[n] for n in nodes])

    def _feed(self, nodes: Sequence[int]) -> None:
        new: dict[int, None] = {}
        for node in nodes:
            if node in self._slot and node not in self._rows:
                raise KeyError(f"`keep` dropped the logits after node {node}")
            chain: list[int] = []
            while node >= 0 and node not in self._slot and node not in new:
                chain.append(node)
                node = self.tree.parent(node)
            new.update(dict.fromkeys(reversed(chain)))
        for level in self._levels(list(new)):
            self._forward(level)

    def _levels(self, nodes: list[int]) -> list[list[int]]:
        """Group unfed nodes (parents first) into passes. Here, one pass feeds them all."""
        return [nodes] if nodes else []

    def _forward(self, nodes: list[int]) -> None:
        checkpoint()
        forgotten = [node for node in nodes if node not in self.tree]
        if forgotten:
            raise KeyError(f"node {forgotten[0]} was dropped from the cache and cannot be read again")
        first = len(self._slot)
        self._slot.update((node, first + i) for i, node in enumerate(nodes))
        parents = [self._slot.get(self.tree.parent(node), -1) for node in nodes]
        tokens = [self.tree.token(node) for node in nodes]
        begin = time.perf_counter()
        try:
            logits = self._pass(nodes, tokens, parents)
        except BaseException:
            for node in nodes:
                del self._slot[node]
            raise
        seconds = time.perf_counter() - begin
        self._rows.update((node, (logits, i)) for i, node in enumerate(nodes))
        self._note(nodes, seconds)

    def _note(self, nodes: list[int], seconds: float) -> None:
        """Record the forward passes that fed `nodes`. Time spent between the passes is added to the last one."""
        reads = self._session.reads
        if not reads:
            self._on_pass(Pass(self._side, tuple(nodes), seconds, self.kv_length))
            return
        fed = list(self._slot)
        rest = seconds - sum(read.seconds for read in reads)
        for i, read in enumerate(reads, 1):
            took = read.seconds + (rest if i == len(reads) else 0.0)
            self._on_pass(Pass(self._side, tuple(fed[slot] for slot in read.slots), took, self.kv_length))

    def _pass(self, nodes: list[int], tokens: Sequence[int], parents: Sequence[int]) -> Logits:
        return self._session.forward(tokens, parents)

    def has_fed(self, node: int) -> bool:
        """Whether the model has processed a live node; −1 means the end of the prompt, if there is one."""
        return node in self._slot if node >= 0 else self._has_prompt

    def features(self, nodes: Sequence[int]) -> Any:
        """The hidden states after fed nodes (−1: the end of the prompt), as in `Session.features`."""
        return self._session.features([self._slot[node] if node >= 0 else -1 for node in nodes])

    def prompt_features(self, count: int) -> Any:
        """The hidden states after the first `count` tokens of a prompt of `count + 1` tokens; None if `count` is 0."""
        return self._session.features(range(-count - 1, -1)) if count > 0 else None

    def heads(self, node: int) -> Logits | None:
        """The scores from the model's extra heads after `node` (−1: before the root); None if the model has no extra
        heads.

        Row k − 1 belongs to head k. A node that was not fed is fed first. The heads' time counts as draft time, in a
        separate pass that feeds and caches nothing.
        """
        if node >= 0 and node not in self._slot:
            self._feed([node])
        begin = time.perf_counter()
        found = self._session.heads(self._slot[node] if node >= 0 else -1)
        if found is not None:
            self._on_pass(Pass("draft", (), time.perf_counter() - begin, 0))
        return found

    def keep(self, nodes: Sequence[int]) -> None:
        """Drop every fed node except `nodes` and their ancestors.

        Afterwards, logits are available only for `nodes` themselves: one row per node, not a whole pass.
        """
        closed = self.tree.closure(nodes)
        kept = self._survivors([node for node in self._slot if node in closed])
        if len(kept) < len(self._slot):
            self._session.keep([self._slot[node] for node in kept])
            self._slot = {node: i for i, node in enumerate(kept)}
        leaves = [node for node in dict.fromkeys(nodes) if node in self._rows and node in self._slot]
        held = self._session.gather([self._rows[n] for n in leaves]) if leaves else None
        self._rows = {node: (held, i) for i, node in enumerate(leaves)} if held is not None else {}

    def _survivors(self, nodes: list[int]) -> list[int]:
        """The nodes among `nodes` whose slots need not be dropped, parents first."""
        return nodes

    @property
    def kv_length(self) -> int:
        """Number of KV slots in use, including the prompt."""
        return self._session.kv_length

    def close(self) -> None:
        """Release the cache. The runner cannot be used afterwards."""
        self._session.close()
        self._rows.clear()


class ReadingRunner(TreeRunner):
    """The runner of an EAGLE-3-style draft, which uses the target's hidden states.

    A node is fed with the target's state after its parent. If the target has not processed the parent, the draft's own
    state is used (EAGLE-3, Li et al. 2025, §3.1). Once the target has processed the parent, `keep` drops the node's
    slot, and the node is fed again with the target's features when it is needed. This happens only between iterations,
    so within an iteration a node always has the same q.
    """

    def __init__(
        self,
        model: ReadingDraft,
        tree: TokenTree,
        prompt: Sequence[int],
        on_pass: Callable[[Pass], object],
        side: Side,
        target: TreeRunner,
    ) -> None:
        """`target` runs on the same tree and prompt, and outlives this runner."""
        self._target = target
        self._own: set[int] = set()  # nodes fed with the draft's own state
        self._reading = model.start_after(prompt, target.prompt_features(len(prompt) - 1))
        self._begin(self._reading, tree, model.vocab_size, on_pass, side)

    def _levels(self, nodes: list[int]) -> list[list[int]]:
        """Group unfed nodes (parents first) into passes. A node whose parent neither model has processed waits for the
        pass that computes the parent's state.
        """
        levels: dict[int, list[int]] = {}
        level: dict[int, int] = {}
        for node in nodes:
            parent = self.tree.parent(node)
            level[node] = 0 if self._target.has_fed(parent) else level.get(parent, -1) + 1
            levels.setdefault(level[node], []).append(node)
        return list(levels.values())

    def _pass(self, nodes: list[int], tokens: Sequence[int], parents: Sequence[int]) -> Logits:
        above = [self.tree.parent(node) for node in nodes]
        at = [i for i, parent in enumerate(above) if self._target.has_fed(parent)]
        seen = self._target.features([above[i] for i in at]) if at else None
        logits = self._reading.forward_after(tokens, parents, at, seen)
        self._own.update(set(nodes) - {nodes[i] for i in at})
        return logits

    def _survivors(self, nodes: list[int]) -> list[int]:
        fresh: dict[int, None] = {}
        for node in nodes:
            parent = self.tree.parent(node)
            stale = node in self._own and self._target.has_fed(parent)
            if not stale and (parent in fresh or parent not in self._slot):
                fresh[node] = None
        self._own.intersection_update(fresh)
        return list(fresh)
