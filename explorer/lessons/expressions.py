"""The expressions that lessons may use. The value of an expression is looked up in the trace and written as on the
page.

Each value comes with the step at which the stage first shows it. So a check can make sure that no text reveals a
value too early, and that no question asks about something already visible.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from decoders.core.decode import best_of
from decoders.core.record import Verdict
from decoders.methods.block_verification import BlockPrefix
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
    """An expression: its description, and the function that looks its value up."""

    what: str
    make: Make


def evaluate(name: str, moment: Moment, form: str = "") -> Value:
    """The value of an expression at a given point of the run, for `written`. Raises NoValue if the expression has no
    value there.
    """
    return written(EXPRESSIONS[name].make(moment), form)


def written(value: Value, form: str) -> Value:
    """Write a value as a percentage (form `%`), with a number of decimals (`:3`), or unchanged (an empty form).

    Raises NoValue if a form is given and the value is not a number.
    """
    if not form:
        return value
    if isinstance(value.raw, str):
        raise NoValue(f"{value.raw} is not a number and cannot be written as {form}")
    return replace(value, text=percent(value.raw) if form == "%" else _decimals(value.raw, int(form[1:])))


def percent(value: float) -> str:
    """Write a probability as a percentage with at most one decimal, or with one significant digit if it is very small.

    >>> percent(0.2812), percent(0.95), percent(0.0004), percent(0), percent(0.9996)
    ('28.1%', '95%', '0.04%', '0%', '99.96%')
    """
    if abs(value) < NOISE:
        return "0%"
    if abs(value) < 0.001:
        return f"{100 * value:.1g}%"
    places = 2 if 0.9995 <= value < 1 else 1
    return f"{f'{100 * value:.{places}f}'.rstrip('0').rstrip('.')}%"


def _decimals(value: float, places: int) -> str:
    return "0" if abs(value) < NOISE else f"{value:.{places}f}"


def calculated(value: float) -> str:
    """Write the result of a calculation: a whole number without decimals, other numbers like a probability.

    >>> calculated(5.0), calculated(0.4), calculated(1e-17)
    ('5', '0.40', '0')
    """
    whole = round(value)
    return str(whole) if abs(value - whole) < 1e-9 else number(value)


def _known(value: float | None, what: str) -> float:
    if value is None or math.isinf(value):
        raise NoValue(f"{what} is not recorded here")
    return value


# Expressions about a node


def _word(moment: Moment) -> Value:
    word = moment.word(moment.node)
    return Value(word, word, moment.born(moment.node))


def _words(moment: Moment) -> Value:
    """The tokens of the step's nodes, each once."""
    nodes = list(dict.fromkeys(moment.step.nodes))
    text = " ".join([moment.word(node) for node in nodes])
    return Value(text, text, max((moment.born(node) for node in nodes), default=ALWAYS))


def _path(moment: Moment) -> Value:
    """The tokens from the input of the round down to the node."""
    path, node, nodes = list[int](), moment.node, moment.nodes
    while node in nodes and nodes[node].role != "input":
        path.insert(0, node)
        node = nodes[node].parent
    text = " ".join([moment.word(each) for each in path])
    return Value(text, text, moment.born(moment.node))


def _gram(moment: Moment) -> Value:
    """The n-gram that a merged node repeats, which is its last τ tokens."""
    if moment.nodes[moment.node].merge is None:
        raise NoValue("this node is not merged")
    tail, node = list[int](), moment.node
    for _ in range(moment.settings["merge"]):
        tail.insert(0, node)
        node = moment.nodes[node].parent if node in moment.nodes else -1
    text = " ".join([moment.word(each) for each in tail])
    return Value(text, text, _merged(moment).seen)


def _merged(moment: Moment) -> Value:
    """Whether a node is merged, as "yes" or "no". The answer "no" is known only after all merging."""
    if moment.nodes[moment.node].merge is None:
        return Value("no", "no", moment.last("merge"))
    shown = (n for n, step in enumerate(moment.steps, 1) if step.phase == "merge" and moment.node in step.nodes)
    return Value("yes", "yes", (moment.it, next(shown)))


