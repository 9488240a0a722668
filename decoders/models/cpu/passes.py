"""Run one pass of a decoder network over any number of rows, with several threads that share the work.

The network is that of Llama, with options that a table sets for each layer. The options are biases, norms of queries
and keys, norms after a sub-layer instead of before it, no rotary positions, a sliding window, and multipliers.

A pass is a sequence of stages, each divided into pieces. Every thread takes the next free piece. When all pieces of a
stage are done, the threads go on to the next stage. So a late or slow thread delays the others by one piece at most.

Keys are stored in columns of cache positions and values in columns of dimensions, so attention is just two more matrix
products, computed with kernels.py. Masked positions contribute exactly zero, and the terms of a sum are always added in
the same order. The scores of a path are therefore the same, bit for bit, whatever else is in the pass or in the cache.
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

FIRST = 16  # number of largest scores returned per row, as many as a record holds
ALONE = 4  # the leading thread sums up to this many rows alone, because the other threads would wait for Python


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
    """The number of scores of a row that are larger than `least`.

    LLVM vectorises this count, but not a search for the largest score.
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
def _sum_up(results, counts, stage):
    """Summarise each row of scores: the largest score, the log of the sum of exponentials, and the entropy.

    The function also finds the indices of the largest scores. The largest score is NaN if any score is NaN.
    """
    scores, sums, largest = results.scores, results.sums, results.largest
    while True:
        piece = next_piece(counts, stage)
        if piece >= len(scores):
            break
        row = scores[piece, : results.columns]
        _first(row, largest[piece])
        best = np.float32(np.nan) if _broken(row) else row[largest[piece, 0]]
        mass, mean = _summed(row, best)
        log = np.log(np.float64(mass))
        sums[piece, 0], sums[piece, 1], sums[piece, 2] = best, best + log, log - np.float64(mean) / mass
        done(counts, stage)
    finish(counts, stage, len(scores))


@compiled()
def _scored(network, inputs, own, results, counts, stage):
    """Apply the last norm to the rows from `asked` on, and compute the scores of some of them, divided by `divisor`.

    The work has `blocks` + 1 pieces. When the function returns, other threads may still be working on their pieces.
    """
    head, norm, epsilon, divisor = network.head, network.norms[-2], network.epsilon, network.divisor
    blocks, ready, to = head[BLOCKS], False, results.scores
    count = len(inputs.scored)
    chosen = own.inner[:count]
    while True:
        piece = next_piece(counts, stage)
        if piece > blocks:
            break
        if piece == blocks:
            normed(inputs.stream[inputs.asked :], norm, epsilon, results.ends)
        elif count:
            if not ready:
                for i in range(count):
                    k = inputs.scored[i]
                    normed(inputs.stream[k : k + 1], norm, epsilon, chosen[i : i + 1])
                ready = True
            block_product(head, 0, piece, chosen, to.ctypes.data + 4 * piece * BLOCK, to.shape[1])
            if divisor != 1:
                for i in range(count):
                    for d in range(piece * BLOCK, (piece + 1) * BLOCK):
                        to[i, d] /= divisor
        done(counts, stage)


@compiled()
def share(thread, threads, network, inputs, shared, own, results, counts):
    """Do one thread's share of a pass over n rows. All threads get the same arguments, except for their `own` buffers.

    thread: the number of this thread among `threads`; thread 0 returns when the whole pass is done
    network, inputs, shared, own, results: see arguments.py
    counts [STAGES (L + 1) + 1, APART]: zeros
    """
    layers, stage = network.layers.shape[0], 0
    if network.mix[PANELS_AT]:
        normed(inputs.before, network.norms[2 * layers + 1], network.epsilon, own.inner)
        adding_stage(
            network.mix, 0, network.vectors, np.float32(1.0), counts, STAGES * (layers + 1), own.inner, own.block,
            inputs.stream,
        )  # fmt: skip
    for layer in range(layers):
        _show(layer, network.shown, inputs.stream, results.seen, counts, stage + SHOWING)
        begins = inputs.asked if layer == layers - 1 else 0  # earlier rows need only their keys and values
        if network.layers[layer, QKV * FIELDS + PANELS_AT]:
            _attend(layer, begins, threads, network, inputs, shared, own, counts, stage)
        if network.layers[layer, DOWN * FIELDS + PANELS_AT]:
            _feed_forward(layer, begins, network, inputs, shared, own, counts, stage)
        stage += STAGES
    _show(layers, network.shown, inputs.stream, results.seen, counts, stage + SHOWING)
    _scored(network, inputs, own, results, counts, stage)
    if thread and len(inputs.scored) <= ALONE:
        return
    finish(counts, stage, network.head[BLOCKS] + 1)
    _sum_up(results, counts, stage + 1)


