"""Read published EAGLE-3 and EAGLE-3.1 heads from safetensors, in the formats of SpecForge and speculators.

Both formats contain `fc`, one special decoder layer (`midlayer` or `layers.0`), `norm` and `lm_head`. The head's
vocabulary may be a part of the target's. In that case, `d2t` holds the numbers that are added to the rows' indices to
get their token ids, and `t2d` marks the same tokens as a mask. EAGLE-3.1 adds `fc_norm.0` to `fc_norm.2`. A missing
embedding is taken from the target, and so are missing output rows if the head has the whole vocabulary. The weights
determine the number of layers, and also the norms that config.json does not mention.
"""

# The types of torch's, safetensors' and transformers' functions are only partly known.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor
from transformers import LlamaConfig

from decoders.errors import BadInput, is_out_of_memory
from decoders.models.probe import first_line
from decoders.models.reading import Eagle3Net, HeadForm
from decoders.models.torch.head_config import HeadConfig, ReadLayers

UNUSED = ("verifier_norm.weight", "verifier_lm_head.weight")
RENAMED = {  # other names for the same tensors
    "midlayer.": "layers.0.",
    "aux_norm_low.": "fc_norm.0.",
    "aux_norm_mid.": "fc_norm.1.",
    "aux_norm_high.": "fc_norm.2.",
}
NORMS = ("norm", "final_layernorm", "final_norm", "ln_f")  # transformers' names for the norm after the last layer
FLOATING = (torch.float16, torch.bfloat16, torch.float32, torch.float64)
Tensors = dict[str, Tensor]


@dataclass(frozen=True)
class Head:
    """An EAGLE-3 head: its network, the token ids (ascending int64[R]) of its output rows, and the target layers it
    uses.

    `guessed` lists facts that were assumed because the config.json lacks them: `layers`, `norm_before_residual`.
    """

    net: Eagle3Net
    ids: Tensor
    reads: ReadLayers
    guessed: tuple[str, ...] = ()

    @property
    def layers(self) -> tuple[int, ...]:
        """The numbers of target layers after which the head reads a hidden state."""
        return self.reads.layers


def read_head(folder: Path, target: Any, vocab_size: int) -> Head:
    """Read the head in a folder for a loaded target, onto the target's device in its dtype. Raises BadInput if this
    fails.

    Rows for ids that the tokenizer does not have (`vocab_size` and above) are dropped.
    """
    config, tensors = HeadConfig(folder), _tensors(folder)
    embedding = target.get_input_embeddings().weight
    ids = _ids(config, tensors, target, vocab_size)
    tensors.setdefault("embed_tokens.weight", embedding.detach())
    sizes = target.config.get_text_config(decoder=True)
    reads = config.read_layers(sizes, _states(tensors, sizes.hidden_size))
    form = _form(config, tensors, reads, sizes.hidden_size)
    net = _empty(config, tensors, form)
    _check(net, tensors, folder)
    order = ids.argsort()
    order = order[ids[order] < vocab_size]
    tensors["lm_head.weight"] = tensors["lm_head.weight"][order.to(tensors["lm_head.weight"].device)]
    net.lm_head = torch.nn.Linear(net.config.hidden_size, len(order), bias=False, device="meta")
    own = {name: tensor.to(embedding.device, embedding.dtype) for name, tensor in tensors.items()}
    net.load_state_dict(own, assign=True)
    net.rotary_emb = type(net.rotary_emb)(config=net.config).to(embedding.device)
    limit: Any = net.config.max_position_embeddings
    if config.sliding_window is not None and isinstance(limit, int):  # this includes sliding attention
        net.config.max_position_embeddings = min(limit, config.sliding_window)
    if reads.final_norm:
        net.final_norm = deepcopy(_final_norm(target, folder)).to(embedding.device, embedding.dtype)
    guessed = ("layers",) if reads.guessed else ()
    if config.from_speculators and config.flag("norm_before_residual") is None:
        guessed = (*guessed, "norm_before_residual")
    return Head(net.requires_grad_(False), ids[order].to(embedding.device), reads, guessed)


