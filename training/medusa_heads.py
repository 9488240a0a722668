"""Train Medusa heads for a target on its own replies. Subcommands, in the order of use:

    hidden    compute the frozen target's last hidden states over labelled documents, once
    train     train the heads on hidden states and soft labels; can be stopped and continued
    pack      write the trained heads as the small folder that ships
    evaluate  measure top-1 and top-5 of every head on held-out replies

The documents and soft labels come from the draft's recipe (`python training/distill.py labels` and `replies`). `hidden`
may run while they still write shards; `train` uses the shards that exist when it starts. Files are in a working folder
outside the repository. `python training/medusa_heads.py COMMAND --help` lists options.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from tqdm import tqdm
from transformers import PreTrainedModel

# the folders of the draft's recipe and of the explorer
sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
from distill import run_command  # noqa: E402
from distill_data import Document, by_tokens, pad  # noqa: E402
from distill_model import HEAD_FILE, head_rows, load_target  # noqa: E402
from distill_train import Fit, fit  # noqa: E402
from precision import mixed  # noqa: E402

from decoders.models.torch.heads import ResidualHeads, write_heads  # noqa: E402

PARTS = ("held", "train")


@torch.inference_mode()
def hidden_states(target: PreTrainedModel, docs: list[Document], tokens: int) -> Tensor:
    """The target's last hidden state (after its final norm) before every learnt token: [n, D] bf16."""
    pieces: list[Tensor] = [torch.empty(0)] * len(docs)
    for group in by_tokens(docs, tokens):
        ids, rows = pad([docs[i] for i in group])
        states = target.model(ids.to(target.device), use_cache=False).last_hidden_state.flatten(0, 1)
        picked = states[rows.to(target.device)].to("cpu", torch.bfloat16)
        sizes = [len(docs[i].ids) - docs[i].start for i in group]
        for i, piece in zip(group, picked.split(sizes), strict=True):
            pieces[i] = piece
    return torch.cat(pieces)


def documents(shard: dict[str, Tensor]) -> list[Document]:
    """Read the documents of a shard of the draft's recipe."""
    pieces = shard["ids"].split(shard["lengths"].tolist())
    return [Document(ids.tolist(), start) for ids, start in zip(pieces, shard["starts"].tolist(), strict=True)]


def run_hidden(args: argparse.Namespace) -> None:
    """Run `hidden`: write the hidden states that the working folder lacks, one file per shard of labels."""
    target = load_target(args)
    for part in PARTS:
        folder = args.work / part
        folder.mkdir(parents=True, exist_ok=True)
        found = sorted((args.labels / part).glob("*.safetensors"), reverse=part == "train")
        for path in tqdm(found[: args.shards] if part == "train" else found, desc=part, mininterval=5):
            out = folder / path.name
            if not out.exists():
                states = hidden_states(target, documents(load_file(path)), args.tokens)
                partial = out.with_suffix(".partial")
                save_file({"hidden": states.contiguous()}, partial)
                partial.rename(out)


@dataclass(frozen=True)
class Rows:
    """The learnt positions of many documents, one document after the other (N positions).

    hidden: [N, D] bf16, the target's hidden state before the token at this position
    tokens: [N] the token at this position
    left: [N] how many positions of the same document follow
    top_ids, top_logp: [N, TOP] the target's soft label at this position, over the head
    """

    hidden: Tensor
    tokens: Tensor
    left: Tensor
    top_ids: Tensor
    top_logp: Tensor

    def targets(self, at: Tensor, head: int) -> tuple[Tensor, Tensor]:
        """The positions `at` for which head number `head` (from 1) has a label (bool[n]), and the labels' positions."""
        has = self.left[at] >= head
        return has, at[has] + head


def read_rows(labels: Path, hidden: Path) -> Rows:
    """Read all documents that have both labels and hidden states."""
    pieces: list[Rows] = []
    for path in sorted(hidden.glob("*.safetensors")):
        shard, docs = load_file(labels / path.name), documents(load_file(labels / path.name))
        tokens = torch.cat([torch.tensor(doc.ids[doc.start :]) for doc in docs])
        left = torch.cat([torch.arange(len(doc.ids) - doc.start).flip(0) for doc in docs])
        states = load_file(path)["hidden"]
        pieces.append(Rows(states, tokens, left, shard["top_ids"], shard["top_logp"]))
    if not pieces:
        raise SystemExit(f"{hidden} has no hidden states. Run `python training/medusa_heads.py hidden` first.")
    return Rows(*(torch.cat([getattr(piece, f.name) for piece in pieces]) for f in fields(Rows)))


