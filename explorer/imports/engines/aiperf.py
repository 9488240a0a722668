"""AIPerf: `profile_export.jsonl`, whose lines have the acceptance of one request."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from explorer.imports.engines.adapter import TIMES, Values
from explorer.imports.engines.vllm import DETAILED_FLAG, RULE, acceptance
from explorer.imports.fields import Fields
from explorer.imports.record import Absent, Format, Request

EXPORT = Format(
    "AIPerf", "profile_export.jsonl", "`--export-level records`, with a server that reports acceptance per request",
    "a histogram per request, and every pass if the server reports it",
    (
        Absent("The order of the passes", f"Start vLLM with `{DETAILED_FLAG}`."),
        Absent("The text", "Run AIPerf with `--export-level raw`, and import the responses."),
        TIMES,
    ),
    False, f"Start vLLM with `{DETAILED_FLAG}`.",
    f"AIPerf only reports what its server did, so the rule is the server's. {RULE}",
)  # fmt: skip


class Export(Values):
    """An adapter for the lines of `profile_export.jsonl`."""

    def takes(self, value: Mapping[str, Any]) -> bool:
        return isinstance(value.get("spec_decode_acceptance"), dict)

    def read(self, value: Mapping[str, Any], where: str) -> Iterator[Request]:
        fields = Fields(value, where)
        counts = fields.fields("spec_decode_acceptance")
        about = fields.fields("metadata") if isinstance(value.get("metadata"), dict) else fields
        name = about.text("x_request_id", 100) or about.text("request_id", 100)
        yield replace(acceptance(counts), format=EXPORT, name=name, method=counts.text("engine", 40))
