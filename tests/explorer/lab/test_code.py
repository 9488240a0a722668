"""Generated code: if these fail, pass@1 is another number than HumanEval's, or what a model wrote gets out."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from decoders.errors import BadInput
from explorer.lab import code, jail
from explorer.lab.code import code_of, ends, passes
from explorer.lab.experiment import Task

PROMPT = '''import math
from typing import List


def half(x: float) -> float:
    return x / 2


def rounds(xs: List[float]) -> List[int]:
    """ The halves, rounded up.
    """
'''
# As in HumanEval/32, 38 and 50 the tests use a helper of the prompt's.
TEST = "def check(candidate):\n    assert candidate([3.0, 4.0]) == [2, math.ceil(half(4.0))]\n"
TASK = Task("1", PROMPT, "humaneval", "code", ("",), {"test": TEST, "entry_point": "rounds"})
BODY = "    return [math.ceil(half(x)) for x in xs]\n"
WHOLE = f"def rounds(xs: List[float]) -> List[int]:\n{BODY}"
NESTED = "    def one(x):\n        return math.ceil(half(x))\n\n    return [one(x) for x in xs]\n"


def granted() -> bool:
    """Whether this system gives a process mounts and a network of its own."""
    unshare = ("unshare", "--user", "--map-root-user", "--mount", "--net", "--ipc", "--pid", "--fork")
    tried = (*unshare, "mount", "-t", "tmpfs", "tmpfs", "/tmp")
    return (
        shutil.which("unshare") is not None and not subprocess.run(tried, capture_output=True, check=False).returncode
    )


LOCKED = pytest.mark.skipif(not granted(), reason="this system gives no namespaces")


def read(place: Path) -> str:
    """The text of a file that may have gone."""
    try:
        return place.read_text(errors="replace")
    except OSError:
        return ""


@LOCKED
@pytest.mark.parametrize(
    "text",
    [
        BODY,
        NESTED,
        f"{BODY}\n\ndef another(x):\n    return x +",
        f"{BODY}\n\ndef rounds(xs):\n    return []\n",
        f"{BODY}\nprint(rounds([1.0]",
        f"{BODY}```\nThis is how it is done.",
        f"Sure:\n```python\n{WHOLE}```\nThat is it.",
        f"```python\n{WHOLE}",
        f"```python\n{PROMPT}{BODY}\nprint(rounds([1.0]))\n```",
        f"```python\n{BODY}```",
        f"```\nxs = [1.0, 2.0]\n```\nThen:\n```python\n{WHOLE}```",
        WHOLE,
        f"from typing import List\n\n{WHOLE}\n\ndef half(x):\n    return x * 0.5\n",
        f"{BODY}    input()\n",
    ],
)
def test_right_answers_pass(text: str) -> None:
    """However a right function is written down: as what follows the prompt, in a block, whole or not."""
    assert passes(TASK, text, allowed=True)


@LOCKED
@pytest.mark.parametrize(
    "text",
    [
        "    return [99]\n",
        "    import sys\n    sys.exit(0)\n",
        "    import os\n    os._exit(0)\n",
        "    raise SystemExit(0)\n",
        "    return [99]\n\nimport sys\nsys.exit(0)\n",
        "```python\nimport os\nos._exit(0)\n```",
        f"```python\nimport sys\nprint('+' * 33)\n{WHOLE.replace('half(x)', 'x')}```",
        "    return [math.ceil(",
        "",
        "    input()\n",
        "    import os\n    os.execv('/usr/bin/true', ['true'])\n",
        "    import os, sys\n    return os._exit(0 if len(sys.argv) else 0)\n",
    ],
)
def test_wrong_answers_fail(text: str) -> None:
    """Leaving with success before the tests are through is no success."""
    assert not passes(TASK, text, allowed=True)


def test_what_is_cut() -> None:
    """A body goes up to Chen et al.'s stop sequences; a block stays whole; a definition keeps imports."""
    for stop in ("\nclass A:", "\ndef g():", "\n# so", "\nif x:", "\nprint(1)"):
        assert code_of("def f():\n", f"    return 1{stop}", "f") == "def f():\n    return 1"
        whole = f"def f():\n    return 1{stop} pass\n"
        assert code_of("import a\ndef f():\n", f"```python\n{whole}```", "f") == f"import a\n{whole}"
    assert code_of("import a\ndef f():\n", "    def f2(): pass", "f") == "import a\ndef f():\n    def f2(): pass"
    assert code_of("Write f.", "def f(): pass", "f") == "def f(): pass"


