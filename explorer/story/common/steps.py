"""What is said of the steps that all methods have: start, draft, target pass, decisions, what is written.

Phases of one family, such as merging, stand in the family's file; so does what only one family says of a common step,
as a view that extends one of these.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from decoders.core.record import Step, Verdict
from explorer.story.common.decisions import SHOWN, decision, decisions
from explorer.story.facts import Facts
from explorer.story.numbers import chance, duration, every, plural, times
from explorer.story.story import StepWording
from explorer.story.views import StepView
from explorer.story.wording import EXACT, Wording
from explorer.trace.states import STATES

DRAFTED = {"forest": "Draft layer", "tree": "Draft level", "dag": "Draft level"}  # by the method's view
OWN = {  # by the decision about a token of the target's own
    "residual": "Residual token",
    "bonus": "Bonus token",
    "drawn": "Token drawn",
    "greedy": "Greedy choice",
    "fill": "Token drawn",
    "chosen": "Chosen token",
}


class Start(StepView):
    """Where a round starts: at the end of the text, or at several beams."""

    @property
    def copies(self) -> int:
        """How many copies of its only beam it starts from."""
        first = self.facts.node.get(self.step.nodes[0]) if self.step.nodes else None
        return first.count if first else 1

    @property
    def ends(self) -> str:
        """The last tokens of the first beams, with their copies."""
        nodes = self.step.nodes
        inputs = next((found for layer in self.facts.layers if (found := getattr(layer, "inputs", ()))), nodes)
        copies = Counter(inputs)
        named = ", ".join(self.facts.word(node) + times(copies[node]) for node in nodes[:SHOWN])
        return named + (f" and {len(nodes) - SHOWN} more" if len(nodes) > SHOWN else "")

    @property
    def shares(self) -> str | None:
        """How much the beams weigh in the draft's first draws, where that is recorded."""
        return None

    @property
    def after(self) -> str | None:
        """What comes next, in the plain voice."""
        return self.facts.following or None


def start_case(start: Start) -> str:
    """Whether it starts from several beams, copies of one, the prompt or the text."""
    if start.size > 1:
        return "beams"
    return "copies" if start.copies > 1 else "prompt" if start.index == 1 else "text"


def start_step(view: type[Start] = Start) -> StepWording:
    """The start of a round."""
    return StepWording(
        title=Wording(view=view, plain={"": "Start"}, exact={"": "Input"}),
        ahead="Start",
        sentence=Wording(
            view=view,
            case=start_case,
            plain={
                "beams": "Round {index} starts from {size} different beams, ending in {ends}[. In the draft’s draws they weigh: {shares}][. {after}]",
                "copies": "Round {index} starts from {copies} copies of one beam: the same text, drawn {copies} times[. {after}]",
                "prompt": "Round {index} starts at the end of the prompt[. {after}]",
                "text": "Round {index} starts at the end of the text so far[. {after}]",
            },
            exact={
                "beams": "Iteration {index} starts from {size} beams, one tree each",
                "copies": "Iteration {index} starts from {copies} copies of one beam",
                "prompt": "Iteration {index} starts: everything new grows from the end of the text so far",
                "text": "Iteration {index} starts: everything new grows from the end of the text so far",
            },
        ),
    )


