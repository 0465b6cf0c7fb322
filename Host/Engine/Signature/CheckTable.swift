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

  /// Whether a kind, known or not, is among those accepted.
  @inline(__always)
  static func accepts(_ kinds: UInt32, _ kind: component_kind) -> Bool { kind < 32 && kinds & bit(kind) != 0 }
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

  /// Whether two texts of one length are the same. Most are short: the ends of one are compared in two steps that may
  /// overlap.
  @inline(__always)
  static func equal(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ length: Int) -> Bool {
    if length >= 8 {
      var place = 0
      while place < length &- 8 {
        guard same(a, b, place, UInt64.self) else { return false }
        place &+= 8
      }
      return same(a, b, length &- 8, UInt64.self)
    }
    if length >= 4 { return same(a, b, 0, UInt32.self) && same(a, b, length &- 4, UInt32.self) }
    if length >= 2 { return same(a, b, 0, UInt16.self) && same(a, b, length &- 2, UInt16.self) }
    return length == 0 || same(a, b, 0, UInt8.self)
  }

  @inline(__always)
  private static func same<T: FixedWidthInteger & BitwiseCopyable>(
    _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ place: Int, _: T.Type
  ) -> Bool {
    a.loadUnaligned(fromByteOffset: place, as: T.self) == b.loadUnaligned(fromByteOffset: place, as: T.self)
  }
}

/// What the signatures of a component were compiled to: a few flat arrays that never change. What they have in common, the
/// types with a name, is there once.
///
/// Sendable although it holds pointers: what they point to is written in init only, and freed with it.
final class CheckBlock: @unchecked Sendable {
  let nodes: UnsafeMutablePointer<CheckNode>
  let members: UnsafeMutablePointer<CheckMember>
  let texts: UnsafeMutablePointer<CheckText>
  let ints: UnsafeMutablePointer<Int64>
  let bytes: UnsafeMutablePointer<UInt8>

  // One block for all: the head of one of its own would be as large as what is in most of them.
  private let block: UnsafeMutableRawPointer

  init(nodes: [CheckNode], members: [CheckMember], texts: [CheckText], ints: [Int64], bytes: [UInt8]) {
    let size =
      CheckBlock.size(nodes) + CheckBlock.size(members) + CheckBlock.size(texts) + CheckBlock.size(ints)
    block = .allocate(byteCount: size + bytes.count, alignment: MemoryLayout<Int64>.alignment)
    // The largest alignment comes first, and each size is a multiple of it.
    var place = block
    self.nodes = CheckBlock.lay(nodes, at: &place)
    self.members = CheckBlock.lay(members, at: &place)
    self.texts = CheckBlock.lay(texts, at: &place)
    self.ints = CheckBlock.lay(ints, at: &place)
    self.bytes = CheckBlock.lay(bytes, at: &place)
  }

  deinit { block.deallocate() }

  private static func size<T>(_ array: [T]) -> Int { array.count * MemoryLayout<T>.stride }

  // All of them are trivial: nothing has to be deinitialized.
  private static func lay<T: BitwiseCopyable>(
    _ array: [T], at place: inout UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<T> {
    let laid = place.bindMemory(to: T.self, capacity: array.count)
    _ = UnsafeMutableBufferPointer(start: laid, count: array.count).initialize(from: array)
    place += size(array)
    return laid
  }
}

/// A compiled signature: where in the arrays of its component it begins.
///
/// Sendable although it holds pointers: they lead into the block, which it keeps.
final class CheckTable: @unchecked Sendable {
  /// The map of all parameters.
  let root: UnsafeMutablePointer<CheckNode>
  // As the block has them: a call is spared the step there.
  let nodes: UnsafeMutablePointer<CheckNode>
  let members: UnsafeMutablePointer<CheckMember>
  let texts: UnsafeMutablePointer<CheckText>
  let ints: UnsafeMutablePointer<Int64>
  let bytes: UnsafeMutablePointer<UInt8>
  /// What a reply has to be; nil where none is declared.
  let reply: UnsafeMutablePointer<CheckNode>?

  private let block: CheckBlock

  init(_ block: CheckBlock, _ place: CheckTableBuilder.Place) {
    self.block = block
    (nodes, members, texts, ints, bytes) = (block.nodes, block.members, block.texts, block.ints, block.bytes)
    root = block.nodes + place.parameters
    reply = place.reply.map { block.nodes + $0 }
  }
}
