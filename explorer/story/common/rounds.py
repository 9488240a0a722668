"""The lines that say what will happen in a round, shown before the round. Methods with the same rule share a line.

The slots are the settings by name, and the slots of run_slots.py. The rules are those of docs/methods.md.
"""

from explorer.story.header.run_slots import is_certain
from explorer.story.story import RoundLine, Settings

TRIED_IN_TURN = (
    "At each position, the guesses are tested in the order in which they were sampled, until one is accepted. If none is "
    "accepted, the target writes the {unit} itself. If a whole path is accepted, the target adds a bonus {unit}."
)
CHAIN = RoundLine(
    "draft",
    "pending",
    "The small draft model guesses up to {depth}, one after another.",
    "x₁, x₂, … ~ q, up to γ = {gamma} draft tokens.",
)
FIRST_CHOICES = RoundLine(
    "draft",
    "pending",
    "The small draft model guesses up to {depth} and always takes the {unit} that it finds most likely.",
    "x_i = argmax q, up to γ = {gamma} draft tokens.",
)
PRUNED_TREE = RoundLine(
    "draft",
    "pending pruned",
    "The draft model grows a tree of its most likely guesses: up to {out_degree} per position, {levels} deep. Unlikely "
    "guesses are not extended.",
    "Each node gets the k = {out_degree} tokens with the highest q as children, for γ = {gamma} levels. A node becomes a leaf if "
    "q < θ_prob = {prob_threshold} or q < θ_sib · m, where θ_sib = {sibling_threshold} and m is the largest q among its siblings.",
)
FULL_TREE = RoundLine(
    "draft",
    "pending pruned",
    "The draft model grows a tree of its most likely guesses: up to {out_degree} per position, {levels} deep. It "
    "makes at most {most} in total.",
    "Each node gets the k = {out_degree} tokens with the highest q as children, for γ = {gamma} levels. The tree has at most {node_budget} nodes.",
)
DRAWN_TREE = RoundLine(
    "draft",
    "pending",
    "The draft model grows a tree of guesses: {grown}. Identical guesses share one box, which is extended like any other.",
    "Children are sampled i.i.d. from q: {tree}.",
)
DISTINCT_TREE = RoundLine(
    "draft",
    "pending",
    "The draft model grows a tree of guesses: {grown}. They are sampled without replacement, so no guess occurs twice at one position.",
    "Children are sampled from q without replacement: {tree}.",
)
CERTAIN_TREE = RoundLine(
    "draft",
    "pending",
    "The draft model grows a tree of its most likely guesses: {grown}.",
    "The tokens with the highest q become children: {tree}.",
)
TEXT = RoundLine(
    "check",
    "",
    "The large target model reads the text in one pass and computes the probabilities of the next {unit}.",
    "One target forward pass computes p.",
)
BEAMS = RoundLine(
    "check",
    "",
    "The large target model reads all beams in one pass and computes the probabilities of every continuation.",
    "One target forward pass computes p_beam over all beams and tokens.",
)
GUESSES = RoundLine(
    "check",
    "",
    "The large target model checks all guesses in one pass and computes its probabilities at every position.",
    "One target forward pass computes p after every draft token.",
)
RATIO = RoundLine(
    "decide",
    "accepted rejected unused residual bonus",
    "Guesses are tested from left to right. Each is accepted with probability target ÷ draft, or always if this ratio is "
    "at least 1. The target replaces the first rejected guess, or adds a bonus {unit} if none is rejected.",
    "Accept x_i if u < min(1, p/q). At the first rejection, sample x ~ norm(max(p − q, 0)). If all are accepted, sample "
    "a bonus token x ~ p.",
)
SAME = RoundLine(
    "decide",
    "accepted rejected unused drawn bonus",
    "At each position, the target samples a {unit} from its own probabilities. A guess that equals this {unit} is "
    "accepted. If no guess equals it, the target writes it itself. If a whole path is accepted, the target adds a "
    "bonus {unit}.",
    "At each node, sample y ~ p. If y is a child, it is accepted and the walk continues below it. Otherwise the walk ends "
    "with y.",
)
FIRST_CHOICE = RoundLine(
    "decide",
    "accepted rejected unused greedy bonus",
    "At each position, a guess is accepted if it is the target’s most likely {unit}. If no guess there matches, the "
    "target writes this {unit} itself. If a whole path is accepted, the target adds a bonus {unit}.",
    "At each node, set y = argmax p. If y is a child, it is accepted and the walk continues below it. Otherwise the walk "
    "ends with y.",
)
LONGEST_LUCKY = RoundLine(
    "decide",
    "accepted rejected dropped unused {own_mark} bonus",
    "Each guess is tested on its own with a random number. The longest accepted path is chosen, and the target adds a "
    "{unit}.",
    "Each child of an accepted node is accepted if u < min(1, p/q). The longest accepted path is chosen. Then x ~ p.",
)
ARGMAX = RoundLine(
    "decide",
    "greedy",
    "The target chooses its most likely {unit}.",
    "x = argmax p.",
)
DRAW = RoundLine(
    "decide",
    "{own_mark}",
    "The target samples one {unit}. A {unit} with a probability of 30% is sampled about 3 times in 10.",
    "x ~ p.",
)
TOP_BEAMS = RoundLine(
    "decide",
    "chosen",
    "The target chooses the {width} likeliest of all continuations.",
    "The W = {width} candidates with the highest log p, summed over all tokens after the prompt, are chosen.",
)
DRAWN_BEAMS = RoundLine(
    "decide",
    "drawn",
    "The target samples {kept}. Likelier texts are sampled more often, and one text may be sampled twice.",
    "W = {width} beams are sampled from p_beam.",
)
DISTINCT_BEAMS = RoundLine(
    "decide",
    "drawn",
    "The target samples {kept}. Likelier texts are sampled more often, but no text is sampled twice.",
    "W = {width} beams are sampled from p_beam without replacement.",
)
JOINED = RoundLine(
    "commit",
    "",
    "The accepted guesses and the target’s own {unit} are added to the text. The next round starts after them.",
    "The accepted draft tokens and the target’s own token are committed.",
)
ONE = RoundLine(
    "commit",
    "",
    "This {unit} is added to the text, so every pass adds one.",
    "x is committed.",
)
GO_ON = RoundLine(
    "commit",
    "",
    "The next round starts from these beams, which are now longer by one {unit}.",
    "These are the next input beams.",
)


def distinct_tree(settings: Settings) -> RoundLine:
    """Return the line about a tree whose children may be sampled with or without replacement."""
    return CERTAIN_TREE if is_certain(settings) else DRAWN_TREE if settings.get("replacement") else DISTINCT_TREE
