import ComponentKit
import TestDice
import Testing

@testable import ComponentHost

@Suite struct SignatureTests {
  @Test func `a signature is read`() throws {
    let text = #"(id: int, page: int = 1, style: "plain" | "rich" = "plain", tags: [text]?, at: date?) -> Detail"#
    let signature = try Signature(parsing: text)
    #expect(
      signature
        == Signature(
          parameters: [
            Signature.Parameter(name: "id", type: .int, default: nil),
            Signature.Parameter(name: "page", type: .int, default: 1),
            Signature.Parameter(name: "style", type: .texts(["plain", "rich"]), default: "plain"),
            Signature.Parameter(name: "tags", type: .optional(.list(.text)), default: nil),
            Signature.Parameter(name: "at", type: .optional(.date), default: nil),
          ], reply: .named("Detail")))
    #expect(signature.description == text)
    #expect(signature.shortForm("showDetail") == "showDetail" + text)
  }

  @Test(arguments: [
    ("()", "()"),
    (" ( ) ", "()"),
    ("\t(\n)\r\n->\tint", "() -> int"),
    ("()->int?", "() -> int?"),
    ("( a :int ? ,b:[ text :int ] )", "(a: int?, b: [text: int])"),
    ("(a:{})", "(a: {})"),
    ("(a:{x:int,y:{z:any?}?})", "(a: {x: int, y: {z: any?}?})"),
    ("(a:[[text:[bytes]]])", "(a: [[text: [bytes]]])"),
    ("(a:1|-2|30=30)", "(a: 1 | -2 | 30 = 30)"),
    (#"(a:"x"|"y"?=null)"#, #"(a: "x" | "y"? = null)"#),
    (#"(a:"\u0041")"#, #"(a: "A")"#),
    (#"(a:text=",)")"#, #"(a: text = ",)")"#),
    (#"(a: text = "\\\"" , b: int)"#, #"(a: text = "\\\"", b: int)"#),
    (#"(a: any = { "x" : [ 1 , "]}" ] })"#, #"(a: any = {"x":[1,"]}"]})"#),
    ("(a: double = 1)", "(a: double = 1.0)"),
    ("(a: int = 2.0)", "(a: int = 2)"),
    ("(a: bytes = \"AAEC\")", "(a: bytes = \"AAEC\")"),
    ("(a: [double] = [1, 2.5])", "(a: [double] = [1.0,2.5])"),
    ("(int: int, text: text, Detail: Detail)", "(int: int, text: text, Detail: Detail)"),
    ("() -> nothing", "() -> nothing"), ("() -> {}?", "() -> nothing"), ("() -> {}", "() -> {}"),
    ("(a: object, b: function?) -> any", "(a: object, b: function?) -> any"),
    ("(a: date = \"2026-11-21T09:30:00Z\")", "(a: date = \"2026-11-21T09:30:00Z\")"),
  ])
  func `the canonical text is the same for all ways to write a signature`(text: String, canonical: String) throws {
    let signature = try Signature(parsing: text)
    #expect(signature.description == canonical)
    #expect(try Signature(parsing: canonical) == signature)
  }

  @Test func `what is printed is read as the same signature`() throws {
    var dice = SignatureDice(seed: 7)
    let types = try SignatureDice.types()
    for _ in 0..<3000 {
      let signature = dice.signature()
      let text = signature.description
      #expect(try Signature(parsing: text) == signature, "\(text)")
      #expect(try Signature(parsing: text, types: types) == signature, "\(text)")
    }
  }

  @Test func `a mutated signature is read or refused`() throws {
    var dice = SignatureDice(seed: 11)
    let types = try SignatureDice.types()
    let pieces = Array("()[]{}:,=?|->\"\\ intexaAé0-9.\u{0}\u{202e}".utf8)
    var (read, refused) = (0, 0)
    for round in 0..<20_000 {
      var bytes = Array(dice.signature().description.utf8)
      for _ in 0...dice.below(4) {
        let place = dice.below(bytes.count + 1)
        switch dice.below(4) {
        case 0: bytes.insert(pieces[dice.below(pieces.count)], at: place)
        case 1 where place < bytes.count: bytes.remove(at: place)
        case 2: bytes.removeLast(bytes.count - place)
        default: bytes.insert(contentsOf: bytes.suffix(dice.below(bytes.count + 1)), at: place)
        }
        bytes = Array(bytes.prefix(20_000))
      }
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(SignatureFault) {
        let signature = try Signature(parsing: text, types: round % 2 == 0 ? types : nil)
        read += 1
        #expect(try Signature(parsing: signature.description) == signature)
        _ = try ParameterCheck(signature, types, action: "A.a")
      } catch {
        refused += 1
        if let column = error.column { #expect(column >= 1 && column <= text.unicodeScalars.count + 1) }
      }
    }
    #expect(read > 1000 && refused > 1000, "\(read) read, \(refused) refused")
  }

  @Test(arguments: [
    "2026-11-21T09:30:00Z", "2026-11-21T09:30:00.5Z", "2026-11-21T09:30:00.123456789Z", "2026-11-21T09:30:00+01:00",
    "2026-11-21T09:30:00.25-23:59", "2024-02-29T00:00:00Z", "2000-02-29T23:59:59Z", "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z", "2026-04-30T00:00:00-00:00", "2026-11-21",
  ])
  func `a date is a date`(text: String) { #expect(isDate(text)) }

  @Test(arguments: [
    "", "2026-11-31", "2026-11-21T09:30:00", "2026-11-21T09:30Z", "2026-11-21 09:30:00Z", "2026-11-21t09:30:00z",
    "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z",
    "2026-04-31T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-11-21T24:00:00Z",
    "2026-11-21T09:60:00Z", "2026-11-21T09:30:60Z", "2026-11-21T09:30:00.Z", "2026-11-21T09:30:00.5",
    "2026-11-21T09:30:00,5Z", "2026-11-21T09:30:00+1:00", "2026-11-21T09:30:00+0100", "2026-11-21T09:30:00+24:00",
    "2026-11-21T09:30:00+01:60", "2026-11-21T09:30:00+01:00Z", "2026-11-21T09:30:00Z ", " 2026-11-21T09:30:00Z",
    "2026-11-21T09:30:00ZZ", "-026-11-21T09:30:00Z", "２026-11-21T09:30:00Z", "2026-11-21T09:30:00.", "20261121T093000Z",
  ])
  func `anything else is none`(text: String) { #expect(!isDate(text)) }

  private func isDate(_ text: String) -> Bool { Array(text.utf8).withUnsafeBytes { Timestamp(utf8: $0) != nil } }
}
