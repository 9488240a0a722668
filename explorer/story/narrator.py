"""The sentences of one iteration in two voices: the narration of each step, and the reason of each decision.

The *exact* voice has formulas with numbers; the *plain* voice has no symbols. Every sentence ends with a full stop in
its template. Each node is counted once, as in the graph; if a node represents several draws or duplicates, their number
is added. Token texts have visible whitespace. Sentences contain untrusted token texts, so code that displays a sentence
must insert it as text, not as HTML.
"""

from collections.abc import Mapping, Sequence

from decoders.core.record import Iteration, Step, Verdict
from explorer.story.common.decisions import AGAINST, decision
from explorer.story.common.observed_rules import OBSERVED_RULES
from explorer.story.common.steps import OWN_STEP, STEPS
from explorer.story.facts import Facts
from explorer.story.generic import UNKNOWN_RULE
from explorer.story.numbers import amount, outcomes, plural
from explorer.story.page.round import following
from explorer.story.story import StepWording, Story
from explorer.story.wording import EXACT, PLAIN
from explorer.trace.lines import Header
from explorer.trace.states import STATES


class Narrator:
    """Narrates one iteration of a run with the story of its method."""

    def __init__(self, story: Story, header: Header, iteration: Iteration, texts: Mapping[str, str]) -> None:
        """`texts` maps token ids, as strings, to their text."""
        self._story, self._iteration = story, iteration
        self.exact_facts = Facts(header, iteration, texts, EXACT, self)
        self.plain_facts = Facts(header, iteration, texts, PLAIN, self)

    # Sentences that stories quote

    def why(self, facts: Facts, verdict: Verdict) -> str:
        """Say why a decision was made, in whole sentences."""
        known = self._story.reasons.get(verdict.rule) or OBSERVED_RULES.get(verdict.rule)
        return (known or UNKNOWN_RULE).say(facts, verdict)

    def following(self, facts: Facts) -> str:
        """The sentence about what comes after the start of a round."""
        return following(self._story, facts)

    # Tokens

    def word(self, node: int) -> str:
        """A node's token in quotation marks."""
        return self.exact_facts.word(node)

    def spoken(self, node: int) -> str:
        """A node's token in quotation marks, without visible spaces."""
        return self.plain_facts.word(node)

    def rows(self) -> tuple[str, list[tuple[str, str]]]:
        """The title and the rows of the panel that is open at first; no rows if the method has none."""
        rows = self._story.rows
        return (rows.title, rows.of(self.plain_facts)) if rows else ("", [])

    # Decisions

    def plain_reason(self, verdict: Verdict) -> str:
        """The reason for a decision, without symbols, in the same sentences as in the narration."""
        return decision(self.plain_facts, verdict)

    def exact_reason(self, verdict: Verdict) -> str:
        """The reason for a decision, with the formula and its numbers."""
        return decision(self.exact_facts, verdict)

    def against(self, verdict: Verdict) -> str | None:
        """The symbol that is divided by q in a test with a random number: p, p′ or p/ρ. None for other rules."""
        return AGAINST.get(verdict.rule)

    def whose(self, verdict: Verdict) -> str:
        """A phrase that says what the p of a verdict is: the target's probability, perhaps limited by top-k or
        top-p.
        """
        cut = self.exact_facts.cut(self.exact_facts.support(verdict)) if verdict.p == 0 else ""
        return f"target (limited by {cut})" if cut else "target"

    # Steps

    def title(self, step: Step) -> str:
        """The title of a step, in the exact voice."""
        return self._words(step).title.say(self.exact_facts, step)

    def called(self, step: Step) -> str:
        """The title of a step, in the plain voice."""
        return self._words(step).title.say(self.plain_facts, step)

    def ahead(self, step: Step) -> str:
        """The title of a step that has not been reached yet. The title does not give away the outcome."""
        ahead = self._words(step).ahead
        return ahead if isinstance(ahead, str) else ahead(self.exact_facts, step)

    def plain(self, step: Step) -> str:
        """The sentences that say what happens in a step and why, without symbols."""
        return self._words(step).sentence.say(self.plain_facts, step)

    def exact(self, step: Step) -> str:
        """The sentences that say what happens in a step and why, with formulas and numbers."""
        return self._words(step).sentence.say(self.exact_facts, step)

    def _words(self, step: Step) -> StepWording:
        return self._story.steps.get(step.phase) or STEPS.get(step.phase) or OWN_STEP

    # The iteration

    def summary(self) -> str:
        """The iteration in one line, for screen readers and for copying."""
        fates: dict[str, list[int]] = {}
        for verdict in self._iteration.verdicts:
            fates.setdefault(verdict.decision, []).append(verdict.node)
        parts = [_fared(nodes, STATES[name].label) for name, nodes in fates.items()]
        copied = self.exact_facts.replicas
        own = [node for node in self._iteration.nodes if node.role == "draft" and node.id not in copied]
        drafted = f"{amount(sum(node.count for node in own), len(own))} drafted" if own else "nothing drafted"
        if copied:
            drafted += f", {plural(len(copied), 'replica')} inserted"
        final = self._iteration.final
        end = f"{plural(len(final.nodes), 'token')} committed" if final.nodes else plural(len(final.beams), "live beam")
        return f"Iteration {self._iteration.index + 1}: {', '.join((drafted, *(parts or ['no decisions']), end))}."


def _fared(nodes: Sequence[int], label: str) -> str:
    """Write the number of nodes with one decision, and also the number of draws if it differs."""
    size = len(set(nodes))
    return outcomes(size, label) + (f" ({plural(len(nodes), 'draw')})" if len(nodes) != size else "")
