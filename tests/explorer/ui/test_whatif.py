"""The what-if routes: answers, speed, and sentences for impossible changes."""

import statistics
import time
from contextlib import ExitStack

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from decoders.errors import BadInput
from explorer.service.queue.turns import ADDRESSES, TABLES
from explorer.service.store import contents, find
from explorer.trace.format import read
from explorer.ui import whatif
from explorer.ui.server.routes import routes
from tests.fresh import python

NAME, IT, VERDICT = "dsbd-figure-2", 2, 1  # a coin with a between 0 and 1


FIRST = """
import subprocess
from explorer.service import recording
from explorer.trace import line_validators
from explorer.ui.whatif import message

recording.prepare()

def refused(*given, **more):
    raise AssertionError("this takes longer than the replay")

subprocess.run = line_validators.TypeAdapter = refused
print(message("dsbd-figure-2", {"it": "2", "verdict": "1", "flip": "1"}, "somebody")[:14])
"""


def test_the_first_change_waits_for_nothing_that_can_be_prepared() -> None:
    """Asking git and building a validator took twice as long as the replay itself, and everybody waited for it once."""
    done = python(FIRST)
    assert (done.returncode, done.stdout) == (0, '{"type":"open"\n'), done.stderr
    without = python(FIRST.replace("recording.prepare()\n", ""))
    assert "this takes longer than the replay" in without.stderr


def test_a_flipped_decision_opens(client: TestClient) -> None:
    """A reversed decision opens at its step, is stored, and is marked as changed."""
    recorded = read(contents(NAME), NAME).iterations[IT - 1].verdicts[VERDICT]
    answer = client.post(f"/explorer/whatif/{NAME}", params={"it": IT, "verdict": VERDICT, "flip": 1}).json()
    assert answer["type"] == "open"
    assert answer["at"]["it"] == IT == len(answer["iterations"])
    assert "not the recorded run" in answer["header"]["whatif"]
    shown = answer["iterations"][-1]
    assert VERDICT in shown["steps"][answer["at"]["phase"] - 1]["verdicts"]
    assert (shown["verdicts"][VERDICT]["state"] == "accepted") != (recorded.decision == "accepted")
    kept = read(find(answer["name"]))
    assert kept.incomplete is None
    assert kept.header.whatif.of == NAME


def test_a_recorded_run_is_not_marked(client: TestClient) -> None:
    """Only a changed run may be marked as one."""
    assert "whatif" not in client.get(f"/explorer/open/{NAME}").json()["header"]


@pytest.mark.parametrize(
    ("query", "status", "words"),
    [
        ("nowhere?it=1&verdict=0&flip=1", 404, "no recorded run"),
        (f"{NAME}?it=99&verdict=0&flip=1", 400, "99"),
        (f"{NAME}?it=0&verdict=0&flip=1", 400, "whole number that is 1 or more"),
        (f"{NAME}?it=2&verdict=99&flip=1", 400, "no decision 99"),
        (f"{NAME}?it=2&verdict=x&flip=1", 400, "verdict=x is not valid"),
        (f"{NAME}?it=2&verdict=1&u=nan", 400, "u=nan is not valid"),
        (f"{NAME}?it=2&verdict=1&u=1.5", 400, "out of range"),
        (f"{NAME}?it=2&verdict=2", 400, "exactly one change"),
        (f"{NAME}?it=2&verdict=1&u=0.5&flip=1", 400, "exactly one change"),
        (f"{NAME}?it=1&gamma=900", 400, "out of range"),
        ("greedy?it=1&verdict=0&flip=1", 400, "was not random"),
    ],
)
def test_bad_input_is_one_sentence(client: TestClient, query: str, status: int, words: str) -> None:
    """Whatever the address contains, the answer is a sentence and not a traceback."""
    answer = client.post(f"/explorer/whatif/{query}")
    assert answer.status_code == status
    assert words in answer.json()["text"].lower()


