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
    private(set) var actions: [Action] = []
    // Of many actions; few are compared each with each.
    private(set) var names: Set<String> = []

    // Inlined, or the whole target is copied first: 220 instructions for each action.
    @inline(__always)
    func has(_ action: String) -> Bool {
      names.isEmpty ? actions.contains { $0.name == action } : names.contains(action)
    }

    mutating func add(_ action: consuming Action) {
      if actions.count >= UniqueNames.fewLimit {
        if names.isEmpty { names = Set(actions.lazy.map(\.name)) }
        names.insert(action.name)
      }
      actions.append(action)
    }

    mutating func compile(_ types: TypeNames) throws(Refusal) {
      for place in actions.indices where !actions[place].signature.isEmpty {
        try actions[place].compile(types, as: "\(name).\(actions[place].name)")
      }
    }
  }

  struct Action {
    let name: String
    let summary: String
    /// As it was written.
    let signature: String
    /// What its parameters mean, as it was written.
    let notes: String
    /// Whether callers from outside may call it. What is called native never is.
    let isRemote: Bool
    let tellsProgress: Bool
    /// Compiled when the registration is closed; nil where anything goes.
    var check: ParameterCheck?
    let run: component_run
    let context: UnsafeMutableRawPointer?
  }

  struct About {
    var summary = ""
    var version = Version(0)
    var shutdown: Release = nil
    var context: UnsafeMutableRawPointer?
    var release: Release = nil
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
