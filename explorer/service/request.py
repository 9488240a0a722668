"""A request for one run, checked when it is created, so the page, the API and the command line have the same limits.

Importing this module is cheap, because the catalogue of methods is read only with the first request.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from decoders.errors import BadInput
from explorer.service.conversation import NO_RAW, Conversation, Turn, as_json

if TYPE_CHECKING:
    from decoders.core.decoder import Decoder
    from decoders.core.pair import Encoded
    from decoders.models.steps import Progress
    from decoders.pairs import Pair

MAX_NEW_TOKENS = 4096
MOST_WORDS, MOST_LETTERS = 256, 4000  # most methods in one list, and most characters of one method with its settings
MAX_SEED = 2**53 - 1  # the largest integer that a browser represents exactly
PAPER, FAST = "paper", "fast"
PRESETS = (PAPER, FAST)  # features/presets.py


@dataclass(frozen=True)
class RunRequest:
    """One run of a method on a prompt. The constructor raises BadInput, which names the part, if a part is invalid.

    `pair` is a name that `decoders.pairs.load_pair` accepts. The values in `settings` may be given as text; settings
    that are left out have their default values. `limit` is the maximum number of new tokens. `raw` uses the prompt
    without the chat template. `system`, `messages` and `template_args` are those of `Conversation`. With `ignore_eos`,
    no token ends the run, so it generates `limit` tokens. `preset` says where the settings come from, and is only
    recorded. Only `on` checks whether the pair can be loaded and accepts the prompt.
    """

    method: str
    pair: str
    prompt: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    limit: int = 64
    raw: bool = False
    device: str = "auto"
    dtype: str = "auto"
    engine: str = "auto"
    system: str | None = None
    messages: Sequence[Turn | Mapping[str, str]] = ()
    template_args: Mapping[str, Any] = field(default_factory=dict)
    ignore_eos: bool = False
    preset: str = PAPER
    # `system`, `messages` and `template_args` as one object
    conversation: Conversation = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        from decoders.models.loading.weights import check_words

        for name in ("method", "pair", "prompt", "device", "dtype", "engine"):
            if not isinstance(getattr(self, name), str):
                raise BadInput(f"The {name} must be text, but is {as_json(getattr(self, name))}.")
        if not isinstance(self.settings, Mapping):
            raise BadInput(f"The settings must map names to values, but are {as_json(self.settings)}.")
        for name in ("raw", "ignore_eos"):
            if not isinstance(getattr(self, name), bool):
                raise BadInput(f"{name} must be true or false, but is {as_json(getattr(self, name))}.")
        conversation = Conversation(self.system, self.messages, self.template_args)
        if self.raw and conversation:
            raise BadInput(NO_RAW)
        object.__setattr__(self, "conversation", conversation)
        for name in ("system", "messages", "template_args"):
            object.__setattr__(self, name, getattr(conversation, name))
        object.__setattr__(self, "seed", whole("The seed", self.seed, 0, MAX_SEED))
        object.__setattr__(self, "limit", whole("The number of new tokens", self.limit, 1, MAX_NEW_TOKENS))
        check_words(self.device, self.dtype, self.engine)
        _ = self.chosen

    @cached_property
    def decoder(self) -> "Decoder":
        """The method's entry in the catalogue."""
        from decoders.catalog import decoder

        return decoder(self.method)

    @cached_property
    def chosen(self) -> Any:
        """All settings of the method as its settings dataclass."""
        return self.decoder.make_settings(dict(self.settings))

    def extras(self) -> dict[str, Any]:
        """The context of the prompt and `ignore_eos`, by name, without default values."""
        return self.conversation.to_json() | ({"ignore_eos": True} if self.ignore_eos else {})

    def load(self, progress: "Progress | None" = None) -> "Pair":
        """Load the pair of this request. Raises BadInput if that fails."""
        from decoders.pairs import load_pair, no_progress

        return load_pair(self.pair, self.device, self.dtype, progress or no_progress, self.engine)

    def read(self, pair: "Pair", prompt: str | None = None) -> "Encoded":
        """Encode the prompt (or another prompt) for the pair's models. Raises BadInput if it cannot be read."""
        return pair.read(self.conversation.prompt(self.prompt if prompt is None else prompt, self.raw))

    def fitted(self, pair: "Pair") -> "Pair":
        """The pair with the models that this method uses. With `ignore_eos`, no token ends a sequence. Raises BadInput
        if the method cannot run on the pair.
        """
        from decoders.pairs import with_models

        fitted = with_models(pair, self.decoder.fit(pair.models, self.chosen))
        return replace(fitted, models=replace(fitted.models, eos=frozenset())) if self.ignore_eos else fitted

    def asked(self, pair: "Pair", prompt: "Encoded | None" = None) -> "tuple[Pair, Encoded]":
        """The pair with this method's models, and the encoded prompt. Raises BadInput if the request cannot be run.

        `prompt` is a prompt that was encoded before, such as the prompt of a trace.
        """
        fitted = self.fitted(pair)
        encoded = self.read(fitted) if prompt is None else prompt
        self.decoder.check(fitted.models, len(encoded.ids), self.limit)
        return fitted, encoded

    def on(self, pair: "Pair", prompt: "Encoded | None" = None) -> "tuple[Pair, list[int]]":
        """The pair with this method's models, and the prompt's ids. Raises BadInput if the request cannot be run."""
        fitted, encoded = self.asked(pair, prompt)
        return fitted, encoded.ids