def _q(moment: Moment) -> Value:
    """The draft's probability q of a draft token.

    For the target's own token, this is the draft's probability of that token at the same position.
    """
    node = moment.nodes[moment.node]
    if node.q is not None:
        return _share(node.q, moment.born(moment.node))
    every = (dist for dist in moment.iteration.distributions if dist.kind == "q" and dist.at == node.parent)
    dist = next(every, None)
    value = None if dist is None else dist.prob(node.token, NOISE)
    return _share(_known(value, "q of this node"), moment.born(moment.node))


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


# Expressions about a decision


def _decision(moment: Moment) -> Value:
    decision = moment.verdict.decision
    return Value(decision, decision, moment.decided())


def _u(moment: Moment) -> Value:
    """The random number of the node's test. Block verification samples one for every prefix, including
    prefixes that fail.
    """
    if (prefix := moment.block_prefix) is not None:
        return _share(_known(prefix.u, "u"), moment.tested(prefix.j))
    return _share(_known(moment.verdict.u, "u"), moment.decided())


def _chance(moment: Moment) -> Value:
    a = _known(moment.verdict.a, "an acceptance probability")
    plain = moment.verdict.rule == "ratio" and moment.verdict.entry is None
    return _share(min(1.0, a), moment.first("target") if plain else moment.decided())


def _size(moment: Moment) -> Value:
    """The number of tokens to which the sampling settings limit the distribution after the node's parent."""
    parent = moment.nodes[moment.node].parent
    dist = next((each for each in moment.iteration.distributions if each.kind == "p" and each.at == parent), None)
    if dist is None:
        raise NoValue("p is not recorded at this position")
    return _whole(_known(dist.size, "the number of tokens"), moment.first("target"))


def _ratio(moment: Moment) -> Value:
    used, q = _known(moment.verdict.p_used, "p as used"), _known(moment.verdict.q, "q")
    return _share(used / q, _chance(moment).seen)


def _residual(moment: Moment) -> Value:
    if moment.verdict.decision != "residual" and moment.verdict.rule != "residual_ratio":
        raise NoValue("this decision uses p itself and not a residual")
    return _share(_known(moment.verdict.p_used, "p′"), moment.decided())


def _p_beam(moment: Moment) -> Value:
    """The joint probability p_beam of one beam with one token, among all beams and tokens."""
    seen = max(moment.born(moment.node), moment.first("target"))
    return _share(_known(_of_beam(moment).p, "p_beam"), seen)


def _q_beam(moment: Moment) -> Value:
    """The joint probability q_beam of one beam with one token under the draft."""
    return _share(_known(_of_beam(moment).q, "q_beam"), moment.born(moment.node))


def _of_beam(moment: Moment) -> Verdict:
    if moment.verdict.entry is None:
        raise NoValue("this decision is not about a beam")
    return moment.verdict


def _likelihood(moment: Moment) -> Value:
    return _share(math.exp(_known(moment.verdict.logp, "log p of a beam")), moment.decided())


def _overlap(moment: Moment) -> Value:
    p, q = moment.law("p"), moment.law("q")
    return _share(sum(min(p[token], q.get(token, 0.0)) for token in p), moment.first("target"))


def _surplus(moment: Moment) -> Value:
    p, q = moment.law("p"), moment.law("q")
    return _share(sum(max(p[token] - q.get(token, 0.0), 0.0) for token in p), moment.first("target"))


# Expressions about a layer of beams


def _of_layer(what: str, number_of: Callable[[WidthLayer], int | None]) -> Make:
    return lambda moment: _whole(_known(number_of(moment.layer), what), _layer_seen(moment))


def _layer_seen(moment: Moment) -> Seen:
    """The step that shows how a layer gets its width."""
    level = moment.step.layer
    numbers = (n for n, step in enumerate(moment.steps, 1) if step.phase == "layer" and step.layer == level)
    return moment.it, next(numbers, len(moment.steps))


