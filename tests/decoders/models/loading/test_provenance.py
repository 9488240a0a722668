"""The digests of a pair's weights: a trace must name the files that its numbers come from."""

import hashlib
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from decoders.catalog import decoder
from decoders.core.pair import with_models
from decoders.models.loading.digests import combined
from decoders.models.loading.provenance import Provenance, weights_of
from decoders.models.parts import Parts, Source
from decoders.pairs import load_pair
from tests.folders import saved


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache without other tests' digests."""
    monkeypatch.setenv("EXPLORER_HOME", str(tmp_path / "home"))


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_pair_names_its_weights_and_its_tokenizer(tmp_path: Path) -> None:
    """Otherwise two models with one name could not be distinguished later."""
    target, draft = saved(tmp_path / "target"), saved(tmp_path / "draft", seed=1)
    name = f"{target}+{draft}"
    info = load_pair(name, "cpu", engine="torch").info
    for role, folder in (("target", target), ("draft", draft)):
        whole = digest(folder / "model.safetensors")
        assert info["weights"][role] == {"sha256": whole, "files": {"model.safetensors": whole}}
    assert len(info["tokenizer"]) == 64
    saved(target, seed=2)
    again = load_pair(name, "cpu", engine="torch").info
    assert again["weights"]["target"] != info["weights"]["target"]
    assert again["weights"]["draft"] == info["weights"]["draft"]
    assert again["tokenizer"] == info["tokenizer"]
    config = json.loads((target / "tokenizer_config.json").read_text(encoding="utf-8"))
    (target / "tokenizer_config.json").write_text(json.dumps(config | {"note": 1}), encoding="utf-8")
    assert load_pair(name, "cpu", engine="torch").info["tokenizer"] != info["tokenizer"]


def test_a_model_that_drafts_for_itself_has_weights(tmp_path: Path) -> None:
    """Here the draft has no files except the target's."""
    folder = saved(tmp_path / "both")
    weights = load_pair(f"{folder}+{folder}", "cpu", engine="torch").info["weights"]
    assert weights["draft"] == weights["target"]


def test_several_files_have_the_digest_that_sha256sum_gives(tmp_path: Path) -> None:
    """Others must be able to check a digest without this program."""
    files = [tmp_path / "model-00001-of-00002.safetensors", tmp_path / "model-00002-of-00002.safetensors"]
    for place, file in enumerate(files):
        file.write_bytes(bytes([place]) * 9)
    lines = "".join(f"{digest(file)}  {file.name}\n" for file in files)
    assert combined(files) == hashlib.sha256(lines.encode()).hexdigest()
    if shutil.which("sha256sum"):
        printed = subprocess.run(
            ["sha256sum", *(file.name for file in files)], cwd=tmp_path, capture_output=True, check=True
        ).stdout
        assert combined(files) == hashlib.sha256(printed).hexdigest()


def test_weights_of_the_hub_have_their_revision(tmp_path: Path) -> None:
    """A branch on the Hub moves; the commit says which weights these were."""
    revision = "0123456789abcdef0123456789abcdef01234567"
    folder = tmp_path / "models--org--name" / "snapshots" / revision
    folder.mkdir(parents=True)
    (folder / "model.safetensors").write_bytes(b"x")
    known = weights_of([folder / "model.safetensors"])
    assert known is not None
    assert known["revision"] == revision
    assert weights_of([tmp_path / "gone.safetensors"]) is None


def test_a_packed_file_is_named(tmp_path: Path) -> None:
    """A folder may have GGUF files of several sizes."""
    (tmp_path / "small.Q4_K_M.gguf").write_bytes(b"x")
    source = Source(str(tmp_path), 64, (tmp_path / "small.Q4_K_M.gguf",), lambda device, dtype: Parts(None))
    facts = Provenance((source, source)).facts()
    assert list(facts["weights"]["target"]["files"]) == ["small.Q4_K_M.gguf"]
    assert "tokenizer" not in facts


def test_what_drafts_by_itself_has_no_files_of_its_own(tmp_path: Path) -> None:
    """A draft that did not run must not be named by its digest."""
    pair = load_pair(f"{saved(tmp_path / 'target')}+{saved(tmp_path / 'draft', seed=1)}", "cpu", engine="torch")
    method = decoder("self-ssd")
    fitted = with_models(pair, method.fit(pair.models, method.make_settings({"skips": "a1"})))
    assert list(fitted.info["weights"]) == ["target"]


def test_a_toy_pair_names_its_table() -> None:
    """A table that was edited is another pair."""
    path = Path("assets/toys/dsbd-figure-2.json")
    pair = load_pair(f"toy:{path}")
    assert pair.info["weights"]["target"] == {"sha256": digest(path), "files": {path.name: digest(path)}}
