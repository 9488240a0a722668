"""Run one pass of a decoder network over any number of rows, with several threads that share the work.

The network is that of Llama, with options that a table sets for each layer. The options are biases, norms of queries
and keys, norms after a sub-layer instead of before it, no rotary positions, a sliding window, and multipliers.

A pass is a sequence of stages, each divided into pieces. Every thread takes the next free piece, and goes on to the
next stage when all pieces of the current stage are done. A late or slow thread therefore delays the others only by its
current piece. Keys are stored in columns of cache positions and values in columns of dimensions, so attention is two
more products of kernels.py. Masked positions contribute exactly zero, and the terms of a sum are always added in the
same order. The scores of a path are therefore the same, bit for bit, whatever else is in the pass or in the cache.
"""

# The types of Numba's and LLVM's functions are only partly known, and compiled functions have no Python types.
# pyright: basic, reportCallIssue=false, reportPrivateImportUsage=false, reportAttributeAccessIssue=false

import numpy as np

from decoders.models.cpu.attention import ATTENTION_ROWS, attention_piece, heads_piece, scaling_stage
from decoders.models.cpu.kernels import BLOCK, compiled
from decoders.models.cpu.stages import (
    ADDING_ATTENTION,
    ADDING_MLP,
    AFTER,
    BIAS,
    BLOCKS,
    DOWN,
    FAST,
    FIELDS,
    GATE_UP,
    MASK,
    NONE,
    OUT,
    PANELS_AT,
    QKV,
    SCALING,
    SHOWING,
    STAGES,
    WHOLE,
    add_bias,
    adding_stage,
    block_product,
    done,
    exp,
    finish,
    next_piece,
    normed,
    norming_stage,
)

FIRST = 16  # number of largest scores returned per row, as many as a record has
ALONE = 4  # up to this many rows are summed by the leading thread alone, because the threads would wait for Python


@compiled(fastmath=FAST)
def _gated(both, to, column):
    """Compute the gate of an MLP: SiLU of the first half of each row, times the second half."""
    half = BLOCK // 2
    for i in range(to.shape[0]):
        for d in range(half):
            gate = both[i, d]
            to[i, column + d] = gate / (np.float32(1.0) + exp(-max(gate, np.float32(-87.0)))) * both[i, half + d]


# Loops over a row use indices, because LLVM vectorises these but not Numba's iterators.


@compiled()
def _above(row, least):
    """The number of scores of a row that are larger than `least`. (LLVM vectorises this count, but not a search for the
    largest.)
    """
    count = np.int32(0)
    for k in range(len(row)):
        count += np.int32(row[k] > least)
    return count


@compiled()
def _broken(row):
    """The number of scores of a row that are NaN or infinite."""
    count = np.int32(0)
    for k in range(len(row)):
        count += np.int32(row[k] != row[k])
    return count


@compiled(fastmath=FAST)
def _summed(row, best):
    """Compute two sums over one row: Σ e^(score − best), and Σ (score − best)·e^(score − best)."""
    mass, mean = np.float32(0.0), np.float32(0.0)
    for k in range(len(row)):
        below = max(row[k] - best, np.float32(-87.0))
        weight = exp(below)
        mass += weight
        mean += weight * below
    return mass, mean


@compiled()
def _first(row, columns):
    """The columns of the FIRST largest scores of a row, largest first. The lowest column wins a tie."""
    count, scores = 0, np.empty(FIRST, dtype=np.float32)
    for begin in range(0, len(row), BLOCK):
        end = min(begin + BLOCK, len(row))
        if count == FIRST and not _above(row[begin:end], scores[FIRST - 1]):
            continue
        for k in range(begin, end):
            if count == FIRST and not row[k] > scores[FIRST - 1]:
                continue
            at = min(count, FIRST - 1)
            while at > 0 and scores[at - 1] < row[k]:
                scores[at], columns[at] = scores[at - 1], columns[at - 1]
                at -= 1
            scores[at], columns[at] = row[k], k
            count = min(count + 1, FIRST)


@compiled()
def _sum_up(columns, scores, sums, largest, counts, stage):
    """Summarise each row of scores: the largest score, the log of the sum of exponentials, and the entropy.

    It also finds the indices of the largest scores. The largest score is NaN if any score is NaN.
    """
    while True:
        piece = next_piece(counts, stage)
        if piece >= len(scores):
            break
        row = scores[piece, :columns]
        _first(row, largest[piece])
        best = np.float32(np.nan) if _broken(row) else row[largest[piece, 0]]
        mass, mean = _summed(row, best)
        log = np.log(np.float64(mass))
        sums[piece, 0], sums[piece, 1], sums[piece, 2] = best, best + log, log - np.float64(mean) / mass
        done(counts, stage)
    finish(counts, stage, len(scores))


