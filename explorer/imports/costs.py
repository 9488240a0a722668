"""Typical costs of a draft token by kind of draft.

Few files contain the cost of a draft token. With one request at a time, a pass of a dense model reads all its weights
once. So the cost is roughly the number of bytes that the draft reads for a token, divided by the bytes of the target's
weights.
"""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace

from explorer.imports.counts import Pool
from explorer.imports.record import Kind
from explorer.imports.words import percent_of
from explorer.story.numbers import listed

UNNAMED: Kind = ""
KINDS: tuple[Kind, ...] = ("ngram", "head", "eagle", "mtp", "medusa", "model")  # the kinds that a person can state
WORDS: tuple[tuple[str, Kind, str], ...] = (  # part of its name in an engine or option, the kind, its name in sentences
    ("ngram", "ngram", "n-grams"), ("n-gram", "ngram", "n-grams"), ("suffix", "ngram", "n-grams"),
    ("lookup", "ngram", "n-grams"), ("eagle or mtp", "head", "EAGLE or MTP"), ("eagle3", "head", "EAGLE-3"),
    ("eagle", "head", "EAGLE"), ("mtp", "head", "MTP"), ("medusa", "head", "Medusa"), ("dspark", "head", "DSpark"),
    ("dflash", "head", "DFlash"), ("head", "head", "a head"), ("draft", "model", "a small model"),
    ("standalone", "model", "a small model"), ("model", "model", "a small model"),
)  # fmt: skip
KERNELS = (
    "In vLLM on H100 GPUs, a token of a small model took about 12.5% of a target pass with 70 billion parameters, and "
    "37.5% with 8 billion (Liu et al. 2026, arXiv 2601.11580)."
)
SIZES = {  # for the rough cost of a draft token: the kind to state, the formula with an example, and its result
    "head": ("eagle", "A head costs about (head + output head) / target, such as (0.4 + 0.6) / 16 GB", "6.25%"),
    "model": ("model", "A small model costs about draft / target, such as 2 / 16 GB", "12.5%"),
}
LAYERS = "which is one layer and the output head of a target with 30 to 80 layers,"
COMMAND = "python -m explorer import FILE"  # makes a new report; the app shows the field of the option instead


def command(file: str, out: str = "", length: int | None = None, kind: Kind = UNNAMED) -> str:
    """The command that makes the report about a file again, with the same folder, draft length and kind of draft.

    >>> command("a b.log"), command("-a.log", "out", 3)
    ("python -m explorer import 'a b.log'", 'python -m explorer import ./-a.log -o out --draft-length 3')
    """
    words = [COMMAND.removesuffix(" FILE"), shlex.quote(f"./{file}" if file.startswith("-") else file)]
    words += ["-o", shlex.quote(out)] if out else []
    words += ["--draft-length", str(length)] if length else []
    return " ".join([*words, *(["--draft-kind", kind] if kind else [])])


# The largest assumption of every speed-up that is computed from a cost.
EQUAL_LENGTH = (
    "Computed speed-ups assume that a target pass over a draft takes as long as one over a single token. This is wrong "
    "for mixtures of experts, busy servers and long contexts."
)


@dataclass(frozen=True)
class Ordinary:
    """A kind of draft with the typical range of its cost."""

    kind: Kind
    name: str
    low: float
    high: float

    @property
    def costs(self) -> str:
        """The range of costs in words."""
        return costs_of(self.low, self.high)


def costs_of(low: float, high: float) -> str:
    """A range of costs in words."""
    return f"{percent_of(low)} to {percent_of(high)}" if high else "about 0%"


ORDINARY = (
    Ordinary("head", "a head", 0.02, 0.10),
    Ordinary("model", "a small model", 0.05, 0.375),
    Ordinary("ngram", "n-grams", 0.0, 0.0),
)


def ordinary(pool: Pool) -> tuple[Ordinary, ...]:
    """The kinds of draft that may have produced a file: the kind that it names, or else a head and a small model."""
    kind, name = named(pool)
    found = (each for each in ORDINARY if each.kind == kind or (not kind and each.kind != "ngram"))
    return tuple(replace(each, name=name or each.name) for each in found)


def costs_words(pool: Pool) -> str:
    """The typical costs of the drafts that a file can have."""
    heads = {"a head": f" (EAGLE, MTP or Medusa), {LAYERS}"}
    ranges = listed([f"{each.costs} with {each.name}{heads.get(each.name, '')}" for each in ordinary(pool)])
    kernels = f" {KERNELS}" if any(each.kind == "model" for each in ordinary(pool)) else ""
    others = "" if kind_of(pool) else " For n-grams, add `--draft-kind ngram`."
    return f"Typical costs of a draft token: {ranges}.{kernels}{others}"


def more_exact(pool: Pool) -> tuple[str, str]:
    """Advice on how to get an answer for a single cost: the option to add to the command, and the rough cost of a draft
    token.
    """
    kinds = {each.kind for each in ordinary(pool)}
    if kinds == {"ngram"}:
        return "", ""
    what, about, example = SIZES["head" if "head" in kinds else "model"]
    kind = f"the kind of your draft (`--draft-kind {what}`) or " if len(kinds) > 1 else ""
    said = f"For one answer, add {kind}the cost of a draft token: `{COMMAND} --draft-cost {example}`."
    return f"{said} {pool.formats[0].timed}".strip(), f"{about} = {example}."


def named(pool: Pool) -> tuple[Kind, str]:
    """The kind of draft that a person stated or that the engine names, and its name in sentences. Both are empty if the
    file names no kind, or several kinds. If it has several names of one kind, only the name is empty.
    """
    names = [pool.typed_kind] if pool.typed_kind else [each.lower() for each in pool.methods]
    unknown: tuple[Kind, str] = (UNNAMED, "")
    found = set[tuple[Kind, str]]()
    for name in names:
        rows: Iterator[tuple[Kind, str]] = ((kind, said) for word, kind, said in WORDS if word in name)
        found.add(next(rows, unknown))
    kinds: set[Kind] = {kind for kind, _ in found}
    return (kinds.pop(), found.pop()[1] if len(found) == 1 else "") if len(kinds) == 1 else unknown


def kind_of(pool: Pool) -> Kind:
    """The kind of draft, as in `named`."""
    return named(pool)[0]
