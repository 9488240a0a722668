"""Settings from strangers: their size is checked before anything is computed with them."""

from collections.abc import Iterator
from dataclasses import fields

import pytest

from decoders.catalog import DECODERS
from decoders.core import settings
from decoders.errors import BadInput
from decoders.methods.tree_verification import FAR_TOO_MANY, check_size, full_tree

SETTINGS = [(name, field.name) for name, decoder in DECODERS.items() for field in fields(decoder.settings)]
LARGE = ([64] * 300_000, [[64] * 9] * 9, "7," * 300_000, "x" * 100_000, "9" * 100_000, 10**5000, {"a": 1})


@pytest.mark.parametrize(("method", "key"), SETTINGS)
def test_every_setting_refuses_a_value_that_is_too_large(
    method: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One request with a huge value must not keep the processor busy for minutes."""
    numbers, real = list[str](), settings._number  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(settings, "_number", lambda key, text, *rest: (numbers.append(key), real(key, text, *rest))[1])
    for value in LARGE:
        with pytest.raises(BadInput) as error:
            DECODERS[method].make_settings({key: value})
        assert len(str(error.value)) < 400
        assert "\n" not in str(error.value)
    assert len(numbers) < 10


def test_an_unknown_setting_is_named_in_short() -> None:
    """A long wrong name must not fill the page and the log."""
    with pytest.raises(BadInput) as error:
        DECODERS["spd"].make_settings({"x" * 10**6: 1})
    assert len(str(error.value)) < 300


def test_a_tree_is_counted_only_until_it_is_too_large() -> None:
    """The size of a deep tree has millions of digits, which would take minutes to compute."""
    levels = list[int]()

    def widths() -> Iterator[int]:
        for level in range(300_000):
            levels.append(level)
            yield 64

    with pytest.raises(BadInput, match=r"more than 1000000000 candidates\. Choose settings that make at most"):
        check_size(widths(), "branching=64,64,…")
    assert len(levels) < 20
    assert FAR_TOO_MANY < full_tree([64] * 300_000) < FAR_TOO_MANY * 65
