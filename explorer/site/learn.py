"""The data of the five-word toy in Learn, as js/toy.js of the page reads them."""

from typing import Any

from explorer.lab.mutations import MUTATIONS
from explorer.story.learn import TOY

FIRST = "sky"
WORDS = ("blue", "clear", "grey", "wide", "green")
P, Q = (0.45, 0.25, 0.15, 0.1, 0.05), (0.3, 0.1, 0.2, 0.15, 0.25)
BROKEN = ("inverse-ratio", "residual-p", "no-max", "double-subtraction")  # those that one draft can show
_KEPT = {"inverse-ratio": "kept_inverse"}  # the others break what is drawn instead, and keep Σ min(p, q)


def toy_given() -> dict[str, Any]:
    """What the toy's script begins with: words, laws, rules and sentences."""
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
