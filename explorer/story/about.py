"""What a visitor reads of a run before its first step: what the method does, whose it is, whether it is exact."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NotRequired, TypedDict

from decoders.catalog import DECODERS, decoder
from decoders.core.settings import WARPING, describe, written
from decoders.pairs import PAIRS
from explorer.story.generation import generation
from explorer.story.laws import oracle_sentence, plain_why, rounding
from explorer.story.pairs import toy_words, unit_of
from explorer.story.registry import story_of

Part = Mapping[str, Any]


class About(TypedDict):
    """Sentences about a run: the method, its source, its exactness, the effect of rounding, and the target's rules."""

    line: str
    paper: str
    law: str
    rounding: str
    rules: NotRequired[str]


_DSBD = "Qin et al. 2024, Dynamic-Width Speculative Beam Decoding for LLM Inference"
_GSD = "Gong et al. 2024, Graph-Structured Speculative Decoding"
_MTAD = "Qin et al. 2025, Optimized Multi-Token Joint Decoding with Auxiliary Model for LLM Inference"
_MEDUSA = "Cai et al. 2024, Medusa"
_LINES: dict[str, tuple[str, str]] = {  # by method: its line and its source, as in docs/methods.md
    "greedy": (
        "The big target model writes its most probable token, one for each pass: what every draft has to beat.",
        "No paper: the plain way to decode without chance.",
    ),
    "multinomial": (
        "The big target model draws one token by its own chances in each pass: what every lossless method must equal.",
        "No paper: plain sampling.",
    ),
    "beam-search": (
        "The target keeps the few likeliest texts side by side and extends them all, token by token.",
        f"The classic algorithm, as in {_DSBD}, §2.1",
    ),
    "beam-sampling": (
        "The target draws several versions of the text together, the likelier ones more often.",
        f"{_DSBD}, Eq. 1; Shi et al. 2024, A Thorough Examination of Decoding Methods in the Era of LLMs",
    ),
    "dsbd": (
        "Drafts grow under several beams; the target picks how many each layer keeps.",
        f"{_DSBD}, §3",
    ),
    "spd": (
        "A small draft model guesses {gamma} tokens; the big target model checks all of them in one pass.",
        "Leviathan, Kalman and Matias 2023, Fast Inference from Transformers via Speculative Decoding; Chen et al. "
        "2023, Accelerating Large Language Model Decoding with Speculative Sampling",
    ),
    "self-ssd": (
        "The target drafts for itself with some of its layers skipped, and then checks the drafts in one full pass.",
        "Zhang et al. 2024, Draft & Verify",
    ),
    "spectr": (
        "The draft writes {draft_width} guesses at the same text; the target checks them together in one pass.",
        "Sun et al. 2023, SpecTr (K-SEQ)",
    ),
    "specinfer": (
        "The draft grows a tree of guesses; the target reads it in one pass and tries its branches one by one.",
        "Miao et al. 2024, SpecInfer",
    ),
    "mcss": (
        "The draft grows a tree of different guesses; the target reads it in one pass and tries one after the other.",
        "Yang et al. 2024, Multi-Candidate Speculative Decoding",
    ),
    "ssd": (
        "A small draft model guesses one continuation; the target keeps it as far as it would have written the same.",
        f"{_GSD}, §3",
    ),
    "tsd": (
        "The draft grows a tree of its most probable tokens; the target reads it in one pass and walks down it.",
        f"{_GSD}, §4",
    ),
    "gsd": (
        "Like a tree of drafts, but what recurs in it is merged, so that the same words are drafted only once.",
        f"{_GSD}, §5",
    ),
    "mtjd": (
        "The target grows several beams for a few tokens and keeps the one that is likeliest as a whole.",
        f"{_MTAD}, §3.1",
    ),
    "mtad": (
        "Drafts several beams; the target keeps the longest likely stretch of the best one.",
        f"{_MTAD}, §3.2",
    ),
    "bild": (
        "A small draft writes until it is unsure; the big target reads along and goes back where it is surprised.",
        "Kim et al. 2023, Speculative Decoding with Big Little Decoder",
    ),
    "typical": (
        "The draft grows a tree; the target keeps whatever it finds likely enough, more freely where it is unsure.",
        f"{_MEDUSA}, §2.3.1",
    ),
    "medusa": (
        "Extra heads on the target guess the tokens after the next one; the target checks their tree in one pass.",
        f"{_MEDUSA}, §2.1",
    ),
    "eagle2": (
        "The draft grows its tree where it is surest; only the surest guesses go to the target for its one pass.",
        "Li et al. 2024, EAGLE-2, §4",
    ),
    "lookup": (
        "What followed the same words earlier in the text is copied as a draft, with no draft model; the target checks "
        "it in one pass.",
        "Saxena 2023, Prompt Lookup Decoding",
    ),
}
_WHY = {  # by `Oracle.because`, for someone who knows neither p nor q
    "lossless": "the text has exactly the chances that it has when the target writes alone",
    "lossless_beams": "the beams have exactly the chances that they have when the target draws alone",
    "dynamic_width": "given the width that it chose",
    "one_cache": "only one beam goes on, and it is chosen by how it turned out",
    "kept_if_most_probable": "a draft is kept only where the target’s own first choice is the same",
    "longest_of_independent": "of several drafts that pass on their own the longest is kept, and luck favours it",
    "typical": "whatever is likely enough is kept, however seldom the target itself would write it",
    "rollback": "a draft stays unless the target is very surprised by it",
    "rolls_back_every_chance": "with this threshold only what the target is certain of stays",
    "one_beam_searches": "one beam has nothing to choose from: it takes the target’s first choice",
    "one_beam_samples": "one beam has nothing to choose from: the target draws it by its own chances",
    "best_of_beams": "on purpose: the best of several beams is likelier than what the target would draw",
    "rejects_every_prefix": "with this threshold nothing of the draft is kept",
    "joint_of_one_token": "only the target’s own first choices can pass",
    "joint_likelihood": "on purpose: whatever is above the bar stays, with no dice",
}
_KINDS = {"exact": "Lossless", "conditional": "Lossless layer by layer", "lossy": "Lossy"}


