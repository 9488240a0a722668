"""The sections about what was read from a file, about its text, the engines' definitions, and what the file lacks."""

from collections.abc import Iterator

from explorer.imports.counts import Pool
from explorer.imports.measures import judged
from explorer.imports.measures import known as known_outcomes
from explorer.imports.sections import Section, Table
from explorer.imports.words import unit
from explorer.story.numbers import listed, number, plural

Definition = tuple[str, str, str, float | None]  # name, used by, formula, and number, None if the file lacks a count
UNKNOWN = "not in the file"  # of a number in the table of definitions
MOST_SHOWN = 2000  # most tokens of the coloured text
MOST_CLOCKS = 3  # most sentences about times that contradict timestamps
LEFT_OUT = (
    "1 line is incomplete or of an unknown form, so it was left out.",
    "{count:,} lines are incomplete or of an unknown form, so they were left out.",
)
SERVER = (
    "The numbers add up all requests of a server, so they cannot show how single requests differ. One pass of the "
    "target checks the drafts of all running requests. It counts as one target pass for each of them."
)


def read(pool: Pool) -> tuple[str, ...]:
    """Sentences that say how much of the file was read, and notes about its numbers."""
    said = list[str]()
    if pool.averages is not None and pool.proposed is not None:
        said.append(f"The averages are only possible with {plural(pool.proposed, 'draft token')} per pass.")
    if pool.typed_length is not None:
        said.append(f"You stated that every pass drafted one sequence of {pool.typed_length} tokens.")
    if pool.inferred:
        said.append(
            f"A pass accepted all {pool.proposed} proposed draft tokens, so its draft was one sequence of "
            f"{pool.proposed} tokens. For all other passes, this assumes `--speculative-eagle-topk 1` and no adaptive "
            "draft lengths."
        )
    said += _whole(pool)
    if pool.vague:
        said.append(f"The log rounds its numbers, so the number of passes can be {pool.fewest:,} to {pool.most:,}.")
    said += pool.clocks[:MOST_CLOCKS]
    for label, values in (("Version:", pool.versions), ("Method:", pool.methods)):
        said += [f"{label} {listed(sorted(values))}."] if values else []
    if pool.averages is not None and pool.averages.count > 1:
        said.append(
            f"Tokens per target pass are the mean of {pool.averages.count:,} {unit(pool)}s, each counted alike. "
            "The file does not say how many passes each had."
        )
    said += [SERVER] if any(form.unit != "request" for form in pool.formats) else []
    return (*said, *pool.notes, *_beyond(pool))


def _whole(pool: Pool) -> Iterator[str]:
    """Sentences about the part of the file that was read, and the part that was left out."""
    found = pool.reading
    if found is None:
        return
    yield f"The file has {found.total:,} {found.unit if found.total == 1 else f'{found.unit}s'}."
    if found.unused:
        yield f"{found.unused:,} of them {'has' if found.unused == 1 else 'have'} no numbers of speculative decoding."
    if found.left_out:
        yield LEFT_OUT[found.left_out > 1].format(count=found.left_out)
    if found.unfinished:
        names, lines = [name for name, _ in found.unfinished], sum(count for _, count in found.unfinished)
        begins = ("The last request ({}) has", "The last requests ({}) have")[len(names) > 1].format(listed(names))
        yield f"{begins} no end: {plural(lines, 'line')} {'was' if lines == 1 else 'were'} left out."
    if found.cut:
        yield found.cut
    if not (found.left_out or found.unfinished or found.cut):
        yield f"No {found.unit} with numbers of speculative decoding was left out."


def _beyond(pool: Pool) -> Iterator[str]:
    """A note about answer tokens that the counted passes, which had drafts, cannot have written."""
    answer, accepted = pool.completion, pool.accepted
    if pool.beyond and answer is not None and accepted is not None and answer > accepted:
        yield (
            f"The answers have {answer:,} tokens, but the passes with a draft wrote at most {answer - pool.beyond:,}. "
            f"So at least {pool.beyond:,} came from passes without a draft, and the speed-up of whole answers is at "
            f"most ×{number(answer / (answer - accepted))}."
        )


def text_section(pool: Pool) -> Section | None:
    """The text of one request, coloured by the model that wrote it."""
    found = pool.text
    if found is None:
        return None
    of = f"This is the text of {f'the request {found.name}' if found.name else 'the first request'}."
    if pool.requests == 1:
        of = "Tokens of the draft are marked; the target wrote all others."
    cut = f"The first {MOST_SHOWN:,} tokens are shown." if len(found.pieces) > MOST_SHOWN else ""
    said = tuple(filter(None, (of, found.pieces_assume, cut)))
    return Section("Who wrote the text", said, pieces=found.pieces[:MOST_SHOWN])


def definitions(pool: Pool) -> list[Definition]:
    """The rows of the table of definitions. If counts are missing, a row has the average that the engine printed."""
    passes, accepted, drafted = pool.passes, pool.accepted, pool.drafted
    tested = judged(pool)
    about = "about " if pool.vague else ""
    hits, trials = (tested.hits, tested.trials) if tested else (None, None)
    own = "vLLM, llama.cpp, AIPerf: with the target’s own token"
    answer = None if pool.beyond else pool.completion  # passes without a draft wrote some of these tokens
    rows = [
        _row("acceptance rate", "vLLM, SGLang, AIPerf: of proposed; llama.cpp: of generated", (accepted, drafted)),
        _row("acceptance rate", "this explorer: of tested draft tokens", (hits, trials)),
        _row("mean acceptance length", own, (accepted, passes), "1 + ", about),
        _row("accept length", "SGLang: tokens of the answer per pass", (answer, passes), "", about),
    ]
    if (found := pool.averages) is not None:  # the file has no counts
        words = "as it is printed" if found.count == 1 else f"mean of {found.count:,} averages"
        rows.append(("tokens per target pass", f"printed by {pool.formats[0].engine}", words, found.mean))
    return rows


def definitions_section(pool: Pool) -> Section:
    """The acceptance of the run under the definition of each engine, with the whole numbers from which each value is
    computed.
    """
    rows = tuple((*words, "–" if value is None else number(value)) for *words, value in definitions(pool))
    table = Table(("definition", "used by", "computed as", "value"), rows)
    return Section("The same run under each definition", (), (table,))


def _row(name: str, used_by: str, counts: tuple[int | None, int | None], plus: str = "", about: str = "") -> Definition:
    top, below = counts
    if top is None or not below:
        return name, used_by, UNKNOWN, None
    return name, used_by, f"{plus}{top:,} / {about}{below:,}", top / below + bool(plus)


def absent_section(pool: Pool) -> Section | None:
    """The facts that the file lacks, each with the option that makes the engine write it."""
    known = {"order"} if pool.ordered == pool.requests else set[str]()
    known |= {"lengths"} if known_outcomes(pool) and not pool.short else set()
    known |= {"times"} if pool.times.draft and pool.times.target else set()
    few = f" ({pool.ordered:,} of {pool.requests:,} requests have it)" if 0 < pool.ordered < pool.requests else ""
    rows = dict[str, dict[str, None]]()
    for row in (row for form in pool.formats for row in form.absent if row.fact not in known):
        rows.setdefault(row.how, {})[row.what + (few if row.fact == "order" else "")] = None
    if not rows:
        return None
    table = Table(("not in the file", "what would show it"), tuple((". ".join(row), how) for how, row in rows.items()))
    return Section("What this file cannot say", (), (table,))
