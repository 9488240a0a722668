"""The types of all messages to the stage in the browser.

The types of the JavaScript (js/types.d.ts) are generated from the types here. Messages contain finished sentences and
the state of every node at every step; the browser only does the layout and drawing, and formats numbers. A *place* is
an index into the node columns, and a *step* is an index into the iteration's steps. Numbers are rounded to five digits.
"""

from typing import Any, Literal, NotRequired, TypedDict

from explorer.graph.fates import Fate
from explorer.story.common.calculation import Calculation
from explorer.story.common.missing import Said

Row = tuple[str, str]  # (name, value)
Head = tuple[str, str, str]  # (symbol, explanation, name in the plain voice)
# token, p and q in percent, the running ratio with the token as text, and how many of a hundred rounds accept it
NextRow = tuple[int | None, float | None, float, str | None, float]


class Occurrence(TypedDict):
    """One occurrence of a repeated text, with a few characters before and after it."""

    before: str
    match: str
    after: str


class Found(TypedDict):
    """Earlier occurrences of the text's end (suffix trees, prompt lookup).

    `rows` are the last occurrences, `more` is the number of others, and `end` is the end itself. `prompt` has the
    occurrences in the prompt as ranges of characters, and `made` has those in the output as ranges of tokens.
    """

    rows: list[Occurrence]
    more: int
    end: Occurrence
    prompt: list[tuple[int, int]]
    made: list[tuple[int, int]]


class Columns(TypedDict):
    """The nodes of an iteration, with one list per field. Columns that contain only null are left out."""

    id: list[int]
    parent: list[int]
    token: list[int]
    depth: list[int]
    role: list[Literal["input", "draft", "target"]]
    fates: list[list[Fate]]
    q: NotRequired[list[float | None]]
    p: NotRequired[list[float | None]]
    count: NotRequired[list[int | None]]
    shares: NotRequired[list[list[tuple[int, float | None, float | None]]]]  # q and p as shares of all beams, by step
    sure: NotRequired[list[float | None]]  # the draft's confidence: the product of q on the path (EAGLE-2, Medusa)
    merge: NotRequired[list[int | None]]
    origin: NotRequired[list[int | None]]  # for a copy, its original node (GSD)
    about: NotRequired[list[str | None]]  # more facts for the inspector


class Layout(TypedDict):
    """The positions of the drawn nodes. `at` lists the drawn nodes (places); `cols` and `rows` are the size of the
    graph.

    `kind` says where the target's own token is placed (explorer/graph/layout.py). In a chain and in a tree, the column
    and row of this token are part of the size, whatever the outcome.
    """

    kind: Literal["chain", "tree", "free"]
    at: list[int]
    col: list[int]
    y: list[float]
    row: list[int]
    cols: int
    rows: float


