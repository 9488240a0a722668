"""The context of a prompt in the chat template: a system prompt, earlier turns and template variables.

A conversation is checked once, when it is created. Files and fields hold turns as JSON: one list, or one object per
line.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from decoders.errors import BadInput
from decoders.files import read_text

if TYPE_CHECKING:
    from decoders.core.pair import Prompt

ROLES = ("user", "assistant")  # most turns after the system prompt
MAX_CHARACTERS = 1_000_000  # most characters of the system prompt and all turns together
MAX_TURNS = 1_000
MAX_VARIABLES = 32
MAX_VARIABLE_CHARACTERS = 10_000  # most characters of all template variables, as JSON
MAX_BYTES = 4 << 20  # maximum bytes of a file of turns: MAX_CHARACTERS, each as long as UTF-8 allows
LONGEST = 60  # most characters of an invalid value in a message
_LARGEST, _DEPTH = 2**63 - 1, 8  # largest whole number and deepest nesting that a trace's reader accepts
# Variables that the explorer or the template engine sets. Other values would change the conversation.
_RESERVED = (
    *("messages", "conversation", "chat_template", "add_generation_prompt", "continue_final_message", "tokenize"),
    *("return_dict", "return_tensors", "return_assistant_tokens_mask", "tokenizer_kwargs", "padding", "truncation"),
    *("max_length", "bos_token", "eos_token", "pad_token", "unk_token"),
)
EXAMPLE = '{"role": "user", "content": "Hello"}'
NO_RAW = (
    "A raw prompt takes no system prompt, earlier turns or template variables. Leave out raw, or leave out the others."
)


@dataclass(frozen=True)
class Turn:
    """One turn of a conversation: who speaks (`user`, `assistant` or `system`), and the text."""

    role: str
    content: str


@dataclass(frozen=True)
class Conversation:
    """The parts of a conversation that the chat template gets in addition to the prompt. The constructor raises
    BadInput, which names the part, if a part is invalid.

    `system` is the system prompt; None means the template's default, if it has one. `messages` are the turns before the
    prompt, as `Turn` or as mappings with `role` and `content`; a first turn with the role `system` becomes `system`.
    `template_args` are variables of the chat template, such as enable_thinking, as JSON values.
    """

    system: str | None = None
    messages: "Sequence[Turn | Mapping[str, str]]" = ()
    template_args: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def __post_init__(self) -> None:
        turns = turns_of(self.messages, "messages")
        if turns and turns[0].role == "system":
            if self.system is not None:
                raise BadInput(
                    "The first turn is a system prompt, but there is another system prompt. Leave out one of the two."
                )
            object.__setattr__(self, "system", turns[0].content)
            turns = turns[1:]
        if self.system is not None:
            _check_text(self.system, "The system prompt")
        if any(turn.role == "system" for turn in turns):
            raise BadInput("A system turn comes after other turns. Put it first.")
        if len(turns) > MAX_TURNS:
            raise BadInput(f"There are {len(turns):,} turns, but the limit is {MAX_TURNS:,}. Leave some out.")
        object.__setattr__(self, "messages", turns)
        object.__setattr__(self, "template_args", _checked_variables(self.template_args))
        if self.characters > MAX_CHARACTERS:
            raise BadInput(
                f"The system prompt and the turns together have {self.characters:,} characters, but the limit is "
                f"{MAX_CHARACTERS:,}. Shorten them."
            )

    def __bool__(self) -> bool:
        """Whether any part of the conversation is given."""
        return self.system is not None or bool(self.messages) or bool(self.template_args)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The messages as `Turn`s, as the constructor has checked them."""
        return cast(tuple[Turn, ...], self.messages)

    @property
    def characters(self) -> int:
        """The number of characters in the system prompt and in all turns."""
        return len(self.system or "") + sum(len(turn.content) for turn in self.turns)

    def prompt(self, text: str, raw: bool = False) -> "Prompt":
        """The prompt with its context, for `Pair.read`."""
        from decoders.core.pair import Prompt

        return Prompt(text, raw, self.system, tuple(asdict(turn) for turn in self.turns), dict(self.template_args))

    def to_json(self) -> dict[str, Any]:
        """The given parts of the conversation, as JSON values by name."""
        made: dict[str, Any] = {} if self.system is None else {"system": self.system}
        made |= {"messages": [asdict(turn) for turn in self.turns]} if self.messages else {}
        return made | ({"template_args": dict(self.template_args)} if self.template_args else {})


def _check_text(value: Any, what: str) -> None:
    if not isinstance(value, str):
        raise BadInput(f"{what} must be text, but is {as_json(value)}.")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise BadInput(f"{what} is not valid Unicode text. Save it as UTF-8.") from None


def turns_of(given: Any, where: str) -> tuple[Turn, ...]:
    """Check the turns of a list one by one and return them. If one is invalid, raises BadInput with a message that
    begins with `where`.
    """
    if not isinstance(given, list | tuple):
        raise BadInput(f"{where} must be a list of turns such as [{EXAMPLE}], but is {as_json(given)}.")
    turns = cast(Sequence[Any], given)
    return tuple(_turn(turn, f"{where}: turn {number}") for number, turn in enumerate(turns, 1))


