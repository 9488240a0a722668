"""What stands around a prompt in the chat template: a system prompt, earlier turns and template variables.

A conversation is checked once, when it is made. Files and fields hold turns as JSON: one list, or one object per line.
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

ROLES = ("user", "assistant")  # of the turns after the system prompt
MAX_CHARACTERS = 1_000_000  # of the system prompt and all turns together
MAX_TURNS = 1_000
MAX_VARIABLES = 32
MAX_VARIABLE_CHARACTERS = 10_000  # of all template variables, as JSON
MAX_BYTES = 4 << 20  # of a file of turns: MAX_CHARACTERS of the longest characters
LONGEST_SHOWN = 60  # characters of a wrong value
_LARGEST, _DEPTH = 2**63 - 1, 8  # of a whole number, and of values in values: what a trace's reader takes
# Variables that the explorer or the template engine sets. Another value would render another conversation.
_RESERVED = (
    *("messages", "conversation", "chat_template", "add_generation_prompt", "continue_final_message", "tokenize"),
    *("return_dict", "return_tensors", "return_assistant_tokens_mask", "tokenizer_kwargs", "padding", "truncation"),
    *("max_length", "bos_token", "eos_token", "pad_token", "unk_token"),
)
EXAMPLE = '{"role": "user", "content": "Hello"}'
NO_RAW = (
    "a raw prompt takes no system prompt, earlier turns or template variables; leave out raw, or leave out the others"
)


@dataclass(frozen=True)
class Turn:
    """One turn of a conversation: who speaks (`user`, `assistant` or `system`), and the text."""

    role: str
    content: str


@dataclass(frozen=True)
class Conversation:
    """What the chat template gets besides the prompt. Making one raises BadInput that names the part that is wrong.

    `system` is the system prompt; None leaves it to the template, which may have its own. `messages` are the turns
    before the prompt, as `Turn` or as mappings with `role` and `content`; a first turn of the role `system` becomes
    `system`. `template_args` are further variables of the chat template, such as enable_thinking, as JSON values.
    """

    system: str | None = None
    messages: "Sequence[Turn | Mapping[str, str]]" = ()
    template_args: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def __post_init__(self) -> None:
        turns = turns_of(self.messages, "messages")
        if turns and turns[0].role == "system":
            if self.system is not None:
                raise BadInput("the first turn is a system prompt, and another system prompt is given; leave one out")
            object.__setattr__(self, "system", turns[0].content)
            turns = turns[1:]
        if self.system is not None:
            _check_text(self.system, "the system prompt")
        if any(turn.role == "system" for turn in turns):
            raise BadInput("a system turn stands after other turns; put it first")
        if len(turns) > MAX_TURNS:
            raise BadInput(f"there are {len(turns):,} turns, and {MAX_TURNS:,} are the most; leave some out")
        object.__setattr__(self, "messages", turns)
        object.__setattr__(self, "template_args", _checked_variables(self.template_args))
        if self.characters > MAX_CHARACTERS:
            raise BadInput(
                f"the system prompt and the turns have {self.characters:,} characters, and {MAX_CHARACTERS:,} are the "
                "most; shorten them"
            )

    def __bool__(self) -> bool:
        """Whether it differs from what every prompt has without it."""
        return self.system is not None or bool(self.messages) or bool(self.template_args)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The messages, which are turns once they are checked."""
        return cast(tuple[Turn, ...], self.messages)

    @property
    def characters(self) -> int:
        """Characters of the system prompt and of all turns."""
        return len(self.system or "") + sum(len(turn.content) for turn in self.turns)

    def prompt(self, text: str, raw: bool = False) -> "Prompt":
        """A prompt with all that stands around it, for `Pair.read`."""
        from decoders.core.pair import Prompt

        return Prompt(text, raw, self.system, tuple(asdict(turn) for turn in self.turns), dict(self.template_args))

    def to_json(self) -> dict[str, Any]:
        """The parts that are given, as JSON values by name."""
        made: dict[str, Any] = {} if self.system is None else {"system": self.system}
        made |= {"messages": [asdict(turn) for turn in self.turns]} if self.messages else {}
        return made | ({"template_args": dict(self.template_args)} if self.template_args else {})


