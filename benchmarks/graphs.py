"""Measure the speed-up from CUDA graphs on this GPU: passes of a pair's models with and without graphs.

    python -m benchmarks.graphs [--pair smollm2] [--nodes 1,2,4,8,16,32,64] [--context 100] [--rounds 30] [-o FILE]

Both ways take turns in a rotating order. They get the same context and the same nodes after it, and the cache is
restored after every pass. The results are medians and quartiles of wall time until the device has finished. Graphs are
timed even if the app, with EXPLORER_CUDA_GRAPHS=on, would not use them. If a model cannot be captured, the reason is
recorded instead. The results are written to assets/benchmarks/graphs.json. A CUDA device is required.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.conditions import check_place, made_on, start, write
from benchmarks.engines import measured, numbers_of_nodes, prompt_of, turns
from decoders.core.runner import LanguageModel
from decoders.errors import BadInput
from decoders.models.torch.capturing import CapturedTree, Rooms, cuda_graph
from decoders.models.torch.device import CUDA_GRAPHS
from decoders.models.torch.huggingface import HuggingFaceModel
from decoders.models.torch.sessions import TreeSession
from decoders.pairs import load_pair
from explorer.cli.console import Parser

OUT = Path(__file__).parents[1] / "assets" / "benchmarks" / "graphs.json"


def measure(model: LanguageModel, nodes: Sequence[int], context: int, rounds: int) -> dict[str, Any]:
    """Time one model's passes both ways: seconds by number of nodes and savings, or the reason why it has no graphs."""
    if not isinstance(model, HuggingFaceModel) or model.tree_mode != "tree":
        return {"not_captured": "it runs no trees on torch"}
    prompt = prompt_of(context)
    eager = TreeSession(model, prompt)
    try:
        graphs = CapturedTree(model, Rooms(model, partial(cuda_graph, model.device)), prompt)
        seconds = turns({"eager": eager, "graphs": graphs}, nodes, rounds)
    except RuntimeError as error:  # the capture can fail in any way
        return {"not_captured": model.not_captured or str(error).splitlines()[0]}
    saved = {n: round(seconds["eager"][n]["median"] / seconds["graphs"][n]["median"], 3) for n in seconds["eager"]}
    return {"seconds": seconds, "eager_to_graphs": saved, "used": model.captured, "not_captured": model.not_captured}


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Load the pair and measure both of its models. Raises BadInput if there is no CUDA device."""
    import torch

    check_place(options.out)
    nodes = numbers_of_nodes(options.nodes)
    if not torch.cuda.is_available():
        raise BadInput("torch finds no CUDA device, which CUDA graphs need. Run this on a machine with one.")
    os.environ[CUDA_GRAPHS] = "on"
    began, pair = start(), load_pair(options.pair, "cuda")
    models = {"target": pair.models.target, "draft": pair.models.draft}
    made = {
        "pair": options.pair,
        "gpu": torch.cuda.get_device_name(),
        "dtype": pair.info["dtype"],
        "context": options.context,
        "rounds": options.rounds,
        "begin": began,
        "passes": {role: measure(model, nodes, options.context, options.rounds) for role, model in models.items()},
        **made_on(real=True),
    }
    write(options.out, made)
    return made


def table(made: dict[str, Any]) -> str:
    """The results as text: milliseconds both ways, one line per number of nodes."""
    lines = [f"{made['gpu']}, {made['dtype']}"]
    for role, found in made["passes"].items():
        if "seconds" not in found:
            lines.append(f"{role}: not captured ({found['not_captured']})")
            continue
        lines.append(f"{role}, ms per pass (median): eager, graphs, eager / graphs")
        by = found["seconds"]
        for n, ratio in found["eager_to_graphs"].items():
            each = "  ".join(f"{1e3 * by[way][n]['median']:8.2f}" for way in ("eager", "graphs"))
            lines.append(f"{n:>4} nodes  {each}  {ratio:6.2f}")
    return "\n".join(lines)


def main(words: Sequence[str] | None = None) -> int:
    """Run the measurement. Returns exit code 0, or prints one sentence and returns 2 if it is not possible."""
    parser = Parser(prog="python -m benchmarks.graphs", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pair", default="smollm2", help="model pair: a name from `pairs`, or TARGET+DRAFT")
    return measured(parser, words, lambda options: table(run(options)), rounds=30, out=OUT)


if __name__ == "__main__":
    sys.exit(main())
