"""The catalogues: what a program registers is found everywhere and replaces nothing."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

import decoders
from decoders.core.record import Layer, Phase, Rule
from decoders.core.settings import Settings
from decoders.methods.lookup import DECODER as LOOKUP
from tests.records import check_part
from tests.toys import EXACT, distance, random_pair

pytestmark = pytest.mark.usefixtures("catalogues")


@dataclass(frozen=True, kw_only=True)
class Own(Layer):
    """A layer of a new kind."""

    kind: ClassVar[str] = "own"
    count: int


@dataclass(frozen=True, kw_only=True)
class Tries(Layer):
    """A layer whose kind is SpecInfer's."""

    kind: ClassVar[str] = "tries"


@dataclass(frozen=True)
class Silent(Settings):
    """Settings without a maximum number of nodes."""


OWN = replace(LOOKUP, name="own", title="Own", layers=(*LOOKUP.layers, Own))


def test_a_registered_method_is_like_the_others() -> None:
    """A registered method is found, listed and tested like built-in ones."""
    version = decoders.DECODERS.version
    decoders.register(OWN)
    decoders.register(OWN)
    assert decoders.DECODERS.version == version + 1
    assert decoders.decoder("own") is OWN
    assert list(decoders.DECODERS)[-1] == "own"
    assert distance("own", random_pair(0), 3) < EXACT


def test_its_layers_are_checked_from_then_on() -> None:
    """A trace reader built earlier must know the new layers."""
    layer = {"kind": "own", "layer": 0, "count": -1}
    iteration = {
        "kind": "iteration", "index": 0, "entries": [], "passes": [], "draws": [], "verdicts": [], "final": {},
        "nodes": [{"id": 0, "parent": -1, "token": 0, "depth": 0, "role": "input"}], "layers": [layer],
    }  # fmt: skip
    assert check_part(iteration) is None
    decoders.register(OWN)
    assert "count" in str(check_part(iteration))


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"name": "spd"}, "“spd” is taken: it is one of the built-in methods"),
        ({"title": "Another"}, r"“own” is taken: it was registered by decoders\.methods\.lookup"),
        ({"name": "a b"}, "“a b” is not a valid name for a method"),
        (
            {"name": "other", "rules": (Rule("ratio", "u < 1"),)},
            r"The rule ratio is built in and means u < min\(",
        ),
        ({"name": "other", "phases": (Phase("exit", "commit"),)}, "The phase exit is built in and belongs to draft"),
        ({"name": "other", "layers": (Tries,)}, "The method mcss already uses layers of the kind tries"),
    ],
)
def test_what_others_have_is_not_taken(changed: dict[str, Any], why: str) -> None:
    """Otherwise one method's run would be explained, drawn or read as another's."""
    decoders.register(OWN)
    before = dict(decoders.DECODERS)
    with pytest.raises(decoders.BadInput, match=why):
        decoders.register(replace(OWN, **changed))
    assert dict(decoders.DECODERS) == before


def test_settings_say_how_many_nodes_they_draft() -> None:
    """A page's limit on nodes would otherwise fail within a form."""
    with pytest.raises(NotImplementedError, match="Silent does not define the maximum number of nodes"):
        decoders.register(replace(OWN, settings=Silent))
    with pytest.raises(decoders.BadInput, match="An object of type str cannot be registered as a method"):
        decoders.DECODERS.register("spd", "")  # pyright: ignore[reportArgumentType]


def test_the_catalogue_is_read_only() -> None:
    """Two programs that set names would silently overwrite each other."""
    with pytest.raises(TypeError):
        decoders.DECODERS["spd"] = OWN  # pyright: ignore[reportIndexIssue]
