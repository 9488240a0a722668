"""The page's texts on SuffixDecoding."""

from decoders.methods.suffix.algorithm import SuffixLayer
from explorer.story.common import rejections
from explorer.story.common.rounds import FIRST_CHOICE, GUESSES, JOINED, SAME
from explorer.story.common.searched import Searched
from explorer.story.common.steps import SHOWN, draft_step
from explorer.story.common.walks import WALK
from explorer.story.header.run_slots import is_certain
from explorer.story.numbers import plural
from explorer.story.story import Bundled, Fact, LayerStory, Next, RoundLine, Settings, Story
from explorer.story.views import LayerView, layer_says
from explorer.story.wording import Wording

THIRD = (
    "def area(width, height):\n"
    '    """Return the area of a rectangle."""\n'
    "    if width < 0 or height < 0:\n"
    '        raise ValueError("negative side")\n'
    "    return width * height\n\n\n"
    "def perimeter(width, height):\n"
    '    """Return the perimeter of a rectangle."""\n'
    "    if width < 0 or height < 0:\n"
    '        raise ValueError("negative side")\n'
    "    return 2 * (width + height)\n\n\n"
    "def ratio(width, height):\n"
    '    """Return the ratio of the sides of a rectangle."""\n'
    "    if width < 0 or height < 0:\n"
    '        raise ValueError("negative side'
)
_LIMIT = {  # by whether there is one guess per matched token, and whether a number of guesses is added
    (True, False): "The number of guesses is at most the number of matched {units}, and never more than {node_budget}.",
    (
        True,
        True,
    ): "The number of guesses is at most the number of matched {units} plus {max_spec_offset:digits}, and never more than {node_budget}.",
    (
        False,
        False,
    ): "The number of guesses is at most {max_spec_factor:digits} times the number of matched {units}, and never more than {node_budget}.",
    (False, True): "The number of guesses is at most {max_spec_factor:digits} times the number of matched {units} plus "
    "{max_spec_offset:digits}, and never more than {node_budget}.",
}

_EXACT_LIMIT = {  # the same in symbols, without a factor of 1 and an offset of 0
    (True, False): "|pattern|",
    (True, True): "|pattern| + {max_spec_offset:digits}",
    (False, False): "{max_spec_factor:digits} · |pattern|",
    (False, True): "{max_spec_factor:digits} · |pattern| + {max_spec_offset:digits}",
}


def search_lines(settings: Settings) -> tuple[RoundLine, RoundLine]:
    """Return the lines about the search and about the limits of the draft."""
    both = bool(settings.get("earlier"))
    plain = "earlier in the text or in an earlier answer" if both else "earlier in the text"
    exact = (
        "in the text or in an earlier answer (found with suffix trees)"
        if both
        else "in the text (found with a suffix tree)"
    )
    one_each, more = settings.get("max_spec_factor") == 1, bool(settings.get("max_spec_offset"))
    limit = _LIMIT[one_each, more]
    return RoundLine(
        "draft",
        "",
        f"There is no draft model. A search finds the longest ending of the text that also occurs {plain}; a match "
        "of one {unit} is enough. The {units} that followed this ending there are the guesses.",
        f"The pattern is the longest suffix of the text that also occurs earlier {exact}. Every draft token has q = 1.",
    ), RoundLine(
        "draft",
        "pending",
        f"If different {{units}} have followed this ending, the guesses form a tree. The most frequent guesses come first, and guesses "
        f"below {{min_token_prob:percent}} are left out. {limit}",
        "Below it, nodes are added in decreasing order of D(x) = count(x)/count(pattern), as long as D ≥ {min_token_prob}. "
        f"There are at most min({_EXACT_LIMIT[one_each, more]}, {{node_budget}}) nodes.",
    )


class Grown(Searched):
    """The step that grows the draft from a suffix tree."""

    @property
    def found(self) -> SuffixLayer | None:
        """The record of the pattern."""
        layer = self.facts.layer(SuffixLayer)
        return layer if layer and layer.source else None

    @property
    def _layer(self) -> SuffixLayer:
        assert self.found is not None, "the case was chosen by it"
        return self.found

    @property
    def name(self) -> str:
        """The step's title, with the number of tokens that are guessed."""
        return f"Draft {self.counted(self.size)}" if self.step.nodes else "Nothing drafted"

    @property
    def matched(self) -> int:
        """The number of tokens of the pattern."""
        return self._layer.matched

    @property
    def pattern(self) -> str:
        """The pattern as a quotation. Only the last tokens of a long pattern are shown."""
        tokens = self._layer.pattern
        words = self.facts.written(tokens[-SHOWN:])
        return words if len(tokens) <= SHOWN else f"“… {words[1:]}"

    @property
    def before(self) -> str:
        """A phrase that says how often the pattern occurred before, and in which texts."""
        own = self._layer.source == "text"
        seen = self._layer.occurrences - own
        times = {1: "once", 2: "twice"}.get(seen, f"{seen} times")
        return f"{times} before in the text" if own else f"{times} in earlier answers"

    @property
    def first_found(self) -> str:
        """The place of the first occurrence of the pattern, in the exact voice."""
        which = "the text" if self._layer.source == "text" else f"earlier answer {self._layer.answer}"
        return f"before token {self._layer.at} of {which} (counted from 0)"

    @property
    def likeliest(self) -> str:
        """The most frequent guess directly after the pattern."""
        return self.facts.word(self._layer.nodes[0])

    @property
    def among(self) -> str:
        """A phrase that says how often this guess followed the pattern, and how often the pattern occurred."""
        count, seen = self._layer.occurrences, self._layer.counts[0]
        return "the only occurrence" if count == 1 else f"{seen} of the {plural(count, 'occurrence')}"

    @property
    def share(self) -> float:
        """The fraction of the pattern's occurrences that are followed by this guess."""
        return self._layer.probs[0]

    @property
    def end_counts(self) -> str | None:
        """A phrase which says that the end of the text also counts as an occurrence; None if the pattern was found in
        earlier answers.
        """
        return "counting the end of the text" if self._layer.source == "text" else None

    @property
    def branches(self) -> bool:
        """Whether some guess has a sibling."""
        parents = [self.facts.parent(node) for node in self.nodes]
        return len(set(parents)) < len(parents)


