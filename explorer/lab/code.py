"""Whether generated code passes its tests (HumanEval, Chen et al. 2021). Off unless asked for.

What a model wrote runs in a process of its own: Python's isolated mode, an empty environment, a folder that is thrown
away, limits on time, memory, processes and bytes of a file, and no network (a network namespace of its own). Where the
system does not give such a namespace, nothing is run. It can still read and write whatever the user who runs this can:
a container, or an account of its own, is what keeps files from it.
"""

import resource
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from decoders.errors import BadInput
from explorer.lab.experiment import Task

SECONDS, MEMORY, WRITTEN, PROCESSES = 10, 1 << 30, 1 << 20, 16


def passes(task: Task, text: str, *, allowed: bool) -> bool:
    """Whether the prompt with this completion passes the task's tests. Raises BadInput where it may not run."""
    if not allowed:
        raise BadInput("this task runs code that a model wrote; add --run-code on a machine where that may be")
    lock = _lock()
    program = f"{code_of(task.prompt, text)}\n\n{task.extra['test']}\n\ncheck({task.extra['entry_point']})\n"
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "answer.py").write_text(program, encoding="utf-8")
        command = [*lock, sys.executable, "-I", "-B", "answer.py"]
        try:
            done = subprocess.run(
                command, cwd=folder, env={}, capture_output=True, timeout=SECONDS + 5, preexec_fn=_limits, check=False
            )
        except subprocess.TimeoutExpired:
            return False
    return done.returncode == 0


@cache
def _lock() -> tuple[str, ...]:
    """The command that runs another in a namespace without a network. Raises BadInput where none is given.

    How many processes there may be is said within: before, the user's own would count, and `unshare` could not fork.
    """
    unshare, prlimit = shutil.which("unshare"), shutil.which("prlimit")
    if unshare is None or prlimit is None:
        raise BadInput("generated code is run without a network only; install util-linux for `unshare` and `prlimit`")
    spaces = ("--user", "--map-root-user", "--net", "--pid", "--fork", "--kill-child")
    lock = (unshare, *spaces, prlimit, f"--nproc={PROCESSES}")
    if subprocess.run([*lock, "true"], capture_output=True, check=False).returncode:
        raise BadInput("this system gives no namespace without a network, so generated code is not run")
    return lock


def _limits() -> None:
    """What the process may use."""
    for what, most in (
        (resource.RLIMIT_CPU, SECONDS),
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_FSIZE, WRITTEN),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))


def code_of(prompt: str, text: str) -> str:
    """The function: a code block that defines one, else the prompt with what was written behind it."""
    if "```" in text:
        block = text.split("```")[1]
        text = block.split("\n", 1)[1] if "\n" in block and not block.startswith("\n") else block
    return text if "def " in text else prompt + text
