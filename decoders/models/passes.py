"""One pass of a decoder network over any number of rows, by several threads that share its work.

The network is that of Llama, with options that a table turns on for each layer: biases, norms of queries and keys,
norms after a sub-layer instead of before it, no rotary positions, a sliding window, multipliers.

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


@compiled()
def _add_bias(own, rows, columns, bias):
    """A bias [columns] added to the first columns of rows."""
    for i in range(rows):
        for d in range(columns):
            own[i, d] += bias[d]


@compiled(fastmath=FAST)
def _head_normed(own, rows, first, weight, epsilon):
    """Root-mean-square norm of one head's columns, from `first` on, in place."""
    for i in range(rows):
        total = np.float32(0.0)
        for d in range(len(weight)):
            total += own[i, first + d] * own[i, first + d]
        factor = np.float32(1.0) / np.sqrt(total / np.float32(len(weight)) + epsilon)
        for d in range(len(weight)):
            own[i, first + d] = weight[d] * (own[i, first + d] * factor)


@compiled(fastmath=FAST)
def _head_weighted(own, rows, first, weight, squares):
    """One head's part of a norm over all heads, but for the factor, which the `squares` [n] of all heads give later."""
    for i in range(rows):
        total = np.float32(0.0)
        for d in range(len(weight)):
            total += own[i, first + d] * own[i, first + d]
        squares[i] = total
        for d in range(len(weight)):
            own[i, first + d] *= weight[d]


@compiled(fastmath=FAST)
def _turned(rows, cos, sin, first, half):
    """Rotary positions: dimension d is turned with dimension d + half, in columns from `first` on."""
    for i in range(rows.shape[0]):
        for d in range(half):
            low, high = rows[i, first + d], rows[i, first + half + d]
            rows[i, first + d] = low * cos[i, d] - high * sin[i, d]
            rows[i, first + half + d] = high * cos[i, d] + low * sin[i, d]


