"""Describe a run's output distribution: how tokens are chosen, and whether the distribution equals the target's.

Two runs have the same output distribution if they have the same reference method with the same settings. This module
does not use Gradio.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from decoders.catalog import decoder
from decoders.core.record import Kind, to_plain
from decoders.core.settings import WARPING
from explorer.story.laws import law_sentence
from explorer.story.numbers import plural
from explorer.story.page.runs import names
from explorer.trace.lines import Header

GREEDY = "greedy (always the target’s most likely token)"


@dataclass(frozen=True)
class Law:
    """An output distribution. `how` says how tokens are chosen, and `kept` says whether the method is lossless, and
    why.

    Equal distributions have the same `key`.
    """

    how: str
    kept: str
    key: str
    kind: Kind

    @property
    def label(self) -> str:
        """A short label of the distribution."""
        lossless = self.kind in ("itself", "exact")
        return self.how.partition(" (")[0] + ("" if lossless else f", {self.kept.partition(':')[0]}")


def law_of(header: Header) -> Law:
    """The output distribution of a run, from its trace's header."""
    method = decoder(header.method)
    settings = method.make_settings(header.settings)
    oracle = method.oracle_for(settings)
    plain, own = method.name, header.settings
    if oracle.kind in ("itself", "exact"):
        plain, own = _plainest(str(oracle.method), oracle.settings)
    how = GREEDY if plain == "greedy" else _how(method.name, settings)
    return Law(how, law_sentence(oracle), json.dumps([plain, own], sort_keys=True), oracle.kind)


def _plainest(method: str, settings: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The simplest method with the same output distribution, and its settings.

    If the sampling settings leave only one token to choose from, every beam is the output of greedy decoding. Beam
    search with a single beam is greedy decoding, whatever the sampling settings. Beam sampling with a single beam is
    multinomial sampling.
    """
    made = decoder(method).make_settings(dict(settings))
    one_beam = getattr(made, "width", 1) == 1
    if method == "greedy" or _one_token(made) or (method == "beam-search" and one_beam):
        return "greedy", {}
    if method == "beam-sampling" and one_beam:
        return "multinomial", {key: getattr(made, key) for key in WARPING}
    return method, asdict(made)


def _one_token(settings: Any) -> bool:
    """Whether the sampling settings leave only one token to choose from."""
    return settings.temperature == 0 or settings.top_k == 1


def _how(method: str, settings: Any) -> str:
    if method == "beam-search" or getattr(settings, "selection", None) == "search":
        return f"beam search ({plural(settings.width, 'beam')})"
    if _one_token(settings):
        return "greedy (only one token is possible)"
    warping = [f"temperature {settings.temperature:g}"]
    warping += [f"top-k {settings.top_k}"] if settings.top_k else []
    warping += [f"top-p {settings.top_p:g}"] if settings.top_p < 1 else []
    return f"{_beams(settings)}sampling at {', '.join(warping)}"


def _beams(settings: Any) -> str:
    """The number of beams that are sampled together; empty for a single sequence."""
    width = getattr(settings, "width", 1)
    if width == 1:
        return ""
    return f"{width} beams, " if isinstance(width, int) else "beams of dynamic width, "


def differences(headers: Sequence[Header]) -> str:
    """Say why the numbers of runs cannot be compared; empty if they can be compared.

    Possible reasons are a different pair, prompt, output distribution or end rule.
    """
    laws = [law_of(header) for header in headers]
    values = {
        "model pair": {header.pair for header in headers},
        "prompt": {_prompt(header) for header in headers},
        "output distribution": {law.key for law in laws},
        "rule for the end of a text": {header.ignore_eos is True for header in headers},
    }
    different = [name for name, found in values.items() if len(found) > 1]
    if not different:
        return ""
    groups: dict[str, list[str]] = {}
    for name, law in zip(names(headers), laws, strict=True):
        groups.setdefault(law.key, []).append(name)
    words = {law.key: law.label for law in laws}
    detail = "; ".join(f"{', '.join(names)}: {words[key]}" for key, names in groups.items())
    named = f" ({detail})" if len(groups) > 1 else ""
    return f"These runs differ in {' and '.join(different)}{named}, so their numbers are not comparable."


def _prompt(header: Header) -> str:
    """The prompt and its context as one text, so that identical prompts have identical texts."""
    around = [header.system, to_plain(header.messages), header.template_args]
    return json.dumps([header.prompt, header.raw is True, *around], sort_keys=True)


def comparable(first: Header, other: Header) -> bool:
    """Whether two runs have the same pair, prompt and output distribution."""
    return not differences([first, other])