def _at_least(more: int) -> Make:
    """Make a function that returns P(at least W_L + `more` candidates are accepted)."""

    def make(moment: Moment) -> Value:
        tails, wanted = moment.layer.at_least, moment.layer.width + more
        if wanted >= len(tails):
            raise NoValue(f"the probability of {wanted} accepted beams is not recorded")
        # a question may mention the value, because it can be computed from p and q
        return _share(tails[wanted], moment.first("target"))

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


# Expressions about a prefix (MTAD)


def _joint(log_of: Callable[[Prefix], float]) -> Make:
    """Make a function that returns the product of p, or of q, over the tokens of the prefix."""
    return lambda moment: _share(math.exp(_known(log_of(moment.prefix), "the joint probability")), moment.at)


def _joint_ratio(moment: Moment) -> Value:
    return _share(moment.prefix.product, moment.at)


def _prefix(moment: Moment) -> Value:
    if moment.block is not None:
        prefix = _of_block(moment)
        passed = "passes" if prefix.passed or prefix.j == moment.block.longest else "fails"
        return Value(passed, passed, moment.tested(prefix.j))
    passed = "passes" if moment.prefix.passed else "fails"
    return Value(passed, passed, moment.at)


def _longest(moment: Moment) -> Value:
    tests = moment.joint or moment.block
    return _whole(_known(tests and tests.longest, "a longest prefix"), moment.last("prefix"))


# Expressions about a prefix (block verification)


def _of_block(moment: Moment) -> BlockPrefix:
    if moment.block_prefix is None:
        raise NoValue("no prefix that ends at this node is tested by block verification")
    return moment.block_prefix


def _block(number_of: Callable[[BlockPrefix], float | None], what: str) -> Make:
    """Make a function that returns a value of the prefix that ends at the node."""

    def make(moment: Moment) -> Value:
        prefix = _of_block(moment)
        return _share(_known(number_of(prefix), what), moment.tested(prefix.j))

    return make


# Expressions about an iteration


def _measure(count_of: Callable[[Measures], int], *phases: str) -> Make:
    return lambda moment: _whole(count_of(measures(moment.iteration)), moment.last(*phases))


def _places(moment: Moment) -> Value:
    passes = [each for each in moment.iteration.passes if each.model == "target"]
    if not passes:
        raise NoValue("the target makes no pass in this round")
    return _whole(sum(len(each.nodes) for each in passes), moment.first("target"))


def _replicas(moment: Moment) -> Value:
    return _whole(len(replicas(moment.iteration)), moment.last("unmerge"))


def _unused(moment: Moment) -> Value:
    return _whole(_decided(moment, "unused"), moment.last("unused"))


def _pruned(moment: Moment) -> Value:
    return _whole(_decided(moment, "pruned"), moment.last("draft"))


def _merges(moment: Moment) -> Value:
    return _whole(_decided(moment, "merged"), moment.last("merge"))


def _decided(moment: Moment, decision: str) -> int:
    """The number of nodes of this iteration with a given decision."""
    return len({verdict.node for verdict in moment.iteration.verdicts if verdict.decision == decision})


def _beams(moment: Moment) -> Value:
    return _whole(len(moment.iteration.final.beams), moment.last("commit"))


def _best(moment: Moment) -> Value:
    """The text of the most probable live beam. Tokens of toy pairs are words, and are joined by spaces."""
    tokens = best_of(moment.iteration.final.beams).tokens
    space = " " if moment.run.trace.header.pair.startswith("toy:") else ""
    text = f"“{space.join(moment.run.texts[str(token)] for token in tokens).strip()}”"
    return Value(text, text, moment.last("commit"))


def _time(moment: Moment) -> Value:
    seconds = [moment.iteration.passes[place].seconds for place in moment.step.passes]
    if not seconds:
        raise NoValue("no pass is made in this step")
    return Value(sum(seconds), duration(sum(seconds)), moment.at)


