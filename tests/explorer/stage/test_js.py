"""The JavaScript: its types match Python's, and its own tests pass (Playwright's wheel includes Node)."""

import re
import subprocess
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

from explorer.stage.files import stage_js
from explorer.stage.types import FILE, typed, types
from explorer.ui.scripts import address, call, script

ROOT = Path(__file__).parents[3]
NODE = compute_driver_executable()[0]
READ = "const CODE = require('node:fs').readFileSync(0, 'utf8');\n"


def node(*arguments: str, stdin: str = "") -> str:
    """The output of Node. Fails if Node does not exit with 0."""
    ran = subprocess.run([NODE, *arguments], cwd=ROOT, input=stdin, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_the_types_are_current() -> None:
    """A field renamed only in Python would be undefined in the browser; `tsc` then says where."""
    assert FILE.read_text(encoding="utf-8") == types(), "run `python -m explorer.stage.types`"


def test_a_type_without_a_counterpart_is_refused() -> None:
    """A guessed type would be checked against nothing."""
    with pytest.raises(TypeError, match="bytes"):
        typed(bytes)


def test_the_script_is_one_function_body() -> None:
    """Gradio and the exported page make one function of it; a repeated name would show nothing."""
    body = "const element = 0, trigger = 0, props = 0;\nnew Function('element', 'trigger', 'props', 'watch', CODE);"
    node("-e", READ + body, stdin=stage_js())


CALLED = {
    names
    for path in (ROOT / "explorer" / "ui").glob("*.py")
    for names in re.findall(r'(?:call|on_load)\("(\w+\.js)", "(\w+)"', path.read_text(encoding="utf-8"))
}


@pytest.mark.parametrize("file", sorted({file for file, _ in CALLED}))
def test_what_python_calls_is_in_the_script(file: str) -> None:
    """The bundle has every function that a component or an event calls."""
    called = {function for script, function in CALLED if script == file}
    if file == "first.js":  # it draws as soon as it is loaded, which needs a document
        exported = re.findall(r"export\s*\{([^}]*)\}", script(file))[-1]
        assert called <= {name.split(" as ")[-1].strip() for name in exported.split(",")}
        return
    told = node(
        "-e",
        READ + "import('data:text/javascript,' + encodeURIComponent(CODE)).then((it) => "
        "console.log(Object.keys(it).join()))",
        stdin=script(file),
    )
    assert called <= set(told.strip().split(","))


def test_a_script_is_called_by_its_address() -> None:
    """The page's configuration contains no script, only its address."""
    assert address("page.js") in call("page.js", "update", a=1)
    code = "if (typeof eval(require('node:fs').readFileSync(0, 'utf8')) !== 'function') throw 0;"
    node("-e", code, stdin=call("page.js", "update", a=1))


def test_the_unit_tests_of_the_script_pass() -> None:
    """Numbers, words and the trace in memory are tested without a page."""
    told = node("--test", "--test-reporter=tap", *map(str, sorted((ROOT / "tests" / "js").glob("*.test.js"))))
    assert "\n# fail 0\n" in told
    assert "\n# pass 0\n" not in told
