"""A browser that is driven over a pipe, by the DevTools protocol."""
import base64, fcntl, json, os, signal, subprocess, sys, threading, time


class Silent(Exception):
    """The browser is there, and answers nothing: what it wrote meanwhile."""


def apart(descriptor):
    """The same descriptor with a number that is neither 3 nor 4."""
    number = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 10)
    os.close(descriptor)
    return number


class Browser:
    """One page of a Chromium without a window. What goes wrong in the page is in `faults`."""

    def __init__(self, program, folder):
        # One was seen that never answered its first request, which says nothing of the page.
        for attempt in range(3):
            try:
                return self.start(program, f"{folder}.{attempt}")
            except Silent as silent:
                self.end()
                words = str(silent)
                print(f"the browser does not answer, attempt {attempt + 1} of 3", file=sys.stderr)
        raise Silent(words)

    def start(self, program, folder):
        os.mkdir(folder)
        (theirs_in, ours_out), (ours_in, theirs_out) = [[apart(end) for end in os.pipe()] for _ in range(2)]
        words = [program, "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={folder}", "--disable-gpu",
                 "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
                 "--window-size=1200,900", "--disable-dev-shm-usage"]
        if os.geteuid() == 0:
            words.append("--no-sandbox")
        # The protocol is spoken on 3 and 4.
        first = [sys.executable, "-c", f"import os, sys; os.dup2({theirs_in}, 3); os.dup2({theirs_out}, 4); "
                 "os.execv(sys.argv[1], sys.argv[1:])"]
        self.said = open(f"{folder}/said", "w+b")
        self.process = subprocess.Popen(
            first + words + ["about:blank"], pass_fds=[theirs_in, theirs_out], start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.said, env=os.environ | {"HOME": folder})
        os.close(theirs_in)
        os.close(theirs_out)
        self.output = os.fdopen(ours_out, "wb", 0)
        self.input = os.fdopen(ours_in, "rb")
        self.number, self.answers, self.faults, self.session = 0, {}, [], None
        self.begun = self.over = False
        self.news = threading.Condition()
        threading.Thread(target=self.listen, daemon=True).start()
        targets = self.ask("Target.getTargets")["targetInfos"]
        page = next(one["targetId"] for one in targets if one["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Accessibility"]:
            self.ask(f"{domain}.enable")
        self.begun = True

    def listen(self):
        data = b""
        while chunk := self.input.read1(1 << 16):
            data += chunk
            *messages, data = data.split(b"\0")
            for message in map(json.loads, messages):
                with self.news:
                    if "id" in message:
                        self.answers[message["id"]] = message
                    elif message["method"] == "Runtime.exceptionThrown":
                        self.faults.append(message["params"]["exceptionDetails"])
                    elif message["method"] == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
                        self.faults.append(message["params"]["entry"])
                    self.news.notify_all()
        with self.news:
            self.over = True
            self.news.notify_all()

    def ask(self, method, **parameters):
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        answers = False
        try:
            self.output.write(json.dumps(message).encode() + b"\0")
            with self.news:
                answers = self.news.wait_for(lambda: number in self.answers or self.over, 30) and number in self.answers
        except BrokenPipeError:
            pass
        if not answers:
            self.said.seek(0)
            words = self.said.read().decode(errors="replace")[-2000:]
            if not self.begun:
                raise Silent(words)
            raise SystemExit(f"error: the browser does not answer {method}: {words}")
        with self.news:
            answer = self.answers.pop(number)
        if "error" in answer:
            raise SystemExit(f"error: {method}: {answer['error']['message']}")
        return answer["result"]

    def open(self, address):
        self.ask("Page.navigate", url=address)

    def value(self, expression):
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise SystemExit(f"error: {expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def until(self, expression, words, limit=15):
        """Waits until the page says so: what it says."""
        end = time.monotonic() + limit
        while not (value := self.value(expression)):
            if time.monotonic() > end:
                raise SystemExit(f"error: {words}: {self.value('document.body.innerText')[:2000]}")
            time.sleep(0.02)
        return value

    def key(self, name, text=None):
        codes = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32}
        parameters = {"key": name, "code": "Space" if name == " " else name, "windowsVirtualKeyCode": codes[name]}
        if text:
            parameters["text"] = text
        self.ask("Input.dispatchKeyEvent", type="keyDown", **parameters)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **parameters)

    def type(self, text):
        self.ask("Input.insertText", text=text)

    def choose(self, selector, path):
        """Chooses a file, as a person does whom the browser asks for one."""
        control = self.ask("Runtime.evaluate", expression=f"document.querySelector({selector!r})")["result"]["objectId"]
        self.ask("DOM.setFileInputFiles", files=[path], objectId=control)

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"]))

    def end(self):
        """Ends it with all its processes, which write into its folder as long as they live."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
