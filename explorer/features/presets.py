"""Presets fill in the settings of a run that a person has not chosen.

`paper` leaves them at the defaults, which are those of the papers. `fast` takes the fastest settings that a search
found for this pair and machine (tuning.py). It sets only what costs time, such as γ or the shape of a tree, so the
output distribution stays the same.
"""

from collections.abc import Iterable
from dataclasses import replace

from decoders.core.settings import written
from decoders.errors import BadInput
from explorer.features.nature import keeps_nature
from explorer.features.tuning import Tuned, tuned, word
from explorer.service.request import FAST, PAPER, PRESETS, RunRequest


def with_preset(request: RunRequest, preset: str) -> RunRequest:
    """The request with a preset's settings where it has none of its own.

    It stays as it is if no fast settings are known for its pair, method, engine and device. Raises BadInput for an
    unknown preset.
    """
    if preset not in PRESETS:
        raise BadInput(f"Unknown preset “{preset[:60]}”. Choose one of: {', '.join(PRESETS)}.")
    known = _known(request) if preset == FAST else None
    if known is None or known.settings.keys() <= request.settings.keys():
        return request
    settings = {**known.settings, **request.settings}
    if not keeps_nature(request.method, settings):  # the person's own settings do not go with the fast ones
        return request
    return replace(request, settings=settings, preset=FAST)


def labelled(request: RunRequest) -> RunRequest:
    """The request marked as `fast` if its settings are the fastest known, such as those that the page filled in."""
    known = _known(request)
    if known is None:
        return request
    same = all(written(getattr(request.chosen, key)) == written(value) for key, value in known.settings.items())
    return replace(request, preset=FAST if same else PAPER)


def preset_lines(requests: Iterable[RunRequest]) -> list[str]:
    """What the preset `fast` did to requests, as sentences; none for toy pairs, whose times mean nothing."""
    real = [one for one in requests if not one.pair.startswith("toy:") and one.decoder.needs_draft]
    fast = [word(one.method, one.settings) for one in real if one.preset == FAST]
    unknown = [one.method for one in real if one.preset == PAPER and _known(one) is None]
    lines = [f"Fast settings: {', '.join(fast)}."] if fast else []
    if unknown:
        lines.append(
            f"No fast settings are known here for {', '.join(unknown)}, so the defaults of the papers were used."
        )
    return lines


def _known(request: RunRequest) -> Tuned | None:
    """The fastest settings that a search found for the pair, method, engine and device of a request, if any."""
    found = tuned(request.pair, request.method, request.engine, request.device)
    return found[0] if found is not None and request.dtype == "auto" else None
