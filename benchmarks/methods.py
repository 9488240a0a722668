"""Make the speed tables: all methods of a group, interleaved on the same prompts, with ratios to a reference.

    python -m benchmarks.methods --prompts FILE.jsonl --search [--work FILE]    # settings, kept in settings.json
    python -m benchmarks.methods --prompts FILE.jsonl [--prompts-used N] [--group greedy|sampling|beams|all] \
        [--tokens 128] [--work FILE] [--minutes M] [--entrants WORD …] [-o assets/benchmarks/methods.json]
    python -m benchmarks.methods --show FILE                                    # the tables as Markdown
    python -m benchmarks.methods --prompts FILE.jsonl --profile [--group …]     # what rule work is spent on

Prompts are ordered so that every beginning of the list contains each category in proportion, so partial results are
representative. With --work, a stopped run continues. Settings are those that the last --search found, or those of
entrants.py. The search uses 12 prompts × 64 tokens. None of them is among the N prompts of the table unless the file
contains too few prompts; the results then say so.
"""

import argparse
import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks import entrants, figures, runners
from benchmarks.conditions import (
    about,
    check_options,
    check_place,
    exit_code,
    machine,
    now,
    read_settings,
    set_threads,
    start,
    write,
)
from benchmarks.entrants import Group, Method, name_of
from benchmarks.rounds import Field, Task, Work, play, spread
from benchmarks.rows import MOST, MOST_THREADS
from decoders.errors import BadInput
from decoders.files import read_text
from decoders.pairs import Pair, load_pair
from explorer.cli.console import Parser, number, whole
from explorer.measuring.compare import read_prompts
from explorer.service.request import MAX_NEW_TOKENS, MAX_SEED

