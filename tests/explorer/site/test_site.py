"""The static site: it has everything that its scripts request, is small, and loads nothing from other hosts."""

import gzip
import json
import re
import subprocess
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml

from explorer.cli.main import main
from explorer.features.comparisons import bundled
from explorer.features.race import race
from explorer.lessons.library import MOVED, cards, moved
from explorer.service.store import all_cards, gallery
from explorer.site.base93 import DIGITS
from explorer.site.opening import race_json
from explorer.site.page import page_html
from explorer.site.replies import replies
from explorer.site.write import write_site
from explorer.ui.server.embed import POLICY, embedded_html
from tests.explorer.site.test_columns import unpacked

ROOT = Path(__file__).parents[3]
MOST = 3_000_000  # bytes of a site that loads quickly and fits into a repository


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The site that `python -m explorer site` writes, in a folder that has another file, and what it prints."""
    made, printed = tmp_path_factory.mktemp("site"), StringIO()
    (made / "own").write_bytes(bytes(2 * MOST))
    command = ["site", "-o", str(made), "--url", "https://example.org/course", "--source", "https://example.org"]
    with redirect_stdout(printed):
        assert main(command) == 0
    return made, printed.getvalue()


def test_other_files_are_not_replaced(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`site -o docs` would replace the README of that folder."""
    (tmp_path / "README.md").write_text("mine")
    assert main(["site", "-o", str(tmp_path)]) == 2
    assert "the site would replace its README.md. Choose an empty folder." in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["README.md"]


@pytest.fixture
def folder(written: tuple[Path, str]) -> Path:
    """The folder of this site."""
    return written[0]


def from_base93(text: str) -> bytes:
    """Read what `to_base93` writes: two digits hold 13 bits, or 14 if the lowest 13 are at most 456."""
    data = bytearray()
    bits = size = 0
    for at in range(0, len(text), 2):
        pair = sum(DIGITS.index(digit) * 93**k for k, digit in enumerate(text[at : at + 2]))
        bits |= pair << size
        size += 7 if at + 1 == len(text) else 13 if pair % 8192 > 456 else 14
        while size >= 8:
            data.append(bits & 255)
            bits, size = bits >> 8, size - 8
    return bytes(data)


def answers(folder: Path) -> dict[str, Any]:
    """The answers that the scripts get, by address."""
    found: dict[str, str] = {}
    for file in (folder / "data").glob("*.js"):
        packed = re.fullmatch(rf'siteData\("{file.stem}", "(.*)"\);\n', file.read_text(encoding="ascii"))
        assert packed, file
        lines = gzip.decompress(from_base93(packed[1])).decode().split("\n")
        found |= dict(zip(lines[::2], lines[1::2], strict=True))
    return dict(zip(found, unpacked([json.loads(answer) for answer in found.values()]), strict=True))


def test_the_site_is_whole_and_small(written: tuple[Path, str]) -> None:
    """A web server must be able to show every run, lesson and comparison, without models and without the app."""
    folder, printed = written
    sizes = {file: file.stat().st_size for file in folder.rglob("*") if file.is_file() and file.name != "own"}
    size = sum(sizes.values())
    assert size - sum(sizes[file] for file in sizes if file.parent.name == "fonts") <= MOST
    assert printed.endswith(f", {size / 1e6:.2f} MB\n"), "visitors load no more than this"
    page, found = (folder / "index.html").read_text(encoding="utf-8"), answers(folder)
    assert found == {key: json.loads(value) for some in replies().values() for key, value in some.items()}
    given = json.loads(re.findall(r'id="given">(.*)</script>', page)[0])
    assert {f"explorer/{key}" for keys in given["files"].values() for key in keys} == set(found)
    assert {f"data/{name}.js" for name in given["files"]} <= {
        path.relative_to(folder).as_posix() for path in folder.rglob("*.js")
    }
    assert given["race"] == json.loads(race_json(json.loads(given["start"])["trace"], here=False))
    listed = {card.name for card in gallery()}
    for card in all_cards():
        assert (f'<option value="{card.name}">' in page) == (card.name in listed)
        assert found[f"explorer/open/{card.name}"]["type"] == "open"
        assert found.get(f"explorer/opening/{card.name}") == json.loads(race_json(card.name, here=False))
        assert found[f"explorer/worth?run={card.name}"]["runs"]
        assert found[f"explorer/code/{card.name}"]["snippets"][0]["code"].startswith("python -m explorer")
    assert found["explorer/lessons"] == {"lessons": cards()}
    for card in cards():
        lesson = found[f"explorer/lesson/{card['slug']}"]
        assert lesson["title"] == card["title"]
        assert all(f"explorer/open/{step['at']['trace']}" in found for step in lesson["steps"])
        printed = (folder / f"explorer/lesson/{card['slug']}/card.html").read_text(encoding="utf-8")
        assert "Print this page" in printed
        assert '<base href="../../../index.html">' in printed
        assert f'"?lesson={card["slug"]}&amp;step=1"' in printed
        style = re.findall(r'<link rel="stylesheet" href="([^"]*)"', printed)
        assert [(folder / f"explorer/lesson/{card['slug']}" / each).is_file() for each in style] == [True]
    for slug in MOVED:
        assert found[f"explorer/lesson/{slug}"] == moved(slug)
    for name, each in bundled().items():
        assert found[f"explorer/race?comparison={name}"] == json.loads(json.dumps(race(each.runs)))
        assert f'<template id="table-{name}">' in page


