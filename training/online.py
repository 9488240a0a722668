"""Train a draft that uses the target's hidden states on a GPU, without files in between.

    python training/online.py --prompts PROMPTS.jsonl --held REPLIES.jsonl --out OUT

First the target replies to prompts and to prompts that it writes itself (`own_prompts`), greedily and sampled, for a
given time. Then the draft learns from these replies. The target's hidden states and its probabilities of all tokens of
the head are computed for every batch anew, because on a GPU that is faster than reading them from a disk. On a CPU,
`reading.py` is the way: there the target's pass is the slowest part, so it is stored.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional
from torch.nn.utils.rnn import pad_sequence
from transformers import AutoTokenizer, PreTrainedModel, PreTrainedTokenizerBase

# the folders of the draft's recipe and of the explorer
sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
import distill_data  # noqa: E402
from distill import add_common, add_settings, run_command  # noqa: E402
from distill_model import HEAD_FILE, head_rows, load_target, own_tensors, save_draft  # noqa: E402
from distill_train import Fit, Run, TrainSettings, held_out_fit  # noqa: E402
from own_prompts import SHORTEST, begun_turn  # noqa: E402
from reading import LAYERS  # noqa: E402
from reading_model import chain_fits, new_reader  # noqa: E402

from decoders.models.loading.embedded import read_layers  # noqa: E402

DRAFT = Path(__file__).parents[1] / "assets" / "draft-eagle3"
TEMPERATURES = (0.0, 0.0, 0.7, 1.0)  # of the replies, chosen at random


class FastTarget:
    """A target of the Llama kind as a few large matrix products, for passes over many sequences at once.

    It has the weights of `target`. B sequences, T tokens, D hidden units, V tokens in the vocabulary.
    """

    def __init__(self, target: PreTrainedModel) -> None:
        config, body = target.config, target.model
        self.eps = config.rms_norm_eps
        self.heads, self.groups = config.num_attention_heads, config.num_key_value_heads
        self.size = body.layers[0].self_attn.head_dim
        self.embedding, self.norm, self.output = body.embed_tokens.weight, body.norm.weight, target.lm_head.weight
        self.layers = [
            (
                layer.input_layernorm.weight,
                torch.cat([getattr(layer.self_attn, f"{name}_proj").weight for name in "qkv"]),
                layer.self_attn.o_proj.weight,
                layer.post_attention_layernorm.weight,
                torch.cat([layer.mlp.gate_proj.weight, layer.mlp.up_proj.weight]),
                layer.mlp.down_proj.weight,
            )
            for layer in body.layers
        ]
        self.rotary = body.rotary_emb

    def rotation(self, length: int) -> tuple[Tensor, Tensor]:
        """Cosines and sines [length, head size] of the positions from 0."""
        places = torch.arange(length, device=self.norm.device)[None]
        cos, sin = self.rotary(self.norm[None, None], places)
        return cos[0], sin[0]

    def run(
        self,
        ids: Tensor,
        rotation: tuple[Tensor, Tensor],
        attend: Callable[[int, Tensor, Tensor, Tensor], Tensor],
        kept: Sequence[int] = (),
    ) -> tuple[list[Tensor], Tensor]:
        """Run the network over ids [B, T]. Returns the hidden states after the layers `kept`, and the last ones after
        the final norm, [B, T, D] each.

        `rotation` [T or B, 1, T, head size] belongs to the tokens. `attend` gets a layer's number and its rotated
        queries [B, heads, T, size], rotated keys and values [B, groups, T, size], and returns [B, heads, T, size].
        """
        x, found = self.embedding[ids], []
        cos, sin = rotation
        sizes = [self.heads * self.size, self.groups * self.size, self.groups * self.size]

        def turned(y: Tensor) -> Tensor:
            one, two = y.chunk(2, -1)
            return y * cos + torch.cat([-two, one], -1) * sin

        for i, (before, qkv, out, after, gate_up, down) in enumerate(self.layers):
            if i in kept:
                found.append(x)
            joint = functional.rms_norm(x, x.shape[-1:], before, self.eps) @ qkv.T
            q, k, v = (y.unflatten(-1, (-1, self.size)).transpose(1, 2) for y in joint.split(sizes, -1))
            x = x + attend(i, turned(q), turned(k), v).transpose(1, 2).flatten(2) @ out.T
            gate, up = (functional.rms_norm(x, x.shape[-1:], after, self.eps) @ gate_up.T).chunk(2, -1)
            x = x + (functional.silu(gate) * up) @ down.T
        return found, functional.rms_norm(x, x.shape[-1:], self.norm, self.eps)

    @torch.inference_mode()
    def read(self, ids: Tensor, kept: Sequence[int]) -> tuple[Tensor, Tensor]:
        """Features [B, T, len(kept) · D] and last hidden states [B, T, D] of ids [B, T], padded at the end."""

        def attend(_: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
            return functional.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)

        found, last = self.run(ids, self.rotation(ids.shape[1]), attend, kept)
        return torch.cat(found, -1), last


class Writer:
    """Lets a target continue many sequences at once. On a GPU, a step is one CUDA graph."""

    def __init__(self, target: FastTarget, end: int, rows: int, length: int) -> None:
        """At most `rows` sequences of at most `length` tokens. `end` is the end-of-sequence id."""
        self.target, self.end = target, end
        shape = (len(target.layers), 2, rows, target.groups, length, target.size)
        # not empty: masked values count as 0 times themselves, which is NaN for what memory may hold
        self.cache = torch.zeros(shape, dtype=target.norm.dtype, device=target.norm.device)

    @torch.inference_mode()
    def continued(self, heads: Sequence[Sequence[int]], temperatures: Sequence[float], new: int) -> list[list[int]]:
        """Continue each of `heads` by at most `new` ids. A temperature of 0 is greedy; there is no top-k or top-p."""
        device, rows = self.target.norm.device, len(heads)
        sizes = torch.tensor([len(head) for head in heads], device=device)
        width = int(sizes.max())
        length = -(-(width + new) // 16) * 16
        ids = torch.full((rows, length), self.end, device=device)
        ids[:, :width] = pad_sequence([torch.tensor(head) for head in heads], True, self.end).to(device)
        heat = torch.tensor(temperatures, device=device, dtype=torch.float32)[:, None]
        cache = self.cache[:, :, :rows, :, :length]
        cos, sin = self.target.rotation(length)
        places, all_places, every = (
            sizes.clone(),
            torch.arange(length, device=device),
            torch.arange(rows, device=device),
        )
        ended = torch.zeros(rows, dtype=torch.bool, device=device)

        def first(i: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
            cache[i, 0, :, :, :width], cache[i, 1, :, :, :width] = k, v
            return functional.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)

        def later(i: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
            cache[i, 0][every, :, places - 1], cache[i, 1][every, :, places - 1] = k[:, :, 0], v[:, :, 0]
            seen = (all_places < places[:, None])[:, None, None]
            grouped = q.view(rows, self.target.groups, -1, self.target.size)  # the queries that share a key
            mixed_values = functional.scaled_dot_product_attention(grouped, cache[i, 0], cache[i, 1], attn_mask=seen)
            return mixed_values.reshape(q.shape)

        def write(last: Tensor) -> None:
            scores = (last @ self.target.output.T).float()
            chosen = (scores - heat * torch.empty_like(scores).exponential_().clamp_min_(1e-30).log_()).argmax(-1)
            chosen = torch.where(ended, self.end, chosen)
            ids.scatter_(1, places[:, None], chosen[:, None])
            ended.logical_or_(chosen == self.end)
            places.add_(1)

        def step() -> None:
            token = ids.gather(1, places[:, None] - 1)
            turn = cos[places - 1][:, None, None], sin[places - 1][:, None, None]
            write(self.target.run(token, turn, later)[1][:, 0])

        last = self.target.run(ids[:, :width], (cos[:width], sin[:width]), first)[1]
        write(last[every, sizes - 1])
        del last
        advance = captured(step, (ids, places, ended)) if device.type == "cuda" else step
        for n in range(1, new):
            advance()
            if n % 16 == 0 and ended.float().mean() > 0.995:  # the few others are cut here
                break
        stops = places.tolist()
        replies = []
        for row, size, stop in zip(ids.tolist(), map(len, heads), stops, strict=True):
            tail = row[size:stop]
            replies.append(tail[: tail.index(self.end) + 1] if self.end in tail else tail)
        return replies


def captured(step: Callable[[], None], changed: Sequence[Tensor]) -> Callable[[], None]:
    """A CUDA graph of `step`, which changes the tensors `changed`. They are as before when this returns."""
    kept = [tensor.clone() for tensor in changed]
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        step()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    for tensor, old in zip(changed, kept, strict=True):
        tensor.copy_(old)
    return graph.replay


@dataclass(frozen=True)
class Seen:
    """Replies with everything that the target knows about them (B documents of T tokens, N learnt tokens).

    ids, features, rows and first are those of `reading_data.ReadBatch`; logp: [N, H] the target's log-probabilities
    over the head
    """

    ids: Tensor
    features: Tensor
    rows: Tensor
    first: Tensor
    logp: Tensor

    def to(self, device: str) -> Seen:
        """The batch itself: it was made on the right device."""
        return self


class Replies:
    """Documents on the target's device, read by the target whenever they are needed."""

    def __init__(self, docs: Sequence[distill_data.Document], target: FastTarget, head: Tensor, kept: Sequence[int]):
        """`head` [H, D] are the head's rows of the target's output embedding; the features come after layers `kept`."""
        self.target, self.head, self.kept = target, head, kept
        self.scale = torch.ones(1, device=head.device)
        self.docs = sorted(docs, key=lambda doc: len(doc.ids))
        self.lengths = torch.tensor([len(doc.ids) for doc in self.docs], device=head.device)
        self.starts = torch.tensor([doc.start for doc in self.docs], device=head.device)
        flat = torch.tensor([i for doc in self.docs for i in doc.ids], dtype=torch.int32, device=head.device)
        self.flat, self.begins = flat, self.lengths.cumsum(0) - self.lengths

    def epoch(self, tokens: int, rng: random.Random) -> Iterator[Seen]:
        """Yield every document once, in random groups of similar length of about `tokens` tokens."""
        groups = list(distill_data.by_tokens(self.docs, tokens))  # the documents are in order of their lengths
        rng.shuffle(groups)
        for group in groups:
            yield self.batch(group[0], group[-1] + 1)

    @torch.no_grad()
    def batch(self, first: int, stop: int) -> Seen:
        """The documents from number `first` up to `stop`."""
        lengths, starts = self.lengths[first:stop, None], self.starts[first:stop, None]
        width = len(self.docs[stop - 1].ids)
        width += -width % 16
        places = torch.arange(width, device=lengths.device)
        where = (self.begins[first:stop, None] + places).clamp_max(len(self.flat) - 1)
        ids = self.flat[where].long() * (places < lengths)
        features, last = self.target.read(ids, self.kept)
        rows = ((places >= starts - 1) & (places < lengths - 1)).flatten().nonzero()[:, 0]
        begun = (starts[:, 0] - 1 + torch.arange(stop - first, device=rows.device) * width)[rows // width]
        logp = (last.flatten(0, 1)[rows] @ self.head.T).float().log_softmax(-1)
        return Seen(ids, (features * self.scale).clone(), rows, begun, logp)


def head_fit(scores: Tensor, batch: Seen, reached: Tensor) -> Fit:
    """The fit over the whole head of scores [n, H] for the n learnt tokens that the mask `reached` [N] chooses."""
    return full_fit(scores, batch.logp[reached])


def full_fit(scores: Tensor, logp: Tensor) -> Fit:
    """How well the softmax of `scores` [N, H] fits the log-probabilities `logp` [N, H]."""
    logq = scores.log_softmax(-1)
    p = logp.exp()
    kl = (p * (logp - logq)).sum(-1)
    agree = scores.argmax(-1) == logp.argmax(-1)
    return Fit(kl.mean(), torch.minimum(p, logq.exp()).sum(-1).mean(), agree.float().mean())


def chat_heads(tokenizer: PreTrainedTokenizerBase, prompts: Sequence[str]) -> list[list[int]]:
    """The ids of each prompt as a user's turn, up to the assistant's turn (see `distill_data.encode_chat`)."""
    before, after = distill_data.user_turn(tokenizer, add_generation_prompt=True)
    return tokenizer([f"{before}{prompt}{after}" for prompt in prompts], add_special_tokens=False).input_ids


def own_heads(tokenizer: PreTrainedTokenizerBase, writer: Writer, rows: int, count: int, new: int) -> list[list[int]]:
    """Up to `count` turns of a user that the target writes itself at temperature 1, in groups of `rows`."""
    begun = begun_turn(tokenizer)
    answer = chat_heads(tokenizer, ["x"])[0][len(begun) + 1 :]  # from the end of the user's turn
    found: dict[tuple[int, ...], None] = {}
    for _ in range(-(-count // rows)):
        for turn in writer.continued([begun] * rows, [1.0] * rows, new):
            if turn[-1] == answer[0] and len(turn) > SHORTEST:
                found[tuple(turn[:-1])] = None
    return [[*begun, *turn, *answer] for turn in found][:count]


def written(
    heads: Sequence[list[int]], writer: Writer, rows: int, new: int, seconds: float, rng: random.Random
) -> list[distill_data.Document]:
    """The target's replies to `heads`, in random order, until `seconds` have passed or all have been answered."""
    order, docs, began = list(heads), [], time.monotonic()
    rng.shuffle(order)
    chunk = 8 * rows  # prompts of similar length share a group
    for first in range(0, len(order), chunk):
        part = sorted(order[first : first + chunk], key=len)
        for begin in range(0, len(part), rows):
            group = part[begin : begin + rows]
            heat = [rng.choice(TEMPERATURES) for _ in group]
            tails = writer.continued(group, heat, new)
            docs += [distill_data.Document(h + t, len(h)) for h, t in zip(group, tails, strict=True) if len(t) > 1]
            if time.monotonic() - began > seconds:
                return docs
    return docs


def show(**values: object) -> None:
    """Print figures as one line of JSON."""
    print(json.dumps({k: round(v, 4) if isinstance(v, float) else v for k, v in values.items()}), flush=True)


def learn(run: Run, train: Replies, held: Replies, device: str) -> None:
    """Update the draft until the time is over, with held-out figures on the way."""
    settings, rng, began = run.settings, random.Random(run.settings.seed), time.monotonic()
    next_look = 0.0
    while run.progress < 1:
        for batch in train.epoch(settings.tokens, rng):
            if run.elapsed >= 60 * next_look:
                next_look += settings.evaluate_every
                show(step=run.step, seconds=run.elapsed, tokens=run.tokens, **held_out_fit(run, held, device))
                began = time.monotonic() - run.elapsed
            run.update(batch, device)
            if run.step % 8 == 0 and device.startswith("cuda"):
                torch.cuda.synchronize()
            run.elapsed = time.monotonic() - began
            if run.progress >= 1:
                break
    show(step=run.step, seconds=run.elapsed, tokens=run.tokens, **held_out_fit(run, held, device))


def run_online(args: argparse.Namespace) -> None:
    """Generate replies, train on them and write the draft."""
    torch.manual_seed(args.seed)
    torch.backends.cuda.enable_cudnn_sdp(False)  # it prepares for every new shape, and every batch has another shape
    rng = random.Random(args.seed)
    tokenizer, target = AutoTokenizer.from_pretrained(args.target), load_target(args)
    fast = FastTarget(target)
    prompts = [p for path in args.prompts for p in distill_data.training_prompts(path)]
    heads = [head for head in chat_heads(tokenizer, prompts) if len(head) <= args.longest]
    writer = Writer(fast, tokenizer.eos_token_id, args.rows, args.longest + args.new_tokens + 16)
    own = own_heads(tokenizer, writer, args.rows, args.own, 96)
    show(prompts=len(heads), own=len(own))
    docs = written([*heads, *heads, *own], writer, args.rows, args.new_tokens, 60 * args.replies_for, rng)
    del writer
    show(replies=len(docs), learnt_tokens=sum(len(doc.ids) - doc.start for doc in docs))
    held_docs = distill_data.reply_documents(args.held, tokenizer, held_out=True)
    net, ids = new_reader(target, args.draft, len(args.layers) * target.config.hidden_size)
    head = head_rows(target, ids)
    train, held = (Replies(part, fast, head, args.layers) for part in (docs, held_docs))
    scale = train.batch(0, min(64, len(docs))).features.float().pow(2).mean((0, 1)).rsqrt()
    train.scale = held.scale = scale.to(target.dtype)
    if read_layers(args.draft):  # the packed draft must take unscaled features
        with torch.no_grad():
            net.fc.weight /= scale
    settings = TrainSettings(**{f.name: getattr(args, f.name) for f in fields(TrainSettings)})
    run = Run(net, settings, args.out / "run", partial(chain_fits, steps=args.steps, fitted=head_fit), args.decay)
    learn(run, train, held, args.device)
    note = {
        "target": args.target_name,
        "reads": list(args.layers),
        "head_ids": HEAD_FILE,
        "head_size": len(ids),
        "steps": run.step,
        "minutes": round(run.elapsed / 60, 1),
        "learnt_tokens": run.tokens,
    }
    weights = dict(own_tensors(net))
    weights["fc.weight"] = weights["fc.weight"] * scale
    save_draft(args.out, net, weights, ids, note)


def main() -> None:
    """Parse the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.set_defaults(call=run_online)
    add_common(parser)
    parser.add_argument("--prompts", type=Path, nargs="+", required=True, help=".jsonl or .jsonl.xz files of prompts")
    parser.add_argument(
        "--held", type=Path, nargs="+", required=True, help="files of replies; the held-out ones are used"
    )
    parser.add_argument("--draft", type=Path, default=DRAFT, help="the packed draft to start from")
    parser.add_argument("--out", type=Path, required=True, help="folder of the new draft")
    parser.add_argument(
        "--target-name", default="HuggingFaceTB/SmolLM2-135M-Instruct", help="target's name in config.json"
    )
    parser.add_argument(
        "--layers", type=int, nargs="+", default=list(LAYERS), help="layers after which features are read"
    )
    parser.add_argument("--replies-for", type=float, default=2.0, help="minutes in which replies are generated")
    parser.add_argument("--rows", type=int, default=3072, help="sequences that are generated at once")
    parser.add_argument("--own", type=int, default=40_000, help="number of prompts that the target writes itself")
    parser.add_argument("--longest", type=int, default=256, help="maximum tokens of a prompt")
    parser.add_argument("--new-tokens", type=int, default=192, help="maximum tokens of a reply")
    parser.add_argument("--steps", type=int, default=3, help="number of draft steps that are trained")
    parser.add_argument("--decay", type=float, default=0.8, help="weight of a step relative to the step before")
    add_settings(parser, without=("compile", "save_every"))
    parser.set_defaults(save_every=1e9, compile=False, optimizer="muon", tokens=16_384, lr=8e-4)
    run_command(parser)


if __name__ == "__main__":
    main()
