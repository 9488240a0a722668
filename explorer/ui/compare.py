"""The tab "Compare": two to four methods on the same prompt, pair and seed, in a race and side by side in lock step.

It opens on recorded runs, with the controls as they were recorded.
"""

import json
import shlex
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from html import escape
from typing import Any

import gradio as gr

from decoders.catalog import DECODERS, decoder
from decoders.core.settings import WARPING
from decoders.errors import BadInput
from decoders.models.embedded import PLAIN
from explorer.runs import timing
from explorer.runs.laws import comparable, differences, law_of
from explorer.runs.limits import NEW_TOKENS, PROMPT, check_request, limits_sentence
from explorer.runs.live import Tally, follow, friendly, start
from explorer.runs.memory import loaded
from explorer.runs.offered import check_pair
from explorer.runs.recorded import recorded_prompt
from explorer.runs.request import MAX_SEED, RunRequest, key_values, requests_of
from explorer.runs.store import contents, gallery, header
from explorer.runs.tuning import word
from explorer.runs.zero import lent
from explorer.traces.metrics import ACCEPTANCE, ACCEPTANCE_WHY, DRAWS, tokens_per_s
from explorer.traces.words.about import settings as settings_told
from explorer.ui import around, choices, race
from explorer.ui import prompts as several
from explorer.ui.explore import EMPTY, FINISH_STOPPED, PAIR, QUIET, buttons, note_html, stop_with, wrong_html
from explorer.ui.fields import Dropdown, Number
from explorer.ui.jobs import Followed, Job, Progress
from explorer.ui.routes import fetch_message
from explorer.ui.scripts import call, on_load
from explorer.ui.stage import Stage
from explorer.ui.visitor import visitor

MOST = 4
METHODS = ("multinomial", "spd", "specinfer")
TREE = "eagle2"  # in the place of a tree whose fastest settings are a chain: its own keep more than one child
# Bundled traces that share pair, prompt, seed and law, by what is to be seen in them.
RECORDED = {
    "Sampling from the target, alone and with drafts": ("multinomial", "spd", "specinfer"),
    "The same text word for word: greedy, alone and with drafts": ("greedy", "ssd", "gsd"),
}
FASTEST = 9  # the place of "each with its fastest settings" among the controls
DRAWN = 1.0  # seconds between two pictures of a run: drawing takes time from what is timed
STOPPED = "Stopped. The methods that had finished can be compared."
COLUMNS = (
    ("tokens", "emitted", 0),
    ("target passes", "target_passes", 0),
    ("tokens per iteration", "tokens_per_iteration", 2),
    ("tokens/s", "speed", 1),
    ("acceptance", "acceptance", 2),
    ("drafted (draws)", "drafted", 0),
    ("wasted (draws)", "wasted", 0),
)
_COMPARED = ("tokens_per_iteration", "speed")  # shown also as a ratio to the first method
_LAW = "How tokens are chosen, and whether the output follows the same law as the target alone"


@dataclass(frozen=True)
class Row:
    """A finished run: where it is kept, its trace's header, and its metrics."""

    name: str
    header: dict[str, Any]
    metrics: dict[str, Any]


def metrics_of(summary: dict[str, Any]) -> dict[str, Any]:
    """The metrics of a run from the last line of its trace."""
    return {**summary["counts"], "speed": tokens_per_s(summary), "seconds": summary["seconds"]["total"]}


def table_html(rows: Sequence[Row]) -> str:
    """Folded, a row for every finished run; ratios are to the first, and only between runs that can be compared."""
    if not rows:
        return ""
    unlike = differences([row.header for row in rows])
    warning = f'<p class="unlike" role="note">{escape(unlike)}</p>' if unlike else ""
    head = "".join(_column_html(name, key) for name, key, _ in COLUMNS)
    first = f'<th scope="col">method</th><th scope="col" class="rule" title="{_LAW}">how it chooses</th>'
    body = "".join(_row_html(row, rows[0]) for row in rows)
    note = (
        "<p>× is the ratio to the first method, where both decode the same law. Times here are of the recorded run "
        "alone: the range of several is told in the race. "
        f"Acceptance: {escape(ACCEPTANCE_WHY[0].lower() + ACCEPTANCE_WHY[1:])}. {escape(DRAWS)}.</p>"
    )
    table = f"<table><thead><tr>{first}{head}</tr></thead><tbody>{body}</tbody></table>"
    folded = "<summary>All numbers of these runs</summary>"
    return f'{warning}<details class="folded">{folded}<div class="law">{table}{note}</div></details>'


