"""Calls a host in a cluster with the client library of NATS from PyPI, and looks at every answer.

    cluster.py URL

The host has the fixture Serves in its folder, and its cluster is called shop.
"""

import asyncio
import json
import sys

import nats
from nats.errors import NoRespondersError


def check(holds, *said):
    if not holds:
        raise SystemExit(f"error: {' '.join(map(str, said))}")


async def first_answer(client, subject, payload=b""):
    """Waits until somebody is there."""
    for _ in range(500):
        try:
            return await client.request(subject, payload, timeout=10)
        except NoRespondersError:
            await asyncio.sleep(0.02)
    check(False, "nobody answers", subject)


async def service(client, verb, name):
    return json.loads((await client.request(f"$SRV.{verb}.{name}", b"", timeout=10)).data)


async def main(url):
    client = await nats.connect(url)
    answer = await first_answer(client, "shop.call.1.Serves.add", b'{"number":1}')
    check(answer.data == b"2" and "Component-Host" in answer.headers, "a reply is", answer)

    refused = await client.request(
        "shop.call.1.Serves.refuse", b"", timeout=10, headers={"Component-Request": "a-1", "Component-Wait": "5000"}
    )
    check(refused.headers["Component-Failure"] == "failed", "a failure is", refused.headers)
    check(refused.headers["Component-Reason"] == "no_such_book", "a reason is", refused.headers)
    check(refused.headers["Component-Request"] == "a-1", "a request is", refused.headers)
    check(refused.headers["Nats-Service-Error-Code"] == "422", "a status is", refused.headers)
    check(json.loads(refused.data)["error"]["message"] == "there is no book 7", "a message is", refused.data)

    inbox = client.new_inbox()
    answers = await client.subscribe(inbox)
    await client.publish(
        "shop.call.1.Serves.steps", b'{"count":3,"milliseconds":50}', reply=inbox, headers={"Component-Progress": "yes"}
    )
    parts = []
    while "Component-Progress" in ((message := await answers.next_msg(timeout=10)).headers or {}):
        parts.append(json.loads(message.data)["part"])
    check(message.data == b"3" and parts and parts[-1] == 1, "progress is", parts, message)

    await client.publish("shop.call.1.Serves.await", b"", reply=inbox)
    await asyncio.sleep(0.2)
    await client.publish("shop.cancel", b"", reply=inbox)
    message = await answers.next_msg(timeout=10)
    check(message.headers["Component-Failure"] == "cancelled", "what is given up is", message.headers)

    # What the library itself makes of a service.
    for verb in ["PING", "INFO", "STATS"]:
        said = await service(client, verb, "Serves")
        check(said["type"] == f"io.nats.micro.v1.{verb.lower()}_response", verb, "is", said)
        check(said["name"] == "Serves" and said["version"] == "1.0.0", verb, "is", said)
    from nats.micro.service import ServiceInfo, ServicePing, ServiceStats

    for verb, kind in [("PING", ServicePing), ("INFO", ServiceInfo), ("STATS", ServiceStats)]:
        if hasattr(kind, "from_dict"):
            read = kind.from_dict(await service(client, verb, "Serves"))
            check(read.name == "Serves", verb, "is read as", read)

    answers = await asyncio.gather(
        *(client.request("shop.call.1.Serves.add", json.dumps({"number": n}).encode(), timeout=20) for n in range(2000))
    )
    busy = [a for a in answers if (a.headers or {}).get("Component-Reason") == "busy"]
    right = sum(a.data == str(n + 1).encode() for n, a in enumerate(answers))
    check(right + len(busy) == 2000 and right > 0, "of 2000 calls are right", right, "and refused", len(busy))

    try:
        await client.request("shop.call.2.Serves.add", b"", timeout=10)
        check(False, "another version is answered")
    except NoRespondersError:
        pass
    await client.close()


asyncio.run(asyncio.wait_for(main(sys.argv[1]), 60))
