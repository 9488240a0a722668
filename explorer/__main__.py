"""The command line: `python -m explorer COMMAND`. Bad input is one sentence on stderr and exit code 2."""

import argparse
import contextlib
import errno
import gzip
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from decoders.errors import BadInput
from decoders.files import check_file, check_folder
from explorer.cli.console import LONGEST, Parser, ends, print_json
from explorer.cli.energy import batch_arguments, repeat_arguments, report_arguments, traces_arguments
from explorer.cli.skips import skips_arguments

MOST_REPEATS = 10_000
SEED_DIGITS = 19


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code (0 done, 2 bad input, 130 interrupted)."""
    quiet()

    def run() -> None:
        options = _parser().parse_args(arguments)
        options.command(options)

    return ends(run)


def quiet() -> None:
    """Libraries say nothing of their own on stderr."""
    warnings.filterwarnings("ignore")
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "critical")
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    os.environ.setdefault("HF_HUB_VERBOSITY", "critical")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m explorer", description="Record, check and compare speculative decoding.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)

    def add(name: str, run: Callable[[argparse.Namespace], None], help: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=help, description=help)
        made.set_defaults(command=run)
        return made

    for name, run, help in (("methods", methods, "List every decoder"), ("pairs", pairs, "List every pair")):
        add(name, run, help).add_argument("--json", action="store_true", help="print JSON")
    one = add("record", record, "Record one run as a trace")
    _running(one, "METHOD", "one method (see `methods`)")
    one.add_argument("--seed", type=_whole, default=0, help="seed of every random choice")
    one.add_argument("-o", "--output", metavar="FILE", required=True, help="the trace: .jsonl or .jsonl.gz")
    many = add("sample", sample, "Print the outcome of many seeds, one JSON line each")
    _running(many, "METHOD", "one method")
    many.add_argument("--seeds", required=True, metavar="A:B", help="seeds from A up to, not including, B")
    _running(add("law", law, "Print the exact output law on a toy pair"), "METHOD", "one method")
    race = add("bench", bench, "Compare methods on prompts, interleaved")
    _running(race, "METHODS", "methods separated by commas", prompt=False)
    race.add_argument("--prompts", required=True, metavar="FILE", help="JSON lines with id and prompt")
    race.add_argument("--repeat", type=_whole, default=1, help="repeats of every method on every prompt")
    race.add_argument("--seed", type=_whole, default=0, help="seed of the first repeat")
    race.add_argument("-o", "--output", metavar="DIR", required=True, help="folder for runs.csv and summary.json")
    spent = add("energy-repeat", energy_repeat, "Measure the energy of methods in interleaved trials")
    _running(spent, "METHODS", "methods separated by commas; the first is what the others are compared with")
    repeat_arguments(spent)
    batch_arguments(add("energy-batch", energy_batch, "Time and energy of target passes by batch size"))
    traces_arguments(add("energy-traces", energy_traces, "Record the measured energy of several methods into a folder"))
    report_arguments(add("energy", energy, "Print what traces say of energy, measured and modelled"))
    for name, run, help in (
        ("validate", validate, "Check a trace against the schema"),
        ("show", show, "Print a text summary of a trace"),
    ):
        add(name, run, help).add_argument("file", metavar="FILE")
    thin = add("skips", skips, "Search the sub-layers that self-ssd skips on a pair, and keep them")
    skips_arguments(thin)
    again = add("bundle", bundle, "Record the traces in assets/traces again")
    again.add_argument("names", nargs="*", metavar="NAME", help="only these")
    add("readme", readme, "Renew the README's table of methods")
    page = add("export", export, "Write a trace as one self-contained offline HTML page")
    page.add_argument("file", metavar="FILE")
    page.add_argument("--html", required=True, metavar="OUT")
    return parser


def _running(parser: argparse.ArgumentParser, what: str, help: str, prompt: bool = True) -> None:
    """The arguments of every command that runs models."""
    parser.add_argument("method", metavar=what, help=help)
    parser.add_argument("--pair", required=True, help="a pair: a name of `pairs`, toy:FILE, or TARGET+DRAFT")
    if prompt:
        parser.add_argument("--prompt", required=True, help="the prompt (one user turn where there is a chat template)")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a setting of the method")
    parser.add_argument("--max-new-tokens", type=_whole, default=64, metavar="N", help="exactly how many at most")
    parser.add_argument("--raw", action="store_true", help="pass the prompt without the chat template")
    parser.add_argument("--device", default="auto", help="cpu, cuda, cuda:1 or auto")
    parser.add_argument("--dtype", default="auto", help="bfloat16, float16, float32, float64 or auto")


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:LONGEST]!r} is not a whole number") from None


def _settings(given: list[str]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for word in given:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise BadInput(f"--set {word} should be KEY=VALUE, for example --set gamma=4")
        if key in made:
            raise BadInput(f"--set {key} is given twice; give each setting once")
        made[key] = value
    return made


def methods(options: argparse.Namespace) -> None:
    """List the catalogue."""
    from decoders.catalog import DECODERS

    if options.json:
        return print_json([one.describe() for one in DECODERS.values()])
    for one in DECODERS.values():
        about = one.describe()
        law = f"oracle: {about['oracle']}" if about["oracle"] else f"no oracle: {about['oracle_why']}"
        print(f"{one.name:<14}{one.title} ({one.paper}); {law}")
        for s in about["settings"]:
            limits = f"{s['min']}..{s['max']}" if s["min"] is not None else ""
            words = "|".join(s["choices"] or ())
            allowed = " or ".join(part for part in (limits, words) if part)
            print(f"    {s['key']}={_value(s['default'])}  [{allowed}]  {s['help']}")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def pairs(options: argparse.Namespace) -> None:
    """List the catalogue of pairs."""
    from dataclasses import asdict

    from decoders.pairs import PAIRS
    from explorer.traces.toys import bundled_toys

    toys = [
        {"name": f"toy:{path}", "target": "table", "draft": "table", "source": note, "bytes": size, "needs": "nothing"}
        for path, note, size in bundled_toys()
    ]
    known = [asdict(pair) for pair in PAIRS.values()] + toys
    if options.json:
        return print_json(known)
    for one in known:
        print(f"{one['name']:<15} {one['target']} + {one['draft']}; {one['source']}; needs {one['needs']}")
    print("TARGET+DRAFT    any two local folders or Hub ids with the same tokenizer")


def record(options: argparse.Namespace) -> None:
    """Record one run."""
    from explorer.runs import recording

    given, out = _settings(options.set), Path(options.output)
    toy = Path(options.pair.removeprefix("toy:"))
    if options.pair.startswith("toy:") and out.exists() and toy.exists() and out.samefile(toy):
        raise BadInput(f"-o {out} is the toy pair itself, which the trace would replace; choose another file")
    with _progress() as bar, _open_trace(out) as sink:
        parts = recording.record(
            options.method,
            options.pair,
            options.prompt,
            given,
            _seed(options.seed),
            _tokens(options.max_new_tokens),
            raw=options.raw,
            device=options.device,
            dtype=options.dtype,
            progress=bar,
        )
        for part in parts:
            sink(part)
            if part["kind"] == "iteration":
                bar("Decoding", len(part["final"]["beams"][0]["tokens"]) / options.max_new_tokens)


def _seed(seed: int) -> int:
    from explorer.runs.recording import MAX_SEED

    if not 0 <= seed <= MAX_SEED:
        raise BadInput(f"--seed {seed} should be from 0 to {MAX_SEED}")
    return seed


def _tokens(count: int) -> int:
    from explorer.runs.recording import MAX_NEW_TOKENS

    if not 1 <= count <= MAX_NEW_TOKENS:
        raise BadInput(f"--max-new-tokens {count} should be from 1 to {MAX_NEW_TOKENS}")
    return count


@contextlib.contextmanager
def _open_trace(path: Path) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Write lines as they come, each flushed. The file is made when there is something to write."""
    from explorer.traces.format import to_line

    check_file(path)
    sinks: list[TextIO] = []

    def write(part: dict[str, Any]) -> None:
        if not sinks:
            sinks.append(stack.enter_context(_text_sink(path)))
        sinks[0].write(to_line(part))
        sinks[0].flush()

    try:
        with contextlib.ExitStack() as stack:
            yield write
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise BadInput(f"{path}: the disk is full; the iterations written so far are kept") from None
        if isinstance(error, BrokenPipeError):  # stdout's is no error, but this is where the trace should go
            raise BadInput(f"-o {path}: whoever read it has stopped; give a plain file") from None
        raise