class Step(TypedDict):
    """One step: its sentences, its nodes (places) and its verdicts (indices).

    `now` lists the nodes that the step is about. `title` and `called` are its titles in the exact and the plain voice.
    Until the step is reached, the stage shows `ahead` instead, which reveals no outcome. `plain` is a sentence without
    symbols, `exact` a sentence with the formula and its numbers.
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
    about: NotRequired[int]  # the node that the inspector shows first, if it is not the first of `now`


class Strip(TypedDict):
    """The picture of how a random number `u` in [0, 1) sampled a token: a distribution as a strip of parts.

    `of` says whether the distribution is p or p′ ("r"). The parts are in the order of their token ids, and each is as
    wide as its probability. `own` is the index of the part that contains u. The beam of a part is null if the
    distribution is not joint.
    """

    u: float
    of: Literal["p", "r"]
    parts: list[tuple[int, int | None, float]]  # token, beam, probability
    own: int


class Verdict(TypedDict):
    """One decision with its reason in both voices.

    Each of the `tiles` has a symbol, the symbol's value, an explanation, and a name in the plain voice. `shares`
    explains what the numbers are shares of, and `made` explains how they were computed. `mine` lists the positions of
    the parent among the input beams. `greedy` is True if only the target's most probable token counts.
    """

    place: int
    state: str
    plain: str
    exact: str
    tiles: list[tuple[str, float | str, str, str]]
    dists: list[int]
    layer: NotRequired[int]
    slot: NotRequired[int]  # counted from 1
    p: NotRequired[float]
    q: NotRequired[float]
    u: NotRequired[float]
    a: NotRequired[float]
    shares: NotRequired[Said]
    made: NotRequired[Said]
    greedy: NotRequired[bool]
    mine: NotRequired[list[int]]
    strip: NotRequired[Strip]  # of a token that the target sampled, if its whole distribution is recorded


class Dist(TypedDict):
    """A distribution: tokens `t` and their probabilities `v`.

    A joint distribution also has the beam of every token and, if a verdict refers to it, the last node of each beam
    (`ends`).
    """

    at: int
    series: Literal["q", "p", "r"]
    raw: bool
    t: list[int]  # the token −2 represents a finished beam itself
    v: list[float]
    rest: float
    size: int
    beam: NotRequired[list[int]]
    ends: NotRequired[list[int]]


class Plainly(TypedDict):
    """The fields of a panel that differ in the plain voice. In the plain voice, these fields have no symbols and fewer
    numbers.
    """

    title: str
    caption: str
    facts: list[Row]
    outcome: list[Row]
    why: NotRequired[str]
    came: NotRequired[str]
    tails_head: NotRequired[str]
    overlap_say: NotRequired[str]
    tails_say: NotRequired[str]
    alpha: NotRequired[list[float]]
    table: NotRequired[list[list[float]]]
    names: NotRequired[list[str]]
    heads: NotRequired[list[str]]


class PanelBase(TypedDict):
    """The common fields of panels: facts that a method recorded about a layer, a node or the iteration, in the exact
    voice.

    `plain` holds the fields that differ in the plain voice. The stage shows `outcome` from step `told` on, and
    everything else from step `known` on. `nodes` are the places that the panel describes. If it is null, the panel
    describes the whole layer (layer 0 is the iteration).
    """

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
    """A list of names and values."""

    kind: Literal["plain"]


class WidthPanel(PanelBase):
    """DSBD: the reasons for a layer's width.

    `cut` is the threshold t, and `least` is the minimum width. `tails` lists, for each K, the probability that at least
    K candidates are accepted. `names` holds the name of the width, the text before t, and the label of the slider for
    t.
    """

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
    tails_head: str
    overlap_say: str
    tails_say: str
    alpha: list[float]
    alpha_say: str
    table: list[list[float]]
    table_say: str


class Try(TypedDict):
    """The test of one candidate. Its outcome is known from `step` on."""

    step: int
    place: int
    state: str
    numbers: list[float | None]


class TriesPanel(PanelBase):
    """SpecInfer, MCSS and SpecTr: the tested candidates at one position, in order.

    `heads` are the names of the columns of numbers. `left` says whether the first of these columns shows the part of q
    that earlier tests left.
    """

    kind: Literal["tries"]
    heads: list[str]
    left: bool
    tries: list[Try]


class Candidate(TypedDict):
    """A token that is compared with the threshold, or the target's `own` token. It is known from `step` on.

    `end` describes the outcome.
    """

    step: int
    place: int
    state: str
    p: float
    own: bool
    end: str


class BarPanel(PanelBase):
    """Typical acceptance: the threshold min(ε, δ·exp(−H)) and the candidates at this entropy.

    `names` are the name of p and the text before H.
    """

    kind: Literal["bar"]
    heads: list[str]
    names: list[str]
    entropy: float
    epsilon: float
    delta: float
    bar: float
    candidates: list[Candidate]


class Held(TypedDict):
    """A value and the threshold `bar` with which it is compared. Both are known from `step` on; null means infinite."""

    step: int
    value: float | None
    bar: float
    good: bool


class Doubt(TypedDict):
    """One draft token of BiLD or Self-SSD.

    `exit` is max q. `back` is −log p, known after the target's pass. If `place` is null, drafting stops here.
    """

    layer: int
    place: int | None
    exit: Held
    back: Held | None


class DoubtsPanel(PanelBase):
    """BiLD and Self-SSD: where the draft is unsure.

    With three `heads`, the panel also shows where the target rolls back.
    """

    kind: Literal["doubts"]
    heads: list[str]
    doubts: list[Doubt]


class SkippedPanel(PanelBase):
    """Self-SSD: the sub-layers of the target that the draft skips."""

    kind: Literal["skipped"]
    attention: list[int]
    mlp: list[int]
    of_layers: int


class LevelPanel(PanelBase):
    """The confidence of the nodes on a level or in the whole tree, highest first.

    A value is the product of the probabilities on the path. It equals `ups` times `owns`: the confidence of the parent
    (null for an input beam) times the node's own probability. `grown` lists the places that were extended, known from
    `grows` on. `sent` lists the places that go to the target; it is null if all do.
    """

    kind: Literal["level"]
    heads: list[str]
    places: list[int]
    values: list[float]
    ups: list[float | None]
    owns: list[float | None]
    grown: list[int]
    grows: int
    sent: int | None


class BeamsPanel(PanelBase):
    """MTAD and MTJD: the beams among which the best one is chosen, most probable first.

    `facts` lists their names, `places` their last nodes, and `values` their joint probabilities. `of` names the model
    that grew the beams and gave these probabilities: the draft ("q") or the target ("p").
    """

    kind: Literal["beams"]
    places: list[int]
    values: list[float]
    of: Literal["q", "p"]


class Prefix(TypedDict):
    """The joint test of the first j draft tokens, which end at `place`. The outcome of the test is known from `step`
    on. Logs of zero are null.

    `ratio` is the joint ratio, at most 1, that the rule compares with τ. `product` is the same ratio
    without this limit; null if it is infinite. `work` shows how the ratio is computed.
    """

    step: int
    place: int
    j: int
    logp: float | None
    logq: float | None
    ratio: float
    product: float | None
    passed: bool
    work: NotRequired[Calculation]


class PrefixesPanel(PanelBase):
    """MTAD: all prefixes of the draft, and the threshold τ. `names` are the text before τ and the label of the slider
    for τ.
    """

    kind: Literal["prefixes"]
    heads: list[str]
    names: list[str]
    bar: float
    prefixes: list[Prefix]


class Origin(TypedDict):
    """The calculation of a threshold, with counts out of a hundred rounds. `lines` name the counts.

    `taken` is the fraction of rounds in which these tokens are accepted together with a guess after them. `missing` is
    the fraction of rounds in which their own test must accept them.

    `rows` are the possible next tokens (null: all others). A row has p, q, the running ratio with that token, and the
    number of rounds that continue with the token and accept it. Counts are out of a hundred rounds and have `places`
    decimals. `places` is null if some counts are too small for a common number of decimals. The last row is the sum.
    `rule` says how the running ratios are computed. `again` says whether earlier deletions changed p.
    """

    title: Said
    rule: Said
    lines: list[Said]
    work: Calculation
    taken: float
    missing: float
    places: int | None
    again: bool
    rows: list[NextRow]


class Judged(TypedDict):
    """The test of a prefix or leaf that ends at `place`, known from `step` on.

    `work` shows how its running `ratio` was computed; it is missing if the calculation is not known. The test is passed
    if `u` is below the threshold `cut`. `chosen` says whether this test accepts the tokens up to here. `origin`
    explains the threshold or, after a leaf was deleted, the new running ratio of the guess before it.
    """

    step: int
    place: int
    ratio: float
    work: NotRequired[Calculation]
    cut: float
    u: float | None
    passed: bool
    chosen: bool
    origin: NotRequired[Origin]


class Ratio(TypedDict):
    """The running ratio of the node at `place` from `step` on.

    `fell` says whether a deletion below the node has just lowered it. `uncapped` is the product before it was capped at
    1.
    """

    step: int
    place: int
    ratio: float
    fell: bool
    uncapped: NotRequired[float]


class Compared(TypedDict):
    """The probabilities that a test of the node at `place` compares from `step` on, after a deletion at its position.

    `q` is the draft's probability. `p` is the leftover target probability; null if it is still the target's original
    probability.
    """

    step: int
    place: int
    q: float
    p: float | None


class FromRoot(TypedDict):
    """The tests of the same tree from its root, with the same random numbers, shown at `step`.

    `tests` lists the place of every tested node and whether the node is accepted. There are captions for two pictures.
    """

    step: int
    tests: list[tuple[int, bool]]
    says: Said
    root: Said
    leaves: Said


class JudgedPanel(PanelBase):
    """Block and traversal verification: the tests of all prefixes, or of the leaves in order.

    In a tree, `ratios` are the running ratios of the nodes, and `compared` are the probabilities that deletions
    changed. `order` lists the ends of all paths in the order of their tests, if it is known. `names` are the heads of
    the tables of next tokens. `root` holds a comparison with tests from the root.
    """

    kind: Literal["judged"]
    heads: list[str]
    names: list[str]
    rows: list[Judged]
    order: NotRequired[list[int]]
    ratios: NotRequired[list[Ratio]]
    compared: NotRequired[list[Compared]]
    root: NotRequired[FromRoot]


class Payoff(TypedDict):
    """One bar of the chart: its name, its count, and the step from which the count is known."""

    name: str
    count: int
    step: int


class PayoffPanel(PanelBase):
    """GSD: the numbers of drafted, merged, sent and accepted tokens."""

    kind: Literal["payoff"]
    bars: list[Payoff]


class OwnToken(TypedDict):
    """One token of a draft with another tokenizer: its text and its q."""

    text: str
    q: float


class WrittenPanel(PanelBase):
    """SLEM: the draft's text in its own tokens, and at `places` the same text in the target's tokens."""

    kind: Literal["written"]
    heads: list[str]
    pieces: list[OwnToken]
    places: list[int]


Panel = (
    PayoffPanel
    | PlainPanel
    | WidthPanel
    | TriesPanel
    | BarPanel
    | DoubtsPanel
    | SkippedPanel
    | LevelPanel
    | BeamsPanel
    | PrefixesPanel
    | JudgedPanel
    | WrittenPanel
)


class Beam(TypedDict):
    """An active beam: its log p in total and per token (null means probability 0), and whether it is the best beam."""

    node: int
    logp: float | None
    mean: float | None
    size: int
    done: bool
    best: bool


class Bar(TypedDict):
    """The numbers that the timeline shows for an iteration (explorer/trace/metrics.py). `modelled` has the modelled
    joules of each model.
    """

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
    """Consecutive cached tokens that the same beams share. `end` is the last node of the run; null for the prompt."""

    size: int
    end: int | None


class Mask(TypedDict):
    """The attention mask of the target passes; pictures.py explains the fields."""

    rows: list[int]
    sees: list[list[int]]
    cached: list[Run]
    starts: list[int]


class Recurring(TypedDict):
    """Repeated n-grams.

    `groups` lists pairs (n, places), and `share` lists pairs (n, number of draft tokens inside a repeated n-gram).
    `tau` is the length of merged n-grams.
    """

    drafted: int
    groups: list[tuple[int, list[int]]]
    share: list[tuple[int, int]]
    tau: int


class Twin(TypedDict):
    """A row about a node of a draft graph: its place, and its role in both voices, such as “original”."""

    place: int
    plain: str
    exact: str


class TwinLine(TypedDict):
    """A sentence about a node of a draft graph in both voices. The stage shows it from `step` on and before `until`."""

    step: int
    until: NotRequired[int]
    plain: str
    exact: str


class Twins(TypedDict):
    """GSD: which nodes share a continuation with the node at `place`, known from step `known` on.

    The `rows` are about this node, and the nodes that it repeats or that repeat it. A click on a row selects its node.
    """

    place: int
    known: int
    rows: list[Twin]
    lines: list[TwinLine]


Packed = TypedDict(
    "Packed",
    {
        "i": int,
        "says": str,
        "n": Columns,
        "heads": tuple[Head, Head],  # names of a node's q and p
        "shares": NotRequired[Said],  # if q and p are shares of all beams, an explanation of such a share
        "lay": Layout,
        "core": NotRequired[Layout],  # the part of a large graph that is drawn first
        "born": list[int],  # the step at which a node appears
        "path": list[int],  # committed nodes
        "steps": list[Step],
        "seen": int,  # the first step at which p is known
        "commit": int,
        "verdicts": list[Verdict],
        "dists": list[Dist],
        "panels": list[Panel],
        "made": list[tuple[int, int, int, str, int]],  # node, parent, token, origin, step of every added token
        "beams": list[Beam],
        "seconds": float,
        "bar": Bar,
        "from": list[int | None],  # the beam of the previous iteration that each beam continues
        "mask": NotRequired[Mask],
        "recurring": NotRequired[Recurring],
        "found": NotRequired[Found],  # earlier occurrences of the text's end
        "twins": NotRequired[list[Twins]],  # of merged nodes, copies and their originals (GSD)
        "lacking": NotRequired[list[int]],  # tokens that the draft's vocabulary lacks
    },
)
Packed.__doc__ = "One iteration."


class At(TypedDict):
    """A step of a run. Iterations, phases and parts of a step count from 1. Without a phase, this means the end of the
    iteration. Without a part, it means the last part of the step or, in a step that rejects, the test.
    """

    it: int
    phase: NotRequired[int | None]
    part: NotRequired[int | None]
    node: NotRequired[int | None]


class Known(TypedDict):
    """The sources of a run's joules: the meter, and the source of the model's coefficients."""

    method: NotRequired[str | None]
    reason: NotRequired[str | None]
    model: NotRequired[str | None]


class Window(TypedDict):
    """The time in seconds during which joules were measured, and the uncertainty of the joules (`band`)."""

    seconds: float | None
    band: float | None
    reason: str | None


class Summary(TypedDict):
    """The summary of a finished run, without its token lists.

    `worth` is the line at the top of the page, and `card` holds the rows of the summary at the end. For a run that was
    cut short, both describe the recorded rounds, and there are no counts.
    """

    worth: str
    card: list[Row]

    counts: NotRequired[dict[str, float | None]]
    seconds: NotRequired[dict[str, float]]
    joules: NotRequired[float | None]
    text: NotRequired[str]
    energy: Window


class About(TypedDict):
    """Facts about the method for a first-time visitor: what it does, its source, and whether it is lossless."""

    line: str
    paper: str
    law: str
    rounding: str
    rules: NotRequired[str]  # the effect of the target's generation config


class RoundLine(TypedDict):
    """The text, in both voices, about a group of steps that every round has, and the marks in these steps."""

    label: str
    marks: list[str]
    plain: str
    exact: str


class Aim(TypedDict):
    """One aim of a method: its name, its row in the picture (heading and words), and its sentence in both voices."""

    name: str
    head: str
    labels: list[str]
    plain: str
    exact: str


class Purpose(TypedDict):
    """The purpose of a method, shown before the first round. `picture` names the drawing, which has a row for each aim.
    `serves` says what a step contributes to the purpose. Its keys are phases, or names of parts of a step.
    """

    picture: str
    aims: list[Aim]
    serves: dict[str, str]


class Plan(TypedDict):
    """The purpose of the tests of a round, shown before the first of them. `says` is the sentence. `kind` names two
    pictures, whose captions are `first` and `second`.
    """

    kind: Literal["leaves", "block", "siblings"]
    title: str
    says: str
    first: str
    second: str
    rule: str
    lossless: str


class Recorded(TypedDict):
    """The recorded run behind a replay, and the step that was changed."""

    name: str
    at: At


class NotInDraft(TypedDict):
    """The words for a token that the draft's vocabulary lacks: a mark for lists, and a sentence for a node."""

    mark: Said
    reason: Said


