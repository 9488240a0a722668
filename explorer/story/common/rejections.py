"""The conditions under which a draft token is rejected, by rule. Each condition follows the words “rejected if”, in
both voices.
"""

from explorer.story.header.run_slots import is_certain
from explorer.story.story import Because, Settings

NUMBER = "the random number is not below the threshold"
RATIO = Because(NUMBER, "u ≥ min(1, p/q)")
RESIDUAL_RATIO = Because(NUMBER, "u ≥ min(1, p/q), where p′ replaces p after a rejection")
K_SEQ = Because(NUMBER, "u ≥ min(1, p/(ρq))")
TYPICAL = Because("its target probability is not above the threshold", "p ≤ min(ε, δ·e^−H)")
ROLLBACK = Because("the target finds it too surprising", "−log p > τ₂")
BLOCK = Because("no prefix that contains it passes", "u ≥ h for every prefix that contains it")
LEAF = Because(NUMBER, "u ≥ α once it is a leaf")
JOINT = Because("no prefix that contains it passes", "the joint ratio is ≤ τ for every prefix that contains it")
GREEDY_MATCH = Because("it is not the target’s most likely token", "x ≠ argmax p")
DRAW_MATCH = Because("it differs from the token that the target samples", "x ≠ y, where y ~ p")


def not_the_targets(settings: Settings) -> Because:
    """Return the condition for a walk that accepts only the target's own token."""
    return GREEDY_MATCH if is_certain(settings) else DRAW_MATCH
