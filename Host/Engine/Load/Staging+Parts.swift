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

    mutating func compile(_ types: TypeNames, in tables: inout CheckTableBuilder) throws(Refusal) {
      for place in actions.indices where !actions[place].signature.isEmpty {
        try actions[place].compile(types, as: "\(name).\(actions[place].name)", in: &tables)
      }
      for action in actions where !action.mediaType.isEmpty {
        try action.checkMediaType(types, as: "\(name).\(action.name)")
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
    /// What a text or bytes is that it replies with, as it was written; empty where it does not say.
    let mediaType: String
    /// Whether callers from outside may call it. What is called native never is.
    let isRemote: Bool
    let tellsProgress: Bool
    let reads: Bool
    /// Laid out when the registration is closed, until all are; nil where anything goes.
    var draft: ParameterCheck.Draft?
    /// Compiled then; nil where anything goes.
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
    /// What it does besides answering calls.
    var steps: [(LifeStep.Kind, component_run)] = []
  }

  /// A path that leads to an action of a target.
  struct Path {
    let target: String
    let pattern: String
    let action: String
    let scheme: String
    let fixed: Fields
    let query: QueryNames
    let priority: Int
    let takesLonger: Bool

    var route: Route {
      Route(
        pattern, host: target, to: target, action, fixed: fixed, scheme: scheme.isEmpty ? nil : scheme, query: query,
        priority: priority, takesLonger: takesLonger)
    }
  }

  /// A short name of an action.
  struct Key {
    let target: String
    let action: String
    let hints: Fields
  }

  /// Something that it publishes.
  struct Event {
    let name: String
    let summary: String
    /// As it was written; empty where anything goes.
    let type: String
    /// Laid out when the registration is closed, until all are; nil where anything goes.
    var draft: EventCheck.Draft?
    /// Compiled then; nil where anything goes.
    var check: EventCheck?
  }

  /// What a component wants to be called when one of its targets or actions is no longer needed.
  struct Ending {
    let release: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let context: UnsafeMutableRawPointer?
  }

  typealias Release = (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
}
