"""Watch transformers' assisted generation without changing it: its draft tokens, probabilities, tests and times.

`watching` replaces `generate` of one model object while its block runs. Nothing global changes, no random number is
used, and no tensor is written. An error in the watching code ends the watching and never the generation.
"""

# The types of torch's own functions are partly unknown.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false

import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any, Protocol, cast

import torch
import transformers

from decoders.core.record import Side
from decoders.models.torch.assisted_round import Round, Scores, Tensor, Timed, random_state, round_of
from decoders.models.torch.device import synchronise

# This is the only private name of transformers that is replaced, and only on the model object. `generate` takes no
# candidate generator as an argument, but makes its own in this method. If that changes, a test of this constant fails.
MAKES_GENERATOR = "_get_candidate_generator"
ASSISTANT = 6  # position of `assistant_model` among the arguments of `generate`


@dataclass(frozen=True)
class Setup:
    """The settings of one call of `generate`, as transformers completed them."""

    prompt: tuple[int, ...]
    sampled: bool
    temperature: float
    top_k: int
    top_p: float
    weight: float | None  # `assistant_ensemble_weight`
    most_new: int
    eos: tuple[int, ...]
    processors: tuple[str, ...]  # classes of the logits processors, in the order of their use
    generator: str  # class of the candidate generator
    draft_length: int
    ngram: int | None  # longest n-gram of prompt lookup
    target: str
    draft: str | None
    dtype: str
    device: str
    vocab_size: int
    version: str  # version of transformers


class Listener(Protocol):
    """Interface of an object that is notified of the calls of `generate`."""

    def begin(self, setup: Setup) -> None:
        """Called when `generate` has started with a candidate generator."""
        ...

    def round(self, made: Round) -> None:
        """Called when a round has ended."""
        ...

    def end(self, whole: bool) -> None:
        """Called when the call has ended. `whole` is false if an error has ended it."""
        ...

    def failed(self, error: Exception) -> None:
        """Called when watching has failed. Watching ends, but generation goes on."""
        ...


@contextmanager
def watching(model: Any, assistant: Any, listener: Listener) -> Generator[None]:
    """Context manager that watches the calls of `model.generate`. Calls without an `assistant_model` use
    `assistant`.
    """
    watch = _Watch(model, listener)
    made = model.generate

    @wraps(made)
    def generate(*args: Any, **kwargs: Any) -> Any:
        if watch.inside:  # the model itself is generating an early-exit draft
            return made(*args, **kwargs)
        if assistant is not None and len(args) <= ASSISTANT:
            kwargs.setdefault("assistant_model", assistant)
        return watch.call(lambda: made(*args, **kwargs))

    with _replaced(model, "generate", generate):
        yield


@contextmanager
def _replaced(owner: Any, name: str, value: Any) -> Generator[None]:
    """Replace an attribute of one object, and restore it afterwards."""
    before: list[Any] = [owner.__dict__[name]] if name in owner.__dict__ else []
    setattr(owner, name, value)
    try:
        yield
    finally:
        if before:
            setattr(owner, name, before[0])
        else:
            delattr(owner, name)


