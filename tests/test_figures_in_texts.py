"""Figures in the docs equal those of the stored measurements, so no text keeps an old or invented figure."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from benchmarks.figures import markdown

ROOT = Path(__file__).parents[1]
ASSETS = ROOT / "assets"
# Intervals of these two are made with their tables: those of the lab's sweeps, and of a command's printed example.
GENERATED = {ROOT / "docs/lab-results.md", ROOT / "docs/cli.md"}
TEXTS = sorted({ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *ASSETS.glob("**/README.md")} - GENERATED)
# Searches whose files are not stored; the text says so.
UNKEPT = {"1.28 1.20 1.41", "1.29 1.25 1.43", "1.36 1.12 1.50", "1.32 1.23 1.42", "1.28 1.13 1.43", "1.28 1.17 1.35"}
# A ratio with its interval: 1.46 (1.38–1.53); 1.46 times as fast as … (95% CI 1.38–1.53); | 1.46 | 1.38–1.53 |
INTERVALS = (
    re.compile(r"(\d\.\d\d)[ ×]*\((?:95 % interval |95% CI )?(\d\.\d\d)(?:–|, | to )(\d\.\d\d)"),
    re.compile(r"(\d\.\d\d) times as fast as [^.(]*\((?:95% CI )?(\d\.\d\d)(?:–| to )(\d\.\d\d)"),
    re.compile(r"\| (\d\.\d\d)×? \| (\d\.\d\d)–(\d\.\d\d) (?=\|)"),
)
PAIRS = (("median", "median_interval"), ("total", "total_interval"), ("ratio", "interval"))
Json = Any


@cache
def kept(name: str) -> Json:
    """The content of a stored file, by its path in assets."""
    return json.loads((ASSETS / name).read_text(encoding="utf-8"))


@cache
def flat(path: Path) -> str:
    """A text on one line."""
    return " ".join(path.read_text(encoding="utf-8").split())


def dicts(value: Json) -> Iterator[dict[str, Json]]:
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from dicts(inner)


@cache
def intervals() -> frozenset[str]:
    """Every ratio with its interval in a stored file, in the form that the docs use."""
    found = set(UNKEPT)
    files = [*ASSETS.glob("benchmarks/*.json"), *ASSETS.glob("tuned/*.json")]
    for part in dicts([json.loads(file.read_text(encoding="utf-8")) for file in files]):
        for value, ends in PAIRS:
            if isinstance(part.get(value), float | int) and isinstance(part.get(ends), list):
                found.add(" ".join(f"{number:.2f}" for number in (part[value], *part[ends])))
        if {"median", "low", "high"} <= part.keys():
            found.add(" ".join(f"{part[key]:.2f}" for key in ("median", "low", "high")))
    return frozenset(found)


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_interval_is_a_kept_one(text: Path) -> None:
    """A figure of an earlier measurement would stay in the docs after a new measurement."""
    matches = [match for pattern in INTERVALS for match in pattern.finditer(flat(text))]
    assert [match.group() for match in matches if " ".join(match.groups()) not in intervals()] == []


def test_intervals_of_all_forms_are_found() -> None:
    """A written form of intervals that no pattern finds would never be tested."""
    texts = [flat(ROOT / name) for name in ("assets/benchmarks/README.md", "docs/benchmarks.md", "docs/benchmarks.md")]
    assert all(len(pattern.findall(text)) > 1 for pattern, text in zip(INTERVALS, texts, strict=True))


@pytest.mark.parametrize("name", ["methods-openvino", "methods"])
def test_the_tables_are_made_of_the_files(name: str) -> None:
    """The long tables of results would differ from what `benchmarks.methods` prints of their files."""
    text = (ASSETS / "benchmarks/README.md").read_text(encoding="utf-8")
    missing = [line for line in markdown(kept(f"benchmarks/{name}.json")).split("\n") if line not in text]
    beams = "beams" if name == "methods" else "none"  # that group is printed of methods-beams.json
    expected = markdown({**kept("benchmarks/methods.json"), "groups": groups("methods", beams)}) if missing else ""
    assert set(missing) <= set(expected.split("\n")), missing


def test_the_table_of_beams_is_of_its_own_file() -> None:
    """The table of beams would show figures of another file than its note says."""
    text = (ASSETS / "benchmarks/README.md").read_text(encoding="utf-8")
    assert all(line in text for line in markdown(kept("benchmarks/methods-beams.json")).split("\n"))


def groups(name: str, group: str) -> dict[str, Json]:
    found = kept(f"benchmarks/{name}.json")["groups"]
    return {key: value for key, value in found.items() if key == group}


# Claims: the text, and its words with the figures of the stored files


def rows(name: str) -> dict[str, Json]:
    """The rows of a file of `benchmarks.methods`, by entrant."""
    return {row["entrant"]: row for part in kept(f"benchmarks/{name}.json")["groups"].values() for row in part["rows"]}


def best(name: str, method: str, ends: str = "") -> Json:
    """The row with a method's highest ratio; `ends` is a part of its settings."""
    found = [row for entrant, row in rows(name).items() if entrant.split(":")[0] == method and ends in entrant]
    return max(found, key=lambda row: row["ratio"]["median"])


