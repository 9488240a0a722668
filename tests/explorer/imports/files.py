"""The files that the tests import, and the parts of their reports."""

import json
from pathlib import Path

from explorer.imports.counts import Pool, pooled
from explorer.imports.opening import opened
from explorer.imports.report import Part, report
from explorer.imports.sections import Answer, Section
from explorer.imports.times import Given

HERE = Path(__file__).parent
FIXTURES, MADE = HERE / "fixtures", HERE / "made"  # files of every format, and logs made for the four questions
EVERY = sorted(path.name for path in FIXTURES.iterdir())
FILES = [*(FIXTURES / name for name in EVERY), *sorted(MADE.iterdir())]
NOTHING = Given()


def pool(name: str, length: int | None = None) -> Pool:
    """The pool of a fixture, or of a made file as “made/name”."""
    return pooled(opened(path_of(name)), name, length)


def path_of(name: str | Path) -> Path:
    """The path of a file by its name."""
    return name if isinstance(name, Path) else HERE / name if name.startswith("made/") else FIXTURES / name


def part(name: str | Path, given: Given = NOTHING) -> Part:
    """The report about one file."""
    path = path_of(name)
    return report([(path, path.name)], given).parts[0]


def low(name: str | Path, given: Given = NOTHING) -> Answer:
    """The answer to whether acceptance is low."""
    return part(name, given).answers[0]


def length(name: str | Path, given: Given = NOTHING) -> Answer:
    """The answer to which draft length is best."""
    return part(name, given).answers[1]


def worth(name: str | Path, given: Given = NOTHING) -> Answer:
    """The answer to whether the draft is worth it."""
    return part(name, given).answers[2]


def seen(answer: Answer) -> str:
    """What a page shows of an answer before anything is unfolded."""
    return " ".join((answer.said, answer.rests, *answer.sentences))


def whole(answer: Answer) -> str:
    """All that an answer says."""
    cells = " ".join(cell for row in answer.table.rows for cell in row) if answer.table else ""
    return " ".join((seen(answer), cells, *answer.folded))


def section(found: Part, title: str) -> Section:
    """A section by its title."""
    (one,) = [each for each in found.sections if each.title == title]
    return one


def changed(folder: Path, name: str, *changes: tuple[str, str]) -> Path:
    """A copy of a file with some parts replaced, each of which must occur."""
    text, path = path_of(name).read_text(encoding="utf-8"), folder / Path(name).name
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return path


def histogram(buckets: list[int], longest: int) -> dict[str, object]:
    """Consistent counts of vLLM about passes that all drafted the longest draft."""
    passes = sum(buckets)
    return {
        "acceptance_histogram": buckets,
        "num_spec_steps": passes,
        "num_accepted_draft_tokens": sum(got * count for got, count in enumerate(buckets)),
        "num_draft_tokens": passes * longest,
        "num_spec_tokens": longest,
    }


def response(folder: Path, *counts: dict[str, object]) -> Path:
    """A file with a response of vLLM for each of these counts."""
    path = folder / "x.json"
    lines = (json.dumps({"metrics": {"speculative_decoding": each}}) for each in counts)
    path.write_text("\n".join(lines), encoding="utf-8")
    return path
