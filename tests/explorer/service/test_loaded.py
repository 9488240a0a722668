"""Pairs in memory: a loading, successful or not, must not disturb users of the loaded pair."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save_file

from decoders.errors import BadInput
from decoders.models.steps import step
from explorer.service import durations
from explorer.service.queue import memory as loaded
from explorer.service.queue.turns import MODELS
from explorer.ui.form import choices

pytestmark = pytest.mark.usefixtures("imported_for_good")

FREE = loaded.free_bytes  # the tests put another in its place


@pytest.fixture(autouse=True)
def memory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[dict[Any, Any]]:
    """A cache with one pair, in its own folder, with enough memory."""
    monkeypatch.setenv("EXPLORER_HOME", str(tmp_path))
    kept: dict[Any, Any] = {("smollm2", "auto", "auto"): SimpleNamespace(name="smollm2")}
    monkeypatch.setattr(loaded, "_KEPT", kept)
    monkeypatch.setattr(loaded, "free_bytes", lambda: 2**40)
    yield kept
    assert not loaded._LOADING.locked(), "nobody could load any more"


def silent(what: str, share: float) -> None:
    """A progress callback that does nothing."""


def load(name: str, progress: Any, engine: str, dtype: str) -> Any:
    target = SimpleNamespace(window=None, held={})
    return SimpleNamespace(name=name, models=SimpleNamespace(target=target, draft=None), info={})


def test_pair_that_cannot_be_loaded_evicts_none(monkeypatch: pytest.MonkeyPatch, memory: dict[Any, Any]) -> None:
    """A typo must not unload the pair that others use."""
    held = memory["smollm2", "auto", "auto"]

    def broken(name: str, progress: Any, engine: str, dtype: str) -> Any:
        raise BadInput("there is no model of that name")

    monkeypatch.setattr(loaded, "load_pair", broken)
    with pytest.raises(BadInput, match="there is no model of that name"):
        loaded.loaded("a+b", silent)
    assert loaded.loaded("smollm2", silent) is held


def test_how_long_loading_took_is_told_the_next_time(monkeypatch: pytest.MonkeyPatch, memory: dict[Any, Any]) -> None:
    """Visitors learn how long to wait, and a damaged record of it must not break a run."""

    def slow(name: str, progress: Any, engine: str, dtype: str) -> Any:
        progress(step("Loading the target", "load", 3), 0.0)
        return load(name, progress, engine, dtype)

    monkeypatch.setattr(loaded, "load_pair", slow)
    assert choices.needs("a+b", "spd").endswith("is known after the first run.")
    loaded.loaded("a+b", silent)
    assert choices.needs("a+b", "spd").endswith("It is loaded.")
    memory.clear()
    assert choices.needs("a+b", "spd").endswith("Loading took 1 s last time.")
    (durations.cache_folder() / durations.TIMES).write_text("no JSON", encoding="utf-8")
    assert durations.loading_seconds("a+b") is None


def test_another_engine_is_loaded_and_none_takes_what_is_there(
    monkeypatch: pytest.MonkeyPatch, memory: dict[Any, Any]
) -> None:
    """A requested engine must be used; somebody who only views a run must not wait for another loading."""
    asked: list[str] = []
    monkeypatch.setattr(
        loaded,
        "load_pair",
        lambda name, progress, engine, dtype: asked.append(engine) or load(name, progress, engine, dtype),
    )
    assert list(memory) == [("smollm2", "auto", "auto")]
    torch = loaded.loaded("smollm2", silent, "torch")
    assert loaded.loaded("smollm2", silent) is torch
    assert loaded.loaded("smollm2", silent, "auto") is not torch
    assert asked == ["torch"], "the other one is still there"


def test_another_precision_is_loaded(monkeypatch: pytest.MonkeyPatch, memory: dict[Any, Any]) -> None:
    """Somebody who chooses float32 must not get scores of the loaded 16-bit pair."""
    monkeypatch.setattr(loaded, "load_pair", load)
    exact = loaded.loaded("smollm2", silent, "auto", "float32")
    assert exact is memory["smollm2", "auto", "float32"]
    assert loaded.loaded("smollm2", silent, "auto", "auto") is not exact
    assert "smollm2 (auto, float32)" in loaded.loaded_bytes()


def test_pair_in_memory_is_used_while_another_loads(monkeypatch: pytest.MonkeyPatch, memory: dict[Any, Any]) -> None:
    """Loading takes minutes; runs of the loaded pair must not wait, and the new one is loaded once."""
    held, loading, go = memory["smollm2", "auto", "auto"], threading.Event(), threading.Event()
    asked: list[str] = []

    def slow(name: str, progress: Any, engine: str, dtype: str) -> Any:
        asked.append(name)
        loading.set()
        assert go.wait(120)
        return load(name, progress, engine, dtype)

    monkeypatch.setattr(loaded, "load_pair", slow)
    got: list[Any] = []
    threads = [threading.Thread(target=lambda: got.append(loaded.loaded("a+b", silent))) for _ in range(2)]
    for thread in threads:
        thread.start()
    assert loading.wait(120)
    assert loaded.loaded("smollm2", silent) is held
    go.set()
    for thread in threads:
        thread.join(120)
    assert asked == ["a+b"]
    assert got[0] is got[1] is loaded.loaded("a+b", silent)
    assert list(memory) == [("smollm2", "auto", "auto"), ("a+b", "auto", "auto")], "both fit"


def test_pair_used_longest_ago_gives_way(monkeypatch: pytest.MonkeyPatch, memory: dict[Any, Any]) -> None:
    """The host limits memory: recently used pairs stay, and unused ones go."""
    monkeypatch.setattr(loaded, "load_pair", load)
    monkeypatch.setattr(loaded, "weight_bytes", lambda models: 40 << 20)
    monkeypatch.setenv("EXPLORER_MAX_PAIRS_MB", "100")
    memory.clear()
    for pair in ("a+b", "c+d", "a+b", "e+f"):
        loaded.loaded(pair, silent)
    assert loaded.loaded_bytes() == {"a+b (auto)": 40 << 20, "e+f (auto)": 40 << 20}
    monkeypatch.setenv("EXPLORER_MAX_PAIRS_MB", "1")
    loaded.loaded("g+h", silent)
    assert list(memory) == [("g+h", "auto", "auto")], "the one that is wanted is never given up"


def test_no_run_holds_what_gives_way_to_a_loading(monkeypatch: pytest.MonkeyPatch, memory: dict[Any, Any]) -> None:
    """If memory is short, a pair still used by a run must not be in memory together with the new one."""
    monkeypatch.setattr(loaded, "load_pair", load)
    monkeypatch.setattr(loaded, "free_bytes", lambda: 0)
    monkeypatch.setattr(loaded, "weights", lambda pair: 1)
    said: list[str] = []
    got = threading.Thread(target=lambda: loaded.loaded("a+b", lambda what, share: said.append(what)))
    with MODELS.turn("a run"):
        got.start()
        while not said:
            got.join(0.05)
        assert list(memory) == [("smollm2", "auto", "auto")]
    got.join(120)
    assert list(memory) == [("a+b", "auto", "auto")]
    assert set(said) == {"Waiting for memory"}


def test_waiting_for_another_loading_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop must end a run that has not begun to load."""

    class Stopped(Exception):  # noqa: N818
        """The exception that `running` raises from its report."""

    said: list[str] = []

    def report(what: str, share: float) -> None:
        said.append(what)
        raise Stopped

    monkeypatch.setattr(loaded, "load_pair", load)
    with loaded._LOADING, pytest.raises(Stopped):
        loaded.loaded("a+b", report)
    assert said == ["Waiting for another pair to load"]


