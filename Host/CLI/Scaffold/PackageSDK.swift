import ComponentKit
import ComponentHost

/// Where a package in Swift has the SDK from.
enum PackageSDK: Sendable, Equatable {
  /// A checkout: its path as the new package's manifest says it, and its folder's name.
  case checkout(path: String, identity: String)
  /// A repository, from a version on.
  case repository(url: String, version: String)

  /// Reads `PATH` or `URL@VERSION`.
  init(_ text: String) throws(Problem) {
    self = PackageSDK.isAddress(text) ? try PackageSDK.repository(text) : try Checkout.named(text)
  }

  /// What SwiftPM tells the package apart by: the last part of its path or address.
  var identity: String {
    switch self {
    case .checkout(_, let identity): identity
    case .repository(let url, _): PackageSDK.identity(of: url)
    }
  }

  /// The dependency as a manifest says it.
  var dependency: String {
    switch self {
    case .checkout(let path, _): ".package(name: \"component-host\", path: \(SwiftText.literal(path)))"
    case .repository(let url, let version):
      ".package(url: \(SwiftText.literal(url)), from: \(SwiftText.literal(version)))"
    }
  }

  /// One of its products as a manifest says it.
  func product(_ name: String) -> String {
    let package =
      switch self {
      case .checkout: "component-host"
      case .repository: identity
      }
    return ".product(name: \"\(name)\", package: \(SwiftText.literal(package)))"
  }

  // MARK: URL@VERSION

  /// `https://host/path`, or `git@host:path` as git writes it.
  private static func isAddress(_ text: String) -> Bool {
    if text.looksLikeURL { return true }
    let host = text.utf8.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") }
    return host.contains(UInt8(ascii: "@")) && text.utf8.dropFirst(host.count).first == UInt8(ascii: ":")
  }

  private static func repository(_ text: String) throws(Problem) -> PackageSDK {
    guard let sign = text.utf8.lastIndex(of: UInt8(ascii: "@")),
      isVersion(text.utf8[text.utf8.index(after: sign)...])
    else {
      throw .usage(
        "the SDK's address \(quoted(text)) has no version behind it", help: "write --sdk URL@VERSION, such as @1.2.3")
    }
    let url = String(text[..<sign])
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), !identity(of: url).isEmpty else {
      throw .usage("\(quoted(url)) is no address of a repository")
    }
    return .repository(url: url, version: String(text[text.utf8.index(after: sign)...]))
  }

  /// `1.2.3`, or `1.2.3-beta.1`.
  private static func isVersion(_ text: Substring.UTF8View) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard numbers.count == 3 else { return false }
    for number in numbers {
      guard Int(Substring(number)) != nil, number.allSatisfy({ $0.isDigit }),
        number.count == 1 || number.first != 0x30
      else { return false }
    }
    guard parts.count == 2 else { return true }
    let pieces = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return pieces.allSatisfy { piece in
      !piece.isEmpty
        && piece.allSatisfy {
          $0.isDigit || $0.isLetter || $0 == UInt8(ascii: "-")
        }
    }
  }

  /// `component-host` for `https://host/path/component-host.git`.
  private static func identity(of url: String) -> String {
    let last = url.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }.last.map { String(Substring($0)) }
    guard let last else { return "" }
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }
}
