"""Check that transformers knows a model's family, and that the model continues text.

transformers is imported here, so the check runs only when transformers reads weights or a tokenizer.
"""

# The types of transformers' functions are only partly known.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from pathlib import Path
from typing import Any

from decoders.errors import BadInput, is_out_of_memory
from decoders.models.loading.checkpoint import CONFIG, quantization_of, read_object, shown
from decoders.models.quiet import import_transformers

DECODER = "Choose a model that continues text, such as one of the Llama, Qwen or Gemma families."
MOST_LAYERS = 1000  # no published model has more; building a model with a million layers would take hours


def check_family(name: str, folder: Path) -> dict[str, Any]:
    """Read the config.json of a folder.

    Raises BadInput, which names the kind of model, if the explorer cannot run it.
    """
    config = read_object(folder / CONFIG)
    _check_kind(name, config, folder)
    _check_method(name, config)
    return config


def _check_kind(name: str, config: dict[str, Any], folder: Path) -> None:
    import_transformers()
    from transformers import CONFIG_MAPPING, __version__
    from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING_NAMES

    kind = config.get("model_type")
    if not isinstance(kind, str) or kind not in CONFIG_MAPPING:
        if "auto_map" in config:
            raise BadInput(
                f"{name} needs its own Python code (auto_map in config.json), but such code is never run here. "
                "Choose a model from a family that transformers supports."
            )
        if not isinstance(kind, str):
            raise BadInput(f"{name} has a config.json without model_type, so its family is unknown. Download it again.")
        raise BadInput(
            f"{name} belongs to the family “{shown(kind, 40)}”, which transformers {__version__} does not support. "
            "Choose a model from a supported family."
        )
    read = _read_config(name, folder)
    if kind not in MODEL_FOR_CAUSAL_LM_MAPPING_NAMES:
        raise BadInput(f"{name} is {_what(kind)}. {DECODER}")
    if getattr(read, "is_encoder_decoder", False):
        raise BadInput(f"{name} is an encoder-decoder model ({kind}), which is not supported. {DECODER}")
    if _reads_both_ways(kind, read):
        raise BadInput(f"{name} is an encoder ({kind}), which does not continue text. {DECODER}")
    layers = getattr(read.get_text_config(decoder=True), "num_hidden_layers", None)
    if isinstance(layers, int) and layers > MOST_LAYERS:
        raise BadInput(
            f"{name} declares {layers:,} layers in its config.json, but no model has that many. Correct this file."
        )


def _read_config(name: str, folder: Path) -> Any:
    import_transformers()
    from transformers import AutoConfig

    try:
        return AutoConfig.from_pretrained(str(folder), trust_remote_code=False)
    except Exception as error:  # the libraries can raise any exception if a value is odd
        if is_out_of_memory(error):
            raise
        first = next((line for line in str(error).splitlines() if line.strip()), type(error).__name__)
        raise BadInput(
            f"The config.json of {name} does not describe a model ({shown(first, 120)}). Download it again."
        ) from None


def _reads_both_ways(kind: str, config: Any) -> bool:
    from transformers.models.auto.modeling_auto import MODEL_FOR_MASKED_LM_MAPPING_NAMES

    causal = getattr(config, "is_decoder", False) or getattr(config, "causal", False)
    return kind in MODEL_FOR_MASKED_LM_MAPPING_NAMES and not causal


def _what(kind: str) -> str:
    """Describe a model that transformers does not load as a text decoder."""
    from transformers.models.auto import modeling_auto as auto

    media = {**auto.MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES, **auto.MODEL_FOR_MULTIMODAL_LM_MAPPING_NAMES}
    if kind in auto.MODEL_FOR_SEQ_TO_SEQ_CAUSAL_LM_MAPPING_NAMES:
        return f"an encoder-decoder model ({kind}), which is not supported"
    if kind in media:
        return f"a model for images or sound and text ({kind}), which transformers does not load as a text decoder"
    if kind in auto.MODEL_FOR_MASKED_LM_MAPPING_NAMES or kind in auto.MODEL_FOR_TEXT_ENCODING_MAPPING_NAMES:
        return f"an encoder ({kind}), which does not continue text"
    return f"a model of the kind {kind}, which does not continue text"


def _check_method(name: str, config: dict[str, Any]) -> None:
    """Raise BadInput if transformers does not know a quantization method, because it would silently ignore the
    method.
    """
    from transformers.quantizers.auto import AutoHfQuantizer

    method = quantization_of(config)
    if method is None:
        return
    try:
        known = AutoHfQuantizer.supports_quant_method(config["quantization_config"])
    except ValueError:
        known = False
    if not known:
        called = f"by “{shown(method, 40)}”" if method else "by a method without a name"
        raise BadInput(
            f"The config.json of {name} says that its weights are quantized {called}, which transformers does not "
            "support. Choose the model's unquantized weights."
        )
