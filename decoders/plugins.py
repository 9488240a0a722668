"""Catalogues of methods and pairs by name, to which other packages and programs can add entries.

A package adds an entry through an entry point (`speculative_decoding.methods`, `speculative_decoding.pairs`); a program
adds one by calling `register`. Entry points are read when a name is not built in, or when the catalogue is first
listed, but never at import. Entries that cannot be loaded are listed in `left_out`. Everything else still works.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from threading import RLock
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from decoders.errors import BadInput

SWITCH = "EXPLORER_PLUGINS"  # if this variable is set to off, no entry points are read
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}")  # the name of a pair has no colon or plus sign
LONGEST = 200  # most characters of an error that are shown


class Named(Protocol):
    """The interface of an object that a catalogue can list: it has a name."""

    @property
    def name(self) -> str:
        """The name under which the catalogue finds this item."""
        ...


T = TypeVar("T", bound=Named)


@dataclass(frozen=True)
class LeftOut:
    """A method or pair of an installed package that could not be added to the catalogue, and the reason."""

    name: str
    package: str
    why: str

    def __str__(self) -> str:
        return f"{self.name} of the package {self.package} is left out: {self.why}"


class Catalog(Mapping[str, T], Generic[T]):
    """A mapping from names to methods or pairs. Built-in entries come first and are never replaced."""

    def __init__(
        self,
        noun: str,
        kind: type[T],
        built_in: Iterable[T],
        check: Callable[[T], None] = lambda item: None,
        plural: str = "",
    ) -> None:
        """`noun` is method, pair or story. `check` raises BadInput for an item that conflicts with existing ones."""
        self.built_in: Mapping[str, T] = MappingProxyType({item.name: item for item in built_in})
        self._noun, self._kind, self._check = noun, kind, check
        self._plural = plural or f"{noun}s"
        self._items = dict(self.built_in)
        self._owners: dict[str, str] = {}  # by name: the owner of an item that is not built in
        self._left_out: list[LeftOut] = []
        self._version = 0
        self._state = "unread"
        self._lock = RLock()

    def __getitem__(self, name: str) -> T:
        if name not in self._items:
            self._read()
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        self._read()
        return iter(tuple(self._items))

    def __len__(self) -> int:
        self._read()
        return len(self._items)

    @property
    def version(self) -> int:
        """A number that increases with every registration. A cache can compare it to notice changes of the
        catalogue.
        """
        self._read()
        return self._version

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """The entries of installed packages that could not be added."""
        self._read()
        return tuple(self._left_out)

    def register(self, item: T, owner: str) -> None:
        """Add an item; registering the same item again changes nothing. `owner` is a clause that says where the item
        comes from.

        Raises BadInput if the name is taken or invalid, or if the item does not fit.
        """
        if not isinstance(item, self._kind):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise BadInput(
                f"An object of type {type(item).__name__} cannot be registered as a {self._noun}. Use a "
                f"{self._kind.__name__}."
            )
        if not NAME.fullmatch(item.name):
            raise BadInput(
                f"“{item.name[:60]}” is not a valid name for a {self._noun}. Use at most 60 letters, digits, dots, "
                "hyphens and underscores."
            )
        with self._lock:
            taken = self.get(item.name)
            if taken == item:
                return
            if taken is not None:
                whose = self._owners.get(item.name, f"is one of the built-in {self._plural}")
                raise BadInput(f"The {self._noun} name “{item.name}” is taken: it {whose}. Choose another name.")
            self._check(item)
            self._items[item.name] = item
            self._owners[item.name] = owner
            self._version += 1

    def _read(self) -> None:
        """Read the entry points of all installed packages once. A package may look up names while it is loaded."""
        if self._state == "read":
            return
        with self._lock:
            if self._state != "unread":
                return
            self._state = "reading"
            try:
                if os.environ.get(SWITCH, "").strip().lower() != "off":
                    for point in sorted(entry_points(group=f"speculative_decoding.{self._plural}"), key=_place):
                        self._load(point)
            finally:
                self._state = "read"

    def _load(self, point: EntryPoint) -> None:
        package = f"{point.dist.name} {point.dist.version}" if point.dist is not None else "of an unknown name"
        try:
            self.register(point.load(), f"belongs to the package {package}")
        except (Exception, SystemExit) as error:  # a faulty package must not break anything else
            why = (
                " ".join(f"{type(error).__name__}: {error}".split()) if not isinstance(error, BadInput) else str(error)
            )
            self._left_out.append(LeftOut(point.name, package, why[:LONGEST]))


def _place(point: EntryPoint) -> tuple[str, str, str]:
    """The sort key of an entry point. It makes the order of packages the same everywhere, because the first owner of a
    name keeps it.
    """
    return ("" if point.dist is None else point.dist.name), point.name, point.value


def module_of(part: Any) -> str:
    """The module of a function or class, which is named as the owner of a registered item."""
    return f"was registered by {getattr(part, '__module__', None) or 'a program'}"
