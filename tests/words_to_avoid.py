"""Count the words that this project avoids in texts that people read.

    python -m tests.words_to_avoid            counts by word and area
    python -m tests.words_to_avoid law dice   every line with one of these words

Page: string literals in explorer/ and decoders/ outside docstrings, the JSON files of words, and the scripts' strings.
Code: docstrings and comments. Texts: README, docs and lessons. Quoted code (`like_this`) is not counted.
"""

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
AVOIDED = {
    "law": r"\blaws?\b",
    "chances": r"\bchances\b",
    "dice": r"\b(dice|die|dies)\b(?! out)",
    "bar": r"\b(held against|below|above|under|over|its|the|a) bar\b",
    "kept": r"\bkept\b",
    "told": r"\b(tells?|told)\b",
    "place": r"\bplaces?\b",
    "behind": r"\bbehind\b",
    "beside": r"\bbeside\b",
    "stands": r"\b(stands?|stood)\b(?! for)",
    "anew": r"\banew\b",
    "seldom": r"\bseldom\b",
    "in vain": r"\bin vain\b",
    "at hand": r"\bat hand\b",
    "mended": r"\bmend(s|ed)?\b",
    "is no": r"\b(is|are|was) no\b",
    "wanted": r"\b(wanted|asked for)\b",
    "whoever": r"\b(whoever|whosoever)\b",
    "otherwise than": r"\botherwise than\b",
    "a pass": r"\b(tokens?|words?|times?) a (pass|round|token|step)\b",
    "own engine": r"\bown (engine|kernels?)\b",
}


def _of_python(path: Path) -> Iterator[tuple[str, int, str]]:
    """The area, line and text of every string and comment of a file."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    documented = [node for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)]
    docstrings = {id(node.body[0].value) for node in documented if ast.get_docstring(node)}  # type: ignore[attr-defined]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield "code" if id(node) in docstrings else "page", node.lineno, node.value
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield "code", token.start[0], token.string


def texts() -> Iterator[tuple[str, str, str]]:
    """The area, the position and the text of everything that is counted."""
    for folder in ("explorer", "decoders"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for area, line, text in _of_python(path):
                yield area, f"{path.relative_to(ROOT)}:{line}", text
        for path in sorted((ROOT / folder).rglob("*.js")):
            if "built" in path.parts:
                continue
            for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                comment = text.strip().startswith(("//", "*", "/*"))
                for part in [text] if comment else re.findall(r"[\"`']([^\"`']+)[\"`']", text):
                    yield "code" if comment else "page", f"{path.relative_to(ROOT)}:{line}", part
    for path in [*(ROOT / "explorer").glob("*.json")]:
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield "page", f"{path.relative_to(ROOT)}:{line}", text
    for path in [
        ROOT / "README.md",
        *sorted((ROOT / "docs").glob("*.md")),
        *sorted((ROOT / "assets/lessons").glob("*.md")),
    ]:
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield "texts", f"{path.relative_to(ROOT)}:{line}", text


def main(wanted: list[str]) -> None:
    """Print the counts, or the lines with the words given."""
    counts: Counter[tuple[str, str]] = Counter()
    for area, position, text in texts():
        bare = re.sub(r"`[^`]*`|“[^”]*”", "", text)
        for word, pattern in AVOIDED.items():
            found = len(re.findall(pattern, bare, re.IGNORECASE)) if " " in bare else 0  # a name is not a sentence
            counts[word, area] += found
            if found and word in wanted:
                print(f"{area:6}{position}: {' '.join(text.split())[:160]}")
    if not wanted:
        print(f"{'word':16}" + "".join(f"{area:>7}" for area in ("page", "code", "texts")))
        for word in AVOIDED:
            print(f"{word:16}" + "".join(f"{counts[word, area]:7}" for area in ("page", "code", "texts")))


if __name__ == "__main__":
    main(sys.argv[1:])
