"""One pass of a network of the Llama kind over any number of rows, by several threads that share its work.

A pass is a row of stages, each cut into pieces. Whoever comes takes the next piece, and goes on to the next stage when
all pieces of this one are done: so a thread that comes late, or that has a slow core, keeps the others from nothing but
what it has in hand. Keys lie in columns of places and values in columns of dimensions, so that attention is two more of
the products of kernels.py. What a row may not see counts as exactly nothing, and every sum has one order: the scores of
a path are the same, bit for bit, whatever else is in the pass or in the cache.
"""

# Numba's and LLVM's own functions are known in part, and what they compile has no types that Python knows.
# pyright: basic, reportCallIssue=false, reportPrivateImportUsage=false, reportAttributeAccessIssue=false

import numpy as np
from numba import types

from decoders.models.kernels import (
    BLOCK,
    BYTES,
    F32,
    LANES,
    PANELS,
    WIDTH,
    as_float,
    compiled,
    get_and_add,
    give_way,
    product,
    read_now,
)

# A matrix in a table of addresses: where its panels and their scales are, how it is kept, blocks of columns, length.
PANELS_AT, SCALES_AT, KIND, BLOCKS, LENGTH = range(5)
FIELDS = 5
QKV, OUT, GATE_UP, DOWN = range(4)  # the matrices of a layer, in the order of a row of the table; left out, all 0
ROW = 4 * FIELDS
STAGES, SHOWING = 6, 5  # of a layer; the one in which what a draft reads is put aside
TAKEN, DONE, APART = 0, 8, 16  # of a stage's two counts, each on a line of memory of its own; numbers to the next stage
FIRST = 16  # the largest scores of a row that are told with it: as many as a record keeps
PATIENCE = 400  # looks at a count before another thread may have the core
ATTENTION_ROWS = 8
ALONE = 4  # rows that whoever leads sums up alone: two that end at once would wait for each other's way back to Python
FAST = {"contract", "reassoc", "nsz", "arcp"}  # not on numbers that are none: damaged weights should be seen
_KINDS = np.array(BYTES)
_INT, _NUMBERS = types.intp, types.Array(types.intp, 1, "C")


@compiled()
def _next_piece(counts, stage):
    return get_and_add(counts.ctypes.data + 8 * (stage * APART + TAKEN), 1)


@compiled()
def _finish(counts, stage, pieces):
    """Wait until all pieces of a stage are done, having done what one could."""
    address, looks = counts.ctypes.data + 8 * (stage * APART + DONE), 0
    while read_now(address) < pieces:
        looks += 1
        if looks > PATIENCE:
            give_way()


@compiled()
def _done(counts, stage):
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
def _block(table, matrix, block, x, y, from_y):
    """One block of columns of a matrix of the table, times rows x [n, length], into what begins at address y."""
    length, kind = table[matrix + LENGTH], table[matrix + KIND]
    weights = table[matrix + PANELS_AT] + block * BLOCK * length * _KINDS[kind]
    scales = table[matrix + SCALES_AT] + 4 * block * BLOCK
    product(kind, weights, scales, x.ctypes.data, y, x.shape[0], length, length * LANES, x.shape[1], from_y)


@compiled(fastmath=FAST)
def _turned(rows, cos, sin, first, half):
    """Rotary positions: dimension d is turned with dimension d + half, in columns from `first` on."""
    for i in range(rows.shape[0]):
        for d in range(half):
            low, high = rows[i, first + d], rows[i, first + half + d]
            rows[i, first + d] = low * cos[i, d] - high * sin[i, d]
            rows[i, first + half + d] = high * cos[i, d] + low * sin[i, d]


