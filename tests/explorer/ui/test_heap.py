"""Free memory is returned: after a busy minute, the app must not keep what it needed then."""

from types import SimpleNamespace

import gradio as gr
import pytest
from gradio.blocks import BlocksConfig

from explorer.ui.server import heap
from explorer.ui.server.heap import GROWN, trim_grown
from explorer.ui.server.sessions import Sessions


def test_memory_is_given_back_once_it_has_grown() -> None:
    """Returning it at every check would cost time, and never would end the process."""
    sizes, trims = [100, GROWN + 99, GROWN + 200, 150, 90], list[int]()

    def resident() -> int:
        return sizes.pop(0)

    least = trim_grown(100, resident, lambda: trims.append(1))
    least = trim_grown(least, resident, lambda: trims.append(1))
    assert (least, trims) == (100, [])
    least = trim_grown(least, resident, lambda: trims.append(1))
    assert (least, trims) == (150, [1])
    assert trim_grown(least, resident, lambda: trims.append(1)) == 90
    assert len(trims) == 1


def test_another_c_library_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app must start on macOS and Alpine Linux."""
    monkeypatch.setattr(heap.ctypes, "CDLL", lambda name: object())
    assert heap.trimmer() is None
    heap.keep_small()


def test_a_session_keeps_no_values() -> None:
    """Each visitor's last figure and table would stay in memory, megabytes each."""
    box, kept = gr.Textbox("first", render=False), gr.State(1, render=False)
    holder = Sessions()
    config = BlocksConfig(SimpleNamespace(renderables=[]))
    config.blocks = {box._id: box, kept._id: kept}
    holder.blocks = SimpleNamespace(default_config=config, blocks=config.blocks)  # pyright: ignore[reportAttributeAccessIssue]
    session = holder["one"]
    session._update_value_in_config(box._id, "x" * 1000)
    session[box._id] = gr.Textbox(label="new", render=False)
    session._update_config(box._id)
    session[kept._id] = 2
    assert session.config_values == {}
    assert session[box._id].label == "new", "what was changed of a component still holds"
    assert session[kept._id] == 2
    assert holder["two"][box._id].label != "new", "for this visitor alone"
