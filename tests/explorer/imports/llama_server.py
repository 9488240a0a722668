"""Run llama.cpp's server on tiny models and print its answers; its log goes to stderr.

python -m tests.explorer.imports.llama_server TARGET.gguf DRAFT.gguf VERBOSITY P_MIN
"""

import json
import sys

import xllamacpp  # pyright: ignore[reportMissingImports] - a requirement of tests only


def main(target: str, draft: str, verbosity: int, p_min: float) -> None:
    """Ask for two answers, without a sampling of the target, and print them with the metrics."""
    params = xllamacpp.CommonParams()
    params.model.path, params.n_ctx, params.n_parallel = target, 512, 1
    params.warmup, params.endpoint_metrics, params.verbosity = False, True, verbosity
    params.speculative.types = [xllamacpp.common_speculative_type.COMMON_SPECULATIVE_TYPE_DRAFT_SIMPLE]
    params.speculative.draft.mparams.path = draft
    params.speculative.draft.n_max, params.speculative.draft.p_min = 4, p_min
    server = xllamacpp.Server(params)
    for tokens in (24, 40):
        asked = {"prompt": "the sky is blue because the sky is", "n_predict": tokens, "temperature": 0.0}
        print(json.dumps(server.handle_completions(asked | {"cache_prompt": False, "ignore_eos": True})))
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]))
