"""The stage's files: markup, style sheet and script, read once; nothing from outside.

The script is written as ES modules, so that an editor, a type checker and a test know what belongs together. A
page that opens from a file may import nothing, and one that comes over a wire should not ask for twenty files: `join`
makes one script of them, line by line. It knows the few forms of import and export that js/ uses, and refuses every
other. The tabs' scripts (explorer/ui/js) are joined alike, and may import the stage's small modules.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from explorer.trace.states import LISTS, ORIGINS, PHASES, STATES

STAGE = Path(__file__).parent
_START = 'mount(element, trigger, props, typeof watch === "function" ? watch : null);'
_IMPORT = re.compile(r'^import \{([^{}]*)\} from "(?:\./|\.\./\.\./stage/js/)([\w-]+\.js)";$', re.MULTILINE)
_JSON = re.compile(r'^import (\w+) from "([\w./-]+\.json)" with \{ type: "json" \};$', re.MULTILINE)
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
    """The style sheet, to be nested in a rule for the element that holds the stage; its colours are in states.json."""
    return f"{_properties()}\n{(STAGE / 'stage.css').read_text(encoding='utf-8')}"


def _properties() -> str:
    """Custom properties: the colours by light and dark, and what states, phases and origins make of them."""
    colours: dict[str, dict[str, Any]] = LISTS["colours"]
    tints = {f"tint-{name}": colour["tint"] for name, colour in colours.items() if "tint" in colour}
    rules = [
        _rule(".st" if look == "light" else "body.dark & .st", {k: v[look] for k, v in (colours | tints).items()})
        for look in ("light", "dark")
    ]
    for state in STATES.values():
        looks = {"state": f"var(--{state.colour})", "dash": state.dash or "none"}
        looks |= {"fill": f"var(--{state.colour})" if state.filled else "none"}
        looks |= {"tint": f"var(--tint-{state.colour})"} if state.tint else {}
        # two selectors, not one :is(…): a browser finds each by its attribute, and tries it on no other element
        rules.append(_rule(f'.st [data-state="{state.name}"], .st [data-kind="{state.name}"]', looks))
    for phase in PHASES.values():
        tint = f"var(--tint-{phase.colour}, var(--card))"
        rules.append(_rule(f'.st [data-phase="{phase.name}"]', {"phase": f"var(--{phase.colour})", "phase-tint": tint}))
    for origin in ORIGINS.values():
        looks = {"origin": f"var(--{origin.colour})", "tint": f"var(--tint-{origin.tint})", "line-style": origin.line}
        rules.append(_rule(f'.st [data-origin="{origin.name}"]', looks))
    return "\n".join(rules)


def _rule(selector: str, properties: Mapping[str, str]) -> str:
    return f"{selector} {{ {' '.join(f'--{name}: {value};' for name, value in properties.items())} }}"


@cache
def stage_js() -> str:
    """The script as a function body over (element, trigger, props, watch), for a page that imports nothing."""
    modules = {path.name: path.read_text(encoding="utf-8") for path in (STAGE / "js").glob("*.js")}
    return f"{join(modules, 'stage.js')}\n{_START}\n"


def module(modules: dict[str, str], entry: str) -> str:
    """The same as `join`, as a module that exports what `entry` exports."""
    exported = [word for export, word in _NAMED.findall(modules[entry]) if export]
    return f"{join(modules, entry)}\nexport {{ {', '.join(exported)} }};\n"


def join(modules: dict[str, str], entry: str) -> str:
    """One strict script of the modules that `entry` needs, what is imported before what imports it.

    All share one scope, so no two may use a name at their top. Raises JoinError for that, for a circle, for a name
    that is not exported, and for any import, export or top-level pattern that is not of the forms handled here. JSON
    becomes a constant.

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
        text = _EXPORT.sub("", _IMPORT.sub("", _JSON.sub(_data, modules[name])))
        if left := _REFUSED.search(text):
            raise JoinError(f"{name}: {left[0][:80]!r} cannot be joined; write it as the other modules do")
        parts.append(text)
    return '"use strict";\n' + "\n".join(parts)


def _data(found: re.Match[str]) -> str:
    """A constant in place of the import of a JSON file, whose path is that from js/."""
    return f"const {found[1]} = {(STAGE / 'js' / found[2]).read_text(encoding='utf-8').rstrip()};"


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
