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
    var changes = 0
  }

  // A list that a client waits for has to be written as well in its time.
  private let patience: Duration

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
    let print = print
    let (known, before) = state.withLock { ($0.print == print ? $0.list : nil, $0.changes) }
    if let known { return known }
    let list = ToolList(of: host, within: patience)
    left(list.left)
    state.withLock { state in
      if state.changes == before, list.isSettled { (state.list, state.print) = (list, print) }
    }
    return list
  }

  /// What is known does not hold any more.
  func forget() {
    state.withLock { state in
      state.list = nil
      state.changes += 1
    }
  }
}
