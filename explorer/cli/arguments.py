"""Arguments that several commands share, and the requests that are made of them."""

import argparse
from collections.abc import Callable
from typing import Any

from explorer.cli.console import whole
from explorer.runs.request import MAX_NEW_TOKENS, MAX_SEED, RunRequest, key_values

Run = Callable[[argparse.Namespace], None]
Add = Callable[[str, Run, str], argparse.ArgumentParser]  # name, what it does, help: a new command


def pair(parser: argparse.ArgumentParser, help: str = "a pair: a name of `pairs`, toy:FILE, or TARGET+DRAFT") -> None:
    """Which models, and where."""
    parser.add_argument("--pair", required=True, help=help)
    parser.add_argument("--device", default="auto", help="cpu, cuda, cuda:1 or auto")
    parser.add_argument("--dtype", default="auto", help="bfloat16, float16, float32, float64 or auto")
    engine(parser)


def engine(parser: argparse.ArgumentParser) -> None:
    """What computes."""
    parser.add_argument(
        "--engine",
        default="auto",
        help="numba (own kernels, for Llama and its kind), openvino, openvino-bf16 (where the CPU has it), torch, or "
        "auto: the fastest here of numba, openvino and torch that runs the model",
    )


def tokens(parser: argparse.ArgumentParser, default: int = 64, help: str = "exactly how many at most") -> None:
    """How many tokens, and what they follow."""
    limit = whole(1, MAX_NEW_TOKENS)
    parser.add_argument("--max-new-tokens", type=limit, default=default, metavar="N", help=help)
    parser.add_argument("--raw", action="store_true", help="pass the prompt without the chat template")


def seed(parser: argparse.ArgumentParser, help: str, default: int = 0) -> None:
    """Of which run."""
    parser.add_argument("--seed", type=whole(0, MAX_SEED), default=default, help=help)


def run(parser: argparse.ArgumentParser, what: str, help: str, prompt: bool = True) -> None:
    """What every command takes that runs methods."""
    parser.add_argument("method", metavar=what, help=help)
    pair(parser)
    if prompt:
        parser.add_argument("--prompt", required=True, help="the prompt (one user turn where there is a chat template)")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a setting of the method")
    tokens(parser)


def settings(words: list[str]) -> dict[str, str]:
    """Settings from the words of --set. Raises BadInput for one that is none, or that comes twice."""
    return key_values(words, "--set", "--set gamma=4")


def common(options: argparse.Namespace) -> dict[str, Any]:
    """What all requests of a command share: fields of RunRequest."""
    return {
        "pair": options.pair,
        "prompt": getattr(options, "prompt", None) or "",
        "seed": getattr(options, "seed", 0),
        "limit": options.max_new_tokens,
        "raw": options.raw,
        "device": options.device,
        "dtype": options.dtype,
        "engine": options.engine,
    }


def request(options: argparse.Namespace) -> RunRequest:
    """The one run that a command asks for. Raises BadInput."""
    return RunRequest(options.method, settings=settings(options.set), **common(options))
