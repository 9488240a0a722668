"""SuffixDecoding: drafts from suffix trees of this request and of earlier answers (Oliaro et al., NeurIPS 2025).

No draft model is needed. The pattern is the longest suffix of the text that also occurs earlier in the text or in an
earlier answer. A draft tree grows below it, ordered by estimated probabilities, which come from counts alone
(drafts.py). The target checks it in one pass. The drafts are chosen deterministically (q = 1), so the walk samples y ~
𝒯p and follows the child that equals y (`tree_verification.follow`). The method is lossless, whatever the suffix trees
contain.

Earlier answers are a setting, because a run cannot be repeated without them. They are only used for drafts; the target
never sees them.
"""

from collections.abc import Set
from dataclasses import dataclass
from typing import ClassVar, Literal

from decoders.core.decode import Beam, Models, Run, State
from decoders.core.decoder import Decoder, multinomial
from decoders.core.record import DRAFT, Layer
from decoders.core.settings import Settings, setting
from decoders.core.values import Copies, NodeId, Prob, TokenId
from decoders.errors import BadInput
from decoders.methods.suffix.drafts import Draft, Texts
from decoders.methods.tree_verification import FOLLOWING, Candidates, Scored, add_children, depth_left, follow

SEPARATOR = "---"  # a line between two earlier answers


@dataclass(frozen=True)
class SuffixSettings(Settings):
    """Settings of suffix."""

    node_budget: int = setting(
        16, "Maximum number of tokens in a draft tree. A larger value checks more guesses per round.", low=1, high=256
    )
    min_token_prob: float = setting(
        0.1,
        "Minimum probability of a guess, estimated from counts. A larger value drafts fewer but likelier guesses.",
        label="Minimum probability",
        low=0,
        high=1,
    )
    max_spec_factor: float = setting(
        1.0,
        "Maximum number of guesses per token of the repeated text. A larger value drafts more after a short match.",
        label="Guesses per repeated token",
        low=0,
        high=16,
        symbol="α",
    )
    max_spec_offset: float = setting(
        0.0,
        "Number of guesses allowed in addition, whatever the length of the match.",
        label="Extra guesses",
        low=0,
        high=64,
    )
    max_depth: int = setting(
        24,
        "Depth of the suffix trees: the repeated text and its draft together have at most this many tokens.",
        label="Depth of the suffix trees",
        low=2,
        high=128,
    )
    earlier: str = setting(
        "",
        f"Earlier answers, from which drafts may also be taken. A line with {SEPARATOR} separates two answers.",
        label="Earlier answers",
    )

    @property
    def most_nodes(self) -> int:
        """See `Settings.most_nodes`."""
        return self.node_budget


@dataclass(frozen=True, kw_only=True)
class SuffixLayer(Layer):
    """The pattern, where it was found, and the drafted tree with its counts.

    `at` is the index of the first token after the first occurrence of the pattern. In this text, it is counted from the
    start of the prompt. `answer` is the number of the earlier answer with that occurrence, from 1; 0 means this text.
    """

    kind: ClassVar[str] = "suffix"
    source: Literal["", "text", "earlier"]  # the tree that the draft comes from; empty: no pattern was found
    pattern: tuple[TokenId, ...] = ()
    matched: int = 0  # length of the pattern
    occurrences: int = 0  # occurrences of the pattern in its tree, including the end of the text
    at: int = 0
    answer: int = 0
    most: int = 0  # maximum number of guesses for a pattern of this length
    nodes: tuple[NodeId, ...] = ()  # the guesses, in the order in which they were added
    counts: tuple[Copies, ...] = ()  # occurrences of the pattern followed by the path to each guess
    probs: tuple[Prob, ...] = ()  # estimated probability of the path to each node: its count / `occurrences`
    score: float = 0.0  # sum of `probs`
    other: float | None = None  # score of the draft from the other tree, if that tree has a pattern too

    def problem(self, nodes: Set[int]) -> str | None:
        """Describe an inconsistency, if there is one.

        A fault is a guess that is not in the iteration, or lists that do not fit together.
        """
        if any(node not in nodes for node in self.nodes):
            return f"a layer of kind {self.kind} names a node that is not in this iteration"
        if not len(self.nodes) == len(self.counts) == len(self.probs) or self.matched != len(self.pattern):
            return f"the lists of a layer of kind {self.kind} differ in length"
        if any(count > self.occurrences for count in self.counts):
            return f"a layer of kind {self.kind} counts a guess more often than its pattern"
        return None


