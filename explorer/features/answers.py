"""What the API and MCP tools answer, as plain JSON values: a finished run, one of its iterations in words, several
runs beside each other.

The numbers are the trace's, the sentences those of the page (explorer/story). Knows nothing of Gradio.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from decoders.errors import BadInput
from explorer.features.laws import comparable, differences, law_of
from explorer.figures.graph import iteration_of
from explorer.graph.fates import steps_of
from explorer.story import Words
from explorer.story.numbers import visible
from explorer.trace.format import Trace, line_of
from explorer.trace.lines import Header, Summary
from explorer.trace.metrics import tokens_per_s
from explorer.trace.states import STATES
from explorer.trace.stopped import stopped

VOICES = ("plain", "exact")
_RATIOS = ("tokens_per_iteration", "tokens_per_s")


@dataclass(frozen=True)
class Finished:
    """A run that has ended: the name under which it is kept, the first line of its trace and the last."""

    name: str
    header: Header
    summary: Summary


def answer_of(run: Finished) -> dict[str, Any]:
    """What came out of a run, what it was worth, and whose law it follows."""
    head, end, law = run.header, run.summary, law_of(run.header)
    line = line_of(head)
    return {
        "name": run.name,
        **{key: line.get(key) for key in ("method", "pair", "prompt", "settings", "seed", "max_new_tokens")},
        **{key: line[key] for key in ("system", "messages", "template_args", "ignore_eos") if key in line},
        "text": end.text,
        "tokens": list(end.tokens),
        "incomplete": stopped(end),
        "worth": Words(head).worth(end.counts, end.beams or (), stopped(end) is None),
        "chooses": law.how,
        "law": law.kept,
        "counts": asdict(end.counts),
        "seconds": asdict(end.seconds),
        "tokens_per_s": tokens_per_s(end),
    }


def compared(runs: Sequence[Finished]) -> dict[str, Any]:
    """Every run as `answer_of` gives it, with `times_first`: its ratios to the first, where both follow the same law.

    `not_comparable` is a sentence where the runs share no law, and so no figures can be compared; else None.
    """
    rows = [answer_of(run) for run in runs]
    for run, row in zip(runs, rows, strict=True):
        same = comparable(run.header, runs[0].header)
        known = {key: (_of(row, key), _of(rows[0], key)) for key in _RATIOS}
        row["times_first"] = {key: mine / first for key, (mine, first) in known.items() if same and mine and first}
    return {"runs": rows, "not_comparable": differences([run.header for run in runs]) or None}


def _of(row: dict[str, Any], key: str) -> float | None:
    return row[key] if key in row else row["counts"].get(key)


def explained(trace: Trace, iteration: int, voice: str) -> dict[str, Any]:
    """One iteration, counted from 1, step by step, and why every draft was kept or not.

    `voice` is plain (everyday words) or exact (the papers' formula with its numbers). Raises BadInput.
    """
    if voice not in VOICES:
        raise BadInput(f"there is no voice {voice[:40]!r}; choose {' or '.join(VOICES)}")
    part, texts = iteration_of(trace, iteration)
    told, plain = Words(trace.header).iteration(part, texts), voice == "plain"
    words = {node.id: visible(texts.get(str(node.token), "")) for node in part.nodes}
    return {
        "method": trace.header.method,
        "iteration": iteration,
        "iterations": len(trace.iterations),
        "steps": [
            {"title": told.title(step), "text": told.plain(step) if plain else told.exact(step)}
            for step in steps_of(part)
        ],
        "decisions": [
            {
                "token": words[verdict.node],
                "decision": STATES[verdict.decision].label,
                "why": told.plain_reason(verdict) if plain else told.exact_reason(verdict),
            }
            for verdict in part.verdicts
        ],
        "final": [visible(texts.get(str(token), "")) for token in part.final.tokens],
    }
