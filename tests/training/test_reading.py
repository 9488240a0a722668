"""The training of drafts that read the target trains what will run, and can be resumed from its files."""

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from decoders.models.loading.embedded import read_layers
from decoders.models.reading import ReadingDecoder
from decoders.models.torch.reader import TorchReader
from tests.tiny import VOCAB, reading_net, tiny

TEXT = [3, 9, 27, 17, 51, 7, 8, 9, 10, 40]


@pytest.fixture(autouse=True, scope="module")
def recipes() -> Iterator[None]:
    """Import the training scripts, which import each other by bare names."""
    sys.path.insert(0, "training")
    yield
    sys.path.remove("training")


def made(dtype: torch.dtype = torch.float64) -> ReadingDecoder:
    """A decoder of one layer whose projection of the target's states is not zero."""
    return reading_net(tiny("llama-grouped", dtype))


@torch.inference_mode()
def test_steps_in_training_are_steps_of_a_draft() -> None:
    """Training masks all drafts of a text into one pass; each must match what the decoder computes at that step."""
    from reading_data import features_of
    from reading_model import chain_states

    net, target = made(), tiny("llama-grouped")
    features, _ = features_of(target, torch.tensor([TEXT]), (0, 1, 1))
    steps = chain_states(net, torch.tensor([TEXT]), features, 3)
    reader = TorchReader(net, VOCAB, "reader")
    for first in range(1, len(TEXT) - 2):
        session = reader.start_after(TEXT[:first], features[0, : first - 1] if first > 1 else None)
        rows = [session.forward_after(TEXT[first : first + 1], [-1], [0], features[0, first - 1 : first])]
        rows += [session.forward_after([TEXT[first + k]], [k - 1], [], None) for k in (1, 2)]
        for step, (row, states) in enumerate(zip(rows, steps, strict=True)):
            expected: Any = net.scores(states[0, first + step])
            assert torch.allclose(row.row(0), expected, atol=1e-5), (first, step)  # pyright: ignore


def test_a_draft_starts_as_the_one_it_is_made_of() -> None:
    """Hours of training would be lost if the projection of states did not start as zero."""
    net, ids = made(), torch.tensor([TEXT])
    net.start_plain()
    states = torch.randn(1, len(TEXT), 32, dtype=torch.float64)
    plain = net.model(inputs_embeds=net.embed_tokens(ids)).last_hidden_state
    assert torch.allclose(net(ids, states), plain)


def test_a_packed_draft_is_taken_up_again(tmp_path: Path) -> None:
    """Resuming would discard a trained projection of the target, or give one to a plain draft."""
    from distill_model import own_tensors, save_draft
    from reading_model import new_reader

    target, net = tiny("llama-grouped", torch.float32), made(torch.float32)
    ids = torch.arange(0, VOCAB, 2)
    save_draft(tmp_path / "reads", net, own_tensors(net), ids, {"reads": [0, 1, 1]})
    plain = {name: weight for name, weight in own_tensors(net).items() if name.startswith("model.")}
    save_draft(tmp_path / "plain", net, plain, ids, {})
    assert (read_layers(tmp_path / "reads"), read_layers(tmp_path / "plain")) == ((0, 1, 1), ())
    again, found = new_reader(target, tmp_path / "reads", 96)
    assert found.equal(ids)
    assert again.mix.weight.equal(net.mix.weight.bfloat16().float())
    assert not new_reader(target, tmp_path / "plain", 96)[0].mix.weight.any()
    twice, _ = new_reader(target, tmp_path / "reads", 96, layers=[0, 0])
    assert len(twice.model.layers) == 2
    for name, weight in again.model.layers[0].state_dict().items():
        assert twice.model.layers[1].state_dict()[name].equal(weight)


