"""How a round of a method goes, before anything of it is known: what a first visitor reads beside the first picture.

Made of the header alone, so that it can spoil no outcome. A round is told in lines, one for each group of steps that
the method has; methods that share a rule share its line. `following` says what comes after the start of one round. The
rules are those of docs/methods.md.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, NamedTuple, TypedDict

from decoders.catalog import DECODERS
from explorer.story.draft import beyond_window
from explorer.story.facts import Facts
from explorer.story.laws import certain
from explorer.story.numbers import plural
from explorer.story.pairs import unit_of
from explorer.story.registry import story_of
from explorer.trace.states import LISTS

Part = Mapping[str, Any]


class Line(TypedDict):
    """A group of steps by its name, the states that one will see there, and what happens, in both voices."""

    label: str
    marks: list[str]
    plain: str
    exact: str


class _Text(NamedTuple):
    """A line before its numbers are filled in."""

    group: str
    marks: str
    plain: str
    exact: str


_LABELS = {group["name"]: group["label"] for group in LISTS["groups"]} | {"merge": "Merge", "select": "Choose"}
_READS = "The big target model reads all guesses in one pass and tells its own chances at every place."
_P = "One target pass gives p after every draft"
_TRIED = "If none is, the target writes the token itself; behind a path kept to its end it adds one."

_TEXTS: dict[str, _Text] = {
    # What is guessed
    "chain": _Text(
        "draft",
        "pending",
        "The small draft model guesses up to {depth}, one after the other.",
        "x₁, x₂ … are drawn from q, up to γ = {gamma}.",
    ),
    "first choices": _Text(
        "draft",
        "pending",
        "The small draft model guesses up to {depth}, always its first choice.",
        "Each draft is argmax q, up to γ = {gamma}.",
    ),
    "thinned": _Text(
        "draft",
        "pending",
        "The target guesses for itself with some of its layers skipped: up to {depth}, and fewer where it is unsure.",
        "Drafts are drawn from q of the thinned target, up to γ = {gamma}; it stops before a draw where max q is below "
        "the exit threshold.",
    ),
    "until unsure": _Text(
        "draft",
        "pending",
        "The small draft model writes up to {depth} and stops where it is unsure.",
        "Drafts are drawn from q until max q < τ₁ = {fallback_threshold}, up to γ = {gamma}.",
    ),
    "copy": _Text(
        "draft",
        "pending",
        "No draft model: where the last words stand in the text before, what followed them there is the guess, up to "
        "{depth}.",
        "The longest recurring n-gram, n up to {ngram}; the γ = {gamma} tokens behind its first occurrence are copied, "
        "so q = 1.",
    ),
    "texts": _Text(
        "draft",
        "pending",
        "The draft makes {drafts} at the same text, each up to {depth} long. Where they begin alike they share a box.",
        "k = {draft_width} drafts of up to γ = {gamma} tokens, drawn from q independently.",
    ),
    "drawn tree": _Text(
        "draft",
        "pending",
        "The draft grows a tree, several guesses at each place: {tree}. The same one may come twice.",
        "Children are drawn from q independently: {tree}.",
    ),
    "distinct tree": _Text(
        "draft",
        "pending",
        "The draft grows a tree, several different guesses at each place: {tree}.",
        "Children are drawn from q without replacement: {tree}.",
    ),
    "certain tree": _Text(
        "draft",
        "pending",
        "The draft grows a tree of its likeliest guesses: {tree}.",
        "Children are the most probable tokens of q: {tree}.",
    ),
    "likeliest tree": _Text(
        "draft",
        "pending",
        "The draft grows a tree of its likeliest guesses: up to {out_degree} at each place, {levels} deep.",
        "Children are the k = {out_degree} most probable tokens of q, γ = {gamma} levels.",
    ),
    "pruned tree": _Text(
        "draft",
        "pending pruned",
        "The draft grows a tree of its likeliest guesses: up to {out_degree} at each place, {levels} deep. Too "
        "unlikely ones are not continued.",
        "Children are the k = {out_degree} most probable tokens of q, γ = {gamma} levels; below θ_prob = "
        "{prob_threshold}, or below θ_sib = {sibling_threshold} of the best sibling, a node is a leaf.",
    ),
    "full tree": _Text(
        "draft",
        "pending pruned",
        "The draft grows a tree of its likeliest guesses: up to {out_degree} at each place, {levels} deep, {most} in "
        "all.",
        "Children are the k = {out_degree} most probable tokens of q, γ = {gamma} levels, up to {node_budget} nodes.",
    ),
    "sure tree": _Text(
        "draft",
        "pending",
        "The draft grows a tree where it is surest of the whole path, {levels} deep.",
        "On γ = {gamma} levels the k = {out_degree} nodes of highest ∏ q get k children each.",
    ),
    "heads": _Text(
        "draft",
        "pending",
        "No draft model: extra heads on the target guess one place further each, and their likeliest guesses make a "
        "tree.",
        "The products of the heads’ most probable tokens; the {node_budget} most probable nodes are checked.",
    ),
    "draft beams": _Text(
        "draft",
        "pending",
        "The draft grows {sides} side by side, up to {depth} long.",
        "{draft_width} beams, γ = {gamma} layers, each drawn from q_beam.",
    ),
    "forest": _Text(
        "draft",
        "pending",
        "The draft continues the beams: {draws} for each of up to {layers}, more under likelier beams.",
        "W_S = {draft_width} draws from q_beam a layer{replacing}, γ = {gamma} layers.",
    ),
    # What is done with the guesses before the target looks
    "merge": _Text(
        "merge",
        "merged",
        "What recurs in the draft is merged, and what follows it is guessed only once. Copies are put back before the "
        "check.",
        "A node whose last τ = {merge} tokens end elsewhere in the draft becomes a leaf; the graph is unmerged for the "
        "target.",
    ),
    "surest": _Text(
        "select",
        "not_sent",
        "Only the {sure} that it is surest of go to the target.",
        "The {node_budget} nodes of highest confidence ∏ q are sent.",
    ),
    "likeliest draft beam": _Text(
        "select",
        "not_sent",
        "Only the beam that the draft finds likeliest goes to the target.",
        "The beam of highest ∏ q is the draft.",
    ),
    "likeliest beam": _Text(
        "select",
        "chosen dropped",
        "The beam that the target finds likeliest as a whole is kept.",
        "The beam of highest Σ log p over the block is kept.",
    ),
    # What the target reads
    "text": _Text(
        "check",
        "",
        "The big target model reads the text in one pass and tells the chances of the next {unit}.",
        "One target pass gives p.",
    ),
    "beams": _Text(
        "check",
        "",
        "The big target model reads all beams in one pass and tells how each may go on.",
        "One target pass gives p_beam over all beams and tokens.",
    ),
    "grown": _Text(
        "check",
        "pending",
        "No draft: the target itself grows {own} side by side, {block_long} long, with a pass for each.",
        "W = {width} beams are grown for {block} layers, one target pass each.",
    ),
    "guesses": _Text("check", "", _READS, f"{_P}."),
    "prefixes": _Text(
        "check",
        "passes fails",
        "The big target model reads that beam in one pass. Then its first {unit}, its first two, and so on are tested "
        "as a whole.",
        "Prefix j passes if the product of p/q over its j tokens is above τ = {threshold}.",
    ),
    "chosen widths": _Text(
        "check",
        "",
        f"{_READS} Both models’ chances say how many beams a layer should keep.",
        f"{_P}; W_L is the largest K with P(at least K) ≥ t = {{threshold}}, and W_min = {{min_width}} or more.",
    ),
    "planned widths": _Text(
        "check",
        "",
        f"{_READS} Both models’ chances say how many beams a layer should keep.",
        f"{_P}; W_L is planned with the chances of draws with replacement, t = {{threshold}}, W_min = {{min_width}}.",
    ),
    "fixed widths": _Text(
        "check",
        "",
        f"{_READS} Every layer is to keep {{kept}}.",
        f"{_P}; W_L = {{width}} in every layer.",
    ),
    # What becomes of the guesses, and what the target writes
    "ratio": _Text(
        "decide",
        "accepted rejected unused residual bonus",
        "From the left, dice decide. What the target likes at least as much as the draft did is kept for sure. For the "
        "first rejected one it writes another; if all are kept, it adds one.",
        "Accept if u < min(1, p/q). At the first rejection x ~ norm(max(p − q, 0)); behind the last, x ~ p.",
    ),
    "ratio or alone": _Text(
        "decide",
        "accepted rejected unused residual bonus {own_mark}",
        "From the left, dice decide. What the full target likes at least as much is kept for sure. For the first "
        "rejected one it writes another; if all are kept, or there is none, it adds one.",
        "Accept if u < min(1, p/q). At the first rejection x ~ norm(max(p − q, 0)); behind the last, x ~ p.",
    ),
    "k_seq": _Text(
        "decide",
        "accepted rejected unused residual bonus",
        f"At each place the guesses are tried in turn, by dice, until one is kept. {_TRIED}",
        "Accept if u < min(1, p/(ρq)); go on with the drafts that share what is kept. If none is: x from the residual.",
    ),
    "tries": _Text(
        "decide",
        "accepted rejected unused residual bonus",
        f"At each place the guesses are tried in turn, by dice, until one is kept. {_TRIED}",
        "Accept if u < min(1, p′/q), p′ = p at first, q as x was drawn from it; rejected: p′ ← norm(max(p′ − q, 0)). "
        "If none is: x ~ p′.",
    ),
    "same": _Text(
        "decide",
        "accepted rejected unused drawn bonus",
        "At each place the target draws {unit_a} by its own chances. A guess that is the same is kept; where none is, "
        "the target’s own is written. Behind the last it adds one.",
        "y ~ p at each node: the child y is accepted; where there is none, y itself is committed.",
    ),
    "first choice": _Text(
        "decide",
        "accepted rejected unused greedy bonus",
        "From left to right, a guess is kept where it is the target’s own first choice. Where none is, the target "
        "writes that choice itself; behind the last it adds one.",
        "y = argmax p at each node: the child y is accepted; where there is none, y itself is committed.",
    ),
    "longest lucky": _Text(
        "decide",
        "accepted rejected dropped unused {own_mark} bonus",
        "Dice decide on every guess by itself. The longest path of kept ones stays, and the target adds {unit_a}.",
        "Each child of an accepted node is accepted if u < min(1, p/q); the longest path wins, then x ~ p.",
    ),
    "likely enough": _Text(
        "decide",
        "accepted rejected dropped unused {own_mark} bonus",
        "A guess passes if the target finds it likely enough; the less sure it is, the less it asks. The longest path "
        "that passes is kept, and the target adds {unit_a}.",
        "Pass if p > min(ε, δ·e^−H), ε = {epsilon}, δ = {delta}; the longest path, then x ~ p.",
    ),
    "rollback": _Text(
        "decide",
        "accepted rejected unused {own_mark} bonus",
        "The target goes back to the first guess that surprises it too much and writes another; if none does, it adds "
        "{unit_a}.",
        "The first x with −log p > τ₂ = {rollback_threshold} is rejected; there, or behind the last, x ~ p.",
    ),
    "joint": _Text(
        "decide",
        "accepted rejected {own_mark} bonus",
        "The longest stretch that passed is kept, even past a shorter one that failed. Behind it the target writes "
        "{unit_a}.",
        "The longest prefix above τ = {threshold} is accepted, then x ~ p.",
    ),
    "layers": _Text(
        "decide",
        "accepted rejected unused orphaned residual fill bonus",
        "Layer by layer, guesses are tested in turn, by dice, until enough are kept. If too few are, the target draws "
        "the others and the round ends; if no layer fails, it adds one more.",
        "Accept if u < min(1, p′/q_beam); rejected: p′ ← norm(max(p′ − q_beam, 0)). Too few: one from p′, the others "
        "from p_beam. No layer failed: W_L more from p_beam.",
    ),
    "argmax": _Text("decide", "greedy", "The likeliest one is taken.", "x = argmax p."),
    "draw": _Text(
        "decide",
        "{own_mark}",
        "One is drawn by these chances: what has 0.3 comes 3 times in 10.",
        "x ~ p.",
    ),
    "top beams": _Text(
        "decide",
        "chosen",
        "Of all ways to go on, the {width} likeliest texts are kept.",
        "The W = {width} candidates of highest log p since the prompt.",
    ),
    "drawn beams": _Text(
        "decide",
        "drawn",
        "{kept} are drawn, likelier texts more often; one may be drawn twice.",
        "W = {width} draws from p_beam.",
    ),
    "distinct beams": _Text(
        "decide",
        "drawn",
        "{kept} are drawn, likelier texts more often; none is drawn twice.",
        "W = {width} draws from p_beam without replacement.",
    ),
    # What is final
    "joined": _Text(
        "commit",
        "",
        "What was kept and the target’s own {unit} join the text. The next round starts there.",
        "The kept drafts and the target’s own {unit} are committed.",
    ),
    "one": _Text("commit", "", "It joins the text: one {unit} for one pass.", "x is committed."),
    "block": _Text(
        "commit", "", "It joins the text, and the next round starts at its end.", "Its tokens are committed."
    ),
    "go on": _Text(
        "commit",
        "",
        "They are the beams of the next round, one {unit} longer.",
        "They are the next beams.",
    ),
    "last layer": _Text(
        "commit",
        "",
        "The beams of the last layer are where the next round starts.",
        "The last layer’s beams are the next inputs.",
    ),
    "best of layer": _Text(
        "commit",
        "",
        "Only the likeliest beam of the last layer goes on.",
        "One cache: the beam of lowest perplexity is the next input.",
    ),
}

_ROUNDS: dict[str, tuple[str, ...]] = {  # by method, as it is with its default settings; see `_named`
    "greedy": ("text", "argmax", "one"),
    "multinomial": ("text", "draw", "one"),
    "beam-search": ("beams", "top beams", "go on"),
    "beam-sampling": ("beams", "drawn beams", "go on"),
    "dsbd": ("forest", "chosen widths", "layers", "last layer"),
    "spd": ("chain", "guesses", "ratio", "joined"),
    "self-ssd": ("thinned", "guesses", "ratio or alone", "joined"),
    "spectr": ("texts", "guesses", "k_seq", "joined"),
    "specinfer": ("drawn tree", "guesses", "tries", "joined"),
    "ssd": ("first choices", "guesses", "first choice", "joined"),
    "tsd": ("pruned tree", "guesses", "first choice", "joined"),
    "gsd": ("pruned tree", "merge", "guesses", "first choice", "joined"),
    "mtjd": ("grown", "likeliest beam", "block"),
    "mtad": ("draft beams", "likeliest draft beam", "prefixes", "joint", "joined"),
    "mcss": ("distinct tree", "guesses", "tries", "joined"),
    "bild": ("until unsure", "guesses", "rollback", "joined"),
    "typical": ("likeliest tree", "guesses", "likely enough", "joined"),
    "medusa": ("heads", "guesses", "likely enough", "joined"),
    "eagle2": ("sure tree", "surest", "guesses", "same", "joined"),
    "lookup": ("copy", "guesses", "same", "joined"),
}

_NEXT: dict[str, tuple[str, str]] = {  # by a round's first line: what comes in the first round, and in a later one
    "chain": ("the draft guesses up to {depth}", "the draft guesses again"),
    "first choices": ("the draft guesses up to {depth}", "the draft guesses again"),
    "thinned": (
        "the target guesses with layers skipped, as long as it is sure",
        "it guesses again, as long as it is sure",
    ),
    "until unsure": ("the draft writes as long as it is sure", "the draft writes again, as long as it is sure"),
    "copy": (
        "the text before is searched for its last words: what followed them there is the guess",
        "the text before is searched for its last words",
    ),
    "texts": ("the draft makes {drafts} at the same text", "the draft guesses again"),
    **dict.fromkeys(
        ("drawn tree", "distinct tree", "certain tree", "likeliest tree", "pruned tree", "full tree", "sure tree"),
        ("the draft grows a tree of guesses", "the draft grows a new tree"),
    ),
    "heads": ("the target’s extra heads guess what follows", "the extra heads guess again"),
    "draft beams": ("the draft grows {sides} side by side", "the draft grows its beams again"),
    "forest": ("the draft makes {draws} a layer, up to {layers} ahead", "the draft guesses again"),
    "text": ("the target reads it in one pass and writes one {unit}", "the target writes one {unit} more"),
    "beams": ("the target reads it in one pass, and begins {kept}", "the target goes on with every beam"),
    "grown": ("the target grows {own} side by side", "the target grows new beams"),
}


def lines(header: Part) -> list[Line]:
    """A round of a run's method with its settings, line by line; nothing of a method that this version does not know.

    >>> [line["label"] for line in lines({"method": "gsd", "settings": {}})]
    ['Draft', 'Merge', 'Check', 'Decide', 'Write']
    """
    settings = _settings(header)
    if settings is None:
        return []
    fill, story = _fill(header, settings), story_of(header["method"])
    told = story.round(settings) if story else [_TEXTS[name] for name in _named(header["method"], settings)]
    return [
        {
            "label": _LABELS[text.group],
            "marks": text.marks.format_map(fill).split(),
            "plain": text.plain.format_map(fill),
            "exact": text.exact.format_map(fill),
        }
        for text in told
    ]


def following(facts: Facts) -> str:
    """What comes after the start of a round, in the plain voice; "" for a method that this version does not know."""
    settings = _settings(facts.header)
    if settings is None:
        return ""
    fill, story = _fill(facts.header, settings), story_of(facts.method)
    if story:
        first, later = story.following if isinstance(story.following, tuple) else story.following(settings)
        drafts, copies = story.round(settings)[0].group == "draft", story.searches
    else:
        name = _named(facts.method, settings)[0]
        (first, later), drafts, copies = _NEXT[name], _TEXTS[name].group == "draft", name == "copy"
    phases = [step["phase"] for step in facts.iteration["steps"]]
    if drafts and not copies and not {"draft", "exit"} & set(phases):
        window = beyond_window(facts.header, facts.iteration)
        if window is not None:
            return f"Nothing is drafted now because the text is longer than the draft’s context of {window:,} tokens"
        return f"Nothing is drafted now, as only one more {facts.unit} fits"
    boxes = "" if not facts.drafted else " (the empty boxes)"
    return f"Next, {later if facts.iteration['index'] else first + boxes}".format_map(fill)


def _settings(header: Part) -> Part | None:
    """The settings of a run, those that an older trace does not have as they are by default."""
    if header.get("method") not in _ROUNDS and story_of(str(header.get("method"))) is None:
        return None
    return asdict(DECODERS[header["method"]].make_settings({})) | dict(header.get("settings") or {})


def _named(method: str, settings: Part) -> list[str]:
    """The names of a round's lines under these settings."""
    swaps = _swaps(method, settings)
    return [new for name in _ROUNDS[method] if (new := swaps.get(name, name))]


