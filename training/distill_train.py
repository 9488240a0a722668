"""Train a draft on a target's soft labels: loss, schedule, checkpoints and the training loop.

The schedule follows the clock on every machine: progress = elapsed / budget. `elapsed` is part of the
checkpoint, so a stopped run continues where it was.
"""

from __future__ import annotations

import math
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from distill_data import Batch
from distill_model import FRESH, own_tensors
from precision import mixed
from torch import Tensor, nn
from tqdm import tqdm
from transformers import PreTrainedModel


@dataclass(frozen=True)
class TrainSettings:
    """The settings of a training run; times are in minutes."""

    minutes: float = 60.0
    lr: float = 1e-3
    fresh: float = 1.0  # learning rate, as a multiple of `lr`, of the tensors that a draft with hidden states adds
    optimizer: str = "adamw"
    tokens: int = 2048
    warmup_steps: int = 40
    weight_decay: float = 0.01
    tv_weight: float = 2.0
    ema: float = 0.99
    save_every: float = 3.0
    evaluate_every: float = 5.0
    seed: int = 0
    compile: bool = False


@dataclass(frozen=True)
class Fit:
    """How well q fits p, as means over learnt tokens: KL(p||q) in nats, overlap sum_x min(p, q) and top-1
    agreement.
    """

    kl: Tensor
    overlap: Tensor
    agree: Tensor


def fit(logits: Tensor, top_ids: Tensor, top_logp: Tensor) -> Fit:
    """Compute how well q fits p. All tokens outside the target's TOP count as one tail token.

    logits: [N, H]; top_ids, top_logp: [N, TOP]. The tail's overlap counts as 0.
    """
    logq = logits.gather(1, top_ids) - logits.logsumexp(-1, keepdim=True)
    p, q = top_logp.exp(), logq.exp()
    p_tail = (1 - p.sum(-1)).clamp_min(0)
    log_q_tail = (1 - q.sum(-1)).clamp_min(1e-6).log()
    log_p_tail = p_tail.clamp_min(1e-6).log()
    kl = (p * (top_logp - logq)).sum(-1) + p_tail * (log_p_tail - log_q_tail)
    overlap = torch.minimum(p, q).sum(-1)
    agree = logits.argmax(-1) == top_ids[:, 0]
    return Fit(kl.mean(), overlap.mean(), agree.float().mean())


Measure = Callable[[Any, Any, str], Sequence[Fit]]  # (draft, batch, device) → one fit per draft step


def draft_fit(draft: PreTrainedModel, batch: Batch, device: str) -> list[Fit]:
    """The fit of a plain draft on a batch, in mixed precision.

    There is one fit, because all its draft steps are alike.
    """
    with mixed(device):
        hidden = draft.model(batch.ids, use_cache=False).last_hidden_state
        logits = draft.lm_head(hidden.flatten(0, 1)[batch.rows])
    return [fit(logits.float(), batch.top_ids, batch.top_logp)]


def make_optimizers(draft: nn.Module, settings: TrainSettings) -> list[torch.optim.Optimizer]:
    """Create the optimizers: AdamW for everything, or Muon for the matrices and AdamW for the norms."""
    own = [(name, p) for name, p in draft.named_parameters() if name in own_tensors(draft)]
    fresh = [p for name, p in own if p.ndim == 2 and name.startswith(FRESH)]
    matrices = [p for name, p in own if p.ndim == 2 and not name.startswith(FRESH)]
    vectors = [p for _, p in own if p.ndim != 2]
    decay = settings.weight_decay
    if settings.optimizer == "muon":
        muon = torch.optim.Muon([*matrices, *fresh], settings.lr, weight_decay=decay, adjust_lr_fn="match_rms_adamw")
        return [muon, torch.optim.AdamW(vectors, settings.lr, weight_decay=0.0)]
    groups: list[dict[str, Any]] = [{"params": matrices}, {"params": vectors, "weight_decay": 0.0}]
    groups += [{"params": fresh, "scale": settings.fresh}] if fresh else []
    return [torch.optim.AdamW(groups, settings.lr, (0.9, 0.98), weight_decay=decay)]


def rate(progress: float, step: int, settings: TrainSettings) -> float:
    """Learning rate: linear warm-up by steps, then a cosine to 0 at progress 1."""
    warm = min(1.0, (step + 1) / settings.warmup_steps)
    return settings.lr * warm * 0.5 * (1 + math.cos(math.pi * min(1.0, progress)))


