"""All commands in one parser. For bad input, a command prints one line on stderr and returns exit code 2."""

import argparse
import os
import warnings
from collections.abc import Sequence
from difflib import get_close_matches

from decoders.errors import BadInput
from decoders.models.text.guarded import hide_panics
from decoders.switches import check_switches
from explorer.cli import bench, catalog, energy, imports, lab, lessons, run, saved, skips, traces, tune
from explorer.cli.arguments import Run
from explorer.cli.console import Parser, ends

GROUPS = (catalog, run, bench, energy, traces, imports, lab, lessons, skips, saved, tune)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code (0 done, 2 bad input, 130 interrupted)."""
    quiet()

    def run() -> int | None:
        check_switches()
        options, unknown = parser().parse_known_args(arguments)
        if unknown:
            raise BadInput(_unknown(unknown[0], options.sub))
        return options.command(options)

    return ends(run)


def _unknown(word: str, command: argparse.ArgumentParser) -> str:
    """The message about an argument that a command does not have."""
    options = [option for action in command._actions for option in action.option_strings]
    near = get_close_matches(word.partition("=")[0], options, n=1)
    meant = f"Use {near[0]}, or see" if near else "See"
    return f"Unknown argument “{word[:80]}”. {meant} `{command.prog} --help`."


def quiet() -> None:
    """Silence the messages of libraries on stderr."""
    warnings.filterwarnings("ignore")
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "critical")
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    os.environ.setdefault("HF_HUB_VERBOSITY", "critical")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    hide_panics()


def parser() -> argparse.ArgumentParser:
    """Make the parser of all commands."""
    made = Parser(prog="python -m explorer", description="Record, check and compare runs of speculative decoding.")
    commands = made.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)

    def add(name: str, command: Run, help: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help, description=help)
        sub.set_defaults(command=command, parser=made, sub=sub)
        return sub

    for group in GROUPS:
        group.add(add)
    return made
