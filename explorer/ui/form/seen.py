"""The section "The prompt as the model sees it": the text after the chat template, and the tokens with their ids.

Only the tokenizer is read, never the model. A model's files are untrusted, so their content is escaped, every token has
its own Unicode isolate, and invisible characters are shown as code points.
"""

from collections.abc import Sequence
from html import escape
from typing import Any

import gradio as gr

from decoders.errors import BadInput
from decoders.models.loading.embedded import NAMES
from decoders.models.loading.fetch import CONVERTED, cache_folder
from decoders.prompts import Reader, read_reader, reader_of
from explorer.service.live import friendly
from explorer.service.offered import check_pair, toys
from explorer.service.queue.limits import PROMPT
from explorer.service.queue.memory import check_parts, in_memory
from explorer.service.seen import Seen, read_seen
from explorer.story.header.prompt import note_sentence
from explorer.story.numbers import coded, plural, visible
from explorer.ui.form import around
from explorer.ui.form.widgets import QUIET
from explorer.ui.scripts import call

FIRST, LAST = 384, 128  # tokens shown from the beginning and end of a longer prompt
LONGEST = 8_000  # maximum number of characters of the text that are shown
CHANGED = '<p class="stale" role="status">The prompt or a setting has changed. Press “Show tokens” again.</p>'
READING = '<p role="status">Reading the tokenizer …</p>'


def build(inputs: Sequence[Any]) -> None:
    """Build the section in the open Gradio layout. `inputs` are pair, prompt, raw and the fields of `around`."""
    with gr.Accordion("The prompt as the model sees it", open=False, elem_id="seen-panel") as section:
        press = gr.Button("Show tokens", size="sm", elem_id="see")
        seen = gr.HTML("", elem_id="seen", padding=False)
    asked = [press.click, section.expand]
    gr.on(asked, None, None, seen, js=f"() => {READING!r}", **QUIET)
    gr.on(
        asked,
        html_of,
        inputs,
        seen,
        concurrency_id="seen",
        concurrency_limit=2,
        show_progress="hidden",
        api_visibility="private",
    )
    gr.on([one.change for one in inputs], None, seen, seen, js=call("explore.js", "outdated", shown=CHANGED), **QUIET)


def html_of(pair: str | None, prompt: str | None, raw: bool, *fields: str) -> str:
    """HTML of the prompt as the model sees it, or an error. `fields` are those of `around` without EOS."""
    try:
        given = around.fields_of([*fields, False]) | {"raw": bool(raw)}
        size = sum(len(field or "") for field in (prompt, *fields))
        if size > PROMPT.value:
            raise BadInput(f"The prompt has {size:,} characters, but the limit is {PROMPT.value:,}. Shorten it.")
        return seen_html(read_seen(_reader(pair or ""), prompt or "", given))
    except Exception as error:
        return f'<p class="wrong" role="alert">{escape(friendly(error))}</p>'


def _reader(pair: str) -> Reader:
    """The pair's prompt reader, without loading its models. Raises BadInput if the tokenizer cannot be read."""
    check_pair(pair)
    kept = in_memory(pair)
    if kept is not None:
        return reader_of(kept)
    if pair in NAMES and not (cache_folder() / CONVERTED / "config.json").exists():
        raise BadInput(
            f"The tokenizer of {pair} comes with its weights, which have not been downloaded yet. Run the pair once."
        )
    if pair not in toys():
        check_parts(pair)
        return read_reader(pair)
    return read_reader(f"toy:{toys()[pair]}")


def seen_html(seen: Seen) -> str:
    """HTML of the number of tokens, the text, and one chip per token."""
    count = len(seen.tokens)
    chips = [_chip(token, text) for token, text in seen.tokens]
    if count > FIRST + LAST:
        chips[FIRST:-LAST] = [f'<li class="left-out">{count - FIRST - LAST:,} tokens are not shown</li>']
    notes = "".join(f"<p>{escape(note_sentence(note))}</p>" for note in seen.notes)
    return (
        f'<div class="seen" data-tokens="{count}"><p role="status">{plural(count, "token")}, from this text:</p>'
        f'<pre dir="ltr" tabindex="0">{_text(seen.text)}</pre>{notes}'
        f'<ol class="chips" aria-label="Tokens with their ids">{"".join(chips)}</ol></div>'
    )


def _chip(token: int, text: str) -> str:
    return f"<li><bdi>{escape(visible(text)) or '&nbsp;'}</bdi><small>{token}</small></li>"


def _text(text: str) -> str:
    """HTML of a text. Each line has its own Unicode isolate, so no line changes the direction of another one."""
    cut = text if len(text) <= LONGEST else f"{text[: LONGEST // 2]}\n…\n{text[-LONGEST // 2 :]}"
    return "\n".join(f"<bdi>{escape(coded(line))}</bdi>" for line in cut.split("\n"))
