"""All that is said and shown of one method, in one record; the files of explorer/story/methods fill it in."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from decoders.core.record import Iteration, Layer, Step
from explorer.story.facts import Facts
from explorer.story.wording import Wording

Settings = Mapping[str, Any]


class RoundLine(NamedTuple):
    """A group of steps by its name, the states that one will see there, and what happens, in both voices.

    The texts are templates; their slots are the settings and what run_slots.py makes of them.
    """

    group: str
    marks: str
    plain: str
    exact: str


class Next(NamedTuple):
    """What comes after the start of a round, in the plain voice: of the first round, and of a later one."""

    first: str
    later: str


class Because(NamedTuple):
    """Why the output has the law that it has, for someone who knows neither p nor q, and for others."""

    plain: str
    exact: str


class EndBeam(Protocol):
    """A beam at the end of a run: its tokens, Σ log p and its text."""

    @property
    def tokens(self) -> tuple[int, ...]: ...

    @property
    def logp(self) -> float: ...

    @property
    def text(self) -> str | None: ...


@dataclass(frozen=True, kw_only=True)
class StepWording:
    """What is said of a step of one phase.

    `title` is the step in a few words, in the exact voice; its plain words stand on the strip of phases. `ahead` is its
    name before it is reached, which tells nothing of how it ends. `sentence` is what happens in it, and why.
    """

    title: Wording[Any]
    sentence: Wording[Any]
    ahead: str | Callable[[Facts, Step], str]


@dataclass(frozen=True)
class Fact:
    """A named value of a layer: its name, the layer's field, and its name in the plain voice where that is another.

    The field "bounds.U" is a field of a field. `late` values are known only once the layer has been decided. What
    is off (None, False, 0 or empty) is not shown.
    """

    name: str
    field: str
    plain: str = ""
    late: bool = False


@dataclass(frozen=True, kw_only=True)
class Bars:
    """A panel of counts beside each other: its title, and the counts in order; `late` ones are known at the end."""

    title: str
    counts: tuple[Fact, ...]


@dataclass(frozen=True, kw_only=True)
class LayerStory:
    """What is said of a kind of layer: its title, the caption of its picture, and its named values.

    `heads` and `names` are what the columns and the numbers of its picture are called in the plain voice. A layer whose
    facts are all symbols shows none of them in the plain voice (`symbols`). `said` are sentences in its picture, and
    `exact_only` captions of parts that the plain voice leaves out; both by the panel's field.
    """

    kind: type[Layer]
    title: Wording[Any] | None = None  # None: "Layer 2", or "This iteration"
    caption: Wording[Any] | None = None
    facts: tuple[Fact, ...] = ()
    bars: Bars | None = None  # counts with a panel of their own
    heads: tuple[str, ...] | Callable[[Any], tuple[str, ...]] = ()
    names: tuple[str, ...] = ()
    symbols: bool = False
    said: Mapping[str, Wording[Any]] = field(default_factory=dict[str, Wording[Any]])
    exact_only: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class Rows:
    """A panel of an iteration that is open at once: its title, and its rows in the plain voice (none: no panel)."""

    title: str
    of: Callable[[Facts], list[tuple[str, str]]]


@dataclass(frozen=True, kw_only=True)
class Bundled:
    """One bundled run: its name is its file's, and what `?trace=` takes; `note` says what to look at."""

    name: str
    note: str
    settings: Mapping[str, str] = field(default_factory=dict[str, str])
    prompt: str = ""  # empty: gallery.SKY
    tokens: int = 48
    figure: bool = False  # the run that the toy pair of this name describes


@dataclass(frozen=True, kw_only=True)
class Story:
    """All that is said and shown of one method. What is left out is as in the generic story."""

    method: str
    line: str | Callable[[Settings], str]  # what the method does, in a line; a template over the settings
    source: str  # where it is from
    round: Callable[[Settings], Sequence[RoundLine]]  # the lines of a round under these settings, in order
    following: Next | Callable[[Settings], Next]
    reasons: Mapping[str, Wording[Any]]  # by rule: why a decision fell as it did
    rejection: str | Callable[[Settings], str] = "it is not the token drawn from p"  # as the legend says it
    steps: Mapping[str, StepWording] = field(default_factory=dict[str, StepWording])  # by phase, beside the common ones
    layers: tuple[LayerStory, ...] = ()
    rows: Rows | None = None  # what a step of phase "select" chose from
    why: Mapping[str, Because] = field(default_factory=dict[str, Because])  # by Oracle.because
    searches: bool = False  # whether drafts are searched for, so that there may be none to be found
    without_draft: str = ""  # "drafting by copying from its text": how a pair is called whose draft is not a model
    counts_draws: bool = False  # whether one draft may be drawn twice, so that draws are counted
    card: Callable[[str, Sequence[EndBeam], Iteration], Sequence[tuple[str, str]]] | None = None  # rows of the end card
    tuning: Mapping[str, tuple[Any, ...]] = field(default_factory=dict[str, tuple[Any, ...]])  # the grid of a search
    gallery: tuple[Bundled, ...] = ()

    @property
    def name(self) -> str:
        """The method's name, by which a story is found."""
        return self.method
