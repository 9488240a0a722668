"""Measure the cost of the token tree: greedy decoding with and without recording, and transformers' own generate.

    python -m benchmarks.primitive [--pair smollm2 | --target FOLDER] [--tokens 128] [--repeat 5] [-o FILE]

The weights, dtype and prompt are the same for all runs. The runs of a round follow each other in a rotating order, so a
drift of the machine's speed affects all runs equally; ratios are computed within a round. The time of one pass is also
measured, by the number of nodes. Times are wall times, and all repetitions are stored. The results are written to
assets/benchmarks/primitive.json.
"""

import argparse
import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.conditions import check_place, exit_code, write_result
from decoders.catalog import decoder
from decoders.core.decode import Models
from decoders.core.dice import Seeded
from decoders.core.record import Pass
from decoders.core.runner import TreeRunner
from decoders.core.tree import TokenTree
from decoders.errors import BadInput
from decoders.models.loading.weights import pick_device, pick_dtype
from decoders.models.quiet import quiet_libraries
from decoders.models.torch.huggingface import HuggingFaceModel
from decoders.pairs import load_pair
from explorer.cli.console import Parser, whole
from explorer.measuring.turns import cpu_name, in_turns
from explorer.service.recording import versions
from explorer.service.request import MAX_NEW_TOKENS

OUT = Path(__file__).parents[1] / "assets" / "benchmarks" / "primitive.json"
PROMPT = "Explain in a few paragraphs why the sky is blue during the day and red in the evening."
NODES = (1, 4, 8, 16, 32, 64)
Encode = Callable[[str], list[int]]


def load(options: argparse.Namespace) -> tuple[HuggingFaceModel, Encode, str]:
    """The target of a pair, or a model from a folder, with its tokenizer."""
    if options.target is None:
        pair = load_pair(options.pair, options.device, options.dtype, engine="torch")
        target = pair.models.target
        if not isinstance(target, HuggingFaceModel):
            raise BadInput(f"{options.pair} has no transformers model. Choose another pair.")
        return target, lambda text: pair.encode(text, False), f"{pair.name}: {target.name}"
    from transformers import AutoModelForCausalLM, AutoTokenizer

    where, dtype = "cpu" if options.device == "auto" else pick_device(options.device), pick_dtype(options.dtype)
    turn = [{"role": "user", "content": PROMPT}]
    try:
        with quiet_libraries():
            tokenizer = AutoTokenizer.from_pretrained(options.target)
            model = AutoModelForCausalLM.from_pretrained(options.target, dtype=dtype, device_map=where)
            ids = tokenizer.apply_chat_template(turn, add_generation_prompt=True, return_dict=True)["input_ids"]
    except (OSError, ValueError, KeyError, ImportError, RuntimeError) as error:
        first = (str(error).splitlines() or [type(error).__name__])[0][:200]
        raise BadInput(
            f"--target {options.target} cannot be loaded ({first}). Use a folder with a chat model."
        ) from None
    target = HuggingFaceModel(model, len(tokenizer), Path(options.target).name)
    return target, lambda text: ids, target.name


def ours(target: HuggingFaceModel, prompt: Sequence[int], tokens: int, record: bool) -> dict[str, Any]:
    """Run our greedy decoding for exactly `tokens` tokens. Returns all seconds and, if recorded, seconds in passes."""
    greedy, models = decoder("greedy"), Models(target, None, frozenset())
    inside, out = 0.0, list[int]()
    begin = time.perf_counter()
    for iteration in greedy.decode(prompt, models, greedy.make_settings({}), Seeded(0), tokens, record):
        inside += sum(one.seconds for one in iteration.passes)
        out.extend(iteration.final.tokens)
    seconds = time.perf_counter() - begin
    return {"seconds": seconds, "inside": inside, "tokens": out}


def theirs(target: HuggingFaceModel, prompt: Sequence[int], tokens: int) -> dict[str, Any]:
    """Run transformers' generate on the same model, greedily, without an end of sequence."""
    import torch
    from transformers import GenerationConfig

    # -1 is not a token; None would mean the end of sequence of the model's own configuration
    config = GenerationConfig(max_new_tokens=tokens, do_sample=False, pad_token_id=0, eos_token_id=-1)
    ids = torch.tensor([list(prompt)], device=target.device)
    with quiet_libraries():  # the library warns about the -1
        begin = time.perf_counter()
        out = target.model.generate(ids, attention_mask=torch.ones_like(ids), generation_config=config)
        seconds = time.perf_counter() - begin
    assert out.shape[1] == len(prompt) + tokens, "generate stopped early, so its time is not comparable"
    return {"seconds": seconds, "tokens": out[0, len(prompt) :].tolist()}


