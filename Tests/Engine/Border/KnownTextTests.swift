import ComponentABI
import Testing

@testable import ComponentHost
@testable import ComponentKit

/// Requests that say of their texts that they are UTF-8. One after the other: Teller knows the last host only.
@Suite(.serialized) struct KnownTextTests {
  let host = Host()
  let ear = Ear()

  init() throws { try host.register(Teller.self) }

  // A text that is no UTF-8 in its last byte, told to Teller by a function table.
  private func tell(_ table: HostTable, _ kind: UInt32, count: Int, flags: UInt32, deadline: Int64 = 0) -> Int32 {
    var bytes = [CChar](repeating: 0x61, count: count)
    bytes[count - 1] = CChar(bitPattern: 0xff)
    return bytes.withUnsafeBufferPointer { bytes in
      var text = component_value()
      text.kind = COMPONENT_KIND_TEXT
      text.as.text = bytes.baseAddress
      text.count = count
      return withUnsafePointer(to: &text) { text in
        var value = text.pointee
        if kind == COMPONENT_KIND_LIST {
          value = component_value()
          value.kind = kind
          value.as.items = text
          value.count = 1
        }
        var entry = component_entry(key: Ear.text("x"), value: value)
        return withUnsafePointer(to: &entry) { entry in
          var request = ear.request("Teller", "tell")
          request.parameters = entry
          request.parameter_count = 1
          request.flags = flags
          request.deadline = deadline
          return table.pointee.call(table, &request)
        }
      }
    }
  }

  private static let shapes: [(UInt32, Int)] = [
    (COMPONENT_KIND_TEXT, 3), (COMPONENT_KIND_TEXT, 100), (COMPONENT_KIND_LIST, 100),
  ]

  @Test(arguments: shapes, [false, true])
  func `the program is believed, and looked at where it says nothing`(shape: (UInt32, Int), hasDeadline: Bool) {
    let table = host.mediator.host
    let deadline = hasDeadline ? Deadline(after: .seconds(100)).nanoseconds : 0
    #expect(
      tell(table, shape.0, count: shape.1, flags: COMPONENT_REQUEST_UTF8, deadline: deadline) == COMPONENT_OK)
    #expect(
      tell(table, shape.0, count: shape.1, flags: 0, deadline: deadline) == COMPONENT_FAILURE_INVALID)
    #expect(ear.outcomes.map { (try? $0.get()) } == [1, nil])
  }

  @Test(arguments: shapes) func `a component is not`(shape: (UInt32, Int)) throws {
    let table = try #require(Teller.mediator.withLock { $0 }).host
    #expect(
      tell(table, shape.0, count: shape.1, flags: COMPONENT_REQUEST_UTF8) == COMPONENT_FAILURE_INVALID)
  }

  @Test func `what the program's mediator sends says so`() throws {
    #expect(host.mediator.flags & COMPONENT_REQUEST_UTF8 != 0)
    #expect(host.mediator.fresh.flags & COMPONENT_REQUEST_UTF8 != 0)
  }
}

/// Does not read its parameters.
private struct Teller: Component {
  static let summary = "Is told"
  static let mediator = Guarded<Mediator?>(nil)

  init(mediator: Mediator) { Teller.mediator.withLock { $0 = mediator } }

  var actions: [Action] { Action("tell", "") { _ in 1 } }
}
