"""What a person reads of the engine: one short sentence for every choice that a header can hold."""

from typing import Any

import pytest

from explorer.story.engine import expected, place
from tests.records import header_with

SECONDS = {"openvino": [0.001, 0.002], "torch": [0.001, 0.009]}
THREE = {"torch": [0.004, 0.009], "openvino": [0.002, 0.004], "numba": [0.001, 0.002]}


def head(device: str = "cpu", dtype: str = "float32", **engine: Any) -> dict[str, Any]:
    return {"device": device, "dtype": dtype, "engine": {"target": "openvino", "draft": "openvino", **engine}}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (head(why="measured", cpu="AVX2", seconds=SECONDS), "AVX2: OpenVINO f32, faster here than torch"),
        (head(why="asked", cpu="AVX2"), "AVX2: OpenVINO f32, as asked"),
        (
            head(dtype="bfloat16", why="missing", cpu="AVX-512", target="torch", draft="torch"),
            "AVX-512: torch bf16, no other engine is installed",
        ),
        (
            head(dtype="bfloat16", why="broken", cpu="AVX2", target="torch", draft="torch"),
            "AVX2: torch bf16, no other engine can be imported",
        ),
        (
            head(dtype="bfloat16", why="refused", cpu="AVX2", target="torch", draft="torch"),
            "AVX2: torch bf16, no other engine runs the model they are measured on",
        ),
        (
            head("cuda:0 (NVIDIA H100)", "bfloat16", why="gpu", cpu="AVX-512", target="torch", draft="torch"),
            "cuda:0 (NVIDIA H100): torch bf16, there is a GPU",
        ),
        (
            head("cuda:0 (T4)", "float16", why="gpu", target="torch", draft="torch", graphs=["target", "draft"]),
            "cuda:0 (T4): torch f16 in experimental CUDA graphs, there is a GPU",
        ),
        (
            head("cuda:0 (T4)", "float16", why="gpu", target="torch", graphs=["target"], draft_not_captured="slower"),
            "cuda:0 (T4): torch f16 in experimental CUDA graphs of the target, there is a GPU; "
            "no CUDA graphs of the draft (they are not faster)",
        ),
        (
            head(why="asked", cpu="AVX2", draft="torch", draft_refused="its window is too short"),
            "AVX2: OpenVINO f32, as asked; the draft runs on torch (its window is too short)",
        ),
        (
            head(
                dtype="bfloat16",
                why="measured",
                cpu="AVX2",
                target="torch",
                seconds={"openvino": [9.0], "torch": [1.0]},
            ),
            "AVX2: torch bf16, faster here than OpenVINO",
        ),
        (
            head(why="measured", cpu="AVX2", seconds={"openvino": [0.008, 0.03], "torch": [0.014, 0.02]}),
            "AVX2: OpenVINO f32, faster here than torch",  # the sums say otherwise, and do not choose
        ),
        (
            head(why="measured", cpu="AVX2", seconds=SECONDS, target="torch", target_refused="its masks are others"),
            "AVX2: torch f32, OpenVINO would be faster here; the target runs on torch (its masks are others)",
        ),
        (
            head(why="measured", cpu="AVX2", seconds=THREE, target="numba", draft="numba"),
            "AVX2: own kernels f32, faster here than OpenVINO and torch",
        ),
        (
            head(why="measured", cpu="AVX2", seconds=THREE, target="numba", draft_refused="its heads are narrow"),
            "AVX2: own kernels f32, faster here than OpenVINO and torch; "
            "the draft runs on OpenVINO (its heads are narrow)",
        ),
        (
            head(why="measured", cpu="AVX2", seconds=THREE, draft="numba", target_refused="it is another kind"),
            "AVX2: OpenVINO f32, own kernels would be faster here; the target runs on OpenVINO (it is another kind)",
        ),
        (
            head(why="measured", cpu="AVX2", seconds=THREE, target="torch", draft="torch", target_refused="x; y"),
            "AVX2: torch f32, own kernels would be faster here; the target runs on torch (x; y)",
        ),
        (head(why="asked", cpu="AVX-512", target="numba", draft="numba"), "AVX-512: own kernels f32, as asked"),
        (head(why="default", cpu="AVX2", target="numba"), "AVX2: own kernels f32, the default on a CPU"),
        (
            head(why="default", cpu="AVX2", target="torch", target_refused="it is another kind"),
            "AVX2: torch f32, own kernels are the default on a CPU; the target runs on torch (it is another kind)",
        ),
        (
            head(dtype="bfloat16", why="device", target="torch", draft="torch"),
            "cpu: torch bf16, other engines run on the CPU only",
        ),
        (
            head(dtype="float64", why="dtype", target="torch", draft="torch"),
            "cpu: torch f64, other engines compute in f32",
        ),
        ({"device": "cpu", "dtype": "float64"}, "cpu float64"),
    ],
)
def test_where_a_run_was_computed(given: dict[str, Any], said: str) -> None:
    """Two runs on different engines are not to be compared unseen."""
    assert place(header_with(**given)) == said


def test_what_a_run_would_be_computed_on() -> None:
    """Before the first run, the form says what auto takes here."""
    said = "AVX2: auto takes the own kernels in f32 for the families that they run, and torch for others and where "
    assert expected("AVX2", kernels=True) == f"{said}there is a GPU."
    assert expected("AVX2", kernels=False).startswith("AVX2: auto takes torch, because")
