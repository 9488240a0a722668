"""Run code in a process that has imported the app: a fork of one process that did so once.

Importing Gradio and building the page takes seconds; a fork of a process that has done nothing else is as fresh.
"""

import atexit
import json
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
FORKS = """
import json, os, sys, tempfile, traceback
import app

def run(code, *streams):
    for place, stream in enumerate(streams):
        os.dup2(stream.fileno(), place)
    try:
        exec(code, {"__name__": "__main__"})
    except SystemExit as end:
        return end.code or 0
    except BaseException:
        traceback.print_exc()
        return 1
    return 0

for line in sys.stdin:
    with open(os.devnull) as none, tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        child = os.fork()
        if not child:
            code = run(json.loads(line), none, out, err)
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        texts = [os.pread(stream.fileno(), 1 << 24, 0).decode() for stream in (out, err)]
    print(json.dumps([ended, *texts]), flush=True)
"""


def python(code: str) -> "subprocess.CompletedProcess[str]":
    """The output and exit code of code that runs after `import app`."""
    forks = _forks()
    assert forks.stdin is not None
    assert forks.stdout is not None
    try:
        print(json.dumps(code), file=forks.stdin, flush=True)
        return subprocess.CompletedProcess(code, *json.loads(forks.stdout.readline()))
    except BaseException:  # a test that ran out of time, an app that cannot be imported: the next one starts anew
        forks.kill()
        _forks.cache_clear()
        raise


@cache
def _forks() -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", FORKS]
    forks = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(forks.communicate)  # its input ends, and so does it
    return forks
