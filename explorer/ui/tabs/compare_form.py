"""The form of the "Compare" tab: the values of its controls, and the runs that they request."""

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from decoders.catalog import DECODERS, decoder
from decoders.core.settings import WARPING
from decoders.errors import BadInput
from decoders.models.loading.embedded import PLAIN
from explorer.features.presets import labelled
from explorer.features.tuning import word
from explorer.service.request import RunRequest, key_values, requests_of
from explorer.service.store import header
from explorer.site.comparison_table import Row
from explorer.story.numbers import plural
from explorer.trace.lines import Header
from explorer.ui.form import around, choices
from explorer.ui.form.widgets import EMPTY, PAIR

MOST = 4
METHODS = ("multinomial", "spd", "specinfer")
MOST_WRITTEN = 2000  # most characters of "More settings"
MORE = 8  # index of "More settings" among the controls
FASTEST = 9  # index of "Use the fastest known settings" among the controls
LIMIT, SEED = "New tokens per method", "Seed for all methods"
WARPED = ("temperature (T)", "top k (k)", "top p (p)")  # labels of the sampling settings
OWN = (
    "Settings for every method that has them, such as gamma=4 width=3. A line that begins with a method, such as "
    "spd: gamma=8, is for one run of that method. Two such lines compare the method with itself."
)
_EXAMPLE = "gamma=4"


def controls_of(rows: Sequence[Row]) -> list[Any]:
    """The values of the controls with which the form repeats some recorded runs, in the order that `requests` reads.

    If none of the runs has a setting, its control has the default. A run with its own settings gets a line in “More
    settings”. The tenth value says whether each method uses its fastest known settings. After it come the values of the
    prompt's context (turns and template variables).
    """
    head = rows[0].header
    warping = {"temperature": 1.0, "top_k": 0, "top_p": 1.0}
    for row in rows:
        warping |= {key: row.header.settings[key] for key in WARPING if key in row.header.settings}
    methods = list(dict.fromkeys(row.header.method for row in rows))
    more = "\n".join(line for row in rows if (line := _own_line(row.header, warping)))
    own = [head.pair, methods, head.prompt, head.max_new_tokens, head.seed, *warping.values(), more, False]
    return [*own, *around_of(head)]


def _own_line(head: Header, shared: Mapping[str, Any]) -> str:
    """The line of “More settings” for a run: its settings that are neither shared by all runs nor defaults; empty if it
    has no such settings.
    """
    method = decoder(head.method)
    given = asdict(method.make_settings(head.settings))
    usual = asdict(method.settings()) | dict(shared)
    own = {key: value for key, value in given.items() if value != usual[key]}
    return f"{head.method}: {_spaced(own)}" if own else ""


def _spaced(settings: Mapping[str, Any]) -> str:
    """Write settings in the form that “More settings” reads, such as gamma=4 width=3."""
    return " ".join(word("", settings).split(":")[1:])


def around_of(head: Header | None) -> list[Any]:
    """Values of the controls for the context of a prompt (raw and the fields of `around`); the default values if the
    argument is None.
    """
    return [head is not None and head.raw is True, *around.held_by(head).values()]


def controls_here(rows: Sequence[Row]) -> list[Any]:
    """The values of `controls_of`, but with this app's default pair and the fastest known settings. These settings
    replace the lines of “More settings”, unless a method is compared with itself.
    """
    pair, methods, *others = controls_of(rows)
    others[FASTEST - 2] = True
    if len(methods) == len(rows):
        others[MORE - 2] = ""
    return [PAIR if pair == PLAIN else pair, methods, *others]


def controls_kept(asked: Sequence[Any], rows: Sequence[Row]) -> list[Any]:
    """The form's values when a comparison was made. If another version stored the comparison, they are taken from its
    runs.
    """
    held, now = list(asked), controls_of(rows)
    try:
        requests(held)
    except Exception:  # another version may have stored anything
        return now
    return held if len(held) == len(now) else now


def beside_alone(name: str) -> list[Any]:
    """The values of the controls that compare a stored run with the target alone, in the order of `requests`.

    The baseline is the run's reference method or, if it has none, plain sampling. Raises BadInput if the run has no
    header yet, or drafts nothing.
    """
    head = header(name)
    if head is None:
        raise BadInput("This run has not started yet. Wait until it has finished.")
    known = decoder(head.method)
    chosen = known.make_settings(head.settings)
    oracle = known.oracle_for(chosen)
    if oracle.kind == "itself":
        raise BadInput(f"{known.title} does not draft, so there is nothing to compare. Choose a method with a draft.")
    alone = oracle.method or METHODS[0]
    given, usual = asdict(chosen), asdict(known.settings())
    own = {key: value for key, value in given.items() if key not in WARPING and value != usual[key]}
    warping = [given[key] for key in WARPING]
    methods = [alone, head.method]
    own = [head.pair, methods, head.prompt, head.max_new_tokens, head.seed, *warping, _spaced(own), False]
    return [*own, *around_of(head)]


