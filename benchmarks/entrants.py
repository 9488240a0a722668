"""The entrants of the method tables: groups with their baseline and 𝒯, default settings, and search grids.

An entrant is written as in `bench`, `name:key=value:…`, or `generate:…` for transformers (generate.py). A grid is a
small Cartesian product. Nothing is run here (see runners.py).
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

from decoders.core.settings import Settings, make, setting
from decoders.errors import BadInput
from explorer.service.request import request_of


@dataclass(frozen=True)
class GenerateSettings(Settings):
    """The settings of transformers' `generate` as an entrant."""

    num_beams: int = setting(1, "Number of beams.", low=1, high=64, symbol="W")
    assistant: str = setting("none", "Assistant model.", choices=("none", "full", "draft"))
    gamma: int = setting(0, "num_assistant_tokens. 0 uses the library's default (20).", low=0, high=64, symbol="γ")
    schedule: str = setting(
        "default", "num_assistant_tokens_schedule", choices=("default", "constant", "heuristic", "heuristic_transient")
    )
    dtype: str = setting("auto", "Number format. “auto” is bfloat16.", choices=("auto", "bfloat16", "float32"))
    confidence: float = setting(
        -1.0, "assistant_confidence_threshold. -1 uses the library's default (0.4).", low=-1, high=1
    )


@dataclass(frozen=True)
class Method:
    """One line of a table: the word used without a search, and the words a search tries.

    `bound` is the condition that a word must satisfy in the search: "perplexity" not above the reference's, or "width"
    near W. `follows` is the method whose searched settings this method uses, if it has these settings.
    """

    word: str
    grid: tuple[str, ...] = ()
    bound: str | None = None
    follows: str | None = None

    @property
    def name(self) -> str:
        """The method's name, without settings."""
        return name_of(self.word)


@dataclass(frozen=True)
class Group:
    """Methods that are compared with the first of them, under one warping."""

    name: str
    warp: dict[str, Any]
    methods: tuple[Method, ...]
    width: int | None = None  # W, in the group of beam methods


def grid(word: str, **values: Sequence[Any]) -> tuple[str, ...]:
    """Append every combination of settings to a word.

    >>> grid("spd", gamma=(1, 2))
    ('spd:gamma=1', 'spd:gamma=2')
    """
    keys = [[f"{key}={value}" for value in each] for key, each in values.items()]
    return tuple(":".join((word, *parts)) for parts in product(*keys))


BRANCHINGS = ("1,1", "2", "2,1", "3,1,1", "4,2,2")
ASSISTED = (
    "generate:assistant=draft",
    *grid("generate:assistant=draft", gamma=(2, 4)),
    *grid("generate:assistant=draft:confidence=0", gamma=(1, 2, 3)),
)
_ASSISTED = (  # first with default settings, then with the best settings
    Method("generate:assistant=full"),
    Method("generate:assistant=draft:gamma=4", ASSISTED),
)
_SPD = Method("spd:gamma=2", grid("spd", gamma=(1, 2, 3, 4)))
_EAGLE = Method(
    "eagle2:gamma=3:out_degree=3:node_budget=8",
    grid("eagle2", gamma=(2, 4), out_degree=(2,), node_budget=(4, 8)),
)
_LOOKUP = Method("lookup:gamma=4:ngram=3", grid("lookup", gamma=(2, 4), ngram=(2, 3)))
_MCSS = Method("mcss:branching=2,1", grid("mcss", branching=BRANCHINGS))
_SELF = Method("self-ssd:gamma=4:exit_threshold=0.6", grid("self-ssd", gamma=(1, 2, 4), exit_threshold=(0.6,)))
_HEADS = {"branching": ("2", "4,3,2"), "node_budget": (2, 6)}
_MEDUSA = Method("medusa:acceptance=exact:branching=3,2:node_budget=4", grid("medusa:acceptance=exact", **_HEADS))
_MEDUSA_TYPICAL = Method(
    "medusa:acceptance=typical:branching=3,2:node_budget=4",
    grid("medusa:acceptance=typical", **_HEADS),
    bound="perplexity",
)
_TYPICAL = grid("typical", gamma=(2, 3), out_degree=(1, 2))

