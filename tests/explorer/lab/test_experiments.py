"""The papers' experiments: a figure shows what its axes say, and all can be run."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from decoders.core.decode import Run
from decoders.core.dice import Seeded
from decoders.core.pair import Pair
from decoders.core.record import Node
from decoders.errors import BadInput
from explorer.lab.analysis.report import SETTINGS, conditions, numbers, page, table_html
from explorer.lab.analysis.results import Results
from explorer.lab.catalog import BESIDES, ITEMS, experiment_of, known
from explorer.lab.data.tasks import read_data, typed
from explorer.lab.experiment import METRICS, Metric
from explorer.lab.measure import draft_laws, merged_pairs
from explorer.lab.plans import make_plan
from explorer.lab.sweep import sweep
from explorer.service.recording import record_trace
from explorer.service.request import RunRequest

WITHOUT = {"gsd-table-4": "needs extra heads"}  # what a toy pair cannot give, and says: Medusa has no heads on it
UNTIMED = "mtad-table-2"  # not on a toy pair at all: a table makes no passes worth timing
NO_ENERGY = {"j_per_token", "measured_j_per_token", "j_per_run", "j_per_input"}


def test_every_figure_and_table_is_listed() -> None:
    """49 items: 9 and 2 of DSBD, 8 and 10 of GSD, 5 and 15 of MTAD. A missing one would not be noticed."""
    parts = {"DSBD": (9, 2), "GSD": (8, 10), "MTAD": (5, 15)}
    expected = {
        (p, f"{k} {i}")
        for p, n in parts.items()
        for k, m in zip(("Figure", "Table"), n, strict=True)
        for i in range(1, m + 1)
    }
    assert [(item.paper, item.item) for item in ITEMS] == list(dict.fromkeys((item.paper, item.item) for item in ITEMS))
    assert {(item.paper, item.item) for item in ITEMS} == expected
    assert len(ITEMS) == 49
    assert {item.experiment for item in (*ITEMS, *BESIDES)} == {None, *known()}


@pytest.mark.parametrize("name", known())
def test_declarations_hold_together(name: str) -> None:
    """Two cells with one label would be summed; a mark without cell or metric would never be drawn."""
    experiment = known()[name]
    labels = [cell.label for cell in experiment.cells]
    assert len(set(labels)) == len(labels)
    for cell in experiment.cells:
        if cell.method:
            RunRequest(cell.method, "toy:x", "", cell.settings)
    assert {mark.metric for mark in experiment.marks} <= {metric.key for metric in experiment.metrics}
    assert {mark.group for mark in experiment.marks} <= {cell.group for cell in experiment.cells}


@pytest.mark.parametrize(("name", "most"), [(f"dsbd-figure-{n}", most) for n in (4, 5, 6) for most in (8, 12)])
def test_few_cells_keep_what_a_grid_is_compared_with(name: str, most: int) -> None:
    """A reduced grid must keep the methods that others are compared with."""
    experiment = known()[name]
    count = Counter(cell.group for cell in experiment.chosen(most))
    assert sum(count.values()) == most
    assert set(count) == {"beam sampling", "SpD", "SpecInfer", "DSBD"}
    assert count["beam sampling"] >= 3
    assert experiment.chosen(most)[0] == experiment.cells[0]


def test_few_cells_are_spread_over_groups_and_within() -> None:
    """Each curve keeps both ends; of too many groups, the first and the last stay."""
    both = [cell.label for cell in known()["gsd-figure-5a"].chosen(6)]
    assert both == ["GSD k=1", "GSD k=3", "GSD k=5", "TSD k=1", "TSD k=3", "TSD k=5"]
    experiment = known()["mtad-table-12"]
    few = experiment.chosen(3)
    assert [len(few), few[0], few[-1]] == [3, experiment.cells[0], experiment.cells[-1]]


@pytest.mark.parametrize("name", [name for name in known() if name != UNTIMED])
def test_quick_form_measures_and_draws(name: str, tmp_path: Path) -> None:
    """Every experiment runs from its declaration to its page, and fails only with a reason."""
    found = sweep(make_plan(name, quick=True), tmp_path)
    assert {row["failed"] for row in found.failed if WITHOUT.get(name, "nothing") not in row["failed"]} == set()
    assert bool(found.failed) == (name in WITHOUT)
    measured = {row["metric"] for row in found.table()}
    asked = {metric.key for metric in found.experiment.metrics}
    assert measured == asked - NO_ENERGY
    for row in found.table():
        assert row["n"] >= 1
        assert row["pair"].startswith("toy:")
        assert row["device"] == "cpu"
        assert row["low"] is None or row["low"] - 1e-9 <= row["value"] <= row["high"] + 1e-9
        json.loads(row["settings"])
    html = page(found)
    assert "n (prompts)" in html or not found.rows
    assert "<script src" not in html
    assert found.experiment.title in html.replace("&#x27;", "'")


def test_what_a_toy_pair_cannot_give_is_refused_at_once(tmp_path: Path) -> None:
    """Twelve failures for one reason are not a measurement, so it is refused at once."""
    with pytest.raises(BadInput, match="measures how long passes take"):
        sweep(make_plan(UNTIMED, quick=True), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def rows(cell: str, **columns: list[float]) -> list[dict[str, Any]]:
    """Rows of one cell, one per task."""
    size = len(next(iter(columns.values())))
    return [
        {"cell": cell, "data": "d", "task": str(i), "seed": 0} | {key: values[i] for key, values in columns.items()}
        for i in range(size)
    ]


def test_metrics_are_ratios_of_sums() -> None:
    """A mean of ratios would let the shortest run count as much as the longest."""
    experiment = experiment_of("mtad-table-3")
    found = Results(
        experiment,
        {},
        [*rows("multinomial", emitted=[10, 90], seconds=[1, 3]), *rows("SpD", emitted=[50, 50], seconds=[1, 1])],
    )
    base, fast = experiment.cells

    def value(metric: Metric, cell: Any) -> float:
        got = found.value(metric, cell)
        assert got is not None
        return got.value

    assert value(METRICS["tokens_per_s"], base) == 25
    assert value(METRICS["speedup"], fast) == 2
    got = found.value(METRICS["tokens_per_s"], base)
    assert got is not None
    assert (got.n, got.low, got.high) == (2, None, None)
    assert found.value(METRICS["perplexity"], base) is None


def test_a_report_has_the_settings_of_every_number() -> None:
    """A number without its settings cannot be reproduced; many settings are folded."""
    experiment = experiment_of("gsd-table-1")
    found = Results(experiment, {}, [row for cell in ("SSD", "GSD") for row in rows(cell, drafted=[1, 2, 3])])
    few, many = numbers(found)
    assert (few["n (prompts)"], few["method"], few[SETTINGS]) == (3, "ssd", "")
    assert many[SETTINGS] == "out_degree=4, prob_threshold=0.2, sibling_threshold=0.3"
    html = table_html([few, many])
    assert f"<details><summary>out_degree=4, prob_threshold=0.2…</summary>{many[SETTINGS]}</details>" in html
    assert html.count("<details>") == 1


def test_a_ratio_is_of_the_same_prompts() -> None:
    """A speed-up over other prompts would be meaningless."""
    experiment = experiment_of("mtad-table-3")
    found = Results(
        experiment,
        {},
        [*rows("multinomial", emitted=[10, 1000], seconds=[1, 1]), *rows("SpD", emitted=[30], seconds=[1])],
    )
    got = found.value(METRICS["speedup"], experiment.cells[1])
    assert got is not None
    assert (got.value, got.n, got.low) == (3, 1, None)


def test_a_grid_of_ones_own(tmp_path: Path) -> None:
    """A custom sweep needs a few lines and no Python."""
    grid = tmp_path / "wide.toml"
    grid.write_text(
        'x = "gamma"\nmetrics = ["tokens_per_pass"]\n[[grid]]\nmethod = "spd"\ngamma = [1, 3]\n', encoding="utf-8"
    )
    found = sweep(make_plan(str(grid), quick=True), tmp_path / "out")
    assert [row["cell"] for row in found.table() if row["data"] == "prompts"] == ["spd γ=1", "spd γ=3"]


def test_widths_and_shares_are_named_as_the_papers_name_them() -> None:
    """W̄ is DSBD's average *accepted* width (App. C.2), and percentages say so."""
    assert METRICS["mean_accepted"].label == "average accepted width W̄"
    assert "W̄" not in METRICS["mean_width"].label
    assert all("percent" in METRICS[key].label for key in ("graph_success", "recurring", "quality"))


