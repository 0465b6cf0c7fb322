import ComponentHost
import ComponentKit
import Glibc

/// A file whose content is a parameter: `key=@FILE`, or `key=@-` for the standard input.
struct ParameterFile: Sendable, Equatable {
  let path: String
  /// Whether the content is JSON: `key:=@FILE`.
  let isJSON: Bool

  var isInput: Bool { path == "-" }

  /// As a message names it.
  var name: String { isInput ? "the standard input" : "the file \(quoted(path))" }
}

/// Reads the files that parameters name, each into what the action declares: bytes as they are, and text otherwise.
struct ParameterFiles {
  private let context: Context
  private let limit: TimeLimit?
  private let names: (target: String, action: String, host: Host)?
  /// What is known of the action without a host being asked.
  private var known: LookUp?

  /// Nil where no parameter names one.
  ///
  /// - Parameter whole: what `--params` says, which may be the standard input as well.
  init?(_ items: [CallParameters.Item], besides whole: String? = nil, _ context: Context) throws(Problem) {
    let files = items.compactMap(\.file)
    if files.isEmpty { return nil }
    if files.count(where: \.isInput) + (whole == "-" ? 1 : 0) > 1 {
      throw .usage("the standard input can be read once only", help: "write key=@FILE for the others")
    }
    self.init(context, nil, nil)
  }

  private init(_ context: Context, _ limit: TimeLimit?, _ names: (target: String, action: String, host: Host)?) {
    (self.context, self.limit, self.names) = (context, limit, names)
  }

  /// The same for the parameters of an action, whose component is loaded to learn what it declares.
  func declared(_ target: String, _ action: String, _ host: Host, _ limit: TimeLimit) -> ParameterFiles {
    ParameterFiles(context, limit, (target, action, host))
  }

  /// The same for what is known of an action.
  func declared(_ known: LookUp?) -> ParameterFiles {
    var files = self
    files.known = known
    return files
  }

  func value(of file: ParameterFile, for key: String) throws(Problem) -> Value {
    let bytes = try read(file)
    if file.isJSON { return try JSONText(bytes, of: file.name).value() }
    let form = try form(of: key)
    if form == .bytes { return .bytes(bytes) }
    guard bytes.withUnsafeBytes({ $0.isValidUTF8 }) else {
      // What declares nothing takes what comes.
      if form == nil || form == .any { return .bytes(bytes) }
      throw Problem(
        .invalidParameters, "invalid_text", "\(file.name) is not valid UTF-8, which the parameter \(quoted(key)) needs",
        details: ["parameter": .text(key)])
    }
    // A file ends in a line's end, which is no part of a number.
    let isText = form.map { $0.isWrittenAsText } ?? true
    let end = isText || bytes.last != UInt8(ascii: "\n") ? bytes.count : bytes.count - 1
    return .text(String(decoding: bytes[..<end], as: UTF8.self))
  }

  // Nil where nobody says; then the call itself tells why.
  private func form(of key: String) throws(Problem) -> TypeForm? {
    let found = known == nil ? try lookUp() : known
    guard let parameter = found?.action?.form?.parameters.first(where: { $0.name == key }) else { return nil }
    return found?.component.typeNames.resolve(parameter.type).form
  }

  private func lookUp() throws(Problem) -> LookUp? {
    guard let names, let limit else { return nil }
    return try context.loading(limit) { () throws(Problem) in
      do throws(Failure) { return try names.host.lookUp(names.target, names.action) as LookUp? } catch { return nil }
    }
  }

  private func read(_ file: ParameterFile) throws(Problem) -> [UInt8] {
    if file.isInput { return try context.readInput(for: "a parameter's @-", orElse: "write key=@FILE") }
    let opened = context.open(file.path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else {
      throw errno == ENOENT
        ? Problem(.notFound, "no_such_file", "no file named \(quoted(file.path))")
        : Problem(.failed, "input", "can't read \(file.name): \(systemReason(errno))")
    }
    defer { close(opened) }
    return try Stream(number: opened).readAll(limit: Console.Input.limit).checked(file.name)
  }
}

extension Context {
  /// All of the standard input, unless a session reads its lines there.
  func readInput(for reader: String, orElse help: String) throws(Problem) -> [UInt8] {
    if session?.readsInput == true {
      throw .usage(
        "\(reader) has nothing to read: the session's lines come from the standard input",
        help: "\(help), or have the lines in a file: host run FILE")
    }
    return try console.readInput().checked("the standard input")
  }
}

extension Console.Input {
  fileprivate func checked(_ name: String) throws(Problem) -> [UInt8] {
    switch self {
    case .bytes(let bytes) where bytes.count > Console.Input.limit:
      throw Problem(
        .invalidParameters, "too_large", "\(name) has more than \(Console.Input.limit) bytes, which no call takes")
    case .bytes(let bytes): return bytes
    case .failure(let number): throw Problem(.failed, "input", "can't read \(name): \(systemReason(number))")
    }
  }
}

extension TypeForm {
  fileprivate var isWrittenAsText: Bool { self == .text || self == .any }
}
