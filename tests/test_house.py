"""Which module may import which (docs/architecture.md). Imports inside functions count too."""

import ast
import re
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = ("decoders", "explorer", "benchmarks", "training", "tests", "app")
# Every room imports only rooms that stand before it; those on one line do not know each other.
ROOMS = (
    ("trace",),
    ("story",),
    ("energy", "graph"),
    ("stage", "figures"),
    ("lessons", "service", "imports"),
    ("measuring",),
    ("features", "lab"),
    ("site",),
    ("cli", "ui"),
)
# The same of the rooms in decoders/models; "" are the modules that lie beside them.
ROOMS_OF_MODELS = (("",), ("cpu", "torch"), ("text",), ("loading",))
NETWORKS = {"torch", "transformers", "safetensors", "accelerate", "gguf"}
Edges = dict[str, set[str]]


def files(*packages: str) -> dict[str, Path]:
    """All modules, by their dotted names."""
    found = [path for package in packages for path in sorted((ROOT / package).rglob("*.py"))]
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in found}


@cache
def imported(path: Path, *, types: bool = True) -> frozenset[str]:
    """Dotted names that a file imports (`from a import b` as a and a.b); `types`: also those for type checkers only."""
    names: set[str] = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if not types:
        tree.body = [
            node for node in tree.body if not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test))
        ]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute here"
            names |= {str(node.module), *(f"{node.module}.{name.name}" for name in node.names)}
    return frozenset(names)


def outside(path: Path) -> set[str]:
    """The packages that belong neither to the project nor to Python."""
    return {name.split(".")[0] for name in imported(path)} - set(PROJECT) - set(sys.stdlib_module_names)


def breaches(package: str, allowed: tuple[str, ...]) -> list[str]:
    """Imports from the project by modules of a package that are outside the allowed packages."""
    return [
        f"{module} imports {name}"
        for module, path in files(package).items()
        for name in sorted(imported(path))
        if name.split(".")[0] in PROJECT and not any(f"{name}.".startswith(f"{root}.") for root in allowed)
    ]


def test_decoders_stand_alone() -> None:
    """Users who install only the decoders would also need the app."""
    assert not breaches("decoders", ("decoders",))


@pytest.mark.parametrize("package", ["decoders/core", "decoders/exact"])
def test_the_rules_need_numpy_alone(package: str) -> None:
    """Readers and distribution tests could no longer run the rules without torch or a model."""
    assert {name for path in files(package).values() for name in outside(path)} <= {"numpy"}


@pytest.mark.parametrize(
    ("package", "allowed"),
    [
        ("core", ("core",)),  # what all methods share knows none of them
        ("exact", ("core", "exact", "files")),
        ("methods", ("core", "methods")),  # one method is read, changed and added without models and pairs
        ("models", ("core", "models", "files")),
    ],
)
def test_decoders_import_downwards(package: str, allowed: tuple[str, ...]) -> None:
    """The rules could no longer be read without the models, or the models without the rules."""
    known = tuple(f"decoders.{name}" for name in (*allowed, "errors"))
    found = [line for line in breaches(f"decoders/{package}", known) if not line.endswith("imports decoders")]
    assert not found


def test_rooms_of_models_import_downwards() -> None:
    """Kernels could no longer be read and replaced without the sessions of torch and the loading of models."""
    floor_of = {room: floor for floor, rooms in enumerate(ROOMS_OF_MODELS) for room in rooms}
    modules = files("decoders/models")

    def room(module: str) -> str | None:
        inside = module.split(".")[2:]
        return None if module not in modules or not inside else inside[0] if inside[0] in floor_of else ""

    assert {room(module) for module in modules} - {None} == set(floor_of)
    upward = [
        f"{module} imports {name}"
        for module, path in modules.items()
        for name in sorted(imported(path))
        if (here := room(module)) is not None and (there := room(name)) is not None and here != there
        if floor_of[there] >= floor_of[here]
    ]
    assert not upward


def test_networks_are_touched_in_one_place() -> None:
    """Opening, drawing and decoding tables would need torch, which only decoders/models may import."""
    models = (ROOT / "decoders" / "models").as_posix()
    touched = {
        module: outside(path) & NETWORKS
        for module, path in files("decoders", "explorer").items()
        if outside(path) & NETWORKS and not path.as_posix().startswith(models)
    }
    assert not touched


