"""The step of a method that searches the text for its own ending and guesses what followed it earlier."""

from explorer.story.common.steps import Draft
from explorer.story.wording import EXACT


class Searched(Draft):
    """The step that drafts what followed an earlier occurrence of the end of the text."""

    @property
    def unit(self) -> str:
        """The noun for a token, which is always “token” in the exact voice."""
        return "token" if self.voice is EXACT else super().unit

    @property
    def matched(self) -> int:
        """The number of tokens at the end of the text that occurred earlier."""
        raise NotImplementedError

    @property
    def last(self) -> str:
        """The last tokens of the text, which occurred earlier."""
        return self.unit if self.matched == 1 else self.counted(self.matched)

    @property
    def after(self) -> str:
        """The number of tokens that followed these last tokens earlier, with their verb."""
        return (
            f"The {self.unit} that followed there is"
            if self.size == 1
            else f"The {self.counted(self.size)} that followed there are"
        )

    @property
    def copied(self) -> str:
        """The guesses of a draft without branches, in order."""
        if self.voice is EXACT:
            return " ".join(self.facts.word(node) for node in self.step.nodes)
        return self.facts.phrase(self.nodes)
