"""What a draft token costs by kind of draft: known by its construction, or by a formula from the bytes of the weights.

No cost is assumed. A profile or the speed without a draft gives the true one.
"""

from typing import Literal

from explorer.imports.counts import Pool

Kind = Literal["text", "head", "model", ""]
UNNAMED: Kind = ""
WORDS: tuple[tuple[str, Kind], ...] = (  # parts of an engine's name for a draft; the first one that occurs counts
    ("ngram", "text"), ("n-gram", "text"), ("suffix", "text"), ("lookup", "text"),
    ("mtp", "head"), ("eagle", "head"), ("medusa", "head"), ("dspark", "head"), ("dflash", "head"),
    ("draft", "model"),
)  # fmt: skip
TITLE = "What a draft token costs"
HEADS = ("kind of draft", "cost of a draft token, in target passes", "worked example")
ROWS = (
    ("n-gram, suffix or lookup", "about 0, because no model runs", "0%"),
    (
        "head of the target (MTP, EAGLE)",
        "(bytes of its layers + bytes of the output head) / bytes of the target",
        "(0.4 GB + 0.6 GB) / 16 GB = 6.25%",
    ),
    ("draft model", "bytes of the draft's weights / bytes of the target's weights", "2 GB / 16 GB = 12.5%"),
)
SAID = (
    "With one request, a pass reads all its weights once, so its time grows with their bytes. Of a mixture of experts, "
    "count only the experts of one token.",
    "Small models also spend time on starting their kernels, so the true cost is higher.",
    "Enter the cost as `--draft-ms`: cost × time of a target pass.",
)


def kind_of(pool: Pool) -> Kind:
    """The kind of draft by the engine's name for it; "" if the file does not name it, or names several kinds."""
    kinds: set[Kind] = {_kind(method) for method in pool.methods}
    if len(kinds) == 1:
        return kinds.pop()
    return ""


def _kind(method: str) -> Kind:
    found: list[Kind] = [kind for word, kind in WORDS if word in method.lower()]
    return found[0] if found else UNNAMED
