"""The answer about the rule: what the file says, and what would make the engine lossy."""

import json
import shlex
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from explorer.imports.report import report
from explorer.imports.sections import Answer
from explorer.imports.times import Given
from tests.explorer.imports.test_formats import COUNTS, FIXTURES, pool

BY_DEFAULT = "Yes by default, unless "
OLD = "a request to an older version has `min_p` or `logit_bias`."
FLY = f"`rejection_sample_method` is `synthetic` or `fly`, or {OLD}"
UNSEEN = (
    "`SGLANG_SIMULATE_ACC_LEN` is set (setting), sampling ran on a CPU, an Intel GPU or an AMD GPU (hardware), or a "
    "request has penalties or `min_p` (request parameters)."
)
SYNTHETIC = "`--spec-synth-len` or `--spec-synth-rates` is set."
NO_OPTION = ("mlx-lm", "LM Studio")  # engines without an option that makes them lossy


def answer(*paths: Path) -> Answer:
    """The answer about some files."""
    return report([(path, path.name) for path in paths], Given()).lossless


def logged(tmp_path: Path, fixture: str, line: str) -> Path:
    """A fixture with one more line at its start."""
    path = tmp_path / "x.log"
    path.write_text(f"{line}\n{(FIXTURES / fixture).read_text(encoding='utf-8')}", encoding="utf-8")
    return path


@pytest.mark.parametrize("name", COUNTS)
def test_a_file_without_settings_does_not_say(name: str) -> None:
    """A person learns the default, and where the server says with which value it was started."""
    found = answer(FIXTURES / name)
    (engine,) = {form.engine for form in pool(name).formats}
    if engine in NO_OPTION:
        assert found.verdict == f"Yes, by {engine}’s rule."
        assert not [said for said in found.sentences if said.startswith("Check")], "there is nothing to check"
        assert "lossless" in found.sentences[0], "the rule is the answer"
    else:
        unless = {"SGLang": f"an accept threshold is below 1.0 (setting), {UNSEEN}", "llama.cpp": SYNTHETIC}
        assert found.verdict == BY_DEFAULT + unless.get(engine, FLY)
        assert found.sentences[0].startswith("Check")
        where = {"SGLang": "`GET /server_info`", "llama.cpp": "LLAMA_ARG_SPEC_SYNTH_LEN"}
        assert where.get(engine, "start-up log") in found.sentences[0]
    rule = next(said for said in (*found.folded, *found.sentences) if "lossless" in said)
    assert "ersion" in rule, "a rule holds for a version"
    said = " ".join((*found.sentences, *found.folded))
    limit = "Counts cannot show it, so test it: greedy answers with and without a draft must be equal."
    assert limit in " ".join(found.sentences), "the most important limit is not folded"
    assert ("Print 20 greedy answers: `python -c" in said) == (engine not in NO_OPTION), "only servers answer it"
    assert "A difference is rounding only if" in said
    assert ("send one prompt 300 times" in said) == (engine != "llama.cpp")
    assert ("sampled answers with the same `seed` must be equal, too. With `probabilistic`" in said) == (
        engine == "llama.cpp"
    )
    assert ("`min_p`" in said) == (engine in ("vLLM", "SGLang", "AIPerf"))
    assert "V0" not in said, "the V0 engine writes other files"


def test_the_printed_command_runs_as_copied() -> None:
    """A command that needs a tool that is not there is no test. It prints the texts and log-probabilities of a
    server’s greedy answers, because one prompt shows too little.
    """
    found = next(said for said in answer(FIXTURES / "vllm.log").folded if "python -c" in said)
    asked = list[dict[str, object]]()

    class Server(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"id": "x", "choices": [{"text": "Nile", "logprobs": [-0.1]}]}).encode())

        def log_message(self, format: str, *args: object) -> None:
            """Print nothing."""

    with HTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        words = shlex.split(found.split("`")[1].replace("HOST", f"127.0.0.1:{server.server_port}"))
        out = subprocess.run([sys.executable, *words[1:]], capture_output=True, text=True, check=True, timeout=60)
        server.shutdown()
    assert words[0] == "python"
    assert out.stdout == "{'text': 'Nile', 'logprobs': [-0.1]}\n" * 20
    each = {"temperature": 0, "max_tokens": 200, "logprobs": 2}
    assert asked == [{"prompt": f"Name {n} rivers.", **each} for n in range(2, 22)]


def test_the_rule_of_an_engine_is_said_once() -> None:
    """Five logs of one server need one paragraph about its rule."""
    found = answer(*(FIXTURES / name for name in ("vllm.log", "vllm-metrics.txt", "sglang.log")))
    assert found.verdict.startswith("vllm.log, vllm-metrics.txt: yes by default, unless `rej")
    assert "sglang.log: yes by default, unless an accept" in found.verdict
    assert len(found.sentences) == 3
    every = [*found.sentences, *found.folded]
    assert len(every) == len(set(every)) == 13, every


