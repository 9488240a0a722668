"""`Story`, the record of all words about one method. The files in explorer/story/methods contain the stories."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from decoders.core.record import Iteration, Layer, Step
from explorer.story.facts import Facts
from explorer.story.wording import Wording

Settings = Mapping[str, Any]


class RoundLine(NamedTuple):
    """One line of a round: the group of steps, the states that occur there, and what happens, in both voices.

    The texts are templates. Their slots are the settings, and the phrases that run_slots.py makes from settings.
    """

    group: str
    marks: str
    plain: str
    exact: str


class Plan(NamedTuple):
    """The purpose and the course of the tests of a round, shown before the first of them.

    `kind` is the picture: the paths of a tree from its leaves, a block of guesses, or siblings. `first` and `second`
    are the captions of its two parts: without and with the method, or after a failure and after a success. `says` is
    the sentence of the step. The texts are templates like those of a round.
    """

    kind: Literal["leaves", "block", "siblings"]
    title: str
    says: str
    first: str
    second: str
    rule: str  # how a test decides
    lossless: str  # why the output is still the target's


class Next(NamedTuple):
    """A sentence in the plain voice about what follows the start of a round, for the first round and for later ones."""

    first: str
    later: str


class Because(NamedTuple):
    """A reason or a condition as a clause, in the plain and the exact voice."""

    plain: str
    exact: str


class Aim(NamedTuple):
    """One part of a method's purpose: its name, the heading of its row in the picture, the words in that row, and the
    sentence below the picture in both voices. All texts are templates over the settings.
    """

    name: str
    head: str
    labels: tuple[str, ...]
    plain: str
    exact: str


class Purpose(NamedTuple):
    """The purpose of a method, shown before its first round. `picture` names the drawing, which has one row for each
    aim. `serves` says what a step contributes to the purpose. Its keys are phases, or names of parts of a step.
    """

    picture: str
    aims: tuple[Aim, ...]
    serves: Mapping[str, str]


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
    """The words about a step of one phase.

    `title` names the step in a few words; the strip of phases shows its plain version. `ahead` is its name before it is
    reached, which does not give away the outcome. `sentence` says what happens and why, with a full stop.
    """

    title: Wording[Any]
    sentence: Wording[Any]
    ahead: str | Callable[[Facts, Step], str]


@dataclass(frozen=True)
class Fact:
    """A named value of a layer: its name, the layer's field, and its name in the plain voice if that differs. The field
    "bounds.U" means the field U of the field `bounds`. `late` values are known only after the layer has been decided.
    Values that are None, False, 0 or empty are not shown.
    """

    name: str
    field: str
    plain: str = ""
    late: bool = False


@dataclass(frozen=True, kw_only=True)
class Bars:
    """A panel that shows counts as bars. It has a title and the counts in order; `late` counts are known only at the
    end.
    """

    title: str
    counts: tuple[Fact, ...]


@dataclass(frozen=True, kw_only=True)
class LayerStory:
    """The words about a kind of layer: its title, the caption of its picture, and its named values.

    Captions and sentences end with a full stop. `heads` and `names` are the names, in the plain voice, of the picture's
    columns and numbers. With `symbols`, all facts are symbols, and the plain voice shows none of them. `said` holds
    sentences in the picture, and `exact_only` holds captions that the plain voice leaves out; both are keyed by panel
    field.
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
    """The panel of an iteration that is open at first, with its title and its rows in the plain voice."""

    title: str
    of: Callable[[Facts], list[tuple[str, str]]]


@dataclass(frozen=True, kw_only=True)
class Bundled:
    """One bundled run: the name of its file (as in `?trace=`) and a note on what to look at, without a full stop."""

    name: str
    note: str
    settings: Mapping[str, str] = field(default_factory=dict[str, str])
    prompt: str = ""  # empty: gallery.SKY
    raw: bool = False  # the prompt without the chat template
    seed: int = 1
    pair: str = ""  # empty: smollm2-plain
    tokens: int = 48
    figure: bool = False  # the run that the toy pair of this name describes


@dataclass(frozen=True, kw_only=True)
class Story:
    """All words about one method. A field that is left out has its value from the generic story."""

    method: str
    line: str | Callable[[Settings], str]  # what the method does, in one or two sentences; a template over the settings
    source: str  # the paper
    round: Callable[[Settings], Sequence[RoundLine]]  # the lines of a round under these settings, in order
    following: Next | Callable[[Settings], Next]
    purpose: Callable[[Settings], Purpose | None] = lambda _: None
    plan: Callable[[Settings], Plan | None] = lambda _: None
    reasons: Mapping[str, Wording[Any]]  # by rule: the reason for a decision, in whole sentences
    rejection: Because | str | Callable[[Settings], Because | str] = "it is not the token sampled from p"
    # by rule: the clause after “rejected if”, with the condition for a rejection
    steps: Mapping[str, StepWording] = field(
        default_factory=dict[str, StepWording]
    )  # by phase, in place of the common ones
    layers: tuple[LayerStory, ...] = ()
    rows: Rows | None = None  # the beams among which a step of phase "select" chose
    why: Mapping[str, Because] = field(default_factory=dict[str, Because])  # by Oracle.because
    searches: bool = False  # whether drafts are searched for in the text, so that there may be none
    without_draft: str = ""  # how a pair without a draft model drafts: "drafting by copying from its text"
    q_name: str = "draft"  # the name of q at a node, in the plain voice
    copies_text: bool = False  # whether guesses are copied, so that q = 1 is not a probability and is not shown
    counts_draws: bool = False  # whether one node may be sampled twice, so that draws are counted
    card: Callable[[str, Sequence[EndBeam], Iteration], Sequence[tuple[str, str]]] | None = None  # rows of the end card
    tuning: Mapping[str, tuple[Any, ...]] = field(default_factory=dict[str, tuple[Any, ...]])  # the grid of a search
    gallery: tuple[Bundled, ...] = ()

    @property
    def name(self) -> str:
        """The method's name, by which the story is found."""
        return self.method
