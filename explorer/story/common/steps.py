"""The sentences about the steps that all methods have: start, draft, target pass, decisions, and commit.

The sentences about phases of one family, such as merging, are in the file of the family. A family that says more about
a common step extends one of the views here.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TypeVar

from decoders.core.record import Step, Verdict
from explorer.story.common.decisions import SHOWN, decision, decisions
from explorer.story.common.told_apart import names
from explorer.story.facts import Facts, known
from explorer.story.numbers import duration, every, listed, multiplicity, often, plural, repeated
from explorer.story.story import StepWording
from explorer.story.views import StepView
from explorer.story.wording import EXACT, Wording, alike, fill
from explorer.trace.states import STATES

DRAFTED = {"forest": "Draft layer", "tree": "Draft level", "dag": "Draft level"}  # by the method's view
OWN = {  # by decision: names of a token that the target adds
    "residual": "Residual token",
    "bonus": "Bonus token",
    "drawn": "Sampled token",
    "greedy": "Greedy choice",
    "fill": "Sampled token",
    "chosen": "Chosen token",
    "own": "Target’s token",
}
PLAIN_OWN = OWN | {"greedy": "Most likely token", "residual": "Leftover token"}
OWN_BEAM = {"drawn": "sampled beam", "fill": "fill-in beam"}  # names of a beam that the target adds
PLAIN_OWN_BEAM = OWN_BEAM | {"fill": "extra beam"}


def numbered(name: str, step: Step) -> str:
    """A step's title before it is reached: its name and level, without the outcome."""
    return name if step.layer is None else f"{name} {step.layer}"


class Start(StepView):
    """The start of a round, which is the end of the text, or several beams."""

    @property
    def copies(self) -> int:
        """The number of duplicates, if the round starts from duplicates of one beam."""
        first = self.facts.node.get(self.step.nodes[0]) if self.step.nodes else None
        return first.count if first else 1

    @property
    def repeats(self) -> str:
        """The number of duplicates as an adverb: “twice”, “3 times”."""
        return repeated(self.copies)

    @property
    def ends(self) -> str:
        """The last tokens of the first beams, each with the number of its beam's duplicates."""
        nodes = self.step.nodes
        recorded = (getattr(layer, "inputs", ()) for layer in self.facts.layers)
        copies = Counter(next(filter(None, recorded), nodes))
        named = [
            self.facts.word(node) + (f" (counted {repeated(copies[node])})" if copies[node] > 1 else "")
            for node in nodes
        ]
        return listed(named, SHOWN)

    @property
    def shares(self) -> str | None:
        """The sentence about each beam's share of the draft's first guesses, if the shares are recorded."""
        return None

    @property
    def trees(self) -> str:
        """The clause which says that every beam gets a draft tree; empty if nothing is drafted."""
        return " and grows one draft tree per beam" if self.facts.drafted else ""

    @property
    def after(self) -> str | None:
        """The sentence about what comes next, in the plain voice."""
        return self.facts.following or None


def start_case(start: Start) -> str:
    """Choose the case: the round starts from several beams, from duplicates of one, from the prompt, or from the text."""
    if start.size > 1:
        return "beams"
    return "copies" if start.copies > 1 else "prompt" if start.index == 1 else "text"


def start_step(view: type[Start] = Start) -> StepWording:
    """Return the words about the start of a round."""
    return StepWording(
        title=Wording(view=view, plain={"": "Start"}, exact={"": "Input"}),
        ahead="Start",
        sentence=Wording(
            view=view,
            case=start_case,
            plain={
                "beams": "Round {index} starts from {size} different beams. Their last {unit}s are {ends}.[ {shares}][ {after}]",
                "copies": "Round {index} starts from one beam, which counts {repeats} because its text was sampled "
                "{repeats}.[ {after}]",
                "prompt": "Round {index} starts at the end of the prompt.[ {after}]",
                "text": "Round {index} starts at the end of the text.[ {after}]",
            },
            exact={
                "beams": "Iteration {index} starts from {size} beams{trees}.",
                "copies": "Iteration {index} starts from one beam with multiplicity {copies}.",
                "prompt": "Iteration {index} starts at the end of the current text.",
                "text": "Iteration {index} starts at the end of the current text.",
            },
        ),
    )


