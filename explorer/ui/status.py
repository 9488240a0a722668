"""The line below the bar: how far a run is, one sentence, or what went wrong."""

import json
from html import escape
from typing import Any

from explorer.service.live import Tally
from explorer.service.store import ends_of, gallery, header
from explorer.story.engine import other_text
from explorer.story.numbers import plural
from explorer.story.provenance import in_short
from explorer.ui import around, choices

# What makes a run the repetition of another.
ASKED = ("method", "pair", "prompt", "settings", "seed", "max_new_tokens", "raw", *around.KEYS)
ENDED = "where the model ended the text"


def progress_html(tally: Tally, name: str) -> str:
    """How far the run kept under `name` is, for eyes, for screen readers and for afterRun of js/explore.js.

    Of one that has ended also its whole text, folded, and why it is another than that of a recorded run it repeats.
    """
    tokens, wanted = tally.tokens, tally.wanted
    counts = f" · {plural(tally.target_passes, 'big-model pass')} · {plural(tally.iterations, 'round')} · {tally.place}"
    begin, ended, more = f"{tokens} of {wanted} tokens", "", ""
    if tally.ended:
        begin = f"Done: {plural(tokens, 'token')}, " + ("as many as were asked for" if tokens >= wanted else ENDED)
        counts = f'<small class="run-made">{escape(counts)}</small>'  # left out on a phone, where other parts say it
        counts += f" · most to see in round {tally.telling.index + 1}" * (tally.iterations > 1)
        ended = f' data-compares="{int(_compares(tally.header))}"'
        why = _other_text(tally)
        folded = "The whole text" + ", and why it is not the recorded one" * bool(why)
        about = [why, f"Made with {made}." if (made := in_short(tally.header)) else ""]
        text = f'<p tabindex="0">{escape(tally.text)}</p>' + "".join(f"<p>{escape(line)}</p>" for line in about if line)
        more = f'<details class="run-text"><summary>{folded}</summary>{text}</details>'
    bar = f'<progress max="{wanted}" value="{tokens}" aria-label="Tokens"></progress>' * (not tally.ended)
    return (
        f'<div class="run-status" role="status" data-run="{name}" data-iterations="{tally.iterations}"{ended}>'
        f"{bar}<span>{begin} · {tally.speed:.1f} tokens/s{counts}</span>{more}</div>"
    )


def _compares(head: dict[str, Any]) -> bool:
    """Whether a run can be compared with the target alone; a toy pair is a table, which takes no time."""
    return not choices.is_toy(head["pair"]) and head["oracle"]["kind"] != "itself"


def _asked(head: dict[str, Any]) -> str:
    """What a run asks for, as JSON: in a run that was just made, lists are not lists yet."""
    return json.dumps([head.get(key) for key in ASKED])


def _other_text(tally: Tally) -> str:
    """Why a run that repeats a bundled one wrote another text; empty where it repeats none, or wrote the same."""
    for card in gallery():
        known = header(card.name) or {}
        if _asked(known) == _asked(tally.header):
            last = ends_of(card.name)[1]
            return "" if last["text"] == tally.text else other_text(known, tally.header)
    return ""
