import ComponentABI
import ComponentKit

/// What a component's `register` says, collected and checked before any of it counts.
///
/// The first fault refuses the whole. A component_registration pointer is one of these; it lives on after `register`
/// has returned, closed, in case the component kept it.
final class Staging {
  struct Target {
    let name: String
    let summary: String
    let isSerial: Bool
    /// Where its instances come from; nil where it has none.
    let maker: InstanceMaker?
    var actions: [Action] = []
  }

  struct Action {
    let name: String
    let summary: String
    /// As it was written; nothing once it is compiled.
    var signature: String
    /// What each parameter means, by its name.
    let notes: [String: String]
    let flags: UInt64
    /// Compiled when the registration is closed; nil where anything goes.
    var check: ParameterCheck?
    let run: component_run
    let context: UnsafeMutableRawPointer?
    let release: Release

    /// In an array that is made of it there is no room left over.
    fileprivate var trimmed: Action {
      var action = self
      action.signature = ""
      return action
    }

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

  typealias Release = (@convention(c) (UnsafeMutableRawPointer?) -> Void)?

  let name: String
  private(set) var about: About?
  private(set) var needs: [Need] = []
  private(set) var types = TypeNames()
  /// What the types mean, by their names.
  private(set) var typeSummaries: [String: String] = [:]
  private var definitions: [(name: String, definition: String)] = []
  private(set) var targets: [Target] = []
  private(set) var paths: [Path] = []
  private(set) var keys: [String: Key] = [:]
  private(set) var fault: Refusal?
  private var explanation: String?
  private var isOpen = true
  private var count = 0
  private var actionNames: Set<String> = []

  init(name: String) { self.name = name }

  var handle: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  static func of(_ handle: OpaquePointer) -> Staging {
    Unmanaged<Staging>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
  }

  // MARK: what register calls

  func describe(_ about: UnsafePointer<component_about>) -> Int32 {
    take("describe", about) { about throws(Refusal) in
      if self.about != nil { throw Refusal("described_twice", "it describes itself twice") }
      let said = try text(about.name, "its name")
      if said != name {
        throw Refusal(
          "name_mismatch", "it says its name is \(quoted(said)), but the file's name says '\(name)'",
          help: "name the file \(quoted(ComponentName.file(said))), or the component '\(name)'")
      }
      self.about = About(
        summary: try text(about.summary, "its summary"), version: Version(about.version), shutdown: about.shutdown,
        context: about.context, release: about.release)
    }
  }

  func add(_ need: UnsafePointer<component_need>) -> Int32 {
    take("add_need", need) { need throws(Refusal) in
      let name = try text(need.name, "a need's name")
      guard ComponentName.isValid(name.utf8) else {
        throw Refusal(
          "invalid_name", "it needs \(quoted(name)), which is no component's name", help: ComponentName.rule)
      }
      let optional = need.flags & COMPONENT_NEED_OPTIONAL != 0
      needs.append(Need(name, from: Version(need.minimum), optional: optional))
    }
  }

  func add(_ target: UnsafePointer<component_target>) -> Int32 {
    take("add_target", target) { target throws(Refusal) in
      let full = try text(target.name, "a target's name")
      guard ComponentName.isValidTarget(full.utf8) else {
        throw Refusal("invalid_name", "its target \(quoted(full)) has an invalid name", help: ComponentName.rule)
      }
      guard ComponentName.root(of: full.utf8) == name else {
        throw Refusal(
          "foreign_target",
          "it registers the target \(quoted(full)), which belongs to \(ComponentName.file(ComponentName.root(of: full.utf8)))",
          help: "its targets are '\(name)' and '\(name).…'")
      }
      guard !targets.contains(where: { $0.name == full }) else {
        throw Refusal("duplicate_target", "it registers the target '\(full)' twice")
      }
      let isSerial = target.flags & UInt64(COMPONENT_TARGET_SERIAL) != 0
      targets.append(
        Target(
          name: full, summary: try text(target.summary, "a target's summary"), isSerial: isSerial,
          maker: try InstanceMaker(target, full)))
    }
  }

