"""Install example packages for tests as `pip` would: a folder of modules with metadata."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ECHO = Path(__file__).parent / "echo"
ROOT = Path(__file__).parents[2]


def install(folder: Path, package: Path = ECHO) -> Path:
    """Copy a package's modules, write the metadata of its pyproject.toml, and return the folder."""
    project = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for module in package.iterdir():
        if module.is_dir():
            shutil.copytree(module, folder / module.name, ignore=shutil.ignore_patterns("__pycache__"))
    points = {
        group: [f"{name} = {value}" for name, value in named.items()]
        for group, named in project["entry-points"].items()
    }
    declare(folder, project["name"], project["version"], points)
    return folder


def declare(folder: Path, name: str, version: str, points: dict[str, list[str]]) -> None:
    """Write the metadata of a package with these entry points (group → lines)."""
    about = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    groups = ("\n".join([f"[{group}]", *lines, ""]) for group, lines in points.items())
    (about / "entry_points.txt").write_text("\n".join(groups))


def python(*words: str, path: Path | None = None, plugins: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python in the repository with a folder of packages on its path."""
    around = {key: value for key, value in os.environ.items() if key not in ("EXPLORER_PLUGINS", "PYTHONPATH")}
    around |= {"PYTHONPATH": os.pathsep.join([str(ROOT), *([str(path)] if path else [])])}
    around |= {"EXPLORER_PLUGINS": plugins} if plugins else {}
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=around, capture_output=True, text=True, check=False, timeout=300
    )
