"""Which engine runs a pair, what is stored for it, and that both engines agree."""

import errno
import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from decoders.catalog import decoder
from decoders.core.checkpoint import reporting
from decoders.core.dice import Seeded
from decoders.errors import BadInput
from decoders.models import engine
from decoders.models.cpu import kernels, packing
from decoders.models.cpu import model as numba
from decoders.models.engine import Choice, choose
from decoders.models.loading import converted, making
from decoders.models.loading import digests as digests_module
from decoders.models.loading.digests import SEAL
from decoders.models.parts import CannotConvertError, Parts, Source
from decoders.pairs import Pair, load_pair
from explorer.story.header.engine import place
from explorer.trace.format import line_of
from tests.energy_fakes import FakeNvml
from tests.engines import CLOSE
from tests.folders import words
from tests.records import header_with
from tests.tiny import tiny, write_eagle3

ROOT = Path(__file__).parents[3]
HOME = os.environ.get("EXPLORER_HOME", "")  # the user's own, where the embedded pair lies
TEMPLATE = "{% for m in messages %}t1 {{ m['content'] }} {% endfor %}{% if add_generation_prompt %}t3{% endif %}"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache without other tests' conversions or measurements."""
    monkeypatch.setenv("EXPLORER_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def saved(folder: Path, family: str, seed: int = 0) -> Path:
    """A tiny model with a tokenizer of words, as a local folder."""
    tiny(family, torch.bfloat16, seed).save_pretrained(folder)
    made = words(unk_token="t0")
    made.chat_template = TEMPLATE
    made.save_pretrained(folder)
    return folder


def two_folders(folder: Path, target: str = "llama-64", draft: str = "llama-64") -> str:
    """A pair of tiny models."""
    return f"{saved(folder / 'target', target)}+{saved(folder / 'draft', draft, seed=1)}"


@pytest.fixture
def fresh_name(tmp_path: Path) -> str:
    """A pair that was not converted yet."""
    return two_folders(tmp_path)


@pytest.fixture(scope="module")
def converted_once(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A pair and the cache with its conversion, because converting takes seconds."""
    folder = tmp_path_factory.mktemp("converted")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EXPLORER_HOME", str(folder / "home"))
        name = two_folders(folder)
        load_pair(name, "cpu", engine="numba")
    return name, folder / "home"


@pytest.fixture
def pair_name(converted_once: tuple[str, Path], own_cache: Path) -> str:
    """A pair that is converted in the test's own cache."""
    name, home = converted_once
    shutil.copytree(home, own_cache)
    return name


def text_of(
    pair: Pair, method: str = "greedy", prompt: str = "t5 t6 t7", limit: int = 12, **settings: Any
) -> tuple[int, ...]:
    """The text that a method writes without randomness."""
    found = decoder(method)
    chosen = found.make_settings({"temperature": 0, **settings} if method != "greedy" else settings)
    ids = pair.encode(prompt, False)
    *_, last = found.decode(ids, found.fit(pair.models, chosen), chosen, Seeded(0), limit)
    return last.final.beams[0].tokens


# The choice


# This project's own engine


def test_a_thinned_model_reports_to_the_run_that_needs_it(pair_name: str) -> None:
    """The conversion must report to the current run, not to an earlier run that loaded the pair."""
    over = list[bool]()

    def first(what: str, share: float) -> None:
        if over:
            raise AssertionError("the run that loaded the pair has ended")

    pair = load_pair(pair_name, "cpu", progress=first, engine="numba")
    over.append(True)
    heard = list[str]()
    with reporting(lambda what, share: heard.append(what)):
        assert pair.models.target.thinned("a1") is not None
    assert any(what.startswith("Converting") for what in heard), "a second run hears of its own conversion"
    assert pair.models.target.thinned("m0") is not None, "without a listener it is converted, too"


def test_this_projects_own_engine_writes_the_same(fresh_name: str) -> None:
    """An engine may change the speed of a run and nothing else."""
    ours, theirs = (load_pair(fresh_name, "cpu", "float32", engine=name) for name in ("numba", "torch"))
    assert ours.info["engine"]["target"] == ours.info["engine"]["draft"] == "numba"
    assert (ours.info["dtype"], ours.info["device"]) == ("float32", "cpu")
    assert ours.models.eos == theirs.models.eos == {2}
    greedy = text_of(ours)
    assert greedy == text_of(theirs)
    for pair in (ours, theirs):
        for method in ("spd", "ssd", "eagle2"):
            assert text_of(pair, method) == greedy
        assert text_of(pair, "self-ssd", skips="a1,m0") == greedy
    thin = [pair.models.target.thinned("a1,m0") for pair in (ours, theirs)]
    assert thin[0].skipped == thin[1].skipped
    assert thin[0].skipped is not None
    rows = [model.start([1, 5, 6]).forward([7], [-1]).row(0) for model in thin]
    assert abs(rows[0] - rows[1].numpy()).max() < CLOSE


def test_auto_takes_the_kernels_for_each_model_that_they_run(tmp_path: Path) -> None:
    """A draft of another family must not change the target's engine, and the trace must say what ran it."""
    name = two_folders(tmp_path, "llama-64", "gpt2")
    pair = load_pair(name, "cpu")
    about = pair.info["engine"]
    assert (about["target"], about["draft"], about["why"]) == ("numba", "torch", "default")
    assert "target_refused" not in about
    refused = "its architecture, GPT2LMHeadModel, is not supported"
    assert about["draft_refused"] == f"numba: {refused}"
    assert place(header_with(**pair.info)) == (
        f"{engine.instructions()}: built-in CPU kernels f32, the default on a CPU; "
        f"the draft runs on PyTorch ({about['draft_refused']})"
    )
    assert text_of(pair, "spd") == text_of(pair)
    with pytest.raises(BadInput, match=f"kernels cannot run {tmp_path / 'draft'}: {refused}. Use --engine auto"):
        load_pair(name, "cpu", engine="numba")


def test_a_published_head_reads_a_target_on_another_engine(tmp_path: Path) -> None:
    """The draft's engine must accept the target's hidden states, and the text must stay greedy decoding's."""
    head = write_eagle3(tmp_path / "head", tiny("llama-64", torch.bfloat16), "speculators")
    pair = load_pair(f"{saved(tmp_path / 'target', 'llama-64')}+eagle3:{head}", "cpu")
    assert (pair.info["engine"]["target"], pair.info["engine"]["draft"]) == ("numba", "torch")
    assert "its architecture, Eagle3Net, is not supported" in pair.info["engine"]["draft_refused"]
    assert text_of(pair, "spd", gamma=3) == text_of(pair)


def test_code_that_cannot_be_made_leaves_torch(fresh_name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the compiler does not know the CPU, the app must use torch instead of ending."""
    real = converted.import_module

    def broken(name: str) -> Any:
        if name.endswith((".cpu.model", ".making")):
            raise RuntimeError("LLVM ERROR: 'znver9' is not a recognized processor")
        return real(name)

    monkeypatch.setattr(converted, "import_module", broken)
    about = load_pair(fresh_name, "cpu").info["engine"]
    assert about["target"] == about["draft"] == "torch"
    assert "numba does not work here (RuntimeError: LLVM ERROR" in about["target_refused"]


@pytest.mark.parametrize("file", [numba.WEIGHTS, numba.ROWS])
def test_weights_that_were_cut_off_are_made_again(
    fresh_name: str, own_cache: Path, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk must not break the pair forever, and incomplete weights must not run."""
    assert load_pair(fresh_name, "cpu").info["engine"]["target"] == "numba"
    for weights in (own_cache / "engine").glob(f"*/{file}"):
        weights.write_bytes(weights.read_bytes()[:-64])
    about = load_pair(fresh_name, "cpu").info["engine"]
    assert about["target"] == about["draft"] == "torch"
    assert "was damaged and has been deleted; it will be created again next time" in about["target_refused"]
    again = load_pair(fresh_name, "cpu")
    assert again.info["engine"]["target"] == again.info["engine"]["draft"] == "numba"
    assert len(text_of(again, "spd")) == 12


def flip(file: Path) -> None:
    """Change one bit in the middle of a file, but neither its size nor its time."""
    times, data = file.stat(), bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))


@pytest.mark.parametrize("file", [numba.WEIGHTS, numba.ROWS, "about.json", SEAL])
def test_one_flipped_bit_is_noticed(
    fresh_name: str, own_cache: Path, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Weights with a flipped bit would write garbage as the model's text."""
    load_pair(fresh_name, "cpu")
    for kept in (own_cache / "engine").glob(f"*/{file}"):
        flip(kept)
    about = load_pair(fresh_name, "cpu").info["engine"]
    assert about["target"] == about["draft"] == "torch"
    assert "was damaged and has been deleted; it will be created again next time" in about["target_refused"]
    assert load_pair(fresh_name, "cpu").info["engine"]["target"] == "numba"


def test_head_ids_of_another_copy_are_noticed(fresh_name: str, own_cache: Path) -> None:
    """An added file must not change to which tokens the scores belong."""
    load_pair(fresh_name, "cpu", engine="numba")
    for about in (own_cache / "engine").glob("*/about.json"):
        (about.parent / "head_ids.npy").write_bytes(b"x")
    for _ in ("target", "draft"):
        with pytest.raises(BadInput, match="was damaged and has been deleted. Try again"):
            load_pair(fresh_name, "cpu", engine="numba")
    assert load_pair(fresh_name, "cpu", engine="numba").info["engine"]["target"] == "numba"


def test_a_folder_without_a_seal_is_made_again(fresh_name: str, own_cache: Path) -> None:
    """Earlier versions wrote no seal, so nobody knows if such a copy is complete."""
    load_pair(fresh_name, "cpu", engine="numba")
    seals = sorted((own_cache / "engine").glob(f"*/{SEAL}"))
    for file in seals:
        flip(file.with_name(numba.WEIGHTS))
        file.unlink()
    assert load_pair(fresh_name, "cpu", engine="numba").info["engine"]["target"] == "numba"
    assert sorted((own_cache / "engine").glob(f"*/{SEAL}")) == seals


def test_a_converted_folder_is_hashed_once(fresh_name: str, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise every start would read hundreds of megabytes twice."""
    load_pair(fresh_name, "cpu", engine="numba")
    monkeypatch.setattr(digests_module, "sha256", lambda file: pytest.fail(f"{file} was hashed again"))
    load_pair(fresh_name, "cpu", engine="numba")


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EMFILE])
def test_a_full_disk_is_no_damage(
    fresh_name: str, own_cache: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk must not delete a good model."""
    load_pair(fresh_name, "cpu")
    kept = sorted((own_cache / "engine").glob(f"*/{numba.WEIGHTS}"))

    def full(self: Any) -> None:
        raise OSError(number, os.strerror(number), "share.nbc")

    with monkeypatch.context() as patch:
        patch.setattr(numba.NumbaModel, "warm", full)
        refused = load_pair(fresh_name, "cpu").info["engine"]["target_refused"]
    assert f"share.nbc cannot be read or written ({os.strerror(number)})" in refused
    assert sorted((own_cache / "engine").glob(f"*/{numba.WEIGHTS}")) == kept
    assert load_pair(fresh_name, "cpu").info["engine"]["target"] == "numba"


@pytest.mark.parametrize(
    ("gone", "change"), [("layers", {}), ("", {"layers": ["x"]}), ("", {"layers": [[]]}), ("", {"head": []})]
)
def test_facts_of_another_shape_are_made_again(
    fresh_name: str, own_cache: Path, gone: str, change: dict[str, Any]
) -> None:
    """An older or edited folder must not end a start with a traceback; whatever is wrong, the next start works."""
    load_pair(fresh_name, "cpu")
    for about in (own_cache / "engine").glob("*/about.json"):
        facts = json.loads(about.read_text())
        facts["numba"] = {key: change.get(key, value) for key, value in facts["numba"].items() if key != gone}
        about.write_text(json.dumps(facts))
    assert "was damaged" in load_pair(fresh_name, "cpu").info["engine"]["target_refused"]
    assert load_pair(fresh_name, "cpu").info["engine"]["target"] == "numba"


def test_what_a_killed_conversion_leaves_is_removed(fresh_name: str, own_cache: Path) -> None:
    """Every try that runs out of memory would otherwise cost another copy of the weights."""
    load_pair(fresh_name, "cpu", engine="numba")
    for about in (own_cache / "engine").glob("*/about.json"):
        about.with_name("about.json").unlink()
        (about.parent.parent / f"{about.parent.name}.999999.tmp").mkdir()
    load_pair(fresh_name, "cpu", engine="numba")
    assert not list((own_cache / "engine").glob("*.tmp"))


def test_other_weights_of_the_same_size_and_time_are_other_weights(own_cache: Path, tmp_path: Path) -> None:
    """Archives and images set all times to one value; old weights must not run under the new name."""
    file = tmp_path / "model.safetensors"
    found: list[str] = []
    for text in ("one", "two"):
        file.write_text(text)
        os.utime(file, (1_700_000_000, 1_700_000_000))
        found += converted.digests([file])
        time.sleep(0.02)  # a file system's clock ticks every few thousandths of a second
    assert found[0] != found[1]


def test_a_warm_start_on_the_own_engine_needs_no_torch(fresh_name: str) -> None:
    """Importing torch takes longer than the rest of a start."""
    load_pair(fresh_name, "cpu", engine="numba")  # the tokenizer, too, was compared now
    code = (
        "import sys; from decoders.pairs import load_pair;"
        f"pair = load_pair({fresh_name!r}, 'cpu', engine='numba'); print(pair.encode('t5 t6', False));"
        "print(len(pair.models.target.start([1]).forward([2], [-1])));"
        "print(sorted({'torch', 'transformers', 'scipy.stats'} & set(sys.modules)))"
    )
    env = {**os.environ, "NUMBA_CACHE_DIR": str(Path(kernels.numba.config.CACHE_DIR).parent)}
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT, env=env)
    assert out.stdout.splitlines() == ["[1, 5, 6, 3]", "1", "[]"]


def test_the_header_says_that_it_was_the_own_engine(fresh_name: str) -> None:
    """Numbers of two engines or releases must not be compared unnoticed."""
    from explorer.service.recording import record
    from explorer.service.request import RunRequest

    head = next(iter(record(RunRequest("greedy", fresh_name, "t5 t6", limit=3, device="cpu", engine="numba"))))
    line = line_of(head)
    assert line["engine"] == {"target": "numba", "draft": "numba", "why": "asked", "cpu": engine.instructions()}
    assert place(head) == f"{engine.instructions()}: built-in CPU kernels f32, as requested"
    assert line["versions"]["numba"] == engine.release("numba")
    assert line["energy"]["model"]["shapes"]["target"]["kv_bytes"] == 4
    json.dumps(line)


@pytest.mark.parametrize(
    ("held", "widest"),
    [("", "AVX-512"), ("avx512_core", "AVX-512"), ("AVX10_1_512", "AVX-512"), ("AVX2_VNNI", "AVX2"), ("AVX", "x86_64")],
)
def test_a_cpu_held_to_older_vectors_is_another_one(held: str, widest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its measurements are true for it alone."""
    monkeypatch.setattr(engine, "cpu_fact", lambda name: {"flags": "sse4_2 avx avx2 avx512f"}.get(name, "a CPU"))
    monkeypatch.setattr(engine.platform, "machine", lambda: "x86_64")
    monkeypatch.delenv(engine.HELD_TO, raising=False)
    free = engine.cpu_key()
    monkeypatch.setenv(engine.HELD_TO, held)
    assert engine.instructions() == widest
    assert (engine.cpu_key() == free) is not bool(held)


@pytest.mark.parametrize(
    ("device", "dtype", "why", "told"),
    [
        ("cuda", "auto", "device", "the device is cuda"),
        ("cpu", "bfloat16", "dtype", "the dtype is bfloat16"),
        ("cpu", "float64", "dtype", "the dtype is float64"),
    ],
)
def test_what_the_kernels_are_not_for(device: str, dtype: str, why: str, told: str) -> None:
    """Requested by name, the kernels are refused in one sentence; otherwise auto uses torch and says why."""
    choice = choose("auto", device, dtype)
    assert choice == Choice("torch", why)  # pyright: ignore[reportArgumentType]
    with pytest.raises(BadInput, match=f"Engine numba cannot be used: .*{told}"):
        choose("numba", device, dtype)


def test_without_the_kernels_torch_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba has no wheels for some machines."""
    monkeypatch.setattr(engine, "find_spec", lambda name: None)
    assert choose("auto", "cpu", "auto") == Choice("torch", "missing")
    with pytest.raises(BadInput, match="Engine numba cannot be used: the package numba is not installed here"):
        choose("numba", "cpu", "auto")


def test_an_engine_that_cannot_be_imported_is_none(monkeypatch: pytest.MonkeyPatch, pair_name: str) -> None:
    """Without a library that the engine needs, the app must start, and not ask to install what is installed."""
    for name in ("cpu.model", "loading.making"):
        monkeypatch.setitem(sys.modules, f"decoders.models.{name}", None)
    pair = load_pair(pair_name, "cpu")
    assert pair.info["engine"]["target"] == "torch"
    assert "cannot be imported" in pair.info["engine"]["target_refused"]


def test_a_gpu_is_not_left_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """With "auto", a user with a GPU must get it; the kernels run on the CPU."""
    monkeypatch.setattr(engine, "has_gpu", lambda: True)
    assert choose("auto", "auto", "auto").engine == "torch"


@pytest.fixture
def beside_gpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose torch sees a GPU although NVML does not start; returns its empty folder of device files."""
    monkeypatch.setattr(engine, "version", lambda name: "2.9.0")
    monkeypatch.setitem(sys.modules, "pynvml", FakeNvml(driver=False))
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(engine, "DEVICE_FILES", tmp_path)
    return tmp_path


@pytest.mark.parametrize("file", ["nvidia0", "nvhost-gpu", "nvgpu", "nvmap", "dxg", "kfd"])
def test_a_gpu_that_nvml_does_not_see_is_used(file: str, beside_gpu: Path) -> None:
    """On a Jetson, on WSL or with an AMD GPU, runs must not use the CPU."""
    (beside_gpu / file).touch()
    assert choose("auto", "auto", "auto") == Choice("torch", "gpu")


def test_torch_answers_where_there_are_no_device_files(beside_gpu: Path) -> None:
    """On Windows only torch can say whether there is a GPU."""
    beside_gpu.rmdir()
    assert choose("auto", "auto", "auto") == Choice("torch", "gpu")


@pytest.mark.parametrize("release", ["2.9.0+cpu", "2.9.0"])
def test_torch_is_not_asked_where_there_is_no_gpu(
    release: str, beside_gpu: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A laptop without a GPU must not pay seconds for importing torch at every start."""
    (beside_gpu / "nvme0").touch()
    if release.endswith("+cpu"):
        (beside_gpu / "nvidia0").touch()
    monkeypatch.setattr(engine, "version", lambda name: release)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: pytest.fail("torch was asked"))
    assert choose("auto", "auto", "auto").engine == "numba"


@pytest.mark.parametrize("gone", ["onnx", "openvino", "openvino-bf16"])
def test_engine_is_a_word(gone: str) -> None:
    """A typo is reported before anything is loaded, also for a toy pair."""
    with pytest.raises(BadInput, match=f"Unknown engine {gone}. Choose one of: auto, numba, torch"):
        load_pair("toy:assets/toys/mtad-figure-2.json", engine=gone)


# Families that do not convert


def test_one_that_does_not_convert_runs_on_torch_and_says_so(tmp_path: Path) -> None:
    """BLOOM's ALiBi supports no tree mask; the pair must run, and the trace must say on what."""
    name = two_folders(tmp_path, "bloom", "llama-64")
    pair = load_pair(name, "cpu")
    assert (pair.info["engine"]["target"], pair.info["engine"]["draft"]) == ("torch", "numba")
    refused = "numba: its architecture, BloomForCausalLM, is not supported"
    assert pair.info["engine"]["target_refused"] == refused
    assert place(header_with(**pair.info)) == (
        f"{engine.instructions()}: PyTorch bf16, the built-in kernels are the default on a CPU; "
        f"the target runs on PyTorch ({refused})"
    )
    assert pair.info["tree_mode"]["target"].startswith("paths")
    assert len(text_of(pair, "spd")) == 12
    with pytest.raises(BadInput, match="kernels cannot run .*target: "):
        load_pair(name, "cpu", engine="numba")


def test_a_refusal_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trying again would take seconds or minutes every time."""
    name = two_folders(tmp_path, "bloom", "llama-64")
    for _ in range(2):
        with pytest.raises(BadInput, match="kernels cannot run"):
            load_pair(name, "cpu", engine="numba")
        monkeypatch.setattr(making, "write", lambda *given, **more: pytest.fail("tried again"))


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (OSError(28, "No space left on device"), "No space left on device"),
        (MemoryError(), "too little memory"),
        (RuntimeError("std::bad_alloc"), "too little memory"),
    ],
)
def test_what_passes_is_not_remembered(
    fresh_name: str, monkeypatch: pytest.MonkeyPatch, fault: Exception, told: str
) -> None:
    """A disk that was full once must not exclude a model from the kernels forever."""

    def full(*given: Any, **more: Any) -> None:
        raise fault

    with monkeypatch.context() as patch:
        patch.setattr(packing.Weights, "_write", full)
        about = load_pair(fresh_name, "cpu").info["engine"]
        assert about["target"] == "torch"
        assert told in about["target_refused"]
    assert load_pair(fresh_name, "cpu").info["engine"]["target"] == "numba"


def test_too_little_memory_to_convert(fresh_name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Converting a large model on a laptop could end the process; torch needs less memory."""
    monkeypatch.setattr(converted, "ROOM", 10**9)
    pair = load_pair(fresh_name, "cpu")
    assert pair.info["engine"]["target"] == "torch"
    assert "GB are free" in pair.info["engine"]["target_refused"]


# What is kept


def test_converted_once(fresh_name: str, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second start is fast, and other weights in the same place are another model."""
    load_pair(fresh_name, "cpu", engine="numba")
    kept = {path.name for path in (own_cache / "engine").iterdir() if path.is_dir()}
    assert len(kept) == 2
    with monkeypatch.context() as patch:
        patch.setattr(making, "write", lambda *given, **more: pytest.fail("converted again"))
        load_pair(fresh_name, "cpu", engine="numba")
    saved(Path(fresh_name.split("+")[1]), "llama-64", seed=2)
    load_pair(fresh_name, "cpu", engine="numba")
    assert len({path.name for path in (own_cache / "engine").iterdir() if path.is_dir()} - kept) == 1


def test_a_conversion_that_breaks_off_leaves_nothing(
    fresh_name: str, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An incomplete model must not be taken for a complete one."""

    def broken(parts: Any, folder: Path, *given: Any, **more: Any) -> None:
        (folder / numba.WEIGHTS).write_text("half")
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(making, "write", broken)
        with pytest.raises(KeyboardInterrupt):
            load_pair(fresh_name, "cpu", engine="numba")
    assert not [path for path in (own_cache / "engine").iterdir() if path.is_dir()]
    assert len(text_of(load_pair(fresh_name, "cpu", engine="numba"))) == 12


def test_what_is_left_of_a_conversion_is_no_obstacle(pair_name: str, own_cache: Path) -> None:
    """A folder that could not be deleted completely must not exclude the pair forever."""
    load_pair(pair_name, "cpu", engine="numba")
    for about in (own_cache / "engine").glob("*/about.json"):
        about.unlink()
    assert load_pair(pair_name, "cpu", engine="numba").info["engine"]["target"] == "numba"


def test_too_little_memory_to_open_is_no_damage(
    pair_name: str, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A good conversion must not be deleted because memory was short for a moment."""

    def full(*given: Any) -> None:
        raise RuntimeError("std::bad_alloc")

    kept = sorted((own_cache / "engine").glob(f"*/{numba.WEIGHTS}"))
    with monkeypatch.context() as patch:
        patch.setattr(numba, "Held", full)
        with pytest.raises(RuntimeError, match="bad_alloc"):
            load_pair(pair_name, "cpu", engine="numba")
    assert sorted((own_cache / "engine").glob(f"*/{numba.WEIGHTS}")) == kept != []


def test_a_folder_that_cannot_be_written(fresh_name: str, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full or read-only disk costs speed, but not the run."""
    own_cache.write_text("a file where the folder should be")
    pair = load_pair(fresh_name, "cpu")
    assert pair.info["engine"]["target"] == "torch"
    assert "cannot be read or written" in pair.info["engine"]["target_refused"]


def test_what_it_is_made_of_says_what_it_is(tmp_path: Path) -> None:
    """If two models had one name, one would run for the other."""
    file = tmp_path / "model.safetensors"
    file.write_bytes(b"one")
    source = Source("a", 64, (file,), lambda device, dtype: Parts(None))
    names = {converted._key(source)}
    for other in ({"vocab_size": 63}, {"without": "a1"}, {"kept": "int8"}, {"shown": (1,)}):
        names.add(converted._key(replace(source, **other)))
    file.write_bytes(b"other")
    assert len(names | {converted._key(source)}) == 6


# The embedded pair


@pytest.fixture(scope="module")
def both(smollm2: Pair) -> tuple[Pair, Pair]:
    """The embedded pair on the kernels, from the user's own cache, and on torch."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("EXPLORER_HOME", raising=False)
        if HOME:
            patch.setenv("EXPLORER_HOME", HOME)
        return load_pair("smollm2", "cpu", "float32", engine="numba"), smollm2


PROMPTS = ("Why is the sky blue?", "List three colours.", "def fibonacci(n):", "Translate to French: good morning")


@pytest.mark.pair
def test_the_embedded_pair_has_the_logits_of_float32(both: tuple[Pair, Pair]) -> None:
    """bf16 weights computed in float32; the tolerance 5e-3 is a thousandth of the spread of the logits."""
    ids = both[0].encode(PROMPTS[0], False)
    assert ids == both[1].encode(PROMPTS[0], False)
    tokens, parents = [260 + i for i in range(24)], [-1, *[0] * 5, *[3] * 6, *range(5, 17)]
    for role in ("target", "draft"):
        sessions = [getattr(pair.models, role).start(ids) for pair in both]
        rows = [session.forward(tokens, parents) for session in sessions]
        for row in range(24):
            ours, theirs = rows[0].row(row), rows[1].row(row).numpy()
            assert abs(ours - theirs).max() < 5e-3


@pytest.mark.pair
@pytest.mark.parametrize("prompt", [PROMPTS[0], *(pytest.param(one, marks=pytest.mark.large) for one in PROMPTS[1:])])
def test_the_embedded_pair_writes_the_same_on_both_engines(both: tuple[Pair, Pair], prompt: str) -> None:
    """A user who changes the engine must see the same text."""
    ours, theirs = both
    greedy = text_of(theirs, prompt=prompt, limit=16)
    assert text_of(ours, prompt=prompt, limit=16) == greedy
    assert text_of(ours, "ssd", prompt=prompt, limit=16) == greedy
    assert text_of(ours, "medusa", prompt=prompt, limit=16, acceptance="exact") == greedy
    assert text_of(ours, "spd", prompt=prompt, limit=16) == greedy


@pytest.mark.pair
def test_the_embedded_pair_needs_little_memory(both: tuple[Pair, Pair]) -> None:
    """A small laptop has 8 GB; target and draft may take 1.2 of them, including mapped files."""
    code = (
        "from pathlib import Path; from decoders.pairs import load_pair;"
        f"p = load_pair('smollm2', 'cpu', engine={both[0].info['engine']['target']!r}); ids = list(range(100, 400));"
        "[m.start(ids).forward([5] * 8, [-1] * 8) for m in (p.models.target, p.models.draft)];"
        "print(Path('/proc/self/status').read_text())"
    )
    home = {"EXPLORER_HOME": HOME} if HOME else {}
    env = {key: value for key, value in os.environ.items() if key != "EXPLORER_HOME"} | home
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT, env=env)
    line = next(line for line in out.stdout.splitlines() if line.startswith("VmHWM"))
    assert int(line.split()[1]) * 1024 < 1.2e9


# What is ours of the machine


@pytest.mark.parametrize(
    ("files", "cores"),
    [
        ({"cpu.max": "max 100000\n"}, 64),
        ({"cpu.max": "150000 100000\n"}, 2),
        ({"cpu.max": "10000 100000\n"}, 1),
        ({"cpu.max": "nonsense"}, 64),
        ({"cpu/cpu.cfs_quota_us": "200000", "cpu/cpu.cfs_period_us": "100000"}, 2),
        ({"cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "100000"}, 64),
        ({}, 64),
    ],
    ids=str,
)
def test_a_container_has_the_cores_that_it_is_given(
    files: dict[str, str], cores: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Threads for all cores of the host would use up a container's share by waiting."""
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(engine, "CGROUP", tmp_path)
    monkeypatch.setattr(engine.os, "sched_getaffinity", lambda process: range(64), raising=False)
    assert engine.usable_cores() == cores


def test_a_measurement_is_of_all_that_engines_are_made_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings searched before an upgrade may not be the fastest after it."""
    keys = {engine.cpu_key()}
    real = engine.release
    for package in ("numba", "numpy"):
        monkeypatch.setattr(engine, "release", lambda name, new=package: "9" if name == new else real(name))
        keys.add(engine.cpu_key())
    monkeypatch.setattr(engine, "own_code", lambda: "other kernels")
    assert len(keys | {engine.cpu_key()}) == 4


def test_what_refused_is_asked_again_after_an_upgrade(fresh_name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of one release must not exclude a model forever."""

    def refuse(*given: Any, **named: Any) -> None:
        raise CannotConvertError("a fault of this release")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(making, "write", refuse)
        with pytest.raises(BadInput, match="a fault of this release"):
            load_pair(fresh_name, "cpu", engine="numba")
    with pytest.raises(BadInput, match="a fault of this release"):
        load_pair(fresh_name, "cpu", engine="numba")
    real = engine.release
    monkeypatch.setattr(converted, "release", lambda name: "9" if name == "numba" else real(name))
    assert load_pair(fresh_name, "cpu", engine="numba").info["engine"]["target"] == "numba"
