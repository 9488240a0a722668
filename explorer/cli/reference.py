"""The reference of the command line in docs/cli.md, generated from the parser."""

import argparse
from collections.abc import Iterator, Sequence

from explorer.cli import arguments
from explorer.cli.console import Parser, default_of

# Options that many commands share. They are described once.
SHARED = {
    "models": ("--device", "--dtype", "--engine"),
    "prompts": ("--raw", "--system", "--messages", "--template-arg", "--ignore-eos"),
}


def commands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The parser of every command by name, in the order of `--help`; `parser` is the main parser."""
    known = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return dict(known.choices)


def shared_options() -> str:
    """A table for each group of options that many commands share."""
    example = Parser(add_help=False)
    arguments.pair(example)
    arguments.conversation(example)
    rows: list[str] = []
    for group, options in SHARED.items():
        some = [action for action in example._actions if set(action.option_strings) & set(options)]
        rows += [f"### Options for {group}\n", *_table(some), ""]
    return "\n".join(rows)


def reference(parser: argparse.ArgumentParser) -> str:
    """A section for every command: what it does, and a table of its arguments."""
    return "\n".join(line for name, command in commands(parser).items() for line in _section(name, command))


def _section(name: str, command: argparse.ArgumentParser) -> Iterator[str]:
    yield f"### {name}\n\n{command.description}.\n"
    own = [action for action in command._actions if not isinstance(action, argparse._HelpAction)]
    groups: list[str] = []
    for group, options in SHARED.items():
        if set(options) <= {option for action in own for option in action.option_strings}:
            # an option whose choices belong to this command stays in its table
            own = [action for action in own if action.choices or not set(action.option_strings) & set(options)]
            groups.append(f"[options for {group}](#options-for-{group})")
    if own:
        yield from _table(own)
        yield ""
    if groups:
        yield f"It also takes the {' and the '.join(groups)}.\n"
    if not own and not groups:
        yield "It takes no arguments.\n"


def _table(actions: Sequence[argparse.Action]) -> Iterator[str]:
    yield "| argument | meaning |\n|---|---|"
    yield from (f"| {_named(action)} | {_meaning(action)} |" for action in actions)


def _named(action: argparse.Action) -> str:
    """The form of an argument on the command line, such as its option and placeholder."""
    value, several = str(action.metavar or action.dest.upper()), action.nargs in ("*", "+")
    if not action.option_strings:
        return f"`{value}`" + " …" * several + " (optional)" * (action.nargs in ("*", "?"))
    shown = ", ".join(action.option_strings)
    return f"`{shown}`" if action.nargs == 0 else f"`{shown} {value}`"


def _meaning(action: argparse.Action) -> str:
    """The meaning of an argument, its choices, whether it is required, and its default."""
    text = (action.help or "").replace("|", "\\|")
    if action.choices:
        text += f"; one of {', '.join(f'`{choice}`' for choice in action.choices)}"
    if action.option_strings and action.required:
        return f"{text}; required"
    default = default_of(action)
    return f"{text} (default `{default}`)" if default else text
