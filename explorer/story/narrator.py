"""The sentences of one iteration in two voices: what the stage says at its top, and why each decision fell.

*Exact* has the formula with its numbers; *plain* has no symbol. What is counted is nodes, each once, as in the graph;
where a node stands for several draws, or for copies of a beam, their number stands beside it. Token texts are shown
with their whitespace visible; they are data, and whoever displays a sentence must set it as text.
"""

from collections.abc import Mapping

from decoders.core.record import Iteration, Node, Step, Verdict
from explorer.story.common.decisions import AGAINST, decision
from explorer.story.common.steps import OWN_STEP, STEPS, drafted_above
from explorer.story.facts import Facts
from explorer.story.generic import UNKNOWN_RULE
from explorer.story.numbers import amount, capital, named, plural
from explorer.story.round import following
from explorer.story.story import StepWording, Story
from explorer.story.wording import EXACT, PLAIN
from explorer.trace.lines import Header
from explorer.trace.states import STATES


class Narrator:
    """Tells one iteration of a run by the story of its method."""

    def __init__(self, story: Story, header: Header, iteration: Iteration, texts: Mapping[str, str]) -> None:
        """`texts` maps token ids, as strings, to their text."""
        self._story, self._iteration = story, iteration
        self.exact_facts = Facts(header, iteration, texts, EXACT, self)
        self.plain_facts = Facts(header, iteration, texts, PLAIN, self)

    # What stories quote

    def why(self, facts: Facts, verdict: Verdict) -> str:
        """Why a decision fell as it did, as a clause without a full stop; in the exact voice a sentence."""
        wording = self._story.reasons.get(verdict.rule) or UNKNOWN_RULE
        said = wording.say(facts, verdict)
        return named(capital(said)) if facts.voice is EXACT else said

    def following(self, facts: Facts) -> str:
        """What comes after the start of a round."""
        return following(self._story, facts)

    # Tokens

    def word(self, node: int) -> str:
        """A node's token in quotation marks."""
        return self.exact_facts.word(node)

    def spoken(self, node: int) -> str:
        """The same as one would say it."""
        return self.plain_facts.word(node)

    def copied(self, node: Node) -> str:
        """What a replica repeats, and why it is there (GSD)."""
        line = [] if node.origin is None else drafted_above(self.plain_facts, node.origin)
        where = f"after {self.plain_facts.phrase(line)}" if line else "above"
        return f"A copy of what was guessed {where}: the target scores whole paths"

    def rows(self) -> tuple[str, list[tuple[str, str]]]:
        """The title and the rows of the panel that is open at once; no rows where the method has none."""
        rows = self._story.rows
        return (rows.title, rows.of(self.plain_facts)) if rows else ("", [])

    # Decisions

    def plain_reason(self, verdict: Verdict) -> str:
        """Why a decision fell as it did, without a symbol."""
        return capital(self.plain_facts.why(verdict))

    def exact_reason(self, verdict: Verdict) -> str:
        """Why a decision fell as it did, with the rule's numbers."""
        return self.exact_facts.why(verdict)

    def verdict(self, verdict: Verdict) -> str:
        """One decision and its reason, with the coin that was thrown if there was one."""
        return decision(self.exact_facts, verdict)

    def against(self, verdict: Verdict) -> str | None:
        """What a coin was held against besides q: p, p′ or p/ρ; None where no coin decides."""
        return AGAINST.get(verdict.rule)

    def whose(self, verdict: Verdict) -> str:
        """What the p of a verdict is: the target's, or cut by what."""
        cut = self.exact_facts.cut(self.exact_facts.support(verdict)) if verdict.p == 0 else ""
        return f"target, cut by {cut}" if cut else "target"

    # Steps

    def title(self, step: Step) -> str:
        """A step in a few words."""
        return self._words(step).title.say(self.exact_facts, step)

    def called(self, step: Step) -> str:
        """A step in a few words of the plain voice."""
        return self._words(step).title.say(self.plain_facts, step)

    def ahead(self, step: Step) -> str:
        """A step that has not been reached yet, in a few words that tell nothing of how it ends."""
        ahead = self._words(step).ahead
        return ahead if isinstance(ahead, str) else ahead(self.exact_facts, step)

    def plain(self, step: Step) -> str:
        """What happens in a step, and why, without a symbol."""
        said = self._words(step).sentence.say(self.plain_facts, step)
        return said[:1].upper() + said[1:]

    def exact(self, step: Step) -> str:
        """What happens in a step, and why, with the numbers."""
        return named(self._words(step).sentence.say(self.exact_facts, step))

    def _words(self, step: Step) -> StepWording:
        return self._story.steps.get(step.phase) or STEPS.get(step.phase) or OWN_STEP

    # The iteration

    def summary(self) -> str:
        """The iteration in one line, for screen readers and for copying."""
        fates: dict[str, list[int]] = {}
        for verdict in self._iteration.verdicts:
            fates.setdefault(verdict.decision, []).append(verdict.node)
        parts = [f"{amount(len(nodes), len(set(nodes)), '')} {STATES[name].label}" for name, nodes in fates.items()]
        copied = self.exact_facts.replicas
        own = [node for node in self._iteration.nodes if node.role == "draft" and node.id not in copied]
        drafted = f"{amount(sum(node.count for node in own), len(own))} drafted"
        if copied:
            drafted += f" and {plural(len(copied), 'replica')}"
        final = self._iteration.final
        end = plural(len(final.nodes), "final token") if final.nodes else plural(len(final.beams), "live beam")
        return f"Iteration {self._iteration.index + 1}: {drafted}; {', '.join(parts) or 'no verdicts'}; {end}."
