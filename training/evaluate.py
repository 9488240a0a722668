"""Evaluate a draft for its target: agreement, acceptance, tokens per iteration and speed.

p is the target and q the draft. Everything is measured along the target's own output, with one forward pass of the
target over prompt and output, and one of the draft for each draft step that differs from the one before. No speculative
decoder is run. Let alpha_(k,i) be the probability that the draft's token at position i is accepted (0 or 1 when greedy)
if it is the k-th of a draft, counted from 0. An iteration started at i then accepts exactly n of gamma tokens with
probability alpha_(0,i) ... alpha_(n-1,i+n-1) times 1 - alpha_(n,i+n), without the last factor for n = gamma; it yields
n + 1 tokens. A plain draft has one alpha for all k. A draft that uses the target's hidden states has them for
everything up to the first token of the draft, and uses its own states after that.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from distill_data import Document, by_tokens, pad, read_jsonl
from distill_model import load_target
from measured import Measured, load_measured
from replies import Sampling, reply_all
from torch import Tensor
from transformers import AutoTokenizer, DynamicCache, PreTrainedModel

GROUPS = {
    "code": ("code", "coding"),
    "maths": ("math", "fermi", "reasoning"),
    "continuation": ("continue", "summarise", "summarization"),
}
# prompts that are never used in training
PROMPTS = Path(__file__).parents[1] / "assets" / "benchmarks" / "prompts_120.jsonl"
GREEDY = Sampling()
SAMPLINGS = (GREEDY, Sampling(1.0), Sampling(1.0, top_k=10, top_p=0.9))


def group_of(category: str) -> str:
    """The group of a prompt's category; categories that GROUPS does not name belong to `chat`."""
    return next((name for name, members in GROUPS.items() if category in members), "chat")


def cut(probabilities: Tensor, sampling: Sampling) -> Tensor:
    """Apply top-k, then top-p, to probabilities [N, V], and renormalise.

    Top-p keeps the fewest tokens, likeliest first, whose mass reaches top_p.
    """
    if not sampling.top_k:
        return probabilities
    best, where = probabilities.topk(sampling.top_k)
    best = best / best.sum(-1, keepdim=True)
    before = best.cumsum(-1) - best
    best = best.where(before < sampling.top_p, 0)
    return torch.zeros_like(probabilities).scatter(1, where, best / best.sum(-1, keepdim=True))


def acceptance(p: Tensor, q: Tensor, head_ids: Tensor, sampling: Sampling) -> Tensor:
    """Acceptance rates alpha = sum_x min(p(x), q(x)) after top-k and top-p, [N].

    p: [N, V] over the vocabulary; q: [N, H] over head_ids
    """
    return torch.minimum(cut(p, sampling)[:, head_ids], cut(q, sampling)).sum(-1)


# alphas of an output [L], one row per draft step; the last row holds for all later steps
Alphas = Sequence[Sequence[float]]


def tokens_per_iteration(alphas: Alphas, gamma: int) -> float:
    """Tokens per iteration: the length of an output [L] divided by the expected number of iterations for it.

    >>> tokens_per_iteration([[1, 1, 0, 1]], 2)  # two accepted + bonus, then one accepted
    2.0
    """
    length = len(alphas[0])
    iterations = [0.0] * (length + gamma + 1)
    for i in reversed(range(length)):
        reach, expected = 1.0, 1.0
        for n in range(gamma):
            accepted = alphas[min(n, len(alphas) - 1)][i + n] if i + n < length else 0.0
            expected += reach * (1 - accepted) * iterations[i + n + 1]
            reach *= accepted
        iterations[i] = expected + reach * iterations[i + gamma + 1]
    return length / iterations[0]


@torch.inference_mode()
def along_outputs(
    target: PreTrainedModel,
    draft: Measured,
    docs: Sequence[Document],
    sampling: Sampling,
    gamma: int,
    tokens: int = 1024,
) -> list[Alphas]:
    """Compute alpha at every draft step and output token of every document, in the documents' order."""
    found: list[list[list[float]]] = [[] for _ in docs]
    for group in by_tokens(docs, tokens):
        ids, rows = (t.to(target.device) for t in pad([docs[i] for i in group]))
        states, hidden = draft.along(ids, gamma)
        sizes = [len(docs[i].ids) - docs[i].start for i in group]
        for own in states:
            logits = draft.scores(own.flatten(0, 1)[rows])
            if sampling == GREEDY:
                output = ids.flatten()[rows + 1]
                alpha = (draft.head_ids[logits.argmax(-1)] == output).float()
            else:
                p = target.lm_head(hidden.flatten(0, 1)[rows]).float().softmax(-1)
                alpha = acceptance(p, logits.float().softmax(-1), draft.head_ids, sampling)
            for i, piece in zip(group, alpha.split(sizes), strict=True):
                found[i].append(piece.tolist())
    return found


@dataclass(frozen=True)
class Timing:
    """Median milliseconds of a one-token pass with a KV cache of `context` tokens."""

    target_ms: float
    draft_ms: float
    context: int


@torch.inference_mode()
def one_token_ms(one_pass: Callable[[Tensor, DynamicCache], Tensor], token: Tensor, cache: DynamicCache) -> float:
    """Milliseconds of one pass over one token; the cache is restored afterwards."""
    began = time.perf_counter()
    one_pass(token, cache).cpu()
    spent = time.perf_counter() - began
    cache.crop(-1)
    return 1e3 * spent


