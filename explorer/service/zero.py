"""Support for ZeroGPU. On a ZeroGPU Space, a function gets a GPU for a limited time, and runs in a forked process.

On other machines, this module does nothing. The pair is loaded before the fork, so the function finds it in memory.
Only the request and the lines of the trace pass between the processes.
"""

import os
from collections.abc import Callable, Iterator

from decoders.models.torch.device import CUDA_GRAPHS
from explorer.service.queue.limits import SECONDS
from explorer.service.request import RunRequest
from explorer.trace.line_validators import Line

Lines = Callable[..., Iterator[Line]]  # a function of a RunRequest and an encoded prompt
START = 15  # seconds until the first token: the fork, and moving the weights to the GPU
TOKENS = 8  # tokens per second that even a slow method reaches


def lent() -> bool:
    """Whether this is a ZeroGPU Space."""
    return bool(os.environ.get("SPACES_ZERO_GPU"))


def duration(request: RunRequest, prompt: object = None) -> int:
    """The number of seconds of GPU time to request.

    The time is charged to the visitor's quota, and a shorter time means less waiting. The arguments are those of the
    function that runs on the GPU.
    """
    return min(SECONDS.value, START + request.limit // TOKENS)


def on_gpu(lines: Lines) -> Lines:
    """Wrap a function so that it runs on a GPU that the Space lends, if it lends one."""
    if not lent():
        return lines
    os.environ[CUDA_GRAPHS] = "off"  # graphs captured in one run's process cannot be reused in another
    import spaces  # pyright: ignore[reportMissingImports] - a ZeroGPU Space provides it

    return spaces.GPU(duration=duration)(lines)
