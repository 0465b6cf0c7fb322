import ComponentCluster
import ComponentDoors
import ComponentHost
import ComponentKit

/// How `host serve` listens and logs, as the options say.
struct ServeOptions: Sendable {
  static let all: [Option] = [
    .listen, .behindProxy, .hostName, .log, .logCalls, .metrics, .openAPI, .events, .threads, .connections, .calls,
    .targetCalls,
    .body, .heldBytes,
    .timeout, .grace, .control, .console,
  ]

  private let addresses: [DoorAddress]
  private let names: [String]
  let isBehindProxy: Bool
  let form: ServeLog.Form
  private let tellsCalls: Bool
  private let showsMetrics: Bool
  private let showsDescription: Bool
  private let events: [String]
  private let numbers: [Option: Int]
  private let limit: TimeLimit
  /// How long what runs may go on once the service is to end.
  let grace: TimeLimit
  // Where the control socket is to be; nil for the usual place.
  private let controlPath: String?
  private let consoleAddress: DoorAddress?
  private let brokers: [BrokerAddress]
  private let clusterName: String?

  init(_ arguments: Arguments) throws(Problem) {
    addresses = try arguments.values(.listen).map { text throws(Problem) in
      do throws(DoorFault) { return try DoorAddress(text) } catch { throw Problem(error) }
    }
    names = arguments.values(.hostName)
    for name in names {
      let scheme = ["http://", "https://"].first { name.lowercased().hasPrefix($0) }
      let rest = name.dropFirst(scheme?.utf8.count ?? 0)
      guard !rest.isEmpty, !rest.utf8.contains(UInt8(ascii: "/")) else {
        throw .usage("the option --name needs a host's name", help: "write --name books.example.org")
      }
    }
    isBehindProxy = arguments.has(.behindProxy)
    (tellsCalls, showsMetrics) = (arguments.has(.logCalls), arguments.has(.metrics))
    showsDescription = arguments.has(.openAPI)
    events = arguments.values(.events)
    form = try ServeOptions.form(arguments)
    numbers = try ServeOptions.numbers([.threads, .connections, .calls, .targetCalls, .body, .heldBytes], arguments)
    limit = try TimeLimit(arguments)
    controlPath = arguments.value(.control)
    if controlPath == "" { throw .usage("the option --control needs a path", help: "write --control PATH") }
    consoleAddress = try arguments.value(.console).map { text throws(Problem) in try ServeOptions.console(text) }
    brokers = try ClusterOptions.brokers(arguments)
    clusterName = arguments.value(.clusterName)
    grace = try arguments.value(.grace).map { text throws(Problem) in try TimeLimit(text, of: .grace) } ?? .grace
  }

  // A browser opens it, and only one on this machine.
  private static func console(_ text: String) throws(Problem) -> DoorAddress {
    let address: DoorAddress
    do throws(DoorFault) { address = try DoorAddress(text) } catch { throw Problem(error) }
    if case .internet = address, address.isLocal { return address }
    throw .usage(
      "the option --console takes an address of this machine, which a browser opens, not \(quoted(text))",
      help: "write --console 127.0.0.1:8081")
  }

  static func form(_ arguments: Arguments) throws(Problem) -> ServeLog.Form {
    guard let text = arguments.value(.log) else { return arguments.has(.json) ? .json : .text }
    if let form = ServeLog.Form(rawValue: text) { return form }
    throw .usage("the option --log takes text or json, not \(quoted(text))")
  }

  static func numbers(_ options: [Option], _ arguments: Arguments) throws(Problem) -> [Option: Int] {
    var numbers: [Option: Int] = [:]
    for option in options {
      guard let text = arguments.value(option) else { continue }
      let most =
        switch option {
        case .body, .message: 1 << 30
        case .heldBytes: 1 << 40
        case .threads: 4096
        default: 1 << 20
        }
      guard text.utf8.allSatisfy(\.isDigit), let number = Int(text), (1...most).contains(number) else {
        throw .usage("the option \(option.name) takes a number from 1 to \(most), not \(quoted(text))")
      }
      numbers[option] = number
    }
    return numbers
  }

