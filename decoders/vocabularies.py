"""The number of tokens that the two models of a pair have in common, from their tokenizers alone.

No model is loaded, and nothing is downloaded.
"""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from decoders.models.cache import cache_folder, read_json
from decoders.models.loading.checkpoint import CONFIG
from decoders.models.loading.embedded import NAMES, SHORT, two_vocabularies
from decoders.models.loading.fetch import CONVERTED
from decoders.models.loading.load import read_any_tokenizer
from decoders.models.loading.locate import folder_of, locate
from decoders.models.loading.names import EAGLE3, split_pair
from decoders.models.probe import named_ends
from decoders.models.text.ends import ends_of
from decoders.models.text.tokenizer import fingerprint
from decoders.models.text.vocabularies import Vocabulary, common_tokens, vocabularies_facts
from decoders.pairs import PAIRS

Facts = Mapping[str, int | str]  # `vocabularies` of a trace's header


def common_of(name: str) -> Facts | None:
    """The facts about a pair's two tokenizers, as in the header of a trace.

    None if the pair has only one tokenizer, or if one of the two is not on this machine.

    Raises BadInput if a tokenizer cannot be read, or if the two tokenizers have too few tokens in common.
    """
    if name == SHORT:
        folder = cache_folder() / CONVERTED
        return _short(folder, fingerprint(folder)) if (folder / CONFIG).exists() else None
    sides = (PAIRS[name].target, PAIRS[name].draft) if name in PAIRS else split_pair(name)
    registered = name in PAIRS and PAIRS[name].load is not None
    if name in NAMES or registered or sides is None or sides[1].startswith(EAGLE3):
        return None
    places = [folder_of(model) for model in sides]
    if None in places:
        return None
    return _two(*sides, *(fingerprint(place) for place in places if place is not None))


@lru_cache(maxsize=1)
def _short(folder: Path, digest: str) -> Facts:
    tokenizer = read_any_tokenizer(str(folder))
    both = two_vocabularies(tokenizer, folder, ("the target", "the draft"))
    ends = set(ends_of(tokenizer, _ends(folder), ()))
    return vocabularies_facts(common_tokens(*both, ends, ends))


@lru_cache(maxsize=8)
def _two(target: str, draft: str, *digests: str) -> Facts | None:
    """The facts about two models on this machine. The digests of their tokenizers are part of the cache's key."""
    parts = locate(target), locate(draft)
    tokenizers = [read_any_tokenizer(part.tokenizer) for part in parts]
    if tokenizers[0].get_vocab() == tokenizers[1].get_vocab():
        return None
    folders = [folder_of(part.base) for part in parts]
    ends = [set(ends_of(its, _ends(folder), ())) for its, folder in zip(tokenizers, folders, strict=True)]
    rows = _config(folders[1], CONFIG).get("vocab_size")
    both = Vocabulary(tokenizers[0], target), Vocabulary(tokenizers[1], draft)
    common = common_tokens(*both, ends[0], ends[1], rows if isinstance(rows, int) else None)
    return vocabularies_facts(common)


def _ends(folder: Path | None) -> list[int]:
    """The ids that end a text according to a model's configuration."""
    for name in ("generation_config.json", CONFIG):
        ids: Any = _config(folder, name).get("eos_token_id")
        if ids is not None:
            return named_ends(ids, str(folder))
    return []


def _config(folder: Path | None, name: str) -> dict[str, Any]:
    """A JSON object in a model's folder. The object is empty if the model is a single file, or has no such file."""
    return {} if folder is None else read_json(folder / name)