  func add(_ action: UnsafePointer<component_action>) -> Int32 {
    take("add_action", action) { action throws(Refusal) in
      let target = try text(action.target, "a target's name")
      let name = try text(action.name, "an action's name")
      guard let index = targets.firstIndex(where: { $0.name == target }) else {
        throw Refusal(
          "foreign_target", "it adds the action \(quoted(name)) to \(quoted(target)), a target it has not registered")
      }
      guard ComponentName.isValid(name.utf8) else {
        throw Refusal("invalid_name", "its action \(quoted(name)) has an invalid name", help: ComponentName.rule)
      }
      guard actionNames.insert("\(target).\(name)").inserted else {
        throw Refusal("duplicate_action", "it registers the action '\(target).\(name)' twice")
      }
      guard unsafeBitCast(action.run, to: UInt.self) != 0 else {
        throw Refusal("no_function", "its action '\(target).\(name)' has no function")
      }
      count += 1
      guard count <= COMPONENT_ACTION_LIMIT else {
        throw Refusal("too_many_actions", "it registers more than \(COMPONENT_ACTION_LIMIT) actions")
      }
      targets[index].actions.append(
        Action(
          name: name, summary: try text(action.summary, "an action's summary"),
          signature: try text(action.signature, "a signature", limit: Signature.lengthLimit),
          notes: Staging.notes(try text(action.parameter_notes, "a parameter's note", limit: Signature.lengthLimit)),
          flags: action.flags, run: action.run, context: action.context, release: action.release))
    }
  }

  func add(_ type: UnsafePointer<component_type>) -> Int32 {
    take("add_type", type) { type throws(Refusal) in
      guard definitions.count < TypeForm.countLimit else {
        throw Refusal("too_many_types", "it names more than \(TypeForm.countLimit) types")
      }
      let name = try text(type.name, "a type's name")
      definitions.append((name, try text(type.definition, "a type's definition", limit: Signature.lengthLimit)))
      typeSummaries[name] = try text(type.summary, "a type's summary")
    }
  }

  func add(_ route: UnsafePointer<component_route>) -> Int32 {
    take("add_route", route) { route throws(Refusal) in
      let pattern = try text(route.pattern, "a route's pattern")
      let (target, action) = try named(route.target, route.action, by: "the route \(quoted(pattern))")
      paths.append(
        Path(
          target: target, pattern: pattern, action: action, scheme: try text(route.scheme, "a route's scheme"),
          fixed: try fields(route.fixed, route.fixed_count, "the route \(quoted(pattern))")))
    }
  }

  func add(_ key: UnsafePointer<component_key>) -> Int32 {
    take("add_key", key) { key throws(Refusal) in
      let name = try text(key.key, "a map key")
      guard ComponentName.isValid(name.utf8) else {
        throw Refusal("invalid_name", "its map key \(quoted(name)) has an invalid name", help: ComponentName.rule)
      }
      guard keys[name] == nil else { throw Refusal("duplicate_key", "it registers the map key '\(name)' twice") }
      let (target, action) = try named(key.target, key.action, by: "the map key '\(name)'")
      keys[name] = Key(
        target: target, action: action, hints: try fields(key.hints, key.hint_count, "the map key '\(name)'"))
    }
  }

  // The target is there already; whether the action is can only be told at the end.
  private func named(
    _ target: component_text, _ action: component_text, by what: String
  ) throws(Refusal) -> (target: String, action: String) {
    let target = try text(target, "a target's name")
    guard targets.contains(where: { $0.name == target }) else {
      throw Refusal("foreign_target", "\(what) belongs to \(quoted(target)), a target it has not registered")
    }
    return (target, try text(action, "an action's name"))
  }

  private func fields(
    _ entries: UnsafePointer<component_entry>?, _ count: Int, _ what: String
  ) throws(Refusal) -> Fields {
    if let fault = BorderCheck.fault(entries, count) {
      throw Refusal("invalid_value", "what \(what) brings is invalid: \(fault.words)")
    }
    return Fields(copying: UnsafeBufferPointer(start: entries, count: entries == nil ? 0 : count))
  }

  // Lines of the form "id: the book's number"; others are left out.
  private static func notes(_ text: String) -> [String: String] {
    var notes: [String: String] = [:]
    for line in text.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      notes[String(line[..<colon])] = String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    return notes
  }

  func explain(_ message: component_text) {
    guard isOpen, explanation == nil else { return }
    explanation = (try? text(message, "its explanation")).map { String($0.prefix(1000)) }
  }

  // MARK: the verdict

