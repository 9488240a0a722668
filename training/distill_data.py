"""Training data for distilling a draft from a target: documents, head ids and soft labels.

A *document* is a sequence of token ids with the index of its first learnt token. Two kinds exist:

* a reply: the prompt in the target's chat template, then the ids of the target's answer;
  only the answer is learnt;
* a window of plain text: all of it is learnt.

A *shard* is one safetensors file with some hundred documents and, for each learnt token, the
target's `TOP` likeliest head tokens and their log-probabilities. This module does not depend on the draft.
"""

from __future__ import annotations

import collections
import hashlib
import json
import lzma
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor
from tqdm import tqdm
from transformers import PreTrainedModel, PreTrainedTokenizerBase

TOP = 64
HELD_OUT_PERCENT = 3
TEXT_FILES = ("gov", "code", "peps", "tldr", "rustbook")


@dataclass(frozen=True)
class Document:
    """Token ids and where learning starts: token `ids[i]` is learnt for each `i >= start >= 1`."""

    ids: list[int]
    start: int


@dataclass(frozen=True)
class Batch:
    """Right-padded documents with the target's soft labels (B documents, N learnt tokens).

    ids: [B, T] token ids, padding at the end (causal attention never sees it)
    rows: [N] index into the flattened B*T positions whose *next* token is labelled
    top_ids: [N, TOP] indices into head_ids, likeliest first
    top_logp: [N, TOP] log p over the head, fp32; the rest of the mass is in the tail
    """

    ids: Tensor
    rows: Tensor
    top_ids: Tensor
    top_logp: Tensor

    def to(self, device: str) -> Batch:
        """Move the batch to `device`."""
        return Batch(*(t.to(device) for t in vars(self).values()))


def read_jsonl(path: Path) -> Iterator[dict[str, Any]]:
    """Read the records of a `.jsonl` or `.jsonl.xz` file."""
    with lzma.open(path, "rt") if path.suffix == ".xz" else path.open() as lines:
        for line in lines:
            yield json.loads(line)


def is_held_out(prompt: str) -> bool:
    """Whether a prompt is reserved for evaluation. A hash decides, so the answer is the same in every run."""
    return int(hashlib.sha256(prompt.encode()).hexdigest(), 16) % 100 < HELD_OUT_PERCENT


def user_turn(tokenizer: PreTrainedTokenizerBase, **given: bool) -> tuple[str, str]:
    """The target's chat template before and after the words of a user; `given` are options of the template."""
    mark = "WORDS OF THE USER"
    turn = [{"role": "user", "content": mark}]
    before, _, after = str(tokenizer.apply_chat_template(turn, tokenize=False, **given)).partition(mark)
    return before, after


def encode_chat(tokenizer: PreTrainedTokenizerBase, prompt: str) -> list[int]:
    """Token ids of a prompt as one user turn in the target's chat template, up to the assistant's turn."""
    turn = [{"role": "user", "content": prompt}]
    text = str(tokenizer.apply_chat_template(turn, tokenize=False, add_generation_prompt=True))
    return tokenizer(text, add_special_tokens=False).input_ids


def reply_documents(paths: Sequence[Path], tokenizer: PreTrainedTokenizerBase, held_out: bool) -> list[Document]:
    """The target's replies as documents: only those whose prompt is held out, or only the others."""
    docs = []
    for path in paths:
        for record in read_jsonl(path):
            if is_held_out(record["prompt"]) == held_out:
                head = encode_chat(tokenizer, record["prompt"])
                docs.append(Document(head + record["response_ids"], len(head)))
    return docs


def training_prompts(path: Path) -> list[str]:
    """All prompts of a file that are not held out."""
    prompts = [record["prompt"] for record in read_jsonl(path)]
    return [prompt for prompt in prompts if not is_held_out(prompt)]


