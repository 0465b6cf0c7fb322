import ComponentKit
import TestThreads
import Testing

/// A Swift component gets its host's standard library: only one of the same compiler is loaded.
@Suite(.offPool, .builtComponents) struct SwiftCompilerTests {
  private static let start = Array("Component\0\0\0".utf8) + [1, 0, 0, 0, 3, 0, 0, 0]

  private static func little(_ word: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }

  /// The sample in Swift with other words for its compiler; nil for those that it has.
  private func folder(_ words: [UInt32]?) throws -> Folder {
    let folder = Folder()
    var bytes = Folder.bytes(of: "\(Place.components)/libSample.so")
    let start = SwiftCompilerTests.start
    let place = try #require(
      (0..<(bytes.count - start.count)).first {
        bytes[$0] == start[0] && bytes[$0..<($0 + start.count)].elementsEqual(start)
      })
    let compiler = (place + start.count)..<(place + start.count + 8)
    #expect(bytes[compiler].contains { $0 != 0 }, "the kit's note tells of its compiler")
    if let words { bytes.replaceSubrange(compiler, with: words.flatMap(SwiftCompilerTests.little)) }
    folder.write(bytes, as: "libSample.so")
    return folder
  }

  private func inspected(_ folder: Folder) throws -> Value {
    try Value(json: Run.host("inspect", folder("libSample.so"), "--json").outBytes)
  }

  @Test func `a component of the host's own compiler is loaded, and inspect shows it`() throws {
    let folder = try folder(nil)
    #expect(Run.host("--plugins", folder.path, "describe", "Sample").code == 0)
    let compiler = try #require(try inspected(folder)["note"]?["compiler"]?.text)
    #expect(compiler.hasPrefix("Swift 6."))
    #expect(Run.host("inspect", folder("libSample.so")).out.contains(" ABI 1, swift, built with \(compiler)\n"))
  }

  @Test(
    arguments: [
      ([0x602, 0x1a2b_3c4d], "Swift 6.2 (1a2b3c4d)"), ([0x70a, 0], "Swift 7.10"), ([0, 0xd], "Swift (0000000d)"),
    ] as [([UInt32], String)])
  func `a component of another compiler is refused, and both are named`(_ words: [UInt32], _ shown: String) throws {
    let own = try #require(try inspected(try folder(nil))["note"]?["compiler"]?.text)
    let folder = try folder(words)
    let message = "it was built with \(shown), and this host, whose standard library it would get, with \(own)"
    #expect(
      Run.host("--plugins", folder.path, "describe", "Sample").err.contains(" is refused: \(message)\n"))
    let inspected = try inspected(folder)
    #expect(inspected["note"]?["compiler"]?.text == shown && inspected["refusal"]?["message"]?.text == message)
    #expect(inspected["refusal"]?["reason"] == "swift_version")
    let list = try Value(json: Run.host("--plugins", folder.path, "list", "--json").outBytes)
    #expect(list[0]?["refusal"]?["message"]?.text == message)
  }

  @Test func `a component that does not tell its compiler is loaded`() throws {
    let folder = try folder([0, 0])
    #expect(Run.host("--plugins", folder.path, "describe", "Sample").code == 0)
    #expect(try inspected(folder)["note"]?["compiler"] == .null)
  }
}
