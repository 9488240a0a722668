"""Turn a prompt into the token ids that a model sees, with the tokenizer's chat template or unchanged. Torch is not
needed.

Text that looks like a special token (`<|im_end|>` in a user's text) becomes that token, as in transformers.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from decoders.core.pair import Encoded, Prompt
from decoders.errors import BadInput
from decoders.models.text.chat import LONGEST, SECONDS, Rendered, TemplateFault, render
from decoders.models.text.guarded import ask_tokenizer

OWN = ("messages", "add_generation_prompt")  # template variables that are set from the prompt
LISTS = ("tools", "documents")  # template variables that are lists of objects


def read_prompt(tokenizer: Any, prompt: Prompt, name: str = "this model", ends: Collection[int] = ()) -> Encoded:
    """Encode the prompt as the models see it. Raises BadInput if the prompt cannot be encoded.

    `name` is the model's name in error messages; `ends` are ids that end a text, in addition to the tokenizer's own.
    """
    _check_unicode(prompt)
    template = _template_of(tokenizer, prompt, name)
    if template is None:
        check_single(prompt, f"{name} has no chat template" if not prompt.raw else "A raw prompt is one plain text")
        text, dated = prompt.text, False
    else:
        rendered = _rendered(template, tokenizer, prompt, name)
        text, dated = rendered.text, rendered.dated
    ids = [
        int(i) for i in ask_tokenizer(lambda: tokenizer(text, add_special_tokens=template is None), name)["input_ids"]
    ]
    if not ids:
        raise BadInput("The prompt is empty. Enter at least one token with --prompt.")
    all_ends = {*ends, *([] if tokenizer.eos_token_id is None else [tokenizer.eos_token_id])}
    notes = _notes(tokenizer, prompt, ids, all_ends, text if template is not None else None)
    return Encoded(ids, text, (*notes, *(["dated"] if dated else [])))


def encode_plain(tokenizer: Any, text: str, name: str = "this model") -> list[int]:
    """The token ids of a text that continues another text. No template is used, and no special token is added.

    Raises BadInput if the tokenizer fails on the text.
    """
    _check_unicode(Prompt(text))
    return [int(i) for i in ask_tokenizer(lambda: tokenizer(text, add_special_tokens=False), name)["input_ids"]]


def read_text(tokenizer: Any, ids: Sequence[int], name: str = "this model") -> str:
    """Decode generated ids to text, without special tokens. Raises BadInput if the tokenizer fails."""

    def decode() -> str:
        return tokenizer.decode(list(ids), skip_special_tokens=True, clean_up_tokenization_spaces=False)

    return ask_tokenizer(decode, name)


def check_single(prompt: Prompt, why: str) -> None:
    """Raise BadInput if a prompt that must be one plain text has a system turn, earlier turns or template variables."""
    parts = {
        "a system turn": prompt.system is not None,
        "earlier turns": prompt.earlier,
        "template variables": prompt.template_args,
    }
    unfit = next((part for part, given in parts.items() if given), None)
    if unfit is not None:
        raise BadInput(f"{why}, so {unfit} cannot be used. Use the prompt alone.")


def turns_of(prompt: Prompt) -> list[dict[str, Any]]:
    """The conversation as chat templates read it: the system turn, the earlier turns, the user's turn."""
    system = [] if prompt.system is None else [{"role": "system", "content": prompt.system}]
    earlier = [{key: value for key, value in turn.items() if value is not None} for turn in prompt.earlier]  # pyright: ignore[reportUnnecessaryComparison]
    return [*system, *earlier, {"role": "user", "content": prompt.text}]


def variables_of(tokenizer: Any, turns: list[dict[str, Any]], given: Mapping[str, Any]) -> dict[str, Any]:
    """The variables of a template, as transformers sets them: the conversation, the special tokens and those in
    `given`.
    """
    specials = dict(tokenizer.special_tokens_map)
    own = {"messages": turns, "tools": None, "documents": None, "add_generation_prompt": True}
    return {**own, **specials, **given}


def choose_template(templates: str | Mapping[str, str] | None, with_tools: bool = False) -> str | None:
    """Choose a tokenizer's template, whether it has one template, several named templates, or none.

    >>> choose_template({"default": "a", "tool_use": "b"}), choose_template({"rag": "c"}), choose_template("d")
    ('a', None, 'd')
    """
    if isinstance(templates, Mapping):
        names = ("tool_use", "default") if with_tools else ("default",)
        return next((templates[name] for name in names if name in templates), None)
    return templates or None


