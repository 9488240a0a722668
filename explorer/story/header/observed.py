"""Sentences about a run that another program made while the explorer recorded it, from the facts in the header."""

from explorer.story.numbers import listed, plural
from explorer.trace.lines import Header, Observed

COUNTS_ONLY = "counts_only"  # a file with draft tokens and accepted counts, but without numbers of tests
NOTES = {  # by code
    "temperature_0": (
        "At temperature 0, {engine} accepts a draft token if it is the target’s most likely token. The text is the "
        "same as with SpD’s rule, and no random number is used."
    ),
    "match": (
        "{engine} samples from the target at every position and accepts a draft token that equals the sample. This is "
        "SpD’s rule for a draft without probabilities."
    ),
    "at_most": (
        "{engine} accepts a draft token if u ≤ p/q. In this run, u was equal to p/q once, and SpD needs u < p/q."
    ),
    "eos_cut": (
        "After an accepted token that ends the text, {engine} samples a further token and discards it. SpD does not "
        "sample it."
    ),
    "length_cut": "The text reached its maximum length inside a draft, so the target added no token of its own.",
    "u_missing": "The random numbers of some tests could not be recovered, so they are not recorded.",
    "ensemble": (
        "assistant_ensemble_weight mixes the draft’s probabilities into the test. The output does not have the "
        "target’s probabilities."
    ),
    "argmax_drafts": (
        "{drafts_by} always drafts the most likely token, but {engine} tests it as if it were sampled. The output does "
        "not have the target’s probabilities."
    ),
    "unknown_drafts": "It is not known whether {drafts_by} samples its draft tokens from the recorded q.",
}


def notes(header: Header) -> list[str]:
    """Return the sentences about the program that made a run; none for a run of the explorer."""
    seen = header.observed
    if seen is None:
        return []
    if COUNTS_ONLY in seen.notes:
        return [
            f"{seen.engine} made this run. The trace contains what its {seen.drafts_by} reports: draft tokens and how many "
            "were accepted. It has no target probabilities and no random numbers."
        ]
    found = [f"{seen.engine} {seen.version} made this run with {seen.drafts_by}, and the explorer recorded it."]
    if seen.processors:
        found.append(f"p and q are the probabilities after {listed(seen.processors, None)}.")
    slots = {"engine": seen.engine, "drafts_by": seen.drafts_by}
    found += [NOTES.get(code, code).format(**slots) if code in NOTES else f"{code}." for code in seen.notes]
    return [*found, *_checked(seen)]


def _checked(seen: Observed) -> list[str]:
    if not seen.differing and "u_missing" in seen.notes:
        return ["As far as the recorded numbers show, the outcome of every round is possible under the rule."]
    if not seen.differing:
        return ["The rule was checked in every round, and every outcome follows from it."]
    rounds = plural(len(seen.differing), "round")
    return [f"The outcome of {rounds} does not follow from the rule. The first one is round {seen.differing[0] + 1}."]
