"""The process that renders chat templates, so that an untrusted template can be stopped at any time.

A process can be stopped in the middle of `"a" * 10**10`; a thread cannot.

`decoders.models.text.chat` starts the process and reads its answers. Each request and each reply is one JSON line. The
process imports only jinja2, writes no files, and ends when its standard input ends. Templates have the same environment
here as in transformers 5.23 (`utils/chat_template_utils.py`), so the text is the same.
"""

# The types of jinja2's functions are only partly known.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import faulthandler
import json
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path += sys.argv[1:]  # the folders of jinja2, because this process starts without any packages

import jinja2
import jinja2.ext
import jinja2.meta
from jinja2 import nodes
from jinja2.exceptions import SecurityError, TemplateError, TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment

MEMORY = 1 << 30  # memory limit of this process in bytes, if the operating system can enforce it (Linux)
MOST_BITS = 4096  # limit for a number that a template raises to a power


class RefusedError(TemplateError):
    """Raised when the template calls `raise_exception`."""


class TooLargeError(Exception):
    """Raised when the template writes or builds a text that is too long."""


class GenerationTag(jinja2.ext.Extension):
    """`{% generation %}…{% endgeneration %}`, which marks text for training; its content is rendered unchanged."""

    tags = {"generation"}  # noqa: RUF012 - jinja2's own name and type

    def parse(self, parser: Any) -> nodes.Node:
        """Parse the block as a call, so that variables set inside it are not visible outside, as in transformers."""
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        return nodes.CallBlock(self.call_method("_write", []), [], [], body).set_lineno(line)

    def _write(self, caller: Callable[[], str]) -> str:
        return caller()


class Namespace(jinja2.utils.Namespace):
    """jinja2's namespace without names that begin with an underscore."""

    def __init__(*args: Any, **kwargs: Any) -> None:  # not named `self`, because a template may use that name
        self, *given = args
        names = dict(*given, **kwargs)
        for name in names:
            _check_name(name)
        jinja2.utils.Namespace.__init__(self, names)

    def __setitem__(self, name: str, value: Any) -> None:
        _check_name(name)
        jinja2.utils.Namespace.__setitem__(self, name, value)


def _check_name(name: Any) -> None:
    if isinstance(name, str) and name.startswith("_"):
        raise SecurityError(f"a namespace cannot have a variable named {name!r}")


class Dict:
    """A stand-in for `dict` that offers only `dict(...)` and `dict.fromkeys(...)`."""

    def __call__(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        return dict(*args, **kwargs)

    def fromkeys(self, *args: Any) -> dict[Any, Any]:
        """See `dict.fromkeys`."""
        return dict.fromkeys(*args)


class Environment(ImmutableSandboxedEnvironment):
    """The jinja2 environment of a chat template, with limits on the size of operators' results."""

    intercepted_binops = frozenset({"*", "**"})

    def __init__(self, longest: int) -> None:
        super().__init__(trim_blocks=True, lstrip_blocks=True, extensions=[GenerationTag, jinja2.ext.loopcontrols])
        self.longest, self.dated = longest, False
        self.filters["tojson"] = _to_json
        self.globals |= {"raise_exception": _refuse, "strftime_now": self._now, "dict": Dict(), "namespace": Namespace}

    def _now(self, format: str) -> str:
        self.dated = True
        return datetime.now().strftime(format)  # local time, as in transformers

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Compute `left operator right`.

        Raises TooLargeError if the result is a text, list or number larger than any prompt needs.
        """
        if operator == "*":
            for many, count in ((left, right), (right, left)):
                if isinstance(many, str | list | tuple) and isinstance(count, int) and len(many) * count > self.longest:
                    raise TooLargeError
        elif isinstance(left, int) and isinstance(right, int) and left.bit_length() * right > MOST_BITS:
            raise TooLargeError
        return super().call_binop(context, operator, left, right)


def _to_json(
    value: Any,
    ensure_ascii: bool = False,
    indent: int | None = None,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,
) -> str:
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


def _refuse(message: Any) -> None:
    raise RefusedError(str(message))


@lru_cache(maxsize=16)
def _compiled(source: str, longest: int) -> tuple[Environment, Any, list[str]]:
    """Compile a template. Returns the compiled template, its environment, and the variables that it reads."""
    made = Environment(longest)
    names: set[str] = jinja2.meta.find_undeclared_variables(made.parse(source))
    return made, made.from_string(source), sorted(names - set(made.globals))


def render(source: str, variables: dict[str, Any], longest: int) -> dict[str, Any]:
    """Render a template. Returns its text, whether it contains today's date, and the variables that it reads.

    If the template fails, returns an `error` and the `message` of the template or of jinja2. `longest` is the maximum
    number of characters.
    """
    try:
        environment, template, names = _compiled(source, longest)
        environment.dated, pieces, length = False, list[str](), 0
        for piece in template.generate(**variables):
            length += len(piece)
            if length > longest:
                raise TooLargeError
            pieces.append(piece)
        text = "".join(pieces)
        text.encode()  # an unpaired surrogate cannot be written
        return {"text": text, "dated": environment.dated, "variables": names}
    except RefusedError as error:
        return {"error": "refused", "message": str(error)[:1000]}
    except TemplateSyntaxError as error:
        return {"error": "syntax", "message": f"line {error.lineno}: {error.message or ''}"[:1000]}
    except (MemoryError, TooLargeError):
        return {"error": "large", "message": ""}
    except Exception as error:  # an untrusted program can raise any exception
        return {"error": "fault", "message": f"{type(error).__name__}: {error}"[:1000]}


def main() -> None:
    """Answer every line of the standard input until it ends. A template that takes too long ends the process."""
    # Windows has no such limit, and macOS does not enforce it
    with suppress(ImportError, ValueError, OSError, AttributeError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    source, sink, nowhere = sys.stdin.buffer, sys.stdout.buffer, Path("/dev/null" if sys.platform != "win32" else "nul")
    with nowhere.open("w") as quiet:
        sink.write(b"ready\n")
        sink.flush()
        for line in source:
            request = json.loads(line)
            # The parent process usually kills this one first. The alarm is needed only if the parent no longer exists.
            faulthandler.dump_traceback_later(request["seconds"] + 1, exit=True, file=quiet)
            reply = render(request["template"], request["variables"], request["longest"])
            faulthandler.cancel_dump_traceback_later()
            sink.write(json.dumps(reply).encode() + b"\n")
            sink.flush()


if __name__ == "__main__":
    main()
