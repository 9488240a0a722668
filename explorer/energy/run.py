"""Measure the energy of a run: choose the energy source, measure the window, and store the results in the trace.

Only the total of a run is measured. It is divided among iterations later (parts.py), and modelled energy is separate
(model.py). If energy cannot be measured, the trace says why, and the energy is never shown as zero.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from decoders.core.record import to_plain
from decoders.models.torch import device
from explorer.energy.meter import Meter, idle_watts
from explorer.energy.model import Cost
from explorer.energy.sources import (
    POWERCAP,
    Board,
    CounterSource,
    NoSourceError,
    Nvml,
    PowerSource,
    RaplSource,
    Source,
)
from explorer.trace.lines import EnergyModel, EnergySource, IterationEnergy, Tried, Window

UNAVAILABLE = "unavailable"
TOY = "a toy pair is two tables, whose energy says nothing about language models"


@dataclass(frozen=True)
class Devices:
    """The devices of a pair: GPUs by torch's index, and other kinds of devices ("cpu", "mps", …)."""

    boards: tuple[Board, ...] = ()
    others: tuple[str, ...] = ()
    toy: bool = False

    def synchronise(self) -> None:
        """Wait until every GPU has finished its work, so that a window ends with the work."""
        for board in self.boards:
            device.synchronise(f"cuda:{board.index}")


@dataclass(frozen=True)
class Choice:
    """The chosen energy source, if there is one, and the reason for the choice.

    `tried` lists failed attempts as (method, result), in order.
    """

    source: Source | None
    reason: str
    tried: tuple[tuple[str, str], ...] = ()

    def described(self) -> EnergySource:
        """The choice as it is recorded in the trace's header."""
        tried = tuple(Tried(method, reason) for method, reason in self.tried)
        if self.source is None:
            return EnergySource(UNAVAILABLE, self.reason, tried=tried)
        one = self.source
        return EnergySource(
            one.method,
            self.reason,
            one.scope,
            one.device,
            one.driver,
            one.resolution,
            note=one.note or None,
            tried=tried,
        )

    def to_json(self) -> dict[str, Any]:
        """The choice as plain JSON values."""
        return to_plain(self.described())


def devices_of(models: Any) -> Devices:
    """The devices that hold the weights of a pair (decoders.core.decode.Models); a toy pair has none."""
    found = {place for one in (models.target, models.draft) for place in getattr(one, "devices", ())}
    if not found:
        return Devices(toy=True)
    indices = sorted({index for kind, index in found if kind == "cuda"})
    others = sorted({kind for kind, _ in found if kind != "cuda"})
    return Devices(tuple(map(_board, indices)), tuple(others))


def devices_named(name: str) -> Devices:
    """The devices that a torch device name refers to, before any model is loaded."""
    kind, _, index = name.partition(":")
    return Devices((_board(int(index or 0)),)) if kind == "cuda" else Devices(others=(kind,))


def _board(index: int) -> Board:
    return Board(index, *device.board(index))


def pick(devices: Devices, nvml: Any = None, powercap: Path = POWERCAP) -> Choice:
    """Choose the best energy source for these devices: a GPU's counter, a GPU's integrated power, or the CPU package's
    counter. If none can be used, the choice contains the reasons.

    Tests replace `nvml` (pynvml) and `powercap`.
    """
    if devices.toy:
        return Choice(None, TOY)
    if devices.boards:
        return _pick_gpu(devices, nvml)
    if devices.others != ("cpu",):
        where = ", ".join(devices.others)
        return Choice(None, f"the models run on {where}, which has no energy counter here")
    try:
        source = RaplSource(powercap)
    except NoSourceError as error:
        return Choice(None, f"the models run on the CPU, and {error}", (("rapl", str(error)),))
    return Choice(source, "the models run on the CPU, and its package counter can be read")


def _pick_gpu(devices: Devices, lib: Any) -> Choice:
    if "meta" in devices.others:  # accelerate keeps empty weights, and loads the real ones for every pass
        return Choice(None, "part of the weights is outside the GPU, so no single counter covers all of the work")
    if devices.others:
        return Choice(
            None, f"part of the models runs on {', '.join(devices.others)}, so no single counter covers all of the work"
        )
    tried: list[tuple[str, str]] = []
    for make, why in ((CounterSource, "it has an energy counter"), (PowerSource, "it has no energy counter")):
        try:
            board = Nvml(devices.boards, lib)
        except NoSourceError as error:
            return Choice(None, str(error), (*tried, ("counter", str(error)), ("power-integrated", str(error))))
        try:
            return Choice(make(board), f"the models run on {board.device}, and {why}", tuple(tried))
        except NoSourceError as error:
            board.close()
            tried.append((make.method, str(error)))
    return Choice(None, "; ".join(why for _, why in tried), tuple(tried))


class RunEnergy:
    """The energy data of one recording, for its header, iterations and summary."""

    def __init__(self, choice: Choice, devices: Devices, model: EnergyModel) -> None:
        """`model` is the result of model.describe for the pair. It is stored separately from measured energy."""
        self._choice = choice
        self._model = model
        self._meter = None if choice.source is None else Meter(choice.source, devices.synchronise)
        self._idle = None if choice.source is None else idle_watts(choice.source)

    def header(self) -> EnergySource:
        """Make the field `energy` of the trace's header."""
        return replace(self._choice.described(), idle_watts=self._idle, model=self._model)

    def start(self) -> None:
        """Open the window, right before the first iteration."""
        if self._meter is not None:
            self._meter.start()

    def iteration(self, seconds: float, spent: Mapping[str, Cost]) -> IterationEnergy | None:
        """Make the field `energy` of an iteration: its counts, its position in the window, and the samples since the
        last iteration.

        None if there is nothing to record.
        """
        found = IterationEnergy()
        if spent:
            read = {name: cost.bytes for name, cost in spent.items()}
            found = IterationEnergy(read, {name: cost.flops for name, cost in spent.items()})
        if self._meter is not None:
            now = self._meter.now
            found = replace(found, from_=max(0.0, now - seconds), to=now, samples=self._meter.take())
        return None if found == IterationEnergy() else found

    def summary(self) -> tuple[float | None, Window]:
        """Make the fields `joules` and `energy` of the trace's summary."""
        if self._meter is None:
            return None, Window(self._choice.reason)
        window = self._meter.stop()
        unknown = window.joules is None
        about = Window(
            window.reason if unknown else None,
            window.seconds,
            None if unknown else window.band,
            window.samples,
            window.share,
            self._meter.take(),
        )
        return window.joules, about

    def close(self) -> None:
        """End the sampling thread and close the source, however the run ended."""
        if self._meter is not None:
            self._meter.stop()
        if self._choice.source is not None:
            self._choice.source.close()