class Header(TypedDict):
    """The facts about a run as a whole. `pair_name` names both models; `unit` is “word”, “letter” or “token”."""

    method: str
    title: NotRequired[str]
    view: NotRequired[str]
    pair: NotRequired[str]
    seed: NotRequired[int]
    prompt: NotRequired[str]
    tree_mode: NotRequired[dict[str, str]]
    energy: NotRequired[Known]
    about: About
    round: list[RoundLine]  # empty for an unknown method
    purpose: NotRequired[Purpose]
    plan: NotRequired[Plan]
    q_name: NotRequired[str]  # plain name of q at a node, if it is not “draft”
    copies_text: NotRequired[Literal[True]]  # guesses are copied, so q = 1 is not a probability
    pair_name: str
    unit: NotRequired[str]
    deciding: dict[str, Any]
    rejection: str
    draft_notes: NotRequired[str]  # notes about the draft model
    not_in_draft: NotRequired[NotInDraft]
    observed: NotRequired[str]  # the other program that made the run, and how its rule differs
    whatif: NotRequired[str]  # only for a replay: the change
    recorded: NotRequired[Recorded]  # only for a replay


class Message(TypedDict):
    """A message to the stage. explorer/ui/stage.py explains the kinds of messages."""

    type: Literal["open", "append", "finish", "fetch", "start", "clear", "lesson", "begin"]
    name: NotRequired[str]
    header: NotRequired[Header]
    texts: NotRequired[dict[str, str]]
    iterations: NotRequired[list[Packed]]
    summary: NotRequired[Summary | None]
    incomplete: NotRequired[str | None]
    at: NotRequired[At | None]
    chosen: NotRequired[bool]  # the visitor chose the run, but no step of it
    live: NotRequired[bool]
    url: NotRequired[str]
    text: NotRequired[str]
    asked: NotRequired[int]
    trace: NotRequired[str]


