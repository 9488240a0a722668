"""Who may end or delete a run: whoever has its key, which only the browser that started the run gets.

A run's name is in its links, so it opens the run for everybody who gets one. The key is computed from the name and a
secret of this app, so nothing has to be remembered per run. The secret is kept beside the runs if the host keeps those.
"""

import hmac
import os
import secrets
from contextlib import suppress
from functools import cache
from pathlib import Path

from decoders.files import write_whole
from explorer.service.store import FOLDER

SECRET = "keys.secret"  # in the folder of the runs
BYTES = 32


def key_of(name: str) -> str:
    """The key of the run of that name."""
    return hmac.new(_secret(os.environ.get(FOLDER, "")), name.encode(), "sha256").hexdigest()[:40]


def is_key(name: str, key: object) -> bool:
    """Whether `key` is the key of the run of that name."""
    return isinstance(key, str) and hmac.compare_digest(key_of(name).encode(), key.encode(errors="replace"))


@cache
def _secret(folder: str) -> bytes:
    """The secret of this app; the same after a restart if the runs are kept in `folder`."""
    fresh = secrets.token_hex(BYTES)
    if not folder:
        return fresh.encode()
    path = Path(folder) / SECRET
    with suppress(OSError, ValueError):
        kept = path.read_text(encoding="ascii").strip()
        if len(kept) == 2 * BYTES:
            return kept.encode()
    with suppress(OSError):  # then keys are of this start of the app only
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, fresh)
        path.chmod(0o600)
    return fresh.encode()
