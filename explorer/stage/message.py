"""What the browser gets: every shape in a message to the stage, as Python makes it and JavaScript reads it.

The types of the JavaScript (js/types.d.ts) are made of these. All words are finished, and so is what has become of
every node at every step: the browser places, draws and formats numbers. A *place* is an index into the node columns, a
*step* one into the iteration's steps; numbers are rounded to five digits.
"""

from typing import Any, Literal, NotRequired, TypedDict

from explorer.graph.fates import Fate

Row = tuple[str, str]  # a name and its value


class Columns(TypedDict):
    """The nodes, a list for every field; columns of nothing but null are left out."""

    id: list[int]
    parent: list[int]
    token: list[int]
    depth: list[int]
    role: list[Literal["input", "draft", "target"]]
    fates: list[list[Fate]]
    q: NotRequired[list[float | None]]
    p: NotRequired[list[float | None]]
    count: NotRequired[list[int | None]]
    merge: NotRequired[list[int | None]]
    origin: NotRequired[list[int | None]]  # of a copy: the node it repeats (GSD)
    copied: NotRequired[list[str | None]]  # of a copy: what it repeats, told until it is judged
    about: NotRequired[list[str | None]]  # further words for the head of the inspector


class Layout(TypedDict):
    """Positions of the nodes that are drawn; `at` are their places, `cols` and `rows` the size of the whole."""

    at: list[int]
    col: list[int]
    y: list[float]
    row: list[int]
    cols: int
    rows: float


class Step(TypedDict):
    """One thing to show: `nodes` are places, `now` those that it is about, `verdicts` indices.

    `called` is the plain voice's `title`. `ahead` stands for both while the step is still to come, and tells no
    outcome. `plain` has no symbol, `exact` the formula with its numbers.
    """

    phase: str
    title: str
    called: str
    ahead: str
    plain: str
    exact: str
    nodes: list[int]
    now: list[int]
    verdicts: list[int]
    layer: int | None


class Verdict(TypedDict):
    """One decision, with its reason in both voices (Step).

    `tiles`: name, value and what it is; `mine`: the parent's places among the input beams.
    """

    place: int
    state: str
    plain: str
    exact: str
    tiles: list[tuple[str, float | str, str]]
    dists: list[int]
    layer: NotRequired[int]
    slot: NotRequired[int]  # from 1
    p: NotRequired[float]
    q: NotRequired[float]
    u: NotRequired[float]
    a: NotRequired[float]
    shares: NotRequired[str]
    mine: NotRequired[list[int]]


class Dist(TypedDict):
    """A distribution: tokens `t` and their probabilities `v`. A joint law has the beam of every token, and in
    `ends` the nodes of the beams, if a verdict names the law."""

    at: int
    series: Literal["q", "p", "r"]
    raw: bool
    t: list[int]  # −2: the finished beam itself
    v: list[float]
    rest: float
    size: int
    beam: NotRequired[list[int]]
    ends: NotRequired[list[int]]


class Plainly(TypedDict):
    """What a panel says in the plain voice in place of its fields of these names: no symbol, fewer numbers."""

    title: str
    caption: str
    facts: list[Row]
    outcome: list[Row]
    why: NotRequired[str]
    came: NotRequired[str]
    tails_say: NotRequired[str]
    alpha: NotRequired[list[float]]
    table: NotRequired[list[list[float]]]
    names: NotRequired[list[str]]
    heads: NotRequired[list[str]]


class PanelBase(TypedDict):
    """What a method says of a layer, a node or the iteration. `outcome` is told from step `told` on, all else from
    `known` on; `nodes`: the places it is about, null for all of its layer (0: the iteration). All is said exactly;
    `plain` has what the plain voice says instead."""

    plain: Plainly

    layer: int
    title: str
    caption: str
    nodes: list[int] | None
    known: int
    told: int
    facts: list[Row]
    outcome: list[Row]


class PlainPanel(PanelBase):
    """Names and values alone."""

    kind: Literal["plain"]
    open: bool


class WidthPanel(PanelBase):
    """DSBD: why a layer has its width. `cut` is t, `tails` the chances of at least K, `least` the width that no t goes
    below; `names` of the width, before t, and of t as it is moved."""

    kind: Literal["width"]
    names: list[str]
    why: str
    came: str
    good: bool
    width: int
    least: int
    cut: float | None
    candidates: int
    tails: list[float]
    tails_say: str
    alpha: list[float]
    alpha_say: str
    table: list[list[float]]
    table_say: str


class Try(TypedDict):
    """One try at a node, known from `step` on."""

    step: int
    place: int
    state: str
    numbers: list[float | None]


class TriesPanel(PanelBase):
    """SpecInfer, MCSS and SpecTr: the tries at one node in turn, `of` in all; `heads` name the numbers, `left` says
    whether the first is the mass of q that is left."""

    kind: Literal["tries"]
    of: int
    heads: list[str]
    left: bool
    tries: list[Try]


