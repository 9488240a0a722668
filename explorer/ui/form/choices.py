"""Lists of pairs, methods and prompts that a form can offer, with their labels. This module does not use Gradio."""

import json
from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from decoders.catalog import DECODERS
from decoders.core.decoder import Decoder, as_they_are
from decoders.errors import BadInput
from decoders.exact.toy import read_toy
from decoders.models.engine import ENGINES, installed, instructions
from decoders.models.loading.embedded import NAMES as EMBEDDED
from decoders.pairs import PAIRS, toy_pair
from decoders.vocabularies import common_of
from explorer.features.tuning import tuned
from explorer.service.durations import loading_seconds
from explorer.service.live import friendly
from explorer.service.offered import check_pair, toys
from explorer.service.queue.memory import in_memory
from explorer.service.store import gallery
from explorer.story.header import draft
from explorer.story.header import engine as words
from explorer.story.page.about import names_of
from explorer.story.page.gallery import note_of

METHOD = "spd"
PROMPTS = Path(__file__).parent / "prompts.json"
_DRAFTS = {  # how a pair differs from the others, short enough for a list on a phone
    "smollm2": "draft uses hidden states",
    "smollm2-plain": "draft reads tokens only",
    "smollm2-16k": "draft has another tokenizer",
    "smollm2-int8": "8-bit weights",
    "smollm2-1.7b": "draft: 135M",
    "qwen2.5-7b": "draft: 0.5B",
    "llama3": "target: 8B, draft: 1B",
    "llama2": "target: 13B, draft: 68M",
    "opt": "target: 13B, draft: 125M",
    "bloom": "target: 7.1B, draft: 560M",
}
_GROUPS = {"chain": "Chain", "tree": "Tree", "dag": "Graph", "forest": "Forest", "beams": "Beams"}


def group(decoder: Decoder) -> str:
    """The heading under which a method is listed: the target alone, or the shape of the method's draft."""
    return _GROUPS[decoder.view] if decoder.needs_draft else "Target alone"


def methods(pair: str | None = None) -> list[tuple[str, str]]:
    """The pairs (label, name) of all methods, or of those that the pair can run, ordered by group."""
    order = ["Target alone", *_GROUPS.values()]
    offered = [decoder for decoder in DECODERS.values() if not pair or can_run(pair, decoder)]
    ranked = sorted(offered, key=lambda decoder: order.index(group(decoder)))
    return [(f"{group(decoder)} · {decoder.title}", decoder.name) for decoder in ranked]


def can_run(pair: str, method: Decoder) -> bool:
    """Whether a pair can run a method, as far as is known without loading the pair."""
    if not method.needs_heads:
        return True
    if (here := in_memory(pair)) is not None:
        return here.models.target.head_count > 0
    known = PAIRS.get(pair)
    # nothing is known about a pair of another package before it is loaded
    return pair in EMBEDDED or (known is not None and known.load is not None)


def left_out() -> str:
    """An HTML paragraph for each method or pair of an installed package that failed to load; empty if none failed."""
    return "".join(f"<p>{escape(str(each))}</p>" for each in (*DECODERS.left_out, *PAIRS.left_out))


def method_after(pair: str, method: str | None) -> str | None:
    """The method to select when this pair is chosen.

    The current method stays selected if the pair can run it. Otherwise, speculative decoding is selected.
    """
    known = DECODERS.get(method or "")
    return METHOD if known is not None and not can_run(pair, known) else method


def methods_after(pair: str, chosen: Sequence[str]) -> list[str]:
    """The chosen methods without those that this pair cannot run."""
    return [name for name in chosen if name not in DECODERS or can_run(pair, DECODERS[name])]


def pairs() -> list[tuple[str, str]]:
    """The entries (label, name) of every pair that can be chosen."""
    toy = [(f"Toy · {path.stem}", name) for name, path in toys().items() if not path.stem.startswith("edge-")]
    named = [(f"{known.name} · {_DRAFTS.get(known.name, known.source)}", known.name) for known in PAIRS.values()]
    return [*named, *toy]


