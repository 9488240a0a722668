"""Reference implementations of beam sampling and beam search that share no code with decoders/."""

import math
from itertools import product

from decoders.exact.toy import ToyPair

Tokens = tuple[int, ...]
Candidate = tuple[int, int | None]  # place of the beam, token (None: the finished beam itself)


def next_law(pair: ToyPair, prompt: Tokens, beam: Tokens) -> list[float]:
    """The target's next-token distribution after the prompt and a beam, float[V]."""
    return [math.exp(score) for score in pair.target.scores((*prompt, *beam)).tolist()]


def likelihood(pair: ToyPair, prompt: Tokens, beam: Tokens) -> float:
    """The target's probability of a beam after the prompt."""
    return math.prod(next_law(pair, prompt, beam[:i])[token] for i, token in enumerate(beam))


def ended(pair: ToyPair, beam: Tokens) -> bool:
    return bool(beam) and beam[-1] == pair.eos


def warped(law: dict, temperature: float, top_k: int, top_p: float) -> dict:
    """Apply 𝒯 to a distribution whose keys are in the order that breaks ties."""
    ranked = sorted(law, key=lambda key: -law[key])
    if temperature == 0:
        return {ranked[0]: 1.0}
    ranked = ranked[:top_k] if top_k else ranked
    powers = {key: law[key] ** (1 / temperature) for key in ranked}
    total = sum(powers.values())
    kept, before = {}, 0.0
    for key in ranked:
        if top_p == 1 or before < top_p:
            kept[key] = powers[key] / total
        before += powers[key] / total
    return {key: weight / sum(kept.values()) for key, weight in kept.items() if weight > 0}


def beam_law(
    pair: ToyPair,
    prompt: Tokens,
    beams: tuple[Tokens, ...],
    temperature: float = 1.0,
    top_k: int = 0,
    top_p: float = 1.0,
    warp: str = "joint",
) -> dict[Candidate, float]:
    """The joint distribution 𝒯∘p_beam over (beam, token). A finished beam has one candidate, itself (DSBD Eq. 1)."""
    joint: dict[Candidate, float] = {}
    for place, beam in enumerate(beams):
        weight = likelihood(pair, prompt, beam)
        if ended(pair, beam):
            joint[place, None] = weight
            continue
        row = dict(enumerate(next_law(pair, prompt, beam)))
        row = warped(row, temperature, top_k, top_p) if warp == "row" else row
        joint |= {(place, token): weight * row[token] for token in sorted(row)}
    if warp == "row":
        total = sum(joint.values())
        return {key: weight / total for key, weight in joint.items()}
    return warped(joint, temperature, top_k, top_p)


def child(beams: tuple[Tokens, ...], candidate: Candidate) -> Tokens:
    place, token = candidate
    return beams[place] if token is None else (*beams[place], token)


def draws_of(law: dict[Candidate, float], width: int, replacement: bool) -> dict[tuple[Candidate, ...], float]:
    """The distribution of `width` draws in order."""
    if replacement:
        return {drawn: math.prod(law[one] for one in drawn) for drawn in product(law, repeat=width)}
    laws: dict[tuple[Candidate, ...], float] = {(): 1.0}
    for _ in range(min(width, len(law))):
        laws = {
            (*drawn, one): weight * law[one] / (1 - sum(law[other] for other in drawn))
            for drawn, weight in laws.items()
            for one in law
            if one not in drawn
        }
    return laws


def layer_law(
    pair: ToyPair, prompt: Tokens, beams: tuple[Tokens, ...], width: int, replacement: bool = True, **warping
) -> dict[tuple[Tokens, ...], float]:
    """The distribution of the next layer's beams, in the order in which they are sampled."""
    found: dict[tuple[Tokens, ...], float] = {}
    for drawn, weight in draws_of(beam_law(pair, prompt, beams, **warping), width, replacement).items():
        layer = tuple(child(beams, one) for one in drawn)
        found[layer] = found.get(layer, 0.0) + weight
    return found


def sampling_law(
    pair: ToyPair, prompt: Tokens, tokens: int, width: int, replacement: bool = True, **warping
) -> dict[tuple[Tokens, ...], float]:
    """The output distribution of beam sampling: the probability of every multiset of output beams."""
    live: dict[tuple[Tokens, ...], float] = {((),): 1.0}
    for _ in range(tokens):
        after: dict[tuple[Tokens, ...], float] = {}
        for beams, weight in live.items():
            stays = all(ended(pair, beam) for beam in beams)
            layers = {beams: 1.0} if stays else layer_law(pair, prompt, beams, width, replacement, **warping)
            for layer, chance in layers.items():
                after[layer] = after.get(layer, 0.0) + weight * chance
        live = after
    law: dict[tuple[Tokens, ...], float] = {}
    for beams, weight in live.items():
        law[tuple(sorted(beams))] = law.get(tuple(sorted(beams)), 0.0) + weight
    return law


def search(pair: ToyPair, prompt: Tokens, tokens: int, width: int, penalty: float = 0.0, **warping) -> list[Tokens]:
    """The beams of beam search, best first."""

    def score(beam: Tokens) -> float:
        return math.log(likelihood(pair, prompt, beam)) / len(beam) ** penalty

    beams: tuple[Tokens, ...] = ((),)
    for _ in range(tokens):
        if all(ended(pair, beam) for beam in beams):
            break
        allowed = {key for key, weight in beam_law(pair, prompt, beams, **warping).items() if weight > 0}
        every = [(place, token) for place in range(len(beams)) for token in [*range(len(pair.vocab)), None]]
        candidates = [child(beams, one) for one in every if one in allowed]
        beams = tuple(sorted(candidates, key=lambda beam: -score(beam))[:width])
    return list(beams)
