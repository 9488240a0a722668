"""Stand-ins for pynvml and a powercap tree, so that all measuring code runs without the hardware."""

import time
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from decoders.core.pair import Encoded
from decoders.pairs import Pair
from explorer.energy.run import Devices
from explorer.energy.sources import Board

UUID = "11111111-2222-3333-4444-555555555555"
OTHER = "99999999-2222-3333-4444-555555555555"


class FakeError(Exception):
    """The fake's error, like NVMLError."""


@dataclass
class FakeBoard:
    """A board of constant power. `update` is the counter's step in seconds; `lost_after` limits its answers."""

    watts: float = 100.0
    counter: bool = True
    instant: bool = True
    usage: bool = True
    permitted: bool = True
    mig: bool = False
    virtual: bool = False
    processes: int = 1
    offset_mj: int = 1_000_000
    span_mj: int = 2**64
    update: float = 0.0
    stuck: bool = False
    lost_after: int | None = None
    began: float = field(default_factory=time.perf_counter)
    answers: int = 0

    def answer(self, known: bool) -> None:
        """Count a question, and raise what the board would raise."""
        self.answers += 1
        if self.lost_after is not None and self.answers > self.lost_after:
            raise FakeError("GPU is lost")
        if not self.permitted:
            raise FakeError("Insufficient Permissions")
        if not known:
            raise FakeError("Not Supported")

    def millijoules(self) -> int:
        seconds = 0.0 if self.stuck else time.perf_counter() - self.began
        if self.update:
            seconds -= seconds % self.update
        return (self.offset_mj + int(self.watts * seconds * 1000)) % self.span_mj


class FakeNvml:
    """The used functions of pynvml, over boards by uuid. `driver=False` is a machine without a driver."""

    NVMLError = FakeError
    NVML_SUCCESS = 0
    NVML_FI_DEV_POWER_INSTANT = 186

    def __init__(self, boards: dict[str, FakeBoard] | None = None, driver: bool = True) -> None:
        self.boards = {UUID: FakeBoard()} if boards is None else boards
        self.driver = driver
        self.open = 0

    def nvmlInit(self) -> None:  # noqa: N802 - NVML's own name, as below
        if not self.driver:
            raise FakeError("NVML Shared Library Not Found")
        self.open += 1

    def nvmlShutdown(self) -> None:  # noqa: N802
        self.open -= 1

    def nvmlSystemGetDriverVersion(self) -> str:  # noqa: N802
        return "600.1"

    def nvmlDeviceGetHandleByUUID(self, uuid: str) -> FakeBoard:  # noqa: N802
        if uuid.startswith("GPU-") and (board := self.boards.get(uuid[4:])) is not None:
            return board
        if uuid.startswith("MIG-") and uuid[4:] in self.boards.get("slices", ()):  # type: ignore[operator]
            return FakeBoard()
        raise FakeError("Not Found")

    def nvmlDeviceGetMigMode(self, board: FakeBoard) -> list[int]:  # noqa: N802
        return [int(board.mig), int(board.mig)]

    def nvmlDeviceGetVirtualizationMode(self, board: FakeBoard) -> int:  # noqa: N802
        return 2 if board.virtual else 0

    def nvmlDeviceGetComputeRunningProcesses(self, board: FakeBoard) -> list[int]:  # noqa: N802
        return list(range(board.processes))

    def nvmlDeviceGetTotalEnergyConsumption(self, board: FakeBoard) -> int:  # noqa: N802
        board.answer(board.counter)
        return board.millijoules()

    def nvmlDeviceGetPowerUsage(self, board: FakeBoard) -> int:  # noqa: N802
        board.answer(board.usage)
        return int(board.watts * 1000)

    def nvmlDeviceGetFieldValues(self, board: FakeBoard, fields: list[int]) -> list[Any]:  # noqa: N802
        board.answer(True)
        value = SimpleNamespace(uiVal=int(board.watts * 1000))
        return [SimpleNamespace(nvmlReturn=0 if board.instant else 3, value=value) for _ in fields]


class NoSync(Devices):
    """Devices that need no torch for synchronising."""

    def synchronise(self) -> None:
        return None


def gpu(*uuids: str, others: tuple[str, ...] = ()) -> Devices:
    """The devices of a pair on fake boards."""
    boards = tuple(Board(i, uuid, f"Fake {i}") for i, uuid in enumerate(uuids or (UUID,)))
    return NoSync(boards, others)


def powercap(root: Path, *microjoules: int, span: int = 10_000_000) -> list[Path]:
    """A tree of CPU packages, with subzones that must not be counted; returns the energy files."""
    files = []
    for i, energy in enumerate(microjoules):
        files.append(_zone(root / f"intel-rapl:{i}", f"package-{i}", energy, span))
        _zone(root / f"intel-rapl:{i}:0", "core", 77, span)
    _zone(root / "intel-rapl:9", "psys", 88, span)
    _zone(root / "intel-rapl-mmio:0", "package-0", 99, span)  # the same package by another register
    return files


def _zone(folder: Path, name: str, energy: int, span: int) -> Path:
    folder.mkdir(parents=True)
    (folder / "name").write_text(f"{name}\n")
    (folder / "max_energy_range_uj").write_text(f"{span}\n")
    (folder / "energy_uj").write_text(f"{energy}\n")
    return folder / "energy_uj"


def count_to(file: Path, microjoules: int) -> None:
    """Set a package counter to a value atomically, as the kernel does, so that no reader finds an empty file."""
    (new := file.with_suffix(".new")).write_text(f"{microjoules}\n")
    new.replace(file)


def tiny_pair(**changes: Any) -> Pair:
    """A pair of tiny random Llamas; the target has three Medusa heads. `changes` apply to both configs."""
    from decoders.core.decode import Models
    from decoders.models.torch.huggingface import HuggingFaceModel
    from tests.tiny import VOCAB, tiny, tiny_heads

    tiny_net = tiny.__wrapped__  # not the nets that other tests share: hooks are hung on these
    net = tiny_net("llama-grouped", **changes)
    target = HuggingFaceModel(net, VOCAB, "tiny target", heads=tiny_heads(net, 3))
    draft = HuggingFaceModel(tiny_net("llama", seed=1, **changes), VOCAB, "tiny draft")
    info = {
        "target": "tiny",
        "draft": "tiny",
        "device": "cpu",
        "dtype": "float64",
        "tree_mode": {"target": "tree", "draft": "tree"},
    }
    return Pair(
        "tiny",
        Models(target, draft, frozenset()),
        lambda prompt: Encoded([3, 5, 7, 9], prompt.text),
        lambda ids: " ".join(map(str, ids)),
        str,
        info,
    )


def fake(**board: Any) -> FakeNvml:
    """One board with these properties."""
    return FakeNvml({UUID: FakeBoard(**board)})
