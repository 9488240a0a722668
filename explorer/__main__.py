"""Entry point of the command line: `python -m explorer COMMAND`. The commands are in explorer/cli."""

import signal
import sys

from explorer.interrupts import ends_at_once

if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with ends_at_once():
        from explorer.cli.main import main

    sys.exit(main())
