"""The text summary of a trace, as `show` prints it: what was run, whose law that follows, what came out."""

import json
from collections.abc import Mapping
from typing import Any

from explorer.story import Words, law_name
from explorer.story.draft import notes
from explorer.story.engine import place
from explorer.story.generation import generation
from explorer.story.laws import rounding
from explorer.story.prompt import ends_sentence, note_sentences
from explorer.story.provenance import made_with
from explorer.trace.format import Trace
from explorer.trace.metrics import ACCEPTANCE, bounds_of
from explorer.trace.states import STATES

Part = Mapping[str, Any]
IGNORED = "EOS is ignored: the run ends only at the requested number of tokens"


def describe(trace: Trace) -> list[str]:
    """The rows of the summary; explorer/energy/report.py has those of energy."""
    head, end, words = trace.header, trace.summary, Words(trace.header)
    settings = " ".join(f"{key}={value}" for key, value in head["settings"].items())
    rows = [
        f"{head['method']} on {head['pair']}, seed {head['seed']}, {place(head)}",
        f"settings: {settings or 'none'}",
        *_laws(trace, words),
        *filter(None, [generation(head)]),
        *(f"draft: {note}" for note in notes(head)),
        *made_with(head),
        f"prompt: {head['prompt']!r} ({len(head['prompt_tokens'])} tokens)",
        *_around(head),
        *note_sentences(head),
        *filter(None, [ends_sentence(head)]),
        *(_iteration(iteration) for iteration in trace.iterations),
    ]
    if end is not None:
        rows += ["text: " + repr(end["text"]), *_summary(end)]
    return [*rows, *_theorems(trace)]


def _around(head: Part) -> list[str]:
    """Lines about the context of the prompt and about ignored EOS; none for defaults."""
    rows = [f"system prompt: {head['system']!r}"] if "system" in head else []
    rows += [f"earlier turn, {turn['role']}: {turn['content']!r}" for turn in head.get("messages", ())]
    rows += [f"template variable {name}: {json.dumps(value)}" for name, value in head.get("template_args", {}).items()]
    return [*rows, IGNORED] if head.get("ignore_eos") is True else rows


def state(trace: Trace) -> list[str]:
    """What one must know of the file itself: that it is cut."""
    return [f"incomplete: {trace.incomplete}"] if trace.incomplete else []


def _laws(trace: Trace, words: Words) -> list[str]:
    """Whose law the output has and why; and by which rule drafts were rejected, if any were."""
    oracle = trace.header.get("oracle")
    law = [f"output law: {law_name(oracle)} ({words.law()})"] if oracle else []
    law += filter(None, [rounding(trace.header)])
    rejected = any(v["decision"] == "rejected" for iteration in trace.iterations for v in iteration["verdicts"])
    return [*law, f"a draft is rejected where {words.rejection()}"] if rejected else law


def _iteration(iteration: Part) -> str:
    line = "".join(STATES[verdict["decision"]].sign for verdict in iteration["verdicts"])
    final = iteration["final"]
    live = len(final.get("beams", ()))
    made = f"{len(final.get('tokens', ()))} tokens final, {live} beam{'s' * (live != 1)}"
    return f"iteration {iteration['index']:>3}: {line or '-'}  {made}"


def _summary(end: Part) -> list[str]:
    counts, seconds = end["counts"], end["seconds"]
    total = seconds.get("total") or 0.0
    speed = f", {counts['emitted'] / total:.1f} tokens/s" if total and counts.get("emitted") else ""
    names = {"acceptance": f"acceptance ({ACCEPTANCE})"}
    shown = ", ".join(
        f"{names.get(name, name.replace('_', ' '))} {value:.4g}" for name, value in counts.items() if value is not None
    )
    times = ", ".join(f"{name} {value:.3g}" for name, value in seconds.items())
    shares = [
        f"acceptance by {what}: " + ", ".join(f"{row[what]}: {row['accepted']}/{row['judged']}" for row in rows)
        for what, rows in (("depth", end.get("by_depth")), ("rank", end.get("by_rank")))
        if rows
    ]
    return [f"counts: {shown}", *shares, f"seconds: {times}{speed}"]


def _theorems(trace: Trace) -> list[str]:
    """What MTAD's theorems promise; nothing for other methods."""
    bounds = bounds_of(trace.iterations)
    if bounds is None:
        return []
    return [
        f"Theorem 3.6: γ̄ = {bounds.gamma_bar:.3g} ≥ |log τ|/U = {bounds.gamma_bar_low:.3g} (τ {bounds.threshold:g}, "
        f"U {bounds.u:.3g} over the drafted tokens, capped at what could be emitted)",
        f"Theorem 3.5: perplexity is at most {bounds.ppl_ratio_high:.4g} times exact MTJD's (an estimate: U, and "
        f"H = {bounds.entropy:.3g}, are estimated and ε is taken as 0)",
    ]
