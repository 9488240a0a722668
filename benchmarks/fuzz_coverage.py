"""Test hostile traces, guided by coverage: an input that reaches new lines of code is kept and mutated further.

    pip install atheris==3.0.0
    python -m benchmarks.fuzz_coverage --minutes 20 --corpus FOLDER [-o assets/benchmarks/fuzz-coverage.json]

The inputs, mutations and faults are those of fuzz.py; atheris chooses the mutations. The corpus stays in its folder, so
a stopped run can continue. An input that causes a fault is saved there as crash-….
"""

import json
import re
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from benchmarks.conditions import check_place, exit_code, made_on, start, write
from decoders.errors import BadInput
from decoders.files import check_folder
from explorer.cli.console import Parser, number

MOST = 60_000  # maximum bytes of an input


def _plant(corpus: Path) -> None:
    """Write the seeds of fuzz.py into the corpus as its first inputs."""
    from benchmarks.fuzz import _line, seeds

    for name, parts in seeds():
        (corpus / f"seed-{name}").write_text("".join(map(_line, parts)), encoding="utf-8")


def run(corpus: Path, seconds: int) -> dict[str, object]:
    """Fuzz for some seconds.

    Returns the number of inputs, the coverage as atheris counts it, and the faults by file.
    """
    _plant(corpus)
    flags = [f"-max_total_time={seconds}", f"-max_len={MOST}", f"-artifact_prefix={corpus}/", "-timeout=60"]
    command = [sys.executable, "-m", "benchmarks.fuzz_guided", *flags, "-print_final_stats=1", str(corpus)]
    said = subprocess.run(command, capture_output=True, text=True, errors="replace")
    inputs = re.search(r"stat::number_of_executed_units:\s*(\d+)", said.stderr)
    covered = re.findall(r"cov: (\d+) ft: (\d+)", said.stderr)
    faults = sorted(set(re.findall(r"AssertionError: (fault: .{,160})", said.stderr)))
    if not covered or not (inputs or faults):  # a fault ends the process at once, without totals
        raise BadInput(f"atheris ended early ({(said.stderr.strip().splitlines() or ['no output'])[-1][:200]}).")
    return {
        "inputs": int(inputs[1]) if inputs else None,
        "edges_at_first_and_last": [int(covered[0][0]), int(covered[-1][0])],
        "corpus": sum(1 for _ in corpus.iterdir()),
        "faults": faults,
    }


def main(argv: list[str] | None = None) -> int:
    """Run the command: fuzz for --minutes minutes. Returns exit code 1 if an input causes a fault."""
    return exit_code(lambda: _run(argv))


def _run(argv: list[str] | None) -> int:
    about = (__doc__ or "").splitlines()[0]
    parser = Parser(prog="python -m benchmarks.fuzz_coverage", description=about)
    parser.add_argument("--minutes", type=number(0.1, 600), default=10.0)
    parser.add_argument("--corpus", type=Path, help="folder for the inputs that are kept (default: a temporary folder)")
    parser.add_argument("-o", "--out", type=Path, help="file for the figures")
    options = parser.parse_args(argv)
    if options.corpus:
        check_folder(options.corpus, "--corpus")
    if find_spec("atheris") is None:
        raise BadInput("atheris is not installed. Run `pip install atheris==3.0.0`.")
    if options.out:
        check_place(options.out)
    begun = start()
    with tempfile.TemporaryDirectory(prefix="explorer-fuzz-") as own:
        corpus = options.corpus or Path(own)
        corpus.mkdir(parents=True, exist_ok=True)
        made = run(corpus, max(1, round(60 * options.minutes)))
    made = {"minutes": options.minutes, **made, **made_on(), "begun": begun}
    print(json.dumps(made, indent=1))
    if options.out:
        write(options.out, made)
    return int(bool(made["faults"]))


if __name__ == "__main__":
    sys.exit(main())
