"""The whole vocabulary of lessons: what each expression comes to, looked up in the trace, written as everywhere else.

Each value says from which step on the stage shows it, so that a text cannot tell what a reader has not seen, and a
question cannot ask what they have.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from explorer.energy.parts import modelled
from explorer.energy.report import work_of
from explorer.lessons.moment import ALWAYS, Moment, NoValue, Part, Seen, Value
from explorer.story.numbers import NOISE, digits, duration, number
from explorer.story.reasons import joint_ratio
from explorer.trace.metrics import best_beam, measures, replicas

Make = Callable[[Moment], Value]


@dataclass(frozen=True)
class Expression:
    """One word of the vocabulary: what it means, and how it is looked up."""

    what: str
    make: Make


def evaluate(name: str, moment: Moment) -> Value:
    """The value of an expression of the vocabulary. Raises NoValue."""
    try:
        return EXPRESSIONS[name].make(moment)
    except KeyError as missing:
        raise NoValue(f"the trace records no {missing} here") from None


def _known(part: Part, key: str, what: str) -> float:
    if part.get(key) is None:
        raise NoValue(f"{what} is not recorded here")
    return part[key]


# Of a node


def _word(moment: Moment) -> Value:
    word = moment.facts.word(moment.node)
    return Value(word, word, moment.born(moment.node))


def _words(moment: Moment) -> Value:
    """The tokens of the step's nodes, each once."""
    nodes = list(dict.fromkeys(moment.step.get("nodes", ())))
    said = " ".join([moment.facts.word(node) for node in nodes])
    return Value(said, said, max((moment.born(node) for node in nodes), default=ALWAYS))


def _path(moment: Moment) -> Value:
    """The tokens from where the iteration starts down to the node."""
    found, node, known = list[int](), moment.node, moment.facts.node
    while node in known and known[node].get("role") != "input":
        found.insert(0, node)
        node = known[node]["parent"]
    said = " ".join([moment.facts.word(each) for each in found])
    return Value(said, said, moment.born(moment.node))


def _gram(moment: Moment) -> Value:
    """The node's last τ tokens: those that recur where it is merged."""
    if moment.facts.node[moment.node].get("merge") is None:
        raise NoValue("this node is not merged")
    tail, node = list[int](), moment.node
    for _ in range(moment.facts.settings["merge"]):
        tail.insert(0, node)
        node = moment.facts.parent(node)
    said = " ".join([moment.facts.word(each) for each in tail])
    return Value(said, said, _merged(moment).seen)


def _merged(moment: Moment) -> Value:
    """Whether a node is merged, yes or no; what is not is known when all merging is done."""
    if moment.facts.node[moment.node].get("merge") is None:
        return Value("no", "no", moment.last("merge"))
    shown = (n for n, step in enumerate(moment.steps, 1) if step["phase"] == "merge" and moment.node in step["nodes"])
    return Value("yes", "yes", (moment.it, next(shown)))


def _q(moment: Moment) -> Value:
    """A draft's own q; of a token that the target brought, what q gave it at the same place."""
    node = moment.facts.node[moment.node]
    if node.get("q") is not None:
        return _share(node["q"], moment.born(moment.node))
    laws = moment.iteration.get("distributions") or ()
    law = next((one for one in laws if one["kind"] == "q" and one["at"] == node["parent"]), None)
    found = None if law is None else dict(law["top"]).get(node["token"], None if law["rest"] > NOISE else 0.0)
    return _share(_known({"q": found}, "q", "q of this node"), moment.born(moment.node))


def _p(moment: Moment) -> Value:
    node = moment.facts.node[moment.node]
    value = node["p"] if node.get("p") is not None else _known(moment.verdict, "p", "p of this node")
    return _share(value, max(moment.born(moment.node), moment.first("target")))


def _share(value: float, seen: Seen | None) -> Value:
    return Value(value, number(value), seen)


def _count(moment: Moment) -> Value:
    return _whole(moment.facts.node[moment.node].get("count", 1), moment.born(moment.node))


def _whole(value: float, seen: Seen | None) -> Value:
    return Value(int(value), f"{int(value):,}", seen)


# Of a decision


def _decision(moment: Moment) -> Value:
    decision = moment.verdict["decision"]
    return Value(decision, decision, moment.decided())


def _u(moment: Moment) -> Value:
    return _share(_known(moment.verdict, "u", "u"), moment.decided())


