import ComponentHost
import ComponentKit
import Testing

@testable import HostCLI

@Suite struct FaceBlockTests {
  static let hostile = "*/ \\(x) \\ \" \r\n\u{202E}\u{0} ??/"

  static func description() throws -> FaceDescription {
    var description = try described(
      "type Kind = \"a\\u202e\" | \"\\\\u{41}\"", "type Part = {kind: Kind, parts: [Part]}", "target Shop",
      "action Shop.run(x: int = 1, part: Part?) -> Part", "remote progress action Shop.raw", "target Shop.Till",
      "progress action Shop.Till.pay()")
    description.summary = hostile
    description.typeSummaries["Kind"] = hostile
    description.targets[0].summary = " "
    description.targets[0].actions[0].summary = hostile
    description.targets[0].actions[0].notes = ["x": hostile, "part": ": "]
    description.targets[0].ways = [
      FaceWay(kind: .route, name: "//Shop/\u{202E} = x", action: "run", fields: ["a": .text(hostile)]),
      FaceWay(kind: .key, name: "Shop_raw", action: "raw", fields: [:]),
    ]
    return description
  }

  @Test(arguments: FaceLanguage.allCases)
  func `what is written is read again`(language: FaceLanguage) throws {
    let block = FaceBlock(language: language, description: try Self.description())
    #expect(try FaceBlockReader.read(block.text) == block)
    #expect(try FaceBlockReader.read(language.file(block.description)) == block)
  }

  @Test func `a description is for people as well`() throws {
    let text = FaceBlock(language: .c, description: try Self.description()).text
    #expect(
      text == #"""
        // The face of Shop 1.0.0, printed by: host bindings Shop --language c
        // Print it again instead of editing it. Whether it still fits says: host bindings --check FILE Shop
        //
        // bindings 1 c Shop
        // component Shop 1.0.0
        //   */ \u{5c}(x) \u{5c} " \u{d}\u{a}\u{202e}\u{0} ??\u{2f}
        // type Kind = "a\u202e" | "\\u{41}"
        //   */ \u{5c}(x) \u{5c} " \u{d}\u{a}\u{202e}\u{0} ??\u{2f}
        // type Part = {kind: Kind, parts: [Part]}
        // target Shop
        //   \u{20}
        // action Shop.run(x: int = 1, part: Part?) -> Part
        //   */ \u{5c}(x) \u{5c} " \u{d}\u{a}\u{202e}\u{0} ??\u{2f}
        //     x: */ \u{5c}(x) \u{5c} " \u{d}\u{a}\u{202e}\u{0} ??\u{2f}
        //     part: :\u{20}
        // remote progress action Shop.raw
        // route run = //Shop/\u{202e} = x
        //   {"a":"*/ \u{5c}\u{5c}(x) \u{5c}\u{5c} \u{5c}" \u{5c}r\u{5c}n\u{5c}u202e\u{5c}u0000 ??/"}
        // key raw = Shop_raw
        // target Shop.Till
        // progress action Shop.Till.pay()
        // end

        """#)
  }

  @Test func `every cut and every change of a letter is read, or refused with its line`() throws {
    let text = FaceBlock(language: .swift, description: try Self.description()).text
    let lines = text.utf8.filter { $0 == UInt8(ascii: "\n") }.count
    var refused = 0
    for length in 0..<text.utf8.count - 1 {
      let fault = #expect(throws: FaceBlockReader.Fault.self) {
        try FaceBlockReader.read(String(decoding: text.utf8.prefix(length), as: UTF8.self))
      }
      if fault?.reason != "no_description" { #expect(fault?.message.contains("line ") == true) }
    }
    for place in 0..<text.utf8.count {
      var bytes = Array(text.utf8)
      bytes[place] = bytes[place] == UInt8(ascii: "x") ? UInt8(ascii: "(") : UInt8(ascii: "x")
      do throws(FaceBlockReader.Fault) {
        _ = try FaceBlockReader.read(String(decoding: bytes, as: UTF8.self))
      } catch {
        refused += 1
        #expect((1...lines).contains { error.message.contains("line \($0)") } || error.reason == "no_description")
      }
    }
    #expect(refused > 100)
  }

  @Test(arguments: [
    ("", "has no description in its first lines"), ("import ComponentKit\n", "has no description in its first lines"),
    ("\n// bindings 1 swift Shop\n", "has no description in its first lines"),
    ("// bindings 2 swift Shop\n", "has a description that this host does not know, in line 1"),
    ("//\n// bindings 1 rust Shop\n", "has a description that this host does not know, in line 2"),
    ("// bindings 1 swift\n", "has a description that this host does not know, in line 1"),
    ("// bindings 1 swift 1x\n", "has a damaged description, at line 1: the target has no valid name"),
    ("// bindings 1 swift A..b\n", "has a damaged description, at line 1: the target has no valid name"),
    ("// bindings 1 swift Shop\n", "has a description that is cut off behind line 1"),
    ("// bindings 1 swift Shop\n// x\n", "has a damaged description, at line 2: '// component ' is expected"),
    (
      "// bindings 1 swift Shop\n// component Ship 1.0.0\n",
      "has a damaged description, at line 2: the name or the version of the component is not valid"
    ),
    (
      "// bindings 1 swift Shop\n// component Shop 1.0\n",
      "has a damaged description, at line 2: the name or the version of the component is not valid"
    ),
    (
      "// bindings 1 swift Shop\n// component Shop 1.0.0\n//   \\x\n",
      "has a damaged description, at line 3: its text can't be read"
    ),
    (
      "// bindings 1 swift Shop\n// component Shop 1.0.0\n// type Part = {x: y}\n",
      "has a damaged description, at line 3: type 'Part', column 5: unknown type 'y'"
    ),
    (
      "// bindings 1 swift Shop\n// component Shop 1.0.0\n// target Shop\n// action Shop.run(x: Part)\n",
      "has a damaged description, at line 4: column 5: unknown type 'Part'"
    ),
    (
      "// bindings 1 swift Shop\n// component Shop 1.0.0\n// target Ship\n",
      "has a damaged description, at line 3: the name of the target is not valid"
    ),
    (
      "// bindings 1 swift Shop\n// component Shop 1.0.0\n// target Shop\n// action Shop.a\n// action Shop.a\n",
      "has a damaged description, at line 5: the action before it occurs twice"
    ),
    (
      "// bindings 1 swift Shop\n// component Shop 1.0.0\n// target Shop\n// target Shop\n// end\n",
      "has a damaged description, at line 4: the target before it occurs twice"
    ),
  ])
  func `what is no description is refused`(text: String, message: String) {
    let fault = #expect(throws: FaceBlockReader.Fault.self) { try FaceBlockReader.read(text) }
    #expect(fault?.message == message)
  }

  @Test func `a signature may be as long as a host takes, and longer in its canonical text`() throws {
    let texts = (0..<256).map { #""\u202e\u202e\u202e\u202e\#($0)""# }
    let parameters = (0..<200).map { "p\($0):int?" }.joined(separator: ",")
    let dense = "(\(parameters),choice:\(texts.joined(separator: "|")))"
    let signature = try Signature(parsing: dense)
    var description = try described("action Shop.run()")
    description.targets[0].actions[0].signature = signature
    let block = FaceBlock(language: .swift, description: description)
    #expect(try FaceBlockReader.read(block.text) == block)
  }
}