@dataclass(frozen=True)
class TrainSettings:
    """The settings of a training run; times are in minutes. Head k has weight decay^k in the loss (Medusa §2.2.1)."""

    minutes: float = 10.0
    lr: float = 1e-3
    rows: int = 1024
    decay: float = 0.8
    warmup_steps: int = 20
    save_every: float = 2.0
    evaluate_every: float = 3.0
    seed: int = 0


class Run:
    """A training run: heads, optimizer and progress. The learning rate falls with the clock."""

    def __init__(self, heads: ResidualHeads, settings: TrainSettings, folder: Path) -> None:
        self.heads, self.settings, self.path = heads, settings, folder / "checkpoint.pt"
        folder.mkdir(parents=True, exist_ok=True)
        self.optimizer = torch.optim.AdamW([heads.weight], settings.lr, (0.9, 0.98), weight_decay=0.0)
        self.step, self.elapsed, self.rows = 0, 0.0, 0
        if self.path.exists():
            state = torch.load(self.path, map_location=heads.weight.device)
            heads.weight.data.copy_(state["weight"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.step, self.elapsed, self.rows = state["step"], state["elapsed"], state["rows"]

    def save(self) -> None:
        """Write the checkpoint, all or nothing."""
        state = {
            "weight": self.heads.weight.detach(),
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
            "elapsed": self.elapsed,
            "rows": self.rows,
            "settings": vars(self.settings),
        }
        partial = self.path.with_suffix(".partial")
        torch.save(state, partial)
        partial.replace(self.path)

    @property
    def progress(self) -> float:
        """The fraction of the time budget that is used."""
        return min(1.0, self.elapsed / (60 * self.settings.minutes))

    def rate(self) -> float:
        """Learning rate: linear warm-up by steps, then a cosine to 0 at progress 1."""
        warm = min(1.0, (self.step + 1) / self.settings.warmup_steps)
        return self.settings.lr * warm * 0.5 * (1 + math.cos(math.pi * self.progress))

    def update(self, data: Rows, at: Tensor, device: str) -> list[Fit]:
        """Make one optimizer step on Σ decay^k · KL of head k. Returns every head's fit."""
        began = time.monotonic()
        fits = head_fits(self.heads, data, at, device)
        torch.stack([self.settings.decay**k * one.kl for k, one in enumerate(fits, 1)]).sum().backward()
        nn.utils.clip_grad_norm_([self.heads.weight], 1.0)
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate()
        self.optimizer.step()
        self.optimizer.zero_grad()
        self.step += 1
        self.rows += len(at)
        self.elapsed += time.monotonic() - began
        return fits


def head_fits(heads: ResidualHeads, data: Rows, at: Tensor, device: str) -> list[Fit]:
    """The fit of every head to the soft labels at the positions that it predicts, in mixed precision."""
    fits = []
    for k in range(1, heads.count + 1):
        has, label = data.targets(at, k)
        hidden = data.hidden[at[has]].to(device)
        with mixed(device):
            logits = heads.scores(hidden, k)
        fits.append(fit(logits.float(), data.top_ids[label].long().to(device), data.top_logp[label].float().to(device)))
    return fits


def batches(data: Rows, size: int, rng: random.Random) -> Iterator[Tensor]:
    """Yield random positions forever, every position once per epoch."""
    while True:
        generator = torch.Generator().manual_seed(rng.getrandbits(62))
        yield from torch.randperm(len(data.tokens), generator=generator).split(size)


def train(run: Run, data: Rows, held: Rows, head_ids: Tensor, device: str) -> None:
    """Train until the time budget is used up, with checkpoints and held-out figures on the way."""
    settings = run.settings
    rng = random.Random(settings.seed * 1_000_003 + run.step)
    next_save = run.elapsed + 60 * settings.save_every
    next_look = run.elapsed + 60 * settings.evaluate_every
    bar = tqdm(total=round(60 * settings.minutes), initial=round(run.elapsed), mininterval=10)
    for at in batches(data, settings.rows, rng):
        if run.progress >= 1:
            break
        fits = run.update(data, at, device)
        bar.set_postfix(step=run.step, kl=" ".join(f"{one.kl:.2f}" for one in fits))
        bar.update(round(run.elapsed) - bar.n)
        done = run.progress >= 1
        if done or run.elapsed >= next_look:
            tqdm.write(f"step {run.step} rows {run.rows} " + json.dumps(accuracy(run.heads, held, head_ids, device)))
            next_look = run.elapsed + 60 * settings.evaluate_every
        if done or run.elapsed >= next_save:
            run.save()
            next_save = run.elapsed + 60 * settings.save_every


@torch.inference_mode()
def accuracy(heads: ResidualHeads, data: Rows, head_ids: Tensor, device: str, rows: int = 2048) -> list[dict]:
    """For every head, how often the actual token is its most probable one, or among its five most probable.

    A token outside the head is a miss. `places` is the number of positions.
    """
    table: list[dict] = []
    ids = head_ids.long().to(device)
    for k in range(1, heads.count + 1):
        has, label = data.targets(torch.arange(len(data.tokens)), k)
        first = five = 0
        for at, to in zip(has.nonzero().flatten().split(rows), label.split(rows), strict=True):
            with mixed(device):
                best = ids[heads.scores(data.hidden[at].to(device), k).topk(5).indices]
            hit = best == data.tokens[to].to(device)[:, None]
            first += int(hit[:, 0].sum())
            five += int(hit.any(-1).sum())
        table.append({"head": k, "top1": first / len(label), "top5": five / len(label), "places": len(label)})
    return table


def new_heads(args: argparse.Namespace, target: PreTrainedModel) -> tuple[ResidualHeads, Tensor]:
    """Untrained heads in float32 over the rows of the draft's head, and the token ids of these rows."""
    head_ids = load_file(args.labels / HEAD_FILE)["head_ids"]
    rows = head_rows(target, head_ids)
    weight = torch.zeros(args.heads, rows.shape[1], rows.shape[1], device=rows.device)
    return ResidualHeads(nn.Parameter(weight), rows), head_ids


def run_train(args: argparse.Namespace) -> None:
    """Run `train`: train on the existing hidden states, starting from the run's checkpoint if there is one."""
    torch.manual_seed(args.seed)
    heads, head_ids = new_heads(args, load_target(args))
    settings = TrainSettings(**{f.name: getattr(args, f.name) for f in fields(TrainSettings)})
    held = read_rows(args.labels / "held", args.work / "held")
    data = read_rows(args.labels / "train", args.work / "train")
    print(f"{len(data.tokens)} positions to learn, {len(held.tokens)} held out", file=sys.stderr)
    train(Run(heads, settings, args.run), data, held, head_ids, args.device)


def run_pack(args: argparse.Namespace) -> None:
    """Run `pack`: write the heads of a training run as a folder."""
    state = torch.load(args.run / "checkpoint.pt", map_location="cpu")
    note = {
        "target": args.target_name,
        "steps": state["step"],
        "minutes": round(state["elapsed"] / 60, 1),
        "learnt_rows": state["rows"],
    }
    write_heads(args.out, state["weight"], args.head_ids, note)


def run_evaluate(args: argparse.Namespace) -> None:
    """Run `evaluate`: print the held-out accuracy of the trained heads and, for comparison, of untrained heads."""
    heads, head_ids = new_heads(args, load_target(args))
    held = read_rows(args.labels / "held", args.work / "held")
    print(json.dumps({"untrained": accuracy(heads, held, head_ids, args.device)}))
    Run(heads, TrainSettings(), args.run)
    print(json.dumps({"trained": accuracy(heads, held, head_ids, args.device)}))


def add_common(parser: argparse.ArgumentParser) -> None:
    """Add the options of every subcommand that runs models."""
    parser.add_argument("--target", help="target's folder or hub name (default: the embedded pair's target)")
    parser.add_argument(
        "--labels", type=Path, required=True, help="folder that `python training/distill.py labels` wrote"
    )
    parser.add_argument("--work", type=Path, required=True, help="folder for the hidden states")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--threads", type=int, default=0, help="CPU threads (0: torch's choice)")


def main() -> None:
    """Parse the command line and run the subcommand."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    hidden = commands.add_parser("hidden", help=run_hidden.__doc__)
    hidden.add_argument("--tokens", type=int, default=4096, help="tokens per batch")
    hidden.add_argument("--shards", type=int, help="maximum number of shards for training, the newest first")
    trains = commands.add_parser("train", help=run_train.__doc__)
    for field in fields(TrainSettings):
        trains.add_argument("--" + field.name.replace("_", "-"), type=type(field.default), default=field.default)
    evaluates = commands.add_parser("evaluate", help=run_evaluate.__doc__)
    pack = commands.add_parser("pack", help=run_pack.__doc__)
    pack.add_argument("--out", type=Path, required=True)
    pack.add_argument(
        "--target-name", default="HuggingFaceTB/SmolLM2-135M-Instruct", help="target's name in config.json"
    )
    pack.add_argument(
        "--head-ids", default="../draft/head_ids.safetensors", help="path of the head's file, relative to --out"
    )
    for one, call in ((hidden, run_hidden), (trains, run_train), (evaluates, run_evaluate), (pack, run_pack)):
        one.set_defaults(call=call)
        if one is not pack:
            add_common(one)
        if one is not hidden:
            one.add_argument("--run", type=Path, required=True, help="folder of the checkpoint")
        if one in (trains, evaluates):
            one.add_argument("--heads", type=int, default=3, help="number of heads")
    run_command(parser)


if __name__ == "__main__":
    main()
