import Glibc

extension Figure {
  static var processes: [Figure] {
    [
      Figure("process.call") { place in
        let (host, empty) = (call(place, "one"), Child(["\(place.folder)/empty"]))
        return .pairs(repetitions: 31) { (try host.time(), try empty.time()) }
      },
      Figure("process.call.example") { place in
        let line = [place.program, "--plugins", "\(place.folder)/examples", "call", "Reader", "showDetail", "id=1"]
        let (host, empty) = (Child(line), Child(["\(place.folder)/empty"]))
        return .pairs(repetitions: 31) { (try host.time(), try empty.time()) }
      },
      Figure("process.call.10000") { place in
        let (many, one) = (call(place, "ten-thousand"), call(place, "one"))
        return .pairs(repetitions: 31) { (try many.time(), try one.time()) }
      },
      Figure("process.connect") { place in
        let socket = try serve(place)
        let call = Child([place.program, "--connect", socket, "call", "Typed", "divide", "number=12"])
        let empty = Child(["\(place.folder)/empty-static"])
        return .pairs(repetitions: 31) { (try call.time(), try empty.time()) }
      },
    ]
  }

  // A host that serves until this process ends; its control socket.
  private static func serve(_ place: Place) throws -> String {
    let socket = "\(place.folder)/control"
    unlink(socket)
    let script = """
      "$1" --plugins "$2/one" serve --listen "$2/door" --control "$3" > "$2/served" 2>&1 &
      host=$!
      (while kill -0 "$4" && kill -0 $host; do sleep 1; done; kill $host) > /dev/null 2>&1 &
      while kill -0 $host && ! [ -S "$3" ]; do sleep 0.1; done
      [ -S "$3" ]
      """
    _ = try Child(["/bin/sh", "-c", script, "serve", place.program, place.folder, socket, "\(getpid())"]).time()
    return socket
  }

  private static func call(_ place: Place, _ folder: String) -> Child {
    Child([place.program, "--plugins", "\(place.folder)/\(folder)", "call", "Typed", "divide", "number=12"])
  }
}
