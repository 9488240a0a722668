"""The named endpoints that `gradio_client` can call; those of TOOLS are tools of the MCP server as well (mcp.py).

Every answer is the text of a JSON value, and everything is checked as the page and the command line check it. What is
refused is refused in one sentence. The docstrings are what a client reads of an endpoint, parameter by parameter.
"""

import inspect
import json
from collections.abc import Callable, Generator, Sequence
from dataclasses import asdict
from functools import wraps
from typing import Any, ParamSpec, cast

import gradio as gr
from gradio.events import api

from decoders.errors import BadInput
from explorer.service.conversation import parsed_turns
from explorer.service.live import follow, friendly, waiting
from explorer.service.offered import beside_app, check_pair, described, described_methods, toys
from explorer.service.queue.limits import check_request
from explorer.service.queue.turns import CALLS, LAWS
from explorer.service.request import RunRequest, as_json, requests_of, whole
from explorer.service.store import gallery, opened
from explorer.story.numbers import plural
from explorer.trace.format import line_of, trace_of
from explorer.trace.line_validators import Line
from explorer.trace.lines import Header, IterationLine
from explorer.ui.compare_form import MOST
from explorer.ui.comparing import warmed
from explorer.ui.exactness import enumerate_laws
from explorer.ui.visitor import visitor

Given = ParamSpec("Given")
Turns = list[dict[str, str]] | str
Settings = dict[str, Any] | str  # the text of a JSON object, too: what a shell or an older client can write
LATEST = 2**31  # no run has so many iterations, and no iteration so many phases
TOOLS = (
    "methods",
    "pairs",
    "traces",
    "record",
    "explain_iteration",
    "figure",
    "compare",
    "acceptance_by_prompt",
    "law",
)


class Refused(gr.Error):
    """One sentence for whoever called."""

    def __init__(self, error: Exception) -> None:
        """`error` is what went wrong."""
        super().__init__(friendly(error), print_exception=False)

    def __str__(self) -> str:
        """The sentence as it is; Gradio's own puts it into quotation marks."""
        return self.message


def answered(answer: Callable[Given, Any]) -> Callable[Given, str]:
    """The answer as the text of JSON, whatever goes wrong as a sentence."""

    @wraps(answer)
    def answering(*given: Given.args, **named: Given.kwargs) -> str:
        try:
            return json.dumps(answer(*given, **named), ensure_ascii=False, allow_nan=False)
        except Exception as error:
            raise Refused(error) from None

    answering.__annotations__ = answer.__annotations__ | {"return": str}
    return answering


@answered
def methods() -> list[dict[str, Any]]:
    """Every decoding method: its settings with ranges, where it comes from, and the method whose law it must equal."""
    return described_methods()


@answered
def pairs() -> list[dict[str, Any]]:
    """Every pair of target and draft model that can be run here: where it comes from, its bytes, what it needs."""
    return described(beside_app)


@answered
def traces() -> list[dict[str, Any]]:
    """Every bundled recorded run by name, with its method, pair, prompt and what is to be seen in it."""
    return [asdict(card) for card in gallery()]


def open_trace(name: str) -> str:
    """A bundled or kept trace, as a JSON object with header, iterations and summary.

    Args:
        name: name of a bundled trace (see traces) or of a kept run, such as record gives.
    """
    try:
        with opened(name) as trace:
            whole = {
                "header": line_of(trace.header),
                "iterations": [line_of(iteration) for iteration in trace.iterations],
                "summary": None if trace.summary is None else line_of(trace.summary),
                "incomplete": trace.incomplete,
            }
            return json.dumps(whole, ensure_ascii=False, allow_nan=False)
    except Exception as error:
        raise Refused(error) from None


