"""All figures and tables of the three papers. Each has the experiment or command that repeats it, and the models that
it needs.

DSBD is Qin et al. 2024 (arXiv 2409.16560, with its appendix), GSD is Gong et al. 2024, MTAD is Qin et al. 2025.
"""

import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path

from decoders.errors import BadInput
from decoders.files import ASSETS
from explorer.lab.experiment import Experiment

KEPT = ASSETS / "lab" / "smollm2-plain"  # the bundled sweeps, one folder per experiment
PAPERS = ("dsbd", "gsd", "mtad")


@dataclass(frozen=True)
class Item:
    """A figure or table: what it shows, the experiment or command that repeats it (`by`), and the models it needs."""

    paper: str
    item: str
    shows: str
    by: str
    models: str

    def wants(self, needs: str) -> str:
        """The requirements of this item: `needs` of its experiment, and the models of the paper's values, each named
        once.
        """
        return needs if self.models in (ALONE, needs) else f"{needs}; {self.models}"

    @property
    def experiment(self) -> str | None:
        """The name of the experiment that repeats this item; None for an illustration."""
        return None if " " in self.by else self.by


_FILE = tomllib.loads((Path(__file__).parent / "papers" / "items.toml").read_text(encoding="utf-8"))
ALONE = _FILE["models"]["any"]


def _items(papers: dict[str, list[list[str]]]) -> tuple[Item, ...]:
    """The figures and tables that papers/items.toml lists."""
    return tuple(
        Item(
            paper, item, shows, _command(by), "; ".join(_FILE["models"].get(part, part) for part in models.split("; "))
        )
        for paper, rows in papers.items()
        for item, shows, by, models in rows
    )


def _command(by: str) -> str:
    trace = by.removeprefix("figure ")
    drawn = f"python -m explorer figure assets/traces/{trace}.jsonl.gz --iteration 1 -o {trace}.svg"
    return by if trace == by else drawn


ITEMS, BESIDES = _items(_FILE["papers"]), _items(_FILE["more"])


@lru_cache(maxsize=1)
def known() -> dict[str, Experiment]:
    """All experiments by name. They are read at the first call, because the list of figures does not need them."""
    from explorer.lab.papers.read import read_paper

    every = {name: experiment for paper in PAPERS for name, experiment in read_paper(paper).items()}
    return dict(sorted(every.items()))


def experiment_of(name: str) -> Experiment:
    """The experiment with this name. Raises BadInput with similar names if there is none."""
    if name not in known():
        near = get_close_matches(name, known(), 4, 0.4) or list(known())[:4]
        raise BadInput(f"Unknown experiment {name[:60]}. Use a name from `lab --list`, such as {', '.join(near)}.")
    return known()[name]
