"""Code that repeats a recorded run: with this project's command line or Python, or with other libraries if possible.

Prompts, names and settings come from files and strangers, so all of them are quoted: by `quoted` for a shell, and by
`repr` for Python. Both functions escape control characters and direction marks, so pasted code does exactly what a
reader sees.
"""

import json
import shlex
import unicodedata
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from decoders.core.settings import written
from decoders.errors import BadInput
from decoders.models.loading.weights import DTYPES
from explorer.features import code_elsewhere
from explorer.features.whatif import request_of
from explorer.service.request import RunRequest
from explorer.trace.lines import Header

KINDS = ("shell", "python", "transformers", "vllm")
TURNS = "messages.jsonl"  # file from which the command line reads the earlier turns
_TITLES = {"shell": "Command line", "python": "Python", "transformers": "transformers", "vllm": "vLLM"}
_SAME = "On the same machine with the same versions, this code produces the same tokens."
_TOY = "This code produces the same tokens on every machine."
_CHANGED = "“What if?” changed one thing in this run. The code repeats the run without this change."
MOST_BYTES = 120_000  # bytes of one argument of a command line; Linux allows 128 KiB
_WIDTH = 100  # characters in a line of code, if the line can be broken
_ESCAPED = {"\n": "\\n", "\t": "\\t", "\\": "\\\\", "'": "\\'", "!": "\\x21"}


@dataclass(frozen=True)
class Snippet:
    """Code of one kind, with a title and a note. The note says what the code repeats and what may differ."""

    kind: str
    title: str
    code: str
    note: str


def snippets(head: Header) -> list[Snippet]:
    """All code that repeats the run of a trace's header. Raises BadInput if code cannot repeat the run."""
    request = request_of(head)
    if request.pair == "toy:yours":
        raise BadInput(
            "No code can repeat this run, because its toy pair exists only in the Learn tab, not in a file. Open "
            "the run in the Learn tab instead."
        )
    toy = request.pair.startswith("toy:")
    note = " ".join([_TOY if toy else _SAME, *([_CHANGED] if head.whatif else [])])
    own = {"shell": shell(request, head)} if _fits_shell(request) else {}
    own["python"] = python(request, head)
    made = [Snippet(kind, _TITLES[kind], code, note) for kind, code in own.items()]
    if "\0" in request.prompt + (request.system or ""):
        # a command line cannot contain such a character
        made = [Snippet("python", _TITLES["python"], own["python"], note)]
    others = (
        {}
        if toy
        else {"transformers": code_elsewhere.transformers(request, head), "vllm": code_elsewhere.vllm(request, head)}
    )
    return made + [Snippet(kind, _TITLES[kind], *parts) for kind, parts in others.items() if parts]


def snippet(head: Header, kind: str) -> Snippet:
    """The code of one kind. If the run has no code of this kind, raises BadInput, which lists the available kinds."""
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
    """Whether a command line can contain the prompt: it must have no NUL character and fit into one argument."""
    texts = [request.prompt, request.system or ""]
    return not any("\0" in text or len(text.encode()) > MOST_BYTES for text in texts)


def quoted(text: str) -> str:
    """Quote an argument for bash and zsh like `shlex.quote`, but escape invisible and control characters.

    A terminal acts on pasted control characters, so a prompt could otherwise end its own quotation marks.

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
    """The command line that repeats a run, with all settings."""
    lines = [f"python -m explorer record {quoted(request.method)}"]
    lines += [_option(name, value) for name, value in _options(request, head)]
    before = ""
    if request.messages:
        turns = " ".join(quoted(json.dumps(asdict(turn))) for turn in request.conversation.turns)
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
    """An option with its value. “=” joins them if the value begins with a dash, because argparse would read it as an
    option.
    """
    if not value and name in ("--raw", "--ignore-eos"):
        return name
    return f"{name}={quoted(value)}" if value.startswith("-") or not value else f"{name} {quoted(value)}"


def _word(value: Any) -> str:
    """A setting's value in the form that the command line reads."""
    return str(value).lower() if isinstance(value, bool) else written(value)


def place_of(head: Header) -> dict[str, str]:
    """The engine, device and precision that a run used; empty for a toy pair."""
    if head.pair.startswith("toy:"):
        return {}
    engine = head.engine.target if head.engine else "torch"
    if engine != "torch":  # a CPU engine has one precision
        return {"engine": engine}
    found = {"engine": engine, "device": head.device or "auto"}
    return found | ({"dtype": head.dtype} if head.dtype in DTYPES else {})


def python(request: RunRequest, head: Header) -> str:
    """The Python code that repeats a run, with all settings."""
    named: dict[str, Any] = {"seed": request.seed, "max_new_tokens": request.limit, **place_of(head)}
    named |= ({"raw": True} if request.raw else {}) | request.extras()
    settings = {key: list(value) if isinstance(value, tuple) else value for key, value in vars(request.chosen).items()}
    arguments = [repr(part) for part in (request.method, request.pair, request.prompt)]
    lines = [*arguments, literal(settings), *(f"{key}={literal(value)}" for key, value in named.items())]
    inside = "".join(f"    {line},\n" for line in lines)
    return f"import explorer\n\ntrace = explorer.record(\n{inside})\nprint(trace.summary.text)"


def literal(value: Any) -> str:
    """A value as Python code, with one entry per line if it is long.

    >>> literal({"gamma": 4})
    "{'gamma': 4}"
    """
    text = repr(value)
    if len(text) <= _WIDTH or not isinstance(value, dict | list):
        return text
    entries = [f"{key!r}: {each!r}" for key, each in value.items()] if isinstance(value, dict) else map(repr, value)
    ends = "{}" if isinstance(value, dict) else "[]"
    return ends[0] + "".join(f"\n        {entry}," for entry in entries) + f"\n    {ends[1]}"