class Draft(StepView):
    """What is drafted in a step."""

    @property
    def whose(self) -> str:
        """Who guesses."""
        return "the draft"

    @property
    def name(self) -> str:
        """The step in a few words."""
        kind = DRAFTED.get(self.facts.view, "Draft")
        return kind if self.layer is None else f"{kind} {self.layer}"

    @cached_property
    def nodes(self) -> list[int]:
        """The nodes that are recorded."""
        return [node for node in self.step.nodes if node in self.facts.node]

    @cached_property
    def ranked(self) -> list[int]:
        """The nodes, the most probable first."""
        return sorted(self.nodes, key=lambda node: -(self.facts.guess(node, self.layer) or 0.0))

    @cached_property
    def drawn(self) -> dict[int, int]:
        """How often each node was drawn."""
        return {node: self.facts.draws(node, self.layer) for node in self.nodes}

    @property
    def draws(self) -> int:
        """How many draws there were."""
        return sum(self.drawn.values())

    @property
    def first(self) -> str:
        """The most probable node."""
        return self.facts.word(self.ranked[0])

    @property
    def first_q(self) -> float | None:
        """Its probability under the draft."""
        return self.facts.guess(self.ranked[0], self.layer)

    @property
    def no_pass(self) -> bool:
        """Whether guesses cost no pass, as the draft had read the text before them in an earlier round."""
        iteration = self.facts.iteration
        made = {place for place, each in enumerate(iteration.passes) if each.model == "draft"}
        told = {place for each in iteration.steps for place in each.passes}
        return bool(iteration.passes) and not made - told and not made & set(self.step.passes)

    @property
    def read(self) -> str:
        """That guesses cost no pass."""
        if not self.no_pass:
            return ""
        return (
            "; no pass, as q was known here"
            if self.voice is EXACT
            else ". No pass is needed: it has read this text before"
        )

    @property
    def several(self) -> str:
        """How many tokens in how many draws, in the plain voice."""
        size = plural(len(self.nodes), self.unit)
        return size if self.draws == len(self.nodes) else f"{size} in {self.draws} draws"

    @property
    def several_tokens(self) -> str:
        """The same in the exact voice."""
        size = plural(len(self.ranked), "token")
        return size if self.draws == len(self.ranked) else f"{size} in {self.draws} draws"

    @property
    def of_beams(self) -> str:
        """That the probabilities are shares of all beams, where they are."""
        return ""

    @property
    def named(self) -> str:
        """The most probable tokens with their probabilities; the rest are counted."""
        plain = self.voice is not EXACT
        named = ", ".join(
            (self._apart(node) if plain else self.facts.word(node)) + times(self.drawn[node]) + self._had(node)
            for node in self.ranked[:SHOWN]
        )
        more = len(self.ranked) - SHOWN
        return named + (f" and {more} more" if more > 0 else "")

    def _had(self, node: int) -> str:
        q = self.facts.guess(node, self.layer)
        return "" if q is None else f" {q:.2g}" if self.voice is EXACT else f" {chance(q)}"

    def _apart(self, node: int) -> str:
        """A guess by its word; where two of those named are the same, by what stands before it as well."""
        alike = [each for each in self.ranked[:SHOWN] if self.facts.text(each) == self.facts.text(node)]
        lines = [[self.facts.text(each) for each in drafted_above(self.facts, one)] for one in alike]
        mine = lines[alike.index(node)]
        if len(lines) < 2 or not mine:
            return self.facts.word(node)
        size = next((k for k in range(1, len(mine)) if [line[-k:] for line in lines].count(mine[-k:]) == 1), len(mine))
        return f"{self.facts.word(node)} after “{' '.join(mine[-size:])}”"

    @cached_property
    def cut(self) -> list[Verdict]:
        """The decisions not to go on from a node."""
        return [verdict for verdict in self.verdicts if verdict.decision == "pruned"]

    @property
    def not_gone_on(self) -> str:
        """How many of the guesses are not gone on from, and why: too unlikely, or no room is left."""
        unlikely, of = sum(verdict.rule != "budget" for verdict in self.cut), len(self.nodes)
        full = ". No room is left to go on" if unlikely < len(self.cut) else ""
        if not unlikely:
            return full
        which = "Each" if unlikely == of > 1 else "It" if of == 1 else f"{unlikely} of them"
        return f". {which} {'are' if 1 < unlikely < of else 'is'} too unlikely to go on from{full}"

    @property
    def not_expanded(self) -> str | None:
        """The same in the exact voice."""
        return decisions(self.facts, self.verdicts) if self.verdicts else None

    @property
    def hint(self) -> str:
        """Why there are several guesses, said at the first level."""
        if self.layer != 1:
            return ""
        if self.facts.view == "forest" and max(self.drawn.values()) > 1:
            return ". Each copy is tested by itself"
        return ". If one fails, another may fit" if self.facts.view in ("tree", "dag") and len(self.nodes) > 1 else ""


