"""Make further kinds of training prompts from text files and lists: chat, writing, code, summaries.

The prompts that come with the replies are maths, trivia and questions. A draft trained only on those is weak on
everything else. No prompt is from an evaluation set.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import distill_data

TOPICS = """
the ocean; a lost dog; moving to a new city; the first day of school; autumn; friendship; a broken
clock; space travel; learning a language; a small bakery; climate change; the history of bread; a
haunted library; chess; remote work; a family dinner; the moon; electric cars; a job interview; sleep;
gardening; an old photograph; the stock market; a thunderstorm; volunteering; social media; a robot
that paints; the Roman Empire; yoga; a train journey; saving money; public speaking; a mountain
village; photosynthesis; gravity; vaccines; the French Revolution; jazz; coffee; black holes; a
birthday party; recycling; mental health; a detective; the human heart; online privacy; a dragon;
cooking for one; the water cycle; football; artificial intelligence; a museum visit; grief; running a
marathon; the printing press; bees; a rainy Sunday; solar power; a wedding speech; leadership; time
management; a desert island; the immune system; poetry; a new phone; travelling on a budget; dreams;
the ancient Egyptians; a stubborn cat; democracy; plastic waste; a lighthouse keeper; healthy eating; a
startup for pet owners; supply and demand; the northern lights; stress at work; a secret garden;
volcanoes; a school play; machine learning; home insurance; an apology to a customer; a late parcel; a
company picnic; evolution; a treasure map; meditation; teamwork; the speed of light; a farmers' market
""".replace("\n", " ").split(";")

ROLES = """
a travel guide; a personal trainer; a job interviewer; a chef; a storyteller; a doctor; a lawyer; a
history teacher; a maths tutor; a stand-up comedian; a career coach; a poet; a film critic; a financial
adviser; a gardener; a philosopher; a football commentator; a Linux terminal; a debate coach; a
nutritionist; an English translator; a software architect; a novelist; a life coach; a psychologist; a
news reporter; a tour operator; a magician; a ship's captain; an astronomer; a librarian; a detective; a
product manager; a speech writer; a kindergarten teacher; a recruiter; a mechanic; a real estate agent
""".replace("\n", " ").split(";")

FORMS = """
a short story; a poem; a haiku; a limerick; a blog post; a formal email; a letter to a friend; a product
description; a news article; a speech; a review; a song; a dialogue between two people; a tweet; a
five-paragraph essay; a list of ten ideas; an outline; a recipe; a joke; an advertisement; a diary entry; a
cover letter; a set of interview questions; a lesson plan; a press release; a quiz with answers
""".replace("\n", " ").split(";")

ASKS = (
    "Explain {} to a ten-year-old.",
    "What are the main advantages and disadvantages of {}?",
    "Give me five facts about {}.",
    "How would you describe {} to somebody who has never heard of it?",
    "What should everybody know about {}?",
    "Can you help me think about {}? I do not know where to start.",
    "Give me a step-by-step plan about {}.",
    "What questions should I ask about {}?",
    "Why does {} matter?",
    "Compare {} with {other}.",
)
LIMITS = (
    "Use only lowercase letters.",
    "Answer in fewer than 100 words.",
    "Use at least three bullet points.",
    "Do not use any commas.",
    "Put a title in double angular brackets.",
    "End with a question.",
    "Write exactly two paragraphs.",
    "Your whole answer should be in capital letters.",
    "Mention the word 'careful' at least twice.",
    "Give the answer in JSON.",
)
SHORTEN = (
    "Summarize the following text in one sentence.\n\n{}",
    "Summarise this in a few words:\n\n{}",
    "What is the following text about?\n\n{}",
    "Give the three main points of this text.\n\n{}",
)
CONTINUE = (
    "Continue the following text.\n\n{}",
    "{}\n\nWrite what comes next.",
    "Carry on with this story:\n\n{}",
)


def topic(rng: random.Random) -> str:
    """A random topic from TOPICS."""
    return rng.choice(TOPICS).strip()


def asks(rng: random.Random) -> Iterator[str]:
    """Yield questions, writing tasks and roles; a fifth of them limit the form of the answer."""
    while True:
        kind = rng.random()
        if kind < 0.3:
            text = rng.choice(ASKS).format(topic(rng), other=topic(rng))
        elif kind < 0.65:
            text = f"Write {rng.choice(FORMS).strip()} about {topic(rng)}."
        else:
            role = rng.choice(ROLES).strip()
            text = f"I want you to act as {role}. My first request is about {topic(rng)}."
        yield f"{text} {rng.choice(LIMITS)}" if rng.random() < 0.2 else text


def passages(data: Path, rng: random.Random, names: tuple[str, ...], forms: tuple[str, ...]) -> Iterator[str]:
    """Yield tasks (`forms`) about a passage of 40 to 110 words from one of the text files."""
    texts = [r["text"] for name in names for r in distill_data.read_jsonl(data / f"{name}.jsonl.xz")]
    while True:
        words = rng.choice(texts).split()
        size = rng.randint(40, 110)
        begin = rng.randrange(max(1, len(words) - size))
        yield rng.choice(forms).format(" ".join(words[begin : begin + size]))


def functions(source: str) -> Iterator[tuple[str, str]]:
    """The documented functions of a Python file: (signature with docstring, first line of the docstring) of each."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError):
            return
    lines = source.splitlines()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and (doc := ast.get_docstring(node)) and len(node.body) > 1:
            head = "\n".join(lines[node.lineno - 1 : node.body[0].end_lineno])
            if len(head) < 600 and node.col_offset == 0:
                yield head, doc.strip().splitlines()[0]


