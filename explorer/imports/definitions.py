"""The acceptance of one run by the definitions of all engines, with the whole numbers that it is computed from."""

from explorer.imports.counts import Pool
from explorer.imports.measures import judged
from explorer.imports.sections import Section, Table
from explorer.story.numbers import number

TITLE = "The same run under each definition"
UNKNOWN = "not in the file"
Definition = tuple[str, str, str, float | None]  # name, used by, formula, and number, None if the file lacks a count


def definitions(pool: Pool) -> list[Definition]:
    """The rows of the table. If the counts are missing, a row has the average that the engine printed."""
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


def section(pool: Pool) -> Section:
    """The table of definitions."""
    rows = tuple((*words, "–" if value is None else number(value)) for *words, value in definitions(pool))
    return Section(TITLE, (), (Table(("definition", "used by", "computed as", "value"), rows),))


def _row(name: str, used_by: str, counts: tuple[int | None, int | None], plus: str = "", about: str = "") -> Definition:
    top, below = counts
    if top is None or not below:
        return name, used_by, UNKNOWN, None
    return name, used_by, f"{plus}{top:,} / {about}{below:,}", top / below + bool(plus)
