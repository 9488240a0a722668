"""Start a server of this project in another process on a free port, wait until it answers, and always end it."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

import pytest

ROOT = Path(__file__).parents[1]
PATIENCE = 300  # seconds to its first answer: only a server that never comes takes as long, however busy the machine is


def until(holds: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.005)


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