def test_the_list_says_which_models_a_paper_took() -> None:
    """GSD used LLaMA-7b for Figures 7 and 8, DSBD used OPT on Spider for Figure 6 (App. C.1)."""
    models = {(item.paper, item.item): item.models for item in ITEMS}
    assert "LLaMA-7b" in models["GSD", "Figure 7"]
    assert "LLaMA-7b" in models["GSD", "Figure 8"]
    assert "opt" in models["DSBD", "Figure 6"]
    assert "Spider" in models["DSBD", "Figure 6"]


def test_a_chain_has_no_graph_success(tmp_path: Path) -> None:
    """The paper has a dash for SSD, where nothing can merge, and 0% for TSD, where nothing does."""
    found = sweep(make_plan("gsd-table-1", quick=True), tmp_path)
    known = {cell.label: found.value(METRICS["graph_success"], cell) for cell in found.cells}
    assert known["SSD"] is None
    assert known["TSD"] is not None
    assert known["TSD"].value == 0


def test_merging_by_position_is_measured_of_what_is_not_pruned() -> None:
    """With τ = 0 there are no merge edges, so unpruned nodes are compared with the first of their level."""
    nodes = [
        Node(0, -1, 0, 0, "input"),
        Node(1, 0, 0, 1, "draft", leaf="probability"),
        Node(2, 0, 0, 1, "draft"),
        Node(3, 0, 0, 1, "draft"),
        Node(4, 2, 0, 2, "draft"),
        Node(5, 3, 0, 2, "draft", leaf="depth"),
        Node(6, 3, 0, 2, "draft", leaf="merged", merge=4),
        Node(7, 0, 0, 1, "target"),
    ]
    assert merged_pairs(nodes, 0) == [(3, 2), (5, 4), (6, 4)]
    assert merged_pairs(nodes, 2) == [(6, 4)]


