"""The status line of a run: its progress and, at the end, its counts and its full text."""

import json
from html import escape

from decoders.core.record import to_plain
from explorer.service.live import Tally
from explorer.service.store import ends_of, gallery, header
from explorer.story.header.engine import other_text
from explorer.story.numbers import plural
from explorer.story.page.provenance import in_short
from explorer.trace.lines import Header
from explorer.ui.form import around, choices

# The header fields that must be equal if one run repeats another.
ASKED = ("method", "pair", "prompt", "settings", "seed", "max_new_tokens", "raw", *around.KEYS)


def progress_html(tally: Tally, name: str) -> str:
    """HTML of the progress of the run `name`.

    Screen readers and the function afterRun in js/explore.js also read this HTML. After the end, the HTML contains the
    full text, folded. If the run repeats a recorded run but wrote a different text, the HTML gives the reason.
    """
    tokens, wanted = tally.tokens, tally.wanted
    passes = plural(tally.target_passes, "target pass")
    counts = f" · {passes} · {plural(tally.iterations, 'round')} · {tally.place}"
    begin, ended, more = f"{tokens} of {plural(wanted, 'token')}", "", ""
    if tally.ended:
        begin = f"Done: {plural(tokens, 'token')}" + ("" if tokens >= wanted else "; the model ended the text")
        # hidden on a phone, where other parts of the page show the same
        counts = f'<small class="run-made">{escape(counts)}</small>'
        if tally.iterations > 1:
            counts += f" · most happens in round {tally.telling.index + 1}"
        ended = f' data-compares="{int(_compares(tally.header))}"'
        why = _other_text(tally)
        folded = "Full text, and why it differs from the recorded run" if why else "Full text"
        about = [why, f"Made with {made}." if tally.header and (made := in_short(tally.header)) else ""]
        text = f'<p tabindex="0">{escape(tally.text)}</p>' + "".join(f"<p>{escape(line)}</p>" for line in about if line)
        more = f'<details class="run-text"><summary>{folded}</summary>{text}</details>'
    bar = "" if tally.ended else f'<progress max="{wanted}" value="{tokens}" aria-label="Tokens"></progress>'
    return (
        f'<div class="run-status" role="status" data-run="{name}" data-iterations="{tally.iterations}"{ended}>'
        f"{bar}<span>{begin} · {tally.speed:.1f} tokens/s{counts}</span>{more}</div>"
    )


def _compares(head: Header | None) -> bool:
    """Whether a run can be compared with the target alone. A toy pair's run cannot be compared, because table look-ups
    take almost no time.
    """
    if head is None or head.oracle is None:
        return False
    return not choices.is_toy(head.pair) and head.oracle.kind != "itself"


def _asked(head: Header) -> str:
    """The requested values of a run as JSON text, which is equal for runs that repeat each other."""
    return json.dumps([to_plain(getattr(head, key)) for key in ASKED])


def _other_text(tally: Tally) -> str:
    """The reason why a run that repeats a bundled run wrote a different text.

    The result is empty if the run repeats no bundled run, or if it wrote the same text.
    """
    for card in gallery():
        known = header(card.name)
        if known is not None and tally.header is not None and _asked(known) == _asked(tally.header):
            last = ends_of(card.name)[1]
            return "" if last is None or last.text == tally.text else other_text(known, tally.header)
    return ""
