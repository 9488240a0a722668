"""What a method records of a layer, in words: the papers' names, the sentence of a width, captions of pictures."""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any

from pydantic import TypeAdapter

from explorer.story.numbers import chance, digits, number, plural
from explorer.story.registry import LAYERS
from explorer.story.story import Bars, LayerStory
from explorer.story.wording import EXACT, PLAIN, Voice

Layer = Mapping[str, Any]
_BARS = LAYERS["graph"].bars or Bars(title="", counts=())

# The papers' names of what is shown as plain facts, by kind; what is left out is drawn or told elsewhere.
_NAMES: dict[str, dict[str, str]] = {
    "width": {
        "width": "W_L",
        "width_tilde": "W̃_L",
        "min_width": "W_min",
        "threshold": "t",
        "candidates": "m, candidates",
        "orphaned": "orphaned",
        "beta": "β",
        "predicted": "predicted success",
        "error": "its standard error",
        "prediction": "prediction",
    },
    "beams": {"width": "W", "candidates": "candidates"},
    "block": {"width": "W"},
    "memory": {"kv_distinct": "KV tokens (distinct)", "kv_per_beam": "KV tokens (one cache per beam)"},
    "graph": {
        "depth_limit": "depth limit",
        "depth": "depth",
        "tree_depth": "depth as a tree",
        "exit": "draft exit",
        "drafted": "nodes drafted",
        "replicas": "replicas in the tree",
        "verified": "nodes verified",
        "node_budget": "node budget",
        "budget_cut": "cut by the budget",
    },
    "joint": {"joint": "p and q taken", "threshold": "τ"},
    "k_seq": {"rho": "ρ", "beta": "β", "success": "predicted acceptance, 1 − (1 − β)^K"},
    "typical": {"entropy": "entropy H", "epsilon": "ε", "delta": "δ", "threshold": "threshold"},
    "rollback": {"nll": "−log p", "threshold": "rollback τ₂"},
    "fallback": {"max_q": "max q", "threshold": "fallback τ₁", "stopped": "draft stopped"},
    "exit": {"max_q": "max q", "threshold": "exit threshold", "stopped": "draft stopped"},
    "skipped": {"of_layers": "layers of the target", "acceptance_rate": "acceptance rate AR"},
    "copy": {"ngram": "n of the n-gram found", "at": "found at token", "copied": "tokens copied"},
    "head": {"offered": "tokens considered"},
    "selection": {"node_budget": "node budget", "drafted": "nodes drafted"},
}
# What is known only once the layer has been decided.
_OUTCOMES: dict[str, dict[str, str]] = {
    "width": {"outcome": "layer", "accepted": "accepted", "unused": "unused"},
    "beams": {"accepted": "beams that came out"},
    "graph": {
        "accepted": "accepted",
        "accepted_ranks": "ranks of the accepted children",
        "graph_success": "graph success",
    },
    "joint": {"longest": "longest that passes"},
    "rollback": {"rolled_back": "rolled back"},
}
_BOUNDS = {
    "U": "U, largest |log p − log q|",
    "H": "H, mean entropy",
    "epsilon": "ε",
    "gamma_bar": "γ̄, tokens emitted",
    "gamma_bar_low": "γ̄ ≥ (Thm 3.6)",
    "ppl_ratio_high": "perplexity ratio ≤ (Thm 3.5)",
}
_TITLES = {
    "joint": "Joint likelihoods",
    "memory": "Memory",
    "graph": "The graph",
    "draft_weights": "Weights of the draft beams",
    "skipped": "The thinned target",
    "copy": "What was copied",
    "selection": "What is sent to the target",
    "fallback": "Fallback and rollback",
    "rollback": "Fallback and rollback",
    "exit": "Draft exit",
}
_BARE = {  # layers without candidates
    "extra": "Every drafted layer succeeded, so one more is drawn, from p alone",
    "final": "Nothing could be drafted here: all beams are drawn from p",
}
# Captions of the pictures that the inspector draws.
ALPHA = (
    "α_j = Σ min(p_j, q): the chance that a candidate is accepted after j − 1 rejections in a row since the last "
    "acceptance"
)
TABLE = "P(m, k): the chance that k of the first m candidates are accepted. The framed row is the one summed above"
TAILS = "P(at least K) = Σ_{k ≥ K} P(m, k) against t; hollow bars do not reach it"
PAYOFF = _BARS.title
ENDS = "The beams at the end, each with its chance as a whole"
TAILS_FIXED = "P(at least K): the chance that K or more of the candidates are accepted"
_CAPTIONS = {
    "k_seq": "Each draft is taken with min(1, p/(ρq)). ρ is as small as the law allows: the drafts together then give "
    "p exactly",
    "typical": "The bar that p must pass: min(ε, δ·exp(−H)). Across: the entropy H. The less certain p is, the lower "
    "the bar",
    "fallback": "Fallback: the draft hands over where max q is below the first threshold. Rollback: the target goes "
    "back to the first token whose −log p is above the second",
    "exit": "The draft stops where its most probable token is below the exit threshold",
    "level": "Confidence: the product of q down to the node, on this level",
    "head": "Confidence: the product of the heads' probabilities down to the node, on this level",
    "draft_weights": "No input beam is possible under q, so all weigh the same in this iteration",
}


