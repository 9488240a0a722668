"""The web app: builds the explorer and launches it. A Hugging Face Space also runs this file.

    python app.py [--host 127.0.0.1] [--port 7860]

The environment variables GRADIO_SERVER_NAME, GRADIO_SERVER_PORT and PORT are used if no option is given. The app does
not contact any other host.
"""

import argparse
import logging
import os
import socket
import sys

os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"
os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
_ASKED = os.environ.pop("GRADIO_SERVER_PORT", "")  # Gradio fails to load if this is not a number

from decoders.errors import BadInput  # noqa: E402 - the environment must be set before Gradio is loaded
from explorer.interrupts import ends_at_once  # noqa: E402

try:
    with ends_at_once():
        from explorer.cli.console import Parser
        from explorer.service.offered import is_public
        from explorer.service.queue.limits import check_environment
        from explorer.service.store import check_folder
        from explorer.ui.loading import quickly

        check_environment()  # before Gradio is loaded, because Gradio fails if some of the values are wrong
        check_folder()
        with quickly():
            from explorer.ui.page import build, serve
    demo = build()
except BadInput as error:
    print(error, file=sys.stderr)
    sys.exit(2)


def parse(argv: list[str] | None = None) -> tuple[str, int]:
    """Host and port from options and environment. On a Space the app listens on every interface."""
    given = os.environ
    host = given.get("GRADIO_SERVER_NAME") or ("0.0.0.0" if "SPACE_ID" in given else "127.0.0.1")
    parser = Parser(prog="python app.py", description="Step through speculative decoding in a browser")
    parser.add_argument("--host", default=host, help="address to listen on")
    port = _ASKED or given.get("PORT") or "7860"
    parser.add_argument("--port", default=port, type=_port, help="port to listen on")
    options = parser.parse_args(argv)
    return options.host, options.port


def _port(text: str) -> int:
    if not text.isdigit() or not 0 < int(text) < 65536:
        raise argparse.ArgumentTypeError(f"The port {text} is not valid. Use a whole number from 1 to 65535.")
    return int(text)


def busy(host: str, port: int) -> str | None:
    """The reason why this address cannot be used; None if it can be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host.strip("[]"), port))
        except OSError as error:
            return error.strerror or str(error)
    return None


def main(argv: list[str] | None = None) -> int:
    """Run the app until SIGTERM or Ctrl-C. Returns the exit code."""
    try:
        host, port = parse(argv)
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    reason = busy(host, port)
    if reason:
        print(f"Port {port} on {host} cannot be used ({reason}). Choose another port with --port.", file=sys.stderr)
        return 2
    page = demo
    if host not in ("127.0.0.1", "localhost", "::1") and not is_public():
        os.environ["EXPLORER_PUBLIC"] = "1"
        page = build()  # the variable set above makes it a public page, with the limits of one
    shown = "localhost" if host in ("0.0.0.0", "::") else host
    print(f"Open http://{shown}:{port}", flush=True)
    if is_public():
        logging.basicConfig(
            format="%(message)s", level=logging.ERROR
        )  # warnings of libraries may contain visitors' input
        logging.getLogger("explorer").setLevel(
            logging.INFO
        )  # only the explorer's own lines, not the lines of libraries
    serve(page, host, port)
    return 0


if __name__ == "__main__":
    sys.exit(main())
