"""Read the config.json of an EAGLE-3 head, in the formats of SpecForge, speculators, SGLang, vLLM and ModelOpt.

There are two layouts. The speculators format puts the layer's sizes into `transformer_layer_config`. All other formats
have them at the top level, with further settings in `eagle_config`. Torch and the weights are not needed.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from decoders.errors import BadInput

LAYER_IDS = "eagle_aux_hidden_state_layer_ids"
SHAPE = (  # all keys that affect what the layers compute; other keys are not passed on
    "hidden_size", "intermediate_size", "num_attention_heads", "num_key_value_heads", "head_dim", "hidden_act",
    "max_position_embeddings", "rms_norm_eps", "attention_bias", "mlp_bias", "rope_parameters", "rope_scaling",
    "rope_theta", "partial_rotary_factor",
)  # fmt: skip
FROM_ZERO = 1  # the first of SpecForge's usual layer ids, which count from 0; vLLM's usual first id is 2


@dataclass(frozen=True)
class ReadLayers:
    """The target's layers whose states a head uses, ascending.

    If `guessed` is set, the head's config.json does not name the layers. If `final_norm` is set, the head uses only the
    state after the target's last layer and final norm.
    """

    layers: tuple[int, ...]
    guessed: bool = False
    final_norm: bool = False


class HeadConfig:
    """A head's config.json. Raises BadInput if it cannot be read or is for another kind of draft."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            config: Any = json.loads((folder / "config.json").read_text(encoding="utf-8"))
            self._inner: dict[str, Any] = config.get("transformer_layer_config", config)
            kind = self._inner["model_type"]
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            raise BadInput(
                f"{folder} is not an EAGLE-3 head: it has no config.json in the SpecForge or speculators format. "
                "Choose a folder that contains an EAGLE-3 head."
            ) from None
        self._config: dict[str, Any] = config
        self._eagle: Any = config.get("eagle_config") or {}
        if not isinstance(self._eagle, dict):
            raise BadInput(
                f"{folder} is not an EAGLE-3 head: eagle_config in its config.json is not an object. Download it again."
            )
        draft = config.get("speculators_model_type", "eagle3")
        if draft != "eagle3":
            raise BadInput(
                f"{folder} is a draft of the kind {draft!r:.40}, but only EAGLE-3 heads are supported. Choose "
                "an EAGLE-3 head."
            )
        if kind != "llama":
            raise BadInput(
                f"{folder} is a head with {kind!s:.40} layers, but only llama layers are supported. Choose "
                "another head."
            )
        self._refuse_unknown()

    def _refuse_unknown(self) -> None:
        """Raise BadInput if a setting changes the result of a head but is not supported."""
        odd = {"logit_scale": self._config.get("logit_scale", 1.0) not in (None, 1)}
        odd["eagle_config.eh_proj_before_attn"] = bool(self._eagle.get("eh_proj_before_attn"))
        for key, applies in odd.items():
            if applies:
                raise BadInput(
                    f"The EAGLE-3 head in {self.folder} cannot be read: its config.json sets {key}, which is not "
                    "supported. Choose another head."
                )

    @property
    def from_speculators(self) -> bool:
        """Whether the file was written by the library `speculators`."""
        return self._inner is not self._config

    @property
    def shape(self) -> dict[str, Any]:
        """The arguments of LlamaConfig, except the numbers of layers and of tokens, which the weights determine."""
        return {key: value for key, value in self._inner.items() if key in SHAPE}

    @property
    def sliding_window(self) -> int | None:
        """The window of the head's sliding attention, if it has one."""
        window, kinds = self._inner.get("sliding_window"), self._inner.get("layer_types")
        slides = isinstance(kinds, list) and "sliding_attention" in kinds
        return window if slides and type(window) is int and window > 0 else None

    @property
    def ties_embedding(self) -> bool:
        """Whether the head's output rows are its own embedding."""
        return bool(self._inner.get("tie_word_embeddings", self._config.get("tie_word_embeddings")))

    @property
    def draft_vocab_size(self) -> Any:
        """The number of output rows in the file; None if it is missing."""
        return self._config.get("draft_vocab_size")

    def flag(self, *names: str) -> bool | None:
        """Whether a setting is on; None if it is missing.

        The setting may have any of these names, at the top level or in eagle_config.
        """
        for part in (self._eagle, self._config):
            known = [bool(part[name]) for name in names if part.get(name) is not None]
            if known:
                return any(known)
        return None

    def read_layers(self, target: Any, count: int | None) -> ReadLayers:
        """The layers after which the head reads; `target` is the target's text config.

        `count` is the number of states that the head's weights take; None if it is unknown. The engines take the states
        in the order of the layers, whatever the order of the list. Raises BadInput if the target lacks one of these
        layers.
        """
        of = int(target.num_hidden_layers)
        if self.flag("use_aux_hidden_state") is False:
            return ReadLayers((of,), final_norm=True)
        nested, top = self._ids(self._eagle), self._ids(self._config)
        if nested:
            layers = _counted(nested, of, getattr(target, "model_type", ""))
        elif top:  # early speculators also name the last layer, which is used only in training
            more = count is not None and len(top) == count + 1 and top[-1] == of
            layers = top[:-1] if more else top
        else:
            return ReadLayers(self._usual(of, count), guessed=True)
        if not all(0 <= place <= of for place in layers):
            raise BadInput(
                f"The EAGLE-3 head in {self.folder} does not fit this target model: it reads layers {layers}, "
                f"but the target has {of}. Choose the head made for this target."
            )
        return ReadLayers(tuple(layers))

    def _ids(self, part: Mapping[str, Any]) -> list[int]:
        """The layer ids of a part of the file, ascending; empty if there are none."""
        given: Any = part.get(LAYER_IDS) or []
        if not isinstance(given, list) or any(type(place) is not int for place in cast(list[Any], given)):
            raise BadInput(
                f"The EAGLE-3 head in {self.folder} cannot be read: {LAYER_IDS} in its config.json is {given!r:.40}. "
                "Change it to a list of whole numbers."
            )
        return sorted(cast(list[int], given))

    def _usual(self, of: int, count: int | None) -> tuple[int, ...]:
        """The layers that SGLang and vLLM assume if a head does not name any. Raises BadInput if the target
        lacks them.
        """
        usual = (2, of // 2, of - 3)
        why = ""
        if count not in (None, len(usual)):
            why = f"its weights use {count} of them instead of the usual three"
        elif not 2 < usual[1] < usual[2]:
            why = f"a target of {of} layers is too small for the usual three (2, {of // 2} and {of - 3})"
        if why:
            raise BadInput(
                f"{self.folder} does not say which layers of the target its head reads, and {why}. "
                f"Add {LAYER_IDS} to its config.json."
            )
        return usual


def _counted(ids: list[int], of: int, kind: str) -> list[int]:
    """Convert the layer ids in eagle_config to numbers of layers that have run before the state is read.

    SpecForge and ModelOpt count the layers from 0. Other programs count from 1, as vLLM does. The config.json does not
    say which way of counting was used. SGLang assumes a count from 1 for gpt-oss, and for a list that starts like
    vLLM's usual list. A list whose last id, counted from 0, would be beyond the last layer must also count from 1.
    """
    as_counts = kind == "gpt_oss" or ids[0] == FROM_ZERO + 1 or ids[-1] == of
    return ids if as_counts else [place + 1 for place in ids]