def _text_sink(path: Path) -> TextIO:
    return gzip.open(path, "wt", encoding="utf-8") if path.suffix == ".gz" else path.open("w", encoding="utf-8")


@contextlib.contextmanager
def _progress() -> Iterator[Callable[[str, float], None]]:
    """A progress bar on stderr, where that is a terminal."""
    from tqdm import tqdm

    bar = tqdm(total=100, bar_format="{desc}: {percentage:3.0f}% |{bar}| {elapsed}", disable=not sys.stderr.isatty())

    def show(what: str, share: float) -> None:
        bar.set_description_str(what, refresh=False)
        bar.n = min(100, round(100 * share))
        bar.refresh()

    with bar:
        yield show


def sample(options: argparse.Namespace) -> None:
    """Print the outcome of every seed."""
    from decoders.catalog import decoder
    from decoders.pairs import load_pair
    from explorer.runs.recording import run_once
    from explorer.traces.metrics import best_of

    seeds = _seeds(options.seeds)
    found = decoder(options.method)
    settings = found.make_settings(_settings(options.set))
    limit = _tokens(options.max_new_tokens)
    with _progress() as bar:
        pair = load_pair(options.pair, options.device, options.dtype, bar)
        ids = pair.encode(options.prompt, options.raw)
        found.check(pair.models, len(ids), limit)
        for seed in seeds:
            beams = run_once(found, settings, pair, ids, seed, limit)
            best = best_of(beams)
            shown = [_named(pair, beam.tokens) for beam in beams]
            print_json({"seed": seed, "tokens": _named(pair, best.tokens), "beams": shown})
            bar("Sampling", (seed - seeds.start + 1) / (seeds.stop - seeds.start))


