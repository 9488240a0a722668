"""The sentences about a beam that the target samples, or that is finished; several methods share them."""

PLAIN_BEAM = {
    "beam": "The target samples a beam ending in {word} from its own probabilities[ ({used} of all beams)].",
    "beam.stays": "The beam ending in {word} is finished and stays as it is.",
}
EXACT_BEAM = {
    "beam": "{word} is sampled from p_beam = {used}[; log p = {logp:.4g}].",
    "beam.stays": "The finished beam ending in {word} was sampled again and stays: p_beam = {used}[; log p = {logp:.4g}].",
}
