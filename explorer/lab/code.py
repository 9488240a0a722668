"""The completion in an answer to a code task (HumanEval, Chen et al. 2021). Generated code is saved and never run here.

`completion_of` cuts it out of what the model wrote, so that prompt + completion is a whole program, as the data set's
own harness expects. The sweep saves it in `generations.jsonl` (results.py), together with the text itself.
"""

import re

STOPS = re.compile(r"\n(?:class|def|#|if|print)|```")  # Chen et al. 2021 §3.2, and the end of a code block
BLOCK = re.compile(r"```[^\n]*\n(.*?)(?:```|\Z)", re.S)
INDENTED = re.compile(r"\n*(?:  |\t)")


def completion_of(text: str, entry_point: str) -> str:
    """The code of an answer: its code block, or else what continues the prompt, up to the first of STOPS.

    Of several blocks it is the first that defines the function. A definition comes after the prompt's own, which it
    replaces, on a line of its own.

    >>> completion_of("    return x\\n\\nprint(f(1))", "f")
    '    return x\\n'
    >>> completion_of("Sure:\\n```python\\ndef f(x):\\n    return 1\\n```", "f")
    '\\ndef f(x):\\n    return 1\\n'
    """
    defines = re.compile(rf"^(?:async )?def {re.escape(entry_point)}\b", re.M)
    continues = bool(INDENTED.match(text))
    blocks = [] if continues else BLOCK.findall(text)
    if blocks:
        code = next(filter(defines.search, blocks), blocks[0])
    else:
        code = STOPS.split(text)[0] if continues or not defines.search(text) else text
    return f"\n{code}" if defines.search(code) else code
