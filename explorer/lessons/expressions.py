"""The whole vocabulary of lessons: what each expression comes to, looked up in the trace, written as everywhere else.

Each value says from which step on the stage shows it, so that a text cannot tell what a reader has not seen, and a
question cannot ask what they have.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from decoders.core.decode import best_of
from decoders.core.record import Verdict
from decoders.methods.dsbd.recording import WidthLayer
from decoders.methods.mtad import Prefix
from explorer.energy.parts import modelled
from explorer.energy.report import work_of
from explorer.lessons.moment import ALWAYS, Moment, NoValue, Seen, Value
from explorer.story.numbers import NOISE, digits, duration, number
from explorer.trace.metrics import Measures, measures, replicas

Make = Callable[[Moment], Value]


@dataclass(frozen=True)
class Expression:
    """One word of the vocabulary: what it means, and how it is looked up."""

    what: str
    make: Make


def evaluate(name: str, moment: Moment) -> Value:
    """The value of an expression of the vocabulary. Raises NoValue."""
    return EXPRESSIONS[name].make(moment)


def _known(value: float | None, what: str) -> float:
    if value is None or math.isinf(value):
        raise NoValue(f"{what} is not recorded here")
    return value


# Of a node


def _word(moment: Moment) -> Value:
    word = moment.word(moment.node)
    return Value(word, word, moment.born(moment.node))


def _words(moment: Moment) -> Value:
    """The tokens of the step's nodes, each once."""
    nodes = list(dict.fromkeys(moment.step.nodes))
    said = " ".join([moment.word(node) for node in nodes])
    return Value(said, said, max((moment.born(node) for node in nodes), default=ALWAYS))


def _path(moment: Moment) -> Value:
    """The tokens from where the iteration starts down to the node."""
    found, node, known = list[int](), moment.node, moment.nodes
    while node in known and known[node].role != "input":
        found.insert(0, node)
        node = known[node].parent
    said = " ".join([moment.word(each) for each in found])
    return Value(said, said, moment.born(moment.node))


def _gram(moment: Moment) -> Value:
    """The node's last τ tokens: those that recur where it is merged."""
    if moment.nodes[moment.node].merge is None:
        raise NoValue("this node is not merged")
    tail, node = list[int](), moment.node
    for _ in range(moment.settings["merge"]):
        tail.insert(0, node)
        node = moment.nodes[node].parent if node in moment.nodes else -1
    said = " ".join([moment.word(each) for each in tail])
    return Value(said, said, _merged(moment).seen)


def _merged(moment: Moment) -> Value:
    """Whether a node is merged, yes or no; what is not is known when all merging is done."""
    if moment.nodes[moment.node].merge is None:
        return Value("no", "no", moment.last("merge"))
    shown = (n for n, step in enumerate(moment.steps, 1) if step.phase == "merge" and moment.node in step.nodes)
    return Value("yes", "yes", (moment.it, next(shown)))


def _q(moment: Moment) -> Value:
    """A draft's own q; of a token that the target brought, what q gave it at the same place."""
    node = moment.nodes[moment.node]
    if node.q is not None:
        return _share(node.q, moment.born(moment.node))
    laws = (law for law in moment.iteration.distributions if law.kind == "q" and law.at == node.parent)
    law = next(laws, None)
    found = None if law is None else dict(law.top).get(node.token, None if law.rest > NOISE else 0.0)
    return _share(_known(found, "q of this node"), moment.born(moment.node))


def _p(moment: Moment) -> Value:
    p = moment.nodes[moment.node].p
    value = _known(moment.verdict.p, "p of this node") if p is None else p
    return _share(value, max(moment.born(moment.node), moment.first("target")))


def _share(value: float, seen: Seen | None) -> Value:
    return Value(value, number(value), seen)


def _count(moment: Moment) -> Value:
    return _whole(moment.nodes[moment.node].count, moment.born(moment.node))


def _whole(value: float, seen: Seen | None) -> Value:
    return Value(int(value), f"{int(value):,}", seen)


# Of a decision


def _decision(moment: Moment) -> Value:
    decision = moment.verdict.decision
    return Value(decision, decision, moment.decided())


def _u(moment: Moment) -> Value:
    return _share(_known(moment.verdict.u, "u"), moment.decided())


