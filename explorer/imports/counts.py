"""Add up the requests of a file in one pool, which counts target passes by draft length and by accepted draft tokens.

A request adds only a few numbers to the pool, so a long file needs little memory. Steps and texts are not stored,
except the text of one request.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any

from decoders.errors import BadInput
from explorer.imports.gate import NEARLY, with_length
from explorer.imports.record import Averages, Format, Kind, Outcome, Reading, Request, Times, from_survivors
from explorer.imports.speeds import Load, Speed, line_of, speed_of, unmeasured

CLOSE = 1  # a range of passes up to this width, left open by rounding, needs no note
MOST_NAMED = 200  # most requests whose names are stored
MOST_UNITS = 500  # most groups of requests that are resampled
OFF = "Check that speculative decoding is on, and that an answer has at least two tokens."
SHORT = "Speculative decoding was on with up to {} draft tokens, so save a longer answer."


@dataclass
class Pool:
    """All requests of a file, added up. A sum is None if a request lacks the number. `outcomes` is None if a request
    has neither a histogram nor counts by position.

    `approximate` means that a log rounded its numbers: the number of passes is then the middle of the possible range,
    from `fewest` to `most`. `averages` are the printed averages of a file without counts. `proposed` is the number of
    draft tokens of every pass, if it is a constant of the engine. `drafts` says whether the file has the tokens of
    drafts, so that a request can become a trace. `tails` counts the ends of answers (`Request.tail`). `rows` has passes
    and accepted draft tokens per request, and `units` the outcomes of up to MOST_UNITS groups of requests, for
    intervals between requests. `loads` maps each number of running requests to its log windows. `slots` names the slots
    of the server that served requests, if the file has them. `speeds` has the times of requests. `ordered` counts
    requests whose order of passes is known. `clocks` has sentences about times that cannot be right.
    """

    name: str
    formats: list[Format] = field(default_factory=list)
    versions: set[str] = field(default_factory=set)
    methods: set[str] = field(default_factory=set)
    requests: int = 0
    passes: int | None = 0
    accepted: int | None = 0
    drafted: int | None = 0
    completion: int | None = 0
    outcomes: Counter[Outcome] | None = field(default_factory=Counter)
    tails: Counter[Outcome] = field(default_factory=Counter)
    averages: Averages | None = None
    proposed: int | None = None
    drafts: bool = False
    approximate: bool = False
    fewest: int = 0
    most: int = 0
    rows: list[tuple[int, int]] = field(default_factory=list)
    units: list[Counter[Outcome]] = field(default_factory=list)
    loads: dict[int, Load] = field(default_factory=dict)
    slots: set[str] = field(default_factory=set)
    speeds: list[Speed] = field(default_factory=list)
    clocks: list[str] = field(default_factory=list)
    ordered: int = 0
    names: list[str] = field(default_factory=list)  # of the requests in `rows`, up to MOST_NAMED
    times: Times = field(default_factory=Times)
    text: Request | None = None  # the first request whose text is known, without its steps
    notes: list[str] = field(default_factory=list)
    settings: list[str] = field(default_factory=list)
    lossless: bool | None = None  # whether the run was lossless by its settings; None if they do not show it
    untimed: str = ""  # why the times of the first request with unusable times are not used
    capped: bool = False
    least_q: float | None = None
    reading: Reading | None = None
    inferred: bool = False  # whether the draft length follows from a pass that accepted all proposed draft tokens
    beyond: int = 0  # tokens of the answers that passes without a draft must have written
    typed_length: int | None = None
    typed_kind: Kind = ""  # the kind of draft that a person states
    of_loads: bool = False  # whether the pool has only the log windows of one of several loads
    short: int = 0  # if drafts are almost equally long: the draft tokens missing to the longest one, over all passes

    @property
    def vague(self) -> bool:
        """Whether a rounded log allows several numbers of passes."""
        return self.approximate and self.most - self.fewest > CLOSE

    def add(self, request: Request) -> None:
        """Add one request."""
        self.requests += 1
        if request.format not in self.formats:
            self.formats.append(request.format)
        self.versions |= {request.version} - {""}
        self.methods |= {request.method} - {""}
        passes = self._passes(request)
        self.passes = _plus(self.passes, passes)
        self.accepted = _plus(self.accepted, request.accepted)
        self.drafted = _plus(self.drafted, request.drafted)
        self.completion = _plus(self.completion, request.completion)
        self._outcomes(request, passes)
        if passes is not None and request.accepted is not None:
            self.rows.append((passes, request.accepted))
            self.names += [request.name] if len(self.names) < MOST_NAMED else []
        self._constants(request)
        self._rest(request)

    def _constants(self, request: Request) -> None:
        """Store averages that have no counts, and the number of draft tokens per pass if it is a constant of the
        engine.
        """
        if request.averages is not None:
            self.averages = joined(self.averages, request.averages)
        proposed = request.proposed
        if not request.measured_lengths and request.passes and request.drafted is not None:
            proposed = None if request.drafted % request.passes else request.drafted // request.passes
        self.proposed = proposed if self.requests == 1 or self.proposed == proposed else None
        self.drafts = self.drafts or any(step.draft_tokens for step in request.steps)

    def _passes(self, request: Request) -> int | None:
        """The number of passes of a request, or the middle of the range that a rounded log allows."""
        fewest = most = request.passes
        if request.rounded is not None:
            self.approximate = True
            fewest, most = request.rounded.fewest, request.rounded.most
        self.fewest, self.most = self.fewest + (fewest or 0), self.most + (most or 0)
        return None if fewest is None or most is None else (fewest + most) // 2

    def _outcomes(self, request: Request, passes: int | None) -> None:
        found = outcomes_of(request, passes)
        self.short += shortfall(request, passes) or 0
        if found is None:
            self.outcomes = None
        if self.outcomes is not None and found is not None:
            self.outcomes.update(found)
            if len(self.units) < MOST_UNITS:
                self.units.append(Counter())
            self.units[(self.requests - 1) % MOST_UNITS].update(found)
        self.tails.update(request.tail)

    def _rest(self, request: Request) -> None:
        ours, others = self.times, request.times
        sums = {each.name: _plus(getattr(ours, each.name), getattr(others, each.name)) for each in fields(Times)}
        self.times = others if self.requests == 1 else Times(**sums)
        self.text = self.text or (replace(request, steps=()) if request.pieces else None)
        self.notes += [note for note in request.notes if note not in self.notes]
        sentence, lossless = request.setting
        self.settings += [sentence] if sentence and sentence not in self.settings else []
        if lossless is not None:
            self.lossless = lossless and self.lossless is not False
        self.untimed = self.untimed or request.untimed
        self.clocks += filter(None, (request.clock,))
        self._speeds(request)
        self.capped = self.capped or request.capped
        self.least_q = request.least_q if self.requests == 1 or request.least_q else self.least_q
        self.reading = request.reading or self.reading
        if request.completion is not None and request.accepted is not None and request.passes is not None:
            written = request.passes + request.accepted + 1 + request.unended
            self.beyond += max(0, request.completion - written)

    def _speeds(self, request: Request) -> None:
        """Store the speed of the request or of its log windows."""
        self.ordered += bool(request.steps)
        if (found := speed_of(request, self.requests)) is not None:
            self.speeds.append(found)
        self.slots |= {request.slot} - {""}
        for each in request.windows:
            if each.running and each.per_second and not request.clock:
                part = Pool(self.name, typed_length=self.typed_length, typed_kind=self.typed_kind)
                load = self.loads.setdefault(each.running, Load(each.running, part))
                load.add(each)
                load.part.add(replace(request, windows=()))

    def infer(self) -> None:
        """Use the number of proposed draft tokens as the draft length of every pass, if some pass accepted all of them.

        A tree accepts at most its depth, so a pass that accepts as many draft tokens as it proposed had one sequence.
        """
        for load in self.loads.values():
            load.part.of_loads = len(self.loads) > 1
        length, found = self.proposed, self.outcomes
        if not length or not found or self.capped or self.typed_length is not None:
            return
        if {known for known, _ in found} == {None} and max(got for _, got in found) == length:
            self.outcomes = Counter({(length, got): count for (_, got), count in found.items()})
            self.inferred = True


def joined(first: Averages | None, second: Averages) -> Averages:
    """The averages over two sets of log windows, taken together."""
    if first is None:
        return second
    count = first.count + second.count
    mean = (first.count * first.mean + second.count * second.mean) / count
    return Averages(count, min(first.lowest, second.lowest), max(first.highest, second.highest), mean)


def _plus(left: Any, right: Any) -> Any:
    """The sum, or None if one of the two is not known."""
    return None if left is None or right is None else left + right


def outcomes_of(request: Request, passes: int | None) -> Counter[Outcome] | None:
    """Count the passes by draft length and accepted tokens. If all passes, or almost all, have the same draft length,
    this length is filled in where it is missing.
    """
    survivors = request.survivors
    if survivors is None and request.rounded is not None and request.rounded.rates:
        survivors = tuple(round(rate * (passes or 0)) for rate in request.rounded.rates)
    if request.outcomes is not None:
        found = Counter(dict(request.outcomes))
    elif survivors is not None and passes is not None:
        found = from_survivors((passes, *survivors, 0))
    else:
        return None
    if shortfall(request, passes) is None:
        return found
    filled = Counter[Outcome]()
    for (known, accepted), count in found.items():
        filled[request.longest if known is None else known, accepted] += count
    return filled


def shortfall(request: Request, passes: int | None) -> int | None:
    """The number of draft tokens that are missing if every pass had the longest draft; None if this number is large or
    unknown. `passes` may be the middle of the range that a rounded log allows. If d passes of at most γ draft tokens
    drafted d·γ tokens, every pass drafted γ. If s tokens are missing, at most s passes had a shorter draft, such as the
    last one of an answer.
    """
    drafted, longest = request.drafted, request.longest
    if not request.measured_lengths or passes is None or drafted is None or longest is None:
        return None
    missing = passes * longest - drafted
    lengths_known = request.outcomes is not None and all(length is not None for length, _ in request.outcomes)
    return None if lengths_known or not 0 <= missing <= NEARLY * passes else missing


def pooled(requests: Iterable[Request], name: str, length: int | None = None, kind: Kind = "") -> Pool:
    """Add up all requests of a file in one pool. A person stated `length` and `kind`. Raises BadInput if nothing was
    drafted.
    """
    pool, longest = Pool(name, typed_length=length, typed_kind=kind), 0
    for request in requests:
        noun = f"{request.format.unit.capitalize()} {pool.requests + 1} of {name}"
        where = name if request.averages is not None and request.averages.count > 1 else noun
        longest = max(longest, request.longest or 0)
        pool.add(request if length is None else with_length(request, length, where))
    nothing = pool.passes == 0 or (pool.passes is None and pool.drafted == 0)
    if not pool.requests or nothing:
        raise BadInput(f"{name} has no target pass that checked a draft. {(OFF, SHORT)[longest > 0].format(longest)}")
    pool.infer()
    if (line := line_of(pool.speeds)) is not None and line.exact:
        pool.clocks.append(unmeasured(line))
    return pool
