/// One search for the form of a type and of all types in it, by its `init(from:)`, which is given samples to read.
///
/// Only that code knows the keys and the form that values have when they travel: the names and types of stored properties,
/// which can be read without running anything, leave out coding keys, coding of one's own and the cases of enums. What is
/// invented for it is in `SketchSample`; a type that refuses all of it is a failure when its component is registered.
final class SketchRun {
  // Types inside each other.
  private static let depthLimit = 64

  /// A type was met inside itself, and no instance of it can be given.
  struct MetAgain: Error { let name: String }

  // A type that is finished, or a record that has been named before.
  private final class Known {
    let type: Any.Type
    /// What is noted where it stands, once it is finished; there is an instance then.
    var form: TypeForm?
    var instance: Any = ()
    /// Of a record, and its fields once all of them have been seen.
    var name: String?
    var record: TypeForm?

    init(_ type: Any.Type) { self.type = type }
  }

  // In the order in which they were found.
  private var known: [Known] = []
  private var choices: [SketchedType.Definition] = []
  // The innermost of the types that are being looked at.
  private var open: SketchNote?
  // Records that were left before their end, because they hold a type that holds them.
  private var left: [any Decodable.Type] = []
  private var depth = 0

  func discover<T: Decodable>(root type: T.Type) throws(Failure) -> SketchedType {
    let note = try discoverWhole(type)
    while let next = left.popLast() {
      if definition(TypeName.short(next)) == nil { _ = try discoverWhole(next) }
    }
    guard case .named(let name) = note.sketch, let record = definition(name) else {
      return SketchedType(name: nil, form: note.sketch, definitions: table(without: nil), choices: choices)
    }
    return SketchedType(name: name, form: record, definitions: table(without: name), choices: choices)
  }

  private func discoverWhole<T: Decodable>(_ type: T.Type) throws(Failure) -> SketchNote {
    let note = SketchNote(place: .type(type))
    do {
      _ = try discover(type, note)
      return note
    } catch let again as MetAgain {
      throw SketchRun.failure(note, "\(again.name) holds itself without end")
    } catch {
      throw Failure(error)
    }
  }

  // The root is in the table only if a record refers to it.
  private func table(without root: String?) -> [SketchedType.Definition] {
    let isNamedAgain = root.map { root in known.contains { $0.record?.refers(to: root) ?? false } } ?? false
    var table: [SketchedType.Definition] = []
    for type in known where type.name != root || isNamedAgain {
      if let name = type.name, let record = type.record {
        table.append(SketchedType.Definition(name: name, form: record))
      }
    }
    return table
  }

  private func definition(_ name: String) -> TypeForm? {
    for type in known where type.name == name { return type.record }
    return nil
  }

  /// Notes the form of a type, and gives an instance of it.
  func discover<T: Decodable>(_ type: T.Type, _ note: SketchNote) throws -> T {
    if let value = SketchSample.all[0].straight(type, note) { return value }
    for known in known where known.type == type {
      guard let form = known.form, let instance = known.instance as? T else { break }
      note.set(form)
      return instance
    }
    if let refusal = ForeignType.refusal(of: type) { throw SketchRun.failure(note, refusal) }
    // The search for cases goes through the conformances of all images. A struct is read before it, which is cheaper,
    // and searched only where it is no record; what holds another type has no cases.
    if !TypeFacts(type).isStruct, !TypeName.isStructural(type), let instance = try cases(type, note) { return instance }
    if let own = open?.innermost(of: type), own.isRecord {
      let name = try name(type, note)
      note.set(.named(name))
      throw MetAgain(name: name)
    }
    guard depth < SketchRun.depthLimit else {
      throw SketchRun.failure(note, "\(TypeName.short(type)) holds too many types inside each other")
    }
    depth += 1
    let outer = open
    defer {
      depth -= 1
      open = outer
    }
    return try run(type, note, in: outer)
  }

  // Runs the type's init(from:) on one sample after the other.
  private func run<T: Decodable>(_ type: T.Type, _ note: SketchNote, in outer: SketchNote?) throws -> T {
    var refusal: (any Error)?
    // A field of a record is named after the record, what is in a list or wrapper after its own place.
    let place = TypeName.isStructural(type) ? note.place : .type(type)
    var own = note
    for sample in SketchSample.all {
      own = SketchNote(place: place, of: type, in: outer)
      open = own
      do {
        let instance = try read(type, own, sample)
        if TypeFacts(type).isEnum, type is any RawRepresentable.Type { break }
        if TypeFacts(type).isStruct, !own.isRecord, !TypeName.isStructural(type),
          let instance = try cases(type, note)
        {
          return instance
        }
        return try finish(type, note, own, instance)
      } catch let again as MetAgain {
        return try end(type, note, own, again)
      } catch let failure as Failure {
        throw failure
      } catch {
        refusal = error
      }
    }
    if TypeFacts(type).isStruct, let instance = try cases(type, note) { return instance }
    throw SketchRun.failure(note, SketchRun.words(type, own, refusal))
  }

