"""The section "Stored answers" of the "Lab" tab: how much suffix decoding would have saved on a file of answers."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import gradio as gr

from decoders.catalog import decoder
from decoders.errors import BadInput
from explorer.features.saved import Pair, Saved, SimpleTokens, read_pairs, saved
from explorer.service.live import friendly
from explorer.service.queue.limits import PROMPT, UPLOAD_MB
from explorer.ui.form.widgets import note_html, wrong_html
from explorer.ui.tabs.tables import table

MOST_ANSWERS, MOST_LETTERS = 200, 400_000  # larger files need the command line
ABOUT = (
    "Would suffix decoding speed up your own requests? No model is needed to find out, because whether a guess is "
    "accepted depends only on the text. Choose a file with one JSON object per line, such as "
    '`{"prompt": "…", "answer": "…"}`.'
)
MEANING = (
    "Accepted: guesses accepted per target pass. Bound: tokens per target pass, which no speed-up can exceed. A token "
    "is a word with the space before it, a run of white space, one other character, or the end of the text. The "
    "command `python -m explorer saved` takes larger files and a pair’s tokenizer."
)
HEAD = ("line", "tokens", "passes", "accepted", "bound", "passes, earlier answers", "accepted", "bound")


def build() -> None:
    """Build the section in the open Gradio layout."""
    with gr.Accordion("Stored answers: what would suffix decoding save?", open=False, elem_id="saved"):
        gr.Markdown(ABOUT)
        with gr.Row(elem_classes="choose"):
            file = gr.File(
                label=f"File of answers (.jsonl, up to {UPLOAD_MB.value} MB)", elem_id="saved-file", height=140
            )
            factor = _number("max_spec_factor", 16)
            least = _number("min_token_prob", 1)
            count = gr.Button("Count passes", variant="primary", scale=0, min_width=140, elem_id="saved-run")
        result = gr.HTML("", padding=False, elem_id="saved-result")
        count.click(result_html, [file, factor, least], result, trigger_mode="once", api_visibility="private")


def _number(key: str, most: float) -> gr.Number:
    """Make a field for a setting of suffix decoding."""
    setting = next(one for one in decoder("suffix").describe()["settings"] if one["key"] == key)
    return gr.Number(setting["default"], label=setting["label"], minimum=0, maximum=most, step=0.1)


def result_html(path: str | None, factor: float | None, least: float | None) -> str:
    """The table of a file's answers, or an error message about the file."""
    if not path:
        return wrong_html("No file is chosen. Choose a file of answers first.")
    given = {"max_spec_factor": factor, "min_token_prob": least}
    try:
        settings = {key: value for key, value in given.items() if value is not None}
        rows = list(saved(_within(read_pairs(Path(path))), settings, SimpleTokens()))
    except Exception as error:
        return wrong_html(friendly(error))
    total = sum(rows, Saved())
    return table(HEAD, map(_row, [*rows, total]), "Passes saved, by answer") + note_html(MEANING.replace("`", ""))


def _within(pairs: Iterator[Pair]) -> Iterator[Pair]:
    """Yield the pairs. Raises BadInput if they exceed the limits of the page."""
    letters = 0
    for pair in islice(pairs, MOST_ANSWERS + 1):
        letters += len(pair.prompt) + len(pair.answer)
        if len(pair.prompt) > PROMPT.value:
            raise BadInput(f"The prompt on line {pair.line} has more than {PROMPT.value:,} characters. Shorten it.")
        if pair.line > MOST_ANSWERS or letters > MOST_LETTERS:
            raise BadInput(
                f"The file has more than {MOST_ANSWERS} answers or {MOST_LETTERS:,} characters. Use the command line: "
                "python -m explorer saved FILE."
            )
        yield pair


def _row(one: Saved) -> list[str]:
    counts = (one.alone, one.earlier)
    numbers = [
        [str(count.steps), *("–" if value is None else f"{value:.2f}" for value in (count.per_step, count.bound))]
        for count in counts
    ]
    return ["total" if one.line is None else str(one.line), str(one.alone.tokens), *numbers[0], *numbers[1]]
