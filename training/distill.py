"""Make a small draft model for a target by distillation. Subcommands, in the order of use:

    prompts   make prompts of many kinds from text files and lists
    own-prompts  let the target write prompts itself
    replies   generate the target's replies to prompts, with soft labels (a GPU is best)
    labels    choose the head's token ids, and compute the target's soft labels for all documents
    train     train the draft on the soft labels; can be stopped and continued
    pack      write the trained draft as the small folder that ships
    evaluate  measure agreement, acceptance and speed on given prompts
    export    write the packed draft as a folder that transformers can load without the target

`labels` and `train` may run at the same time, because training reads new shards as they appear. Their files are in a
working folder outside the repository. `python training/distill.py COMMAND --help` lists options.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

import distill_data
import distill_model
import evaluate
import torch
from distill_model import load_target
from distill_train import Run, TrainSettings, train
from own_prompts import add_own_prompts_command
from prompts import add_prompts_command
from replies import add_replies_command
from safetensors.torch import load_file, save_file
from transformers import AutoTokenizer

# the folder of the explorer, parts of which are imported when they are needed
sys.path.append(str(Path(__file__).parents[1]))


def default_target() -> str:
    """The folder of the embedded pair's target, which is downloaded on first use."""
    from decoders.errors import BadInput
    from decoders.models.loading.fetch import bundled_target

    try:
        return str(bundled_target(lambda what, share: None))
    except BadInput as error:
        print(error, file=sys.stderr)
        raise SystemExit(2) from None


def run_labels(args: argparse.Namespace) -> None:
    """Run `labels`: choose the tokens that the draft can propose, then label held-out and training documents."""
    tokenizer, target = AutoTokenizer.from_pretrained(args.target), load_target(args)
    replies = [args.data / name for name in args.replies]
    held = distill_data.reply_documents(replies, tokenizer, held_out=True)
    docs = distill_data.reply_documents(replies, tokenizer, held_out=False)
    texts = distill_data.text_windows(args.data, tokenizer, args.texts, args.length, args.seed)
    path = args.work / distill_model.HEAD_FILE
    if not path.exists():
        args.work.mkdir(parents=True, exist_ok=True)
        prompts = distill_data.training_prompts(args.data / "prompts.jsonl.xz")
        head_ids = distill_data.choose_head_ids(
            [d.ids[d.start :] for d in docs],
            tokenizer(prompts).input_ids,
            [d.ids for d in texts],
            [*tokenizer.all_special_ids, *tokenizer.added_tokens_decoder],
            args.head,
        )
        save_file({"head_ids": head_ids}, path)
    head = distill_model.head_rows(target, load_file(path)["head_ids"])
    docs += texts
    random.Random(args.seed).shuffle(docs)
    if args.compile:
        target.config.use_cache = False
        for layer in target.model.layers:
            layer.compile(dynamic=True)
    for folder, part in (("held", held), ("train", docs)):
        distill_data.label_documents(args.work / folder, part, target, head, args.tokens)


def run_train(args: argparse.Namespace) -> None:
    """Run `train`: train on the existing labels, starting from the run's checkpoint if there is one."""
    torch.manual_seed(args.seed)
    head_ids = load_file(args.work / distill_model.HEAD_FILE)["head_ids"]
    draft = distill_model.new_draft(load_target(args), args.layers, head_ids, torch.float32)
    settings = TrainSettings(**{f.name: getattr(args, f.name) for f in fields(TrainSettings)})
    labels = distill_data.Labels(args.work / "train")
    held = distill_data.Labels(args.work / "held")
    train(Run(draft, settings, args.run), labels, held, args.device)


def run_pack(args: argparse.Namespace) -> None:
    """Run `pack`: write the weights of a training run (or their moving average) as a draft folder."""
    head_ids = load_file(args.work / distill_model.HEAD_FILE)["head_ids"]
    draft = distill_model.new_draft(load_target(args), args.layers, head_ids, torch.float32)
    state = torch.load(args.run / "checkpoint.pt", map_location=args.device)
    note = {
        "target": args.target_name,
        "layers_from_target": list(args.layers),
        "head_ids": distill_model.HEAD_FILE,
        "head_size": len(head_ids),
        "steps": state["step"],
        "minutes": round(state["elapsed"] / 60, 1),
        "learnt_tokens": state["tokens"],
        "weights": "average" if args.average else "last",
    }
    weights = state["average" if args.average else "draft"]
    distill_model.save_draft(args.out, draft, weights, head_ids, note)


