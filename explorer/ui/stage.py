"""The stage: the browser component that draws a trace and steps through it.

`Stage` is a `gr.HTML` whose templates never change; the trace lives in the browser, which draws and steps by itself.
Python talks to it by its *value*, one message at a time, each a JSON string:

    {"type": "open", "name", "header", "texts", "iterations", "summary", "incomplete", "at", "live"}
                            a trace, whole or just begun; what was shown before is dropped
    {"type": "append", "name", "iterations": [...], "texts"}     iterations that follow (`live` runs); known indices are
                            skipped, and so is a message with the name of another run than the one shown
    {"type": "finish", "name", "summary", "incomplete", "iterations", "texts", "at"}     the run is over; whoever
                            followed it to its end is shown the step `at`, the one with most to see
    {"type": "fetch", "url": "...", "at": {...}}         get an "open" message from a route of this app (gzip allowed)
    {"type": "start", "trace": NAME}                     the page was opened: get the trace of its address, or this one
    {"type": "lesson", "url": "explorer/lesson/SLUG"}    open a lesson; without "url" the list of lessons
    {"type": "begin", "name"}                            a run has begun and has no iteration yet; what was shown
                            before is dropped, and the page says how far the run is
    {"type": "clear", "text": "..."}                     nothing to show, and one sentence that says so

Any of them may carry "asked", a number: what comes with a lower one than was seen before is late, and is dropped.
Make the messages with `explorer.stage.pack`, never by hand (iterations are packed, laid out and told there; message.py
beside it has their shapes):

    stage = Stage(value=pack.open_message(trace, name="spd-sky"))  # a whole trace, opened from the start
    feed = pack.Feed(name="run-7")  # a live run: parts as `record` yields them
    feed.messages([part, part, …])                                          # header → open, iteration → append, …
    pack.append_message(trace, have=12, name="run-7")  # the answer to a `gap` event

`at` is {"it", "phase", "node"}: `it` and `phase` count from 1, as people read them on the stage and in the address
(`?trace=NAME&it=12&phase=3&node=47`; `node` is the id in the trace, `n47` works too). An address whose `trace` is the
name of the opened trace wins over nothing but a missing `at`; `?lesson=SLUG&step=3` opens a lesson there. If a message
was lost, the stage triggers `gap`.

Its style sheet is the page's, once for all stages (explorer/ui/scripts.py, put into the page by routes.Early).

Events, each with data on `gr.EventData` (listen with queue=False, show_progress="hidden", api_visibility="private"):

    stage.opened(...) a run is on the stage: {name}
    stage.gap(...)    an append was missed: {name, have, want}; answer with an append from `have` (0-based) on

In the page, `element.stage` offers receive(message), goto(at), focus(), present() and state(), which gives {name, it,
phase, node, iterations}; every step fires a bubbling DOM event `stage:step` with the same. `Stage(url=False)` leaves
the address bar alone, `keys=False` ignores the keyboard (several stages on one page), `compact=True` hides inspector,
text and timeline.

For tests, all with `data-testid`: stage, narration, graph, legend, hidden-count, show-all, zoom-in, zoom-out, zoom-fit,
first, prev-iteration, prev-phase, play, next-phase, next-iteration, last, scrubber, speed, position, more, more-menu,
to-rejection, to-accepted, open-find, save-svg, save-png, help, help-dialog, told, find, find-field, find-count,
find-previous, find-next, find-close,
lesson, lesson-title, lesson-count, lesson-text, lesson-answer, lesson-feedback, lesson-back, lesson-next, lesson-again,
lesson-all, lesson-list, lesson-card, lesson-show, lesson-link, lesson-note, lesson-close,
inspector, inspector-path, inspector-reason, inspector-axis, inspector-dist, inspector-layer, text, beams, timeline,
graph-table, graph-summary, message. Nodes are `[data-node="12"]` with `data-state` (of states.json) and `data-shown`
("1" once they have appeared); tokens of the text are `[data-token="3"]` with `data-origin`, `data-it`, `data-made`;
timeline bars are `[data-bar="5"]` (iteration counted from 1). Parts of the picture that a text may point at have
`data-part`: nodes, bars, scale, pass, overlap, residual, sum, text. The root carries `data-it`, `data-phase`,
`data-iterations`, `data-name`.
"""

from typing import Any

import gradio as gr

from explorer.stage.files import stage_html
from explorer.ui.scripts import on_load

EVENTS = ("opened", "gap")


class Stage(gr.HTML):
    """Draws a trace and steps through it; the module's docstring is its protocol."""

    def __init__(
        self,
        value: str | None = None,
        *,
        url: bool = True,
        keys: bool = True,
        compact: bool = False,
        elem_id: str | None = "stage",
        **more: Any,
    ) -> None:
        """`value` is a message of explorer.stage.pack, or None for an empty stage; `more` goes to `gr.HTML`."""
        super().__init__(
            value,
            html_template=stage_html(),
            js_on_load=on_load("stage.js", "mount", *EVENTS),
            apply_default_css=False,
            elem_id=elem_id,
            url=url,
            keys=keys,
            compact=compact,
            **more,
        )
