"""The stage's script is joined from modules: if these fail, the page has no stage, or one with another's variables."""

import pytest

from explorer.stage.files import STAGE, JoinError, join, stage_js


def test_every_module_is_in_the_script_once_and_before_its_use() -> None:
    """A module that is left out is a stage that breaks at the first click on what it draws."""
    script = stage_js()
    for path in (STAGE / "js").glob("*.js"):
        first = next(line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("//"))
        assert script.count(first) == 1, path.name
    assert (
        script.index("Making elements") < script.index("The graph. Built once") < script.index("The stage put together")
    )
    assert "\nimport " not in script
    assert "\nexport " not in script


def test_imports_of_any_length_are_taken_out() -> None:
    """A formatter breaks long lists of names over lines."""
    modules = {
        "a.js": 'import {\n  b,\n  c,\n} from "./b.js";\nb(c);\n',
        "b.js": "export const b = 1;\nexport let c = 2;\n",
    }
    assert " ".join(join(modules, "a.js").split()) == '"use strict"; const b = 1; let c = 2; b(c);'


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('import b from "./b.js";', "import b"),
        ('import * as b from "./b.js";', "import *"),
        ('import { b as c } from "./b.js";', "b as c"),
        ('import { d } from "./b.js";', "does not export"),
        ('import { b } from "./c.js";', "does not exist"),
        ('import { b } from "b";', "import {"),
        ('import { b } from "./b.js";\nconst b = 2;', "rename"),
        ('export { b } from "./b.js";', "export {"),
        ("export default 1;", "export default"),
        ("const { c } = b;", "const {"),
        ("var c = 1;", "var c"),
        ('const c = () => import("./b.js");', "import("),
        ("const c = () => import.meta.url;", "import.meta"),
    ],
)
def test_what_cannot_be_joined_is_refused(text: str, named: str) -> None:
    """Joined all the same it would be a stage that fails in the browser, or two values of one name."""
    with pytest.raises(JoinError) as refused:
        join({"a.js": text, "b.js": "export const b = 1;\n"}, "a.js")
    assert named in str(refused.value)


def test_a_circle_is_refused() -> None:
    """No order is right for it."""
    with pytest.raises(JoinError, match="circle"):
        join(
            {"a.js": 'import { b } from "./b.js";', "b.js": 'import { a } from "./a.js";\nexport const b = 1;'}, "a.js"
        )
