"""The race: recorded times, the run's own text, and a true final sentence."""

import json
import tracemalloc
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from decoders.errors import BadInput
from decoders.pairs import load_pair
from explorer.features.comparisons import RECORDED
from explorer.features.laws import differences
from explorer.features.race import entrant, race
from explorer.features.tuning import tuned
from explorer.features.worth import worth_of
from explorer.measuring import timing
from explorer.service.recording import record
from explorer.service.request import RunRequest
from explorer.service.store import FOLDER, RUNS, contents, ends_of, find, gallery, lines_of
from explorer.story.page.race import HERE, TOY, Finish, lane, sentence
from explorer.trace.format import read, to_line
from explorer.trace.line_validators import Line
from explorer.ui.tabs.compare import recorded
from explorer.ui.tabs.compare_form import FASTEST, MORE, controls_here, controls_of, requests

BUNDLED = [card.name for card in gallery()]


def texts(frames: list[list[object]]) -> list[str]:
    """The text after each frame, as js/race.js builds it."""
    shown, found = "", []
    for _, _, _, kept, added in frames:
        assert isinstance(kept, int)
        shown = shown.encode("utf-16-le")[: 2 * kept].decode("utf-16-le") + str(added)
        found.append(shown)
    return found


@pytest.mark.parametrize("name", BUNDLED)
def test_a_lane_is_the_run(name: str) -> None:
    """Passes have their recorded lengths; the final text and counts are those of the summary."""
    trace = read(contents(name), name)
    assert trace.summary is not None
    made = entrant(name, find(name), 0).track
    recorded_passes = [one for iteration in trace.iterations for one in iteration.passes]
    assert [one[0] for one in made["passes"]] == [one.model for one in recorded_passes]
    for (_, begin, end), one in zip(made["passes"], recorded_passes, strict=True):
        assert end - begin == pytest.approx(one.seconds, abs=1e-6)
    flat = [time for _, begin, end in made["passes"] for time in (begin, end)]
    assert flat == sorted(flat)
    assert flat[-1] <= made["total"] + 1e-6
    assert made["total"] == pytest.approx(trace.summary.seconds.total, rel=0.01, abs=1e-4)
    last = made["frames"][-1]
    assert (last[0], last[2]) == (made["total"], trace.summary.counts.target_passes)
    assert last[1] == len(trace.summary.tokens)
    shown = texts(made["frames"])[-1].strip()
    assert shown.startswith(trace.summary.text.strip()) or "⟨" in shown


def run(title: str, tokens: int, passes: int, seconds: float, first: int = 0) -> Finish:
    return Finish(title, tuple(range(first, first + tokens)), passes, seconds)


def timed(title: str, passes: int, times: tuple[float, ...], target: float = 0.0) -> Finish:
    return Finish(title, tuple(range(9)), passes, median(times), target, times=times)


FAST, ONCE = "as fast as", f"{HERE} (one timing)"
FEWER = "B wrote the same 9 tokens with 5 target passes instead of 9"