def _chance(moment: Moment) -> Value:
    a = _known(moment.verdict.a, "a chance of acceptance")
    plain = moment.verdict.rule == "ratio" and moment.verdict.entry is None
    return _share(min(1.0, a), moment.first("target") if plain else moment.decided())


def _ratio(moment: Moment) -> Value:
    used, q = _known(moment.verdict.p_used, "p as used"), _known(moment.verdict.q, "q")
    return _share(used / q, _chance(moment).seen)


def _residual(moment: Moment) -> Value:
    if moment.verdict.decision != "residual" and moment.verdict.rule != "residual_ratio":
        raise NoValue("this decision is taken by p itself, and not by a residual")
    return _share(_known(moment.verdict.p_used, "p′"), moment.decided())


def _p_beam(moment: Moment) -> Value:
    """p of one beam with one token among all beams and tokens."""
    seen = max(moment.born(moment.node), moment.first("target"))
    return _share(_known(_of_beam(moment).p, "p_beam"), seen)


def _q_beam(moment: Moment) -> Value:
    """The same of q."""
    return _share(_known(_of_beam(moment).q, "q_beam"), moment.born(moment.node))


def _of_beam(moment: Moment) -> Verdict:
    if moment.verdict.entry is None:
        raise NoValue("this decision is about no beam")
    return moment.verdict


def _likelihood(moment: Moment) -> Value:
    return _share(math.exp(_known(moment.verdict.logp, "log p of a beam")), moment.decided())


def _overlap(moment: Moment) -> Value:
    p, q = moment.law("p"), moment.law("q")
    return _share(sum(min(p[token], q.get(token, 0.0)) for token in p), moment.first("target"))


def _surplus(moment: Moment) -> Value:
    p, q = moment.law("p"), moment.law("q")
    return _share(sum(max(p[token] - q.get(token, 0.0), 0.0) for token in p), moment.first("target"))


# Of a layer of beams


def _of_layer(what: str, number_of: Callable[[WidthLayer], int | None]) -> Make:
    return lambda moment: _whole(_known(number_of(moment.layer), what), _layer_seen(moment))


def _layer_seen(moment: Moment) -> Seen:
    """The step that shows why a layer has its width."""
    level = moment.step.layer
    found = (n for n, step in enumerate(moment.steps, 1) if step.phase == "layer" and step.layer == level)
    return moment.it, next(found, len(moment.steps))


def _at_least(more: int) -> Make:
    """P(at least W_L), or of one more."""

    def make(moment: Moment) -> Value:
        tails, wanted = moment.layer.at_least, moment.layer.width + more
        if wanted >= len(tails):
            raise NoValue(f"no chance of {wanted} accepted beams is recorded")
        return _share(tails[wanted], moment.first("target"))  # it follows from p and q: a question may give it

    return make


def _threshold(moment: Moment) -> Value:
    return _share(_known(moment.layer.threshold, "threshold"), ALWAYS)


def _alpha(moment: Moment) -> Value:
    return _share(_known(next(iter(moment.layer.alpha), None), "α₁"), _layer_seen(moment))


def _accepted(moment: Moment) -> Value:
    level = moment.step.layer
    tests = [n for n, step in enumerate(moment.steps, 1) if step.phase == "verify" and step.layer == level]
    return _whole(moment.layer.accepted, (moment.it, max(tests, default=len(moment.steps))))


def _outcome(moment: Moment) -> Value:
    return Value(moment.layer.outcome, moment.layer.outcome, _accepted(moment).seen)


# Of a prefix (MTAD)


def _joint(log_of: Callable[[Prefix], float]) -> Make:
    """The product of p, or of q, over the tokens of the prefix."""
    return lambda moment: _share(math.exp(_known(log_of(moment.prefix), "the joint likelihood")), moment.at)


def _joint_ratio(moment: Moment) -> Value:
    return _share(moment.prefix.product, moment.at)


def _prefix(moment: Moment) -> Value:
    passed = "passes" if moment.prefix.passed else "fails"
    return Value(passed, passed, moment.at)


def _longest(moment: Moment) -> Value:
    return _whole(_known(moment.joint and moment.joint.longest, "a longest prefix"), moment.last("prefix"))


# Of an iteration


def _measure(count_of: Callable[[Measures], int], *phases: str) -> Make:
    return lambda moment: _whole(count_of(measures(moment.iteration)), moment.last(*phases))


