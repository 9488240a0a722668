"""Prompt lookup: drafts copied from the prompt and the text so far (prompt lookup decoding, Saxena 2023).

The method looks up the longest n-gram (n ≤ `ngram`) at the end of the text that also occurs earlier. The γ tokens after
its first occurrence are the draft. No draft model is needed. A copied token is drafted deterministically (q = 1), so
the walk samples y ~ 𝒯p and continues while the copy equals y (`tree_verification.follow`). The method is lossless.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from decoders.core.decode import Beam, Run, State
from decoders.core.decoder import Decoder, multinomial
from decoders.core.record import DRAFT, Layer
from decoders.core.settings import Settings, setting
from decoders.methods.tree_verification import FOLLOWING, Candidates, Scored, add_chain, depth_left, follow


@dataclass(frozen=True)
class LookupSettings(Settings):
    """Settings of prompt lookup."""

    gamma: int = setting(
        8, "Maximum number of tokens copied per round.", label="Draft length", low=1, high=64, symbol="γ"
    )
    ngram: int = setting(
        3,
        "Length of the longest n-gram to look up. Shorter n-grams are tried next, down to length 1.",
        label="Longest n-gram",
        low=1,
        high=16,
    )

    @property
    def most_nodes(self) -> int:
        """See `Settings.most_nodes`."""
        return self.gamma


@dataclass(frozen=True, kw_only=True)
class CopyLayer(Layer):
    """The n-gram that was looked up and the number of copied tokens."""

    kind: ClassVar[str] = "copy"
    ngram: int  # n of the match, 0 if there is none
    at: int  # index of the first copied token, counted from the start of the prompt
    copied: int  # number of copied tokens


def find(context: Sequence[int], ngram: int) -> tuple[int, int]:
    """Find the longest n-gram at the end of `context` that also occurs earlier.

    Returns n and the index after the first occurrence; (0, 0) if there is no match.

    >>> find([5, 1, 2, 9, 7, 1, 2], 3)
    (2, 3)
    """
    tokens = np.asarray(context, dtype=np.int64)
    for n in range(min(ngram, len(tokens) - 1), 0, -1):
        starts = len(tokens) - n  # an earlier occurrence starts before the suffix
        same = np.ones(starts, dtype=bool)
        for i in range(n):
            same &= tokens[i : i + starts] == tokens[starts + i]
        if same.any():
            return n, int(np.argmax(same)) + n
    return 0, 0


def step(run: Run, state: State) -> State:
    """Run one iteration: copy, run one target pass, and accept the copies that equal y ~ 𝒯p."""
    beam = state.beams[0]
    tree = copy_chain(run, beam)
    return run.commit(beam, follow(run, Scored(run, tree)))


def copy_chain(run: Run, beam: Beam) -> Candidates:
    """The copied tokens as a chain. The chain ends at EOS, and leaves room for the target's own token."""
    tree = Candidates(beam.node)
    context = [*run.prompt, *beam.tokens]
    n, at = find(context, run.settings.ngram)
    copied = context[at : at + min(run.settings.gamma, depth_left(run, beam))] if n else []
    add_chain(run, tree, copied)
    run.rec.layer(CopyLayer(ngram=n, at=at, copied=len(tree.nodes)))
    if tree.nodes:
        run.rec.step(DRAFT, tree.nodes)
    return tree


DECODER = Decoder(
    name="lookup",
    title="Prompt lookup: drafts copied from the text so far",
    paper="Saxena 2023 (prompt lookup decoding)",
    step=step,
    settings=LookupSettings,
    oracle=multinomial,
    view="chain",
    rules=FOLLOWING,
    layers=(CopyLayer,),
    needs_draft=False,
)
