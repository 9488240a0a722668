"""Merge a LoRA adapter into the network that it was trained for, with peft (the extra `lora`).

Only adapters in safetensors are read. Torch and peft are imported when an adapter is merged.
"""

# The types of peft's and safetensors' functions are only partly known.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingImports=false

import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.models.loading.checkpoint import has_full_weights, listed, read_tensors
from decoders.models.loading.locate import ADAPTER_WEIGHTS
from decoders.models.quiet import quiet_tracing

EXTRA = "`pip install peft`"


def check_peft(name: str, folder: Path) -> None:
    """Raise BadInput if peft is not installed. The message says how to continue."""
    if find_spec("peft") is not None:
        return
    if has_full_weights(folder):
        raise BadInput(
            f"{folder} contains a LoRA adapter as well as full weights. Run {EXTRA}; the adapter is then merged "
            "when the model is loaded. If the weights already include it, move adapter_config.json out of the folder."
        )
    raise BadInput(
        f"{name} needs peft, which is not installed. Run {EXTRA}, or merge the adapter elsewhere with peft's "
        "merge_and_unload and use the folder of the merged model."
    )


def merged(name: str, net: Any, folder: Path) -> Any:
    """The network with an adapter merged into its weights. Raises BadInput if the adapter does not fit the network."""
    from peft import PeftModel, get_peft_model_state_dict

    stored = {tensor.name for tensor in read_tensors(folder / ADAPTER_WEIGHTS)}
    with quiet_tracing():  # peft only warns about missing tensors; they are refused below
        fitted = PeftModel.from_pretrained(net, str(folder), is_trainable=False)
    expected = set(get_peft_model_state_dict(fitted, save_embedding_layers=False))
    missing, odd = expected - stored, stored - expected - set(fitted.state_dict())
    if missing or odd:
        what = (
            f"it lacks {listed(sorted(missing))}" if missing else f"its {listed(sorted(odd))} do not fit the base model"
        )
        raise BadInput(f"{name} cannot be loaded: {what}. Download the adapter again, or use another base model.")
    with quiet_tracing():
        return fitted.merge_and_unload(safe_merge=True).eval().requires_grad_(False)


@contextmanager
def full_weights_of(folder: Path) -> Generator[str]:
    """Copy a folder without its adapter, because transformers would attach the adapter without merging it."""
    with tempfile.TemporaryDirectory() as work:
        for file in folder.iterdir():
            if file.is_file() and not file.name.startswith("adapter_"):
                _link(file.resolve(), Path(work) / file.name)
        yield work


def _link(file: Path, place: Path) -> None:
    try:
        place.symlink_to(file)
    except OSError:  # on some systems only some users may create links
        shutil.copyfile(file, place)