class Piece(TypedDict):
    """A part of a lesson's text in one style."""

    text: str
    style: Literal["plain", "em", "strong", "code"]


class LessonAt(TypedDict):
    """The step of a run that the stage shows during a step of a lesson. Iterations and phases count from 1."""

    trace: str
    it: int
    phase: int
    node: int | None


class LessonLight(TypedDict):
    """A part of the screen that a step mentions or that a wrong answer highlights.

    Each part has a name, a label, and the CSS selector of its element.
    """

    name: str
    label: str
    selector: str


class LessonAnswer(TypedDict):
    """An answer to a question, the feedback on it, and the parts of the screen that the feedback highlights."""

    words: list[Piece]
    right: bool
    feedback: list[Piece]
    lights: list[LessonLight]


class LessonQuestion(TypedDict):
    """A question of a lesson.

    `reveal` is the step of the run that shows the answer; null if the stage does not show it.
    """

    words: list[Piece]
    answers: list[LessonAnswer]
    reveal: LessonAt | None


class LessonChart(TypedDict):
    """A speed-up chart that replaces the graph, with the start value of each slider."""

    alpha: float
    gamma: float
    c: float
    batch: float


class LessonStep(TypedDict):
    """One step of a lesson with all its expressions filled in."""

    title: str
    at: LessonAt
    chart: LessonChart | None
    look: list[LessonLight]  # the parts that the text mentions; the inspector shows only these parts
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
    """A whole lesson, as the route explorer/lesson/SLUG returns it."""

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
    """The reply about the address of an earlier lesson: for each step of that lesson, its new step."""

    moved: list[LessonPlace]


class LessonList(TypedDict):
    """All lessons in order, as the route explorer/lessons returns them."""

    lessons: list[LessonCard]