def rounds(
    target: HuggingFaceModel, prompt: Sequence[int], tokens: int, repeat: int
) -> dict[str, list[dict[str, Any]]]:
    """Run everything round by round, and return the results by name. A warm-up round before the first is discarded."""
    runs: dict[str, Callable[[], dict[str, Any]]] = {
        "recorded": lambda: ours(target, prompt, tokens, True),
        "unrecorded": lambda: ours(target, prompt, tokens, False),
        "generate": lambda: theirs(target, prompt, tokens),
    }
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in runs}
    for turn, name in in_turns(runs, range(repeat + 1)):
        result = runs[name]()
        if turn:
            found[name].append(result)
        print(f"round {turn}/{repeat} {name} {tokens / result['seconds']:.2f} tokens/s", file=sys.stderr)
    return found


def passes(target: HuggingFaceModel, prompt: Sequence[int], repeat: int) -> dict[str, dict[str, Any]]:
    """Milliseconds of one pass by the number of nodes, which form a small draft tree."""
    times: dict[int, list[float]] = {n: [] for n in NODES}
    for _ in range(repeat + 1):
        for n in NODES:
            made: list[Pass] = []
            runner = TreeRunner(target, TokenTree(prompt[-1]), prompt[:-1], made.append, "target")
            runner.extend([TokenTree.root], [5])
            parents = [1] * (n // 2 + 1) + [2] * n
            runner.extend(parents[:n], list(range(10, 10 + n)))
            times[n].append(1000 * made[-1].seconds)
            runner.close()
    return {str(n): summary(each[1:], 2) for n, each in times.items()}


def difference(
    target: HuggingFaceModel, prompt: Sequence[int], one: Sequence[int], other: Sequence[int]
) -> dict[str, Any] | None:
    """The position at which two texts begin to differ, and the margin between the two best tokens there; None if they
    are equal.

    In half precision a prefill of n tokens and one of n − 1 round differently, so near ties may go either way.
    """
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=True)) if a != b), None)
    if at is None:
        return None
    best, second = target.plain_scores([*prompt, *one[:at]]).topk(2).values.tolist()
    return {"at": at, "margin": round(best - second, 4), "best": round(best, 4)}


def summary(values: Sequence[float], digits: int) -> dict[str, Any]:
    """The median, minimum and maximum of some values, and all of them."""
    return {
        "median": round(statistics.median(values), digits),
        "low": round(min(values), digits),
        "high": round(max(values), digits),
        "all": [round(value, digits) for value in values],
    }


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Measure everything, and return the content of the file."""
    import torch

    if options.threads:
        torch.set_num_threads(options.threads)
    target, encode, name = load(options)
    prompt = encode(PROMPT)
    found = rounds(target, prompt, options.tokens, options.repeat)
    seconds = {key: [run["seconds"] for run in runs] for key, runs in found.items()}
    outside = [1000 * (run["seconds"] - run["inside"]) / options.tokens for run in found["recorded"]]
    return {
        "what": "greedy decoding of one prompt, prefill included; tokens per second of wall time",
        "model": name,
        "dtype": str(target.dtype).removeprefix("torch."),
        "tree_mode": target.tree_mode,
        "prompt_tokens": len(prompt),
        "new_tokens": options.tokens,
        "tokens_per_s": {key: summary([options.tokens / s for s in each], 2) for key, each in seconds.items()},
        "recorded_to_generate": summary(_ratios(seconds["generate"], seconds["recorded"]), 3),
        "recording_costs": summary([r - 1 for r in _ratios(seconds["recorded"], seconds["unrecorded"])], 4),
        "outside_passes_ms_per_token": summary(outside, 3),
        "first_difference": difference(target, prompt, *(found[key][0]["tokens"] for key in ("recorded", "generate"))),
        "pass_ms_by_nodes": passes(target, prompt, options.repeat),
        "threads": torch.get_num_threads(),
        "machine": {
            "cpu": cpu_name(),
            "cores": os.cpu_count(),
            "arch": platform.machine(),
            "device": str(target.device),
        },
        "versions": versions(real=True),
        "load_average": round(os.getloadavg()[0], 1),
        "measured": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _ratios(above: Sequence[float], below: Sequence[float]) -> list[float]:
    return [a / b for a, b in zip(above, below, strict=True)]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command: measure, print and write."""
    parser = Parser(prog="python -m benchmarks.primitive", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--pair", default="smollm2")
    parser.add_argument("--target", help="a local folder with a model, instead of a pair")
    parser.add_argument("--tokens", type=whole(1, MAX_NEW_TOKENS), default=128)
    parser.add_argument("--repeat", type=whole(1, 1000), default=5)
    parser.add_argument(
        "--threads", type=whole(0, 1024), default=0, help="number of torch threads; 0 leaves it unchanged"
    )
    parser.add_argument("--device", default="auto")
    parser.add_argument("--dtype", default="auto")
    parser.add_argument("-o", "--out", type=Path, default=OUT)
    return exit_code(lambda: _run(parser.parse_args(argv)))


def _run(options: argparse.Namespace) -> int:
    check_place(options.out)
    found = measure(options)
    write_result(options.out, json.dumps(found, indent=1) + "\n")
    print(json.dumps(found, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
