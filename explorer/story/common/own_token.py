"""The sentences about a token that the target adds itself. This token is sampled from p or from the residual, or is the
most likely token.
"""

from decoders.methods.mtad import JointLayer
from explorer.story.common.told_apart import drafted_above
from explorer.story.numbers import digits, every, plural
from explorer.story.views import VerdictView
from explorer.story.wording import EXACT, Wording


class OwnToken(VerdictView):
    """A token that the target itself wrote."""

    @property
    def is_greedy(self) -> bool:
        """Whether the token is the most likely one, so that nothing was random."""
        return self.verdict.greedy or self.verdict.rule == "argmax"

    @property
    def chance(self) -> float | None:
        """The probability with which the token was sampled or chosen."""
        return self.p if self.is_greedy else self.used

    @property
    def had(self) -> str:
        """The token's probability after an equals sign, in the exact voice; without it if p was not recorded, as in old
        traces.
        """
        if self.chance is None and self.is_greedy:
            return " is below the recorded values"
        return f" = {digits(self.chance)}"

    @property
    def accepted_before(self) -> str:
        """The accepted guesses before a bonus token, with their verb: “both guesses before this position were”. In a
        tree, guesses on other paths may have been rejected.
        """
        where = "on its path" if self.facts.view in ("tree", "dag") else "before this position"
        guess = "draft token" if self.voice is EXACT else "guess"
        count = len(drafted_above(self.facts, self.verdict.node))
        return f"the {guess} {where} was" if count == 1 else f"{every(count, guess)} {where} were"

    @property
    def all_before(self) -> str:
        """The same phrase at the beginning of a sentence."""
        return f"{self.accepted_before[:1].upper()}{self.accepted_before[1:]}"

    @property
    def rejections(self) -> int:
        """The number of draft tokens that were rejected at the token's position."""
        return len(self.rivals)

    @property
    def after_rejections(self) -> str:
        """A phrase about the rejections before the token. The plain voice does not count a single rejection."""
        alone = "one rejection" if self.voice is EXACT else "the rejection"
        return alone if self.rejections == 1 else f"{self.rejections} rejections"

    @property
    def longest(self) -> int:
        """The number of tokens in the longest passing prefix; 0 if no prefix passes (MTAD)."""
        joint = self.facts.layer(JointLayer)
        return joint.longest if joint else 0

    @property
    def longest_tokens(self) -> str:
        """The number of tokens in the longest passing prefix, with its noun."""
        return plural(self.longest, "token")


def own_case(own: OwnToken) -> str:
    """Choose the case by the distribution that the token comes from, and by the guesses that were tested at its
    position.
    """
    rules = {rival.rule for rival in own.rivals}
    if own.is_greedy:
        after = own.decision if own.decision in ("bonus", "residual") else "here" if rules else "alone"
        return f"greedy.{after}"
    if own.decision == "residual":
        tried = own.facts.tried_at(own.parent)
        return "residual" if tried is None else "residual.k_seq" if tried.kind == "k_seq" else "residual.tried"
    if own.decision == "bonus":
        return "bonus"
    if not own.facts.drafted:
        return "alone"
    for rule in ("draw_match", "rollback"):
        if rule in rules:
            return f"drawn.{rule}"
    if "joint_ratio" in rules:
        return "drawn.joint" if own.longest else "drawn.no_prefix"
    return "drawn.none_accepted" if rules else "drawn.no_rival"


def plain_own_case(own: OwnToken) -> str:
    """Choose the case in the plain voice, which has fewer cases."""
    case = own_case(own)
    if own.is_greedy:
        return case if case == "greedy.bonus" else "greedy.here" if own.facts.drafted else "greedy.alone"
    if case in ("drawn.joint", "drawn.no_prefix", "drawn.none_accepted", "drawn.no_rival"):
        return "drawn.joint" if own.longest else "drawn"
    return case


GIVES = "[ ({chance})]"
HAS = "[. This {unit} has {chance} of the leftover probability]"
INSTEAD = "The target writes {word} instead, sampled from"
OWN = "The target writes {word}, sampled from its own probabilities"
BONUS = "The target adds {word} as a bonus because {accepted_before} accepted."

OWN_TOKEN = Wording(
    view=OwnToken,
    case=own_case,
    plain_case=plain_own_case,
    plain={
        "residual": f"{INSTEAD} the leftover target probability (the amount by which the target’s probability exceeds the draft’s){HAS}.",
        "residual.tried": f"{INSTEAD} the leftover target probability after {{after_rejections}}{HAS}.",
        "residual.k_seq": f"{INSTEAD} the leftover target probability, which the {{rejections:draft/drafts}} did not cover{HAS}.",
        "bonus": f"{BONUS} The same pass already gave its probability{GIVES}.",
        "alone": f"{OWN}{GIVES}.",
        "drawn": f"{OWN}{GIVES}, because no guess was accepted here.",
        "drawn.joint": f"The target writes {{word}} after the accepted prefix, sampled from its own probabilities{GIVES}. Nothing is subtracted for the rejected guess, so that guess could be sampled again.",
        "drawn.rollback": "The target goes back to this position and writes {word}, sampled from its own "
        f"probabilities{GIVES}.",
        "drawn.draw_match": f"The target samples {{word}}{GIVES} and writes it. No guess at this position matches it.",
        "greedy.bonus": f"{BONUS} It is the target’s most likely {{unit}}{GIVES}.",
        "greedy.here": f"The target writes {{word}}, its most likely {{unit}} here{GIVES}. No guess at this position matches it.",
        "greedy.alone": f"The target writes {{word}}, its most likely {{unit}}{GIVES}.",
    },
    exact={
        "residual": "{word} is sampled from the residual norm(max(p − q, 0)), where its probability is {chance}.",
        "residual.tried": "{word} is sampled from p′, the residual after {after_rejections} (p′{had}).",
        "residual.k_seq": "After {after_rejections}, {word} is sampled from the K-SEQ residual, where its probability is "
        "{chance}.",
        "bonus": "{all_before} accepted, so the bonus token {word} is sampled from p (p{had}).",
        "alone": "Nothing was drafted, so {word} is sampled from p (p{had}).",
        "drawn.draw_match": "The target samples y = {word} from p (p{had}). No child equals y, so the walk ends with y.",
        "drawn.rollback": "The target goes back to this position and samples {word} from p (p{had}).",
        "drawn.joint": "The longest passing prefix has {longest_tokens}; the next token {word} is sampled from p (p{had}).",
        "drawn.no_prefix": "No prefix passed, so {word} is sampled from p (p{had}).",
        "drawn.none_accepted": "No draft token was accepted here, so {word} is sampled from p (p{had}).",
        "drawn.no_rival": "There was no draft token here, so {word} is sampled from p (p{had}).",
        "greedy.bonus": "{all_before} accepted, so the bonus token is {word} = argmax p (p{had}).",
        "greedy.residual": "After the rejection, the residual puts all probability on {word} = argmax p (p{had}).",
        "greedy.here": "The most likely token is y = {word} = argmax p (p{had}). No child equals y, so the walk ends with y.",
        "greedy.alone": "The next token is {word} = argmax p (p{had}).",
    },
)
