"""Visitors to the app, who send the requests of its page: to Gradio's queue, the API, and the app's own addresses.

Each method waits for the whole answer, and raises OSError, ValueError or LookupError if the answer is invalid.
"""

import json
import re
import urllib.request
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from explorer.service.store import gallery

TOY, PROMPT, TOKENS = "toy:assets/toys/dsbd-figure-2.json", "ask", 12
OTHERS = (
    False,
    "auto",
    "auto",
    None,
    "[]",
    "{}",
    False,
    "paper",
)  # raw, engine, dtype, parts of a prompt, preset
PATIENCE = 120  # seconds to wait for one answer
CHANGED, DECISION = "dsbd-figure-2", {"it": 2, "verdict": 1}  # a bundled run, and one of its random decisions
FAULT = re.compile(r'role=\\?"alert\\?">([^<]*)<')


def get(url: str, body: Any = None, patience: float = PATIENCE) -> bytes:
    """Request a URL and return the body of the answer. Raises OSError if it fails (HTTPError is one)."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=patience) as answer:
        return answer.read()


def run(
    url: str, seed: int, pair: str = TOY, prompt: str = PROMPT, tokens: int = TOKENS, patience: float = PATIENCE
) -> list[int]:
    """Make a run with the API and return its tokens. Raises OSError or ValueError if it fails."""
    given = ["spd", pair, prompt, "{}", seed, tokens, *OTHERS]
    event = json.loads(get(f"{url}gradio_api/call/run", {"data": given}))["event_id"]
    answer = get(f"{url}gradio_api/call/run/{event}", patience=patience).decode()
    lines = [
        json.loads(text) for row in answer.split("\n") if row.startswith("data: [") for text in json.loads(row[6:])
    ]
    if not lines or "event: complete" not in answer:
        raise ValueError(f"the run on {pair} did not finish: {answer[-300:]}")
    return lines[-1][-1]["tokens"]


def leave(url: str, seed: int) -> None:
    """Start a run, listen for a moment, and leave."""
    given = ["spd", TOY, PROMPT, "{}", seed, 256, *OTHERS]
    event = json.loads(get(f"{url}gradio_api/call/run", {"data": given}))["event_id"]
    with urllib.request.urlopen(f"{url}gradio_api/call/run/{event}", timeout=PATIENCE) as answer:
        answer.read(64)


@dataclass(frozen=True)
class Button:
    """A button of the page: the event that it starts, and the values that the page sends with it by default."""

    event: int
    values: tuple[Any, ...]
    labels: tuple[str, ...]

    def with_values(self, **changed: Any) -> list[Any]:
        """The values that the page sends, with those of the named labels changed. Raises LookupError if a label
        is unknown.
        """
        values = list(self.values)
        for label, value in changed.items():
            values[self.labels.index(label.replace("_", " "))] = value
        return values


class Page:
    """The page of the app at an address."""

    def __init__(self, url: str) -> None:
        """`url` ends in a slash."""
        self.url = url
        self._names = [card.name for card in gallery()]

    @cached_property
    def _config(self) -> dict[str, Any]:
        return json.loads(get(f"{self.url}config"))

    def button(self, name: str) -> Button:
        """The button with an HTML id. Raises LookupError if it starts nothing on the server."""
        parts = {part["id"]: part.get("props", {}) for part in self._config["components"]}
        own = next(number for number, props in parts.items() if props.get("elem_id") == name)
        events = [one for one in self._config["dependencies"] if [own, "click"] in map(list, one["targets"])]
        event = max((one for one in events if one["backend_fn"]), key=lambda one: len(one["inputs"]))
        values = tuple(parts[number].get("value") for number in event["inputs"])
        labels = tuple(str(parts[number].get("label")) for number in event["inputs"])
        return Button(event["id"], values, labels)

    def press(self, button: Button, session: str, values: list[Any]) -> str:
        """Press a button, read all messages, and return the last one. Raises ValueError if it is an error."""
        asked = {"fn_index": button.event, "session_hash": session, "data": values}
        get(f"{self.url}gradio_api/queue/join", asked)
        last = ""
        with urllib.request.urlopen(
            f"{self.url}gradio_api/queue/data?session_hash={session}", timeout=PATIENCE
        ) as answer:
            for row in answer:
                if not row.startswith(b"data: "):
                    continue
                text = row[6:].decode()
                if fault := FAULT.search(text):
                    raise ValueError(fault[1][:200])
                kind = json.loads(text)["msg"]
                if kind == "close_stream":
                    break
                last = text if kind == "process_completed" else last
        if not last or not json.loads(last)["success"]:
            raise ValueError(f"the pressed button's work did not finish: {last[:200]}")
        return last

    def step(self, visitor: int) -> None:
        """Make the request of the stage when a recorded run is opened."""
        get(f"{self.url}explorer/open/{self._names[visitor % len(self._names)]}")

    def compare(self, session: str, seed: int) -> None:
        """Compare three methods on a toy pair."""
        button = self.button("compare-run")
        methods = ["multinomial", "spd", "specinfer"]
        values = button.with_values(
            Prompt_for_all_methods=PROMPT, New_tokens_per_method=TOKENS, Seed_for_all_methods=seed
        )
        values[:2] = [TOY, methods]
        self.press(button, session, values)

    def lab(self, session: str) -> None:
        """Measure a figure of the papers on the toy pair in the Lab tab."""
        button = self.button("lab-run")
        self.press(button, session, list(button.values))

    def exactness(self, session: str, number: int) -> None:
        """Request an enumeration that is not cached, with one rule broken."""
        button = self.button("enumerate")
        toy = json.loads(button.values[button.labels.index("Toy pair as JSON")])
        values = button.with_values(Toy_pair_as_JSON=json.dumps(toy | {"note": f"number {number}"}))
        self.press(button, session, values)

    def what_if(self, tab: str, u: float) -> None:
        """Change the random number of a decision of a recorded run."""
        query = "&".join(f"{key}={value}" for key, value in (DECISION | {"u": u, "visitor": tab}).items())
        answer = json.loads(get(f"{self.url}explorer/whatif/{CHANGED}?{query}", {}))
        if answer["type"] != "open":
            raise ValueError(str(answer)[:200])


def gauge(url: str, name: str) -> float:
    """Read a value of /metrics, summed over its labels."""
    rows = [row.rsplit(" ", 1) for row in get(f"{url}metrics").decode().splitlines() if not row.startswith("#")]
    return sum(float(value) for key, value in rows if key.split("{")[0] == f"speculative_explorer_{name}")
