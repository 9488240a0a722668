"""The bundled traces are all there, complete, and made with the bundled models and settings."""

import json
from dataclasses import asdict

import pytest

from decoders.catalog import DECODERS, decoder
from decoders.models.loading.embedded import DRAFT_FOLDER, READING_FOLDER, ROUNDED, SHORTENED, draft_name
from explorer.story.page.gallery import FOLDER, Recorded, about, traces
from explorer.trace.format import read


def test_every_method_has_a_trace() -> None:
    """Every bundled trace is in the list, so that `bundle` can renew all of them."""
    assert {one.method for one in traces()} == set(DECODERS)
    names = [one.name for one in traces()]
    energy = {path.name for path in FOLDER.glob("energy-*.jsonl.gz")}
    assert len(set(names)) == len(names)
    assert {path.name for path in FOLDER.glob("*.jsonl.gz")} - energy == {f"{name}.jsonl.gz" for name in names}
    assert (FOLDER / "README.md").read_text(encoding="utf-8") == about()


def test_names_of_runs_fit_into_the_list() -> None:
    """At 1,280 px, the list of runs beside the title shows 66 characters."""
    assert not [one.note for one in traces() if len(one.note) > 66]


@pytest.mark.parametrize("one", traces(), ids=lambda one: one.name)
def test_a_trace_is_what_its_command_records(one: Recorded) -> None:
    """Each is complete, with today's settings of the method and the current bundled draft."""
    trace = read(FOLDER / f"{one.name}.jsonl.gz")
    header = trace.header
    assert trace.incomplete is None
    assert (header.method, header.pair, header.prompt) == (one.method, one.pair, one.prompt)
    assert (header.seed, header.note) == (one.seed, one.note)
    settings = asdict(decoder(one.method).make_settings(dict(one.settings)))
    assert header.settings == json.loads(json.dumps(settings))
    plain = draft_name(DRAFT_FOLDER)
    current = {plain, plain + SHORTENED, draft_name(READING_FOLDER) + ROUNDED}
    assert "assets/draft" not in str(header.draft) or header.draft in current