def _seeds(text: str) -> range:
    first, colon, last = text.partition(":")
    short = all(len(end) <= SEED_DIGITS and end.isdecimal() for end in (first, last))
    if not (colon and short and int(first) < int(last)):
        raise BadInput(
            f"--seeds {text[:LONGEST]} should be A:B with whole numbers A < B up to 2**63, for example 0:100"
        )
    return range(_seed(int(first)), _seed(int(last) - 1) + 1)


def _named(pair: Any, tokens: Sequence[int]) -> list[Any]:
    """Vocabulary words on toy pairs, ids on real ones."""
    return [pair.vocab[i] for i in tokens] if pair.vocab else list(tokens)


def law(options: argparse.Namespace) -> None:
    """Print the exact output law."""
    from decoders.catalog import decoder
    from decoders.exact.law import outcomes
    from decoders.pairs import load_pair

    found = decoder(options.method)
    settings = found.make_settings(_settings(options.set))
    limit = _tokens(options.max_new_tokens)
    if not options.pair.startswith("toy:"):
        raise BadInput(f"law enumerates toy pairs only; give --pair toy:FILE instead of {options.pair}")
    pair = load_pair(options.pair, options.device, options.dtype)
    ids = pair.encode(options.prompt, options.raw)
    found.check(pair.models, len(ids), limit)
    rows = outcomes(found.step, ids, found.fit(pair.models, settings), settings, limit)
    steps = getattr(settings, "width", None) == "dynamic"
    shown = [
        {
            "beams": [_named(pair, beam) for beam in beams],
            "p": p,
            **({"steps": [[_named(pair, b) for b in step] for step in history]} if steps else {}),
        }
        for (beams, history), p in rows.items()
    ]
    print_json({"law": sorted(shown, key=lambda row: (row["beams"], row.get("steps", [])))})


