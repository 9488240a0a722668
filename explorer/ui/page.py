"""Build the page with its tabs, open the trace that its address names, and serve it."""

import contextlib
import gc
import json
import platform
import signal
import sys
import threading
import warnings
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import Any

import gradio as gr
import psutil
from gradio.themes import Base, Default
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from decoders.errors import BadInput
from explorer import __version__
from explorer.service import recording
from explorer.service.live import friendly
from explorer.service.offered import is_public
from explorer.service.queue.closing import GRACE, LEAVE, close_runs, running, wait_while
from explorer.service.queue.limits import UPLOAD_MB
from explorer.service.store import find
from explorer.site.opening import default_trace
from explorer.story.page.address import WRONG_TAB
from explorer.ui import figures, opening, reproduce
from explorer.ui.form.widgets import QUIET
from explorer.ui.scripts import call, on_load
from explorer.ui.server import api, connections, embed, frontend, heap, logs, mcp, sending, sessions, uploads
from explorer.ui.server.headers import SecurityHeaders
from explorer.ui.server.hosts import Hosts
from explorer.ui.server.routes import PACKED, Early, routes
from explorer.ui.tabs import compare, compare_form, energy, exactness, explore, lab, learn, traces

UI = Path(__file__).parent
TITLE = "Speculative Decoding Explorer"
HINTS = escape(json.dumps({"Traces": "Open a server’s log or a trace, and see recorded runs"}))  # of tabs
MOST_WAITING = 200  # events in Gradio's queue; runs have their own queue (service/queue/turns.py)
MOST_THREADS = 120  # a waiting or working run occupies one thread most of the time


def build() -> gr.Blocks:
    """Build the whole app. No model is loaded and no port is opened yet."""
    uploads.folder()
    first_trace = default_trace()
    with gr.Blocks(title=TITLE, analytics_enabled=False, fill_width=True, delete_cache=(3600, 3600)) as demo:
        title = gr.HTML(
            f'<a href="#picture" id="skip">Skip to the picture</a><h1 data-hints="{HINTS}">{TITLE}</h1>',
            elem_id="title",
            padding=False,
            js_on_load=on_load("page.js", "skip", "click"),
        )
        with gr.Tabs(elem_id="tabs") as tabs:
            with gr.Tab("Explore", id="explore"):
                shown = explore.build(first_trace)
                traces.save_buttons()
                reproduce.build()
                figures.build()
            with gr.Tab("Learn", id="learn"):
                learn.build(tabs)
            with gr.Tab("Compare", id="compare"):
                compared = compare.build()
            with gr.Tab("Traces", id="traces"):
                traces.build(shown, tabs)
            with gr.Tab("Exactness", id="exactness") as exactness_tab:
                exactness.build(exactness_tab)
            with gr.Tab("Energy", id="energy") as energy_tab:
                energy.build(energy_tab)
            with gr.Tab("Lab", id="lab") as lab_tab:
                lab.build(lab_tab)
        # The tab is part of the address. So a reload keeps it, a link can open it, and Back returns to the previous
        # one.
        every = [tab for tab in tabs.children if isinstance(tab, gr.Tab)]
        for tab in every:
            tab.select(None, None, None, js=call("page.js", "cameTo", tab=tab.id, first="explore"), **QUIET)
        ids = [tab.id for tab in every]
        wrong = {"tabs": ids, "wrong": WRONG_TAB}
        demo.load(None, None, tabs, js=call("page.js", "tabNamed", **wrong, first=None), **QUIET)
        _beside_alone(shown, tabs, compared)
        title.click(None, None, tabs, js=call("page.js", "tabNamed", **wrong, first="explore"), **QUIET)
        shown.bring.click(None, None, tabs, js=call("page.js", "tabNamed", tabs=ids, first=None), **QUIET)
        gr.HTML(f'<p id="versions">{escape(versions_line())}</p>', padding=False)
        api.build()

        def first(number: int, request: gr.Request) -> str:
            return shown.following.answer(number, *_opening(shown, number, request))

        shown.following.on(demo.load, first, [], shown.outputs)
    return demo.queue(max_size=MOST_WAITING, default_concurrency_limit=4)


def _beside_alone(shown: explore.Explore, tabs: gr.Tabs, compared: list[Any]) -> None:
    """Let the button “Compare with the target alone” fill in the form of the Compare tab and start it."""

    def fill(name: str) -> list[Any]:
        try:
            return [gr.update(selected="compare"), gr.skip(), gr.update(open=True), *compare_form.beside_alone(name)]
        except BadInput as error:
            return [gr.skip(), explore.wrong_html(friendly(error)), *[gr.skip()] * len(compared)]

    outputs, ran = [tabs, shown.status, *compared], call("explore.js", "ran")
    filled = shown.faster.click(fill, shown.named, outputs, js=ran, **QUIET)
    filled.then(None, None, None, js=call("compare.js", "press"), **QUIET)


def versions_line() -> str:
    """The versions of the app, Python and the main libraries, as one line."""
    parts = (f"{name} {version(name)}" for name in ("gradio", "torch", "transformers"))
    return f"{TITLE} {__version__} · Python {platform.python_version()} · {' · '.join(parts)}"