def draft_case(draft: Draft) -> str:
    """Nothing, one guess, or several."""
    return "none" if not draft.nodes else "one" if draft.draws == 1 else "several"


def exact_draft_case(draft: Draft) -> str:
    """The same in the exact voice."""
    if not draft.step.nodes:
        return "none"
    return "one" if len(draft.ranked) == draft.draws == 1 else "several"


def draft_step(view: type[Draft] = Draft) -> StepWording:
    """A step that drafts."""
    return StepWording(
        title=Wording(view=view, plain={"": "{name}"}, exact={"": "{name}"}),
        ahead=lambda _, step: "Draft" if step.layer is None else f"Draft {step.layer}",
        sentence=Wording(
            view=view,
            case=exact_draft_case,
            plain_case=draft_case,
            plain={
                "none": "Nothing is drafted here",
                "one": "{whose} guesses {first}[, with a chance of {first_q}]{read}",
                "several": "{whose} guesses {several}{of_beams}: {named}{not_gone_on}{hint}{read}",
            },
            exact={
                "none": "{name}",
                "one": "{name}: the draft proposes {first}[ (q = {first_q:.2g})][; {not_expanded}]{read}",
                "several": "{name}: the draft proposes {several_tokens}{of_beams}: {named}[; {not_expanded}]{read}",
            },
        ),
    )


def drafted_above(facts: Facts, node: int) -> list[int]:
    """The drafted nodes above a node, the first first."""
    line, above = list[int](), facts.parent(node)
    while facts.role(above) == "draft":
        line.append(above)
        above = facts.parent(above)
    return line[::-1]


class TargetPass(StepView):
    """What the target reads."""

    @cached_property
    def read(self) -> list[int]:
        """The nodes that the target's passes of this step read."""
        made = [self.facts.iteration.passes[place] for place in self.step.passes]
        return [node for each in made if each.model == "target" for node in each.nodes]

    @property
    def read_last(self) -> Sequence[int]:
        """The nodes of the last of these passes."""
        made = [self.facts.iteration.passes[place] for place in self.step.passes]
        return next((each.nodes for each in reversed(made) if each.model == "target"), ())

    @property
    def drafts(self) -> int:
        """How many of them are drafts."""
        return sum(self.facts.role(node) == "draft" for node in self.read)

    @property
    def beams(self) -> int:
        """How many of them are the ends of beams."""
        return sum(self.facts.role(node) == "input" for node in self.read)

    @property
    def text(self) -> str:
        """What is read where nothing is drafted."""
        return every(self.beams, "beam") if self.beams > 1 else "the text"

    @property
    def all_guesses(self) -> str:
        """The drafts that are read."""
        return every(self.drafts, "guess")

    @property
    def took(self) -> str:
        """How long the passes took."""
        made = [self.facts.iteration.passes[place] for place in self.step.passes]
        return duration(sum(each.seconds for each in made if each.model == "target"))

    @property
    def scored(self) -> int:
        """After how many nodes the target gives p."""
        return len(self.read_last) or self.size

    @property
    def drafts_last(self) -> int:
        """How many drafts the last pass read."""
        return sum(self.facts.role(node) == "draft" for node in self.read_last)

    @property
    def texts(self) -> str:
        """What p follows besides drafts."""
        others = self.scored - self.drafts_last
        return "the text so far" if others == 1 else f"{others} beams"

    @property
    def each_draft(self) -> str:
        """The drafts that p follows."""
        return "1 draft" if self.drafts_last == 1 else f"each of {self.drafts_last} drafts"


