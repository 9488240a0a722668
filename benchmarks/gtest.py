"""Compare DSBD's output beams on the real pair with beam sampling's exact distribution: a G-test over many seeds.

    python -m benchmarks.gtest [--limit 8] [--draws 2000] [--top-k 3] [--minutes M]

With a small joint top-k, few texts are possible, and their exact distribution can be computed. Plain forward passes of
the target over whole texts, without cache, tree or any code of DSBD, give p, and beam sampling of width W is
implemented below. DSBD's runs use the rows of real tree passes, which are computed once per context (`Remembered`), so
a sample costs no pass. The statistic G = 2 Σ O ln(O/E) is summed over the sets of output beams, where sets expected
fewer than five times are combined; the p-value is from the χ² distribution. Both beams of two tokens come from a
drafted layer and one more layer (or a second iteration). There is one p-value per prompt. The p-values should look
uniform, and none should be below 0.001 divided by the number of prompts; if one is, the exit code is 1. Results are
written after every prompt, and a later call with the same arguments continues. The default prompts are those in
assets/benchmarks/prompts_120.jsonl (--prompts). Results go to assets/benchmarks/gtest.json by default (-o).
"""

import argparse
import math
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from benchmarks.conditions import exit_code
from benchmarks.rows import Row, add_options, measure
from decoders.catalog import decoder
from decoders.core.decode import Models
from decoders.core.dice import Seeded
from decoders.core.rules import Logits
from decoders.core.runner import LanguageModel, Session
from decoders.errors import BadInput
from decoders.exact.law import total_variation
from decoders.exact.toy import ToyModel
from decoders.pairs import Pair
from explorer.cli.console import Parser, whole

WORST = 0.001  # probability of a false alarm, over all prompts together
MOST_WALKS = 10**8  # maximum number of sequences of draws over all layers, which are enumerated one by one
FEWEST = 5.0  # outcomes with a smaller expected count are combined
Text = tuple[int, ...]
Beams = tuple[Text, ...]  # sorted, because it is a set with duplicates
NextLaw = Callable[[Text], np.ndarray]  # new tokens → log p float64[V] after them


class Remembered(LanguageModel):
    """A language model that stores its rows: each context goes through the model once, in a real tree pass."""

    def __init__(self, model: LanguageModel, prompt: Sequence[int]) -> None:
        """`prompt` lacks the last token, as in a runner. Every session must have this prompt."""
        self.vocab_size, self.window = model.vocab_size, model.window
        self._model, self._prompt = model, tuple(prompt)
        self.rows: dict[Text, tuple[Logits, int]] = {}
        self._session: Session | None = None

    def start(self, prompt: Sequence[int]) -> "RememberedSession":
        assert tuple(prompt) == self._prompt, "remembered rows belong to one prompt"
        return RememberedSession(self)

    def read(self, texts: Sequence[Text]) -> None:
        """Feed these texts and all their prefixes in one pass after the prompt."""
        order = sorted({text[:n] for text in texts for n in range(1, len(text) + 1)}, key=len)
        place = {text: i for i, text in enumerate(order)}
        session = self._session = self._session or self._model.start(self._prompt)
        session.keep([])
        logits = session.forward([text[-1] for text in order], [place.get(text[:-1], -1) for text in order])
        for text, i in place.items():  # what was read before stays, so that a context has one row
            self.rows.setdefault(text, (logits, i))
        self.gather = session.gather


class RememberedSession(Session):
    """A session that looks rows up by the text of each slot (interface: `runner.Session`)."""

    def __init__(self, memory: Remembered) -> None:
        self._memory = memory
        self._texts: list[Text] = []

    @property
    def kv_length(self) -> int:
        return len(self._texts)

    def forward(self, tokens: Sequence[int], parents: Sequence[int]) -> Logits:
        first = len(self._texts)
        for token, parent in zip(tokens, parents, strict=True):
            self._texts.append((*(self._texts[parent] if parent >= 0 else ()), token))
        new = self._texts[first:]
        if any(text not in self._memory.rows for text in new):
            self._memory.read(new)
        return self.gather([self._memory.rows[text] for text in new])

    def gather(self, logits: Sequence[tuple[Any, int]]) -> Logits:
        return self._memory.gather(logits)

    def keep(self, slots: Sequence[int]) -> None:
        self._texts = [self._texts[slot] for slot in slots]

    def heads(self, slot: int) -> None:
        """See `runner.Session`. This model has no extra heads."""

    def close(self) -> None:
        self._texts = []