@compiled()
def _show(layer, shown, stream, seen, counts, stage):
    """Copy the stream into `seen`, once for each time that the layer is listed in `shown`."""
    for listed in shown:
        if listed == layer:
            if next_piece(counts, stage) == 0:
                for k in range(len(shown)):
                    if shown[k] == layer:
                        size = stream.shape[1]
                        for i in range(stream.shape[0]):
                            for d in range(size):
                                seen[i, k * size + d] = stream[i, d]
                done(counts, stage)
            finish(counts, stage, 1)
            return


@compiled()
def _attend(layer, begins, threads, network, inputs, shared, own, counts, stage):
    """Do a thread's share of a layer's attention: keys and values of all rows, and the rest from row `begins` on."""
    heads, kv_heads, _, together = network.sizes
    row, some = network.layers[layer], inputs.stream[begins:]
    x = inputs.stream if row[AFTER] else own.inner
    ready, pieces = row[AFTER] != 0, (heads + 2 * kv_heads + together - 1) // together
    while True:
        piece = next_piece(counts, stage)
        if piece >= pieces:
            break
        if not ready:
            normed(inputs.stream, network.norms[2 * layer], network.epsilon, own.inner)
            ready = True
        heads_piece(layer, piece, network, inputs, shared, own, x)
        done(counts, stage)
    finish(counts, stage, pieces)
    if row[WHOLE]:
        scaling_stage(layer, network, inputs, shared, counts, stage + SCALING)
    group = heads // kv_heads
    last = len(inputs.stream) * group
    at_once = max(1, min(ATTENTION_ROWS, len(some) * group * kv_heads // (2 * threads)))
    parts = (len(some) * group + at_once - 1) // at_once
    while True:
        piece = next_piece(counts, stage + 1)
        if piece >= parts * kv_heads:
            break
        kv, begin = piece // parts, begins * group + piece % parts * at_once
        attention_piece(layer, kv, begin, min(at_once, last - begin), network, inputs, shared, own)
        done(counts, stage + 1)
    finish(counts, stage + 1, parts * kv_heads)
    mixed, norm = shared.mixed[begins:], network.norms[2 * layer]
    _sub_layer_end(row, OUT, network, norm, counts, stage + 2, stage + ADDING_ATTENTION, mixed, own, shared.moved, some)


@compiled()
def _feed_forward(layer, begins, network, inputs, shared, own, counts, stage):
    """Do a thread's share of a layer's MLP, from row `begins` on."""
    row, some, norm = network.layers[layer], inputs.stream[begins:], network.norms[2 * layer + 1]
    gated, matrix, ready = shared.gated[: len(some)], GATE_UP * FIELDS, row[AFTER] != 0
    pieces, bias = row[matrix + BLOCKS], row[matrix + BIAS]
    x = some if row[AFTER] else own.inner[: len(some)]
    while True:
        piece = next_piece(counts, stage + 3)
        if piece >= pieces:
            break
        if not ready:
            normed(some, norm, network.epsilon, own.inner)
            ready = True
        block_product(row, matrix, piece, x, own.block.ctypes.data, own.block.shape[1])
        if bias != NONE:
            add_bias(own.block, len(some), BLOCK, network.vectors[bias + piece * BLOCK : bias + (piece + 1) * BLOCK])
        _gated(own.block, gated, piece * BLOCK // 2)
        done(counts, stage + 3)
    finish(counts, stage + 3, pieces)
    _sub_layer_end(row, DOWN, network, norm, counts, stage + 4, stage + ADDING_MLP, gated, own, shared.moved, some)


@compiled()
def _sub_layer_end(row, which, network, norm, counts, product, adding, x, own, moved, to):
    """Compute a sub-layer's last product and add it to the rows `to` of the stream, directly or after a norm."""
    part = moved[: len(to)] if row[AFTER] else to
    adding_stage(row, which * FIELDS, network.vectors, network.factor, counts, product, x, own.block, part)
    if row[AFTER]:
        norming_stage(part, norm, network.epsilon, own.inner, counts, adding, to)


@compiled()
def times(matrix, x, y):
    """Multiply rows x [n, length] by a whole matrix [FIELDS] on one thread, into y [n, BLOCK * blocks]."""
    for block in range(matrix[BLOCKS]):
        block_product(matrix, 0, block, x, y.ctypes.data + 4 * block * BLOCK, y.shape[1])
