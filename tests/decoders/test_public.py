"""The public names of `decoders`, and the cost of importing them."""

import subprocess
import sys
from pathlib import Path

import decoders
from decoders.catalog import DECODERS
from tests.toys import models_of, random_pair


def test_public_names_are_there() -> None:
    """A promised name that is missing breaks `from decoders import *`."""
    assert all(hasattr(decoders, name) for name in decoders.__all__)
    assert sorted(decoders.__all__) == sorted(name for names in decoders._HOME.values() for name in names)
    assert not hasattr(decoders, "nothing")


def test_a_run_from_outside() -> None:
    """The example in the package's docstring works."""
    spd, pair = decoders.decoder("spd"), random_pair(0)
    settings = spd.make_settings({"gamma": 2})
    *_, last = spd.decode([0], models_of(pair), settings, decoders.Seeded(0), 4)
    assert 1 <= len(last.final.beams[0].tokens) <= 4
    assert decoders.DECODERS is DECODERS


def test_importing_is_light() -> None:
    """Torch takes seconds to load and need not be installed to read a trace or to run a toy pair."""
    code = (
        "import sys, decoders; assert not {'numpy', 'torch'} & set(sys.modules); "
        "import decoders.core.record; assert 'numpy' not in sys.modules; "
        "decoders.load_pair('toy:assets/toys/dsbd-figure-2.json'), decoders.DECODERS; assert 'torch' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])