def _told(layer: Layer) -> tuple[LayerStory, Any] | None:
    """The story of a layer's kind, and the layer as a record; None where no story has the kind."""
    story = LAYERS.get(layer.get("kind", ""))
    if story is None:
        return None
    return story, _record(story.kind).validate_python(dict(layer))


@cache
def _record(kind: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _shown(story: LayerStory, layer: Any, voice: Voice, late: bool) -> list[tuple[str, str]]:
    """The named values of a layer that there are, known before it was decided or after."""
    plain = voice is PLAIN
    if plain and story.symbols:
        return []
    found = ((fact, attrgetter(fact.field)(layer)) for fact in story.facts if fact.late == late)
    rows = ((fact.plain if plain and fact.plain else fact.name, value) for fact, value in found)
    return [(name, _text(value)) for name, value in rows if value not in (None, False, (), math.inf, -math.inf)]


def layer_facts(layer: Layer) -> list[tuple[str, str]]:
    """What a layer says under the papers' names: what is known before anything in it is decided."""
    if told := _told(layer):
        return _shown(*told, EXACT, late=False)
    return [*_rows(layer, _NAMES.get(layer.get("kind", ""), {}))]


def layer_outcome(layer: Layer) -> list[tuple[str, str]]:
    """What a layer says once it has been decided."""
    if told := _told(layer):
        return _shown(*told, EXACT, late=True)
    rows = _rows(layer, _OUTCOMES.get(layer.get("kind", ""), {}))
    return [*rows, *_rows(layer.get("bounds") or {}, _BOUNDS)]


def layer_sentences(layer: Layer) -> dict[str, str]:
    """The sentences in a layer's picture, by the panel's field."""
    told = _told(layer)
    if told is None:
        return {}
    said = {name: wording.say(told[1], EXACT) for name, wording in told[0].said.items()}
    return said | {f"{name}_say": caption for name, caption in told[0].exact_only.items()}


def _rows(layer: Layer, names: Mapping[str, str]) -> list[tuple[str, str]]:
    """The named values that there are; what is off is not told."""
    return [(name, _text(layer[key])) for key, name in names.items() if layer.get(key) not in (None, False, [], "")]


def _text(value: Any) -> str:
    if value is True:
        return "yes"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(_text, value))
    return digits(value) if isinstance(value, float) else str(value)


def layer_title(layer: Layer) -> str:
    """What the inspector writes above a layer."""
    kind, level = layer.get("kind", ""), layer.get("layer") or 0
    if (told := _told(layer)) and told[0].title:
        return told[0].title.say(told[1], EXACT)
    if kind == "width":
        of = f" of {plural(layer['candidates'], 'candidate')}" if layer.get("candidates") else ""
        return f"Layer {level}: W_L = {layer['width']}{of}"
    return _TITLES.get(kind) or (f"Head {level}" if kind == "head" else f"Layer {level}" if level else "This iteration")


def layer_caption(layer: Layer) -> str:
    """What a layer's picture shows, in a sentence; empty where it has none."""
    kind = layer.get("kind", "")
    if told := _told(layer):
        return told[0].caption.say(told[1], EXACT) if told[0].caption else ""
    if kind == "tries":
        if layer.get("q_left"):
            return (
                "A token that was tried leaves q: “q left” is the mass that stays, and q is renormalised on it. p′ "
                "loses what q offered"
            )
        return "q stays as it is; after every rejection p′ loses what q offered, and is renormalised"
    return skipped(layer) if kind == "skipped" else _CAPTIONS.get(kind, "")


def skipped(layer: Layer) -> str:
    """Self-SSD: what the draft leaves out of the target."""

    def said(name: str, numbers: Sequence[int]) -> str:
        return f"{name} of layers {', '.join(map(str, numbers))}" if numbers else f"no {name}"

    out = f"{said('attention', layer.get('attention') or ())}; {said('MLP', layer.get('mlp') or ())}"
    return f"The draft is the target without what is struck out (✕), of {layer.get('of_layers', 0)} layers: {out}"


