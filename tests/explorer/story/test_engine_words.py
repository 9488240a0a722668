"""Sentences about the engine: one short sentence for every choice in a header."""

from typing import Any

import pytest

from explorer.story.header.engine import expected, place
from tests.records import header_with

SECONDS = {"openvino": [0.001, 0.002], "torch": [0.001, 0.009]}
THREE = {"torch": [0.004, 0.009], "openvino": [0.002, 0.004], "numba": [0.001, 0.002]}


def head(device: str = "cpu", dtype: str = "float32", **engine: Any) -> dict[str, Any]:
    return {"device": device, "dtype": dtype, "engine": {"target": "openvino", "draft": "openvino", **engine}}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (head(why="measured", cpu="AVX2", seconds=SECONDS), "AVX2: OpenVINO f32, faster here than PyTorch"),
        (head(why="asked", cpu="AVX2"), "AVX2: OpenVINO f32, as requested"),
        (
            head(dtype="bfloat16", why="missing", cpu="AVX-512", target="torch", draft="torch"),
            "AVX-512: PyTorch bf16, the only engine installed",
        ),
        (
            head(dtype="bfloat16", why="broken", cpu="AVX2", target="torch", draft="torch"),
            "AVX2: PyTorch bf16, the only engine that can be imported",
        ),
        (
            head(dtype="bfloat16", why="refused", cpu="AVX2", target="torch", draft="torch"),
            "AVX2: PyTorch bf16, the only engine that runs the benchmark model",
        ),
        (
            head("cuda:0 (NVIDIA H100)", "bfloat16", why="gpu", cpu="AVX-512", target="torch", draft="torch"),
            "cuda:0 (NVIDIA H100): PyTorch bf16, a GPU is available",
        ),
        (
            head("cuda:0 (T4)", "float16", why="gpu", target="torch", draft="torch", graphs=["target", "draft"]),
            "cuda:0 (T4): PyTorch f16 with experimental CUDA graphs, a GPU is available",
        ),
        (
            head("cuda:0 (T4)", "float16", why="gpu", target="torch", graphs=["target"], draft_not_captured="slower"),
            "cuda:0 (T4): PyTorch f16 with experimental CUDA graphs for the target, a GPU is available; "
            "no CUDA graphs for the draft (they are not faster)",
        ),
        (
            head(why="asked", cpu="AVX2", draft="torch", draft_refused="its window is too short"),
            "AVX2: OpenVINO f32, as requested; the draft runs on PyTorch (its window is too short)",
        ),
        (
            head(
                dtype="bfloat16",
                why="measured",
                cpu="AVX2",
                target="torch",
                seconds={"openvino": [9.0], "torch": [1.0]},
            ),
            "AVX2: PyTorch bf16, faster here than OpenVINO",
        ),
        (
            head(why="measured", cpu="AVX2", seconds={"openvino": [0.008, 0.03], "torch": [0.014, 0.02]}),
            "AVX2: OpenVINO f32, faster here than PyTorch",  # the sums say otherwise, and do not choose
        ),
        (
            head(why="measured", cpu="AVX2", seconds=SECONDS, target="torch", target_refused="its masks are others"),
            "AVX2: PyTorch f32, OpenVINO would be faster here; the target runs on PyTorch (its masks are others)",
        ),
        (
            head(why="measured", cpu="AVX2", seconds=THREE, target="numba", draft="numba"),
            "AVX2: built-in CPU kernels f32, faster here than OpenVINO and PyTorch",
        ),
        (
            head(why="measured", cpu="AVX2", seconds=THREE, target="numba", draft_refused="its heads are narrow"),
            "AVX2: built-in CPU kernels f32, faster here than OpenVINO and PyTorch; "
            "the draft runs on OpenVINO (its heads are narrow)",
        ),
        (
            head(why="measured", cpu="AVX2", seconds=THREE, draft="numba", target_refused="it is another kind"),
            "AVX2: OpenVINO f32, built-in CPU kernels would be faster here; "
            "the target runs on OpenVINO (it is another kind)",
        ),
        (
            head(why="measured", cpu="AVX2", seconds=THREE, target="torch", draft="torch", target_refused="x; y"),
            "AVX2: PyTorch f32, built-in CPU kernels would be faster here; the target runs on PyTorch (x; y)",
        ),
        (
            head(why="asked", cpu="AVX-512", target="numba", draft="numba"),
            "AVX-512: built-in CPU kernels f32, as requested",
        ),
        (head(why="default", cpu="AVX2", target="numba"), "AVX2: built-in CPU kernels f32, the default on a CPU"),
        (
            head(why="default", cpu="AVX2", target="torch", target_refused="it is another kind"),
            "AVX2: PyTorch f32, the built-in kernels are the default on a CPU; "
            "the target runs on PyTorch (it is another kind)",
        ),
        (
            head(dtype="bfloat16", why="device", target="torch", draft="torch"),
            "cpu: PyTorch bf16, other engines run only on CPUs",
        ),
        (
            head(dtype="float64", why="dtype", target="torch", draft="torch"),
            "cpu: PyTorch f64, other engines use f32",
        ),
        ({"device": "cpu", "dtype": "float64"}, "cpu float64"),
    ],
)
def test_where_a_run_was_computed(given: dict[str, Any], said: str) -> None:
    """Runs on different engines must not be compared unnoticed."""
    assert place(header_with(**given)) == said


def test_what_a_run_would_be_computed_on() -> None:
    """Before the first run, the form says what `auto` means here."""
    families = "It takes PyTorch for other families and if there is a GPU."
    said = f"AVX2: auto takes the built-in kernels in f32 for the model families that they run. {families}"
    assert expected("AVX2", kernels=True) == said
    assert expected("AVX2", kernels=False).startswith("AVX2: auto takes PyTorch because")