def _check_unicode(prompt: Prompt) -> None:
    earlier = [dict(turn) for turn in prompt.earlier]
    try:
        parts = json.dumps([prompt.system, earlier, dict(prompt.template_args)], ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise BadInput(
            "The turns or the template variables are not JSON. Use only text, numbers, true, false, null, lists and "
            "objects."
        ) from None
    for what, text in (("The prompt", prompt.text), ("The conversation", parts)):
        try:
            text.encode()
        except UnicodeEncodeError:
            raise BadInput(f"{what} is not valid Unicode text. Save it as UTF-8.") from None


def _template_of(tokenizer: Any, prompt: Prompt, name: str) -> str | None:
    """The template for the prompt; None if there is no template or if the prompt is raw. Raises BadInput if no template
    is the default.
    """
    templates: str | dict[str, str] | None = tokenizer.chat_template
    if prompt.raw or not templates:
        return None
    template = choose_template(templates, bool(prompt.template_args.get("tools")))
    if template is None:
        names = ", ".join(sorted(templates))[:80]
        raise BadInput(
            f"{name} has several chat templates ({names}) but no default. Use --raw to send the prompt "
            "without a template."
        )
    return template


def _rendered(template: str, tokenizer: Any, prompt: Prompt, name: str) -> Rendered:
    """Render the prompt with the template. Raises BadInput, which quotes the template's own message if there is one."""
    for argument, value in prompt.template_args.items():
        if argument in OWN:
            raise BadInput(
                f"The template variable {argument} is set from the prompt. Leave out --template-arg {argument}."
            )
        if argument in LISTS and not _is_list_of_objects(value):
            raise BadInput(f"The template variable {argument} is not a list of JSON objects. Write it as JSON.")
    try:
        rendered = render(template, variables_of(tokenizer, turns_of(prompt), prompt.template_args))
    except TemplateFault as fault:
        raise BadInput(_sentence(fault, name, prompt)) from None
    unread = [argument for argument in prompt.template_args if argument not in rendered.variables]
    if unread:
        known = ", ".join(variable for variable in rendered.variables if variable not in OWN)
        remedy = f"Choose one of: {known[:200]}." if known else "Leave it out."
        raise BadInput(f"The chat template of {name} has no variable “{unread[0][:60]}”. {remedy}")
    return rendered


def _is_list_of_objects(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)  # pyright: ignore[reportUnknownVariableType]


def _sentence(fault: TemplateFault, name: str, prompt: Prompt) -> str:
    """The error message for a template that produces no text."""
    message, whose = _one_line(fault.message), f"The chat template of {name}"
    if fault.kind == "refused":
        return f"{whose} reports “{message}”. {_remedy(fault.message, prompt)}, or use --raw."
    if fault.kind == "syntax":
        return f"{whose} has a syntax error ({message}). Correct the template, or use --raw."
    what = {
        "fault": f"fails ({message})",
        "large": f"writes or builds more than {LONGEST:,} characters",
        "slow": f"did not end within {SECONDS:g} seconds",
    }.get(fault.kind, "ended the process that rendered it")
    return f"{whose} {what}. Use --raw."


def _remedy(message: str, prompt: Prompt) -> str:
    if "system" not in message.lower():
        return "Change the conversation"
    return "Add a system turn with --system" if prompt.system is None else "Leave out --system"


def _one_line(text: str) -> str:
    """Shorten untrusted text to one printable line, so that a sentence can contain it."""
    printable = "".join(c if c.isprintable() else " " for c in text)
    short = " ".join(printable.split()).rstrip(".!")
    return short if len(short) <= 200 else f"{short[:200]}…"


def _notes(
    tokenizer: Any, prompt: Prompt, ids: list[int], ends: Collection[int], rendered: str | None
) -> Iterator[str]:
    """The codes that describe an unusual prompt. `rendered` is the template's text; None if there is no template.

    explorer/story/header/prompt.py has a sentence for each code.
    """
    bos = tokenizer.bos_token_id
    if bos is not None and ids[:2] == [bos, bos]:
        yield "double_bos"
    if ids[-1] in ends:
        yield "ends_with_eos"
    if rendered is None:
        return
    if prompt.system and prompt.system.strip() not in rendered:
        yield "system_unused"
    words = [prompt.text, prompt.system or "", *(str(turn.get("content", "")) for turn in prompt.earlier)]
    specials = [token.content for token in tokenizer.added_tokens_decoder.values() if token.special]
    if any(special in text for special in specials for text in words):
        yield "special_text"