def grown_case(draft: Grown) -> str:
    """Choose the case: a chain, a tree, or no guess below the pattern; empty if no pattern was recorded."""
    if draft.found is None:
        return ""
    if not draft.nodes:
        return "found.nothing"
    return "found.tree" if draft.branches else "found.chain"


APPEARED = "The last {last}, {pattern}, appeared {before}."
SHARE = "{likeliest} follows {among} ({share})[, {end_counts}]."
GROW = draft_step(
    Grown,
    grown_case,
    plain={
        "none": "The last {unit} of the text has not appeared before, so nothing is guessed.",
        "found.nothing": f"{APPEARED} Nothing that followed there is frequent enough to be guessed.",
        "found.chain": f"{APPEARED} {{after}} guessed: {{copied}}. {SHARE}",
        "found.tree": f"{APPEARED} From these occurrences, {{several}} are guessed{{positions}} as a tree. {SHARE}",
    },
    exact={
        "none": "No suffix of the text occurs elsewhere, so nothing is drafted.",
        "found.nothing": "The first occurrence of the pattern {pattern} ({matched:token}, count {found.occurrences}) ends just {first_found}. No node below it "
        "is within the limits, so nothing is drafted.",
        "found.chain": "The first occurrence of the pattern {pattern} ({matched:token}, count {found.occurrences}) ends just {first_found}. {after} drafted: {copied}.",
        "found.tree": "The first occurrence of the pattern {pattern} ({matched:token}, count {found.occurrences}) ends just {first_found}. From the counts of what "
        "followed, {several_tokens} are drafted{positions}: {named}.",
    },
)


def _found_case(layer: LayerView[SuffixLayer]) -> str:
    """Choose the case by the tree that has the pattern, if any, and by whether anything is guessed below it."""
    if not layer.of.source:
        return "none"
    return layer.of.source if layer.of.nodes else "empty"


def _round(settings: Settings) -> tuple[RoundLine, ...]:
    return *search_lines(settings), GUESSES, FIRST_CHOICE if is_certain(settings) else SAME, JOINED


SUFFIX = Story(
    method="suffix",
    q_name="counts",
    line="There is no draft model. If the last {units} have appeared before, their continuations become a tree of guesses. The target checks it in one pass.",
    source="Oliaro et al. 2025, SuffixDecoding, §3",
    round=_round,
    following=Next(
        "The text is searched for an earlier occurrence of its last {units}. The {units} after it are the guesses.",
        "The text is searched again for an earlier occurrence of its last {units}.",
    ),
    reasons=WALK,
    rejection=rejections.not_the_targets,
    steps={"draft": GROW},
    layers=(
        LayerStory(
            kind=SuffixLayer,
            title=layer_says(plain="How often each guess followed", exact="Suffix tree"),
            caption=Wording(
                view=LayerView[SuffixLayer],
                case=_found_case,
                plain={
                    "none": "The last words of the text have not appeared before, so nothing is guessed.",
                    "empty": "The last words of the text have appeared before, but nothing that followed them is likely enough.",
                    "text": "Each estimate is the share of occurrences that continue like the path to this guess. The end of the text counts, too.",
                    "earlier": "Each estimate is the share of occurrences in earlier answers that continue like the path to this guess.",
                },
                exact={
                    "none": "No suffix of the text occurs elsewhere, so nothing is drafted.",
                    "empty": "The pattern occurs elsewhere, but no node below it has D ≥ the minimum within the limits.",
                    "text": "D = count(path)/count(pattern) in the suffix tree of this text, including its end.",
                    "earlier": "D = count(path)/count(pattern) in the suffix tree of earlier answers.",
                },
            ),
            facts=(
                Fact("tokens of the pattern", "matched", plain="repeated tokens"),
                Fact("count of the pattern", "occurrences", plain="occurrences counted"),
                Fact("earlier answer", "answer"),
                Fact("found before token", "at"),
                Fact("maximum number of guesses", "most"),
                Fact("score Σ D", "score", plain="accepted guesses expected"),
                Fact("score of the other tree", "other", plain="expected from the other texts"),
            ),
            heads=("guess", "estimate", ""),
        ),
    ),
    searches=True,
    without_draft="with drafts from repeated text",
    tuning={"node_budget": (2, 4, 8), "max_spec_factor": (1.0, 2.0), "min_token_prob": (0.1, 0.3)},
    gallery=(
        Bundled(
            name="suffix",
            note="A third function: what followed the same words is guessed",
            prompt=THIRD,
            raw=True,
            settings={"temperature": "0", "node_budget": "6"},
        ),
    ),
)
STORIES = (SUFFIX,)