def _chance(moment: Moment) -> Value:
    a = _known(moment.verdict, "a", "a chance of acceptance")
    plain = moment.verdict["rule"] == "ratio" and moment.verdict.get("entry") is None
    return _share(min(1.0, a), moment.first("target") if plain else moment.decided())


def _ratio(moment: Moment) -> Value:
    used, q = _known(moment.verdict, "p_used", "p as used"), _known(moment.verdict, "q", "q")
    return _share(used / q, _chance(moment).seen)


def _residual(moment: Moment) -> Value:
    if moment.verdict["decision"] != "residual" and moment.verdict["rule"] != "residual_ratio":
        raise NoValue("this decision is taken by p itself, and not by a residual")
    return _share(_known(moment.verdict, "p_used", "p′"), moment.decided())


def _share_of_beam(key: str) -> Make:
    """p or q of one beam with one token among all beams and tokens."""

    def make(moment: Moment) -> Value:
        if moment.verdict.get("entry") is None:
            raise NoValue("this decision is about no beam")
        seen = moment.born(moment.node) if key == "q" else max(moment.born(moment.node), moment.first("target"))
        return _share(_known(moment.verdict, key, f"{key}_beam"), seen)

    return make


def _likelihood(moment: Moment) -> Value:
    return _share(math.exp(_known(moment.verdict, "logp", "log p of a beam")), moment.decided())


def _overlap(moment: Moment) -> Value:
    p, q = moment.law("p"), moment.law("q")
    return _share(sum(min(p[token], q.get(token, 0.0)) for token in p), moment.first("target"))


def _surplus(moment: Moment) -> Value:
    p, q = moment.law("p"), moment.law("q")
    return _share(sum(max(p[token] - q.get(token, 0.0), 0.0) for token in p), moment.first("target"))


# Of a layer of beams


def _of_layer(key: str) -> Make:
    def make(moment: Moment) -> Value:
        value = _known(moment.layer, key, key)
        seen = _layer_seen(moment)
        return _whole(value, seen) if isinstance(value, int) else _share(value, seen)

    return make


def _layer_seen(moment: Moment) -> Seen:
    """The step that shows why a layer has its width."""
    level = moment.step.get("layer")
    found = (n for n, step in enumerate(moment.steps, 1) if step["phase"] == "layer" and step.get("layer") == level)
    return moment.it, next(found, len(moment.steps))


def _at_least(more: int) -> Make:
    """P(at least W_L), or of one more."""

    def make(moment: Moment) -> Value:
        tails: Sequence[float] = moment.layer.get("at_least") or []
        wanted = moment.layer["width"] + more
        if wanted >= len(tails):
            raise NoValue(f"no chance of {wanted} accepted beams is recorded")
        return _share(tails[wanted], moment.first("target"))  # it follows from p and q: a question may give it

    return make


def _threshold(moment: Moment) -> Value:
    return _share(_known(moment.layer, "threshold", "threshold"), ALWAYS)


def _alpha(moment: Moment) -> Value:
    return _share(_known({"a": (moment.layer.get("alpha") or [None])[0]}, "a", "α₁"), _layer_seen(moment))


def _accepted(moment: Moment) -> Value:
    level = moment.step.get("layer")
    tests = [n for n, step in enumerate(moment.steps, 1) if step["phase"] == "verify" and step.get("layer") == level]
    return _whole(_known(moment.layer, "accepted", "accepted"), (moment.it, max(tests, default=len(moment.steps))))


def _outcome(moment: Moment) -> Value:
    return Value(moment.layer["outcome"], moment.layer["outcome"], _accepted(moment).seen)


# Of a prefix (MTAD)


def _joint(key: str) -> Make:
    """The product of p, or of q, over the tokens of the prefix."""

    def make(moment: Moment) -> Value:
        return _share(math.exp(_known(moment.prefix, key, "the joint likelihood")), moment.at)

    return make


def _joint_ratio(moment: Moment) -> Value:
    value = joint_ratio(moment.prefix.get("logp_joint"), moment.prefix.get("logq_joint"))
    return _share(value, moment.at)


def _prefix(moment: Moment) -> Value:
    passed = "passes" if moment.prefix["passed"] else "fails"
    return Value(passed, passed, moment.at)


def _longest(moment: Moment) -> Value:
    return _whole(_known(moment.facts.layer("joint"), "longest", "a longest prefix"), moment.last("prefix"))


# Of an iteration


def _measure(key: str, *phases: str) -> Make:
    return lambda moment: _whole(measures(moment.iteration)[key], moment.last(*phases))


