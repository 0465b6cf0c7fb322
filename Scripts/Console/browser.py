"""A browser that is driven over a pipe, by the DevTools protocol."""
import base64, json, os, subprocess, threading, time


class Browser:
    """One page of a Chromium without a window. What goes wrong in the page is in `faults`."""

    def __init__(self, program, folder):
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()

        def channels():
            # The protocol is spoken on 3 and 4.
            first, second = os.dup(theirs_in), os.dup(theirs_out)
            high, higher = os.dup2(first, 10), os.dup2(second, 11)
            os.dup2(high, 3, inheritable=True)
            os.dup2(higher, 4, inheritable=True)

        words = [program, "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={folder}", "--disable-gpu",
                 "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
                 "--window-size=1200,900", "--disable-dev-shm-usage"]
        if os.geteuid() == 0:
            words.append("--no-sandbox")
        self.process = subprocess.Popen(
            words + ["about:blank"], preexec_fn=channels, close_fds=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ | {"HOME": folder})
        os.close(theirs_in)
        os.close(theirs_out)
        self.output = os.fdopen(ours_out, "wb", 0)
        self.input = os.fdopen(ours_in, "rb")
        self.number, self.answers, self.faults, self.session = 0, {}, [], None
        self.news = threading.Condition()
        threading.Thread(target=self.listen, daemon=True).start()
        targets = self.ask("Target.getTargets")["targetInfos"]
        page = next(one["targetId"] for one in targets if one["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Accessibility"]:
            self.ask(f"{domain}.enable")

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

    def ask(self, method, **parameters):
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.output.write(json.dumps(message).encode() + b"\0")
        with self.news:
            if not self.news.wait_for(lambda: number in self.answers, 30):
                raise SystemExit(f"error: the browser does not answer {method}")
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
        self.process.kill()
        self.process.wait()