def plain_law(target: Any, prompt: Sequence[int]) -> NextLaw:
    """Make a function for log p after the prompt and some tokens. It reads a toy's table, or runs one causal pass
    without a cache.
    """
    if isinstance(target, ToyModel):
        return lambda tokens: target.scores((*prompt, *tokens))
    import torch

    known: dict[Text, np.ndarray] = {}

    def law(tokens: Text) -> np.ndarray:
        if tokens not in known:
            ids = torch.tensor([[*prompt, *tokens]], device=target.device)
            with torch.inference_mode():
                scores = target.model(input_ids=ids, use_cache=False).logits[0, -1, : target.vocab_size]
            known[tokens] = torch.log_softmax(scores.double(), 0).cpu().numpy()
        return known[tokens]

    return law


def beam_pairs(law: NextLaw, eos: frozenset[int], tokens: int, width: int, top_k: int) -> dict[Beams, float]:
    """The exact distribution over sets of output beams of beam sampling with a joint top-k (DSBD Eq. 1).

    It is computed by enumerating every draw of every layer."""
    live: dict[Beams, float] = {((),): 1.0}
    for _ in range(tokens):
        after: dict[Beams, float] = {}
        for beams, weight in live.items():
            if all(beam and beam[-1] in eos for beam in beams):
                after[beams] = after.get(beams, 0.0) + weight
                continue
            likely = likeliest(law, eos, beams, top_k)
            for drawn in product(likely, repeat=width):
                made = tuple(sorted(beam for beam, _ in drawn))
                chance = weight * math.prod(p for _, p in drawn)
                after[made] = after.get(made, 0.0) + chance
        live = after
    return live


def likeliest(law: NextLaw, eos: frozenset[int], beams: Beams, top_k: int) -> list[tuple[Text, float]]:
    """The k likeliest continuations over all beams, and their probabilities. A finished beam continues as itself."""
    found: list[tuple[Text, float]] = []
    for beam in beams:
        logp = sum(float(law(beam[:i])[token]) for i, token in enumerate(beam))
        if beam and beam[-1] in eos:
            found.append((beam, logp))
        else:
            row = law(beam)
            best = np.argsort(-row, kind="stable")[:top_k].tolist()
            found += [((*beam, token), logp + float(row[token])) for token in best]
    found = sorted((one for one in found if one[1] > -math.inf), key=lambda one: -one[1])[:top_k]
    total = math.fsum(math.exp(logp - found[0][1]) for _, logp in found)
    return [(text, math.exp(logp - found[0][1]) / total) for text, logp in found]


def draw_beams(
    models: Models, prompt: Sequence[int], tokens: int, settings: Any, seeds: Sequence[int]
) -> Counter[Beams]:
    """Count how often DSBD ends with each set of output beams, with one run per seed."""
    assert models.draft is not None
    before = prompt[:-1]
    kept = replace(models, target=Remembered(models.target, before), draft=Remembered(models.draft, before))
    found: Counter[Beams] = Counter()
    for seed in seeds:
        *_, last = decoder("dsbd").decode(prompt, kept, settings, Seeded(seed), tokens, record=False)
        found[tuple(sorted(beam.tokens for beam in last.final.beams))] += 1
    return found


def g_test(observed: Mapping[Any, int], law: Mapping[Any, float]) -> tuple[float, int, float]:
    """The G-test: G, degrees of freedom and p-value. Outcomes expected fewer than five times are combined.

    An outcome of probability zero under `law` gives G = inf and p = 0.
    """
    draws = sum(observed.values())
    if any(law.get(key, 0.0) == 0 for key in observed):
        return math.inf, 0, 0.0
    rare = {key for key, chance in law.items() if chance * draws < FEWEST}
    cells = [(observed.get(key, 0), chance * draws) for key, chance in law.items() if key not in rare]
    if rare:
        cells.append((sum(observed.get(key, 0) for key in rare), draws * math.fsum(law[key] for key in rare)))
    g = 2 * math.fsum(o * math.log(o / e) for o, e in cells if o)
    return g, len(cells) - 1, chi2_tail(max(0.0, g), len(cells) - 1)


