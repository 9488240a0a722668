"""Code that repeats a run in transformers or vLLM, if the library has the method.

In these libraries, random numbers and draft schedules differ, so the generated tokens can differ. A note with each
piece of code names the differences. Option names are those of transformers 5.23 and of vLLM's documentation in 2026.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from decoders.models.loading.embedded import NAMES as EMBEDDED
from decoders.models.loading.names import EAGLE3, split_pair
from decoders.pairs import PAIRS
from explorer.service.request import RunRequest
from explorer.trace.lines import Header

Code = tuple[str, str]  # the code, and a note about what differs
SMOLLM2 = "HuggingFaceTB/SmolLM2-135M-Instruct"  # the model from which the embedded target was quantised
_ALONE = ("greedy", "multinomial", "lookup")  # methods without a draft model
_CHAINS = ("spd", "ssd")
_SEED = "The random numbers differ, so sampled tokens differ."
_Q4 = f"The embedded target has 4-bit weights. This code loads {SMOLLM2}, which writes different texts."
_EOS = "This code forbids the end-of-text token, whereas the recorded run only ignored it."


def models_of(pair: str) -> tuple[str, str] | None:
    """The names of a pair's target and draft for other libraries.

    The draft's name is "" if these libraries cannot load the draft. The result is None if they cannot read the target's
    format.
    """
    if pair in EMBEDDED:
        return SMOLLM2, ""
    known = PAIRS.get(pair)
    if known is not None:
        return None if known.load is not None else (known.target, known.draft)
    found = split_pair(pair)
    if found is None or found[0].endswith(".gguf"):
        return None
    return found[0], "" if found[1].endswith(".gguf") else found[1]


def transformers(request: RunRequest, head: Header) -> Code | None:
    """Code that uses transformers' `generate`; None if the library lacks the method or cannot load the models."""
    models = models_of(request.pair)
    if models is None or request.method not in (*_ALONE, *_CHAINS):
        return None
    target, draft = models
    assisted = request.method in _CHAINS
    if assisted and (not draft or draft.startswith(EAGLE3)):
        return None
    dtype = head.dtype if head.dtype in ("bfloat16", "float16", "float32", "float64") else "auto"
    lines = ["import torch", "from transformers import AutoModelForCausalLM, AutoTokenizer", ""]
    lines += [f"tokenizer = AutoTokenizer.from_pretrained({target!r})"]
    lines += [f"target = AutoModelForCausalLM.from_pretrained({target!r}, dtype={dtype!r})"]
    options: dict[str, str] = {"max_new_tokens": repr(request.limit)} | _sampling(request)
    if assisted:
        lines += [f"draft = AutoModelForCausalLM.from_pretrained({draft!r}, dtype={dtype!r})"]
        lines += [
            f"draft.generation_config.num_assistant_tokens = {request.chosen.gamma}",
            'draft.generation_config.num_assistant_tokens_schedule = "constant"',
            "draft.generation_config.assistant_confidence_threshold = 0",
        ]
        options["assistant_model"] = "draft"
    if request.method == "lookup":
        options["prompt_lookup_num_tokens"] = repr(request.chosen.gamma)
        options["max_matching_ngram_size"] = repr(request.chosen.ngram)
    if request.ignore_eos:
        options["min_new_tokens"] = repr(request.limit)
    lines += ["", *_prompt(request, "tokenizer", 'return_tensors="pt"'), f"torch.manual_seed({request.seed})"]
    inside = "".join(f"    {key}={value},\n" for key, value in options.items())
    lines += [f"output = target.generate(\n    **inputs,\n{inside})"]
    lines += ['print(tokenizer.decode(output[0, inputs["input_ids"].shape[1]:], skip_special_tokens=True))']
    notes = [_TRANSFORMERS.get(request.method, ""), _EOS if request.ignore_eos else ""]
    return "\n".join(lines), _differs(request, *notes)


_TRANSFORMERS = {
    "spd": "The draft length is fixed to γ, because transformers would otherwise adapt it.",
    "ssd": "The draft length is fixed to γ, because transformers would otherwise adapt it.",
    "lookup": "transformers may choose another occurrence of a repeated n-gram, so its drafts differ.",
}


def _samples(request: RunRequest) -> bool:
    """Whether tokens are sampled. They are not sampled if the settings leave only one possible token."""
    chosen = request.chosen
    own = getattr(chosen, "verification", "sampling") == "sampling" and request.method != "greedy"
    return own and chosen.temperature > 0 and chosen.top_k != 1


def _sampling(request: RunRequest) -> dict[str, str]:
    if not _samples(request):
        return {"do_sample": "False"}
    chosen = request.chosen
    named = {"temperature": chosen.temperature, "top_k": chosen.top_k, "top_p": chosen.top_p}
    return {"do_sample": "True"} | {key: repr(value) for key, value in named.items()}


