"""Make sentences from templates with named slots, in two voices. Words are data, and choices between them are cases.

A template is written as it will be read, so a sentence has its capital letter and its full stop in the template:

| in a template | is |
|---|---|
| `{p}` | the view's `p`: a float as the voice writes probabilities (68%, 0.681), an int or a text as it is |
| `{test.left}` | an attribute of the view's `test` |
| `{gamma:token}` | a count with its noun: 1 token, 4 tokens |
| `{count:is/are}` | one of two words, by the count |
| `{u:number}` `{ratio:factor}` `{q:.2g}` | a float in this format, in both voices: 0.83, 1.80, 0.0067 |
| `[ (minimum {bar})]` | left out as a whole if one of its slots is None |

The formats are the functions of numbers.py: `percent` and `share` for probabilities, `factor` for ratios of them,
`number` for random numbers and what they are compared with, `digits` for the exact voice, `signed` for logarithms.

There are no conditions, loops or nested brackets: a choice is a case of a Wording, a computed phrase is a property of a
view. Outside brackets, a slot that is None is written as “–” in the exact voice and raises an error in the plain voice.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Generic, Protocol, TypeVar

from explorer.story.numbers import digits, factor, number, percent, plural, share, signed


@dataclass(frozen=True)
class Voice:
    """A way of speaking. The voice defines how probabilities are written, and whether tokens show their spaces."""

    name: str
    probability: Callable[[float], str]
    shows_spaces: bool


PLAIN = Voice("plain", percent, shows_spaces=False)
EXACT = Voice("exact", digits, shows_spaces=True)
_FORMATS: dict[str, Callable[[float], str]] = {
    "digits": digits,
    "factor": factor,
    "number": number,
    "percent": percent,
    "share": share,
    "signed": signed,
}


class Speaks(Protocol):
    """The source from which a template is filled: any object that has the slots as attributes and knows its voice."""

    @property
    def voice(self) -> Voice:
        """The voice of the sentence."""
        ...


@dataclass(frozen=True)
class Slot:
    """A named gap in a template: the path of attributes that fills it, and the format of the value."""

    path: tuple[str, ...]
    written: str = ""


Part = str | Slot
_PIECES = re.compile(r"\[(?P<maybe>[^\[\]]*)\]|\{(?P<slot>[^{}]*)\}")


@lru_cache(maxsize=4096)
def parsed(template: str) -> tuple[Part | tuple[Part, ...], ...]:
    """Split a template into its parts: texts, slots, and tuples of both that may be left out."""
    parts, done = list[Part | tuple[Part, ...]](), 0
    for match in _PIECES.finditer(template):
        parts.append(template[done : match.start()])
        done = match.end()
        if (maybe := match["maybe"]) is not None:
            parts.append(tuple(part for part in parsed(maybe) if isinstance(part, str | Slot)))
        else:
            path, _, written = match["slot"].partition(":")
            parts.append(Slot(tuple(path.split(".")), written))
    return tuple(part for part in (*parts, template[done:]) if part != "")


class Verbatim(str):
    """A text that is shown unchanged, so its braces and brackets are not slots."""

    __slots__ = ()


def fill(template: str, view: Speaks) -> str:
    """Fill the slots of a template from a view."""
    if isinstance(template, Verbatim):
        return template
    texts = list[str]()
    for part in parsed(template):
        if isinstance(part, tuple):
            values = [each if isinstance(each, str) else _written(each, view) for each in part]
            texts += [] if None in values else [value for value in values if value is not None]
        elif isinstance(part, str):
            texts.append(part)
        else:
            value = _written(part, view)
            if value is None and view.voice is PLAIN:
                raise ValueError(f"{type(view).__name__} has no {'.'.join(part.path)} for “{template}”")
            texts.append("–" if value is None else value)
    return "".join(texts)


def _written(slot: Slot, view: Speaks) -> str | None:
    """Write the value of a slot as text; None if the view has no value."""
    value: Any = view
    for name in slot.path:
        value = getattr(value, name)
        if value is None:
            return None
    how = slot.written
    if how in _FORMATS:
        return _FORMATS[how](value)
    if "/" in how:
        one, several = how.split("/")
        return one if value == 1 else several
    if how and how[0] in ".,+":
        return format(value, how)
    if how:
        return f"{value} {plural(2, how)[2:]}" if isinstance(value, str) else plural(value, how)
    return view.voice.probability(value) if isinstance(value, float) else str(value)


V = TypeVar("V", bound=Speaks)


@dataclass(frozen=True, kw_only=True)
class Wording(Generic[V]):
    """Templates by case, in both voices. A case is a path such as "a.b.c". A voice without a template for "a.b.c" uses
    that for "a.b" or, if there is none, "a".

    `plain_case` chooses the case of the plain voice, if that voice distinguishes other cases than the exact voice.
    """

    view: Callable[..., V]  # makes the view from an iteration's facts and the subject of the sentence
    case: Callable[[V], str] = field(default=lambda _: "")
    plain: Mapping[str, str]
    exact: Mapping[str, str]
    plain_case: Callable[[V], str] | None = None

    def template(self, view: V) -> str:
        """Return the template for a view, by its case and voice."""
        plain = view.voice is PLAIN
        words = self.plain if plain else self.exact
        case = full = (self.plain_case if plain and self.plain_case else self.case)(view)
        while case not in words:
            if not case:
                raise KeyError(
                    f"{type(view).__name__} has no words for the case {full!r} in the {view.voice.name} voice"
                )
            case = case.rpartition(".")[0]
        return words[case]

    def say(self, *about: Any) -> str:
        """Return the filled template; the view is made from the arguments."""
        return self.tell(self.view(*about))

    def tell(self, view: V) -> str:
        """Return the filled template for a view."""
        return fill(self.template(view), view)


def alike(
    view: Callable[..., V], words: str | Mapping[str, str], case: Callable[[V], str] = lambda _: ""
) -> Wording[V]:
    """Return words that are the same in both voices: one template, or templates by case."""
    cases = {"": words} if isinstance(words, str) else words
    return Wording(view=view, case=case, plain=cases, exact=cases)
