"""What law a run's output follows, in words: how tokens are chosen, and whether that is the target's own way.

Two runs share a law if the same decoder, with the same settings, is the oracle of both. Knows nothing of Gradio.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from decoders.catalog import decoder
from decoders.core.record import Kind, to_plain
from decoders.core.settings import WARPING
from explorer.story.laws import law_sentence
from explorer.story.runs import names
from explorer.trace.lines import Header

GREEDY = "greedy (always the target's most probable token)"


@dataclass(frozen=True)
class Law:
    """`how` tokens are chosen, `kept` says whether it is lossless and why, `key` is equal for equal laws."""

    how: str
    kept: str
    key: str
    kind: Kind

    @property
    def label(self) -> str:
        """The law in few words."""
        lossless = self.kind in ("itself", "exact")
        return self.how.partition(" (")[0] + ("" if lossless else f", {self.kept.partition(':')[0]}")


def law_of(header: Header) -> Law:
    """The law of a run by its trace's header."""
    method = decoder(header.method)
    settings = method.make_settings(header.settings)
    oracle = method.oracle_for(settings)
    plain, own = method.name, header.settings
    if oracle.kind in ("itself", "exact"):
        plain, own = _plainest(str(oracle.method), oracle.settings)
    how = GREEDY if plain == "greedy" else _how(method.name, settings)
    return Law(how, law_sentence(oracle), json.dumps([plain, own], sort_keys=True), oracle.kind)


def _plainest(method: str, settings: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The plainest decoder of the same law, with its settings.

    Where the warping leaves one token every beam is the greedy one. One beam that takes the likeliest token is greedy
    decoding, whatever the warping; one that is drawn is multinomial sampling, whichever law is warped.
    """
    made = decoder(method).make_settings(dict(settings))
    one_beam = getattr(made, "width", 1) == 1
    if method == "greedy" or _one_token(made) or (method == "beam-search" and one_beam):
        return "greedy", {}
    if method == "beam-sampling" and one_beam:
        return "multinomial", {key: getattr(made, key) for key in WARPING}
    return method, asdict(made)


def _one_token(settings: Any) -> bool:
    """Whether the warping leaves one token only."""
    return settings.temperature == 0 or settings.top_k == 1


def _how(method: str, settings: Any) -> str:
    if method == "beam-search" or getattr(settings, "selection", None) == "search":
        return f"search (the most probable of {settings.width} beams)"
    if _one_token(settings):
        return "greedy (one token is left to choose from)"
    warping = [f"temperature {settings.temperature:g}"]
    warping += [f"top-k {settings.top_k}"] if settings.top_k else []
    warping += [f"top-p {settings.top_p:g}"] if settings.top_p < 1 else []
    return f"{_beams(settings)}sampled at {', '.join(warping)}"


def _beams(settings: Any) -> str:
    """How many sequences are drawn together, where it is more than one."""
    width = getattr(settings, "width", 1)
    return "" if width == 1 else f"{width} beams " if isinstance(width, int) else "beams of dynamic width "


def differences(headers: Sequence[Header]) -> str:
    """One sentence where runs share no pair, prompt or law, so that their figures cannot be compared; "" if they do."""
    laws = [law_of(header) for header in headers]
    values = {
        "pair": {header.pair for header in headers},
        "prompt": {_prompt(header) for header in headers},
        "law": {law.key for law in laws},
        "rule for the end of a text": {header.ignore_eos is True for header in headers},
    }
    lacking = [f"a {what}" for what, different in values.items() if len(different) > 1]
    if not lacking:
        return ""
    groups: dict[str, list[str]] = {}
    for name, law in zip(names(headers), laws, strict=True):
        groups.setdefault(law.key, []).append(name)
    words = {law.key: law.label for law in laws}
    detail = "; ".join(f"{', '.join(names)}: {words[key]}" for key, names in groups.items())
    named = f" ({detail})" if len(groups) > 1 else ""
    return f"The rows do not share {' or '.join(lacking)}{named}, so their figures are not comparable."


def _prompt(header: Header) -> str:
    """All that the models are asked, as one text that is equal for equal prompts."""
    around = [header.system, to_plain(header.messages), header.template_args]
    return json.dumps([header.prompt, header.raw is True, *around], sort_keys=True)


def comparable(first: Header, other: Header) -> bool:
    """Whether two runs share pair, prompt and law."""
    return not differences([first, other])