FOLDER = Path(__file__).parents[1] / "assets" / "benchmarks"
SEARCH_PROMPTS, SEARCH_TOKENS, TOKENS = 12, 64, 128
WARM_UP = 8  # tokens of a warm-up run, which every entrant makes at every start
RAW = (*runners.COUNTED, "wall", "cpu", "loop", "prefill", "target", "draft", "other", "logp", "width", "kept_width")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command: search, measure, profile or show."""
    return exit_code(lambda: _run(_options(argv)))


def _shown(path: Path) -> str:
    text = read_text(path, "--show a result of this command")
    try:
        return figures.markdown(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, ArithmeticError):
        raise BadInput(f"--show {path} is not a result of this command. Choose another file.") from None


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    about = (__doc__ or "").split("\n")[0]
    parser = Parser(prog="python -m benchmarks.methods", description=about)
    parser.add_argument("--prompts", type=Path, help="file with one JSON object per line (keys: id, prompt, category)")
    parser.add_argument("--pair", default="smollm2")
    parser.add_argument(
        "--tokens",
        type=whole(1, MAX_NEW_TOKENS),
        help=f"number of new tokens (default: {TOKENS}, or {SEARCH_TOKENS} with --search)",
    )
    parser.add_argument(
        "--prompts-used",
        type=whole(1, MOST),
        help=f"number of prompts (default: all, or {SEARCH_PROMPTS} with --search)",
    )
    parser.add_argument(
        "--table-prompts",
        type=whole(1, MOST),
        help="with --search: number of prompts in the table, which the search leaves out",
    )
    parser.add_argument("--group", default="all", help="group of methods: greedy, sampling, beams or all")
    parser.add_argument("--width", type=whole(1, 16), default=4, help="width W of the beams group")
    parser.add_argument("--entrants", nargs="+", metavar="WORD", help="only these entrants; the first is the reference")
    parser.add_argument(
        "--settings", type=Path, default=FOLDER / "settings.json", help="file of the settings that a search found"
    )
    parser.add_argument(
        "--search", action="store_true", help="search for settings instead, and write them to --settings"
    )
    parser.add_argument("--profile", action="store_true", help="print a profile of the methods' own work instead")
    parser.add_argument("--work", type=Path, help="file of finished rounds, from which a stopped run continues")
    parser.add_argument("--minutes", type=number(0, math.inf), default=math.inf, help="start no round after this time")
    parser.add_argument("--seed", type=whole(0, MAX_SEED), default=0)
    parser.add_argument("--device", default="auto")
    parser.add_argument("--dtype", default="auto")
    parser.add_argument("--engine", default="auto", help="numba, torch or auto; `generate` runs on torch")
    parser.add_argument(
        "--threads", type=whole(0, MOST_THREADS), default=0, help="number of torch threads; 0 leaves it unchanged"
    )
    parser.add_argument("--show", type=Path, metavar="FILE", help="print the tables of a result file")
    parser.add_argument("-o", "--out", type=Path, default=FOLDER / "methods.json")
    options = parser.parse_args(argv)
    options.tokens = options.tokens or (SEARCH_TOKENS if options.search else TOKENS)
    if not options.show and not options.prompts:
        parser.error("no prompts are given; use --prompts FILE or --show FILE")
    return options


def _run(options: argparse.Namespace) -> int:
    if options.show:
        print(_shown(options.show))
    else:
        _measure(options)
    return 0


def _measure(options: argparse.Namespace) -> None:
    check_options(options)
    places = {"--settings" if options.search else "-o": options.settings if options.search else options.out}
    for option, place in (places | {"--work": options.work}).items():
        if place is not None:
            check_place(place, option, options.prompts)
    set_threads(options.threads)
    wanted = entrants.groups(options.group, options.width)
    pair = load_pair(options.pair, options.device, options.dtype, engine=options.engine)
    order = [
        {"id": one["id"], "category": one["category"], "ids": pair.encode(one["prompt"], False)}
        for one in spread(read_prompts(options.prompts), options.seed)
    ]
    if options.search:
        search(options, wanted, pair, order)
        return
    searched = None if options.entrants else read_settings(options.settings, options.pair)
    fields, left_out = line_up(options, wanted, pair, searched, order[0])
    if options.profile:
        from benchmarks.profile import profile

        for group, field in zip(wanted, fields, strict=True):
            profile(field, group.warp, pair, order[0]["ids"], options.tokens)
        return
    table(options, wanted, fields, pair, order, left_out, searched)


def line_up(
    options: argparse.Namespace, wanted: Sequence[Group], pair: Pair, searched: dict[str, Any] | None, task: Task
) -> tuple[list[Field], dict[str, str]]:
    """Prepare the entrants of all groups with a warm-up run, and list those that cannot run, with the reason.

    Raises BadInput if a requested entrant cannot run."""
    if options.entrants and len(wanted) > 1:
        raise BadInput("--entrants needs a --group, whose 𝒯 the entrants use. Choose greedy, sampling or beams.")
    fields, left_out = [], dict[str, str]()
    for group in wanted:
        words = options.entrants or words_of(group, searched)
        fields.append(ready(group, group.name, words, pair, task, None if options.entrants else left_out))
    return fields, left_out


def words_of(group: Group, searched: dict[str, Any] | None) -> list[str]:
    """The words of a group's entrants, with the settings of a search if it found some."""
    known = (searched or {}).get("groups", {}).get(group.name, {}).get("methods", {})
    best = {method.word: (known.get(method.word) or {}).get("best") or method.word for method in group.methods}
    by_name = {name_of(word): word for word in best.values()}
    return [_following(method, by_name) if method.follows else best[method.word] for method in group.methods]


def _following(method: Method, by_name: dict[str, str]) -> str:
    """The method with the settings of the method that it follows, as far as it has these settings."""
    own = entrants.settings_of(method.name, {})
    shared = [part for part in by_name[method.follows or ""].split(":")[1:] if part.partition("=")[0] in own]
    return ":".join((method.name, *shared))


def ready(
    group: Group, name: str, words: Sequence[str], pair: Pair, task: Task, left_out: dict[str, str] | None
) -> Field:
    """Prepare a field whose entrants have each run once.

    Entrants that cannot run go to `left_out`; if it is None, their error is raised.
    """
    runs = {}
    for word in words:
        try:
            run = runners.runner(word, group.warp, pair)
            run(task["ids"], 0, WARM_UP)
        except BadInput as error:
            if left_out is None or word == words[0]:
                raise
            left_out[f"{group.name}: {word}"] = str(error)
            print(f"left out of {group.name}: {word}: {error}", file=sys.stderr)
            continue
        runs[word] = run
    return Field(name, runs)


def _report(group: str, prompt: str, done: int, total: int) -> None:
    print(f"{now()} {group} {prompt}: {done} of {total} rounds", file=sys.stderr)


