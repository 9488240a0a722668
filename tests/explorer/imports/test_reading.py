"""Reading: large files in little memory, every shape of JSON, and files that are made to do harm."""

import gzip
import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decoders.errors import BadInput
from explorer.imports.contents import read
from explorer.imports.counts import pooled
from explorer.imports.opening import opened
from explorer.imports.reading import MOST_LINE, MOST_VALUE, PIECE, Source

FIXTURES = Path(__file__).parent / "fixtures"
MANY = 12 << 20  # bytes of a large file here; a limit that holds at 12 MB does not depend on the size
MEMORY = 9 << 20


def values(path: Path, content: str | bytes) -> list[Any]:
    """The JSON values of a file with this content."""
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(Source(path, "x").values())


@pytest.mark.parametrize(
    "content",
    [
        '{"a": 1}\n{"b": [2, 3]}\n',
        '{"a": 1}{"b": [2, 3]}',
        '[{"a": 1}, {"b": [2, 3]}]',
        '\ufeff[\r\n  {"a": 1},\r\n  {"b": [2, 3]}\r\n]\r\n',
        'data: {"a": 1}\n\ndata: {"b": [2, 3]}\n\ndata: [DONE]\n',
        ': comment\nevent: message\ndata: {"a": 1}\nid: 3\ndata: {"b": [2, 3]}',
        b"\xff\xfe" + '{"a": 1}\n{"b": [2, 3]}'.encode("utf-16-le"),
        gzip.compress(b'{"a": 1}\n{"b": [2, 3]}', mtime=0),
    ],
)
def test_shapes(content: str | bytes, tmp_path: Path) -> None:
    """A person saves responses in many ways, on Windows also as UTF-16."""
    assert values(tmp_path / "x", content) == [{"a": 1}, {"b": [2, 3]}]


def test_any_values_come_back(tmp_path: Path) -> None:
    """Whatever a response contains, the next one is still found."""
    path = tmp_path / "x"

    @given(st.lists(st.dictionaries(st.text(max_size=9), st.text(max_size=30) | st.integers(), min_size=1), min_size=1))
    def check(rows: list[Any]) -> None:
        assert values(path, "\n".join(map(json.dumps, rows))) == rows
        assert values(path, json.dumps(rows, ensure_ascii=False, indent=1).encode(errors="replace")) == json.loads(
            json.dumps(rows, ensure_ascii=False).encode(errors="replace")
        )

    check()


def test_a_value_across_pieces(tmp_path: Path) -> None:
    """A file is read in pieces, and a response may lie on the edge of two."""
    rows = [{"text": "x" * size} for size in (PIECE - 20, 100, 2 * PIECE, 7)]
    assert values(tmp_path / "x", "\n".join(map(json.dumps, rows))) == rows


def test_a_cut_file_keeps_its_whole_values(tmp_path: Path) -> None:
    """A full disk cuts the last response. The report says so instead of hiding it."""
    path = tmp_path / "x"
    path.write_text('{"a": 1}\n{"b": [2, ', encoding="utf-8")
    source = Source(path, "x")
    assert list(source.values()) == [{"a": 1}]
    assert source.cut == "The file ends in the middle of a JSON value, which is left out."


def test_the_report_names_a_cut(tmp_path: Path) -> None:
    """A reader must not take a part of a run for all of it."""
    path = tmp_path / "x"
    path.write_text((FIXTURES / "vllm-summary.jsonl").read_text(encoding="utf-8")[:-40], encoding="utf-8")
    pool = pooled(opened(path), "x")
    assert pool.requests == 1
    assert "The file ends in the middle of a JSON value, which is left out." in read(pool)
    assert "The file has 1 JSON value." in read(pool)
    path.write_bytes(gzip.compress((FIXTURES / "vllm.log").read_bytes() * 2000)[:-900])
    said = read(pooled(opened(path), "x"))
    assert "The gzip stream is incomplete, so the end of the file is missing." in said
    assert "No line with numbers of speculative decoding was left out." not in said


def test_the_report_says_how_much_it_read(tmp_path: Path) -> None:
    """Values without numbers and lines of a new form are counted, because a reader cannot see them."""
    path = tmp_path / "x"
    path.write_text((FIXTURES / "aiperf.jsonl").read_text(encoding="utf-8"), encoding="utf-8")
    said = read(pooled(opened(path), "x"))
    assert (
        "The file has 3 JSON values." in said,
        "1 of them has no numbers of speculative decoding." in said,
    ) == (
        True,
        True,
    )
    path.write_text(
        (FIXTURES / "vllm.log").read_text(encoding="utf-8")[:-30] + "\nSpecDecoding metrics: new", encoding="utf-8"
    )
    said = read(pooled(opened(path), "x"))
    assert "2 lines are incomplete or of an unknown form, so they were left out." in said
    path.write_text((FIXTURES / "mlx.jsonl").read_text(encoding="utf-8").replace('"length"', "null"), encoding="utf-8")
    assert "The last answer has no end in this file. Its tokens so far are counted." in read(pooled(opened(path), "x"))


