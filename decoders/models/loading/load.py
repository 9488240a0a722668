"""Load a pair of language models and check that they fit: tokenizers, weights, and the engine that runs them.

No remote code is ever run, and only safetensors and GGUF weights are read. Torch is imported when a network is loaded.
A pair that was converted for the CPU kernels does not need torch.
"""

# The types of torch's, safetensors' and transformers' functions are only partly known.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownLambdaType=false

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from decoders.core.decode import Models
from decoders.core.pair import Pair
from decoders.errors import BadInput
from decoders.models.cache import engine_folder
from decoders.models.engine import KERNELS, TORCH, Choice, choose, instructions
from decoders.models.loading.converted import NAME, DamagedCopyError, NotForEngineError, open_model
from decoders.models.loading.hub import check_hub
from decoders.models.loading.locate import Located, folder_of, locate, weight_files
from decoders.models.loading.provenance import Provenance
from decoders.models.loading.weights import (
    pick_device,
    pick_dtype,
    read_or_refuse,
    read_weights,
    tokenizer_folder,
    tokenizer_from,
)
from decoders.models.parts import Parts, Source
from decoders.models.quiet import quiet_libraries
from decoders.models.steps import DRAFT_STEP, TARGET_STEP, WEIGHTS_STEP, Progress, step
from decoders.models.text.ends import ends_of
from decoders.models.text.prompt import encode_plain, read_prompt, read_text
from decoders.models.text.ruled import follow_rules
from decoders.models.text.tokenizer import read_tokenizer, vocabulary_size
from decoders.models.text.tokens import id_text
from decoders.models.text.translated import TranslatedDraft
from decoders.models.text.vocabularies import Translator, Vocabulary, common_tokens, vocabularies_facts


def two(
    name: str,
    target: str,
    draft: str,
    device: str,
    dtype: str,
    progress: Progress,
    engine: str = "auto",
    generation_rules: bool = True,
) -> Pair:
    """Load a pair whose name consists of two folders, GGUF files or Hub ids. Raises BadInput if this fails.

    A draft with another tokenizer proposes only tokens that the target also has (text/translated.py).
    """
    for part in (target, draft):
        check_hub(part, progress)
    parts = locate(target), locate(draft)
    choice = choose(engine, device, dtype)
    progress(step("Reading the tokenizers", "tokenizer", WEIGHTS_STEP), 0.05)
    tokenizer, other = (read_any_tokenizer(part.tokenizer) for part in parts)
    both = None
    if tokenizer.get_vocab() != other.get_vocab():
        both = Vocabulary(tokenizer, target), Vocabulary(other, draft)
        common_tokens(*both)  # raises BadInput now, because loading the models can take minutes
    sources = [
        _source(given, part, vocabulary_size(its), choice, progress)
        for given, part, its in zip((target, draft), parts, (tokenizer, other), strict=True)
    ]
    place = Place(choice, device, dtype)
    return pair_of(name, tokenizer, (sources[0], sources[1]), place, progress, generation_rules, both)


def _source(given: str, part: Located, vocab_size: int, choice: Choice, progress: Progress) -> Source:
    """Describe a model that has not been loaded yet.

    For the CPU kernels, the model is downloaded now, because the name of its converted copy depends on its weights.
    """

    def load(where: str, kind: Any) -> Parts:
        with quiet_libraries():
            return Parts(read_weights(given, where, kind))

    files = part.files
    if choice.engine == KERNELS and files is None:
        progress(step("Downloading the weights (only once)", "download", WEIGHTS_STEP), 0.1)
        load("cpu", None)
        files = part.files
    return Source(part.name, vocab_size, files or (), load)


