"""The app's limits on visitors' requests and on storage.

Each limit has a value for a local machine, a smaller one for a public app, and an environment variable for the host.
The command line has no limits. A limit is looked up when it is needed; `check_environment` refuses invalid values at
startup. `make readme` updates the table of limits in docs/hosting.md.
"""

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass

from decoders.core.checkpoint import Check
from decoders.errors import BadInput
from decoders.switches import check_switches
from explorer.service.offered import is_public
from explorer.service.request import MAX_NEW_TOKENS, RunRequest

PREFIX = "EXPLORER_MAX_"


@dataclass(frozen=True)
class Limit:
    """A limit: what it limits, and its values on a local machine and on a public app."""

    name: str
    own: int
    public: int
    of: str
    most: int = 10**12  # largest value of the environment variable

    @property
    def variable(self) -> str:
        """The name of the limit's environment variable."""
        return PREFIX + self.name.upper()

    @property
    def value(self) -> int:
        """The current value. Raises BadInput if the environment variable is not valid."""
        given = os.environ.get(self.variable, "").strip()
        if not given:
            return self.public if is_public() else self.own
        if not given.isascii() or not given.isdigit() or len(given) > 12 or not 1 <= int(given) <= self.most:
            raise BadInput(
                f"{self.variable}={given[:20]} is not valid. Set it to a whole number from 1 to {self.most}."
            )
        return int(given)


PROMPT = Limit(
    "prompt",
    100_000,
    8_000,
    "characters of a prompt, including its system prompt, earlier turns and template variables",
    10**6,
)
NEW_TOKENS = Limit("new_tokens", MAX_NEW_TOKENS, 256, "new tokens per run", MAX_NEW_TOKENS)
NODES = Limit("nodes", 2048, 256, "draft nodes per round that the chosen settings allow")
WORK = Limit("work", 16_000_000, 400_000, "prompt tokens × draft nodes per round")
SECONDS = Limit("seconds", 3600, 120, "seconds of model time per run")
AWAY = Limit("away", 3600, 120, "seconds that a run continues after the visitor's last page is closed")
WAITING = Limit("waiting", 40, 40, "runs waiting for a device", 1000)
EACH = Limit("each", 40, 3, "queued or running runs per visitor", 1000)
TRACES = Limit("traces", 200, 200, "stored runs and uploads")
KEPT_EACH = Limit("kept_each", 200, 40, "stored runs and uploads per visitor")
TRACE_MB = Limit("trace_mb", 200, 50, "megabytes per trace, including an upload after unpacking")
UPLOAD_MB = Limit("upload_mb", 50, 20, "megabytes per uploaded file")
CHECK_SECONDS = Limit("check_seconds", 300, 60, "seconds of processor time for checking an upload")
KEPT_MB = Limit("kept_mb", 2048, 1024, "megabytes of all stored runs and uploads")
HOURS = Limit("hours", 168, 24, "hours that runs and uploads are stored")
PAIRS_MB = Limit("pairs_mb", 10**6, 10**6, "megabytes of weights in memory (also limited by free memory)")

LIMITS = (
    *(PROMPT, NEW_TOKENS, NODES, WORK, SECONDS, AWAY, WAITING, EACH),
    *(TRACES, KEPT_EACH, TRACE_MB, UPLOAD_MB, CHECK_SECONDS, KEPT_MB, HOURS, PAIRS_MB),
)


def check_environment() -> None:
    """Raise BadInput if the environment variable of a limit or switch is not valid."""
    check_switches()
    for limit in LIMITS:
        _ = limit.value


def check_request(request: RunRequest) -> None:
    """Raise BadInput if a request exceeds one of the limits that can be checked before the prompt is tokenized."""
    asked = (
        (PROMPT, _characters(request), "The prompt has {} characters", "Shorten it."),
        (NEW_TOKENS, request.limit, "You requested {} new tokens", "Choose fewer."),
        (NODES, request.chosen.most_nodes, "These settings draft up to {} nodes per round", _SMALLER),
    )
    for limit, found, what, then in asked:
        if found > limit.value:
            raise _beyond(limit, what.format(f"{found:,}"), then)


def _characters(request: RunRequest) -> int:
    """Number of characters in the prompt, the system prompt, earlier turns, and template variables as JSON."""
    variables = json.dumps(dict(request.template_args), ensure_ascii=False) if request.template_args else ""
    return len(request.prompt) + request.conversation.characters + len(variables)


def check_work(request: RunRequest, prompt_tokens: int) -> None:
    """Raise BadInput if the prompt is too long for the number of nodes that its drafts may have."""
    nodes = request.chosen.most_nodes
    if prompt_tokens * nodes > WORK.value:
        what = f"This run has {prompt_tokens:,} prompt tokens × up to {nodes:,} draft nodes = {prompt_tokens * nodes:,}"
        raise _beyond(WORK, what, "Shorten the prompt or choose a smaller draft.")


_SMALLER = "Choose a lower node budget, draft length, width or branching."


def _beyond(limit: Limit, what: str, then: str) -> BadInput:
    return BadInput(f"{what}, but the limit is {limit.value:,}. {then}")


def in_time(check: Check = lambda: None, waited: Callable[[], float] = lambda: 0.0) -> Check:
    """Add the time limit of a run to `check`, which the run calls at its checkpoints. The new check also raises
    BadInput once the run has used the models for the allowed time. `waited` returns the seconds, since the start, in
    which other runs used the models.
    """
    until = time.monotonic() + SECONDS.value

    def checks() -> None:
        check()
        if time.monotonic() > until + waited():
            raise BadInput(
                f"The run was stopped after {SECONDS.value} s, which is the limit. Use fewer tokens or a smaller draft."
            )

    return checks


def check_wait(seconds: float) -> None:
    """Raise BadInput if a request has waited for other runs longer than a run may take."""
    if seconds > SECONDS.value:
        raise BadInput(f"Your request timed out after waiting {SECONDS.value} s for other runs. Try again.")


def limits_sentence() -> str:
    """Three sentences about the limits for a visitor."""
    seconds = SECONDS.value
    duration = f"{seconds} seconds" if seconds % 60 else f"{seconds // 60} minutes"
    return (
        f"A prompt may have {PROMPT.value:,} characters, and with the new tokens it must fit the model’s context. "
        f"A run may have {NEW_TOKENS.value:,} new tokens and {NODES.value:,} draft nodes per round, and may take "
        f"{duration}. Runs are stored for {HOURS.value} hours."
    )
