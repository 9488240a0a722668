"""The API endpoints on the running app: their answers and their refusals."""

import json
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from decoders.catalog import DECODERS
from decoders.pairs import load_pair
from explorer.service import store as shelf
from explorer.service.recording import record_trace
from explorer.service.request import RunRequest
from explorer.ui.form import choices
from tests.explorer.ui.test_app import PROMPT, TOY
from tests.fresh import python


def client(url: str, code: str) -> Any:
    """The output of a script that uses `gradio_client`, as JSON, from a separate process."""
    start = f"import json\nfrom gradio_client import Client\napp = Client({url!r}, verbose=False)\n"
    done = python(start + code)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_endpoints(app_url: str, app_log: Path) -> None:
    """A script can do what a person can do."""
    code = f"""
found = {{"methods": [one["name"] for one in json.loads(app.predict(api_name="/methods"))]}}
found["pairs"] = [one["name"] for one in json.loads(app.predict(api_name="/pairs"))]
found["trace"] = json.loads(app.predict({shelf.gallery()[0].name!r}, api_name="/open_trace"))
job = app.submit("spd", {TOY!r}, {PROMPT!r}, '{{"gamma": 2}}', 3, 6, False, api_name="/run")
job.result(timeout=240)
found["kinds"] = [line["kind"] for chunk in job.outputs() for line in json.loads(chunk)]
def refused(*given, to="/run"):
    try:
        app.predict(*given, api_name=to)
    except Exception as error:
        return str(error)
found["refused"] = [
    refused("magic", {TOY!r}, {PROMPT!r}),
    refused("spd", {TOY!r}, {PROMPT!r}, "{{"),
    refused("spd", {TOY!r}, {PROMPT!r}, "{{}}", "a"),
    refused("spd", {TOY!r}, {PROMPT!r}, "{{}}", 1.5),
    refused("spd", {TOY!r}, {PROMPT!r}, "{{}}", 0, 2.9),
    refused("spd", {TOY!r}, {PROMPT!r}, "{{}}", 0, 3, "false"),
    refused(5, to="/open_trace"),
]
print(json.dumps(found))
"""
    found = client(app_url, code)
    assert set(found["methods"]) == set(DECODERS)
    assert {TOY, "smollm2"} <= set(found["pairs"])
    assert found["trace"]["header"]["method"] in DECODERS
    assert found["trace"]["iterations"]
    assert (found["kinds"][0], found["kinds"][-1]) == ("header", "summary")
    says = [
        "magic",
        "value of settings",
        "The seed ",
        "1.5",
        "2.9",
        "Raw ",
        "name of a trace",
    ]
    for sentence, part in zip(found["refused"], says, strict=True):
        assert part in sentence
        assert "Error" not in sentence
    assert "Traceback" not in app_log.read_text(encoding="utf-8")


def test_twenty_clients_get_their_own_runs(app_url: str) -> None:
    """A class of twenty presses Run at once; nobody may see another's tokens."""
    code = f"""
jobs = [app.submit("spd", {TOY!r}, {PROMPT!r}, "{{}}", seed, 12, False, api_name="/run") for seed in range(20)]
[job.result(timeout=240) for job in jobs]
print(json.dumps([json.loads(job.outputs()[-1])[-1]["tokens"] for job in jobs]))
"""
    pair = load_pair(f"toy:{choices.toys()[TOY]}")
    runs = [record_trace(RunRequest("spd", pair.name, PROMPT, {}, seed, 12), pair=pair) for seed in range(20)]
    alone = [list(run.summary.tokens) for run in runs if run.summary]
    assert client(app_url, code) == alone


def test_the_page_is_not_made_of_what_only_clients_need(app_url: str) -> None:
    """The page must not build the inputs of all endpoints, but clients must find them."""
    page = urlopen(app_url).read().decode()
    told = json.loads(page.split("window.gradio_config = ")[1].split(";</script>")[0])
    whole = json.load(urlopen(f"{app_url}config"))
    ids = {one["id"] for one in whole["components"] if one["type"] == "api"}
    assert len(ids) > 40
    assert not ids & {one["id"] for one in told["components"]}
    assert not ids & {one["id"] for one in told["layout"]["children"]}
    assert [one["id"] for one in told["dependencies"]] == [one["id"] for one in whole["dependencies"]]
    assert '"/record"' in page, "what is said of the API stays"
