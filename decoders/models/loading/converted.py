"""Models for the built-in CPU kernels, converted once and stored in the folder `engine` of the cache ($EXPLORER_HOME).

The name of a converted model contains the weights' SHA-256, the versions of the packages, and the skipped sub-layers. A
failed conversion is remembered with its reason. Torch is imported only for a conversion.
"""

import errno
import hashlib
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from decoders.core.checkpoint import report
from decoders.core.runner import Skipped
from decoders.core.sublayers import AUTO, layers_of, parse_skips, write_skips
from decoders.errors import BadInput, is_out_of_memory
from decoders.files import take_place, work_folder, write_whole
from decoders.models.cache import engine_folder
from decoders.models.engine import KERNELS, instructions, own_code, release
from decoders.models.loading.digests import SEAL, check_seal, digests, keep_after_move, seal
from decoders.models.locks import only_one
from decoders.models.parts import CannotConvertError, Parts, Source
from decoders.models.skips import known_skips, thinned_name
from decoders.models.steps import Progress, step

if TYPE_CHECKING:
    from decoders.models.cpu.session import FolderModel

NAME = "The built-in CPU kernels"  # the engine's name in sentences
FORM = "numba 4"  # format version of the folders; a change rebuilds all of them
ROOM = 4  # memory that converting takes, as a multiple of the weights
# part of the names of all models converted since incomplete weights are refused; older copies may contain random
# numbers
COMPLETE = "complete"
# Errors of the disk, of permissions or of this process, which do not mean that the folder is damaged.
PASSING = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM, errno.EMFILE, errno.ENFILE, errno.ENOMEM}


class NotForEngineError(Exception):
    """Raised when the kernels cannot run a model on this machine; the message is the reason."""


class DamagedCopyError(NotForEngineError):
    """Raised when a converted copy was damaged. It has been deleted, so the next attempt creates it again."""


def open_model(source: Source, progress: Progress) -> "FolderModel":
    """Open a model for the kernels, after converting it if necessary.

    Raises NotForEngineError if the kernels cannot run the model. `progress` is used only until this function returns,
    because the model serves later runs with other listeners.
    """

    def write(folder: Path) -> None:
        write_folder(source.load("cpu", None), folder, source.vocab_size, shown=source.shown)

    thinned: dict[str, FolderModel] = {}

    def thin(skips: str) -> "FolderModel":
        if skips not in thinned:
            try:
                thinned[skips] = _thin(source, model.layers, skips)
            except NotForEngineError as error:
                raise BadInput(
                    f"{NAME} cannot run {source.name} with skips={skips}: {error}. Use --engine torch."
                ) from None
        return thinned[skips]

    model = _open(source, write, progress, thin)
    return model


def write_folder(parts: Parts, folder: Path, *given: Any, **named: Any) -> None:
    """Fill an empty folder; see `making.write`. Raises ImportError or CannotConvertError."""
    _module("loading.making").write(parts, folder, *given, **named)


def open_folder(folder: Path, *given: Any, reads: bool = False, **named: Any) -> "FolderModel":
    """Open the model in a folder; see `FolderModel`. Raises ImportError, or any exception if the folder is damaged."""
    kernels = _module("cpu.model")
    model = (kernels.NumbaReader if reads else kernels.NumbaModel)(folder, *given, **named)
    model.warm()
    return model


def _module(name: str) -> Any:
    """Import a module that needs the kernels. Raises ImportError if the kernels cannot be compiled on this machine."""
    try:
        return import_module(f"decoders.models.{name}")
    except (ImportError, MemoryError):
        raise
    except Exception as error:  # compiling for a CPU that the library does not know can raise any exception
        raise ImportError(f"{KERNELS} does not work here ({type(error).__name__}: {error})") from error


def _thin(source: Source, layers: int, skips: str) -> "FolderModel":
    """Make a version of the model that skips some sub-layers.

    Progress of the conversion is reported to the run that needs the version. Raises BadInput if the model lacks one of
    these sub-layers, and NotForEngineError if the kernels cannot run the version.
    """
    gone = parse_skips(known_skips(source.name).skips if skips == AUTO else skips, layers)
    left = Skipped(layers_of(gone, "self_attn"), layers_of(gone, "mlp"), layers)

    def load(device: str, dtype: Any) -> Parts:
        from decoders.models.skipping import skip_sublayers

        parts = source.load(device, dtype)
        return replace(parts, net=skip_sublayers(parts.net, gone), heads=None)

    def write(folder: Path) -> None:
        write_folder(load("cpu", None), folder, source.vocab_size, left)

    thin = replace(source, name=thinned_name(source.name, gone), without=write_skips(gone), load=load, shown=())
    return _open(thin, write, report)


