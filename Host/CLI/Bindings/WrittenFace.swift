import ComponentHost
import ComponentKit

/// What a face was made for, in the keys of `describe --json`.
struct WrittenFace: Codable {
  private let target: String
  private let version: String
  private let summary: String
  fileprivate let targets: [Target]
  private let types: [NamedType]
  /// Only where there are any: what was printed before there were events has none.
  private let events: [Event]?

  fileprivate struct Event: Codable {
    let name: String
    let summary: String
    let type: String?
  }

  fileprivate struct Target: Codable {
    let name: String
    let summary: String
    let actions: [Action]
    let routes: [Way]
    let keys: [Way]
  }

  fileprivate struct Action: Codable {
    let name: String
    let summary: String
    let signature: String?
    let remote: Bool
    let progress: Bool
    /// Only where it does: what was printed before there was the flag has none.
    let reads: Bool?
    /// Only where it says one, for the same reason.
    let media_type: String?
    /// What the parameters mean that say so.
    let notes: [String: String]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(summary, forKey: .summary)
      try container.encode(signature, forKey: .signature)
      try container.encode(remote, forKey: .remote)
      try container.encode(progress, forKey: .progress)
      if let reads { try container.encode(reads, forKey: .reads) }
      if let media_type { try container.encode(media_type, forKey: .media_type) }
      try container.encode(notes, forKey: .notes)
    }

    private enum CodingKeys: CodingKey { case name, summary, signature, remote, progress, reads, media_type, notes }
  }

  fileprivate struct Way: Codable {
    let name: String
    let action: String
    let fields: Fields
    // Of a route, where it says so.
    let rename: [String: String]?
    let `case`: String?
    let priority: Int?
    let longer: Bool?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(action, forKey: .action)
      try container.encode(fields, forKey: .fields)
      if let rename { try container.encode(rename, forKey: .rename) }
      if let `case` { try container.encode(`case`, forKey: .case) }
      if let priority { try container.encode(priority, forKey: .priority) }
      if let longer { try container.encode(longer, forKey: .longer) }
    }

    private enum CodingKeys: CodingKey {
      case name, action, fields, rename, `case`, priority, longer
    }
  }

  fileprivate struct NamedType: Codable {
    let name: String
    let definition: String
    let summary: String
  }

  private enum CodingKeys: CodingKey { case target, version, summary, targets, types, events }

  /// Why it can't be read.
  struct Damage: Error { let message: String }

  // The canonical text of a signature has spaces, and words for what can't be seen.
  private static let signatureLimit = 16 * Signature.lengthLimit
}

// Writing.
extension WrittenFace {
  init(_ description: FaceDescription) {
    target = description.target
    version = "\(description.version)"
    summary = description.summary
    targets = description.targets.map { target in
      Target(
        name: target.name, summary: target.summary, actions: target.actions.map { Action($0) },
        routes: WrittenFace.ways(.route, of: target), keys: WrittenFace.ways(.key, of: target))
    }
    types = description.types.names.map { name in
      NamedType(
        name: name, definition: description.types[name].map { "\($0)" } ?? "",
        summary: description.typeSummaries[name] ?? "")
    }
    let events = description.events.map { event in
      Event(name: event.name, summary: event.summary, type: event.form.map { "\($0)" })
    }
    self.events = events.isEmpty ? nil : events
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(target, forKey: .target)
    try container.encode(version, forKey: .version)
    try container.encode(summary, forKey: .summary)
    try container.encode(targets, forKey: .targets)
    try container.encode(types, forKey: .types)
    if let events { try container.encode(events, forKey: .events) }
  }

  private static func ways(_ kind: FaceWay.Kind, of target: FaceDescription.Target) -> [Way] {
    target.ways.filter { $0.kind == kind }.map { way in
      Way(
        name: way.name, action: way.action, fields: way.fields,
        rename: way.query.renames.isEmpty ? nil : way.query.renames, case: way.query.foldsCase == true ? "fold" : nil,
        priority: way.priority == 0 ? nil : way.priority, longer: way.takesLonger ? true : nil)
    }
  }

  var json: String {
    let json = try? ValueEncoder.withEncoded(self) { (value) throws(Failure) in
      try? Value(copying: value.pointee).json()
    }
    return (json ?? nil) ?? "{}"
  }
}

extension WrittenFace.Action {
  fileprivate init(_ action: FaceDescription.Action) {
    name = action.name
    summary = action.summary
    signature = action.signature.map { "\($0)" }
    remote = action.isRemote
    progress = action.tellsProgress
    reads = action.reads ? true : nil
    media_type = action.mediaType.isEmpty ? nil : action.mediaType
    notes = action.notes
  }
}