def _opening(shown: explore.Explore, number: int, request: gr.Request) -> tuple[list[Any], dict[str, Any]]:
    """The outputs of `Explore` and the first values of the controls, from the trace that the address names or from the
    default trace.

    The stage fetches the trace itself.
    """
    name = str(request.query_params.get("trace") or default_trace() or "")
    try:
        find(name)
    except BadInput:
        return [gr.skip(), "", None, None], {}  # the stage shows the error message
    (_, note, *named), values = shown.opened(number, name)
    if "lesson" in request.query_params:  # the lesson opens its own run and sets these fields
        named = [gr.skip() for _ in named]
    return [gr.skip(), note, *named], values


def theme() -> Base:
    """Gradio's default theme with smaller spacing and the app's own font, so that no other site sends one."""
    return Default(
        primary_hue="blue",
        spacing_size="sm",
        font=["Inter", "system-ui", "sans-serif"],
        font_mono=["ui-monospace", "monospace"],
    ).set(
        body_background_fill="#f4f6f8",
        body_background_fill_dark="#11161c",
        # The contrast of Gradio's help texts, hints and Stop button is too low to read (below 4.5:1).
        block_info_text_color="*neutral_600",
        block_info_text_color_dark="*neutral_300",
        body_text_color_subdued="*neutral_600",
        body_text_color_subdued_dark="*neutral_300",
        block_label_text_color="*neutral_700",
        block_label_text_color_dark="*neutral_200",
        block_title_text_color="*neutral_700",
        block_title_text_color_dark="*neutral_200",
        input_placeholder_color="*neutral_500",
        link_text_color="*primary_700",
        link_text_color_dark="*primary_300",
        button_primary_background_fill="*primary_600",
        button_primary_background_fill_hover="*primary_700",
        button_primary_background_fill_dark="*primary_600",
        button_cancel_background_fill="#dc2626",
        button_cancel_background_fill_hover="#b91c1c",
    )


def launch(demo: gr.Blocks, host: str, port: int) -> None:
    """Start serving the app and return as soon as it listens."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        demo.launch(
            server_name=host,
            server_port=port,
            share=False,
            quiet=True,
            inbrowser=False,
            prevent_thread_lock=True,
            mcp_server=mcp.available(),
            show_error=not is_public(),  # unexpected errors may reveal machine details; our own errors are always shown
            ssr_mode=False,
            pwa=False,
            run_history=False,
            enable_monitoring=False,
            _frontend=False,  # skip Gradio's own test of its page, which allows 3 s and fails on a busy machine
            max_file_size=f"{UPLOAD_MB.value}mb",
            max_threads=MOST_THREADS,
            state_session_capacity=sessions.MOST,
            footer_links=["api"],
            theme=theme(),
            css_paths=[UI / "shell.css"],
            app_kwargs={
                "routes": [*routes(), *figures.routes(), *frontend.routes(), *embed.routes()],
                "middleware": [
                    Middleware(sending.Sending),
                    Middleware(Hosts, own=host),
                    *_packing(),
                    Middleware(SecurityHeaders),
                    Middleware(uploads.Uploads, where=uploads.folder()),
                    Middleware(embed.Embedded),
                    Middleware(Early, trace=default_trace() or "", head=lambda: frontend.head(demo.config)),
                ],
            },
        )
    connections.install(demo.server)
    sessions.lighten(demo)
    api.lighten(demo)
    api.check_counts(demo)
    gc.freeze()  # these objects stay in memory, so a full collection (a fifth of a second) need not check them
    without = mcp.restrict(demo)
    if without:
        print(without, flush=True)
    threading.Thread(target=_prepare, args=(demo,), daemon=True).start()


def _prepare(demo: gr.Blocks) -> None:
    """Prepare the responses that the first visitor will request, and the data that the first *What if?* needs."""
    if first := default_trace():
        opening.head(first)
        PACKED.made(first)
    frontend.pack(demo.config)
    recording.prepare()


def _packing() -> list[Middleware]:
    """Middleware that compresses a public page to a fifth of its size.

    On a local machine, there is no such middleware, because compression would only cost time.
    """
    return [Middleware(GZipMiddleware, compresslevel=5)] if is_public() else []


def serve(demo: gr.Blocks, host: str, port: int) -> None:
    """Serve the app until SIGTERM or Ctrl-C, then let its runs finish. A second signal ends the process at once."""
    stop = threading.Event()

    def ended(number: int, _: object) -> None:
        if stop.is_set():
            sys.exit(128 + number)
        stop.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, ended)
    logs.install()
    heap.keep_small()
    launch(demo, host, port)
    stop.wait()
    if running():
        print(f"Stopping. Running jobs have {GRACE:.0f} s to finish; press Ctrl-C again to stop now.", flush=True)
    close_runs()
    _delivered(demo)
    demo.close(verbose=False)
    for child in psutil.Process().children(recursive=True):  # enumerations and sweeps, whose results nobody will read
        with contextlib.suppress(psutil.Error):
            child.terminate()


def _delivered(demo: gr.Blocks) -> None:
    """Wait briefly until the last messages of the runs are sent. Gradio's `close` would drop queued messages."""
    unsent = demo._queue.pending_event_ids_session  # unsent final events by session; Gradio has no public name for it
    wait_while(lambda: any(list(unsent.values())), LEAVE)
