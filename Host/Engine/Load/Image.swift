import ComponentABI
import Glibc

/// A library opened for good: the one file that says `dlopen`.
struct Image {
  private let handle: UnsafeMutableRawPointer

  /// Opens a library. Its constructors run in here.
  ///
  /// `path` is what the loader opens, `name` what messages call it.
  init(path: String, name: String) throws(Refusal) {
    // NOW: an undefined symbol is found here, not in the middle of a call. LOCAL: components' symbols stay apart.
    // NODELETE: an unmapped Swift image crashes the process at the next dynamic cast.
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      let reason = dlerror().map { String(cString: $0) } ?? "no reason given"
      throw Image.refusal(reason.hasPrefix(path + ": ") ? String(reason.dropFirst(path.utf8.count + 2)) : reason, name)
    }
    self.handle = handle
  }

  /// A function by its name, also from the library's dependencies.
  func function(_ name: String) -> UnsafeMutableRawPointer? { dlsym(handle, name) }

  private static func refusal(_ reason: String, _ name: String) -> Refusal {
    let missing = ": cannot open shared object file"
    if reason.hasPrefix("undefined symbol: ") || reason.hasPrefix("symbol lookup error") {
      return Refusal(
        "undefined_symbol", "it can't be linked: \(reason)",
        help: "link it with the library that has the symbol (-Wl,-z,defs finds this when it is built)")
    }
    if let end = reason.range(of: missing) {
      return Refusal(
        "missing_library", "it needs \(reason[..<end.lowerBound]), which can't be found",
        help: "install the library, or put it beside the component")
    }
    return Refusal("not_loadable", "the dynamic loader says: \(reason)")
  }
}

extension String {
  // The standard library's own search comes with string processing, which costs start-up time.
  fileprivate func range(of piece: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(piece) { return start..<index(start, offsetBy: piece.count) }
      start = index(after: start)
    }
    return nil
  }
}