class Draft(StepView):
    """A step that drafts, with its guesses and their probabilities."""

    @property
    def whose(self) -> str:
        """The subject of the sentence, which says who guesses."""
        return "The draft"

    @property
    def name(self) -> str:
        """The step in a few words."""
        kind = DRAFTED.get(self.facts.view, "Draft")
        return kind if self.layer is None else f"{kind} {self.layer}"

    @property
    def where(self) -> str:
        """The layer or level of the guesses, in the exact voice; empty for a chain."""
        kind = DRAFTED.get(self.facts.view, "").removeprefix("Draft ")
        return f" for {kind} {self.layer}" if kind and self.layer is not None else ""

    @cached_property
    def nodes(self) -> list[int]:
        """The nodes of the step that were recorded."""
        return [node for node in self.step.nodes if node in self.facts.node]

    @cached_property
    def ranked(self) -> list[int]:
        """The nodes, the most probable first. Candidates for a single position keep the order in which they are
        tested.
        """
        if len({self.facts.parent(node) for node in self.nodes}) == 1:
            return self.nodes
        return sorted(self.nodes, key=lambda node: -(self.facts.guess(node, self.layer) or 0.0))

    @cached_property
    def drawn(self) -> dict[int, int]:
        """The number of times that each node was drawn."""
        return {node: self.facts.draws(node, self.layer) for node in self.nodes}

    @property
    def draws(self) -> int:
        """The number of draws."""
        return sum(self.drawn.values())

    @property
    def first(self) -> str:
        """The most probable node."""
        return self.facts.word(self.ranked[0])

    @property
    def first_q(self) -> float | None:
        """The draft's probability of the most probable node."""
        return self.facts.guess(self.ranked[0], self.layer)

    @property
    def no_pass(self) -> bool:
        """Whether the guesses needed no pass, because the draft had read the text before them in an earlier round."""
        iteration = self.facts.iteration
        made = {place for place, each in enumerate(iteration.passes) if each.model == "draft"}
        shown = {place for each in iteration.steps for place in each.passes}
        return bool(iteration.passes) and not made - shown and not made & set(self.step.passes)

    @property
    def read(self) -> str | None:
        """The sentence which says that the guesses needed no pass; None if they needed a pass."""
        if not self.no_pass:
            return None
        return (
            "No draft pass is needed because q is already known here."
            if self.voice is EXACT
            else "The draft needs no new pass here."
        )

    @property
    def several(self) -> str:
        """The number of tokens and the number of draws, in the plain voice."""
        if self.draws == len(self.nodes):
            return plural(len(self.nodes), self.unit)
        return f"{plural(len(self.nodes), 'continuation')} in {self.draws} draws"

    @property
    def several_tokens(self) -> str:
        """The number of tokens in the exact voice."""
        return plural(len(self.ranked), "token")

    @property
    def sampled(self) -> str:
        """A phrase, in the exact voice, with the number of draws if nodes were drawn repeatedly, and `of_beams`."""
        draws = "" if self.draws == len(self.ranked) else f" in {self.draws} draws"
        return f",{draws}{self.of_beams}" if draws or self.of_beams else ""

    @property
    def of_beams(self) -> str:
        """The phrase which says that the probabilities are shares of the total probability of all beams; empty if they
        are not such shares.
        """
        return ""

    @property
    def positions(self) -> str:
        """A phrase that gives the number of positions of the guesses. It is empty if there is only one position, or if
        the probabilities are shares of the total probability of all beams.
        """
        count = len({self.facts.parent(node) for node in self.nodes})
        return f" at {count} positions" if count > 1 and not self.of_beams else ""

    @property
    def all_draws(self) -> str:
        """All draws of the only guess: “both draws”, “all 6 draws”."""
        return every(self.draws, "draw")

    @property
    def named(self) -> str:
        """The most probable tokens with their probabilities; the other tokens are only counted."""
        most = SHOWN + (self.draws == len(self.nodes))  # if there is room, a last guess is named instead of “1 more”
        found = zip(self.ranked, self.names_of(self.ranked[:most]), strict=False)
        named = [f"{name} ({notes})" if (notes := self._notes(node)) else str(name) for node, name in found]
        return listed(named, SHOWN, len(self.ranked))

    def names_of(self, nodes: Sequence[int]) -> Sequence[object]:
        """The names of some nodes."""
        return names(self.facts, nodes)

    def _notes(self, node: int) -> str:
        """The probability of a node, and how often it was drawn if that is more than once."""
        q, count = self.facts.guess(node, self.layer), self.drawn[node]
        exact = self.voice is EXACT
        had = "" if q is None else f"{q:.2g}" if exact else self.voice.probability(q)
        if had and exact and len(self.ranked) == 1:
            had = f"{'q_beam' if self.of_beams else 'q'} = {had}"
        return ", ".join(filter(None, (had, multiplicity(count) if exact else often(count))))

    @cached_property
    def cut(self) -> list[Verdict]:
        """The decisions not to extend a node."""
        return [verdict for verdict in self.verdicts if verdict.decision == "pruned"]

    @property
    def left_out(self) -> bool:
        """Whether the step drafts nothing, and only decides that earlier guesses are not extended."""
        return bool(self.nodes) and len(self.cut) == len(self.nodes) and all(one.rule == "budget" for one in self.cut)

    @property
    def waiting(self) -> str:
        """The guesses that are not extended, as the subject of a sentence with its verb."""
        if len(self.nodes) == 1:
            return f"{self.first} is"
        return f"{plural(len(self.nodes), 'node' if self.voice is EXACT else 'guess')} are"

    @property
    def not_extended(self) -> str | None:
        """A sentence with the number of guesses that are too unlikely to be extended; None if there are none."""
        unlikely, of = sum(verdict.rule != "budget" for verdict in self.cut), len(self.nodes)
        if not unlikely:
            return None
        if of == 1:
            return "It is too unlikely to be extended."
        if unlikely == of:
            return "None of them is likely enough to be extended."
        return f"{'One of them is' if unlikely == 1 else f'{unlikely} of them are'} too unlikely to be extended."

    @property
    def full(self) -> str | None:
        """The sentence which says that the draft has reached its size limit; None if it has not reached it."""
        full = any(verdict.rule == "budget" for verdict in self.cut)
        return "The size limit is reached, so the draft ends here." if full else None

    @property
    def not_expanded(self) -> str | None:
        """A phrase about the decisions not to extend a node, in the exact voice."""
        return decisions(self.facts, self.verdicts, self.nodes) if self.verdicts else None

    @property
    def hint(self) -> str | None:
        """The sentence that explains why there are several guesses. It appears only at the first level."""
        if self.layer != 1:
            return None
        if self.facts.view in ("tree", "dag") and len(self.nodes) > 1:
            return "If one guess is rejected, another may be accepted."
        return None