  /// The settings of the door, with sockets that were handed over, or else at the addresses that were typed, or else at
  /// the usual one.
  func settings(handed: [Int32], _ console: Console) throws(Problem) -> HTTPDoor.Settings {
    var settings = HTTPDoor.Settings(addresses)
    settings.handed = handed
    if addresses.isEmpty, handed.isEmpty { settings.addresses = [try ServeOptions.usual(console)] }
    settings.isBehindProxy = isBehindProxy
    settings.names = names
    (settings.tellsCalls, settings.showsMetrics) = (tellsCalls, showsMetrics)
    settings.showsDescription = showsDescription
    settings.events = events
    settings.callTime = limit.duration
    if let number = numbers[.threads] { settings.threadLimit = number }
    if let number = numbers[.connections] { settings.connectionLimit = number }
    if let number = numbers[.calls] { settings.callLimit = number }
    if let number = numbers[.targetCalls] { settings.targetCallLimit = number }
    if let number = numbers[.body] { settings.bodyLimit = number }
    if let number = numbers[.heldBytes] { settings.heldLimit = number }
    return settings
  }

  /// The settings of the owner's own door, for a browser; nil where none is asked for.
  var console: HTTPDoor.Settings? {
    guard let consoleAddress else { return nil }
    var settings = HTTPDoor.Settings([consoleAddress])
    (settings.owner, settings.front) = (OwnerToken(), ConsoleDoor.front)
    settings.showsMetrics = true
    settings.events = events + ConsoleDoor.events.filter { !events.contains($0) }
    (settings.callTime, settings.tellsCalls) = (limit.duration, tellsCalls)
    return settings
  }

  /// The settings of the way in from a cluster; nil where none is asked for.
  var cluster: ClusterDoor.Settings? {
    if brokers.isEmpty { return nil }
    var settings = ClusterDoor.Settings(brokers)
    if let clusterName { settings.name = clusterName }
    (settings.callTime, settings.tellsCalls) = (limit.duration, tellsCalls)
    if let number = numbers[.threads] { settings.threadLimit = number }
    if let number = numbers[.calls] { settings.callLimit = number }
    if let number = numbers[.targetCalls] { settings.componentCallLimit = number }
    if let number = numbers[.body] { settings.messageLimit = number }
    return settings
  }

  /// The control socket. One that nobody has asked for need not be: it is told why it is not.
  func control(_ console: Console, _ log: ServeLog) throws(Problem) -> Listener? {
    if let controlPath { return try ControlDoor.listen(at: controlPath) }
    guard let path = ControlDoor.usualPath(console) else { return nil }
    do throws(Problem) { return try ControlDoor.listen(at: path) } catch {
      log.write(.warning, "no_control", "there is no control socket: \(error.message)")
      return nil
    }
  }

  private static func usual(_ console: Console) throws(Problem) -> DoorAddress {
    guard let folder = console.environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
      throw Problem(
        .usage, "no_address", "there is no address to listen at, since XDG_RUNTIME_DIR names no folder",
        help: ["name one: --listen 127.0.0.1:8080, or --listen PATH"])
    }
    do throws(DoorFault) { return try DoorAddress("\(folder)/component-host.sock") } catch { throw Problem(error) }
  }
}

extension Problem {
  init(_ fault: DoorFault) {
    let isTyped = ["invalid_address", "not_loopback", "no_address", "invalid_event", "invalid_cluster"].contains(
      fault.reason)
    self.init(isTyped ? .usage : .failed, fault.reason, fault.message, help: fault.help.map { [$0] } ?? [])
  }
}

extension TimeLimit {
  /// How long a service has to end.
  fileprivate static let grace = TimeLimit(text: "10", duration: .seconds(10))
}