def _swaps(method: str, settings: Part) -> dict[str, str]:
    """Which lines other settings than the default ones replace; an empty one goes."""
    sure, swaps = certain(settings), dict[str, str]()
    if sure:  # one token has all of the target's chance
        swaps |= {"same": "first choice", "draw": "argmax", "tries": "first choice"}
        swaps |= {"drawn tree": "certain tree", "distinct tree": "certain tree"}
    elif settings.get("replacement"):
        swaps["distinct tree"] = "drawn tree"
    if settings.get("verification") == "sampling":
        paper = settings.get("acceptance") == "paper"
        swaps |= {"first choice": "longest lucky"} if paper else {} if sure else {"first choice": "same"}
        swaps |= {"first choices": "chain", "first choice": "ratio"} if method == "ssd" else {}
    if method == "medusa" and (sure or settings["acceptance"] == "exact"):
        swaps["likely enough"] = "first choice" if sure else "same"
    if method == "dsbd":
        swaps |= {} if settings["replacement"] else {"chosen widths": "planned widths"}
        swaps |= {} if settings["width"] == "dynamic" else {"chosen widths": "fixed widths"}
        swaps |= {"last layer": "best of layer"} if settings["one_cache"] else {}
    if method == "beam-sampling" and not settings["replacement"]:
        swaps["drawn beams"] = "distinct beams"
    if not (settings.get("prob_threshold") or settings.get("sibling_threshold")):
        swaps["pruned tree"] = "full tree"
    return swaps | ({} if settings.get("merge", 1) else {"merge": ""})


def _fill(header: Part, settings: Part) -> dict[str, Any]:
    """The numbers of the lines, with their nouns."""
    unit, branching = unit_of(str(header.get("pair", ""))), settings.get("branching")
    counted = {
        "depth": ("gamma", unit),
        "levels": ("gamma", "level"),
        "layers": ("gamma", "layer"),
        "drafts": ("draft_width", "guess"),
        "draws": ("draft_width", "guess"),
        "sides": ("draft_width", "beam"),
        "sure": ("node_budget", "guess"),
        "most": ("node_budget", "guess"),
        "own": ("width", "beam"),
        "kept": ("width", "beam"),
        "block_long": ("block", unit),
    }
    fill = {name: plural(settings[key], noun) for name, (key, noun) in counted.items() if key in settings}
    tree = ", then ".join(map(str, branching)) if isinstance(branching, list | tuple) else branching
    return {
        **settings,
        **fill,
        "tree": tree,
        "unit": unit,
        "unit_a": f"a {unit}",
        "own_mark": "greedy" if certain(settings) else "drawn",
        "replacing": "" if settings.get("replacement", True) else ", without replacement",
    }
