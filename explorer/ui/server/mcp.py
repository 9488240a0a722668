"""Serve endpoints of api.py as tools of the Model Context Protocol (MCP), for programs that use a language model.

Gradio serves the tools at gradio_api/mcp/ if the package `mcp` is installed (`gradio[mcp]`); the app also starts
without this package. Only the endpoints in api.TOOLS are tools, because a language model cannot use a stream or a whole
trace.
"""

from importlib.util import find_spec

import gradio as gr

from explorer.ui.server.api import TOOLS

MISSING = "There is no MCP server, because the package mcp is not installed. Run pip install 'gradio[mcp]' to get it."


def available() -> bool:
    """Whether the package `mcp` is installed."""
    return find_spec("mcp") is not None


def restrict(demo: gr.Blocks) -> str | None:
    """Remove all tools except those of api.TOOLS from a launched app. Returns the reason if there is no MCP server;
    otherwise, None.
    """
    server = demo.mcp_server_obj
    if server is None:
        return demo.mcp_error or MISSING
    tools = server.tool_to_endpoint.items()
    server.tool_to_endpoint = {tool: name for tool, name in tools if name.removeprefix("/") in TOOLS}
    return None
