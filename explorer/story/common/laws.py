"""Why the output has the law that it has, where several methods share the reason: by the codes of `Oracle.because`."""

from explorer.story.story import Because

LAWS = {
    "own_definition": Because("", "it is its own definition"),
    "lossless": Because(
        "the text has exactly the chances that it has when the target writes alone",
        "the same law as sampling from the target",
    ),
    "lossless_beams": Because(
        "the beams have exactly the chances that they have when the target draws alone",
        "the same law as beam sampling from the target",
    ),
    "kept_if_most_probable": Because(
        "a draft is kept only where the target’s own first choice is the same",
        "a draft is kept only if it is the target's most probable token",
    ),
    "longest_of_independent": Because(
        "of several drafts that pass on their own the longest is kept, and luck favours it",
        "of paths accepted independently the longest is kept, which is no draw from p",
    ),
}
