"""One iteration of a trace, with the look-ups that sentences need. The trace is not changed."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, Protocol, TypeVar, cast

from decoders.core.decode import best_of
from decoders.core.record import BeamRecord, Entry, Iteration, Layer, Node, Step, Verdict
from decoders.methods.branching import TriesLayer
from decoders.methods.dsbd.recording import WidthLayer
from decoders.methods.spectr import KSeqLayer
from explorer.story.numbers import NOISE, plural, said, visible
from explorer.story.page.pairs import unit_of
from explorer.story.wording import Voice
from explorer.trace.commits import committed_nodes
from explorer.trace.lines import Header
from explorer.trace.metrics import Measures, measures, replicas

TESTED = ("accepted", "rejected", "unused", "dropped")  # the possible decisions about drafts sent to the target
AnyLayer = TypeVar("AnyLayer", bound=Layer)


class _Turn(NamedTuple):
    """The position of a verdict on an entry in its layer. It consists of the number of the test, of acceptances up to
    and including this verdict, and of rejections before it.
    """

    turn: int = 0
    accepted: int = 0
    since: int = 0  # number of rejections since the last acceptance
    rejected: bool = False  # whether there was any rejection


def known(value: float | None) -> float | None:
    """Return a recorded number; None if it was not recorded or is not finite."""
    return None if value is None or math.isinf(value) else value


class Narrates(Protocol):
    """The narrator of an iteration. The narrator reads the method's story, and returns sentences that are inserted into
    other sentences.
    """

    def why(self, facts: "Facts", verdict: Verdict) -> str:
        """Return why a decision was made, in whole sentences."""
        ...

    def following(self, facts: "Facts") -> str:
        """Return the sentence about what comes after the start of a round; empty if there is none."""
        ...


class Facts:
    """An iteration, the header of its trace, the texts of token ids (as strings), and the voice of the sentences."""

    def __init__(
        self,
        header: Header,
        iteration: Iteration,
        texts: Mapping[str, str],
        voice: Voice,
        narrator: "Narrates",
    ) -> None:
        """`narrator` reads the method's story."""
        self.header, self.iteration, self.voice, self._narrator = header, iteration, voice, narrator
        self.method, self.settings = header.method, header.settings
        self.view = header.view or ""
        self.unit = unit_of(header.pair)
        self.verdicts = iteration.verdicts
        self.layers = iteration.layers
        self._texts = texts

    def why(self, verdict: Verdict) -> str:
        """The reason for a decision, in whole sentences."""
        return self._narrator.why(self, verdict)

    @property
    def following(self) -> str:
        """The sentence about what comes after the start of this round, in the plain voice."""
        return self._narrator.following(self)

    # Look-ups

    @cached_property
    def node(self) -> dict[int, Node]:
        """The nodes of the iteration, by id."""
        return {node.id: node for node in self.iteration.nodes}

    @cached_property
    def entries(self) -> dict[int, Entry]:
        """The entries of the iteration, by id."""
        return {entry.id: entry for entry in self.iteration.entries}

    @cached_property
    def by_node(self) -> dict[int, list[Verdict]]:
        """The verdicts by node, in their order."""
        verdicts = defaultdict[int, list[Verdict]](list)
        for verdict in self.verdicts:
            verdicts[verdict.node].append(verdict)
        return dict(verdicts)

    @cached_property
    def tested_below(self) -> dict[int, list[Verdict]]:
        """For each parent, the verdicts on its drafted children that were sent to the target."""
        verdicts = defaultdict[int, list[Verdict]](list)
        for verdict in self.verdicts:
            node = self.node.get(verdict.node)
            if node is not None and node.role == "draft" and verdict.decision in TESTED:
                verdicts[node.parent].append(verdict)
        return dict(verdicts)

    @cached_property
    def drafted(self) -> bool:
        """Whether anything was drafted in this iteration."""
        return any(node.role == "draft" for node in self.iteration.nodes)

    def role(self, node: int) -> str:
        """The role of a node; empty for one that is not recorded."""
        return self.node[node].role if node in self.node else ""

    def parent(self, node: int) -> int:
        """The parent of a node, −1 if it is not known."""
        return self.node[node].parent if node in self.node else -1

    def layer(self, kind: type[AnyLayer], **where: int | None) -> AnyLayer | None:
        """The first layer record of a kind, or the first with this `layer` or `node`; None if there is none."""
        (key, value), *others = where.items() or (("", 0),)
        if others:
            raise TypeError("at most one of `layer` and `node` can be given")
        return cast("AnyLayer | None", self._layers_by.get((kind, key, value)))

    @cached_property
    def _layers_by(self) -> dict[tuple[type[Layer], str, int | None], Layer]:
        """The first recorded layer of each kind, of each kind with a certain `layer`, and of each kind with a certain
        `node`.
        """
        first: dict[tuple[type[Layer], str, int | None], Layer] = {}
        for layer in self.layers:
            first.setdefault((type(layer), "", 0), layer)
            for key in ("layer", "node"):
                if (value := getattr(layer, key, None)) is not None:
                    first.setdefault((type(layer), key, value), layer)
        return first

    def number(self, setting: str, off: float) -> float:
        """Return a setting if it is a number, otherwise `off`, because a trace from elsewhere may contain any value."""
        value = self.settings.get(setting)
        return value if isinstance(value, int | float) else off

    # Metrics

    @cached_property
    def committed(self) -> set[int]:
        """The nodes on the paths to the tokens or beams that this iteration made final."""
        return committed_nodes(self.iteration)

    @cached_property
    def replicas(self) -> set[int]:
        """The nodes that unmerging made."""
        return replicas(self.iteration)

    @cached_property
    def measures(self) -> Measures:
        """The numbers that the timeline shows for the iteration."""
        return measures(self.iteration)

    @cached_property
    def best_beam(self) -> BeamRecord:
        """The live beam that is the answer of the run so far."""
        return best_of(self.iteration.final.beams)

    # Steps

    @cached_property
    def tests(self) -> dict[int, int]:
        """The numbers of the steps that verify, counted from 1, by the identity (`id`) of the step."""
        return {
            id(step): number for number, step in enumerate((s for s in self.iteration.steps if s.phase == "verify"), 1)
        }

    def decided(self, step: Step) -> list[Verdict]:
        """The verdicts that a step shows."""
        return [self.verdicts[place] for place in step.verdicts]

    def fed(self, step: Step) -> bool:
        """Whether the target ran a pass for a step. A step needs no pass if p is known from the previous iteration."""
        return any(self.iteration.passes[place].model == "target" for place in step.passes)

    @property
    def recurrent(self) -> bool:
        """Whether the target is a recurrent model, which continues stored states."""
        return (self.header.tree_mode or {}).get("target", "").startswith("states")

    @property
    def target_passes(self) -> int:
        """The passes of the target in this iteration."""
        return sum(each.model == "target" for each in self.iteration.passes)

    # Drafts

    @cached_property
    def _drawn(self) -> Counter[tuple[int, int]]:
        """The number of times that the draft sampled each node in each layer. A finished beam can be sampled again."""
        return Counter((entry.node, entry.layer) for entry in self.iteration.entries if entry.q is not None)

    def draws(self, node: int, layer: int | None) -> int:
        """Return how often the draft sampled a node. In a forest, only the draws in the given `layer` count."""
        return self._drawn[node, layer or 0] if self._drawn else self.node[node].count

    @cached_property
    def _shares(self) -> dict[tuple[int, int], float]:
        """For each node and layer, the probability of one beam with this token among all beams and tokens, after 𝒯."""
        return {(each.node, each.layer): each.q for each in self.iteration.entries if each.q is not None}

    @cached_property
    def is_forest(self) -> bool:
        """Whether layers of this iteration have widths (DSBD)."""
        return self.layer(WidthLayer) is not None

    def guess(self, node: int, layer: int | None) -> float | None:
        """Return the probability with which a node was sampled. In a forest, this is the node's share of the total
        probability of all beams, which the test also uses.
        """
        share = self._shares.get((node, layer or 0)) if self.is_forest else None
        return self.node[node].q if share is None else share

    def first_share(self, verdict: Verdict) -> float | None:
        """Return the share with which a draft was sampled, if its test uses another share because parents were
        rejected.
        """
        entry = None if verdict.entry is None else self.entries.get(verdict.entry)
        drawn = None if entry is None else entry.q
        same = drawn is None or verdict.q is None or math.isclose(drawn, verdict.q, rel_tol=1e-6)
        return None if same else drawn

    # The target’s probabilities

    def cut(self, left: int | None = None) -> str:
        """Return the names of the settings that exclude unlikely tokens from p. `left` is the number of tokens that
        remain. Empty if no setting excludes a token.
        """
        top_k, top_p = self.number("top_k", 0), self.number("top_p", 1)
        if top_k and (top_p >= 1 or left == top_k):
            return "top-k"
        return "top-k and top-p" if top_k else "top-p" if top_p < 1 else ""

    def support(self, verdict: Verdict) -> int | None:
        """Return the number of tokens, or of (beam, token) pairs, with p > 0 after 𝒯; None if it was not recorded."""
        beams = verdict.entry is not None
        same = verdict.layer if beams else self.parent(verdict.node)
        own = self._first_support((verdict,), beams)
        return self._supports[beams].get(same) if own is None else own

    def _first_support(self, verdicts: Iterable[Verdict], beams: bool) -> int | None:
        """Return the size of the first target distribution that these verdicts refer to."""
        laws, kind = self.iteration.distributions, "p_beam" if beams else "p"
        places = (place for verdict in verdicts for place in verdict.distributions if place < len(laws))
        return next((laws[place].size for place in places if laws[place].kind == kind), None)

    @cached_property
    def _supports(self) -> dict[bool, dict[int | None, int | None]]:
        """The sizes of target distributions: by layer for entries (True), and by node otherwise (False). Each size is
        computed only once.
        """
        sizes: dict[bool, dict[int | None, int | None]] = {True: {}, False: {}}
        for layer, verdicts in self.in_layer.items():
            sizes[True][layer] = self._first_support(verdicts, True)
        for node, verdicts in self.tested_below.items():
            sizes[False][node] = self._first_support(verdicts, False)
        return sizes

    @cached_property
    def in_layer(self) -> dict[int | None, list[Verdict]]:
        """The verdicts on entries, by layer."""
        verdicts = defaultdict[int | None, list[Verdict]](list)
        for verdict in self.verdicts:
            if verdict.entry is not None:
                verdicts[verdict.layer].append(verdict)
        return dict(verdicts)

    def recorded_probability(self, verdict: Verdict, kind: str) -> float | None:
        """Return the probability of a verdict's token in the distribution of this kind after its parent; None if it was
        not recorded.
        """
        token, parent = self.node[verdict.node].token, self.parent(verdict.node)
        found = next((dist for dist in self.iteration.distributions if dist.at == parent and dist.kind == kind), None)
        return None if found is None else found.prob(token, NOISE)

    # The order of tests

    def kept_until(self, verdict: Verdict) -> int:
        """Return how many entries of the verdict's layer were accepted, up to and including the verdict."""
        return self._turns.get(id(verdict), _Turn()).accepted

    def accepted_until(self, verdict: Verdict) -> Counter[int]:
        """Return how often each node of the verdict's layer was accepted, up to and including the verdict."""
        made = self.verdicts[: next(k for k, each in enumerate(self.verdicts) if each is verdict) + 1]
        return Counter(v.node for v in made if v.layer == verdict.layer and v.decision == "accepted")

    def is_orphan(self, verdict: Verdict) -> bool:
        """Whether the parent of the verdict's beam is a draft that was not accepted."""
        entry = None if verdict.entry is None else self.entries.get(verdict.entry)
        above = [v.decision for v in self.verdicts if entry and entry.parent is not None and v.entry == entry.parent]
        return bool(above) and "accepted" not in above

    def rejected_since(self, verdict: Verdict) -> tuple[int, bool]:
        """Return the number of rejections in the verdict's layer since the last acceptance, and whether p itself
        applies again, because an acceptance after a rejection comes directly before the verdict.
        """
        turn = self._turns.get(id(verdict), _Turn())
        return turn.since, turn.since == 0 and turn.rejected

    def turn(self, verdict: Verdict) -> int:
        """Return the number of a verdict's test in its layer, counted from 1; 0 for orphans, which are not tested."""
        return self._turns.get(id(verdict), _Turn()).turn

    @cached_property
    def _turns(self) -> dict[int, _Turn]:
        """The position of every verdict on an entry within its layer."""
        turns: dict[int, _Turn] = {}
        for verdicts in self.in_layer.values():
            accepted = tested = since = 0
            for verdict in verdicts:
                kept, dropped = verdict.decision == "accepted", verdict.decision == "rejected"
                before = (since, tested > accepted) if kept or dropped else (0, False)
                accepted, tested = accepted + kept, tested + (kept or dropped)
                turns[id(verdict)] = _Turn(tested if kept or dropped else 0, accepted, *before)
                since = 0 if kept else since + dropped
        return turns

    def tried_at(self, parent: int) -> TriesLayer | KSeqLayer | None:
        """Return the record of the candidates that were tested in order after a node."""
        return self.layer(TriesLayer, node=parent) or self.layer(KSeqLayer, node=parent)

    def tries(self, verdict: Verdict) -> int:
        """Return how many candidates are tested in order at the position of a node; 0 if the node is not tested in this
        way.
        """
        if verdict.entry is not None:
            width = self.layer(WidthLayer, layer=verdict.layer)
            return (width.candidates if width else None) or 0
        tried = self.tried_at(self.parent(verdict.node))
        return len(tried.tries) if tried else 0

    def candidate(self, verdict: Verdict) -> tuple[int, int]:
        """Return the number of a tested candidate, counted from 1, and the number of candidates; (0, 0) if it has no
        number.
        """
        of = self.tries(verdict) if verdict.decision in ("accepted", "rejected") else 0
        if not of:
            return 0, 0
        if verdict.entry is not None:
            return self.turn(verdict), of
        rivals = self.tested_below.get(self.parent(verdict.node), ())
        return 1 + next((k for k, each in enumerate(rivals) if each is verdict), -1), of

    def stays(self, verdict: Verdict) -> bool:
        """Whether a verdict on an entry is about a finished beam, which does not change any more."""
        entry = None if verdict.entry is None else self.entries.get(verdict.entry)
        above = None if entry is None or entry.parent is None else self.entries.get(entry.parent)
        return above is not None and above.node == verdict.node

    # Words

    def guesses(self, count: int) -> str:
        """Return a number of drafts with its noun in the plain voice: 2 guesses."""
        return plural(count, "guess")

    def raw(self, node: int) -> str:
        """A node's token as the tokenizer writes it."""
        token = self.node[node].token
        return self._texts.get(str(token), f"#{token}")

    def text(self, node: int) -> str:
        """A node's token as the current voice writes it."""
        return self._shown(self.raw(node))

    def _shown(self, raw: str) -> str:
        return visible(raw) if self.voice.shows_spaces else said(raw)

    def word(self, node: int) -> str:
        """A node's token in quotation marks."""
        if node not in self.node:
            return f"node {node}"
        return f"“{self.text(node)}”" if self.node[node].token >= 0 else "the start"

    def likeliest(self, verdict: Verdict) -> str | None:
        """Return the target's most likely token at the position of a verdict, in quotation marks and with its
        probability before warping; None if it was not recorded.
        """
        laws = self.iteration.distributions
        raw = (laws[place] for place in verdict.distributions if place < len(laws) and laws[place].kind == "p_raw")
        top = next((law.top for law in raw if law.top), None)
        if top is None:
            return None
        token, value = max(top, key=lambda each: each[1])
        return f"“{self._shown(self._texts.get(str(token), f'#{token}'))}” ({self.voice.probability(value)})"

    def beam(self, node: int) -> str:
        """The tokens that a beam has grown by in this round, in quotation marks."""
        grown, above = list[int](), node
        while self.role(above) not in ("", "input"):
            grown.append(above)
            above = self.parent(above)
        return self.phrase(grown[::-1]) if len(grown) > 1 else self.word(node)

    def phrase(self, nodes: Sequence[int], most: int = 6) -> str:
        """Return successive tokens as one quotation, without the middle if there are many."""
        words = [self.raw(node) for node in nodes if node in self.node]
        parts = [words]
        if len(words) > most:
            parts = [words[: most - 2], words[-1:]]
        return f"“{' … '.join(self._joined(part) for part in parts)}”"

    def written(self, tokens: Sequence[int]) -> str:
        """Return the tokens of a text as one quotation. The words of a toy are separated by spaces, but letters are
        not.
        """
        return f"“{self._joined([self._texts.get(str(token), f'#{token}') for token in tokens])}”"

    def _joined(self, words: Sequence[str]) -> str:
        """Join the texts of successive tokens. Words are joined with spaces, letters and tokens without."""
        return " ".join(map(said, words)) if self.unit == "word" else said("".join(words))
