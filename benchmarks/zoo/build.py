"""Build the small random pairs of the zoo as folders, as save_pretrained writes them. Needs torch."""

# The types of torch's and transformers' functions are only partly known.
# pyright: basic

import re
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import CONFIG_MAPPING, AutoModelForCausalLM, PreTrainedTokenizerFast

from benchmarks.zoo.families import EOS, VOCAB, Family

# The tokenizer is trained only on this text, so the ids of prompts do not change with the project.
CORPUS = """A small draft model proposes several tokens, and a large target model checks all of them in one pass.
The tokens that the target accepts are written, and the first token that it rejects is replaced by one of its own.
The output has the same probabilities as if the target had written every token alone, so nothing is lost but time.
Why is the sky blue? Light from the sun is scattered by the air, and blue light is scattered more than red light.
How many tokens does one pass write? It depends on how often the draft agrees with the target, and on how long it is.
def accepted(p, q, u): return u < min(1, p / q)
Numbers such as 0, 1, 2, 10, 64, 128, 1024 and 3.14 are written digit by digit. Names: Chen, Qin, Gong, Cai."""
SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<s>"]  # the ids 0 to 3; EOS is <|im_end|>
CHAT = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
SHARED = re.compile(r"embed|wte|wpe|lm_head|embed_out")  # embeddings and output matrices, which are often shared
NOISE = (
    # noise in the draft's weights, as a fraction of a matrix's standard deviation, so that the draft is often wrong
    0.08
)


def tokenizer() -> PreTrainedTokenizerFast:
    """Train a byte-level tokenizer of VOCAB ids with a chat template. The result is the same in every run."""
    core = Tokenizer(models.BPE())
    core.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    core.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCAB, special_tokens=SPECIAL, initial_alphabet=alphabet, show_progress=False
    )
    core.train_from_iterator(CORPUS.splitlines(), trainer)
    assert core.get_vocab_size() == VOCAB, "the corpus is too short for that many tokens"
    made = PreTrainedTokenizerFast(tokenizer_object=core, eos_token=SPECIAL[EOS], pad_token=SPECIAL[0])
    made.chat_template = CHAT
    return made


def network(family: Family) -> Any:
    """The target's network in float32. Biases and norms are random too, so that ignoring them changes the text."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(family.seed)
        net = AutoModelForCausalLM.from_config(CONFIG_MAPPING[family.kind](**family.config), dtype=torch.float32)
        with torch.no_grad():
            for name, weight in net.named_parameters():
                if name.endswith("bias"):
                    weight.add_(0.1 * torch.randn_like(weight))
                elif weight.ndim == 1 and "norm" in name:
                    weight.add_(0.2 * torch.randn_like(weight))
                elif weight.ndim == 2 and not SHARED.search(name):
                    weight.mul_(family.scale)
    return net.eval()


@torch.no_grad()
def disturb(net: Any) -> None:
    """Turn a target into a draft, in place, by adding NOISE to its weights."""
    random = torch.Generator().manual_seed(1)
    for weight in net.parameters():
        if weight.is_floating_point() and weight.numel() > 1:
            weight.add_(torch.randn(weight.shape, generator=random) * weight.std() * NOISE)


def write_pair(family: Family, folder: Path) -> tuple[Path, Path]:
    """Write the folders `target` and `draft` into a folder; returns both."""
    net, words = network(family), tokenizer()
    target, draft = folder / "target", folder / "draft"
    for place in (target, draft):
        net.save_pretrained(place)
        words.save_pretrained(place)
        disturb(net)
    return target, draft