def test_gradio_stays_in_the_page() -> None:
    """Recording, reading and the command line would fail where the app's packages are missing."""
    users = {
        module for module, path in files("decoders", "explorer").items() if outside(path) & {"gradio", "starlette"}
    }
    assert users
    assert {module.split(".")[1] for module in users} == {"ui"}


def room_of(module: str) -> str | None:
    """The subpackage of a module of explorer; None for modules above all subpackages."""
    parts = module.split(".")
    rooms = {room for floor in ROOMS for room in floor}
    return parts[1] if parts[0] == "explorer" and len(parts) > 1 and parts[1] in rooms else None


def test_rooms_import_downwards() -> None:
    """A subpackage that imports those above it can be neither read nor tested alone."""
    floor_of = {room: floor for floor, rooms in enumerate(ROOMS) for room in rooms}
    upward = [
        f"{module} imports {name}"
        for module, path in files("explorer").items()
        for name in sorted(imported(path))
        if (here := room_of(module)) and (there := room_of(name)) and here != there
        if floor_of[there] >= floor_of[here]
    ]
    assert not upward


def test_nothing_below_the_app_imports_it() -> None:
    """Nothing may import the app, its benchmarks or its training recipes."""
    assert not breaches("explorer", ("decoders", "explorer"))
    assert not breaches("benchmarks", ("decoders", "explorer", "benchmarks"))


def circles(edges: Edges) -> list[list[str]]:
    """An import cycle for every module on one, found as the shortest way back to the module."""
    found = []
    for start in edges:
        ways, seen = [[start]], set[str]()
        while ways:
            way = ways.pop(0)
            for name in sorted(edges[way[-1]] - seen):
                if name == start:
                    found.append([*way, start])
                    ways = []
                    break
                seen.add(name)
                ways.append([*way, name])
    return found


def test_no_import_goes_round() -> None:
    """Two modules that import each other can be neither read nor tested alone."""
    known = files("decoders", "explorer", "benchmarks")
    edges = {
        module: {
            name for name in imported(path, types=False) if name in known and not f"{module}.".startswith(f"{name}.")
        }
        for module, path in known.items()
    }
    assert not circles(edges)


def test_circles_are_found() -> None:
    """The search for import cycles would find nothing and so prove nothing."""
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) != []
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
    assert all(a != b for way in circles({"a": {"b"}, "b": {"a"}}) for a, b in pairwise(way))


def test_a_family_is_told_alone() -> None:
    """Whoever changes one method's wording would change another's; shared wording belongs in common/."""
    families = files("explorer/story/methods")
    taken = [
        f"{module} imports {name}"
        for module, path in families.items()
        for name in imported(path)
        if name in families and name not in (module, "explorer.story.methods")
    ]
    assert not taken


DICTS = re.compile(
    r"""(?:trace|header|head|iteration|verdict|node|step|layer)(?:\.(?!settings|values)\w+)?(?:\[["']|\.get\(["'])"""
)


def test_fields_know_no_tab() -> None:
    """`explorer/ui/form` is for all tabs, so it may need none of them."""
    modules = files("explorer/ui/form")
    assert len(modules) > 5
    users = {name for path in modules.values() for name in imported(path)}
    assert not {
        name for name in users if name.startswith(("explorer.ui.tabs", "explorer.ui.server.routes", "explorer.ui.page"))
    }


PLAIN_ANSWERS = {"explorer.features.answers", "explorer.ui.server.api"}  # make JSON of traces for programs
UNTYPED = 0  # may only fall


def test_traces_are_read_as_records() -> None:
    """A field name in quotes is checked by no tool, so only a reader of the page would find a wrong one."""
    found = [
        f"{module}: {line.strip()}"
        for module, path in files("explorer").items()
        if module not in PLAIN_ANSWERS and not module.startswith("explorer.trace.")
        for line in path.read_text(encoding="utf-8").splitlines()
        if DICTS.search(line)
    ]
    assert len(found) <= UNTYPED, "\n".join(found)
