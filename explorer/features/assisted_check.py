"""Check every recorded round of transformers against SpD's rule, with the rules that the explorer's own decoders use.

Each kind of deviation has a code. explorer/story/header/observed.py has a sentence for each code.
"""

from typing import TYPE_CHECKING

import numpy as np

from decoders.core.rules import Probs, acceptance, residual
from explorer.features.assisted_steps import ENSEMBLE, ENSEMBLE_MATCH, Outcome, outcome, rule_of

if TYPE_CHECKING:
    from decoders.models.torch.assisted import Setup
    from decoders.models.torch.assisted_round import Round

# Candidate generators whose source code shows that they sample their draft tokens from the scores they return.
SAMPLING = (
    "AssistedCandidateGenerator",
    "EarlyExitCandidateGenerator",
    "UniversalSpeculativeDecodingGenerator",
    "MTPCandidateGenerator",
    "DFlashTokenCandidateGenerator",
)
ARGMAX = ("SinglePositionMultiTokenCandidateGenerator",)  # drafts the most probable token at every temperature
LOSSY = ("ensemble", "argmax_drafts")
CLOSE = 1e-5  # relative error of p/q in float32


def codes(setup: "Setup", made: "Round") -> set[str]:
    """The codes that say how transformers' rule differs from SpD's in a round, and which facts are missing."""
    found, rule = set[str](), rule_of(setup, made)
    if made.drafts:
        if rule in (ENSEMBLE, ENSEMBLE_MATCH):
            found.add("ensemble")
        elif made.ratio is None:
            found.add("match" if setup.sampled else "temperature_0")
        if made.ratio is not None:
            found |= _drafting(setup.generator)
            found |= set() if made.u is not None else {"u_missing"}
            found |= {"at_most"} if _equal(made) else set()
    result = outcome(made)
    if result.own is None:
        found.add("eos_cut" if made.written[-1] in setup.eos else "length_cut")
    return found


def follows(setup: "Setup", made: "Round") -> bool:
    """Whether the outcome of a round follows from the rule and its recorded numbers."""
    result = outcome(made)
    if made.ratio is not None and made.q is not None:
        return _ratios_agree(setup, made) and _tests_agree(made, result) and _own_possible(made, result)
    return _matches(setup, made)


def _drafting(generator: str) -> set[str]:
    return set() if generator in SAMPLING else {"argmax_drafts"} if generator in ARGMAX else {"unknown_drafts"}


def _equal(made: "Round") -> bool:
    return any(u == a for u, a in zip(made.u or (), made.ratio or (), strict=False))


def _ratios_agree(setup: "Setup", made: "Round") -> bool:
    """Whether the acceptance probabilities of transformers are those that p and q determine."""
    assert made.q is not None
    assert made.ratio is not None
    for token, p, q, ratio in zip(made.drafts, made.p, made.q, made.ratio, strict=False):
        if q.prob(token) == 0:
            return False
        a, w = acceptance(p.prob(token), q.prob(token)), setup.weight
        if w is not None:  # a mixture of p and q replaces p
            a = min(1.0, 1 - w + w * p.prob(token) / q.prob(token))
        if abs(a - min(1.0, ratio)) > CLOSE * max(a, CLOSE):
            return False
    return True


def _tests_agree(made: "Round", result: Outcome) -> bool:
    """Whether the outcome of each test follows from its random number; u = p/q still counts as accepted.

    If the random number is not known, the outcome must be possible.
    """
    assert made.ratio is not None
    for i, ratio in enumerate(made.ratio[: result.accepted + 1]):
        accepted = i < result.accepted
        if made.u is not None:
            passes = made.u[i] <= ratio
            if accepted != passes and (accepted or result.own is not None):
                return False
        elif ratio <= 0 if accepted else (ratio >= 1 and result.own is not None):
            return False
    return True


def _own_possible(made: "Round", result: Outcome) -> bool:
    """Whether the target's own token has a positive probability in the distribution from which SpD samples it: the
    residual after a rejection, otherwise p.
    """
    if result.own is None:
        return True
    p = made.p[result.accepted]
    if made.q is None or result.accepted == len(made.drafts):
        return p.prob(result.own) > 0
    rest = residual(p, made.q[result.accepted])
    return rest is not None and rest.prob(result.own) > 0


def _matches(setup: "Setup", made: "Round") -> bool:
    """Whether every written token is possible: p > 0 and, if nothing is sampled, no token is more probable."""
    for i, token in enumerate(made.written):
        weights = _weights(setup, made, i, token)
        if weights[token] < (0.0 if setup.sampled else (1 - CLOSE) * weights.max()) or weights[token] == 0:
            return False
    return True


def _weights(setup: "Setup", made: "Round", i: int, token: int) -> Probs:
    """The distribution from which `token` was chosen, indexed by token id: p, or the mixture of p and q if there is an
    ensemble weight.
    """
    p, q = made.p[i], None if made.q is None or i >= len(made.drafts) else made.q[i]
    weights = np.zeros(1 + max(token, *(int(dist.ids[-1]) for dist in (p, q) if dist is not None)))
    weights[p.ids] = p.probs
    if setup.weight is not None and q is not None:
        weights *= setup.weight
        weights[q.ids] += (1 - setup.weight) * q.probs
    return weights