def test_a_reading_draft_is_not_exported_as_a_plain_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A draft that reads the target would be exported as a plain draft, load, and guess badly."""
    from argparse import Namespace

    from distill import run_export
    from distill_model import own_tensors, save_draft

    net = made(torch.float32)
    save_draft(tmp_path, net, own_tensors(net), torch.arange(VOCAB), {"reads": [0, 1, 1]})
    with pytest.raises(SystemExit) as ended:
        run_export(Namespace(draft=tmp_path, target="none", out=tmp_path / "out"))
    assert ended.value.code == 2
    assert "uses its target" in capsys.readouterr().err


def test_training_lowers_the_loss_and_goes_on_where_it_was(tmp_path: Path) -> None:
    """Training would not lower the loss, or a resumed run would lose its place or start again."""
    from distill_data import Document
    from distill_train import Run, TrainSettings
    from reading_data import Features, feature_scale, read_all
    from reading_model import measure_of

    target = tiny("llama-grouped", torch.float32)
    docs = [Document(TEXT, 2), Document(TEXT[::-1], 4), Document(TEXT[3:], 1)]
    read_all(tmp_path / "train", docs, target, target.lm_head.weight.detach(), (0, 1, 1), tokens=32, shard=2)
    data = Features(tmp_path / "train", feature_scale(tmp_path / "train"))
    assert [doc.ids for doc in data.docs] == [doc.ids for doc in docs]
    batch = data.batch([0, 1, 2])
    assert batch.first.unique_consecutive().tolist() == [1, 16 + 3, 32]  # padded to 16
    settings = TrainSettings(lr=1e-2, warmup_steps=1, minutes=60)
    run = Run(made(torch.float32), settings, tmp_path, measure_of(2))
    first = run.update(batch, "cpu").kl
    for _ in range(10):
        last = run.update(batch, "cpu").kl
    assert last < first / 2
    run.save()
    again = Run(made(torch.float32), settings, tmp_path, measure_of(2))
    assert (again.step, again.tokens) == (11, run.tokens)
    assert again.update(batch, "cpu").kl < last * 1.5
    assert sum(part.ids.numel() for part in data.epoch(32, random.Random(0))) == 3 * 16


def test_tokens_an_iteration_count_each_step_by_itself() -> None:
    """The measured tokens per iteration would count five where a draft gives two; each step must count alone."""
    from evaluate import tokens_per_iteration

    assert tokens_per_iteration([[1.0] * 8, [0.0] * 8], 4) == 2.0
    assert tokens_per_iteration([[1.0, 1, 0, 1]], 2) == 2.0


def test_what_is_kept_while_writing_is_what_a_pass_afterwards_gives() -> None:
    """A draft would learn features and labels of other positions than those it will read."""
    from types import SimpleNamespace

    from reading_data import read_documents
    from replies import Kept, Sampling, written_on

    target, heads = tiny("llama-grouped", torch.float32), [[3, 9, 27], [17, 51, 7, 8, 9]]
    tokenizer: Any = SimpleNamespace(pad_token_id=0, eos_token_id=VOCAB)  # no reply ends by itself
    ids, layers = torch.arange(VOCAB), (0, 1, 1)
    written = written_on(target, tokenizer, heads, 4, Sampling(), Kept(ids, layers))
    docs = [one.doc for one in written]
    assert [(doc.ids[: doc.start], len(doc.ids)) for doc in docs] == [(heads[0], 7), (heads[1], 9)]
    head = target.lm_head.weight.detach()
    for one in written:
        afterwards = read_documents(target, head, [one.doc], layers, tokens=32)
        assert one.features is not None
        assert one.top_ids is not None
        assert one.top_logp is not None
        assert torch.allclose(one.features[:-1].float(), afterwards["features"][:-1].float(), atol=2e-2)
        assert not one.features[-1].any()
        assert one.top_ids[:, 0].equal(afterwards["top_ids"][:, 0])
        assert torch.allclose(one.top_logp.float(), afterwards["top_logp"].float(), atol=2e-2)


def test_training_computes_in_what_is_faster_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Training would use the slower number type; some CPUs take twice as long with bfloat16 as with float32."""
    import precision

    for slow, chosen in ((torch.float32, torch.bfloat16), (torch.bfloat16, torch.float32)):
        precision.computed_in.cache_clear()
        monkeypatch.setattr(precision, "seconds", lambda dtype, slow=slow: 2.0 if dtype == slow else 1.0)
        assert precision.computed_in("cpu") == chosen
    precision.computed_in.cache_clear()


