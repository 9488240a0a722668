"""transformers' own `generate` as an entrant with the same weights: plain, with beams, or with the draft as assistant.

`generate` accepts only draft models with the target's whole vocabulary. `assistant=full` gives it the pair's draft with
the target's own head (written by `distill.py export`). `assistant=draft` gives it the draft's smaller head, with −inf
for all other tokens. This gives the same distribution and costs less. Hooks on both models time the forward passes.
This module does not depend on our decoders.
"""

import copy
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor, nn
from transformers import GenerationConfig

from benchmarks.entrants import GenerateSettings
from decoders.errors import BadInput
from decoders.models.quiet import quiet_libraries
from decoders.models.torch.huggingface import HuggingFaceModel
from decoders.pairs import Pair


class SpreadHead(nn.Module):
    """An output head over some token ids that gives all other tokens the score -inf."""

    def __init__(self, head: nn.Module, ids: Tensor, vocab_size: int) -> None:
        super().__init__()
        self.head, self.ids, self.vocab_size = head, ids, vocab_size

    def forward(self, hidden: Tensor) -> Tensor:
        """Scores [b, n, V] from hidden states [b, n, d]."""
        some = self.head(hidden)
        return some.new_full((*some.shape[:-1], self.vocab_size), -torch.inf).index_copy_(-1, self.ids, some)


def assistant_of(pair: Pair, kind: str) -> Any:
    """The pair's draft as a model that `generate` accepts. Raises BadInput if the draft is not a transformers model."""
    target, draft = pair.models.target, pair.models.draft
    if not isinstance(target, HuggingFaceModel) or not isinstance(draft, HuggingFaceModel):
        raise BadInput(f"{pair.name} has no transformers models, so generate cannot run it. Choose another pair.")
    if draft.head is None:
        return draft.model
    with torch.device("meta"):
        full = type(draft.model)(draft.model.config)
    full.model = draft.model.model
    width = target.model.get_output_embeddings().weight.shape[0]
    own = SpreadHead(draft.model.lm_head, draft.head, width)
    full.lm_head = target.model.get_output_embeddings() if kind == "full" else own
    full.config.vocab_size = width
    full.generation_config = GenerationConfig()
    return full.eval()


