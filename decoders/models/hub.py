"""What the Hugging Face Hub says of a name before anything is fetched: a typing error is told in seconds.

Nothing is asked of models that are folders or files here, or whose files were fetched before.
"""

# What huggingface_hub says of its own functions is partly unknown.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

import os
from pathlib import Path

from decoders.errors import BadInput

PATIENCE = 2.0  # seconds for each of a pair's two names


def check_hub(name: str) -> None:
    """Raise BadInput if the Hub has no model of that name, does not let us have it, or does not answer in time."""
    from huggingface_hub import HfApi, try_to_load_from_cache
    from huggingface_hub.errors import (
        GatedRepoError,
        HFValidationError,
        OfflineModeIsEnabled,
        RepositoryNotFoundError,
    )

    try:
        if Path(name).exists() or isinstance(try_to_load_from_cache(name, "config.json"), str):
            return
    except HFValidationError:  # a folder that is not there: whoever loads it says so
        return
    try:
        found = HfApi(endpoint=os.environ.get("HF_ENDPOINT")).model_info(name, timeout=PATIENCE)
    except GatedRepoError:
        raise _locked(name) from None
    except RepositoryNotFoundError:
        raise BadInput(f"there is no model {name[:80]} on the Hub, or it is private; check its name") from None
    except OfflineModeIsEnabled:
        raise BadInput(f"{name[:80]} was never fetched, and the Hub is switched off (HF_HUB_OFFLINE)") from None
    except Exception as error:  # whichever library it asks with has errors of its own
        what = type(error).__name__
        raise BadInput(
            f"the Hub does not answer ({what}), and {name[:80]} was never fetched; try again later"
        ) from None
    if found.gated and not os.environ.get("HF_TOKEN") and not _token():
        raise _locked(name)


def _token() -> str | None:
    from huggingface_hub import get_token

    return get_token()


def _locked(name: str) -> BadInput:
    return BadInput(
        f"{name[:80]} is given on request only: ask for access on its page on the Hub, and set HF_TOKEN (on a Space: "
        "as a secret) to a token of an account that has it"
    )