def draft_case(draft: Draft) -> str:
    """Choose the case: no guess, guesses that are not extended, one guess, one guess several times, or several guesses."""
    if not draft.nodes:
        return "none"
    if draft.left_out:
        return "left_out"
    return "several" if len(draft.nodes) > 1 else "one" if draft.draws == 1 else "one.repeated"


def exact_draft_case(draft: Draft) -> str:
    """Choose the case of a draft step in the exact voice."""
    if not draft.nodes:
        return "none"
    if draft.left_out:
        return "left_out"
    return "one" if len(draft.ranked) == draft.draws == 1 else "several"


NOTES = "[ {not_extended}][ {full}][ {hint}][ {read}]"
EXACT_NOTES = "[ {not_expanded}][ {read}]"


AnyDraft = TypeVar("AnyDraft", bound=Draft)


def draft_step(
    view: type[AnyDraft] = Draft,
    case: Callable[[AnyDraft], str] = lambda _: "",
    plain: Mapping[str, str] = MappingProxyType({}),
    exact: Mapping[str, str] = MappingProxyType({}),
) -> StepWording:
    """Return the words about a step that drafts. `plain` and `exact` add sentences to the common ones, or replace them.
    `case` chooses one of the added sentences. If it returns an empty string, one of the common sentences is chosen.
    """
    return StepWording(
        title=alike(view, "{name}"),
        ahead=lambda _, step: "Draft" if step.layer is None else f"Draft {step.layer}",
        sentence=Wording(
            view=view,
            case=lambda draft: case(draft) or exact_draft_case(draft),
            plain_case=lambda draft: case(draft) or draft_case(draft),
            plain={
                "none": "Nothing is drafted here.",
                "left_out": "{waiting} not extended because the draft has reached its size limit.",
                "one": f"{{whose}} guesses {{first}}[ ({{first_q}})].{NOTES}",
                "one.repeated": f"{{whose}} guesses {{first}}[ ({{first_q}})] in {{all_draws}}.{NOTES}",
                "several": f"{{whose}} guesses {{several}}{{of_beams}}{{positions}}: {{named}}.{NOTES}",
                **plain,
            },
            exact={
                "none": "Nothing is drafted here.",
                "left_out": "{waiting} not extended: the node budget is used up.",
                "one": f"{{whose}} proposes {{first}}{{where}}[ (q = {{first_q:.2g}})].{EXACT_NOTES}",
                "several": f"{{whose}} proposes {{several_tokens}}{{where}}{{positions}}{{sampled}}: {{named}}.{EXACT_NOTES}",
                **exact,
            },
        ),
    )