def _column_html(name: str, key: str) -> str:
    if key != "acceptance":
        return f'<th scope="col">{escape(name)}</th>'
    return f'<th scope="col" title="{escape(ACCEPTANCE_WHY)}">{escape(name)} <small>({escape(ACCEPTANCE)})</small></th>'


def _row_html(row: Row, first: Row) -> str:
    law, title = law_of(row.header), DECODERS[row.header["method"]].title
    base = first.metrics if row is not first and comparable(row.header, first.header) else {}
    return (
        f'<tr data-run="{escape(row.name)}" data-iterations="{row.metrics["iterations"]}">'
        f'<th scope="row">{escape(title)}<small>{escape(settings_told(row.header))}</small></th>'
        f'<td class="rule">{escape(law.how)}<small>{escape(law.kept)}</small></td>'
        + "".join(f"<td>{_cell(row.metrics, base, key, digits)}</td>" for _, key, digits in COLUMNS)
        + "</tr>"
    )


def _cell(metrics: dict[str, Any], base: dict[str, Any], key: str, digits: int) -> str:
    value = metrics.get(key)
    if value is None:
        return "–"
    ratio = f" ({value / base[key]:.2f}×)" if key in _COMPARED and base.get(key) else ""
    return f"{value:.{digits}f}{ratio}"


@cache
def recorded() -> dict[str, tuple[Row, ...]]:
    """The finished runs of each recorded comparison of which all traces are bundled."""
    bundled = {card.name for card in gallery()}
    return {title: tuple(map(_recorded_row, names)) for title, names in RECORDED.items() if bundled.issuperset(names)}


def _recorded_row(name: str) -> Row:
    lines = contents(name).splitlines()
    return Row(name, json.loads(lines[0]), metrics_of(json.loads(lines[-1])))


def controls_of(rows: Sequence[Row]) -> list[Any]:
    """The values of the controls that some recorded runs were made with, in the order that `requests` reads them.

    Methods take what they have of the settings; what none of these runs has is at its default. The tenth is whether
    each takes the settings that are fastest for it; the context of the prompt follows.
    """
    head = rows[0].header
    warping = {"temperature": 1.0, "top_k": 0, "top_p": 1.0}
    for row in rows:
        warping |= {key: row.header["settings"][key] for key in WARPING if key in row.header["settings"]}
    methods = [row.header["method"] for row in rows]
    own = [head["pair"], methods, head["prompt"], head["max_new_tokens"], head["seed"], *warping.values(), "", False]
    return [*own, *_around(head)]


def _around(head: dict[str, Any]) -> list[Any]:
    """The values of the controls for the context of a run's prompt: raw, then the fields of `around`."""
    return [head.get("raw") is True, *around.held_by(head).values()]


def controls_here(rows: Sequence[Row]) -> list[Any]:
    """What the form holds after those runs: the same, with the draft and the settings that are fastest here."""
    pair, methods, *others = controls_of(rows)
    others[FASTEST - 2] = True
    pair = PAIR if pair == PLAIN else pair
    return [pair, [TREE if _is_chain(pair, name) else name for name in methods], *others]


def _is_chain(pair: str, method: str) -> bool:
    """Whether what is fastest of a method of trees is one sequence: what SpD drafts, too."""
    branching = choices.paying(pair, method).get("branching")
    return branching is not None and set(branching) == {1}


