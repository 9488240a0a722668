"""Generate js/types.d.ts, which has the types of the stage's JavaScript, from message.py.

`python -m explorer.stage.types` writes the file.
"""

from inspect import getdoc
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, is_typeddict

from explorer.stage import message

FILE = Path(__file__).parent / "js" / "types.d.ts"
_HEAD = "// The messages from Python to the stage, generated from message.py by `python -m explorer.stage.types`.\n"
_NAMES = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "unknown"}


def types() -> str:
    """Make the text of the file. The file has an interface for every TypedDict, and a type alias for every tuple or
    union.
    """
    known = {name: value for name, value in vars(message).items() if not name.startswith("_")}
    dicts = [value for value in known.values() if is_typeddict(value)]
    others = {name: value for name, value in known.items() if get_origin(value) in (tuple, UnionType, Union)}
    parts = [f"export type {name} = {typed(value)};\n" for name, value in others.items()]
    return "\n".join([_HEAD, *parts, *map(_interface, dicts)])


def _interface(shape: Any) -> str:
    """One TypedDict with its docstring and all its fields, inherited ones included."""
    lines = [_field(name, hint) for name, hint in shape.__annotations__.items()]
    about = " ".join((getdoc(shape) or "").split())
    return "\n".join([f"/** {about} */", f"export interface {shape.__name__} {{", *lines, "}", ""])


def _field(name: str, hint: Any) -> str:
    optional = get_origin(hint) is NotRequired
    return f"  {name}{'?' * optional}: {typed(get_args(hint)[0] if optional else hint)};"


def typed(hint: Any) -> str:
    """Write a Python type as TypeScript.

    >>> typed(list[int | None]), typed(tuple[str, int]), typed(dict[str, float])
    ('(number | null)[]', '[string, number]', 'Record<string, number>')
    """
    if is_typeddict(hint) or hint in _NAMES:
        return _NAMES.get(hint) or hint.__name__
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(f'"{word}"' for word in arguments)
    if origin in (Union, UnionType):
        return " | ".join(dict.fromkeys(map(typed, arguments)))
    if origin is list:
        inner = typed(arguments[0])
        return f"({inner})[]" if " | " in inner and not inner.startswith(("[", "Record")) else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(map(typed, arguments))}]"
    if origin is dict:
        return f"Record<{typed(arguments[0])}, {typed(arguments[1])}>"
    raise TypeError(f"{hint} has no JavaScript type; add one in explorer/stage/types.py")


if __name__ == "__main__":
    FILE.write_text(types(), encoding="utf-8")
