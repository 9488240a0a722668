"""Use the prompt of an existing trace. Its token ids come from the recording and are never computed again.

A chat template may write today's date, and a tokenizer's files may have changed. In either case, encoding the prompt
again would give different ids.
"""

from decoders.core.pair import Encoded, Pair
from decoders.errors import BadInput
from explorer.trace.lines import Header


def recorded_prompt(head: Header) -> Encoded:
    """Return the prompt of a header with its recorded notes. The text is the prompt without the chat template."""
    return Encoded(list(head.prompt_tokens), head.prompt, head.prompt_notes or ())


def check_tokens(head: Header, pair: Pair) -> None:
    """Raise BadInput if the pair lacks an id of the recorded prompt, or has a different token with that id."""
    texts = head.texts or {}
    for token in head.prompt_tokens:
        if not 0 <= token < pair.models.target.vocab_size:
            raise BadInput(
                f"This trace uses token {token}, which the pair {pair.name} does not have. Record the run again."
            )
        if texts.get(str(token), text := pair.token_text(token)) != text:
            raise BadInput(
                f"The tokens of {pair.name} have changed since this run was recorded (token {token} was "
                f"{texts[str(token)]!r:.40} and is now {text!r:.40}). Record the run again."
            )
