"""Small tokenizers of two kinds, trained on the spot: bytes with merges (like GPT-2) and words with ▁ (like Llama)."""

import json
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers

TEXTS = [
    "The quick brown fox jumps over the lazy dog. It was happy, and the dog was not.",
    "def add(first, second):\n    return first + second\n\nprint(add(1, 20))",
    "Speculative decoding drafts several tokens, and the target model checks them in one pass.",
    "Ünïcödé is hard; naïve café, señor. 你好 and 🙂 are longer. The end of the text is here.",
]


def byte_bpe(size: int = 400, specials: Sequence[str] = ("<|end|>",), texts: Sequence[str] = TEXTS) -> Tokenizer:
    """A byte-level tokenizer with merges, trained on some texts."""
    words = Tokenizer(models.BPE())
    words.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)  # pyright: ignore
    words.decoder = decoders.ByteLevel()  # pyright: ignore
    trainer: Any = trainers.BpeTrainer(
        vocab_size=size,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        special_tokens=[AddedToken(token, special=True) for token in specials],
        show_progress=False,
    )
    words.train_from_iterator(texts, trainer)
    return words


def spaced_bpe(size: int = 200, specials: Sequence[str] = ("<unk>", "<s>", "</s>")) -> Tokenizer:
    """A tokenizer that writes spaces as ▁ and unknown characters as bytes, trained on the same texts."""
    words = Tokenizer(models.BPE(unk_token="<unk>", byte_fallback=True, fuse_unk=True))
    words.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="first")  # pyright: ignore
    words.decoder = decoders.Sequence(  # pyright: ignore
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    )
    tokens = [AddedToken(token, special=True) for token in specials]
    trainer: Any = trainers.BpeTrainer(vocab_size=size, special_tokens=tokens, limit_alphabet=60, show_progress=False)
    words.train_from_iterator(TEXTS[:3], trainer)
    state = json.loads(words.to_str())
    first = len(state["model"]["vocab"])
    state["model"]["vocab"] |= {f"<0x{i:02X}>": first + i for i in range(256)}
    return Tokenizer.from_str(json.dumps(state))


def as_transformers(words: Tokenizer, **named: str) -> Any:
    """A tokenizer under transformers' names; `named` are special tokens such as eos_token."""

    def encode(text: str, add_special_tokens: bool = True) -> dict[str, list[int]]:
        return {"input_ids": words.encode(text, add_special_tokens=add_special_tokens).ids}

    def named_id(key: str) -> int | None:
        return words.token_to_id(named[key]) if key in named else None

    class Called(SimpleNamespace):
        def __call__(self, text: str, add_special_tokens: bool = True) -> dict[str, list[int]]:
            return encode(text, add_special_tokens)

    return Called(
        get_vocab=lambda: words.get_vocab(with_added_tokens=True),
        special_tokens_map=named,
        added_tokens_decoder=words.get_added_tokens_decoder(),
        bos_token_id=named_id("bos_token"),
        eos_token_id=named_id("eos_token"),
    )