class TargetPass(StepView):
    """A target pass, with the nodes that it reads and the positions for which it computes p."""

    @cached_property
    def read(self) -> list[int]:
        """The nodes that the target reads in the passes of this step."""
        made = [self.facts.iteration.passes[place] for place in self.step.passes]
        return [node for each in made if each.model == "target" for node in each.nodes]

    @property
    def made(self) -> int:
        """The number of target passes of this step. A recurrent model may need several."""
        return sum(self.facts.iteration.passes[place].model == "target" for place in self.step.passes)

    @property
    def in_passes(self) -> str:
        """The number of passes, as a phrase."""
        return "in one pass" if self.made == 1 else f"in {self.made} passes"

    @property
    def passes_compute(self) -> str:
        """The number and duration of the passes, as the beginning of a sentence in the exact voice."""
        if self.made == 1:
            return f"One target forward pass ({self.took}) computes"
        return f"{self.made} target forward passes ({self.took}) compute"

    @property
    def again(self) -> str | None:
        """The sentence which says that a recurrent model reads tokens of earlier rounds; None if the model does not
        read such tokens.
        """
        count = sum(not self.facts.role(node) for node in self.read) if self.facts.recurrent else 0
        return f"It also reads {plural(count, 'earlier token')} that its state does not include yet." if count else None

    @cached_property
    def read_last(self) -> Sequence[int]:
        """The nodes that the target reads in the last pass of this step; for a recurrent model, only the nodes of this
        round.
        """
        if self.facts.recurrent:
            return [node for node in dict.fromkeys(self.read) if self.facts.role(node)]
        made = [self.facts.iteration.passes[place] for place in self.step.passes]
        return next((each.nodes for each in reversed(made) if each.model == "target"), ())

    @property
    def drafts(self) -> int:
        """The number of drafts among the nodes that are read."""
        return sum(self.facts.role(node) == "draft" for node in self.read)

    @property
    def beams(self) -> int:
        """The number of nodes that are read and are the last tokens of beams."""
        return sum(self.facts.role(node) == "input" for node in self.read)

    @property
    def text(self) -> str:
        """The text that is read if nothing is drafted."""
        return every(self.beams, "beam") if self.beams > 1 else "the text"

    @property
    def next_unit(self) -> str:
        """The subject of the probabilities: the next token of the text or of each beam."""
        return f"each beam’s next {self.unit}" if self.beams > 1 else f"the next {self.unit}"

    @property
    def all_guesses(self) -> str:
        """The number of draft tokens that the target reads, and how many of them are copies (GSD)."""
        copies = len(self.facts.replicas.intersection(self.read))
        if copies and copies < self.drafts:
            guesses = self.drafts - copies
            return f"{plural(guesses, 'guess')} and {plural(copies, 'copy')} of {'it' if guesses == 1 else 'them'}"
        ended = self.facts.is_forest and self.drafts < sum(node.role == "draft" for node in self.facts.iteration.nodes)
        return (
            f"{plural(self.drafts, 'guess')} (all that do not end the text)" if ended else every(self.drafts, "guess")
        )

    @property
    def took(self) -> str:
        """The duration of the passes."""
        made = [self.facts.iteration.passes[place] for place in self.step.passes]
        return duration(sum(each.seconds for each in made if each.model == "target"))

    @property
    def later(self) -> str | None:
        """The sentence that says when the target's shares of a later layer of a forest are known."""
        layers = {entry.layer for entry in self.facts.iteration.entries if entry.q is not None}
        if not self.facts.is_forest or len(layers) < 2 or self.facts.iteration.index:
            return None  # this sentence appears once per run
        return "The target’s shares in a later layer depend on the beams accepted before it, so they are shown at that layer."

    @property
    def scored(self) -> int:
        """The number of nodes after which the target computes p."""
        return len(self.read_last) or self.size

    @property
    def drafts_last(self) -> int:
        """The number of drafts that the last pass read."""
        return sum(self.facts.role(node) == "draft" for node in self.read_last)

    @property
    def texts(self) -> str:
        """The texts after which p is computed, apart from draft tokens."""
        others = self.scored - self.drafts_last
        return "the current text" if others == 1 else f"{others} beams"

    @property
    def each_draft(self) -> str:
        """The draft tokens after which p is computed."""
        return "the draft token" if self.drafts_last == 1 else f"each of the {self.drafts_last} draft tokens"

    @property
    def joint(self) -> str:
        """The name of p, which is the probability of a beam together with a token, or of a token alone."""
        return "p_beam" if self.beams > 1 else "p"