def _places(moment: Moment) -> Value:
    made = [each for each in moment.iteration.passes if each.model == "target"]
    if not made:
        raise NoValue("the target makes no pass in this iteration")
    return _whole(sum(len(each.nodes) for each in made), moment.first("target"))


def _replicas(moment: Moment) -> Value:
    return _whole(len(replicas(moment.iteration)), moment.last("unmerge"))


def _unused(moment: Moment) -> Value:
    return _whole(_decided(moment, "unused"), moment.last("unused"))


def _pruned(moment: Moment) -> Value:
    return _whole(_decided(moment, "pruned"), moment.last("draft"))


def _merges(moment: Moment) -> Value:
    return _whole(_decided(moment, "merged"), moment.last("merge"))


def _decided(moment: Moment, decision: str) -> int:
    """How many nodes are decided so."""
    return len({verdict.node for verdict in moment.iteration.verdicts if verdict.decision == decision})


def _beams(moment: Moment) -> Value:
    return _whole(len(moment.iteration.final.beams), moment.last("commit"))


def _best(moment: Moment) -> Value:
    """The text of the likeliest live beam; tokens of toy pairs are words, and are joined by spaces."""
    tokens = best_of(moment.iteration.final.beams).tokens
    space = " " if moment.run.trace.header.pair.startswith("toy:") else ""
    said = f"“{space.join(moment.run.texts[str(token)] for token in tokens)}”"
    return Value(said, said, moment.last("commit"))


def _time(moment: Moment) -> Value:
    made = [moment.iteration.passes[place].seconds for place in moment.step.passes]
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
        value = next((moment.settings[key] for key in keys if key in moment.settings), None)
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
    said = f"“{moment.run.trace.header.prompt}”"
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
    "p_beam": Expression("p of this beam with this token, of all beams and tokens", _p_beam),
    "q_beam": Expression("q of this beam with this token, of all beams and tokens", _q_beam),
    "likelihood": Expression("p of the whole beam that ends here (beam search and sampling)", _likelihood),
    "overlap": Expression("Σ min(p, q) over all tokens: the chance that a draft is accepted here (SpD)", _overlap),
    "surplus": Expression("Σ max(p − q, 0): what p has more than q, in all (SpD)", _surplus),
    "W_L": Expression("the width of the layer (DSBD)", _of_layer("width", lambda layer: layer.width)),
    "candidates": Expression(
        "how many candidates the layer has (DSBD)", _of_layer("candidates", lambda layer: layer.candidates)
    ),
    "W_min": Expression("the least width (DSBD)", _of_layer("min_width", lambda layer: layer.min_width)),
    "t": Expression("the threshold of the width (DSBD)", _threshold),
    "at_least": Expression("the chance that at least W_L candidates are accepted (DSBD)", _at_least(0)),
    "one_more": Expression("the chance that at least W_L + 1 are accepted (DSBD)", _at_least(1)),
    "alpha": Expression("α₁, the chance that the first candidate is accepted (DSBD)", _alpha),
    "accepted": Expression("how many beams the layer accepted (DSBD)", _accepted),
    "outcome": Expression("succeeded or failed: what came of the layer (DSBD)", _outcome),
    "joint_p": Expression("the product of p over the prefix (MTAD)", _joint(lambda prefix: prefix.logp_joint)),
    "joint_q": Expression("the product of q over the prefix (MTAD)", _joint(lambda prefix: prefix.logq_joint)),
    "joint": Expression("their ratio, not cut at 1 (MTAD)", _joint_ratio),
    "prefix": Expression("passes or fails: the prefix that the step tests (MTAD)", _prefix),
    "longest": Expression("how many tokens the longest passing prefix has (MTAD)", _longest),
    "drafted": Expression("how many nodes are drafted in this iteration", _measure(lambda own: own.drafted, "draft")),
    "draws": Expression("how many draws these stand for", _measure(lambda own: own.draws, "draft")),
    "pruned": Expression("how many of them are not expanded", _pruned),
    "merges": Expression("how many of them are merged (GSD)", _merges),
    "replicas": Expression("how many copies unmerging makes (GSD)", _replicas),
    "places": Expression("how many places the target pass of this iteration scores", _places),
    "unused": Expression("how many nodes of this iteration were never tested", _unused),
    "kept": Expression("how many drafted tokens this iteration keeps", _measure(lambda own: own.kept, "commit")),
    "made": Expression("how many tokens this iteration adds to the text", _measure(lambda own: own.emitted, "commit")),
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
