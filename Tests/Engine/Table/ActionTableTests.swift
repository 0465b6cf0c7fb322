import ComponentABI
import ComponentKit
import Glibc
import Synchronization
import Testing

@testable import ComponentHost

@Suite struct ActionTableTests {
  /// An entry that nothing will run.
  static func entry(_ target: String, _ action: String) -> UnsafeMutablePointer<Entry> {
    let (target, action) = (text(target), text(action))
    let entry = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
    let nowhere = UnsafeMutableRawPointer(bitPattern: 8)!
    entry.initialize(
      to: Entry(
        hash: nameHash(target, action), target: target, action: action, run: { _, _ in 0 }, context: nil,
        seat: nowhere.assumingMemoryBound(to: Seat.self), check: nil, gate: nil, pool: nil,
        generation: Unmanaged.fromOpaque(nowhere), way: .plain, isLive: Atomic(true), isRemote: false,
        tellsProgress: false, reads: false, summaryLength: 0, notesLength: 0, mediaTypeLength: 0))
    return entry
  }

  static func text(_ string: String) -> component_text {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: string.utf8.count)
    _ = bytes.initialize(from: string.utf8)
    return component_text(UnsafeBufferPointer(bytes))
  }

  static func find(_ table: borrowing ActionTable, _ target: String, _ action: String) -> UnsafeMutablePointer<Entry>? {
    let (target, action) = (text(target), text(action))
    return table.find(nameHash(target, action), target, action)
  }

  @Test func `ten thousand names are each found and no other`() {
    let table = ActionTable()
    var entries: [UnsafeMutablePointer<Entry>] = []
    for index in 0..<10_000 {
      let entry = ActionTableTests.entry("Target\(index % 100)", "action\(index)")
      entries.append(entry)
      table.insert(entry)
    }
    for index in 0..<10_000 {
      #expect(ActionTableTests.find(table, "Target\(index % 100)", "action\(index)") == entries[index])
      #expect(ActionTableTests.find(table, "Target\((index + 1) % 100)", "action\(index)") == nil)
    }
    #expect(ActionTableTests.find(table, "", "") == nil)
  }

  @Test func `room for many is made at once, and what was there stays`() {
    let table = ActionTable()
    for index in 0..<30 { table.insert(ActionTableTests.entry("Before", "action\(index)")) }
    table.reserve(4000)
    for index in 0..<4000 { table.insert(ActionTableTests.entry("After", "action\(index)")) }
    for index in 0..<30 { #expect(ActionTableTests.find(table, "Before", "action\(index)") != nil) }
    for index in 0..<4000 { #expect(ActionTableTests.find(table, "After", "action\(index)") != nil) }
    #expect(ActionTableTests.find(table, "After", "action4000") == nil)
  }

  @Test func `the border between target and action counts`() {
    let table = ActionTable()
    let first = ActionTableTests.entry("ab", "c")
    let second = ActionTableTests.entry("a", "bc")
    table.insert(first)
    #expect(ActionTableTests.find(table, "a", "bc") == nil)
    table.insert(second)
    #expect(ActionTableTests.find(table, "ab", "c") == first)
    #expect(ActionTableTests.find(table, "a", "bc") == second)
  }

  @Test func `names that differ in one byte anywhere are different`() {
    let table = ActionTable()
    let name = "abcdefghijklmnopqrstuvwxyz"
    for length in 1...name.count { table.insert(ActionTableTests.entry("T", String(name.prefix(length)))) }
    for length in 1...name.count {
      for place in 0..<length {
        var bytes = Array(name.utf8.prefix(length))
        #expect(ActionTableTests.find(table, "T", String(decoding: bytes, as: UTF8.self)) != nil)
        bytes[place] = UInt8(ascii: "_")
        #expect(ActionTableTests.find(table, "T", String(decoding: bytes, as: UTF8.self)) == nil)
      }
    }
  }

  @Test func `a later entry takes an earlier one's place, and dead ones are dropped as the table grows`() {
    let table = ActionTable()
    for round in 0..<200 {
      for index in 0..<20 {
        if let old = ActionTableTests.find(table, "T", "a\(index)") {
          old.pointee.isLive.store(false, ordering: .releasing)
        }
        let new = ActionTableTests.entry("T", "a\(index)")
        table.insert(new)
        #expect(ActionTableTests.find(table, "T", "a\(index)") == new)
      }
      let gone = ActionTableTests.entry("T", "gone\(round)")
      table.insert(gone)
      gone.pointee.isLive.store(false, ordering: .releasing)
    }
    for index in 0..<20 {
      #expect(ActionTableTests.find(table, "T", "a\(index)")?.pointee.isLive.load(ordering: .relaxed) == true)
    }
  }

  @Test func `a frame's first field is its call, and a seat's its table`() {
    #expect(MemoryLayout<Frame>.offset(of: \.call) == 0)
    let seat = UnsafeMutablePointer<Seat>.allocate(capacity: 1)
    defer { seat.deallocate() }
    withUnsafePointer(to: &seat.pointee.table) { #expect(UnsafeRawPointer($0) == UnsafeRawPointer(seat)) }
  }
}
