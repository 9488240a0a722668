"""The answer about the rule: what the file says, and what would make the engine lossy."""

import json
import shlex
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from explorer.imports.lossless import BY_DEFAULT, BY_SETTING
from explorer.imports.report import report
from explorer.imports.sections import Answer
from explorer.imports.times import Given
from tests.explorer.imports.test_formats import COUNTS, FIXTURES, pool

UNLESS = "the output is not lossless if "
OLD = "a request to an older version has `min_p` or `logit_bias`."
FLY = f"{UNLESS}`rejection_sample_method` is `synthetic` or `fly`, or {OLD}"
UNSEEN = (
    "`SGLANG_SIMULATE_ACC_LEN` is set, sampling ran on a CPU, an Intel GPU or an AMD GPU, or a request has `min_p`, "
    "`frequency_penalty`, `presence_penalty` or `repetition_penalty`."
)
SYNTHETIC = f"{UNLESS}`--spec-synth-len` or `--spec-synth-rates` is set."
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
        assert not found.sentences[0].startswith("With")
    else:
        unless = {"SGLang": f"{UNLESS}an accept threshold is below 1.0, {UNSEEN}", "llama.cpp": SYNTHETIC}
        assert found.verdict == BY_DEFAULT
        assert found.sentences[0] == f"With {engine}, {unless.get(engine, FLY)}"
        where = {"SGLang": "`GET /server_info`", "llama.cpp": "LLAMA_ARG_SPEC_SYNTH_LEN"}
        assert found.sentences[1].startswith("Check")
        assert where.get(engine, "start-up log") in found.sentences[1]
    assert "lossless" in found.numbers, "the rule is the answer"
    assert any("ersion" in each for each in found.folded), "a rule holds for a version"
    said = " ".join((*found.sentences, *found.folded))
    assert found.rests == "Counts cannot show it, so this is based on the engine’s rule."
    limit = "Except for rounding, greedy answers with and without a draft must be equal."
    assert limit in " ".join(found.sentences), "the most important limit is not folded"
    seen = " ".join(found.sentences)
    assert ("Print 20 of each: `python -c" in seen) == (engine not in NO_OPTION), "only servers answer it"
    assert "Clearly more with a draft are not rounding." in said
    assert ("send one prompt 300 times" in said) == (engine != "llama.cpp")
    assert ("sampled answers with the same `seed` must be equal, too. With `probabilistic`" in said) == (
        engine == "llama.cpp"
    )
    assert ("`min_p`" in said) == (engine in ("vLLM", "SGLang", "AIPerf"))
    assert "V0" not in said, "the V0 engine writes other files"


def test_the_printed_command_runs_as_copied() -> None:
    """A command that needs a tool that is not there is no test. It prints the texts of a server’s greedy answers, one
    per line, because one prompt shows too little, and log-probabilities differ in their last digits.
    """
    found = next(said for said in answer(FIXTURES / "vllm.log").sentences if "python -c" in said)
    asked = list[dict[str, object]]()

    class Server(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"choices": [{"text": "The Nile\n– Ä", "logprobs": [-0.1]}]}).encode())

        def log_message(self, format: str, *args: object) -> None:
            """Print nothing."""

    with HTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        words = shlex.split(found.split("`")[1].replace("HOST:PORT", f"127.0.0.1:{server.server_port}"))
        out = subprocess.run([sys.executable, *words[1:]], capture_output=True, text=True, check=True, timeout=60)
        server.shutdown()
    assert words[0] == "python"
    assert out.stdout == "'The Nile\\n\\u2013 \\xc4'\n" * 20
    each = {"temperature": 0, "max_tokens": 200}
    assert asked == [{"prompt": f"Name {n} rivers.", **each} for n in range(2, 22)]


def test_the_rule_of_an_engine_is_said_once() -> None:
    """Five logs of one server need one paragraph about its rule."""
    found = answer(*(FIXTURES / name for name in ("vllm.log", "vllm-metrics.txt", "sglang.log")))
    assert found.verdict == f"vllm.log, vllm-metrics.txt, sglang.log: b{BY_DEFAULT[1:]}"
    every = [*found.sentences, *found.folded]
    assert len(every) == len(set(every)) == 14, every


@pytest.mark.parametrize(
    ("fixture", "line", "verdict", "words"),
    [
        (
            "sglang.log",
            "server_args=ServerArgs(speculative_accept_threshold_single=1.0, speculative_accept_threshold_acc=1.0)",
            BY_SETTING,
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
            BY_SETTING,
            "block, which is lossless.",
        ),
        (
            "vllm.log",
            'args: {"rejection_sample_method": "new"}',
            BY_DEFAULT,
            "this explorer does not know",
        ),
    ],
)
def test_settings_of_a_log(fixture: str, line: str, verdict: str, words: str, tmp_path: Path) -> None:
    """A log that has the server's options says whether this run was lossless."""
    found = answer(logged(tmp_path, fixture, line))
    assert found.verdict == verdict
    assert words in found.numbers
    unless = {BY_SETTING: {"sglang.log": f"{UNLESS}{UNSEEN}", "vllm.log": f"{UNLESS}{OLD}"}[fixture], BY_DEFAULT: FLY}
    assert unless.get(verdict, "Except for rounding") in " ".join(found.sentences)
    assert found.rests.startswith("Based on the settings in the file")


def test_one_lossy_file_of_several_is_named(tmp_path: Path) -> None:
    """The verdict about one file may not be taken for that about another."""
    path = logged(tmp_path, "vllm.log", "{'rejection_sample_method': 'fly'}")
    found = answer(FIXTURES / "llama.log", path)
    assert found.verdict == f"llama.log: b{BY_DEFAULT[1:]} x.log: no."
    assert found.numbers == "x.log: this run used `rejection_sample_method` fly, which is lossy."
    assert not any("min_p" in said for said in found.sentences), "what else would be lossy does not matter there"
    assert any("samples every token" in said for said in found.folded)


@pytest.mark.parametrize(("temperature", "words"), [(0, "so every token is"), (0.8, "was 0.8, so tokens are sampled")])
def test_the_temperature_of_a_response(temperature: float, words: str, tmp_path: Path) -> None:
    """A response of `/completion` has the sampling settings of its request."""
    value = json.loads((FIXTURES / "llama-timings.json").read_text(encoding="utf-8"))
    path = tmp_path / "x.json"
    path.write_text(json.dumps(value | {"generation_settings": {"temperature": temperature}}), encoding="utf-8")
    assert words in answer(path).numbers


def test_the_exception_of_vllms_old_engine_is_named_for_its_files_only(tmp_path: Path) -> None:
    """The V0 engine could accept typical tokens. Its metrics do not count target passes, and those of V1 do."""
    path = tmp_path / "x.txt"
    names = {"num_draft_tokens_total": 300, "num_accepted_tokens_total": 150}
    path.write_text("\n".join(f"vllm:spec_decode_{name} {count}" for name, count in names.items()), encoding="utf-8")
    assert answer(path).sentences[0] == (
        f"With vLLM, {UNLESS}`--spec-decoding-acceptance-method` is `typical_acceptance_sampler`."
    )
    assert answer(FIXTURES / "vllm-metrics.txt").sentences[0] == f"With vLLM, {FLY}"
