"""The arguments of a forward pass, in five named tuples that Numba passes to compiled code unchanged.

Symbols: L layers, H heads of queries, H' heads of keys and values, n rows of a pass, D dimensions of the residual
stream, and P positions of the cache. stages.py describes the addresses and indices in the tables.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]


class Network(NamedTuple):
    """The weights and options of a model, which are the same in every pass."""

    layers: Integers  # [L, ROW]: the matrices and options of each layer
    head: Integers  # [FIELDS]: the output matrix
    mix: Integers  # [FIELDS]: its product with the norm of `Inputs.before` is added to the stream; all 0 if unused
    vectors: Floats  # contains the layers' biases and the norms of queries and keys
    norms: Floats  # [2 L + 2, D]: weights of norms; the last two are for the norms before the output and before `mix`
    sizes: tuple[int, int, int, int]  # H, H', dimensions of a head, number of heads that together fill whole blocks
    epsilon: np.float32  # the ε of all norms
    scale: np.float32  # multiplies the scores of attention
    factor: np.float32  # multiplies the output of every sub-layer
    divisor: np.float32  # divides the scores
    shown: Integers  # the numbers of layers after which the stream is copied into `Results.seen`


class Inputs(NamedTuple):
    """The rows of one pass, and the cache that they read and extend."""

    stream: Floats  # [n, D]: the residual stream, which starts with the tokens' embeddings
    before: Floats  # [n, D]: see `Network.mix`
    cos: Floats  # [n, dim / 2]
    sin: Floats  # [n, dim / 2]
    first: int  # cache position of the first row
    hidden: NDArray[np.bool_]  # [masks, n, places]: positions that a row may not attend to, by mask
    keys: Floats  # [L, H', P / WIDTH, dim, WIDTH]
    values: Floats  # [L, H', dim / WIDTH, P, WIDTH]; the dimensions are padded to whole BLOCKs
    asked: int  # the first row that needs more than its keys and values; n if there is none
    scored: Integers  # the rows whose scores are written to `Results.scores`


class Shared(NamedTuple):
    """Buffers of all threads."""

    queries: Floats  # [H', n H / H', dim]
    squares: Floats  # [H + H', n]: sums for norms over all heads
    mixed: Floats  # [n, H dim]: the output of attention
    moved: Floats  # [n, D], zeros: the output of a sub-layer that is followed by its norm; otherwise, any length
    gated: Floats  # [n, inner size]


class Own(NamedTuple):
    """Buffers of one thread."""

    inner: Floats  # [n, D]: the stream after a norm
    block: Floats  # [max(n, ATTENTION_ROWS), width]: for the heads that are computed together, and one head's values
    scores: Floats  # [ATTENTION_ROWS, P]


class Results(NamedTuple):
    """The output arrays that a pass fills for its caller. m rows are scored."""

    seen: Floats  # [n, F]: the stream after the shown layers
    ends: Floats  # [n - asked, D]: the stream after the last norm
    scores: Floats  # [m, blocks * BLOCK], of which the first `columns` are the model's
    columns: int
    sums: NDArray[np.float64]  # [m, 3]: largest score, log of the sum of exponentials, entropy
    largest: Integers  # [m, FIRST]: the columns of the largest scores