def target_case(target: TargetPass) -> str:
    """What the target read, in the plain voice."""
    if not target.facts.fed(target.step):
        return "known"
    if not target.drafts:
        return "waiting" if target.facts.drafted else "text"
    return "one" if target.drafts == 1 else "several"


def exact_target_case(target: TargetPass) -> str:
    """The same in the exact voice."""
    if not target.facts.fed(target.step):
        return "known.one" if target.size == 1 else "known"
    if not target.drafts_last:
        return "text"
    return "drafts" if target.scored > target.drafts_last else "drafts.alone"


TARGET_STEP = StepWording(
    title=Wording(
        view=TargetPass,
        case=lambda target: "read" if target.facts.fed(target.step) else "known",
        plain={"read": "Target pass", "known": "No target pass"},
        exact={"read": "Target pass", "known": "No target pass"},
    ),
    ahead="Target",
    sentence=Wording(
        view=TargetPass,
        case=exact_target_case,
        plain_case=target_case,
        plain={
            "known": "No new pass is needed: the target has read this before",
            "waiting": "One pass of the target reads the text so far, and tells its chances of the guesses that wait behind it",
            "text": "The target reads {text} in one pass and tells its chances of the next {unit}",
            "one": "One pass of the target reads the guess, and tells its own chances before and after it",
            "several": "One pass of the target reads {all_guesses} at once, and tells its own chances at each place",
        },
        exact={
            "known": "No target pass: p after these {size} places was already known",
            "known.one": "No target pass: p after this place was already known",
            "text": "Target pass: one forward pass of the target gives p after {texts} ({took})",
            "drafts": "Target pass: one forward pass of the target gives p at {scored:place}, after {texts} and after {each_draft} ({took})",
            "drafts.alone": "Target pass: one forward pass of the target gives p at {scored:place}, after {each_draft}; what comes before them was known ({took})",
        },
    ),
)


class Decided(StepView):
    """A step that shows decisions."""

    @property
    def only(self) -> Verdict | None:
        """The decision, where there is one."""
        return self.verdicts[0] if len(self.verdicts) == 1 else None

    @property
    def name(self) -> str:
        """The step in a few words."""
        raise NotImplementedError

    @property
    def told(self) -> str:
        """The decision and why."""
        assert self.only is not None
        return decision(self.facts, self.only, self.place)

    @property
    def all(self) -> str:
        """How the drafts fared."""
        return decisions(self.facts, self.verdicts)


def decided_case(step: Decided) -> str:
    """No decision, one, or several; `itself`: one whose title would say the same."""
    if not step.verdicts:
        return "none"
    if step.only is None:
        return "several"
    return "one.itself" if step.only.decision == step.step.phase in ("drawn", "greedy") else "one"


def _sentence(view: type[Decided]) -> Wording[Decided]:
    return Wording(
        view=view,
        case=decided_case,
        plain={"none": "Nothing is left to decide here", "one": "{told}", "several": "{all}"},
        exact={"none": "{name}", "one": "{name}: {told}", "one.itself": "{told}", "several": "{name}: {all}"},
    )


class Verify(Decided):
    """A test: under the name of tests, or by what it is about in the plain voice."""

    @property
    def first_verdict(self) -> Verdict | None:
        """The first decision."""
        return self.verdicts[0] if self.verdicts else None

    @property
    def name(self) -> str:
        """A chain's test by its number, a tree's by its level and what is tried there."""
        exact, first, chain = self.voice is EXACT, self.first_verdict, self.facts.view == "chain"
        test = "Verify" if exact else "Guess" if chain else "Level"
        if self.layer is None and self.place is None:
            return plural(self.decided, "decision")
        if first is not None and first.entry is not None:
            return f"Layer {self.layer}, candidate {self.facts.turn(first)}"
        if self.place is None or chain:
            return f"{test} {self.layer if self.layer is not None else self.place}"
        if self.facts.settings.get("acceptance") == "paper" and first is not None and first.a is not None:
            return f"{'Accept' if exact else 'Guess'} {self.place}"
        return f"{test} {self.layer}, {self.tried} {self.place}"

    @property
    def tried(self) -> str:
        """What is tested one after the other, in the method's word."""
        first = self.first_verdict
        if first is not None and first.rule == "k_seq":
            return "draft"
        tried = self.facts.tried_at(-1 if first is None else self.facts.parent(first.node))
        return "try" if tried is not None and tried.kind == "tries" else "candidate"


