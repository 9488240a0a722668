"""What `pip install .` installs is what runs here. (That it installs at all, pip says.)"""

import tomllib
from pathlib import Path

from decoders.files import ASSETS

ROOT = Path(__file__).parents[1]
BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]


def test_every_package_is_installed() -> None:
    """A folder that is forgotten there works in the repository and nowhere else."""
    folders = {path.parent for room in ("decoders", "explorer") for path in (ROOT / room).rglob("*.py")}
    known = {".".join(path.relative_to(ROOT).parts) for path in folders}
    assert set(BUILD["packages"]) == known | set(BUILD["package-dir"])


def test_data_is_installed() -> None:
    """Without its lists, its script or its tables the installed app would draw nothing and open nothing."""
    for package, patterns in BUILD["package-data"].items():
        folder = ROOT / BUILD["package-dir"].get(package, package.replace(".", "/"))
        for pattern in patterns:
            assert list(folder.glob(pattern)), f"{package}: {pattern}"
    read = [path for path in (ROOT / "explorer").rglob("*") if path.suffix in (".json", ".js", ".css", ".html")]
    matched = {path for pattern in BUILD["package-data"]["explorer"] for path in (ROOT / "explorer").glob(pattern)}
    assert set(read) <= matched


def test_assets_are_found_here() -> None:
    """Weights, toy pairs and recorded traces are looked up by one name."""
    assert BUILD["package-dir"]["decoders.assets"] == ASSETS.relative_to(ROOT).as_posix()