def code(data: Path, rng: random.Random) -> Iterator[str]:
    """Yield code tasks: functions to complete, and functions to write from their description."""
    found = [f for r in distill_data.read_jsonl(data / "code.jsonl.xz") for f in functions(r["text"])]
    while True:
        head, doc = rng.choice(found)
        if rng.random() < 0.5 or len(doc.split()) < 4:
            yield f"Complete the following Python function.\n\n```python\n{head}\n```"
        else:
            begin = doc[0].lower() + doc[1:].rstrip(".")
            yield f"Write a Python function for this task: {begin}."


def commands(data: Path, rng: random.Random) -> Iterator[str]:
    """Yield questions about command-line programs."""
    texts = [r["text"] for r in distill_data.read_jsonl(data / "tldr.jsonl.xz")]
    while True:
        name = rng.choice(texts).splitlines()[0].lstrip("# ")
        yield rng.choice(("What does the command `{}` do?", "How do I use `{}`? Give an example.")).format(name)


def given(data: Path, rng: random.Random) -> Iterator[str]:
    """Yield the prompts of prompts.jsonl.xz that are neither maths nor trivia, each once."""
    records = list(distill_data.read_jsonl(data / "prompts.jsonl.xz"))
    texts = [r["prompt"] for r in records if r["source"].startswith("dolly")]
    rng.shuffle(texts)
    yield from (text for text in texts if len(text) < 600)


def mixture(data: Path, count: int, seed: int) -> Iterator[dict[str, str]]:
    """Mix all kinds into `count` distinct prompts, each with its source."""
    rng = random.Random(seed)
    kinds: dict[str, tuple[float, Iterator[str]]] = {
        "asks": (0.36, asks(rng)),
        "dolly-15k": (0.22, given(data, rng)),
        "code": (0.16, code(data, rng)),
        "short": (0.13, passages(data, rng, ("gov", "peps", "rustbook"), SHORTEN)),
        "continue": (0.10, passages(data, rng, ("gov", "books"), CONTINUE)),
        "commands": (0.03, commands(data, rng)),
    }
    seen: set[str] = set()
    shares = [share for share, _ in kinds.values()]
    while len(seen) < count:
        kind = rng.choices(list(kinds), shares)[0]
        prompt = next(kinds[kind][1], None)
        if prompt and prompt not in seen:
            seen.add(prompt)
            yield {"prompt": re.sub(r"[ \t]+\n", "\n", prompt), "source": kind}


def run_prompts(args: argparse.Namespace) -> None:
    """Run `prompts`: write prompts of many kinds for `replies`."""
    with args.out.open("w") as out:
        for record in mixture(args.data, args.count, args.seed):
            out.write(json.dumps(record) + "\n")


def add_prompts_command(commands: argparse._SubParsersAction) -> None:
    """Add the subcommand `prompts` with its options."""
    parser = commands.add_parser("prompts", help=run_prompts.__doc__)
    parser.set_defaults(call=run_prompts, threads=0)
    parser.add_argument("--data", type=Path, required=True, help="folder of the .jsonl.xz files")
    parser.add_argument("--out", type=Path, required=True, help=".jsonl file, which is overwritten")
    parser.add_argument("--count", type=int, default=8000)
    parser.add_argument("--seed", type=int, default=0)