GREEDY = Group(
    "greedy",
    {"temperature": 0},
    (
        Method("greedy"),
        _SPD,
        Method("ssd:gamma=3", grid("ssd", gamma=(1, 2, 3, 4))),
        Method("tsd:gamma=3:out_degree=2:prob_threshold=0.3:sibling_threshold=0.3", follows="gsd"),
        Method(
            "gsd:gamma=3:out_degree=2:prob_threshold=0.3:sibling_threshold=0.3",
            grid("gsd:sibling_threshold=0.3", gamma=(2, 3, 5), out_degree=(2,), prob_threshold=(0.1, 0.3, 0.5)),
        ),
        _EAGLE,
        _MCSS,
        _LOOKUP,
        _SELF,
        _MEDUSA,
        Method("typical:gamma=2:out_degree=2", _TYPICAL),
        Method("generate"),
        Method("generate:dtype=float32"),
        *_ASSISTED,
    ),
)
SAMPLING = Group(
    "sampling",
    {"temperature": 1, "top_k": 10, "top_p": 0.9},
    (
        Method("multinomial"),
        _SPD,
        Method("spectr:gamma=2:draft_width=2", grid("spectr", gamma=(1, 2), draft_width=(2, 4))),
        Method("specinfer:branching=2,1", grid("specinfer", branching=BRANCHINGS)),
        _MCSS,
        _EAGLE,
        Method("mtjd:block=4:width=4", grid("mtjd", block=(2, 4), width=(2,)), bound="perplexity"),
        Method(
            "mtad:draft_width=4:gamma=3:threshold=0.1",
            grid("mtad", draft_width=(2, 4), gamma=(2, 4), threshold=(0.1, 0.5)),
            bound="perplexity",
        ),
        Method(
            "bild:fallback_threshold=0.6:rollback_threshold=3",
            grid("bild", fallback_threshold=(0.3, 0.6), rollback_threshold=(2, 5)),
            bound="perplexity",
        ),
        Method("typical:gamma=2:out_degree=2", _TYPICAL, bound="perplexity"),
        _LOOKUP,
        _SELF,
        _MEDUSA,
        _MEDUSA_TYPICAL,
        Method("generate"),
        *_ASSISTED,
    ),
)


def beams(width: int) -> Group:
    """The group of beam methods with (average) width W, under the warping of DSBD's experiments (App. C)."""
    fixed, dynamic = f"dsbd:width={width}", "dsbd:width=dynamic"
    drafts = (width, 2 * width)
    floors = tuple(sorted({max(1, width - 1), width}))
    return Group(
        "beams",
        {"temperature": 1, "top_k": 10, "top_p": 0.8},
        (
            Method(f"beam-sampling:width={width}"),
            Method(f"{fixed}:gamma=2:draft_width={2 * width}", grid(fixed, gamma=(1, 2, 3), draft_width=drafts)),
            Method(
                f"{dynamic}:gamma=2:draft_width={2 * width}:min_width={floors[0]}",
                grid(dynamic, gamma=(1, 2, 3), draft_width=drafts, min_width=floors, threshold=(0.7,)),
                bound="width",
            ),
            Method(f"beam-search:width={width}"),
            Method(f"beam-sampling:warp=row:replacement=false:width={width}"),
            Method(f"generate:num_beams={width}"),
        ),
        width,
    )


# (group, method, against): ratios that are reported in addition to the ratios to the reference
COMPARISONS = (
    ("greedy", "gsd", "spd"),
    ("greedy", "gsd", "tsd"),
    ("greedy", "greedy", "generate"),
    ("greedy", "spd", "generate:assistant=full"),
    ("greedy", "spd", "generate:assistant=draft"),
    ("sampling", "mtad", "spd"),
    ("sampling", "spd", "generate:assistant=full"),
    ("sampling", "spd", "generate:assistant=draft"),
    ("sampling", "spectr", "specinfer"),
    ("sampling", "mcss", "spectr"),
    ("beams", "dsbd:width=dynamic", "beam-sampling:width"),
    ("beams", "beam-sampling:width", "generate"),
    ("beams", "beam-sampling:warp=row", "generate"),
)


def groups(which: str, width: int = 4) -> list[Group]:
    """The groups with this name, or all groups. Raises BadInput if there is none."""
    known = {group.name: group for group in (GREEDY, SAMPLING, beams(width))}
    if which == "all":
        return list(known.values())
    if which not in known:
        raise BadInput(f"Unknown --group {which}. Choose one of: {', '.join(known)}, all.")
    return [known[which]]


def name_of(word: str) -> str:
    """The name of the method in an entrant's word.

    >>> name_of("self-ssd:gamma=4")
    'self-ssd'
    """
    return word.split(":")[0]


def settings_of(word: str, warp: dict[str, Any]) -> dict[str, Any]:
    """All settings of an entrant by name. Raises BadInput if the word is not valid."""
    return asdict(generate_settings(word, warp) if name_of(word) == "generate" else request_of(word, warp).chosen)


def generate_settings(word: str, warp: dict[str, Any]) -> GenerateSettings:
    """The settings in a `generate:…` word. Raises BadInput if the word is not valid."""
    given: dict[str, Any] = dict(warp)
    for part in word.split(":")[1:]:
        key, equals, value = part.partition("=")
        if not equals:
            raise BadInput(f"“{part}” in “{word}” must have the form key=value. Write it as in generate:num_beams=4.")
        given[key] = value
    return make(GenerateSettings, given, "generate")
