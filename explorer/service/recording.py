"""Record a run: load the pair, run the decoder, and yield the lines of a trace one by one.

The command line, the app and the benchmarks all record with this module. Torch is imported only for real pairs.
"""

import contextlib
import errno
import gzip
import platform
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import asdict, fields, replace
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TextIO

from decoders.core.checkpoint import CutShort
from decoders.core.decode import best_of
from decoders.core.decoder import Decoder
from decoders.core.dice import Seeded
from decoders.core.pair import Encoded
from decoders.core.record import BeamRecord, Distribution, Iteration
from decoders.errors import BadInput
from decoders.files import check_file
from decoders.models.steps import Progress
from decoders.pairs import Pair, no_progress
from explorer.energy import model as energy_model
from explorer.energy import run as energy
from explorer.service.request import PAPER, RunRequest
from explorer.trace.format import SCHEMA, Trace, to_line, trace_of
from explorer.trace.line_validators import Line, header_of, prepare_headers
from explorer.trace.lines import FinalBeam, Header, IterationEnergy, IterationLine, Summary
from explorer.trace.metrics import Totals
from explorer.trace.states import PHASES
from explorer.version import about_explorer

Beams = tuple[BeamRecord, ...]
# Libraries whose version can change the output of a real pair.
LIBRARIES = ("torch", "transformers", "tokenizers", "numba")
Pick = Callable[[energy.Devices], energy.Choice]


def record(
    request: RunRequest,
    pair: Pair | None = None,
    *,
    progress: Progress = no_progress,
    pick: Pick | None = None,
    prompt: Encoded | None = None,
) -> Generator[Line]:
    """Yield the header, iterations and summary of one run.

    `pair` is the request's pair if it is already loaded. `pick` chooses an energy source instead of `energy.pick`.
    `prompt` is the encoded prompt if it was read before (`recorded_prompt`). Raises BadInput before the header if the
    request cannot be run. Closing the generator releases the caches. A run that is stopped at a checkpoint has a
    summary with the reason (`stopped`).
    """
    loaded = request.load(progress) if pair is None else pair
    return _lines(request, *request.asked(loaded, prompt), pick or energy.pick)


def record_trace(request: RunRequest, path: Path | None = None, pair: Pair | None = None) -> Trace:
    """Record one run to `path`, line by line, and return its trace. `pair` is as in `record`."""
    with contextlib.nullcontext(lambda line: None) if path is None else trace_file(path) as write:
        return trace_of(line for line in record(request, pair) if write(line) is None)


@contextlib.contextmanager
def trace_file(path: Path) -> Iterator[Callable[[Line], None]]:
    """Context manager that writes each line as soon as it comes, and flushes it.

    The file is created with the first line. Raises BadInput if the file cannot be written, for example because the disk
    is full.
    """
    check_file(path)
    sinks: list[TextIO] = []

    def write(line: Line) -> None:
        if not sinks:
            sinks.append(stack.enter_context(_text_sink(path)))
        sinks[0].write(to_line(line))
        sinks[0].flush()

    try:
        with contextlib.ExitStack() as stack:
            yield write
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise BadInput(
                f"The disk is full; the iterations written so far are saved in {path}. Free some space and run again."
            ) from None
        raise


def _text_sink(path: Path) -> TextIO:
    return gzip.open(path, "wt", encoding="utf-8") if path.suffix == ".gz" else path.open("w", encoding="utf-8")


def _lines(request: RunRequest, pair: Pair, prompt: Encoded, pick: Pick) -> Generator[Line]:
    texts, totals, beams = Texts(pair), Totals(), ()
    ids = prompt.ids
    model = energy_model.describe(pair.models, str(pair.info.get("device")), pair.info.get("tree_mode", {}))
    devices = energy.devices_of(pair.models)
    spent = energy.RunEnergy(pick(devices), devices, model)
    run = request.decoder.decode(ids, pair.models, request.chosen, Seeded(request.seed), request.limit)
    try:
        first = header(request, pair, prompt)
        yield replace(first, energy=spent.header(), texts=texts.new({*ids, *_named_ends(pair)}))
        spent.start()
        for iteration in run:
            totals.add(iteration)
            beams = iteration.final.beams
            used = spent.iteration(iteration.seconds, energy_model.counted(model.shapes or {}, iteration.passes))
            ids = ids_of(iteration)
            yield line_with(iteration, texts.new(ids), used, lacking(request.decoder, pair, ids))
        yield _measured(summary(pair, beams, totals), spent)
    except CutShort as cut:
        if not beams:  # no token was generated
            raise
        yield replace(_measured(summary(pair, beams, totals), spent), stopped=cut.reason)
    finally:
        run.close()
        spent.close()


def line_with(
    iteration: Iteration,
    texts: dict[str, str],
    energy: IterationEnergy | None = None,
    not_in_draft: tuple[int, ...] | None = None,
) -> IterationLine:
    """Combine an iteration with the texts of its new tokens, its energy, and the tokens that cannot be drafted."""
    parts = {field.name: getattr(iteration, field.name) for field in fields(Iteration)}
    return IterationLine(**parts, texts=texts, energy=energy, not_in_draft=not_in_draft)


