"""Entry point of the command line: `python -m explorer COMMAND`. The commands are in explorer/cli."""

import signal
import sys

from explorer.cli.main import main

if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main())
