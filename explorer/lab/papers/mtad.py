"""The experiments of MTAD (Qin et al. 2025), and the paper's values."""

from dataclasses import replace
from functools import partial

from explorer.lab import measure
from explorer.lab.analysis import draw
from explorer.lab.experiment import Cell, Experiment, Mark, grid, marks, metrics

WARP = {"temperature": 1.0, "top_k": 20, "top_p": 0.9}  # first row of Table 12 = Table 7; App. F says 10, see TOP_K

MULTINOMIAL = Cell("multinomial", "multinomial", WARP, "multinomial")
SPD = Cell("SpD", "spd", {"gamma": 4, **WARP}, "SpD")
SPECTR = Cell("Spectr", "spectr", {"gamma": 4, "draft_width": 2, **WARP}, "Spectr")
SPECINFER = Cell("SpecInfer", "specinfer", {"branching": "2,1,1,1", **WARP}, "SpecInfer")
MCSS = Cell("MCSS", "mcss", {"branching": "2,1,1,1", **WARP}, "MCSS")
BILD = Cell("BiLD", "bild", WARP, "BiLD")
TYPICAL = Cell("Typical", "typical", {"gamma": 4, **WARP}, "Typical")
MTAD = Cell("MTAD", "mtad", {"gamma": 4, "draft_width": 4, "threshold": 0.1, **WARP}, "MTAD")
EIGHT = (MULTINOMIAL, BILD, TYPICAL, SPD, SPECTR, SPECINFER, MCSS, MTAD)
FIVE = (SPD, BILD, SPECTR, SPECINFER, MTAD)

ENERGY = "Joules are modelled by MTAD Eq. 9 if no counter can be read"
TOP_K = (
    "The paper contradicts itself on top-k. Appendix F says 10, but the row with k = 20 and p = 0.9 in Table 12 "
    "repeats the values of Table 7. Here, k = 20 is used"
)
SETTINGS = (
    "Here γ = 4, and methods with several drafts have two drafts, because the paper does not list these numbers for "
    "each method. " + TOP_K
)


def _table_5(where: str, *rows: tuple[float, ...]) -> tuple[Mark, ...]:
    """The paper's values (`Mark`) in one part of Table 5: speed, energy and, unless GPT-4 judged it, quality."""
    keys = ("tokens_per_s", "j_per_token", "quality")
    methods = ("BiLD", "Typical", "SpD", "Spectr", "SpecInfer", "MCSS", "MTAD")
    return marks(f"Table 5, {where}", methods, dict(zip(keys, rows, strict=False)))


def _table_7(where: str, *rows: tuple[float, ...]) -> tuple[Mark, ...]:
    """The paper's values (`Mark`) in one part of Tables 7 and 13: speed, energy and perplexity."""
    keys = ("tokens_per_s", "j_per_token", "perplexity")
    return marks(where, ("SpD", "BiLD", "Spectr", "SpecInfer", "MTAD"), dict(zip(keys, rows, strict=True)))


def _table_12(k: int, p: float, *rows: tuple[float, float]) -> tuple[Mark, ...]:
    """The paper's values (`Mark`) in one row of Table 12: perplexity and speed of each method."""
    groups = [f"{method} {k} {p}" for method in ("multinomial", "SpD", "MTAD")]
    return marks("Table 12, Llama-2", ("perplexity", "tokens_per_s"), dict(zip(groups, rows, strict=True)))