@pytest.mark.parametrize(
    ("runs", "said"),
    [
        (
            [run("Greedy decoding", 48, 48, 3.2), run("SSD: one", 48, 18, 2.0)],
            "SSD wrote the same 48 tokens with 18 target passes instead of 48. "
            f"It was 1.60× {FAST} Greedy decoding {ONCE}.",
        ),
        (
            [run("A", 48, 48, 2.0), run("SSD: one", 48, 18, 4.0)],
            f"SSD wrote the same 48 tokens with 18 target passes instead of 48. It was 0.50× {FAST} A {ONCE}.",
        ),
        (
            [run("A: a", 8, 8, 2.0), run("B: b", 8, 3, 2.0, first=7)],
            "B wrote 8 tokens from the same distribution with 3 target passes instead of 8. "
            f"It was about {FAST} A {ONCE}.",
        ),
        (
            [run("A: a", 10, 10, 1.0), run("B: b", 20, 5, 1.0)],
            f"B wrote 20 tokens with 5 target passes, A 10 tokens with 10. It was 2.00× {FAST} A {ONCE}.",
        ),
        (
            [run("A", 9, 9, 1.0), run("B", 9, 9, 0.5)],
            f"B wrote the same 9 tokens with the same number of target passes (9). It was 2.00× {FAST} A {ONCE}.",
        ),
        (
            [run("A", 9, 9, 1.0), run("B", 9, 9, 3.0), run("C", 9, 1, 0.5)],
            f"C wrote the same 9 tokens with 1 target pass instead of 9. It was 2.00× {FAST} A {ONCE}.",
        ),
        (
            [Finish("A", (1, 2, 3), 3, 3.0, 2.7), Finish("B", (1, 2, 3), 2, 4.0, 1.8)],
            f"B wrote the same 3 tokens with 2 target passes instead of 3. Even so, it was 0.75× {FAST} A {ONCE} "
            "because the target passes took 900 ms less, but drafting and the rest took 1.9 s more.",
        ),
        (
            [
                Finish("A", (1, 2, 3), 3, 3.0, 2.7),
                Finish("B", (1, 2, 3), 1, 2.0, 1.0),
                Finish("C", (1, 2, 3), 2, 4.0, 3.0),
            ],
            f"B wrote the same 3 tokens with 1 target pass instead of 3. It was 1.50× {FAST} A {ONCE}. C needed only "
            "2 target passes but took longer because a pass that checks many guesses took 1.5 s, a pass for one token "
            "900 ms.",
        ),
        (
            [
                Finish("A", (1, 2), 2, 3.0),
                Finish("B: b", (1, 2), 1, 2.0, 1.0, 4),
                Finish("C: c", (1, 2), 1, 1.5, 1.0, 4),
            ],
            f"C wrote the same 2 tokens with 1 target pass instead of 2. It was 2.00× {FAST} A {ONCE}. B made exactly "
            "the same passes: with these settings they are the same method.",
        ),
        (
            [timed("A", 9, (3.0, 3.0, 3.0)), timed("B", 5, (2.0, 2.5, 1.5), target=0.5)],
            f"{FEWER}. It was 1.50× {FAST} A {HERE} (range 1.20–2.00, 3 timings).",
        ),
        (
            [timed("A", 9, (3.0, 2.0, 2.5)), timed("B", 5, (2.0, 2.1, 2.4))],
            f"{FEWER}. It was not measurably faster or slower than A {HERE} (range 0.95–1.50, 3 timings).",
        ),
        (
            [timed("A", 9, (3.0, 3.0, 3.0)), timed("B", 5, (2.98, 2.97, 2.99))],
            f"{FEWER}. It was not measurably faster or slower than A {HERE} (range 1.00–1.01, 3 timings).",
        ),
        (
            [timed("A", 9, (1.0, 1.0, 1.0), 0.9), timed("B", 5, (2.0, 2.1, 1.9), 0.5)],
            f"{FEWER}. Even so, it was 0.50× {FAST} A {HERE} (range 0.48–0.53, 3 timings) because the target passes "
            "took 400 ms less, but drafting and the rest took 1.4 s more.",
        ),
        ([run("A", 9, 9, 1.0)], ""),
        ([run("A", 9, 9, 0.0), run("B", 9, 9, 0.0)], ""),
    ],
)
def test_the_sentence_is_honest(runs: list[Finish], said: str) -> None:
    """Slower is called slower, random differences are not a win, and only equal tokens are called equal."""
    assert sentence(runs) == said


def test_a_table_wins_no_race() -> None:
    """A toy pair's passes cost nothing, so only the number of passes is compared."""
    said = sentence([run("A", 9, 9, 1.0), run("B", 9, 9, 0.5), run("C", 9, 3, 4.0)], TOY)
    assert said.startswith("C wrote the same 9 tokens with 3 target passes instead of 9. No speed is reported")
    assert "×" not in said
    assert lane(run("C", 9, 3, 4.0), run("A", 9, 9, 1.0), TOY) == ""


