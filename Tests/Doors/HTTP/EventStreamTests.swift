import ComponentKit
import Testing

@testable import ComponentDoors

@Suite struct EventStreamTests {
  private func event(_ name: String, _ data: String, id: String? = nil) -> String {
    var output: [UInt8] = []
    EventStream.append(name, data: data.utf8, id: id, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test func `an event is its name, its data and an empty line`() {
    #expect(event("progress", "{}") == "event: progress\ndata: {}\n\n")
    #expect(event("x", "1", id: "a-120\n") == "id: a-120\nevent: x\ndata: 1\n\n")
    #expect(event("x", "") == "event: x\ndata: \n\n")
  }

  @Test func `each line of the data is one of the event's, so nothing in it begins a field`() {
    #expect(
      event("x", "a\nevent: y\r\nb\rid: 7\n\nc")
        == "event: x\ndata: a\ndata: event: y\ndata: b\ndata: id: 7\ndata: \ndata: c\n\n")
    #expect(event("x\ndata: y\r", "a\n") == "event: xdata: y\ndata: a\ndata: \n\n")
  }

  @Test func `a heart beat is no event`() {
    var output: [UInt8] = []
    EventStream.appendHeartbeat(to: &output)
    #expect(String(decoding: output, as: UTF8.self) == ":\n\n")
  }
}
