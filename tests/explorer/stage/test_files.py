"""The served scripts and style sheet: the page must have a current stage."""

import re
import subprocess
from pathlib import Path

from playwright._impl._driver import compute_driver_executable

from explorer.stage.files import stage_css, stage_js

ROOT = Path(__file__).parents[3]


def test_what_was_built_is_current() -> None:
    """A change without `npm run build` would not reach the browser."""
    assert (ROOT / "node_modules" / "esbuild").exists(), "run `npm ci`"
    command = [compute_driver_executable()[0], "bundle.js", "--check"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_stage_needs_nothing_else() -> None:
    """An exported page opens offline, so it must not import or request anything."""
    assert not re.search(r"\bimport\s*[({\"'*]|\bexport\s*[{*]|</script", stage_js())
    assert not re.search(r"@import|url\(", stage_css())
