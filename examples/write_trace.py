"""Write the trace format from your own engine, here from two tables of next-token probabilities, in plain JSON.

python -m examples.write_trace
"""

import json
import math
import random
import tempfile
from typing import Any

import explorer

WORDS, GAMMA, rng = ["the", "sky", "is", "blue"], 2, random.Random(1)
P = [[0.1, 0.6, 0.2, 0.1], [0.1, 0.1, 0.7, 0.1], [0.2, 0.1, 0.1, 0.6], [0.7, 0.1, 0.1, 0.1]]  # target, by last token
Q = [[0.1, 0.4, 0.4, 0.1], [0.2, 0.1, 0.6, 0.1], [0.1, 0.2, 0.1, 0.6], [0.4, 0.2, 0.2, 0.2]]  # draft


def node(before: dict, parent: dict, weights: list[float], role: str) -> dict[str, Any]:  # a token after its parent
    token, at = rng.choices(range(4), weights)[0], parent["token"]
    place = {"id": before["id"] + 1, "parent": parent["id"], "token": token, "depth": parent["depth"] + 1}
    return place | {"role": role, "p": P[at][token], "q": Q[at][token]}


own = dict[str, Any](id=0, parent=-1, token=0, depth=0)  # the last of the prompt
header = {"kind": "header", "schema": "2", "method": "spd", "pair": "mine", "settings": {"gamma": GAMMA}, "seed": 1}
header |= {"prompt": "the", "prompt_tokens": [0], "device": "cpu", "versions": {}, "energy": {"method": "unavailable"}}
lines, text, logp = [header | {"texts": {str(i): word for i, word in enumerate(WORDS)}}], [], 0.0
for index in range(5):
    nodes, verdicts, good = [dict[str, Any](own, role="input")], [], 0
    for _ in range(GAMMA):  # the draft proposes a sequence
        nodes.append(node(nodes[-1], nodes[-1], Q[nodes[-1]["token"]], "draft"))
    for number, drafted in enumerate(nodes[1:]):  # the target tests one token after the other
        p, q, facts = drafted["p"], drafted["q"], {"decision": "unused", "rule": "earlier_rejection"}
        if good == number:
            u, a = rng.random(), min(1.0, p / q)
            facts = {"decision": "accepted" if u < a else "rejected", "rule": "ratio", "p_used": p, "a": a, "u": u}
            good += u < a
        verdicts.append({"node": drafted["id"], "p": p, "q": q} | facts)
    kind, at = "bonus" if good == GAMMA else "residual", nodes[good]["token"]  # the target adds a token of its own
    weights = P[at] if kind == "bonus" else [max(0.0, p - q) for p, q in zip(P[at], Q[at], strict=True)]
    own = node(nodes[-1], nodes[good], weights, "target")
    verdicts.append({"node": own["id"], "decision": kind, "rule": "draw", "p": own["p"]})
    new = [*nodes[1 : good + 1], own]
    text, logp = text + [each["token"] for each in new], logp + sum(math.log(each["p"]) for each in new)
    beam = {"node": own["id"], "tokens": text, "logp": logp, "done": False}
    final = {"tokens": text[-len(new) :], "nodes": [each["id"] for each in new]}
    final |= {"origins": ["draft"] * good + [kind], "beams": [beam]}
    line = {"kind": "iteration", "index": index, "nodes": [*nodes, own], "verdicts": verdicts, "final": final}
    lines.append(line | {"entries": [], "passes": [], "layers": [], "draws": []})  # facts that this engine lacks
said = " ".join(WORDS[token] for token in text)
lines.append({"kind": "summary", "tokens": text, "text": said, "counts": {}, "seconds": {}, "joules": None})
with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
    file.writelines(json.dumps(line) + "\n" for line in lines)
    file.flush()
    trace = explorer.open_trace(file.name)  # raises an error that names the first wrong line
print(f"valid, {trace.incomplete or 'complete'}: {said}")
for iteration in trace.iterations:
    print(iteration.index, [verdict.decision for verdict in iteration.verdicts], list(iteration.final.tokens))