def run(
    method: str,
    pair: str,
    prompt: str,
    settings: Settings = "{}",
    seed: float = 0,  # to Gradio a whole number is one that it rounds
    max_new_tokens: float = 40,
    raw: bool = False,
    engine: str = "auto",
    dtype: str = "auto",
    system: str | None = None,
    messages: Turns = "[]",
    template_args: Settings = "{}",
    ignore_eos: bool = False,
) -> Generator[str, None, None]:
    """Record a run and follow it: JSON arrays with the lines of its trace that are new since the last.

    Lines are a header, iterations, and a summary. The header's `kept` is the name that open_trace and figure take.
    Cancelling the job ends the run.

    Args:
        method: name of a method (see methods).
        pair: name of a pair (see pairs).
        prompt: what is continued; for a toy pair words of its vocabulary with spaces between.
        settings: a JSON object of the method's settings; what is left out is at its default.
        seed: seed of every random choice, a whole number.
        max_new_tokens: how many tokens are made at most.
        raw: pass the prompt without the chat template.
        engine: auto, numba or torch.
        dtype: precision of the models: auto, bfloat16, float16, float32 or float64.
        system: the system prompt; left out, the chat template's own.
        messages: the turns before the prompt, a JSON list of objects with role (user or assistant) and content.
        template_args: a JSON object of variables of the chat template, such as {"enable_thinking": false}.
        ignore_eos: whether the run continues after EOS, to exactly max_new_tokens tokens.
    """
    try:
        request = RunRequest(
            method,
            pair,
            prompt,
            settings_of(settings),
            seed=cast(int, seed),  # the request says which is none
            limit=cast(int, max_new_tokens),
            **_shared(raw, engine, dtype, system, messages, template_args, ignore_eos),
        )
        for news in follow(request, visitor=visitor()):
            lines = [line_of(line) | ({"kept": news.name} if isinstance(line, Header) else {}) for line in news.lines]
            if lines:
                yield json.dumps(lines, ensure_ascii=False)
    except Exception as error:
        raise Refused(error) from None


@answered
def record(
    method: str,
    pair: str,
    prompt: str,
    settings: Settings = "{}",
    seed: float = 0,
    max_new_tokens: float = 40,
    raw: bool = False,
    engine: str = "auto",
    dtype: str = "auto",
    system: str | None = None,
    messages: Turns = "[]",
    template_args: Settings = "{}",
    ignore_eos: bool = False,
) -> dict[str, Any]:
    """Run a decoding method on a pair and a prompt to its end: text, counts, speed, and what speculation was worth.

    `name` in the answer is what explain_iteration and figure take to tell or draw this run.

    Args:
        method: name of a method (see methods), such as spd.
        pair: name of a pair (see pairs), such as smollm2.
        prompt: what is continued; for a toy pair words of its vocabulary with spaces between.
        settings: a JSON object of the method's settings, such as {"gamma": 4}; what is left out is at its default.
        seed: seed of every random choice, a whole number.
        max_new_tokens: how many tokens are made at most.
        raw: pass the prompt without the chat template.
        engine: auto, numba or torch.
        dtype: precision of the models: auto, bfloat16, float16, float32 or float64.
        system: the system prompt; left out, the chat template's own.
        messages: the turns before the prompt, a JSON list of objects with role (user or assistant) and content.
        template_args: a JSON object of variables of the chat template, such as {"enable_thinking": false}.
        ignore_eos: whether the run continues after EOS, to exactly max_new_tokens tokens.
    """
    from explorer.features.answers import answer_of

    request = RunRequest(
        method,
        pair,
        prompt,
        settings_of(settings),
        seed=cast(int, seed),
        limit=cast(int, max_new_tokens),
        **_shared(raw, engine, dtype, system, messages, template_args, ignore_eos),
    )
    return answer_of(_ended(request))


@answered
def explain_iteration(name: str, iteration: float, voice: str = "plain") -> dict[str, Any]:
    """What happened in one iteration of a recorded run, step by step, and why each draft was kept or not.

    Args:
        name: name of a bundled trace (see traces) or of a kept run, such as record gives.
        iteration: which iteration, counted from 1.
        voice: plain (everyday words) or exact (the papers' formula with its numbers).
    """
    from explorer.features.answers import explained

    with opened(name) as trace:
        return explained(trace, whole("the iteration", iteration, 1, LATEST), _text("voice", voice))


@answered
def figure(
    name: str, iteration: float | None = None, phase: float | None = None, kind: str = "graph", dark: bool = False
) -> Any:
    """A picture of a recorded run as plotly JSON.

    Args:
        name: name of a bundled trace (see traces) or of a kept run, such as record gives.
        iteration: which iteration, counted from 1, for graph, tree and dag; without it the first.
        phase: which of its phases, counted from 1; without it its end.
        kind: graph, tree or dag of an iteration; beams, widths, time, depth, rank or energy of the whole run.
        dark: for a black background.
    """
    from explorer.figures.pictures import picture

    at = None if iteration is None else whole("the iteration", iteration, 1, LATEST)
    step = None if phase is None else whole("the phase", phase, 1, LATEST)
    with opened(name) as trace:
        made = picture([trace], [trace.title], _text("kind", kind), at, step, dark=_truth("dark", dark))
        return json.loads(made.to_json())