def chi2_tail(x: float, freedom: int) -> float:
    """P(χ² ≥ x) for the given degrees of freedom; 1 if there are none.

    It is Q(n/2, x/2), computed by recurrence from Q(½, y) = erfc √y or Q(1, y) = e^−y.

    >>> round(chi2_tail(3.841, 1), 3), round(chi2_tail(18.307, 10), 3)
    (0.05, 0.05)
    """
    if freedom == 0:
        return 1.0
    y, a = x / 2, 0.5 if freedom % 2 else 1.0
    tail = math.erfc(math.sqrt(y)) if freedom % 2 else math.exp(-y)
    while a < freedom / 2:
        tail += math.exp(a * math.log(y) - y - math.lgamma(a + 1)) if y > 0 else 0.0
        a += 1
    return min(1.0, tail)


def examine(pair: Pair, prompt: Sequence[int], tokens: int, given: dict[str, Any], seeds: Sequence[int]) -> Row:
    """Run the G-test for one prompt. `given` are settings of DSBD with a fixed width, a top-k and temperature 1.

    G is None if a set of beams occurred that has probability zero.
    """
    settings = decoder("dsbd").make_settings(given)
    law = beam_pairs(plain_law(pair.models.target, prompt), pair.models.eos, tokens, settings.width, settings.top_k)
    observed = draw_beams(pair.models, prompt, tokens, settings, seeds)
    g, freedom, tail = g_test(observed, law)
    gap = total_variation({key: count / len(seeds) for key, count in observed.items()}, law)
    shown = g if math.isfinite(g) else None
    return {"draws": len(seeds), "outcomes": len(law), "G": shown, "freedom": freedom, "p_value": tail, "tv": gap}


def total(rows: list[Row]) -> dict[str, Any]:
    """Sum up the prompts: is the smallest p-value too small for this many prompts (Bonferroni)?"""
    values = [row["p_value"] for row in rows]
    return {"draws": sum(row["draws"] for row in rows), "smallest_p_value": min(values), "p_values": sorted(values)}


def main(argv: Sequence[str] | None = None) -> int:
    """Sample, test, print the result and write the file."""
    about = (__doc__ or "").split("\n")[0]
    parser = Parser(prog="python -m benchmarks.gtest", description=about)
    parser.add_argument("--draws", type=whole(1, 10_000_000), default=2000)
    parser.add_argument("--tokens", type=whole(1, 16), default=2)
    parser.add_argument("--gamma", type=whole(1, 16), default=1)
    parser.add_argument("--width", type=whole(1, 32), default=2)
    parser.add_argument("--draft-width", type=whole(1, 32), default=3)
    parser.add_argument("--top-k", type=whole(1, 64), default=3)
    add_options(parser, "gtest.json", 8, "float32")
    return exit_code(lambda: _run(parser.parse_args(argv)))


def _run(options: argparse.Namespace) -> int:
    given = {name: getattr(options, name) for name in ("gamma", "width", "draft_width", "top_k")}
    decoder("dsbd").make_settings(given)
    if options.top_k ** (options.width * options.tokens) > MOST_WALKS:
        raise BadInput("--top-k, --width and --tokens allow too many texts to enumerate. Lower one of them.")
    about = {"new_tokens": options.tokens, "draws": options.draws, "settings": given}
    found = measure(
        options, about, lambda pair, ids: examine(pair, ids, options.tokens, given, range(options.draws)), total
    )
    least = WORST / found["prompts"]
    print(f"smallest p-value of {found['prompts']} prompts: {found['smallest_p_value']:.4g} (not below {least:.2g})")
    return 0 if found["smallest_p_value"] >= least else 1


if __name__ == "__main__":
    sys.exit(main())
