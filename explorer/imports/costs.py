"""Typical costs of a draft token by kind of draft.

Few files say what a draft token cost. With one request at a time, a pass of a dense model reads all its weights once.
So the cost is roughly the bytes that the draft reads for a token, divided by the bytes of the target's weights.
"""

import shlex
from dataclasses import dataclass, replace

from explorer.imports.counts import Pool
from explorer.imports.measures import known
from explorer.imports.record import Kind
from explorer.imports.words import percent_of
from explorer.story.numbers import listed, plural

UNNAMED: Kind = ""
KINDS: tuple[Kind, ...] = ("ngram", "head", "eagle", "mtp", "medusa", "model")  # that a person can state
HEADS: dict[Kind, str] = {"eagle": "EAGLE", "mtp": "MTP", "medusa": "Medusa"}  # kinds of head with their names
WORDS: tuple[tuple[str, Kind], ...] = (  # parts of an engine's name for a draft; the first one that occurs counts
    ("ngram", "ngram"), ("n-gram", "ngram"), ("suffix", "ngram"), ("lookup", "ngram"),
    ("mtp", "head"), ("eagle", "head"), ("medusa", "head"), ("dspark", "head"), ("dflash", "head"),
    ("draft", "model"),
)  # fmt: skip
TITLE = "What a draft token costs"
SAID = (
    "With one request at a time, a pass of a dense model reads all its weights once. So the cost is roughly "
    "the bytes that the draft reads for a token, divided by the bytes of the target’s weights.",
    "With a target of 16 GB, a head of 0.4 GB with an output head of 0.6 GB costs (0.4 + 0.6) / 16 = 6.25%. A small "
    "model of 2 GB costs 2 / 16 = 12.5%.",
    "Small models also spend time launching their kernels. In vLLM on H100 GPUs, their tokens took about 12.5% of a "
    "target pass with 70 billion parameters, and 37.5% with 8 billion (Liu et al. 2026, arXiv 2601.11580).",
    "If you know the cost, give it in percent as `--draft-cost`.",
)
SIZES = {  # what a draft token costs: the kind to state, the formula with an example, and its result
    "head": ("eagle", "A head costs about (head + output head) / target, such as (0.4 + 0.6) / 16 GB", "6.25%"),
    "model": ("model", "It is about draft / target, such as 2 / 16 GB", "12.5%"),
}
COMMAND = "python -m explorer import FILE"  # makes a new report; the app shows the field of the option instead


def command(file: str, out: str = "", length: int | None = None, kind: Kind = UNNAMED) -> str:
    """The command that makes the report about a file again, with the same folder and what was stated about the drafts.

    >>> command("a b.log"), command("-a.log", "out", 3)
    ("python -m explorer import 'a b.log'", 'python -m explorer import ./-a.log -o out --draft-length 3')
    """
    words = [COMMAND.removesuffix(" FILE"), shlex.quote(f"./{file}" if file.startswith("-") else file)]
    words += ["-o", shlex.quote(out)] if out else []
    words += ["--draft-length", str(length)] if length else []
    return " ".join([*words, *(["--draft-kind", kind] if kind else [])])


NO_N_GRAMS = "All these drafts have {}, so they are not n-grams, which draft fewer tokens where they find no match."
# The largest assumption of every speed-up that is computed from a cost.
EQUAL_LENGTH = (
    "All speed-ups assume that a target pass takes equally long with a draft. This is wrong for mixtures of experts, "
    "busy servers and long contexts."
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
        """The range in words."""
        return "about 0%" if not self.high else f"{percent_of(self.low)} to {percent_of(self.high)}"


ORDINARY = (
    Ordinary("head", "a head", 0.02, 0.10),
    Ordinary("model", "a small model", 0.05, 0.375),
    Ordinary("ngram", "n-grams", 0.0, 0.0),
)


def ordinary(pool: Pool) -> tuple[Ordinary, ...]:
    """The kinds of draft that a file can have: the one that it names, or all that fit its lengths."""
    kind, full, head = kind_of(pool), always_full(pool), HEADS.get(pool.typed_kind)
    found = (each for each in ORDINARY if kind in ("", each.kind) and not (full and each.kind == "ngram"))
    return tuple(replace(each, name=head) if head else each for each in found)


def always_full(pool: Pool) -> int:
    """The draft length of all passes, if they have the same one and nobody named the kind of draft; else 0. An assumed
    length does not count. N-grams draft fewer tokens or none where they find no match, so they are then left out.
    """
    assumed = pool.inferred or pool.typed_length is not None or pool.short or pool.vague or pool.approximate
    if assumed or pool.methods or pool.typed_kind:
        return 0
    lengths = {length or 0 for length, _ in known(pool) or ()}
    return lengths.pop() if len(lengths) == 1 else 0


def costs_words(pool: Pool) -> str:
    """The typical costs of the drafts that a file can have, and why n-grams are left out."""
    named = {"a head": " (EAGLE, MTP or Medusa)"}
    ranges = listed([f"{each.costs} with {each.name}{named.get(each.name, '')}" for each in ordinary(pool)])
    full = always_full(pool)
    left_out = f" {NO_N_GRAMS.format(plural(full, 'token'))}" if full else ""
    return f"Typical costs of a draft token, as shares of a target pass: {ranges}.{left_out}"


def more_exact(pool: Pool) -> str:
    """How to get an answer for one cost: roughly what a draft token costs, and what to add to the command."""
    kinds = {each.kind for each in ordinary(pool)}
    if kinds == {"ngram"}:
        return ""
    what, about, example = SIZES["head" if "head" in kinds else "model"]
    kind = f"the kind (`--draft-kind {what}`) or " if len(kinds) > 1 else ""
    said = (
        f"For your own draft, add {kind}the cost of a draft token. {about} = {example}: "
        f"`{COMMAND} --draft-cost {example}`."
    )
    return f"{said} {pool.formats[0].timed}".strip()


def kind_of(pool: Pool) -> Kind:
    """The kind of draft that a person stated, or otherwise the one that the engine's name for it means; "" if the file
    names no kind or several.
    """
    if pool.typed_kind:
        return "head" if pool.typed_kind in HEADS else pool.typed_kind
    found: list[list[Kind]] = [[kind for word, kind in WORDS if word in method.lower()] for method in pool.methods]
    kinds: set[Kind] = {each[0] if each else UNNAMED for each in found}
    return kinds.pop() if len(kinds) == 1 else UNNAMED