def _tensors(folder: Path) -> Tensors:
    """All tensors of a folder, under the names that speculators uses."""
    files = sorted(folder.glob("*.safetensors"))
    try:
        found = {name: tensor for file in files for name, tensor in load_file(file).items()}
    except (OSError, SafetensorError) as error:
        raise BadInput(f"The weights in {folder} are damaged ({type(error).__name__}). Download them again.") from None
    if not found:
        other = next((file.name for file in sorted(folder.glob("*")) if file.suffix in (".bin", ".pt", ".pth")), None)
        has = f"its weights are in {other}" if other else "it has no weights"
        raise BadInput(f"The EAGLE-3 head in {folder} cannot be read: {has}. Use a head with safetensors weights.")
    named = dict[str, Tensor]()
    for name, tensor in found.items():
        name = name.removeprefix("model.")
        for old, new in RENAMED.items():
            name = name.replace(old, new)
        if name not in UNUSED:
            named[name] = tensor
    if "layers.0.hidden_norm.weight" not in named:
        raise BadInput(
            f"{folder} is not an EAGLE-3 head: its weights lack hidden_norm. If the draft is a complete model, use "
            "TARGET+DRAFT without the prefix eagle3:."
        )
    _check_kinds(named, folder)
    return named


def _check_kinds(tensors: Tensors, folder: Path) -> None:
    """Raise BadInput if weights have fewer than 16 bits, or if a tensor has the wrong shape."""
    for name, tensor in tensors.items():
        if "weight" in name and tensor.dtype not in FLOATING:
            kind = str(tensor.dtype).removeprefix("torch.")
            raise BadInput(
                f"The EAGLE-3 head in {folder} cannot be read: {name:.80} is {kind}. Use a head that is not quantized."
            )
        if name in ("lm_head.weight", "embed_tokens.weight", "fc.weight") and (tensor.ndim != 2 or not len(tensor)):
            raise BadInput(
                f"The EAGLE-3 head in {folder} cannot be read: {name} is not a matrix, but has shape "
                f"{list(tensor.shape)}. "
                "Download it again."
            )


def _ids(config: HeadConfig, tensors: Tensors, target: Any, vocab_size: int) -> Tensor:
    """The token id of every output row, int64[R]. Missing output rows are taken from the target or from the embedding.

    Removes d2t and t2d from the tensors. Raises BadInput if the rows cannot be assigned to tokens.
    """
    folder, offsets, mask = config.folder, tensors.pop("d2t", None), tensors.pop("t2d", None)
    if "lm_head.weight" not in tensors:
        own = tensors.get("embed_tokens.weight") if config.ties_embedding else None
        output = target.get_output_embeddings()
        whole = output.weight.detach() if own is None else own
        if offsets is not None or config.draft_vocab_size not in (None, len(whole)):
            raise BadInput(
                f"The EAGLE-3 head in {folder} cannot be read: it has a separate vocabulary, but its weights lack "
                "lm_head.weight. Download it again."
            )
        tensors["lm_head.weight"] = whole
    rows = len(tensors["lm_head.weight"])
    if offsets is not None:
        if offsets.shape != (rows,):
            raise BadInput(
                f"The EAGLE-3 head in {folder} cannot be read: d2t does not have one number for each of the "
                f"{rows} rows of the head. Download the head again."
            )
        ids = torch.arange(rows) + offsets.long()
    elif mask is not None and int(mask.bool().sum()) == rows:
        ids = mask.bool().nonzero()[:, 0]
    else:
        ids = torch.arange(rows)
        if rows < min(vocab_size, len(target.get_input_embeddings().weight)):
            raise BadInput(
                f"The EAGLE-3 head in {folder} cannot be read: it has {rows} output rows for {vocab_size} tokens, "
                "and no d2t maps the rows to tokens. Download it again."
            )
    if len(ids.unique()) < rows or not 0 <= int(ids.min()) < vocab_size:
        raise BadInput(
            f"The EAGLE-3 head in {folder} does not fit this target model: d2t does not map to distinct token ids. "
            "Choose the head made for this target."
        )
    return ids


