"""Coefficients for modelled energy (MTAD §4 Eq. 9): joules per byte and per FLOP of known devices, from data sheets.

The paper gives no coefficients. The power limit in a data sheet counts as the power at full memory traffic. A
coefficient is therefore an upper bound on the energy of moving a byte. Idle time is not modelled. Nothing here is
measured.
"""

import re
from dataclasses import dataclass

from decoders.errors import BadInput
from explorer.trace.lines import Coefficients

MORE_FOR_READING = 1.25  # MTAD §4: a sequential read takes 20–30% more power than running at peak FLOPs
PICO = 1e12
MOST_PICO = 1_000_000  # a thousand times the energy of any memory or arithmetic; traces have the same limit
OWN = "Own numbers"


@dataclass(frozen=True)
class Sheet:
    """The values in a device's data sheet: power limit (W), bandwidth (bytes/s) and peak (dense bf16 FLOP/s)."""

    name: str
    watts: float
    bandwidth: float
    peak: float
    sheet: str = ""  # the title of the data sheet, if it is not the device's name

    def title(self) -> str:
        """The title of the data sheet."""
        return self.sheet or f"{self.name} data sheet"

    def rates(self) -> str:
        """The bandwidth and the peak with their units, as text."""
        return f"{self.bandwidth / 1e9:g} GB/s, {self.peak / 1e12:g} dense bf16 TFLOP/s"

    def coefficients(self) -> Coefficients:
        """The coefficients for modelled energy. The power limit counts as PW_mem, and 1/1.25 of it as PW_flop, as the
        paper argues.
        """
        flop = self.watts / MORE_FOR_READING
        source = (
            f"{self.title()}: {self.watts:g} W, {self.rates()}; PW_mem = the limit, PW_flop = {flop:g} W "
            "(MTAD §4: reading takes 20–30% more power than peak FLOPs)"
        )
        return Coefficients(self.name, self.watts / self.bandwidth, flop / self.peak, source)


# Zen 4's data sheet has no bf16 peak. One 512-bit VDPBF16PS per cycle and core makes 64 FLOPs, at the base clock.
EPYC_FLOPS = 96 * 2.4e9 * 64
EPYC_SHEET = (
    "AMD EPYC 9654 data sheet (360 W without memory modules, 12 × DDR5-4800, 96 cores at 2.4 GHz), bf16 peak computed "
    "as 64 FLOPs per cycle and core"
)
SHEETS = (
    Sheet("NVIDIA L40", 300, 864e9, 181.05e12),  # the paper's GPU, and the default
    Sheet("NVIDIA A100 40GB SXM", 400, 1555e9, 312e12, "NVIDIA A100 data sheet"),
    Sheet("NVIDIA A100 80GB PCIe", 300, 1935e9, 312e12, "NVIDIA A100 data sheet"),
    Sheet("NVIDIA A100 80GB SXM", 400, 2039e9, 312e12, "NVIDIA A100 data sheet"),
    # Hopper's data sheets give bf16 with sparsity (1,979 and 1,513 TFLOP/s); dense is half of that.
    Sheet("NVIDIA H100 PCIe", 350, 2000e9, 756.5e12, "NVIDIA H100 data sheet"),
    Sheet("NVIDIA H100 SXM", 700, 3350e9, 989.4e12, "NVIDIA H100 data sheet"),
    Sheet("NVIDIA H200 SXM", 700, 4800e9, 989.4e12, "NVIDIA H200 data sheet"),
    Sheet("AMD EPYC 9654", 360, 460.8e9, EPYC_FLOPS, EPYC_SHEET),
)
BOARDS = {one.name: one.coefficients() for one in SHEETS}
DEFAULT = BOARDS["NVIDIA L40"]
# The driver's names of devices, more specific names first.
KNOWN = (
    ("A100-SXM4-80GB", "NVIDIA A100 80GB SXM"),
    ("A100-SXM4-40GB", "NVIDIA A100 40GB SXM"),
    ("A100 80GB PCIE", "NVIDIA A100 80GB PCIe"),
    ("H100 PCIE", "NVIDIA H100 PCIe"),
    ("H100 80GB HBM3", "NVIDIA H100 SXM"),
    ("H200", "NVIDIA H200 SXM"),
)


def coefficients_for(device: str) -> Coefficients:
    """The coefficients of the device that the driver calls `device`; for an unknown device, the
    coefficients of the paper's GPU.
    """
    words = device.upper()
    if "NVL" in words:  # this board's limits and clocks differ from those of the SXM boards with the same chip
        return DEFAULT
    return next((BOARDS[board] for word, board in KNOWN if re.search(rf"\b{word}\b", words)), DEFAULT)  # not GH200


def chosen(board: str, per_byte: float | None = None, per_flop: float | None = None) -> Coefficients:
    """The coefficients of a device by name, or the user's own in picojoules.

    Raises BadInput if the name is unknown or a number is invalid.
    """
    if board in BOARDS:
        return BOARDS[board]
    if board != OWN:
        raise BadInput(
            f"Unknown device {board[:60]}. Choose one of: {', '.join(BOARDS)}, or enter your own coefficients."
        )
    if per_byte is None or per_flop is None or not (0 <= per_byte <= MOST_PICO and 0 <= per_flop <= MOST_PICO):
        raise BadInput(
            f"A coefficient is missing or out of range. Enter both coefficients, from 0 to {MOST_PICO:,} picojoules."
        )
    return Coefficients("own numbers", per_byte / PICO, per_flop / PICO, "set by hand")
