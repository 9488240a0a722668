"""Read the first records of a data set from the Hugging Face Hub, one by one, without downloading all of it.

`datasets` is an optional extra. Scripts in a repository are never run; the Hub's own Parquet copy is read instead.
"""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from itertools import islice
from typing import Any

from decoders.errors import BadInput
from explorer.lab.data.data_sets import Hub, Part

PATIENCE = 10.0  # seconds to wait for the Hub's information about a data set
PARQUET = "refs/convert/parquet"


def place_of(hub: Hub, name: str) -> Hub:
    """Replace the data set's id with another one, written as ID or ID@REVISION, for example with the id of a copy with
    the same columns. An empty text changes nothing.

    >>> place_of(Hub("a/b", revision="1"), "c/d@2")
    Hub(id='c/d', split='test', config='', revision='2')
    """
    if not name:
        return hub
    other, _, revision = name.partition("@")
    known = hub.revision if other in ("", hub.id) else ""
    return replace(hub, id=other or hub.id, revision=revision or known)


def records(hub: Hub, limit: int) -> tuple[list[tuple[str, Part]], dict[str, str]]:
    """The first `limit` records with their numbers, and the source of the data: id, split, commit, and the card's
    licence.

    Raises BadInput if the library is missing, the Hub does not respond, or there is no such data set or split.
    """
    try:
        library = import_module("datasets")
    except ImportError:
        raise BadInput(
            "The package “datasets” is not installed. Run `pip install datasets`, or use KIND:FILE."
        ) from None
    found = _asked(hub, lambda: _info(hub, hub.revision or None))
    commit, licence = str(found.sha), _licence(found)
    how: dict[str, Any] = {"path": hub.id, "revision": commit} | ({"name": hub.config} if hub.config else {})
    if any(str(file.rfilename).endswith(".py") for file in found.siblings or ()):
        commit = str(_asked(hub, lambda: _info(hub, PARQUET)).sha)
        files = f"hf://datasets/{hub.id}@{commit}/{hub.config or 'default'}/{hub.split}/*.parquet"
        how = {"path": "parquet", "data_files": {hub.split: files}}

    def read() -> list[tuple[str, Part]]:
        stream = library.load_dataset(**how, split=hub.split, streaming=True)
        return [(str(number), dict(part)) for number, part in enumerate(islice(stream, limit), 1)]

    return _asked(hub, read), {"from": hub.id, "split": hub.split, "revision": commit, "licence": licence}


def _info(hub: Hub, revision: str | None) -> Any:
    from huggingface_hub import HfApi

    return HfApi().dataset_info(hub.id, revision=revision, timeout=PATIENCE)


def _licence(found: Any) -> str:
    told = getattr(found.card_data, "license", None)
    return ", ".join(told) if isinstance(told, list) else str(told or "none stated on its card")


def _asked(hub: Hub, what: Callable[[], Any]) -> Any:
    """Return the Hub's answer. All errors become BadInput, because the Hub's libraries have many kinds of errors."""
    try:
        return what()
    except Exception as error:
        first = (str(error).splitlines() or ["no details"])[0][:160]
        raise BadInput(
            f"{hub.id} cannot be read from the Hub ({type(error).__name__}: {first}). Check its name, HF_TOKEN and "
            "the network, or use KIND:FILE."
        ) from None
