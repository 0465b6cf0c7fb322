import ComponentHost
import ComponentKit
import Testing

@testable import HostCLI

/// Events in faces.
@Suite struct FaceEventsTests {
  static func description() throws -> FaceDescription {
    var description = try described(
      "type Sale = {id: int, price: double?}", "action Shop.run() -> Sale", "event Shop.sold: Sale",
      "event Shop.counted: [int]",
      "event Shop.Till.opened: {by: \"key\" | \"sale\"}", "event Shop.said")
    description.events[0].summary = "Something was sold"
    return description
  }

  @Test(arguments: FaceLanguage.allCases)
  func `what is written is read again`(language: FaceLanguage) throws {
    let block = FaceBlock(language: language, description: try Self.description())
    #expect(try FaceBlock(reading: block.text) == block)
    #expect(try FaceBlock(reading: language.file(block.description)) == block)
  }

  @Test func `in Swift each event has a method that observes it`() throws {
    let text = SwiftFace(try Self.description()).text
    for (method, type, name) in [
      ("observeSold", "Sale", "Shop.sold"), ("observeCounted", "[Int]", "Shop.counted"),
      ("observeTillOpened", "TillOpened", "Shop.Till.opened"), ("observeSaid", "Value", "Shop.said"),
    ] {
      #expect(text.contains("public func \(method)("), "\(text)")
      #expect(text.contains("hear: @escaping @Sendable (_ value: \(type), _ lost: Int) throws -> Void"))
      #expect(text.contains("try mediator.observe(\"\(name)\", as: \(type).self, limit: limit, hear: hear)"))
    }
    #expect(text.contains("/// Something was sold\n"))
    #expect(text.contains("public struct TillOpened: Codable"))
  }

  @Test func `in C each event has a constant`() throws {
    let text = CFace(try Self.description()).text
    for line in [
      "#define SHOP_EVENT_SOLD \"Shop.sold\"", "#define SHOP_EVENT_COUNTED \"Shop.counted\"",
      "#define SHOP_EVENT_TILL_OPENED \"Shop.Till.opened\"", "#define SHOP_EVENT_SAID \"Shop.said\"",
    ] {
      #expect(text.contains("\n\(line)\n"), "\(text)")
    }
    #expect(text.contains("// Something was sold\n"))
  }

  @Test func `in C++ and Rust each event has a constant`() throws {
    let cpp = CppFace(try Self.description()).text
    #expect(cpp.contains("\n#define SHOP_EVENT_TILL_OPENED \"Shop.Till.opened\"\n"), "\(cpp)")
    let rust = RustFace(try Self.description()).text
    #expect(rust.contains("\n/// Something was sold\npub const EVENT_SOLD: &str = \"Shop.sold\";\n"), "\(rust)")
    #expect(rust.contains("\npub const EVENT_TILL_OPENED: &str = \"Shop.Till.opened\";\n"), "\(rust)")
  }

  @Test func `an event that can't be in a face damages it`() throws {
    let text = FaceBlock(language: .swift, description: try Self.description()).text
    for (whole, part) in [
      (#""name":"Shop.sold""#, #""name":"Other.sold""#), (#""name":"Shop.sold""#, #""name":"Shop""#),
      (#""type":"Sale""#, #""type":"Sail""#), (#""type":"Sale""#, #""type":"Sale, x: int""#),
    ] {
      let damaged = text.split(separator: whole, maxSplits: 1, omittingEmptySubsequences: false).joined(separator: part)
      #expect(damaged != text)
      #expect(throws: FaceBlock.Fault.self) { try FaceBlock(reading: damaged) }
    }
  }
}