def test_a_cut_draft_is_counted_where_its_number_stands(tmp_path: Path) -> None:
    """k = ∞ is cut by the node budget; the table must show the share of cut drafts."""
    experiment = known()["gsd-table-5"]
    assert METRICS["cut"] in experiment.metrics
    found = sweep(make_plan("gsd-table-5", quick=True, cells=15), tmp_path)
    wide = next(cell for cell in found.cells if cell.label == "k=∞ τ=0")
    value = found.value(METRICS["cut"], wide)
    drafts, cut = (sum(row[key] for row in found.of(wide)) for key in ("drafts", "cut"))
    assert value is not None
    assert 0 <= cut <= drafts
    assert value.value == 100 * cut / drafts


def test_conditions_say_of_what_a_number_is() -> None:
    """`limit 32` could mean prompts, tokens or minutes."""
    found = Results(known()["gsd-table-5"], {"pair": "toy", "limit": 32, "cores": 2})
    assert {row["condition"]: row["value"] for row in conditions(found)} == {
        "pair": "toy", "maximum new tokens per run": "32", "processor cores": "2",
    }  # fmt: skip
    assert "maximum new tokens per run" in page(found)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"prompt": "a", "references": "42"}', "list of the correct answers"),
        ('{"id": 1, "prompt": "a"}\n{"id": 1, "prompt": "b"}', "have the id “1”"),
    ],
)
def test_prompts_of_one_s_own_are_looked_at(line: str, why: str, tmp_path: Path) -> None:
    """Answers as text must not be judged letter by letter, and equal ids must be refused."""
    file = tmp_path / "own.jsonl"
    file.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(BadInput, match=why):
        read_data([str(file)])
    with pytest.raises(BadInput, match=why):
        typed(line)


