"""Compute the exact output distributions of a method and its reference method on a toy pair, also with broken rules.

    python -m explorer.lab.exactness < request.json

runs one request in its own process. In a separate process, the caller can kill an enumeration that takes too long, and
a rule that is broken on purpose affects nobody else. The request is {"toy": {…}, "prompt", "method", "settings": {…},
"tokens", "mutations": […]}. The reply has one JSON line per part of `examine`, written as soon as it is ready, or
{"error": sentence}.
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
NICE = 10  # low priority, because an enumeration may use the processor for a minute and the page is more urgent
MOST_MEMORY = 4 * 2**30
EQUAL = 1e-12  # total variation that rounding alone can cause

Law = dict[Outcome, float]


def examine(request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield both output distributions and their distance, then one part per mutation. Raises BadInput if they cannot be
    computed.

    The first part is {"method", "oracle", "why", "law", "oracle_law", "tv"}. A distribution is [{"beams": [[word, …],
    …], "p"}, …]. If there is no reference method, `oracle`, `oracle_law` and `tv` are None. A mutation's part is
    {"mutation", "title", "law", "tv", "moved"}. `moved` is the total variation distance to the distribution without the
    mutation. `tv` is the distance to the reference method's distribution; without a reference method, it equals
    `moved`.
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
        raise BadInput(
            f"The toy pair has {len(toy.vocab)} words, but the limit is {MOST_WORDS}. Use a smaller vocabulary."
        )
    return toy


def _tokens(tokens: Any) -> int:
    if not isinstance(tokens, int) or not 1 <= tokens <= MOST_TOKENS:
        raise BadInput(
            f"The number of tokens cannot be {tokens}. Choose 1 to {MOST_TOKENS} tokens, because "
            "every further token multiplies the number of branches."
        )
    return tokens


def _known(name: str) -> str:
    if name not in MUTATIONS:
        raise BadInput(f"Unknown mutation {name}. Choose one of: {', '.join(MUTATIONS)}.")
    return name


def _told(law: Law, toy: ToyPair) -> list[dict[str, Any]]:
    """Convert a distribution to JSON values, most probable first. Each outcome has the words of its beams and its
    probability.
    """
    rows = [{"beams": [[toy.vocab[t] for t in beam] for beam in outcome], "p": p} for outcome, p in law.items()]
    return sorted(rows, key=lambda row: (-row["p"], row["beams"]))


def _request(text: str) -> dict[str, Any]:
    """Parse a request. Raises BadInput if the request is not valid."""
    keys = {"toy", "prompt", "method", "settings", "tokens"}
    try:
        made = json.loads(text)
    except (ValueError, RecursionError):
        made = None
    if not isinstance(made, dict) or not keys <= set(made) or not isinstance(made["settings"], dict):
        raise BadInput(f"The request is not valid. Use a JSON object with {', '.join(sorted(keys))}.")
    return made


def main() -> int:
    """Read one request from stdin and write the parts of the reply to stdout, one per line."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    os.nice(NICE)
    try:
        for part in examine(_request(sys.stdin.read())):
            print(json.dumps(part), flush=True)
    except BadInput as error:
        print(json.dumps({"error": str(error)}))
    except MemoryError:
        print(
            json.dumps(
                {"error": "The enumeration needs too much memory. Use fewer tokens, or a smaller width or gamma."}
            )
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
