"""What the stages of a pass share: how threads take pieces of them, products, norms, and sums into the residual stream.

A stage is cut into pieces. A thread that comes takes the next piece, and waits at the end until all pieces are done.
"""

# Numba's and LLVM's own functions are known in part, and what they compile has no types that Python knows.
# pyright: basic, reportCallIssue=false, reportPrivateImportUsage=false, reportAttributeAccessIssue=false

import numpy as np
from numba import types

from decoders.models.cpu.kernels import (
    BLOCK,
    BYTES,
    LANES,
    as_float,
    compiled,
    get_and_add,
    give_way,
    product,
    read_now,
)

# A matrix in a table of addresses: where its panels and their scales are, how it is kept, blocks of columns, length,
# and where its bias begins in the array of vectors (NONE: it has none).
PANELS_AT, SCALES_AT, KIND, BLOCKS, LENGTH, BIAS = range(6)
FIELDS, NONE = 6, -1
QKV, OUT, GATE_UP, DOWN = range(4)  # the matrices of a layer, in the order of a row of the table; left out, all 0
# After them in a row: whether queries and keys get rotary positions; the number of the layer's mask; where the norms of
# queries and keys begin among the vectors (or NONE), and whether each is one norm over all heads; whether the layer's
# two norms come after attention and MLP, before the sum, instead of before them.
TURNED, MASK, QUERY_NORM, KEY_NORM, WHOLE, AFTER = range(4 * FIELDS, 4 * FIELDS + 6)
ROW = 4 * FIELDS + 6
STAGES = 9  # of a layer: QKV, attention, OUT, GATE_UP, DOWN, and those named here
SHOWING, SCALING, ADDING_ATTENTION, ADDING_MLP = 5, 6, 7, 8
TAKEN, DONE, APART = 0, 8, 16  # of a stage's two counts, each on a line of memory of its own; numbers to the next stage
PATIENCE = 400  # looks at a count before another thread may have the core
FAST = {"contract", "reassoc", "nsz", "arcp"}  # not on numbers that are none: damaged weights should be seen
_KINDS = np.array(BYTES)
_INT, _NUMBERS = types.intp, types.Array(types.intp, 1, "C")


@compiled()
def next_piece(counts, stage):
    return get_and_add(counts.ctypes.data + 8 * (stage * APART + TAKEN), 1)


@compiled()
def finish(counts, stage, pieces):
    """Wait until all pieces of a stage are done, having done what one could."""
    address, looks = counts.ctypes.data + 8 * (stage * APART + DONE), 0
    while read_now(address) < pieces:
        looks += 1
        if looks > PATIENCE:
            give_way()


@compiled()
def done(counts, stage):
    get_and_add(counts.ctypes.data + 8 * (stage * APART + DONE), 1)


@compiled(fastmath=FAST)
def exp(x):
    """e to the x in float32, for x up to 88, to some 1e-7 of it: without a table or a branch, so lanes do it side by
    side."""
    x = max(x, np.float32(-87.0))
    whole = np.floor(x * np.float32(1.4426950408889634) + np.float32(0.5))
    rest = x - whole * np.float32(0.693145751953125) - whole * np.float32(1.42860682030941723e-6)
    term = np.float32(1.9875691500e-4)
    term = term * rest + np.float32(1.3981999507e-3)
    term = term * rest + np.float32(8.3334519073e-3)
    term = term * rest + np.float32(4.1665795894e-2)
    term = term * rest + np.float32(1.6666665459e-1)
    term = term * rest + np.float32(5.0000001201e-1)
    term = term * rest * rest + rest + np.float32(1.0)
    return term * as_float(np.int32((np.int32(whole) + np.int32(127)) << np.int32(23)))


@compiled(fastmath=FAST)
def normed(rows, weight, epsilon, to):
    """Root-mean-square norm of each row."""
    size = rows.shape[1]
    for i in range(rows.shape[0]):
        total = np.float32(0.0)
        for d in range(size):
            total += rows[i, d] * rows[i, d]
        factor = np.float32(1.0) / np.sqrt(total / np.float32(size) + epsilon)
        for d in range(size):
            to[i, d] = weight[d] * (rows[i, d] * factor)


@compiled(types.void(_NUMBERS, _INT, _INT, types.Array(types.float32, 2, "C"), _INT, _INT))
def block_product(table, matrix, block, x, y, from_y):
    """One block of columns of a matrix of the table, times rows x [n, length], into what begins at address y."""
    length, kind = table[matrix + LENGTH], table[matrix + KIND]
    weights = table[matrix + PANELS_AT] + block * BLOCK * length * _KINDS[kind]
    scales = table[matrix + SCALES_AT] + 4 * block * BLOCK
    product(kind, weights, scales, x.ctypes.data, y, x.shape[0], length, length * LANES, x.shape[1], from_y)


@compiled()
def add_bias(own, rows, columns, bias):
    """A bias [columns] added to the first columns of rows."""
    for i in range(rows):
        for d in range(columns):
            own[i, d] += bias[d]


@compiled()
def in_order(weights):
    """The sum of a row, term by term: what adds nothing leaves the order of the rest."""
    total = np.float32(0.0)
    for weight in weights:
        total += weight
    return total


@compiled()
def adding_stage(table, matrix, vectors, factor, counts, stage, x, own, to):
    """A product whose blocks, times `factor`, are added to the rows of the residual stream."""
    blocks, rows, size = table[matrix + BLOCKS], to.shape[0], to.shape[1]
    bias = table[matrix + BIAS]
    while True:
        piece = next_piece(counts, stage)
        if piece >= blocks:
            break
        block_product(table, matrix, piece, x, own.ctypes.data, own.shape[1])
        begin = piece * BLOCK
        columns = min(BLOCK, size - begin)
        if bias != NONE:
            add_bias(own, rows, columns, vectors[bias + begin : bias + begin + columns])
        if factor != 1:
            for i in range(rows):
                for d in range(columns):
                    own[i, d] *= factor
        for i in range(rows):
            for d in range(columns):
                to[i, begin + d] += own[i, d]
        done(counts, stage)
    finish(counts, stage, blocks)


@compiled()
def norming_stage(moved, norm, epsilon, inner, counts, stage, to):
    """Rows of what a sub-layer gave, normed and added to the residual stream."""
    while True:
        piece = next_piece(counts, stage)
        if piece >= len(moved):
            break
        normed(moved[piece : piece + 1], norm, epsilon, inner[:1])
        for d in range(to.shape[1]):
            to[piece, d] += inner[0, d]
            moved[piece, d] = np.float32(0.0)
        done(counts, stage)
    finish(counts, stage, len(moved))
