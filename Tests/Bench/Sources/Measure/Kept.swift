import ComponentABI
import Glibc

/// A name in memory of its own, for good, as C passes it around.
struct Kept {
  let bytes: UnsafePointer<CChar>
  let length: Int

  init(_ name: String) {
    length = name.utf8.count
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: length + 1)
    _ = name.withCString { strcpy(copy, $0) }
    bytes = UnsafePointer(copy)
  }

  var text: component_text { component_text(bytes: bytes, length: length) }
}

/// A text of which the compiler can't know that it is just that one.
func unknown(_ text: String) -> String { CommandLine.argc > 1_000_000 ? "" : text }
