"""The computations of the built-in CPU engine: products with matrices in short number formats, compiled for this CPU.

One product multiplies `m` rows of float32 numbers by a block of 64 columns of a matrix. The matrix stays in memory in
its short format, and is read once for all rows. Columns are stored in panels of 16, so that the numbers for one step of
the sum are side by side. Each column has its own lane of a vector, so nothing is summed across lanes. Panels that are
processed together are interleaved step by step, so memory is read in one stream. The terms of a sum are added in the
same order for any number of rows. A row's result is therefore the same, bit for bit, whether it is computed alone or
with other rows.

LLVM compiles the code through Numba for the CPU's vector instructions. This module does not depend on models.
"""

# The types of Numba's and LLVM's functions are only partly known, and compiled functions have no Python types.
# pyright: basic, reportCallIssue=false, reportPrivateImportUsage=false, reportAttributeAccessIssue=false

import os
import platform
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import llvmlite.ir as ir
import numba
from numba import njit, types
from numba.core import cgutils
from numba.core.caching import FunctionCache
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from decoders.models.cache import engine_folder
from decoders.models.engine import HELD_TO, instructions, own_code


def _keep_compiled() -> bool:
    """Set up the cache of compiled code. Returns whether code can be cached.

    The cache's name depends on all sources of the compiled code, because Numba itself checks only a function's own
    file. If the CPU is restricted to older vector instructions, the code uses only those.
    """
    if os.environ.get(HELD_TO) and instructions() == "AVX2":
        # otherwise Numba would add the features of this CPU
        numba.config.CPU_NAME, numba.config.CPU_FEATURES = "haswell", ""
    folder = Path(os.environ.get("NUMBA_CACHE_DIR") or engine_folder() / "compiled") / own_code()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    numba.config.CACHE_DIR = str(folder)
    return os.access(folder, os.W_OK)


def _features() -> list[str]:
    """The vector instructions to compile for, as LLVM names them. Raises ImportError if the CPU is too old.

    Without these features, LLVM would call the C library for every single number, or fail.
    """
    found = cpu_target.target_context.codegen().magic_tuple()[2].split(",")
    held = numba.config.CPU_NAME == "haswell"
    missing = [name for name in ("+avx2", "+fma", "+f16c") if name not in found]
    if platform.machine() in ("x86_64", "AMD64") and missing and not held:
        raise ImportError(f"this CPU lacks {', '.join(missing).replace('+', '')}")
    return found


KEPT = _keep_compiled()


class _KeptCode(FunctionCache):
    """Compiled code cached in files. A damaged file counts as missing; code that cannot be cached is still used."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """See `FunctionCache`."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # reading a damaged file can raise any exception
            with suppress(OSError):
                self.flush()  # then the function is compiled and cached again
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """See `FunctionCache`."""
        with suppress(OSError):  # a full disk
            super().save_overload(sig, data)


