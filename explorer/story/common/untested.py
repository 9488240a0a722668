"""Drafts behind a rejected one."""

from explorer.story.views import says

UNTESTED = says(
    plain="a draft before it was rejected, so it continues a text that will not be written",
    exact="an earlier draft was rejected, so this one is never tested",
)