def times(row: Json) -> str:
    return f"{row['ratio']['median']:.2f}"


def speed(name: str, entrant: str) -> str:
    """The median over prompts of tokens per second."""
    found = kept(f"benchmarks/{name}.json")
    part = next(group for group in found["groups"].values() if entrant in {row["entrant"] for row in group["rows"]})
    emitted, loop = part["raw_columns"].index("emitted"), part["raw_columns"].index("loop")
    return f"{median(row[emitted] / row[loop] for row in (raw[entrant] for raw in part['raw'].values())):.0f}"


def rule_work(*names: str) -> str:
    """The lowest and highest share of rule work over all built-in methods."""
    ours = [
        row["rule_share"] for name in names for row in rows(name).values() if not row["entrant"].startswith("generate")
    ]
    return f"{min(ours):.1%} to {max(ours):.1%}"


def work(name: str, method: str, ends: str = "") -> str:
    return f"{best(name, method, ends)['rule_share']:.1%}"


def short(seconds: float) -> str:
    """A number with two digits: 0.15, 5.9, 12."""
    return f"{seconds:.2f}" if seconds < 1 else f"{seconds:.1f}" if seconds < 9.95 else f"{seconds:.0f}"


def span(name: str, method: str) -> str:
    """The lowest and highest rule work over a method's settings, in whole per cent."""
    shares = [row["rule_share"] for entrant, row in rows(name).items() if entrant.split(":")[0] == method]
    return f"{min(shares):.0%} to {max(shares):.0%}"


NUMBA = ("methods-numba", "methods-numba-sampling", "methods-numba-beams")
OPENVINO = (
    "methods-openvino",
    "methods-eagle3",
    "methods-eagle3-sampling",
    "methods-eagle3-beams",
)


def tuned(pair: str, instructions: str) -> dict[str, Json]:
    """A shipped search that was measured on the built-in kernels."""
    for file in sorted((ASSETS / "tuned").glob(f"{pair}-*.json")):
        found = kept(f"tuned/{file.name}")
        if (found["pair"], found["engine"], found["instructions"]) == (pair, "numba", instructions):
            return found["methods"]
    raise AssertionError((pair, instructions))


def cell(part: Json, value: str = "ratio") -> str:
    """Two table cells, a ratio and its interval; a dash where none is stored."""
    ends = part.get(dict(PAIRS)[value])
    return f"{part[value]:.2f} | " + (f"{ends[0]:.2f}–{ends[1]:.2f}" if ends else "–")


def tuned_rows(pair: str) -> list[str]:
    """Rows of a shipped search: measured with AVX-512, and on the same CPU limited to AVX2."""
    wide, narrow = tuned(pair, "AVX-512"), tuned(pair, "AVX2")
    return [f"| {cell(wide[name])} | {cell(narrow[name])} |" for name in wide]


def pass_rows(engines: Json) -> list[str]:
    """Rows with milliseconds of a target pass over 1, 4 and 8 nodes, per engine."""
    names = {
        "built-in kernels": "own float32",
        "OpenVINO, f32": "openvino float32",
        "OpenVINO, bf16": "openvino bfloat16",
    }
    names["torch, bf16"] = "torch bfloat16"
    return [
        f"| {shown} | " + " | ".join(f"{1000 * engines[name][nodes]['median']:.1f}" for nodes in "148") + " |"
        for shown, name in names.items()
    ]


def found_to(method: Json) -> str:
    low, high = method["interval"]
    return f"{method['ratio']:.2f} ({low:.2f} to {high:.2f})"


