"""The named endpoints for `gradio_client`. Those in TOOLS are also tools of the MCP server (mcp.py).

Every answer is JSON text. Inputs are checked as on the page and on the command line, and an error message has one or
two sentences. Clients read the docstrings of the endpoints as documentation, one line per parameter.
"""

import inspect
import json
from collections.abc import Callable, Generator, Sequence
from dataclasses import asdict
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

import gradio as gr
from gradio.events import api
from gradio.utils import get_function_description

from decoders.errors import BadInput
from explorer.features.presets import with_preset
from explorer.service.conversation import as_json, parsed_turns
from explorer.service.live import follow, friendly, waiting
from explorer.service.offered import beside_app, check_pair, described, described_methods, toys
from explorer.service.queue.limits import check_request
from explorer.service.queue.turns import CALLS, LAWS
from explorer.service.request import PAPER, RunRequest, requests_of, whole
from explorer.service.store import gallery, opened
from explorer.story.numbers import plural
from explorer.trace.format import line_of, trace_of
from explorer.trace.line_validators import Line
from explorer.trace.lines import Header, IterationLine
from explorer.ui.server.visitor import visitor
from explorer.ui.tabs.compare_form import MOST
from explorer.ui.tabs.comparing import warmed
from explorer.ui.tabs.exactness import enumerate_laws

Given = ParamSpec("Given")
Answer = TypeVar("Answer", bound=Callable[..., Any])
Turns = list[dict[str, str]] | str
Settings = dict[str, Any] | str  # a JSON object, or its text from a shell or an older client, which cannot send objects
LATEST = 2**31  # larger than any number of iterations or phases
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
    """An error with a message for the caller."""

    def __init__(self, error: Exception) -> None:
        """`error` is the error that caused this one."""
        super().__init__(friendly(error), print_exception=False)

    def __str__(self) -> str:
        """The message without the quotation marks that Gradio adds."""
        return self.message


def answered(answer: Callable[Given, Any]) -> Callable[Given, str]:
    """Wrap a function so that it returns its answer as JSON text and raises every error as Refused."""

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
    """List all decoding methods with their settings and ranges, their source, and their reference method.

    The output distribution of a lossless method equals that of its reference method.
    """
    return described_methods()


@answered
def pairs() -> list[dict[str, Any]]:
    """List all pairs of a target and a draft model that can run here, with their source, size and requirements."""
    return described(beside_app)


@answered
def traces() -> list[dict[str, Any]]:
    """List all bundled recorded runs with their name, method, pair, prompt and a note on what they show."""
    return [asdict(card) for card in gallery()]