def _open(
    source: Source,
    write: Callable[[Path], None],
    progress: Progress,
    thin: "Callable[[str], FolderModel] | None" = None,
) -> "FolderModel":
    try:
        _module("cpu.model")
    except ImportError as error:
        raise NotForEngineError(f"{NAME} cannot be imported here ({error})") from error
    from decoders.models.cpu.session import ABOUT

    lock = engine_folder() / "lock"
    try:
        folder = engine_folder() / _key(source)
        refused = folder.with_name(f"{folder.name}.{_maker()}.refused")

        def whole() -> bool:
            return (folder / ABOUT).exists() and (folder / SEAL).exists()

        if not whole() and not refused.exists():
            engine_folder().mkdir(parents=True, exist_ok=True)
            # only one thread at a time converts a model
            with only_one(lock, progress, "another process that converts a model"):
                if not whole() and not refused.exists():
                    _check_room(source)
                    progress(step("Converting the model for this CPU (only once)", "convert"), 0.0)
                    _make(folder, refused, write)
        if refused.exists():
            raise NotForEngineError(refused.read_text(encoding="utf-8").strip())
    except OSError as error:
        raise _no_access(error) from error
    except (MemoryError, RuntimeError) as error:
        if not is_out_of_memory(error):
            raise
        raise NotForEngineError("there was too little memory to convert it") from error
    try:
        progress(step("Opening the converted model", "open"), 0.0)
        check_seal(folder)
        given = source.name, source.vocab_size, lambda: source.load("cpu", None).net, thin
        return open_folder(folder, *given, reads=source.reads)
    except (
        OSError,
        RuntimeError,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        EOFError,
    ) as error:  # reading a damaged folder raises one of these
        if is_out_of_memory(error):
            raise
        if isinstance(error, OSError) and error.errno in PASSING:
            raise _no_access(error) from error
        with suppress(OSError), only_one(lock):
            shutil.rmtree(folder, ignore_errors=True)
        raise DamagedCopyError(
            f"{folder} was damaged and has been deleted; it will be created again next time"
        ) from error


def _no_access(error: OSError) -> NotForEngineError:
    where = error.filename or engine_folder()
    return NotForEngineError(f"{where} cannot be read or written ({error.strerror or error})")


def _key(source: Source) -> str:
    """The name of a source's converted copy. The name depends on everything that the copy depends on."""
    changed = [source.without, source.kept, str(source.shown)]
    made_of = [f"{FORM} {instructions()}", COMPLETE, str(source.vocab_size), *changed, *digests(source.files)]
    return hashlib.sha256("\n".join(made_of).encode()).hexdigest()[:32]


def _maker() -> str:
    """Short names and versions of the packages that can refuse a model.

    After an update of a package, a failed conversion is tried again.
    """
    return hashlib.sha256(f"{release(KERNELS)} {release('llvmlite')} {own_code()}".encode()).hexdigest()[:8]


def _check_room(source: Source) -> None:
    """Raise NotForEngineError if there is not enough memory to convert a model."""
    import psutil

    free, needed = psutil.virtual_memory().available, ROOM * sum(map(_weight_bytes, source.files))
    if needed > free:
        needs = f"{needed / 1e9:.0f} GB of memory, but only {free / 1e9:.0f} GB are free"
        raise NotForEngineError(f"converting it takes {needs}")


def _weight_bytes(file: Path) -> int:
    """The number of bytes that a file's weights take in 16 bits. In a GGUF file, the stored weights take fewer
    bytes.
    """
    if file.suffix != ".gguf":
        return file.stat().st_size
    from gguf import GGUFReader

    return max(file.stat().st_size, sum(2 * int(tensor.n_elements) for tensor in GGUFReader(file).tensors))


def _make(folder: Path, refused: Path, write: Callable[[Path], None]) -> None:
    """Create a complete folder with its seal. If that fails, create nothing and write the reason to `refused`.

    The caller holds the lock, so no other process can create the folder at the same time.
    """
    with work_folder(folder) as work:
        try:
            write(work)
            seal(work)
            take_place(work, folder)
            keep_after_move(folder)
        except CannotConvertError as error:
            write_whole(refused, f"{error}\n")