@answered
def compare(
    methods: list[str],
    pair: str,
    prompt: str,
    settings: Settings = "{}",
    seed: float = 0,
    max_new_tokens: float = 40,
    raw: bool = False,
    engine: str = "auto",
    dtype: str = "auto",
    system: str | None = None,
    messages: Turns = "[]",
    template_args: Settings = "{}",
    ignore_eos: bool = False,
) -> dict[str, Any]:
    """Run two to four methods one after the other on the same pair, prompt and seed, and set their figures in rows.

    Ratios are to the first method, and only where both follow the same law. Times are of one run each, after a warm-up.

    Args:
        methods: two to four methods, each a name or name:key=value, such as ["multinomial", "spd:gamma=4"].
        pair: name of a pair (see pairs).
        prompt: what is continued; for a toy pair words of its vocabulary with spaces between.
        settings: a JSON object of settings; every method takes those that it has.
        seed: seed of every random choice, a whole number.
        max_new_tokens: how many tokens each makes at most.
        raw: pass the prompt without the chat template.
        engine: auto, numba or torch.
        dtype: precision of the models: auto, bfloat16, float16, float32 or float64.
        system: the system prompt; left out, the chat template's own.
        messages: the turns before the prompt, a JSON list of objects with role (user or assistant) and content.
        template_args: a JSON object of variables of the chat template, such as {"enable_thinking": false}.
        ignore_eos: whether the run continues after EOS, to exactly max_new_tokens tokens.
    """
    from explorer.features.answers import compared

    if not isinstance(methods, list) or not all(isinstance(one, str) for one in methods):
        raise BadInput(f'the methods should be a list of names, such as ["multinomial", "spd"], not {as_json(methods)}')
    if not 2 <= len(methods) <= MOST:
        raise BadInput(f"{len(methods)} methods are given; give two to {MOST}")
    shared = _shared(raw, engine, dtype, system, messages, template_args, ignore_eos)
    numbers = {"seed": seed, "limit": max_new_tokens}
    wanted = requests_of(methods, settings_of(settings), pair=pair, prompt=prompt, **numbers, **shared)
    for request in wanted.values():
        check_pair(request.pair)
        check_request(request)
    with CALLS.of(visitor()):
        for _ in warmed(list(wanted.values())):
            pass
    return compared([_ended(request) for request in wanted.values()])


@answered
def acceptance_by_prompt(
    method: str,
    pair: str,
    prompts: list[str],
    settings: Settings = "{}",
    seed: float = 0,
    max_new_tokens: float = 40,
    raw: bool = False,
) -> dict[str, Any]:
    """Run one method on several prompts, one after the other, and count for each how many drafts the target accepted.

    Args:
        method: name of a method that drafts (see methods).
        pair: name of a pair (see pairs).
        prompts: one to twenty prompts, each given once.
        settings: a JSON object of the method's settings; what is left out is at its default.
        seed: seed of every random choice, a whole number; the same for all prompts.
        max_new_tokens: how many tokens are made at most for each prompt.
        raw: pass the prompts without the chat template.
    """
    from explorer.features.prompts import Row, answer_of, checked, run_prompts

    if not isinstance(prompts, list) or not all(isinstance(prompt, str) for prompt in prompts):
        raise BadInput(f'The prompts should be a list of texts, such as ["ask", "why"], not {as_json(prompts)}.')
    given = checked(prompts)
    limit = cast(int, max_new_tokens)
    request = RunRequest(method, pair, given[0], settings_of(settings), cast(int, seed), limit, raw=_truth("raw", raw))
    rows: Sequence[Row] = ()
    with CALLS.of(visitor()):
        for step in run_prompts(request, given, visitor=visitor()):
            rows = step.rows
    return answer_of(rows)


@answered
def law(
    method: str,
    pair: str,
    prompt: str,
    settings: Settings = "{}",
    max_new_tokens: float = 2,
    ignore_eos: bool = False,
) -> dict[str, Any]:
    """The exact law of what a method writes on a toy pair, by walking through every way the dice can fall.

    Also the law of the method that it must equal, and `tv`, how far the two are apart: 0 where all texts come equally
    often, 1 where none is shared.

    Args:
        method: name of a method (see methods).
        pair: name of a toy pair (see pairs): toy:assets/toys/….
        prompt: words of the pair's vocabulary with spaces between, or nothing.
        settings: a JSON object of the method's settings; what is left out is at its default.
        max_new_tokens: how many tokens are made at most, 1 to 5.
        ignore_eos: whether each run continues after EOS, to exactly max_new_tokens tokens.
    """
    limit = cast(int, max_new_tokens)
    request = RunRequest(method, pair, prompt, settings_of(settings), limit=limit, ignore_eos=ignore_eos)
    check_pair(pair)
    check_request(request)
    if pair not in toys():
        raise BadInput(f"law enumerates toy pairs only; choose one of {', '.join(toys())} instead of {pair}")
    toy = json.loads(toys()[pair].read_text(encoding="utf-8"))
    asked = {"toy": toy, "prompt": prompt, "method": method, "tokens": request.limit, "ignore_eos": ignore_eos}
    with CALLS.of(visitor()), LAWS.turn(visitor(), waiting()):
        return next(part for part in enumerate_laws(asked | {"settings": dict(request.settings)}) if part is not None)