def _oracle(moment: Moment) -> Value:
    """The relation of the run's output distribution to that of the reference method."""
    oracle = moment.run.trace.header.oracle
    if oracle is None:
        raise NoValue("this run does not name a reference method")
    return Value(oracle.kind, oracle.kind, None)


def _seconds(moment: Moment) -> Value:
    """Wall time of the whole run."""
    total = _known(moment.run.trace.summary and moment.run.trace.summary.seconds.total, "the time of this run")
    return Value(total, duration(total), None)


# Expressions about the run


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
    """The size of a model's weights in MB. One pass reads all of them."""

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
    energy, work = modelled(moment.run.trace), work_of(moment.run.trace)
    if energy is None or not work.tokens:
        raise NoValue("the energy of this run is not modelled")
    value = energy.cumulative()[-1] / work.tokens
    return Value(value, f"{number(value)} J", None)


def _prompt(moment: Moment) -> Value:
    text = f"“{moment.run.trace.header.prompt}”"
    return Value(text, text, ALWAYS)


EXPRESSIONS: dict[str, Expression] = {
    "word": Expression("the token of the node", _word),
    "words": Expression("the tokens of all nodes of the step", _words),
    "path": Expression("the tokens from the input of the round down to the node", _path),
    "gram": Expression("the repeated n-gram at the end of a merged node's path (GSD)", _gram),
    "merged": Expression("whether the node is merged: yes or no (GSD)", _merged),
    "q": Expression("the draft model's probability of the node", _q),
    "p": Expression("the target model's probability of the node", _p),
    "size": Expression("how many tokens the sampling settings leave at this position", _size),
    "count": Expression("how often the node was sampled", _count),
    "decision": Expression("the outcome for the node: accepted, rejected, residual, bonus, unused …", _decision),
    "u": Expression("the random number of the test", _u),
    "chance": Expression(
        "the acceptance probability: min(1, p/q), or the value that the method's rule defines", _chance
    ),
    "ratio": Expression("the ratio p/q of the test, or p′/q after a rejection, not capped at 1", _ratio),
    "p'": Expression("the node's probability in the residual p′", _residual),
    "p_beam": Expression(
        "the target's joint probability of this beam with this token, among all beams and tokens", _p_beam
    ),
    "q_beam": Expression(
        "the draft's joint probability of this beam with this token, among all beams and tokens", _q_beam
    ),
    "likelihood": Expression("p of the whole beam that ends at the node (beam search, beam sampling)", _likelihood),
    "overlap": Expression(
        "Σ min(p, q) over all tokens: the probability that a draft token is accepted (SpD)", _overlap
    ),
    "surplus": Expression("Σ max(p − q, 0) over all tokens: the probability of a rejection (SpD)", _surplus),
    "W_L": Expression("the target width of the layer (DSBD)", _of_layer("width", lambda layer: layer.width)),
    "candidates": Expression(
        "how many candidates the layer has (DSBD)", _of_layer("candidates", lambda layer: layer.candidates)
    ),
    "W_min": Expression("the minimum width (DSBD)", _of_layer("min_width", lambda layer: layer.min_width)),
    "t": Expression("t, the required probability of a dynamic width (DSBD)", _threshold),
    "at_least": Expression("the probability that at least W_L candidates are accepted (DSBD)", _at_least(0)),
    "one_more": Expression("the probability that at least W_L + 1 candidates are accepted (DSBD)", _at_least(1)),
    "alpha": Expression("α₁, the probability that the first candidate is accepted (DSBD)", _alpha),
    "accepted": Expression("how many beams the layer accepted (DSBD)", _accepted),
    "outcome": Expression("the outcome of the layer: succeeded or failed (DSBD)", _outcome),
    "joint_p": Expression("the product of p over the prefix (MTAD)", _joint(lambda prefix: prefix.logp_joint)),
    "joint_q": Expression("the product of q over the prefix (MTAD)", _joint(lambda prefix: prefix.logq_joint)),
    "joint": Expression("the product of p divided by the product of q, not capped at 1 (MTAD)", _joint_ratio),
    "prefix": Expression(
        "the outcome for the prefix that the step tests: passes or fails (MTAD, block verification)", _prefix
    ),
    "longest": Expression("how many tokens the longest passing prefix has (MTAD, block verification)", _longest),
    "P": Expression(
        "P, the running ratio of the prefix that ends at the node (block verification)",
        _block(lambda prefix: prefix.P, "P"),
    ),
    "h": Expression(
        "h, the threshold of the prefix that ends at the node (block verification)",
        _block(lambda prefix: prefix.h, "h"),
    ),
    "R": Expression(
        "R = Σ max(P·p − q, 0) after the prefix that ends at the node (block verification)",
        _block(lambda prefix: prefix.R, "R"),
    ),
    "drafted": Expression("how many nodes are drafted in this round", _measure(lambda own: own.drafted, "draft")),
    "draws": Expression(
        "how many draws the nodes drafted in this round represent", _measure(lambda own: own.draws, "draft")
    ),
    "pruned": Expression("how many nodes drafted in this round are not extended", _pruned),
    "merges": Expression("how many nodes drafted in this round are merged (GSD)", _merges),
    "replicas": Expression("how many copies unmerging creates (GSD)", _replicas),
    "places": Expression("how many positions the target pass of this round scores", _places),
    "unused": Expression("how many nodes of this round are not tested", _unused),
    "kept": Expression("how many draft tokens this round accepts", _measure(lambda own: own.kept, "commit")),
    "made": Expression("how many tokens this round adds to the text", _measure(lambda own: own.emitted, "commit")),
    "beams": Expression("how many beams are alive at the end of this round", _beams),
    "best": Expression("the text of the most probable beam at the end of this round", _best),
    "time": Expression("how long the passes of this step took", _time),
    "prompt": Expression("the prompt of the run", _prompt),
    "oracle": Expression(
        "the relation of the output distribution to the reference method's: exact, conditional, lossy or itself",
        _oracle,
    ),
    "tokens": Expression("how many tokens the run writes", _total("emitted", ALWAYS)),
    "passes": Expression("how many target passes the run needs", _total("target_passes", ALWAYS)),
    "draft_passes": Expression("how many draft passes the run needs", _total("draft_passes", None)),
    "per_pass": Expression("the tokens per target pass, over the whole run", _rate("tokens_per_iteration", None)),
    "acceptance": Expression(
        "the acceptance rate: accepted draft tokens / tested draft tokens", _rate("acceptance", None)
    ),
    "wasted": Expression("how many draft tokens of the run were not used, copies included", _total("wasted", None)),
    "perplexity": Expression(
        "the perplexity of the text under p; lower means more probable", _rate("perplexity", None)
    ),
    "seconds": Expression("the wall time of the run", _seconds),
    "weights": Expression("the size of the target model, which each of its passes reads", _weights("target")),
    "draft_weights": Expression("the size of the draft model", _weights("draft")),
    "read": Expression("the size of the weights that both models read per token", _read),
    "joules": Expression("the modelled energy per token", _joules),
    "gamma": Expression("γ, the number of draft tokens per round", _setting("gamma")),
    "tau": Expression("τ: MTAD's threshold, or the length of GSD's n-grams", _setting("merge", "threshold")),
    "W": Expression("the number of beams", _setting("width")),
    "W_S": Expression("the number of draft beams", _setting("draft_width")),
    "k": Expression("the number of children of a draft node", _setting("out_degree")),
    "top_k": Expression("how many tokens top-k keeps", _setting("top_k")),
    "top_p": Expression("the total probability that top-p keeps", _setting("top_p")),
    "theta": Expression("θ_prob: the minimum draft probability of a node that is extended", _setting("prob_threshold")),
}
