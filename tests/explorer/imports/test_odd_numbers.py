"""Numbers that no engine writes, and a draft length that the file contradicts, are refused in one line."""

import json
from pathlib import Path

import pytest

from decoders.errors import BadInput
from explorer.imports.counts import pooled
from explorer.imports.opening import opened
from explorer.imports.rounded import printed, solve
from tests.explorer.cli.test_cli import call

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.mark.parametrize("length", [1, 2, 3, 5, 6, 7, 8, 300])
def test_a_typed_length_agrees_with_both_gauges(length: int) -> None:
    """2.9 tokens per pass are 1.9 accepted ones. At a rate of 0.27, that is 7.04 proposed ones, so only 7 can be true.

    Older versions divide 2.9 by one more than the draft tokens: 2.9 / 0.27 = 10.7, which is no whole number.
    """
    requests = list(opened(FIXTURES / "sglang-metrics.txt"))
    assert requests[0].proposed == 7
    if length == 7:
        assert pooled(requests, "x", length).typed_length == length
        return
    said = f"^Server 1 of x: the averages fit 7 draft tokens per pass, not {length}. Choose another draft length"
    with pytest.raises(BadInput, match=said):
        pooled(requests, "x", length)


@pytest.mark.parametrize(
    ("length", "rate", "typed", "said"),
    [
        (2.9, 0.29, 9, None),  # the older definition: 2.9 / 10
        (2.9, 0.29, 7, "fit 9 draft tokens"),
        (2.9, 0.95, 2, None),  # 1.9 / 2
        (2.9, 0.95, 3, "fit 2 draft tokens"),
        (3.5, 0.99, 3, "fit no constant number of draft tokens"),
    ],
)
def test_gauges_of_older_versions_agree_with_a_length(
    length: float, rate: float, typed: int, said: str | None, tmp_path: Path
) -> None:
    """A length that one of SGLang's two definitions gives is accepted, and another one is refused with both numbers."""
    file = tmp_path / "x.txt"
    file.write_text(f"sglang:spec_accept_length {length}\nsglang:spec_accept_rate {rate}\n")
    requests = list(opened(file))
    if said is None:
        assert pooled(requests, "x", typed).typed_length == typed
        return
    with pytest.raises(BadInput, match=f"{said} per pass, not {typed}"):
        pooled(requests, "x", typed)


def test_a_typed_length_holds_the_average(tmp_path: Path) -> None:
    """A log without rates says 2.5 tokens per pass, which one draft token cannot give."""
    file = tmp_path / "x.log"
    file.write_text("Decode batch. #running-req: 1, #token: 129, accept len: 2.50, gen throughput (token/s): 9.00\n")
    requests = list(opened(file))
    assert pooled(requests, "x", 2).typed_length == 2
    with pytest.raises(
        BadInput, match="a pass accepts 1.50 draft tokens on average, which is more than the draft length 1"
    ):
        pooled(requests, "x", 1)


@pytest.mark.parametrize("length", [1, 2])
def test_a_typed_length_holds_every_position(tmp_path: Path, capsys: pytest.CaptureFixture[str], length: int) -> None:
    """Counters without the number of draft tokens still have three positions."""
    lines = (FIXTURES / "vllm-metrics.txt").read_text().splitlines()
    file = tmp_path / "metrics.txt"
    file.write_text("\n".join(line for line in lines if "num_draft_tokens_total" not in line))
    code, _, err = call(capsys, "import", file, "--draft-length", str(length))
    assert (code, err.count("\n")) == (2, 1)
    assert f"a pass accepts 3 draft tokens, which is more than the draft length {length}" in err


def test_a_share_above_1_fits_no_number_of_passes() -> None:
    """A rate of 400 digits overflowed."""
    assert solve(167, printed("2.92"), [printed("0.805"), printed("1" * 400)]) is None
    assert solve(167, printed("1" * 400), [printed("0.805")]) is None


def test_a_time_that_is_no_measurement_gives_no_speed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A division by 1e-320 gave inf tokens per second."""
    value = json.loads((FIXTURES / "llama-timings.json").read_text())
    value["timings"]["predicted_ms"] = 1e-320
    for key in [key for key in value["timings"] if key.startswith("predicted_per")]:
        del value["timings"][key]
    file = tmp_path / "timings.json"
    file.write_text(json.dumps(value))
    code, out, _ = call(capsys, "import", file)
    assert code == 0
    assert "inf" not in out.split()
