"""A client of NATS, of nothing but a socket, for one thread."""
import json, os, select, socket, time


class Lost(Exception):
    """The connection to the broker is gone."""


class Message:
    def __init__(self, subject, reply, head, payload):
        lines = head.decode("latin-1").split("\r\n") if head else [""]
        self.subject, self.reply, self.payload = subject, reply, payload
        self.status = lines[0][9:12]
        self.headers = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)


class Client:
    def __init__(self, port, name="raw"):
        try:
            self.socket = socket.create_connection(("127.0.0.1", port), timeout=2)
        except OSError as error:
            raise Lost(str(error))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.poll = select.poll()
        self.poll.register(self.socket, select.POLLIN)
        self.bytes, self.subscriptions, self.requests = b"", 0, 0
        self.inbox = f"_INBOX.{os.urandom(12).hex()}"
        self.send(f'CONNECT {{"verbose":false,"headers":true,"no_responders":true,"name":"{name}"}}\r\n')
        self.subscribe(f"{self.inbox}.*")
        self.settle()

    def close(self):
        self.socket.close()

    def send(self, text):
        try:
            self.socket.settimeout(5)
            self.socket.sendall(text if isinstance(text, bytes) else text.encode())
        except OSError as error:
            raise Lost(str(error))

    def subscribe(self, pattern, queue=""):
        self.subscriptions += 1
        self.send(f"SUB {pattern} {queue} {self.subscriptions}\r\n")
        return self.subscriptions

    def unsubscribe(self, number):
        self.send(f"UNSUB {number}\r\n")

    def publish(self, subject, payload=b"", reply="", headers={}):
        head = b""
        if headers:
            head = ("NATS/1.0\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items()) + "\r\n").encode()
        sizes = f"{len(head)} {len(head) + len(payload)}" if head else f"{len(payload)}"
        self.send(f"{'HPUB' if head else 'PUB'} {subject} {reply} {sizes}\r\n".encode() + head + payload + b"\r\n")

    def settle(self, patience=5):
        """Waits until the broker has done what it was told."""
        self.send("PING\r\n")
        end = time.monotonic() + patience
        while (kind := self.take(end)) != "PONG":
            if kind is None:
                raise Lost("the broker does not answer")

    def begin(self, subject, payload=b"", headers={}):
        """Sends a request; what its answers are sent to."""
        self.requests += 1
        reply = f"{self.inbox}.{self.requests}"
        self.publish(subject, payload, reply, headers)
        return reply

    def next(self, patience):
        """The next message; None where none comes in time."""
        end = time.monotonic() + patience
        while not isinstance(taken := self.take(end), Message):
            if taken is None:
                return None
        return taken

    def request(self, subject, payload=b"", headers={}, patience=5, stray=lambda message: None):
        """The first answer; None where none comes in time. `stray` hears what is none of it."""
        reply, end = self.begin(subject, payload, headers), time.monotonic() + patience
        while message := self.next(end - time.monotonic()):
            if message.subject == reply:
                return message
            stray(message)

    # A message, or the word that another line begins with; None where nothing comes in time.
    def take(self, end):
        while b"\r\n" not in self.bytes:
            if not self.read(end):
                return None
        line, rest = self.bytes.split(b"\r\n", 1)
        words = line.decode("latin-1").split(" ")
        if words[0] not in ("MSG", "HMSG"):
            self.bytes = rest
            if words[0] == "PING":
                self.send("PONG\r\n")
            elif words[0] == "-ERR":
                raise Lost(line.decode("latin-1"))
            return words[0]
        sizes = 1 if words[0] == "MSG" else 2
        whole, head = int(words[-1]), 0 if sizes == 1 else int(words[-2])
        while len(self.bytes) < len(line) + whole + 4:
            if not self.read(end):
                return None
        content = self.bytes[len(line) + 2:len(line) + 2 + whole]
        self.bytes = self.bytes[len(line) + whole + 4:]
        return Message(words[1], words[3] if len(words) == 4 + sizes else "", content[:head], content[head:])

    def read(self, end):
        left = end - time.monotonic()
        if left <= 0:
            return False
        try:
            if not self.poll.poll(1000 * left):
                return False
            piece = self.socket.recv(1 << 16)
        except OSError as error:
            raise Lost(str(error))
        if not piece:
            raise Lost("the broker has ended the connection")
        self.bytes += piece
        return True


def service(client, verb, name=""):
    """What the first one answers that a question of the service protocol reaches; None for nobody."""
    answer = client.request(f"$SRV.{verb}{'.' + name if name else ''}")
    return json.loads(answer.payload) if answer and not answer.status else None
