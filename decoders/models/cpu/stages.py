"""Functions shared by the stages of a pass: division of the work among threads, products, norms, and sums into the
residual stream.

A stage is divided into pieces. Each thread takes the next piece until none is left, and then waits until all pieces are
done.
"""

# The types of Numba's and LLVM's functions are only partly known, and compiled functions have no Python types.
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

# The entry of a matrix in the table of addresses: addresses of its panels and scales, storage format, blocks of
# columns, length, and the index of its bias in the array of vectors (NONE: it has no bias).
PANELS_AT, SCALES_AT, KIND, BLOCKS, LENGTH, BIAS = range(6)
FIELDS, NONE = 6, -1
# the matrices of a layer, in the order of a row of the table; a skipped matrix is all 0
QKV, OUT, GATE_UP, DOWN = range(4)
# The rest of a row: whether queries and keys get rotary positions; the number of the layer's mask; where the norms of
# queries and keys begin among the vectors (or NONE), and whether each is one norm over all heads; whether the layer's
# two norms come after attention and MLP, before the sum, instead of before them.
TURNED, MASK, QUERY_NORM, KEY_NORM, WHOLE, AFTER = range(4 * FIELDS, 4 * FIELDS + 6)
ROW = 4 * FIELDS + 6
STAGES = 9  # stages of a layer: QKV, attention, OUT, GATE_UP, DOWN, and those named here
SHOWING, SCALING, ADDING_ATTENTION, ADDING_MLP = 5, 6, 7, 8
# each of a stage's two counts has its own cache line; APART is the distance between stages, counted in numbers
TAKEN, DONE, APART = 0, 8, 16
PATIENCE = 400  # number of times that a thread reads a count before it yields the core
# compiled code must not assume that there is no NaN, because damaged weights should be noticed
FAST = {"contract", "reassoc", "nsz", "arcp"}
_KINDS = np.array(BYTES)
_INT, _NUMBERS = types.intp, types.Array(types.intp, 1, "C")


@compiled()
def next_piece(counts, stage):
    return get_and_add(counts.ctypes.data + 8 * (stage * APART + TAKEN), 1)


@compiled()
def finish(counts, stage, pieces):
    """Wait until all pieces of a stage are done. A thread calls this when it has no piece left to take."""
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
    """e^x in float32 for x ≤ 88, with a relative error near 1e-7.

    It uses no table and no branch, so all vector lanes compute at the same time.
    """
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
    """Multiply rows x [n, length] by one block of columns of a matrix in the table, and write the result to address
    y.
    """
    length, kind = table[matrix + LENGTH], table[matrix + KIND]
    weights = table[matrix + PANELS_AT] + block * BLOCK * length * _KINDS[kind]
    scales = table[matrix + SCALES_AT] + 4 * block * BLOCK
    product(kind, weights, scales, x.ctypes.data, y, x.shape[0], length, length * LANES, x.shape[1], from_y)


@compiled()
def add_bias(own, rows, columns, bias):
    """Add a bias [columns] to the first columns of each row."""
    for i in range(rows):
        for d in range(columns):
            own[i, d] += bias[d]


@compiled()
def in_order(weights):
    """Sum a row term by term, so that zeros do not change the order in which the other terms are added."""
    total = np.float32(0.0)
    for weight in weights:
        total += weight
    return total


@compiled()
def adding_stage(table, matrix, vectors, factor, counts, stage, x, own, to):
    """Compute the product of x [n, length] and add it, times `factor`, to the rows `to` of the residual stream."""
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
    """Apply a norm to the output of a sub-layer and add it to the residual stream."""
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