def test_code_is_not_run_unasked() -> None:
    """Generated code runs only where somebody said so."""
    with pytest.raises(BadInput, match="--run-code"):
        passes(TASK, BODY, allowed=False)
    with pytest.raises(BadInput, match="--run-code"):
        code.check(allowed=False)


@LOCKED
def test_nothing_outside_can_be_written_or_seen(tmp_path: Path) -> None:
    """What a model wrote must not touch a file of the user's: it sees Python and libraries alone, read-only."""
    (tmp_path / "mine").write_text("secret", encoding="utf-8")
    places = [str(Path.home()), "/tmp", str(tmp_path), str(Path(jail.__file__).parent), "/usr", "/", "/dev/shm"]
    write = "try:\n    open({!r}, 'w')\nexcept OSError:\n    pass\nelse:\n    raise SystemExit\n"
    assert ends("".join(write.format(f"{place}/written-by-a-model") for place in places))
    assert not ends(write.format("here"))  # its own folder can be written: this program leaves
    assert not [place for place in places if Path(place, "written-by-a-model").exists()]
    assert not ends(f"open({str(tmp_path / 'mine')!r})")
    assert not ends("import os; os.listdir('/proc')")
    assert not ends("import os; os.kill(os.getppid(), 0) if os.getppid() else os.listdir('/run')")


@LOCKED
def test_what_is_written_is_bounded_in_all() -> None:
    """Many files under the limit of one must not fill a disk."""
    fill = """
n = 0
try:
    for n in range(500):
        with open(str(n), "wb") as file:
            file.write(bytes({size}))
except OSError:
    pass
assert 5 < n <= {most}
"""
    assert ends(fill.format(size=100_000, most=jail.WRITTEN // 100_000))
    assert ends(fill.format(size=1, most=jail.FILES))
    assert ends(f"import os\nassert os.write(os.open('x', 65), bytes(2 << 20)) == {jail.WRITTEN}")


@LOCKED
@pytest.mark.parametrize(
    "call",
    [
        "libc.mount(None, b'/', None, ctypes.c_ulong(32 | 4096), None)",  # writable again
        "libc.mount(b'x', b'/answer', b'tmpfs', 0, None)",  # room without limit
        "libc.umount2(b'/answer', 2)",
        "libc.unshare(0x10000000)",  # a user namespace, in which it could mount
        "libc.chroot(b'/answer')",
    ],
)
def test_the_lock_cannot_be_undone(call: str) -> None:
    """The process made its own prison, and must keep no right to change it."""
    assert ends(f"import ctypes\nlibc = ctypes.CDLL(None)\nassert {call} == -1")


@LOCKED
def test_neither_network_nor_memory_nor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that reaches out, grows or sleeps fails, and nothing of it stays."""
    assert not ends("import socket; socket.create_connection(('127.0.0.1', 9), 1)")
    assert ends("import socket; assert socket.socket().connect_ex(('10.0.0.1', 9)) == 101")  # no way there
    assert not ends("x = bytes(2 << 30)")
    monkeypatch.setattr(code, "WAIT", 2.0)
    begun = time.monotonic()
    assert not ends("import os, time\nos.fork()\ntime.sleep(600)")
    while any(jail.__file__ in read(place) for place in Path("/proc").glob("[0-9]*/cmdline")):
        assert time.monotonic() - begun < 60
        time.sleep(0.1)


def test_code_is_not_run_where_nothing_locks_it_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A system without namespaces is told so; its answers must not count as wrong."""
    refuses = tmp_path / "unshare"
    refuses.write_text("#!/bin/sh\nexit 1\n")
    refuses.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with pytest.raises(BadInput, match="is not run"):
        passes(TASK, BODY, allowed=True)
    with pytest.raises(BadInput, match="is not run"):
        code.check(allowed=True)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(BadInput, match="util-linux"):
        code.check(allowed=True)


@LOCKED
def test_a_lock_that_does_not_close_is_no_wrong_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a namespace is given and the mounts are not, nothing is run either."""
    monkeypatch.setattr(code, "_seen", lambda: ["/no/such/folder"])
    with pytest.raises(BadInput, match="is not run"):
        passes(TASK, BODY, allowed=True)
