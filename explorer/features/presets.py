"""Presets: fill in the settings of a run that the user did not choose.

The preset `paper` keeps the defaults, which come from the papers. The preset `fast` takes the fastest settings that a
search found for this pair and machine (tuning.py). It changes only settings that affect the speed, such as γ or the
shape of a tree, so the output distribution is unchanged.
"""

from collections.abc import Iterable
from dataclasses import replace

from decoders.core.settings import written
from decoders.errors import BadInput
from explorer.features.nature import keeps_nature
from explorer.features.tuning import Tuned, tuned, word
from explorer.service.request import FAST, PAPER, PRESETS, RunRequest


def with_preset(request: RunRequest, preset: str) -> RunRequest:
    """Return a request whose missing settings come from a preset.

    The request is returned unchanged if no fast settings are known for its pair, method, engine and device. Raises
    BadInput if the preset is unknown.
    """
    if preset not in PRESETS:
        raise BadInput(f"Unknown preset “{str(preset)[:60]}”. Choose one of: {', '.join(PRESETS)}.")
    known = _known(request) if preset == FAST else None
    if known is None or known.settings.keys() <= request.settings.keys():
        return request
    settings = {**known.settings, **request.settings}
    if not keeps_nature(request.method, settings):  # with the user's settings, these would make another method
        return request
    return replace(request, settings=settings, preset=FAST)


def labelled(request: RunRequest) -> RunRequest:
    """Return the request with the preset `fast` if its settings, chosen on the page for example, are the fastest known
    ones.
    """
    known = _known(request)
    if known is None:
        return request
    same = all(written(getattr(request.chosen, key)) == written(value) for key, value in known.settings.items())
    return replace(request, preset=FAST if same else PAPER)


def preset_lines(requests: Iterable[RunRequest]) -> list[str]:
    """Return sentences about the settings that the preset `fast` changed. Toy pairs have none, because their times mean
    nothing.
    """
    real = [one for one in requests if not one.pair.startswith("toy:") and one.decoder.needs_draft]
    fast = [word(one.method, one.settings) for one in real if one.preset == FAST]
    unknown = [one.method for one in real if one.preset == PAPER and _known(one) is None]
    lines = [f"Fast settings: {', '.join(fast)}."] if fast else []
    if unknown:
        lines.append(f"No fast settings are known here for {', '.join(unknown)}, so the papers' defaults are used.")
    return lines


def _known(request: RunRequest) -> Tuned | None:
    """Return the fastest settings that a search found for the pair, method, engine and device of a request, or None."""
    found = tuned(request.pair, request.method, request.engine, request.device)
    return found[0] if found is not None and request.dtype == "auto" else None
