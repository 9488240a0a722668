"""Networks of drafts that use the target's hidden states. The input is a token and a state of the path before that
token.

Position i takes the embedding of token i and a state of token i − 1. If the target has processed token i − 1, the state
is a projection (`project`) of the target's hidden states. Otherwise it is the draft's own last state (EAGLE-3, Li et
al. 2025, §3.1). This module does not depend on sessions or files.
"""

# The types of torch's and transformers' functions are only partly known.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from transformers.models.llama.modeling_llama import (
    LlamaDecoderLayer,
    LlamaModel,
    LlamaRMSNorm,
    LlamaRotaryEmbedding,
)


class ReadingNet(nn.Module):
    """Interface of a draft network that uses the target's hidden states.

    `config` is a LlamaConfig, and D is its hidden size.
    """

    needs_state = False  # whether the first token is left out, because there is no state before it
    config: Any
    feature_size: int  # F
    embed_tokens: nn.Embedding
    lm_head: nn.Linear

    def project(self, features: Tensor) -> Tensor:
        """States [..., D] from the target's features [..., F]."""
        raise NotImplementedError

    def forward(self, ids: Tensor, states: Tensor, **given: Any) -> Tensor:
        """The draft's own states [b, n, D] after ids [b, n]; `states` [b, n, D] are the states before these tokens.

        `given` holds position_ids, attention_mask, past_key_values and use_cache, as in transformers.
        """
        raise NotImplementedError

    def scores(self, states: Tensor) -> Tensor:
        """Scores [..., R] from the draft's own states [..., D]."""
        raise NotImplementedError

    def get_output_embeddings(self) -> nn.Linear:
        """The layer of the R output rows, under the name that transformers gives it."""
        return self.lm_head


class ReadingDecoder(ReadingNet):
    """A small decoder whose input is a token's embedding plus a linear projection of a state.

    While the projection `mix` is zero, the network computes the same scores as the plain decoder from which its
    training starts.
    """

    def __init__(self, config: Any, features: int, embedding: nn.Embedding, rows: Tensor) -> None:
        """`features` is the length F of the target's features; `embedding` and the output `rows` [R, D] belong to the
        target.
        """
        super().__init__()
        self.config = config
        self.feature_size = features
        size = config.hidden_size
        self.fc = nn.Linear(features, size, bias=False)
        self.state_norm = LlamaRMSNorm(size, config.rms_norm_eps)
        self.mix = nn.Linear(size, size, bias=False)
        self.model = LlamaModel(config)
        self.model.embed_tokens = embedding
        self.embed_tokens = embedding
        self.lm_head = nn.Linear(size, len(rows), bias=False, device="meta")
        self.lm_head.weight = nn.Parameter(rows, requires_grad=False)

    def project(self, features: Tensor) -> Tensor:
        """See `ReadingNet`."""
        return self.fc(features)

    def forward(self, ids: Tensor, states: Tensor, **given: Any) -> Tensor:
        """See `ReadingNet`. The states are the inputs of the output embedding."""
        inputs = self.embed_tokens(ids) + self.mix(self.state_norm(states))
        return self.model(inputs_embeds=inputs, **given).last_hidden_state

    def scores(self, states: Tensor) -> Tensor:
        """See `ReadingNet`."""
        return self.lm_head(states)

    @torch.no_grad()
    def start_plain(self) -> None:
        """Initialise the network so that the state is the last D features and the projection `mix` is zero."""
        size = self.config.hidden_size
        nn.init.zeros_(self.mix.weight)
        nn.init.zeros_(self.fc.weight)
        self.fc.weight[:, -size:].fill_diagonal_(1.0)


