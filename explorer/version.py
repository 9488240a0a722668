"""The version of the explorer that produced a result and, in a checkout, the commit and local changes.

Git runs when the first result is produced, never at import. Without git or outside a checkout, only the version is
known.
"""

import hashlib
import os
import subprocess
from functools import cache
from pathlib import Path

from explorer import __version__

ROOT = Path(__file__).parents[1]
CODE = ("decoders", "explorer")  # the code that determines the output of a run
PATIENCE = 5.0  # time limit of a git command, in seconds


@cache
def about_explorer() -> dict[str, str]:
    """The explorer's `version` and `commit`, and `changes`, a digest of the code files that differ from that commit."""
    return {"version": __version__, **checkout_of(ROOT)}


def checkout_of(root: Path) -> dict[str, str]:
    """The values of `commit` and `changes` if the folder is the top folder of a checkout; otherwise empty."""
    commit = _git(root, "rev-parse", "HEAD").strip() if (root / ".git").exists() else ""
    changes = changes_of(root) if commit else ""
    return {key: value for key, value in (("commit", commit), ("changes", changes)) if value}


def changes_of(root: Path) -> str:
    """A digest of the names and contents of the code files that differ from the commit; empty if there are none."""
    listed = _git(root, "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--", *CODE)
    rows = sorted(row for row in listed.split("\0") if row)
    if not rows:
        return ""
    digest = hashlib.sha256()
    for row in rows:
        file = root / row[3:]
        digest.update(row.encode("utf-8", "surrogateescape") + b"\0")
        digest.update(file.read_bytes() if file.is_file() else b"")
    return digest.hexdigest()[:12]


def _git(root: Path, *command: str) -> str:
    """The output of a git command that writes nothing; empty if git is missing, fails or takes too long."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *command],
            capture_output=True,
            timeout=PATIENCE,
            check=True,
            env=env | {"GIT_OPTIONAL_LOCKS": "0"},
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode("utf-8", "surrogateescape")