def test_only_a_pair_that_the_app_lists_is_loaded_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who changes a recorded run wants the result, not a request to run something first."""
    asked: list[str] = []
    monkeypatch.setattr(whatif, "loaded", lambda name, report: asked.append(name))
    whatif.pair_of("smollm2")
    assert asked == ["smollm2"]
    with pytest.raises(BadInput, match="not in memory. Run it once with “Run your own”"):
        whatif.pair_of("one/target+another/draft")
    assert asked == ["smollm2"]


def test_a_toy_pair_answers_at_once(client: TestClient) -> None:
    """A dragged random number must be followed by its picture within about 50 ms, whatever else the machine does."""
    taken = []
    for step in range(15):
        query = {"it": IT, "verdict": VERDICT, "u": (step + 0.5) / 15}
        begin = time.process_time()
        assert client.post(f"/explorer/whatif/{NAME}", params=query).status_code == 200
        taken.append(time.process_time() - begin)
    assert statistics.median(taken) < 0.1


def test_a_changed_run_has_the_limits_of_every_run(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A changed setting, or a stranger's header, must not exceed a run's limits."""
    monkeypatch.setenv("EXPLORER_MAX_NODES", "20")
    asked = {"it": IT, "gamma": 7}
    answer = client.post(f"/explorer/whatif/{NAME}", params=asked)
    assert answer.status_code == 400
    assert "the limit is 20" in answer.text
    monkeypatch.undo()
    assert client.post(f"/explorer/whatif/{NAME}", params=asked).status_code == 200


def test_every_visitor_has_turns_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """If all changes counted as one visitor, three people would block everybody else."""
    monkeypatch.setenv("EXPLORER_MAX_EACH", "1")
    monkeypatch.setenv("EXPLORER_MAX_SECONDS", "1")
    app, asked = Starlette(routes=routes()), {"it": IT, "verdict": VERDICT, "u": 0.4321}
    with TABLES.turn("10.0.0.1 one"):
        first, other, beside = (
            TestClient(app, client=(host, 1)).post(f"/explorer/whatif/{NAME}", params=asked | {"visitor": tab})
            for host, tab in (("10.0.0.1", "one"), ("10.0.0.2", "one"), ("10.0.0.1", "two"))
        )
    assert "You already have 1 run queued or running" in first.text
    for waited in (other, beside):  # a class has one address, and many tabs
        assert "timed out after waiting 1 s" in waited.text, "it waits, as whoever comes second does"
    names = {
        TestClient(app, client=(visitor, 1)).post(f"/explorer/whatif/{NAME}", params=asked).json()["name"]
        for visitor in ("10.0.0.1", "10.0.0.2")
    }
    assert len(names) == 1, "who asks for the same gets what was made already"


def test_changed_runs_do_not_take_all_threads(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each waiting change holds a server thread; forty would stop every answer."""
    monkeypatch.setenv("EXPLORER_MAX_EACH", "2")
    asked = {"it": IT, "verdict": VERDICT, "u": 0.1234}
    for holders in (["testclient"] * 2, [f"visitor {n}" for n in range(ADDRESSES.places)]):  # its own; those of all
        with ExitStack() as held:
            for one in holders:
                held.enter_context(ADDRESSES.of(one))
            answer = client.post(f"/explorer/whatif/{NAME}", params=asked)
        assert (answer.status_code, "at once" in answer.text) == (400, True)
    assert client.post(f"/explorer/whatif/{NAME}", params=asked).status_code == 200


def test_a_changed_run_that_is_no_longer_kept_is_made_anew(client: TestClient) -> None:
    """Its picture would otherwise have nothing to save, link to or return to."""
    asked = {"it": IT, "verdict": VERDICT, "u": 0.2468}
    first, again = (client.post(f"/explorer/whatif/{NAME}", params=asked).json() for _ in range(2))
    assert first == again
    find(first["name"]).unlink()
    anew = client.post(f"/explorer/whatif/{NAME}", params=asked).json()
    assert find(anew["name"]).exists()
    assert anew["header"]["recorded"] == {"name": NAME, "at": {"it": IT}}


@pytest.mark.parametrize(
    ("error", "status", "says"),
    [
        (MemoryError(), 400, "The memory is full"),
        (ArithmeticError("odd"), 500, "The run failed (ArithmeticError: odd)"),
    ],
)
def test_what_nobody_thought_of_is_a_sentence_too(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, says: str
) -> None:
    """The stage shows the message; the server's empty page would say nothing."""

    def broken(*given: object) -> None:
        raise error

    monkeypatch.setattr(whatif, "replay", broken)
    answer = client.post(f"/explorer/whatif/{NAME}", params={"it": IT, "verdict": VERDICT, "u": 0.4242})
    assert answer.status_code == status
    assert says in answer.json()["text"]
