package import ComponentKit

/// A component, or one of its targets, as far as callers see it: what a face is made from, and what the next generation is
/// compared with.
package struct FaceDescription: Sendable, Equatable {
  /// What was asked for: "Reader", or "Reader.Settings" for this target and those below it.
  package let target: String
  package var version: Version
  /// Of the component.
  package var summary: String
  /// The named types that the actions need.
  package var types: TypeNames
  /// What they mean, where they say so.
  package var typeSummaries: [String: String]
  package var targets: [Target]
  /// What is published below the target.
  package var events: [Event]

  package init(
    target: String, version: Version, summary: String, types: TypeNames, typeSummaries: [String: String],
    targets: [Target], events: [Event] = []
  ) {
    self.target = target
    self.version = version
    self.summary = summary
    self.types = types
    self.typeSummaries = typeSummaries
    self.targets = targets
    self.events = events
  }

  package struct Event: Sendable, Equatable {
    /// All of it: "Reader.turned".
    package let name: String
    package var summary: String
    /// Nil where the component does not say.
    package var form: TypeForm?

    package init(name: String, summary: String, form: TypeForm?) {
      self.name = name
      self.summary = summary
      self.form = form
    }
  }

  package struct Target: Sendable, Equatable {
    package let name: String
    package var summary: String
    package var actions: [Action]
    /// How its actions are reached by URLs and map keys.
    package var ways: [FaceWay]

    package init(name: String, summary: String, actions: [Action], ways: [FaceWay] = []) {
      self.name = name
      self.summary = summary
      self.actions = actions
      self.ways = ways
    }
  }

  package struct Action: Sendable, Equatable {
    package let name: String
    package var summary: String
    /// Nil where the component does not say what the action takes.
    package var signature: Signature?
    /// What the parameters mean, by their names.
    package var notes: [String: String]
    package var isRemote: Bool
    package var tellsProgress: Bool
    /// Whether it promises to change nothing.
    package var reads: Bool
    /// What a text or bytes is that it replies with; empty where it does not say.
    package var mediaType: String

    package init(
      name: String, summary: String, signature: Signature?, notes: [String: String], isRemote: Bool,
      tellsProgress: Bool, reads: Bool, mediaType: String = ""
    ) {
      self.name = name
      self.summary = summary
      self.signature = signature
      self.notes = notes
      self.isRemote = isRemote
      self.tellsProgress = tellsProgress
      self.reads = reads
      self.mediaType = mediaType
    }
  }

  /// The component that owns the target.
  package var component: String { String(target.prefix { $0 != "." }) }
}

extension FaceDescription.Action {
  /// "showDetail(id: int) -> Detail"
  package var text: String { name + (signature.map { "\($0)" } ?? "") }

  /// The forms of its parameters and of its reply.
  package var forms: [TypeForm] {
    guard let signature else { return [] }
    return signature.parameters.map(\.type) + (signature.reply.map { [$0] } ?? [])
  }
}
