"""The table of the kinds of draft that a file can have: its rate, the best length and the speed-up for each of them."""

from explorer.imports import published
from explorer.imports.advice import advice
from explorer.imports.answers import Facts
from explorer.imports.costs import EQUAL_LENGTH
from explorer.imports.limits import between, limits_of, tree
from explorer.imports.measures import judged, tokens_per_pass
from explorer.imports.sections import Section, Table

TITLE = "By kind of draft"
HEADS = (
    "kind (cost of a draft token)",
    "accepted when tested, and published rates",
    "draft length to set",
    "speed-up with {}",
)


def section(facts: Facts) -> Section | None:
    """The table, if the file does not show which kind of draft it had and what it cost; None if it does."""
    pool, run, rate = facts.pool, facts.run, judged(facts.pool)
    found = tokens_per_pass(facts.base)
    if run is None or not run.measured or run.cost is not None or rate is None or found is None or tree(pool):
        return None
    heads = (*HEADS[:-1], HEADS[-1].format(run.gamma))
    limits = limits_of(facts, found, run.gamma)
    rows = list[tuple[str, ...]]()
    by_kind = advice(facts, run)
    for each in by_kind:
        kind = each.kind
        if kind is None:
            return None
        rate = published.compact(pool, kind.kind) or "no published rate"
        rows.append((f"{kind.name} ({kind.costs})", rate, each.words("another"), between(limits, kind)))
    return Section(TITLE, (EQUAL_LENGTH,), (Table(heads, tuple(rows)),), below=True) if len(by_kind) > 1 else None