def _ahead_of_test(facts: Facts, step: Step) -> str:
    return f"Decide {facts.tests[id(step)]}" if len(facts.tests) > 1 and id(step) in facts.tests else "Decide"


def verify_step(view: type[Verify] = Verify) -> StepWording:
    """A step that tests drafts."""
    return StepWording(title=_named(view), ahead=_ahead_of_test, sentence=_sentence(view))


def _named(view: type[Decided]) -> Wording[Decided]:
    return Wording(view=view, plain={"": "{name}"}, exact={"": "{name}"})


class Orphaned(Decided):
    """Drafts whose parents were not accepted."""

    @property
    def name(self) -> str:
        """How many."""
        return f"{self.decided} orphaned"


class Unused(Decided):
    """Drafts that were never tested."""

    @property
    def name(self) -> str:
        """Which, where they are a layer or one draft; else how many."""
        rules = {verdict.rule for verdict in self.verdicts}
        if rules & {"failed_layer", "finished_layer"}:
            return f"Layer {self.layer} unused"
        if rules == {"earlier_rejection"} and self.layer and len(self.verdicts) == 1:
            return f"Draft {self.layer} unused"
        count = f"{len(self.verdicts)} unused"
        beams = self.layer and any(verdict.entry is not None for verdict in self.verdicts)
        return f"Layer {self.layer}: {count}" if beams else count


class Own(Decided):
    """A token or a beam of the target's own, whose phase is its decision."""

    @property
    def name(self) -> str:
        """What it is, or which beam of which layer."""
        phase = self.step.phase
        if self.verdicts and self.verdicts[0].entry is not None:
            return self.beam
        return OWN.get(phase) or (STATES[phase].label if phase in STATES else phase).capitalize()

    @property
    def beam(self) -> str:
        """A beam by its layer and place."""
        return f"Layer {self.layer}: {'draw' if self.step.phase == 'drawn' else self.step.phase} {self.place}"


def own_step(view: type[Own] = Own) -> StepWording:
    """A step that takes a token or a beam of the target's own."""

    def ahead(facts: Facts, step: Step) -> str:
        beams = any(verdict.entry is not None for verdict in facts.decided(step))
        return "The target's beam" if beams else "The target's token"

    return StepWording(title=_named(view), ahead=ahead, sentence=_sentence(view))