def _places(moment: Moment) -> Value:
    made = [one for one in moment.iteration["passes"] if one["model"] == "target"]
    if not made:
        raise NoValue("the target makes no pass in this iteration")
    return _whole(sum(len(one["nodes"]) for one in made), moment.first("target"))


def _replicas(moment: Moment) -> Value:
    return _whole(len(replicas(moment.iteration)), moment.last("unmerge"))


def _unused(moment: Moment) -> Value:
    nodes = {one["node"] for one in moment.facts.verdicts if one["decision"] == "unused"}
    return _whole(len(nodes), moment.last("unused"))


def _pruned(moment: Moment) -> Value:
    nodes = {one["node"] for one in moment.facts.verdicts if one["decision"] == "pruned"}
    return _whole(len(nodes), moment.last("draft"))


def _merges(moment: Moment) -> Value:
    nodes = {one["node"] for one in moment.facts.verdicts if one["decision"] == "merged"}
    return _whole(len(nodes), moment.last("merge"))


def _beams(moment: Moment) -> Value:
    return _whole(len(moment.iteration["final"].get("beams", ())), moment.last("commit"))


def _best(moment: Moment) -> Value:
    """The text of the likeliest live beam; tokens of toy pairs are words, and are joined by spaces."""
    tokens = best_beam(moment.iteration["final"]["beams"])["tokens"]
    space = " " if moment.run.trace.header["pair"].startswith("toy:") else ""
    said = f"“{space.join(moment.run.texts[str(token)] for token in tokens)}”"
    return Value(said, said, moment.last("commit"))


def _time(moment: Moment) -> Value:
    made = [moment.iteration["passes"][place]["seconds"] for place in moment.step.get("passes", ())]
    if not made:
        raise NoValue("no pass is made in this step")
    return Value(sum(made), duration(sum(made)), moment.at)


# Of the run


def _total(key: str, seen: Seen | None) -> Make:
    return lambda moment: _whole(moment.counts(key), seen)


def _rate(key: str, seen: Seen | None) -> Make:
    return lambda moment: _share(moment.counts(key), seen)


def _setting(*keys: str) -> Make:
    def make(moment: Moment) -> Value:
        value = next((moment.facts.settings[key] for key in keys if key in moment.facts.settings), None)
        if value is None:
            raise NoValue(f"this run has no setting {' or '.join(keys)}")
        return Value(value, digits(value) if isinstance(value, float) else str(value), ALWAYS)

    return make


def _weights(model: str) -> Make:
    """The size of a model's weights in MB: what one pass reads."""

    def make(moment: Moment) -> Value:
        work = work_of(moment.run.trace)
        return _megabytes(work.target_weights if model == "target" else work.draft_weights)

    return make


def _read(moment: Moment) -> Value:
    work = work_of(moment.run.trace)
    if work.target_weights is None or not work.tokens:
        return _megabytes(None)
    read_ = work.target_passes * work.target_weights + work.draft_passes * (work.draft_weights or 0)
    return _megabytes(read_ / work.tokens)


def _megabytes(size: float | None) -> Value:
    if size is None:
        raise NoValue("the sizes of the models are not recorded")
    return Value(size / 1e6, f"{size / 1e6:.0f} MB", None)


def _joules(moment: Moment) -> Value:
    found, work = modelled(moment.run.trace), work_of(moment.run.trace)
    if found is None or not work.tokens:
        raise NoValue("the energy of this run is not modelled")
    value = found.cumulative()[-1] / work.tokens
    return Value(value, f"{number(value)} J", None)


def _prompt(moment: Moment) -> Value:
    said = f"“{moment.run.trace.header['prompt']}”"
    return Value(said, said, ALWAYS)