TABLE_5 = (
    *_table_5(
        "HumanEval, Llama-3-Instruct",
        (17.4, 21.7, 22.2, 23.8, 22.8, 23.7, 24.8),
        (10.0, 8.1, 7.8, 7.8, 7.9, 7.8, 7.6),
        (37.8, 35.9, 32.9, 32.9, 31.0, 32.0, 38.4),
    ),
    *_table_5(
        "HumanEval, Llama-3",
        (19.6, 22.5, 22.2, 24.4, 22.5, 23.8, 25.6),
        (9.7, 8.9, 8.9, 8.9, 8.1, 7.9, 7.6),
        (19.5, 20.0, 15.9, 16.0, 17.7, 17.0, 22.0),
    ),
    *_table_5(
        "Spider, Llama-3-Instruct",
        (20.1, 22.3, 19.6, 22.4, 21.1, 21.7, 23.5),
        (10.2, 9.5, 10.5, 9.6, 10.2, 10.0, 9.2),
        (35.0, 42.0, 36.0, 35.5, 37.0, 35.0, 44.0),
    ),
    *_table_5(
        "Spider, Llama-3",
        (23.3, 32.3, 31.1, 32.1, 32.6, 32.7, 33.3),
        (8.2, 7.9, 7.5, 7.1, 8.1, 8.0, 7.8),
        (30.5, 29.5, 21.5, 23.0, 21.5, 24.0, 35.0),
    ),
    *_table_5(
        "MT-Bench, Llama-3-Instruct",
        (25.9, 23.4, 26.0, 26.2, 26.3, 26.8, 29.8),
        (10.8, 12.2, 10.0, 9.9, 10.0, 9.9, 9.2),
    ),
    *_table_5(
        "MT-Bench, Llama-3",
        (24.5, 22.3, 24.1, 24.5, 24.5, 25.7, 28.2),
        (11.5, 12.4, 11.0, 11.6, 11.7, 11.1, 10.0),
    ),
)

