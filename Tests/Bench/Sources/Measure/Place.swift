import ComponentABI
import ComponentHost
import ComponentKit

/// Where Scripts/bench put what is measured, and the host that most figures share.
final class Place {
  let folder: String
  let floors: Floors
  let host: Host
  let mediator: Mediator
  /// The host's functions, as a component has them.
  let table: HostTable

  init(_ folder: String) throws {
    self.folder = folder
    floors = try Floors(folder)
    host = Host(Settings(directories: ["\(folder)/plugins"]))
    mediator = host.mediator
    table = try Caller.register(with: host)
    // What the figures call is loaded before they are measured.
    _ = try mediator.call("Reader", "showDetail", ["id": 1])
  }

  /// Another host over the same folder, which is watched.
  func watched() throws -> Host {
    var settings = Settings(directories: [plugins])
    settings.watches = true
    let host = Host(settings)
    _ = try host.mediator.call("Reader", "showDetail", ["id": 1])
    return host
  }

  var program: String { "\(folder)/host" }
  var plugins: String { "\(folder)/plugins" }
}

/// A component of the program itself: by its table it calls as components do.
struct Caller: Component {
  init(mediator: Mediator) {}
  var actions: [Action] { Action("nothing") { _ in nil } }
  var events: [EventDeclaration] {
    EventDeclaration("Caller.ticked", type: "int")
    EventDeclaration("Caller.heard", type: "int")
  }

  nonisolated(unsafe) private static var table: HostTable?  // Set by `register`, which runs in this thread.

  static func register(with host: Host) throws -> HostTable {
    try host.register("Caller") { host, registration in
      Caller.table = host
      return Caller.register(host, registration)
    }
    guard let table else { throw Complaint("the program's own component was not registered") }
    return table
  }
}
