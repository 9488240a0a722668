"""The lines of a round: what happens in it, before anything of a run is known; methods that share a rule share a line.

Slots are the settings by name, and what run_slots.py makes of them. The rules are those of docs/methods.md.
"""

from explorer.story.story import RoundLine

TRIED_IN_TURN = "At each place the guesses are tried in turn, by dice, until one is kept. If none is, the target writes the token itself; behind a path kept to its end it adds one."

CHAIN = RoundLine(
    "draft",
    "pending",
    "The small draft model guesses up to {depth}, one after the other.",
    "x₁, x₂ … are drawn from q, up to γ = {gamma}.",
)
FIRST_CHOICES = RoundLine(
    "draft",
    "pending",
    "The small draft model guesses up to {depth}, always its first choice.",
    "Each draft is argmax q, up to γ = {gamma}.",
)
PRUNED_TREE = RoundLine(
    "draft",
    "pending pruned",
    "The draft grows a tree of its likeliest guesses: up to {out_degree} at each place, {levels} deep. Too unlikely ones are not continued.",
    "Children are the k = {out_degree} most probable tokens of q, γ = {gamma} levels; below θ_prob = {prob_threshold}, or below θ_sib = {sibling_threshold} of the best sibling, a node is a leaf.",
)
FULL_TREE = RoundLine(
    "draft",
    "pending pruned",
    "The draft grows a tree of its likeliest guesses: up to {out_degree} at each place, {levels} deep, {most} in all.",
    "Children are the k = {out_degree} most probable tokens of q, γ = {gamma} levels, up to {node_budget} nodes.",
)
TEXT = RoundLine(
    "check",
    "",
    "The big target model reads the text in one pass and tells the chances of the next {unit}.",
    "One target pass gives p.",
)
BEAMS = RoundLine(
    "check",
    "",
    "The big target model reads all beams in one pass and tells how each may go on.",
    "One target pass gives p_beam over all beams and tokens.",
)
GUESSES = RoundLine(
    "check",
    "",
    "The big target model reads all guesses in one pass and tells its own chances at every place.",
    "One target pass gives p after every draft.",
)
RATIO = RoundLine(
    "decide",
    "accepted rejected unused residual bonus",
    "From the left, dice decide. What the target likes at least as much as the draft did is kept for sure. For the first rejected one it writes another; if all are kept, it adds one.",
    "Accept if u < min(1, p/q). At the first rejection x ~ norm(max(p − q, 0)); behind the last, x ~ p.",
)
SAME = RoundLine(
    "decide",
    "accepted rejected unused drawn bonus",
    "At each place the target draws {unit_a} by its own chances. A guess that is the same is kept; where none is, the target’s own is written. Behind the last it adds one.",
    "y ~ p at each node: the child y is accepted; where there is none, y itself is committed.",
)
FIRST_CHOICE = RoundLine(
    "decide",
    "accepted rejected unused greedy bonus",
    "From left to right, a guess is kept where it is the target’s own first choice. Where none is, the target writes that choice itself; behind the last it adds one.",
    "y = argmax p at each node: the child y is accepted; where there is none, y itself is committed.",
)
LONGEST_LUCKY = RoundLine(
    "decide",
    "accepted rejected dropped unused {own_mark} bonus",
    "Dice decide on every guess by itself. The longest path of kept ones stays, and the target adds {unit_a}.",
    "Each child of an accepted node is accepted if u < min(1, p/q); the longest path wins, then x ~ p.",
)
ARGMAX = RoundLine(
    "decide",
    "greedy",
    "The likeliest one is taken.",
    "x = argmax p.",
)
DRAW = RoundLine(
    "decide",
    "{own_mark}",
    "One is drawn by these chances: what has 0.3 comes 3 times in 10.",
    "x ~ p.",
)
TOP_BEAMS = RoundLine(
    "decide",
    "chosen",
    "Of all ways to go on, the {width} likeliest texts are kept.",
    "The W = {width} candidates of highest log p since the prompt.",
)
DRAWN_BEAMS = RoundLine(
    "decide",
    "drawn",
    "{kept} are drawn, likelier texts more often; one may be drawn twice.",
    "W = {width} draws from p_beam.",
)
DISTINCT_BEAMS = RoundLine(
    "decide",
    "drawn",
    "{kept} are drawn, likelier texts more often; none is drawn twice.",
    "W = {width} draws from p_beam without replacement.",
)
JOINED = RoundLine(
    "commit",
    "",
    "What was kept and the target’s own {unit} join the text. The next round starts there.",
    "The kept drafts and the target’s own {unit} are committed.",
)
ONE = RoundLine(
    "commit",
    "",
    "It joins the text: one {unit} for one pass.",
    "x is committed.",
)
GO_ON = RoundLine(
    "commit",
    "",
    "They are the beams of the next round, one {unit} longer.",
    "They are the next beams.",
)
