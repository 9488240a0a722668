"""Ask the Hugging Face Hub about a model's name before anything is downloaded. A wrong name is then reported within
seconds.

The Hub is not asked about local folders or files, or about models that were downloaded before.
"""

# The types of huggingface_hub's functions are only partly known.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

import os
from pathlib import Path

from decoders.errors import BadInput
from decoders.models.steps import WEIGHTS_STEP, Progress, no_progress, step

PATIENCE = 2.0  # seconds for each of a pair's two names, unless HF_HUB_ETAG_TIMEOUT says otherwise
PATIENCE_NAME = "HF_HUB_ETAG_TIMEOUT"


def check_hub(name: str, progress: Progress = no_progress) -> None:
    """Raise BadInput if the Hub has no model with this name, does not let this account use it, or does not answer in
    time.
    """
    from huggingface_hub import HfApi, try_to_load_from_cache
    from huggingface_hub.errors import HFValidationError

    try:
        if Path(name).exists() or isinstance(try_to_load_from_cache(name, "config.json"), str):
            return
    except HFValidationError:  # a missing folder is reported when it is loaded
        return
    seconds = patience()
    progress(step(f"Asking the Hugging Face Hub about {name[:80]} (at most {seconds:.0f} s)", "hub", WEIGHTS_STEP), 0.0)
    try:
        found = HfApi(endpoint=os.environ.get("HF_ENDPOINT")).model_info(name, timeout=seconds)
    except Exception as error:  # the HTTP library underneath has its own errors
        what = type(error).__name__
        raise refusal(error, name) or BadInput(
            f"The Hub did not answer within {seconds:g} s ({what}), and {name[:80]} is not on this machine. Try again "
            f"later, or increase {PATIENCE_NAME} (seconds)."
        ) from None
    if found.gated and not _token():
        raise BadInput(_GATED.format(name=name[:80]))


def patience() -> float:
    """The number of seconds to wait for the Hub.

    If HF_HUB_ETAG_TIMEOUT is set, its value is used, because slow mirrors need more time.
    """
    try:
        return max(PATIENCE, float(os.environ.get(PATIENCE_NAME, "")))
    except ValueError:
        return PATIENCE


def refusal(error: BaseException | None, name: str) -> BadInput | None:
    """Turn an error of the Hub's library into a BadInput with the reason; None if the Hub did not refuse anything."""
    while error is not None:
        if (sentence := _sentence(error, name)) is not None:
            return BadInput(sentence)
        error = error.__cause__ or error.__context__
    return None


def _sentence(error: BaseException, name: str) -> str | None:
    from huggingface_hub.errors import (
        DisabledRepoError,
        GatedRepoError,
        HfHubHTTPError,
        OfflineModeIsEnabled,
        RepositoryNotFoundError,
    )

    shown = name[:80]
    if isinstance(error, GatedRepoError):
        return _GATED.format(name=shown)
    if isinstance(error, DisabledRepoError):
        return f"The Hub has disabled {shown}. Choose another model."
    if isinstance(error, RepositoryNotFoundError):
        return (
            f"Model {shown} was not found on the Hub, or it is private. Check its name, and set HF_TOKEN if "
            "it is private."
        )
    if isinstance(error, OfflineModeIsEnabled):
        return f"{shown} is not on this machine, and HF_HUB_OFFLINE is set. Unset this variable, or use a local folder."
    status = error.response.status_code if isinstance(error, HfHubHTTPError) else None
    return None if status not in _BY_STATUS else _BY_STATUS[status].format(name=shown)


_GATED = (
    "Access to {name} must be requested. Request it on the model's page, and set HF_TOKEN (on a Space, as a "
    "secret) to a token of an account that has it."
)
_BY_STATUS = {
    401: "The Hub rejects the access token, so {name} cannot be downloaded. Renew HF_TOKEN, or unset it and log out.",
    403: "This account has no access to {name}. Request it on the model's page, or use another HF_TOKEN.",
    404: "The Hub does not have this file of {name}. Check the model's name.",
    429: "The Hub has received too many requests from here. Try again in a few minutes, or set HF_TOKEN.",
    500: "The Hub failed to respond for {name} (status 500). Try again later.",
    502: "The Hub failed to respond for {name} (status 502). Try again later.",
    503: "The Hub is not available (status 503). Try again later.",
    504: "The Hub failed to respond for {name} (status 504). Try again later.",
}


def _token() -> str | None:
    from huggingface_hub import get_token

    return os.environ.get("HF_TOKEN") or get_token()
