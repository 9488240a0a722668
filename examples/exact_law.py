"""Compute the exact output distributions of a method and of its reference method, by enumerating every random outcome.

    python -m examples.exact_law

The enumeration runs the real code. A lossless method has the distribution of its reference, up to rounding in the last
bit. A lossy method has another one.
"""

from pathlib import Path

import decoders

TOYS = Path(__file__).parents[1] / "assets" / "toys"
TOKENS = 3

pair = decoders.load_pair(f"toy:{TOYS / 'mtad-figure-2.json'}")
assert pair.vocab is not None, "a toy pair has words"
prompt = pair.encode("I", True)


METHODS = {
    "multinomial": {},
    "spd": {"gamma": 2},
    "specinfer": {"branching": "2,2"},
    "spectr": {"gamma": 2, "draft_width": 2},
    "mtad": {"gamma": 2, "draft_width": 2},
    "typical": {"gamma": 2},
}

laws = {}
for name, given in METHODS.items():
    method = decoders.DECODERS[name]
    settings = method.make_settings(given)
    laws[name] = decoders.output_law(method.step, prompt, pair.models, settings, TOKENS)
    distance = decoders.total_variation(laws[name], laws["multinomial"])
    kind = method.oracle_for(settings).kind
    print(f"{name:<12} {kind:<6} total variation to multinomial sampling: {distance:.1e}")

print(f"\n{'text':<18} multinomial   mtad")
for beams, chance in sorted(laws["multinomial"].items(), key=lambda row: -row[1]):
    print(f"{pair.decode(beams[0]):<18} {chance:>11.3f} {laws['mtad'].get(beams, 0.0):>6.3f}")
