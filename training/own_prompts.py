"""Prompts that the target generates itself (Magpie, Xu et al. 2024).

Given only the beginning of a user's turn, a model trained on conversations continues with a question of the kind that
it was trained on. These prompts are as varied as real ones, which lists of prompts are not. The draft sees them in the
chat format in which it will draft.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import torch
from distill_data import user_turn
from distill_model import load_target
from replies import Sampling, written_on
from transformers import AutoTokenizer, PreTrainedTokenizerBase

SHORTEST = 5  # maximum tokens of a prompt


def begun_turn(tokenizer: PreTrainedTokenizerBase) -> list[int]:
    """The ids of the chat template up to the point where a user's words begin."""
    return tokenizer(user_turn(tokenizer)[0], add_special_tokens=False).input_ids


def run_own_prompts(args: argparse.Namespace) -> None:
    """Run `own-prompts`: write distinct prompts for `replies`.

    Prompts that the target did not end itself are dropped.
    """
    torch.manual_seed(args.seed)
    tokenizer, target = AutoTokenizer.from_pretrained(args.target), load_target(args)
    sampling = Sampling(args.temperature, args.top_k)
    head = begun_turn(tokenizer)

    def ended() -> Iterator[str]:
        while True:
            for written in written_on(target, tokenizer, [head] * args.batch, args.new_tokens, sampling):
                ids = written.doc.ids[written.doc.start :]
                if ids[-1] == tokenizer.eos_token_id and len(ids) > SHORTEST:
                    yield tokenizer.decode(ids[:-1], skip_special_tokens=True).strip()

    seen: set[str] = set()
    with args.out.open("w") as out:
        for prompt in ended():
            if prompt and prompt not in seen:
                seen.add(prompt)
                out.write(json.dumps({"prompt": prompt, "source": "the target"}) + "\n")
                out.flush()
            if len(seen) >= args.count:
                break


def add_own_prompts_command(commands: argparse._SubParsersAction, add_common) -> None:
    """Add the subcommand `own-prompts` with its options."""
    parser = commands.add_parser("own-prompts", help=run_own_prompts.__doc__)
    parser.set_defaults(call=run_own_prompts)
    add_common(parser)
    parser.add_argument("--out", type=Path, required=True, help=".jsonl file, which is overwritten")
    parser.add_argument("--count", type=int, default=4000)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--new-tokens", type=int, default=64, help="maximum number of tokens of a prompt")
    parser.add_argument("--temperature", type=float, default=1.0)
    parser.add_argument("--top-k", type=int, default=100)
