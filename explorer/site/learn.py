"""The data of the Learn tab: the toy pair of five words (ui/js/toy.js), and the calculator (ui/js/worth.js)."""

from dataclasses import asdict
from typing import Any

from explorer.energy.boards import DEFAULT
from explorer.features.pass_times import BATCHES, all_pass_times
from explorer.lab.mutations import MUTATIONS
from explorer.story.page.learn import TOY, WORTH

FIRST = "sky"
WORDS = ("blue", "clear", "grey", "wide", "green")
P, Q = (0.45, 0.25, 0.15, 0.1, 0.05), (0.3, 0.1, 0.2, 0.15, 0.25)
BROKEN = ("inverse-ratio", "residual-p", "no-max", "double-subtraction")  # broken rules that one draft token can show
_KEPT = {"inverse-ratio": "kept_inverse"}  # the others break only the residual, so the rate stays Σ min(p, q)


def toy_given() -> dict[str, Any]:
    """The data for the toy's script: words, probabilities, rules and sentences."""
    right = {"name": "right", "title": TOY["right"], "help": TOY["right_help"], "kept": TOY["alpha"]}
    broken = [
        {
            "name": name,
            "title": MUTATIONS[name].title,
            "help": MUTATIONS[name].help,
            "kept": TOY[_KEPT.get(name, "alpha")],
        }
        for name in BROKEN
    ]
    given = {"words": WORDS, "first": FIRST, "p": P, "q": Q, "note": TOY["note"]}
    return given | {"rules": [right, *broken], "say": TOY}


def worth_given() -> dict[str, Any]:
    """The data for the calculator's script: sentences, the curves of pass times and the batches of its picture."""
    machines = [asdict(one) for one in all_pass_times()]
    return {"say": WORTH, "machines": machines, "batches": BATCHES, "machine": DEFAULT.name}
