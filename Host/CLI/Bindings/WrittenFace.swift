import ComponentHost
import ComponentKit

/// What a face was made for, in the keys of `describe --json`.
struct WrittenFace: Codable {
  private let target: String
  private let version: String
  private let summary: String
  fileprivate let targets: [Target]
  private let types: [NamedType]

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
    /// What the parameters mean that say so.
    let notes: [String: String]
  }

  fileprivate struct Way: Codable {
    let name: String
    let action: String
    let fields: Fields
  }

  fileprivate struct NamedType: Codable {
    let name: String
    let definition: String
    let summary: String
  }

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
  }

  private static func ways(_ kind: FaceWay.Kind, of target: FaceDescription.Target) -> [Way] {
    target.ways.filter { $0.kind == kind }.map { way in
      // What lives in the component's process only is not written.
      let isWritable = (try? Value.map(way.fields).json()) != nil
      return Way(name: way.name, action: way.action, fields: isWritable ? way.fields : [:])
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
          ways: target.routes.map { $0.read(.route) } + target.keys.map { $0.read(.key) }))
    }
    return read
  }
}

extension WrittenFace.Action {
  fileprivate func read(_ types: TypeNames) throws(WrittenFace.Damage) -> FaceDescription.Action {
    var action = FaceDescription.Action(
      name: name, summary: summary, signature: nil, notes: notes, isRemote: remote, tellsProgress: progress)
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
  fileprivate func read(_ kind: FaceWay.Kind) -> FaceWay {
    FaceWay(kind: kind, name: name, action: action, fields: fields)
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
