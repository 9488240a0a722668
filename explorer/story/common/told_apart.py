"""Name nodes in a sentence. Identical tokens are distinguished by the tokens before them."""

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.story.facts import Facts

AT_THE_START = "at the start of the draft"
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


@dataclass(frozen=True)
class Name:
    """A node's token, in quotation marks, and `where`, which distinguishes it from an identical token (for example:
    after “is”).
    """

    word: str
    where: str = ""

    def __str__(self) -> str:
        """The token and the phrase that distinguishes it from identical tokens, without brackets.

        >>> str(Name("“a”", "after “is”"))
        '“a” after “is”'
        """
        return " ".join(filter(None, (self.word, self.where)))

    def noted(self, note: str) -> str:
        """The token, with the distinguishing phrase and a note in brackets. If there is neither a phrase nor a note,
        the token alone.

        >>> Name("“a”", "after “is”").noted("×2"), Name("“a”").noted("")
        ('“a” (after “is”, ×2)', '“a”')
        """
        notes = ", ".join(filter(None, (self.where, note)))
        return f"{self.word} ({notes})" if notes else self.word


def drafted_above(facts: Facts, node: int) -> list[int]:
    """Return the drafted nodes above a node, from the first one down."""
    line, above = list[int](), facts.parent(node)
    while facts.role(above) == "draft":
        line.append(above)
        above = facts.parent(above)
    return line[::-1]


def names(facts: Facts, nodes: Sequence[int], among: Sequence[int] = ()) -> list[Name]:
    """Return the token of each node. If two tokens are identical, each name also has the token before it, or as many
    earlier tokens as it takes to distinguish identical tokens. `among` are all nodes that the reader may confuse with
    these, if there are further ones.
    """
    every = list(dict.fromkeys([*nodes, *among]))
    texts = [facts.text(node) for node in every]
    if all(texts.count(facts.text(node)) == 1 for node in nodes):
        return [Name(facts.word(node)) for node in nodes]
    return [_name(facts, node, every) for node in nodes]


def _name(facts: Facts, node: int, nodes: Sequence[int]) -> Name:
    alike = [each for each in nodes if facts.text(each) == facts.text(node)]
    lines = [[facts.text(above) for above in _line(facts, each)] for each in alike]
    mine = lines[alike.index(node)]
    if not mine and facts.is_forest:  # a beam that was finished in an earlier layer
        return Name(f"the finished beam {facts.word(node)}")
    if not mine:
        return Name(facts.word(node), AT_THE_START)
    size = next((k for k in range(1, len(mine)) if [line[-k:] for line in lines].count(mine[-k:]) == 1), len(mine))
    beam = f" in {_beam(facts, node)}" if lines.count(mine) > 1 else ""
    return Name(facts.word(node), f"after “{' '.join(mine[-size:])}”{beam}")


def _beam(facts: Facts, node: int) -> str:
    """The input beam that a node continues, named by its number: “the second beam”."""
    line = drafted_above(facts, node)
    starts = [each.id for each in facts.iteration.nodes if each.role == "input"]
    start = facts.parent(line[0] if line else node)
    place = starts.index(start) if start in starts else len(starts)
    return f"the {ORDINALS[place]} beam" if place < len(ORDINALS) else f"beam {place + 1}"


def _line(facts: Facts, node: int) -> list[int]:
    """The drafted nodes above a node; if the round has several input beams, also the last node of its beam."""
    line = drafted_above(facts, node)
    start = facts.parent(line[0] if line else node)
    several = sum(each.role == "input" for each in facts.iteration.nodes) > 1
    return [start, *line] if several and facts.role(start) == "input" else line
