"""Replies of the API and the MCP tools as plain JSON values: a finished run, an explained iteration, a comparison.

Numbers come from the trace and sentences from explorer/story, as on the page. This module does not use Gradio.
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
    """A finished run: the name under which it is stored, and the first and last lines of its trace."""

    name: str
    header: Header
    summary: Summary


def answer_of(run: Finished) -> dict[str, Any]:
    """The result of a run: text, counts, times, the gain from speculation, and whether its output distribution is
    exact.
    """
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
    """The result of each run, as `answer_of` returns it.

    If a run is comparable with the first run, `times_first` contains its values divided by those of the first run.

    `not_comparable` says why the runs cannot be compared, for example because of different output distributions. It is
    None if the runs can be compared.
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
    """Explain an iteration (counted from 1) step by step, and say why each draft token was accepted or rejected.

    `voice` is plain (everyday words) or exact (the papers' formulas with numbers). Raises BadInput if there is no such
    voice or iteration.
    """
    if voice not in VOICES:
        raise BadInput(f"Unknown voice {voice[:40]}. Choose {' or '.join(VOICES)}.")
    part, texts = iteration_of(trace, iteration)
    narrator, plain = Words(trace.header).iteration(part, texts), voice == "plain"
    words = {node.id: visible(texts.get(str(node.token), "")) for node in part.nodes}
    return {
        "method": trace.header.method,
        "iteration": iteration,
        "iterations": len(trace.iterations),
        "steps": [
            {"title": narrator.title(step), "text": narrator.plain(step) if plain else narrator.exact(step)}
            for step in steps_of(part)
        ],
        "decisions": [
            {
                "token": words[verdict.node],
                "decision": STATES[verdict.decision].label,
                "why": narrator.plain_reason(verdict) if plain else narrator.exact_reason(verdict),
            }
            for verdict in part.verdicts
        ],
        "final": [visible(texts.get(str(token), "")) for token in part.final.tokens],
    }
