"""Those who call in a soak of a cluster. Each call ends once, and its end is looked at."""
import http.client, json, random, subprocess, threading, time

from parts import Door, cluster
from liar import NAME
from troubles import HERE, NOT_CALLED
from wire import Client, Lost

# How long a call may take that goes elsewhere, and when a client gives it up that heard nothing, in seconds.
LIMIT = 3
PATIENCE = 20
# So often a raw client makes a call again of which it heard that nothing was called.
REPEATS = 8

CODES = {"not_found", "refused", "invalid_parameters", "denied", "timed_out", "cancelled", "crashed", "failed"}


class Call:
    def __init__(self, via, is_raw, component, action, number):
        self.via, self.is_raw, self.component, self.action, self.number = via, is_raw, component, action, number
        self.reads = action != "effect"
        self.began, self.ended, self.reason, self.reply = time.monotonic(), None, None, None

    target = property(lambda self: self.component.rstrip("12"))

    def __str__(self):
        end = f"replied {self.reply!r}" if self.reason is None else f"failed with {self.reason}"
        by = "raw at broker" if self.is_raw else "by host"
        return (f"{self.target}.{self.action} number {self.number}, {by} {self.via}, {end} after {self.ended - self.began:.3f} s")


class Counts:
    def __init__(self, book, fail):
        self.book, self.fail, self.lock = book, fail, threading.Lock()
        self.number, self.calls, self.replies = 0, 0, 0
        # Of effects: what was tried, replied, and what has failed such that nothing was called.
        self.tried, self.replied, self.not_called = set(), set(), set()

    def next(self):
        with self.lock:
            self.number += 1
            return self.number

    def ended(self, call):
        call.ended = time.monotonic()
        if call.reason is None:
            expected = {"twice": 2 * call.number, "effect": call.number, "here": call.number + 1}.get(call.action)
            # Of a version the first digit is known.
            right = type(call.reply) is int and (
                call.reply == expected if expected is not None else call.reply // 1000 == int(call.component[-1]))
            if not right:
                call.reason = f"a wrong reply, {call.reply!r}"
        with self.lock:
            self.calls += 1
            if call.action == "effect":
                self.tried.add(call.number)
                if call.reason is None:
                    self.replied.add(call.number)
                elif call.reason in NOT_CALLED:
                    self.not_called.add(call.number)
            if call.reason is None:
                self.replies += 1
                return
        kind = self.book.explanation(call)
        if kind is None:
            self.fail(f"nothing explains that this call failed: {call}")
        else:
            with self.lock:
                self.book.outcomes[(kind, call.reason)] += 1


class Caller(threading.Thread):
    def __init__(self, counts, over, seed):
        super().__init__(daemon=True)
        self.counts, self.over, self.random = counts, over, random.Random(seed)

    def choose(self, components):
        component = self.random.choice(components)
        if component.startswith("Both"):
            return component, "version"
        return component, self.random.choice(["twice", "twice", "effect"])

    def time(self):
        return self.random.choice([0, 0, 0, 0, self.random.randrange(200)])

    def run(self):
        while not self.over.is_set():
            try:
                self.call()
            except Exception as error:
                self.counts.fail(f"{type(self).__name__}: {error!r}")
                return


class Http(Caller):
    """Calls by a component of a host, over HTTP."""

    def __init__(self, counts, over, seed, host, components):
        super().__init__(counts, over, seed)
        self.host, self.components, self.door = host, components, None

    def call(self):
        if self.random.random() < 0.05:
            component, action = HERE, "here"
        else:
            component, action = self.choose(self.components)
        call = Call(self.host.letter, False, component, action, self.counts.next())
        # Which component asks decides in which version it needs Both.
        path = f"/Asking{component[-1]}/ask" if component.startswith("Both") else "/Asking1/ask"
        asked = {"target": call.target, "action": action, "number": call.number, "milliseconds": self.time(),
                 "wait": 1000 * LIMIT, "bare": action == "version"}
        if action == "here":
            path, asked = "/Asking1/here", {"number": call.number}
        try:
            if self.door is None:
                self.door = Door(self.host.door, PATIENCE)
                self.door.connect()
        except OSError:
            self.door = None
            call.reason = "no_connection"
            self.over.wait(0.05)
            return self.counts.ended(call)
        try:
            self.door.request("POST", path, json.dumps(asked), {"Content-Type": "application/json"})
            answer = self.door.getresponse()
            said = json.loads(answer.read())
            if answer.status == 200 and type(said) is str:
                call.reason = said
            elif answer.status == 200:
                call.reply = said
            else:
                call.reason = said["error"]["reason"] or said["error"]["code"]
        except TimeoutError:
            call.reason = "no end"
        except (OSError, http.client.HTTPException):
            call.reason = "gone"
        if call.reason in ("gone", "no end"):
            self.door.close()
            self.door = None
        self.counts.ended(call)


class Owner(Caller):
    """Calls by the owner's command, a process each."""

    def __init__(self, counts, over, seed, host, components, program):
        super().__init__(counts, over, seed)
        self.host, self.components, self.program = host, components, program

    def call(self):
        component, action = self.choose([name for name in self.components if not name.startswith("Both")])
        call = Call(self.host.letter, False, component, action, self.counts.next())
        run = subprocess.run(
            [self.program, "--connect", self.host.control, "call", component, action, f"number:={call.number}",
             f"milliseconds:={self.time()}", "--timeout", str(LIMIT), "--json"],
            capture_output=True, text=True, timeout=PATIENCE)
        if run.returncode == 0:
            call.reply = json.loads(run.stdout)
            # It is printed as it is: nobody knows of another host's action what it should reply.
            if type(call.reply) is not int:
                call.reason = "lied"
        else:
            try:
                error = json.loads(run.stderr.splitlines()[-1])["error"]
                call.reason = error["reason"] or error["code"]
            except (ValueError, KeyError, IndexError):
                call.reason = f"no failure: {run}"
        self.counts.ended(call)
        self.over.wait(0.1)


class Raw(Caller):
    """Calls as a client of NATS does that knows nothing but the subjects."""

    def __init__(self, counts, over, seed, brokers, components):
        super().__init__(counts, over, seed)
        self.brokers, self.components, self.client, self.answered = brokers, components, None, set()
        self.broker = self.random.choice(brokers)

    def stray(self, message):
        # One that was given up may be answered later. One that has its answer may not, but by who lies.
        if message.subject in self.answered and message.headers.get("Component-Host", NAME) != NAME:
            self.counts.fail(f"a call was answered twice: {message.headers} {message.payload[:200]}")

    def call(self):
        component, action = self.choose(self.components)
        call = Call(self.broker.number + 1, True, component, action, self.counts.next())
        if self.client is None:
            try:
                self.client, self.answered = Client(self.broker.port), set()
                self.client.settle()
            except Lost:
                self.client, call.reason = None, "no_connection"
                self.broker = self.random.choice(self.brokers)
                self.over.wait(0.05)
                return self.counts.ended(call)
        major = component[-1] if component.startswith("Both") else "1"
        content = {} if action == "version" else {"number": call.number, "milliseconds": self.time()}
        headers = {"Component-Wait": str(1000 * LIMIT)}
        if action == "version":
            headers["Component-Minimum"] = f"{major}.0.0"
        try:
            self.ask(call, f"{cluster}.call.{major}.{call.target}.{action}", json.dumps(content).encode(), headers)
        except Lost:
            self.client.close()
            self.client, call.reason = None, "lost"
        self.counts.ended(call)

    def ask(self, call, subject, content, headers):
        for turn in range(REPEATS):
            message = self.client.request(subject, content, headers, LIMIT + 2, self.stray)
            if message is None:
                call.reason = "no_answer"
                return
            self.answered.add(message.subject)
            if message.status == "503":
                call.reason = "nobody"
            elif "Component-Failure" in message.headers:
                call.reason = message.headers.get("Component-Reason") or message.headers["Component-Failure"]
                if message.headers["Component-Failure"] not in CODES:
                    call.reason = "lied"
                if message.headers.get("Component-Called") != "no":
                    return
            else:
                return self.read(call, message)
            self.over.wait(0.005 * 2 ** turn)

    def read(self, call, message):
        call.reason = None
        try:
            call.reply = json.loads(message.payload)
        except (ValueError, RecursionError):
            call.reply = message.payload
        # There is somebody who lies: what is no answer is one of his.
        if type(call.reply) is not int:
            call.reason = "lied"
