"""Hostile traces led by coverage: what reaches lines that no input reached before is kept and changed further.

    pip install atheris==3.0.0
    python -m benchmarks.fuzz_coverage --minutes 20 --corpus FOLDER [-o assets/benchmarks/fuzz-coverage.json]

The inputs, the changes and what counts as a fault are those of fuzz.py; atheris chooses what is changed. The corpus
stays in its folder, so that a run that was stopped goes on; an input that is a fault is left there as crash-….
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from benchmarks.conditions import check_place, exit_code, made_on, start, write
from decoders.errors import BadInput

MOST = 60_000  # bytes of an input
INSIDE = "--inside"  # the process that atheris takes over: it ends it as it likes


def _inside(arguments: list[str]) -> None:
    """Instrument what opens and shows traces, and let atheris try inputs until its time is over."""
    import atheris

    with atheris.instrument_imports(include=["explorer", "decoders.core"], enable_loader_override=False):
        from benchmarks import fuzz
        from explorer.traces import format

    format.check_part = fuzz._check

    def attempt(data: bytes) -> None:
        outcome = fuzz.tried(data, figures=False)
        if outcome.startswith("fault"):
            raise AssertionError(outcome)

    def change(data: bytes, size: int, seed: int) -> bytes:
        """One change of a value where the input still is lines of JSON, else of bytes."""
        dice = random.Random(seed)
        try:
            parts = [json.loads(line) for line in data.splitlines()]
            dice.choice(fuzz.CHANGES)(parts, dice)
            made = "".join(map(fuzz._line, parts)).encode("utf-8", "surrogatepass")
        except (ValueError, TypeError, LookupError, RecursionError):
            made = b""
        if not made or len(made) > size or dice.random() < 0.1:
            made = dice.choice(fuzz.CUTS)(data, dice)
        return made[:size]

    atheris.Setup([sys.argv[0], *arguments], attempt, custom_mutator=change)
    atheris.Fuzz()


def _plant(corpus: Path) -> None:
    """The seeds of fuzz.py as the corpus' first inputs."""
    from benchmarks.fuzz import _line, seeds

    for name, parts in seeds():
        (corpus / f"seed-{name}").write_text("".join(map(_line, parts)), encoding="utf-8")


def run(corpus: Path, seconds: int) -> dict[str, object]:
    """What a run of so long came to: inputs, coverage as atheris counts it, faults by file."""
    _plant(corpus)
    flags = [f"-max_total_time={seconds}", f"-max_len={MOST}", f"-artifact_prefix={corpus}/", "-timeout=60"]
    command = [sys.executable, "-m", "benchmarks.fuzz_coverage", INSIDE, *flags, "-print_final_stats=1", str(corpus)]
    said = subprocess.run(command, capture_output=True, text=True, errors="replace")
    inputs = re.search(r"stat::number_of_executed_units:\s*(\d+)", said.stderr)
    covered = re.findall(r"cov: (\d+) ft: (\d+)", said.stderr)
    if not inputs or not covered:
        raise BadInput(f"atheris ended early: {(said.stderr.strip().splitlines() or ['it said nothing'])[-1][:200]}")
    return {
        "inputs": int(inputs[1]),
        "edges_at_first_and_last": [int(covered[0][0]), int(covered[-1][0])],
        "corpus": sum(1 for _ in corpus.iterdir()),
        "faults": sorted({line for line in re.findall(r"AssertionError: (fault: .{,160})", said.stderr)}),
    }


def main(argv: list[str] | None = None) -> int:
    """Try for so long; exit code 1 if an input is a fault."""
    if argv is None and INSIDE in sys.argv:
        _inside(sys.argv[sys.argv.index(INSIDE) + 1 :])
        return 0
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz_coverage", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--corpus", type=Path, help="folder of the inputs that are kept (one that goes afterwards)")
    parser.add_argument("-o", "--out", type=Path, help="where the figures go")
    options = parser.parse_args(argv)
    if find_spec("atheris") is None:
        raise BadInput("atheris is not installed: pip install atheris==3.0.0")
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
    sys.exit(exit_code(main))
