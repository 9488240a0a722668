"""The scripts and the style sheet that are served: if these fail, the page has no stage, or yesterday's."""

import re
import subprocess
from pathlib import Path

from playwright._impl._driver import compute_driver_executable

from explorer.stage.files import stage_css, stage_js

ROOT = Path(__file__).parents[3]


def test_what_was_built_is_current() -> None:
    """A module that was changed without `npm run build` would not reach the browser."""
    assert (ROOT / "node_modules" / "esbuild").exists(), "run `npm ci`"
    command = [compute_driver_executable()[0], "bundle.js", "--check"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_stage_needs_nothing_else() -> None:
    """An exported page opens from a file, offline: there is nothing to import or to ask for."""
    assert not re.search(r"\bimport\s*[({\"'*]|\bexport\s*[{*]|</script", stage_js())
    assert not re.search(r"@import|url\(", stage_css())
