import ComponentABI

/// A type as the check before each call sees it.
struct CheckNode {
  enum Detail: UInt8 { case none, list, map, fields, texts, ints, date }

  /// The kinds that such a value may have, a bit for each.
  var accepts: UInt32 = 0
  /// What to look at beside the kind.
  var detail = Detail.none
  /// The first of its members, texts or ints; of a list or map the node of what is in it.
  var first = 0
  /// How many members, texts or ints.
  var count = 0
  /// How many members must be there.
  var required = 0

  static func bit(_ kind: component_kind) -> UInt32 { 1 &<< kind }
  static let all: UInt32 = (1 << 10) - 1
}

/// A parameter, or a key of a map.
struct CheckMember {
  let name: CheckText
  let node: Int
  let isRequired: Bool
  /// As its node has it, or null besides.
  var accepts: UInt32 = 0
  /// Whether the kind is all there is to check.
  var isPlain = false
}

/// A text among the bytes of the table.
struct CheckText {
  let start: Int
  let length: Int
}

/// A compiled signature: a few flat arrays that never change.
///
/// Sendable although it holds pointers: what they point to is written in init only.
final class CheckTable: @unchecked Sendable {
  let nodes: UnsafeMutablePointer<CheckNode>
  let members: UnsafeMutablePointer<CheckMember>
  let texts: UnsafeMutablePointer<CheckText>
  let ints: UnsafeMutablePointer<Int64>
  let bytes: UnsafeMutablePointer<UInt8>

  init(nodes: [CheckNode], members: [CheckMember], texts: [CheckText], ints: [Int64], bytes: [UInt8]) {
    self.nodes = CheckTable.copy(nodes)
    self.members = CheckTable.copy(members)
    self.texts = CheckTable.copy(texts)
    self.ints = CheckTable.copy(ints)
    self.bytes = CheckTable.copy(bytes)
  }

  deinit {
    nodes.deallocate()
    members.deallocate()
    texts.deallocate()
    ints.deallocate()
    bytes.deallocate()
  }

  // All of them are trivial: nothing has to be deinitialized.
  private static func copy<T: BitwiseCopyable>(_ array: [T]) -> UnsafeMutablePointer<T> {
    let copied = UnsafeMutableBufferPointer<T>.allocate(capacity: max(array.count, 1))
    _ = copied.initialize(from: array)
    return copied.baseAddress ?? .allocate(capacity: 1)
  }
}