def compiled(signature: Any = None, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function to machine code.

    If a signature is given, the function is compiled immediately. Otherwise, it is compiled at the first call with each
    signature. A division by zero does not raise an error, because other threads would wait for the result forever.
    """

    def made(function: Callable[..., Any]) -> Any:
        code = njit(nogil=True, error_model="numpy", **options)(function)
        if KEPT:
            code._cache = _KeptCode(function)
        if signature is not None:
            code.compile(signature)
            code.disable_compile()
        return code

    return made


LANES, PANELS = 16, 4
BLOCK = LANES * PANELS  # number of columns that one product computes
BF16, F16, F32, INT8 = range(4)  # storage formats of a matrix; INT8 has a scale for each column
BYTES = (2, 2, 4, 1)
WIDE = "+avx512f" in _features()
MOST_ROWS = 6
# For each number of rows, the number of panels processed together. It is limited by the CPU's registers for sums.
SIDE_BY_SIDE = {rows: PANELS if WIDE or rows == 1 else 1 for rows in range(1, MOST_ROWS + 1)}
AHEAD = 3072  # prefetch distance in bytes, larger than that of the CPU's own prefetcher
LINE = 64  # bytes of a cache line
WIDTH = BLOCK if WIDE else LANES  # number of columns stored side by side for each step of the sum


# The cache level into which data are prefetched, as LLVM numbers it. An EPYC is fastest if prefetched data leave no
# copy in the caches (0). On Intel CPUs, that setting made passes of eight nodes three times as slow, because many reads
# then bypass the cache at the same time. There, data go into the second-level cache (2).
AMD = cpu_target.target_context.codegen().magic_tuple()[1].startswith("znver")
NEAR = 0 if AMD else 2


def is_fetched(rows: int, panels: int, kind: int) -> bool:
    """Whether to prefetch. On AMD CPUs, most products of one or two rows do not prefetch.

    The hardware of these CPUs prefetches well enough for short sums over a long matrix.
    """
    return not AMD or panels == 1 or rows > 2 or (kind == INT8 and WIDTH == BLOCK)


_FLOAT, _WORD, _LONG = ir.FloatType(), ir.IntType(32), ir.IntType(64)
_FLOATS, _WORDS = ir.VectorType(_FLOAT, LANES), ir.VectorType(_WORD, LANES)
_KEPT_AS = {BF16: ir.IntType(16), F16: ir.HalfType(), F32: _FLOAT, INT8: ir.IntType(8)}
Builder = Any


def _widened(builder: Builder, kept: Any, kind: int) -> Any:
    """Convert LANES stored numbers to float32, exactly."""
    if kind == BF16:  # the upper half of a float32
        bits = builder.shl(builder.zext(kept, _WORDS), ir.Constant(_WORDS, [16] * LANES))
        return builder.bitcast(bits, _FLOATS)
    if kind == F16:
        return builder.fpext(kept, _FLOATS)
    return builder.sitofp(builder.sext(kept, _WORDS), _FLOATS) if kind == INT8 else kept


def _vector_at(builder: Builder, pointer: Any, element: Any, align: int) -> Any:
    return builder.load(builder.bitcast(pointer, ir.VectorType(element, LANES).as_pointer()), align=align)


def _spread(builder: Builder, number: Any) -> Any:
    """Make a vector with the same number in every lane."""
    nothing = ir.Constant(_FLOATS, ir.Undefined)
    first = builder.insert_element(nothing, number, _WORD(0))
    return builder.shuffle_vector(first, nothing, ir.Constant(_WORDS, [0] * LANES))


def _fetch(builder: Builder, pointer: Any) -> None:
    """Prefetch the data that is AHEAD bytes from here."""
    byte = ir.IntType(8).as_pointer()
    kind = ir.FunctionType(ir.VoidType(), [byte, *[_WORD] * 3])
    fetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
    ahead = builder.gep(builder.bitcast(pointer, byte), [_LONG(AHEAD)])
    builder.call(fetch, [ahead, _WORD(0), _WORD(NEAR), _WORD(1)])  # for reading data, not instructions


def _rows_times_panels(rows: int, panels: int, kind: int) -> Any:
    """Generate the code that multiplies a fixed number of rows and panels, as a function that Numba can call.

    Its arguments are first the addresses of the first panel, of its scales, of x and of y. Then come the length of the
    sums and three distances, counted in numbers: between panels, between rows of x and between rows of y. If panels are
    stored side by side, the distance between them is known.
    """

    def emit(context: Any, builder: Builder, signature: Any, arguments: Any) -> Any:
        weights, scales, x, y, length, from_panel, from_x, from_y = arguments
        weights = builder.inttoptr(weights, _KEPT_AS[kind].as_pointer())
        x, y = builder.inttoptr(x, _FLOAT.as_pointer()), builder.inttoptr(y, _FLOAT.as_pointer())
        x_rows = [builder.gep(x, [builder.mul(from_x, _LONG(row))]) for row in range(rows)]
        from_panel = _LONG(LANES) if WIDTH == BLOCK else from_panel
        starts = [builder.gep(weights, [builder.mul(from_panel, _LONG(panel))]) for panel in range(panels)]
        before, loop, after = builder.block, builder.append_basic_block(), builder.append_basic_block()
        builder.branch(loop)
        builder.position_at_end(loop)
        step = builder.phi(_LONG)
        sums = [[builder.phi(_FLOATS) for _ in starts] for _ in x_rows]
        at = builder.mul(step, _LONG(WIDTH))
        wide = [
            _widened(builder, _vector_at(builder, builder.gep(start, [at]), _KEPT_AS[kind], LANES * BYTES[kind]), kind)
            for start in starts
        ]
        if is_fetched(rows, panels, kind):
            for start in starts[:: max(1, LINE // (LANES * BYTES[kind]))]:
                _fetch(builder, builder.gep(start, [at]))
        fma = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(_FLOATS, [_FLOATS] * 3), f"llvm.fma.v{LANES}f32"
        )
        grown = list[list[Any]]()
        for x_row, row_sums in zip(x_rows, sums, strict=True):
            number = _spread(builder, builder.load(builder.gep(x_row, [step])))
            grown.append([builder.call(fma, [one, number, so_far]) for one, so_far in zip(wide, row_sums, strict=True)])
        following = builder.add(step, _LONG(1))
        for phi, first, then in [
            (step, _LONG(0), following),
            *(
                (phi, ir.Constant(_FLOATS, [0.0] * LANES), then)
                for row, new in zip(sums, grown, strict=True)
                for phi, then in zip(row, new, strict=True)
            ),
        ]:
            phi.add_incoming(first, before)
            phi.add_incoming(then, loop)
        builder.cbranch(builder.icmp_signed("<", following, length), loop, after)
        builder.position_at_end(after)
        factors = builder.inttoptr(scales, _FLOAT.as_pointer())
        for row, row_sums in enumerate(grown):
            for panel, total in enumerate(row_sums):
                if kind == INT8:
                    factor = _vector_at(builder, builder.gep(factors, [_LONG(panel * LANES)]), _FLOAT, 4)
                    total = builder.fmul(total, factor)
                place = builder.gep(y, [builder.add(builder.mul(from_y, _LONG(row)), _LONG(panel * LANES))])
                builder.store(total, builder.bitcast(place, _FLOATS.as_pointer()), align=4)
        return context.get_dummy_value()

    @intrinsic
    def product(typing: Any, weights, scales, x, y, length, from_panel, from_x, from_y):
        return types.void(*[types.intp] * 8), emit

    return product


def _block_of(kind: int) -> Callable[..., None]:
    """Generate the function for matrices of one storage format: any number of rows times BLOCK columns."""
    one, two, three, four, five, six = (_rows_times_panels(rows, side, kind) for rows, side in SIDE_BY_SIDE.items())
    side, size = tuple(SIDE_BY_SIDE.values()), BYTES[kind]

    @njit(nogil=True)  # compiled with `product`, which is cached
    def block(weights, scales, x, y, rows, length, from_panel, from_x, from_y):
        pieces = (rows + MOST_ROWS - 1) // MOST_ROWS
        for piece in range(pieces):  # number of rows computed together; all groups have about the same size
            first, end = rows * piece // pieces, rows * (piece + 1) // pieces
            count, at, to = end - first, x + 4 * first * from_x, y + 4 * first * from_y
            for panel in range(0, PANELS, side[count - 1]):
                part, factors = weights + panel * from_panel * size, scales + 4 * panel * LANES
                into = to + 4 * panel * LANES
                if count == 1:
                    one(part, factors, at, into, length, from_panel, from_x, from_y)
                elif count == 2:
                    two(part, factors, at, into, length, from_panel, from_x, from_y)
                elif count == 3:
                    three(part, factors, at, into, length, from_panel, from_x, from_y)
                elif count == 4:
                    four(part, factors, at, into, length, from_panel, from_x, from_y)
                elif count == 5:
                    five(part, factors, at, into, length, from_panel, from_x, from_y)
                else:
                    six(part, factors, at, into, length, from_panel, from_x, from_y)

    return block


_bf16, _f16, _f32, _int8 = (_block_of(kind) for kind in range(4))


@compiled(types.void(*[types.intp] * 10))
def product(kind, weights, scales, x, y, rows, length, from_panel, from_x, from_y):
    """y[rows, BLOCK] = x[rows, length] times BLOCK columns [BLOCK / WIDTH, length, WIDTH] stored in the format `kind`.

    All arguments are addresses. `scales` is used only for INT8. `from_panel` is the distance between panels, for panels
    of width WIDTH = 1.
    """
    if kind == BF16:
        _bf16(weights, scales, x, y, rows, length, from_panel, from_x, from_y)
    elif kind == INT8:
        _int8(weights, scales, x, y, rows, length, from_panel, from_x, from_y)
    elif kind == F16:
        _f16(weights, scales, x, y, rows, length, from_panel, from_x, from_y)
    else:
        _f32(weights, scales, x, y, rows, length, from_panel, from_x, from_y)


@intrinsic
def get_and_add(typing: Any, address, number):
    """Add `number` to the number at an address in one atomic step, and return the previous value."""

    def emit(context: Any, builder: Builder, signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], _LONG.as_pointer())
        return builder.atomic_rmw("add", pointer, arguments[1], "seq_cst")

    return types.int64(types.intp, types.int64), emit


@intrinsic
def read_now(typing: Any, address):
    """Read the number at an address atomically.

    After the read, everything that other threads wrote before that number is visible too.
    """

    def emit(context: Any, builder: Builder, signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(builder.inttoptr(arguments[0], _LONG.as_pointer()), "seq_cst", 8)

    return types.int64(types.intp), emit


@intrinsic
def give_way(typing: Any):
    """Yield this core to another thread that waits for it, if there is one."""

    def emit(context: Any, builder: Builder, signature: Any, arguments: Any) -> Any:
        name = "SwitchToThread" if sys.platform == "win32" else "sched_yield"
        builder.call(cgutils.get_or_insert_function(builder.module, ir.FunctionType(_WORD, []), name), [])
        return context.get_dummy_value()

    return types.void(), emit


@intrinsic
def as_float(typing: Any, bits):
    """Read 32 bits as a float32."""

    def emit(context: Any, builder: Builder, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], _FLOAT)

    return types.float32(types.int32), emit
