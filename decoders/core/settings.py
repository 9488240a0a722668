"""Settings of the decoders: frozen dataclasses whose fields carry their label, range and help text.

The app's widgets, `--set key=value`, `methods --json` and the README's table are all generated from these fields.
"""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, cast

from decoders.core.rules import Warp
from decoders.errors import BadInput


def setting(
    default: Any,
    help: str,
    *,
    label: str = "",
    low: float | None = None,
    high: float | None = None,
    choices: Sequence[str] | None = None,
    word: str | None = None,
    symbol: str = "",
) -> Any:
    """Declare one field of a settings dataclass.

    The type of `default` is the type of the setting. A tuple is a list of whole numbers, written 4,2,2. A string
    without `choices` accepts any text.

    `label` is the name that people see; by default, it is the field's name in words. `low` and `high` are the ends of
    the range, both included. `choices` are the allowed words of a text setting. `word` is a word that is allowed in
    addition to numbers (width=dynamic). `symbol` is the letter used in the papers.
    """
    metadata = {
        "help": help,
        "label": label,
        "low": low,
        "high": high,
        "choices": choices,
        "word": word,
        "symbol": symbol,
    }
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Settings:
    """The settings that every decoder shares: how the models' distributions are warped (𝒯) before sampling."""

    temperature: float = setting(
        1.0,
        "Sampling temperature. Larger values make sampling more random; 0 always chooses the most likely token.",
        low=0,
        high=10,
        symbol="T",
    )
    top_k: int = setting(
        0,
        "Number of most likely tokens to sample from. A smaller value is less random; 0 disables the limit.",
        label="Top-k",
        low=0,
        high=100_000,
        symbol="k",
    )
    top_p: float = setting(
        1.0,
        "Total probability of the most likely tokens to sample from. A smaller value is less random; 1 disables the "
        "limit.",
        label="Top-p",
        low=0.01,
        high=1,
        symbol="p",
    )

    @property
    def warp(self) -> Warp:
        """The warping 𝒯 that temperature, top-k and top-p define."""
        return Warp(self.temperature, self.top_k, self.top_p)

    @property
    def most_nodes(self) -> int:
        """Maximum number of nodes that one iteration can draft with these settings.

        Every method defines this number, so that the app can refuse settings that exceed the app's limits.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define the maximum number of nodes per iteration")


WARPING = tuple(f.name for f in fields(Settings))  # the settings of 𝒯; all others belong to one method


def type_name(default: Any) -> str:
    """The name of a setting's type in `methods --json`: bool, int, float, str or ints."""
    return "ints" if isinstance(default, tuple) else str(type(default).__name__)


def describe(kind: type[Settings]) -> list[dict[str, Any]]:
    """Describe every setting of a decoder, for widgets, tables and `methods --json`."""
    return [
        {
            "key": f.name,
            "label": _label(f),
            "type": type_name(f.default),
            "default": _plain(f.default),
            "min": f.metadata["low"],
            "max": f.metadata["high"],
            "choices": choices_of(f.metadata, f.default),
            "help": f.metadata["help"],
            "symbol": f.metadata["symbol"],
        }
        for f in fields(kind)
    ]


def _label(setting: Field[Any]) -> str:
    """The declared label, or the field's name in words."""
    return setting.metadata["label"] or setting.name.replace("_", " ").capitalize()


def _plain(default: Any) -> Any:
    """The default of a setting as a JSON value."""
    return list(cast(tuple[int, ...], default)) if isinstance(default, tuple) else default


def choices_of(metadata: Mapping[str, Any], default: Any) -> list[str] | None:
    """The words that a setting accepts; None if the setting accepts any number in its range."""
    if isinstance(default, bool):
        return ["true", "false"]
    if metadata["choices"]:
        return list(metadata["choices"])
    return [metadata["word"]] if metadata["word"] else None


def written(value: Any) -> str:
    """Write a setting's value as text; several numbers are separated by commas.

    >>> written((2, 1)), written(0.5)
    ('2,1', '0.5')
    """
    return ",".join(map(str, cast(Sequence[Any], value))) if isinstance(value, list | tuple) else str(value)


