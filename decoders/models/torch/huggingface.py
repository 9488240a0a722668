"""Language models from transformers, as `runner.LanguageModel`.

`HuggingFaceModel` is checked once: its pass over a small tree is compared with plain causal passes. A model whose
scores differ (ALiBi, for example) runs path by path, and `tree_mode` says so. A model with attention windows is probed
with windows of a few tokens. A recurrent model runs path by path from stored states. The caches are in sessions.py, the
states in states.py and state_session.py. This module does not depend on decoders.
"""

import inspect
import math
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from transformers.cache_utils import Cache, DynamicCache

from decoders.core.checkpoint import checkpoint
from decoders.core.runner import LanguageModel, Session, Skipped
from decoders.core.sublayers import AUTO, Sublayer, layers_of, parse_skips
from decoders.errors import BadInput
from decoders.models.probe import NARROW, choose_mode, choose_windowed, context_window, end_ids, is_recurrent
from decoders.models.sizes import Shape, sizes_of, sizes_of_heads
from decoders.models.skipping import decoder_layers, skip_sublayers
from decoders.models.skips import known_skips, thinned_name
from decoders.models.slots import Limits
from decoders.models.torch.capturing import CapturedTree, Rooms, cuda_graph, rooms_for
from decoders.models.torch.device import synchronise, wants_graphs
from decoders.models.torch.device_logits import DeviceLogits
from decoders.models.torch.heads import ResidualHeads
from decoders.models.torch.logits import TorchLogits, joined
from decoders.models.torch.masks import Mask, additive_mask, causal_mask, on_device
from decoders.models.torch.passed import Passed
from decoders.models.torch.sessions import PathSession, TreeSession, copy_cache
from decoders.models.torch.state_session import StateSession
from decoders.models.torch.states import Recurrence, RunningState
from decoders.models.windows import Windows, narrow_configs, reads_windows, windows_of

PATH_TOKENS = 8192  # most cached and new tokens in one batch of paths
STATES = "states: after a rejection, accepted tokens are read again"
STEPS = "states: a pass reads one token per path"


