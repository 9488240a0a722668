"""Command-line arguments that several commands share, and the run requests built from them."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.files import check_folder
from explorer.cli.console import destination, whole
from explorer.service.conversation import Conversation, parsed_variables, read_messages
from explorer.service.request import MAX_NEW_TOKENS, MAX_SEED, PAPER, PRESETS, RunRequest, key_values

REAL_PAIR = "model pair: a name from `pairs`, or TARGET+DRAFT (not a toy pair)"
METHODS = "comma-separated methods, each NAME or NAME:KEY=VALUE:…, such as spd:gamma=4:temperature=0.7"
Run = Callable[[argparse.Namespace], int | None]  # an exit code, or None for 0
Add = Callable[[str, Run, str], argparse.ArgumentParser]  # adds a command from its name, function and help


def count(
    parser: argparse.ArgumentParser, name: str, low: int, high: int, help: str, default: int | None = None
) -> None:
    """Add an option whose value is a whole number from `low` to `high`."""
    parser.add_argument(name, type=whole(low, high), default=default, metavar="N", help=help)


def several(parser: argparse.ArgumentParser, name: str, metavar: str, help: str) -> None:
    """Add an option that may be given several times."""
    parser.add_argument(name, action="append", default=[], metavar=metavar, help=help)


def output(parser: argparse.ArgumentParser, metavar: str, help: str, *, required: bool = False) -> None:
    """Add the option for the file or folder that a command writes."""
    parser.add_argument("-o", "--output", type=destination, metavar=metavar, required=required, help=help)


def result_folder(options: argparse.Namespace, cache: Path) -> Path:
    """The folder that -o names, or the folder in the cache. Raises BadInput if nothing can be written there."""
    folder = Path(options.output) if options.output else cache
    check_folder(folder, "-o" if options.output else "the cache folder")
    return folder


def check_real_pair(pair: str, why: str) -> None:
    """Raise BadInput if a pair is a toy pair. `why` says what a toy pair lacks for this command."""
    if pair.startswith("toy:"):
        raise BadInput(f"{pair} is a toy pair and {why}. Use a language-model pair such as smollm2.")


def pair(
    parser: argparse.ArgumentParser,
    help: str = "model pair: a name from `pairs`, toy:FILE, or TARGET+DRAFT",
    required: bool = True,
    engines: bool = True,
) -> None:
    """Add the options for the models and for where they run. If `engines` is false, the command supports only torch."""
    parser.add_argument("--pair", required=required, help=help)
    parser.add_argument("--device", default="auto", help="device: cpu, cuda, cuda:1, mps, xpu or auto")
    parser.add_argument(
        "--dtype",
        default="auto",
        help="number format: bfloat16, float16, float32, float64 or auto; on a CPU, auto is float32 except for weights "
        "stored in bfloat16",
    )
    if engines:
        engine(parser)
    else:
        parser.add_argument(
            "--engine", default="torch", choices=["auto", "torch"], help="engine: this command supports only torch"
        )


def engine(parser: argparse.ArgumentParser) -> None:
    """Add the option for the engine."""
    parser.add_argument(
        "--engine",
        default="auto",
        help="engine: numba (built-in CPU kernels), torch, or auto (torch on a GPU; on a CPU, the built-in kernels for "
        "the model families that they support, and torch for others)",
    )


def tokens(
    parser: argparse.ArgumentParser, default: int | None = 64, help: str = "maximum number of new tokens"
) -> None:
    """Add the option for the number of tokens."""
    count(parser, "--max-new-tokens", 1, MAX_NEW_TOKENS, help, default)


def conversation(parser: argparse.ArgumentParser, prompts: bool = False, runs: bool = True) -> None:
    """Add the options for the context of a prompt and, if the command `runs` a method, for the end of a run.

    `prompts` says whether the command takes several prompts.
    """
    last = "the turns precede every prompt" if prompts else "the last user turn is the prompt unless --prompt is given"
    parser.add_argument("--raw", action="store_true", help="use the prompt without the chat template")
    parser.add_argument("--system", metavar="TEXT", help="system prompt (default: that of the chat template)")
    parser.add_argument(
        "--messages",
        metavar="FILE",
        help=f"file of turns, each with role and content, as a JSON list or one JSON object per line; {last}",
    )
    variable = "variable of the chat template, such as enable_thinking=false"
    more = "a value that is not JSON is taken as text; may be repeated"
    several(parser, "--template-arg", "KEY=VALUE", f"{variable}; {more}")
    if runs:
        parser.add_argument(
            "--ignore-eos",
            action="store_true",
            help="continue after EOS, so that the run has exactly the maximum number of new tokens",
        )


def seed(parser: argparse.ArgumentParser, help: str, default: int = 0) -> None:
    """Add the option for the random seed."""
    count(parser, "--seed", 0, MAX_SEED, help, default)


def run(parser: argparse.ArgumentParser, what: str, help: str, prompt: bool = True) -> None:
    """Add the arguments of every command that runs methods."""
    parser.add_argument("method", metavar=what, help=help)
    pair(parser)
    if prompt:
        add_prompt(parser)
    several(parser, "--set", "KEY=VALUE", "setting of the method; may be repeated")
    tokens(parser)
    conversation(parser, prompts=not prompt)


def preset(parser: argparse.ArgumentParser, default: str = PAPER) -> None:
    """Add the option for the preset."""
    parser.add_argument(
        "--preset",
        default=default,
        choices=PRESETS,
        help="source of the settings that you leave out: the paper, or the fastest known settings for this pair and "
        "machine (see `tune`), which keep the output distribution",
    )


def add_prompt(parser: argparse.ArgumentParser) -> None:
    """Add the option for the prompt. `common` checks that a prompt was given."""
    parser.add_argument(
        "--prompt", metavar="TEXT", help="prompt, sent as one user message if the model has a chat template"
    )


def settings(words: list[str]) -> dict[str, str]:
    """Read settings from the words of --set. Raises BadInput if one is invalid or repeated."""
    return key_values(words, "--set", "--set gamma=4")


def around(options: argparse.Namespace) -> dict[str, Any]:
    """The context of the prompts and `ignore_eos`, as fields of RunRequest, without those that have their defaults.

    Raises BadInput if options are invalid or contradict each other.
    """
    turns = () if options.messages is None else read_messages(Path(options.messages))
    words = key_values(options.template_arg, "--template-arg", "--template-arg enable_thinking=false")
    given = Conversation(options.system, turns, parsed_variables(words))
    if options.raw and given:
        raise BadInput(
            "--raw cannot be combined with --system, --messages or --template-arg. Leave out --raw, or leave out the "
            "others."
        )
    flags = {"raw": options.raw, "ignore_eos": getattr(options, "ignore_eos", False)}
    return given.to_json() | {name: True for name, is_set in flags.items() if is_set}


def prompt_and_around(options: argparse.Namespace) -> tuple[str, dict[str, Any]]:
    """The prompt and its context. Raises BadInput if there is no prompt."""
    found = around(options)
    if options.prompt is not None:
        return options.prompt, found
    turns = found.pop("messages", [])
    if not turns:
        raise BadInput("No prompt is given. Use --prompt TEXT, or --messages FILE with a user turn at the end.")
    if turns[-1]["role"] != "user":
        raise BadInput("The last turn of --messages is from the assistant. Add --prompt TEXT as the next user turn.")
    return turns[-1]["content"], found | ({"messages": turns[:-1]} if turns[:-1] else {})


def common(options: argparse.Namespace) -> dict[str, Any]:
    """The fields of RunRequest that all requests of a command share. Raises BadInput if an option is invalid."""
    prompt, shared = prompt_and_around(options) if hasattr(options, "prompt") else ("", around(options))
    return {
        "pair": options.pair,
        "prompt": prompt,
        "seed": getattr(options, "seed", 0),
        "limit": options.max_new_tokens,
        "device": options.device,
        "dtype": options.dtype,
        "engine": options.engine,
        **shared,
    }


def request(options: argparse.Namespace) -> RunRequest:
    """The request of a command that makes a single run. Raises BadInput if an option is invalid."""
    from explorer.features.presets import with_preset

    return with_preset(RunRequest(options.method, settings=settings(options.set), **common(options)), options.preset)
