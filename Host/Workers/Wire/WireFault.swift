import ComponentABI
package import ComponentKit

/// What keeps a value from crossing, or what is wrong with bytes that came, and where in a value.
package struct WireFault: Error, Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    // What can't be written, and what is written nevertheless by somebody who means harm.
    case kind(UInt32), depth, size
    /// An object, of which only the process that made it knows what it is; with its type.
    case object(String)
    /// Something that was announced, and is not there.
    case missing(String)
    // What only bytes that came can have.
    case short, long, flags(UInt32), bool(UInt64), text, key, twice(String), stray, function(UInt64), count(UInt64)
  }

  package let kind: Kind
  package private(set) var path = ValuePath()

  package init(_ kind: Kind) { self.kind = kind }

  func inside(_ key: component_text) -> WireFault { inside(key.string) }

  func inside(_ key: String) -> WireFault {
    var fault = self
    fault.path.come(from: key)
    return fault
  }

  func inside(_ index: Int) -> WireFault {
    var fault = self
    fault.path.come(from: index)
    return fault
  }

  package var words: String { path.depth == 0 ? kind.words : "\(kind.words), at '\(path)'" }

  package static func == (a: WireFault, b: WireFault) -> Bool {
    a.kind == b.kind && a.path.description == b.path.description
  }
}

extension WireFault.Kind {
  fileprivate var words: String {
    switch self {
    case .kind(let kind): "a value is of the unknown kind \(kind)"
    case .depth: "lists and maps nest deeper than \(COMPONENT_DEPTH_LIMIT)"
    case .size:
      "it is larger than \(COMPONENT_SIZE_LIMIT >> 30) GiB, where each value counts \(COMPONENT_VALUE_SIZE) bytes besides its text"
    case .object(let type): "an object of the type \(quoted(type)) can't leave its process"
    case .missing(let what): "\(what) is missing where it was announced"
    case .short: "the message ends within what it announces"
    case .long: "the message goes on behind what it announces"
    case .flags(let flags): "a value has the unknown flags \(flags)"
    case .bool(let byte): "a bool is \(byte)"
    case .text: "a text is not valid UTF-8"
    case .key: "a key is not valid UTF-8"
    case .twice(let key): "the key \(quoted(key)) occurs twice"
    case .stray: "there is something where nothing may be"
    case .function(let number): "there is no function \(number)"
    case .count(let count): "\(count) of something are more than the message has room for"
    }
  }
}
