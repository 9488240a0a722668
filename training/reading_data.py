"""The target's features and soft labels for training a draft that uses the target's hidden states.

A shard is one safetensors file with some documents of `distill_data`. It contains the target's hidden states after some
of its layers at every token, and its soft labels at every learnt token. This module does not depend on the draft.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from distill_data import Document, by_tokens, head_labels, pad
from safetensors import safe_open
from safetensors.torch import save_file
from torch import Tensor
from tqdm import tqdm
from transformers import PreTrainedModel


@dataclass(frozen=True)
class ReadBatch:
    """Right-padded documents with the target's hidden states and labels (B documents of T tokens, N learnt tokens).

    ids: [B, T]; features: [B, T, F] bf16, the target's hidden states after each token
    rows: [N] flat positions whose *next* token is labelled; first: [N] the first such position of the same document
    top_ids, top_logp: [N, TOP] the soft labels over the head
    """

    ids: Tensor
    features: Tensor
    rows: Tensor
    first: Tensor
    top_ids: Tensor
    top_logp: Tensor

    def to(self, device: str) -> ReadBatch:
        """Move the batch to `device`."""
        return ReadBatch(*(t.to(device) for t in vars(self).values()))


@torch.inference_mode()
def features_of(target: PreTrainedModel, ids: Tensor, layers: Sequence[int]) -> tuple[Tensor, Tensor]:
    """Run the target over ids [B, T].

    Returns features [B, T, F] after `layers`, and the last hidden state [B, T, D].
    """
    out = target.model(ids, use_cache=False, output_hidden_states=True)
    return torch.cat([out.hidden_states[n] for n in layers], -1), out.last_hidden_state


@torch.inference_mode()
def read_documents(
    target: PreTrainedModel, head: Tensor, docs: Sequence[Document], layers: Sequence[int], tokens: int
) -> dict[str, Tensor]:
    """Compute a shard for `docs`. head: [H, D] rows of the target's output embedding."""
    pieces: list[tuple[Tensor, ...]] = [()] * len(docs)
    for group in by_tokens(docs, tokens):
        ids, rows = pad([docs[i] for i in group])
        features, hidden = features_of(target, ids.to(head.device), layers)
        where, logp = head_labels((hidden.flatten(0, 1)[rows.to(head.device)] @ head.T).float())
        sizes = [len(docs[i].ids) - docs[i].start for i in group]
        for b, (i, w, p) in enumerate(zip(group, where.split(sizes), logp.split(sizes), strict=True)):
            pieces[i] = (features[b, : len(docs[i].ids)].to("cpu", torch.bfloat16), w, p)
    return {
        "ids": torch.tensor([t for d in docs for t in d.ids], dtype=torch.int32),
        "lengths": torch.tensor([len(d.ids) for d in docs], dtype=torch.int32),
        "starts": torch.tensor([d.start for d in docs], dtype=torch.int32),
        **{name: torch.cat([p[k] for p in pieces]) for k, name in enumerate(("features", "top_ids", "top_logp"))},
    }


def read_all(
    folder: Path,
    docs: Sequence[Document],
    target: PreTrainedModel,
    head: Tensor,
    layers: Sequence[int],
    tokens: int,
    shard: int = 32,
) -> None:
    """Process documents: write the shards of `docs` that `folder` lacks. It can be stopped and started again."""
    folder.mkdir(parents=True, exist_ok=True)
    for first in tqdm(range(0, len(docs), shard), desc=f"features {folder.name}", mininterval=5):
        path = folder / f"{first // shard:05d}.safetensors"
        if not path.exists():
            partial = path.with_suffix(".partial")
            save_file(read_documents(target, head, docs[first : first + shard], layers, tokens), partial)
            partial.rename(path)


def feature_scale(folder: Path) -> Tensor:
    """Factors [F] that scale every feature to root mean square 1 in the first shard.

    Without these factors, a few features are 20 times larger than the others.
    """
    with safe_open(min(folder.glob("*.safetensors")), "pt") as shard:
        return shard.get_tensor("features").float().pow(2).mean(0).rsqrt()


class Features:
    """The documents of a folder of shards, as batches; features stay on disk until they are needed."""

    def __init__(self, folder: Path, scale: Tensor) -> None:
        """`scale` [F] multiplies the features."""
        self.folder = folder
        self.scale = scale
        self.seen: set[Path] = set()
        self.docs: list[Document] = []
        self._where: list[tuple[Path, int, int]] = []  # (shard, first token, first learnt token) of every document
        self.refresh()

    def unread(self) -> set[Path]:
        """The shards that appeared since the last `refresh`."""
        return set(self.folder.glob("*.safetensors")) - self.seen

    def refresh(self) -> None:
        """Read the shards that appeared since the last call."""
        for path in sorted(self.unread()):
            self.seen.add(path)
            with safe_open(path, "pt") as shard:
                ids, lengths, starts = (shard.get_tensor(k).tolist() for k in ("ids", "lengths", "starts"))
            token = learnt = 0
            for length, start in zip(lengths, starts, strict=True):
                self.docs.append(Document(ids[token : token + length], start))
                self._where.append((path, token, learnt))
                token, learnt = token + length, learnt + length - start

    def _read(self, i: int) -> tuple[Tensor, Tensor, Tensor]:
        path, token, learnt = self._where[i]
        length, count = len(self.docs[i].ids), len(self.docs[i].ids) - self.docs[i].start
        with safe_open(path, "pt") as shard:
            features = shard.get_slice("features")[token : token + length]
            top = [shard.get_slice(name)[learnt : learnt + count] for name in ("top_ids", "top_logp")]
        return features * self.scale, top[0].long(), top[1].float()

    def batch(self, indices: Sequence[int]) -> ReadBatch:
        """The documents at `indices`, padded to the longest."""
        docs = [self.docs[i] for i in indices]
        ids, rows = pad(docs)
        read = [self._read(i) for i in indices]
        features = torch.zeros(*ids.shape, read[0][0].shape[-1], dtype=read[0][0].dtype)
        for b, (piece, _, _) in enumerate(read):
            features[b, : len(piece)] = piece
        first = torch.cat([torch.full((len(d.ids) - d.start,), d.start - 1) for d in docs])
        first += rows // ids.shape[1] * ids.shape[1]
        return ReadBatch(
            ids, features, rows, first, torch.cat([t for _, t, _ in read]), torch.cat([p for *_, p in read])
        )

    def epoch(self, tokens: int, rng: random.Random) -> Iterator[ReadBatch]:
        """Yield every document once, in random groups of similar length of about `tokens` tokens."""
        order = rng.sample(range(len(self.docs)), len(self.docs))
        for begin in range(0, len(order), 512):
            chunk = order[begin : begin + 512]
            groups = list(by_tokens([self.docs[i] for i in chunk], tokens))
            rng.shuffle(groups)
            for group in groups:
                yield self.batch([chunk[i] for i in group])