def step(run: Run, state: State) -> State:
    """Run one iteration: find the pattern, grow the draft, run one target pass, and follow y ~ 𝒯p."""
    beam = state.beams[0]
    tree = draft_tree(run, beam)
    return run.commit(beam, follow(run, Scored(run, tree)))


def draft_tree(run: Run, beam: Beam) -> Candidates:
    """Make the candidates of this iteration. Nothing follows EOS, and the target's own token fits below the limit."""
    texts = texts_of(run)
    texts.read([*run.prompt, *beam.tokens])
    draft = texts.draft(depth_left(run, beam), run.models.eos)
    tree = Candidates(beam.node)
    nodes = add_guesses(run, tree, draft) if draft else []
    run.rec.layer(layer_of(draft, nodes))
    run.rec.step(DRAFT, nodes)  # recorded even if the search found nothing
    return tree


def texts_of(run: Run) -> Texts:
    """The suffix trees of a run, which are built once and then grow with its text."""
    texts = run.memo.get("suffix")
    if texts is None:
        run.memo["suffix"] = texts = Texts(run.settings, earlier_answers(run.models, run.settings))
    return texts


def earlier_answers(models: Models, settings: SuffixSettings) -> list[list[int]]:
    """The token ids of the earlier answers. Raises BadInput if the pair has no tokenizer, or if a toy pair lacks a
    word.
    """
    answers = split_answers(settings.earlier)
    if answers and models.encode is None:
        raise BadInput(
            "These models have no tokenizer, so earlier answers cannot be read. Leave out the setting `earlier`."
        )
    return [list(models.encode(answer)) for answer in answers] if models.encode else []


def split_answers(text: str) -> list[str]:
    """Split a text into answers, without empty ones.

    >>> split_answers("one\\n---\\ntwo\\nlines")
    ['one', 'two\\nlines']
    """
    answers: list[list[str]] = [[]]
    for line in text.split("\n"):
        if line.strip() == SEPARATOR:
            answers.append([])
        else:
            answers[-1].append(line)
    return [answer for lines in answers if (answer := "\n".join(lines)).strip()]


def fit(models: Models, settings: SuffixSettings) -> Models:
    """Return the models unchanged. Raises BadInput before a run if the run's earlier answers cannot be read."""
    earlier_answers(models, settings)
    return models


def add_guesses(run: Run, tree: Candidates, draft: Draft) -> list[int]:
    """Add the guesses as nodes, and return the nodes in the order of the guesses.

    A node's q is its estimated probability given its parent. The test does not use it.
    """
    nodes = [tree.root] * len(draft.guesses)
    for parent in range(-1, len(draft.guesses)):
        below = [place for place, guess in enumerate(draft.guesses) if guess.parent == parent]
        if not below:
            continue
        tokens = [draft.guesses[place].token for place in below]
        q = [draft.guesses[place].share for place in below]
        at = tree.root if parent < 0 else nodes[parent]
        for place, node in zip(below, add_children(run, tree, at, tokens, q), strict=True):
            nodes[place] = node
    return nodes


def layer_of(draft: Draft | None, nodes: list[int]) -> SuffixLayer:
    """Make the record of a draft and its nodes."""
    if draft is None:
        return SuffixLayer(source="")
    return SuffixLayer(
        source=draft.source,
        pattern=draft.pattern,
        matched=len(draft.pattern),
        occurrences=draft.occurrences,
        at=draft.at,
        answer=draft.answer + 1 if draft.source == "earlier" else 0,
        most=draft.budget,
        nodes=tuple(nodes),
        counts=tuple(guess.seen for guess in draft.guesses),
        probs=tuple(guess.prob for guess in draft.guesses),
        score=draft.score,
        other=draft.other,
    )


DECODER = Decoder(
    name="suffix",
    title="SuffixDecoding: drafts from suffix trees of this text and of earlier answers",
    paper="Oliaro et al. 2025 (SuffixDecoding)",
    step=step,
    settings=SuffixSettings,
    oracle=multinomial,
    view="tree",
    rules=FOLLOWING,
    layers=(SuffixLayer,),
    needs_draft=False,
    fit=fit,
)
