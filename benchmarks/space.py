"""Start the app as a Space does: in a fresh environment, from a read-only repository, as a user without privileges.

    python -m benchmarks.space [--pins] [--python /usr/bin/python3] [--pair smollm2] [-o assets/benchmarks/space.json]

The script installs only requirements.txt (with `--pins`, at the versions in constraints.txt), copies the committed
files to a folder that the app's user may only read, and starts `app.py` with a Space's settings, on every interface and
port 7860. Then it makes two runs with the API: one on a toy pair and one on a real pair, whose weights must be
downloaded. Finally, it stops the app as a Space does. If the script is started as root, the app runs as `nobody`, who
needs a Python outside root's home; otherwise it runs as the current user.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.conditions import check_place, exit_code, made_on, start, write
from benchmarks.load import wait
from benchmarks.visitors import PROMPT, TOKENS, TOY, run
from decoders.errors import BadInput
from explorer.cli.console import Parser

ROOT = Path(__file__).parents[1]
URL = "http://127.0.0.1:7860/"
FETCHING = 600  # seconds for a run, which may download its pair first
ENDING = 30  # seconds that the app may take to end


def lay_out(folder: Path) -> Path:
    """Copy the committed files, read-only, to `folder`/app."""
    app = folder / "app"
    app.mkdir()
    packed = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(app)], input=packed, check=True)
    subprocess.run(["chmod", "-R", "a-w,a+rX", str(app)], check=True)
    return app


def install(folder: Path, base: str, pins: bool) -> Path:
    """Create an environment like a Space's, and return its Python. Raises BadInput if the app's user cannot run it."""
    python = folder / "venv" / "bin" / "python"
    subprocess.run([base, "-m", "venv", str(folder / "venv")], check=True)
    try:
        subprocess.run([python, "-c", ""], check=True, cwd=folder, **_user())
    except PermissionError:
        raise BadInput(
            f"The user nobody cannot run {python.resolve()}. Choose a Python for all users with --python."
        ) from None
    wanted = ["-r", str(ROOT / "requirements.txt"), *(["-c", str(ROOT / "constraints.txt")] if pins else [])]
    subprocess.run([str(python), "-m", "pip", "install", "-q", *wanted], check=True)
    return python


def _user() -> dict[str, Any]:
    """The user who runs the app."""
    return {"user": "nobody", "group": "nogroup"} if os.geteuid() == 0 else {}


def timed(pair: str, prompt: str, tokens: int) -> dict[str, Any]:
    """Make a run with the API, and return its result and time. Raises BadInput if the run does not finish."""
    begin = time.monotonic()
    try:
        made = run(URL, 0, pair, prompt, tokens, patience=FETCHING)
    except ValueError as error:
        raise BadInput(str(error)) from None
    return {"tokens": len(made), "seconds": round(time.monotonic() - begin, 1)}


def changed(folder: Path, since: float) -> list[str]:
    """The files of the repository that were written after a time."""
    return [str(path.relative_to(folder)) for path in folder.rglob("*") if path.stat().st_mtime > since]


def drive(app: Path, python: Path, home: Path, pair: str) -> dict[str, Any]:
    """Start the app, run on a toy pair and on the real pair, and stop it. Raises BadInput if something is wrong."""
    if os.geteuid() == 0:
        subprocess.run(["chown", "-R", "nobody", str(home)], check=True)
    kept = {key: value for key, value in os.environ.items() if key.startswith(("PATH", "LANG", "PIP_", "HTTP", "SSL_"))}
    settings = kept | {"SPACE_ID": "a/b", "HOME": str(home), "TMPDIR": str(home), "PYTHONUNBUFFERED": "1"}
    since, begin = time.time(), time.monotonic()
    with subprocess.Popen([python, "app.py"], cwd=app, env=settings, stdout=sys.stderr, **_user()) as served:
        try:
            wait(f"{URL}healthz")
            made: dict[str, Any] = {
                "first_answer": round(time.monotonic() - begin, 1),
                "toy": timed(TOY, PROMPT, TOKENS),
            }
            made |= {pair: timed(pair, "Why is the sky blue?", 24), "again": timed(pair, "Why is the sky blue?", 24)}
            made["memory_mb"] = _memory(served.pid)
        finally:
            served.send_signal(signal.SIGTERM)
            begin = time.monotonic()
            code = served.wait(ENDING)
    written = changed(app, since)
    if code or written:
        raise BadInput(f"The app ended with code {code} and wrote {', '.join(written) or 'nothing'} into its folder.")
    return made | {"ended_after": round(time.monotonic() - begin, 1)}


def _memory(pid: int) -> int | None:
    """The memory of a process in MB, if the system reports it as Linux does."""
    status = Path(f"/proc/{pid}/status")
    lines = status.read_text(encoding="utf-8").splitlines() if status.exists() else []
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS")), None)


def main(argv: list[str] | None = None) -> int:
    """Run the command: check, print and write the result. If the check fails, prints one sentence and returns 2."""
    return exit_code(lambda: _main(argv))


def _main(argv: list[str] | None) -> int:
    parser = Parser(prog="python -m benchmarks.space", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--pins", action="store_true", help="install the versions in constraints.txt, not the newest ones"
    )
    parser.add_argument("--python", default=sys.executable, help="Python for the environment, 3.11 or later")
    parser.add_argument("--pair", default="smollm2", help="real pair to run")
    parser.add_argument("-o", "--out", type=Path)
    options: argparse.Namespace = parser.parse_args(argv)
    if options.out:
        check_place(options.out)
    begun = start()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        folder.chmod(0o755)
        (folder / "home").mkdir()
        try:
            made = drive(lay_out(folder), install(folder, options.python, options.pins), folder / "home", options.pair)
        except subprocess.CalledProcessError as error:
            raise BadInput(f"{error.cmd[0]} ended with code {error.returncode}. See its output above.") from None
    made |= {"pins": options.pins} | made_on() | {"begun": begun}
    print(json.dumps(made, indent=1))
    if options.out:
        write(options.out, made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