@compiled()
def _heads_piece(row, piece, sizes, inner, cos, sin, first, own, queries, keys, values, vectors, epsilon, squares):
    """Heads of queries, keys or values, as many as fill whole blocks: their product, and each put in its place."""
    heads, kv_heads, dim, together = sizes
    begin, matrix = piece * together, QKV * FIELDS
    end = min(begin + together, heads + 2 * kv_heads)
    columns, before, bias = (end - begin) * dim, begin * dim, row[matrix + BIAS]
    for block in range((columns + BLOCK - 1) // BLOCK):
        at = own.ctypes.data + 4 * block * BLOCK
        _block(row, matrix, before // BLOCK + block, inner, at, own.shape[1])
    if bias != NONE:
        _add_bias(own, inner.shape[0], columns, vectors[bias + before : bias + before + columns])
    for head in range(begin, end):
        column = head * dim - before
        if head < heads + kv_heads:
            norm = row[QUERY_NORM] if head < heads else row[KEY_NORM]
            if norm != NONE:
                if row[WHOLE]:
                    norm += (head if head < heads else head - heads) * dim
                    _head_weighted(own, inner.shape[0], column, vectors[norm : norm + dim], squares[head])
                else:
                    _head_normed(own, inner.shape[0], column, vectors[norm : norm + dim], epsilon)
            if row[TURNED]:
                _turned(own[: inner.shape[0]], cos, sin, column, dim // 2)
        _put_head(head, sizes, column, inner.shape[0], first, own, queries, keys, values)


@compiled()
def _put_head(head, sizes, column, rows, first, own, queries, keys, values):
    """One head, from a column of `own` on, put where attention looks for it."""
    heads, kv_heads, dim, _ = sizes
    group = heads // kv_heads
    if head < heads:
        for i in range(rows):
            for d in range(dim):
                queries[head // group, i * group + head % group, d] = own[i, column + d]
    elif head < heads + kv_heads:
        to = keys[head - heads]
        for i in range(rows):
            panel, at = divmod(first + i, WIDTH)
            for d in range(dim):
                to[panel, d, at] = own[i, column + d]
    else:
        to = values[head - heads - kv_heads]
        for i in range(rows):
            for d in range(dim):
                to[d // WIDTH, first + i, d % WIDTH] = own[i, column + d]


@compiled()
def _scaling_stage(sizes, queries, keys, first, squares, epsilon, counts, stage):
    """Queries and keys times the factors of norms over all heads, whose `squares` [heads, n] are all known now."""
    heads, kv_heads, dim, _ = sizes
    group, rows = heads // kv_heads, squares.shape[1]
    while True:
        piece = _next_piece(counts, stage)
        if piece >= kv_heads:
            break
        for i in range(rows):
            mean = _sums(squares[:heads, i]) / np.float32(heads * dim)
            factor = np.float32(1.0) / np.sqrt(mean + epsilon)
            for k in range(i * group, (i + 1) * group):
                for d in range(dim):
                    queries[piece, k, d] *= factor
            mean = _sums(squares[heads:, i]) / np.float32(kv_heads * dim)
            factor = np.float32(1.0) / np.sqrt(mean + epsilon)
            panel, at = divmod(first + i, WIDTH)
            for d in range(dim):
                keys[piece, panel, d, at] *= factor
        _done(counts, stage)
    _finish(counts, stage, kv_heads)


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
    for block in range((dim + BLOCK - 1) // BLOCK):
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
def _adding_stage(table, matrix, vectors, factor, counts, stage, x, own, to):
    """A product whose blocks, times `factor`, are added to the rows of the residual stream."""
    blocks, rows, size = table[matrix + BLOCKS], to.shape[0], to.shape[1]
    bias = table[matrix + BIAS]
    while True:
        piece = _next_piece(counts, stage)
        if piece >= blocks:
            break
        _block(table, matrix, piece, x, own.ctypes.data, own.shape[1])
        begin = piece * BLOCK
        columns = min(BLOCK, size - begin)
        if bias != NONE:
            _add_bias(own, rows, columns, vectors[bias + begin : bias + begin + columns])
        if factor != 1:
            for i in range(rows):
                for d in range(columns):
                    own[i, d] *= factor
        for i in range(rows):
            for d in range(columns):
                to[i, begin + d] += own[i, d]
        _done(counts, stage)
    _finish(counts, stage, blocks)


@compiled()
def _norming_stage(moved, norm, epsilon, inner, counts, stage, to):
    """Rows of what a sub-layer gave, normed and added to the residual stream."""
    while True:
        piece = _next_piece(counts, stage)
        if piece >= len(moved):
            break
        normed(moved[piece : piece + 1], norm, epsilon, inner[:1])
        for d in range(to.shape[1]):
            to[piece, d] += inner[0, d]
            moved[piece, d] = np.float32(0.0)
        _done(counts, stage)
    _finish(counts, stage, len(moved))


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
def _scored(head, norm, epsilon, divisor, stream, inner, rows, asked, ends, to, counts, stage):
    """The last norm of the rows from `asked` on, and the scores of some, divided by `divisor`: `blocks` + 1 pieces,
    which others may still be at."""
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
            if divisor != 1:
                for i in range(len(rows)):
                    for d in range(piece * BLOCK, (piece + 1) * BLOCK):
                        to[i, d] /= divisor
        _done(counts, stage)


@compiled()
def share(
    thread, threads, layers, head, vectors, sizes, epsilon, scale, factor, divisor, norms, stream, mix, before, cos,
    sin, first, hidden, keys, values, shown, seen, inner, own, scores, queries, squares, mixed, moved, gated, rows,
    asked, ends, to, columns, sums, largest, counts,
):  # fmt: skip
    """One thread's share of a pass over n rows; all threads get the same arguments, except for rooms of their own.

    thread: which of `threads` this is; number 0 returns when all is done
    layers [L, ROW]: addresses of each layer's parts; head [FIELDS]: those of the output's matrix
    vectors: what the layers' biases and the norms of queries and keys are parts of
    sizes: heads, heads of keys and values (H'), dimensions of a head, heads that fill whole blocks together
    factor: what sub-layers give is added to the stream times this; divisor: scores are divided by it
    norms [2 L + 2, D]: weights of norms, of which the last two are those before the output and before `mix`
    stream [n, D]: the residual stream, at first what stands for the tokens; cos, sin [n, dim / 2]
    mix [FIELDS]: the matrix times which the norm of `before` [n, D] is added to that at the start; all 0 for none
    first: the place of the first row in the cache; hidden [masks, n, places]: what each row may not see, by mask
    keys [L, H', P / WIDTH, dim, WIDTH] and values [L, H', dim / WIDTH, P, WIDTH], of P places, where the values'
    dimensions end with a whole BLOCK
    shown: after how many layers `seen` [n, F] takes the stream
    inner [n, D], own [max(n, ATTENTION_ROWS), width] and scores [ATTENTION_ROWS, P]: this thread's own rooms, `width`
    for the heads that are computed together and for one head's values
    queries [H', n H / H', dim], squares [H + H', n], mixed [n, H dim], gated [n, inner size]: rooms for all
    moved [n, D]: a room for all that is zero, if a layer has its norms after its sub-layers, else of any length
    rows: whose scores `to` [m, ...] is to hold, in its first columns; sums [m, 3], largest [m, FIRST]: see `_sum_up`
    asked: the first row of which anybody asks more than its keys and values, n if there is none: the last layer is for
    those from there on; ends [n - asked, D]: their stream after the last norm
    counts [STAGES (L + 1) + 1, APART]: zeros
    """
    heads, kv_heads, dim, together = sizes
    count, size = stream.shape
    group = heads // kv_heads
    width, begins, stage = count * group, 0, 0
    if mix[PANELS_AT]:
        normed(before, norms[2 * layers.shape[0] + 1], epsilon, inner)
        mixing = STAGES * (layers.shape[0] + 1)
        _adding_stage(mix, 0, vectors, np.float32(1.0), counts, mixing, inner, own, stream)
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
        read = stream if row[AFTER] else inner  # what the layer's first products take
        if row[QKV * FIELDS + PANELS_AT]:
            ready, pieces = row[AFTER] != 0, (heads + 2 * kv_heads + together - 1) // together
            while True:
                piece = _next_piece(counts, stage)
                if piece >= pieces:
                    break
                if not ready:
                    normed(stream, norms[2 * layer], epsilon, inner)
                    ready = True
                _heads_piece(
                    row, piece, sizes, read, cos, sin, first, own, queries, keys[layer], values[layer], vectors,
                    epsilon, squares,
                )  # fmt: skip
                _done(counts, stage)
            _finish(counts, stage, pieces)
            if row[WHOLE]:
                _scaling_stage(sizes, queries, keys[layer], first, squares, epsilon, counts, stage + SCALING)
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
                    queries[kv], begin, min(at_once, width - begin), group, keys[layer, kv], values[layer, kv],
                    hidden[row[MASK]], scale, scores, own, mixed, kv * group * dim, dim,
                )  # fmt: skip
                _done(counts, stage + 1)
            _finish(counts, stage + 1, parts * kv_heads)
            _sub_layer_end(
                row, OUT, vectors, factor, norms[2 * layer], epsilon, counts, stage + 2, stage + ADDING_ATTENTION,
                mixed[begins:], inner, own, moved, some,
            )  # fmt: skip
        if row[DOWN * FIELDS + PANELS_AT]:
            matrix, ready = GATE_UP * FIELDS, row[AFTER] != 0
            pieces, bias = row[matrix + BLOCKS], row[matrix + BIAS]
            read = some if row[AFTER] else inner[: len(some)]
            while True:
                piece = _next_piece(counts, stage + 3)
                if piece >= pieces:
                    break
                if not ready:
                    normed(some, norms[2 * layer + 1], epsilon, inner)
                    ready = True
                _block(row, matrix, piece, read, own.ctypes.data, own.shape[1])
                if bias != NONE:
                    _add_bias(own, len(some), BLOCK, vectors[bias + piece * BLOCK : bias + (piece + 1) * BLOCK])
                _gated(own, gated[: len(some)], piece * BLOCK // 2)
                _done(counts, stage + 3)
            _finish(counts, stage + 3, pieces)
            _sub_layer_end(
                row, DOWN, vectors, factor, norms[2 * layer + 1], epsilon, counts, stage + 4, stage + ADDING_MLP,
                gated[: len(some)], inner, own, moved, some,
            )  # fmt: skip
        stage += STAGES
    last = norms[2 * layers.shape[0]]
    _scored(head, last, epsilon, divisor, stream, inner, rows, asked, ends, to, counts, stage)
    if thread and len(rows) <= ALONE:
        return
    _finish(counts, stage, head[BLOCKS] + 1)
    _sum_up(columns, to, sums, largest, counts, stage + 1)


@compiled()
def _sub_layer_end(
    row, which, vectors, factor, norm, epsilon, counts, product, adding, x, inner, own, moved, to
):  # fmt: skip
    """A sub-layer's last product, added to the rows `to` of the stream: at once, or after a norm."""
    if row[AFTER]:
        part = moved[: len(to)]
        _adding_stage(row, which * FIELDS, vectors, factor, counts, product, x, own, part)
        _norming_stage(part, norm, epsilon, inner, counts, adding, to)
    else:
        _adding_stage(row, which * FIELDS, vectors, factor, counts, product, x, own, to)


@compiled()
def times(matrix, x, y):
    """y [n, BLOCK * blocks] = rows x [n, length] times a whole matrix [FIELDS], on one thread."""
    for block in range(matrix[BLOCKS]):
        _block(matrix, 0, block, x, y.ctypes.data + 4 * block * BLOCK, y.shape[1])