@compiled()
def _heads_piece(row, piece, sizes, inner, cos, sin, first, own, queries, keys, values):
    """One head of queries, of keys or of values: its product, turned, and where attention looks for it."""
    heads, kv_heads, dim = sizes
    rows, group, blocks = inner.shape[0], heads // kv_heads, dim // BLOCK
    matrix = QKV * FIELDS
    for block in range(blocks):
        _block(row, matrix, piece * blocks + block, inner, own.ctypes.data + 4 * block * BLOCK, own.shape[1])
    if piece < heads + kv_heads:
        _turned(own[:rows], cos, sin, 0, dim // 2)
    if piece < heads:
        for i in range(rows):
            for d in range(dim):
                queries[piece // group, i * group + piece % group, d] = own[i, d]
    elif piece < heads + kv_heads:
        to = keys[piece - heads]
        for i in range(rows):
            panel, column = divmod(first + i, WIDTH)
            for d in range(dim):
                to[panel, d, column] = own[i, d]
    else:
        to = values[piece - heads - kv_heads]
        for i in range(rows):
            for d in range(dim):
                to[d // WIDTH, first + i, d % WIDTH] = own[i, d]


@compiled()
def _sums(weights):
    """The sum of a row, term by term: what adds nothing leaves the order of the rest."""
    total = np.float32(0.0)
    for weight in weights:
        total += weight
    return total


@compiled(fastmath=FAST)
def _weigh(scores, hidden, scale):
    """Scores of places as weights, up to their sum; of a place that is hidden exactly zero. One is not hidden."""
    best = np.float32(-3.0e38)
    for j in range(hidden.shape[0]):
        if not hidden[j]:
            best = max(best, scores[j] * scale)
    for j in range(hidden.shape[0]):
        weight = exp(scores[j] * scale - best)
        scores[j] = np.float32(0.0) if hidden[j] else weight


@compiled()
def _attention_piece(queries, first_row, rows, group, keys, values, hidden, scale, scores, own, to, column, dim):
    """Some rows of queries that share keys and values: what they read, into their heads' columns."""
    places = hidden.shape[1]
    for block in range((places + BLOCK - 1) // BLOCK):
        at = keys.ctypes.data + 4 * block * BLOCK * dim
        y = scores.ctypes.data + 4 * block * BLOCK
        product(F32, at, at, queries[first_row:].ctypes.data, y, rows, dim, dim * LANES, dim, scores.shape[1])
    for k in range(rows):
        _weigh(scores[k], hidden[(first_row + k) // group], scale)
    panel = values.shape[1] * LANES
    for block in range(dim // BLOCK):
        at, y = values.ctypes.data + 4 * block * PANELS * panel, own.ctypes.data + 4 * block * BLOCK
        product(F32, at, at, scores.ctypes.data, y, rows, places, panel, scores.shape[1], own.shape[1])
    for k in range(rows):
        i, head = divmod(first_row + k, group)
        begin, total = column + head * dim, _sums(scores[k, :places])
        for d in range(dim):
            to[i, begin + d] = own[k, d] / total


@compiled(fastmath=FAST)
def _gated(both, to, column):
    """SiLU of the first half of each row times the second half."""
    half = BLOCK // 2
    for i in range(to.shape[0]):
        for d in range(half):
            gate = both[i, d]
            to[i, column + d] = gate / (np.float32(1.0) + exp(-max(gate, np.float32(-87.0)))) * both[i, half + d]


@compiled()
def _adding_stage(table, matrix, counts, stage, x, own, to):
    """A product whose blocks are added to the rows of the residual stream."""
    blocks, rows, size = table[matrix + BLOCKS], to.shape[0], to.shape[1]
    while True:
        piece = _next_piece(counts, stage)
        if piece >= blocks:
            break
        _block(table, matrix, piece, x, own.ctypes.data, own.shape[1])
        begin = piece * BLOCK
        for i in range(rows):
            for d in range(min(BLOCK, size - begin)):
                to[i, begin + d] += own[i, d]
        _done(counts, stage)
    _finish(counts, stage, blocks)


# Loops over a row count its places: LLVM makes lanes of them, and of Numba's iterators over numbers it does not.


@compiled()
def _above(row, least):
    """How many scores of a row are larger than `least`; a largest one LLVM would look for one by one."""
    count = np.int32(0)
    for k in range(len(row)):
        count += np.int32(row[k] > least)
    return count


@compiled()
def _broken(row):
    """How many scores of a row are no numbers."""
    count = np.int32(0)
    for k in range(len(row)):
        count += np.int32(row[k] != row[k])
    return count


@compiled(fastmath=FAST)
def _summed(row, best):
    """Σ e to the (score − best), and Σ of the same times score − best."""
    mass, mean = np.float32(0.0), np.float32(0.0)
    for k in range(len(row)):
        below = max(row[k] - best, np.float32(-87.0))
        weight = exp(below)
        mass += weight
        mean += weight * below
    return mass, mean


@compiled()
def _first(row, columns):
    """Where the FIRST largest scores of a row are, largest first, ties by lowest column."""
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
    """Of each row of scores the largest (NaN where one is none), the logarithm of the sum of their e-th powers, the
    entropy of the law they make, and where the largest are."""
    while True:
        piece = _next_piece(counts, stage)
        if piece >= len(scores):
            break
        row = scores[piece, :columns]
        _first(row, largest[piece])
        best = np.float32(np.nan) if _broken(row) else row[largest[piece, 0]]
        mass, mean = _summed(row, best)
        log = np.log(np.float64(mass))
        sums[piece, 0], sums[piece, 1], sums[piece, 2] = best, best + log, log - np.float64(mean) / mass
        _done(counts, stage)
    _finish(counts, stage, len(scores))


@compiled()
def _scored(head, norm, epsilon, stream, inner, rows, asked, ends, to, counts, stage):
    """The last norm of the rows from `asked` on, and the scores of some: `blocks` + 1 pieces, which others may still be
    at."""
    blocks, ready = head[BLOCKS], False
    chosen = inner[: len(rows)]
    while True:
        piece = _next_piece(counts, stage)
        if piece > blocks:
            break
        if piece == blocks:
            normed(stream[asked:], norm, epsilon, ends)
        elif len(rows):
            if not ready:
                for i in range(len(rows)):
                    normed(stream[rows[i] : rows[i] + 1], norm, epsilon, chosen[i : i + 1])
                ready = True
            _block(head, 0, piece, chosen, to.ctypes.data + 4 * piece * BLOCK, to.shape[1])
        _done(counts, stage)


@compiled()
def share(
    thread, threads, layers, head, sizes, epsilon, scale, norms, stream, mix, before, cos, sin, first, hidden, keys,
    values, shown, seen, inner, own, scores, queries, mixed, gated, rows, asked, ends, to, columns, sums, largest,
    counts,
):  # fmt: skip
    """One thread's share of a pass over n rows; all that take part are given the same, but for rooms of their own.

    thread: which of `threads` this is; number 0 returns when all is done
    layers [L, ROW]: addresses of each layer's parts; head [FIELDS]: those of the output's matrix
    sizes: heads, heads of keys and values (H'), dimensions of a head
    norms [2 L + 2, D]: weights of norms, of which the last two are those before the output and before `mix`
    stream [n, D]: the residual stream, at first what stands for the tokens; cos, sin [n, dim / 2]
    mix [FIELDS]: the matrix times which the norm of `before` [n, D] is added to that at the start; all 0 for none
    first: the place of the first row in the cache; hidden [n, places]: what each row may not see
    keys [L, H', P / WIDTH, dim, WIDTH] and values [L, H', dim / WIDTH, P, WIDTH], of P places
    shown: after how many layers `seen` [n, F] takes the stream
    inner [n, D], own [max(n, ATTENTION_ROWS), max(dim, BLOCK)] and scores [ATTENTION_ROWS, P]: this thread's own rooms
    queries [H', n H / H', dim], mixed [n, H dim], gated [n, inner size]: rooms for all
    rows: whose scores `to` [m, ...] is to hold, in its first columns; sums [m, 3], largest [m, FIRST]: see `_sum_up`
    asked: the first row of which anybody asks more than its keys and values, n if there is none: the last layer is for
    those from there on; ends [n - asked, D]: their stream after the last norm
    counts [STAGES (L + 1) + 1, APART]: zeros
    """
    heads, kv_heads, dim = sizes
    count, size = stream.shape
    group = heads // kv_heads
    width, begins, stage = count * group, 0, 0
    if mix[PANELS_AT]:
        normed(before, norms[2 * layers.shape[0] + 1], epsilon, inner)
        _adding_stage(mix, 0, counts, STAGES * (layers.shape[0] + 1), inner, own, stream)
    for layer in range(layers.shape[0] + 1):
        for k in range(len(shown)):
            if shown[k] == layer:
                if _next_piece(counts, stage + SHOWING) == 0:
                    for taken in range(len(shown)):  # a layer may be shown twice
                        if shown[taken] == layer:
                            for i in range(count):
                                for d in range(size):
                                    seen[i, taken * size + d] = stream[i, d]
                    _done(counts, stage + SHOWING)
                _finish(counts, stage + SHOWING, 1)
                break
        if layer == layers.shape[0]:
            break
        row = layers[layer]
        if row[QKV * FIELDS + PANELS_AT]:
            ready, pieces = False, heads + 2 * kv_heads
            while True:
                piece = _next_piece(counts, stage)
                if piece >= pieces:
                    break
                if not ready:
                    normed(stream, norms[2 * layer], epsilon, inner)
                    ready = True
                _heads_piece(row, piece, sizes, inner, cos, sin, first, own, queries, keys[layer], values[layer])
                _done(counts, stage)
            _finish(counts, stage, pieces)
        if layer == layers.shape[0] - 1:
            begins = asked
        some = stream[begins:]
        if row[QKV * FIELDS + PANELS_AT]:
            at_once = max(1, min(ATTENTION_ROWS, len(some) * group * kv_heads // (2 * threads)))
            parts = (len(some) * group + at_once - 1) // at_once
            while True:
                piece = _next_piece(counts, stage + 1)
                if piece >= parts * kv_heads:
                    break
                kv, begin = piece // parts, begins * group + piece % parts * at_once
                _attention_piece(
                    queries[kv], begin, min(at_once, width - begin), group, keys[layer, kv], values[layer, kv], hidden,
                    scale, scores, own, mixed, kv * group * dim, dim,
                )  # fmt: skip
                _done(counts, stage + 1)
            _finish(counts, stage + 1, parts * kv_heads)
            _adding_stage(row, OUT * FIELDS, counts, stage + 2, mixed[begins:], own, some)
        if row[DOWN * FIELDS + PANELS_AT]:
            matrix, ready = GATE_UP * FIELDS, False
            pieces = row[matrix + BLOCKS]
            while True:
                piece = _next_piece(counts, stage + 3)
                if piece >= pieces:
                    break
                if not ready:
                    normed(some, norms[2 * layer + 1], epsilon, inner)
                    ready = True
                _block(row, matrix, piece, inner[: len(some)], own.ctypes.data, own.shape[1])
                _gated(own, gated[: len(some)], piece * BLOCK // 2)
                _done(counts, stage + 3)
            _finish(counts, stage + 3, pieces)
            _adding_stage(row, DOWN * FIELDS, counts, stage + 4, gated[: len(some)], own, some)
        stage += STAGES
    _scored(head, norms[2 * layers.shape[0]], epsilon, stream, inner, rows, asked, ends, to, counts, stage)
    if thread and len(rows) <= ALONE:
        return
    _finish(counts, stage, head[BLOCKS] + 1)
    _sum_up(columns, to, sums, largest, counts, stage + 1)


@compiled()
def times(matrix, x, y):
    """y [n, BLOCK * blocks] = rows x [n, length] times a whole matrix [FIELDS], on one thread."""
    for block in range(matrix[BLOCKS]):
        _block(matrix, 0, block, x, y.ctypes.data + 4 * block * BLOCK, y.shape[1])