def with_head(
    name: str,
    target: str,
    head: str,
    device: str,
    dtype: str,
    progress: Progress,
    engine: str = "auto",
    generation_rules: bool = True,
) -> Pair:
    """Load a pair from a target and its EAGLE-3 head, each given as a folder or a Hub id. Raises BadInput if this
    fails.
    """
    for part in (target, head):
        check_hub(part, progress)
    choice, about = choose(engine, device, dtype), dict[str, Any]()

    def load(where: str, kind: Any) -> tuple[Parts, Parts]:
        from decoders.models.torch.eagle3 import read_head

        with quiet_libraries():
            net = read_weights(target, where, kind)
            where_from = _head_folder(head)
            found = read_or_refuse(head, lambda: read_head(where_from, net, size))
        about.update(layers=list(found.layers), final_norm=found.reads.final_norm, guessed=list(found.guessed))
        return Parts(net), Parts(found.net, found.ids, reads=found.layers)

    progress(step("Reading the target model and its EAGLE-3 head", "head", WEIGHTS_STEP), 0.1)
    tokenizer = read_any_tokenizer(target)
    size, joined, place = vocabulary_size(tokenizer), Joined(load), Place(choice, device, dtype)
    where = pick_device(device)
    folder = folder_of(target)
    files = () if folder is None else weight_files(folder)
    shown = joined.draft(where, pick_dtype(dtype, where, files)).reads
    sources = (
        Source(target, size, files, joined.target, shown=shown),
        Source(head, size, (*files, *weight_files(_head_folder(head))), joined.draft, reads=True),
    )
    pair = pair_of(name, tokenizer, sources, place, progress, generation_rules)
    joined.forget()
    return replace(pair, info={**pair.info, "head": about})


class Joined:
    """Two networks that are loaded together, because the draft uses parts of the target.

    Both stay in memory until `forget` is called.
    """

    def __init__(self, load: Callable[[str, Any], tuple[Parts, Parts]]) -> None:
        """`load` loads both onto a device in a dtype (None: the dtype of their weights)."""
        self._load = load
        self._kept: dict[tuple[str, Any], tuple[Parts, Parts]] | None = {}

    def target(self, device: str, dtype: Any) -> Parts:
        """Load the target. Raises BadInput if files are damaged."""
        return self._both(device, dtype)[0]

    def draft(self, device: str, dtype: Any) -> Parts:
        """Load the draft. Raises BadInput if files are damaged."""
        return self._both(device, dtype)[1]

    def _both(self, device: str, dtype: Any) -> tuple[Parts, Parts]:
        if self._kept is None:
            return self._load(device, dtype)
        if (device, dtype) not in self._kept:
            self._kept[device, dtype] = self._load(device, dtype)
        return self._kept[device, dtype]

    def forget(self) -> None:
        """Drop the references to both networks. A network that is still in use stays in memory."""
        self._kept = None


def _head_folder(head: str) -> Path:
    """The local folder of a head, which is downloaded if `head` is a Hub id."""
    if Path(head).is_dir():
        return Path(head)
    from huggingface_hub import snapshot_download

    with quiet_libraries():
        return Path(read_or_refuse(head, lambda: snapshot_download(head, allow_patterns=["*.json", "*.safetensors"])))


def read_any_tokenizer(name: str) -> Any:
    """Read the tokenizer of a folder, GGUF file or Hub id. Transformers is not used if an earlier comparison found that
    it reads the same tokenizer.
    """

    def transformers() -> Any:
        with quiet_libraries():
            return tokenizer_from(name)

    place = folder_of(name)
    if place is not None:
        place = tokenizer_folder(str(place))
    return transformers() if place is None else read_tokenizer(place, engine_folder(), transformers)


@dataclass(frozen=True)
class Place:
    """The engine, the device and the dtype that the user requests for the models."""

    choice: Choice
    device: str
    dtype: str