def beside_alone(name: str) -> list[Any]:
    """The controls for a kept run beside the target alone, in the order that `requests` reads them. Raises BadInput.

    The target alone is what the run's law is that of; where it has none of its own, plain sampling.
    """
    head = header(name)
    if head is None:
        raise BadInput("this run has not begun yet; wait for its end")
    known = decoder(head["method"])
    chosen = known.make_settings(dict(head["settings"]))
    oracle = known.oracle_for(chosen)
    if oracle.kind == "itself":
        raise BadInput(f"{known.title} drafts nothing that could save time; choose a method that does")
    alone = oracle.method or METHODS[0]
    given, usual = asdict(chosen), asdict(known.settings())
    own = {key: value for key, value in given.items() if key not in WARPING and value != usual[key]}
    words = " ".join(word("", own).split(":")[1:])
    warping = [given[key] for key in WARPING]
    methods = [alone, head["method"]]
    own = [head["pair"], methods, head["prompt"], head["max_new_tokens"], head["seed"], *warping, words, False]
    return [*own, *_around(head)]


def settings_of(text: str) -> dict[str, str]:
    """Settings from key=value words. Raises BadInput for words that are none, and for a key that comes twice."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BadInput(f"the further settings cannot be read ({error}); write them as gamma=4 width=3") from None
    return key_values(words, "the further settings:", "gamma=4")


def requests(values: Sequence[Any]) -> dict[str, RunRequest]:
    """The runs that the widgets ask for, by method: each takes of the settings those it has. Raises BadInput."""
    pair, methods, prompt, limit, seed, temperature, top_k, top_p, more, fastest, *turns = values
    raw, *fields = turns or (False, *around.EMPTY.values())
    if not 2 <= len(methods or ()) <= MOST:
        raise BadInput(f"choose two to {MOST} methods; chosen: {len(methods or ())}")
    numbers = {
        "New tokens each": limit,
        "Seed of all": seed,
        "temperature (T)": temperature,
        "top k (k)": top_k,
        "top p (p)": top_p,
    }
    empty = [name for name, value in numbers.items() if value is None]
    if empty:
        raise BadInput(f"{empty[0]} is empty: fill it in, then compare again")
    if not str(prompt or "").strip():
        raise BadInput(EMPTY)
    given = settings_of(more or "")
    settings = {"temperature": temperature, "top_k": top_k, "top_p": top_p} | given
    if fastest:
        known = {name: choices.paying(pair, name) for name in methods}
        methods = [word(name, {k: v for k, v in found.items() if k not in given}) for name, found in known.items()]
    given = around.fields_of(fields) | {"raw": bool(raw)}
    return requests_of(methods, settings, pair=pair, prompt=prompt, seed=seed, limit=limit, **given)


def _run(wanted: Sequence[RunRequest]) -> Generator[tuple[Any, ...], None, None]:
    """Status, table, Run, Stop, and the four stages."""
    from explorer.stage.pack import Feed, clear_message

    skip, rows = gr.skip(), list[Row]()
    yield note_html("Starting", 0.0), "", *buttons(True), *[clear_message("Not run yet.")] * MOST
    for place, request in enumerate(wanted):
        tally, feed, held = Tally(request.limit), None, list[dict[str, Any]]()
        drawn = -DRAWN  # its beginning at once
        source = partial(start, prompt=recorded_prompt(rows[0].header)) if rows else start  # all of one prompt
        for news in follow(request, source, visitor()):
            feed = feed or Feed(name=news.name)
            held += news.lines
            for line in news.lines:
                tally.add(line)
                if line["kind"] == "summary":
                    rows.append(Row(news.name, tally.header, metrics_of(line)))
            if not (news.note or tally.ended or (held and time.monotonic() > drawn + DRAWN)):
                continue
            share = (place + tally.tokens / tally.wanted) / len(wanted)
            what = news.note or f"{tally.tokens} of {tally.wanted} tokens, {tally.speed:.1f} tokens/s"
            status = note_html(f"{place + 1} of {len(wanted)}: {request.decoder.title}: {what}", share)
            stages = [feed.messages(held) if i == place and held else skip for i in range(MOST)]
            yield status, table_html(rows), skip, skip, *stages
            drawn, held = (time.monotonic(), []) if held else (drawn, held)
    done = f"Done: {len(rows)} methods."
    try:
        for said in _timed(wanted, rows):
            yield note_html(said.what, said.share), *[skip] * (3 + MOST)
    except BadInput as error:  # the runs are there all the same
        done += f" They were timed once: {friendly(error)}"
    yield note_html(done), table_html(rows), *[skip] * (2 + MOST)


def _timed(wanted: Sequence[RunRequest], rows: Sequence[Row]) -> Iterator[Progress]:
    """Times finished runs again, in turns, unless that would say nothing (a table) or take too long.

    Where a GPU is lent for a run at a time there is none for this.
    """
    count = timing.rounds([row.metrics["seconds"] for row in rows])
    if not count or lent() or choices.is_toy(wanted[0].pair):
        return

    def measure(job: Job) -> str:
        def tell(turn: int) -> None:
            job.report(f"Timing all of them again, in turns: {turn + 1} of {count}", turn / count)

        pair = loaded(wanted[0].pair, job.report, wanted[0].engine, wanted[0].dtype)
        with job.turn(wanted[0].pair):
            times = timing.in_turns(wanted, pair, count, tell, [row.header["prompt_tokens"] for row in rows])
        timing.remember([row.name for row in rows], times)
        return ""

    yield from Followed(measure, "compare-times", visitor())


def _open(title: str | None) -> list[Any]:
    """The controls, status, table and stages of a recorded comparison; None where none was chosen."""
    from explorer.stage.pack import clear_message

    if title is None:
        return [gr.skip()] * (len(controls_of(next(iter(recorded().values())))) + 2 + MOST)
    rows = recorded()[title]
    empty = [clear_message("Not run.")] * (MOST - len(rows))
    return [*controls_here(rows), "", table_html(rows), *(fetch_message(row.name) for row in rows), *empty]


def _prompt_of(pair: str | None, written: str) -> str:
    """The pair, the prompt at the time, and the pair's own; nothing where the pair was only passed by."""
    return json.dumps([pair, written, choices.prompt_after(pair, written or "")]) if pair else ""


