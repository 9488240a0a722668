"""The stage's files: markup, style sheet and script, read once; nothing from outside.

The script is written as ES modules, so that an editor, a type checker and a test know what belongs together. A Gradio
component takes one function body, and a page that opens from a file may import nothing: `join` makes that of them,
line by line. It knows the few forms of import and export that js/ uses, and refuses every other.
"""

import re
from functools import cache
from pathlib import Path

STAGE = Path(__file__).parent
_START = 'mount(element, trigger, props, typeof watch === "function" ? watch : null);'
_IMPORT = re.compile(r'^import \{([^{}]*)\} from "\./([\w-]+\.js)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|let|class)\b)", re.MULTILINE)
_NAMED = re.compile(r"^(export )?(?:async )?(?:function\*?|const|let|class) (\w+)", re.MULTILINE)
_REFUSED = re.compile(r"^(?:(?:import|export|var)\b|(?:const|let) [\[{]).*|\bimport(?:\.meta|\().*", re.MULTILINE)


class JoinError(ValueError):
    """A module that cannot be put into one script with the others; says which line of which file."""


@cache
def stage_html() -> str:
    """The constant markup."""
    return (STAGE / "stage.html").read_text(encoding="utf-8")


@cache
def stage_css() -> str:
    """The style sheet, written to be nested in a rule for the element that holds the stage."""
    return (STAGE / "stage.css").read_text(encoding="utf-8")


@cache
def stage_js() -> str:
    """The script: a function body over (element, trigger, props, server, upload, watch)."""
    modules = {path.name: path.read_text(encoding="utf-8") for path in (STAGE / "js").glob("*.js")}
    return f"{join(modules, 'stage.js')}\n{_START}\n"


def join(modules: dict[str, str], entry: str) -> str:
    """One strict script of the modules that `entry` needs, what is imported before what imports it.

    All share one scope, so no two may use a name at their top. Raises JoinError for that, for a circle, for a name
    that is not exported, and for any import, export or top-level pattern that is not of the forms handled here.

    >>> print(join({"a.js": 'import { b } from "./b.js";\\nb();', "b.js": "export const b = () => 1;"}, "a.js"))
    "use strict";
    const b = () => 1;
    <BLANKLINE>
    b();
    """
    owner: dict[str, str] = {}
    parts = []
    for name in _order(modules, entry, ()):
        for _, word in _NAMED.findall(modules[name]):
            if owner.setdefault(word, name) != name:
                raise JoinError(f"{name} and {owner[word]} both have {word} at their top; rename one of them")
        text = _EXPORT.sub("", _IMPORT.sub("", modules[name]))
        if left := _REFUSED.search(text):
            raise JoinError(f"{name}: {left[0][:80]!r} cannot be joined; write it as the other modules do")
        parts.append(text)
    return '"use strict";\n' + "\n".join(parts)


def _order(modules: dict[str, str], name: str, above: tuple[str, ...]) -> list[str]:
    """The modules under `name`, each once, needed ones first; `above` are those that led here."""
    if name not in modules:
        raise JoinError(f"{above[-1]} imports {name}, which does not exist")
    if name in above:
        raise JoinError(f"{' → '.join((*above, name))} is a circle")
    order: list[str] = []
    for words, wanted in _IMPORT.findall(modules[name]):
        order += _order(modules, wanted, (*above, name))
        exported = {word for export, word in _NAMED.findall(modules[wanted]) if export}
        if missing := {word.strip() for word in words.split(",") if word.strip()} - exported:
            raise JoinError(f"{name} imports {', '.join(sorted(missing))}, which {wanted} does not export")
    return list(dict.fromkeys([*order, name]))
