"""Why a token of the target's own was taken: drawn from p, from what was left of p, or the likeliest of p."""

from decoders.methods.mtad import JointLayer
from explorer.story.numbers import every, plural
from explorer.story.views import VerdictView
from explorer.story.wording import Wording

MOST = "the most probable token of p"
HAD = "[ (chance {chance})]"


class OwnToken(VerdictView):
    """A token that the target itself brought."""

    @property
    def is_greedy(self) -> bool:
        """Whether nothing was left to chance."""
        return self.verdict.greedy or self.verdict.rule == "argmax"

    @property
    def chance(self) -> float | None:
        """Its probability where it was drawn or chosen."""
        return self.p if self.is_greedy else self.used

    @property
    def greedy_chance(self) -> str:
        """p of a token that a greedy choice looks at; old traces do not know it of every improbable one."""
        return "less than what was recorded" if self.p is None else self.voice.probability(self.p)

    @property
    def rejected(self) -> str:
        """The drafts that were rejected in its place."""
        return f"the {len(self.rivals)} rejected guesses" if len(self.rivals) > 1 else "the rejected guess"

    @property
    def all_tried(self) -> str:
        """The same, as the exact voice counts them."""
        count = len(self.rivals)
        return f"{every(count, 'draft')} tried here were" if count > 1 else "the one draft tried here was"

    @property
    def longest(self) -> int:
        """How many drafts a joint test kept; 0 where there is none (MTAD)."""
        joint = self.facts.layer(JointLayer)
        return joint.longest if joint else 0

    @property
    def longest_tokens(self) -> str:
        """The same with its noun."""
        return plural(self.longest, "token")


def own_case(own: OwnToken) -> str:
    """Where the token comes from, and what stood in its place."""
    rules = {rival.rule for rival in own.rivals}
    if own.is_greedy:
        after = own.decision if own.decision in ("bonus", "residual") else "here" if rules else "alone"
        return f"greedy.{after}"
    if own.decision == "residual":
        return "residual.tried" if own.facts.tried_at(own.parent) else "residual"
    if own.decision == "bonus":
        return "bonus"
    if not own.facts.drafted:
        return "alone"
    for rule in ("draw_match", "rollback"):
        if rule in rules:
            return f"drawn.{rule}"
    if "joint_ratio" in rules:
        return "drawn.joint" if own.longest else "drawn.no_prefix"
    return "drawn.none_kept" if rules else "drawn.no_rival"


def plain_own_case(own: OwnToken) -> str:
    """The same in the plain voice, which does not count the rivals."""
    case = own_case(own)
    if own.is_greedy:
        return case if case == "greedy.bonus" else "greedy.here" if own.facts.drafted else "greedy.alone"
    if case in ("drawn.joint", "drawn.no_prefix", "drawn.none_kept", "drawn.no_rival"):
        return "drawn.joint" if own.longest else "drawn"
    return case


OWN_TOKEN = Wording(
    view=OwnToken,
    case=own_case,
    plain_case=plain_own_case,
    plain={
        "residual": f"drawn from what {{rejected}} left of the target’s chances{HAD}",
        "bonus": f"every guess on its path was kept, and the same pass has told what comes next{HAD}",
        "alone": f"drawn by the target’s own chances, as nothing is drafted{HAD}",
        "drawn": f"drawn by the target’s own chances, as no guess was kept here{HAD}",
        "drawn.joint": f"drawn by the target’s own chances behind what was kept{HAD}",
        "drawn.rollback": f"the text went back to here, and this is drawn by the target’s own chances{HAD}",
        "drawn.draw_match": f"this is what the target drew here, and no guess was the same{HAD}",
        "greedy.bonus": f"every guess on its path was kept, and this is the target’s own next choice{HAD}",
        "greedy.here": f"the target’s own first choice here, which no guess was{HAD}",
        "greedy.alone": f"the target’s own first choice{HAD}",
    },
    exact={
        "residual": "as a draft was rejected here, one token is drawn from norm(max(p − q, 0)), where this one had {chance}",
        "residual.tried": "as {all_tried} rejected, one token is drawn from what was left of p; there it had {chance}",
        "bonus": "as every draft on this path was kept, one token more is drawn from p, where this one had {chance}",
        "alone": "as nothing was drafted, one token is drawn from p, where this one had {chance}",
        "drawn.draw_match": "no candidate equals the token drawn from p, so that token is kept; it was drawn from p, where "
        "this one had {chance}",
        "drawn.rollback": "as the target went back to here, it draws the token from p, where this one had {chance}",
        "drawn.joint": "as the longest passing prefix has {longest_tokens}, one token is drawn from p, where this one had "
        "{chance}",
        "drawn.no_prefix": "as no prefix passed, one token is drawn from p, where this one had {chance}",
        "drawn.none_kept": "as no draft here was kept, one token is drawn from p, where this one had {chance}",
        "drawn.no_rival": "as no draft stood here, one token is drawn from p, where this one had {chance}",
        "greedy.bonus": f"Greedy: every draft on this path was kept, and this is {MOST}, with {{greedy_chance}}",
        "greedy.residual": f"Greedy: a draft was rejected here, and what is left of p is {MOST}, with {{greedy_chance}}",
        "greedy.here": f"Greedy: no draft here is {MOST}; this token is, with {{greedy_chance}}",
        "greedy.alone": f"Greedy: {MOST}, with {{greedy_chance}}",
    },
)
