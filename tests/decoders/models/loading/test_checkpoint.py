"""Folders and GGUF files that cannot be run are refused with a sentence, before anything is loaded."""

from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from decoders.errors import BadInput
from decoders.models.loading.locate import locate, weight_files
from tests.folders import configure, saved, write_gguf
from tests.tiny import tiny


def only_pickled(folder: Path) -> None:
    """Weights as torch pickles them."""
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")


def no_weights(folder: Path) -> None:
    """An interrupted download."""
    (folder / "model.safetensors").unlink()


def lost_part(folder: Path) -> None:
    """One of several files is missing."""
    tiny("llama", torch.float32).save_pretrained(folder, max_shard_size="8KB")
    (folder / "model.safetensors").unlink(missing_ok=True)
    next(folder.glob("model-00002-*")).unlink()


def no_index(folder: Path) -> None:
    """Parts without the index file."""
    (folder / "model.safetensors").rename(folder / "model-00001-of-00002.safetensors")


def pointer(folder: Path) -> None:
    """The pointer that Git leaves without Git LFS."""
    (folder / "model.safetensors").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")


def cut(folder: Path) -> None:
    """A truncated file."""
    whole = (folder / "model.safetensors").read_bytes()
    (folder / "model.safetensors").write_bytes(whole[:-100])


def nonsense(folder: Path) -> None:
    """Not a safetensors file at all."""
    (folder / "model.safetensors").write_bytes(b"<html>404</html>")


def no_config(folder: Path) -> None:
    """Weights alone."""
    (folder / "config.json").unlink()


def broken_config(folder: Path) -> None:
    """A config.json that is not JSON."""
    (folder / "config.json").write_text("{'a': 1}")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (only_pickled, "has its weights only as pytorch_model.bin, but only safetensors and GGUF can be read"),
        (no_weights, "contains no safetensors or GGUF weights"),
        (lost_part, "lacks model-00002-of-000.*.safetensors, which its model.safetensors.index.json names"),
        (no_index, "has model-00001-of-00002.safetensors, but neither model.safetensors nor"),
        (pointer, "is a Git LFS pointer, not the weights. Run git lfs pull"),
        (cut, "is incomplete: it has .* of .* bytes"),
        (nonsense, "is not a valid safetensors file"),
        (no_config, "has no config.json"),
        (broken_config, "is not valid JSON .line 1."),
    ],
)
def test_a_folder_says_what_it_lacks(tmp_path: Path, spoil: Callable[[Path], None], said: str) -> None:
    """The error must say what is missing, not only that a folder is needed."""
    folder = saved(tmp_path / "model")
    assert locate(str(folder)).name == str(folder)
    spoil(folder)
    with pytest.raises(BadInput, match=said) as error:
        locate(str(folder))
    assert str(folder) in str(error.value)


def test_one_gguf_file_is_named_and_several_are_refused(tmp_path: Path) -> None:
    """Of two files, none must be chosen silently."""
    folder = tmp_path / "folder"
    folder.mkdir()
    net = tiny("llama", torch.float32)
    first = write_gguf(folder / "a-Q4.gguf", net.config, net.state_dict())
    assert locate(str(folder)).name == str(first), "the header names the file"
    assert weight_files(folder) == (first,)
    second = folder / "mmproj-a.gguf"
    second.write_bytes(first.read_bytes())
    with pytest.raises(
        BadInput, match=f"contains 2 GGUF files: a-Q4.gguf, mmproj-a.gguf. Use the path of one of them, such as {first}"
    ):
        locate(str(folder))
    assert locate(str(first)).files == (first,)
    with pytest.raises(BadInput, match="image projector"):
        locate(str(second))


def test_a_split_gguf_says_how_to_merge_it(tmp_path: Path) -> None:
    """With only the first part, some layers would be random."""
    for number in (1, 2):
        (tmp_path / f"m-0000{number}-of-00002.gguf").write_bytes(b"GGUF")
    said = f"one of the 2 parts .*--merge {tmp_path}/m-00001-of-00002.gguf {tmp_path}/m.gguf"
    for name in (tmp_path, tmp_path / "m-00002-of-00002.gguf"):
        with pytest.raises(BadInput, match=said):
            locate(str(name))


def test_other_files_are_not_models(tmp_path: Path) -> None:
    """A single safetensors file lacks its config.json, and a renamed file is not GGUF."""
    folder = saved(tmp_path / "model")
    with pytest.raises(BadInput, match="is not a .gguf file. Use a model's folder"):
        locate(str(folder / "model.safetensors"))
    fake = tmp_path / "x.gguf"
    for begin in (b"<html>", b"GGUF" + bytes(40)):
        fake.write_bytes(begin)
        with pytest.raises(BadInput, match="is not a GGUF file of version 2 or 3. Download it again"):
            locate(str(fake))


def test_plain_weights_under_a_dense_format_stay(tmp_path: Path) -> None:
    """compressed-tensors has a format that stores plain weights."""
    folder = saved(tmp_path / "model")
    configure(folder, quantization_config={"quant_method": "compressed-tensors", "format": "dense"})
    assert locate(str(folder)).files
