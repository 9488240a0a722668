"""A few families of the zoo, `make laws` more of them. `make zoo` checks all, and writes the table in
docs/your-own-models.md.
"""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.zoo import check, table
from benchmarks.zoo.build import write_pair
from benchmarks.zoo.families import FAMILIES
from benchmarks.zoo.formats import FORMATS
from decoders.core.pair import Pair

# Those with something that no family of the tests of sessions and kernels has, and one or two of each kind.
CHECKED = [
    *((name, "torch") for name in ("phi3-longrope", "deepseek-v3", "llama4", "bloom", "qwen3.5")),
    *((name, "numba") for name in ("llama-bias", "mistral-window", "granite")),
]
TORCH = (
    "qwen2-window", "gemma3", "gpt-oss", "olmo3", "cohere2", "mixtral", "gpt2", "gpt-neo", "falcon-alibi", "starcoder2",
    "jamba",
)  # fmt: skip
FURTHER = [*((name, "torch") for name in TORCH), *((name, "numba") for name in ("qwen3", "smollm3", "olmo2"))]


@pytest.fixture(autouse=True)
def _few_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short texts, but longer than the windows of 32 tokens."""
    monkeypatch.setattr(check, "TOKENS", 24)
    monkeypatch.setattr(check, "PROMPTS", check.PROMPTS[:2])


@pytest.mark.parametrize(
    ("name", "engine"), [*CHECKED, *(pytest.param(*row, marks=pytest.mark.large) for row in FURTHER)]
)
def test_a_family_is_exact(name: str, engine: str, tmp_path: Path) -> None:
    """A person's model must write the same text as in transformers."""
    result = check.check(name, write_pair(FAMILIES[name], tmp_path), engine)
    assert not result.refused
    assert not result.greedy
    assert not result.methods
    assert 0 < result.accepted < result.tested


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("GGUF, Q4_0", ""),
        ("safetensors in parts with an index", ""),
        ("two GGUF files", "llama-F16.gguf"),
        ("a tensor is missing", "model.layers.1.mlp.down_proj.weight"),
        ("a weight is NaN", "model.layers.0.mlp.up_proj.weight"),
    ],
)
def test_a_format_runs_or_is_refused(name: str, says: str, tmp_path: Path) -> None:
    """The table of formats in the docs must not promise a format that fails or runs with random weights."""
    target, draft = write_pair(FAMILIES["llama"], tmp_path)
    packed = tmp_path / "packed"
    packed.mkdir()
    FORMATS[name](target, packed)
    result = check.check_format(name, packed, draft)
    assert not result.different
    assert says in result.refused
    assert bool(says) == bool(result.refused)


def test_a_wrong_text_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that reports `equal` for everything proves nothing."""

    def shifted(pair: Pair, method: str, *given: object) -> tuple[list[int], int, int]:
        tokens, accepted, tested = written(pair, method, *given)  # pyright: ignore[reportArgumentType]
        return [*tokens[:3], tokens[3] + (method == "spd"), *tokens[4:]], accepted, tested

    written = check._written  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(check, "_written", shifted)
    result = check.check("llama", write_pair(FAMILIES["llama"], tmp_path), "torch")
    assert result.methods == {"spd": "other tokens from 3 on"}
    assert not result.exact
    assert not replace(result, methods={}, accepted=0).exact  # nothing was accepted: it means nothing


def test_the_table_says_what_was_measured(tmp_path: Path) -> None:
    """The docs must state only what the script measured."""
    runs = {"refused": "", "tree_mode": "tree", "greedy": "", "methods": {}, "window": 512}
    refused = {"window": None, "greedy": "", "methods": {}}
    unknown = "X cannot run TARGET: its architecture, Y, is not supported. Use Z."
    odd = "TARGET cannot be used: it is odd. Choose another model."
    rows = [
        {"family": "llama", "engine": "torch", **runs},
        {"family": "llama", "engine": "numba", **runs},
        {"family": "phi3-longrope", "engine": "torch", **runs, "window": 128},
        {
            "family": "phi3-longrope",
            "engine": "numba",
            "refused": unknown,
        },
        {"family": "mamba", "engine": "torch", **refused, "refused": odd},
        {
            "family": "mamba",
            "engine": "numba",
            **refused,
            "refused": "X cannot run TARGET: its sizes are odd. Use --engine auto or torch.",
        },
    ]
    page = tmp_path / "page.md"
    marks = [*table.FAMILY_MARKS, *table.FORMAT_MARKS]
    page.write_text("before\n{}\nold\n{}\nbetween\n{}\nold\n{}\nafter\n".format(*marks), encoding="utf-8")
    rows.append({"family": "lfm2", "engine": "torch", **runs, "tree_mode": "states: it reads again"})
    rows.append({"family": "lfm2", "engine": "numba", **refused, "refused": unknown})
    formats = [
        {"format": "GGUF", "refused": "", "engine": "torch", "dtype": "float32", "different": ""},
        {"format": "`.bin`", "refused": "It is pickled.", "engine": "", "dtype": "", "different": ""},
    ]
    table.put_tables(rows, formats, page)
    text = page.read_text(encoding="utf-8")
    assert "| Llama | yes | all positions | yes | yes |" in text
    assert "| Phi-3, longrope | yes | 128 of 512 tokens | no | yes |" in text
    assert "| Mamba | no: it is odd | – | no: its sizes are odd | – |" in text
    assert "| LFM2 | from stored states: it reads again | all positions | no | yes |" in text
    assert "| GGUF | runs on torch in float32, equal to `generate` |" in text
    assert "| `.bin` | refused: “It is pickled.” |" in text
    assert "old" not in text
    assert "between" in text
    assert text.endswith("after\n")


def test_the_page_is_of_the_kept_results() -> None:
    """The table in the docs must be the one that the script printed."""
    kept = json.loads((Path(table.PAGE).parents[1] / "assets/benchmarks/zoo.json").read_text(encoding="utf-8"))
    page = table.PAGE.read_text(encoding="utf-8")
    assert table.table(kept["rows"]) in page
    assert table.format_table(kept["formats"]) in page
    assert {row["family"] for row in kept["rows"]} == set(FAMILIES)
