"""The energy of a run: which source is used and why, the measured window, and what of it a trace keeps.

A run's total is measured; what a single iteration took is apportioned afterwards (parts.py), and what can only
be computed is modelled (model.py). Where nothing can be measured that is said, never shown as zero.
"""

from collections.abc import Iterable, Mapping, Sequence
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
TOY = "a toy pair is two tables: the energy of looking them up says nothing of a language model"


@dataclass(frozen=True)
class Devices:
    """What a pair runs on: GPUs by torch's index, or another kind of device ("cpu", "mps", …)."""

    boards: tuple[Board, ...] = ()
    others: tuple[str, ...] = ()
    toy: bool = False

    def synchronise(self) -> None:
        """Wait until every GPU has finished what it was given, so that a window ends where the work does."""
        for board in self.boards:
            device.synchronise(f"cuda:{board.index}")


@dataclass(frozen=True)
class Choice:
    """The source that was chosen, if any, and why: `tried` holds (method, what came of it) in order."""

    source: Source | None
    reason: str
    tried: tuple[tuple[str, str], ...] = ()

    def described(self) -> EnergySource:
        """What the trace's header says of the choice."""
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
        """The same as plain JSON values."""
        return to_plain(self.described())


def devices_of(models: Any) -> Devices:
    """Where the weights of a pair (decoders.core.decode.Models) lie; tables lie nowhere."""
    found = {place for one in (models.target, models.draft) for place in getattr(one, "devices", ())}
    if not found:
        return Devices(toy=True)
    indices = sorted({index for kind, index in found if kind == "cuda"})
    others = sorted({kind for kind, _ in found if kind != "cuda"})
    return Devices(tuple(map(_board, indices)), tuple(others))


def devices_named(name: str) -> Devices:
    """The devices of a torch device name, before any model is loaded."""
    kind, _, index = name.partition(":")
    return Devices((_board(int(index or 0)),)) if kind == "cuda" else Devices(others=(kind,))


def _board(index: int) -> Board:
    return Board(index, *device.board(index))


def pick(devices: Devices, nvml: Any = None, powercap: Path = POWERCAP) -> Choice:
    """The best source for these devices: counter, integrated power, CPU package, or none with the reasons.

    `nvml` (pynvml) and `powercap` are given by tests.
    """
    if devices.toy:
        return Choice(None, TOY)
    if devices.boards:
        return _pick_gpu(devices, nvml)
    if devices.others != ("cpu",):
        where = ", ".join(devices.others)
        return Choice(None, f"the models run on {where}, for which there is no counter here")
    try:
        source = RaplSource(powercap)
    except NoSourceError as error:
        return Choice(None, f"the models run on the CPU, and {error}", (("rapl", str(error)),))
    return Choice(source, "the models run on the CPU, and its package counter can be read")


def _pick_gpu(devices: Devices, lib: Any) -> Choice:
    if "meta" in devices.others:  # accelerate leaves an empty weight where it brings the real one for every pass
        return Choice(None, "a part of the weights lies outside the GPU: no one counter sees all of the work")
    if devices.others:
        return Choice(None, f"a part of the models runs on {', '.join(devices.others)}: no one counter sees all of it")
    tried: list[tuple[str, str]] = []
    for make, why in ((CounterSource, "its own counter is the best there is"), (PowerSource, "there is no counter")):
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


def _pairs(samples: Iterable[Sequence[float]]) -> tuple[tuple[float, float], ...]:
    return tuple((at, joules) for at, joules in samples)


class RunEnergy:
    """The energy side of one recording: what goes into its header, its iterations and its summary."""

    def __init__(self, choice: Choice, devices: Devices, model: EnergyModel) -> None:
        """`model` is what energy_model.describe says of the pair; it is kept apart from everything measured."""
        self._choice = choice
        self._model = model
        self._meter = None if choice.source is None else Meter(choice.source, devices.synchronise)
        self._idle = None if choice.source is None else idle_watts(choice.source)

    def header(self) -> EnergySource:
        """The header's `energy`."""
        return replace(self._choice.described(), idle_watts=self._idle, model=self._model)

    def start(self) -> None:
        """Open the window, right before the first iteration is asked for."""
        if self._meter is not None:
            self._meter.start()

    def iteration(self, seconds: float, spent: Mapping[str, Cost]) -> IterationEnergy | None:
        """An iteration's `energy`: what was counted, where it lies in the window, and the samples since the last one.

        None where nothing of it is known.
        """
        found = IterationEnergy()
        if spent:
            read = {name: cost.bytes for name, cost in spent.items()}
            found = IterationEnergy(read, {name: cost.flops for name, cost in spent.items()})
        if self._meter is not None:
            now = self._meter.now
            found = replace(found, from_=max(0.0, now - seconds), to=now, samples=_pairs(self._meter.take()))
        return None if found == IterationEnergy() else found

    def summary(self) -> tuple[float | None, Window]:
        """The summary's `joules` and `energy`."""
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
            _pairs(self._meter.take()),
        )
        return window.joules, about

    def close(self) -> None:
        """End the thread and give the library back, however the run ended."""
        if self._meter is not None:
            self._meter.stop()
        if self._choice.source is not None:
            self._choice.source.close()
