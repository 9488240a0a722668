"""Searched settings: the fastest are used, those of this machine first, and damaged files are ignored."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from decoders.catalog import DECODERS
from decoders.errors import BadInput
from decoders.models.loading.embedded import DRAFT_FOLDER, PLAIN, READING_FOLDER, draft_name
from decoders.pairs import load_pair
from explorer.cli.main import main
from explorer.features import tuning
from explorer.features.tuning import Search, Tuned, candidates, grids, keep, search, tuned, word
from explorer.ui.form import choices
from explorer.ui.tabs import compare_form

TOY = "toy:assets/toys/dsbd-figure-2.json"


def found(**changes: Any) -> Search:
    """A search as it is stored."""
    methods = {"spd": Tuned({"gamma": 2}, 1.25, (1.1, 1.4), 12, {"spd:gamma=2": 1.25})}
    made = Search(
        "smollm2", "target", "draft", "numba", tuning.cpu_key(), tuning.instructions(), 32, "now", {}, methods
    )
    return replace(made, **changes)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing stored and nothing bundled."""
    monkeypatch.setenv("EXPLORER_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(tuning, "SHIPPED", tmp_path / "shipped")
    return tmp_path


@pytest.mark.parametrize("method", grids())
def test_every_candidate_can_be_run(method: str) -> None:
    """An invalid grid would end a search after minutes."""
    for one in candidates(method):
        DECODERS[method].make_settings(one)
        tuning.request_of(word(method, one), tuning.WARP, pair=TOY)


def test_the_fastest_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that dictates times: the best of the grid, its ratio, and fewer runs of slow settings."""
    cost = {1: 1.0, 2: 0.5, 3: 0.7, 4: 4.0}
    runs: list[int] = []

    def per_token(done: Any) -> float:
        return 1.0 if done is None else cost[done]

    def timed(request: Any, pair: Any, ids: Any) -> Any:
        gamma = getattr(request.chosen, "gamma", None)
        runs.append(gamma or 0)
        return gamma

    monkeypatch.setattr(tuning, "timed_run", timed)
    monkeypatch.setattr(tuning, "_per_token", per_token)
    made = search(load_pair(TOY), ["ask"] * 4, ["spd"], 8)
    best = made.methods["spd"]
    assert (best.settings, best.ratio, best.interval, best.prompts) == ({"gamma": 2}, 2.0, (2.0, 2.0), 4)
    assert best.tried == {"spd:gamma=1": 1.0, "spd:gamma=2": 2.0, "spd:gamma=3": 1.429, "spd:gamma=4": 0.25}
    assert runs.count(2) == 1 + 4
    assert runs.count(4) == 1 + 2, "what is clearly slower is given up after two prompts"


def test_a_search_on_real_code() -> None:
    """Without stand-ins, a table decodes and every candidate has a ratio."""
    made = search(load_pair(TOY), ["ask", "ask"], ["spd", "mcss"], 3)
    assert (made.pair, made.engine) == (load_pair(TOY).name, "tables")
    assert all(set(best.tried) == {word(name, one) for one in candidates(name)} for name, best in made.methods.items())
    with pytest.raises(BadInput, match="mtad has no settings to search"):
        search(load_pair(TOY), ["ask"], ["mtad"], 3)


def test_a_prompt_that_does_not_fit_is_told_before_anything_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One long prompt must not lose minutes of a search."""
    pair = load_pair(TOY)
    monkeypatch.setattr(pair.models.target, "window", 8)
    monkeypatch.setattr(tuning, "timed_run", lambda *given: pytest.fail("timed"))
    with pytest.raises(BadInput, match="The prompt has 9 tokens"):
        search(pair, ["ask", " ".join(9 * ["ask"])], ["spd"], 3)


def test_this_machine_goes_before_those_like_it(home: Path) -> None:
    assert tuned("smollm2", "spd") is None
    assert choices.paying("smollm2", "spd") == {}
    assert choices.pays("smollm2", "spd") == ""
    like = Tuned({"gamma": 3}, 1.5, (1.4, 1.6), 30)
    keep(found(cpu="another", methods={"spd": like}), home / "shipped")
    keep(found(cpu="a third", instructions="of another kind", methods={"ssd": like}), home / "shipped")
    assert tuned("smollm2", "spd") == (like, False)
    assert tuned("smollm2", "ssd") is None, "measured on a CPU of another kind"
    assert tuned("other", "spd") is None
    assert tuned("smollm2", "spd", "torch") is None
    keep(found(), tuning.kept_folder())
    assert tuned("smollm2", "spd") == (found().methods["spd"], True)
    said = choices.pays("smollm2", "spd")
    assert said.startswith(
        "Fastest settings found on this machine: γ = 2. Speed-up over greedy decoding: 1.25× (95% CI "
    )
    keep(found(methods={"spd": replace(like, interval=None, prompts=None)}), tuning.kept_folder())
    assert "1.50× (a rough value, at temperature 0)." in choices.pays("smollm2", "spd")


def test_the_engine_that_was_searched_counts(home: Path) -> None:
    """A pair that the kernels do not run must get the settings searched with its engine."""
    slow, fast = (Tuned({"gamma": gamma}, 1.5, (1.4, 1.6), 30) for gamma in (1, 4))
    keep(found(engine="torch", methods={"spd": slow}), tuning.kept_folder())
    assert tuned("smollm2", "spd") == (slow, True)
    keep(found(engine="numba", methods={"spd": fast}), home / "shipped")
    assert tuned("smollm2", "spd") == (fast, False), "it is what a run of this pair takes"
    assert tuned("smollm2", "spd", "torch") == (slow, True)


def test_a_later_search_adds_and_a_damaged_file_is_none(home: Path) -> None:
    keep(found(), home)
    path = keep(found(methods={"ssd": Tuned({"gamma": 1}, 0.9, (0.8, 1.0), 2)}), home)
    assert set(json.loads(path.read_text())["methods"]) == {"spd", "ssd"}
    keep(found(draft="another", methods={}), home)
    assert json.loads(path.read_text())["methods"] == {}, "what another draft was searched with is not kept"
    tuning.kept_folder().mkdir(parents=True)
    (tuning.kept_folder() / path.name).write_text('{"pair": "smollm2", "methods": [1]}')
    assert tuned("smollm2", "spd") is None


def test_what_ships_is_of_the_draft_that_ships(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of another draft would promise what this one cannot do."""
    monkeypatch.undo()
    files = sorted(tuning.SHIPPED.glob("*.json"))
    assert files, "the embedded pair's are searched"
    for path in files:
        shipped = json.loads(path.read_text(encoding="utf-8"))
        ships = draft_name(DRAFT_FOLDER if shipped["pair"] == PLAIN else READING_FOLDER)
        assert shipped["draft"].startswith(ships)
        for name, best in shipped["methods"].items():
            DECODERS[name].make_settings(best["settings"])


def test_compare_takes_them_when_asked(home: Path) -> None:
    keep(found(), tuning.kept_folder())
    values = ["smollm2", ["greedy", "spd"], "prompt", 8, 0, 0.0, 0, 1.0]
    for more, fastest, gamma in (("", True, 2), ("", False, 4), ("gamma=3", True, 3)):
        made = list(compare_form.requests([*values, more, fastest]).values())
        assert made[1].chosen.gamma == gamma


def test_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["tune", "--pair", TOY]) == 2
    assert "is a toy pair and cannot be timed" in capsys.readouterr().err
    assert main(["tune", "--pair", "smollm2", "--prompts", str(tmp_path / "none")]) == 2
    assert "Traceback" not in capsys.readouterr().err