def test_what_was_recorded_elsewhere_is_not_said_of_here() -> None:
    """A bundled run was timed once, on another machine, and the sentence must say so."""
    made = race(["greedy", "ssd", "gsd"])
    assert "when it was recorded (one timing)" in made["sentence"]
    assert HERE not in made["sentence"]
    assert [track["settings"] for track in made["tracks"]][:2] == ["", "γ = 10"]
    assert made["tracks"][0]["speed"] == ""
    assert made["tracks"][1]["speed"].endswith("(one timing)")


def test_finished_runs_are_timed_in_turns() -> None:
    """Every round times each run, and the times belong to the right runs."""
    pair = load_pair("toy:assets/toys/gsd-figure-4.json")
    wanted = [RunRequest(name, pair.name, "it is", limit=6) for name in ("multinomial", "spd")]
    told = list[int]()
    times = timing.repeated(wanted, pair, 3, told.append, [request.read(pair).ids for request in wanted])
    assert [len(each) for each in times] == [3, 3]
    assert all(second > 0 for each in times for second in each)
    assert told == [0, 1, 2]


def drawn_seconds(tracks: list[dict[str, Any]]) -> list[float]:
    """The length of the lanes, as js/race.js draws them."""
    return [made["total"] for made in tracks]


@pytest.mark.parametrize("times", [(), ((3.0, 9.0, 2.0), (1.0, 1.5, 1.6))])
def test_the_sentence_says_what_the_lanes_draw(times: tuple[tuple[float, ...], ...]) -> None:
    """“1.50× as fast” must agree with the lengths of the lanes."""
    made = race(["greedy", "ssd"], times)
    first, second = drawn_seconds(made["tracks"])
    assert f"{first / second:.2f}× as fast" in made["sentence"]
    assert made["tracks"][1]["speed"].startswith(f"{first / second:.2f}× as fast")
    for lane_ in made["tracks"]:
        assert lane_["frames"][-1][0] == lane_["total"]
        assert lane_["passes"][-1][2] <= lane_["total"] * 1.001
    if times:
        assert [first, second] == [3.0, 1.5], "the medians"
        assert "median of 3 timings" in made["say"]["intro"]
        assert "(1.25–6.00)" in made["tracks"][1]["speed"]
    else:
        assert "one recorded run of each method" in made["say"]["intro"]


@pytest.mark.parametrize("times", [((1.0,),), ((1.0, 2.0), (1.0,)), ((0.0, 1.0), (1.0, 1.0)), ((), ())])
def test_times_that_are_not_of_these_runs_are_left_out(times: tuple[tuple[float, ...], ...]) -> None:
    """Wrong times would be worse than a single timing."""
    assert race(["greedy", "ssd"], times) == race(["greedy", "ssd"])


def test_a_method_that_races_itself_has_two_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """“SpD was faster than SpD” says nothing."""
    monkeypatch.setenv(FOLDER, str(tmp_path))
    pair, runs = load_pair("toy:assets/toys/gsd-figure-4.json"), list[str]()
    for gamma in (1, 3):
        request = RunRequest("spd", pair.name, "it is", {"gamma": gamma}, 0, 6)
        runs.append(RUNS.keep(map(to_line, record(request, pair))))
    made = race(runs)
    assert [each["settings"] for each in made["tracks"]] == ["γ = 1", "γ = 3"]
    assert "SpD (γ = 3)" in made["sentence"]