def pair_of(
    name: str,
    tokenizer: Any,
    sources: tuple[Source, Source],
    place: Place,
    progress: Progress,
    generation_rules: bool = True,
    vocabularies: tuple[Vocabulary, Vocabulary] | None = None,
) -> Pair:
    """Load target and draft on their engines as a pair. Raises BadInput if one of them cannot be run there.

    With `generation_rules`, the rules of the target's generation_config.json are part of p and of q. If target and
    draft have different vocabularies, `vocabularies` holds both.
    """
    about: dict[str, Any] = {"why": place.choice.why, "cpu": instructions()}
    models: list[Any] = []
    provenance = Provenance(sources)
    for role, source in zip(("target", "draft"), sources, strict=True):
        number = TARGET_STEP if role == "target" else DRAFT_STEP
        progress(step(f"Loading the {role} model", f"load {role}", number), 0.5 + 0.3 * len(models))
        model, about[role], refused = _model(source, place, progress)
        models.append(model)
        if refused:
            about[f"{role}_refused"] = refused
        if about[role] == TORCH:
            if model.captured:
                about.setdefault("graphs", []).append(role)
            elif model.not_captured:
                about[f"{role}_not_captured"] = model.not_captured
    target, draft = models
    byte_level = "Ġ" in tokenizer.get_vocab()
    ends = ends_of(tokenizer, target.ends, sources[0].files)
    facts: Mapping[str, Any] = {}
    if vocabularies is not None:
        own = ends_of(vocabularies[1].tokenizer, draft.ends, sources[1].files)
        common = common_tokens(*vocabularies, set(ends), set(own), draft.embedded)
        draft = TranslatedDraft(draft, Translator(*vocabularies, common), target.vocab_size)
        facts = {"vocabularies": vocabularies_facts(common)}
    info = {
        "target": target.name,
        "draft": draft.name,
        "tree_mode": {"target": target.tree_mode, "draft": draft.tree_mode},
        "device": _device_name(target.device),
        "dtype": str(target.dtype).removeprefix("torch."),
        "eos_sources": {str(token): where for token, where in sorted(ends.items())},
        "engine": about,
        **facts,
        **provenance.facts(),
    }
    folder = sources[0].files[0].parent if sources[0].files else folder_of(target.name)
    loaded = Models(target, draft, frozenset(ends), lambda text: encode_plain(tokenizer, text, target.name))
    by_rules, asked = follow_rules(loaded, folder, target.name, generation_rules)
    if asked:
        info["generation"] = asked
    progress("Ready", 1.0)
    return Pair(
        name,
        by_rules,
        lambda prompt: read_prompt(tokenizer, prompt, target.name, ends),
        lambda ids: read_text(tokenizer, ids, target.name),
        lambda i: id_text(tokenizer, i, byte_level),
        info,
    )


def _model(source: Source, place: Place, progress: Progress) -> tuple[Any, str, str]:
    """Load a model.

    Returns the model, its engine, and the reason why the kernels do not run the model (empty if they do). Raises
    BadInput if the model cannot be run.
    """
    refused = ""
    if place.choice.engine == KERNELS:
        try:
            return open_model(source, progress), KERNELS, ""
        except NotForEngineError as error:
            if place.choice.why == "asked":
                if isinstance(error, DamagedCopyError):
                    raise BadInput(
                        f"The converted copy of {source.name} was damaged and has been deleted. Try again to "
                        "create a new one."
                    ) from None
                raise BadInput(f"{NAME} cannot run {source.name}: {error}. Use --engine auto or torch.") from None
            refused = f"{KERNELS}: {error}"
    from decoders.models.torch.huggingface import HuggingFaceModel
    from decoders.models.torch.reader import TorchReader

    where = pick_device(place.device)
    parts = source.load(where, pick_dtype(place.dtype, where, source.files))
    if source.reads:
        return TorchReader(parts.net, source.vocab_size, source.name, parts.head), TORCH, refused
    model = HuggingFaceModel(parts.net, source.vocab_size, source.name, parts.head, parts.heads, source.shown)
    return model, TORCH, refused


def _device_name(device: Any) -> str:
    """The name of a device for people. `device` is a torch device, or a word if torch is not used."""
    if str(device) == "cpu":
        return "cpu"
    import torch

    return f"{device} ({torch.cuda.get_device_name(device)})" if device.type == "cuda" else str(device)
