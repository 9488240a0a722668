"""The text summary of a trace, as `show` prints it: settings, output distribution, iterations and counts."""

import json

from decoders.core.record import Iteration, to_plain
from explorer.story import Words
from explorer.story.header.engine import place
from explorer.story.header.prompt import ends_sentence, note_sentences
from explorer.story.laws import rejection
from explorer.story.numbers import plural
from explorer.story.page.provenance import made_with
from explorer.trace.format import Trace
from explorer.trace.lines import Header, Summary
from explorer.trace.metrics import ACCEPTANCE, bounds_of, tokens_per_s
from explorer.trace.states import STATES

IGNORED = "EOS is ignored: the run ends only at the requested number of tokens"


def describe(trace: Trace) -> list[str]:
    """Return the rows of the summary, except those about energy, which are in explorer/energy/report.py."""
    head, end, words = trace.header, trace.summary, Words(trace.header)
    settings = " ".join(f"{key}={value}" for key, value in to_plain(head.settings).items())
    fastest = " (the fastest known for this pair and machine)" if head.preset == "fast" else ""
    rows = [
        f"{head.method} on {head.pair}, seed {'unknown' if head.seed is None else head.seed}, {place(head)}",
        f"settings: {settings or 'none'}{fastest}",
        *_laws(trace, words),
        *filter(None, [words.generation()]),
        *(f"draft: {note}" for note in words.notes()),
        *words.observed(),
        *made_with(head),
        *(_passes(name, mode) for name, mode in (head.tree_mode or {}).items() if mode != "tree"),
        f"prompt: {head.prompt!r} ({len(head.prompt_tokens)} tokens)",
        *_around(head),
        *note_sentences(head),
        *filter(None, [ends_sentence(head)]),
        *(_iteration(iteration) for iteration in trace.iterations),
    ]
    if end is not None:
        rows += ["text: " + repr(end.text), *_summary(end)]
    return [*rows, *_theorems(trace)]


def _around(head: Header) -> list[str]:
    """Lines about the context of the prompt and about ignored EOS; none for defaults."""
    rows = [] if head.system is None else [f"system prompt: {head.system!r}"]
    rows += [f"earlier turn, {turn.role}: {turn.content!r}" for turn in head.messages or ()]
    rows += [f"template variable {name}: {json.dumps(value)}" for name, value in (head.template_args or {}).items()]
    return [*rows, IGNORED] if head.ignore_eos else rows


def _passes(name: str, mode: str) -> str:
    """A line about the way in which a model that cannot process trees reads their paths (`tree_mode`)."""
    kind, _, why = mode.partition(": ")
    how = "path by path from stored states" if kind == "states" else "path by path"
    return f"passes of the {name}: {how} ({why})"


def state(trace: Trace) -> list[str]:
    """Return a note that the file is incomplete; no note if it is complete."""
    return [f"incomplete: {trace.incomplete}"] if trace.incomplete else []


def _laws(trace: Trace, words: Words) -> list[str]:
    """Return lines about the output distribution and, if draft tokens were tested, when one is rejected."""
    law = [f"output distribution: {words.law_name()} ({words.law()})"] if trace.header.oracle else []
    law += filter(None, [words.rounding()])
    rejected = any(v.decision == "rejected" for iteration in trace.iterations for v in iteration.verdicts)
    return [*law, f"a draft token is rejected if {rejection(trace.header).exact}"] if rejected else law


def _iteration(iteration: Iteration) -> str:
    line = "".join(STATES[verdict.decision].sign for verdict in iteration.verdicts)
    live = len(iteration.final.beams)
    result = plural(live, "live beam") if live else f"{plural(len(iteration.final.tokens), 'token')} committed"
    return f"iteration {iteration.index:>3}: {line or '-'}  {result}"


def _summary(end: Summary) -> list[str]:
    speed = f", {rate:.1f} tokens/s" if (rate := tokens_per_s(end)) else ""
    names = {"acceptance": f"acceptance rate ({ACCEPTANCE})"}
    counts = end.counts.known()
    shown = ", ".join(f"{names.get(name, name.replace('_', ' '))} {value:.4g}" for name, value in counts.items())
    times = ", ".join(f"{name} {value:.3g}" for name, value in to_plain(end.seconds).items())
    by_depth = [(row.depth, row) for row in end.by_depth or ()]
    by_rank = [(row.rank, row) for row in end.by_rank or ()]
    shares = [
        f"acceptance by {what}: " + ", ".join(f"{place}: {row.accepted}/{row.judged}" for place, row in rows)
        for what, rows in (("depth", by_depth), ("rank", by_rank))
        if rows
    ]
    return [f"counts: {shown}", *shares, f"seconds: {times}{speed}"]


def _theorems(trace: Trace) -> list[str]:
    """Return the bounds of MTAD's theorems; none for other methods."""
    bounds = bounds_of(trace.iterations)
    if bounds is None:
        return []
    return [
        f"Theorem 3.6: γ̄ = {bounds.gamma_bar:.3g} ≥ |log τ|/U = {bounds.gamma_bar_low:.3g} "
        f"(τ = {bounds.threshold:g}; U = {bounds.u:.3g} over the draft tokens; capped at the possible maximum)",
        f"Theorem 3.5: perplexity at most {bounds.ppl_ratio_high:.4g} times that of exact MTJD (an estimate: U and "
        f"H = {bounds.entropy:.3g} are estimated, ε is set to 0)",
    ]
