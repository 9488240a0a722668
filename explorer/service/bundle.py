"""Record the bundled traces (`python -m explorer bundle`). explorer/story/page/gallery.py lists them."""

import gzip
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from decoders.models.steps import Progress, no_progress
from decoders.pairs import Pair, load_pair
from explorer.service.recording import record
from explorer.service.request import RunRequest
from explorer.story.page.gallery import FOLDER, Recorded, about, traces
from explorer.trace.format import to_line
from explorer.trace.lines import Header


def bundle(
    names: Sequence[str],
    progress: Progress = no_progress,
    engine: str = "auto",
    dtype: str = "auto",
) -> list[str]:
    """Record the named traces (default: all) and return their names. Raises BadInput if `engine` or `dtype` is not
    valid.
    """
    wanted = [trace for trace in traces() if not names or trace.name in names]
    pairs: dict[str, Pair] = {}
    for place, trace in enumerate(wanted):
        progress(f"Recording {trace.name}", place / len(wanted))
        if trace.pair not in pairs:
            pairs[trace.pair] = load_pair(trace.pair, dtype=dtype, engine=engine)
        write(trace, pairs[trace.pair], FOLDER)
    (FOLDER / "README.md").write_text(about(), encoding="utf-8")
    return [trace.name for trace in wanted]


def write(trace: Recorded, pair: Pair, folder: Path) -> None:
    """Record one trace into a folder. The gzip header has no time, so the same run gives the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    request = RunRequest(trace.method, trace.pair, trace.prompt, trace.settings, trace.seed, trace.tokens, trace.raw)
    lines = (replace(line, note=trace.note) if isinstance(line, Header) else line for line in record(request, pair))
    raw = "".join(map(to_line, lines))
    (folder / f"{trace.name}.jsonl.gz").write_bytes(gzip.compress(raw.encode(), mtime=0))
