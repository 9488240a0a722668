"""The exact law of a decoder and of its oracle on a toy pair, and what becomes of it when a rule is broken.

    python -m explorer.lab.exactness < request.json

runs one request in a process of its own: enumeration may take long and is killed by whoever asked, and a rule that is
broken on purpose must not be broken for anybody else. Request: {"toy": {…}, "prompt", "method", "settings": {…},
"tokens", "mutations": […]}; the reply is one line for each part of `examine`, as it comes, or {"error": sentence}.
"""

import json
import os
import resource
import sys
from collections.abc import Iterator
from typing import Any

from decoders.catalog import decoder
from decoders.errors import BadInput
from decoders.exact.law import Outcome, output_law, total_variation
from decoders.exact.toy import ToyPair, parse_toy
from decoders.pairs import toy_pair
from explorer.lab.mutations import MUTATIONS, mutated
from explorer.service.request import RunRequest
from explorer.story.laws import law_sentence

MOST_TOKENS = 5
MOST_WORDS = 8
NICE = 10  # an enumeration may take both processors for a minute: the page and others' runs come first
MOST_MEMORY = 4 * 2**30
EQUAL = 1e-12  # total variation that rounding can explain

Law = dict[Outcome, float]


def examine(request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Both laws and their distance, then one part for each mutation. Raises BadInput.

    First {"method", "oracle", "why", "law", "oracle_law", "tv"}: a law is [{"beams": [[word, …], …], "p"}, …], the
    last two and `oracle` are None where there is no oracle. Then {"mutation", "title", "law", "tv", "moved"}: its
    distance to the oracle (without one: to the unbroken law), and that to the unbroken law.
    """
    toy, limit = _toy(request["toy"]), _tokens(request["tokens"])
    own, ignore_eos = (
        (request["method"], "toy", request["prompt"], request["settings"]),
        request.get("ignore_eos", False),
    )
    run = RunRequest(*own, limit=limit, ignore_eos=ignore_eos)
    wanted = [_known(name) for name in request.get("mutations", ())]
    pair, prompt = run.on(toy_pair(toy, "toy"))
    oracle = run.decoder.oracle_for(run.chosen)
    own = other = output_law(run.decoder.step, prompt, pair.models, run.chosen, limit)
    judge = decoder(str(oracle.method)) if oracle.kind == "exact" else None
    if judge is not None:
        other = output_law(judge.step, prompt, pair.models, judge.make_settings(oracle.settings), limit)
    yield {
        "method": run.decoder.title,
        "oracle": judge.title if judge else None,
        "why": law_sentence(oracle),
        "law": _told(own, toy),
        "oracle_law": _told(other, toy) if judge else None,
        "tv": total_variation(own, other) if judge else None,
    }
    for name in wanted:
        with mutated(name):
            law = output_law(run.decoder.step, prompt, pair.models, run.chosen, limit)
        tv, moved = total_variation(law, other), total_variation(law, own)
        yield {"mutation": name, "title": MUTATIONS[name].title, "law": _told(law, toy), "tv": tv, "moved": moved}


def _toy(data: Any) -> ToyPair:
    toy = parse_toy(data, "edited here")
    if len(toy.vocab) > MOST_WORDS:
        raise BadInput(f"the pair has {len(toy.vocab)} words; enumeration here takes at most {MOST_WORDS}")
    return toy


def _tokens(tokens: Any) -> int:
    if not isinstance(tokens, int) or not 1 <= tokens <= MOST_TOKENS:
        raise BadInput(f"{tokens} tokens: choose from 1 to {MOST_TOKENS}; every further token multiplies the branches")
    return tokens


def _known(name: str) -> str:
    if name not in MUTATIONS:
        raise BadInput(f"there is no mutation {name!r}; choose one of {', '.join(MUTATIONS)}")
    return name


def _told(law: Law, toy: ToyPair) -> list[dict[str, Any]]:
    """A law as the beams of every outcome, in words, with its probability; most probable first."""
    rows = [{"beams": [[toy.vocab[t] for t in beam] for beam in outcome], "p": p} for outcome, p in law.items()]
    return sorted(rows, key=lambda row: (-row["p"], row["beams"]))


def _request(text: str) -> dict[str, Any]:
    """The request. Raises BadInput where it is none."""
    keys = {"toy", "prompt", "method", "settings", "tokens"}
    try:
        made = json.loads(text)
    except (ValueError, RecursionError):
        made = None
    if not isinstance(made, dict) or not keys <= set(made) or not isinstance(made["settings"], dict):
        raise BadInput(f"the request should be a JSON object with {', '.join(sorted(keys))}")
    return made


def main() -> int:
    """One request on stdin; the parts of the reply on stdout, one a line."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    os.nice(NICE)
    try:
        for part in examine(_request(sys.stdin.read())):
            print(json.dumps(part), flush=True)
    except BadInput as error:
        print(json.dumps({"error": str(error)}))
    except MemoryError:
        print(
            json.dumps({"error": "the enumeration needs too much memory: use fewer tokens, a smaller width or gamma"})
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