def text_windows(data: Path, tokenizer: PreTrainedTokenizerBase, count: int, length: int, seed: int) -> list[Document]:
    """Cut `count` windows of `length` tokens from text files, equally many per file, at random positions."""
    rng, docs = random.Random(seed), []
    for name in TEXT_FILES:
        texts = [r["text"] for r in read_jsonl(data / f"{name}.jsonl.xz")]
        for text in rng.sample(texts, min(len(texts), count // len(TEXT_FILES))):
            begin = rng.randrange(max(1, len(text) - 4 * length))
            ids = tokenizer(text[begin : begin + 6 * length], add_special_tokens=False).input_ids
            if len(ids) > 1:
                docs.append(Document(ids[:length], 1))
    return docs


def token_shares(sequences: Iterable[Sequence[int]]) -> dict[int, float]:
    """The share of each token id among all tokens."""
    counts = collections.Counter(token for ids in sequences for token in ids)
    total = max(1, counts.total())
    return {token: n / total for token, n in counts.items()}


def choose_head_ids(
    replies: Iterable[Sequence[int]],
    prompts: Iterable[Sequence[int]],
    texts: Iterable[Sequence[int]],
    special: Iterable[int],
    size: int,
) -> Tensor:
    """The `size` token ids that the draft can propose, ascending: [size] int32.

    Ids are ranked by their share in replies + 0.3 · share in prompts + 0.05 · share in plain text (these weights
    covered unseen replies best). Every special id is included. All other tokens have q = 0, which lowers acceptance and
    never affects exactness.
    """
    score: dict[int, float] = collections.defaultdict(float)
    for weight, sequences in ((1.0, replies), (0.3, prompts), (0.05, texts)):
        for token, share in token_shares(sequences).items():
            score[token] += weight * share
    ranked = dict.fromkeys([*special, *sorted(score, key=score.__getitem__, reverse=True)])
    return torch.tensor(sorted(list(ranked)[:size]), dtype=torch.int32)


def by_tokens(docs: Sequence[Document], tokens: int) -> Iterator[list[int]]:
    """Group documents of similar length: lists of indices, at most `tokens` padded tokens per group."""
    order = sorted(range(len(docs)), key=lambda i: len(docs[i].ids))
    group: list[int] = []
    for i in order:
        if group and (len(group) + 1) * len(docs[i].ids) > tokens:
            yield group
            group = []
        group.append(i)
    if group:
        yield group


def pad(docs: Sequence[Document], multiple: int = 16) -> tuple[Tensor, Tensor]:
    """Pad documents on the right: ids [B, T], and the flat positions [N] whose next token is learnt."""
    width = max(len(d.ids) for d in docs)
    width += -width % multiple
    ids = torch.zeros(len(docs), width, dtype=torch.long)
    rows = []
    for b, doc in enumerate(docs):
        ids[b, : len(doc.ids)] = torch.tensor(doc.ids)
        rows.append(torch.arange(doc.start - 1, len(doc.ids) - 1) + b * width)
    return ids, torch.cat(rows)


def head_labels(logits: Tensor) -> tuple[Tensor, Tensor]:
    """The TOP likeliest of logits [N, H] over the head: indices (int16) and log-probabilities (half)."""
    best, where = logits.topk(TOP)
    logp = best - logits.logsumexp(-1, keepdim=True)
    return where.to(torch.int16).cpu(), logp.half().cpu()


@torch.inference_mode()
def soft_labels(
    target: PreTrainedModel, head: Tensor, docs: Sequence[Document], tokens: int
) -> tuple[list[Tensor], list[Tensor]]:
    """Compute the soft labels of each document: top_ids and top_logp [n, TOP] of p restricted to the head.

    head: [H, D] rows of the target's output embedding
    """
    top_ids: list[Tensor] = [torch.empty(0)] * len(docs)
    top_logp: list[Tensor] = [torch.empty(0)] * len(docs)
    for group in by_tokens(docs, tokens):
        ids, rows = pad([docs[i] for i in group])
        hidden = target.model(ids.to(head.device)).last_hidden_state.flatten(0, 1)
        where, logp = head_labels((hidden[rows.to(head.device)] @ head.T).float())
        sizes = [len(docs[i].ids) - docs[i].start for i in group]
        for i, w, p in zip(group, where.split(sizes), logp.split(sizes), strict=True):
            top_ids[i], top_logp[i] = w, p
    return top_ids, top_logp


def write_shard(path: Path, docs: Sequence[Document], labels: tuple[list, list], **more: Tensor) -> None:
    """Write documents, labels and further tensors to `path`, all or nothing."""
    tensors = {
        "ids": torch.tensor([t for d in docs for t in d.ids], dtype=torch.int32),
        "lengths": torch.tensor([len(d.ids) for d in docs], dtype=torch.int32),
        "starts": torch.tensor([d.start for d in docs], dtype=torch.int32),
        "top_ids": torch.cat(labels[0]),
        "top_logp": torch.cat(labels[1]),
        **more,
    }
    partial = path.with_suffix(".partial")
    save_file(tensors, partial)
    partial.rename(path)


def label_documents(
    folder: Path,
    docs: Sequence[Document],
    target: PreTrainedModel,
    head: Tensor,
    tokens: int,
    shard: int = 256,
) -> None:
    """Label documents: write the shards of `docs` that `folder` lacks. It can be stopped and started again."""
    folder.mkdir(parents=True, exist_ok=True)
    for first in tqdm(range(0, len(docs), shard), desc=f"labels {folder.name}", mininterval=5):
        path = folder / f"{first // shard:05d}.safetensors"
        if not path.exists():
            part = docs[first : first + shard]
            write_shard(path, part, soft_labels(target, head, part, tokens))


class Labels:
    """The labelled documents of a folder of shards, as batches. `refresh` sees new shards."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seen: set[Path] = set()
        self.docs: list[tuple[Document, Tensor, Tensor]] = []
        self.refresh()

    def unread(self) -> set[Path]:
        """The shards that appeared since the last `refresh`."""
        return set(self.folder.glob("*.safetensors")) - self.seen

    def refresh(self) -> None:
        """Read the shards that appeared since the last call."""
        for path in sorted(self.unread()):
            self.seen.add(path)
            self.docs += self._read(path)

    @staticmethod
    def _read(path: Path) -> list[tuple[Document, Tensor, Tensor]]:
        shard = load_file(path)
        starts, lengths = shard["starts"].tolist(), shard["lengths"].tolist()
        sizes = [n - s for n, s in zip(lengths, starts, strict=True)]
        ids = [piece.tolist() for piece in shard["ids"].split(lengths)]
        docs = [Document(i, s) for i, s in zip(ids, starts, strict=True)]
        return list(zip(docs, shard["top_ids"].split(sizes), shard["top_logp"].split(sizes), strict=True))

    def batch(self, indices: Sequence[int]) -> Batch:
        """The documents at `indices`, padded to the longest."""
        picked = [self.docs[i] for i in indices]
        ids, rows = pad([doc for doc, _, _ in picked])
        top_ids = torch.cat([t for _, t, _ in picked]).long()
        return Batch(ids, rows, top_ids, torch.cat([p for _, _, p in picked]).float())

    def epoch(self, tokens: int, rng: random.Random) -> Iterator[Batch]:
        """Yield every document once, in random groups of similar length of about `tokens` tokens."""
        order = rng.sample(range(len(self.docs)), len(self.docs))
        chunks = [order[i : i + 512] for i in range(0, len(order), 512)]
        for chunk in chunks:
            groups = list(by_tokens([self.docs[i][0] for i in chunk], tokens))
            rng.shuffle(groups)
            for group in groups:
                yield self.batch([chunk[i] for i in group])