def lacking(method: Decoder, pair: Pair, ids: Iterable[int]) -> tuple[int, ...] | None:
    """The given tokens that the draft's vocabulary lacks; None if it lacks none, or if the draft writes text."""
    draft = pair.models.draft
    if draft is None or not method.needs_draft or method.writes:
        return None
    return tuple(sorted(i for i in ids if i >= 0 and not draft.proposes(i))) or None


def _measured(summary: Summary, spent: energy.RunEnergy) -> Summary:
    joules, window = spent.summary()
    return replace(summary, joules=joules, energy=window)


def _named_ends(pair: Pair) -> frozenset[int]:
    """The ids that end a text; empty unless the header names their sources."""
    return pair.models.eos if "eos_sources" in pair.info else frozenset()


def prepare() -> None:
    """Do the slow parts of the first header (40 ms): ask git for the commit, and read the fields of a header."""
    about_explorer()
    prepare_headers()


def header(request: RunRequest, pair: Pair, prompt: Encoded) -> Header:
    """Make the first line of a trace."""
    method = request.decoder
    return header_of(
        {
            "schema": SCHEMA,
            "method": method.name,
            "title": method.title,
            "paper": method.paper,
            "view": method.view,
            "pair": pair.name,
            **pair.info,
            **_rule(method, pair),
            "draft_window": pair.models.draft_window
            if method.needs_draft
            else None,  # recorded only if it is shorter than the target's
            "settings": asdict(request.chosen),
            "preset": None if request.preset == PAPER else request.preset,
            "seed": request.seed,
            "prompt": request.prompt,
            "raw": request.raw,
            **request.extras(),
            "prompt_notes": prompt.notes or None,
            "prompt_tokens": prompt.ids,
            "eos": sorted(pair.models.eos),
            "max_new_tokens": request.limit,
            "oracle": asdict(method.oracle_for(request.chosen)),
            **declared(method),
            "versions": versions(real=pair.vocab is None),
            "explorer": about_explorer(),
            "energy": {"method": energy.UNAVAILABLE},
            "recorded": datetime.now(UTC).isoformat(timespec="seconds"),
        }
    )


def _rule(method: Decoder, pair: Pair) -> dict[str, Any]:
    """The facts about a draft with another tokenizer, with the rule that this method follows."""
    both = pair.info.get("vocabularies")
    return {"vocabularies": {**both, "rule": "SLEM"}} if both and method.writes else {}


def declared(method: Decoder) -> dict[str, dict[str, str]]:
    """A method's rule formulas, and the groups of the kinds of steps that it adds.

    Programs that do not have the method need these facts to show its runs.
    """
    phases = {str(phase): phase.group for phase in method.phases if phase not in PHASES}
    return {"rules": {str(rule): rule.formula for rule in method.rules}, **({"phases": phases} if phases else {})}


_version = cache(version)  # reading a package's files is slow, and every replay is a run


def versions(real: bool) -> dict[str, str]:
    """Versions of the software that the run used."""
    found = {"numpy": _version("numpy")}
    for name in LIBRARIES if real else ():
        with contextlib.suppress(PackageNotFoundError):  # an engine's package may be missing
            found[name] = _version(name)
    return {"python": platform.python_version(), "machine": platform.machine(), **found}


class Texts:
    """The texts of tokens. Each text is returned only once per trace."""

    def __init__(self, pair: Pair) -> None:
        self._text = pair.token_text
        self._given: set[int] = set()

    def new(self, ids: set[int]) -> dict[str, str]:
        """The texts of those ids whose texts have not been returned before."""
        fresh = sorted(i for i in ids - self._given if i >= 0)
        self._given.update(fresh)
        return {str(i): self._text(i) for i in fresh}


def ids_of(iteration: Iteration) -> set[int]:
    """Every token id of an iteration that may be shown as text."""
    nodes = {node.token for node in iteration.nodes} | set(iteration.final.tokens)
    beams = {token for beam in iteration.final.beams for token in beam.tokens}
    return nodes | beams | {token for dist in iteration.distributions for token in _tokens(dist)}


def _tokens(dist: Distribution) -> Iterator[int]:
    """The token ids of a recorded distribution.

    In a joint distribution, base − 1 represents a finished beam and is not a token.
    """
    for choice, _ in dist.top:
        token = choice if dist.base is None else choice % dist.base
        if dist.base is None or token < dist.base - 1:
            yield token


def summary(pair: Pair, beams: Sequence[BeamRecord], totals: Totals) -> Summary:
    """Make the last line of a trace.

    `tokens` are the tokens of the beam with the highest mean log p, or of the first such beam in a tie.
    """
    best = best_of(beams)
    return Summary(
        tokens=best.tokens,
        text=pair.decode(best.tokens),
        beams=tuple(FinalBeam(beam.tokens, beam.logp, beam.done, pair.decode(beam.tokens)) for beam in beams),
        counts=totals.counts(best),
        by_depth=totals.by_depth(),
        by_rank=totals.by_rank(),
        seconds=totals.seconds(),
        joules=None,
    )


def run_once(request: RunRequest, pair: Pair, ids: list[int], check: Callable[[], object] = lambda: None) -> Beams:
    """Run without recording and return the live beams at the end. `check` may raise between two iterations.

    `pair` and `ids` are what `request.on` returns.
    """
    beams: Beams = ()
    run = request.decoder.decode(ids, pair.models, request.chosen, Seeded(request.seed), request.limit, record=False)
    try:
        for iteration in run:
            beams = iteration.final.beams
            check()
    finally:
        run.close()
    return beams
