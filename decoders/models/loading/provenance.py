"""Facts about a pair's weights and tokenizer for a trace's header: digests, file names, revision.

Large files are read in a thread while the models load. A file is read again only after it has changed. This module does
not need torch.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

from decoders.errors import BadInput
from decoders.models.loading.digests import combined, digests
from decoders.models.loading.locate import folder_of, weight_files
from decoders.models.parts import Source

# All files from which transformers may read a tokenizer.
TOKENIZER_FILES = (
    *("added_tokens.json", "chat_template.jinja", "chat_template.json", "merges.txt", "special_tokens_map.json"),
    *("spiece.model", "tokenizer.json", "tokenizer.model", "tokenizer_config.json", "vocab.json", "vocab.txt"),
)
WEIGHTS = (".safetensors", ".gguf")
_REVISION = re.compile(r"[0-9a-f]{40}")


class Provenance:
    """Digests of a pair's files. A thread computes them as soon as the object is created, and `facts` waits for
    them.
    """

    def __init__(self, sources: Sequence[Source]) -> None:
        """`sources` are the sources of the target and of the draft."""
        self._sources = sources
        self._thread = Thread(target=self._begin, daemon=True, name="digests")
        self._thread.start()

    def _begin(self) -> None:
        with suppress(OSError):
            digests([file for source in self._sources for file in source.files if file.suffix in WEIGHTS])

    def facts(self) -> dict[str, Any]:
        """The facts for a trace's header: `weights` by role and the SHA-256 of the `tokenizer`, if their files can be
        read.
        """
        self._thread.join()
        target, draft = (_files(source) for source in self._sources)
        own = [file for file in draft if file not in target] or draft
        weights = {"target": weights_of(target), "draft": weights_of(own)}
        made: dict[str, Any] = {"weights": {role: known for role, known in weights.items() if known}}
        tokenizer = _tokenizer(target)
        return made if tokenizer is None else made | {"tokenizer": tokenizer}


def weights_of(files: Sequence[Path]) -> dict[str, Any] | None:
    """The facts about some weight files: their common `sha256`, the digest of each by name, and their Hub `revision`.

    None if there are no files.

    >>> weights_of([]) is None
    True
    """
    if not files:
        return None
    try:
        each = dict(zip([file.name for file in files], digests(files), strict=True))
        made: dict[str, Any] = {"sha256": combined(files), "files": each}
    except OSError:  # a folder that was deleted while it was loaded
        return None
    revision = revision_of(files[0])
    return made if revision is None else made | {"revision": revision}


def revision_of(file: Path) -> str | None:
    """The Hub commit of a file in the Hub's cache.

    >>> revision_of(Path("models--a--b/snapshots/0123456789abcdef0123456789abcdef01234567/config.json"))
    '0123456789abcdef0123456789abcdef01234567'
    """
    folder = file.parent
    return folder.name if folder.parent.name == "snapshots" and _REVISION.fullmatch(folder.name) else None


def _files(source: Source) -> list[Path]:
    """The weight files of a loaded model. The files of a model that was just downloaded are known only now."""
    own = [file for file in source.files if file.suffix in WEIGHTS]
    if not own:
        with suppress(BadInput):
            folder = folder_of(source.name)
            own = [] if folder is None else [file for file in weight_files(folder) if file.suffix in WEIGHTS]
    return own


def _tokenizer(weights: Sequence[Path]) -> str | None:
    """The SHA-256 of the tokenizer's files next to the weights; None if it is inside the weights (GGUF)."""
    folder = weights[0].parent if weights else None
    files = [folder / name for name in TOKENIZER_FILES if (folder / name).exists()] if folder else []
    with suppress(OSError):
        return combined(files) if files else None
    return None
