"""Language models from transformers, as `runner.LanguageModel`.

`HuggingFaceModel` is probed once on a small tree against plain causal passes; a model that disagrees (ALiBi, say) runs
path-batched, and `tree_mode` says so. The caches are sessions.py's business. Knows nothing of decoders.
"""

import inspect
import threading
from collections.abc import Sequence
from functools import partial
from typing import Any

import torch
from torch import Tensor
from transformers.cache_utils import Cache, DynamicCache

from decoders.core.checkpoint import checkpoint
from decoders.core.runner import LanguageModel, Session, Skipped
from decoders.core.sublayers import AUTO, Sublayer, layers_of, parse_skips, write_skips
from decoders.errors import BadInput
from decoders.models.heads import ResidualHeads
from decoders.models.logits import TorchLogits
from decoders.models.probe import choose_mode, context_window, refuse_recurrent
from decoders.models.sessions import PathSession, TreeSession, copy_cache
from decoders.models.skipping import decoder_layers, skip_sublayers
from decoders.models.skips import known_skips


class HuggingFaceModel(LanguageModel):
    """A causal language model of transformers; see `runner.LanguageModel`.

    `vocab_size` is the tokenizer's length: columns of padded ids behind it are dropped before any softmax.
    `head` (ascending int64[V']) lists the token ids its output columns stand for, None for all.
    `heads` are extra heads that read what its output embedding reads (Medusa), None if it has none.
    `tree_mode` is "tree" or "paths: <why>". Raises BadInput for a model that cannot be used, naming it.
    """

    def __init__(
        self, model: Any, vocab_size: int, name: str, head: Tensor | None = None, heads: ResidualHeads | None = None
    ) -> None:
        refuse_recurrent(model, name)
        self.model = model.eval()
        self.name = name
        self.vocab_size = vocab_size
        self.head = head
        self.heads = heads
        self.head_count = 0 if heads is None else heads.count
        self._thinned: dict[frozenset[Sublayer], Thinned] = {}
        self._seen: dict[int, Tensor] = {}  # with heads, by thread: what its last pass read, as runs share the model
        if heads is not None:
            model.get_output_embeddings().register_forward_pre_hook(self._see_hidden)
        self.dtype: torch.dtype = next(model.parameters()).dtype
        self.device: torch.device = next(model.parameters()).device
        config = model.config.get_text_config(decoder=True)
        self.window, self._limit_name = context_window(config)
        self.packs_masked = self._packs_masked(config)
        self._embedded: int = model.get_input_embeddings().weight.shape[0]
        self._few_scores = "logits_to_keep" in inspect.signature(model.forward).parameters
        self.tree_mode = choose_mode(self, config, partial(TreeSession, self), partial(PathSession, self))

    def _packs_masked(self, config: Any) -> bool:
        """Whether a single node is faster with a mask than without one.

        transformers packs the query heads that share a key head into one call only where there is a mask, and in half
        precision a CPU takes 0.06 ms per layer for that instead of 0.3 ms (512 slots, 9 heads on 3).
        """
        heads = getattr(config, "num_attention_heads", 1)
        grouped = (getattr(config, "num_key_value_heads", None) or heads) < heads
        half = self.dtype in (torch.bfloat16, torch.float16)
        return grouped and half and self.device.type == "cpu" and config._attn_implementation == "sdpa"

    def start(self, prompt: Sequence[int]) -> Session:
        return TreeSession(self, prompt) if self.tree_mode == "tree" else PathSession(self, prompt)

    def thinned(self, skips: str) -> "Thinned":
        """This model without some sub-layers, over the same weights; asking again gives the same one.

        `auto` takes those known for this model. Raises BadInput if there are none, or if these cannot be skipped.
        """
        text = known_skips(self.name).skips if skips == AUTO else skips
        gone = parse_skips(text, len(decoder_layers(self.model)))
        if gone not in self._thinned:
            self._thinned[gone] = Thinned(self, gone)
        return self._thinned[gone]

    def check(self, tokens: Sequence[int], length: int) -> None:
        """Raise BadInput if a path of `length` tokens, or one of these tokens, does not fit."""
        if self.window is not None and length > self.window:
            raise BadInput(
                f"{self.name} takes at most {self.window} tokens ({self._limit_name}), and this needs {length}; "
                "shorten the prompt or ask for fewer new tokens"
            )
        if tokens and not 0 <= min(tokens) <= max(tokens) < self._embedded:
            wrong = next(token for token in tokens if not 0 <= token < self._embedded)
            raise BadInput(
                f"{self.name} has no token {wrong}: its ids go from 0 to {self._embedded - 1}"
                if wrong >= 0
                else f"{self.name} needs a prompt of at least one token"
            )

    def causal_mask(self, start: int, n: int) -> Tensor | None:
        """Causal mask of n tokens behind `start` cached ones; None where transformers' own will do."""
        if start == 0:
            return None
        mask = torch.full((n, start + n), torch.finfo(self.dtype).min, dtype=self.dtype)
        return torch.triu(mask, diagonal=start + 1)[None, None]

    def _see_hidden(self, embedding: Any, inputs: tuple[Tensor, ...]) -> None:
        """Runs before the output embedding does, and remembers what it reads."""
        self._seen[threading.get_ident()] = inputs[0]

    def _take_hidden(self) -> Tensor | None:
        """Hidden [b, n, D] that this thread's last pass scored; None without heads. It is forgotten here."""
        return self._seen.pop(threading.get_ident(), None)

    def _pass(self, keep: int | Tensor, **inputs: Any) -> Tensor:
        """Raw scores of one forward pass; `keep` is transformers' logits_to_keep, where the model has it."""
        checkpoint()
        if self._few_scores:
            inputs["logits_to_keep"] = keep
        scores = self.model(**inputs).logits
        if self.device.type == "cuda":
            torch.cuda.synchronize(self.device)
        return scores

    @torch.inference_mode()
    def run(
        self, tokens: list[int], positions: list[int], mask: Tensor | None, cache: Cache, score: bool = True
    ) -> TorchLogits:
        """One batch-1 pass of n tokens; logits[n, V'] (with score=False only the last row is computed)."""
        given = {} if mask is None else {"attention_mask": mask.to(self.device)}
        scores = self._pass(
            0 if score else 1,
            input_ids=torch.tensor([tokens], device=self.device),
            position_ids=torch.tensor([positions], device=self.device),
            past_key_values=cache,
            use_cache=True,
            **given,
        )
        hidden = self._take_hidden()
        return self._as_logits(scores[0], None if hidden is None else hidden[0])

    @torch.inference_mode()
    def run_plain(self, tokens: list[int], cache: DynamicCache, at: int, score: bool = True) -> TorchLogits:
        """A plain causal chunk into a batch-1 cache of `at` tokens; logits[n, V'] (score=False: the last row only)."""
        mask = torch.ones((1, at + len(tokens)), dtype=torch.long, device=self.device)
        ids = torch.tensor([tokens], device=self.device)
        scores = self._pass(
            0 if score else 1, input_ids=ids, attention_mask=mask, past_key_values=cache, use_cache=True
        )
        hidden = self._take_hidden()
        return self._as_logits(scores[0], None if hidden is None else hidden[0])

    @torch.inference_mode()
    def run_batch(self, paths: list[list[int]], cache: DynamicCache, cached: int) -> TorchLogits:
        """A batch of plain causal paths behind the first `cached` tokens of a cache: logits[b, V'] after each."""
        longest = max(map(len, paths))
        ids = torch.tensor([[*path, *[0] * (longest - len(path))] for path in paths], device=self.device)
        mask = torch.ones((len(paths), cached + longest), dtype=torch.long, device=self.device)
        last = torch.tensor([[len(path) - 1] for path in paths], device=self.device)  # per row, so b scores in all
        copy = copy_cache(cache, len(paths), cached)
        scores = self._pass(last, input_ids=ids, attention_mask=mask, past_key_values=copy, use_cache=True)
        hidden = self._take_hidden()
        if not self._few_scores:
            rows = torch.arange(len(paths), device=scores.device), last[:, 0].to(scores.device)
            scores, hidden = scores[rows][:, None], None if hidden is None else hidden[rows][:, None]
        return self._as_logits(scores[:, 0], None if hidden is None else hidden[:, 0])

    @torch.inference_mode()
    def guess(self, hidden: Tensor | None) -> TorchLogits | None:
        """Scores of the extra heads after hidden [D], one row each; None without heads or without a state to read."""
        if self.heads is None or hidden is None:
            return None
        scores = self.heads.all_scores(hidden)
        if self.device.type == "cuda":
            torch.cuda.synchronize(self.device)
        return TorchLogits(scores, self.vocab_size, self.heads.ids)

    @torch.inference_mode()
    def plain_scores(self, tokens: Sequence[int]) -> Tensor:
        """float[V'] after `tokens`, in one causal pass without any cache: what the probe takes as the truth."""
        ids = torch.tensor([list(tokens)], device=self.device)
        return self._as_logits(self.model(input_ids=ids, use_cache=False).logits[0, -1:]).row(0)

    @property
    def _type(self) -> str:
        return str(self.dtype).removeprefix("torch.")

    def _as_logits(self, scores: Tensor, hidden: Tensor | None = None) -> TorchLogits:
        """Scores without the columns of padded vocabulary ids (they are masked before any softmax).

        Raises BadInput for scores that are no numbers: greedy decoding would take them for the largest.
        """
        width = self.vocab_size if self.head is None else len(self.head)
        head = None if self.head is None else self.head.to(scores.device)
        if scores[:, :width].amax().isnan():
            raise BadInput(
                f"{self.name} gave scores that are no numbers (NaN): its weights are damaged, or {self._type} is too "
                "narrow for them; fetch it again, or choose --dtype float32"
            )
        return TorchLogits(scores[:, :width], self.vocab_size, head, hidden)


class Thinned(HuggingFaceModel):
    """A model without some of its sub-layers, which `skipped` lists (Zhang et al. 2024, §3.1)."""

    def __init__(self, whole: HuggingFaceModel, gone: frozenset[Sublayer]) -> None:
        """Raises BadInput for a model whose parts cannot be skipped."""
        attention, mlp = layers_of(gone, "self_attn"), layers_of(gone, "mlp")
        parts = f"{len(attention)} attention and {len(mlp)} MLP sub-layers ({write_skips(gone) or 'none'})"
        net = skip_sublayers(whole.model, gone)
        super().__init__(net, whole.vocab_size, f"{whole.name} without {parts}", whole.head)
        self.skipped = Skipped(attention, mlp, len(decoder_layers(whole.model)))
