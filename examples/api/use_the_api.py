"""Request runs, pictures and exact distributions from a running app: start it with `make run`, then

    python examples/api/use_the_api.py [http://127.0.0.1:7860]

Every answer is the text of a JSON value; a refused request raises an exception with a message.
"""

import json
import sys

from gradio_client import Client
from gradio_client.exceptions import AppError

PAIR, PROMPT = "toy:assets/toys/dsbd-figure-2.json", "ask"
app = Client(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:7860", verbose=False)

# What there is to ask for.
print("methods:", ", ".join(one["name"] for one in json.loads(app.predict(api_name="/methods"))))
print("pairs:", ", ".join(one["name"] for one in json.loads(app.predict(api_name="/pairs"))[-3:]), "and others")

# A whole run, one of its iterations in words, and its picture.
run = json.loads(app.predict("spd", PAIR, PROMPT, {"gamma": 2}, 3, 12, api_name="/record"))
print(f"{run['text']!r}: {run['worth']}; {run['law']}")
told = json.loads(app.predict(run["name"], 1, api_name="/explain_iteration"))
print("iteration 1:", *(step["text"] for step in told["steps"]), sep="\n  ")
picture = json.loads(app.predict(run["name"], 1, api_name="/figure"))  # plotly.io.from_json draws it
print("Its picture:", picture["layout"]["title"]["text"])

# The same as it goes on: what is new comes as a JSON array of trace lines; cancelling the job ends the run.
job = app.submit("spd", PAIR, PROMPT, {"gamma": 2}, 3, 12, api_name="/run")
for lines in job:
    print("new:", *(line["kind"] for line in json.loads(str(lines))))
long = app.submit("multinomial", "toy:assets/toys/dsbd-figure-1.json", "h", {}, 0, 256, api_name="/run")
long.cancel()

# Methods side by side, and an exact law.
found = json.loads(app.predict(["multinomial", "spd:gamma=2"], PAIR, PROMPT, api_name="/compare"))
for one in found["runs"]:
    print(f"{one['method']}: {one['counts']['target_passes']} target passes for {one['counts']['emitted']} tokens")
law = json.loads(app.predict("spd", "toy:assets/toys/dsbd-figure-1.json", "h", api_name="/law"))
print(f"distance of spd's output distribution from {law['oracle']}: {law['tv']:.1e}")

# Bad input is a sentence.
try:
    app.predict("spd", PAIR, PROMPT, {"gamma": 99}, api_name="/record")
except AppError as error:
    print("refused:", error)
