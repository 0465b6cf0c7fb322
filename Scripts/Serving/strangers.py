"""Clients of a host that serves which keep to no rules: none of them may do harm to the others."""
import json, os, random, socket, struct, time

def raw(stage):
    s = socket.socket(socket.AF_UNIX) if random.random() < 0.5 else socket.socket(socket.AF_INET)
    s.settimeout(10)
    s.connect(stage.path if s.family == socket.AF_UNIX else ("127.0.0.1", stage.port))
    return s


def request(target, body, more=""):
    return (f"POST {target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{more}"
            f"Content-Length: {len(body)}\r\n\r\n{body}").encode()


def misbehaving(stage):
    right = stage.right
    while not stage.over.is_set():
        kind = random.randrange(8)
        try:
            with raw(stage) as s:
                if kind == 0:  # half of a request
                    text = request("/Serves/add", '{"number":1}')
                    s.sendall(text[:random.randrange(1, len(text))])
                elif kind == 1:  # no HTTP
                    s.sendall(os.urandom(random.randrange(1, 4000)))
                    s.recv(100)
                elif kind == 2:  # gone while its call goes on, by a reset over TCP
                    s.sendall(request("/Serves/await", "{}"))
                    s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                elif kind == 3:  # asks for much and reads nothing
                    s.sendall(request("/Serves/lengthy", '{"bytes":3000000}') * 3)
                    time.sleep(0.05)
                elif kind == 4:  # what could be read as two requests, and a second one behind it that must not be answered
                    s.sendall(request("/Serves/add", '{"number":1}', "Transfer-Encoding: chunked\r\n")
                              + request("/Serves/add", '{"number":2}'))
                    said = b""
                    while piece := s.recv(65536):
                        said += piece
                    right(said.count(b"HTTP/1.1 ") == 1 and said.startswith(b"HTTP/1.1 400 "), f"smuggled: {said}")
                elif kind == 5:  # many at once
                    s.sendall(b"".join(request("/Serves/add", json.dumps({"number": n})) for n in range(20)))
                    said = b""
                    while said.count(b"\r\n\r\n") < 20 or not said.endswith(b"20\n"):
                        piece = s.recv(65536)
                        right(piece, f"pipelined requests were not all answered: {said}")
                        if not piece:
                            break
                        said += piece
                elif kind == 6:  # progress that nobody reads, and then nobody is there
                    s.sendall(request("/Serves/steps", '{"count":2000,"milliseconds":1}', "Accept: text/event-stream\r\n"))
                    s.recv(10)
                else:  # a body that never comes whole
                    s.sendall(request("/Serves/add", "x" * 1000)[:-500])
                    time.sleep(0.02)
        except (ConnectionError, TimeoutError) as error:
            right(kind not in (4, 5) or not isinstance(error, TimeoutError), f"a raw client, kind {kind}: {error!r}")
        stage.tally.add("misbehaved")