def why_width(layer: Layer) -> str:
    """Why a layer of a draft forest asks for W_L beams (DSBD Eqs 2–7), without a full stop."""
    m, width, t, tilde = (layer.get(key) for key in ("candidates", "width", "threshold", "width_tilde"))
    if width is None:
        return "This layer's width was not recorded"
    if not m:
        lost = plural(layer.get("orphaned") or 0, "draft")
        return _BARE.get(
            layer.get("outcome", ""), f"No candidate is left ({lost} lost their parents): all are drawn from p"
        )
    if t is None:
        return f"W_L = {width} is fixed by the settings{_fixed(layer)}"
    if tilde is None or layer.get("prediction") == "none":
        return f"W_L = {width}, planned as if drafts were drawn with replacement: no prediction is made here"
    if width > tilde:
        own = f", {_at(layer, width)}," if _tails(layer) else ""
        return (
            f"No K from W_min = {layer.get('min_width')} on is reached with a chance ≥ t = {number(t)}, so W_L = W_min "
            f"= {width} is kept although its own chance{own} is below t{_how(layer)}"
        )
    more = f"; for K = {tilde + 1} it is {_at(layer, tilde + 1)}" if tilde < _of(layer) else ", and there are no more"
    return (
        f"K = {tilde} is the largest number that at least K of the {_counted(layer)} reach with a chance ≥ t = "
        f"{number(t)}: the chance is {_at(layer, tilde)}{more}. So W_L = {width}{_how(layer)}"
    )


def _fixed(layer: Layer) -> str:
    """The chance of a fixed width, where it was computed."""
    if not _tails(layer):
        return "; how many will be accepted is not predicted here"
    width = layer["width"]
    chance = f"at least {width} of the {_counted(layer)} are accepted is {_at(layer, width)}"
    return f". The chance that {chance}{_how(layer)}"


def _tails(layer: Layer) -> Sequence[float]:
    """The chances that at least K are accepted, from K = 0."""
    return layer.get("at_least") or ()


def _of(layer: Layer) -> int:
    """How many beams the chances are about: the candidates, or all W_S where they were drawn without replacement."""
    return len(_tails(layer)) - 1


def _counted(layer: Layer) -> str:
    return f"{_of(layer)} {'candidates' if _of(layer) == layer['candidates'] else 'drafts, orphans included,'}"


def _at(layer: Layer, k: int) -> str:
    tails = _tails(layer)
    return number(tails[k]) if k < len(tails) else "0"


def _how(layer: Layer) -> str:
    """That chances were simulated, and how exactly."""
    if layer.get("prediction") != "simulated":
        return ""
    error = layer.get("error")
    return " (simulated)" if error is None else f" (simulated; standard error {number(error)})"


def came_out(layer: Layer) -> str:
    """What came of a layer's candidates; empty where there were none."""
    if not layer.get("candidates"):
        return ""
    if layer.get("outcome") == "succeeded":
        return f"It came out: {layer['accepted']} accepted, as many as were asked for"
    few = f"{layer.get('accepted', 0)} accepted, fewer than the {layer['width']} asked for"
    return f"It came out: {few}; the layer ends the iteration"


# The plain voice
_PLAIN_TITLES = {"joint": "The words together"}
_PLAIN_CAPTIONS = {
    "k_seq": "Each draft is kept by the chance that the target gives it, beside the draft’s own. As several drafts "
    "share it, the bar is stricter than for one",
    "tries": "The drafts are tried in turn. What a rejected one had is taken off the target’s chances before the next",
    "typical": "The bar that the target’s chance must pass. The less sure the target, further right, the lower the bar",
    "fallback": "The draft hands over where its surest guess is below the first bar. The target goes back to the first "
    "guess that surprises it more than the second",
    "exit": "The draft stops where its surest guess is below the bar",
    "level": "How sure the draft is of the whole path down to each guess of this level",
    "head": "How sure the heads are of the whole path down to each guess of this level",
    "draft_weights": "The draft finds none of the beams possible, so all weigh the same in this round",
}
_PLAIN_HEADS = {
    "tries": ["draft’s chance", "target has left", "dice below"],
    "k_seq": ["draft’s chance", "target’s chance", "dice below"],
    "typical": ["candidate", "target’s chance", "bar", ""],
    "fallback": ["draft", "surest guess, bar", "surprise, bar"],
    "exit": ["draft", "surest guess, bar"],
    "level": ["guess", "how sure", ""],
    "head": ["guess", "how sure", ""],
    "joint": ["word", "target against draft", "so far, against the bar", ""],
}
_PLAIN_NAMES = {
    "width": ["wanted", "", "the chance asked for"],
    "typical": ["chance", "unsure: "],
    "joint": ["", "the bar"],
}
_PLAIN_BARE = {
    "extra": "Every drafted layer was kept, so the target draws one more by itself",
    "final": "Nothing could be drafted here: the target draws all beams itself",
}
_SYMBOLS = ("width", "joint", "k_seq", "tries", "typical", "rollback", "fallback", "exit", "beams", "block")
_PLAIN_ROWS = {
    "copy": {"n of the n-gram found": "tokens found again"},
    "skipped": {"acceptance rate AR": "share kept lately"},
    "graph": {
        "replicas in the tree": "copies in the tree",
        "accepted": "kept",
        "ranks of the accepted children": "ranks of the kept ones",
    },
}


