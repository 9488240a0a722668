"""The first picture of the tab "Energy": how much of the weights is read for every token.

It is plain HTML, because it has to be there at once: what draws the others takes seconds to load.
"""

from collections.abc import Sequence
from html import escape
from typing import Any

from explorer.story.energy import NO_SIZES, NO_TRACES

# Counted, neither measured nor modelled: greys of its own, so that nobody takes a count for joules.
STYLE = """<style>
#energy-tab .reads { margin: 0; color: var(--body-text-color); }
#energy-tab .reads figcaption { font-weight: 600; margin-bottom: 0.4rem; }
#energy-tab .reads ul { list-style: none; margin: 0; padding: 0; }
#energy-tab .reads li { display: grid; grid-template-columns: minmax(5rem, 9rem) 1fr; align-items: center; }
#energy-tab .reads li { gap: 0 0.6rem; margin: 0 0 0.4rem; }
#energy-tab .reads .bar { display: flex; align-items: center; font-variant-numeric: tabular-nums; }
#energy-tab .reads i { display: inline-block; height: 1.9rem; font-style: normal; line-height: 1.9rem; }
#energy-tab .reads i { text-align: center; white-space: nowrap; overflow: hidden; }
#energy-tab .reads li i { container-type: inline-size; }
#energy-tab .reads i > span { color: inherit; }
@container (max-width: 2.9rem) { #energy-tab .reads i > span { display: none; } } /* cut, it would be another number */
#energy-tab .reads .target { background: #5b6470; color: #ffffff; }
#energy-tab .reads .draft { background: repeating-linear-gradient(135deg, #aeb6c0 0 6px, #c3c9d1 6px 9px); }
#energy-tab .reads .draft { color: #1b1f24; }
#energy-tab .reads b { padding-left: 0.5rem; font-weight: 400; white-space: nowrap; }
#energy-tab .reads p { margin: 0.2rem 0 0; display: flex; flex-wrap: wrap; gap: 0.2rem 1.2rem; }
#energy-tab .reads p i { width: 1.1rem; height: 0.8rem; margin-right: 0.35rem; }
</style>"""
WIDTH = 80  # per cent of its row that the longest bar takes: the number stands beside it


def read_per_token(run: Any, name: str) -> tuple[float, float]:
    """Bytes of one model's weights read for each token, and how many times: every pass reads all of them once."""
    work = run.work
    passes, size = (
        (work.target_passes, work.target_weights) if name == "target" else (work.draft_passes, work.draft_weights)
    )
    times = work.per_token(passes) or 0.0
    return times * (size or 0), times


def read_in_all(run: Any) -> float:
    """Bytes of both models' weights read for each token."""
    return sum(read_per_token(run, name)[0] for name in ("target", "draft"))


def reads_html(runs: Sequence[Any]) -> str:
    """One bar a run, the target's part and the draft's; nothing of it is measured or modelled."""
    known = [run for run in runs if run.work.tokens and run.work.target_weights]
    if not known:
        return f"<p>{NO_SIZES if runs else NO_TRACES}</p>"
    most = max(map(read_in_all, known))
    rows = "".join(_row(run, most) for run in known)
    return (
        "<figure class='reads'><figcaption>Weights read for every token (counted)</figcaption>"
        f"<ul>{rows}</ul><p><span><i class='target'></i>the target’s weights</span>"
        "<span><i class='draft'></i>the draft’s weights</span><span>×: passes for each token</span></p></figure>"
    )


def _row(run: Any, most: float) -> str:
    parts = [(name, *read_per_token(run, name)) for name in ("target", "draft")]
    bars = "".join(
        f'<i class="{name}" style="width: {WIDTH * size / most:.2f}%" '
        f'title="{name}: {times:.2f} × a token, {size / 1e6:.4g} MB"><span>{times:.2f} ×</span></i>'
        for name, size, times in parts
        if size
    )
    whole = read_in_all(run) / 1e6
    return f'<li><span>{escape(run.label)}</span><span class="bar">{bars}<b>{whole:.4g} MB</b></span></li>'