def settings_of(text: str) -> tuple[dict[str, str], list[tuple[str, dict[str, str]]]]:
    """Parse "More settings". Returns the settings for all methods, and a pair (method, settings) for each line about
    one run.

    Raises BadInput if a line cannot be read.

    >>> settings_of("width=3\\nspd: gamma=2\\nspd: gamma=8")
    ({'width': '3'}, [('spd', {'gamma': '2'}), ('spd', {'gamma': '8'})])
    """
    if len(text) > MOST_WRITTEN:
        raise BadInput(
            f"“More settings” has {len(text):,} characters, but the limit is {MOST_WRITTEN:,}. Shorten the text."
        )
    shared, runs = list[str](), list[tuple[str, dict[str, str]]]()
    for line in text.splitlines():
        name, colon, rest = line.partition(":")
        name = name.strip()
        if not colon or "=" in name:
            shared += _words(line)
        elif name in DECODERS:
            runs.append((name, key_values(_words(rest.replace(":", " ")), f"The line of {name}:", _EXAMPLE)))
        else:
            raise BadInput(
                f"“More settings” names “{name[:40]}”, which is not a method. Begin the line with a method’s name, "
                "such as spd: gamma=8."
            )
    return key_values(shared, "“More settings”:", _EXAMPLE), runs


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise BadInput(f"“More settings” cannot be read ({error}). Write settings like gamma=4 width=3.") from None


def requests(values: Sequence[Any]) -> dict[str, RunRequest]:
    """The runs that the form requests, by method with settings. Each method takes only the settings that it has.

    Raises BadInput if a field is empty or not valid.
    """
    pair, methods, prompt, limit, seed, temperature, top_k, top_p, more, fastest, *turns = values
    raw, *fields = turns or (False, *around.EMPTY.values())
    numbers = dict(zip((LIMIT, SEED, *WARPED), (limit, seed, temperature, top_k, top_p), strict=True))
    empty = [name for name, value in numbers.items() if value is None]
    if empty:
        raise BadInput(f"{empty[0]} is empty. Fill it in, then compare again.")
    if not str(prompt or "").strip():
        raise BadInput(EMPTY)
    given, lines = settings_of(more or "")
    runs = _runs(methods or (), lines)
    settings = {"temperature": temperature, "top_k": top_k, "top_p": top_p} | given
    if fastest:
        known = {name: choices.paying(pair, name) for name in dict.fromkeys(name for name, _ in runs)}
        runs = [(name, {k: v for k, v in known[name].items() if k not in given} | own) for name, own in runs]
    words = [word(name, own) for name, own in runs]
    shared = around.fields_of(fields) | {"raw": bool(raw)}
    made = requests_of(words, settings, pair=pair, prompt=prompt, seed=seed, limit=limit, **shared)
    return {label: labelled(request) for label, request in made.items()} if fastest else made


def _runs(methods: Sequence[str], lines: Sequence[tuple[str, dict[str, str]]]) -> list[tuple[str, dict[str, str]]]:
    """The pair (method, settings) of every run. A method has one run per line about it, or one run if there is no such
    line.

    Raises BadInput unless there are two to MOST runs.
    """
    for name, _ in lines:
        if name not in methods:
            raise BadInput(
                f"A line of “More settings” is for {name}, which is not chosen as a method. Choose {name}, or "
                "delete the line."
            )
    own = {name: [settings for method, settings in lines if method == name] for name in methods}
    runs = [(name, settings) for name in methods for settings in own[name] or [{}]]
    if not 2 <= len(runs) <= MOST:
        raise BadInput(
            f"You chose {plural(len(runs), 'run')}. Choose 2 to {MOST} runs; to compare a method with itself, "
            "write one line of settings for each run, such as spd: gamma=8."
        )
    return runs


def prompt_of(pair: str | None, written: str) -> str:
    """JSON text of the pair, the previous prompt and the new prompt; empty if no pair was chosen."""
    return json.dumps([pair, written, choices.prompt_after(pair, written or "")]) if pair else ""
