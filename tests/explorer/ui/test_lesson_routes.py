"""The routes of the lesson card."""

from starlette.testclient import TestClient

from explorer.lessons.library import MOVED, cards, file_of, moved, played
from explorer.lessons.teacher_card import FROM_ROUTE, cards_html


def test_list_and_lessons_are_served(client: TestClient) -> None:
    """Without them the card has no content."""
    listed = client.get("/explorer/lessons").json()["lessons"]
    assert listed == cards()
    for card in listed:
        assert client.get(f"/explorer/lesson/{card['slug']}").json() == played(card["slug"])


def test_unknown_lesson_is_a_sentence(client: TestClient) -> None:
    """The card shows the answer, and a traceback would mean nothing to a student."""
    for slug in ("nothing", "..%2f..%2fREADME", "01-decoding"):
        reply = client.get(f"/explorer/lesson/{slug}")
        assert reply.status_code == 404
    assert client.get("/explorer/lesson/nothing").json() == {
        "text": "There is no lesson “nothing”. Choose one from the list of lessons."
    }


def test_earlier_lessons_lead_on(client: TestClient) -> None:
    """An old link must not end in “not found”."""
    for slug in MOVED:
        assert client.get(f"/explorer/lesson/{slug}").json() == moved(slug)


def test_teachers_cards_are_served(client: TestClient) -> None:
    """“Print teacher card” opens a page whose links lead back to the steps."""
    reply = client.get("/explorer/lesson/lossless/card.html")
    assert reply.headers["content-type"].startswith("text/html")
    assert reply.text == cards_html([file_of("lossless")], FROM_ROUTE)
    assert client.get("/explorer/lesson/nothing/card.html").status_code == 404
