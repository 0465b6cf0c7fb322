import ComponentABI
import ComponentKit
import ComponentWorkers
import TestDice
import Testing

@Suite struct WireRoundTripTests {
  @Test(arguments: 0..<8)
  func `a value reads as it was written`(seed: Int) throws {
    var dice = ValueDice(state: UInt64(seed))
    for _ in 0..<500 {
      let value = dice.value(depth: 0)
      let bytes = try written(value)
      #expect(bytes.isWhole)
      var reader = bytes.reader()
      let read = try Value(copying: reader.value())
      try reader.end()
      #expect(read == value)
    }
  }

  @Test func `parameters, hints and names of a request cross together`() throws {
    let parameters = Fields([("id", .int(7)), ("names", .list([.text("a"), .text("")])), ("raw", .bytes([1, 2, 3]))])
    let bytes = try request(parameters, hints: Fields([("presented", .bool(true))]), skips: ["Guard", "Log"])
    var reader = bytes.reader()
    let read = try reader.request()
    try reader.end()
    #expect(read.target.string == "Reader" && read.action.string == "showDetail")
    #expect(read.deadline == 42 && read.flags == 2)
    #expect(Fields(copying: read.parameters) == parameters)
    #expect(Fields(copying: read.hints) == Fields([("presented", .bool(true))]))
    #expect(read.skips.map(\.string) == ["Guard", "Log"])
  }

  @Test func `flags of a text stay with it`() throws {
    let lender = Lender()
    var value = lender.value(.text("1"))
    value.flags = COMPONENT_VALUE_LOOSE | COMPONENT_VALUE_JSON
    let bytes = try WireBytes { writer throws(WireFault) in try writer.value(value) }
    var reader = bytes.reader()
    #expect(try reader.value().flags == COMPONENT_VALUE_LOOSE | COMPONENT_VALUE_JSON)
  }

  @Test(arguments: [false, true])
  func `a failure crosses with its details and a stand-in's answer`(hasAnswer: Bool) throws {
    let lender = Lender()
    let reason = lender.text("no_such_book")
    let failure = component_failure(
      abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_failure>.size), code: 3, voice: 1,
      reason: reason, message: reason, details: lender.value(.map(Fields([("id", .int(7))]))),
      answer: hasAnswer ? lender.place([lender.value(.text("instead"))]) : nil)
    let bytes = try WireBytes { writer throws(WireFault) in try writer.failure(failure) }
    var reader = bytes.reader()
    let read = try reader.failure()
    try reader.end()
    #expect(read.code == 3 && read.voice == 1 && read.message.string == "no_such_book")
    #expect(Value(copying: read.details) == .map(Fields([("id", .int(7))])))
    #expect(read.answer.map { Value(copying: $0.pointee) } == (hasAnswer ? .text("instead") : nil))
  }

  @Test func `progress crosses`() throws {
    let lender = Lender()
    let progress = component_progress(abi: 1, size: 40, fraction: 0.5, message: lender.text("half"))
    let bytes = try WireBytes { writer throws(WireFault) in try writer.progress(progress) }
    var reader = bytes.reader()
    let read = try reader.progress()
    #expect(read.fraction == 0.5 && read.message.string == "half")
  }

  @Test func `a function crosses as its number`() throws {
    let functions = UnsafeMutablePointer<component_function>.allocate(capacity: 1)
    defer { functions.deallocate() }
    let function = UnsafePointer(functions)
    var value = component_value()
    value.kind = COMPONENT_KIND_FUNCTION
    value.as.function = function
    let bytes = try WireBytes(numbers: [12], functions: { $0 == 12 ? function : nil }) {
      writer throws(WireFault) in try writer.value(value)
    }
    var reader = bytes.reader()
    #expect(try reader.value().as.function == function)
  }

  @Test func `an object is refused by the name of its type, and where it lies`() throws {
    let lender = Lender()
    let objects = UnsafeMutablePointer<component_object>.allocate(capacity: 1)
    defer { objects.deallocate() }
    objects.pointee.type = lender.text("Window")
    var object = component_value()
    object.kind = COMPONENT_KIND_OBJECT
    object.as.object = UnsafePointer(objects)
    var list = component_value()
    list.kind = COMPONENT_KIND_LIST
    list.as.items = lender.place([component_value(), object])
    list.count = 2
    do throws(WireFault) {
      _ = try WireBytes { writer throws(WireFault) in try writer.value(list) }
      Issue.record("it was written")
    } catch {
      #expect(error.words == "an object of the type 'Window' can't leave its process, at '[1]'")
    }
  }

  @Test func `a value that is nested too deep is refused where it is written`() throws {
    var value = Value.null
    for _ in 0..<130 { value = .list([value]) }
    #expect(throws: WireFault.self) { try written(value) }
  }
}

/// A value's bytes.
func written(_ value: Value) throws(WireFault) -> WireBytes {
  let lender = Lender()
  let lent = lender.value(value)
  return try WireBytes { writer throws(WireFault) in try writer.value(lent) }
}

private func request(_ parameters: Fields, hints: Fields, skips: [String]) throws(WireFault) -> WireBytes {
  let lender = Lender()
  let parameters = lender.entries(parameters)
  let hints = lender.entries(hints)
  let request = component_request(
    abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_request>.size), target: lender.text("Reader"),
    action: lender.text("showDetail"), parameters: parameters.baseAddress, parameter_count: parameters.count,
    ended: { _, _, _ in }, progressed: nil, context: nil, deadline: 42, cancellation: nil, parent: nil, flags: 2,
    reserved: 0, hints: hints.baseAddress, hint_count: hints.count, skips: lender.place(skips.map(lender.text)),
    skip_count: skips.count, place: nil)
  return try WireBytes { writer throws(WireFault) in try writer.request(request) }
}

/// Throws values.
struct ValueDice: Dice {
  var state: UInt64

  mutating func value(depth: Int) -> Value {
    switch below(depth < 5 ? 10 : 7) {
    case 0: return .null
    case 1: return .bool(below(2) == 0)
    case 2: return .int(Int(bitPattern: UInt(next())))
    case 3: return .double(Double(below(100_000)) / 8)
    case 4, 5: return .text(text())
    case 6: return .bytes((0..<below(40)).map { UInt8($0) })
    case 7: return .list((0..<below(6)).map { _ in value(depth: depth + 1) })
    default:
      let count = below(below(10) == 0 ? 40 : 6)
      return .map(Fields((0..<count).map { ("\($0)\(text())", value(depth: depth + 1)) }))
    }
  }

  private mutating func text() -> String {
    let letters = ["a", "é", "水", "🜁", "\u{0}", " ", "Z"]
    return (0..<below(20)).map { _ in letters[below(letters.count)] }.joined()
  }
}