def offered(pair: str | None, chosen: Sequence[str] | None) -> Any:
    """The methods that a pair can run, and of those chosen the ones it can run."""
    kept = choices.methods_after(pair or "", chosen or ())
    listed = choices.methods(pair)
    return gr.update(choices=listed) if kept == list(chosen or ()) else gr.update(choices=listed, value=kept)


def build() -> list[Any]:
    """Builds the tab in the open Gradio layout; returns its form, and the controls as `requests` reads them."""
    opening = next(iter(recorded()), None)
    shown = recorded()[opening] if opening else ()
    alone = [PAIR, list(METHODS), choices.prompts(PAIR)[0], 32, 0, 1.0, 10, 0.9, "", True, *_around({})]
    first = controls_here(shown) if shown else alone
    with gr.Column(elem_id="compare"):
        listed = gr.Dropdown(list(recorded()), value=opening, label="Open a recorded comparison", visible=bool(shown))
        with gr.Accordion("Compare your own", open=False, elem_id="compare-form") as form:
            with gr.Row(elem_classes="choose"):
                pair = gr.Dropdown(choices.pairs(), value=first[0], label="Pair to compare on", scale=1, min_width=150)
                methods = Dropdown(
                    choices.methods(first[0]),
                    value=first[1],
                    label="Methods (two to four)",
                    multiselect=True,
                    max_choices=MOST,
                    scale=3,
                    min_width=220,
                )
            with gr.Row(elem_classes="choose"):
                prompt = gr.Textbox(
                    first[2], label="Prompt to compare on", max_length=PROMPT.value, scale=5, min_width=220
                )
                run = gr.Button("Compare", variant="primary", scale=0, min_width=100, elem_id="compare-run")
                stop = gr.Button(
                    "Stop", variant="stop", interactive=False, scale=0, min_width=90, elem_id="compare-stop"
                )
            fastest = gr.Checkbox(
                first[FASTEST],
                label="Each with the settings that a search found fastest for this pair",
                info="Searched on a few other prompts at temperature 0 (python -m explorer tune); on yours others may "
                "be faster. Where nothing was searched, and without this, at its defaults",
                elem_id="fastest",
            )
            gr.HTML(f"<p>{escape(limits_sentence())}</p>", padding=False)
            with gr.Accordion("Settings of all methods", open=False):
                with gr.Row():
                    new = Number(first[3], label="New tokens each", precision=0, minimum=1, maximum=NEW_TOKENS.value)
                    seed = Number(first[4], label="Seed of all", precision=0, minimum=0, maximum=MAX_SEED)
                    temperature = Number(first[5], label="temperature (T)", minimum=0, maximum=10, step=0.01)
                    top_k = Number(first[6], label="top k (k)", precision=0, minimum=0)
                    top_p = Number(first[7], label="top p (p)", minimum=0.01, maximum=1, step=0.01)
                more = gr.Textbox(
                    "", label="Further settings", info="Such as gamma=4 width=3; each method takes those it has"
                )
                how = "Whether the prompt is passed without the chat template"
                raw = gr.Checkbox(first[FASTEST + 1], label="Raw prompt of all", info=how)
                turns = around.build(dict(zip(around.KEYS, first[FASTEST + 2 :], strict=True)), " of all")
        several.build()
        status = gr.HTML("", elem_id="compare-status", padding=False)
        race.build()
        table = gr.HTML(table_html(shown), elem_id="compare-table", padding=False)
        gr.HTML("", js_on_load=on_load("compare.js", "lockStep"), padding=False, elem_id="lock-step")
        with gr.Row(elem_classes="slots"):
            stages = [
                Stage(url=False, keys=False, compact=True, elem_id=f"stage-{i + 1}", elem_classes="slot")
                for i in range(MOST)
            ]
    controls = [pair, methods, prompt, new, seed, temperature, top_k, top_p, more, fastest, raw, *turns.fields]
    brought = gr.Textbox(visible=False)  # what `_prompt_of` said last
    pair.input(None, pair, None, js=call("compare.js", "chosen"), **QUIET)
    pair.change(offered, [pair, methods], methods, **QUIET)
    paired = call("page.js", "taken", list="compare-pair")
    found = pair.input(_prompt_of, [pair, prompt], brought, js=paired, trigger_mode="multiple", **QUIET)
    found.then(None, [brought, pair, prompt], prompt, js=call("compare.js", "brought"), **QUIET)
    opened = [*controls, status, table, *stages]
    comparison = call("page.js", "taken", list="compared")
    listed.input(_open, listed, opened, js=comparison, trigger_mode="always_last", **QUIET).then(
        None, None, None, js=call("compare.js", "afterRuns"), api_visibility="private"
    )

    def start(*values: Any) -> Generator[tuple[Any, ...], None, None]:
        try:
            wanted = list(requests(values).values())
            check_pair(wanted[0].pair)
            for request in wanted:
                check_request(request)
            yield from _run(wanted)
        except Exception as error:  # a stage whose run is over takes no notice of what ends one
            yield wrong_html(friendly(error)), *[gr.skip()] * 3, *[FINISH_STOPPED] * MOST

    # A recorded comparison would be drawn over by the one that runs. Of a click's events one comes after the other, so
    # this one is the first.
    run.click(None, None, listed, js=call("page.js", "update", interactive=False), **QUIET)
    running = run.click(
        start,
        controls,
        [status, table, run, stop, *stages],
        concurrency_limit=None,
        show_progress="hidden",
        api_visibility="private",
        js=call("compare.js", "run"),
    )
    running.then(None, None, None, js=call("compare.js", "afterRuns"), api_visibility="private")
    for over in (running.then, running.failure):
        over(None, None, listed, js=call("page.js", "update", interactive=True), **QUIET)
    also = [(listed, gr.update(interactive=True)), *((stage, FINISH_STOPPED) for stage in stages)]
    stop_with(stop, STOPPED, [status, run, stop], running, also)
    return [form, *controls]
