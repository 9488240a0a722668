"""Read the files of the stage, each only once: markup, style sheet and script.

The script consists of ES modules in js/. The style sheet consists of one file per component in css/. A page that is
opened from a file cannot import modules, and a served page should not need twenty requests. So `npm run build`
(bundle.js) joins the modules into one file and the style sheets into another. Both files are committed in built/.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from explorer.trace.states import LISTS, ORIGINS, PHASES, STATES

STAGE = Path(__file__).parent
_START = 'mount(element, trigger, props, typeof watch === "function" ? watch : null);'


@cache
def stage_html() -> str:
    """The HTML of an empty stage."""
    return (STAGE / "stage.html").read_text(encoding="utf-8")


@cache
def stage_css() -> str:
    """The style sheet, to be nested in a rule for the element that contains the stage. The colours come from
    states.json.
    """
    return f"{_properties()}\n{built('stage.css')}"


def _properties() -> str:
    """CSS custom properties for the light and dark colours, and for the states, phases and origins that use them."""
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
        # two selectors instead of one :is(…), because browsers look up each by its attribute and skip other elements
        rules.append(_rule(f'.st [data-state="{state.name}"], .st [data-kind="{state.name}"]', looks))
    for phase in PHASES.values():
        tint = f"var(--tint-{phase.colour}, var(--card))"
        rules.append(_rule(f'.st [data-phase="{phase.name}"]', {"phase": f"var(--{phase.colour})", "phase-tint": tint}))
    for origin in ORIGINS.values():
        looks = {"origin": f"var(--{origin.colour})", "tint": f"var(--tint-{origin.tint})", "line-style": origin.line}
        rules.append(_rule(f'.st [data-origin="{origin.name}"]', looks))
    return "\n".join(rules)


def colours() -> list[str]:
    """CSS rules with the colours of states.json, light and dark, to be nested in the rule of an element."""
    rules = []
    for selector, look in (("&", "light"), ("body.dark &", "dark")):
        rules.append(_rule(selector, {name: value[look] for name, value in LISTS["colours"].items()}))
    return rules


def _rule(selector: str, properties: Mapping[str, str]) -> str:
    return f"{selector} {{ {' '.join(f'--{name}: {value};' for name, value in properties.items())} }}"


@cache
def stage_js() -> str:
    """The script as the body of a function of (element, trigger, props, watch), for a page without imports."""
    body, _, _ = built("stage.js").rpartition("export{")
    return f'"use strict";\n{body}\n{_START}\n'


def built(file: str, folder: Path = STAGE) -> str:
    """The text of a file that `npm run build` made from the modules in js/ or the style sheets in css/."""
    return (folder / "built" / file).read_text(encoding="utf-8")
