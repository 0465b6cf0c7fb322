import ComponentABI
import ComponentKit

// What a registration consists of.
extension Staging {
  struct Target {
    let name: String
    let summary: String
    let isSerial: Bool
    /// Where its instances come from; nil where it has none.
    let maker: InstanceMaker?
    var actions: [Action] = []
    /// Of the actions.
    var names = UniqueNames()
  }

  struct Action {
    let name: String
    let summary: String
    /// As it was written.
    let signature: String
    /// What its parameters mean, as it was written.
    let notes: String
    let flags: UInt64
    /// Compiled when the registration is closed; nil where anything goes.
    var check: ParameterCheck?
    let run: component_run
    let context: UnsafeMutableRawPointer?

    /// Whether callers from outside may call it. What is called native never is.
    var isRemote: Bool {
      flags & UInt64(COMPONENT_ACTION_REMOTE) != 0 && !name.lowercased().hasPrefix("native")
    }
  }

  struct About {
    let summary: String
    let version: Version
    let shutdown: Release
    let context: UnsafeMutableRawPointer?
    let release: Release
  }

  /// A path that leads to an action of a target.
  struct Path {
    let target: String
    let pattern: String
    let action: String
    let scheme: String
    let fixed: Fields
  }

  /// A short name of an action.
  struct Key {
    let target: String
    let action: String
    let hints: Fields
  }

  /// What is called once nobody needs an action any more.
  struct Ending {
    let release: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let context: UnsafeMutableRawPointer?
  }

  typealias Release = (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
}
