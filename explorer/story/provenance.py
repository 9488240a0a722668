"""Lines that name what a result was made with: the explorer's version and commit, and the digests of the weights."""

from collections.abc import Mapping
from typing import Any

Part = Mapping[str, Any]
SHOWN = 12  # characters of a digest or a commit


def explorer_words(explorer: Part) -> str:
    """The explorer's version and commit, from the facts in a header.

    >>> explorer_words({"version": "0.1.0", "commit": "b709364c83f844", "changes": "12ab"})
    'explorer 0.1.0, commit b709364c83f8 with uncommitted changes (12ab)'
    """
    commit, changes = explorer.get("commit"), explorer.get("changes")
    made = f"explorer {explorer['version']}"
    made += f", commit {str(commit)[:SHOWN]}" if commit else ""
    return made + (f" with uncommitted changes ({str(changes)[:SHOWN]})" if changes else "")


def weights_words(header: Part) -> list[str]:
    """A line for each model whose weights the header names: files, SHA-256 and revision on the Hub.

    >>> weights_words({"weights": {"target": {"sha256": "ab" * 32, "files": {"m.gguf": "ab" * 32}}}})
    ['weights of the target: m.gguf, SHA-256 abababababababababababababababababababababababababababababababab']
    """
    made = list[str]()
    for role, about in (header.get("weights") or {}).items():
        names = list(about["files"])
        files = names[0] if len(names) == 1 else f"{len(names)} files"
        revision = f", revision {about['revision']}" if about.get("revision") else ""
        made.append(f"weights of the {role}: {files}, SHA-256 {about['sha256']}{revision}")
    return made


def made_with(header: Part) -> list[str]:
    """The lines of a summary: explorer, weights and tokenizer; none for an older trace without these facts."""
    explorer, tokenizer = header.get("explorer"), header.get("tokenizer")
    lines = [f"made with: {explorer_words(explorer)}"] if explorer else []
    lines += weights_words(header)
    return [*lines, f"tokenizer: SHA-256 {tokenizer}"] if tokenizer else lines


def in_short(header: Part) -> str:
    """A short form: the version, and the first digits of the digests of the target's and the draft's weights.

    >>> in_short({"explorer": {"version": "0.1.0"}, "weights": {"target": {"sha256": "ab" * 32, "files": {}}}})
    'explorer 0.1.0, target abababababab'
    """
    explorer = header.get("explorer")
    made = [f"explorer {explorer['version']}"] if explorer else []
    weights = header.get("weights") or {}
    return ", ".join([*made, *(f"{role} {about['sha256'][:SHOWN]}" for role, about in weights.items())])