class TorchModel(LanguageModel):
    """Base class of every torch model: its vocabulary, context window, device and dtype.

    `config` is the decoder's configuration, and `embedded` is the number of ids that it accepts. `HuggingFaceModel`
    explains the rest.
    """

    model: Any
    shown: tuple[int, ...] = ()
    captured: bool = False  # whether passes are captured as CUDA graphs
    not_captured: str = ""  # the reason why passes are not captured (`rooms_for`)

    def __init__(self, weight: Tensor, config: Any, embedded: int, vocab_size: int, name: str, head: Tensor | None):
        self.name = name
        self.vocab_size = vocab_size
        self.head = None if head is None else head.cpu()
        self.dtype: torch.dtype = weight.dtype
        self.device: torch.device = weight.device
        self.windows = Windows()  # the windows that the sessions must apply
        self._config, self.embedded = config, embedded
        self._limit(windows_proved=False)
        self.packs_masked = self._packs_masked()
        self.waits = self.device.type != "cpu"  # on a GPU the host waits for every number that it reads

    def _packs_masked(self) -> bool:
        """Whether a single node is faster with a mask than without one.

        Only with a mask does transformers handle the query heads that share a key head in one call. In half precision
        on a CPU, such a call takes 0.06 ms per layer instead of 0.3 ms (512 slots, 9 query heads, 3 key heads).
        """
        config = self._config
        heads = getattr(config, "num_attention_heads", 1)
        grouped = (getattr(config, "num_key_value_heads", None) or heads) < heads
        half = self.dtype in (torch.bfloat16, torch.float16)
        return grouped and half and self.device.type == "cpu" and config._attn_implementation == "sdpa"

    @property
    def devices(self) -> set[tuple[str, int]]:
        """The devices of the weights, such as cpu or cuda:0."""
        return {(weight.device.type, weight.device.index or 0) for weight in self.model.parameters()}

    @property
    def held(self) -> dict[int, int]:
        """The memory of the weights, as a mapping from address to number of bytes."""
        return {weight.data_ptr(): weight.nbytes for weight in self.model.parameters()}

    @property
    def sizes(self) -> Shape:
        """The sizes that determine the cost of a pass. Raises UncountableError if the sizes do not determine the
        cost.
        """
        return sizes_of(self.model)

    def check(self, tokens: Sequence[int], length: int) -> None:
        """Raise BadInput if a path of `length` tokens, or one of these tokens, does not fit."""
        self._limits.check(tokens, length)

    def _limit(self, *, windows_proved: bool) -> None:
        """Set the maximum path length. `windows_proved` says whether sessions are correct beyond the attention
        windows.
        """
        self.window, why = context_window(self._config, self.name, windows_proved=windows_proved)
        self._limits = Limits(self.name, self.window, why, self.embedded)

    def mask(self, hidden: NDArray[np.bool_], positions: NDArray[np.int64], keys: NDArray[np.int64]) -> Mask:
        """The attention mask of n tokens at `positions` [n] over m keys at positions `keys` [m].

        The mask hides the keys that `hidden` [n, m] marks, and all keys outside the attention windows.
        """
        return additive_mask(hidden, positions, keys, self.windows, self.dtype)

    def causal_mask(self, start: int, n: int) -> Mask:
        """The causal mask of n tokens after `start` cached ones, over all start + n keys."""
        return causal_mask(start, n, self.windows, self.dtype)

    def guess(self, hidden: Tensor | None) -> TorchLogits | None:
        """Scores of the extra heads, one row each, from a hidden state [D]; None if there are no heads or no state."""
        return None

    def as_logits(self, passed: Passed) -> TorchLogits:
        """Turn scores into logits. The columns of padded vocabulary ids are removed before any softmax.

        Raises BadInput if scores are NaN or infinite, because greedy decoding would take NaN for the largest score.
        """
        width = self.vocab_size if self.head is None else len(self.head)
        if not passed.scores[:, :width].amax() < math.inf:
            kind = str(self.dtype).removeprefix("torch.")
            narrow = kind != "float32"
            raise BadInput(
                f"{self.name} produced NaN or infinite logits: its weights or config.json may be damaged"
                f"{f', or {kind} may be too narrow for them' if narrow else ''}. "
                f"Download it again{', or use --dtype float32' if narrow else ''}."
            )
        return self._logits(passed.scores[:, :width], self.head, passed.hidden, passed.features)

    def _logits(
        self, scores: Tensor, head: Tensor | None, hidden: Tensor | None = None, features: Tensor | None = None
    ) -> TorchLogits:
        made = DeviceLogits if self.waits else TorchLogits
        return made(scores, self.vocab_size, head, hidden, features)