  /// Whether the registration is whole, after `register` returned that status. Nothing can be added any more.
  func close(status: Int32) throws(Refusal) -> About {
    isOpen = false
    if let fault { throw fault }
    if status != COMPONENT_OK {
      throw Refusal(
        "register_failed", "its register returned the code \(status)" + (explanation.map { ": \($0)" } ?? ""))
    }
    guard let about else {
      throw Refusal("not_described", "its register did not describe the component", help: "call host->describe first")
    }
    guard count > 0 else { throw Refusal("no_actions", "it registers no action at all") }
    if let empty = targets.first(where: \.actions.isEmpty) {
      throw Refusal("no_actions", "its target '\(empty.name)' has no action")
    }
    for path in paths { try check(path.target, path.action, "the route \(quoted(path.pattern))") }
    for (name, key) in keys { try check(key.target, key.action, "the map key '\(name)'") }
    try compile()
    trim()
    return about
  }

  // The registration stays as long as the process. With the entries in one block, 164 bytes less for each action.
  private func trim() {
    actionNames = []
    definitions = []
    for place in targets.indices { targets[place].actions = targets[place].actions.map(\.trimmed) }
  }

  private func check(_ target: String, _ action: String, _ what: String) throws(Refusal) {
    guard actionNames.contains("\(target).\(action)") else {
      throw Refusal("no_such_action", "\(what) leads to \(quoted(action)), an action that '\(target)' does not have")
    }
  }

  // Named types may come after the actions that use them, so signatures are read last.
  private func compile() throws(Refusal) {
    do throws(SignatureFault) {
      types = try TypeNames(definitions)
    } catch {
      throw Refusal("invalid_type", "the definition of a type is invalid: \(error)")
    }
    for (place, target) in targets.enumerated() {
      for (index, action) in target.actions.enumerated() where !action.signature.isEmpty {
        do throws(SignatureFault) {
          let signature = try Signature(parsing: action.signature, types: types)
          targets[place].actions[index].check = try ParameterCheck(
            signature, types, action: "\(target.name).\(action.name)")
        } catch {
          throw Refusal(
            "invalid_signature", "the signature of '\(target.name).\(action.name)' is invalid: \(error)")
        }
        let parameters = targets[place].actions[index].check?.signature.parameters ?? []
        if let name = action.notes.keys.sorted().first(where: { key in !parameters.contains { $0.name == key } }) {
          throw Refusal(
            "invalid_notes",
            "the notes on '\(target.name).\(action.name)' explain \(quoted(name)), which is not one of its parameters")
        }
      }
    }
  }

  /// Gives all contexts back.
  func release() {
    for action in targets.flatMap(\.actions) { action.release?(action.context) }
    for target in targets { target.maker?.release() }
    if let about { about.release?(about.context) }
  }

  // The struct is read once its own size says that it is whole.
  private func take<T: Grown>(
    _ function: String, _ pointer: UnsafePointer<T>, _ body: (T) throws(Refusal) -> Void
  ) -> Int32 {
    guard isOpen, fault == nil else { return COMPONENT_FAILURE_ENDED }
    do throws(Refusal) {
      let taken = withGrown(pointer) { whole in
        Result { () throws(Refusal) in
          if T.self != component_about.self, about == nil {
            throw Refusal("not_described", "its register calls \(function) before describe")
          }
          try body(whole.pointee)
        }
      }
      guard let taken else {
        let size = UnsafeRawPointer(pointer).load(fromByteOffset: MemoryLayout<UInt32>.size, as: UInt32.self)
        throw Refusal(
          "struct_size",
          "it calls \(function) with a struct of \(size) bytes; the contract's has \(MemoryLayout<T>.size)",
          help: "begin the struct with COMPONENT_HEAD(\(T.self))")
      }
      try taken.get()
      return COMPONENT_OK
    } catch {
      fault = error
      return COMPONENT_FAILURE_INVALID
    }
  }

  private func text(
    _ text: component_text, _ what: String, limit: Int = Staging.textLimit
  ) throws(Refusal) -> String {
    guard text.bytes != nil || text.length == 0 else {
      throw Refusal("invalid_text", "\(what) is missing where it was announced")
    }
    guard text.length <= limit else {
      throw Refusal("invalid_text", "\(what) is \(text.length) bytes long; at most \(limit) are taken")
    }
    guard text.utf8.isValidUTF8 else { throw Refusal("invalid_text", "\(what) is not valid UTF-8") }
    return text.string
  }

  // For a name or a line of text.
  private static let textLimit = 1024
}
