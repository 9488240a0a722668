"""The sentences about a beam that the target samples, or that is finished. Several methods share these sentences."""

from decoders.methods.dsbd.recording import WidthLayer
from explorer.story.facts import Facts
from explorer.story.numbers import plural

PLAIN_BEAM = {
    "beam": "The target samples a beam that ends in {word}[. It has {used} of the total probability of all beams].",
    "beam.stays": "The beam that ends in {word} is finished and stays as it is.",
}
EXACT_BEAM = {
    "beam": "{word} is sampled from p_beam (p_beam = {used}[; the whole beam has log p = {logp:signed}]).",
    "beam.stays": "The finished beam that ends in {word} is sampled again and stays (p_beam = {used}[; its log p is {logp:signed}]).",
}


def aimed(facts: Facts, layer: int | None) -> int | None:
    """The number of beams that a layer aims for; None if it was not recorded."""
    recorded = facts.layer(WidthLayer, layer=layer)
    return recorded.width if recorded else None


def aims_for(width: int) -> str:
    """The beams that a layer aims for, in words.

    >>> aims_for(1), aims_for(3)
    ('the one beam it aims for', 'the 3 beams it aims for')
    """
    return "the one beam it aims for" if width == 1 else f"the {plural(width, 'beam')} it aims for"


def last_decided(facts: Facts, layer: int | None) -> int:
    """The last layer that was decided before this one; 0 if there is none."""
    numbers = (each.layer for each in facts.layers if isinstance(each, WidthLayer))
    return max((number for number in numbers if layer is None or number < layer), default=0)
