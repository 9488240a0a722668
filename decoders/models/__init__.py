"""Real language models: the only room that imports torch and transformers."""

import sys
from typing import Any, cast

# OpenVINO tells its maker that it was imported, and what was converted, where it finds this package. Here it does not.
sys.modules.setdefault("openvino_telemetry", cast(Any, None))