def _shared(
    raw: bool, engine: str, dtype: str, system: str | None, messages: Any, template_args: Any, ignore_eos: bool
) -> dict[str, Any]:
    """Fields of RunRequest that are those of every method. Raises BadInput."""
    return {
        "raw": raw,
        "engine": engine,
        "dtype": dtype,
        "system": system,
        "messages": _turns(messages),
        "template_args": _object("template_args", template_args, '{"enable_thinking": false}'),
        "ignore_eos": ignore_eos,
    }


def _ended(request: RunRequest) -> Any:
    """The run at its end."""
    from explorer.features.answers import Finished

    name, ends = "", list[Line]()
    with CALLS.of(visitor()):
        for news in follow(request, visitor=visitor()):
            name = news.name
            ends += [line for line in news.lines if not isinstance(line, IterationLine)]
    run = trace_of(ends)
    assert run.summary is not None, "a run that came to its end has a summary"
    return Finished(name, run.header, run.summary)


def _turns(given: Any) -> Any:
    """The turns, read where they are given as text; an empty text has none. Raises BadInput."""
    return (parsed_turns(given, "messages") if given.strip() else ()) if isinstance(given, str) else given or ()


def settings_of(given: Any) -> dict[str, Any]:
    """The settings as an object, or the text of one; none if it is empty or left out. Raises BadInput."""
    return _object("settings", given, '{"gamma": 4}')


def _object(name: str, given: Any, example: str) -> dict[str, Any]:
    try:
        found = json.loads(given or "{}") if given is None or isinstance(given, str) else given
    except (ValueError, RecursionError):  # a number of thousands of digits, thousands of brackets
        found = None
    if not isinstance(found, dict):
        raise BadInput(f"{name} should be a JSON object, or the text of one, such as {example}, not {as_json(given)}")
    return found


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise BadInput(f"the {name} should be text, not {as_json(value)}")
    return value


def _truth(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise BadInput(f"{name} should be true or false, not {as_json(value)}")
    return value


_ANSWERS = (
    methods,
    pairs,
    traces,
    open_trace,
    record,
    explain_iteration,
    figure,
    compare,
    acceptance_by_prompt,
    law,
)
_ENDPOINTS = {answer.__name__ for answer in (*_ANSWERS, run)}


def build() -> None:
    """Adds the endpoints to the open Blocks.

    Without Gradio's queue an MCP client is told apart by its address, and its answer goes no way round; runs have a
    queue of their own. A stream needs Gradio's.
    """
    for answer in _ANSWERS:
        api(answer, api_name=answer.__name__, queue=False)
    api(run, api_name="run", concurrency_limit=None)


def check_counts(demo: gr.Blocks) -> None:
    """Refuse calls with fewer or more values than they need. Gradio's own refusal quotes all of them in the log."""

    def check(function: Any, values: Any) -> None:
        names = list(inspect.signature(function.fn).parameters) if function.api_name in _ENDPOINTS else []
        needed, given = len(function.inputs), len(values)
        if given < needed or (names and given > needed):
            order = f", in this order: {', '.join(names)}" if names else ""
            again = "Send them all." if names else "Reload the page and try again."
            raise Refused(BadInput(f"This call has {plural(given, 'value')} and needs {needed}{order}. {again}"))

    demo.validate_inputs = check  # pyright: ignore[reportAttributeAccessIssue] - Gradio calls it before each handler


def lighten(demo: gr.Blocks) -> None:
    """Leave the endpoints' inputs and outputs out of what the page of an app that was just launched is made of.

    A browser builds every component that it is told of, seen or not, and the page calls no endpoint. Clients are told
    of them as before.
    """
    page: Any = demo.config["page"][""]
    unseen = {one["id"] for one in demo.config["components"] if one["type"] == "api"}
    page["components"] = [one for one in page["components"] if one not in unseen]
    page["layout"]["children"] = [one for one in page["layout"]["children"] if one["id"] not in unseen]
