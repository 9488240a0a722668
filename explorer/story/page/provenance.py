"""Lines about the origin of a result: the explorer's version and commit, and the digests of the weights."""

from collections.abc import Mapping

from explorer.trace.lines import Explorer, Header, Weights

SHOWN = 12  # characters of a digest or a commit


def explorer_words(explorer: Explorer) -> str:
    """The explorer's version and commit, from the facts in a header.

    >>> explorer_words(Explorer("0.1.0", commit="b709364c83f844", changes="12ab"))
    'explorer 0.1.0, commit b709364c83f8 with uncommitted changes (12ab)'
    """
    made = f"explorer {explorer.version}"
    made += f", commit {explorer.commit[:SHOWN]}" if explorer.commit else ""
    return made + (f" with uncommitted changes ({explorer.changes[:SHOWN]})" if explorer.changes else "")


def weights_words(weights: Mapping[str, Weights] | None) -> list[str]:
    """A line for each model whose weights a header names: files, SHA-256 and revision on the Hub.

    >>> weights_words({"target": Weights("ab" * 32, {"m.gguf": "ab" * 32})})
    ['weights of the target: m.gguf, SHA-256 abababababababababababababababababababababababababababababababab']
    """
    made = list[str]()
    for role, about in (weights or {}).items():
        names = list(about.files)
        files = names[0] if len(names) == 1 else f"{len(names)} files"
        revision = f", revision {about.revision}" if about.revision else ""
        made.append(f"weights of the {role}: {files}, SHA-256 {about.sha256}{revision}")
    return made


def made_with(header: Header) -> list[str]:
    """The lines of a summary: explorer, weights and tokenizer; none for an older trace without these facts."""
    lines = [f"made with: {explorer_words(header.explorer)}"] if header.explorer else []
    lines += weights_words(header.weights)
    return [*lines, f"tokenizer: SHA-256 {header.tokenizer}"] if header.tokenizer else lines


def in_short(header: Header) -> str:
    """A short form: the version, and the first digits of the digests of the target's and the draft's weights."""
    made = [f"explorer {header.explorer.version}"] if header.explorer else []
    return ", ".join([*made, *(f"{role} {about.sha256[:SHOWN]}" for role, about in (header.weights or {}).items())])
