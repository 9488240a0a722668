"""A recurrent draft with another tokenizer: its passes are recorded with the target's nodes."""

import torch

from decoders.core.record import Pass
from decoders.core.runner import TreeRunner
from decoders.core.tree import TokenTree
from decoders.models.text.translated import TranslatedDraft
from decoders.models.text.vocabularies import Translator, Vocabulary, common_tokens
from decoders.models.torch.huggingface import HuggingFaceModel
from tests.laws.test_other_tokenizer import DRAFT, letters
from tests.tiny import tiny


def test_the_passes_of_a_recurrent_draft_name_its_nodes() -> None:
    """A draft that reads tokens again would otherwise be recorded with one pass, or with nodes of another tree."""
    target = Vocabulary(letters({"a": 0, "b": 1, "c": 2}, "c"), "target")
    draft = Vocabulary(letters(DRAFT, None), "draft")
    translator = Translator(target, draft, common_tokens(target, draft), direct=False)
    model = HuggingFaceModel(tiny("mamba", torch.float32), len(DRAFT), "draft")
    passes: list[Pass] = []
    tree = TokenTree(0)
    runner = TreeRunner(TranslatedDraft(model, translator, 3), tree, [1, 0], passes.append, "draft")
    nodes = [tree.root]
    for token in (0, 1, 1, 0):
        nodes.append(tree.add(nodes[-1], token))
    runner.logits(nodes[-1:])
    assert {node for one in passes for node in one.nodes} == set(nodes)
    assert len(passes) > 1, "it reads one token per pass"
    runner.keep([nodes[2]])
    tree.keep([nodes[2]])
    passes.clear()
    new, _ = runner.extend([nodes[2]], [0])
    read = {node for one in passes for node in one.nodes}
    assert set(new) <= read <= {*nodes[:3], *new}
