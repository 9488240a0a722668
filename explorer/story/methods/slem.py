"""The page's texts on SLEM, whose draft hands over text instead of tokens."""

from decoders.methods.slem import WrittenLayer
from decoders.models.loading.embedded import SHORT
from explorer.story.common import rejections
from explorer.story.common.bundled import SAMPLED
from explorer.story.common.rounds import FIRST_CHOICE, GUESSES, JOINED, SAME
from explorer.story.common.steps import SHOWN, Draft, draft_step
from explorer.story.common.walks import WALK
from explorer.story.header.run_slots import is_certain
from explorer.story.numbers import listed, plural, said, visible
from explorer.story.story import Bundled, LayerStory, Next, RoundLine, Settings, Story
from explorer.story.views import LayerView, layer_says
from explorer.story.wording import EXACT, Wording

TEXT_LINE = RoundLine(
    "draft",
    "pending",
    "The small draft model writes up to {gamma:token}. The target’s tokenizer turns their text into guesses. If both "
    "models have the same tokenizer, these tokens are the guesses.",
    "x₁, x₂, … ~ q over the draft’s own vocabulary, up to γ = {gamma} tokens. The target’s tokenizer encodes their text; the "
    "result is the draft, with q = 1.",
)


class Written(Draft):
    """The text of the draft, split into the draft's own tokens and into the target's tokens."""

    @property
    def record(self) -> WrittenLayer | None:
        """The record of the text that the draft wrote; None if draft and target have the same tokens."""
        return self.facts.layer(WrittenLayer)

    @property
    def _layer(self) -> WrittenLayer:
        assert self.record is not None, "the case was chosen by it"
        return self.record

    @property
    def name(self) -> str:
        """The step's title, with the number of guesses."""
        if self.record is None:
            return super().name
        return f"Draft {plural(self.size, 'token')}"

    @property
    def own(self) -> str:
        """The number of tokens that the draft wrote."""
        return plural(len(self._layer.pieces), "token")

    @property
    def pieces(self) -> str:
        """The draft's own tokens as quotations, with their q in the exact voice."""
        if self.voice is EXACT:
            each = zip(self._layer.pieces, self._layer.q, strict=False)
            found = [f"“{visible(piece)}” ({q:.2g})" for piece, q in each]
        else:
            found = [f"“{said(piece)}”" for piece in self._layer.pieces]
        return listed(found[:SHOWN], SHOWN, len(found))

    @property
    def split(self) -> str:
        """The guesses as quotations."""
        found = [self.facts.word(node) for node in self.nodes]
        return listed(found[:SHOWN], SHOWN, len(found))


def written_case(draft: Written) -> str:
    """Choose the case: the text became guesses, or it did not; empty if the draft has the target's tokens."""
    if draft.record is None:
        return ""
    return "written" if draft.nodes else "unwritten"


WRITE = draft_step(
    Written,
    written_case,
    plain={
        "written": "The draft writes {own} of its own: {pieces}. The target’s tokenizer makes {size:guess} of this "
        "text: {split}.",
        "unwritten": "The draft writes {own} of its own: {pieces}. The target’s tokens cannot spell this here, so "
        "there is no guess.",
    },
    exact={
        "written": "{name}: The draft samples {own} of its own from q: {pieces}. The target’s tokenizer encodes this "
        "text as {split}.",
        "unwritten": "{name}: The draft samples {own} of its own from q: {pieces}. The target’s tokens cannot spell "
        "them after this text.",
    },
)


def _round(settings: Settings) -> tuple[RoundLine, ...]:
    return TEXT_LINE, GUESSES, FIRST_CHOICE if is_certain(settings) else SAME, JOINED


SLEM = Story(
    method="slem",
    line="The draft hands over text, so it may use any tokenizer. The target accepts guesses until one differs from its own choice.",
    source="Timor et al. 2025, Accelerating LLM Inference with Lossless Speculative Decoding Algorithms for Heterogeneous "
    "Vocabularies, Algorithm 2",
    round=_round,
    following=Next("The draft writes up to {gamma:token} of its own.", "The draft writes again."),
    reasons=WALK,
    rejection=rejections.not_the_targets,
    steps={"draft": WRITE},
    layers=(
        LayerStory(
            kind=WrittenLayer,
            title=layer_says(plain="Text of the draft", exact="Text of the draft"),
            caption=Wording(
                view=LayerView[WrittenLayer],
                case=lambda layer: "" if layer.of.nodes else "none",
                plain={
                    "": "The same text in the draft’s tokens and, below, in the target’s tokens, which are the guesses.",
                    "none": "The target’s tokens cannot spell what the draft wrote.",
                },
                exact={
                    "": "The draft’s tokens with their q and, below, the same text in the target’s tokens.",
                    "none": "The target’s tokenizer has no encoding of this text that begins after the text so far.",
                },
            ),
            heads=("draft’s tokens", "target’s tokens"),
        ),
    ),
    tuning={"gamma": (1, 2, 3, 4)},
    gallery=(
        Bundled(
            name="slem",
            note="The draft has another tokenizer; in round 6, two tokens join",
            settings=SAMPLED,
            prompt="Write a Python function that reverses a string.",
            pair=SHORT,
        ),
    ),
)
STORIES = (SLEM,)
