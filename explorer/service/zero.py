"""ZeroGPU: on such a Space a GPU is lent to one function for a while, which runs in a process forked for it.

Elsewhere nothing of this is used. The pair is loaded before the fork, so that the function finds it in memory; only
the request and the lines of the trace cross between the processes.
"""

import os
from collections.abc import Callable, Iterator

from decoders.models.torch.device import CUDA_GRAPHS
from explorer.service.queue.limits import SECONDS
from explorer.service.request import RunRequest
from explorer.trace.line_validators import Line

Lines = Callable[..., Iterator[Line]]  # of a RunRequest, and of a prompt that was read before
START = 15  # seconds until the first token: the fork, the weights' way to the GPU
TOKENS = 8  # tokens a second that even a slow method makes


def lent() -> bool:
    """Whether this is a ZeroGPU Space."""
    return bool(os.environ.get("SPACES_ZERO_GPU"))


def duration(request: RunRequest, prompt: object = None) -> int:
    """For how many seconds the GPU is asked for: a visitor's quota is charged, and a shorter one waits less.

    It takes the arguments of the lines.
    """
    return min(SECONDS.value, START + request.limit // TOKENS)


def on_gpu(lines: Lines) -> Lines:
    """The same function, on a lent GPU where there is one."""
    if not lent():
        return lines
    os.environ[CUDA_GRAPHS] = "off"  # what is captured in a process of one run serves no other
    import spaces  # pyright: ignore[reportMissingImports] - a ZeroGPU Space brings it

    return spaces.GPU(duration=duration)(lines)