def target_case(target: TargetPass) -> str:
    """Choose the case in the plain voice, by what the target read."""
    if not target.facts.fed(target.step):
        return "known"
    if not target.drafts:
        return "waiting" if target.facts.drafted else "text"
    return "one" if target.drafts == 1 else "several"


def exact_target_case(target: TargetPass) -> str:
    """Choose the case in the exact voice, by what the target read."""
    if not target.facts.fed(target.step):
        return "known.one" if target.size == 1 else "known"
    if not target.drafts_last:
        return "text"
    return "drafts" if target.scored > target.drafts_last else "drafts.alone"


TARGET_STEP = StepWording(
    title=alike(
        TargetPass,
        {"read": "Target pass", "known": "No target pass"},
        lambda target: "read" if target.facts.fed(target.step) else "known",
    ),
    ahead="Target pass",
    sentence=Wording(
        view=TargetPass,
        case=exact_target_case,
        plain_case=target_case,
        plain={
            "known": "No new pass is needed because the target’s probabilities here are already known.",
            "waiting": "The target reads the text so far {in_passes} and computes its probabilities for the guesses.[ {again}]",
            "text": "The target reads {text} {in_passes} and computes the probabilities of {next_unit}.[ {again}]",
            "one": "The target checks the guess {in_passes}, which also gives its probabilities for the next "
            "{unit}.[ {again}]",
            "several": "The target checks {all_guesses} {in_passes} and computes its probabilities at every "
            "position.[ {later}][ {again}]",
        },
        exact={
            "known": "No target pass is needed because p is already known at these {size} positions.",
            "known.one": "No target pass is needed because p is already known at this position.",
            "text": "{passes_compute} {joint} after {texts}.[ {again}]",
            "drafts": "{passes_compute} p at {scored:position}: after {texts} and after {each_draft}.[ {again}]",
            "drafts.alone": "{passes_compute} p at {scored:position}, {scored:/one }after {each_draft}. The values of p at "
            "earlier positions were already known.[ {again}]",
        },
    ),
)