@compiled()
def _scored(head, norm, epsilon, divisor, stream, inner, rows, asked, ends, to, counts, stage):
    """Apply the last norm to the rows from `asked` on, and compute the scores of some of them, divided by `divisor`.
    The work has `blocks` + 1 pieces. When the function returns, other threads may still be computing their pieces.
    """
    blocks, ready = head[BLOCKS], False
    chosen = inner[: len(rows)]
    while True:
        piece = next_piece(counts, stage)
        if piece > blocks:
            break
        if piece == blocks:
            normed(stream[asked:], norm, epsilon, ends)
        elif len(rows):
            if not ready:
                for i in range(len(rows)):
                    normed(stream[rows[i] : rows[i] + 1], norm, epsilon, chosen[i : i + 1])
                ready = True
            block_product(head, 0, piece, chosen, to.ctypes.data + 4 * piece * BLOCK, to.shape[1])
            if divisor != 1:
                for i in range(len(rows)):
                    for d in range(piece * BLOCK, (piece + 1) * BLOCK):
                        to[i, d] /= divisor
        done(counts, stage)


@compiled()
def share(
    thread, threads, layers, head, vectors, sizes, epsilon, scale, factor, divisor, norms, stream, mix, before, cos,
    sin, first, hidden, keys, values, shown, seen, inner, own, scores, queries, squares, mixed, moved, gated, rows,
    asked, ends, to, columns, sums, largest, counts,
):  # fmt: skip
    """Do one thread's share of a pass over n rows. All threads get the same arguments, except for their own buffers.

    thread: the number of this one among `threads`; thread 0 returns when the whole pass is done
    layers [L, ROW]: addresses of each layer's parts; head [FIELDS]: those of the output's matrix
    vectors: the array that contains the layers' biases and the norms of queries and keys
    sizes: heads, heads of keys and values (H'), dimensions of a head, heads that fill whole blocks together
    factor: multiplies the output of every sub-layer; divisor: divides the scores
    norms [2 L + 2, D]: weights of norms; the last two belong before the output and before `mix`
    stream [n, D]: the residual stream, which starts with the tokens' embeddings; cos, sin [n, dim / 2]
    mix [FIELDS]: a matrix; its product with the norm of `before` [n, D] is added to the stream at first; all 0: none
    first: cache position of the first row; hidden [masks, n, places]: positions that a row may not attend to, by mask
    keys [L, H', P / WIDTH, dim, WIDTH] and values [L, H', dim / WIDTH, P, WIDTH], of P positions, where the values'
        dimensions end with a whole BLOCK
    shown: the numbers of layers after which the stream is copied into `seen` [n, F]
    inner [n, D], own [max(n, ATTENTION_ROWS), width] and scores [ATTENTION_ROWS, P]: this thread's own buffers, `width`
        for the heads that are computed together and for one head's values
    queries [H', n H / H', dim], squares [H + H', n], mixed [n, H dim], gated [n, inner size]: buffers of all threads
    moved [n, D]: a shared buffer of zeros if a layer has its norms after its sub-layers, else of any length
    rows: the rows whose scores are written to the first columns of `to` [m, ...]
    sums [m, 3], largest [m, FIRST]: see `_sum_up`
    asked: the first row that needs more than its keys and values (n if there is none); the last layer computes only
        from there on; ends [n - asked, D]: the stream of those rows after the last norm
    counts [STAGES (L + 1) + 1, APART]: zeros
    """
    heads, kv_heads, dim, together = sizes
    count, size = stream.shape
    group = heads // kv_heads
    width, begins, stage = count * group, 0, 0
    if mix[PANELS_AT]:
        normed(before, norms[2 * layers.shape[0] + 1], epsilon, inner)
        mixing = STAGES * (layers.shape[0] + 1)
        adding_stage(mix, 0, vectors, np.float32(1.0), counts, mixing, inner, own, stream)
    for layer in range(layers.shape[0] + 1):
        for k in range(len(shown)):
            if shown[k] == layer:
                if next_piece(counts, stage + SHOWING) == 0:
                    for taken in range(len(shown)):  # the same layer may be listed twice in `shown`
                        if shown[taken] == layer:
                            for i in range(count):
                                for d in range(size):
                                    seen[i, taken * size + d] = stream[i, d]
                    done(counts, stage + SHOWING)
                finish(counts, stage + SHOWING, 1)
                break
        if layer == layers.shape[0]:
            break
        row = layers[layer]
        read = stream if row[AFTER] else inner  # input of the layer's first products
        if row[QKV * FIELDS + PANELS_AT]:
            ready, pieces = row[AFTER] != 0, (heads + 2 * kv_heads + together - 1) // together
            while True:
                piece = next_piece(counts, stage)
                if piece >= pieces:
                    break
                if not ready:
                    normed(stream, norms[2 * layer], epsilon, inner)
                    ready = True
                heads_piece(
                    row, piece, sizes, read, cos, sin, first, own, queries, keys[layer], values[layer], vectors,
                    epsilon, squares,
                )  # fmt: skip
                done(counts, stage)
            finish(counts, stage, pieces)
            if row[WHOLE]:
                scaling_stage(sizes, queries, keys[layer], first, squares, epsilon, counts, stage + SCALING)
        if layer == layers.shape[0] - 1:
            begins = asked
        some = stream[begins:]
        if row[QKV * FIELDS + PANELS_AT]:
            at_once = max(1, min(ATTENTION_ROWS, len(some) * group * kv_heads // (2 * threads)))
            parts = (len(some) * group + at_once - 1) // at_once
            while True:
                piece = next_piece(counts, stage + 1)
                if piece >= parts * kv_heads:
                    break
                kv, begin = piece // parts, begins * group + piece % parts * at_once
                attention_piece(
                    queries[kv], begin, min(at_once, width - begin), group, keys[layer, kv], values[layer, kv],
                    hidden[row[MASK]], scale, scores, own, mixed, kv * group * dim, dim,
                )  # fmt: skip
                done(counts, stage + 1)
            finish(counts, stage + 1, parts * kv_heads)
            _sub_layer_end(
                row, OUT, vectors, factor, norms[2 * layer], epsilon, counts, stage + 2, stage + ADDING_ATTENTION,
                mixed[begins:], inner, own, moved, some,
            )  # fmt: skip
        if row[DOWN * FIELDS + PANELS_AT]:
            matrix, ready = GATE_UP * FIELDS, row[AFTER] != 0
            pieces, bias = row[matrix + BLOCKS], row[matrix + BIAS]
            read = some if row[AFTER] else inner[: len(some)]
            while True:
                piece = next_piece(counts, stage + 3)
                if piece >= pieces:
                    break
                if not ready:
                    normed(some, norms[2 * layer + 1], epsilon, inner)
                    ready = True
                block_product(row, matrix, piece, read, own.ctypes.data, own.shape[1])
                if bias != NONE:
                    add_bias(own, len(some), BLOCK, vectors[bias + piece * BLOCK : bias + (piece + 1) * BLOCK])
                _gated(own, gated[: len(some)], piece * BLOCK // 2)
                done(counts, stage + 3)
            finish(counts, stage + 3, pieces)
            _sub_layer_end(
                row, DOWN, vectors, factor, norms[2 * layer + 1], epsilon, counts, stage + 4, stage + ADDING_MLP,
                gated[: len(some)], inner, own, moved, some,
            )  # fmt: skip
        stage += STAGES
    last = norms[2 * layers.shape[0]]
    _scored(head, last, epsilon, divisor, stream, inner, rows, asked, ends, to, counts, stage)
    if thread and len(rows) <= ALONE:
        return
    finish(counts, stage, head[BLOCKS] + 1)
    _sum_up(columns, to, sums, largest, counts, stage + 1)


@compiled()
def _sub_layer_end(
    row, which, vectors, factor, norm, epsilon, counts, product, adding, x, inner, own, moved, to
):  # fmt: skip
    """Compute a sub-layer's last product and add it to the rows `to` of the stream, directly or after a norm."""
    if row[AFTER]:
        part = moved[: len(to)]
        adding_stage(row, which * FIELDS, vectors, factor, counts, product, x, own, part)
        norming_stage(part, norm, epsilon, inner, counts, adding, to)
    else:
        adding_stage(row, which * FIELDS, vectors, factor, counts, product, x, own, to)


@compiled()
def times(matrix, x, y):
    """Multiply rows x [n, length] by a whole matrix [FIELDS] on one thread, into y [n, BLOCK * blocks]."""
    for block in range(matrix[BLOCKS]):
        block_product(matrix, 0, block, x, y.ctypes.data + 4 * block * BLOCK, y.shape[1])