class _Watch:
    """The known facts about the current call of `generate` and its current round."""

    def __init__(self, model: Any, listener: Listener) -> None:
        self.inside = False
        self._model, self._listener = model, listener
        self._broken = False
        self._setup: Setup | None = None
        self._tokens: list[int] = []  # the prompt and the text written so far
        self._hooks = ExitStack()
        self._side: Side = "target"
        self._passes: list[Timed] = []
        self._began = self._pass_began = 0.0
        self._before = 0  # number of tokens before the round
        self._device = torch.device("cpu")
        self._drafts: Tensor | None = None
        self._draft_scores: Tensor | None = None
        self._raw: Tensor | None = None
        self._state: Tensor | None = None

    def call(self, generate: Callable[[], Any]) -> Any:
        """Run one call of `generate`, watch it, and return its result."""
        makes = getattr(self._model, MAKES_GENERATOR, None)
        if makes is None:
            self._guarded(self._not_possible)
            return generate()

        def make(*args: Any, **kwargs: Any) -> Any:
            generator = makes(*args, **kwargs)
            self._guarded(self._follow, generator, kwargs)
            return generator

        self.inside, whole = True, False
        try:
            with _replaced(self._model, MAKES_GENERATOR, make):
                result = generate()
            self._guarded(self._compare, result)
            whole = True
            return result
        finally:
            self.inside = False
            self._finish(whole)

    def _compare(self, result: Any) -> None:
        """Raise ValueError unless the result has the tokens of all rounds."""
        tokens = getattr(result, "sequences", result)[0].tolist()
        if self._setup is not None and tokens != self._tokens:
            raise ValueError("the recorded tokens differ from the returned tokens")

    def _finish(self, whole: bool) -> None:
        self._hooks.close()
        self._drafts = self._draft_scores = self._raw = self._state = None
        if self._setup is not None:
            self._setup = None
            self._guarded(self._listener.end, whole)

    def _not_possible(self) -> None:
        raise TypeError("the model does not support assisted generation in transformers")

    def _guarded(self, watch: Callable[..., None], *given: Any) -> None:
        """Context manager for code that watches. The first error in its block ends the watching, and is reported
        instead of raised.
        """
        if self._broken:
            return
        try:
            watch(*given)
        except Exception as error:
            self._broken = True
            self._hooks.close()
            self._listener.failed(error)

    def _follow(self, generator: Any, given: dict[str, Any]) -> None:
        """Watch a candidate generator and the passes of both models. `given` holds the generator's arguments."""
        self._setup = _setup(self._model, generator, given)
        drafting, deciding = generator.get_candidates, generator.update_candidate_strategy

        def get_candidates(input_ids: Tensor, *args: Any, **kwargs: Any) -> Any:
            self._guarded(self._start, input_ids)
            found = drafting(input_ids, *args, **kwargs)
            self._guarded(self._drafted, input_ids, *found)
            return found

        def update_candidate_strategy(input_ids: Tensor, scores: Tensor, num_matches: int) -> Any:
            self._guarded(self._decided, input_ids, scores)
            return deciding(input_ids, scores, num_matches)

        generator.get_candidates = get_candidates
        generator.update_candidate_strategy = update_candidate_strategy
        assistant = getattr(generator, "assistant_model", None)
        self._hook(self._model)
        if isinstance(assistant, torch.nn.Module) and assistant is not self._model:
            self._hook(assistant)
        self._tokens = list(self._setup.prompt)
        self._listener.begin(self._setup)

    def _hook(self, model: torch.nn.Module) -> None:
        def before(module: Any, args: Any, kwargs: Any) -> None:
            self._guarded(self._pass_starts)

        def after(module: Any, args: Any, kwargs: Any, output: Any) -> None:
            self._guarded(self._pass_ends, args, kwargs, output)

        for handle in (
            model.register_forward_pre_hook(before, with_kwargs=True),
            model.register_forward_hook(after, with_kwargs=True),
        ):
            self._hooks.callback(handle.remove)

    def _pass_starts(self) -> None:
        synchronise(self._device)
        self._pass_began = time.perf_counter()

    def _pass_ends(self, args: Any, kwargs: dict[str, Any], output: Any) -> None:
        synchronise(self._device)
        seconds = time.perf_counter() - self._pass_began
        read = _read(args, kwargs)
        cache = getattr(output, "past_key_values", None) or kwargs.get("past_key_values")
        kv = 0 if cache is None else int(cache.get_seq_length())  # None: a draft that uses the target's cache
        self._passes.append(Timed(self._side, read, seconds, kv))
        if self._side == "target":
            self._raw = output.logits
            self._state = random_state(self._device)

    def _start(self, input_ids: Tensor) -> None:
        self._side, self._passes, self._before = "draft", [], input_ids.shape[1]
        self._device, self._raw, self._state = input_ids.device, None, None
        self._began = time.perf_counter()

    def _drafted(self, input_ids: Tensor, candidates: Tensor, scores: Tensor | None) -> None:
        self._side = "target"
        self._drafts, self._draft_scores = candidates[0, input_ids.shape[1] :].to(self._device), scores

    def _decided(self, input_ids: Tensor, scores: Tensor) -> None:
        seconds = time.perf_counter() - self._began
        setup, drafts, draft, raw = self._setup, self._drafts, self._draft_scores, self._raw
        if setup is None or drafts is None or raw is None:
            raise ValueError("no target pass was seen")
        draft = None if draft is None else draft.to(self._device)
        raw = raw[0, -len(drafts) - 1 :]
        found = Scores(drafts, scores, draft, raw, setup.sampled, setup.weight)
        written = input_ids[0, self._before :]
        self._tokens += written.tolist()
        self._listener.round(round_of(found, written, self._state, tuple(self._passes), seconds))


def _read(args: Any, kwargs: dict[str, Any]) -> int:
    """The number of tokens that a pass reads."""
    first = args[0] if args else kwargs.get("input_ids")
    given = kwargs.get("inputs_embeds") if first is None else first
    return 0 if given is None else int(given.shape[1])


def _setup(model: Any, generator: Any, given: dict[str, Any]) -> Setup:
    """The settings of a call, from the configuration that transformers completed."""
    config, prompt = given["generation_config"], cast(list[int], given["input_ids"][0].tolist())
    eos, sampled, lookup = config.eos_token_id, bool(config.do_sample), config.prompt_lookup_num_tokens
    assistant = getattr(generator, "assistant_model", None)
    length = lookup or getattr(generator, "num_assistant_tokens", None) or 1
    return Setup(
        prompt=tuple(prompt),
        sampled=sampled,
        temperature=_or(config.temperature, 1.0) if sampled else 0.0,
        top_k=_or(config.top_k, 0) if sampled else 0,
        top_p=_or(config.top_p, 1.0) if sampled else 1.0,
        weight=getattr(config, "assistant_ensemble_weight", None),
        most_new=config.max_length - len(prompt),
        eos=tuple(eos) if isinstance(eos, list | tuple) else () if eos is None else (int(eos),),
        processors=tuple(type(each).__name__ for each in given["logits_processor"]),
        generator=type(generator).__name__,
        draft_length=int(length),
        ngram=(config.max_matching_ngram_size or 2) if lookup else None,
        target=_name(model),
        draft=None if assistant is None else _draft_name(model, assistant, generator),
        dtype=str(model.dtype).removeprefix("torch."),
        device=str(model.device),
        vocab_size=int(model.config.get_text_config().vocab_size),
        version=transformers.__version__,
    )


def _or(value: Any, default: Any) -> Any:
    return default if value is None else value


def _name(model: Any) -> str:
    """The name of a model without the folders before it."""
    name = str(getattr(model, "name_or_path", "") or "")
    return name.rstrip("/\\").replace("\\", "/").rsplit("/", 1)[-1] or type(model).__name__


def _draft_name(model: Any, assistant: Any, generator: Any) -> str:
    if assistant is not model:
        return _name(assistant)
    layers = getattr(generator, "assistant_early_exit", None) or 0
    return f"{_name(model)}, layer 1" if layers == 1 else f"{_name(model)}, layers 1 to {layers}"
