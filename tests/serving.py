"""Wait for what a busy machine does late: conditions, tests of two clocks, and servers.

A server of this project runs in another process on a free port; it is waited for and always ended.
"""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from types import MappingProxyType
from typing import ParamSpec

import pytest

ROOT = Path(__file__).parents[1]
PATIENCE = 300  # seconds to its first answer: only a server that never comes takes as long, however busy the machine is
Given = ParamSpec("Given")


def until(holds: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.005)


def calm(test: Callable[Given, None]) -> Callable[Given, None]:
    """Try a test of real seconds up to twenty times.

    A busy machine may stop a process between two readings of a clock, or within a limit. What is wrong fails each time.
    """

    @wraps(test)
    def tried(*args: Given.args, **kwargs: Given.kwargs) -> None:
        for _ in range(19):
            with suppress(Exception):
                return test(*args, **kwargs)
        return test(*args, **kwargs)

    return tried


@contextmanager
def serving(log: Path, *command: str) -> Iterator[str]:
    """Start `python COMMAND --port PORT`, log to `log`, give the address, and end the server with the block."""
    with served(log, *command) as (url, _):
        yield url


@contextmanager
def served(
    log: Path, *command: str, env: Mapping[str, str] = MappingProxyType({})
) -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    """Like `serving`, and also give the process, which the block may end. The server uses one thread, as tests do.

    `env` adds to the environment.
    """
    port = _free_port()
    words, env = [sys.executable, *command, "--port", str(port)], {**os.environ, "OMP_NUM_THREADS": "1", **env}
    with (
        log.open("w") as sink,
        subprocess.Popen(words, cwd=ROOT, stdout=sink, stderr=subprocess.STDOUT, env=env) as server,
    ):
        try:
            _wait_until_up(f"http://127.0.0.1:{port}/", server, log)
            yield f"http://127.0.0.1:{port}/", server
        finally:
            server.terminate()
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_until_up(url: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if server.poll() is not None:
            pytest.fail(f"the server ended with code {server.returncode}: {log.read_text()[-2000:]}")
        try:
            urllib.request.urlopen(f"{url}gradio_api/app_id", timeout=10).close()  # little work, unlike the page
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail(f"the server did not answer within {PATIENCE} s")
