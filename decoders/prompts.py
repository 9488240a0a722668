"""Read a pair's prompts without loading its networks: only the chat template and the tokenizer are loaded.

Torch is not imported. For a Hub model, only the tokenizer's files are downloaded.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from decoders.core.pair import Encoded, Pair, Prompt
from decoders.errors import BadInput
from decoders.exact.toy import read_toy
from decoders.models.loading.embedded import NAMES
from decoders.models.loading.fetch import bundled_target
from decoders.models.loading.hub import check_hub
from decoders.models.loading.load import read_any_tokenizer
from decoders.models.loading.locate import locate
from decoders.models.loading.names import expanded, split_pair
from decoders.models.steps import Progress
from decoders.models.text.ends import ends_of
from decoders.models.text.prompt import encode_plain, read_prompt
from decoders.models.text.tokens import id_text
from decoders.pairs import PAIRS, no_progress, toy_pair

TOY = "toy:"


@dataclass(frozen=True)
class Reader:
    """The functions of a pair's tokenizer.

    `read` reads a prompt, and `token_text` returns the text of a token id. `encode` returns the token ids of a plain
    text, without a template or special tokens; it is None for a pair without a tokenizer. `read` and `encode` raise
    BadInput.
    """

    read: Callable[[Prompt], Encoded]
    token_text: Callable[[int], str]
    encode: Callable[[str], Sequence[int]] | None = None


def reader_of(pair: Pair) -> Reader:
    """Make the reader of a loaded pair."""
    return Reader(pair.read, pair.token_text, pair.models.encode)


def read_reader(name: str, progress: Progress = no_progress) -> Reader:
    """Make the reader of the pair with this name from the tokenizer of its target.

    An embedded pair is downloaded first if needed, because its tokenizer comes with its weights. Raises BadInput if the
    tokenizer cannot be read.
    """
    if name.startswith(TOY):
        return reader_of(toy_pair(read_toy(Path(expanded(name.removeprefix(TOY)))), name))
    target = _target(name, progress)
    tokenizer = read_any_tokenizer(target)
    byte_level, ends = "Ġ" in tokenizer.get_vocab(), ends_of(tokenizer, (), ())
    return Reader(
        lambda prompt: read_prompt(tokenizer, prompt, name if name in NAMES else target, ends),
        lambda token: id_text(tokenizer, token, byte_level),
        lambda text: encode_plain(tokenizer, text, name if name in NAMES else target),
    )


def _target(name: str, progress: Progress) -> str:
    """The location of the tokenizer that a pair's target uses. Raises BadInput if the pair is unknown."""
    if name in NAMES:
        return str(bundled_target(progress))
    sides = (PAIRS[name].target, PAIRS[name].draft) if name in PAIRS else split_pair(name)
    if sides is None:
        raise BadInput(
            f"Unknown pair “{name[:80]}”. Choose one of: {', '.join(PAIRS)}, toy:FILE, or TARGET+DRAFT with two "
            "local folders, GGUF files or Hub models."
        )
    target = sides[0]
    check_hub(target)
    return locate(target).tokenizer
