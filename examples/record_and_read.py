"""Record a run and read its numbers: what was drafted and accepted, and how each decision was made.

    python -m examples.record_and_read

A toy pair needs no weights. Use `pair="smollm2"` to run the same with two language models.
"""

from pathlib import Path

import explorer

TOYS = Path(__file__).parents[1] / "assets" / "toys"

trace = explorer.record(
    "spd", pair=f"toy:{TOYS / 'dsbd-figure-2.json'}", prompt="ask why", settings={"gamma": 2}, seed=5, max_new_tokens=8
)
header, summary = trace.header, trace.summary
assert summary is not None, "a run that was recorded to its end has a summary"

texts = dict(header.texts or {})
for iteration in trace.iterations:
    texts |= iteration.texts or {}
    token = {node.id: texts[str(node.token)] for node in iteration.nodes}
    print(f"iteration {iteration.index}")
    for verdict in iteration.verdicts:
        coin = "" if verdict.u is None else f"  u = {verdict.u:.2f}, a = {verdict.a:.2f}"
        print(f"  {token[verdict.node]:>5}  {verdict.decision:<9} by {verdict.rule}{coin}")

counts = summary.counts
print(f"text: {summary.text}")
print(
    f"output distribution: {header.oracle.kind}, that of {header.oracle.method}"
    if header.oracle
    else "output distribution: unknown"
)
print(f"{counts.accepted} of {counts.judged} tested draft tokens were accepted; {counts.drafted} were drafted")
print(f"{counts.tokens_per_iteration or 0:.2f} tokens per target pass")
