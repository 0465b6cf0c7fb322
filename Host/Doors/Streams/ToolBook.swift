import ComponentHost
import Synchronization

/// The tools of a host, as far as they are known.
final class ToolBook: Sendable {
  private let host: Host
  private let left: @Sendable ([String]) -> Void
  private let state = Mutex(State())

  private struct State {
    var list: ToolList?
    /// What lay in the folders as the list was made.
    var print: FolderPrint?
    /// Until when it holds at the longest.
    var end = Int64.max
    var changes = 0
    /// What names call that were cut off, as far as they were looked for and are there.
    var cut: [String: ToolName] = [:]
  }

  // A list that a client waits for has to be written as well in its time.
  private let patience: Duration

  // A component that was refused may be taken the next time, though nothing has changed in the folders: it is not tried for
  // each who asks.
  private static let unsettledTime = Duration.seconds(1)

  /// - Parameters:
  ///   - callTime: how long a client waits for a list; nil for ever.
  ///   - left: hears what is not among the tools, and why.
  init(_ host: Host, callTime: Duration?, left: @escaping @Sendable ([String]) -> Void) {
    (self.host, self.left) = (host, left)
    patience = callTime.map { $0 / 2 } ?? .seconds(1 << 30)
  }

  /// What lies in the folders now.
  var print: FolderPrint { FolderPrint(host.settings.directories) }

  /// The list, which is made anew if what is known does not hold any more: then components may be loaded, on this thread.
  func list() -> ToolList {
    let (print, now) = (print, Clock.now)
    let (known, before) = state.withLock { ($0.print == print && now < $0.end ? $0.list : nil, $0.changes) }
    if let known { return known }
    let list = ToolList(of: host, within: patience)
    left(list.left)
    state.withLock { state in
      guard state.changes == before else { return }
      (state.list, state.print) = (list, print)
      state.end = list.isSettled ? .max : Clock.moment(after: ToolBook.unsettledTime)
    }
    return list
  }

  /// What a name calls that was cut off, where it was found before.
  func known(_ name: String) -> ToolName? { state.withLock { $0.cut.isEmpty ? nil : $0.cut[name] } }

  /// The same, looked for in the list; nil where there is no such tool.
  func tool(called name: String) -> ToolName? {
    let before = state.withLock { $0.changes }
    guard let tool = list().tool(called: name) else { return nil }
    // A name stands for one action as long as no other comes.
    state.withLock { if $0.changes == before { $0.cut[name] = tool } }
    return tool
  }

  /// What is known does not hold any more.
  func forget() {
    state.withLock { state in
      state.list = nil
      state.cut = [:]
      state.changes += 1
    }
  }
}
