"""Energy sources: counters and power of GPUs through NVML, and counters of CPU packages through powercap.

Every source counts joules since its own `start`. If a source cannot be used, it gives a reason (a clause without a full
stop), and its energy is never shown as zero. Sources do not depend on runs, traces or models.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

POWERCAP = Path("/sys/class/powercap")
COUNTER_UPDATE = 0.1  # seconds between two updates of NVML's energy counter
POWER_SAMPLE = 0.05  # seconds between two samples of instantaneous power
AVERAGED_POWER = 1.0  # seconds over which nvmlDeviceGetPowerUsage averages on Ampere and later
RAPL_UPDATE = 0.001
WRAPS = (2**32, 2**64)  # values at which a counter in mJ may wrap around to 0
MOST_WATTS = 3000.0  # watts per GPU; if a wrap implies more power, the counter was reset
VGPU = 2  # NVML_GPU_VIRTUALIZATION_MODE_VGPU


class NoSourceError(Exception):
    """Raised if a source cannot be used; the message is the reason."""


class LostError(Exception):
    """Raised if a source stops responding while it is used; the message is the reason."""


class Source(Protocol):
    """The energy of a hardware component. `resolution` is the time between two updates in seconds."""

    method: str
    scope: str  # name of the measured hardware: "GPU board", "CPU package"
    device: str
    driver: str
    resolution: float
    note: str

    def start(self) -> None:
        """Start counting from zero. Raises LostError if the hardware does not respond."""
        ...

    def joules(self) -> float:
        """Joules since `start`. Raises LostError if the hardware no longer responds."""
        ...

    def close(self) -> None:
        """Release the library."""
        ...


@dataclass(frozen=True)
class Board:
    """A GPU under the name and index that torch gives it.

    NVML finds it by its uuid, because the order of indices can differ.
    """

    index: int
    uuid: str
    name: str


class Nvml:
    """The GPUs that run the models, opened by uuid. Raises NoSourceError if other processes use one of them."""

    def __init__(self, boards: Sequence[Board], lib: Any = None) -> None:
        """`lib` is pynvml, or its replacement in a test."""
        self.lib = load_nvml() if lib is None else lib
        try:
            self.lib.nvmlInit()
        except self.lib.NVMLError as error:
            raise NoSourceError(f"NVML could not be started: {self.say(error)}") from None
        try:
            self.handles = [self._open(board) for board in boards]
            self.driver = _text(self.lib.nvmlSystemGetDriverVersion())
        except self.lib.NVMLError as error:
            self.close()
            raise NoSourceError(f"NVML refuses: {self.say(error)}") from None
        except NoSourceError:
            self.close()
            raise
        self.device = ", ".join(board.name for board in boards)

    def _open(self, board: Board) -> Any:
        handle = self._handle(board)
        if self.optional(lambda: self.lib.nvmlDeviceGetMigMode(handle)[0]) == 1:
            raise NoSourceError(f"{board.name} is split by MIG, but its counter covers the whole board")
        if self.optional(lambda: self.lib.nvmlDeviceGetVirtualizationMode(handle)) == VGPU:
            raise NoSourceError(f"{board.name} is a virtual GPU, whose board is shared with other machines")
        running = self.optional(lambda: len(self.lib.nvmlDeviceGetComputeRunningProcesses(handle))) or 0
        if running > 1:
            raise NoSourceError(f"{running} processes use {board.name}, so their energy cannot be separated")
        return handle

    def _handle(self, board: Board) -> Any:
        bare = board.uuid.removeprefix("GPU-").removeprefix("MIG-")
        if not bare:
            raise NoSourceError(f"torch does not say which board cuda:{board.index} ({board.name}) is")
        try:
            return self.lib.nvmlDeviceGetHandleByUUID(f"GPU-{bare}")
        except self.lib.NVMLError as error:
            if self.optional(lambda: self.lib.nvmlDeviceGetHandleByUUID(f"MIG-{bare}")) is not None:
                raise NoSourceError(
                    f"cuda:{board.index} is a MIG slice, but the counter covers the whole board"
                ) from None
            raise NoSourceError(f"NVML has no board for cuda:{board.index} ({board.name}): {self.say(error)}") from None

    def optional(self, ask: Callable[[], Any]) -> Any:
        """The result of an NVML call; None if the GPU does not support the call."""
        try:
            return ask()
        except self.lib.NVMLError:
            return None

    def say(self, error: BaseException) -> str:
        """The message of an NVML error, without the name of its class."""
        return str(error) or type(error).__name__

    def close(self) -> None:
        """Shut NVML down."""
        self.optional(self.lib.nvmlShutdown)


def load_nvml() -> Any:
    """Import the module of nvidia-ml-py. Raises NoSourceError if it is not installed."""
    try:
        import pynvml
    except ImportError:
        raise NoSourceError("the package nvidia-ml-py is not installed") from None
    return pynvml


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


class _BoardSource:
    """Base class of sources that read GPUs through NVML. `what` names the value that is read."""

    scope = "GPU board"
    what: str

    def __init__(self, nvml: Nvml, clock: Callable[[], float] = time.perf_counter) -> None:
        """Raises NoSourceError if a GPU does not provide the value or does not allow reading it."""
        self._nvml, self._clock = nvml, clock
        self.device, self.driver = nvml.device, nvml.driver
        try:
            self.start()
        except LostError as error:
            raise NoSourceError(f"{self.what} cannot be read: {error}") from None

    def start(self) -> None:
        """See `Source`."""
        raise NotImplementedError

    def close(self) -> None:
        self._nvml.close()


class CounterSource(_BoardSource):
    """NVML's total energy counter, in mJ since the driver was loaded (Volta and later)."""

    method, resolution, note, what = "counter", COUNTER_UPDATE, "", "the energy counter"

    def _read(self) -> list[int]:
        try:
            return [self._nvml.lib.nvmlDeviceGetTotalEnergyConsumption(handle) for handle in self._nvml.handles]
        except self._nvml.lib.NVMLError as error:
            raise LostError(self._nvml.say(error)) from None

    def start(self) -> None:
        self._last, self._since, self._mj = self._read(), self._clock(), 0

    def joules(self) -> float:
        now, at = self._read(), self._clock()
        for before, after in zip(self._last, now, strict=True):
            self._mj += _grown(before, after, at - self._since)
        self._last, self._since = now, at
        return self._mj / 1000


