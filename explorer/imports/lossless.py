"""The answer to “Is it still lossless?”: what the file says, the engine's default rule, and what would change it."""

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.imports.counts import Pool
from explorer.story.numbers import listed

LOSSLESS = "Is it still lossless?"
SAMPLED = "It means the same probabilities. Single tokens can differ, because other pass sizes round differently."


@dataclass(frozen=True)
class Answer:
    """A question, its answer in one sentence, what limits the answer, and on what it rests."""

    question: str
    verdict: str
    sentences: tuple[str, ...] = ()
    rests: str = ""


def lossless(pools: Sequence[Pool]) -> Answer:
    """The answer for all files of a report. Each engine's rule is named once."""
    settings = [_setting(pool, several=len(pools) > 1) for pool in pools if pool.settings]
    versions = dict[tuple[str, str], set[str]]()
    for pool in pools:
        for form in pool.formats:
            versions.setdefault((form.rule, form.lossy), set()).update(pool.versions)
    rules = [_rule(*each, names) for each, names in versions.items()]
    rests = "Rests on the engine's public rule, as in `docs/methods.md`. No count of a file can show it."
    return Answer(LOSSLESS, _verdict(pools), (*settings, *rules), rests)


def _verdict(pools: Sequence[Pool]) -> str:
    known = {pool.lossless for pool in pools}
    if False in known:
        names = [pool.name for pool in pools if pool.lossless is False]
        return "No." if len(pools) == 1 else f"No for {listed(names)}. For other files, see below."
    if known == {True}:
        return "Yes, by the setting in the file."
    return "Yes by default. Check the options in the server's start command or start-up log."


def _setting(pool: Pool, *, several: bool) -> str:
    return f"{pool.name}: {' '.join(pool.settings)}" if several else " ".join(pool.settings)


def _rule(rule: str, lossy: str, versions: set[str]) -> str:
    version = f"Version: {listed(sorted(versions))}." if versions else "The file does not name the version."
    return f"{rule} {lossy} {version}"