def test_pair_gives_way_beforehand_where_both_do_not_fit(
    monkeypatch: pytest.MonkeyPatch, memory: dict[Any, Any], tmp_path: Path
) -> None:
    """Two large pairs at once would end the app, so their known sizes are checked first."""
    held: list[list[str]] = []

    def look(name: str, progress: Any, engine: str, dtype: str) -> Any:
        held.append(list(memory))
        return load(name, progress, engine, dtype)

    monkeypatch.setattr(loaded, "load_pair", look)
    monkeypatch.setattr(loaded, "free_bytes", lambda: 5_000)
    big = tmp_path / "big"
    big.mkdir()
    (big / "config.json").write_text("{}")
    save_file({"weight": np.zeros(1_000, dtype=np.float32)}, big / "model.safetensors")
    assert 8_000 < loaded.weights(f"{big}+{big}") < 8_500
    loaded.loaded(f"{big}+{big}", silent)
    loaded.loaded("a+b", silent)
    assert held == [[], [(f"{big}+{big}", "auto", "auto")]], "of a pair of the Hub nothing is known"


@pytest.mark.parametrize("part", ["/no/such/folder", "./model", "~/model", "one/two/three"])
def test_folder_that_is_not_there_is_refused_at_once(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    """The Hub is not asked about a name that it cannot have."""
    monkeypatch.setattr(loaded, "load_pair", lambda *given, **more: pytest.fail("it was loaded"))
    with pytest.raises(BadInput, match="does not exist"):
        loaded.loaded(f"gpt2+{part}", silent)


def test_what_no_memory_could_hold_is_refused_before_anything_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """One visitor's choice of a huge pair must not end a small app for everybody."""
    monkeypatch.setattr(loaded, "capacity", lambda enough: 16 * 10**9)
    monkeypatch.setattr(loaded, "load_pair", lambda *given, **named: pytest.fail("it was loaded"))
    monkeypatch.setattr(loaded, "weights", lambda pair: 15 * 10**9)
    with pytest.raises(BadInput, match=r"need 15.0 GB, but this machine can hold only 12.8 GB. Choose a smaller pair"):
        loaded.loaded("qwen2.5-7b", lambda what, share: None)


def test_folder_without_weights_is_refused_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A wrong folder is reported before the loaded pair is unloaded."""
    monkeypatch.setattr(loaded, "load_pair", lambda *given, **more: pytest.fail("it was loaded"))
    with pytest.raises(BadInput, match="no safetensors or GGUF"):
        loaded.loaded(f"{tmp_path}+gpt2", silent)


def test_memory_is_measured() -> None:
    """A wrong amount of memory would unload pairs all the time."""
    assert FREE() > 2**20


def test_runs_that_begin_together_find_the_same_pair(monkeypatch: pytest.MonkeyPatch, memory: dict[Any, Any]) -> None:
    """Two simultaneous presses of Run must not see a half-updated list."""

    class Slow(dict[Any, Any]):
        def pop(self, *given: Any) -> Any:
            taken = super().pop(*given)
            time.sleep(0.1)
            return taken

    monkeypatch.setattr(loaded, "_KEPT", Slow(memory))
    monkeypatch.setattr(loaded, "load_pair", lambda *given, **named: pytest.fail("it is loaded already"))
    with ThreadPoolExecutor(3) as pool:
        found = [pool.submit(loaded.loaded, "smollm2", silent) for _ in range(2)]
        told = pool.submit(loaded.loaded_bytes)
    assert [one.result() for one in found] == [*memory.values()] * 2
    assert len(told.result()) == 1
