"""Fixtures shared by tests of output distributions."""

import pytest

from decoders.models.text import vocabularies


@pytest.fixture
def tokenizers_unguarded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask the tokenizer of a few letters directly: an enumeration asks it 40,000 times.

    The guard would start a thread each time. Its own tests are in tests/decoders/models/text/test_prompt.py.
    """
    monkeypatch.setattr(vocabularies, "ask_tokenizer", lambda call, _: call())
