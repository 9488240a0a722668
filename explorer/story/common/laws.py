"""The reasons for output distributions that several methods share, keyed by the codes of `Oracle.because`."""

from explorer.story.story import Because

LAWS = {
    "own_definition": Because("", "by definition"),
    "lossless": Because(
        "the output has the same probabilities as if the target had written it alone",
        "same output distribution as sampling from the target",
    ),
    "lossless_beams": Because(
        "the beams have the same probabilities as if the target had sampled them alone",
        "same output distribution as beam sampling from the target",
    ),
    "kept_if_most_probable": Because(
        "the output is the same as that of greedy decoding",
        "a draft token is accepted only if it is argmax p",
    ),
    "ensemble": Because(
        "the test mixes the draft’s probabilities with the target’s",
        "v = w·p + (1 − w)·q replaces p in the test",
    ),
    "argmax_drafts": Because(
        "draft tokens are tested as if they were sampled, but they are always the draft’s most likely tokens",
        "a draft token is argmax q, but the test min(1, p/q) needs samples from q",
    ),
    "longest_of_independent": Because(
        "guesses are tested independently and the longest accepted path wins, so lucky paths come up too often",
        "paths are accepted independently and the longest wins, so the result is not a sample from p",
    ),
}
