"""The commands `validate`, `show`, `figure`, `export` and `site`, which use recorded traces."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from decoders.errors import BadInput
from explorer.cli import arguments
from explorer.cli.console import destination, is_page, printable
from explorer.story.numbers import plural

# A copy of explorer.features.code.KINDS, because `--help` must not import that module.
CODE = ("shell", "python", "transformers", "vllm")


def add(command: arguments.Add) -> None:
    """Add the commands and their arguments."""
    command("validate", validate, "Check a trace against the schema").add_argument(
        "file", metavar="FILE", help="trace file"
    )
    told = command("show", show, "Print a summary of a trace, or code that repeats its run")
    told.add_argument("file", metavar="FILE", help="trace file")
    told.add_argument(
        "--code",
        choices=CODE,
        help="instead of the summary, print code that repeats the run; transformers and vllm can be chosen only "
        "for the methods and pairs that they can run",
    )
    drawn = command("figure", figure, "Draw a figure of one or several traces (.html, .svg, .png or .json)")
    drawn.add_argument("files", metavar="FILE", nargs="+", help="trace files")
    arguments.count(drawn, "--iteration", 1, 1 << 31, "iteration number, starting at 1")
    step = "number of a step of the iteration, starting at 1 (default: the end of the iteration)"
    arguments.count(drawn, "--phase", 1, 1 << 31, step)
    kinds = (
        "graph, tree or dag (of an iteration); beams, widths, time, depth, rank or energy (of a trace); "
        "compare (of several traces)"
    )
    drawn.add_argument("--kind", help=f"figure to draw: {kinds} (default: graph for one trace, compare for several)")
    drawn.add_argument("--dark", action="store_true", help="dark background")
    arguments.output(drawn, "OUT", "output file (.html, .svg, .png or .json)", required=True)
    page = command("export", export, "Save a trace as one offline HTML page")
    page.add_argument("file", metavar="FILE", help="trace file")
    page.add_argument("--html", type=destination, required=True, metavar="OUT", help="output file (.html)")
    viewer = command("site", site, "Build a static website with the bundled runs, lessons and comparisons")
    viewer.add_argument("-o", dest="out", type=destination, required=True, metavar="DIR", help="folder for the website")
    viewer.add_argument("--url", default="", help="address of the published site, for search engines and link previews")
    viewer.add_argument("--source", default="", metavar="URL", help="address of the project, for a link to it")


def validate(options: argparse.Namespace) -> None:
    """Run `validate`: print whether a trace is complete, incomplete, or invalid (exit code 2)."""
    from explorer.trace.format import read

    trace = read(Path(options.file))
    state = f"incomplete ({trace.incomplete})" if trace.incomplete else "complete"
    method = trace.header.method
    print(printable(f"{options.file}: valid trace, {state}, {plural(len(trace.iterations), 'iteration')} of {method}"))


def show(options: argparse.Namespace) -> None:
    """Run `show`: print a summary of a trace (the run, its costs, MTAD's theorems), or the code that repeats
    the run.
    """
    from explorer.energy.report import sentences
    from explorer.features.code import snippet
    from explorer.story.page.show import describe, state
    from explorer.trace.format import read

    trace = read(Path(options.file))
    if options.code:
        return print(snippet(trace.header, options.code).code)
    print(printable("\n".join([*describe(trace), *sentences(trace), *state(trace)])))


def figure(options: argparse.Namespace) -> None:
    """Run `figure`: draw a figure of a trace into a file."""
    from explorer.figures.files import write
    from explorer.figures.pictures import picture
    from explorer.trace.format import read

    out, files = Path(options.output), [Path(file) for file in options.files]
    if any(out.exists() and file.exists() and out.samefile(file) for file in files):
        raise BadInput(f"-o {out} is the trace itself and would be overwritten. Choose another file.")
    traces = [read(file) for file in files]
    kind = options.kind or ("graph" if len(traces) == 1 else "compare")
    labels = _labels(files)
    made = picture(traces, labels, kind, options.iteration, options.phase, dark=options.dark)
    write(made, out, dark=options.dark)


def _labels(files: Sequence[Path]) -> list[str]:
    """The names of files for a legend, without extensions. Identical names get their path or a number.

    >>> _labels([Path("a/spd.jsonl"), Path("b/spd.jsonl.gz"), Path("gsd.jsonl")])
    ['a/spd', 'b/spd', 'gsd']
    >>> _labels([Path("spd.jsonl"), Path("spd.jsonl")])
    ['spd (1)', 'spd (2)']
    """
    short = [file.name.split(".")[0] for file in files]
    longer = [
        (file.parent / name).as_posix() if short.count(name) > 1 else name
        for file, name in zip(files, short, strict=True)
    ]
    return [
        f"{name} ({longer[: place + 1].count(name)})" if longer.count(name) > 1 else name
        for place, name in enumerate(longer)
    ]


def export(options: argparse.Namespace) -> None:
    """Run `export`: write a trace as an offline page."""
    from explorer.features.code import command
    from explorer.stage.export import export_html
    from explorer.trace.format import read

    trace, out = read(Path(options.file)), Path(options.html)
    if out.exists() and out.samefile(options.file):
        raise BadInput(f"--html {out} is the trace itself and would be overwritten. Choose another file.")
    if not is_page(out) and not (out.exists() and not out.is_file()):  # a pipe needs no extension
        raise BadInput(f"--html writes a web page, but {out} does not end in .html. Choose a name that does.")
    export_html(trace, out, command(trace.header))


def site(options: argparse.Namespace) -> None:
    """Run `site`: write the static site, and print its size."""
    from explorer.lessons.library import files
    from explorer.service.store import gallery
    from explorer.site.write import write_site

    size = write_site(Path(options.out), options.url, options.source)
    print(f"{options.out}: {len(gallery())} runs, {len(files())} lessons, {size / 1e6:.2f} MB")
