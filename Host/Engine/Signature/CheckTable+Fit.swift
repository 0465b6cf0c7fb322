import ComponentABI
import ComponentKit

// The check before each call: no allocation, no lock, no reference counting.
extension CheckTable {
  /// Whether all parameters have the declared form as they are.
  @inline(__always)
  func fits(_ parameters: UnsafeBufferPointer<component_entry>) -> Bool {
    fitsInOrder(parameters.baseAddress, parameters.count) || fits(parameters.baseAddress, parameters.count, root)
  }

  /// Whether a reply has the declared form as it is.
  func fits(reply value: component_value) -> Bool {
    guard let reply else { return true }
    return fits(value, reply)
  }

  // The common case: the parameters come in the declared order, and their kinds are all there is to check. False may
  // also mean that it is not so.
  @inline(__always)
  private func fitsInOrder(_ entries: UnsafePointer<component_entry>?, _ count: Int) -> Bool {
    var member = members + root.pointee.first
    let end = member + root.pointee.count
    if var entry = entries {
      let last = entry + count
      while entry < last {
        while true {
          guard member < end else { return false }
          if equals(entry.pointee.key.bytes, entry.pointee.key.length, member.pointee.name) { break }
          if member.pointee.isRequired { return false }
          member += 1
        }
        guard member.pointee.isPlain, CheckNode.accepts(member.pointee.accepts, entry.pointee.value.kind) else {
          return false
        }
        member += 1
        entry += 1
      }
    }
    while member < end {
      if member.pointee.isRequired { return false }
      member += 1
    }
    return true
  }

  // Whether the entries are the members of a node, each at most once, and none is missing.
  @inline(never)
  private func fits(
    _ entries: UnsafePointer<component_entry>?, _ count: Int, _ node: UnsafeMutablePointer<CheckNode>
  ) -> Bool {
    var missing = node.pointee.required
    guard count > 0, let entries else { return missing == 0 }
    guard count <= node.pointee.count else { return false }
    var seen = SeenMembers()
    // Callers mostly keep to the declared order.
    var next = 0
    for index in 0..<count {
      let entry = entries + index
      guard let place = find(entry.pointee.key, in: node, from: next), seen.insert(place) else { return false }
      next = place &+ 1
      let member = members + (node.pointee.first &+ place)
      let kind = entry.pointee.value.kind
      guard CheckNode.accepts(member.pointee.accepts, kind) else { return false }
      if member.pointee.isRequired { missing &-= 1 }
      if member.pointee.isPlain || kind == COMPONENT_KIND_NULL { continue }
      guard fitsDetail(entry.pointee.value, nodes + member.pointee.node) else {
        return false
      }
    }
    return missing == 0
  }

  // Which member of a node has a name, looking from a place on and then from the beginning.
  @inline(__always)
  func find(_ name: component_text, in node: UnsafeMutablePointer<CheckNode>, from start: Int) -> Int? {
    let members = members + node.pointee.first
    let count = node.pointee.count
    var place = start < count ? start : 0
    for _ in 0..<count {
      if equals(name.bytes, name.length, members[place].name) { return place }
      place = place &+ 1 < count ? place &+ 1 : 0
    }
    return nil
  }

  @inline(__always)
  private func equals(_ other: UnsafePointer<CChar>?, _ length: Int, _ text: CheckText) -> Bool {
    guard length == text.length else { return false }
    guard let other = UnsafeRawPointer(other) else { return length == 0 }
    return CheckText.equal(UnsafeRawPointer(bytes + text.start), other, length)
  }

  // Whether a value has one of the node's kinds and what belongs to it.
  @inline(__always)
  private func fits(_ value: component_value, _ node: UnsafeMutablePointer<CheckNode>) -> Bool {
    let kind = value.kind
    guard CheckNode.accepts(node.pointee.accepts, kind) else { return false }
    return node.pointee.detail == .none || kind == COMPONENT_KIND_NULL || fitsDetail(value, node)
  }

  @inline(never)
  private func fitsDetail(_ value: component_value, _ node: UnsafeMutablePointer<CheckNode>) -> Bool {
    switch node.pointee.detail {
    case .none: return true
    case .list:
      let items = value.items
      let item = nodes + node.pointee.first
      for index in 0..<items.count where !fits(items[index], item) { return false }
      return true
    case .map:
      let entries = value.entries
      let item = nodes + node.pointee.first
      for index in 0..<entries.count where !fits(entries[index].value, item) { return false }
      return true
    case .fields:
      let entries = value.entries
      return fits(entries.baseAddress, entries.count, node)
    case .texts:
      let texts = texts + node.pointee.first
      for index in 0..<node.pointee.count where equals(value.as.text, value.count, texts[index]) {
        return true
      }
      return false
    case .ints:
      let ints = ints + node.pointee.first
      for index in 0..<node.pointee.count where ints[index] == value.as.integer { return true }
      return false
    // A day alone is made a moment.
    case .date: return value.count > Timestamp.dayLength && Timestamp(utf8: value.textBytes.utf8) != nil
    }
  }
}

/// Which of up to 256 members were met.
struct SeenMembers {
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  /// Whether the member is met for the first time.
  @inline(__always)
  mutating func insert(_ place: Int) -> Bool {
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: place)
    let before: UInt64
    switch place >> 6 {
    case 0: (before, words.0) = (words.0, words.0 | bit)
    case 1: (before, words.1) = (words.1, words.1 | bit)
    case 2: (before, words.2) = (words.2, words.2 | bit)
    default: (before, words.3) = (words.3, words.3 | bit)
    }
    return before & bit == 0
  }
}