class Candidate(TypedDict):
    """A token held against the bar, or the target's `own` beside them, known from `step` on; `end`: how it ended."""

    step: int
    place: int
    state: str
    p: float
    own: bool
    end: str


class BarPanel(PanelBase):
    """Typical acceptance: the bar min(ε, δ·exp(−H)) and the candidates at this entropy; `names` of p, and before H."""

    kind: Literal["bar"]
    heads: list[str]
    names: list[str]
    entropy: float
    epsilon: float
    delta: float
    bar: float
    candidates: list[Candidate]


class Held(TypedDict):
    """A value held against its threshold, null where it is infinite; known from `step` on."""

    step: int
    value: float | None
    bar: float
    good: bool


class Doubt(TypedDict):
    """One draft of BiLD or Self-SSD: max q, and −log p once the target has judged it. `place` null: it stops."""

    layer: int
    place: int | None
    exit: Held
    back: Held | None


class DoubtsPanel(PanelBase):
    """Where the draft hesitates and, with `heads` of three, where the target goes back."""

    kind: Literal["doubts"]
    heads: list[str]
    doubts: list[Doubt]


class SkippedPanel(PanelBase):
    """Self-SSD: what the draft leaves out of the target."""

    kind: Literal["skipped"]
    attention: list[int]
    mlp: list[int]
    of_layers: int


class LevelPanel(PanelBase):
    """The confidence of the nodes of a level, the most confident first."""

    kind: Literal["level"]
    heads: list[str]
    places: list[int]
    values: list[float]


class Prefix(TypedDict):
    """The joint test of the first j tokens, up to `place`, known from `step` on; logs of zero are null.

    `ratio` is what the rule holds against τ, never more than 1. `own` is the factor of the j-th token and `product` all
    of them multiplied, not cut at 1; null if infinite.
    """

    step: int
    place: int
    j: int
    logp: float | None
    logq: float | None
    ratio: float
    own: float | None
    product: float | None
    passed: bool


class PrefixesPanel(PanelBase):
    """MTAD: the prefixes of the draft against τ; `names` before τ in a sentence, and of τ as it is moved."""

    kind: Literal["prefixes"]
    heads: list[str]
    names: list[str]
    bar: float
    prefixes: list[Prefix]


class Payoff(TypedDict):
    """A bar: what it counts, how many, and the step from which on that is known."""

    name: str
    count: int
    step: int


class PayoffPanel(PanelBase):
    """GSD: what was drafted, what merging saved, what was sent and kept."""

    kind: Literal["payoff"]
    bars: list[Payoff]


Panel = (
    PayoffPanel
    | PlainPanel
    | WidthPanel
    | TriesPanel
    | BarPanel
    | DoubtsPanel
    | SkippedPanel
    | LevelPanel
    | PrefixesPanel
)


class Beam(TypedDict):
    """A live beam: log p in all and per token (null: impossible), and whether it is the best."""

    node: int
    logp: float | None
    mean: float | None
    size: int
    done: bool
    best: bool


class Bar(TypedDict):
    """The timeline's numbers (trace/metrics.py); `modelled` joules by model."""

    emitted: int
    kept: int
    drafted: int
    draws: int
    used: int
    wasted: int
    draft: float
    target: float
    other: float
    kv: int
    widths: list[tuple[int, int, int | None, str | None]]
    modelled: NotRequired[dict[str, float]]


class Run(TypedDict):
    """A run of cached tokens under the same beams; `end` is its last node, null for the prompt."""

    size: int
    end: int | None


class Mask(TypedDict):
    """The attention mask of the target passes (pictures.py)."""

    rows: list[int]
    sees: list[list[int]]
    cached: list[Run]
    starts: list[int]


class Recurring(TypedDict):
    """Recurring n-grams: [n, places] and [n, drafted tokens inside one]; `tau` is the length that merges."""

    drafted: int
    groups: list[tuple[int, list[int]]]
    share: list[tuple[int, int]]
    tau: int


Packed = TypedDict(
    "Packed",
    {
        "i": int,
        "says": str,
        "n": Columns,
        "heads": tuple[Row, Row],  # of q and of p of a node: name, and what it is
        "lay": Layout,
        "core": NotRequired[Layout],  # what is drawn at first
        "born": list[int],  # the step at which a node appears
        "path": list[int],  # places of committed nodes
        "steps": list[Step],
        "seen": int,  # the first step at which p is known
        "commit": int,
        "verdicts": list[Verdict],
        "dists": list[Dist],
        "panels": list[Panel],
        "made": list[
            tuple[int, int, int, str, int]
        ],  # node, parent, token, origin, step of what live sequences grew by
        "beams": list[Beam],
        "seconds": float,
        "bar": Bar,
        "from": list[int | None],  # by beam, the one before that it grew from
        "mask": NotRequired[Mask],
        "recurring": NotRequired[Recurring],
    },
)
Packed.__doc__ = "One iteration."


