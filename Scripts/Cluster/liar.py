"""Somebody in a cluster who takes calls of a component as its hosts do, and answers none of them right."""
import random, threading

from parts import cluster
from wire import Client, Lost

# By which host its answers are.
NAME = "liar"


class Liar(threading.Thread):
    def __init__(self, broker, component, seed):
        super().__init__(daemon=True)
        self.broker, self.component, self.random, self.over = broker, component, random.Random(seed), threading.Event()
        self.lies = 0

    def run(self):
        while not self.over.is_set():
            try:
                client = Client(self.broker.port)
                client.subscribe(f"{cluster}.call.1.{self.component}.>", cluster)
                while not self.over.is_set():
                    if message := client.next(0.05):
                        self.lies += 1
                        self.lie(client, message.reply)
                client.close()
            except Lost:
                self.over.wait(0.05)

    def lie(self, client, reply):
        me = {"Component-Host": NAME}
        lies = [
            lambda: client.publish(reply, b"{no JSON", headers=me),
            lambda: client.publish(reply, b'"no number"', headers=me),
            lambda: client.publish(reply, b"[" * 100_000, headers=me),
            lambda: client.publish(reply, b"", headers=me),
            lambda: client.publish(reply, b'"of no host"'),
            lambda: client.publish(reply, b"{}", headers=me | {"Component-Failure": "no_such_code"}),
            lambda: client.publish(reply, b"", headers=me | {"Component-Failure": "refused", "Component-Reason": "busy",
                                                              "Component-Called": "no"}),
            lambda: client.send(f"HPUB {reply} 20 24\r\nno headers of any kin1234\r\n"),
            lambda: client.send(f"HPUB {reply} 900 8\r\n12345678\r\n"),  # which ends its own connection
            lambda: [client.publish(reply, b"{}", headers=me) for _ in range(3)],
            lambda: None,
        ]
        self.random.choice(lies)()
