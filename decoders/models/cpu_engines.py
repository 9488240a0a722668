"""The engines that run models on a CPU without torch: by what modules each makes and opens a model's folder.

The modules are imported when they are used: each needs a package that may be missing.
"""

from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from decoders.models.parts import Parts

if TYPE_CHECKING:
    from decoders.models.folder import FolderModel


@dataclass(frozen=True)
class CpuEngine:
    """An engine: its name in sentences, the package it is made with, what it computes in; the module that writes
    folders, the one that opens them, and its classes of models and of drafts that read their target.

    `form` is that of the folders: another one, or another release of one of `made_by`, makes all of them anew. Of some
    engines it is also that of the CPU's vectors.
    """

    name: str
    package: str
    dtype: str
    form: str
    made_by: tuple[str, ...]
    writer: str
    opener: str
    model: str
    reader: str
    by_vectors: bool = False

    @property
    def installed(self) -> bool:
        """Whether its package is there."""
        return find_spec(self.package) is not None

    def check(self) -> None:
        """Raise ImportError where it cannot be imported."""
        self._module(self.opener)

    def _module(self, name: str) -> Any:
        try:
            return import_module(f"decoders.models.{name}")
        except (ImportError, MemoryError):
            raise
        except Exception as error:  # what compiling for a CPU that its library does not know meets is anything
            raise ImportError(f"{self.package} does not work here: {type(error).__name__}: {error}") from error

    def write(self, parts: Parts, folder: Path, *given: Any, **named: Any) -> None:
        """Fill an empty folder; see `making.make`. Raises ImportError or CannotConvertError."""
        self._module(self.writer).write(parts, folder, *given, **named)

    def open(self, folder: Path, *given: Any, reads: bool = False, **named: Any) -> "FolderModel":
        """The model of a folder; see `FolderModel`. Raises ImportError, and whatever a damaged folder makes."""
        made = getattr(self._module(self.opener), self.reader if reads else self.model)
        model = made(folder, *given, dtype=self.dtype, **named)
        model.warm()
        return model


_OPENVINO = CpuEngine(
    name="OpenVINO",
    package="openvino",
    dtype="float32",
    form="4",
    made_by=("openvino", "transformers", "torch"),
    writer="converting",
    opener="openvino",
    model="OpenVinoModel",
    reader="OpenVinoReader",
)
CPU_ENGINES = {
    "numba": CpuEngine(
        name="The built-in CPU kernels",
        package="numba",
        dtype="float32",
        form="numba 4",
        made_by=(),
        writer="packing",
        opener="numba",
        model="NumbaModel",
        reader="NumbaReader",
        by_vectors=True,
    ),
    "openvino": _OPENVINO,
    "openvino-bf16": replace(_OPENVINO, dtype="bfloat16"),
}
