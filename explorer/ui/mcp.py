"""The same answers as tools of the Model Context Protocol, for programs that let a language model call them.

Gradio serves them at gradio_api/mcp/ where the package `mcp` is installed (`gradio[mcp]`); without it the app starts
all the same. Of the endpoints only those of api.TOOLS are tools: a stream, or a whole trace, is nothing to read.
"""

from importlib.util import find_spec

import gradio as gr

from explorer.ui.api import TOOLS

MISSING = "no MCP server: the package mcp is not installed (pip install 'gradio[mcp]'); everything else works"


def available() -> bool:
    """Whether the package that speaks the protocol is there."""
    return find_spec("mcp") is not None


def restrict(demo: gr.Blocks) -> str | None:
    """Take away every tool of the app just launched that is none of ours; why there is no server at all, or None."""
    server = demo.mcp_server_obj
    if server is None:
        return demo.mcp_error or MISSING
    tools = server.tool_to_endpoint.items()
    server.tool_to_endpoint = {tool: name for tool, name in tools if name.removeprefix("/") in TOOLS}
    return None
