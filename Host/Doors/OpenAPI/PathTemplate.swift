import ComponentHost
import ComponentKit

/// A path as OpenAPI writes it: `/BookDetail/books/{id}`.
struct PathTemplate: Sendable {
  private(set) var text = ""
  /// The same without the names of parameters: two that have this in common are one path.
  private(set) var outline = ""
  private(set) var parameters: [Parameter] = []

  struct Parameter: Sendable {
    let name: String
    /// What the pattern says that it is; nil where the action says it.
    let form: TypeForm?
    /// Whether it takes all the parts that are left.
    let isRest: Bool
  }

  /// The path that an action has by its names, which need no escapes.
  init(_ target: String, _ action: String) {
    text = "/\(target)/\(action)"
    outline = text
  }

  init(_ shape: RouteShape) {
    add(shape.host)
    for part in shape.parts { add(part) }
  }

  private mutating func add(_ part: RouteShape.Part) {
    text += "/"
    outline += "/"
    switch part {
    case .word(let word):
      let escaped = PathTemplate.escaped(word)
      text += escaped
      outline += escaped
    case .parameter(let name, let form): add(Parameter(name: name, form: form, isRest: false))
    case .rest(let name): add(Parameter(name: name, form: nil, isRest: true))
    }
  }

  private mutating func add(_ parameter: Parameter) {
    text += "{\(parameter.name)}"
    outline += "{}"
    parameters.append(parameter)
  }

  // All but what never has a meaning in a URL.
  private static func escaped(_ word: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in word.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Which paths there are, and how operations are called: each by its own name, which stays the same as long as its path
/// does.
struct OperationNames {
  private var outlines: Set<String> = []
  private var names: Set<String> = []

  /// False for a path that is there.
  @discardableResult
  mutating func take(_ path: PathTemplate) -> Bool { outlines.insert(path.outline).inserted }

  /// `BookDetail.detail-BookDetail-books-id`: no action has a name with `-` in it.
  mutating func name(of path: PathTemplate, _ action: String) -> String {
    let signs = path.text.utf8.compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "/"): UInt8(ascii: "-")
      case UInt8(ascii: "{"), UInt8(ascii: "}"): nil
      case UInt8(ascii: "%"), UInt8(ascii: "~"), UInt8(ascii: "-"): UInt8(ascii: "_")
      default: byte
      }
    }
    let name = action + String(decoding: signs, as: UTF8.self)
    var (unique, count) = (name, 1)
    while !names.insert(unique).inserted {
      count += 1
      unique = "\(name)-\(count)"
    }
    return unique
  }
}
