"""Record transformers' assisted generation as traces: `explorer.recording`.

Every round becomes an iteration at once, so nothing large stays in memory. The header comes last, because it says how
the rounds differ from SpD's rule.
"""

import platform
import warnings
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from decoders.catalog import decoder
from decoders.errors import BadInput
from explorer.features.assisted_check import LOSSY, codes, follows
from explorer.features.assisted_steps import RULES, WHY_UNUSED, Steps
from explorer.public import Trace
from explorer.service.recording import ids_of, line_with, trace_file
from explorer.trace.format import SCHEMA, lines_of_trace
from explorer.trace.lines import (
    EnergySource,
    Explorer,
    FinalBeam,
    Header,
    IterationLine,
    Observed,
    OracleLine,
    Summary,
)
from explorer.trace.metrics import Totals
from explorer.version import about_explorer

if TYPE_CHECKING:
    from decoders.models.torch.assisted import Setup
    from decoders.models.torch.assisted_round import Round

ENGINE = "transformers"
STOPPED = "the recording stopped before the end of the run"
NO_ENERGY = "the explorer does not measure the energy of runs of other programs"


class Recording:
    """The recorded runs: one trace for each assisted call of `generate`, in order."""

    def __init__(self, tokenizer: Any = None) -> None:
        self.traces: list[Trace] = []
        self.problem: str | None = None  # why recording stopped early
        self._words = _Texts(tokenizer)
        self._run: _Run | None = None

    @property
    def trace(self) -> Trace:
        """The last trace. Raises BadInput if nothing was recorded."""
        if not self.traces:
            reason = self.problem or "no call of generate was assisted"
            raise BadInput(
                f"Nothing was recorded: {reason}. Call model.generate with assistant_model or prompt_lookup_num_tokens."
            )
        return self.traces[-1]

    def save(self, path: str | Path) -> None:
        """Write the last trace as .jsonl or .jsonl.gz. Raises BadInput if there is no trace or the file cannot be
        written.
        """
        trace = self.trace
        with trace_file(Path(path)) as write:
            for line in lines_of_trace(trace):
                write(line)

    # The hooks in transformers call the following methods.

    def begin(self, setup: "Setup") -> None:
        """Start the trace of a run."""
        self._run = _Run(setup, self._words)

    def round(self, made: "Round") -> None:
        """Record a round of the run."""
        if self._run is not None:
            self._run.add(made)

    def end(self, whole: bool) -> None:
        """End the trace of a run. `whole` is false if `generate` raised an error."""
        run, self._run = self._run, None
        if run is not None and run.lines:
            self.traces.append(run.trace(whole))

    def failed(self, error: Exception) -> None:
        """Store the error that made recording fail, and end the recording.

        The generation continues without recording. The part recorded so far is stored and marked as incomplete.
        """
        self.problem = f"{type(error).__name__}: {error}"
        self.end(False)


@contextmanager
def recording(model: Any, assistant: Any = None, *, tokenizer: Any = None) -> Generator[Recording]:
    """Record the calls of `model.generate` in this block; see `explorer.recording`."""
    if not callable(getattr(model, "generate", None)):
        raise BadInput(f"A {type(model).__name__} cannot generate text. Pass a transformers model that can.")
    if tokenizer is not None and not callable(getattr(tokenizer, "get_vocab", None)):
        raise BadInput(f"A {type(tokenizer).__name__} is not a tokenizer. Pass the model's tokenizer, or leave it out.")
    from decoders.models.torch.assisted import watching

    run = Recording(tokenizer)
    with watching(model, assistant, run):
        yield run
    if run.problem:
        warnings.warn(f"The recording stopped ({run.problem}). The generated text is not affected.", stacklevel=3)


