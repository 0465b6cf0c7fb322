"""Talks to 'host mcp' with the client library from PyPI, in one revision of the protocol, and looks at every answer.

    assistant.py HOST FOLDER COMPONENTS REVISION

FOLDER has the fixtures Serves and Assists in it, COMPONENTS the library of a further component, which comes and goes. A
library that is too old for a revision, or too new, offers what it has: then REVISION is what it agrees on by itself.
"""

import asyncio
import inspect
import os
import shutil
import sys
from contextlib import asynccontextmanager

import mcp
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

host, folder, further, revision = sys.argv[1:]
stateless = revision == "2026-07-28"
parameters = StdioServerParameters(command=host, args=["--plugins", folder, "mcp", "--grace", "0.5"], env=dict(os.environ))
heard = asyncio.Queue()
# Some of the first clients tell nobody that tools have changed.
tells_changes = "message_handler" in inspect.signature(ClientSession.__init__).parameters


def check(holds, *said):
    if not holds:
        raise SystemExit(f"error: {revision}: {' '.join(map(str, said))}")


def read(thing, name):
    """A field by the name that this version of the library gives it."""
    snake = "".join("_" + c.lower() if c.isupper() else c for c in name)
    return getattr(thing, name) if hasattr(thing, name) else getattr(thing, snake, None)


async def hear(message):
    await heard.put(message)


@asynccontextmanager
async def connected():
    """What has the methods of a session, and has agreed on the revision."""
    if hasattr(mcp, "Client"):
        import mcp.client.session as session

        session.LATEST_HANDSHAKE_VERSION = revision if not stateless else session.LATEST_HANDSHAKE_VERSION
        client = mcp.Client(parameters, mode="auto" if stateless else "legacy", message_handler=hear)
        async with client:
            check(client.protocol_version == revision, "the revision is", client.protocol_version)
            check(client.server_info.name == "host", "the host is", client.server_info)
            check(client.server_capabilities.tools is not None, "it has tools")
            yield client
    else:
        more = {"message_handler": hear} if tells_changes else {}
        async with stdio_client(parameters) as (input, output):
            async with ClientSession(input, output, **more) as session:
                begun = await session.initialize()
                check(str(begun.protocolVersion) == revision, "the revision is", begun.protocolVersion)
                yield session


def text(result):
    return "".join(item.text for item in result.content if item.type == "text")


async def fails(awaited, words):
    try:
        result = await awaited
    except Exception as error:
        check(words in str(error), "the error says", error)
    else:
        check(False, "no error, but", result)


async def tools(client):
    result = await client.list_tools()
    check(read(result, "nextCursor") is None, "there is one page")
    return {tool.name: tool for tool in result.tools}


async def look_at_tools(client):
    known = await tools(client)
    check(len(known) == 26, "there are so many tools:", len(known))
    try:
        from jsonschema import Draft202012Validator
    except ImportError:
        Draft202012Validator = None
    for tool in known.values():
        check(len(tool.name) <= 64 and all(c.isalnum() or c in "_-" for c in tool.name), "a name for everybody:", tool.name)
        for schema in (read(tool, "inputSchema"), read(tool, "outputSchema")):
            if schema is not None and Draft202012Validator:
                Draft202012Validator.check_schema(schema)
    hint = getattr(known["Assists-book"], "annotations", None)
    check(revision == "2024-11-05" or hint is None or read(hint, "readOnlyHint") is True, "it only reads:", hint)


async def call_tools(client):
    check(text(await client.call_tool("Serves-add", {"number": 4})) == "5", "4 and 1")
    book = {"title": "Emma", "parts": [{"title": "One"}]}
    result = await client.call_tool("Assists-book", {"value": book})
    structured = read(result, "structuredContent")
    check(revision < "2025-06-18" or structured is None or structured == book, "the book is", structured)
    for name, value in [("books", [book]), ("number", 7), ("anything", None), ("words", "a\nb\u2028")]:
        result = await client.call_tool(f"Assists-{name}", {"value": value})
        check(not read(result, "isError"), name, result)
    result = await client.call_tool("Assists-bytes", {"value": "AAEC/w=="})
    check(result.content[0].type == "resource" and result.content[0].resource.blob == "AAEC/w==", "bytes are", result)
    result = await client.call_tool("Serves-refuse", {})
    check(read(result, "isError") and "there is no book 7" in text(result), "it says no:", result)
    result = await client.call_tool("Serves-add", {"number": "four"})
    check(read(result, "isError") and "must be an int" in text(result), "it is told:", result)
    await fails(client.call_tool("Serves-secret", {}), "there is no tool 'Serves-secret'")
    # What a component prints is no message.
    check(text(await client.call_tool("Assists-prints", {})) == "0", "nothing is read")
    many = [client.call_tool("Serves-later", {"milliseconds": 40 - n}) for n in range(40)]
    answers = [text(result) for result in await asyncio.gather(*many)]
    check(answers == [str(40 - n) for n in range(40)], "each has its own answer:", answers)


async def hear_progress(client):
    told = []

    async def hear(progress, total=None, message=None):
        told.append((progress, total, message))

    if "progress_callback" not in inspect.signature(client.call_tool).parameters:
        return
    result = await client.call_tool("Serves-steps", {"count": 4, "milliseconds": 20}, progress_callback=hear)
    check(text(result) == "4", "all steps:", result)
    await asyncio.sleep(0.1)
    check([part for part, _, _ in told] == [0.25, 0.5, 0.75, 1.0], "progress is", told)
    check(all(total == 1 for _, total, _ in told), "of", told)


async def give_up(client):
    marks = os.path.join(folder, "marks.txt")
    if not hasattr(mcp, "Client"):
        return  # Those before tell nobody that they wait no more.
    task = asyncio.ensure_future(client.call_tool("Serves-stay", {}))
    await eventually(lambda: "running" in content(marks), "it runs")
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        pass
    await eventually(lambda: "noticed" in content(marks), "it notices")
    check(text(await client.call_tool("Serves-add", {"number": 1})) == "2", "the next call is answered")


def content(path):
    try:
        with open(path) as file:
            return file.read()
    except FileNotFoundError:
        return ""


async def eventually(condition, what):
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(0.01)
    check(False, "it takes too long until", what)


async def change_tools(client):
    name = os.path.basename(further)
    place = os.path.join(folder, name)

    async def put():
        shutil.copy(further, place + ".new")
        os.rename(place + ".new", place)

    async def take():
        os.unlink(place)

    async def changes(told):
        for change, count in ((put, 27), (take, 26)):
            await change()
            await asyncio.wait_for(told(), 20)
            check(len(await tools(client)) == count, "there are so many tools behind", change.__name__)

    if not tells_changes:
        return
    if not stateless:

        async def told():
            while "list_changed" not in repr(await heard.get()):
                pass

        return await changes(told)
    async with client.listen(tools_list_changed=True) as stream:
        async def told():
            async for _ in stream:
                return

        await changes(told)


async def trial():
    async with connected() as client:
        await look_at_tools(client)
        await call_tools(client)
        await hear_progress(client)
        await give_up(client)
        await change_tools(client)
    print(f"{revision}: the library's client is content")


asyncio.run(asyncio.wait_for(trial(), 120))