// Reading.
extension WrittenFace {
  init(reading json: some Collection<UInt8>) throws(Damage) {
    let value: Value
    do throws(JSONError) {
      value = try Value(json: Array(json))
    } catch {
      throw Damage(message: "column \(error.column) of its JSON: \(error.message)")
    }
    do throws(Failure) {
      self = try value.withBorrowed { value in
        Result { () throws(Failure) in
          try ValueDecoder.decode(WrittenFace.self, from: value.pointee, subject: "the description")
        }
      }.get()
    } catch {
      throw Damage(message: error.message)
    }
  }

  func description() throws(Damage) -> FaceDescription {
    guard ComponentName.isValidTarget(target.utf8) else { throw Damage(message: "\(quoted(target)) is no target") }
    guard let version = Version(version) else { throw Damage(message: "\(quoted(version)) is no version") }
    var read = FaceDescription(
      target: target, version: version, summary: summary, types: TypeNames(), typeSummaries: [:], targets: [])
    do throws(SignatureFault) {
      read.types = try TypeNames(types.map { ($0.name, $0.definition) }, limit: WrittenFace.signatureLimit)
    } catch {
      throw Damage(message: "\(error)")
    }
    for type in types where !type.summary.isEmpty { read.typeSummaries[type.name] = type.summary }
    for target in targets {
      guard target.name == self.target || target.name.hasPrefix("\(self.target)."),
        ComponentName.isValidTarget(target.name.utf8), !read.targets.contains(where: { $0.name == target.name })
      else { throw Damage(message: "the target \(quoted(target.name)) can't be in it") }
      var actions: [FaceDescription.Action] = []
      for action in target.actions {
        guard ComponentName.isValid(action.name.utf8), !actions.contains(where: { $0.name == action.name }) else {
          throw Damage(message: "the action \(quoted("\(target.name).\(action.name)")) can't be in it")
        }
        actions.append(try action.read(read.types))
      }
      read.targets.append(
        FaceDescription.Target(
          name: target.name, summary: target.summary, actions: actions,
          ways: try target.routes.map { way throws(Damage) in try way.read(.route) }
            + target.keys.map { way throws(Damage) in try way.read(.key) }))
    }
    read.events = try (events ?? []).map { event throws(Damage) in try event.read(below: self.target, read.types) }
    return read
  }
}

extension WrittenFace.Event {
  fileprivate func read(
    below target: String, _ types: TypeNames
  ) throws(WrittenFace.Damage) -> FaceDescription.Event {
    guard name.hasPrefix("\(target)."), ComponentName.isValidTarget(name.utf8) else {
      throw WrittenFace.Damage(message: "the event \(quoted(name)) can't be in it")
    }
    do throws(SignatureFault) {
      let form = try type.map { (type) throws(SignatureFault) in
        try TypeForm(parsing: type, types: types, limit: WrittenFace.signatureLimit)
      }
      return FaceDescription.Event(name: name, summary: summary, form: form)
    } catch {
      throw WrittenFace.Damage(message: "the event \(quoted(name)), \(error)")
    }
  }
}

extension WrittenFace.Action {
  fileprivate func read(_ types: TypeNames) throws(WrittenFace.Damage) -> FaceDescription.Action {
    var action = FaceDescription.Action(
      name: name, summary: summary, signature: nil, notes: notes, isRemote: remote, tellsProgress: progress,
      reads: reads ?? false, mediaType: media_type ?? "")
    guard action.mediaType.isEmpty || MediaType(action.mediaType) != nil else {
      throw WrittenFace.Damage(
        message: "the action \(quoted(name)), \(quoted(action.mediaType)) is no media type")
    }
    do throws(SignatureFault) {
      if let signature {
        action.signature = try Signature(parsing: signature, types: types, limit: WrittenFace.signatureLimit)
      }
      return action
    } catch {
      throw WrittenFace.Damage(message: "the action \(quoted(name)), \(error)")
    }
  }
}

extension WrittenFace.Way {
  fileprivate func read(_ kind: FaceWay.Kind) throws(WrittenFace.Damage) -> FaceWay {
    let way = FaceWay(
      kind: kind, name: name, action: action, fields: fields,
      query: QueryNames(renames: rename ?? [:], foldsCase: `case` == "fold" ? true : nil), priority: priority ?? 0,
      takesLonger: longer ?? false)
    if let `case`, `case` != "fold" {
      throw WrittenFace.Damage(message: "\(way.title), case: \(quoted(`case`)) instead of 'fold'")
    }
    return way
  }
}

extension Version {
  /// "1.2.3"
  fileprivate init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).compactMap { UInt32($0) }
    guard parts.count == 3 else { return nil }
    self.init(parts[0], parts[1], parts[2])
    if description != text { return nil }
  }
}