def open_trace(name: str) -> str:
    """Return a bundled or stored trace as a JSON object with header, iterations and summary.

    Args:
        name: name of a bundled trace (see traces) or of a stored run, as returned by record.
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


def request_of(
    method: str,
    pair: str,
    prompt: str,
    settings: Settings = "{}",
    seed: float = 0,  # Gradio rounds the values of an int parameter
    max_new_tokens: float = 40,
    raw: bool = False,
    engine: str = "auto",
    dtype: str = "auto",
    system: str | None = None,
    messages: Turns = "[]",
    template_args: Settings = "{}",
    ignore_eos: bool = False,
    preset: str = PAPER,
) -> RunRequest:
    """Return the request for a run. Raises BadInput if a value is not valid.

    Args:
        method: name of a method (see methods), such as spd.
        pair: name of a pair (see pairs), such as smollm2.
        prompt: the text to continue; for a toy pair, words of its vocabulary separated by spaces.
        settings: JSON object of the method's settings, such as {"gamma": 4}; missing settings get their defaults.
        seed: random seed, a whole number.
        max_new_tokens: maximum number of new tokens.
        raw: whether the prompt is used without the chat template.
        engine: engine that runs the models: auto, numba or torch.
        dtype: number format of the models: auto, bfloat16, float16, float32 or float64.
        system: system prompt; if missing, the chat template's default is used.
        messages: turns before the prompt, a JSON list of objects with role (user or assistant) and content.
        template_args: JSON object of variables of the chat template, such as {"enable_thinking": false}.
        ignore_eos: whether the run continues after EOS, to exactly max_new_tokens tokens.
        preset: source of settings that are not given: paper (the defaults) or fast (the fastest known ones).
    """
    shared = _shared(raw, engine, dtype, system, messages, template_args, ignore_eos)
    whole_numbers = {"seed": seed, "limit": max_new_tokens}  # the request checks that they are
    return with_preset(RunRequest(method, pair, prompt, settings_of(settings), **whole_numbers, **shared), preset)


def documented(answer: Answer) -> Answer:
    """Add the documentation of `request_of` about the parameters that an endpoint shares with it."""
    (about, own, _), (_, shared, _) = map(get_function_description, (answer, request_of))
    lines = [f"    {name}: {own.get(name) or shared[name]}" for name in inspect.signature(answer).parameters]
    answer.__doc__ = "\n".join([about, "", "Args:", *lines])
    return answer


def takes_a_request(answer: Answer) -> Answer:
    """Give an endpoint the parameters of `request_of`."""
    returns, changed = {"return": answer.__annotations__["return"]}, cast(Any, answer)
    changed.__signature__ = inspect.signature(request_of).replace(return_annotation=returns["return"])
    changed.__annotations__ = request_of.__annotations__ | returns
    return documented(answer)


@takes_a_request
def run(*given: Any, **named: Any) -> Generator[str, None, None]:
    """Record a run and stream it. Each message is a JSON array of the new lines of its trace.

    The lines are a header, iterations, and a summary. The header's `kept` is the run's name for open_trace and figure.
    Cancelling the job stops the run.
    """
    try:
        for news in follow(request_of(*given, **named), visitor=visitor()):
            lines = [line_of(line) | ({"kept": news.name} if isinstance(line, Header) else {}) for line in news.lines]
            if lines:
                yield json.dumps(lines, ensure_ascii=False)
    except Exception as error:
        raise Refused(error) from None


@answered
@takes_a_request
def record(*given: Any, **named: Any) -> dict[str, Any]:
    """Run a decoding method on a prompt to the end. The answer contains the text, the counts, the speed, and the gain
    from speculation.

    Use `name` from the answer to explain an iteration of this run (explain_iteration) or to draw it (figure).
    """
    from explorer.features.answers import answer_of

    return answer_of(_ended(request_of(*given, **named)))


@answered
def explain_iteration(name: str, iteration: float, voice: str = "plain") -> dict[str, Any]:
    """Explain one iteration of a recorded run step by step, and say why each draft token was accepted or rejected.

    Args:
        name: name of a bundled trace (see traces) or of a stored run, as returned by record.
        iteration: number of the iteration, starting at 1.
        voice: plain (everyday words) or exact (the papers' formulas with numbers).
    """
    from explorer.features.answers import explained

    with opened(name) as trace:
        return explained(trace, whole("The iteration", iteration, 1, LATEST), _text("voice", voice))


@answered
def figure(
    name: str, iteration: float | None = None, phase: float | None = None, kind: str = "graph", dark: bool = False
) -> Any:
    """Draw a figure of a recorded run and return it as plotly JSON.

    Args:
        name: name of a bundled trace (see traces) or of a stored run, as returned by record.
        iteration: number of the iteration, starting at 1, for graph, tree and dag; default: the first.
        phase: number of a phase of this iteration, starting at 1; default: its end.
        kind: graph, tree or dag of an iteration; beams, widths, time, depth, rank or energy of the whole run.
        dark: whether the background is dark.
    """
    from explorer.figures.pictures import picture

    at = None if iteration is None else whole("The iteration", iteration, 1, LATEST)
    step = None if phase is None else whole("The phase", phase, 1, LATEST)
    with opened(name) as trace:
        made = picture([trace], [trace.title], _text("kind", kind), at, step, dark=_truth("dark", dark))
        return json.loads(made.to_json())


@answered
@documented
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
    preset: str = PAPER,
) -> dict[str, Any]:
    """Run two to four methods on the same pair, prompt and seed, one after another, and compare their numbers.

    Ratios are relative to the first method, and are given only if both methods have the same output distribution. Times
    are from one run per method, after a warm-up.

    Args:
        methods: two to four methods, each a name or name:key=value, such as ["multinomial", "spd:gamma=4"].
        settings: JSON object of settings; each method uses the ones it has.
        max_new_tokens: maximum number of new tokens per method.
    """
    from explorer.features.answers import compared

    if not isinstance(methods, list) or not all(isinstance(one, str) for one in methods):
        raise BadInput(f'The methods must be a list of names, such as ["multinomial", "spd"], not {as_json(methods)}.')
    if not 2 <= len(methods) <= MOST:
        raise BadInput(f"You chose {plural(len(methods), 'method')}. Choose 2 to {MOST} methods.")
    shared = _shared(raw, engine, dtype, system, messages, template_args, ignore_eos)
    numbers = {"seed": seed, "limit": max_new_tokens}
    named = requests_of(methods, settings_of(settings), pair=pair, prompt=prompt, **numbers, **shared)
    wanted = {label: with_preset(request, preset) for label, request in named.items()}
    for request in wanted.values():
        check_pair(request.pair)
        check_request(request)
    with CALLS.of(visitor()):
        for _ in warmed(list(wanted.values())):
            pass
    return compared([_ended(request) for request in wanted.values()])


@answered
@documented
def acceptance_by_prompt(
    method: str,
    pair: str,
    prompts: list[str],
    settings: Settings = "{}",
    seed: float = 0,
    max_new_tokens: float = 40,
    raw: bool = False,
) -> dict[str, Any]:
    """Run one method on several prompts and count, for each prompt, how many draft tokens the target accepted.

    Args:
        method: name of a method with a draft (see methods).
        prompts: one to twenty different prompts.
        seed: random seed for all prompts, a whole number.
        max_new_tokens: maximum number of new tokens per prompt.
        raw: whether the prompts are used without the chat template.
    """
    from explorer.features.prompts import Row, answer_of, checked, run_prompts

    if not isinstance(prompts, list) or not all(isinstance(prompt, str) for prompt in prompts):
        raise BadInput(
            f'The prompts must be a list of strings, not {as_json(prompts)}. Write them like ["ask", "why"].'
        )
    given = checked(prompts)
    limit = cast(int, max_new_tokens)
    request = RunRequest(method, pair, given[0], settings_of(settings), cast(int, seed), limit, raw=_truth("raw", raw))
    rows: Sequence[Row] = ()
    with CALLS.of(visitor()):
        for step in run_prompts(request, given, visitor=visitor()):
            rows = step.rows
    return answer_of(rows)


@answered
@documented
def law(
    method: str,
    pair: str,
    prompt: str,
    settings: Settings = "{}",
    max_new_tokens: float = 2,
    ignore_eos: bool = False,
) -> dict[str, Any]:
    """Compute the exact output distribution of a method on a toy pair, by enumerating every random outcome.

    The answer also contains the reference method's distribution and the total variation `tv` of the two: 0 means
    identical distributions, 1 means no text in common.

    Args:
        pair: name of a toy pair (see pairs): toy:assets/toys/….
        prompt: words of the pair's vocabulary separated by spaces; may be empty.
        max_new_tokens: maximum number of new tokens, 1 to 5.
        ignore_eos: whether each run continues after EOS, to exactly max_new_tokens tokens.
    """
    limit = cast(int, max_new_tokens)
    request = RunRequest(method, pair, prompt, settings_of(settings), limit=limit, ignore_eos=ignore_eos)
    check_pair(pair)
    check_request(request)
    if pair not in toys():
        names = ", ".join(path.stem for path in toys().values() if not path.stem.startswith("edge-"))
        raise BadInput(
            f"The pair {pair} is not a toy pair, but only toy pairs can be enumerated. "
            f"Choose toy:assets/toys/NAME.json, where NAME is one of: {names}."
        )
    toy = json.loads(toys()[pair].read_text(encoding="utf-8"))
    asked = {"toy": toy, "prompt": prompt, "method": method, "tokens": request.limit, "ignore_eos": ignore_eos}
    with CALLS.of(visitor()), LAWS.turn(visitor(), waiting()):
        return next(part for part in enumerate_laws(asked | {"settings": dict(request.settings)}) if part is not None)


def _shared(
    raw: bool, engine: str, dtype: str, system: str | None, messages: Any, template_args: Any, ignore_eos: bool
) -> dict[str, Any]:
    """Fields of RunRequest that all methods share. Raises BadInput if a value is not valid."""
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
    """Run a request to its end. Raises BadInput if it cannot be run."""
    from explorer.features.answers import Finished

    name, ends = "", list[Line]()
    with CALLS.of(visitor()):
        for news in follow(request, visitor=visitor()):
            name = news.name
            ends += [line for line in news.lines if not isinstance(line, IterationLine)]
    run = trace_of(ends)
    assert run.summary is not None, "a finished run has a summary"
    return Finished(name, run.header, run.summary)


def _turns(given: Any) -> Any:
    """Return earlier turns. Text is parsed; an empty text means that there are no turns. Raises BadInput if the turns
    are not valid.
    """
    return (parsed_turns(given, "messages") if given.strip() else ()) if isinstance(given, str) else given or ()


def settings_of(given: Any) -> dict[str, Any]:
    """Return settings as a dict. JSON text is parsed. The dict is empty if no settings are given. Raises BadInput if
    they are not valid.
    """
    return _object("settings", given, '{"gamma": 4}')


def _object(name: str, given: Any, example: str) -> dict[str, Any]:
    try:
        found = json.loads(given or "{}") if given is None or isinstance(given, str) else given
    except (ValueError, RecursionError):  # thousands of nested brackets raise RecursionError
        found = None
    if not isinstance(found, dict):
        raise BadInput(f"The value of {name} must be a JSON object such as {example}, but is {as_json(given)}.")
    return found


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise BadInput(f"The value of {name} must be text, but is {as_json(value)}.")
    return value


def _truth(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise BadInput(f"The value of {name} must be true or false, but is {as_json(value)}.")
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
    """Add the endpoints to the open Blocks.

    Only the streaming endpoint uses Gradio's queue, because runs have their own queue. The other endpoints respond
    directly, and an MCP client is identified by its address.
    """
    for answer in _ANSWERS:
        api(answer, api_name=answer.__name__, queue=False)
    api(run, api_name="run", concurrency_limit=None)


def check_counts(demo: gr.Blocks) -> None:
    """Make the app refuse calls with too few or too many values. Gradio's own check would log all the values."""

    def check(function: Any, values: Any) -> None:
        names = list(inspect.signature(function.fn).parameters) if function.api_name in _ENDPOINTS else []
        needed, given = len(function.inputs), len(values)
        if given < needed or (names and given > needed):
            order = f", in this order: {', '.join(names)}" if names else ""
            again = "Send them all." if names else "Reload the page and try again."
            raise Refused(BadInput(f"This call has {plural(given, 'value')} but needs {needed}{order}. {again}"))

    demo.validate_inputs = check  # pyright: ignore[reportAttributeAccessIssue] - Gradio calls it before each handler


def lighten(demo: gr.Blocks) -> None:
    """Remove the endpoints' inputs and outputs from the page's configuration. Call it right after launching the app.

    A browser builds every component in the configuration, visible or not, and the page calls no endpoint. Clients still
    see the endpoints.
    """
    page: Any = demo.config["page"][""]
    unseen = {one["id"] for one in demo.config["components"] if one["type"] == "api"}
    page["components"] = [one for one in page["components"] if one not in unseen]
    page["layout"]["children"] = [one for one in page["layout"]["children"] if one["id"] not in unseen]
