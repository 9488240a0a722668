"""The stage: the browser component that draws a trace and steps through it.

`Stage` is a `gr.HTML` whose template never changes. The trace lives in the browser, which draws and steps by itself.
Python controls the stage through its *value*, one message at a time. Each message is a JSON string:

    {"type": "open", "name", "header", "texts", "iterations", "summary", "incomplete", "at", "live"}
                            show a complete or growing trace instead of the previous one
    {"type": "append", "name", "iterations": [...], "texts"}     add iterations of a live run; known indices are
                            skipped, and so are messages about another run than the one shown
    {"type": "finish", "name", "summary", "incomplete", "iterations", "texts", "at"}     the run has ended; if the
                            stage is at its last step, it jumps to `at`, the step with the most to see
    {"type": "fetch", "url": "...", "at": {...}}         fetch an "open" message from a route of this app (gzip allowed)
    {"type": "start", "trace": NAME}                     the page has opened: fetch the address's trace, or this one
    {"type": "lesson", "url": "explorer/lesson/SLUG"}    open a lesson; without "url" the list of lessons
    {"type": "begin", "name"}                            a run has begun but has no iteration yet; the stage is
                            cleared, and the page shows the run's progress
    {"type": "clear", "text": "..."}                     show nothing but this sentence

Any message may have a number "asked". If a message has a lower number than an earlier one, it is late and is dropped.
Make messages only with `explorer.stage.pack`, which packs the iterations, computes the layout and writes the narration.
The shapes of messages are in explorer/stage/message.py. Examples:

    stage = Stage(value=pack.open_message(trace, name="spd-sky"))  # a whole trace, opened from the start
    feed = pack.Feed(name="run-7")  # a live run: parts as `record` yields them
    feed.messages([part, part, …])                                          # header → open, iteration → append, …
    pack.append_message(trace, have=12, name="run-7")  # the answer to a `gap` event

`at` is {"it", "phase", "part", "node"}: `it`, `phase` and `part` count from 1, as on the stage and in the address
(`?trace=NAME&it=12&phase=3&part=2&node=47`). `node` is the id in the trace, and `n47` works too. `part` is a part of a
step, such as the residual after a rejection (explorer/stage/js/panels/parts.js). The address's position is used only if
the message has no `at` and the address names the opened trace. `?lesson=SLUG&step=3` opens a lesson at a step. If a
message was lost, the stage triggers `gap`.

All stages share one style sheet of the page (explorer/ui/scripts.py, added by routes.Early).

Events, each with data on `gr.EventData` (listen with queue=False, show_progress="hidden", api_visibility="private"):

    stage.opened(...) the stage shows a run: {name}
    stage.gap(...)    an append was lost: {name, have, want}; answer with an append that starts at `have` (from 0)

In the page, `element.stage` has receive(message), goto(at), focus(), present() and state(), which returns {name, it,
phase, part, node, iterations}. Every step fires a bubbling DOM event `stage:step` with the object that state() returns.
`Stage(url=False)` does not change the address, `keys=False` ignores the keyboard (for several stages on one page), and
`compact=True` hides the inspector, the text and the timeline.

Elements with a `data-testid` for tests: stage, narration, graph, legend, hidden-count, show-all, zoom-in, zoom-out,
zoom-fit, first, prev-iteration, prev-phase, play, next-phase, next-iteration, last, scrubber, speed, position, more,
more-menu, to-rejection, to-accepted, open-find, save-svg, save-png, help, help-dialog, told, find, find-field,
find-count, find-previous, find-next, find-close, lesson, lesson-title, lesson-count, lesson-text, lesson-answer,
lesson-feedback, lesson-back, lesson-next, lesson-again, lesson-all, lesson-list, lesson-card, lesson-show, lesson-link,
lesson-note, lesson-close, inspector, inspector-path, inspector-reason, inspector-axis, inspector-dist, inspector-layer,
text, beams, timeline, graph-table, graph-summary, message. Nodes are `[data-node="12"]` with `data-state` (from
states.json) and `data-shown` ("1" once they have appeared); tokens of the text are `[data-token="3"]` with
`data-origin`, `data-it`, `data-made`; timeline bars are `[data-bar="5"]` (iteration counted from 1). Parts of the
picture to which a text may point have `data-part`: nodes, bars, scale, pass, overlap, residual, sum, text. The root
carries `data-it`, `data-phase`, `data-shows` (the part of the step), `data-iterations`, `data-name`.
"""

from typing import Any

import gradio as gr

from explorer.stage.files import stage_html
from explorer.ui.scripts import on_load

EVENTS = ("opened", "gap")


class Stage(gr.HTML):
    """A component that draws a trace and steps through it. The module's docstring describes its protocol."""

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
        """`value` is a message of explorer.stage.pack, or None for an empty stage. `more` contains further arguments
        for `gr.HTML`.
        """
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
