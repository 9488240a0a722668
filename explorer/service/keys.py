"""Keys that allow their holder to end or delete a run. Only the browser that started the run gets its key.

A run's name is part of its links, so everyone with a link can open the run. The key is computed from the name and a
secret of this app, so no keys need to be stored. The secret is stored with the runs if the host stores runs.
"""

import hmac
import os
import secrets
from contextlib import suppress
from functools import cache
from pathlib import Path

from decoders.files import write_whole
from explorer.service.store import FOLDER

SECRET = "keys.secret"  # file in the folder of the runs
BYTES = 32


def key_of(name: str) -> str:
    """Compute the key of the run with this name."""
    return hmac.new(_secret(os.environ.get(FOLDER, "")), name.encode(), "sha256").hexdigest()[:40]


def is_key(name: str, key: object) -> bool:
    """Whether `key` is the key of the run with this name."""
    return isinstance(key, str) and hmac.compare_digest(key_of(name).encode(), key.encode(errors="replace"))


@cache
def _secret(folder: str) -> bytes:
    """The secret of this app. It stays the same after a restart if the runs are stored in `folder`."""
    fresh = secrets.token_hex(BYTES)
    if not folder:
        return fresh.encode()
    path = Path(folder) / SECRET
    with suppress(OSError, ValueError):
        kept = path.read_text(encoding="ascii").strip()
        if len(kept) == 2 * BYTES:
            return kept.encode()
    with suppress(OSError):  # without the file, keys are valid only until the app restarts
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, fresh)
        path.chmod(0o600)
    return fresh.encode()