def test_prompts_written_into_a_field() -> None:
    """One prompt or JSON line per line; strangers can neither name files nor run code."""
    data = typed(
        '  the sky\r\n\n{"prompt": "6 × 7?\\nSay.", "scorer": "number", "references": ["42"], "extra": {"x": 1}}'
    )
    plain, judged = data.tasks
    assert (plain.id, plain.prompt, plain.data, plain.scorer) == ("1", "the sky", "own", "")
    assert (judged.id, judged.prompt, judged.scorer, judged.references) == ("3", "6 × 7?\nSay.", "number", ("42",))
    assert judged.extra == {}
    assert data.sources[0]["kind"] == "own"
    for text, why in (
        ('{"prompt": 3}', "Line 1 has no prompt"),
        ('a\n{"prompt": ', "Line 2 is not valid JSON"),
        ('{"prompt": "a", "id": "\\ud800"}', "Line 1 is not valid JSON"),
        ("\ud800", "Line 1 is not valid JSON"),
        ('{"prompt": "a", "scorer": "sql", "references": ["SELECT 1"]}', "unknown scorer sql"),
        ('{"prompt": "a", "scorer": "code", "references": [""]}', "unknown scorer code"),
        ('{"prompt": "a", "scorer": ["number"], "references": ["1"]}', "unknown scorer"),
        ('{"prompt": "a", "scorer": "number"}', "list of the correct answers"),
    ):
        with pytest.raises(BadInput, match=why):
            typed(text)


def test_a_threshold_that_is_varied_can_prune() -> None:
    """GSD Figure 8 at θ_prob = 0.4 is one curve, because of two open siblings the likelier has q ≤ 0.6."""
    cells = known()["gsd-figure-8"].cells
    wide = [cell.settings for cell in cells if cell.settings["sibling_threshold"] / 2 > cell.settings["prob_threshold"]]
    assert len(wide) >= 3, "where the likelier has q = 1/2, θ_sib must cut above θ_prob"
    assert {one["sibling_threshold"] for one in wide} >= {0.3, 0.5, 0.7}
    assert "0.66" in known()["gsd-figure-8"].differs


@pytest.mark.parametrize(
    ("name", "size", "where", "metric", "values"),
    [
        ("gsd-table-1", 35, "Table 1, GSM8k, LLaMA-2-70b", "speedup", {"Self SSD": 1.37, "SSD": 1.85, "GSD": 1.96}),
        ("gsd-table-1", 35, "Table 1, XSum, LLaMA-2-70b", "speedup", {"Self SSD": 1.28, "TSD": 1.42}),
        ("gsd-table-5", 15, "Table 5", "kl", {"k=3": 5.13e-7, "k=∞": 7.64e-7}),
        ("mtad-table-4", 16, "Table 4, Llama-3-Instruct, Spider", "quality", {"multinomial": 36.0, "MTJD": 60.5}),
        ("mtad-table-5", 112, "Table 5, Spider, Llama-3", "tokens_per_s", {"BiLD": 23.3, "MCSS": 32.7, "MTAD": 33.3}),
        ("mtad-table-5", 112, "Table 5, MT-Bench, Llama-3", "j_per_token", {"Typical": 12.4, "MTAD": 10.0}),
        ("mtad-figure-5", 42, "Table 5, MT-Bench, Llama-3-Instruct", "j_per_token", {"SpD": 10.0, "MTAD": 9.2}),
        ("mtad-table-7", 180, "Table 7, Spider, OPT", "j_per_token", {"Spectr": 20.1, "BiLD": 13.6, "MTAD": 11.7}),
        ("mtad-table-7", 180, "Table 7, MT-Bench, OPT", "perplexity", {"SpD": 2.02, "BiLD": 1.50, "MTAD": 1.10}),
        ("mtad-table-7", 180, "Table 13, OPT 350M and 30B, all sets", "tokens_per_s", {"SpD": 15.3, "MTAD": 19.5}),
        ("mtad-table-9", 28, "Table 15, Spider (EA), 68M fine-tuned", "tokens_per_s", {"SpD": 27.8, "MTAD": 32.3}),
    ],
)
def test_papers_numbers_are_whole(name: str, size: int, where: str, metric: str, values: dict[str, float]) -> None:
    """A missing number of a paper would not be noticed, and a wrong copy would be believed."""
    marks = known()[name].marks
    assert len(marks) == size
    mine = {mark.group: mark.value for mark in marks if (mark.where, mark.metric) == (where, metric)}
    assert {group: mine[group] for group in values} == values


