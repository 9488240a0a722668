"""TreeRunner: one language model over the run's token tree.

`extend` feeds new nodes below live ones in one forward pass; `keep` forgets every node but some and their
ancestors. One draft level of any tree, the verification of a whole forest and plain decoding are all calls of
these two. Knows nothing of KV tensors: that is the session's business (models/sessions.py, exact/toy.py).
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from decoders.core.checkpoint import checkpoint
from decoders.core.record import Pass
from decoders.core.rules import Logits
from decoders.core.tree import TokenTree


class Session(Protocol):
    """A language model with a prompt in its cache. Slots are counted from 0, in the order they were fed."""

    @property
    def kv_length(self) -> int:
        """KV slots in use, prompt included."""
        ...

    def forward(self, tokens: Sequence[int], parents: Sequence[int]) -> Logits:
        """Feed n tokens in one pass, each below a slot (-1: the end of the prompt); row i follows token i.

        Parents may be slots of the same call that come earlier in it.
        """
        ...

    def gather(self, logits: Sequence[tuple[Logits, int]]) -> Logits:
        """Rows of earlier passes as one `Logits`."""
        ...

    def heads(self, slot: int) -> Logits | None:
        """One row for each extra head of the model, which reads its hidden state after a slot (-1: the prompt's end).

        None for a model without extra heads, and at the end of an empty prompt.
        """
        return None

    def keep(self, slots: Sequence[int]) -> None:
        """Keep these slots (ascending, closed over parents), renumber them from 0, forget the rest."""
        ...

    def close(self) -> None:
        """Release the cache."""
        ...


@dataclass(frozen=True)
class Skipped:
    """The layers, from 0, whose attention or MLP a thinned model leaves out, of so many layers."""

    attention: tuple[int, ...]
    mlp: tuple[int, ...]
    of_layers: int


class LanguageModel(Protocol):
    """Something that gives next-token scores after any path of tokens.

    A class that derives from this has no extra heads and cannot be thinned, unless it says otherwise.
    """

    vocab_size: int
    window: int | None  # longest context in tokens, None if there is no limit
    head_count: int = 0  # extra heads that its sessions can ask
    skipped: Skipped | None = None  # what it leaves out, if it is a thinned model

    def thinned(self, skips: str) -> "LanguageModel | None":
        """This model without the sub-layers named (a6,m4, or auto), over the same weights; None if it has no layers.

        Raises BadInput for sub-layers that it does not have.
        """
        return None

    def start(self, prompt: Sequence[int]) -> Session:
        """A session with `prompt` in its cache (may be empty); no scores are computed for it."""
        ...


class TreeRunner:
    """One model, the shared token tree and the cache. Fed nodes have a slot; others are fed when needed."""

    def __init__(
        self, model: LanguageModel, tree: TokenTree, prompt: Sequence[int], on_pass: Callable[[Pass], object], name: str
    ) -> None:
        """`prompt` is all but the last prompt token (that one is the tree's root)."""
        self.tree = tree
        self.vocab_size = model.vocab_size
        self._session = model.start(prompt)
        self._slot: dict[int, int] = {}
        self._rows: dict[int, tuple[Logits, int]] = {}
        self._on_pass = on_pass
        self._name = name

    def extend(self, parents: Sequence[int], tokens: Sequence[int]) -> tuple[list[int], Logits]:
        """Add `tokens` below `parents` and feed them in one pass: their node ids and logits[n, V].

        Raises KeyError for a parent that the tree has forgotten.
        """
        ids = [self.tree.add(parent, token) for parent, token in zip(parents, tokens, strict=True)]
        return ids, self.logits(ids)

    def logits(self, nodes: Sequence[int]) -> Logits:
        """logits[n, V] after each of `nodes`, row i for nodes[i].

        Nodes not yet fed, and their unfed ancestors, go through the model in one pass; rows already computed in
        this iteration are reused, so asking twice costs nothing.
        """
        self._feed(nodes)
        return self._session.gather([self._rows[n] for n in nodes])

    def _feed(self, nodes: Sequence[int]) -> None:
        new: dict[int, None] = {}
        for node in nodes:
            if node in self._slot and node not in self._rows:
                raise KeyError(f"the logits after node {node} were dropped by keep")
            chain: list[int] = []
            while node >= 0 and node not in self._slot and node not in new:
                chain.append(node)
                node = self.tree.parent(node)
            new.update(dict.fromkeys(reversed(chain)))
        if new:
            self._forward(list(new))

    def _forward(self, nodes: list[int]) -> None:
        checkpoint()
        forgotten = [node for node in nodes if node not in self.tree]
        if forgotten:
            raise KeyError(f"node {forgotten[0]} was forgotten and cannot be fed")
        first = len(self._slot)
        self._slot.update((node, first + i) for i, node in enumerate(nodes))
        parents = [self._slot.get(self.tree.parent(node), -1) for node in nodes]
        tokens = [self.tree.token(node) for node in nodes]
        begin = time.perf_counter()
        try:
            logits = self._session.forward(tokens, parents)
        except BaseException:
            for node in nodes:
                del self._slot[node]
            raise
        seconds = time.perf_counter() - begin
        self._rows.update((node, (logits, i)) for i, node in enumerate(nodes))
        self._on_pass(Pass("target" if self._name == "target" else "draft", tuple(nodes), seconds, self.kv_length))

    def heads(self, node: int) -> Logits | None:
        """What the model's extra heads say after `node` (-1: before the root), row k-1 for head k; None: it has none.

        A node not yet fed is fed. The time counts as a draft's, in a pass of its own that feeds and caches nothing.
        """
        if node >= 0 and node not in self._slot:
            self._feed([node])
        begin = time.perf_counter()
        found = self._session.heads(self._slot[node] if node >= 0 else -1)
        if found is not None:
            self._on_pass(Pass("draft", (), time.perf_counter() - begin, 0))
        return found

    def keep(self, nodes: Sequence[int]) -> None:
        """Forget every fed node outside the closure of `nodes` over ancestors.

        Logits stay available for `nodes` themselves only (one row each, not a whole pass).
        """
        closed = self.tree.closure(nodes)
        kept = [node for node in self._slot if node in closed]
        if len(kept) < len(self._slot):
            self._session.keep([self._slot[node] for node in kept])
            self._slot = {node: i for i, node in enumerate(kept)}
        leaves = [node for node in dict.fromkeys(nodes) if node in self._rows]
        held = self._session.gather([self._rows[n] for n in leaves]) if leaves else None
        self._rows = {node: (held, i) for i, node in enumerate(leaves)} if held is not None else {}

    @property
    def kv_length(self) -> int:
        """KV slots in use, prompt included."""
        return self._session.kv_length

    def close(self) -> None:
        """Release the cache; the runner cannot be used afterwards."""
        self._session.close()
        self._rows.clear()
