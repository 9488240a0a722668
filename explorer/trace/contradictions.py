"""Find numbers in a trace that contradict each other.

Unknown values are never compared, because numbers, passes or tests may be missing. Numbers may also be rounded. A run
that was observed in another program may deviate from its rule; its header says so. Each check returns a clause that
describes the fault, or None.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from decoders.core.decode import best_of
from decoders.core.record import BeamRecord, Iteration, Node, Verdict
from explorer.trace.commits import with_committed
from explorer.trace.lines import Header, Summary
from explorer.trace.metrics import Totals

ROUNDED = 1e-3  # largest error of a rounded probability
ROUNDED_TIME = 0.01  # largest relative error of a rounded time
BETWEEN = 10  # an engine may count the time between iterations, but at most this multiple of the iterations' own time
UNKNOWN = -1  # a token that is not known


def iteration_contradiction(iteration: Iteration, header: Header) -> str | None:
    """The first contradiction in an iteration of a run with this header, or None."""
    nodes = {node.id: node for node in iteration.nodes}
    checks = [_depths(nodes), _final(iteration, nodes)]
    if header.observed is None:
        checks += [_tests(iteration.verdicts), _probabilities(iteration, nodes)]
    return next((fault for check in checks for fault in check), None)


def _depths(nodes: dict[int, Node]) -> Iterator[str]:
    for node in nodes.values():
        above = nodes.get(node.parent)
        if above is not None and node.depth != above.depth + 1:
            yield f"node {node.id} has the depth {node.depth}, but its parent has the depth {above.depth}"


def _final(iteration: Iteration, nodes: dict[int, Node]) -> Iterator[str]:
    """Describe a final token that is not the token of its node."""
    final = iteration.final
    if len({len(final.tokens), len(final.nodes), len(final.origins)}) > 1:
        lengths = f"tokens {len(final.tokens)}, nodes {len(final.nodes)}, origins {len(final.origins)}"
        yield f"the lists in final differ in length: {lengths}"
    for token, place in zip(final.tokens, final.nodes, strict=False):
        node = nodes.get(place)
        if node is not None and UNKNOWN not in (token, node.token) and token != node.token:
            yield f"final has the token {token}, but its node {place} has the token {node.token}"


def _tests(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Describe a test whose outcome does not follow from u and a, or an acceptance probability that is not
    min(1, p/q).
    """
    for verdict in verdicts:
        a, u, p, q = verdict.a, verdict.u, verdict.p_used, verdict.q
        if a is not None and u is not None and abs(u - a) > ROUNDED:
            outcome = "accepted" if u < a else "rejected"
            if verdict.decision in ("accepted", "rejected") and verdict.decision != outcome:
                yield f"node {verdict.node} is {verdict.decision}, but u = {u:.4g} and a = {a:.4g}"
        if verdict.rule == "ratio" and a is not None and p is not None and q is not None and q > ROUNDED:
            low, high = (p - ROUNDED) / (q + ROUNDED) - ROUNDED, (p + ROUNDED) / (q - ROUNDED) + ROUNDED
            if not min(1, low) <= a <= high:
                yield f"node {verdict.node} has a = {a:.4g}, but min(1, p/q) = {min(1, p / q):.4g}"


def _probabilities(iteration: Iteration, nodes: dict[int, Node]) -> Iterator[str]:
    """Describe a verdict whose p or q is not the one in the distribution that it names."""
    tops = [dict(each.top) if each.base is None else {} for each in iteration.distributions]
    for verdict in iteration.verdicts:
        node = nodes.get(verdict.node)
        if node is None:
            continue
        for place in verdict.distributions:
            each, top = iteration.distributions[place], tops[place]
            if each.at != node.parent or each.kind not in ("p", "q") or node.token not in top:
                continue
            given, listed = getattr(verdict, each.kind), top[node.token]
            if given is not None and abs(given - listed) > ROUNDED:
                yield (
                    f"node {node.id} has {each.kind} = {given:.4g} in its verdict, but {listed:.4g} in the distribution"
                )


def summary_contradiction(summary: Summary, header: Header, iterations: Sequence[Iteration]) -> str | None:
    """The first number of a summary that contradicts the header or the iterations, or None."""
    beams = iterations[-1].final.beams if iterations else ()
    if not beams:
        return None
    totals = Totals()
    for iteration in iterations:
        totals.add(iteration)
    best, counts = best_of(beams), with_committed(summary.counts, iterations)
    return next(_summary(replace(summary, counts=counts), header, totals, best), None)


def _summary(summary: Summary, header: Header, totals: Totals, best: BeamRecord) -> Iterator[str]:
    tokens, counted = best.tokens, totals.counts(best).known()
    if not counted["judged"]:
        counted.pop("wasted")  # `wasted` is known only if the tests are known
    if summary.tokens != tokens:
        yield "its tokens are not those of the last iteration's best beam"
    if header.max_new_tokens is not None and len(tokens) > header.max_new_tokens:
        yield f"the run has {len(tokens)} tokens, but max_new_tokens is {header.max_new_tokens}"
    for name, value in summary.counts.known().items():
        if counted.get(name) and not math.isclose(value, counted[name], rel_tol=ROUNDED, abs_tol=ROUNDED):
            yield f"counts has {name} = {value:.6g}, but the iterations have {counted[name]:.6g}"
    for name, given, found in (
        ("by_depth", summary.by_depth, totals.by_depth()),
        ("by_rank", summary.by_rank, totals.by_rank()),
    ):
        whole = sum(row.judged for row in found) == counted["judged"] > 0  # otherwise some positions are not known
        if given and whole and given != found:
            yield f"{name} differs from the tests in the iterations"
    given, found = summary.seconds.total, totals.total
    low = (1 - ROUNDED_TIME) * found - ROUNDED * counted["iterations"]
    if given is not None and not low <= given <= BETWEEN * found + 1:
        yield f"seconds has total = {given:.4g}, but the iterations took {found:.4g}"
