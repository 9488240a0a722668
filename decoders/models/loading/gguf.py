"""Find the GGUF file with a model's weights. The model is given as the file's path, or as a folder with only one GGUF
file.

Parts of a split file, several files, and the projector of a vision model (mmproj) are refused with a reason.
"""

import re
from pathlib import Path

from decoders.errors import BadInput

PART = re.compile(r"(.+)-(\d{5})-of-(\d{5})\.gguf")
MAGIC = b"GGUF"
VERSIONS = (b"\2\0\0\0", b"\3\0\0\0")


def the_gguf(name: str) -> Path | None:
    """The GGUF file of a model; None if a folder contains no GGUF file, or if the name is not a path (a Hub id).

    Raises BadInput if the path is another kind of file, or a folder with several GGUF files.
    """
    place = Path(name)
    if place.is_file():
        return _checked(place)
    files = sorted(place.glob("*.gguf")) if place.is_dir() else []
    if not files:
        return None
    if len(files) == 1:
        return _checked(files[0])
    parts = [PART.fullmatch(file.name) for file in files]
    if len({part and part.group(1, 3) for part in parts}) == 1 and parts[0]:
        raise _split(files[0])
    raise BadInput(
        f"{name} contains {len(files)} GGUF files: {_listed(files)}. Use the path of one of them, such as "
        f"{next((file for file in files if not _is_projector(file)), files[0])}."
    )


def _checked(file: Path) -> Path:
    """Return the file if it is a whole language model in GGUF. Raises BadInput otherwise."""
    if file.suffix != ".gguf":
        raise BadInput(f"{file} is not a .gguf file. Use a model's folder, or the path of a .gguf file.")
    if PART.fullmatch(file.name):
        raise _split(file)
    if _is_projector(file):
        raise BadInput(f"{file} is the image projector of a vision model. Use the GGUF file of its language model.")
    with file.open("rb") as source:
        begin = source.read(8)
    if begin[:4] != MAGIC or begin[4:] not in VERSIONS:
        raise BadInput(f"{file} is not a GGUF file of version 2 or 3. Download it again.")
    return file


def _is_projector(file: Path) -> bool:
    return "mmproj" in file.name.lower()


def _split(file: Path) -> BadInput:
    match = PART.fullmatch(file.name)
    stem, count = (match.group(1), match.group(3)) if match else (file.stem, "00001")
    first, whole = file.with_name(f"{stem}-00001-of-{count}.gguf"), file.with_name(f"{stem}.gguf")
    return BadInput(
        f"{file} is one of the {int(count)} parts of a split GGUF file, which cannot be read. Run llama.cpp's "
        f"`llama-gguf-split --merge {first} {whole}`, and use the merged file."
    )


def _listed(files: list[Path]) -> str:
    names = [file.name for file in files]
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