@torch.inference_mode()
def time_passes(target: PreTrainedModel, draft: Measured, rounds: int = 60) -> Timing:
    """Time the target and the draft in turns, so that other load affects both equally."""
    context, caches = 100, (DynamicCache(), DynamicCache())
    ids = torch.arange(100, 100 + context, device=target.device)[None]

    def of_target(ids: Tensor, cache: DynamicCache) -> Tensor:
        return target(ids, past_key_values=cache, logits_to_keep=1).logits

    passes = list(zip((of_target, draft.one_pass), caches, strict=True))
    for one_pass, cache in passes:
        one_pass(ids, cache)
    pairs = [[one_token_ms(one_pass, ids[:, :1], cache) for one_pass, cache in passes] for _ in range(rounds)]
    each = [statistics.median(times) for times in zip(*pairs[5:], strict=True)]
    return Timing(*each, context)


def summarise(alphas: Sequence[Alphas], gamma: int) -> dict[str, Any]:
    """Mean alpha of each draft step, weighted by tokens, and tokens per iteration over all outputs together."""
    tokens = sum(len(rows[0]) for rows in alphas)
    iterations = sum(len(rows[0]) / tokens_per_iteration(rows, gamma) for rows in alphas if rows[0])
    return {
        "alpha": [sum(map(sum, steps)) / tokens for steps in zip(*alphas, strict=True)],
        "tokens_per_iteration": tokens / iterations,
        "tokens": tokens,
        "prompts": len(alphas),
    }


def target_outputs(
    args: argparse.Namespace, target: PreTrainedModel, prompts: Sequence[str], sampling: Sampling
) -> list[Document]:
    """The target's outputs for the prompts, stored in the folder args.outputs if one is given."""
    tokenizer = AutoTokenizer.from_pretrained(args.target)
    path = args.outputs / f"{sampling}.json".replace(" ", "_") if args.outputs else None
    if path and path.exists():
        return [Document(**kept) for kept in json.loads(path.read_text())]
    docs = [r.doc for r in reply_all(target, tokenizer, prompts, args.new_tokens, sampling, args.batch)]
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps([vars(doc) for doc in docs]))
    return docs


def evaluate(args: argparse.Namespace, target: PreTrainedModel, draft: Measured) -> dict:
    """Compute the whole table, {sampling: {group: figures}}, and the timing."""
    records = list(read_jsonl(args.prompts))
    prompts = [record["prompt"] for record in records]
    table: dict[str, dict] = {}
    for sampling in SAMPLINGS[:1] if args.greedy else SAMPLINGS:
        docs = target_outputs(args, target, prompts, sampling)
        alphas = along_outputs(target, draft, docs, sampling, args.gamma)
        groups: dict[str, list[Alphas]] = defaultdict(list)
        for record, alpha in zip(records, alphas, strict=True):
            groups[group_of(record["category"])].append(alpha)
        rows = {"all": alphas} | dict(sorted(groups.items()))
        table[str(sampling)] = {name: summarise(a, args.gamma) for name, a in rows.items()}
    return {"figures": table, "timing": vars(time_passes(target, draft)), "gamma": args.gamma}


def as_markdown(result: dict) -> str:
    """Write the figures as a Markdown table, followed by the timing."""
    lines = ["| output of the target | group | prompts | tokens | alpha | tokens/iteration |"]
    lines.append("|---|---|---|---|---|---|")
    for sampling, groups in result["figures"].items():
        for name, row in groups.items():
            alpha = " ".join(f"{each:.3f}" for each in row["alpha"])
            cells = f"{row['prompts']} | {row['tokens']} | {alpha}"
            lines.append(f"| {sampling} | {name} | {cells} | {row['tokens_per_iteration']:.2f} |")
    timing = Timing(**result["timing"])
    ratio = timing.target_ms / timing.draft_ms
    speeds = f"target {timing.target_ms:.1f} ms, draft {timing.draft_ms:.2f} ms"
    lines.append(f"\none-token pass: {speeds}, 1/{ratio:.1f}")
    return "\n".join(lines)


def run_evaluate(args: argparse.Namespace) -> None:
    """Run `evaluate`: print agreement, acceptance and speed, in total and by group of categories."""
    torch.manual_seed(args.seed)
    target = load_target(args)
    result = evaluate(args, target, load_measured(args.draft, target))
    print(as_markdown(result))
    if args.json:
        args.json.write_text(json.dumps(result, indent=2) + "\n")


def add_evaluate_command(commands: argparse._SubParsersAction, add_common) -> None:
    """Add the subcommand `evaluate` with its options."""
    parser = commands.add_parser("evaluate", help=run_evaluate.__doc__)
    parser.set_defaults(call=run_evaluate)
    add_common(parser)
    parser.add_argument("--draft", type=Path, default=Path(__file__).parents[1] / "assets" / "draft")
    parser.add_argument(
        "--prompts", type=Path, default=PROMPTS, help="file with one JSON object per line (keys: prompt, category)"
    )
    parser.add_argument("--new-tokens", type=int, default=128)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--outputs", type=Path, help="folder for the target's outputs")
    parser.add_argument("--greedy", action="store_true", help="leave out the sampled outputs")
    parser.add_argument("--gamma", type=int, default=4, help="draft tokens per iteration")
    parser.add_argument("--json", type=Path, help="file for the figures")