class Run:
    """A training run: draft, optimizers, moving average and progress."""

    def __init__(
        self, draft: nn.Module, settings: TrainSettings, folder: Path, measure: Measure = draft_fit, decay: float = 1.0
    ) -> None:
        """`measure` computes the fits of the loss; the fit of step k (from 0) is weighted by decay^k."""
        self.draft, self.settings, self.path = draft, settings, folder / "checkpoint.pt"
        self.measure, self.decay = measure, decay
        folder.mkdir(parents=True, exist_ok=True)
        self.optimizers = make_optimizers(draft, settings)
        self.average = {k: v.clone() for k, v in own_tensors(draft).items()}
        self.step, self.elapsed, self.tokens = 0, 0.0, 0
        self.history: list[dict[str, float]] = []
        if self.path.exists():
            self._load()

    def save(self) -> None:
        """Write the checkpoint, all or nothing."""
        state = {
            "draft": own_tensors(self.draft),
            "average": self.average,
            "optimizers": [o.state_dict() for o in self.optimizers],
            "step": self.step,
            "elapsed": self.elapsed,
            "tokens": self.tokens,
            "history": self.history,
            "settings": vars(self.settings),
        }
        partial = self.path.with_suffix(".partial")
        torch.save(state, partial)
        partial.replace(self.path)

    def _load(self) -> None:
        state = torch.load(self.path, map_location=next(self.draft.parameters()).device)
        self.draft.load_state_dict(state["draft"], strict=False)
        self.average = state["average"]
        for optimizer, saved in zip(self.optimizers, state["optimizers"], strict=True):
            optimizer.load_state_dict(saved)
        self.step, self.elapsed = state["step"], state["elapsed"]
        self.tokens, self.history = state["tokens"], state["history"]

    @property
    def progress(self) -> float:
        """The fraction of the time budget that is used."""
        return self.elapsed / (60 * self.settings.minutes)

    def update(self, batch: Any, device: str) -> Fit:
        """Make one optimizer step on KL + tv_weight * progress * (1 - overlap).

        Returns the fit of the first draft step.
        """
        began = time.monotonic()
        self.draft.train()
        fits = self.measure(self.draft, batch, device)
        weight = self.settings.tv_weight * self.progress
        losses = [self.decay**k * (seen.kl + weight * (1 - seen.overlap)) for k, seen in enumerate(fits)]
        (torch.stack(losses).sum() / sum(self.decay**k for k in range(len(fits)))).backward()
        own = [p for p in self.draft.parameters() if p.grad is not None]
        nn.utils.clip_grad_norm_(own, 1.0)
        for optimizer in self.optimizers:
            for group in optimizer.param_groups:
                group["lr"] = rate(self.progress, self.step, self.settings) * group.get("scale", 1.0)
            optimizer.step()
            optimizer.zero_grad()
        self._average()
        self.step += 1
        self.tokens += batch.rows.numel()
        self.elapsed += time.monotonic() - began
        return fits[0]

    @torch.no_grad()
    def _average(self) -> None:
        keep = min(self.settings.ema, self.step / (self.step + 10))
        for name, now in own_tensors(self.draft).items():
            self.average[name].lerp_(now, 1 - keep)


@torch.no_grad()
def held_out_fit(run: Run, labels: Any, device: str) -> dict:
    """KL, overlap and agreement over all documents of `labels`, weighted by tokens; keys of draft step k end in _k."""
    run.draft.eval()
    total: defaultdict[str, float] = defaultdict(float)
    count = 0
    for batch in labels.epoch(run.settings.tokens, random.Random(0)):
        n = batch.rows.numel()
        count += n
        for step, seen in enumerate(run.measure(run.draft, batch.to(device), device), 1):
            for key in ("kl", "overlap", "agree"):
                total[key if step == 1 else f"{key}_{step}"] += getattr(seen, key).item() * n
    return {key: value / count for key, value in total.items()}


def batches(labels: Any, settings: TrainSettings, start: int) -> Iterator[Any]:
    """Yield batches forever. An epoch ends early when new shards appear, so that they are used."""
    rng = random.Random(settings.seed * 1_000_003 + start)
    while True:
        labels.refresh()
        for batch in labels.epoch(settings.tokens, rng):
            yield batch
            if labels.unread():
                break


def train(run: Run, train_labels: Any, held_out: Any, device: str) -> None:
    """Train until the time budget is used up, with checkpoints and held-out figures on the way.

    `train_labels` and `held_out` are `Labels`, or objects with the same methods.
    """
    settings = run.settings
    if settings.compile:
        run.draft.model.compile(dynamic=True)
    next_save = run.elapsed + 60 * settings.save_every
    next_look = run.elapsed + 60 * settings.evaluate_every
    bar = tqdm(total=round(60 * settings.minutes), initial=round(run.elapsed), mininterval=10)
    for batch in batches(train_labels, settings, run.step):
        seen = run.update(batch.to(device), device)
        bar.set_postfix(step=run.step, kl=f"{seen.kl:.3f}", agree=f"{seen.agree:.3f}")
        bar.update(round(run.elapsed) - bar.n)
        done = run.progress >= 1
        if done or run.elapsed >= next_look:
            look(run, held_out, device)
            next_look = run.elapsed + 60 * settings.evaluate_every
        if done or run.elapsed >= next_save:
            run.save()
            next_save = run.elapsed + 60 * settings.save_every
        if done:
            break


def look(run: Run, held_out: Any, device: str) -> None:
    """Compute the current held-out figures, add them to the run's history and print them."""
    seen: dict[str, Any] = held_out_fit(run, held_out, device)
    where = {"step": run.step, "minutes": run.elapsed / 60, "tokens": run.tokens}
    run.history.append(where | seen)
    tqdm.write(" ".join(f"{k} {v:.4g}" for k, v in run.history[-1].items()))
