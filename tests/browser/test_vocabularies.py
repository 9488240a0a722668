"""A draft with another tokenizer in the picture: tokens that it cannot propose, and text that it hands over."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from decoders.core.dice import Seeded
from decoders.core.record import Iteration
from decoders.methods import slem, speculative
from explorer.service.recording import ids_of, lacking, line_with
from explorer.stage.export import page as exported
from explorer.trace.format import Trace
from tests.laws.test_slem import TARGET, pair_of
from tests.records import header_with
from tests.toys import models_of

pytestmark = pytest.mark.browser

TEXTS = {str(i): token for token, i in TARGET.items()}


def trace_of(method: Any, rule: str, seed: int) -> Trace:
    """A run of a toy target whose draft has tokens of its own."""
    pair = pair_of("longer tokens", seed)
    models = replace(models_of(pair), eos=frozenset())
    run = method.decode((0,), models, method.make_settings({"gamma": 3}), Seeded(seed), 12)
    both = {"rule": rule, "common": 2, "target": 4, "draft": 4}
    head = header_with(
        method=method.name,
        view="chain",
        texts=TEXTS,
        prompt="a",
        prompt_tokens=[0],
        vocabularies=both,
        settings={"gamma": 3},
    )

    class Loaded:
        """The part of a pair that is asked which tokens its draft lacks."""

        def __init__(self) -> None:
            self.models = models

    def line(one: Iteration) -> Any:
        return line_with(one, {}, None, lacking(method, Loaded(), ids_of(one)))  # pyright: ignore[reportArgumentType]

    return Trace(head, [line(one) for one in run], None, "it has no summary")


def opened(browser: Browser, folder: Path, trace: Trace, check: Callable[[Page, str], None]) -> None:
    """Open a trace as a page of its own, and check it."""
    file = folder / "trace.html"
    file.write_text(exported(trace, "run"), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    try:
        page.goto(file.as_uri())
        page.wait_for_selector('[data-testid="stage"][data-it]')
        check(page, file.as_uri())
    finally:
        page.close()


def test_tokens_that_cannot_be_drafted_are_marked(browser: Browser, tmp_path: Path) -> None:
    """A reader who sees q = 0 must learn that the token does not exist for the draft."""
    trace = trace_of(speculative.DECODER, "TLI", 1)
    rounds = [
        k for k, one in enumerate(trace.iterations) if {2, 3} & {n.token for n in one.nodes if n.role == "target"}
    ]
    assert rounds, "the target wrote a token that the draft lacks"
    node = next(n for n in trace.iterations[rounds[0]].nodes if n.role == "target" and n.token in (2, 3))

    def check(page: Page, url: str) -> None:
        page.goto(f"{url}?it={rounds[0] + 1}&node={node.id}")
        inspector = page.get_by_test_id("inspector")
        for voice, mark, reason in (
            ("Plain", "cannot be drafted", "The draft’s vocabulary has no such token"),
            ("Exact", "not in the draft’s vocabulary", "so q = 0."),
        ):
            page.get_by_role("button", name=voice, exact=True).click()
            expect(inspector.get_by_test_id("inspector-lacks")).to_contain_text(reason)
            box = inspector.get_by_test_id("inspector-numbers")
            if box.get_attribute("open") is None:
                box.locator("summary").first.click()
            marked = inspector.get_by_test_id("inspector-dist").locator(".st-law", has=page.locator(".st-lacks"))
            words = set(marked.locator(".st-law-w").all_inner_texts())
            assert words
            assert words <= {"ab", "c"}
            expect(marked.locator(".st-lacks").first).to_have_text(mark)

    opened(browser, tmp_path, trace, check)


def test_the_draft_is_shown_in_both_kinds_of_tokens(browser: Browser, tmp_path: Path) -> None:
    """The two rows are one text; without them nobody sees why three tokens become two."""
    trace = trace_of(slem.DECODER, "SLEM", 0)
    number, layer = next(
        (k, one)
        for k, each in enumerate(trace.iterations)
        for one in each.layers
        if isinstance(one, slem.WrittenLayer) and one.nodes and len(one.nodes) != len(one.pieces)
    )

    def check(page: Page, url: str) -> None:
        page.goto(f"{url}?it={number + 1}")
        rows = page.get_by_test_id("inspector-written-text").locator("ol")
        expect(rows).to_have_count(2)
        assert rows.nth(0).locator("b").all_inner_texts() == list(layer.pieces)
        text = "".join(rows.nth(1).locator("b").all_inner_texts())
        assert "".join(layer.pieces).startswith(text)
        page.goto(f"{url}?it={number + 1}&phase=1")
        expect(page.get_by_test_id("inspector-written-text")).to_have_count(0)

    opened(browser, tmp_path, trace, check)
