"""The target's own replies, batched: data for `labels`, and what `evaluate` measures on."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import distill_data
import torch
from tqdm import tqdm
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    PreTrainedModel,
    PreTrainedTokenizerBase,
)


@dataclass(frozen=True)
class Sampling:
    """How tokens are drawn. Temperature 0 is greedy; top_k 0 and top_p 1 cut nothing."""

    temperature: float = 0.0
    top_k: int = 0
    top_p: float = 1.0

    def __str__(self) -> str:
        if self.temperature == 0:
            return "greedy"
        cuts = f" top-k {self.top_k}" * bool(self.top_k)
        return f"sample T={self.temperature}{cuts}" + f" top-p {self.top_p}" * (self.top_p < 1)

    def arguments(self) -> dict:
        """The same as arguments of transformers' generate."""
        if self.temperature == 0:
            return {"do_sample": False}
        return {"do_sample": True} | vars(self)


@torch.inference_mode()
def reply(
    target: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    prompts: Sequence[str],
    new_tokens: int,
    sampling: Sampling,
) -> list[distill_data.Document]:
    """One reply to each prompt: at most `new_tokens` ids, the end-of-sequence id kept."""
    heads = [distill_data.encode_chat(tokenizer, prompt) for prompt in prompts]
    width = max(map(len, heads))
    fill = tokenizer.pad_token_id
    ids = torch.tensor([[fill] * (width - len(h)) + h for h in heads], device=target.device)
    sizes = torch.tensor([len(h) for h in heads], device=target.device)
    mask = torch.arange(width, device=target.device) >= (width - sizes)[:, None]
    out = target.generate(ids, attention_mask=mask.long(), max_new_tokens=new_tokens, **sampling.arguments())
    end = tokenizer.eos_token_id
    tails = [row[: row.index(end) + 1] if end in row else row for row in out[:, width:].tolist()]
    return [distill_data.Document(h + t, len(h)) for h, t in zip(heads, tails, strict=True)]


def reply_all(
    target: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    prompts: Sequence[str],
    new_tokens: int,
    sampling: Sampling,
    batch: int,
) -> list[distill_data.Document]:
    """`reply` to any number of prompts, those of like length together; in the prompts' order."""
    order = sorted(range(len(prompts)), key=lambda i: len(prompts[i]))
    docs: dict[int, distill_data.Document] = {}
    for first in tqdm(range(0, len(order), batch), desc=str(sampling), mininterval=5):
        part = order[first : first + batch]
        answers = reply(target, tokenizer, [prompts[i] for i in part], new_tokens, sampling)
        docs.update(zip(part, answers, strict=True))
    return [docs[i] for i in range(len(prompts))]


def pending(records: Sequence[dict], out: Path) -> list[dict]:
    """The records whose prompt has no reply in `out` yet."""
    done = {r["prompt"] for r in distill_data.read_jsonl(out)} if out.exists() else set()
    return [record for record in records if record["prompt"] not in done]


def run_replies(args: argparse.Namespace) -> None:
    """Append the target's replies to a jsonl file; stop and start at will."""
    torch.manual_seed(args.seed)
    tokenizer = AutoTokenizer.from_pretrained(args.target)
    target = AutoModelForCausalLM.from_pretrained(args.target, dtype=torch.bfloat16)
    target = target.to(args.device).eval()
    todo = pending(list(distill_data.read_jsonl(args.prompts)), args.out)[: args.count or None]
    batch = args.batch or (512 if args.device.startswith("cuda") else 32)
    for number, first in enumerate(range(0, len(todo), batch)):
        part = todo[first : first + batch]
        temperature = args.temperatures[number % len(args.temperatures)]
        sampling = Sampling(temperature, top_k=args.top_k)
        prompts = [record["prompt"] for record in part]
        docs = reply_all(target, tokenizer, prompts, args.new_tokens, sampling, batch)
        with args.out.open("a") as out:
            for record, doc in zip(part, docs, strict=True):
                answer = {"mode": str(sampling), "response_ids": doc.ids[doc.start :]}
                out.write(json.dumps(record | answer) + "\n")


def add_replies_command(commands: argparse._SubParsersAction, add_common) -> None:
    """`replies`."""
    parser = commands.add_parser("replies", help=run_replies.__doc__)
    parser.set_defaults(call=run_replies)
    add_common(parser)
    parser.add_argument("--prompts", type=Path, required=True, help=".jsonl(.xz) with `prompt`")
    parser.add_argument("--out", type=Path, required=True, help=".jsonl, appended to")
    parser.add_argument("--count", type=int, default=0, help="replies to make now (0: all)")
    parser.add_argument("--batch", type=int, default=0, help="0: 512 on a GPU, 32 on a CPU")
    parser.add_argument("--new-tokens", type=int, default=224)
    parser.add_argument("--top-k", type=int, default=50, help="cut of the sampled replies")
    parser.add_argument("--temperatures", type=float, nargs="+", default=[0.0, 0.7, 0.0, 1.0], help="in turn")
