"""Code that repeats a recorded run: the command line and Python of this project, and other libraries' where they can.

Prompts, names and settings come from files and strangers. Each is quoted for where it goes: `quoted` for a shell,
`repr` for Python. Both write control characters and marks of direction as escapes, so pasted code does what it shows.
"""

import json
import shlex
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from decoders.core.settings import written
from decoders.errors import BadInput
from decoders.models.loading.weights import DTYPES
from explorer.features import code_elsewhere
from explorer.features.whatif import request_of
from explorer.service.request import RunRequest
from explorer.trace.lines import Header

KINDS = ("shell", "python", "transformers", "vllm")
TURNS = "messages.jsonl"  # where the command line reads the earlier turns
_TITLES = {"shell": "Command line", "python": "Python", "transformers": "transformers", "vllm": "vLLM"}
_SAME = "On the same machine, with the same versions, this gives the same tokens."
_TOY = "This gives the same tokens on every machine."
_CHANGED = "This run had one thing changed by What if?; the code repeats the run without that change."
MOST_BYTES = 120_000  # of one word of a command line; Linux takes 128 KiB
_WIDTH = 100  # of a line of code, where it can be broken
_ESCAPED = {"\n": "\\n", "\t": "\\t", "\\": "\\\\", "'": "\\'", "!": "\\x21"}


@dataclass(frozen=True)
class Snippet:
    """Code of one kind, with a title and a sentence about what it repeats and what differs."""

    kind: str
    title: str
    code: str
    note: str


def snippets(head: Header) -> list[Snippet]:
    """Code that repeats the run of a trace's header. Raises BadInput for a run that code cannot repeat."""
    request = request_of(head)
    if request.pair == "toy:yours":
        raise BadInput("This run used a toy pair of the tab Learn, which is not a file, so code cannot repeat it.")
    toy = request.pair.startswith("toy:")
    note = " ".join([_TOY if toy else _SAME, *([_CHANGED] if head.whatif else [])])
    own = {"shell": shell(request, head)} if _fits_shell(request) else {}
    own["python"] = python(request, head)
    made = [Snippet(kind, _TITLES[kind], code, note) for kind, code in own.items()]
    if "\0" in request.prompt + (request.system or ""):
        made = [Snippet("python", _TITLES["python"], own["python"], note)]  # no command line can hold such a character
    others = (
        {}
        if toy
        else {"transformers": code_elsewhere.transformers(request, head), "vllm": code_elsewhere.vllm(request, head)}
    )
    return made + [Snippet(kind, _TITLES[kind], *parts) for kind, parts in others.items() if parts]


def snippet(head: Header, kind: str) -> Snippet:
    """The code of one kind. Raises BadInput if there is none, naming the kinds that there are."""
    made = {each.kind: each for each in snippets(head)}
    if kind not in made:
        raise BadInput(f"There is no {kind} code for this run. Choose one of: {', '.join(made)}.")
    return made[kind]


def command(head: Header) -> str:
    """The command line that repeats the run of a trace's header; "" if there is none."""
    try:
        return next((each.code for each in snippets(head) if each.kind == "shell"), "")
    except BadInput:
        return ""


def _fits_shell(request: RunRequest) -> bool:
    """Whether a command line can hold the prompt: not a NUL character, and not more than Linux takes as one word."""
    texts = [request.prompt, request.system or ""]
    return not any("\0" in text or len(text.encode()) > MOST_BYTES for text in texts)


def quoted(text: str) -> str:
    """A word for bash and zsh: as `shlex.quote` writes it, with escapes where a character is invisible or a control.

    A terminal acts on control characters that are pasted, so a prompt could end its own quotation.

    >>> print(quoted("it's"), quoted("a\\x1bb"))
    'it'"'"'s' $'a\\x1bb'
    """
    if not any(map(_hidden, text)):
        return shlex.quote(text)
    return "$'" + "".join(_escape(character) for character in text) + "'"