def _turn(given: Any, where: str) -> Turn:
    if isinstance(given, Turn):
        given = asdict(given)
    if not isinstance(given, Mapping):
        raise BadInput(f"{where} must be an object such as {EXAMPLE}, but is {as_json(given)}.")
    turn = cast(Mapping[Any, Any], given)
    lacking = [key for key in ("role", "content") if key not in turn]
    if lacking:
        raise BadInput(f"{where} lacks {' and '.join(lacking)}. Write it as {EXAMPLE}.")
    odd = [key for key in turn if key not in ("role", "content")]
    if odd:
        raise BadInput(f"{where} has the field {as_json(odd[0])}, which is not supported. Leave it out.")
    role, content = turn["role"], turn["content"]
    if role not in ("system", *ROLES):
        raise BadInput(f"{where} has the unknown role {as_json(role)}. Use system, user or assistant.")
    _check_text(content, f"{where}: the content")
    return Turn(role, content)


def _checked_variables(given: Any) -> dict[str, Any]:
    """Check the template variables and return a private copy. Raises BadInput if a name or value is invalid."""
    if not isinstance(given, Mapping):
        raise BadInput(f"The template variables must map names to values, but they are {as_json(given)}.")
    variables = cast(Mapping[Any, Any], given)
    if len(variables) > MAX_VARIABLES:
        raise BadInput(
            f"There are {len(variables)} template variables, but the limit is {MAX_VARIABLES}. Leave some out."
        )
    for name, value in variables.items():
        if not isinstance(name, str) or not name.isidentifier() or len(name) > LONGEST:
            raise BadInput(
                f"The template variable {as_json(name)} is not a valid name. Use a name such as enable_thinking."
            )
        if name in _RESERVED:
            raise BadInput(f"The template variable {name} is set by the explorer. Leave it out.")
        if not _is_json(value, _DEPTH):
            raise BadInput(
                f"The template variable {name} is not a valid JSON value ({as_json(value)}). Use integers below 2^63 "
                f"and at most {_DEPTH} levels of nesting."
            )
    text = json.dumps(dict(variables), ensure_ascii=False)
    if len(text) > MAX_VARIABLE_CHARACTERS:
        raise BadInput(
            f"The template variables have {len(text):,} characters as JSON, but the limit is "
            f"{MAX_VARIABLE_CHARACTERS:,}. Shorten them."
        )
    return json.loads(text)


def _is_json(value: Any, depth: int) -> bool:
    """Whether a value stays the same when it is written to a trace as JSON and read again."""
    if isinstance(value, str):
        return not any("\ud800" <= c <= "\udfff" for c in value)  # an unpaired surrogate cannot be written
    if isinstance(value, float):
        return math.isfinite(value)
    if value is None or isinstance(value, bool):
        return True
    if isinstance(value, int):
        return abs(value) <= _LARGEST
    if not depth:
        return False
    if isinstance(value, dict):
        inner = cast(dict[Any, Any], value)
        return all(isinstance(key, str) and _is_json(key, 1) and _is_json(inner[key], depth - 1) for key in inner)
    return isinstance(value, list | tuple) and all(_is_json(each, depth - 1) for each in cast(Sequence[Any], value))


def as_json(value: Any) -> str:
    """Write an invalid value as shortened JSON, for an error message."""
    try:
        text = json.dumps(value, ensure_ascii=True, default=str)
    except (ValueError, TypeError, RecursionError):
        text = f"a {type(value).__name__}"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def read_messages(path: Path) -> tuple[Turn, ...]:
    """Read the turns in a file. If a line or turn is invalid, raises BadInput, which names the file and the line or
    turn.
    """
    what = f"--messages with a file of turns such as {EXAMPLE}"
    return parsed_turns(read_text(path, what, MAX_BYTES), str(path))


def parsed_turns(text: str, where: str) -> tuple[Turn, ...]:
    """Parse turns: one JSON list, or one JSON object per line. If that fails, raises BadInput with a message that
    begins with `where`.

    >>> parsed_turns('[{"role": "user", "content": "Hi"}]', "The earlier turns")
    (Turn(role='user', content='Hi'),)
    """
    if not text.strip():
        raise BadInput(f"{where} is empty. Write a JSON list of turns, or one turn per line such as {EXAMPLE}.")
    if text.lstrip().startswith("["):
        try:
            return turns_of(json.loads(text), where)
        except (ValueError, RecursionError) as error:
            raise _unless_told(error, f"{where} is not a JSON list of turns such as [{EXAMPLE}].") from None
    turns: list[Turn] = []
    for number, line in enumerate(text.split("\n"), 1):  # splitlines would also split inside JSON texts
        if not line.strip():
            continue
        try:
            turns.append(_turn(json.loads(line), f"{where}: line {number}"))
        except (ValueError, RecursionError) as error:
            raise _unless_told(error, f"{where}: line {number} is not a JSON object such as {EXAMPLE}.") from None
    return tuple(turns)


def _unless_told(error: Exception, sentence: str) -> BadInput:
    return error if isinstance(error, BadInput) else BadInput(sentence)


def parsed_variables(words: Mapping[str, str]) -> dict[str, Any]:
    """Parse template variables: a value is read as JSON if possible, and as text otherwise.

    >>> parsed_variables({"enable_thinking": "false", "date": "26 Jul 2024"})
    {'enable_thinking': False, 'date': '26 Jul 2024'}
    """
    return {name: _value(word) for name, word in words.items()}


def _value(word: str) -> Any:
    def refuse(text: str) -> float:
        raise ValueError(text)

    try:
        return json.loads(word, parse_constant=refuse)
    except (ValueError, RecursionError):
        return word
