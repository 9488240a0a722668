"""Train a draft that uses the target's hidden states, starting from a plain draft. Subcommands, in the order of use:

    features  compute the target's hidden states and soft labels over its own replies
    train     train the draft on them; can be stopped and continued
    pack      write the trained draft as the small folder that ships

`features` and `train` may run at the same time, because training picks up new shards. Their files are in a working
folder outside the repository. `python training/reading.py COMMAND --help` lists options; `python training/distill.py
evaluate` measures agreement and tokens per iteration.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import fields
from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers import AutoTokenizer

# the folders of the draft's recipe and of the explorer
sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
import distill_data  # noqa: E402
from distill import add_common, add_settings, run_command  # noqa: E402
from distill_model import HEAD_FILE, head_rows, load_target, save_draft  # noqa: E402
from distill_train import Run, TrainSettings, train  # noqa: E402
from reading_data import Features, feature_scale, read_all  # noqa: E402
from reading_model import measure_of, new_reader  # noqa: E402

from decoders.models.loading.embedded import read_layers  # noqa: E402

DRAFT = Path(__file__).parents[1] / "assets" / "draft"
LAYERS = (10, 20, 29)


def run_features(args: argparse.Namespace) -> None:
    """Run `features`: write the target's hidden states and labels for held-out and training replies."""
    tokenizer, target = AutoTokenizer.from_pretrained(args.target), load_target(args)
    head = head_rows(target, load_file(args.draft / HEAD_FILE)["head_ids"])
    replies = [args.data / name for name in args.replies]
    for part in ("held", "train"):
        docs = distill_data.reply_documents(replies, tokenizer, held_out=part == "held")
        random.Random(args.seed).shuffle(docs)
        docs = docs[: args.held] if part == "held" else docs
        read_all(args.work / part, docs, target, head, args.layers, args.tokens)


def run_train(args: argparse.Namespace) -> None:
    """Run `train`: train on the existing features, starting from the run's checkpoint if there is one."""
    torch.manual_seed(args.seed)
    target = load_target(args)
    net, _ = new_reader(target, args.draft, len(args.layers) * target.config.hidden_size, args.start)
    settings = TrainSettings(**{f.name: getattr(args, f.name) for f in fields(TrainSettings)})
    run = Run(net, settings, args.run, measure_of(args.steps), args.decay)
    scale = feature_scale(args.work / "held")
    if not run.step and read_layers(args.draft):  # the packed draft must take unscaled features
        with torch.no_grad():
            net.fc.weight /= scale.to(net.fc.weight)
    train(run, Features(args.work / "train", scale), Features(args.work / "held", scale), args.device)


def run_pack(args: argparse.Namespace) -> None:
    """Run `pack`: write the weights of a training run (or their moving average) as a draft folder."""
    target = load_target(args)
    net, ids = new_reader(target, args.draft, len(args.layers) * target.config.hidden_size, args.start)
    state = torch.load(args.run / "checkpoint.pt", map_location=args.device)
    note = {
        "target": args.target_name,
        "reads": list(args.layers),
        "head_ids": HEAD_FILE,
        "head_size": len(ids),
        "steps": state["step"],
        "minutes": round(state["elapsed"] / 60, 1),
        "learnt_tokens": state["tokens"],
        "weights": "average" if args.average else "last",
    }
    weights = state["average" if args.average else "draft"]
    weights["fc.weight"] = weights["fc.weight"] * feature_scale(args.work / "held").to(args.device)
    save_draft(args.out, net, weights, ids, note)


def main() -> None:
    """Parse the command line and run the subcommand."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    features = commands.add_parser("features", help=run_features.__doc__)
    features.set_defaults(call=run_features)
    features.add_argument("--data", type=Path, required=True, help="folder of the .jsonl.xz files")
    features.add_argument("--replies", nargs="+", default=["replies.jsonl.xz"], help="files of replies in --data")
    features.add_argument("--tokens", type=int, default=4096, help="tokens per batch")
    features.add_argument("--held", type=int, default=205, help="number of held-out replies")
    learn = commands.add_parser("train", help=run_train.__doc__)
    learn.set_defaults(call=run_train)
    learn.add_argument("--steps", type=int, default=3, help="number of draft steps that are trained")
    learn.add_argument("--decay", type=float, default=0.8, help="weight of a step relative to the step before")
    add_settings(learn)
    pack = commands.add_parser("pack", help=run_pack.__doc__)
    pack.set_defaults(call=run_pack)
    pack.add_argument("--out", type=Path, required=True)
    pack.add_argument(
        "--target-name", default="HuggingFaceTB/SmolLM2-135M-Instruct", help="target's name in config.json"
    )
    pack.add_argument("--average", action="store_true", help="pack the moving average of the weights")
    for each in (features, learn, pack):
        add_common(each)
        each.add_argument("--work", type=Path, required=True, help="folder for the features")
        each.add_argument(
            "--layers", type=int, nargs="+", default=list(LAYERS), help="layers after which features are read"
        )
        each.add_argument("--draft", type=Path, default=DRAFT, help="the draft to start from")
    for each in (learn, pack):
        each.add_argument("--start", type=int, nargs="+", help="layers of --draft to start with (default: all)")
        each.add_argument("--run", type=Path, required=True, help="folder of the checkpoint")
    run_command(parser)


if __name__ == "__main__":
    main()
