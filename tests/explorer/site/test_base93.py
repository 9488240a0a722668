"""Bytes that are written in base 93 are read again by the site's script."""

import json
import random
from pathlib import Path

from explorer.site.base93 import BASE, DIGITS, to_base93
from tests.explorer.stage.test_js import ROOT, node

READ = """import {{ readFileSync }} from "node:fs";
import {{ fromBase93 }} from "{script}";
const texts = JSON.parse(readFileSync("{file}", "utf8"));
process.stdout.write(JSON.stringify(texts.map((text) => [...fromBase93(text)])));
"""


def test_every_length_is_read_as_it_was_written(tmp_path: Path) -> None:
    """A byte too many at the end would be refused by the browser's gzip."""
    draw = random.Random(5)
    samples = [draw.randbytes(length) for length in range(200)]
    samples += [bytes([value]) * length for value in (0, 255, 91, 200, 201, 1) for length in range(1, 40)]
    file, script = tmp_path / "texts.json", tmp_path / "read.mjs"
    file.write_text(json.dumps([to_base93(each) for each in samples]), encoding="utf-8")
    script.write_text(READ.format(script=ROOT / "explorer/site/js/answers.js", file=file), encoding="utf-8")
    assert [bytes(each) for each in json.loads(node(str(script)))] == samples


def test_the_digits_need_no_escape() -> None:
    """The text is written into a script without a change."""
    assert len(set(DIGITS)) == BASE == 93
    assert json.dumps(DIGITS) == f'"{DIGITS}"'
    assert DIGITS.isascii()


def test_it_is_shorter_than_base_85() -> None:
    """Of random bytes, it takes 1.226 digits instead of 1.25."""
    data = random.Random(7).randbytes(10_000)
    assert len(to_base93(data)) < 1.23 * len(data)
