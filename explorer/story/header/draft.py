"""Notes about a run's draft model: the length of its context, and the hidden states that an EAGLE-3 head reads.

The sentences are made from the header's facts.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from decoders.catalog import DECODERS
from decoders.core.decoder import Decoder
from decoders.core.record import Iteration
from explorer.trace.lines import Head, Header, Vocabularies

Said = dict[str, str]  # by voice
LAYER_IDS = "eagle_aux_hidden_state_layer_ids"  # as a head's config.json has it


def notes(header: Header) -> list[str]:
    """Return the sentences about a run's draft model; none for a method that does not use the pair's draft model."""
    if header.method not in DECODERS or not DECODERS[header.method].needs_draft:
        return []
    return [*tokenizers(header.vocabularies), *_window(header), *_head(header.head)]


def beyond_window(header: Header, iteration: Iteration) -> int | None:
    """Return the length of the draft's context in tokens if an iteration starts beyond it, so that nothing is drafted;
    otherwise, None.
    """
    depths = [node.depth for node in iteration.nodes if node.role == "input"]
    length, window = len(header.prompt_tokens) + max(depths, default=0), header.draft_window
    return window if window is not None and length > window else None


def tokenizers(both: Vocabularies | None) -> list[str]:
    """Return the sentences about a draft with another tokenizer; none if both models have the same tokenizer."""
    if both is None:
        return []
    if both.rule == "SLEM":
        return [
            "The draft has another tokenizer. It writes in its own tokens, and the target’s tokenizer splits its text "
            f"again. Both vocabularies have {both.common:,} tokens in common."
        ]
    return [
        f"The draft has another tokenizer. It can propose {both.common:,} of the target’s {both.target:,} tokens: "
        "those that both vocabularies have."
    ]


def vocabularies_of(facts: Mapping[str, Any] | None, method: Decoder) -> Vocabularies | None:
    """Return the facts about two tokenizers, with the rule that a method follows; None if there are no such facts."""
    if facts is None:
        return None
    return Vocabularies(**{**facts, "rule": "SLEM" if method.writes else "TLI"})


def two_tokenizers(facts: Mapping[str, Any] | None) -> list[str]:
    """Return the sentences about a pair's two tokenizers for all methods; none if the pair has one tokenizer."""
    if facts is None:
        return []
    more = "With slem, it writes in its own tokens, and the target’s tokenizer splits its text again."
    return [*tokenizers(Vocabularies(**{**facts, "rule": "TLI"})), more]


def not_in_draft(header: Header) -> dict[str, Said] | None:
    """Return the mark and the sentence about a token that cannot be drafted; None if all tokens can be drafted."""
    if header.vocabularies is None or header.vocabularies.rule != "TLI":
        return None
    return {
        "mark": {"plain": "cannot be drafted", "exact": "not in the draft’s vocabulary"},
        "reason": {
            "plain": "The draft’s vocabulary has no such token, so the draft cannot propose it.",
            "exact": "The vocabularies do not have this token in common, so q = 0.",
        },
    }


def _window(header: Header) -> list[str]:
    window, prompt, new = header.draft_window, len(header.prompt_tokens), header.max_new_tokens
    if window is None or new is None or prompt + new <= window + 2:  # the limit of the run comes first
        return []
    if prompt > window:
        return [f"The prompt is longer than the draft’s context of {window:,} tokens, so the draft proposes nothing."]
    return [
        f"The draft’s context is {window:,} tokens. Once the prompt and the text together are longer, the "
        "draft proposes nothing and the target writes alone."
    ]


def _head(head: Head | None) -> list[str]:
    if head is None:
        return []
    layers, guessed = head.layers, head.guessed or ()
    said = f"The EAGLE-3 head reads the target’s hidden states after {_named('layer', layers)}."
    if head.final_norm:
        said = f"The EAGLE-3 head reads the target’s hidden state after {_named('layer', layers)} and the final norm."
    found = [said]
    if "layers" in guessed:
        found.append(
            "The head’s config.json does not name the layers, so the explorer guesses the usual ones. If few "
            f"draft tokens are accepted, set {LAYER_IDS} there."
        )
    if "norm_before_residual" in guessed:
        found.append("The head’s config.json does not set norm_before_residual, so the explorer guesses false.")
    return found


def _named(noun: str, numbers: Sequence[int]) -> str:
    """Join numbers for a sentence, after their noun.

    >>> _named("layer", [2, 4, 5]), _named("layer", [8])
    ('layers 2, 4 and 5', 'layer 8')
    """
    *others, last = map(str, numbers)
    return f"{noun}s {', '.join(others)} and {last}" if others else f"{noun} {last}"
