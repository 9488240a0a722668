"""Coefficients of the modelled energy (MTAD §4 Eq. 9): joules per byte and per FLOP of known boards, from data sheets.

The paper gives no numbers. A data sheet's power limit is taken as the power of full memory traffic, so a coefficient
is an upper bound on what a byte costs while data moves; waiting is not modelled. Nothing here is measured.
"""

import re

from decoders.errors import BadInput
from explorer.trace.lines import Coefficients

MORE_FOR_READING = 1.25  # MTAD §4: a sequential read takes 20-30% more power than running at peak FLOPs
PICO = 1e12
MOST_PICO = 1_000_000  # a thousand times what any memory or arithmetic takes; a trace's have the same bound
OWN = "Own numbers"


def from_data_sheet(name: str, watts: float, bandwidth: float, peak: float, sheet: str = "") -> Coefficients:
    """Coefficients of a board: `watts` at full memory traffic, bytes/s, dense bf16 FLOP/s. `sheet` names the document.

    The board's limit is taken as PW_mem and 1/1.25 of it as PW_flop, as the paper argues.
    """
    flop = watts / MORE_FOR_READING
    source = (
        f"{sheet or f'{name} data sheet'}: {watts:g} W, {bandwidth / 1e9:g} GB/s, {peak / 1e12:g} dense bf16 TFLOP/s; "
        f"PW_mem = the limit, PW_flop = {flop:g} W (MTAD §4: reading takes 20-30% more power than peak FLOPs)"
    )
    return Coefficients(name, watts / bandwidth, flop / peak, source)


# Zen 4 has no bf16 peak on its data sheet: one 512-bit VDPBF16PS a cycle and core is 64 FLOPs, at the base clock.
EPYC_FLOPS = 96 * 2.4e9 * 64
EPYC_SHEET = (
    "AMD EPYC 9654 data sheet (360 W, 12 × DDR5-4800, 96 cores at 2.4 GHz), its bf16 peak computed as 64 FLOPs a cycle "
    "and core, memory modules not in the watts"
)
BOARDS = {
    board.name: board
    for board in (
        from_data_sheet("NVIDIA L40", 300, 864e9, 181.05e12),  # the paper's own board: the default
        from_data_sheet("NVIDIA A100 40GB SXM", 400, 1555e9, 312e12, "NVIDIA A100 data sheet"),
        from_data_sheet("NVIDIA A100 80GB PCIe", 300, 1935e9, 312e12, "NVIDIA A100 data sheet"),
        from_data_sheet("NVIDIA A100 80GB SXM", 400, 2039e9, 312e12, "NVIDIA A100 data sheet"),
        # Hopper's sheets give bf16 with sparsity (1,979 and 1,513 TFLOP/s); dense is half of it.
        from_data_sheet("NVIDIA H100 PCIe", 350, 2000e9, 756.5e12, "NVIDIA H100 data sheet"),
        from_data_sheet("NVIDIA H100 SXM", 700, 3350e9, 989.4e12, "NVIDIA H100 data sheet"),
        from_data_sheet("NVIDIA H200 SXM", 700, 4800e9, 989.4e12, "NVIDIA H200 data sheet"),
        from_data_sheet("AMD EPYC 9654", 360, 460.8e9, EPYC_FLOPS, EPYC_SHEET),
    )
}
DEFAULT = BOARDS["NVIDIA L40"]
# What the driver calls a board, the more particular name first.
KNOWN = (
    ("A100-SXM4-80GB", "NVIDIA A100 80GB SXM"),
    ("A100-SXM4-40GB", "NVIDIA A100 40GB SXM"),
    ("A100 80GB PCIE", "NVIDIA A100 80GB PCIe"),
    ("H100 PCIE", "NVIDIA H100 PCIe"),
    ("H100 80GB HBM3", "NVIDIA H100 SXM"),
    ("H200", "NVIDIA H200 SXM"),
)


def coefficients_for(device: str) -> Coefficients:
    """Those of the board a trace was recorded on, if it is known by that name; else the paper's board."""
    words = device.upper()
    if "NVL" in words:  # other limits and clocks than the SXM boards of the same chip
        return DEFAULT
    return next((BOARDS[board] for word, board in KNOWN if re.search(rf"\b{word}\b", words)), DEFAULT)  # not GH200


def chosen(board: str, per_byte: float | None = None, per_flop: float | None = None) -> Coefficients:
    """Those of a board by name, or one's own in picojoules. Raises BadInput for a name or numbers that cannot be."""
    if board in BOARDS:
        return BOARDS[board]
    if board != OWN:
        raise BadInput(f"there is no board {board[:60]!r}; choose one of {', '.join(BOARDS)}, or give your own numbers")
    if per_byte is None or per_flop is None or not (0 <= per_byte <= MOST_PICO and 0 <= per_flop <= MOST_PICO):
        raise BadInput(f"both coefficients should be from 0 to {MOST_PICO:,} picojoules")
    return Coefficients("own numbers", per_byte / PICO, per_flop / PICO, "set by hand")