def _responses() -> Iterator[str]:
    value = json.loads((FIXTURES / "vllm-detailed.json").read_text(encoding="utf-8"))
    line = json.dumps(value | {"prompt": "x" * 20_000}) + "\n"
    yield from (line for _ in range(MANY // len(line)))


def _one_list() -> Iterator[str]:
    value = json.loads((FIXTURES / "sglang-generate.jsonl").read_text(encoding="utf-8"))
    line = json.dumps(value | {"prompt": "x" * 20_000})
    yield "[" + line
    yield from (f",\n{line}" for _ in range(MANY // len(line)))
    yield "]"


def _log() -> Iterator[str]:
    text = (FIXTURES / "vllm.log").read_text(encoding="utf-8") + f"INFO GET /health {'x' * 200}\n" * 200
    yield from (text for _ in range(MANY // len(text)))


def _long_lines() -> Iterator[str]:
    yield (FIXTURES / "llama.log").read_text(encoding="utf-8")
    yield from ("prompt " + "x" * (4 << 20) + "\n" for _ in range(MANY // (4 << 20)))


@pytest.mark.parametrize("parts", [_responses, _one_list, _log, _long_lines])
def test_memory_does_not_grow_with_the_file(parts: Any, tmp_path: Path) -> None:
    """A log of 200 MB must open on a laptop, and on a server for many visitors."""
    path = tmp_path / "x"
    with path.open("w", encoding="utf-8") as file:
        file.writelines(parts())
    assert path.stat().st_size > MANY * 0.9
    tracemalloc.start()
    pool = pooled(opened(path), "x")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert pool.requests >= 2
    assert peak < MEMORY + len(pool.rows) * 200


def test_a_large_dump_streams(tmp_path: Path) -> None:
    """SGLang's dump is one object with up to 200,000 records."""
    dump = json.loads((FIXTURES / "sglang-dspark.json").read_text(encoding="utf-8"))
    inner = dump["internal_states"][0]["dspark_info_record"]
    count = MOST_VALUE * 2 // len(json.dumps(inner["records"]))
    inner["records"] *= count
    path = tmp_path / "x"
    path.write_text(json.dumps(dump), encoding="utf-8")
    pool = pooled(opened(path), "x")
    assert (pool.passes, pool.accepted) == (4 * count, 6 * count)
    assert next(opened(path)).longest == 3, "gamma stands after or before the records"


def test_a_log_line_is_read_up_to_a_limit(tmp_path: Path) -> None:
    """Debug logs print whole prompts in a line."""
    path = tmp_path / "x"
    path.write_text("a" * 3 * MOST_LINE + "\nb\n", encoding="utf-8")
    assert [len(line) for line in Source(path, "x").lines()] == [MOST_LINE, 1]


def test_bytes_that_are_not_text_are_no_error_in_a_log(tmp_path: Path) -> None:
    """A model may write half a character, and a log keeps it."""
    path = tmp_path / "x"
    path.write_bytes(b"\xff\xfe\xfa".replace(b"\xff\xfe", b"\xe2") + b"\n" + (FIXTURES / "vllm.log").read_bytes())
    assert pooled(opened(path), "x").requests == 2


@pytest.mark.parametrize("kind", ["lines", "values"])
def test_any_bytes_give_a_report_or_one_sentence(kind: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A file from the internet must never end in a traceback."""
    path = tmp_path_factory.mktemp("fuzz") / "x"
    seeds = [path.read_bytes() for path in sorted(FIXTURES.iterdir())]
    start = b"" if kind == "lines" else b'{"'

    @given(st.sampled_from(seeds), st.binary(max_size=12), st.integers(0, 5000), st.integers(0, 400))
    def check(seed: bytes, noise: bytes, at: int, gone: int) -> None:
        at %= len(seed)
        path.write_bytes((start if at % 5 == 0 else b"") + seed[:at] + noise + seed[at + gone :])
        said = ""
        try:
            pooled(opened(path), "x")
        except BadInput as refused:
            said = str(refused)
        assert "\n" not in said
        assert len(said) < 400

    check()