def test_a_race_reads_a_trace_line_by_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four traces of 200 MB read whole would end the app."""
    monkeypatch.setenv(FOLDER, str(tmp_path))
    header, *iterations, summary = map(to_line, parts("greedy"))
    filler = json.dumps({**json.loads(iterations[0]), "filler": "x" * 100_000}) + "\n"
    name = RUNS.keep([header, *[filler] * 200, *iterations, summary])
    for look in (lambda: ends_of(name), lambda: worth_of(name), lambda: race([name, "ssd"])):
        tracemalloc.start()
        look()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 6_000_000, "the file has 20 MB"


def test_a_run_that_goes_on_is_no_entrant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last line of a running run may be incomplete, which must give a sentence."""
    monkeypatch.setenv(FOLDER, str(tmp_path))
    header, first, *_ = map(to_line, parts("greedy"))
    for end in ("", first[: len(first) // 2]):
        name = RUNS.keep([header, first, end])
        with pytest.raises(BadInput, match="did not finish"):
            race([name, "ssd"])


def parts(name: str) -> list[Line]:
    return list(lines_of(name))


def test_what_takes_long_is_not_repeated() -> None:
    """A comparison of minutes must not take five times as long."""
    assert [timing.rounds(each) for each in ([0.4, 0.4], [2.4, 2.4], [3.3, 3.3], [3.4, 3.4], [0.0])] == [5, 3, 3, 0, 5]


def test_runs_that_cannot_be_compared_are_said_to_be() -> None:
    """A win on another prompt is not a win."""
    said = race(["greedy", "spd"])["sentence"]
    assert "differ in prompt and output distribution" in said
    assert "drawn by the same law" not in said


@pytest.mark.parametrize(("title", "names"), [(key, each.runs) for key, each in RECORDED.items()], ids=str)
def test_what_compare_opens_on_can_be_compared(title: str, names: tuple[str, ...]) -> None:
    """The first race that visitors see shares pair, prompt, seed, length and distribution. Methods that change the
    distribution of the method that they speed up are compared with it, and the page says so.
    """
    traces = [read(contents(name), name) for name in names]
    heads = [trace.header for trace in traces]
    lossy = title in ("beams", "joint")
    assert ("differ in output distribution (" in differences(heads)) == lossy
    assert lossy or differences(heads) == ""
    for key in ("seed", "max_new_tokens", "device"):
        assert len({getattr(head, key) for head in heads}) == 1
    greedy = names[0] in ("greedy", "code-greedy")
    assert (len({trace.summary.tokens for trace in traces if trace.summary}) == 1) == greedy
    assert ("wrote the same 4" in race(names)["sentence"]) == greedy


def test_the_form_holds_what_was_recorded_and_what_pays_here() -> None:
    """With unsuitable settings, drafting would be slower here, the opposite of the lesson."""
    for rows in recorded().values():
        was, here = controls_of(rows), controls_here(rows)
        assert here[1] == was[1]
        assert [*here[2:MORE], *here[FASTEST + 1 :]] == [*was[2:MORE], *was[FASTEST + 1 :]]
        assert was[0] in ("smollm2-plain", "smollm2")
        assert (here[0], here[FASTEST]) == ("smollm2", True)
        made = list(requests(here).values())
        assert {request.pair for request in made} == {"smollm2"}
        twice = len({row.header.method for row in rows}) < len(rows)
        assert here[MORE] == (was[MORE] if twice else "")
        for request in made:
            found = tuned("smollm2", request.method)
            if found is not None and not twice:
                assert {key: getattr(request.chosen, key) for key in found[0].settings} == {
                    key: tuple(value) if isinstance(value, list) else value for key, value in found[0].settings.items()
                }
        assert tuned("smollm2", "spd") is not None, "a search ships"


def test_the_controls_ask_for_the_recorded_runs() -> None:
    """They are what the form of one's own runs begins from."""
    assert list(recorded()) == [each.title for each in RECORDED.values()]
    for rows in recorded().values():
        wanted = requests(controls_of(rows)).values()
        for row, request in zip(rows, wanted, strict=True):
            assert request.method == row.header.method
            assert json.loads(json.dumps(asdict(request.chosen))) == row.header.settings
            assert (request.pair, request.prompt, request.seed, request.limit) == (
                row.header.pair,
                row.header.prompt,
                row.header.seed,
                row.header.max_new_tokens,
            )


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["spd"], "2 to 4"),
        (["spd", "spd"], "different"),
        (["spd", "nowhere"], "There is no recorded run"),
        (["a", "b", "c", "d", "e"], "2 to 4"),
    ],
)
def test_what_is_no_race_is_said(names: list[str], words: str) -> None:
    """Anybody can write an address."""
    with pytest.raises(BadInput, match=words):
        race(names)
