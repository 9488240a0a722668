"""The command `skips`: find the sub-layers that self-speculative decoding should skip for a pair, and save them.

The target generates a few replies. Then sub-layers are removed one by one (decoders/models/skipping.py). The next
sub-layer is always the one whose removal loses the least overlap Σ min(p, q) on those replies, per weight saved. Of the
resulting nested sets, the set with the highest predicted speed-up is saved. If no set promises a speed-up, the largest
set with an overlap of at least one half is saved, so that the method can still be shown. The file records how the set
was found. The benchmark's prompts are not used.
"""

import argparse
from datetime import UTC, datetime
from typing import Any

from decoders.core.sublayers import write_skips
from decoders.errors import BadInput
from decoders.models.skips import Found, keep, kept_folder
from explorer.cli import arguments
from explorer.cli.console import Progress, progress
from explorer.service.request import RunRequest

MOST_TOKENS = 512  # number of tokens of a reply

PROMPTS = (
    "What is the capital of Australia, and what is it known for?",
    "Write a short story about a fox who learns to swim.",
    "How do I sort a list of dictionaries by a key in Python?",
    "Solve step by step: 3x + 7 = 25.",
    "Explain to a child how a rainbow forms.",
    "Rewrite this more politely: Send me the report today.",
)


def add(command: arguments.Add) -> None:
    """Add the command and its arguments."""
    thin = command("skips", skips, "Find the sub-layers that self-ssd should skip for a pair, and save them")
    arguments.pair(thin, arguments.REAL_PAIR, engines=False)
    arguments.count(thin, "--tokens", 1, MOST_TOKENS, "number of tokens per reply of the target", 64)
    arguments.conversation(thin, prompts=True)
    arguments.seed(thin, "random seed of the replies")
    arguments.output(thin, "DIR", "folder for the result (default: the cache)")


def skips(options: argparse.Namespace) -> None:
    """Search, save the result and print it. Raises BadInput if the pair has no layers."""
    arguments.check_real_pair(options.pair, "has no layers to skip")
    folder = arguments.result_folder(options, kept_folder())
    around = arguments.around(options)
    from decoders.pairs import load_pair

    with progress() as bar:
        pair = load_pair(options.pair, options.device, options.dtype, bar, "torch")
        found = find(pair, options.tokens, options.seed, bar, **around)
        path = keep(found, folder)
        bar("Done", 1.0)
    print(
        f"{found.target}: skips={found.skips}. Acceptance rate {found.overlap:.3f}; a draft pass reads "
        f"{found.cost:.0%} of the weights; predicted speed-up {found.speedup:.2f}x. Saved to {path}."
    )
    if found.speedup <= 1:
        print("No set of sub-layers has a predicted speed-up, so self-ssd will not be faster here.")


def find(pair: Any, tokens: int, seed: int, report: Progress, **around: Any) -> Found:
    """Find the set of sub-layers with the best prediction. `around` are fields of RunRequest.

    Raises BadInput if skipping any single sub-layer already halves the overlap.
    """
    from decoders.models.skipping import Text, search, weight_shares

    target = pair.models.target
    texts = [Text(*one) for one in replies(pair, tokens, seed, report, **around)]
    choices = search(target.model, texts, target.vocab_size, lambda share: report("Searching", share))
    if not choices:
        raise BadInput(
            f"No sub-layer of {target.name} can be skipped, because without it, the output distribution would overlap "
            "with the full model's by less than half. Choose another target."
        )
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
        **around,
        "dtype": str(target.dtype).removeprefix("torch."),
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "path": [
            {"skips": write_skips(one.skips), "overlap": round(one.overlap, 4), "speedup": round(one.speedup, 4)}
            for one in choices
        ],
    }
    return Found(target.name, write_skips(best.skips), best.overlap, best.cost, best.speedup, about)


def replies(pair: Any, tokens: int, seed: int, report: Progress, **around: Any) -> list[tuple[list[int], int]]:
    """Token ids of prompts followed by the target's replies, and the length of each prompt."""
    from explorer.service.recording import run_once

    texts: list[tuple[list[int], int]] = []
    for place, prompt in enumerate(PROMPTS):
        report("Generating replies", place / len(PROMPTS))
        request = RunRequest("multinomial", pair.name, prompt, seed=seed + place, limit=tokens, **around)
        plain, ids = request.on(pair)
        texts.append(([*ids, *run_once(request, plain, ids)[0].tokens], len(ids)))
    return texts