@pytest.mark.parametrize(
    ("kind", "text", "prompt", "references"),
    [
        ("gsm8k", '{"question": "2+2?", "answer": "so #### 4"}', "2+2?", ("4",)),
        ("scitldr", '{"source": ["a.", "b."], "target": ["c"]}', "a. b.", ("c",)),
        ("cnndm", '{"article": "a", "highlights": "h"}', "Summarize", ("h",)),
        ("wmt", '{"de": "Boot", "en": "boat"}', "Boot", ("boat",)),
        ("wmt-en-de", '{"de": "Boot", "en": "boat"}', "German and write nothing else: boat", ("Boot",)),
        ("xsum", '{"document": "d", "summary": "s", "id": "7"}', "in one sentence", ("s",)),
        ("alpaca", '[{"instruction": "Sort.", "input": "b a", "output": "a b"}]', "Sort.\n\nb a", ()),
        ("alpaca", '{"instruction": "Sing.", "input": "", "output": "la"}', "Sing.", ()),
        ("chatalpaca", '[[{"role": "user", "content": "first"}, {"role": "assistant", "content": "x"}]]', "first", ()),
        ("chatgpt-prompts", '{"human_prompt": "h", "chatgpt_response": "r"}', "h", ("r",)),
        ("mt-bench", '{"question_id": 81, "turns": ["write"]}', "write", ()),
        ("humaneval", '{"task_id": "H/0", "prompt": "def f", "test": "t", "entry_point": "f"}', "def f", ("",)),
    ],
)
def test_data_sets_are_read_as_published(
    kind: str, text: str, prompt: str, references: tuple[str, ...], tmp_path: Path
) -> None:
    """Nobody should have to convert a data set by hand or trust somebody's conversion."""
    file = tmp_path / "data.jsonl"
    file.write_text(text + "\n", encoding="utf-8")
    (task,) = read_data([f"{kind}:{file}"]).tasks
    assert prompt in task.prompt
    assert task.references == references
    file.write_text('{"other": 1}\n', encoding="utf-8")
    with pytest.raises(BadInput, match=f"not a file of {kind}"):
        read_data([f"{kind}:{file}"])


def test_squad_and_spider_are_read_as_published(tmp_path: Path) -> None:
    """Their files are not JSON lines, and Spider's databases are next to its questions."""
    squad = {
        "data": [
            {
                "paragraphs": [
                    {"context": "c", "qas": [{"id": 1, "question": "q?", "answers": [{"text": "a"}, {"text": "a"}]}]}
                ]
            }
        ]
    }
    (tmp_path / "squad.json").write_text(json.dumps(squad), encoding="utf-8")
    (task,) = read_data([f"squad:{tmp_path / 'squad.json'}"]).tasks
    assert task.references == ("a",)
    (tmp_path / "dev.jsonl").write_text(
        '{"db_id": "d", "question": "how many?", "query": "SELECT 1"}\n', encoding="utf-8"
    )
    tables = [{"db_id": "d", "table_names_original": ["t"], "column_names_original": [[-1, "*"], [0, "x"]]}]
    (tmp_path / "tables.json").write_text(json.dumps(tables), encoding="utf-8")
    with pytest.raises(BadInput, match="The database d is not"):
        read_data([f"spider:{tmp_path / 'dev.jsonl'}"])
    (tmp_path / "database").mkdir()
    (tmp_path / "database" / "d.sqlite").touch()
    (task,) = read_data([f"spider:{tmp_path / 'dev.jsonl'}"]).tasks
    assert "Table t: x" in task.prompt
    with pytest.raises(BadInput, match="Unknown kind of data"):
        read_data(["poems:x"])


@pytest.mark.pair
def test_the_draft_s_laws_are_those_that_the_run_had(smollm2: Pair) -> None:
    """With its own states instead of the target's, the draft would have another q and another KL."""
    request = RunRequest("gsd", "smollm2", "Explain why the sky is blue.", {}, 1, 8)
    parts = record_trace(request, pair=smollm2).iterations
    known_nodes = {node.id: node for part in parts for node in part.nodes}
    pair, ids = request.on(smollm2)
    run = Run(ids, pair.models, request.chosen, Seeded(0), 8, record=False, forget=False)
    seen = 0
    for part in parts:
        drafted = [node for node in part.nodes if node.role == "draft" and node.q is not None]
        laws = draft_laws(run, known_nodes, part, {node.parent for node in drafted})
        for node in drafted:
            assert laws[node.parent].prob(node.token) == pytest.approx(node.q, abs=2e-3)
        seen += len(drafted)
    run.close()
    assert seen > 10
    assert pair.models.draft is not None
    assert pair.models.draft.reads
