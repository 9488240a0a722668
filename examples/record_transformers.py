"""Record transformers' assisted generation as a trace, here with two small random models.

python -m examples.record_transformers
"""

import tempfile

import torch
from transformers import AutoModelForCausalLM, LlamaConfig

import explorer

torch.manual_seed(1)
config = LlamaConfig(vocab_size=50, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, initializer_range=0.3)
target, draft = (AutoModelForCausalLM.from_config(config).eval() for _ in range(2))
draft.generation_config.num_assistant_tokens = 3
draft.generation_config.assistant_confidence_threshold = 0.0  # draft three tokens in every round
prompt = torch.tensor([[1, 4, 9, 16, 25]])

# Your models come from AutoModelForCausalLM.from_pretrained; then also pass `tokenizer`, for the texts of tokens.
with explorer.recording(target, draft) as run:
    target.generate(prompt, attention_mask=torch.ones_like(prompt), do_sample=True, max_new_tokens=16, pad_token_id=0)

for iteration in run.trace.iterations[:5]:
    for verdict in iteration.verdicts:
        if verdict.rule == "ratio":
            print(f"{iteration.index} {verdict.decision}: min(1, p/q) = {verdict.a:.3f}, u = {verdict.u:.3f}")
with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
    run.save(file.name)  # open it in the app, or call run.trace.show() in a notebook
    trace = explorer.open_trace(file.name)
if trace.summary:
    print(f"{trace.summary.counts.accepted} of {trace.summary.counts.judged} tested draft tokens were accepted")