  // The first case of a type that can list them.
  private func cases<T>(_ type: T.Type, _ note: SketchNote) throws -> T? {
    guard let cases = try SketchCases(type, note), let first = cases.first as? T else { return nil }
    switch cases.form {
    case .texts, .ints: choices.append(SketchedType.Definition(name: TypeName.short(type), form: cases.form))
    default: break
    }
    return finish(type, note, cases.form, first)
  }

  private func read<T: Decodable>(_ type: T.Type, _ own: SketchNote, _ sample: SketchSample) throws -> T {
    var sample = sample
    let instance = try T(from: SketchDecoder(run: self, note: own, sample: sample))
    while sample.choice + 1 < own.choices {
      sample.choice += 1
      _ = try T(from: SketchDecoder(run: self, note: own, sample: sample))
    }
    return instance
  }

  // A type that holds a type that is being looked at.
  private func end<T: Decodable>(
    _ type: T.Type, _ note: SketchNote, _ own: SketchNote, _ again: MetAgain
  ) throws -> T {
    guard own.isRecord else {
      let sample = SketchSample.all[0].empty
      note.set(own.sketch)
      guard let instance = try? T(from: SketchDecoder(run: self, note: SketchNote(place: own.place), sample: sample))
      else { throw again }
      return finish(type, note, own.sketch, instance)
    }
    note.set(.named(try name(type, note)))
    left.append(type)
    throw again
  }

  private func finish<T: Decodable>(_ type: T.Type, _ note: SketchNote, _ own: SketchNote, _ instance: T) throws -> T {
    // A type that reads nothing is a map of which nothing is asked.
    if own.isUnknown { return finish(type, note, .fields([]), instance) }
    guard own.isRecord, !own.isOptional else { return finish(type, note, own.sketch, instance) }
    let name = try name(type, note)
    let known = entry(of: type)
    if known.record == nil { known.record = own.sketch }
    return finish(type, note, .named(name), instance)
  }

  private func finish<T>(_ type: T.Type, _ note: SketchNote, _ form: TypeForm, _ instance: T) -> T {
    note.set(form)
    let known = entry(of: type)
    known.form = form
    known.instance = instance
    return instance
  }

  // Gives a record its name, which no other type may have.
  private func name(_ type: Any.Type, _ note: SketchNote) throws -> String {
    let name = TypeName.short(type)
    for known in known where known.name == name && known.type != type {
      let words = "\(String(reflecting: known.type)) and \(String(reflecting: type)) would both be called \(name)"
      throw SketchRun.failure(note, words)
    }
    entry(of: type).name = name
    return name
  }

  private func entry(of type: Any.Type) -> Known {
    for known in known where known.type == type { return known }
    let new = Known(type)
    known.append(new)
    return new
  }
}

// Why the form of a type can't be found.
extension SketchRun {
  static func failure(_ note: SketchNote, _ words: String) -> Failure {
    Failure(.failed, "no_sketch", "the form of \(note.place.words) can't be found: \(words)")
  }

  /// What is said of a type that has refused every sample.
  static func words<T>(_ type: T.Type, _ own: SketchNote, _ refusal: (any Error)?) -> String {
    let name = TypeName.short(type)
    if type is any RawRepresentable.Type { return "make \(name) CaseIterable, so that its cases can be listed" }
    if own.hasHiddenKeys { return "make the CodingKeys of \(name) CaseIterable, so that its cases can be listed" }
    let cause = (refusal as? DecodingError)?.context?.debugDescription ?? refusal.map { "\($0)" } ?? ""
    return "\(name) refuses every sample value\(cause.isEmpty ? "" : " (\(cause))")"
  }
}

extension TypeForm {
  /// Whether a type of that name is referred to.
  func refers(to name: String) -> Bool {
    switch self {
    case .optional(let form), .list(let form), .map(let form): form.refers(to: name)
    case .fields(let fields): fields.contains { $0.type.refers(to: name) }
    case .named(let other): other == name
    default: false
    }
  }
}