@pytest.mark.parametrize(
    ("fixture", "line", "verdict", "words"),
    [
        (
            "sglang.log",
            "server_args=ServerArgs(speculative_accept_threshold_single=1.0, speculative_accept_threshold_acc=1.0)",
            f"Yes, by the setting in the file, unless {UNSEEN}",
            "so it was lossless",
        ),
        (
            "sglang.log",
            "server_args=ServerArgs(speculative_accept_threshold_single=0.8, speculative_accept_threshold_acc=1.0)",
            "No.",
            "so it was lossy",
        ),
        ("sglang.log", "Tree kernel unavailable. Falling back to greedy verification.", "No.", "sampled requests"),
        ("sglang.log", "unavailable; falling back to greedy argmax verification.", "No.", "sampled requests"),
        ("vllm.log", "speculative_config={'rejection_sample_method': 'fly'}", "No.", "fly, which is lossy."),
        ("vllm.log", '--speculative-config {"rejection_sample_method": "synthetic"}', "No.", "synthetic, which is"),
        (
            "vllm.log",
            '--speculative-config {"rejection_sample_method": "block"}',
            f"Yes, by the setting in the file, unless {OLD}",
            "block, which is lossless.",
        ),
        (
            "vllm.log",
            'args: {"rejection_sample_method": "new"}',
            BY_DEFAULT + FLY,
            "this explorer does not know",
        ),
    ],
)
def test_settings_of_a_log(fixture: str, line: str, verdict: str, words: str, tmp_path: Path) -> None:
    """A log that has the server's options says whether this run was lossless."""
    found = answer(logged(tmp_path, fixture, line))
    assert found.verdict == verdict
    assert words in found.sentences[0]


def test_one_lossy_file_of_several_is_named(tmp_path: Path) -> None:
    """The verdict about one file may not be taken for that about another."""
    path = logged(tmp_path, "vllm.log", "{'rejection_sample_method': 'fly'}")
    found = answer(FIXTURES / "llama.log", path)
    assert found.verdict == f"llama.log: yes by default, unless {SYNTHETIC} x.log: no."
    assert found.sentences[0] == "x.log: this run used `rejection_sample_method` fly, which is lossy."
    assert not any("min_p" in said for said in found.sentences), "what else would be lossy does not matter there"
    assert any("samples every token" in said for said in found.folded)


def test_what_makes_sglang_lossy_is_in_the_answer() -> None:
    """A simulated acceptance length and greedy verification are lossy at the default thresholds. They decide the
    answer, so they may not be folded away.
    """
    found = answer(FIXTURES / "sglang-response.json")
    words = ("SGLANG_SIMULATE_ACC_LEN", "AMD GPU", "threshold", "penalties", "min_p")
    assert all(word in found.verdict for word in words)
    seen = " ".join(found.sentences)
    assert "falling back to greedy" in seen
    assert "At temperature 0, neither accept thresholds nor greedy verification change an answer." in seen, (
        "beside the greedy test"
    )


def test_nearly_equal_tokens_have_a_number_and_no_path_is_named() -> None:
    """“Nearly equal” could be anything, and a page that is sent by mail has no `docs` folder."""
    for name in COUNTS:
        found = answer(FIXTURES / name)
        said = " ".join((*found.sentences, *found.folded))
        assert "are within 0.1" in said
        assert "docs/" not in said


@pytest.mark.parametrize(("temperature", "words"), [(0, "so every token is"), (0.8, "was 0.8, so tokens are sampled")])
def test_the_temperature_of_a_response(temperature: float, words: str, tmp_path: Path) -> None:
    """A response of `/completion` has the sampling settings of its request."""
    value = json.loads((FIXTURES / "llama-timings.json").read_text(encoding="utf-8"))
    path = tmp_path / "x.json"
    path.write_text(json.dumps(value | {"generation_settings": {"temperature": temperature}}), encoding="utf-8")
    assert words in answer(path).sentences[0]


def test_the_exception_of_vllms_old_engine_is_named_for_its_files_only(tmp_path: Path) -> None:
    """The V0 engine could accept typical tokens. Its metrics do not count target passes, and those of V1 do."""
    path = tmp_path / "x.txt"
    names = {"num_draft_tokens_total": 300, "num_accepted_tokens_total": 150}
    path.write_text("\n".join(f"vllm:spec_decode_{name} {count}" for name, count in names.items()), encoding="utf-8")
    assert answer(path).verdict == (
        "Yes by default, unless `--spec-decoding-acceptance-method` is `typical_acceptance_sampler`."
    )
    assert answer(FIXTURES / "vllm-metrics.txt").verdict == BY_DEFAULT + FLY