def _grown(before: int, after: int, seconds: float) -> int:
    """The energy in mJ between two readings, even if the counter wrapped around in between.

    Raises LostError if the counter was reset.
    """
    if after >= before:
        return after - before
    most = MOST_WATTS * 1000 * max(seconds, COUNTER_UPDATE)
    for span in WRAPS:
        if before < span and after + span - before <= most:
            return after + span - before
    raise LostError(f"the energy counter fell from {before} to {after} mJ, because the driver was reloaded")


class PowerSource(_BoardSource):
    """Power (in mW) integrated by the trapezoid rule, for GPUs without a counter. The power must be read often."""

    method, what = "power-integrated", "power"

    def __init__(self, nvml: Nvml, clock: Callable[[], float] = time.perf_counter) -> None:
        """Raises NoSourceError if a GPU does not report its power."""
        self._nvml = nvml
        self._instant = nvml.optional(self._instant_watts) is not None
        self.resolution = POWER_SAMPLE if self._instant else AVERAGED_POWER
        self.note = "" if self._instant else "this GPU only reports power averaged over about a second"
        super().__init__(nvml, clock)

    def _instant_watts(self) -> float | None:
        lib, total = self._nvml.lib, 0
        for handle in self._nvml.handles:
            field = lib.nvmlDeviceGetFieldValues(handle, [lib.NVML_FI_DEV_POWER_INSTANT])[0]
            if field.nvmlReturn != lib.NVML_SUCCESS:
                return None
            total += field.value.uiVal
        return total / 1000

    def _watts(self) -> float:
        lib = self._nvml.lib
        try:
            if not self._instant:
                return sum(lib.nvmlDeviceGetPowerUsage(handle) for handle in self._nvml.handles) / 1000
            watts = self._instant_watts()
        except lib.NVMLError as error:
            raise LostError(self._nvml.say(error)) from None
        if watts is None:
            raise LostError("the GPU no longer reports its power")
        return watts

    def start(self) -> None:
        self._power, self._at, self._joules = self._watts(), self._clock(), 0.0

    def joules(self) -> float:
        watts, at = self._watts(), self._clock()
        self._joules += (watts + self._power) / 2 * (at - self._at)
        self._power, self._at = watts, at
        return self._joules


class RaplSource:
    """Energy counters of the CPU packages in µJ, with the value at which each counter wraps around."""

    method, scope, resolution = "rapl", "CPU package", RAPL_UPDATE
    driver = "powercap"
    note = "the whole package, including other programs"

    def __init__(self, root: Path = POWERCAP) -> None:
        """Raises NoSourceError if there is no package counter, or if reading it is not allowed."""
        # The pattern excludes intel-rapl-mmio:0, which lists the same package again and would count it twice.
        self._zones = [zone for zone in sorted(root.glob("*-rapl:*")) if _is_package(zone)]
        if not self._zones:
            raise NoSourceError(f"there is no CPU package counter under {root}")
        try:
            self._ranges = self._read("max_energy_range_uj")
            self.start()
        except LostError as error:
            raise NoSourceError(str(error)) from None
        self.device = ", ".join(_name(zone) for zone in self._zones)

    def _read(self, what: str = "energy_uj") -> list[int]:
        try:
            return [int((zone / what).read_text()) for zone in self._zones]
        except PermissionError:
            raise LostError(f"{self._zones[0]}/{what} can be read only by root on this machine") from None
        except (OSError, ValueError) as error:
            raise LostError(f"the CPU package counter cannot be read: {error}") from None

    def start(self) -> None:
        self._last, self._uj = self._read(), 0

    def joules(self) -> float:
        now = self._read()
        for before, after, span in zip(self._last, now, self._ranges, strict=True):
            self._uj += after - before if after >= before else after + span - before
        self._last = now
        return self._uj / 1e6

    def close(self) -> None:
        """Do nothing, because files are opened for each reading and closed after it."""


def _name(zone: Path) -> str:
    try:
        return (zone / "name").read_text().strip()
    except OSError:
        return ""


def _is_package(zone: Path) -> bool:
    """Whether a zone is a whole package, not its cores or memory (parts of it) or the platform (which contains it)."""
    return _name(zone).startswith("package")