def _hidden(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _escape(character: str) -> str:
    if character in _ESCAPED:
        return _ESCAPED[character]
    if not _hidden(character):
        return character
    code = ord(character)
    if code < 0x80:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def shell(request: RunRequest, head: Header) -> str:
    """The command line that repeats a run, with every setting."""
    lines = [f"python -m explorer record {quoted(request.method)}"]
    lines += [_option(name, value) for name, value in _options(request, head)]
    before = ""
    if request.messages:
        turns = " ".join(quoted(json.dumps(turn, ensure_ascii=True)) for turn in _turns(request))
        before = f"printf '%s\\n' {turns} > {TURNS}\n"
    return before + " \\\n  ".join(lines)


def _options(request: RunRequest, head: Header) -> Iterator[tuple[str, str]]:
    yield "--pair", request.pair
    yield "--prompt", request.prompt
    for key, value in vars(request.chosen).items():
        yield "--set", f"{key}={_word(value)}"
    yield "--seed", str(request.seed)
    yield "--max-new-tokens", str(request.limit)
    for key, value in place_of(head).items():
        yield f"--{key}", value
    if request.raw:
        yield "--raw", ""
    if request.system is not None:
        yield "--system", request.system
    if request.messages:
        yield "--messages", TURNS
    for key, value in request.template_args.items():
        yield "--template-arg", f"{key}={json.dumps(value, ensure_ascii=True)}"
    if request.ignore_eos:
        yield "--ignore-eos", ""
    yield "-o", "trace.jsonl"


def _option(name: str, value: str) -> str:
    """An option with its value; argparse would take a value that begins with a dash for another option."""
    if not value and name in ("--raw", "--ignore-eos"):
        return name
    return f"{name}={quoted(value)}" if value.startswith("-") or not value else f"{name} {quoted(value)}"


def _word(value: Any) -> str:
    """A setting as the command line reads it."""
    return str(value).lower() if isinstance(value, bool) else written(value)


def place_of(head: Header) -> dict[str, str]:
    """Engine, device and precision of a run of models: what it ran on, and not what was fastest there."""
    if head.pair.startswith("toy:"):
        return {}
    engine = head.engine.target if head.engine else "torch"
    if engine != "torch":  # a CPU engine has one precision
        return {"engine": engine}
    found = {"engine": engine, "device": head.device or "auto"}
    return found | ({"dtype": head.dtype} if head.dtype in DTYPES else {})


def python(request: RunRequest, head: Header) -> str:
    """The Python that repeats a run, with every setting."""
    named: dict[str, Any] = {"seed": request.seed, "max_new_tokens": request.limit, **place_of(head)}
    named |= {"raw": True} if request.raw else {}
    named |= {} if request.system is None else {"system": request.system}
    named |= {"messages": _turns(request)} if request.messages else {}
    named |= {"template_args": dict(request.template_args)} if request.template_args else {}
    named |= {"ignore_eos": True} if request.ignore_eos else {}
    settings = {key: list(value) if isinstance(value, tuple) else value for key, value in vars(request.chosen).items()}
    arguments = [repr(part) for part in (request.method, request.pair, request.prompt)]
    lines = [*arguments, literal(settings), *(f"{key}={literal(value)}" for key, value in named.items())]
    inside = "".join(f"    {line},\n" for line in lines)
    return f"import explorer\n\ntrace = explorer.record(\n{inside})\nprint(trace.summary.text)"


def literal(value: Any) -> str:
    """A value as Python code, one entry per line where it is long.

    >>> literal({"gamma": 4})
    "{'gamma': 4}"
    """
    text = repr(value)
    if len(text) <= _WIDTH or not isinstance(value, dict | list):
        return text
    entries = [f"{key!r}: {each!r}" for key, each in value.items()] if isinstance(value, dict) else map(repr, value)
    ends = "{}" if isinstance(value, dict) else "[]"
    return ends[0] + "".join(f"\n        {entry}," for entry in entries) + f"\n    {ends[1]}"


def _turns(request: RunRequest) -> list[dict[str, str]]:
    return [{"role": turn.role, "content": turn.content} for turn in request.conversation.turns]
