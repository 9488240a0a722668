"""The reason why draft tokens after a rejected one are not tested."""

from explorer.story.views import says

UNTESTED = says(
    plain="{word} is not tested because a guess before it was rejected.",
    exact="{word} is unused: an earlier draft token was rejected.",
)