EXPRESSIONS: dict[str, Expression] = {
    "word": Expression("the token of the node", _word),
    "words": Expression("the tokens of all nodes of the step", _words),
    "path": Expression("the tokens from the start of the iteration down to the node", _path),
    "gram": Expression("the last tokens of a merged node, those that recur (GSD)", _gram),
    "merged": Expression("whether the node is merged: yes or no (GSD)", _merged),
    "q": Expression("the draft model's chance of the node", _q),
    "p": Expression("the target model's chance of the node", _p),
    "count": Expression("how often the node was drawn", _count),
    "decision": Expression("what became of the node: accepted, rejected, residual, bonus, unused …", _decision),
    "u": Expression("the number that the dice gave", _u),
    "chance": Expression("the chance of acceptance, min(1, p/q) or as the rule has it", _chance),
    "ratio": Expression("the same ratio before it is cut at 1", _ratio),
    "p'": Expression("the node's chance in the residual p′", _residual),
    "p_beam": Expression("p of this beam with this token, of all beams and tokens", _share_of_beam("p")),
    "q_beam": Expression("q of this beam with this token, of all beams and tokens", _share_of_beam("q")),
    "likelihood": Expression("p of the whole beam that ends here (beam search and sampling)", _likelihood),
    "overlap": Expression("Σ min(p, q) over all tokens: the chance that a draft is accepted here (SpD)", _overlap),
    "surplus": Expression("Σ max(p − q, 0): what p has more than q, in all (SpD)", _surplus),
    "W_L": Expression("the width of the layer (DSBD)", _of_layer("width")),
    "candidates": Expression("how many candidates the layer has (DSBD)", _of_layer("candidates")),
    "W_min": Expression("the least width (DSBD)", _of_layer("min_width")),
    "t": Expression("the threshold of the width (DSBD)", _threshold),
    "at_least": Expression("the chance that at least W_L candidates are accepted (DSBD)", _at_least(0)),
    "one_more": Expression("the chance that at least W_L + 1 are accepted (DSBD)", _at_least(1)),
    "alpha": Expression("α₁, the chance that the first candidate is accepted (DSBD)", _alpha),
    "accepted": Expression("how many beams the layer accepted (DSBD)", _accepted),
    "outcome": Expression("succeeded or failed: what came of the layer (DSBD)", _outcome),
    "joint_p": Expression("the product of p over the prefix (MTAD)", _joint("logp_joint")),
    "joint_q": Expression("the product of q over the prefix (MTAD)", _joint("logq_joint")),
    "joint": Expression("their ratio, not cut at 1 (MTAD)", _joint_ratio),
    "prefix": Expression("passes or fails: the prefix that the step tests (MTAD)", _prefix),
    "longest": Expression("how many tokens the longest passing prefix has (MTAD)", _longest),
    "drafted": Expression("how many nodes are drafted in this iteration", _measure("drafted", "draft")),
    "draws": Expression("how many draws these stand for", _measure("draws", "draft")),
    "pruned": Expression("how many of them are not expanded", _pruned),
    "merges": Expression("how many of them are merged (GSD)", _merges),
    "replicas": Expression("how many copies unmerging makes (GSD)", _replicas),
    "places": Expression("how many places the target pass of this iteration scores", _places),
    "unused": Expression("how many nodes of this iteration were never tested", _unused),
    "kept": Expression("how many drafted tokens this iteration keeps", _measure("kept", "commit")),
    "made": Expression("how many tokens this iteration adds to the text", _measure("emitted", "commit")),
    "beams": Expression("how many beams are alive at the end of this iteration", _beams),
    "best": Expression("the text of the likeliest of these beams", _best),
    "time": Expression("how long the passes of this step took", _time),
    "prompt": Expression("the prompt of the run", _prompt),
    "tokens": Expression("how many tokens the run writes", _total("emitted", ALWAYS)),
    "passes": Expression("how many target passes the run needs", _total("target_passes", ALWAYS)),
    "draft_passes": Expression("how many draft passes the run needs", _total("draft_passes", None)),
    "per_pass": Expression("tokens a target pass, over the run", _rate("tokens_per_iteration", None)),
    "acceptance": Expression("the share of tested drafts that were accepted", _rate("acceptance", None)),
    "wasted": Expression("how many drafts of the run were not used, copies included", _total("wasted", None)),
    "perplexity": Expression("the perplexity of the text under p; lower is likelier", _rate("perplexity", None)),
    "weights": Expression("the size of the target model: what one of its passes reads", _weights("target")),
    "draft_weights": Expression("the size of the draft model", _weights("draft")),
    "read": Expression("weights read for each token, by both models", _read),
    "joules": Expression("energy for each token as it is modelled", _joules),
    "gamma": Expression("γ, how far the draft goes", _setting("gamma")),
    "tau": Expression("τ: the threshold of MTAD, the length that merges of GSD", _setting("merge", "threshold")),
    "W": Expression("the number of beams", _setting("width")),
    "W_S": Expression("the number of draft beams", _setting("draft_width")),
    "k": Expression("the number of children of a drafted node", _setting("out_degree")),
    "top_k": Expression("how many tokens the top-k cut leaves", _setting("top_k")),
    "top_p": Expression("how much of p the top-p cut leaves", _setting("top_p")),
    "theta": Expression("θ_prob: a drafted node below it is not expanded", _setting("prob_threshold")),
}
