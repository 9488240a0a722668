"""Find the token ids that end a text, and the files that name them.

A chat model may end its turn with a token that its configuration does not name. For example, the template may end turns
with `<|im_end|>`, while the configuration names `<|endoftext|>`. Generation would then continue with the user's next
turn. So the token that ends a turn in the template counts as well.
"""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from decoders.core.pair import Prompt
from decoders.core.tree import shared
from decoders.models.text.chat import TemplateFault, render
from decoders.models.text.prompt import choose_template, turns_of, variables_of

QUESTION, ANSWER = "Which colour has the sky?", "Wavelengths7of4blue"  # an answer that no template contains


def ends_of(tokenizer: Any, model_ends: Sequence[int], files: Iterable[Path]) -> dict[int, list[str]]:
    """The ids that end a text, each with the sources that name it.

    `model_ends` are the ids that the network's configuration names; `files` are the files from which the network was
    read. The sources are "generation_config", "config", "tokenizer" and "chat_template" (the turn end).
    """
    sources: dict[int, list[str]] = {}
    for token in model_ends:
        sources.setdefault(int(token), []).append(_file_of_ends(files))
    for word, token in (("tokenizer", tokenizer.eos_token_id), ("chat_template", turn_end(tokenizer))):
        if token is not None:
            sources.setdefault(int(token), []).append(word)
    return sources


def _file_of_ends(files: Iterable[Path]) -> str:
    """The file from which transformers takes `eos_token_id`: generation_config.json, unless this file does not set
    it.
    """
    for path in files:
        if path.name == "generation_config.json":
            with suppress(OSError, ValueError):
                about: Any = json.loads(path.read_text(encoding="utf-8"))
                if isinstance(about, dict) and cast(dict[str, Any], about).get("eos_token_id") is not None:
                    return "generation_config"
    return "config"


def turn_end(tokenizer: Any) -> int | None:
    """Find the special token with which the chat template ends an assistant's turn; None if that is uncertain.

    The token must directly follow the answer in a rendered conversation. No other special token may come between the
    beginning of the turn and the answer, because the token might then end only a part of the turn. For example, gpt-oss
    has `<|end|>` after the reasoning, and Command R7B has `<|END_RESPONSE|>`.
    """
    template = choose_template(tokenizer.chat_template) if tokenizer.chat_template else None
    if template is None:
        return None
    texts = _conversation(template, tokenizer)
    if texts is None or texts[1].count(ANSWER) != 1:
        return None
    given, (before, _, after) = texts[0], texts[1].partition(ANSWER)
    specials = {token.content: int(i) for i, token in tokenizer.added_tokens_decoder.items() if token.special}
    between = before[shared(given, before) :]
    if any(special in between for special in specials):
        return None
    first = _leading(after, specials)
    if first is None or _leading(after.removeprefix(first), specials) is not None:
        return None
    return None if specials[first] == tokenizer.bos_token_id else specials[first]


def _conversation(template: str, tokenizer: Any) -> tuple[str, str] | None:
    """Render a question without and with an answer; None if the template refuses the conversation."""
    for system in (None, "Be brief."):
        turns = turns_of(Prompt(QUESTION, system=system))
        answered = [*turns, {"role": "assistant", "content": ANSWER}]
        try:
            given = render(template, variables_of(tokenizer, turns, {})).text
            whole = render(template, variables_of(tokenizer, answered, {"add_generation_prompt": False})).text
        except TemplateFault as fault:
            if fault.kind == "slow":  # the second template would be just as slow
                return None
            continue
        return given, whole
    return None


def _leading(text: str, specials: Iterable[str]) -> str | None:
    """Find the longest special token at the beginning of a text."""
    return max((special for special in specials if special and text.startswith(special)), key=len, default=None)
