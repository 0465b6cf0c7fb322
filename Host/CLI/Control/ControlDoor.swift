import ComponentDoors
import ComponentHost
import ComponentKit
import Glibc
import HostControl

/// What a host that serves does for its owner besides calls.
struct Serving: Sendable {
  /// Has it end; it returns at once.
  var quit: @Sendable () -> Void = {}
  /// What its doors have counted.
  var figures: @Sendable () -> [ActionSample] = { [] }
}

/// The socket by which the owner of a running host has it do things: the door for `host --connect`.
///
/// Its clients have the owner's rights, so only the host's user and root are let in, by what the kernel says of them. Each
/// command has two threads, one that runs it and one that hears its client; so one that is stuck holds up nobody else.
final class ControlDoor: Sendable {
  private let host: Host
  private let context: Context
  private let listener: Listener
  private let bell: Pipe
  private let serving: Serving
  private let state = Guarded(State())

  private struct State {
    var isOver = false
    /// How many threads serve.
    var threads = 0
    var clients: [ObjectIdentifier: ControlClient] = [:]
  }

  /// How many threads there may be at once: two for each client.
  static let limit = 512
  /// How long a client may take to say what it wants.
  private static let patience: Duration = .seconds(10)

  /// - Parameters:
  ///   - context: that of the command that serves: the clients' lines share its settings and hosts.
  ///   - listener: that of a Unix socket, which belongs to the door from now on.
  ///   - serving: what can be asked of the host that serves.
  init(_ host: Host, _ context: Context, listener: Listener, _ serving: Serving) throws(SystemFault) {
    (self.host, self.context, self.listener, self.serving) = (host, context, listener, serving)
    bell = try Pipe()
  }

  deinit { bell.close() }

  /// Takes clients from now on, on threads of its own; false where the system has none.
  func start() -> Bool { Worker.run { self.accept() } }

  /// Takes no more of them, and has what would go on for ever end.
  func close() {
    let clients = state.withLock { state in
      state.isOver = true
      return Array(state.clients.values)
    }
    for client in clients { client.hostEnds() }
    bell.wake()
  }

  /// Waits until those that there are have ended, or the time has passed: then they are told so.
  func stop(until end: Deadline) {
    close()
    while !end.hasPassed, state.withLock({ $0.threads }) > 0 { usleep(10_000) }
    for client in state.withLock({ Array($0.clients.values) }) { client.leave() }
  }

  private func accept() {
    defer { listener.close() }
    while true {
      var ready = (
        pollfd(fd: listener.socket, events: Int16(POLLIN), revents: 0),
        pollfd(fd: bell.read, events: Int16(POLLIN), revents: 0)
      )
      let count = withUnsafeMutablePointer(to: &ready) {
        $0.withMemoryRebound(to: pollfd.self, capacity: 2) { poll($0, 2, -1) }
      }
      if state.withLock(\.isOver) { return }
      guard count > 0, ready.0.revents != 0 else { continue }
      let socket = host_control_take(listener.socket)
      if socket >= 0 {
        take(socket)
      } else if socket == -EMFILE || socket == -ENFILE || socket == -ENOMEM || socket == -ENOBUFS {
        // The client waits meanwhile; others may give something back.
        usleep(50_000)
      }
    }
  }

  private func take(_ socket: Int32) {
    var user: uid_t = 0
    let isOwner = host_control_peer(socket, &user) != 0 && (user == geteuid() || user == 0)
    let hasRoom =
      isOwner
      && state.withLock { state in
        if state.threads >= ControlDoor.limit { return false }
        state.threads += 1
        return true
      }
    if hasRoom, Worker.run({ self.serve(socket) }) { return }
    if hasRoom { state.withLock { $0.threads -= 1 } }
    ControlDoor.refuse(socket, isOwner ? HOST_CONTROL_BUSY : HOST_CONTROL_DENIED)
  }

  // What the client has sent is read, so that the answer is not lost with what nobody read. Only what is there.
  private static func refuse(_ socket: Int32, _ kind: UInt32) {
    ControlClient.answer(socket, kind)
    shutdown(socket, Int32(SHUT_WR))
    var rest = (0 as UInt64, 0 as UInt64, 0 as UInt64, 0 as UInt64)
    for _ in 0..<4096 {
      let count = withUnsafeMutableBytes(of: &rest) { recv(socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
      if count <= 0 { break }
    }
    Glibc.close(socket)
  }

  // MARK: one client

  private func serve(_ socket: Int32) {
    defer { state.withLock { $0.threads -= 1 } }
    let request: ControlRequest
    do throws(ControlRequest.Fault) {
      request = try ControlRequest(from: socket, until: Deadline(after: ControlDoor.patience))
    } catch {
      if error == .misread { return ControlDoor.refuse(socket, HOST_CONTROL_MISREAD) }
      Glibc.close(socket)
      return
    }
    let client = ControlClient(request, socket)
    let name = ObjectIdentifier(client)
    let isOpen = state.withLock { state in
      if state.isOver { return false }
      state.threads += 1
      state.clients[name] = client
      return true
    }
    guard isOpen else { return ControlClient.answer(socket, HOST_CONTROL_STOPPING) }
    defer { state.withLock { $0.clients[name] = nil } }
    let isRun = Worker.run { [self] in
      client.end(run(client))
      state.withLock { $0.threads -= 1 }
    }
    if isRun { return client.listen() }
    state.withLock { $0.threads -= 1 }
    ControlClient.answer(socket, HOST_CONTROL_BUSY)
  }

  private func run(_ client: ControlClient) -> ExitCode {
    let console = client.console
    let request = client.request
    let session = Session(host, Context(context, on: console), for: client, serving)
    if let problem = request.problem {
      Remarks(console, isJSON: Arguments.wantJSON(request.words)).show(problem)
      return problem.exit
    }
    return Program.run(request.words, remarks: { Remarks(console, isJSON: $0) }) {
      (arguments: inout Arguments, remarks: Remarks) throws(Problem) -> ExitCode in
      try remarks.hearingThisThread { () throws(Problem) in try session.run(&arguments, remarks) }
    }
  }
}