class Decided(StepView):
    """A step that shows decisions."""

    @property
    def only(self) -> Verdict | None:
        """The decision, if there is exactly one."""
        return self.verdicts[0] if len(self.verdicts) == 1 else None

    @property
    def name(self) -> str:
        """The step in a few words."""
        raise NotImplementedError

    @property
    def nodes_decided(self) -> int:
        """The number of nodes that the decisions are about."""
        return len({verdict.node for verdict in self.verdicts})

    @property
    def told(self) -> str:
        """The sentences that say which decision was made, and why."""
        assert self.only is not None
        return decision(self.facts, self.only)

    @property
    def all(self) -> str:
        """The sentences that say how many nodes had each outcome."""
        return decisions(self.facts, self.verdicts)


def decided_case(step: Decided) -> str:
    """Choose the case: no decision, one decision, or several decisions."""
    if not step.verdicts:
        return "none"
    return "several" if step.only is None else "one"


DECIDED = {  # by decided_case
    "none": "There is nothing left to decide here.",
    "one": "{told}",
    "several": "{all}",
}


def _decides(view: type[Decided], ahead: str | Callable[[Facts, Step], str]) -> StepWording:
    return StepWording(title=alike(view, "{name}"), ahead=ahead, sentence=alike(view, DECIDED, decided_case))


class Verify(Decided):
    """A test of draft tokens."""

    @property
    def name(self) -> str:
        """The name of the test: its number in a chain, its level and candidate in a tree."""
        first, chain = self.first_verdict, self.facts.view == "chain"
        test = "Test" if self.voice is EXACT else "Guess"
        if self.layer is None and self.place is None:
            return plural(self.decided, "decision")
        if first is not None and first.entry is not None:
            return f"Layer {self.layer}, candidate {self.facts.turn(first)}"
        if chain:
            return f"{test} {self.place if self.layer is None else self.layer}"
        if self.place is None:
            return f"Level {self.layer}"
        if self.facts.settings.get("acceptance") == "paper" and first is not None and first.a is not None:
            return f"{test} {self.place}"
        return f"Level {self.layer}, candidate {self.place}"


def ahead_of_test(facts: Facts, step: Step) -> str:
    """Name a test of draft tokens before its step is reached. If there are several tests, the name contains a number."""
    return f"Decide {facts.tests[id(step)]}" if len(facts.tests) > 1 and id(step) in facts.tests else "Decide"


class Orphaned(Decided):
    """The step that discards the drafts whose parents were not accepted."""

    @property
    def name(self) -> str:
        """The step in a few words, with the number of discarded drafts."""
        return f"{self.nodes_decided} {'orphaned' if self.voice is EXACT else 'discarded'}"


class Unused(Decided):
    """The step that shows the drafts that were never tested."""

    @property
    def name(self) -> str:
        """The step in a few words, which name the layer, the only draft token, or the number of drafts."""
        exact = self.voice is EXACT
        fate, draft = ("unused", "Draft") if exact else ("not tested", "Guess")
        rules = {verdict.rule for verdict in self.verdicts}
        if rules & {"failed_layer", "finished_layer"}:
            return f"Layer {self.layer} {fate}"
        if rules == {"earlier_rejection"} and self.layer and len(self.verdicts) == 1:
            return f"{draft} {self.layer} {fate}"
        count = f"{self.nodes_decided} {fate}"
        beams = self.layer and any(verdict.entry is not None for verdict in self.verdicts)
        return f"Layer {self.layer}: {count}" if beams else count


class Own(Decided):
    """The step in which the target adds a token or a beam itself. The phase of the step is the name of the decision."""

    @property
    def name(self) -> str:
        """The kind of token, or the number of the beam and of its layer."""
        if self.verdicts and self.verdicts[0].entry is not None:
            return self.beam
        phase, names = self.step.phase, OWN if self.voice is EXACT else PLAIN_OWN
        return names.get(phase) or (STATES[phase].label if phase in STATES else phase).capitalize()

    @property
    def beam(self) -> str:
        """The beam, named by its layer and position."""
        names = OWN_BEAM if self.voice is EXACT else PLAIN_OWN_BEAM
        return f"Layer {self.layer}: {names.get(self.step.phase, f'{self.step.phase} beam')} {self.place}"


