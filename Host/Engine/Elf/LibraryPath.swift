import ComponentKit

/// One folder of a library search path, with the loader's placeholders resolved.
struct LibraryPath: Equatable, Sendable {
  let directory: String
  /// Whether the folder depends on where the component lies.
  let followsOrigin: Bool

  /// Splits a search path at the separators, byte by byte as the loader does; an empty part means the current directory.
  static func split(_ text: String, separators: [Character]) -> [String] {
    guard !text.isEmpty else { return [] }
    let bytes = separators.compactMap(\.asciiValue)
    let parts = text.utf8.split(omittingEmptySubsequences: false) { bytes.contains($0) }
    return parts.map { $0.isEmpty ? "." : String(Substring($0)) }
  }

  /// Nil where the text holds a placeholder other than `$ORIGIN`, which only the loader can resolve.
  init?(_ text: String, origin: String) {
    var result = ""
    var rest = Substring(text).utf8
    var followsOrigin = false
    while let dollar = rest.firstIndex(of: UInt8(ascii: "$")) {
      result += Substring(rest[..<dollar])
      rest = rest[rest.index(after: dollar)...]
      if rest.starts(with: "{ORIGIN}".utf8) {
        rest = rest.dropFirst(8)
      } else if rest.starts(with: "ORIGIN".utf8), rest.dropFirst(6).first?.isWord != true {
        rest = rest.dropFirst(6)
      } else if ["LIB", "PLATFORM", "{LIB}", "{PLATFORM}"].contains(where: { rest.starts(with: $0.utf8) }) {
        return nil
      } else {
        result += "$"
        continue
      }
      followsOrigin = true
      result += origin
    }
    result += Substring(rest)
    directory = result
    self.followsOrigin = followsOrigin
  }

  func file(_ name: String) -> String {
    directory.utf8.last == UInt8(ascii: "/") ? directory + name : directory + "/" + name
  }
}