class FirstLayer(LlamaDecoderLayer):
    """EAGLE-3's first layer. Attention reads the embedding and the state side by side, and the state is the residual
    stream.
    """

    def __init__(self, config: Any, normed: bool) -> None:
        """`normed` says whether the residual stream begins with the normed state."""
        super().__init__(config, 0)
        self.normed = normed
        self.hidden_norm = LlamaRMSNorm(config.hidden_size, config.rms_norm_eps)
        for name in ("q_proj", "k_proj", "v_proj"):
            old = getattr(self.self_attn, name)
            new = nn.Linear(2 * old.in_features, old.out_features, bias=old.bias is not None)
            setattr(self.self_attn, name, new)

    def forward(self, embeddings: Tensor, states: Tensor, **given: Any) -> Tensor:  # pyright: ignore
        """The layer's output [b, n, D] from embeddings [b, n, D] and states [b, n, D]."""
        normed = self.hidden_norm(states)
        both = torch.cat([self.input_layernorm(embeddings), normed], -1)
        hidden = (normed if self.normed else states) + self.self_attn(hidden_states=both, **given)[0]
        return hidden + self.mlp(self.post_attention_layernorm(hidden))


@dataclass(frozen=True)
class HeadForm:
    """The form of an EAGLE-3 head: how it uses the target's `count` hidden states of `size` each, and its own state.

    The flags are those of the file formats: norm_before_residual, norm_before_fc (one norm over all states), fc_norm
    (one norm per state) and norm_output. With norm_output (EAGLE-3.1), the next token gets the state after the last
    norm. A head that is not `joined` has no fc and takes its single hidden state unchanged.
    """

    count: int
    size: int
    normed_residual: bool = False
    normed_features: bool = False
    normed_each: bool = False
    normed_output: bool = False
    joined: bool = True
    biased: bool = False  # whether fc has a bias


class Eagle3Net(ReadingNet):
    """A published EAGLE-3 head: `FirstLayer`, further Llama layers if there are any, and its own output of R rows."""

    needs_state = True
    final_norm: nn.Module | None  # the target's final norm, for a head that uses the state after this norm

    def __init__(self, config: Any, rows: int, form: HeadForm) -> None:
        """`rows` is R."""
        super().__init__()
        self.config, self.form, self.final_norm = config, form, None
        self.feature_size = form.count * form.size
        size, epsilon = config.hidden_size, config.rms_norm_eps
        self.embed_tokens = nn.Embedding(config.vocab_size, size)
        self.input_norm = LlamaRMSNorm(self.feature_size, epsilon) if form.normed_features else nn.Identity()
        each = form.count if form.normed_each else 0
        self.fc_norm = nn.ModuleList(LlamaRMSNorm(form.size, epsilon) for _ in range(each))
        self.fc = nn.Linear(self.feature_size, size, bias=form.biased) if form.joined else nn.Identity()
        later = [LlamaDecoderLayer(config, i) for i in range(1, config.num_hidden_layers)]
        self.layers = nn.ModuleList([FirstLayer(config, form.normed_residual), *later])
        self.norm = LlamaRMSNorm(size, epsilon)
        self.lm_head = nn.Linear(size, rows, bias=False)
        self.rotary_emb = LlamaRotaryEmbedding(config)

    def project(self, features: Tensor) -> Tensor:
        """See `ReadingNet`."""
        if self.final_norm is not None:
            features = self.final_norm(features)
        features = self.input_norm(features)
        if self.form.normed_each:
            parts = features.split(self.form.size, -1)
            features = torch.cat([norm(part) for norm, part in zip(self.fc_norm, parts, strict=True)], -1)
        return self.fc(features)

    def forward(self, ids: Tensor, states: Tensor, **given: Any) -> Tensor:
        """See `ReadingNet`. The states are those before the last norm, or after it (`HeadForm.normed_output`)."""
        given["position_embeddings"] = self.rotary_emb(states, given["position_ids"])
        hidden = self.layers[0](self.embed_tokens(ids), states, **given)
        for layer in self.layers[1:]:
            hidden = layer(hidden, **given)
        return self.norm(hidden) if self.form.normed_output else hidden

    def scores(self, states: Tensor) -> Tensor:
        """See `ReadingNet`."""
        return self.lm_head(states if self.form.normed_output else self.norm(states))