def bench(options: argparse.Namespace) -> None:
    """Run the comparison."""
    from explorer.runs.compare import compare

    if not 1 <= options.repeat <= MOST_REPEATS:
        raise BadInput(f"--repeat {options.repeat} should be from 1 to {MOST_REPEATS}")
    check_folder(Path(options.output), "-o", "runs.csv", "summary.json")
    with _progress() as bar:
        compare(
            options.method.split(","),
            options.pair,
            Path(options.prompts),
            _tokens(options.max_new_tokens),
            options.repeat,
            Path(options.output),
            settings=_settings(options.set),
            seed=_seed(options.seed),
            raw=options.raw,
            device=options.device,
            dtype=options.dtype,
            progress=bar,
        )


def energy_repeat(options: argparse.Namespace) -> None:
    """Measure energy, repeatedly."""
    from explorer.cli.energy import repeat

    with _progress() as bar:
        repeat(options, _settings(options.set), _tokens(options.max_new_tokens), _seed(options.seed), bar)


def energy_traces(options: argparse.Namespace) -> None:
    """Record traces with their energy."""
    from explorer.cli.energy import traces

    with _progress() as bar:
        traces(options, _tokens(options.max_new_tokens), _seed(options.seed), bar)


def energy(options: argparse.Namespace) -> None:
    """Print the energy of traces."""
    from explorer.cli.energy import show as show_energy

    show_energy(options)


def energy_batch(options: argparse.Namespace) -> None:
    """Run the experiment on batch sizes."""
    from explorer.cli.energy import batch

    with _progress() as bar:
        batch(options, bar)


def validate(options: argparse.Namespace) -> None:
    """Say whether a trace is whole, incomplete, or wrong (exit 2)."""
    from explorer.traces.format import read

    trace = read(Path(options.file))
    state = f"incomplete ({trace.incomplete})" if trace.incomplete else "complete"
    print(f"{options.file}: a valid trace, {state}; {len(trace.iterations)} iterations of {trace.header['method']}")


def show(options: argparse.Namespace) -> None:
    """Print a text summary."""
    from explorer.traces.bounds import sentences
    from explorer.traces.format import read
    from explorer.traces.metrics import describe

    trace = read(Path(options.file))
    print("\n".join([describe(trace), *sentences(trace)]))


def skips(options: argparse.Namespace) -> None:
    """Search what self-SSD skips."""
    from explorer.cli.skips import command

    with _progress() as bar:
        command(options, bar)


def bundle(options: argparse.Namespace) -> None:
    """Record the bundled traces."""
    from explorer.traces.gallery import TRACES
    from explorer.traces.gallery import bundle as record_all

    known = [one.name for one in TRACES]
    for name in options.names:
        if name not in known:
            raise BadInput(f"there is no bundled trace {name!r}; choose from {', '.join(known)}")
    with _progress() as bar:
        print(" ".join(record_all(options.names, bar)))


def readme(options: argparse.Namespace) -> None:
    """Renew the table of methods."""
    from explorer.cli.readme import README, with_table

    README.write_text(with_table(README.read_text(encoding="utf-8")), encoding="utf-8")


def export(options: argparse.Namespace) -> None:
    """Write the offline page."""
    from explorer.stage.export import export_html
    from explorer.traces.format import read

    trace, out = read(Path(options.file)), Path(options.html)
    if out.exists() and out.samefile(options.file):
        raise BadInput(f"--html {out} is the trace itself, which the page would replace; choose another file")
    export_html(trace, out)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main())
