"""The command for the speed tables compares equal conditions, resumes after a stop, and counts correctly."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks import entrants, figures
from benchmarks.entrants import Method
from benchmarks.methods import main, words_of
from benchmarks.rounds import Field, Row, Work, play, spread
from decoders.errors import BadInput
from decoders.pairs import load_pair

TOY = f"toy:{Path(__file__).parents[2] / 'assets' / 'toys' / 'gsd-figure-4.json'}"


def tasks(n: int) -> list[dict[str, Any]]:
    return [{"id": f"p{i}", "category": "even" if i % 2 == 0 else "odd", "ids": [i]} for i in range(n)]


def fields(log: list[tuple[str, int]], stop: int | None = None) -> list[Field]:
    """Three entrants that record which prompt they ran; run number `stop` is interrupted."""

    def run_of(name: str) -> Callable[[list[int], int, int], Row]:
        def run(ids: list[int], seed: int, limit: int) -> Row:
            if len(log) == stop:
                raise KeyboardInterrupt
            log.append((name, ids[0]))
            return {"seed": seed, "limit": limit}

        return run

    return [Field("g", {name: run_of(name) for name in "abc"})]


def test_order_rotates() -> None:
    """If the machine slows down during a round, it must not always affect the same method."""
    log: list[tuple[str, int]] = []
    work = Work(None, {})
    assert play(fields(log), tasks(4), work, 16, 5)
    assert ["".join(name for name, prompt in log if prompt == p) for p in range(4)] == ["abc", "bca", "cab", "abc"]
    assert work.rounds["g", "p3"]["b"] == {"seed": 8, "limit": 16}
    assert list(work.rounds["g", "p1"]) == ["a", "b", "c"]


@pytest.mark.parametrize("torn", [False, True])
def test_goes_on_after_a_cut(tmp_path: Path, torn: bool) -> None:
    """Hours of measuring must not be lost, and an incomplete round must be measured again as a whole."""
    path, log = tmp_path / "work.jsonl", list[tuple[str, int]]()
    with pytest.raises(KeyboardInterrupt):
        play(fields(log, stop=7), tasks(4), Work(path, {"tokens": 16}), 16, 0)
    if torn:
        with path.open("a") as sink:
            sink.write('{"group": "g", "prompt": "p2", "ro')
    before = len(log)
    again = Work(path, {"tokens": 16})
    assert list(again.rounds) == [("g", "p0"), ("g", "p1")]
    assert play(fields(log), tasks(4), again, 16, 0)
    assert log[before:] == [(name, p) for p, order in ((2, "cab"), (3, "abc")) for name in order]
    whole = Work(None, {})
    play(fields([]), tasks(4), whole, 16, 0)
    assert Work(path, {"tokens": 16}).rounds == whole.rounds


def test_other_conditions_are_refused(tmp_path: Path) -> None:
    """Rounds of another length or with other entrants must not be mixed into one table."""
    path = tmp_path / "work.jsonl"
    Work(path, {"tokens": 16}).enter("g", ["a", "b"])
    with pytest.raises(BadInput, match="tokens"):
        Work(path, {"tokens": 32})
    with pytest.raises(BadInput, match=r"other entrants in g \(c\)"):
        Work(path, {"tokens": 16}).enter("g", ["a", "b", "c"])


def test_minutes_end_between_rounds() -> None:
    """A time limit ends a measurement only after a complete round."""
    log: list[tuple[str, int]] = []
    work = Work(None, {})
    assert not play(fields(log), tasks(4), work, 16, 0, minutes=1, clock=lambda: 10.0 * len(log))
    assert len(log) == 6
    assert all(set(rows) == set("abc") for rows in work.rounds.values())


def test_every_beginning_is_stratified() -> None:
    """A table of the first N prompts must not contain only the most frequent kinds."""
    many = [{"id": str(i), "category": "a" if i < 60 else "b" if i < 90 else "c", "ids": []} for i in range(120)]
    order = spread(many, 1)
    assert sorted(one["id"] for one in order) == sorted(one["id"] for one in many)
    for n in (12, 40, 80):
        counts = [sum(one["category"] == kind for one in order[:n]) for kind in "abc"]
        assert all(abs(count - n * share) <= 1 for count, share in zip(counts, (0.5, 0.25, 0.25), strict=True)), n
    assert order == spread(many, 1)
    assert order != spread(many, 2)


def row(emitted: int, loop: float | None, wall: float, logp: float = -1.0, **more: Any) -> Row:
    made = {"emitted": emitted, "loop": loop, "wall": wall, "cpu": wall, "logp": logp, "other": 0.1, "target": 0.5}
    made |= {
        "draft": 0.1,
        "target_passes": 5,
        "draft_passes": 0,
        "drafted": 8,
        "accepted": 4,
        "committed": 4,
        "judged": 6,
    }
    return made | {"width": None, "kept_width": None} | more


def test_ratios_and_intervals() -> None:
    """The speed-up shown is the median over prompts, inside its interval; a missing time gives no ratio."""
    base = [row(10, 1.0, 2.0), row(10, 2.0, 3.0), row(10, 4.0, 5.0)]
    fast = [row(10, 0.5, 2.0), row(10, 1.0, 3.0), row(10, 4.0, 5.0)]
    found = figures.ratio(fast, base, "loop")
    assert found is not None
    assert (found["median"], found["total"]) == (2.0, round(7 / 5.5, 4))
    assert found["median_interval"] == [1.0, 2.0]
    low, high = found["total_interval"]
    assert 1.0 <= low < found["total"] < high <= 2.0
    assert figures.ratio(fast, base, "loop") == found, "the resamples are seeded"
    assert figures.ratio([row(10, None, 1.0)], base[:1], "loop") is None
    assert figures.ratio([row(10, None, 1.0)], base[:1], "wall") == {
        "median": 2.0,
        "median_interval": [2.0, 2.0],
        "total": 2.0,
        "total_interval": [2.0, 2.0],
    }


def test_summary_is_of_totals() -> None:
    """Perplexity, acceptance and tokens per iteration weigh every token equally, not every prompt."""
    rows = [row(30, 1.0, 1.0, logp=-30.0), row(10, 3.0, 3.0, logp=-20.0, accepted=0, judged=2)]
    found = figures.summary(rows, rows)
    assert found["tokens_per_s"] == 10
    assert found["tokens_per_iteration"] == 4
    assert found["acceptance"] == 0.5
    assert found["perplexity"] == round(math.exp(50 / 40), 4)
    assert found["rule_share"] == 0.05


def test_search_takes_the_fastest_that_fits() -> None:
    """A lossy method must not win by settings that write worse text."""
    slow, quick, worse = (row(10, loop, 1.0, logp) for loop, logp in ((1.0, -5.0), (0.8, -5.0), (0.5, -9.0)))
    rounds = [{"multinomial": row(10, 1.0, 1.0, -6.0), "x:a=1": slow, "x:a=2": quick, "x:a=3": worse}]
    words = ("x:a=1", "x:a=2", "x:a=3")
    assert figures.choose(Method("x", words), rounds, "multinomial", None)[0] == "x:a=3"
    best, grid = figures.choose(Method("x", words, "perplexity"), rounds, "multinomial", None)
    assert best == "x:a=2"
    assert [one["fits"] for one in grid] == [True, True, False]
    assert figures.choose(Method("x", words, "width"), rounds, "multinomial", 4)[0] is None


@pytest.mark.parametrize("group", entrants.groups("all"), ids=lambda group: group.name)
def test_every_word_is_a_method_with_these_settings(group: entrants.Group) -> None:
    """A misspelt setting would end a measurement of hours at its first round."""
    for method in group.methods:
        for word in (method.word, *method.grid):
            assert entrants.settings_of(word, group.warp).get("temperature", 0) == group.warp["temperature"]


def test_tsd_has_the_settings_of_gsd() -> None:
    """The drafted tokens of both methods must be compared at equal k and θ."""
    best = "gsd:sibling_threshold=0.3:gamma=5:out_degree=3:prob_threshold=0.1"
    key = next(method.word for method in entrants.GREEDY.methods if method.name == "gsd")
    searched = {"groups": {"greedy": {"methods": {key: {"best": best + ":merge=3"}}}}}
    words = words_of(entrants.GREEDY, searched)
    assert best.replace("gsd", "tsd") in words
    assert best + ":merge=3" in words


def test_search_and_table_on_a_toy_pair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The whole command: a search, the table with its settings (stopped once), and the Markdown."""
    word = load_pair(TOY).vocab
    assert word is not None
    prompts, out, settings = (tmp_path / name for name in ("p.jsonl", "out.json", "settings.json"))
    lines = [json.dumps({"id": str(i), "category": "x", "prompt": word[i % 3]}) for i in range(6)]
    prompts.write_text("\n".join(lines))
    common = ["--pair", TOY, "--prompts", str(prompts), "--group", "greedy", "--settings", str(settings)]
    assert main([*common, "--search", "--prompts-used", "2", "--table-prompts", "3", "--tokens", "5"]) == 0
    found = json.loads(settings.read_text())
    assert len(found["search_prompts"]) == 2
    gsd = next(one for key, one in found["groups"]["greedy"]["methods"].items() if key.startswith("gsd"))
    assert gsd["best"] in [one["entrant"] for one in gsd["grid"]]
    run = [*common, "--prompts-used", "3", "--tokens", "6", "--work", str(tmp_path / "w.jsonl"), "-o", str(out)]
    out.write_text("kept")
    assert main([*run, "--minutes", "0"]) == 2, "nothing was measured"
    assert out.read_text() == "kept"
    assert main([*run, "--minutes", "nan"]) == 2
    assert main(["--show", str(prompts)]) == 2
    assert main(run) == 0
    table = json.loads(out.read_text())
    assert table["complete"]
    assert table["search_prompts_in_table"] == 0
    assert "generate" in "".join(table["left_out"])
    rows = {one["entrant"]: one for one in table["groups"]["greedy"]["rows"]}
    assert gsd["best"] in rows
    assert rows["greedy"]["ratio"]["median"] == 1
    assert rows["greedy"]["tokens_per_iteration"] == 1
    raw = table["groups"]["greedy"]["raw"]
    assert {len(each) for each in raw.values()} == {len(rows)}
    capsys.readouterr()
    assert main(["--show", str(out)]) == 0
    assert "| `gsd` |" in capsys.readouterr().out
    assert main([*run, "--entrants", "greedy", "spd:gamma=1"]) == 2
    assert "other entrants" in capsys.readouterr().err
