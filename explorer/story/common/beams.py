"""The sentences about a beam that the target samples, or that is finished. Several methods share these sentences."""

PLAIN_BEAM = {
    "beam": "The target samples a beam that ends in {word}[. It has {used} of the total probability of all beams].",
    "beam.stays": "The beam that ends in {word} is finished and stays as it is.",
}
EXACT_BEAM = {
    "beam": "{word} is sampled from p_beam (p_beam = {used}[; the whole beam has log p = {logp:signed}]).",
    "beam.stays": "The finished beam that ends in {word} is sampled again and stays (p_beam = {used}[; its log p is {logp:signed}]).",
}
