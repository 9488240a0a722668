"""The form's folded section with the context of a prompt: system prompt, earlier turns, template variables, and EOS."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import gradio as gr

from decoders.core.record import to_plain
from explorer.service.conversation import parsed_turns, parsed_variables
from explorer.service.queue.limits import PROMPT
from explorer.service.request import key_values
from explorer.trace.lines import Header

KEYS = ("system", "messages", "template_args", "ignore_eos")
EMPTY: dict[str, Any] = {"system": "", "messages": "", "template_args": "", "ignore_eos": False}
LABELS = ("System prompt", "Earlier turns", "Template variables", "Ignore the end of the text")
OPTIONS = ("The earlier turns", "The template variables")


@dataclass(frozen=True)
class Around:
    """The fields of the section, in the order of KEYS."""

    system: gr.Textbox
    messages: gr.Textbox
    template_args: gr.Textbox
    ignore_eos: gr.Checkbox

    @property
    def fields(self) -> list[Any]:
        """All fields, in the order of KEYS."""
        return [self.system, self.messages, self.template_args, self.ignore_eos]


def build(values: Mapping[str, Any], of: str = "") -> Around:
    """Build the fields in a folded section of the open Gradio layout. The text `of` is appended to their labels."""
    held, labels = EMPTY | dict(values), [label + of for label in LABELS]
    with gr.Accordion(f"System prompt, earlier turns, template{of}", open=False, elem_classes="around"):
        return Around(
            _text(held["system"], labels[0], "Text of the system turn. If empty, the template’s default is used.", 2),
            _text(
                held["messages"],
                labels[1],
                'Turns before the prompt, one JSON object per line: {"role": "user", "content": "Hello"}',
                3,
            ),
            _text(
                held["template_args"],
                labels[2],
                "Variables of the chat template, one per line, such as enable_thinking=false.",
                1,
            ),
            gr.Checkbox(
                held["ignore_eos"],
                label=labels[3],
                info="Whether the run continues after EOS, up to the maximum number of new tokens.",
            ),
        )


def _text(value: str, label: str, info: str, lines: int) -> gr.Textbox:
    return gr.Textbox(value, label=label, info=info, lines=lines, max_lines=8, max_length=PROMPT.value)


def fields_of(values: Sequence[Any]) -> dict[str, Any]:
    """Convert the widgets' values to fields of RunRequest. If a field is invalid, raises BadInput, which names it."""
    system, messages, variables, ignore_eos = values
    words = [line.strip() for line in str(variables or "").splitlines() if line.strip()]
    turns = parsed_turns(messages, OPTIONS[0]) if str(messages or "").strip() else ()
    return {
        "system": system or None,
        "messages": turns,
        "template_args": parsed_variables(key_values(words, f"{OPTIONS[1]}:", "enable_thinking=false")),
        "ignore_eos": bool(ignore_eos),
    }


def held_by(head: Header | None) -> dict[str, Any]:
    """The widgets' values that repeat the run of a trace's header; the default values if the header is None."""
    if head is None:
        return dict(EMPTY)
    turns = (json.dumps(to_plain(turn), ensure_ascii=False) for turn in head.messages or ())
    variables = (
        f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in (head.template_args or {}).items()
    )
    return {
        "system": head.system or "",
        "messages": "\n".join(turns),
        "template_args": "\n".join(variables),
        "ignore_eos": head.ignore_eos is True,
    }
