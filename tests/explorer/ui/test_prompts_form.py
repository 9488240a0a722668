"""The form and table of several prompts: where the draft agrees with the target."""

import json
import re
from html import unescape
from typing import Any
from urllib.parse import unquote

import pytest

from decoders.errors import BadInput
from explorer.features.prompts import Row, csv_of
from explorer.service.keys import is_key
from explorer.ui.server import api
from explorer.ui.tabs.prompts import (
    METHOD,
    PAIR,
    _after_pair,
    _start,
    examples,
    methods,
    request_of,
    sentence,
    table_html,
)

TOY = "toy:assets/toys/dsbd-figure-2.json"
FORM = [TOY, "spd", "ask\nwhy", 4, 3, "gamma=2", False]


def row(prompt: str, accepted: int, judged: int, **given: Any) -> Row:
    return Row(prompt, "run-abc", accepted, judged, accepted, judged, 10, 5, 9, 0.5, **given)


ROWS = [row("a <b>", 10, 100), row("c", 90, 100), row("d", 0, 0, failed="It could not be read.")]


def words(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", " ", html))


def test_the_table_says_where_the_draft_agrees() -> None:
    """Words and signs say it, not only colours; people's text is not markup."""
    html = table_html(ROWS)
    assert "the largest percentage of draft tokens on prompt 2 (90%) and the smallest on prompt 1 (10%)." in html
    assert html.index("2. c") < html.index("1. a") < html.index("3. d"), "the highest rate first"
    assert "more often than on the others" in html
    assert "less often than on the others" in html
    assert "<b>" not in html.replace('<b aria-hidden="true">', "")
    assert "All 2 prompts" in html
    assert "It could not be read." in html
    assert html.count('href="?trace=run-abc" target="_blank"') == 2, "a prompt without a run has no link"
    assert table_html([]) == ""


def test_the_download_is_the_table() -> None:
    """The link contains the file itself, so it works after the runs are deleted."""
    link = r'href="data:text/csv;charset=utf-8,([^"]+)" download="acceptance-by-prompt.csv"'
    found = re.search(link, table_html(ROWS))
    assert found is not None
    assert unquote(found.group(1)) == csv_of(ROWS)


def test_the_sentence_holds_for_few_rows() -> None:
    """One prompt is compared with nothing, and equal rates have no best."""
    assert sentence(ROWS[2:]) == "No draft token was tested, so there is no acceptance rate."
    assert sentence(ROWS[:1]) == "On prompt 1, the target accepted 10 of 100 draft tokens (10%)."
    assert "the same percentage of draft tokens on every prompt (50%)" in sentence([row("a", 1, 2), row("b", 2, 4)])
    assert "may be due to chance" in sentence([row("a", 24, 27), row("b", 23, 28)]), "each row says “about as often”"
    assert "may be due to chance" not in sentence(ROWS)
    assert "smallest on prompts 1 and 3 (25%)" in sentence([row("a", 1, 4), row("b", 2, 4), row("c", 1, 4)])


def test_the_form_makes_a_request() -> None:
    """What is typed is what runs; errors come before anything runs."""
    request, prompts = request_of(FORM)
    assert (request.method, request.pair, request.limit, request.seed) == ("spd", TOY, 4, 3)
    assert prompts == ["ask", "why"]
    for place, value, why in (
        (0, None, "Choose both"),
        (2, " ", "There is no prompt"),
        (3, None, "New tokens per prompt is empty"),
        (5, "width=3", "has no setting"),
        (5, "gamma", "does not have the form KEY=VALUE"),
        (5, '"', "cannot be read"),
    ):
        with pytest.raises(BadInput, match=why):
            request_of([*FORM[:place], value, *FORM[place + 1 :]])


def test_a_run_fills_the_table() -> None:
    """The table appears with the first prompt, and the sentence at the end."""
    shown = list(_start(*FORM))
    tables = [table for _, table, *_ in shown[1:] if isinstance(table, str)]
    assert "1. ask" in tables[0]
    assert "2. why" not in tables[0]
    assert "2. why" in tables[-1]
    assert "Done: 2 prompts." in words(shown[-1][0])


def test_finished_runs_join_the_list_of_your_runs() -> None:
    """Stored runs must be findable after the tab was closed; a failed prompt has no run."""
    shown = list(_start(*FORM[:2], "ask\nzebra\nwhy", *FORM[3:]))
    lists = [json.loads(last) for *_, last in shown if isinstance(last, str)]
    assert [[entry["prompt"] for entry in entries] for entries in lists] == [["ask"], ["ask"], ["ask", "why"]]
    for entry in lists[-1]:
        assert is_key(entry["name"], entry["key"])
        assert (entry["method"], entry["title"], entry["when"] > 0) == ("spd", "SpD: speculative decoding", True)
        assert f"?trace={entry['name']}" in shown[-2][1]


def test_what_goes_wrong_is_a_sentence() -> None:
    """The start button comes back, and the table stays."""
    (shown,) = list(_start(*FORM[:2], "", *FORM[3:]))
    assert "There is no prompt. Enter at least one, with one prompt per line." in words(shown[0])


def test_another_pair_brings_prompts_that_it_can_read() -> None:
    """A toy pair would refuse the English examples one after the other."""
    update, text = _after_pair(TOY, METHOD, examples(PAIR))
    assert text == examples(TOY)
    assert update["value"] == METHOD
    assert all(name != "greedy" for _, name in methods(PAIR)), "what drafts nothing has no acceptance"
    assert not isinstance(_after_pair(TOY, METHOD, "ask why")[1], str), "your own prompts stay"


def test_the_endpoint_answers_with_the_table() -> None:
    """Programs get the same rows and refusals."""
    answer = json.loads(api.acceptance_by_prompt("spd", TOY, ["ask", "why"], {"gamma": 2}, 3, 4))
    assert [each["prompt"] for each in answer["prompts"]] == ["ask", "why"]
    assert answer["together"]["judged"] == sum(each["judged"] for each in answer["prompts"])
    for prompts, why in (([], "There is no prompt"), ("ask", "must be a list"), ([1], "must be a list")):
        with pytest.raises(api.Refused, match=why):
            api.acceptance_by_prompt("spd", TOY, prompts)