def _prompt(request: RunRequest, tokenizer: str, more: str) -> list[str]:
    """Lines of code that build `inputs` from the prompt, with the chat template if the tokenizer has one."""
    first, plain = f"prompt = {request.prompt!r}", f"{tokenizer}(prompt, {more})"
    if request.raw:
        return [first, f"inputs = {plain}"]
    lines = [first, *_messages(request)]
    variables = f", **{dict(request.template_args)!r}" if request.template_args else ""
    lines += [
        f"if {tokenizer}.chat_template:",
        f"    inputs = {tokenizer}.apply_chat_template(",
        f"        messages, add_generation_prompt=True, return_dict=True, {more}{variables}",
        "    )",
        "else:",
        f"    inputs = {plain}",
    ]
    return lines


def _messages(request: RunRequest) -> list[str]:
    """Lines of code that build `messages`, the whole conversation, from `prompt`."""
    system = [] if request.system is None else [{"role": "system", "content": request.system}]
    entries = [*map(repr, [*system, *map(asdict, request.conversation.turns)]), '{"role": "user", "content": prompt}']
    return ["messages = [", *(f"    {entry}," for entry in entries), "]"]


def vllm(request: RunRequest, head: Header) -> Code | None:
    """Code that uses vLLM; None if the library lacks the method or cannot load the models."""
    models = models_of(request.pair)
    config = None if models is None else _speculative(request, models[1])
    if models is None or config is None:
        return None
    chosen, sampled = request.chosen, _samples(request)
    options: dict[str, Any] = {"temperature": chosen.temperature if sampled else 0.0}
    if sampled:
        options |= {"top_k": chosen.top_k} if chosen.top_k else {}
        options |= {"top_p": chosen.top_p} if chosen.top_p < 1 else {}
    options |= {"max_tokens": request.limit, "seed": request.seed}
    options |= {"ignore_eos": True} if request.ignore_eos else {}
    given = "".join(f"        {key!r}: {value!r},\n" for key, value in config.items())
    drafts = f"    speculative_config={{\n{given}    }},\n" if config else ""
    lines = [
        "from vllm import LLM, SamplingParams",
        "",
        f"llm = LLM(\n    model={models[0]!r},\n{drafts})",
        f"params = SamplingParams({', '.join(f'{key}={value!r}' for key, value in options.items())})",
    ]
    lines += [f"prompt = {request.prompt!r}"]
    plain = "outputs = llm.generate([prompt], params)"
    if request.raw:
        lines += [plain]
    else:
        variables = f", chat_template_kwargs={dict(request.template_args)!r}" if request.template_args else ""
        lines += [
            *_messages(request),
            "if llm.get_tokenizer().chat_template:",
            f"    outputs = llm.chat(messages, params{variables})",
            "else:",
            f"    {plain}",
        ]
    return "\n".join([*lines, "print(outputs[0].outputs[0].text)"]), _differs(request, _vllm_note(request, config))


def _speculative(request: RunRequest, draft: str) -> dict[str, Any] | None:
    """vLLM's `speculative_config`; empty for a method without a draft, None if vLLM does not have the method."""
    method = request.method
    if method in ("greedy", "multinomial"):
        return {}
    if method == "lookup":
        count, longest = request.chosen.gamma, request.chosen.ngram
        lookup = {"prompt_lookup_min": 1, "prompt_lookup_max": longest}
        return {"method": "ngram", "num_speculative_tokens": count, **lookup}
    if method == "suffix":
        return _suffix(request.chosen)
    if draft.startswith(EAGLE3) and method in (*_CHAINS, "eagle2"):
        head = draft.removeprefix(EAGLE3)
        return {"method": "eagle3", "model": head, "num_speculative_tokens": request.chosen.gamma}
    if not draft or method not in _CHAINS:
        return None
    config = {"method": "draft_model", "model": draft, "num_speculative_tokens": request.chosen.gamma}
    return config | ({"draft_sample_method": "probabilistic"} if _samples(request) else {})


def _suffix(chosen: Any) -> dict[str, Any]:
    """vLLM's options for suffix decoding. vLLM has no options for `max_spec_offset` and `earlier`."""
    return {
        "method": "suffix",
        "num_speculative_tokens": chosen.node_budget,
        "suffix_decoding_max_tree_depth": chosen.max_depth,
        "suffix_decoding_max_spec_factor": chosen.max_spec_factor,
        "suffix_decoding_min_token_prob": chosen.min_token_prob,
        "suffix_decoding_max_cached_requests": 0,
    }


def _vllm_note(request: RunRequest, config: Mapping[str, Any]) -> str:
    if request.method == "eagle2":
        return "vLLM drafts one sequence, but EAGLE-2 drafts a tree."
    if request.method == "lookup":
        return "vLLM may choose another occurrence of a repeated n-gram, so its drafts differ."
    if request.method == "suffix":
        return "vLLM also tries shorter patterns and drafts only one sequence, so its drafts differ."
    if "draft_sample_method" in config:
        return "Versions of vLLM without draft_sample_method draft greedily. Remove this option for these versions."
    return ""


def _differs(request: RunRequest, *own: str) -> str:
    """Sentences about the differences from the recorded run. `own` are the sentences that concern only one library."""
    parts = [*own, _SEED if _samples(request) else "", _Q4 if request.pair in EMBEDDED else ""]
    return " ".join(filter(None, parts)) or (
        "Rounding differs, which can change the choice between almost equally probable tokens."
    )