def own_step(view: type[Own] = Own) -> StepWording:
    """Return the words about a step in which the target writes a token or a beam of its own."""

    def ahead(facts: Facts, step: Step) -> str:
        beams = any(verdict.entry is not None for verdict in facts.decided(step))
        return "Target’s beam" if beams else "Target’s token"

    return _decides(view, ahead)


class Commit(StepView):
    """The step that makes tokens of the text, or beams, final."""

    @property
    def nodes(self) -> Sequence[int]:
        """The nodes that are added to the text."""
        return self.facts.iteration.final.nodes

    @property
    def count(self) -> int:
        """The number of nodes that are added to the text."""
        return len(self.nodes)

    @property
    def units(self) -> str:
        """The number of nodes that are added to the text, with its noun."""
        return self.counted(self.count)

    @property
    def beams(self) -> int:
        """The number of beams that continue."""
        return len(self.facts.iteration.final.beams)

    @property
    def words(self) -> str:
        """The added tokens one by one, with their noun and their verb."""
        words = listed([self.facts.word(node) for node in self.nodes], None)
        return f"The token {words} is" if self.count == 1 else f"The tokens {words} are"

    @property
    def phrase(self) -> str:
        """The added tokens as one quotation."""
        return self.facts.phrase(self.nodes)

    @property
    def best(self) -> str:
        """The last token of the likeliest beam."""
        return self.facts.word(self.facts.best_beam.node)

    @property
    def best_beam(self) -> str:
        """The tokens by which the likeliest beam grew."""
        return self.facts.beam(self.facts.best_beam.node)

    @property
    def logp(self) -> float | None:
        """Σ log p of the likeliest beam."""
        return known(self.facts.best_beam.logp)

    @property
    def longer(self) -> str:
        """The number of tokens by which the beams grew."""
        return self.counted(self.facts.measures.emitted)

    @property
    def passes(self) -> str:
        """The passes of the target in this round."""
        count = self.facts.target_passes
        return "one target pass" if count == 1 else f"{count} target passes"

    @property
    def ranking(self) -> str | None:
        """A clause, without a full stop, with the whole texts of the likeliest beams, if they are short enough to read."""
        return None

    @property
    def drafted(self) -> int:
        """The number of drafted nodes."""
        return self.facts.measures.drafted

    @property
    def draws(self) -> int:
        """The number of draws that the drafted nodes represent."""
        return self.facts.measures.draws

    @property
    def accepted(self) -> int:
        """The number of drafted nodes that were accepted, each counted once."""
        return len({verdict.node for verdict in self.facts.verdicts if verdict.decision == "accepted"})

    @property
    def taken(self) -> int:
        """The number of draws that were accepted."""
        return sum(verdict.decision == "accepted" for verdict in self.facts.verdicts)

    @property
    def payoff_case(self) -> str:
        """The case of PAYOFF: nothing was drafted, or none, some or all of the drafts were accepted. If a guess was
        drawn more than once, draws are counted, as in the summary of the run.
        """
        if not self.draws:
            return "nothing"
        if self.draws > self.drafted:
            return "draws" if self.taken else "draws.none"
        if self.drafted == 1:
            return "one.accepted" if self.accepted else "one"
        if not self.accepted:
            return "neither" if self.drafted == 2 else "none"
        return "all" if self.accepted == self.drafted else "some"

    @property
    def are_copies(self) -> bool:
        """Whether several beams continue and all of them are the same text."""
        beams = self.facts.iteration.final.beams
        return len(beams) > 1 and len({beam.node for beam in beams}) == 1

    @property
    def all_guesses(self) -> str:
        """All guesses as the subject of a sentence: “both guesses”, “all 3 guesses”."""
        return every(self.drafted, "guess").capitalize()

    @property
    def payoff(self) -> str:
        """The sentence that says how many guesses were accepted."""
        return fill(PAYOFF[self.payoff_case], self)

    @property
    def lost(self) -> str | None:
        """The sentence about accepted beams that no later beam continues."""
        ends = dict.fromkeys(
            self.facts.beam(each.node)
            for each in self.facts.verdicts
            if each.decision == "accepted" and each.entry is not None and each.node not in self.facts.committed
        )
        if not ends:
            return None
        was, them = ("was", "it") if len(ends) == 1 else ("were", "them")
        return f"{listed(list(ends), SHOWN)} {was} accepted, but no later beam continues {them}."