def test_a_begun_turn_ends_where_the_user_would_speak() -> None:
    """A model given more than the start of a user turn continues with an answer instead of a question."""
    from types import SimpleNamespace

    from own_prompts import begun_turn

    def template(turns: list[dict[str, str]], tokenize: bool) -> str:
        return f"<s>be kind</s><user>{turns[0]['content']}</user>"

    def ids(text: str, add_special_tokens: bool) -> SimpleNamespace:
        return SimpleNamespace(input_ids=list(text))

    class Tokenizer:
        apply_chat_template = staticmethod(template)
        __call__ = staticmethod(ids)

    made_up: Any = Tokenizer()
    assert "".join(begun_turn(made_up)) == "<s>be kind</s><user>"


@torch.no_grad()
def test_the_fast_target_is_the_target() -> None:
    """The GPU training reads features and lets the target write with matrices of its own; both must be the target's."""
    from online import FastTarget, Writer
    from reading_data import features_of

    target: Any = tiny("llama-grouped", torch.float32)
    fast, kept = FastTarget(target), (0, 1)
    ids = torch.tensor([TEXT, TEXT[::-1]])
    expected = features_of(target, ids, kept)
    for found, wanted in zip(fast.read(ids, kept), expected, strict=True):
        assert torch.allclose(found, wanted, atol=1e-5)
    heads = [TEXT[:3], TEXT, TEXT[2:5]]
    written = Writer(fast, end=VOCAB - 1, rows=4, length=64).continued(heads, [0.0] * 3, 12)
    for head, reply in zip(heads, written, strict=True):
        text = list(head)
        for _ in range(12):
            text.append(int(target(torch.tensor([text])).logits[0, -1].argmax()))
            if text[-1] == VOCAB - 1:
                break
        assert reply == text[len(head) :]


@torch.no_grad()
def test_a_written_token_is_drawn_from_the_target() -> None:
    """At temperature T, a token of the GPU training's replies has the probability softmax(scores / T)."""
    from online import FastTarget, Writer

    torch.manual_seed(5)
    target: Any = tiny("llama-grouped", torch.float32)
    rows, heat = 4000, 0.7
    drawn = Writer(FastTarget(target), -1, rows, 32).continued([TEXT] * rows, [heat] * rows, 1)
    p = (target(torch.tensor([TEXT])).logits[0, -1] / heat).softmax(-1)
    seen = torch.bincount(torch.tensor([reply[0] for reply in drawn]), minlength=len(p)) / rows
    assert (seen - p).abs().max() < 5 * (p.max() / rows) ** 0.5


@torch.no_grad()
def test_labels_over_the_whole_head_are_the_targets() -> None:
    """A batch of the GPU training has the target's probabilities at the learnt tokens of every document."""
    from distill_data import Document
    from online import FastTarget, Replies, full_fit

    target: Any = tiny("llama-grouped", torch.float32)
    head = target.lm_head.weight[::2].detach()
    docs = [Document(TEXT, 4), Document(TEXT[3:9], 2), Document(TEXT[::-1], 7)]
    replies = Replies(docs, FastTarget(target), head, (0, 1))
    batch = replies.batch(0, len(docs))
    learnt = []
    for row, doc in enumerate(replies.docs):
        scores = target(torch.tensor([doc.ids])).logits[0, :, ::2].log_softmax(-1)
        places = range(doc.start - 1, len(doc.ids) - 1)
        learnt += [
            (row * batch.ids.shape[1] + place, row * batch.ids.shape[1] + doc.start - 1, scores[place])
            for place in places
        ]
    assert batch.rows.tolist() == [at for at, _, _ in learnt]
    assert batch.first.tolist() == [first for _, first, _ in learnt]
    expected = torch.stack([logp for _, _, logp in learnt])
    assert torch.allclose(batch.logp, expected, atol=1e-5)
    same, other = full_fit(expected, expected), full_fit(torch.zeros_like(expected), expected)
    assert same.kl.abs() < 1e-6
    assert same.overlap == pytest.approx(1.0)
    assert same.agree == 1
    assert other.kl > 0
    assert other.overlap < 1
