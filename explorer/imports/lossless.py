"""The answer to “Is it still lossless?”: the setting in each file, the engine's default rule, and its exceptions."""

from collections.abc import Sequence

from explorer.imports.counts import Pool
from explorer.imports.record import OFTEN, Format
from explorer.imports.sections import Answer, answered
from explorer.imports.words import engines
from explorer.story.numbers import listed

LOSSLESS = "Is it still lossless?"
BY_SETTING, BY_RULE, NO = "Yes, by the setting in the file.", "Yes, by {}’s rule.", "No."
BY_DEFAULT = "By default yes, but the file does not show the settings."
COUNTS = "Counts cannot show it, so this is based on the engine’s rule."
SETTING = "Based on the settings in the file, because counts cannot show it."
GREEDY = "Except for rounding, greedy answers with and without a draft must be equal."
RUN = (
    "Print 20 of each: `python -c 'import json, urllib.request as u; [print(ascii(json.load(u.urlopen("
    'u.Request("http://HOST:PORT/v1/completions", json.dumps({"prompt": f"Name {n} rivers.", "temperature": 0, '
    '"max_tokens": 200}).encode(), {"Content-Type": "application/json"})))["choices"][0]["text"])) for n in range(2, '
    "22)]'`."
)
ROUNDING = (
    "In exact arithmetic, these answers are equal, but rounding depends on how many tokens a pass computes. So also "
    "count the differences between two runs without a draft, one of them with other requests at the same time. Clearly "
    "more with a draft are not rounding."
)
SAMPLED = f"For sampled answers, {OFTEN}"


def lossless(pools: Sequence[Pool]) -> Answer:
    """The answer for all files of a report, with a verdict on each file. The rule of an engine is given once."""
    several = len(pools) > 1
    said = [_named(pool.name, " ".join(pool.settings), several) for pool in pools if pool.settings]
    open_ones = [pool for pool in pools if pool.lossless is None]
    checks = dict.fromkeys(form.launched for pool in open_ones for form in pool.formats if form.launched)
    versions = dict[Format, set[str]]()
    for pool in pools:
        for form in pool.formats:
            versions.setdefault(form, set()).update(pool.versions)
    rules = " ".join(dict.fromkeys(form.rule for form in versions))
    named = dict.fromkeys(_version(form, versions) for form in versions)
    lossy = dict.fromkeys(form.lossy for pool in pools if pool.lossless is not False for form in pool.formats)
    alike = dict[str, list[str]]()
    for pool in pools:
        alike.setdefault(_verdict(pool), []).append(pool.name)
    verdict = " ".join(_named(", ".join(names), said_of, several) for said_of, names in alike.items())
    tests = [ROUNDING, *dict.fromkeys(form.sampled or SAMPLED for form in versions)]
    changes = dict.fromkeys(form.changes for pool in pools if pool.lossless is not False for form in pool.formats)
    numbers, rests = (" ".join(said), SETTING) if said else (rules, COUNTS)
    own = [form.sampled for form in versions if form.sampled]  # tests that greedy answers cannot replace
    exceptions = dict.fromkeys(filter(None, map(_exceptions, pools)))
    test = f"{GREEDY} {RUN}" if checks or said else GREEDY
    shown = [*exceptions, *checks, test, *(own if checks or said else ())]
    return answered(LOSSLESS, verdict, shown, [*changes, rules if said else "", *named, *lossy, *tests], numbers, rests)


def _named(name: str, sentence: str, several: bool) -> str:
    return f"{name}: {sentence[:1].lower()}{sentence[1:]}" if several else sentence


def _verdict(pool: Pool) -> str:
    if pool.lossless is False:
        return NO
    if not any(form.launched for form in pool.formats):
        return BY_RULE.format(engines(pool))
    return BY_DEFAULT if pool.lossless is None else BY_SETTING


def _exceptions(pool: Pool) -> str:
    """A sentence about everything that would make the run lossy and that the settings in the file do not rule out."""
    unless = [each for form in pool.formats for each in (*(() if pool.lossless else form.unless), *form.unseen)]
    if not unless or pool.lossless is False:
        return ""
    *others, last = unless
    return f"With {engines(pool)}, the output is not lossless if {', '.join(others)}{', or ' if others else ''}{last}."


def _version(form: Format, versions: dict[Format, set[str]]) -> str:
    """The versions of all files of an engine."""
    alike = {name for other, names in versions.items() if other.rule == form.rule for name in names}
    unnamed = f"The file does not name the version{f', but {form.version} does' if form.version else ''}."
    return f"Version: {listed(sorted(alike))}." if alike else unnamed