experiment = partial(Experiment, paper="MTAD", measure=measure.run)
EXPERIMENTS = (
    experiment(
        name="mtad-figure-1",
        item="Figure 1",
        title="perplexity and ROUGE-L of MTJD against K",
        varies="K, the number of tokens chosen jointly",
        measures="perplexity, ROUGE-L",
        needs="texts with references (the paper: --data chatgpt-prompts:FILE; OPT-125M and Llama-68M fine-tuned on it)",
        cells=grid("mtjd", "MTJD", x="block", block=(1, 2, 3, 4, 5), width=4, **WARP),
        metrics=metrics("perplexity", "rougeL"),
        draw=draw.curves("K", "perplexity", "rougeL"),
        scorers=("rouge",),
    ),
    experiment(
        name="mtad-figure-3",
        item="Figure 3",
        title="the threshold τ",
        varies="τ",
        measures="perplexity, tokens/s, tokens per target pass",
        needs="any pair and any prompts",
        cells=grid(
            "mtad",
            "MTAD",
            x="threshold",
            threshold=(0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0),
            gamma=4,
            draft_width=4,
            **WARP,
        ),
        metrics=metrics("perplexity", "tokens_per_s", "tokens_per_pass"),
        draw=draw.curves("τ", "perplexity", "tokens_per_s"),
        quick=4,
    ),
    experiment(
        name="mtad-figure-4",
        item="Figure 4",
        title="relative perplexity against relative quality",
        varies="the method",
        measures="perplexity and quality relative to multinomial sampling",
        needs="questions with reference answers, several data sets together",
        cells=EIGHT,
        metrics=metrics("rel_perplexity", "rel_quality"),
        draw=draw.pareto(("rel_perplexity", "rel_quality")),
        scorers=("sql", "squad", "rouge", "number", "bleu", "code"),
        quick=8,
    ),
    experiment(
        name="mtad-figure-5",
        item="Figure 5",
        title="energy against speed",
        varies="the method",
        measures="modelled J/token, tokens/s",
        needs="any pair and any prompts",
        cells=EIGHT,
        metrics=metrics("tokens_per_s", "j_per_token", "measured_j_per_token"),
        draw=draw.pareto(("tokens_per_s", "j_per_token")),
        marks=tuple(  # the figure shows Table 5's numbers (App. C.8)
            replace(joules, x=speed.value)
            for speed, joules in zip(
                (mark for mark in TABLE_5 if mark.metric == "tokens_per_s"),
                (mark for mark in TABLE_5 if mark.metric == "j_per_token"),
                strict=True,
            )
        ),
        quick=8,
        differs=ENERGY,
    ),
    experiment(
        name="mtad-table-1",
        item="Table 1",
        title="of ten outputs, the likelier ones are better",
        varies="the output’s rank by perplexity",
        measures="perplexity, quality",
        needs="questions with reference answers (the paper: GPT-3.5-turbo on Spider)",
        cells=(MULTINOMIAL,),
        metrics=metrics("perplexity", "quality"),
        measure=measure.ranked,
        draw=draw.curves("rank by perplexity of 10 outputs", "perplexity", "quality", split="rank"),
        marks=(
            Mark("Table 1, GPT-3.5-turbo, lowest", "multinomial", "perplexity", 1.07, 1),
            Mark("Table 1, GPT-3.5-turbo, 5th lowest", "multinomial", "perplexity", 1.40, 5),
            Mark("Table 1, GPT-3.5-turbo, highest", "multinomial", "perplexity", 4.13, 10),
            Mark("Table 1, GPT-3.5-turbo, lowest", "multinomial", "quality", 62, 1),
            Mark("Table 1, GPT-3.5-turbo, 5th lowest", "multinomial", "quality", 58, 5),
            Mark("Table 1, GPT-3.5-turbo, highest", "multinomial", "quality", 33, 10),
        ),
        scorers=("sql", "squad", "number"),
        limit=32,
        differs="Outputs are ranked by the target’s own perplexity because GPT-3.5-turbo is not available",
        split="rank",
    ),
    experiment(
        name="mtad-table-2",
        item="Table 2",
        title="the batch size",
        varies="inputs per target pass",
        measures="time and modelled energy per pass and per input",
        needs="a pair of language models; a quiet machine",
        cells=tuple(
            Cell(f"batch {size}", "", {"batch": size}, "target passes", float(size)) for size in (1, 2, 4, 8, 16)
        ),
        metrics=metrics("ms_per_run", "ms_per_input", "j_per_run", "j_per_input"),
        measure=measure.batches,
        draw=draw.curves("inputs per pass", "ms_per_run", "ms_per_input", "j_per_run", "j_per_input"),
        marks=marks(
            "Table 2, OPT-13B on an L40",
            ("ms_per_run", "ms_per_input", "j_per_run", "j_per_input"),
            {
                1: (376, 376, 14.1, 14.1),
                2: (397, 198, 16.5, 8.26),
                4: (392, 98, 17.7, 4.43),
                8: (403, 50, 19.7, 2.46),
                16: (418, 26, 24.7, 1.54),
            },
            group="target passes",
        ),
        quick=3,
        differs="Each batch size has 64 passes, which run on torch whatever engine the pair decodes with. " + ENERGY,
    ),
    experiment(
        name="mtad-table-3",
        item="Table 3",
        title="speed and energy of sampling and SpD",
        varies="the method",
        measures="tokens/s, modelled J/token",
        needs="any pair (the paper: --pair opt, --pair llama2)",
        cells=(MULTINOMIAL, SPD),
        metrics=metrics("tokens_per_s", "j_per_token", "measured_j_per_token"),
        draw=draw.bars("tokens_per_s", "j_per_token"),
        marks=(
            *marks(
                "Table 3, OPT",
                ("tokens_per_s", "j_per_token"),
                {"multinomial": (23.8, 11.3), "SpD": (35.6, 5.74)},
            ),
            *marks(
                "Table 3, Llama-2",
                ("tokens_per_s", "j_per_token"),
                {"multinomial": (22.0, 11.2), "SpD": (31.6, 6.97)},
            ),
        ),
        differs=ENERGY,
    ),
    experiment(
        name="mtad-table-4",
        item="Table 4",
        title="one token at a time and four jointly",
        varies="the method",
        measures="quality, perplexity",
        needs="questions with reference answers (--data spider:FILE; code is saved and not scored)",
        cells=(MULTINOMIAL, Cell("MTJD K=4", "mtjd", {"block": 4, "width": 4, **WARP}, "MTJD")),
        metrics=metrics("quality", "perplexity"),
        draw=draw.bars("quality", "perplexity"),
        marks=tuple(
            mark
            for where, sampling, joint in (
                ("Llama-3, Spider", (22.0, 2.58), (52.5, 1.16)),
                ("Llama-3, MT-Bench", (None, 2.40), (None, 1.32)),
                ("Llama-3, HumanEval", (15.9, 2.09), (36.6, 1.26)),
                ("Llama-3-Instruct, Spider", (36.0, 2.23), (60.5, 1.18)),
                ("Llama-3-Instruct, MT-Bench", (None, 1.91), (None, 1.27)),
            )
            for mark in marks(f"Table 4, {where}", ("quality", "perplexity"), {"multinomial": sampling, "MTJD": joint})
        ),
        scorers=("sql", "code", "squad", "number"),
        limit=48,
        differs="MT-Bench’s scores are from GPT-4, so only the paper’s perplexity is shown for MT-Bench",
    ),
    experiment(
        name="mtad-table-5",
        item="Table 5",
        title="the methods: speed, energy, quality",
        varies="the method",
        measures="tokens/s, modelled J/token, quality",
        needs="questions with reference answers (spider:FILE; code is saved and not scored)",
        cells=EIGHT,
        metrics=metrics(
            "tokens_per_s", "j_per_token", "measured_j_per_token", "quality", "tokens_per_pass", "perplexity"
        ),
        draw=draw.bars("tokens_per_s", "j_per_token", "quality"),
        marks=TABLE_5,
        scorers=("code", "sql", "squad", "number", "rouge"),
        quick=8,
        differs="MT-Bench’s scores are from GPT-4 and are not shown here. " + SETTINGS,
    ),
    experiment(
        name="mtad-table-6",
        item="Table 6",
        title="the data sets",
        varies="the data set",
        measures="tokens per prompt",
        needs="any data, several data sets together (the paper: chatgpt-prompts, chatalpaca, cnndm, spider, humaneval)",
        cells=(Cell("prompts", "", {}, "prompts"),),
        metrics=metrics("input_tokens"),
        measure=measure.inputs,
        draw=draw.sets("input_tokens"),
        marks=tuple(
            Mark(f"Table 6, {data}", "prompts", "input_tokens", value)
            for data, value in (
                ("ChatGPT-Prompts", 25.2),
                ("ChatAlpaca", 277.7),
                ("CNNDM", 3967.1),
                ("Spider", 347.68),
                ("HumanEval", 67),
            )
        ),
    ),
    experiment(
        name="mtad-table-7",
        item="Tables 7 and 13",
        title="the methods: speed, energy, perplexity",
        varies="the method",
        measures="tokens/s, modelled J/token, perplexity",
        needs="any pair and data (the paper: --pair llama2, --pair opt; chatgpt-prompts, chatalpaca, cnndm, spider and "
        "mt-bench; Table 13: 70B and 30B targets)",
        cells=FIVE,
        metrics=metrics("tokens_per_s", "j_per_token", "measured_j_per_token", "perplexity", "tokens_per_pass"),
        draw=draw.bars("tokens_per_s", "j_per_token", "perplexity"),
        marks=(
            *_table_7(
                "Table 7, ChatGPT-Prompts, Llama-2",
                (36.8, 34.4, 45.1, 29.7, 63.0),
                (6.62, 7.45, 5.17, 9.52, 3.38),
                (3.64, 3.15, 3.64, 3.64, 2.06),
            ),
            *_table_7(
                "Table 7, ChatGPT-Prompts, OPT",
                (33.8, 31.5, 38.0, 32.8, 55.8),
                (7.48, 8.75, 6.08, 10.3, 3.61),
                (5.47, 4.51, 5.27, 5.12, 3.00),
            ),
            *_table_7(
                "Table 7, ChatAlpaca, Llama-2",
                (31.6, 28.8, 27.7, 26.5, 44.1),
                (6.98, 7.99, 7.20, 7.52, 4.72),
                (2.13, 1.95, 2.15, 2.15, 1.88),
            ),
            *_table_7(
                "Table 7, ChatAlpaca, OPT",
                (35.6, 38.5, 28.4, 31.4, 49.6),
                (5.74, 5.12, 6.24, 8.68, 4.03),
                (3.32, 2.60, 3.16, 3.42, 2.07),
            ),
            *_table_7(
                "Table 7, CNNDM, Llama-2",
                (30.7, 30.5, 25.0, 24.6, 44.2),
                (7.07, 7.41, 8.22, 7.59, 4.80),
                (2.87, 2.93, 3.06, 2.92, 2.63),
            ),
            *_table_7(
                "Table 7, CNNDM, OPT",
                (31.7, 30.9, 23.7, 25.7, 43.6),
                (6.37, 6.71, 7.31, 8.03, 4.86),
                (3.97, 3.74, 4.04, 3.92, 3.17),
            ),
            *_table_7(
                "Table 7, Spider, Llama-2",
                (24.0, 26.2, 24.2, 23.8, 26.4),
                (10.75, 9.84, 11.0, 11.0, 9.01),
                (2.26, 2.13, 2.29, 2.29, 1.87),
            ),
            *_table_7(
                "Table 7, Spider, OPT",
                (24.6, 29.9, 19.8, 24.1, 34.4),
                (15.6, 13.6, 20.1, 16.9, 11.7),
                (2.30, 1.90, 2.20, 2.21, 1.63),
            ),
            *_table_7(
                "Table 7, MT-Bench, Llama-2",
                (23.0, 23.7, 19.1, 23.7, 29.4),
                (7.99, 7.40, 9.27, 9.20, 6.71),
                (3.64, 3.44, 3.64, 3.63, 2.21),
            ),
            *_table_7(
                "Table 7, MT-Bench, OPT",
                (34.0, 44.7, 28.7, 28.5, 48.0),
                (12.1, 6.23, 12.9, 13.2, 6.11),
                (2.02, 1.50, 1.97, 1.99, 1.10),
            ),
            *_table_7(
                "Table 13, Llama-2-Chat 7B and 70B, all sets",
                (8.37, 8.64, 9.11, 8.87, 9.53),
                (138, 142, 122, 125, 119),
                (1.77, 1.69, 1.73, 1.73, 1.52),
            ),
            *_table_7(
                "Table 13, OPT 350M and 30B, all sets",
                (15.3, 14.5, 17.0, 17.4, 19.5),
                (72.4, 79.6, 68.2, 62.4, 60.0),
                (4.74, 3.50, 4.55, 4.49, 2.74),
            ),
        ),
        quick=5,
        differs=SETTINGS,
    ),
    experiment(
        name="mtad-table-8",
        item="Table 8",
        title="tokens per iteration",
        varies="the method",
        measures="tokens per target pass",
        needs="any pair and any prompts (the paper: --pair llama2, --pair opt, all sets)",
        cells=FIVE,
        metrics=metrics("tokens_per_pass", "acceptance"),
        draw=draw.bars("tokens_per_pass"),
        marks=tuple(
            mark
            for model, row in (("Llama-2", (2.02, 1.83, 2.73, 2.74, 3.17)), ("OPT", (2.60, 2.68, 3.45, 3.45, 4.30)))
            for mark in marks(f"Table 8, {model}", [cell.group for cell in FIVE], {"tokens_per_pass": row})
        ),
        quick=5,
        differs=SETTINGS,
    ),
    experiment(
        name="mtad-table-9",
        item="Tables 9, 14 and 15",
        title="downstream scores of SpD and MTAD",
        varies="the method",
        measures="quality, tokens/s",
        needs="texts with references (--data cnndm:FILE) or databases (--data spider:FILE)",
        cells=(SPD, MTAD),
        metrics=metrics("quality", "tokens_per_s", "perplexity"),
        draw=draw.bars("quality", "tokens_per_s"),
        marks=tuple(
            mark
            for where, *rows in (
                ("Table 9, CNNDM (ROUGE-L)", (11.4, 11.8)),
                ("Table 9, Spider (EA)", (11.5, 13.0)),
                ("Table 14, CNNDM (ROUGE-L), no fine-tuning", (11.4, 11.8), (37.7, 44.2)),
                ("Table 14, CNNDM (ROUGE-L), 68M fine-tuned", (11.4, 12.1), (20.4, 25.0)),
                ("Table 14, CNNDM (ROUGE-L), both fine-tuned", (16.4, 16.8), (24.3, 27.1)),
                ("Table 15, Spider (EA), no fine-tuning", (11.5, 13.0), (28.5, 30.3)),
                ("Table 15, Spider (EA), 68M fine-tuned", (11.5, 14.8), (27.8, 32.3)),
                ("Table 15, Spider (EA), both fine-tuned", (16.3, 18.3), (25.6, 29.4)),
            )
            for mark in marks(where, ("SpD", "MTAD"), dict(zip(("quality", "tokens_per_s"), rows, strict=False)))
        ),
        scorers=("rouge", "sql", "squad", "number", "bleu"),
        differs="ROUGE-L is given in percent here and as a fraction in the paper. MT-Bench’s scores are from GPT-4 and "
        "are not shown here",
    ),
    experiment(
        name="mtad-table-10",
        item="Table 10",
        title="tokens per iteration by τ",
        varies="τ",
        measures="tokens per target pass",
        needs="any pair and any prompts (the paper: --pair llama3)",
        cells=grid("mtad", "MTAD", x="threshold", threshold=(0.1, 0.3, 0.5, 0.7, 0.9), gamma=4, draft_width=4, **WARP),
        metrics=metrics("tokens_per_pass", "perplexity"),
        draw=draw.curves("τ", "tokens_per_pass"),
        marks=tuple(
            mark
            for model, row in (
                ("Llama-3", (4.72, 4.43, 4.12, 3.93, 3.64)),
                ("Llama-3-Instruct", (4.74, 4.51, 4.28, 4.06, 3.79)),
            )
            for mark in marks(f"Table 10, {model}", (0.1, 0.3, 0.5, 0.7, 0.9), {"tokens_per_pass": row}, group="MTAD")
        ),
        quick=3,
    ),
    experiment(
        name="mtad-table-11",
        item="Table 11",
        title="number of draft beams",
        varies="W_S",
        measures="tokens/s, modelled J/token, perplexity",
        needs="any pair and any prompts (the paper: --data chatgpt-prompts:FILE, --pair llama2, --pair opt)",
        cells=grid("mtad", "MTAD", x="draft_width", draft_width=(2, 4, 6, 8), gamma=4, threshold=0.1, **WARP),
        metrics=metrics("tokens_per_s", "j_per_token", "measured_j_per_token", "perplexity", "tokens_per_pass"),
        draw=draw.curves("draft beams", "tokens_per_s", "j_per_token", "perplexity"),
        marks=(
            *marks(
                "Table 11, Llama-2",
                ("tokens_per_s", "j_per_token", "perplexity"),
                {2: (55.9, 2.43, 2.44), 4: (59.9, 2.25, 2.12), 6: (60.2, 2.22, 2.14), 8: (61.3, 2.20, 2.10)},
                group="MTAD",
            ),
            *marks(
                "Table 11, OPT",
                ("tokens_per_s", "j_per_token", "perplexity"),
                {2: (51.0, 2.50, 3.63), 4: (54.1, 2.32, 3.16), 6: (54.3, 2.36, 3.42), 8: (55.9, 2.30, 3.19)},
                group="MTAD",
            ),
        ),
    ),
    experiment(
        name="mtad-table-12",
        item="Table 12",
        title="top-k and top-p",
        varies="k and p of 𝒯",
        measures="perplexity, tokens/s",
        needs="any pair and any prompts (the paper: --data chatgpt-prompts:FILE, --pair llama2)",
        cells=tuple(
            Cell(
                f"{cell.label} k={k} p={p}",
                cell.method,
                {**cell.settings, "top_k": k, "top_p": p},
                f"{cell.label} {k} {p}",
            )
            for k, p in ((20, 0.9), (20, 0.8), (10, 0.9), (10, 0.8))
            for cell in (MULTINOMIAL, SPD, MTAD)
        ),
        metrics=metrics("perplexity", "tokens_per_s"),
        draw=draw.bars("perplexity", "tokens_per_s"),
        marks=(
            *_table_12(20, 0.9, (3.74, 22.6), (3.64, 36.8), (2.06, 63.0)),
            *_table_12(20, 0.8, (3.06, 22.7), (3.10, 38.5), (1.93, 58.8)),
            *_table_12(10, 0.9, (3.03, 22.7), (3.22, 38.5), (1.95, 62.5)),
            *_table_12(10, 0.8, (2.56, 22.7), (2.53, 40.0), (1.80, 62.5)),
        ),
        differs=TOP_K,
    ),
)
