"""A prompt as the ids that a model sees: through the tokenizer's chat template, or as it is. No torch here."""

from typing import Any

from decoders.core.pair import Encoded, Prompt
from decoders.errors import BadInput


def read_prompt(tokenizer: Any, prompt: Prompt) -> Encoded:
    """The prompt as the models see it. Raises BadInput."""
    try:
        prompt.text.encode()
    except UnicodeEncodeError:
        raise BadInput("the prompt is not valid Unicode text; give --prompt in UTF-8") from None
    text = prompt.text
    if prompt.raw or not tokenizer.chat_template:
        ids = tokenizer(text)["input_ids"]
    else:
        turn = [{"role": "user", "content": text}]
        ids = tokenizer.apply_chat_template(turn, add_generation_prompt=True, return_dict=True)["input_ids"]
    if not ids:
        raise BadInput("the prompt is empty; give at least one token with --prompt")
    return Encoded([int(i) for i in ids], text)