def make(kind: type[Settings], given: Mapping[str, Any], method: str = "") -> Any:
    """Build checked settings from words or values.

    Raises BadInput, which names the invalid key and says what is allowed.
    """
    known = {f.name: f for f in fields(kind)}
    values: dict[str, Any] = {}
    for key, value in given.items():
        if key not in known:
            who = f"The method {method}" if method else "This method"  # the page would write Spd for spd at the start
            raise BadInput(f"{who} has no setting “{_shown(key)}”. Choose one of: {', '.join(known)}.")
        values[key] = _parse(key, value, known[key].default, known[key].metadata)
    settings = kind(**values)
    check = getattr(settings, "check", None)
    if check:
        check()
    return settings


def _parse(key: str, value: Any, default: Any, metadata: Mapping[str, Any]) -> Any:
    assert default is not MISSING, f"setting {key} needs a default"
    text = _text(key, value)
    word, choices = metadata["word"], metadata["choices"]
    if word and text == word:
        return word
    if choices:
        if text not in choices:
            raise BadInput(f"{key}={_shown(text)} is not valid. Choose one of: {', '.join(choices)}.")
        return text
    if isinstance(default, bool):
        if text.lower() not in ("true", "false"):
            raise BadInput(f"{key}={_shown(text)} is not valid. Use true or false.")
        return text.lower() == "true"
    if isinstance(default, tuple):
        parts = text.split(",")
        _check_count(key, len(parts))
        return tuple(_number(key, part, 1, metadata) for part in parts)
    if isinstance(default, str) and not word:
        return text  # the decoder's own `check` parses this text
    return _number(key, text, default, metadata)


LONGEST = 60  # characters of an invalid value that an error message shows
LONGEST_VALUE = 10_000  # most characters of a value; the sub-layers of a model with 1,000 layers need fewer
MOST_NUMBERS = 64  # most numbers in a list; the deepest draft has only half as many levels


def _text(key: str, value: Any) -> str:
    """Convert a value to text. Raises BadInput if the value has an unsupported type or is too large."""
    parts: Sequence[Any] = cast(Sequence[Any], value) if isinstance(value, list | tuple) else (value,)
    _check_count(key, len(parts))
    if any(not isinstance(part, str | int | float) for part in parts):
        raise BadInput(f"{key} has a value of an unsupported type. Use text, a number or a list of numbers.")
    if any(isinstance(part, int) and part.bit_length() > 64 for part in parts):
        raise BadInput(f"{key} contains a number that does not fit in 64 bits. Use a smaller number.")
    text = ",".join(str(part).strip() for part in parts)
    if len(text) > LONGEST_VALUE:
        raise BadInput(f"{key} has {len(text):,} characters, but the limit is {LONGEST_VALUE:,}. Shorten it.")
    return text


def _check_count(key: str, count: int) -> None:
    if count > MOST_NUMBERS:
        raise BadInput(f"{key} has {count:,} numbers, but the limit is {MOST_NUMBERS}. Use fewer.")


def _shown(text: str) -> str:
    """Shorten an invalid value for an error message."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _number(key: str, text: str, default: Any, metadata: Mapping[str, Any]) -> int | float:
    shown = _shown(text)
    whole = isinstance(default, int) or bool(metadata["word"])
    kind = "a whole number" if whole else "a number"
    try:
        if not text.isascii() or "_" in text:  # Python reads 1_0 as 10
            raise ValueError
        number = (int(text) if whole else float(text)) + 0  # −0 becomes 0
    except ValueError:
        also = f" or “{metadata['word']}”" if metadata["word"] else ""
        raise BadInput(f"{key}={shown} is not valid. Use {kind}{also}.") from None
    low, high = metadata["low"], metadata["high"]
    if not (low is None or number >= low) or not (high is None or number <= high):
        raise BadInput(f"{key}={shown} is out of range. Choose {kind} {_range(low, high)}.")
    return number


def _range(low: float | None, high: float | None) -> str:
    if high is None:
        return f"that is {low} or more"
    return f"that is {high} or less" if low is None else f"from {low} to {high}"