class _Run:
    """A run that is being recorded."""

    def __init__(self, setup: "Setup", words: "_Texts") -> None:
        self.lines: list[IterationLine] = []
        self._setup, self._words = setup, words
        self._steps, self._totals = Steps(setup), Totals()
        self._given = set(setup.prompt)
        self._codes: dict[str, None] = {}
        self._differing: list[int] = []
        self._longest = 1

    def add(self, made: "Round") -> None:
        """Add a round."""
        iteration = self._steps.add(made)
        self._codes |= dict.fromkeys(sorted(codes(self._setup, made)))
        if not follows(self._setup, made):
            self._differing.append(iteration.index)
        self._longest = max(self._longest, len(made.drafts))
        self._totals.add(iteration)
        new = ids_of(iteration) - self._given
        self._given |= new
        self.lines.append(line_with(iteration, self._words.of(new)))

    def trace(self, whole: bool) -> Trace:
        """The trace. It is incomplete and has no summary if the run or its recording was cut short."""
        summary = self._summary() if whole else None
        return Trace(self._header(), self.lines, summary, None if whole else STOPPED)

    def _summary(self) -> Summary:
        beam = self._steps.beam
        text = self._words.text(beam.tokens)
        return Summary(
            tokens=beam.tokens,
            text=text,
            beams=(FinalBeam(beam.tokens, beam.logp, beam.done, text),),
            counts=self._totals.counts(beam),
            by_depth=self._totals.by_depth(),
            by_rank=self._totals.by_rank(),
            seconds=self._totals.seconds(),
            joules=None,
        )

    def _header(self) -> Header:
        setup, copies = self._setup, self._setup.ngram is not None
        method = decoder("lookup" if copies else "spd")
        warp = {"temperature": setup.temperature, "top_k": setup.top_k, "top_p": setup.top_p}
        rules = {*method.rules, *RULES, *WHY_UNUSED}
        used = {verdict.rule for line in self.lines for verdict in line.verdicts} | {str(rule) for rule in method.rules}
        return Header(
            schema=SCHEMA,
            method=method.name,
            title=method.title,
            paper=method.paper,
            view="chain",
            pair=setup.target if setup.draft is None else f"{setup.target} + {setup.draft}",
            target=setup.target,
            draft=setup.draft,
            settings=warp | {"gamma": self._longest} | ({"ngram": setup.ngram} if copies else {}),
            seed=None,
            prompt=self._words.text(setup.prompt),
            prompt_tokens=setup.prompt,
            device=setup.device,
            dtype=setup.dtype,
            versions={"python": platform.python_version(), ENGINE: setup.version},
            energy=EnergySource(method="unavailable", reason=NO_ENERGY),
            oracle=self._oracle(warp),
            rules={str(rule): rule.formula for rule in sorted(rules) if rule in used},
            explorer=Explorer(**about_explorer()),
            observed=Observed(
                *(ENGINE, setup.version, setup.generator, setup.processors),
                notes=tuple(self._codes),
                differing=tuple(self._differing),
            ),
            recorded=datetime.now(UTC).isoformat(timespec="seconds"),
            vocab_size=setup.vocab_size,
            texts=self._words.of(set(setup.prompt)),
            eos=setup.eos,
            max_new_tokens=setup.most_new,
        )

    def _oracle(self, warp: dict[str, Any]) -> OracleLine | None:
        """The reference method with the same output distribution as the run; None if the rounds do not determine it."""
        lossy = next((code for code in LOSSY if code in self._codes), None)
        if lossy is not None:
            return OracleLine("lossy", lossy)
        if self._differing or {"unknown_drafts", "u_missing"} & set(self._codes):
            return None
        return OracleLine("exact", "lossless", "multinomial", dict(warp))


class _Texts:
    """The texts of tokens, from a transformers tokenizer. If there is no tokenizer, there are no texts."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self._bytes = tokenizer is not None and "Ġ" in tokenizer.get_vocab()

    def of(self, ids: set[int]) -> dict[str, str]:
        """The texts of token ids."""
        if self._tokenizer is None:
            return {}
        from decoders.models.text.tokens import id_text

        return {str(token): id_text(self._tokenizer, token, self._bytes) for token in sorted(ids)}

    def text(self, ids: Sequence[int]) -> str:
        """The text of a sequence; empty if there is no tokenizer."""
        return "" if self._tokenizer is None else str(self._tokenizer.decode(list(ids), skip_special_tokens=True))