def test_nothing_comes_from_elsewhere(folder: Path) -> None:
    """The page loads nothing from other hosts, and its policy forbids it."""
    page = (folder / "index.html").read_text(encoding="utf-8")
    policy = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)[0]
    assert policy.startswith("default-src 'none'; script-src 'self' file:;")
    assert "unsafe" not in policy
    assert not re.search(r"<script(?![^>]*( src=|json))|\son\w+=|style=", page)
    links = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert not [link for link in links if link.startswith(("/", "http")) and "example.org" not in link]


def test_search_engines_and_previews_have_whole_addresses(folder: Path) -> None:
    """Link previews do not show a picture with a relative address."""
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert "<title>Speculative decoding" in page
    assert '<meta property="og:image" content="https://example.org/course/preview.png">' in page
    assert '<link rel="canonical" href="https://example.org/course/">' in page
    assert (folder / "preview.png").read_bytes().startswith(b"\x89PNG")
    assert "sdk: static" in (folder / "README.md").read_text(encoding="utf-8")


def test_the_site_is_the_same_every_time(folder: Path, tmp_path: Path) -> None:
    """A site in a repository must not change on every build, and may be written again over an earlier one."""
    for name in ("README.md", "site.js"):
        (tmp_path / name).write_text("of an earlier version")
    write_site(tmp_path, "https://example.org/course", "https://example.org")
    for file in tmp_path.rglob("*"):
        assert file.is_dir() or file.read_bytes() == (folder / file.relative_to(tmp_path)).read_bytes()


@pytest.mark.parametrize("more", [["--url", "javascript:alert(1)"], ["--source", "example.org"]])
def test_wrong_web_addresses_are_refused(more: list[str], tmp_path: Path) -> None:
    """A link could lead nowhere, or run a script."""
    assert main(["site", "-o", str(tmp_path), *more]) == 2


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    """Bad input must not end in a traceback."""
    (tmp_path / "file").touch()
    assert main(["site", "-o", str(tmp_path / "file")]) == 2


def test_the_app_embeds_the_same_page() -> None:
    """A frame of the app shows the same page as the site."""
    page = embedded_html()
    assert POLICY in page
    assert json.loads(re.findall(r'id="given">(.*)</script>', page)[0])["files"] is None
    assert re.sub(r'(content|src|href)="[^"]*"|"files": .*?, "comp', "", page_html(files=None)) == re.sub(
        r'(content|src|href)="[^"]*"|"files": .*?, "comp', "", page
    )


def test_a_fork_publishes_what_make_builds() -> None:
    """The workflow must run the documented command. Its actions are pinned by major version."""
    text = (ROOT / ".github" / "workflows" / "pages.yml").read_text(encoding="utf-8")
    steps = yaml.safe_load(text)["jobs"]["publish"]["steps"]
    actions = [step["uses"] for step in steps if "uses" in step]
    assert all(re.fullmatch(r"actions/[\w-]+@v\d+", action) for action in actions)
    assert actions[-1].startswith("actions/deploy-pages@")
    built = next(step["run"] for step in steps if "run" in step)
    assert built == 'make site SITE=build/site URL="$URL" SOURCE="$SOURCE"'
    assert next(step["with"]["path"] for step in steps if "upload-pages" in step.get("uses", "")) == "build/site"


def test_make_writes_the_site(tmp_path: Path) -> None:
    """The README names `make site`; it must pass its variables to the command."""
    printed = subprocess.run(
        ["make", "-n", "site", f"SITE={tmp_path}", "URL=https://a.example", f"VENV={tmp_path}"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert f"-m explorer site -o {tmp_path} --url https://a.example" in printed.stdout