def commit_case(commit: Commit) -> str:
    """Choose the case: the text grew, beams continue, or nothing is added."""
    if commit.count:
        return "text"
    if commit.beams > 1:
        return "beams.copies" if commit.are_copies else "beams.ranked" if commit.ranking else "beams"
    return "beam" if commit.beams else "none"


def plain_commit_case(commit: Commit) -> str:
    """Choose the case in the plain voice, which also says if the likeliest beam does not grow any more."""
    case = commit_case(commit)
    return "finished" if case.startswith("beams") and not commit.facts.measures.emitted else case


PAYOFF = {  # by Commit.payoff_case
    "nothing": "",
    "one": " The guess was not accepted.",
    "one.accepted": " The guess was accepted.",
    "neither": " Neither guess was accepted.",
    "none": " None of the {drafted:guess} was accepted.",
    "some": " {accepted} of {drafted:guess} {accepted:was/were} accepted.",
    "all": " {all_guesses} were accepted.",
    "draws": " Counting repeats, {taken} of {draws:guess} {taken:was/were} accepted.",
    "draws.none": " No guess was accepted.",
    "copies": " The draft made {drafted:guess}. Including {copies:copy}, the target checked {checked} boxes and accepted {accepted}.",
    "copies.none": " The draft made {drafted:guess}. Including {copies:copy}, the target checked {checked} boxes and accepted none.",
}
ENDS = "{payoff}[ {lost}]"


def commit_step(view: type[Commit] = Commit) -> StepWording:
    """Return the words about the step that makes tokens or beams final."""
    beams = {"beams": "{beams:live beam}", "beam": "One live beam", "none": "No live beam"}
    return StepWording(
        title=Wording(
            view=view,
            case=commit_case,
            plain={
                "text": "Write {units}",
                "beams": "{beams:beam} continue",
                "beam": "One beam continues",
                "none": "No beam continues",
            },
            exact={"text": "Commit {count:token}", **beams},
        ),
        ahead="Write",
        sentence=Wording(
            view=view,
            case=commit_case,
            plain_case=plain_commit_case,
            plain={
                "text": f"{{phrase}} is added to the text: {{units}} from {{passes}}.{ENDS}",
                "beams": f"After {{passes}}, there are {{beams}} beams, each extended by {{longer}}. The likeliest one ends in {{best_beam}}.{ENDS}",
                "beams.copies": f"After {{passes}}, each beam is {{longer}} longer. The {{beams}} beams are identical and end in {{best_beam}}. Likely texts can repeat.{ENDS}",
                "finished": f"After {{passes}}, there are {{beams}} beams. The likeliest one ends in {{best}} and is finished.{ENDS}",
                "beams.ranked": f"After {{passes}}, there are {{beams}} beams, each extended by {{longer}}. {{ranking}}.{ENDS}",
                "beam": f"After {{passes}}, there is one beam, extended by {{longer}}.{ENDS}",
                "none": "Nothing is added to the text.",
            },
            exact={
                "text": "{words} committed.",
                "beams": "There are {beams:live beam}. The most likely one ends in {best}[ (log p = {logp:signed})].",
                "beam": "There is one live beam, which ends in {best}[ (log p = {logp:signed})].",
                "none": "Nothing is committed.",
            },
        ),
    )


OWN_STEP = own_step()
STEPS = {  # by phase
    "input": start_step(),
    "draft": draft_step(),
    "target": TARGET_STEP,
    "verify": _decides(Verify, ahead_of_test),
    "orphaned": _decides(Orphaned, "Rest"),
    "unused": _decides(Unused, "Rest"),
    **dict.fromkeys(("residual", "bonus", "fill", "drawn", "greedy", "chosen", "own"), OWN_STEP),
    "commit": commit_step(),
}
