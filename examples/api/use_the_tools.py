"""Call the app's MCP tools as a language model's program does: start it with `make run`, then

python examples/api/use_the_tools.py [http://127.0.0.1:7860]
"""

import asyncio
import json
import sys
from typing import Any

from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client
from mcp.types import TextContent


async def call(session: ClientSession, tool: str, **arguments: Any) -> Any:
    """Call a tool and return its answer. If the tool refuses, raises an exception with its message."""
    answer = await session.call_tool(tool, arguments)
    text = answer.content[0]
    assert isinstance(text, TextContent)
    if answer.isError:
        raise ValueError(text.text)
    return json.loads(text.text)


async def main(url: str) -> None:
    """List the tools, record a run, and have its first iteration explained."""
    endpoint = f"{url.rstrip('/')}/gradio_api/mcp/"
    async with streamablehttp_client(endpoint) as (read, write, _), ClientSession(read, write) as session:
        await session.initialize()
        print("tools:", ", ".join(tool.name for tool in (await session.list_tools()).tools))
        pair = "toy:assets/toys/dsbd-figure-2.json"
        run = await call(session, "record", method="spd", pair=pair, prompt="ask", settings={"gamma": 2}, seed=3)
        print(f"{run['text']!r}: {run['worth']}")
        told = await call(session, "explain_iteration", name=run["name"], iteration=1, voice="exact")
        print(*(step["text"] for step in told["steps"]), sep="\n")
        try:
            await call(session, "record", method="magic", pair=pair, prompt="ask")
        except ValueError as error:
            print("refused:", error)


asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:7860"))