def run_export(args: argparse.Namespace) -> None:
    """Run `export`: write the draft as a folder that works alone.

    The exit code is 2 if the draft needs its target's states.
    """
    from decoders.models.loading.embedded import read_layers

    if read_layers(args.draft):
        sys.stderr.write(f"{args.draft} uses its target's hidden states and cannot run alone. Choose a plain draft.\n")
        raise SystemExit(2)
    distill_model.export_full(args.draft, args.target, args.out)


def add_common(parser: argparse.ArgumentParser) -> None:
    """Add the options that every subcommand has."""
    parser.add_argument("--target", help="target's folder or hub name (default: the embedded pair's target)")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--threads", type=int, default=0, help="CPU threads (0: torch's choice)")
    parser.add_argument("--seed", type=int, default=0)


def add_settings(parser: argparse.ArgumentParser, without: Sequence[str] = ()) -> None:
    """Add the options of the training run's settings, except the seed and the names in `without`."""
    for field in fields(TrainSettings):
        option = "--" + field.name.replace("_", "-")
        if field.name in ("seed", *without):
            continue
        if field.name == "compile":
            parser.add_argument(option, action="store_true")
        else:
            parser.add_argument(option, type=type(field.default), default=field.default)


def add_layers(parser: argparse.ArgumentParser) -> None:
    """Add the option that chooses the target layers from which the draft starts."""
    parser.add_argument(
        "--layers", type=int, nargs="+", default=[0, 1, 29], help="target layers from which the draft starts"
    )


def add_labels_command(commands: argparse._SubParsersAction) -> None:
    """Add the subcommand `labels` with its options."""
    parser = commands.add_parser("labels", help=run_labels.__doc__)
    parser.set_defaults(call=run_labels)
    add_common(parser)
    parser.add_argument("--data", type=Path, required=True, help="folder of the .jsonl.xz files")
    parser.add_argument("--replies", nargs="+", default=["replies.jsonl.xz"], help="files of replies in --data")
    parser.add_argument("--work", type=Path, required=True, help="folder for the labels")
    parser.add_argument("--head", type=int, default=8192, help="number of tokens in the draft's head")
    parser.add_argument("--texts", type=int, default=700, help="number of windows of plain text")
    parser.add_argument("--length", type=int, default=256, help="tokens per window")
    parser.add_argument("--tokens", type=int, default=4096, help="tokens per batch")
    parser.add_argument("--compile", action="store_true", help="compile the target's layers with torch.compile")


def add_train_commands(commands: argparse._SubParsersAction) -> None:
    """Add the subcommands `train` and `pack` with their options."""
    parser = commands.add_parser("train", help=run_train.__doc__)
    parser.set_defaults(call=run_train)
    add_settings(parser)
    pack = commands.add_parser("pack", help=run_pack.__doc__)
    pack.set_defaults(call=run_pack)
    pack.add_argument("--out", type=Path, required=True)
    pack.add_argument(
        "--target-name", default="HuggingFaceTB/SmolLM2-135M-Instruct", help="target's name in config.json"
    )
    pack.add_argument("--average", action="store_true", help="pack the moving average of the weights")
    for each in (parser, pack):
        add_common(each)
        add_layers(each)
        each.add_argument("--work", type=Path, required=True, help="folder that `labels` wrote")
        each.add_argument("--run", type=Path, required=True, help="folder of the checkpoint")


def main() -> None:
    """Parse the command line and run the subcommand."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    add_prompts_command(commands)
    add_own_prompts_command(commands, add_common)
    add_replies_command(commands, add_common)
    add_labels_command(commands)
    add_train_commands(commands)
    evaluate.add_evaluate_command(commands, add_common)
    export = commands.add_parser("export", help=run_export.__doc__)
    export.set_defaults(call=run_export)
    add_common(export)
    export.add_argument("out", type=Path)
    export.add_argument("--draft", type=Path, default=Path(__file__).parents[1] / "assets" / "draft")
    run_command(parser)


def run_command(parser: argparse.ArgumentParser) -> None:
    """Run the chosen subcommand: its function `call` gets the options, with defaults for those left out."""
    args = parser.parse_args()
    if getattr(args, "threads", 0):
        torch.set_num_threads(args.threads)
    if getattr(args, "target", "") is None:
        args.target = default_target()
    try:
        args.call(args)
    except (FileNotFoundError, NotADirectoryError) as error:
        parser.exit(2, f"{error.filename or error} does not exist. Check the folders, and run earlier steps first.\n")


if __name__ == "__main__":
    main()
