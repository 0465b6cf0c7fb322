import ComponentKit
import ComponentHost
import Glibc

/// A checkout of the SDK's repository on this machine.
enum Checkout {
  /// The one at a path; what is relative is so to the current folder, and stays relative for a package below that.
  static func named(_ path: String) throws(Problem) -> PackageSDK {
    guard !path.isEmpty else {
      throw .usage("the option --sdk needs a path or an address", help: "write --sdk PATH or --sdk URL@VERSION")
    }
    guard let real = realPath(path) else {
      throw .usage(
        "there is no checkout of the SDK at \(quoted(path)): \(systemReason(errno))",
        help: "write --sdk PATH, or --sdk URL@VERSION for one that is not here")
    }
    if let missing = missingFile(in: real) {
      throw .usage("\(quoted(path)) is no checkout of the SDK: it has no \(missing)")
    }
    return .checkout(path: path.hasPrefix("/") ? path : fromBelow(path, real), identity: lastPart(of: real))
  }

  /// The one that a program was built in; nil where it was installed elsewhere.
  static func around(_ program: String) -> PackageSDK? {
    guard var folder = realPath(program) else { return nil }
    while let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) {
      folder = String(folder[..<slash])
      if missingFile(in: folder) == nil { return .checkout(path: folder, identity: lastPart(of: folder)) }
    }
    return nil
  }

  // What tells it from any other folder.
  private static func missingFile(in folder: String) -> String? {
    ["Package.swift", "Host/ABI/include/component.h"].first { access("\(folder)/\($0)", R_OK) != 0 }
  }

  // SwiftPM takes ".." for the folder above by name, the system for that where a link leads to. Where the two differ,
  // only the whole path is right.
  private static func fromBelow(_ path: String, _ real: String) -> String {
    let below = "../" + path
    guard let current = realPath(".") else { return real }
    var parts = current.utf8.split(separator: UInt8(ascii: "/"))
    for part in path.utf8.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
      if part.elementsEqual("..".utf8) { _ = parts.popLast() } else { parts.append(part) }
    }
    let byName = "/" + parts.map { String(Substring($0)) }.joined(separator: "/")
    return realPath(byName) == real ? below : real
  }

  private static func lastPart(of path: String) -> String {
    path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
  }

  private static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