def _check_text(value: Any, what: str) -> None:
    if not isinstance(value, str):
        raise BadInput(f"{what} should be text, not {_shown(value)}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise BadInput(f"{what} is not valid Unicode text; write it in UTF-8") from None


def turns_of(given: Any, where: str) -> tuple[Turn, ...]:
    """The turns of a list, checked one by one; `where` begins the sentence about a wrong one. Raises BadInput."""
    if not isinstance(given, list | tuple):
        raise BadInput(f"{where}: there should be a list of turns such as [{EXAMPLE}], not {_shown(given)}")
    turns = cast(Sequence[Any], given)
    return tuple(_turn(turn, f"{where}: turn {number}") for number, turn in enumerate(turns, 1))


def _turn(given: Any, where: str) -> Turn:
    if isinstance(given, Turn):
        given = asdict(given)
    if not isinstance(given, Mapping):
        raise BadInput(f"{where} should be an object such as {EXAMPLE}, not {_shown(given)}")
    turn = cast(Mapping[Any, Any], given)
    lacking = [key for key in ("role", "content") if key not in turn]
    if lacking:
        raise BadInput(f"{where} has no {' and no '.join(lacking)}; write it as {EXAMPLE}")
    odd = [key for key in turn if key not in ("role", "content")]
    if odd:
        raise BadInput(f"{where} has the field {_shown(odd[0])}, which is not supported; leave it out")
    role, content = turn["role"], turn["content"]
    if role not in ("system", *ROLES):
        raise BadInput(f"{where} has the role {_shown(role)}; it should be system, user or assistant")
    _check_text(content, f"{where}: the content")
    return Turn(role, content)


def _checked_variables(given: Any) -> dict[str, Any]:
    """A copy of the template variables, which nobody else can change. Raises BadInput."""
    if not isinstance(given, Mapping):
        raise BadInput(f"the template variables should be names with values, not {_shown(given)}")
    variables = cast(Mapping[Any, Any], given)
    if len(variables) > MAX_VARIABLES:
        raise BadInput(f"there are {len(variables)} template variables, and {MAX_VARIABLES} are the most")
    for name, value in variables.items():
        if not isinstance(name, str) or not name.isidentifier() or len(name) > LONGEST_SHOWN:
            raise BadInput(f"the template variable {_shown(name)} should be a name such as enable_thinking")
        if name in _RESERVED:
            raise BadInput(f"the template variable {name} is set by the explorer; leave it out")
        if not _is_json(value, _DEPTH):
            raise BadInput(
                f"the template variable {name} should be a JSON value with numbers below 2^63, nested at most {_DEPTH} "
                f"deep, not {_shown(value)}"
            )
    text = json.dumps(dict(variables), ensure_ascii=False)
    if len(text) > MAX_VARIABLE_CHARACTERS:
        raise BadInput(
            f"the template variables have {len(text):,} characters as JSON; {MAX_VARIABLE_CHARACTERS:,} are the most"
        )
    return json.loads(text)


def _is_json(value: Any, depth: int) -> bool:
    """Whether it is a JSON value that a trace can hold and that is read again as the same."""
    if isinstance(value, str):
        return not any("\ud800" <= c <= "\udfff" for c in value)  # half a surrogate pair cannot be written
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


def _shown(value: Any) -> str:
    """A wrong value as JSON, shortened."""
    try:
        text = json.dumps(value, ensure_ascii=True, default=str)
    except (ValueError, TypeError, RecursionError):
        text = f"a {type(value).__name__}"
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def read_messages(path: Path) -> tuple[Turn, ...]:
    """The turns of a file. Raises BadInput naming the file, and the line or turn that is wrong."""
    what = f"--messages a file of turns such as {EXAMPLE}"
    return parsed_turns(read_text(path, what, MAX_BYTES), str(path))


def parsed_turns(text: str, where: str) -> tuple[Turn, ...]:
    """The turns of a text: one JSON list, or one JSON object per line. Raises BadInput that begins with `where`.

    >>> parsed_turns('[{"role": "user", "content": "Hi"}]', "the earlier turns")
    (Turn(role='user', content='Hi'),)
    """
    if not text.strip():
        raise BadInput(f"{where} is empty; write a JSON list of turns, or one turn per line such as {EXAMPLE}")
    if text.lstrip().startswith("["):
        try:
            return turns_of(json.loads(text), where)
        except (ValueError, RecursionError) as error:
            raise _unless_told(error, f"{where} is not a JSON list of turns such as [{EXAMPLE}]") from None
    turns: list[Turn] = []
    for number, line in enumerate(text.split("\n"), 1):  # JSON may hold other ends of lines
        if not line.strip():
            continue
        try:
            turns.append(_turn(json.loads(line), f"{where}: line {number}"))
        except (ValueError, RecursionError) as error:
            raise _unless_told(error, f"{where}: line {number} is not a JSON object such as {EXAMPLE}") from None
    return tuple(turns)


def _unless_told(error: Exception, sentence: str) -> BadInput:
    return error if isinstance(error, BadInput) else BadInput(sentence)


def parsed_variables(words: Mapping[str, str]) -> dict[str, Any]:
    """Template variables from words: a value is JSON where it can be read as JSON, else text.

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