def table(
    options: argparse.Namespace,
    wanted: Sequence[Group],
    fields: Sequence[Field],
    pair: Pair,
    order: Sequence[Task],
    left_out: dict[str, str],
    searched: dict[str, Any] | None,
) -> None:
    """Run the rounds of the table until all are finished or the time is over, and write the table."""
    tasks = order[: options.prompts_used or len(order)]
    work = Work(options.work, about(options, pair))
    work.start(start())
    done = play(fields, tasks, work, options.tokens, options.seed, options.minutes, _report)
    if not work.rounds:
        raise BadInput(f"--minutes {options.minutes:g} is too short for a single prompt. Increase it.")
    used = {task["id"]: task["category"] for task in tasks}
    common = set(used) & set((searched or {}).get("search_prompts", ()))
    made = about(options, pair) | machine(pair)
    made |= {
        "what": "methods interleaved on the same prompts; ratios are per prompt, intervals by bootstrap over prompts",
        "complete": done,
        "prompts_file": made.pop("prompts"),
        "prompts": used,
        "starts": work.starts,
        "settings_from": "given" if options.entrants else "search" if searched else "entrants.py",
        "search_prompts_in_table": len(common),
        "left_out": left_out,
        "generate_default": generate_default(pair),
        "groups": {},
    }
    for group, field in zip(wanted, fields, strict=True):
        rounds = work.of(group.name, list(used))
        made["groups"][group.name] = _group(group, list(field.runs), rounds)
    write(options.out, made)
    print(figures.markdown(made))


def _group(group: Group, words: list[str], rounds: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """One group of the result file: lines, comparisons, and every round in compact form."""
    base = [each[words[0]] for each in rounds.values()]
    lines = [{"entrant": word, **figures.summary([r[word] for r in rounds.values()], base)} for word in words if base]
    return {
        "reference": words[0],
        "warp": group.warp,
        "width": group.width,
        "settings": {word: entrants.settings_of(word, group.warp) for word in words},
        "prompts": list(rounds),
        "rows": lines,
        "comparisons": figures.comparisons(group.name, rounds, words) if base else [],
        "raw_columns": RAW,
        "raw": {name: {word: [row[key] for key in RAW] for word, row in each.items()} for name, each in rounds.items()},
    }


def generate_default(pair: Pair) -> dict[str, Any] | None:
    """The default γ schedule of transformers with an assistant; None for toy pairs."""
    if pair.vocab is not None:
        return None
    from benchmarks.generate import schedule_used

    return schedule_used()


def search(options: argparse.Namespace, wanted: Sequence[Group], pair: Pair, order: Sequence[Task]) -> None:
    """Run every grid on prompts from the end of the order, and write the fastest settings with all figures."""
    asked = options.prompts_used or SEARCH_PROMPTS
    others = order[options.table_prompts :] if options.table_prompts else []
    tasks = (others if len(others) >= asked else order)[-asked:]
    work = Work(options.work, about(options, pair))
    work.start(start())
    fields, left_out = [], dict[str, str]()
    for group in wanted:
        methods = [method for method in group.methods if method.grid]
        words = dict.fromkeys([group.methods[0].word, *(word for method in methods for word in method.grid)])
        fields.append(ready(group, f"search {group.name}", list(words), pair, tasks[0], left_out))
    done = play(fields, tasks, work, options.tokens, options.seed, options.minutes, _report)
    made = about(options, pair) | machine(pair)
    made |= {
        "what": "tokens/s of every setting of small grids, interleaved; the fastest setting within its bound is used",
        "bounds": f"perplexity: not above the reference's; width: mean W_L within {figures.WIDTH_SLACK} of W",
        "complete": done,
        "search_prompts": [task["id"] for task in tasks],
        "starts": work.starts,
        "left_out": left_out,
        "groups": _kept_groups(options),
    }
    for group, field in zip(wanted, fields, strict=True):
        rounds = list(work.of(field.group, [task["id"] for task in tasks]).values())
        if rounds:
            made["groups"][group.name] = {"prompts": len(rounds), "methods": _chosen(group, field, rounds)}
    write(options.settings, made)
    for name, group in made["groups"].items():
        print(name, *(f"  {key}: {one['best']}" for key, one in group["methods"].items()), sep="\n")


def _kept_groups(options: argparse.Namespace) -> dict[str, Any]:
    """The groups of an earlier search that this search does not repeat."""
    before = read_settings(options.settings, options.pair)
    return {} if before is None else dict(before["groups"])


def _chosen(group: Group, field: Field, rounds: list[dict[str, Any]]) -> dict[str, Any]:
    made = {}
    for method in group.methods:
        here = Method(method.word, tuple(word for word in method.grid if word in field.runs), method.bound)
        if here.grid:
            best, grid = figures.choose(here, rounds, group.methods[0].word, group.width)
            made[method.word] = {"best": best, "bound": method.bound, "grid": grid}
    return made


if __name__ == "__main__":
    sys.exit(main())
