"""Tiny models on the built-in CPU kernels, converted once per test run, and their float32 counterparts."""

import tempfile
from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch

from decoders.core.record import Pass
from decoders.core.runner import TreeRunner
from decoders.core.tree import TokenTree
from decoders.models.loading.converted import open_folder, write_folder
from decoders.models.parts import Parts
from decoders.models.torch.heads import ResidualHeads
from tests.tiny import VOCAB, plain, tiny, tiny_heads

CLOSE = 5e-3  # largest difference of a logit from torch's in float32; the logits of tiny models are of the order of 10


@cache
def folder_of(
    name: str,
    dtype: torch.dtype = torch.bfloat16,
    head: tuple[int, ...] = (),
    heads: int = 0,
) -> Path:
    """A tiny model in the kernels' format. Raises CannotConvertError."""
    net = tiny(name, dtype)
    if head:
        net = reduced(net, head)
    return made(Parts(net, torch.tensor(head) if head else None, tiny_heads(net, heads) if heads else None))


def made(parts: Parts, **more: Any) -> Path:
    """A network converted to its own folder. Raises CannotConvertError."""
    folder = Path(tempfile.mkdtemp(prefix="engine-test-"))
    write_folder(parts, folder, VOCAB, **more)
    return folder


def reduced(net: Any, head: tuple[int, ...]) -> Any:
    """The same network with an output head of only these rows."""
    cut = deepcopy(net)
    rows = net.get_output_embeddings().weight.detach()[list(head)].clone()
    cut.lm_head = torch.nn.Linear(rows.shape[1], len(head), bias=False, dtype=rows.dtype)
    cut.lm_head.weight = torch.nn.Parameter(rows, requires_grad=False)
    return cut


@cache
def engine(name: str, dtype: torch.dtype = torch.bfloat16, heads: int = 0) -> Any:
    """A tiny model of a family on the kernels."""
    return open_folder(folder_of(name, dtype, heads=heads), name, VOCAB)


@cache
def twin(name: str, dtype: torch.dtype = torch.bfloat16) -> Any:
    """A network with the same weights that computes in float32."""
    return in_float(tiny(name, dtype))


def in_float(net: Any) -> Any:
    """A copy of a network that computes in float32."""
    return deepcopy(net).float()


def float_heads(name: str) -> ResidualHeads:
    """The two heads of `engine(name, heads=2)`, in float32."""
    heads = tiny_heads(tiny(name, torch.bfloat16), 2)
    return ResidualHeads(torch.nn.Parameter(heads.weight.detach().float()), heads.rows.float(), heads.ids)


class Checked:
    """A runner over a tree that compares every row it gets with torch's plain pass over the whole path."""

    def __init__(self, model: Any, net: Any, prompt: Sequence[int]) -> None:
        self.model, self.net, self.prompt = model, net, list(prompt)
        self.tree = TokenTree(self.prompt[-1])
        self.passes: list[Pass] = []
        self.runner = TreeRunner(model, self.tree, self.prompt[:-1], self.passes.append, "target")

    def extend(self, parents: list[int], tokens: list[int]) -> list[int]:
        nodes, logits = self.runner.extend(parents, tokens)
        for row, node in enumerate(nodes):
            expected = plain(self.net, [*self.prompt, *self.tree.path(node)])
            found = logits.row(row)  # pyright: ignore[reportAttributeAccessIssue]
            worst, most = self.off(found, expected)
            assert worst < most, f"node {node} at depth {self.tree.depth(node)} is off by {worst}"
        return nodes

    def off(self, found: Any, expected: torch.Tensor) -> tuple[float, float]:
        """The largest error of a row on the kernels, and what it must be below."""
        return float(np.abs(found - expected.numpy()).max()), CLOSE

    def keep(self, nodes: list[int]) -> None:
        self.runner.keep(nodes)
        self.tree.keep(nodes)


def grow(checked: Any) -> None:
    """Levels of a forest, several surviving beams, and more levels below them, three times."""
    beams = [checked.tree.root]
    for turn in range(3):
        level = checked.extend(
            [beam for beam in beams for _ in range(3)], list(range(7 * turn, 7 * turn + 3 * len(beams)))
        )
        below = checked.extend([level[-1], level[0], level[-1]], [40, 41, 42])
        chain = checked.extend([below[1], level[1]], [50, 51])
        beams = [[chain[0], below[2]], [chain[1]], [below[0], chain[0], level[1]]][turn]
        checked.keep(beams)
    one = checked.extend([beams[0]], [3])
    checked.extend([one[0]], [4])


def grow_at_random(checked: Checked, seed: int) -> None:
    """Add nodes below random live ones; some survive from time to time."""
    rng = np.random.default_rng(seed)
    alive = [checked.tree.root]
    for _ in range(12):
        parents = [int(alive[int(i)]) for i in rng.integers(0, len(alive), int(rng.integers(1, 9)))]
        alive += checked.extend(parents, [int(t) for t in rng.integers(0, VOCAB, len(parents))])
        if rng.random() < 0.7:
            kept = sorted({int(alive[int(i)]) for i in rng.integers(0, len(alive), 3)})
            checked.keep(kept)
            alive = kept


def some(length: int) -> list[int]:
    """A prompt."""
    return [(5 * i + 9) % VOCAB for i in range(length)]
