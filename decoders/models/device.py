"""What torch knows of the machine's GPUs, for whoever measures or loads; torch is imported on first use."""

from typing import Any, cast

from decoders.core.decode import Models


def board(index: int) -> tuple[str, str]:
    """(UUID, name) of the GPU that torch calls cuda:`index`; the UUID is "" where torch does not say it."""
    import torch

    about = cast(Any, torch.cuda).get_device_properties(index)
    return str(getattr(about, "uuid", "")), about.name


def synchronise(index: int) -> None:
    """Wait until the GPU has finished what it was given."""
    import torch

    torch.cuda.synchronize(index)


def free_bytes() -> int:
    """Bytes free where models are placed: on the first GPU, else in memory."""
    import psutil  # accelerate brings it
    import torch

    return torch.cuda.mem_get_info()[0] if torch.cuda.is_available() else psutil.virtual_memory().available


def weight_bytes(models: Models) -> int:
    """Bytes of a pair's weights, those that target and draft share counted once; 0 for tables."""
    nets = [getattr(model, "model", None) for model in (models.target, models.draft)]
    held = {
        one.data_ptr(): one.nbytes for net in nets if hasattr(net, "parameters") for one in cast(Any, net).parameters()
    }
    return sum(held.values())


def release() -> None:
    """Give back what nobody refers to any more, to the GPU, too."""
    import gc

    import torch

    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()


class Stream:
    """`size` sequences decoded together by a network of transformers, one token each a pass, the most probable one."""

    def __init__(self, net: Any, size: int, context: int) -> None:
        """Fills the cache with `context` arbitrary tokens for each sequence (ids from a fixed seed)."""
        import torch

        self._net, self.size, self.length = net, size, 0
        generator = torch.Generator().manual_seed(0)
        words = net.get_input_embeddings().weight.shape[0]
        self._cache: Any = None
        self._next = torch.randint(0, words, (size, context), generator=generator).to(net.device)
        self.step()

    def step(self) -> None:
        """One pass over what came out of the last; `length` counts the tokens of each sequence."""
        import torch

        with torch.inference_mode():
            out = self._net(input_ids=self._next, past_key_values=self._cache, use_cache=True)
            self._cache = out.past_key_values
            self.length += self._next.shape[1]
            self._next = out.logits[:, -1:].argmax(-1)
