"""What several families say of a beam that the target draws, or that has ended."""

PLAIN_BEAM = {
    "beam": "drawn by the target’s own chances[ (chance {used})]",
    "beam.stays": "this beam has ended and stays as it is",
}
EXACT_BEAM = {
    "beam": "p_beam gave this beam with this token {used}[; log p = {logp:.4g}]",
    "beam.stays": "the finished beam stays; p_beam gave it {used}[; log p = {logp:.4g}]",
}
