"""Devices in torch: free memory, sizes of weights, waiting, releasing memory, and a stream of plain passes.

The stream of passes is used for measurements. Torch is imported at first use.
"""

import os
from typing import Any, cast

from decoders.core.decode import Models

CUDA_GRAPHS = "EXPLORER_CUDA_GRAPHS"  # environment variable; passes are captured only if it is "on"


def wants_graphs() -> bool:
    """Whether passes on a CUDA device may be captured as CUDA graphs, which is experimental."""
    return os.environ.get(CUDA_GRAPHS, "").strip().lower() == "on"


def board(index: int) -> tuple[str, str]:
    """The UUID and the name of the GPU that torch calls cuda:`index`; the UUID is "" if torch does not report it."""
    import torch

    about = cast(Any, torch.cuda).get_device_properties(index)
    return str(getattr(about, "uuid", "")), about.name


def synchronise(device: Any) -> None:
    """Wait until a device (a torch device, or its name) has finished its work. On a CPU, there is nothing to wait
    for.
    """
    import torch

    where = torch.device(device)
    if where.type not in ("cpu", "meta"):
        torch.accelerator.synchronize(where)


def free_bytes() -> int:
    """Free bytes for models on the first GPU, or in main memory if there is no GPU."""
    import psutil
    import torch

    return torch.cuda.mem_get_info()[0] if torch.cuda.is_available() else psutil.virtual_memory().available


def capacity(enough: int) -> int:
    """Total bytes of memory. GPUs are queried only if the host's memory is less than `enough`."""
    import psutil

    host = psutil.virtual_memory().total
    if host >= enough:
        return host
    import torch

    about = cast(Any, torch.cuda).get_device_properties
    return host + sum(int(about(i).total_memory) for i in range(torch.cuda.device_count()))


def room() -> dict[int | str, int]:
    """Bytes available for weights on each GPU and in memory: the free bytes, minus a fifth for caches and passes."""
    import psutil
    import torch

    free: dict[int | str, int] = {i: torch.cuda.mem_get_info(i)[0] for i in range(torch.cuda.device_count())}
    free["cpu"] = psutil.virtual_memory().available
    return {place: int(0.8 * size) for place, size in free.items()}


def half_of(device: str) -> Any:
    """The torch name of a device's 16-bit dtype. It is bfloat16, or float16 on a GPU that only emulates bfloat16."""
    import torch

    if device.startswith("cuda") and not torch.cuda.is_bf16_supported(including_emulation=False):
        return torch.float16
    return torch.bfloat16


def threads() -> int:
    """The number of threads that torch uses on the CPU."""
    import torch

    return torch.get_num_threads()


def weight_bytes(models: Models) -> int:
    """Bytes of a pair's weights; 0 for tables. Weights that target and draft share are counted once."""
    held: dict[int, int] = {}
    for model in (models.target, models.draft):
        held |= getattr(model, "held", {})
    return sum(held.values())


def release() -> None:
    """Return memory that is no longer referenced, including on the GPU."""
    import gc

    import torch

    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()


class Stream:
    """Decode `size` sequences together on a transformers network. Each pass adds one greedy token to each sequence."""

    def __init__(self, net: Any, size: int, context: int) -> None:
        """Fill the cache with `context` arbitrary tokens for each sequence (ids from a fixed seed)."""
        import torch

        from decoders.models.torch.states import Recurrence

        self._net, self.size, self.length = net, size, 0
        self._recurrence = Recurrence(net, type(net).__name__)
        generator = torch.Generator().manual_seed(0)
        words = net.get_input_embeddings().weight.shape[0]
        self._state: Any = None
        self._next = torch.randint(0, words, (size, context), generator=generator).to(net.device)
        self.step()

    def step(self) -> None:
        """Run one pass over the tokens that are not cached yet; `length` counts the tokens of each sequence."""
        import torch

        positions = torch.arange(self.length, self.length + self._next.shape[1], device=self._next.device)[None]

        def run(**given: Any) -> Any:
            output = self._net(input_ids=self._next, use_cache=True, **given)
            self.length += self._next.shape[1]
            self._next = output.logits[:, -1:].argmax(-1)
            return output

        with torch.inference_mode():
            self._state = self._recurrence.after(self._state, run, positions)