def payoff(layer: Layer) -> list[tuple[str, int, bool]]:
    """What a draft graph came to: name, how many, and whether that is known only once the check is over (GSD)."""
    return [(fact.name, layer[fact.field], fact.late) for fact in _BARS.counts]


def plain_panel(layer: Layer, word: str) -> dict[str, Any]:
    """What a panel says in the plain voice, in place of its fields of these names; `word` is the token it is after."""
    kind = layer.get("kind", "")
    if told := _told(layer):
        return _plain_story(*told, word)
    bare, renamed = kind in _SYMBOLS, _PLAIN_ROWS.get(kind, {})
    facts = [] if bare else [(renamed.get(name, name), value) for name, value in layer_facts(layer)]
    said: dict[str, Any] = {
        "title": f"After {word}" if word else _plain_title(layer),
        "caption": _PLAIN_CAPTIONS.get(kind, layer_caption(layer)),
        "facts": facts,
        "outcome": [] if bare else [(renamed.get(name, name), value) for name, value in layer_outcome(layer)],
    }
    if kind in _PLAIN_NAMES:
        said["names"] = _PLAIN_NAMES[kind]
    if kind in _PLAIN_HEADS:
        left = ["draft has left"] if layer.get("q_left") and kind == "tries" else []
        said["heads"] = [*left, *_PLAIN_HEADS[kind]]
    return said | (_plain_width(layer) if kind == "width" else {})


def _plain_story(story: LayerStory, layer: Any, word: str) -> dict[str, Any]:
    """What a panel says in the plain voice, from the story of its kind."""
    title = story.title.say(layer, PLAIN) if story.title else layer_title({"layer": layer.layer})
    said: dict[str, Any] = {
        "title": f"After {word}" if word else title,
        "caption": story.caption.say(layer, PLAIN) if story.caption else "",
        "facts": _shown(story, layer, PLAIN, late=False),
        "outcome": _shown(story, layer, PLAIN, late=True),
    }
    said |= {name: wording.say(layer, PLAIN) for name, wording in story.said.items()}
    said |= {name: [] for name in story.exact_only}
    heads = story.heads(layer) if callable(story.heads) else story.heads
    said |= {"names": list(story.names)} if story.names else {}
    return said | ({"heads": list(heads)} if heads else {})


def _plain_title(layer: Layer) -> str:
    kind, level = layer.get("kind", ""), layer.get("layer") or 0
    if kind == "width":
        of = f" of {plural(layer['candidates'], 'candidate')}" if layer.get("candidates") else ""
        return f"Layer {level}: {plural(layer['width'], 'beam')}{of} wanted"
    return _PLAIN_TITLES.get(kind) or layer_title(layer)


def _plain_width(layer: Layer) -> dict[str, Any]:
    """The one sentence beside the bars: why so many beams are wanted. What the bars are made of is left out."""
    width, t, tails = layer["width"], layer.get("threshold"), _tails(layer)
    own = f"{width} or more are kept with a chance of {chance(tails[width])}" if width < len(tails) else ""
    if not layer.get("candidates"):
        why = _PLAIN_BARE.get(layer.get("outcome", ""), "No candidate is left: the target draws all beams itself")
    elif width > layer["candidates"]:
        why = f"{plural(width, 'beam')} are wanted, more than there are candidates: the target draws the rest"
    elif t is None:
        why = f"The settings ask for {plural(width, 'beam')}{f': {own}' if own else ''}"
    elif not own:
        why = "How many beams will be kept is not predicted here"
    elif width > (layer.get("width_tilde") or 0):
        why = f"The least that the settings allow, though {own}, less than the {chance(t)} asked for"
    else:
        why = f"As many as are likely enough: {own}, and {chance(t)} is asked for"
    line = "; the line is the chance that is asked for" if t is not None else ""
    return {
        "why": f"{why}.",
        "came": came_out(layer).replace("accepted", "kept").replace("iteration", "round"),
        "tails_say": f"The chance that so many candidates or more are kept{line}",
        "alpha": [],
        "table": [],
    }