def claims() -> list[tuple[str, str]]:
    """Pairs of a text and the words that it must contain."""
    greedy, sampled, beams = NUMBA
    spd = best(greedy, "spd", "gamma=2")
    wide, narrow = tuned("smollm2", "AVX-512"), tuned("smollm2", "AVX2")
    low, high = spd["ratio"]["median_interval"]
    engines, load, space = (kept(f"benchmarks/{name}.json") for name in ("engines", "load", "space"))
    passes = engines["passes"]["target"]["seconds"]["own float32"]
    memory, waited = load["memory_mb"], load["answers"]
    fuzz, bounds, equal = (kept(f"benchmarks/{name}.json") for name in ("fuzz", "bounds", "equality"))
    card, index, page = "assets/draft-eagle3/README.md", "assets/benchmarks/README.md", "docs/benchmarks.md"
    plain = rows("methods")
    return [
        (
            "assets/draft/README.md",
            f"speculative decoding is {times(plain['spd:gamma=1'])} times as fast as greedy decoding, graph-structured "
            f"drafts {times(best('methods', 'gsd'))} times",
        ),
        (
            card,
            f"speculative decoding with gamma = 2 is {times(spd)} times as fast as greedy decoding (95% interval "
            f"{low:.2f} to {high:.2f}), GSD {times(best(greedy, 'gsd'))}, MCSS {times(best(greedy, 'mcss'))}; on the "
            f"10 prompts x 32 tokens of the stored search, SpD {found_to(wide['spd'])}, restricted to AVX2 "
            f"{found_to(narrow['spd'])}",
        ),
        (
            page,
            f"{rule_work(*OPENVINO)} of the wall time on OpenVINO. On the built-in kernels it takes "
            f"{rule_work(*NUMBA)}",
        ),
        (page, f"{speed(greedy, 'greedy')} tokens/s, and SpD with γ = 2 writes {speed(greedy, 'spd:gamma=2')}"),
        (page, f"| EAGLE-2 | {cell(best(greedy, 'eagle2')['ratio'], 'median')} |"),
        (page, f"| MCSS | {cell(best(greedy, 'mcss')['ratio'], 'median')} |"),
        ("README.md", f"compared with greedy decoding | {cell(best(greedy, 'gsd')['ratio'], 'median')} |"),
        ("README.md", f"compared with greedy decoding | {cell(spd['ratio'], 'median')} |"),
        *((page, row) for pair in ("smollm2", "smollm2-int8", "smollm2-plain") for row in tuned_rows(pair)),
        *((page, row) for row in pass_rows(engines["passes"]["target"]["seconds"])),
        (
            index,
            f"In tokens per second: {speed(greedy, 'greedy')} greedy, {speed(greedy, 'spd:gamma=2')} by SpD at γ = 2, "
            f"{speed(greedy, best(greedy, 'gsd')['entrant'])} by GSD, "
            f"{speed(greedy, 'specinfer:branching=1,1')} by SpecInfer",
        ),
        (
            index,
            f"SpD {work(greedy, 'spd', 'gamma=2')}, GSD {work(greedy, 'gsd')}, TSD {work(greedy, 'tsd')}, MCSS "
            f"{work(greedy, 'mcss')}, EAGLE-2 {work(greedy, 'eagle2')}; sampled SpD {work(sampled, 'spd', 'gamma=2')}; "
            f"MTAD {span(sampled, 'mtad')}, DSBD {span(beams, 'dsbd')}",
        ),
        (index, f"takes {rule_work('methods', 'methods-beams', 'methods-spd')} of the wall time"),
        *((index, f" | {cell(best(sampled, method)['ratio'], 'median')} |") for method in ("eagle2", "mtad", "mcss")),
        (index, f"agreement ≥ 0.56 and 2.2 tokens per pass at γ = 4 | {eagle_card()}"),
        (index, f"{1000 * passes['8']['median']:.1f} ms for {1000 * passes['1']['median']:.1f}"),
        (
            index,
            f"Memory rose from {memory[0]} to {memory[3]} MB in the first 40 s and then stayed between "
            f"{min(memory[4:])} and {max(memory[4:])} MB",
        ),
        (index, f"all {sum(load['met'].values()):,} runs were their own"),
        *(
            (index, f"| {name} | {short(waited[kind]['median_s'])} s | {short(waited[kind]['p95_s'])} s |")
            for name, kind in (
                ("a step", "stepping"),
                ("a run", "running"),
                ("a what-if", "what-ifs"),
                ("a comparison", "comparing"),
                ("a Lab", "labs"),
                ("a proof", "exactness"),
            )
        ),
        ("docs/hosting.md", f"A step took {short(waited['stepping']['median_s'])} s and a run"),
        (
            index,
            f"first answer {space['first_answer']:.1f} s, the first run of `smollm2` "
            f"{space['smollm2']['seconds']:.0f} s",
        ),
        (index, f"{fuzz['opened']:,} opened, {fuzz['refused']:,} refused"),
        (index, f"γ̄ {bounds['median_gamma_bar']:.2f}"),
        (index, f"100 of 100 prompts × {equal['made_with']['max_new_tokens']} tokens are equal"),
    ]


def eagle_card() -> str:
    """The figures for all prompts in the draft's model card. They come from the weights; no file stores them."""
    cells = re.search(r"\| all \| 120 \| \d+ \| (0\.\d+) \| (\d\.\d+)", flat(ASSETS / "draft-eagle3/README.md"))
    assert cells is not None
    return " and ".join(cells.groups())


@pytest.mark.parametrize("place", range(len(claims())), ids=lambda place: claims()[place][1][:40])
def test_a_sentence_has_the_figures_of_its_file(place: int) -> None:
    """Single numbers in sentences, which no table holds, would differ from the measurement."""
    text, words = claims()[place]
    assert words in flat(ROOT / text)