def whole(name: str, value: Any, low: int, high: int) -> int:
    """Return the value as a whole number from `low` to `high`; 3.0 counts as a whole number. Raises BadInput, with
    `name`, for any other value.
    """
    number = not isinstance(value, bool) and isinstance(value, int | float)
    if not number or not low <= value <= high or value != int(value):
        raise BadInput(f"{name} must be a whole number from {low} to {high}, but is {as_json(value)}.")
    return int(value)


def words_of(text: str) -> list[str]:
    """Split a comma-separated list of methods with settings. A comma inside a value does not split the list.

    >>> words_of("multinomial,mcss:branching=2,1:temperature=0,spd:gamma=3")
    ['multinomial', 'mcss:branching=2,1:temperature=0', 'spd:gamma=3']
    """
    from decoders.catalog import DECODERS

    words: list[list[str]] = []
    valued = False  # whether the current word has a value, which may continue after a comma
    for part in text.split(","):
        name = part.partition(":")[0].strip()
        if valued and name and name not in DECODERS:
            words[-1].append(part)
        else:
            words.append([part])
            valued = "=" in part
    return [",".join(parts) for parts in words]


def requests_of(words: Sequence[str], settings: Mapping[str, Any], **common: Any) -> dict[str, RunRequest]:
    """Make requests, by label, from methods written as `name` or `name:key=value:…`.

    `common` are the other fields of all requests. Raises BadInput if a method is unknown or an entry occurs twice, or
    if no method has one of the shared settings.
    """
    labels = [word.strip() for word in words if word.strip()]
    if len(labels) > MOST_WORDS or any(len(label) > MOST_LETTERS for label in labels):
        raise BadInput(
            f"A list of methods can have at most {MOST_WORDS} entries, each of at most {MOST_LETTERS:,} characters. "
            "Shorten it."
        )
    if not labels:
        raise BadInput("No method is given. Name at least one; any others are compared with the first.")
    if len(set(labels)) < len(labels):
        raise BadInput(
            f"The list {','.join(labels)} contains the same entry twice. Use different settings, such as spd:gamma=4."
        )
    made = {label: request_of(label, settings, **common) for label in labels}
    known = {key for request in made.values() for key in vars(request.chosen)}
    for key in settings:
        if key not in known:
            raise BadInput(
                f"None of {', '.join(labels)} has a setting “{key}”. Choose one of: {', '.join(sorted(known))}."
            )
    return made


def request_of(
    word: str, settings: Mapping[str, Any], *, pair: str = "", prompt: str = "", **common: Any
) -> RunRequest:
    """Make a request from `name` or `name:key=value:…`. It takes only the shared settings that its method has."""
    from decoders.catalog import decoder

    name, *own = word.split(":")
    given = {key: value for key, value in settings.items() if key in decoder(name).settings.__dataclass_fields__}
    return RunRequest(name, pair, prompt, given | key_values(own, f"{word!r}:", "spd:gamma=4"), **common)


def key_values(words: Sequence[str], where: str, example: str) -> dict[str, str]:
    """Read settings from words of the form KEY=VALUE.

    `where` says in error messages where the words were found. Raises BadInput if a setting is invalid or repeated.
    """
    made: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise BadInput(f"{where} {word} does not have the form KEY=VALUE. Write it as in {example}.")
        if key in made:
            raise BadInput(f"{where} {key} is given twice. Use each setting once.")
        made[key] = value
    return made