def about(header: Part) -> About:
    """What a visitor reads of a run's method; a method that this version does not know has the header's words."""
    method = header.get("method", "")
    line, paper = _LINES.get(method, (str(header.get("title", method)), str(header.get("paper", ""))))
    settings = {"gamma": "a few", "draft_width": "several"} | dict(header.get("settings") or {})
    if story := story_of(method):
        line, paper = story.line if isinstance(story.line, str) else story.line(settings), story.source
    if method == "dsbd" and isinstance(width := settings.get("width"), int):
        line = f"Drafts grow under several beams; every layer keeps {width}."
    line = line.format_map(settings).replace(" 1 tokens", " 1 token").replace(" 1 guesses", " 1 guess")
    words: About = {"line": line, "paper": paper, "law": law(header.get("oracle")), "rounding": rounding(header)}
    if rules := generation(header):
        words["rules"] = rules
    return words


def exactness(header: Part) -> str:
    """Whether the output distribution is the target's, and the effect of the precision."""
    return " ".join(filter(None, (law(header.get("oracle")), rounding(header))))


def law(oracle: Part | None) -> str:
    """Whether the text is what the target alone would write, and why; empty where the header does not say."""
    if not oracle:
        return ""
    if oracle["kind"] == "itself":
        return "Exact by definition: the target writes alone."
    why = _WHY.get(oracle.get("because", "")) or plain_why(oracle) or oracle_sentence(oracle)
    return f"{_KINDS[oracle['kind']]}{'' if why.startswith('on purpose') else ':'} {why}."


def settings(header: Part) -> str:
    """The settings of a method's own that shape its draft: γ always, others where they are not the default.

    >>> settings({"method": "spd", "settings": {"gamma": 2, "temperature": 0.0}}), settings({"method": "greedy"})
    ('γ = 2', '')
    """
    given, called, found = header.get("settings") or {}, names_of(header["method"]), list[str]()
    for spec in describe(decoder(header["method"]).settings):
        key, value = spec["key"], given.get(spec["key"], spec["default"])
        value = list(value) if isinstance(value, tuple) else value
        if key not in WARPING and (spec["symbol"] == "γ" or value != spec["default"]):
            found.append(f"{called[key]} = {written(value)}")
    return ", ".join(found)


def names_of(method: str) -> dict[str, str]:
    """What a method's settings are called in a sentence, by key: by the paper's letter, where there is one."""
    return {spec["key"]: spec["symbol"] or spec["key"].replace("_", " ") for spec in describe(decoder(method).settings)}


def pair_name(header: Part) -> str:
    """Both models by name: who writes, and who drafts."""
    pair, method = str(header.get("pair", "")), str(header.get("method", ""))
    if pair.startswith("toy:"):
        size = len(toy_words(pair[4:]))
        return f"{f'{size}-{unit_of(pair)} ' if size else ''}toy “{Path(pair[4:]).stem}”"
    known = PAIRS.get(pair)
    known = None if known is None or known.load is not None else known  # the header knows what was registered
    target = _short(known.target if known else str(header.get("target", pair.partition("+")[0])))
    story = story_of(method)
    own = story.without_draft if story else ""
    if method in DECODERS and not DECODERS[method].needs_draft:
        alone = {"lookup": "drafting by copying from its text", "medusa": "drafting with extra heads of its own"}
        return f"{target}, {alone.get(method, own or 'without a draft')}"
    if method == "self-ssd" or own:
        return f"{target}, {own or 'drafting for itself with layers skipped'}"
    draft = _short(known.draft if known else str(header.get("draft", pair.partition("+")[2])))
    return f"{target}, drafted by {draft}" if draft else target


def _short(name: str) -> str:
    """A model's name without its owner, and without what stands in brackets or behind a semicolon."""
    return name.partition(";")[0].partition(" (")[0].rpartition("/")[2].strip()
