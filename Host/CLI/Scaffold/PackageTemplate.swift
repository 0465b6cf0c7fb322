/// What a new package is made of, in one language.
protocol PackageTemplate: Sendable {
  /// The language as people write it: "Swift".
  static var language: String { get }

  var name: PackageName { get }
  var layer: Layer { get }
  var files: [PackageFile] { get }

  /// The command that builds the component, in the package's folder.
  static var build: String { get }
  /// The command that runs its test.
  static var test: String { get }
  /// The folder in which the built component then lies; "" for the package's own.
  static var built: String { get }
}

extension PackageTemplate {
  /// The command that drops the built component into a plugin folder.
  ///
  /// With a mode, because the host refuses a file that others can write. A folder that is not there is made: without -D
  /// the component would become a file of the folder's name.
  var drop: String { "install -D -m 755 -t DIR \(Self.built)lib\(name.text).so" }
  /// What a call that nobody else answers prints, where the component is the fallback.
  var fallbackCall: (command: String, reply: String)? {
    guard name.isFallback else { return nil }
    return ("host --plugins DIR call Nowhere run", "Nobody answers Nowhere.run: no component named 'Nowhere'")
  }
  /// The command that tries out whether it keeps the contract.
  var check: String { "host check \(Self.built)lib\(name.text).so" }
  /// The commands that call it then: by its name, by its path and by its map key.
  var firstCalls: [String] {
    [
      "host --plugins DIR call \(name.text) greet name=Ann",
      "host --plugins DIR open app://\(name.text)/hello/Ann",
      "host --plugins DIR open --key \(name.text)_greeting name=Ann",
    ]
  }
}

/// What a package can be written in.
enum PackageLanguage: String, CaseIterable, Sendable {
  case swift
  case c
  case cpp
  case rust

  /// As people write it.
  var words: String {
    switch self {
    case .swift: SwiftPackage.language
    case .c: CPackage.language
    case .cpp: CppPackage.language
    case .rust: RustPackage.language
    }
  }
}

/// How far below or above others a component stands: it knows those of its own layer and of lower ones.
enum Layer: String, CaseIterable, Sendable {
  case base
  case shared
  case feature

  /// Its folder: `Plugins/Base`.
  var folder: String { "Plugins/\(rawValue.prefix(1).uppercased())\(rawValue.dropFirst())" }
}

// What a new package says of itself.
extension PackageTemplate {
  private var aboutFallback: String {
    guard let call = fallbackCall else { return "" }
    return """

      As `NotFound` it is the fallback: what nobody else in the folder answers comes to its action `notFound`. This prints
      `\(call.reply)`, and exits with 3, for a stand-in's answer is not the one that was asked for.

          \(call.command)

      """
  }

  /// The README, with a table of what lies where.
  func readme(_ places: [(path: String, what: String)]) -> String {
    """
    # \(name.text)

    A component in \(Self.language), of the layer \(layer.rawValue).

        \(Self.build)
        \(Self.test)
        \(drop)

    The first line makes `\(Self.built)lib\(name.text).so`, the second tests it, and the third drops it into `DIR`, your
    plugin folder. Then each of these prints `Hello, Ann`: they call the action by its name, by its path and by its map key.

    \(firstCalls.map { "    \($0)" }.joined(separator: "\n"))
    \(aboutFallback)
    Whether it keeps the contract, with any parameters, many callers at once and when it is replaced, this tells:

        \(check)

    | | |
    |---|---|
    \(places.map { "| `\($0.path)` | \($0.what) |" }.joined(separator: "\n"))

    """
  }
}
