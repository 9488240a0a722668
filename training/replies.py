"""The target's own replies, generated in batches: training data for `labels`, and test data for `evaluate`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import distill_data
import torch
from distill_model import HEAD_FILE, load_target
from safetensors.torch import load_file
from torch import Tensor
from tqdm import tqdm
from transformers import (
    AutoTokenizer,
    PreTrainedModel,
    PreTrainedTokenizerBase,
    StaticCache,
)


@dataclass(frozen=True)
class Sampling:
    """The sampling settings. Temperature 0 is greedy; top_k 0 and top_p 1 disable the cuts."""

    temperature: float = 0.0
    top_k: int = 0
    top_p: float = 1.0

    def __str__(self) -> str:
        if self.temperature == 0:
            return "greedy"
        cuts = f" top-k {self.top_k}" * bool(self.top_k)
        return f"sample T={self.temperature}{cuts}" + f" top-p {self.top_p}" * (self.top_p < 1)


def draw(logits: Tensor, sampling: Sampling) -> Tensor:
    """Sample one token [B] from each row of logits [B, V], with temperature, then top-k, then top-p."""
    if sampling.temperature == 0:
        return logits.argmax(-1)
    best, where = (logits / sampling.temperature).topk(sampling.top_k or logits.shape[-1])
    p = best.softmax(-1)
    p = p.where(p.cumsum(-1) - p < sampling.top_p, 0)
    return where.gather(1, p.multinomial(1)).squeeze(1)


@dataclass(frozen=True)
class Kept:
    """The values to store from the passes that generate: soft labels over `head_ids` [H], and hidden states after
    `layers`.
    """

    head_ids: Tensor
    layers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Reply:
    """A document of T tokens, with the soft labels and features of its passes; None if they were not requested.

    top_ids, top_logp: [n, TOP] soft labels of its n learnt tokens
    features: [T, F] bf16, the hidden states after each token; zeros after the last token, which no pass has read
    """

    doc: distill_data.Document
    top_ids: Tensor | None = None
    top_logp: Tensor | None = None
    features: Tensor | None = None


@torch.inference_mode()
def written_on(
    target: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    heads: Sequence[list[int]],
    new_tokens: int,
    sampling: Sampling,
    kept: Kept | None = None,
) -> list[Reply]:
    """Let the target continue each of `heads`: at most `new_tokens` ids, including the end-of-sequence id."""
    width, device = max(map(len, heads)), target.device
    ids = torch.tensor([[tokenizer.pad_token_id] * (width - len(h)) + h for h in heads], device=device)
    sizes = torch.tensor([len(h) for h in heads], device=device)
    places = torch.arange(width + new_tokens, device=device)
    mask = (places >= (width - sizes)[:, None]).long()  # ids [B, width + new_tokens]
    cache = StaticCache(config=target.config, max_cache_len=width + new_tokens)
    drawn, labels, read = [], [], []
    ended = torch.zeros(len(heads), dtype=torch.bool, device=device)
    positions = (mask.cumsum(-1) - 1).clamp_min(0)
    step = slice(0, width)
    for n in range(new_tokens):
        out = target.model(
            ids,
            attention_mask=mask[:, : step.stop],
            position_ids=positions[:, step],
            past_key_values=cache,
            cache_position=places[step],
            output_hidden_states=bool(kept and kept.layers),
        )
        logits = target.lm_head(out.last_hidden_state[:, -1]).float()
        drawn.append(draw(logits, sampling))
        if kept:
            labels.append(distill_data.head_labels(logits[:, kept.head_ids]))
        if kept and kept.layers:
            read.append(torch.cat([out.hidden_states[n] for n in kept.layers], -1).to("cpu", torch.bfloat16))
        ended |= drawn[-1] == tokenizer.eos_token_id
        if ended.all():
            break
        ids, step = drawn[-1][:, None], slice(width + n, width + n + 1)
    tails = torch.stack(drawn, 1).tolist()
    replies = []
    for b, (head, tail) in enumerate(zip(heads, tails, strict=True)):
        tail = tail[: tail.index(tokenizer.eos_token_id) + 1] if tokenizer.eos_token_id in tail else tail
        soft = [torch.stack([step[i][b] for step in labels[: len(tail)]]) for i in range(2)] if labels else [None, None]
        features = None
        if read:
            passed = torch.cat([step[b] for step in read[: len(tail)]])[width - len(head) :]
            features = torch.nn.functional.pad(passed, (0, 0, 0, 1))
        replies.append(Reply(distill_data.Document(head + tail, len(head)), *soft, features))
    return replies


def reply(
    target: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    prompts: Sequence[str],
    new_tokens: int,
    sampling: Sampling,
    kept: Kept | None = None,
) -> list[Reply]:
    """Generate one reply to each prompt with `written_on`."""
    heads = [distill_data.encode_chat(tokenizer, prompt) for prompt in prompts]
    return written_on(target, tokenizer, heads, new_tokens, sampling, kept)


def reply_all(
    target: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    prompts: Sequence[str],
    new_tokens: int,
    sampling: Sampling,
    batch: int,
    kept: Kept | None = None,
) -> list[Reply]:
    """Generate replies to any number of prompts, in batches of similar length.

    The results are in the prompts' order.
    """
    order = sorted(range(len(prompts)), key=lambda i: len(prompts[i]))
    replies: dict[int, Reply] = {}
    for first in tqdm(range(0, len(order), batch), desc=str(sampling), mininterval=5):
        part = order[first : first + batch]
        answers = reply(target, tokenizer, [prompts[i] for i in part], new_tokens, sampling, kept)
        replies.update(zip(part, answers, strict=True))
    return [replies[i] for i in range(len(prompts))]


def pending(records: Sequence[dict], out: Path) -> list[dict]:
    """The records whose prompt has no reply in `out` yet. An incomplete last line of `out` is removed."""
    if not out.exists():
        return list(records)
    written = out.read_bytes()
    whole = written[: written.rfind(b"\n") + 1]
    if whole != written:
        out.write_bytes(whole)
    done = {r["prompt"] for r in distill_data.read_jsonl(out)}
    return [record for record in records if record["prompt"] not in done]


def run_replies(args: argparse.Namespace) -> None:
    """Run `replies`: append the target's replies to a jsonl file. It can be stopped and started again.

    With --work, the replies are also labelled by the logits from which they were sampled, so `labels` is not needed.
    With --layers, the hidden states of the same passes are stored, so `reading.py features` is not needed either.
    """
    torch.manual_seed(args.seed)
    tokenizer, target = AutoTokenizer.from_pretrained(args.target), load_target(args)
    kept = None
    if args.work:
        head_ids = load_file((args.draft or args.work) / HEAD_FILE)["head_ids"].long().to(args.device)
        kept = Kept(head_ids, tuple(args.layers))
        (args.work / "train").mkdir(parents=True, exist_ok=True)
    records = [r for r in distill_data.read_jsonl(args.prompts) if not distill_data.is_held_out(r["prompt"])]
    todo = pending(records, args.out)
    done = len(records) - len(todo)
    todo = todo[: args.count or None]
    batch = args.batch or (512 if args.device.startswith("cuda") else 96)
    chunk = batch * 4  # prompts of similar length share a batch
    for number, first in enumerate(range(0, len(todo), chunk)):
        part = todo[first : first + chunk]
        sampling = Sampling(args.temperatures[number % len(args.temperatures)], top_k=args.top_k)
        prompts = [record["prompt"] for record in part]
        replies = reply_all(target, tokenizer, prompts, args.new_tokens, sampling, batch, kept)
        if args.work:
            shard = args.work / "train" / f"{args.out.stem}-{done + first:06d}.safetensors"
            labels = [r.top_ids for r in replies], [r.top_logp for r in replies]
            features = {"features": torch.cat([r.features for r in replies])} if args.layers else {}
            distill_data.write_shard(shard, [r.doc for r in replies], labels, **features)
        with args.out.open("a") as out:
            for record, answer in zip(part, replies, strict=True):
                made = {"mode": str(sampling), "response_ids": answer.doc.ids[answer.doc.start :]}
                out.write(json.dumps(record | made) + "\n")


def add_replies_command(commands: argparse._SubParsersAction, add_common) -> None:
    """Add the subcommand `replies` with its options."""
    parser = commands.add_parser("replies", help=run_replies.__doc__)
    parser.set_defaults(call=run_replies)
    add_common(parser)
    parser.add_argument("--prompts", type=Path, required=True, help=".jsonl or .jsonl.xz file with the key prompt")
    parser.add_argument("--out", type=Path, required=True, help=".jsonl file, to which replies are appended")
    parser.add_argument("--count", type=int, default=0, help="number of replies to generate now (0: all)")
    parser.add_argument("--batch", type=int, default=0, help="batch size (0: 512 on a GPU, 96 on a CPU)")
    parser.add_argument("--work", type=Path, help="also write soft labels to WORK/train, over WORK's head")
    parser.add_argument("--draft", type=Path, help="folder of a packed draft whose head is used instead of WORK's")
    parser.add_argument(
        "--layers", type=int, nargs="*", default=[], help="layers after which hidden states are also written"
    )
    parser.add_argument("--new-tokens", type=int, default=224)
    parser.add_argument("--top-k", type=int, default=50, help="top-k of the sampled replies")
    parser.add_argument(
        "--temperatures", type=float, nargs="+", default=[0.0, 0.7, 0.0, 1.0], help="temperatures, used in turn"
    )
