"""`pip install .` installs all that the app needs. (Whether pip succeeds is checked elsewhere.)"""

import re
import tomllib
from pathlib import Path

from decoders.files import ASSETS
from tests.test_house import files, outside

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
BUILD = PROJECT["tool"]["setuptools"]
PACKAGE = re.compile(r"\w[\w.-]*")
# Packages whose modules have other names, and packages that others require at one version.
PACKAGES = {
    "PIL": "gradio",
    "pynvml": "nvidia-ml-py", "yaml": "pyyaml", "llvmlite": "numba",
    "pydantic_core": "pydantic", "gradio_client": "gradio", "mcp": "gradio", "httpx2": "huggingface_hub",
    "uvicorn": "gradio",
}  # fmt: skip
OPTIONAL = {"lora": {"peft"}}  # imported only where they are needed; an error says if they are missing
PLACES = {"spaces"}  # installed by a Space on ZeroGPU
NOT_IMPORTED = {"accelerate"}  # transformers uses it to spread a model over devices


def test_every_package_is_installed() -> None:
    """A forgotten folder would work in the repository and nowhere else."""
    folders = {path.parent for room in ("decoders", "explorer") for path in (ROOT / room).rglob("*.py")}
    known = {".".join(path.relative_to(ROOT).parts) for path in folders}
    assert set(BUILD["packages"]) == known | set(BUILD["package-dir"])


def test_data_is_installed() -> None:
    """The installed app could draw and open nothing without its lists, scripts and tables."""
    for package, patterns in BUILD["package-data"].items():
        folder = ROOT / BUILD["package-dir"].get(package, package.replace(".", "/"))
        for pattern in patterns:
            assert list(folder.glob(pattern)), f"{package}: {pattern}"
    read = [
        path for path in (ROOT / "explorer").rglob("*") if path.suffix in (".json", ".toml", ".js", ".css", ".html")
    ]
    matched = {path for pattern in BUILD["package-data"]["explorer"] for path in (ROOT / "explorer").glob(pattern)}
    assert set(read) <= matched


def test_assets_are_found_here() -> None:
    """Weights, toy pairs and recorded traces would not be found in the repository."""
    assert BUILD["package-dir"]["decoders.assets"] == ASSETS.relative_to(ROOT).as_posix()


def declared(*names: str) -> set[str]:
    """The packages that requirements files name."""
    lines = [line for name in names for line in (ROOT / name).read_text(encoding="utf-8").splitlines()]
    return {spelt(found[0]) for line in lines if (found := PACKAGE.match(line))}


def spelt(package: str) -> str:
    """A package's name in the form used for comparison."""
    return package.lower().replace("_", "-")


def needed(*folders: str) -> set[str]:
    """The packages that modules import."""
    modules = {name for path in files(*folders).values() for name in outside(path)}
    return {spelt(PACKAGES.get(name, name)) for name in modules - PLACES}


def test_what_is_imported_is_declared() -> None:
    """A package that only comes with another one may be missing after an update of the other."""
    extras = PROJECT["project"]["optional-dependencies"]
    assert all(spelt(name) in "".join(extras[extra]) for extra, names in OPTIONAL.items() for name in names)
    assert needed("decoders", "explorer") - declared("requirements.txt") == set().union(*OPTIONAL.values())


def test_what_is_declared_is_imported() -> None:
    """Everybody would download a package that nothing needs."""
    assert declared("requirements.txt") - needed("decoders", "explorer") == NOT_IMPORTED


def test_tests_declare_what_they_import() -> None:
    """Tests could not run in a fresh environment."""
    recipes = {spelt(path.stem) for path in (ROOT / "training").glob("*.py")}  # scripts that import each other
    projects = (ROOT / "tests/plugin").glob("*/pyproject.toml")  # packages that tests install themselves
    own = {spelt(tomllib.loads(path.read_text(encoding="utf-8"))["project"]["name"]) for path in projects}
    known = declared("requirements.txt", "requirements-test.txt") | recipes | own
    assert needed("tests", "benchmarks", "examples") <= known


def test_versions_are_known() -> None:
    """A package could be updated to a version that was never tested."""
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    loose = {spelt(found[0]) for line in lines if "==" not in line and (found := PACKAGE.match(line))}
    assert loose <= declared("constraints.txt")
