"""The parts of a cluster on one machine: brokers, hosts, their folders. The main thread begins them; they end with it."""
import ctypes, http.client, json, os, shutil, signal, socket, subprocess, time

from wire import Client, Lost, service

cluster = "shop"
library = ctypes.CDLL(None)
PR_SET_PDEATHSIG = 1

# This program ends with the script that runs it.
library.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def ends_with_this():
    # Whatever becomes of this program, none of its parts is left. It is about the thread that begins one.
    library.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def free_ports(count):
    doors = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [door.getsockname()[1] for door in doors]
    for door in doors:
        door.close()
    return ports


class Part:
    """A process that is begun, killed, told to end, stopped and let go on."""

    def __init__(self, name, log):
        self.name, self.log, self.process, self.state = name, log, None, "down"

    def start(self):
        with open(self.log, "ab") as file:
            self.process = subprocess.Popen(
                self.words(), stdin=subprocess.DEVNULL, stdout=file, stderr=file, env=self.environment(),
                preexec_fn=ends_with_this)
        self.state = "up"

    def environment(self):
        return os.environ

    def kill(self):
        self.signal(signal.SIGKILL, "down")
        self.process.wait()

    def end(self):
        """It is told to end; `ended` tells when it has."""
        self.signal(signal.SIGTERM, "ending")

    def ended(self):
        if self.process.poll() is None:
            return False
        self.state = "down"
        return True

    def hang(self):
        self.signal(signal.SIGSTOP, "hanging")

    def go_on(self):
        self.signal(signal.SIGCONT, "up")

    def signal(self, number, state):
        self.process.send_signal(number)
        self.state = state

    def said(self, count=12):
        try:
            with open(self.log, encoding="utf-8", errors="replace") as file:
                return file.read().splitlines()[-count:]
        except OSError:
            return []


class Broker(Part):
    def __init__(self, program, number, ports, folder):
        super().__init__(f"broker {number + 1}", f"{folder}/broker{number + 1}.log")
        self.program, self.number, self.port = program, number, ports[2 * number]
        self.file = f"{folder}/broker{number + 1}.conf"
        routes = ", ".join(f'"nats://127.0.0.1:{port}"' for port in ports[1::2] if port != ports[2 * number + 1])
        with open(self.file, "w") as file:
            file.write(f"listen: 127.0.0.1:{self.port}\nserver_name: broker{number + 1}\n"
                       f"cluster {{ name: loopback, listen: 127.0.0.1:{ports[2 * number + 1]}, routes: [{routes}] }}\n")

    url = property(lambda self: f"nats://127.0.0.1:{self.port}")

    def words(self):
        return [self.program, "-c", self.file]

    def answers(self):
        try:
            Client(self.port).close()
            return True
        except Lost:
            return False


class Host(Part):
    """A host with a folder of its own."""

    def __init__(self, program, name, brokers, folder, effects, elsewhere, options=()):
        super().__init__(f"host {name}", f"{folder}/{name}.log")
        self.program, self.letter, self.brokers, self.effects = program, name, brokers, effects
        self.plugins, self.door, self.control = (f"{folder}/{name}/{part}" for part in ("lib", "door", "control"))
        self.policy, self.options = f"{folder}/{name}.json", list(options)
        os.makedirs(self.plugins, 0o755)
        os.chmod(f"{folder}/{name}", 0o700)
        with open(self.policy, "w") as file:
            json.dump({"elsewhere": elsewhere}, file)

    def words(self):
        # Each prefers another broker.
        turn = ord(self.letter[0]) % len(self.brokers)
        brokers = self.brokers[turn:] + self.brokers[:turn]
        return [self.program, "--plugins", self.plugins, "--no-cache", "serve", "--listen", self.door, "--control",
                self.control, "--metrics", "--policy", self.policy, "--cluster-name", cluster, *self.options,
                *(word for broker in brokers for word in ("--cluster", broker.url))]

    def environment(self):
        return dict(os.environ, CLUSTER_EFFECTS=self.effects)

    def path(self, component):
        return f"{self.plugins}/lib{component}.so"

    def put(self, source, component):
        """Drops a component in, whole at once."""
        new = f"{self.plugins}/.{component}.new"
        shutil.copyfile(source, new)
        os.chmod(new, 0o755)
        os.rename(new, self.path(component))

    def remove(self, component):
        os.remove(self.path(component))

    def serves(self):
        try:
            return post(self.door, "/healthz", None, 2)[0] == 200
        except OSError:
            return False

    def id(self, client, component):
        """By which it is known in its cluster, where it alone has a component."""
        said = service(client, "PING", component)
        return said and said["metadata"]["host"]


class Door(http.client.HTTPConnection):
    def __init__(self, path, patience):
        super().__init__("localhost", timeout=patience)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


def post(door, target, parameters, patience):
    connection = Door(door, patience)
    try:
        connection.request("GET" if parameters is None else "POST", target,
                           None if parameters is None else json.dumps(parameters), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, answer.read()
    except http.client.HTTPException as error:
        raise ConnectionError(repr(error))
    finally:
        connection.close()


class Cluster:
    """Three brokers and some hosts. `with` ends whatever is left of it."""

    def __init__(self, broker, folder):
        ports = free_ports(6)
        self.folder, self.hosts = folder, []
        self.brokers = [Broker(broker, number, ports, folder) for number in range(3)]

    parts = property(lambda self: self.brokers + self.hosts)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for part in self.parts:
            if part.process and part.process.poll() is None:
                part.process.kill()
        for part in self.parts:
            if part.process:
                part.process.wait()

    def start(self):
        for part in self.brokers:
            part.start()
        wait_until(lambda: all(broker.answers() for broker in self.brokers), "the brokers do not begin")
        for part in self.hosts:
            part.start()
        wait_until(lambda: all(host.serves() for host in self.hosts), "the hosts do not begin")


def wait_until(condition, words, patience=30):
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"error: {words}")
        time.sleep(0.02)