class At(TypedDict):
    """A step, counted from 1 as people read it; without a phase the iteration's end."""

    it: int
    phase: NotRequired[int | None]
    node: NotRequired[int | None]


class Known(TypedDict):
    """How the joules of a run are known: by which meter, and by whose coefficients they are modelled."""

    method: NotRequired[str | None]
    reason: NotRequired[str | None]
    model: NotRequired[str | None]


class Window(TypedDict):
    """The seconds over which joules were measured, and how far off they may be."""

    seconds: float | None
    band: float | None
    reason: str | None


class Summary(TypedDict):
    """What is known when a run has ended, without the token lists.

    `worth` is the largest line on the page; `card` the rows of the end card. A run that was cut short has them of what
    came, and no counts.
    """

    worth: str
    card: list[Row]

    counts: NotRequired[dict[str, float | None]]
    seconds: NotRequired[dict[str, float]]
    joules: NotRequired[float | None]
    text: NotRequired[str]
    energy: Window


class About(TypedDict):
    """The method for a first visitor: what it does, where it is from, whether its text is exact."""

    line: str
    paper: str
    law: str
    rounding: str
    rules: NotRequired[str]  # what the generation config of the target does


class RoundLine(TypedDict):
    """What happens in a group of steps of every round, in both voices, with the states that are seen there."""

    label: str
    marks: list[str]
    plain: str
    exact: str


class Recorded(TypedDict):
    """The recorded run that a replayed one comes from, and where in it something was changed."""

    name: str
    at: At


class Header(TypedDict):
    """What the stage shows of a run as a whole; `pair_name` has both models by name."""

    method: str
    title: NotRequired[str]
    view: NotRequired[str]
    pair: NotRequired[str]
    seed: NotRequired[int]
    prompt: NotRequired[str]
    tree_mode: NotRequired[dict[str, str]]
    energy: NotRequired[Known]
    about: About
    round: list[RoundLine]  # empty for a method that this version does not know
    pair_name: str
    deciding: dict[str, Any]
    rejection: str
    draft_notes: NotRequired[str]  # what one should know of the draft model
    whatif: NotRequired[str]  # of a replayed run: what was changed, and that it is no recorded run
    recorded: NotRequired[Recorded]  # of a replayed run


class Message(TypedDict):
    """A message to the stage; ui/stage.py says what each type means."""

    type: Literal["open", "append", "finish", "fetch", "start", "clear", "lesson", "begin"]
    name: NotRequired[str]
    header: NotRequired[Header]
    texts: NotRequired[dict[str, str]]
    iterations: NotRequired[list[Packed]]
    summary: NotRequired[Summary | None]
    incomplete: NotRequired[str | None]
    at: NotRequired[At | None]
    live: NotRequired[bool]
    url: NotRequired[str]
    text: NotRequired[str]
    asked: NotRequired[int]
    trace: NotRequired[str]


class Piece(TypedDict):
    """Some words of a lesson in one style."""

    text: str
    style: Literal["plain", "em", "strong", "code"]


class LessonAt(TypedDict):
    """Where the stage stands at a step of a lesson, counted from 1."""

    trace: str
    it: int
    phase: int
    node: int | None


class LessonLight(TypedDict):
    """A place that a wrong answer lights up: its name, what it is called, and the CSS selector of its element."""

    name: str
    label: str
    selector: str


class LessonAnswer(TypedDict):
    """An answer to a question, the reply to whoever gives it, and the places that light up with the reply."""

    words: list[Piece]
    right: bool
    feedback: list[Piece]
    lights: list[LessonLight]


class LessonQuestion(TypedDict):
    """A question; `reveal` is the place that shows its answer, null where the stage does not show it."""

    words: list[Piece]
    answers: list[LessonAnswer]
    reveal: LessonAt | None


class LessonChart(TypedDict):
    """The speed-up chart in place of the graph, with the start of each slider."""

    alpha: float
    gamma: float
    c: float
    batch: float


class LessonStep(TypedDict):
    """One step of a lesson, with every expression filled in."""

    title: str
    at: LessonAt
    chart: LessonChart | None
    paragraphs: list[list[Piece]]
    question: LessonQuestion | None


class LessonCard(TypedDict):
    """A lesson in the list of lessons."""

    slug: str
    title: str
    summary: str
    minutes: int
    steps: int


class Lesson(TypedDict):
    """A whole lesson, as the route explorer/lesson/SLUG answers it."""

    slug: str
    title: str
    summary: str
    minutes: int
    steps: list[LessonStep]


class LessonPlace(TypedDict):
    """A step of a lesson, counted from 1."""

    slug: str
    step: int


class LessonMoved(TypedDict):
    """The answer to the address of an earlier lesson: where each of its steps leads now."""

    moved: list[LessonPlace]


class LessonList(TypedDict):
    """All lessons, in their order, as the route explorer/lessons answers it."""

    lessons: list[LessonCard]
