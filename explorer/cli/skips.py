"""`python -m explorer skips`: search which sub-layers of a pair's target self-SSD skips, and keep them.

The target writes a few replies by itself; sub-layers are then taken out one after the other, each time the one that
costs the least overlap Σ min(p, q) on those replies for its weights (decoders/skipping.py). Of the nested sets
the one that promises the highest speed-up is kept; where none promises a gain, the thinnest whose overlap is still one
half, so that there is something to see. All of this stands in its file. The prompts are none of the benchmark's.
"""

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from decoders.core.sublayers import write_skips
from decoders.errors import BadInput
from decoders.files import check_folder
from decoders.models.fetch import Progress
from decoders.models.skips import Found, keep, kept_folder

PROMPTS = (
    "What is the capital of Australia, and what is it known for?",
    "Write a short story about a fox who learns to swim.",
    "How do I sort a list of dictionaries by a key in Python?",
    "Solve step by step: 3x + 7 = 25.",
    "Explain to a child how a rainbow forms.",
    "Rewrite this more politely: Send me the report today.",
)


def skips_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("--pair", required=True, help="a pair of networks: a name of `pairs`, or TARGET+DRAFT")
    parser.add_argument("--tokens", type=int, default=64, metavar="N", help="tokens of each of the target's replies")
    parser.add_argument("--seed", type=int, default=0, help="seed of the replies")
    parser.add_argument("--device", default="auto", help="cpu, cuda, cuda:1 or auto")
    parser.add_argument("--dtype", default="auto", help="bfloat16, float16, float32, float64 or auto")
    parser.add_argument("-o", "--output", metavar="DIR", help="folder to keep the result in, instead of the cache's")


def command(options: argparse.Namespace, progress: Progress) -> None:
    """Search, keep, and say what was found and where. Raises BadInput for a pair without layers to skip."""
    if not 1 <= options.tokens <= 512:
        raise BadInput(f"--tokens {options.tokens} should be from 1 to 512")
    if not 0 <= options.seed < 2**63:
        raise BadInput(f"--seed {options.seed} should be from 0 to {2**63 - 1}")
    if options.pair.startswith("toy:"):
        raise BadInput(f"{options.pair} is a table without layers to skip; give a pair of networks, such as smollm2")
    if options.output:
        check_folder(Path(options.output), "-o")
    from decoders.pairs import load_pair

    pair = load_pair(options.pair, options.device, options.dtype, progress)
    found = find(pair, options.tokens, options.seed, progress)
    path = keep(found, Path(options.output) if options.output else kept_folder())
    progress("Done", 1.0)
    verdict = (
        "" if found.speedup > 1 else "; no set promises a gain, so self-ssd will not be faster than plain decoding"
    )
    print(
        f"{found.target}: skips={found.skips}; overlap {found.overlap:.3f}, a draft pass reads {found.cost:.0%} of the "
        f"weights, promised speed-up {found.speedup:.2f}{verdict}; kept in {path}"
    )


def find(pair: Any, tokens: int, seed: int, progress: Progress) -> Found:
    """The set of sub-layers that promises most. Raises BadInput if skipping any one already halves the overlap."""
    from decoders.models.skipping import Text, search, weight_shares

    target = pair.models.target
    texts = [Text(*one) for one in replies(pair, tokens, seed, progress)]
    choices = search(target.model, texts, target.vocab_size, lambda share: progress("Searching", share))
    if not choices:
        raise BadInput(f"{target.name} cannot miss a single sub-layer: no skipping leaves it half of its law")
    best = max(choices, key=lambda one: one.speedup)
    best = best if best.speedup > 1 else choices[-1]
    about = {
        "prompts": len(texts),
        "places": sum(len(text.tokens) - text.first for text in texts),
        "reply_tokens": tokens,
        "seed": seed,
        "sampling": "replies drawn from the target itself at temperature 1",
        "order": "greedy by overlap lost for the weights spared, with lazy updates, until it falls below 0.5",
        "promise": "Leviathan et al. 2023, Theorem 3.8, best gamma up to 12",
        "cost": "share of the weights read",
        "weight_shares": {kind: round(share, 5) for kind, share in weight_shares(target.model).items()},
        "dtype": str(target.dtype).removeprefix("torch."),
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "path": [
            {"skips": write_skips(one.skips), "overlap": round(one.overlap, 4), "speedup": round(one.speedup, 4)}
            for one in choices
        ],
    }
    return Found(target.name, write_skips(best.skips), best.overlap, best.cost, best.speedup, about)


def replies(pair: Any, tokens: int, seed: int, progress: Progress) -> list[tuple[list[int], int]]:
    """Token ids of prompts with what the target writes after them, and how long each prompt is."""
    from decoders.catalog import decoder
    from explorer.runs.recording import run_once

    plain = decoder("multinomial")
    texts: list[tuple[list[int], int]] = []
    for place, prompt in enumerate(PROMPTS):
        progress("Writing replies", place / len(PROMPTS))
        ids = pair.encode(prompt, False)
        plain.check(pair.models, len(ids), tokens)
        beams = run_once(plain, plain.make_settings({}), pair, ids, seed + place, tokens)
        texts.append(([*ids, *beams[0].tokens], len(ids)))
    return texts