def needs(pair: str, method: str | None) -> str:
    """A description of the requirements of a pair.

    If the two models have different tokenizers, the description includes the number of common tokens. `method`
    determines how a draft with another tokenizer is used. A bundled toy pair has no requirements, so the result is its
    note.
    """
    if not pair:
        return "Choose a pair, or type TARGET+DRAFT."
    if pair in toys():
        return note_of(json.loads(toys()[pair].read_text(encoding="utf-8")))
    known, seconds = PAIRS.get(pair), loading_seconds(pair)
    said = f"{known.name} needs {known.needs}." if known else f"{pair} is loaded when you press Run."
    said = " ".join([said, *_tokenizers(pair, method)])
    if (here := in_memory(pair)) is not None:
        window = here.models.target.window
        return f"{said} It is loaded." + (f" Its context is {window:,} tokens." if window else "")
    if seconds is None:
        return f"{said} The loading time is known after the first run."
    return f"{said} Loading took {max(1, round(seconds))} s last time."


def _tokenizers(pair: str, method: str | None) -> list[str]:
    """The sentences about a draft with another tokenizer, or a sentence that says why the tokenizers cannot be used.

    There are no sentences if both models have the same tokenizer, if the method does not use the pair's draft, or if a
    tokenizer is not on this machine.
    """
    chosen = DECODERS.get(method or "")
    if chosen is None or not chosen.needs_draft or chosen.fit is not as_they_are:
        return []
    try:
        check_pair(pair)
        here = in_memory(pair)
        facts = common_of(pair) if here is None else here.info.get("vocabularies")
    except Exception as error:  # reading the files of a model that somebody typed can raise any exception
        return [friendly(error)]
    return draft.tokenizers(draft.vocabularies_of(facts, chosen))


def engine() -> str:
    """A sentence that says which engine and precision `auto` means on this machine."""
    return f"{words.expected(instructions(), installed())} {words.PRECISION}"


def engines() -> list[tuple[str, str]]:
    """The entries (label, name) of all engines."""
    return words.offered(ENGINES)


def paying(pair: str, method: str) -> dict[str, Any]:
    """The fastest known settings of a method on a pair on this machine; empty if none are known."""
    found = tuned(pair, method)
    return dict(found[0].settings) if found else {}


def pays(pair: str, method: str) -> str:
    """A sentence with the fastest known settings and their measured speed-up; empty if none are known."""
    found = tuned(pair, method)
    if found is None:
        return ""
    best, here = found
    called = names_of(method)
    settings = {called[key]: value for key, value in best.settings.items()}
    where = "on this machine" if here else f"on a CPU with {instructions()}"
    return words.pays(settings, best.ratio, best.interval, best.prompts, where)


def is_toy(pair: str) -> bool:
    """Whether a pair is a toy pair: a table of probabilities that needs no loading and no torch."""
    return pair.startswith("toy:")


@cache
def _written() -> dict[str, list[str]]:
    return json.loads(PROMPTS.read_text(encoding="utf-8"))


def prompts(pair: str) -> list[str]:
    """Example prompts: a toy pair's own prompts or contexts, and general tasks for language models."""
    if pair not in toys():
        return _written()["prompts"]
    data = json.loads(toys()[pair].read_text(encoding="utf-8"))
    known = data.get("prompts") or _contexts(data)
    first = data["run"]["prompt"] if "run" in data else known[0]
    return list(dict.fromkeys([first, *known]))[:8]


def prompt_after(pair: str, written: str) -> str:
    """Choose the prompt that the form shows after this pair is chosen.

    The user's own text stays if the pair can read it. An example prompt is replaced.
    """
    ready = prompts(pair)
    if written in ready:
        return written
    return ready[0] if is_example(written) or not _reads(pair, written) else written


def _reads(pair: str, written: str) -> bool:
    """Whether a pair can read a prompt. A toy pair reads only words of its vocabulary."""
    if pair not in toys() or not written.strip():
        return True
    try:
        toy_pair(read_toy(toys()[pair]), pair).encode(written, False)
    except BadInput:
        return False
    return True


def is_example(prompt: str) -> bool:
    """Whether a prompt is one of the offered examples."""
    return any(prompt in prompts(pair) for pair in ("", *toys())) or prompt in {card.prompt for card in gallery()}


def _contexts(data: dict[str, Any]) -> list[str]:
    """The contexts for which the target's table has a row, shortest first. Contexts that contain the end token are left
    out.
    """
    rows = [key for key in data["target"] if key and data.get("eos") not in key.split()]
    return sorted(rows, key=lambda key: len(key.split())) or read_vocab(data)[:1]


def read_vocab(data: dict[str, Any]) -> list[str]:
    """The vocabulary of a toy pair without its end token."""
    return [word for word in data["vocab"] if word != data.get("eos")]


def toy_json(pair: str) -> str:
    """The JSON text of a bundled toy pair. Raises BadInput if the text is not valid."""
    path = toys()[pair]
    read_toy(path)
    return path.read_text(encoding="utf-8")
