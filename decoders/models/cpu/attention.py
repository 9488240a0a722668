"""Attention within a forward pass. It computes queries, keys and values by head, stores keys and values in the cache,
and attends.

Keys are stored in columns of cache positions and values in columns of dimensions, so attention is just two more matrix
products, computed with kernels.py. Masked positions contribute exactly zero.
"""

# The types of Numba's and LLVM's functions are only partly known, and compiled functions have no Python types.
# pyright: basic, reportCallIssue=false, reportPrivateImportUsage=false, reportAttributeAccessIssue=false

import numpy as np

from decoders.models.cpu.kernels import BLOCK, F32, LANES, PANELS, WIDTH, compiled, product
from decoders.models.cpu.stages import (
    BIAS,
    FAST,
    FIELDS,
    KEY_NORM,
    MASK,
    NONE,
    QKV,
    QUERY_NORM,
    TURNED,
    WHOLE,
    add_bias,
    block_product,
    done,
    exp,
    finish,
    in_order,
    next_piece,
)

ATTENTION_ROWS = 8  # number of queries in one piece of work


@compiled(fastmath=FAST)
def _head_normed(own, rows, first, weight, epsilon):
    """Apply the root-mean-square norm to one head's columns, starting at `first`, in place."""
    for i in range(rows):
        total = np.float32(0.0)
        for d in range(len(weight)):
            total += own[i, first + d] * own[i, first + d]
        factor = np.float32(1.0) / np.sqrt(total / np.float32(len(weight)) + epsilon)
        for d in range(len(weight)):
            own[i, first + d] = weight[d] * (own[i, first + d] * factor)


@compiled(fastmath=FAST)
def _head_weighted(own, rows, first, weight, squares):
    """Apply one head's part of a norm over all heads.

    The norm's factor is applied later, because it needs the `squares` [n] of all heads.
    """
    for i in range(rows):
        total = np.float32(0.0)
        for d in range(len(weight)):
            total += own[i, first + d] * own[i, first + d]
        squares[i] = total
        for d in range(len(weight)):
            own[i, first + d] *= weight[d]


@compiled(fastmath=FAST)
def _turned(rows, cos, sin, first, half):
    """Apply rotary positions: rotate dimension d together with dimension d + half, in columns from `first` on."""
    for i in range(rows.shape[0]):
        for d in range(half):
            low, high = rows[i, first + d], rows[i, first + half + d]
            rows[i, first + d] = low * cos[i, d] - high * sin[i, d]
            rows[i, first + half + d] = high * cos[i, d] + low * sin[i, d]