def _states(tensors: Tensors, size: int) -> int | None:
    """The number of hidden states that `fc` takes as input; None if the shape of `fc` does not determine it."""
    fc = tensors.get("fc.weight")
    return fc.shape[1] // size if fc is not None and fc.shape[1] % size == 0 else None


def _form(config: HeadConfig, tensors: Tensors, reads: ReadLayers, size: int) -> HeadForm:
    """The norms that a head has. config.json takes precedence over the weights, as in other engines.

    A head that uses the state after the target's final norm takes this state unchanged if the sizes agree. SGLang and
    vLLM then ignore the head's `fc`, and so does this code.
    """

    def has(tensor: str, *names: str) -> bool:
        flag = config.flag(*names)
        return tensor in tensors if flag is None else flag

    form = HeadForm(
        count=len(reads.layers),
        size=size,
        normed_residual=bool(config.flag("norm_before_residual")),
        normed_features=has("input_norm.weight", "norm_before_fc"),
        normed_each=has("fc_norm.0.weight", "fc_norm", "use_aux_norm"),
        normed_output=bool(config.flag("norm_output", "return_hidden_post_norm")),
        joined=not reads.final_norm or config.shape.get("hidden_size") != size,
        biased="fc.bias" in tensors,
    )
    left_out = [name for name in ("fc.weight", "fc.bias") if not form.joined]
    left_out += [] if form.normed_features else ["input_norm.weight"]
    left_out += [] if form.normed_each else [name for name in tensors if name.startswith("fc_norm.")]
    for name in left_out:
        tensors.pop(name, None)
    return form


def _empty(config: HeadConfig, tensors: Tensors, form: HeadForm) -> Eagle3Net:
    """The network that a config.json describes, without weights. Raises BadInput if config.json does not describe a
    network.
    """
    layers = {name.split(".")[1] for name in tensors if name.startswith("layers.")}
    shape: dict[str, Any] = {
        **config.shape,
        "attn_implementation": "eager",
        "num_hidden_layers": len(layers),
        "vocab_size": len(tensors["embed_tokens.weight"]),
    }
    try:
        with torch.device("meta"):
            return Eagle3Net(LlamaConfig(**shape), len(tensors["lm_head.weight"]), form)
    except Exception as error:  # the libraries can raise any exception if a value is odd
        if is_out_of_memory(error):
            raise
        raise BadInput(
            f"The EAGLE-3 head in {config.folder} cannot be read: its config.json does not describe its layers "
            f"({first_line(error)}). Download it again."
        ) from None


def _check(net: Eagle3Net, tensors: Tensors, folder: Path) -> None:
    """Raise BadInput unless the names and shapes of the tensors are those of the network."""
    wanted = {name: tuple(tensor.shape) for name, tensor in net.state_dict().items()}
    if missing := sorted(wanted.keys() - tensors.keys()):
        raise BadInput(
            f"The EAGLE-3 head in {folder} cannot be read: its weights lack {missing[0]}. Download it again."
        )
    if more := sorted(tensors.keys() - wanted.keys()):
        raise BadInput(
            f"The EAGLE-3 head in {folder} cannot be read: its weights contain {more[0]:.80}, which such heads do not "
            "have. Choose another head."
        )
    for name, shape in wanted.items():
        if tuple(tensors[name].shape) != shape:
            raise BadInput(
                f"The EAGLE-3 head in {folder} does not fit this target model: {name} is "
                f"{tuple(tensors[name].shape)}, not "
                f"{shape}. Choose the head made for this target."
            )


def _final_norm(target: Any, folder: Path) -> torch.nn.Module:
    """The norm after a target's last layer. Raises BadInput if the target has no such norm."""
    body = getattr(target, target.base_model_prefix, None)
    norm = next((found for name in NORMS if (found := getattr(body, name, None)) is not None), None)
    if norm is None:
        raise BadInput(
            f"The EAGLE-3 head in {folder} needs the output of the target's final norm, which "
            f"{type(target).__name__} does not have. Choose a head that needs only the outputs of layers."
        )
    return norm
