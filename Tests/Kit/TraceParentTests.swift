import ComponentKit
import Testing

@Suite struct TraceParentTests {
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private static let parent = "00f067aa0ba902b7"

  @Test(arguments: [
    ("00-\(trace)-\(parent)-01", true), ("00-\(trace)-\(parent)-00", false), ("00-\(trace)-\(parent)-ff", true),
    ("cc-\(trace)-\(parent)-01", true), ("cc-\(trace)-\(parent)-01-what-comes-later", true),
  ]) func `a field is read, and a later version as far as this one goes`(text: String, isSampled: Bool) throws {
    let read = try #require(TraceParent(text))
    #expect(read.trace == Self.trace && read.parent == Self.parent && read.isSampled == isSampled)
    #expect(read.description == "00-\(Self.trace)-\(Self.parent)-\(isSampled ? "01" : "00")")
    #expect(TraceParent(read.description) == read)
  }

  @Test(arguments: [
    "", "00", "00-\(trace)-\(parent)", "00-\(trace)-\(parent)-", "00-\(trace)-\(parent)-0",
    "00-\(trace)-\(parent)-01-", "00-\(trace)-\(parent)-01-x", "ff-\(trace)-\(parent)-01", "cc-\(trace)-\(parent)-01x",
    "00-\(trace.uppercased())-\(parent)-01", "00-\(String(repeating: "0", count: 32))-\(parent)-01",
    "00-\(trace)-0000000000000000-01", "0x-\(trace)-\(parent)-01", "00-\(trace)-\(parent)-0x",
    "00_\(trace)-\(parent)-01",
    "00-\(trace)g\(parent)-01", "00-\(trace.dropLast())ä\(parent.dropLast())-01",
  ]) func `what is none is nothing`(text: String) { #expect(TraceParent(text) == nil) }
}