@compiled()
def heads_piece(layer, piece, network, inputs, shared, own, x):
    """Compute some heads of queries, keys or values of a layer from its input x [n, D].

    The number of these heads is chosen so that they fill whole blocks. Each head is stored where attention reads it.
    """
    heads, kv_heads, dim, together = network.sizes
    row, vectors, computed = network.layers[layer], network.vectors, own.block
    begin, matrix = piece * together, QKV * FIELDS
    end = min(begin + together, heads + 2 * kv_heads)
    columns, before, bias = (end - begin) * dim, begin * dim, row[matrix + BIAS]
    for block in range((columns + BLOCK - 1) // BLOCK):
        at = computed.ctypes.data + 4 * block * BLOCK
        block_product(row, matrix, before // BLOCK + block, x, at, computed.shape[1])
    if bias != NONE:
        add_bias(computed, x.shape[0], columns, vectors[bias + before : bias + before + columns])
    for head in range(begin, end):
        column = head * dim - before
        if head < heads + kv_heads:
            norm = row[QUERY_NORM] if head < heads else row[KEY_NORM]
            if norm != NONE:
                if row[WHOLE]:
                    norm += (head if head < heads else head - heads) * dim
                    _head_weighted(computed, x.shape[0], column, vectors[norm : norm + dim], shared.squares[head])
                else:
                    _head_normed(computed, x.shape[0], column, vectors[norm : norm + dim], network.epsilon)
            if row[TURNED]:
                _turned(computed[: x.shape[0]], inputs.cos, inputs.sin, column, dim // 2)
        _put_head(head, column, network.sizes, computed[: x.shape[0]], inputs, shared.queries, layer)


@compiled()
def _put_head(head, column, sizes, own, inputs, queries, layer):
    """Store one head, which begins at a column of `own`, in the layout that attention reads."""
    heads, kv_heads, dim, _ = sizes
    group = heads // kv_heads
    if head < heads:
        for i in range(len(own)):
            for d in range(dim):
                queries[head // group, i * group + head % group, d] = own[i, column + d]
    elif head < heads + kv_heads:
        to = inputs.keys[layer, head - heads]
        for i in range(len(own)):
            panel, at = divmod(inputs.first + i, WIDTH)
            for d in range(dim):
                to[panel, d, at] = own[i, column + d]
    else:
        to = inputs.values[layer, head - heads - kv_heads]
        for i in range(len(own)):
            for d in range(dim):
                to[d // WIDTH, inputs.first + i, d % WIDTH] = own[i, column + d]


@compiled()
def scaling_stage(layer, network, inputs, shared, counts, stage):
    """Multiply queries and keys by the factors of norms over all heads. The factors come from `shared.squares`."""
    heads, kv_heads, dim, _ = network.sizes
    queries, squares, epsilon = shared.queries, shared.squares, network.epsilon
    group = heads // kv_heads
    while True:
        piece = next_piece(counts, stage)
        if piece >= kv_heads:
            break
        for i in range(squares.shape[1]):
            mean = in_order(squares[:heads, i]) / np.float32(heads * dim)
            factor = np.float32(1.0) / np.sqrt(mean + epsilon)
            for k in range(i * group, (i + 1) * group):
                for d in range(dim):
                    queries[piece, k, d] *= factor
            mean = in_order(squares[heads:, i]) / np.float32(kv_heads * dim)
            factor = np.float32(1.0) / np.sqrt(mean + epsilon)
            panel, at = divmod(inputs.first + i, WIDTH)
            for d in range(dim):
                inputs.keys[layer, piece, panel, d, at] *= factor
        done(counts, stage)
    finish(counts, stage, kv_heads)


@compiled(fastmath=FAST)
def _weigh(scores, hidden, scale):
    """Turn scores of cache positions into unnormalised weights, which are exactly zero for masked positions.

    At least one position must not be masked.
    """
    best = np.float32(-3.0e38)
    for j in range(hidden.shape[0]):
        if not hidden[j]:
            best = max(best, scores[j] * scale)
    for j in range(hidden.shape[0]):
        weight = exp(scores[j] * scale - best)
        scores[j] = np.float32(0.0) if hidden[j] else weight


@compiled()
def attention_piece(layer, kv, first_row, count, network, inputs, shared, own):
    """Compute attention for some rows of queries that share keys and values: those of head `kv`, from `first_row` on.

    The results are written to the output columns of the heads.
    """
    heads, kv_heads, dim, _ = network.sizes
    group, hidden = heads // kv_heads, inputs.hidden[network.layers[layer, MASK]]
    keys, values, queries, scores = inputs.keys[layer, kv], inputs.values[layer, kv], shared.queries[kv], own.scores
    places = hidden.shape[1]
    for block in range((places + BLOCK - 1) // BLOCK):
        at = keys.ctypes.data + 4 * block * BLOCK * dim
        y = scores.ctypes.data + 4 * block * BLOCK
        product(F32, at, at, queries[first_row:].ctypes.data, y, count, dim, dim * LANES, dim, scores.shape[1])
    for k in range(count):
        _weigh(scores[k], hidden[(first_row + k) // group], network.scale)
    panel = values.shape[1] * LANES
    for block in range((dim + BLOCK - 1) // BLOCK):
        at, y = values.ctypes.data + 4 * block * PANELS * panel, own.block.ctypes.data + 4 * block * BLOCK
        product(F32, at, at, scores.ctypes.data, y, count, places, panel, scores.shape[1], own.block.shape[1])
    for k in range(count):
        i, head = divmod(first_row + k, group)
        begin, total = (kv * group + head) * dim, in_order(scores[k, :places])
        for d in range(dim):
            shared.mixed[i, begin + d] = own.block[k, d] / total