class Commit(StepView):
    """What is final."""

    @property
    def nodes(self) -> Sequence[int]:
        """The nodes that join the text."""
        return self.facts.iteration.final.nodes

    @property
    def count(self) -> int:
        """How many they are."""
        return len(self.nodes)

    @property
    def units(self) -> str:
        """The same with their noun."""
        return self.counted(self.count)

    @property
    def beams(self) -> int:
        """How many beams go on."""
        return len(self.facts.iteration.final.beams)

    @property
    def words(self) -> str:
        """The tokens one by one."""
        return " ".join(self.facts.word(node) for node in self.nodes)

    @property
    def phrase(self) -> str:
        """The tokens as one quotation."""
        return self.facts.phrase(self.nodes)

    @property
    def best(self) -> str:
        """The last token of the likeliest beam."""
        return self.facts.word(self.facts.best_beam.node)

    @property
    def longer(self) -> str:
        """By how much the beams grew."""
        return self.counted(self.facts.measures.emitted)

    @property
    def passes(self) -> str:
        """For how many passes of the target."""
        made = self.facts.target_passes
        return "one pass of the target" if made == 1 else f"{made} passes of the target"

    @property
    def ranking(self) -> str | None:
        """The likeliest beams as whole texts, where they can be read."""
        return None

    @property
    def between(self) -> str:
        """What lies between drafting and keeping."""
        return ""

    @property
    def drafted(self) -> str | None:
        """How many were drafted; None if nothing was."""
        bar = self.facts.measures
        if not bar.draws:
            return None
        return str(bar.drafted) if bar.draws == bar.drafted else f"{self.counted(bar.drafted)} in {bar.draws} draws"

    @property
    def kept(self) -> int:
        """How many drafts were kept, each once."""
        return len({verdict.node for verdict in self.facts.verdicts if verdict.decision == "accepted"})

    @property
    def lost(self) -> str:
        """Accepted drafts that end here all the same."""
        ends = dict.fromkeys(
            self.facts.word(each.node)
            for each in self.facts.verdicts
            if each.decision == "accepted" and each.entry is not None and each.node not in self.facts.committed
        )
        if not ends:
            return ""
        named = ", ".join(list(ends)[:SHOWN]) + (f" and {len(ends) - SHOWN} more" if len(ends) > SHOWN else "")
        if len(ends) > 1:
            return f"; {named} end here all the same: no later beam continues them"
        return f"; {named} ends here all the same: no later beam continues it"


def commit_case(commit: Commit) -> str:
    """A text that grew, beams that go on, or nothing."""
    if commit.count:
        return "text.one" if commit.count == 1 else "text"
    if commit.beams > 1:
        return "beams.ranked" if commit.ranking else "beams"
    return "beam" if commit.beams else "none"


PAYOFF = "[. Drafted {drafted}{between}, kept {kept}{lost}]"


def commit_step(view: type[Commit] = Commit) -> StepWording:
    """The step that makes tokens or beams final."""
    return StepWording(
        title=Wording(
            view=view,
            case=commit_case,
            plain={
                "text": "Write {units}",
                "beams": "{beams:beam} go on",
                "beam": "{beams:beam} goes on",
                "none": "{beams:beam} go on",
            },
            exact={
                "text": "Commit {count:token}",
                "beams": "{beams:beam} go on",
                "beam": "{beams:beam} goes on",
                "none": "{beams:beam} go on",
            },
        ),
        ahead="Write",
        sentence=Wording(
            view=view,
            case=commit_case,
            plain={
                "text": f"{{phrase}} joins the text: {{units}} for {{passes}}{PAYOFF}",
                "beams": f"{{beams}} beams go on, {{longer}} longer for {{passes}}; the likeliest ends in {{best}}{PAYOFF}",
                "beams.ranked": f"{{beams}} beams go on, {{longer}} longer for {{passes}}; {{ranking}}{PAYOFF}",
                "beam": f"One beam goes on, {{longer}} longer for {{passes}}{PAYOFF}",
                "none": "Nothing is added",
            },
            exact={
                "text": "Commit {count:token}: {words} are now part of the text",
                "text.one": "Commit {count:token}: {words} is now part of the text",
                "beams": "{beams:beam} go on: {beams} beams are alive; the most likely one ends in {best}",
                "beam": "{beams:beam} goes on",
                "none": "{beams:beam} go on",
            },
        ),
    )


OWN_STEP = own_step()
STEPS = {  # by phase
    "input": start_step(),
    "draft": draft_step(),
    "target": TARGET_STEP,
    "verify": verify_step(),
    "orphaned": StepWording(title=_named(Orphaned), ahead="Rest", sentence=_sentence(Orphaned)),
    "unused": StepWording(title=_named(Unused), ahead="Rest", sentence=_sentence(Unused)),
    **dict.fromkeys(("residual", "bonus", "fill", "drawn", "greedy", "chosen"), OWN_STEP),
    "commit": commit_step(),
}