class HuggingFaceModel(TorchModel):
    """A causal language model from transformers; see `runner.LanguageModel`.

    `vocab_size` is the tokenizer's length; columns of padded ids after it are dropped before any softmax. `head`
    (ascending int64[V']) lists the token ids of its output columns; None for all. `heads` are extra heads that use the
    input of its output embedding (Medusa); None if there are none.

    A draft may use this model's hidden state after each layer in `shown`, counted from 1 (0: after the embedding).
    `shown` is empty if no draft uses such states. `tree_mode` is "tree", "paths: <why>" or, for a recurrent model,
    "states: <cost>". Raises BadInput if the model cannot be used.
    """

    def __init__(
        self,
        model: Any,
        vocab_size: int,
        name: str,
        head: Tensor | None = None,
        heads: ResidualHeads | None = None,
        shown: Sequence[int] = (),
    ) -> None:
        config = model.config.get_text_config(decoder=True)
        embedded = model.get_input_embeddings().weight.shape[0]
        super().__init__(next(model.parameters()), config, embedded, vocab_size, name, head)
        self.model = model.eval()
        self.recurrence = Recurrence(model, name) if is_recurrent(model) else None
        self.heads = heads
        self.head_count = 0 if heads is None else heads.count
        # the ids of the tokens that the heads score
        self._guessed = None if heads is None or heads.ids is None else heads.ids.cpu()
        self._thinned: dict[frozenset[Sublayer], Thinned] = {}
        self.shown = tuple(shown)
        if self.shown and self.recurrence is not None:
            raise BadInput(
                f"{name} is a recurrent model, so drafts that use its hidden states (such as EAGLE-3 heads) are not "
                "supported. Choose a complete model as the draft (TARGET+DRAFT)."
            )
        # by thread: the states of its current pass, because several runs share the model
        self._seen: dict[int, dict[str | int, Tensor]] = {}
        if heads is not None:
            model.get_output_embeddings().register_forward_pre_hook(self._see_hidden)
        for place in self.shown:
            self._part_before(place).register_forward_hook(partial(self._see_feature, place))
        self._few_scores = "logits_to_keep" in inspect.signature(model.forward).parameters
        self.tree_mode = self._probed(config)
        self._rooms: Rooms | None = None
        if self.tree_mode == "tree" and self.device.type == "cuda" and wants_graphs():
            self._rooms, self.not_captured = rooms_for(self, partial(cuda_graph, self.device))
            self.captured = self._rooms is not None

    def _probed(self, config: Any) -> str:
        """Probe the model and return its tree mode.

        If its windows cannot be verified, the smallest window limits its paths.
        """
        if self.recurrence is not None:
            return self._probed_state(self.recurrence, config)
        sessions = partial(TreeSession, self), partial(PathSession, self)
        self.windows = windows_of(config, self.name)
        if self.windows.kinds and not reads_windows(self.model):
            self.windows = Windows()
            self._limit(windows_proved=True)
        if self.windows.kinds:
            self._limit(windows_proved=True)
            mode = choose_windowed(self, config, *sessions)
            if mode is not None:
                return mode
            self.windows = Windows()
            self._limit(windows_proved=False)
        return choose_mode(self, config, *sessions)

    def _probed_state(self, recurrence: Recurrence, config: Any) -> str:
        """The tree mode of a recurrent model, whose passes do not support masks.

        Passes over several tokens are used if they continue a stored state correctly.
        """
        self._limit(windows_proved=True)
        sessions = (partial(StateSession, self, steps=steps) for steps in (False, True))
        recurrence.steps = choose_mode(self, config, *sessions) != "tree"
        return STEPS if recurrence.steps else STATES

    @contextmanager
    def narrowed(self) -> Generator[None]:
        """Context manager for the probe in which the windows are only a few tokens wide, in plain passes and in
        sessions.
        """
        wide, size = self.windows, NARROW + (self.windows.smallest == NARROW)
        if not wide.kinds:
            yield
            return
        with narrow_configs(self.model, size):
            self.windows = wide.narrow(size)
            try:
                yield
            finally:
                self.windows = wide

    def start(self, prompt: Sequence[int]) -> Session:
        if self.recurrence is not None:
            return StateSession(self, prompt, steps=self.recurrence.steps)
        if self.tree_mode != "tree":
            return PathSession(self, prompt)
        return TreeSession(self, prompt) if self._rooms is None else CapturedTree(self, self._rooms, prompt)

    @property
    def ends(self) -> list[int]:
        """The token ids that end a text, from the model's files."""
        return end_ids(self.model)

    @property
    def head_sizes(self) -> Shape | None:
        """The sizes of the extra heads."""
        return None if self.heads is None else sizes_of_heads(self.heads)

    def thinned(self, skips: str) -> "Thinned":
        """A version of this model that skips some sub-layers and has the same weights.

        The same request returns the same object. `auto` skips the sub-layers that are stored for this model. Raises
        BadInput if none are stored, or if they cannot be skipped.
        """
        layers = len(decoder_layers(self.model))
        gone = parse_skips(known_skips(self.name).skips if skips == AUTO else skips, layers)
        if gone not in self._thinned:
            self._thinned[gone] = Thinned(self, gone)
        return self._thinned[gone]

    def _part_before(self, place: int) -> Any:
        """The module whose output is the hidden state after `place` layers.

        Raises BadInput if the model has no such module.
        """
        if place == 0:
            return self.model.get_input_embeddings()
        try:
            return decoder_layers(self.model)[place - 1]
        except BadInput:
            kind = type(self.model).__name__
            raise BadInput(
                f"No draft can use the hidden states of {self.name}, because {kind} has no self_attn or mlp "
                "sub-layers. "
                "Choose another target."
            ) from None

    def _see_hidden(self, embedding: Any, inputs: tuple[Tensor, ...]) -> None:
        """Store the input of the output embedding. This hook runs before that layer."""
        if (seen := self._here()) is not None:
            seen["hidden"] = inputs[0]

    def _see_feature(self, place: int, layer: Any, inputs: Any, output: Any) -> None:
        """Store the output of a layer that a draft reads. This hook runs after that layer."""
        if (seen := self._here()) is not None:
            seen[place] = output[0] if isinstance(output, tuple) else output

    def _here(self) -> dict[str | int, Tensor] | None:
        """Storage for this thread's pass; None for a pass of another model that has the same weights."""
        return self._seen.get(threading.get_ident())

    def _pass(self, keep: int | Tensor, **inputs: Any) -> Passed:
        """Run one complete forward pass. `keep` is transformers' logits_to_keep, if the model supports it."""
        checkpoint()
        passed, _ = self._called(keep, **inputs)
        synchronise(self.device)
        return passed

    def forward(self, ids: Tensor, positions: Tensor, mask: Mask, cache: Cache) -> Passed:
        """Run a batch-1 pass of ids [1, n] at positions [1, n] that scores all tokens. It does not wait for the
        device.
        """
        return self._called(
            0, input_ids=ids, position_ids=positions, attention_mask=mask, past_key_values=cache, use_cache=True
        )[0]

    def _called(self, keep: int | Tensor, **inputs: Any) -> tuple[Passed, Any]:
        """Run the network. Returns the outputs that decoders need, and the network's own output."""
        if self._few_scores:
            inputs["logits_to_keep"] = keep
        seen = self._seen[threading.get_ident()] = {}
        try:
            output = self.model(**inputs)
        finally:
            del self._seen[threading.get_ident()]
        shown = [seen[place].to(self.device) for place in self.shown]
        return Passed(output.logits, seen.get("hidden"), torch.cat(shown, -1) if shown else None), output

    @torch.inference_mode()
    def run(
        self, tokens: list[int], positions: list[int], mask: Mask | None, cache: Cache, score: bool = True
    ) -> TorchLogits:
        """Run one batch-1 pass of n tokens. Returns logits[n, V']; with score=False only the last row."""
        given = {} if mask is None else {"attention_mask": on_device(mask, self.device)}
        passed = self._pass(
            0 if score else 1,
            input_ids=torch.tensor([tokens], device=self.device),
            position_ids=torch.tensor([positions], device=self.device),
            past_key_values=cache,
            use_cache=True,
            **given,
        )
        return self.as_logits(passed.rows(0))

    @torch.inference_mode()
    def run_plain(self, tokens: list[int], cache: DynamicCache, at: int, score: bool = True) -> TorchLogits:
        """Feed n tokens causally after the `at` tokens of a batch-1 cache.

        Returns logits[n, V']; with score=False only the last row.
        """
        mask = torch.ones((1, at + len(tokens)), dtype=torch.long, device=self.device)
        ids = torch.tensor([tokens], device=self.device)
        passed = self._pass(
            0 if score else 1, input_ids=ids, attention_mask=mask, past_key_values=cache, use_cache=True
        )
        return self.as_logits(passed.rows(0))

    @torch.inference_mode()
    def run_batch(self, paths: list[list[int]], cache: DynamicCache, cached: int) -> TorchLogits:
        """Run b plain causal paths as a batch after the first `cached` tokens of a cache. Returns logits[b, V'] after
        the paths.

        Every path needs its own copy of the cached tokens, so many paths after a long text are split into several
        batches.
        """
        longest = max(map(len, paths))
        most = max(1, PATH_TOKENS // (cached + longest))
        if len(paths) > most:
            parts = [self.run_batch(paths[i : i + most], cache, cached) for i in range(0, len(paths), most)]
            return joined(parts)
        ids = torch.tensor([[*path, *[0] * (longest - len(path))] for path in paths], device=self.device)
        mask = torch.ones((len(paths), cached + longest), dtype=torch.long, device=self.device)
        last = torch.tensor([[len(path) - 1] for path in paths], device=self.device)  # one score row per path
        copy = copy_cache(cache, len(paths), cached)
        passed = self._pass(last, input_ids=ids, attention_mask=mask, past_key_values=copy, use_cache=True)
        ends = torch.arange(len(paths), device=self.device), last[:, 0]
        return self.as_logits(passed.rows((slice(None), 0) if self._few_scores else ends, ends))

    @torch.inference_mode()
    def advance(
        self, tokens: Sequence[Sequence[int]], state: RunningState | None, at: int, score: bool = True
    ) -> tuple[Passed, RunningState]:
        """Run one pass of a recurrent model over a batch of b texts. Each text gets n more tokens after the `at` tokens
        of `state`.

        Returns the outputs, with scores [b, n, V'] (with score=False, only those of the last token), and the next
        state. The pass changes `state`. If `state` is None, the texts begin here.
        """
        assert self.recurrence is not None, "only recurrent models have a state"
        checkpoint()
        outputs: list[Passed] = []
        ids = torch.tensor(tokens, device=self.device)

        def run(**given: Any) -> Any:
            passed, output = self._called(0 if score else 1, input_ids=ids, use_cache=True, **given)
            outputs.append(passed)
            return output

        after = self.recurrence.after(state, run, torch.arange(at, at + ids.shape[1], device=self.device)[None])
        synchronise(self.device)
        return outputs[0], after

    @torch.inference_mode()
    def guess(self, hidden: Tensor | None) -> TorchLogits | None:
        if self.heads is None or hidden is None:
            return None
        scores = self.heads.all_scores(hidden)
        synchronise(self.device)
        return self._logits(scores, self._guessed)

    @torch.inference_mode()
    def plain_scores(self, tokens: Sequence[int]) -> Tensor:
        """The scores float[V'] after `tokens`, from one causal pass without a cache; the probe's reference."""
        ids = torch.tensor([list(tokens)], device=self.device)
        return self.as_logits(Passed(self.model(input_ids=ids, use_cache=False).logits[0, -1:])).row(0)


class Thinned(HuggingFaceModel):
    """A model with some sub-layers skipped; `skipped` lists them (Zhang et al. 2024, §3.1)."""

    def __init__(self, whole: HuggingFaceModel, gone: frozenset[Sublayer]) -> None:
        """Raises BadInput if the model's sub-layers cannot be skipped."""
        self._whole = whole
        net = skip_sublayers(whole.model, gone)
        super().__init__(net, whole.vocab_size, thinned_name(whole.name, gone), whole.head)
        attention, mlp = layers_of(gone, "self_attn"), layers_of(gone, "mlp")
        self.skipped = Skipped(attention, mlp, len(decoder_layers(whole.model)))

    def _probed(self, config: Any) -> str:
        """The tree mode of the whole model, if its windows are verified. It is also correct if all layers with a window
        are skipped.
        """
        if not self._whole.windows.kinds:
            return super()._probed(config)
        self.windows = self._whole.windows
        self._limit(windows_proved=True)
        with self.narrowed():
            return choose_mode(self, config, partial(TreeSession, self), partial(PathSession, self))