class Passes:
    """Hooks that count the forward passes of a module, with their seconds and their numbers of tokens."""

    def __init__(self, module: Any) -> None:
        self.seconds = 0.0
        self.fed: list[int] = []
        self._begin = 0.0
        self._cuda = module.device.type == "cuda"
        self._hooks = [
            module.register_forward_pre_hook(self._before, with_kwargs=True),
            module.register_forward_hook(self._after),
        ]

    def _now(self) -> float:
        if self._cuda:
            torch.cuda.synchronize()
        return time.perf_counter()

    def _before(self, module: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.fed.append(kwargs["input_ids"].shape[1])
        self._begin = self._now()

    def _after(self, *ignored: Any) -> None:
        self.seconds += self._now() - self._begin

    def stop(self) -> None:
        """Remove the hooks."""
        for hook in self._hooks:
            hook.remove()


def runner(pair: Pair, settings: GenerateSettings) -> Callable[[Sequence[int], int, int], dict[str, Any]]:
    """Make the function (prompt ids, seed, limit) → row that runs `generate`. Raises BadInput if the pair is unfit."""
    target = pair.models.target
    if not isinstance(target, HuggingFaceModel):
        raise BadInput(f"{pair.name} has no transformers model, so generate cannot run it. Choose another pair.")
    assistant = None if settings.assistant == "none" else assistant_of(pair, settings.assistant)
    own = None if assistant is None else schedule(assistant.generation_config, settings)
    eos = sorted(pair.models.eos)

    def run(ids: Sequence[int], seed: int, limit: int) -> dict[str, Any]:
        watched = [Passes(model) for model in (target.model, assistant) if model is not None]
        torch.manual_seed(seed)
        config = generation_config(settings, eos, limit)
        given = {} if assistant is None else {"assistant_model": assistant}
        tensor = torch.tensor([list(ids)], device=target.device)
        try:
            with quiet_libraries(), configured(assistant, own):  # the library warns about unused flags
                begin, cpu = time.perf_counter(), time.process_time()
                mask = torch.ones_like(tensor)
                found = target.model.generate(tensor, attention_mask=mask, generation_config=config, **given)
                tokens = found[0, len(ids) :].tolist()
                wall, cpu = time.perf_counter() - begin, time.process_time() - cpu
        finally:
            for one in watched:
                one.stop()
        return row(target, list(ids), cut(tokens, pair.models.eos), (wall, cpu), watched)

    return run


def schedule(config: GenerationConfig, settings: GenerateSettings) -> GenerationConfig:
    """The values that `generate` reads from an assistant's configuration; missing values are the library's defaults."""
    own = copy.deepcopy(config)
    if settings.gamma:
        own.num_assistant_tokens = settings.gamma
    if settings.schedule != "default":
        own.num_assistant_tokens_schedule = settings.schedule
    if settings.confidence >= 0:
        own.assistant_confidence_threshold = settings.confidence
    return own


@contextmanager
def configured(assistant: Any, own: GenerationConfig | None) -> Generator[None]:
    """Context manager in which an assistant (or None) has this configuration; entrants may share one network."""
    if assistant is None:
        yield
        return
    before = assistant.generation_config
    assistant.generation_config = own
    try:
        yield
    finally:
        assistant.generation_config = before


def generation_config(settings: GenerateSettings, eos: Sequence[int], limit: int) -> GenerationConfig:
    """The configuration of `generate` with the warping 𝒯, end of sequence and limit of our decoders."""
    shape: dict[str, Any] = {
        "max_new_tokens": limit,
        "eos_token_id": list(eos) or None,
        "num_beams": settings.num_beams,
    }
    shape["pad_token_id"] = eos[0] if eos else 0
    if settings.warp.greedy:
        return GenerationConfig(do_sample=False, **shape)
    return GenerationConfig(
        do_sample=True, temperature=settings.temperature, top_k=settings.top_k, top_p=settings.top_p, **shape
    )


def cut(tokens: Sequence[int], eos: frozenset[int]) -> list[int]:
    """Tokens up to and including the first end of sequence; the rest is padding.

    >>> cut([5, 2, 0, 0], frozenset({2}))
    [5, 2]
    """
    end = next((i for i, token in enumerate(tokens) if token in eos), len(tokens) - 1)
    return list(tokens[: end + 1])


def row(
    target: HuggingFaceModel, ids: list[int], tokens: list[int], spent: tuple[float, float], watched: list[Passes]
) -> dict:
    """The row of one run, with the same fields as for other entrants.

    The first pass includes prefill, so `loop` is unknown.
    """
    wall, cpu = spent
    of_target, of_draft = watched[0], watched[1] if len(watched) > 1 else None
    passes = len(of_target.fed)
    drafted = accepted = 0
    # a target pass gets the last token and the candidates; the first pass also gets the prompt
    if of_draft is not None:
        drafted = sum(of_target.fed) - len(ids) - (passes - 1)
        accepted = len(tokens) - passes
    draft_seconds = 0.0 if of_draft is None else of_draft.seconds
    return {
        "emitted": len(tokens),
        "wall": wall,
        "cpu": cpu,
        "loop": None,
        "prefill": None,
        "target": of_target.seconds,
        "draft": draft_seconds,
        "other": max(0.0, wall - of_target.seconds - draft_seconds),
        "iterations": passes,
        "target_passes": passes,
        "draft_passes": 0 if of_draft is None else len(of_draft.fed),
        "drafted": drafted,
        "accepted": max(0, accepted),
        "committed": max(0, accepted),
        "judged": None,
        "logp": log_likelihood(target, ids, tokens),
        "width": None,
        "kept_width": None,
    }


@torch.inference_mode()
def log_likelihood(target: HuggingFaceModel, ids: list[int], tokens: list[int]) -> float:
    """Σ log p of `tokens` after `ids` under the target, unwarped, from one pass that is not timed."""
    given = torch.tensor([[*ids, *tokens]], device=target.device)
    scores = target.model(input_ids=given, use_cache=False).logits[0, len(ids) - 1 : -1, : target.vocab_size]
    norm = torch.logsumexp(scores.float(), -1)
    picked = scores.float().gather(1, torch.tensor(tokens, device=scores.device)[:, None])[:, 0]
    return float((picked - norm).sum())


def schedule_used() -> dict[str, Any]:
    """The schedule by which the installed version of `generate` uses an assistant by default."""
    from transformers.utils.import_utils import is_sklearn_available

    defaults = GenerationConfig._get_default_generation_params()
    keys = ("num_assistant_tokens", "num_assistant_tokens_schedule", "assistant_confidence_threshold")
    adapts = bool(is_sklearn_available())
    return {key: defaults[key] for key in keys} | {"threshold_adapts": adapts}
