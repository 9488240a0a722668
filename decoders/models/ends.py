"""Which token ids end a text, and which file says so.

A chat model may end its turn with another token than its configuration names: `<|im_end|>` of the template where the
configuration says `<|endoftext|>`. Generation would go on and write the user's next turn, so the template's turn end
counts as well.
"""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from decoders.core.pair import Prompt
from decoders.models.chat import TemplateFault, render
from decoders.models.prompt import choose_template, turns_of, variables_of

QUESTION, ANSWER = "Which colour has the sky?", "Wavelengths7of4blue"  # an answer that no template writes by itself


def ends_of(tokenizer: Any, model_ends: Sequence[int], files: Iterable[Path]) -> dict[int, list[str]]:
    """The ids that end a text, each with where it comes from.

    `model_ends` are those of the network, `files` what it was read from. The words are "generation_config", "config",
    "tokenizer" and "chat_template" (the turn end).
    """
    sources: dict[int, list[str]] = {}
    for token in model_ends:
        sources.setdefault(int(token), []).append(_file_of_ends(files))
    for word, token in (("tokenizer", tokenizer.eos_token_id), ("chat_template", turn_end(tokenizer))):
        if token is not None:
            sources.setdefault(int(token), []).append(word)
    return sources


def _file_of_ends(files: Iterable[Path]) -> str:
    """Which file's `eos_token_id` transformers takes: generation_config.json's, unless it has none."""
    for path in files:
        if path.name == "generation_config.json":
            with suppress(OSError, ValueError):
                about: Any = json.loads(path.read_text(encoding="utf-8"))
                if isinstance(about, dict) and cast(dict[str, Any], about).get("eos_token_id") is not None:
                    return "generation_config"
    return "config"


def turn_end(tokenizer: Any) -> int | None:
    """The special token with which the chat template ends an assistant's turn, None where that is not certain.

    It directly follows the answer in a rendered conversation, and no other special token stands between the beginning
    of the turn, which the model is given, and the answer: there it would end a part of the turn and not the turn
    (gpt-oss has `<|end|>` after the reasoning, Command R7B `<|END_RESPONSE|>`).
    """
    template = choose_template(tokenizer.chat_template) if tokenizer.chat_template else None
    if template is None:
        return None
    texts = _conversation(template, tokenizer)
    if texts is None or texts[1].count(ANSWER) != 1:
        return None
    given, (before, _, after) = texts[0], texts[1].partition(ANSWER)
    specials = {token.content: int(i) for i, token in tokenizer.added_tokens_decoder.items() if token.special}
    between = before[_common(given, before) :]
    if any(special in between for special in specials):
        return None
    first = _leading(after, specials)
    if first is None or _leading(after.removeprefix(first), specials) is not None:
        return None
    return None if specials[first] == tokenizer.bos_token_id else specials[first]


def _conversation(template: str, tokenizer: Any) -> tuple[str, str] | None:
    """A question up to where the answer begins, and the same with an answer; None for a template that refuses it."""
    for system in (None, "Be brief."):
        turns = turns_of(Prompt(QUESTION, system=system))
        answered = [*turns, {"role": "assistant", "content": ANSWER}]
        try:
            given = render(template, variables_of(tokenizer, turns, {})).text
            whole = render(template, variables_of(tokenizer, answered, {"add_generation_prompt": False})).text
        except TemplateFault as fault:
            if fault.kind == "slow":  # it would be as slow again
                return None
            continue
        return given, whole
    return None


def _common(first: str, second: str) -> int:
    """How many characters two texts have in common at the beginning."""
    pairs = zip(first, second, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))


def _leading(text: str, specials: Iterable[str]) -> str | None:
    """The longest special token that a text begins with."""
    return max((special for special in specials if special and text.startswith(special)), key=len, default=None)
