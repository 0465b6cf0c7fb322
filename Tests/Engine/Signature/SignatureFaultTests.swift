import ComponentKit
import Testing

@testable import ComponentHost

@Suite struct SignatureFaultTests {
  @Test(arguments: [
    ("", 1, "expected '(', but the text ends here"),
    ("  ", 3, "expected '(', but the text ends here"),
    ("id: int", 1, "expected '(', found 'i'"),
    ("(", 2, "expected the name of a parameter or ')', but the text ends here"),
    ("(,", 2, "expected the name of a parameter or ')', found ','"),
    ("(1: int)", 2, "expected the name of a parameter or ')', found '1'"),
    ("(-)", 2, "expected the name of a parameter or ')', found '-'"),
    ("(é: int)", 2, "expected the name of a parameter or ')', found 'é'"),
    ("(\u{1b}: int)", 2, "expected the name of a parameter or ')', found '\\u{1b}'"),
    ("(\u{202e}: int)", 2, "expected the name of a parameter or ')', found '\\u{202e}'"),
    ("(id", 4, "expected ':' and the type of 'id', but the text ends here"),
    ("(id)", 4, "expected ':' and the type of 'id', found ')'"),
    ("(id int)", 5, "expected ':' and the type of 'id', found 'i'"),
    ("(id-x: int)", 4, "expected ':' and the type of 'id', found '-'"),
    ("(id: ", 6, "expected a type, but the text ends here"),
    ("(id: )", 6, "expected a type, found ')'"),
    ("(id: (int))", 6, "expected a type, found '('"),
    ("(id: int", 9, "expected ',' or ')', but the text ends here"),
    ("(id: int page: int)", 10, "expected ',' or ')', found 'p'"),
    ("(id: int; page: int)", 9, "expected ',' or ')', found ';'"),
    ("(id: int,", 10, "expected the name of a parameter, but the text ends here"),
    ("(id: int,)", 10, "expected the name of a parameter, found ')'"),
    ("(id: int,, a: int)", 10, "expected the name of a parameter, found ','"),
    ("(id: int, id: int)", 11, "the parameter 'id' occurs twice"),
    ("(id: int, a: int, id: text)", 19, "the parameter 'id' occurs twice"),
    ("() x", 4, "unexpected 'x' after the signature"),
    ("())", 3, "unexpected ')' after the signature"),
    ("() - > int", 4, "unexpected '-' after the signature"),
    ("() ->", 6, "expected a type, but the text ends here"),
    ("() -> int int", 11, "unexpected 'i' after the signature"),
    ("() -> int = 1", 11, "unexpected '=' after the signature"),
    ("() -> (int)", 7, "expected a type, found '('"),
    ("(id:\0int)", 5, "expected a type, found '\\u{0}'"),
  ])
  func `what is wrong with the parameters is named`(signature: String, column: Int, message: String) {
    #expect(fault(signature) == "column \(column): \(message)")
  }

  @Test(arguments: [
    ("(id: inte)", 6, "unknown type 'inte' (did you mean 'int'?)"),
    ("(id: it)", 6, "unknown type 'it' (did you mean 'int'?)"),
    ("(id: txet)", 6, "unknown type 'txet' (did you mean 'text'?)"),
    ("(id: string)", 6, "unknown type 'string' (did you mean 'text'?)"),
    ("(id: String)", 6, "unknown type 'String' (did you mean 'text'?)"),
    ("(id: Int)", 6, "unknown type 'Int' (did you mean 'int'?)"),
    ("(id: float)", 6, "unknown type 'float' (did you mean 'double'?)"),
    ("(id: boolean)", 6, "unknown type 'boolean' (did you mean 'bool'?)"),
    ("(id: null)", 6, "unknown type 'null'"),
    ("(id: true)", 6, "unknown type 'true'"),
    ("(id: _x)", 6, "unknown type '_x'"),
    ("(id: detail)", 6, "unknown type 'detail' (did you mean 'Detail'?)"),
    ("(id: Detial)", 6, "unknown type 'Detial' (did you mean 'Detail'?)"),
    ("(id: [Elsewhere])", 7, "unknown type 'Elsewhere'"),
    ("() -> {a: [text: Detai]}", 18, "unknown type 'Detai' (did you mean 'Detail'?)"),
    ("(id: int??)", 10, "one '?' is enough"),
    ("() -> nothing?", 14, "'nothing' is null without a '?'"),
    ("(id: int ? ?)", 12, "one '?' is enough"),
    ("(id: ?)", 6, "expected a type, found '?'"),
    ("(id: [int)", 10, "expected ']', found ')'"),
    ("(id: [text)", 11, "expected ']' or ':', found ')'"),
    ("(id: [])", 7, "expected a type, found ']'"),
    ("(id: [text:])", 12, "expected a type, found ']'"),
    ("(id: [text: int)", 16, "expected ']', found ')'"),
    ("(id: [int: text])", 7, "the keys of a map are texts: [text: …]"),
    ("(id: [text?: text])", 7, "the keys of a map are texts: [text: …]"),
    ("(id: [text: int: int])", 16, "expected ']', found ':'"),
    ("(id: {)", 7, "expected the name of a field or '}', found ')'"),
    ("(id: {a})", 8, "expected ':' and the type of 'a', found '}'"),
    ("(id: {a:})", 9, "expected a type, found '}'"),
    ("(id: {a: int)", 13, "expected ',' or '}', found ')'"),
    ("(id: {a: int,})", 14, "expected the name of a field, found '}'"),
    ("(id: {a: int, b: int, a: int})", 23, "the field 'a' occurs twice"),
    ("(id: {a: int = 1})", 14, "expected ',' or '}', found '='"),
    ("(s: \"a\" |)", 10, "expected a text in double quotes or an int after '|', found ')'"),
    ("(s: \"a\" | int)", 11, "expected a text in double quotes or an int after '|', found 'i'"),
    ("(s: \"a\" | 1)", 11, "the alternatives must be all texts or all ints"),
    ("(s: 1 | \"a\")", 9, "the alternatives must be all texts or all ints"),
    ("(s: \"a\" | \"b\" | \"a\")", 17, "the alternative \"a\" occurs twice"),
    ("(s: \"a\" | \"\\u0061\")", 11, "the alternative \"a\" occurs twice"),
    ("(s: 1 | 2 | 1)", 13, "the alternative 1 occurs twice"),
    ("(s: 1.5)", 5, "an alternative must be a text or an int"),
    ("(s: 1 | 1e3)", 9, "an alternative must be a text or an int"),
    ("(s: \"a)", 5, "the text that begins here has no closing quote"),
    ("(s: 01)", 5, "the number 01 begins with a zero"),
    ("(s: 9223372036854775808)", 5, "the number 9223372036854775808 does not fit in 64 bits"),
    ("(s: 'a')", 5, "expected a type, found '''"),
    ("(s: int | text)", 9, "expected ',' or ')', found '|'"),
  ])
  func `what is wrong with a type is named`(signature: String, column: Int, message: String) throws {
    let types = try TypeNames([("Detail", "{id: int}")])
    #expect(fault(signature, types) == "column \(column): \(message)")
  }

  @Test(arguments: [
    ("(page: int = )", 14, "expected the default of 'page', found ')'"),
    ("(page: int =", 13, "expected the default of 'page', but the text ends here"),
    ("(page: int = x)", 14, "the default of 'page' is not JSON: unknown word 'x'"),
    ("(page: int = 1.)", 14, "the default of 'page' is not JSON: the number 1. has no digit after its point"),
    ("(é: int)", 2, "expected the name of a parameter or ')', found 'é'"),
    ("(a: text = \"é\", b: [int] = [1 2])", 31, "the default of 'b' is not JSON: expected ',' or ']', found '2'"),
    ("(t: text = 'a')", 12, "the default of 't' is not JSON: a text must be in double quotes"),
    ("(t: [int] = [1)", 15, "the default of 't' is not JSON: expected ',' or ']', found ')'"),
    ("(t: [int] = [1", 15, "the default of 't' is not JSON: expected ',' or ']', but the text ends here"),
    ("(page: int = 1 2)", 16, "expected ',' or ')', found '2'"),
    ("(page: int = \"x\")", 14, "the default of 'page' must be an int, not a text"),
    ("(page: int = 1.5)", 14, "the default of 'page' must be an int, not a double"),
    ("(page: int = null)", 14, "the default of 'page' must be an int, not null"),
    ("(page: int = true)", 14, "the default of 'page' must be an int, not a bool"),
    ("(x: double = 9007199254740993)", 14, "the default of 'x' must be a double, not the int 9007199254740993"),
    ("(x: bool = 1)", 12, "the default of 'x' must be a bool, not an int"),
    ("(x: text = 1)", 12, "the default of 'x' must be text, not an int"),
    ("(x: bytes = \"???\")", 13, "the default of 'x' must be bytes, not the text '???'"),
    (
      "(x: date = \"today\")", 12,
      "the default of 'x' must be a date like 2026-11-21T09:30:00Z, not the text 'today'"
    ),
    ("(x: object = {})", 14, "the default of 'x' must be an object, not a map"),
    ("(x: function = 1)", 16, "the default of 'x' must be a function, not an int"),
    ("(x: [int] = {})", 13, "the default of 'x' must be a list, not a map"),
    ("(x: [int] = [1,\"2\"])", 13, "the default of 'x[1]' must be an int, not a text"),
    ("(x: [text: int] = {\"a b\":null})", 19, "the default of 'x[\"a b\"]' must be an int, not null"),
    ("(x: {a: int} = {})", 16, "the default of 'x.a' is missing (int)"),
    ("(x: {a: int} = {\"a\":1,\"b\":2})", 16, "the default of 'x' has the unknown key 'b'"),
    ("(x: \"a\" | \"b\" = \"c\")", 17, "the default of 'x' must be one of \"a\", \"b\", not the text 'c'"),
    ("(x: \"a\" = \"b\")", 11, "the default of 'x' must be \"a\", not the text 'b'"),
    ("(x: 1 | 2 = 3)", 13, "the default of 'x' must be one of 1, 2, not the int 3"),
    ("(x: Detail = {})", 14, "the default of 'x.id' is missing (int)"),
    ("(x: [Detail]? = [{\"id\":1},{\"id\":\"2\"}])", 17, "the default of 'x[1].id' must be an int, not a text"),
  ])
  func `what is wrong with a default is named`(signature: String, column: Int, message: String) throws {
    let types = try TypeNames([("Detail", "{id: int}")])
    #expect(fault(signature, types) == "column \(column): \(message)")
  }

  @Test func `limits are kept`() {
    let long = String(repeating: "a", count: 128)
    #expect(fault("(\(long): int)") == nil)
    #expect(fault("(\(long)a: int)") == "column 2: a name has at most 128 bytes, this one 129")
    #expect(fault("(a: T\(long))") == "column 5: a name has at most 128 bytes, this one 129")

    func nested(_ depth: Int) -> String {
      "(a: " + String(repeating: "[", count: depth) + "int" + String(repeating: "]", count: depth) + ")"
    }
    #expect(fault(nested(32)) == nil)
    #expect(fault(nested(33)) == "column 37: lists and maps nest deeper than 32")
    #expect(fault(nested(8000)) == "column 37: lists and maps nest deeper than 32")

    func many(_ count: Int, _ text: (Int) -> String, _ separator: String = ", ") -> String {
      (0..<count).map(text).joined(separator: separator)
    }
    #expect(fault("(\(many(256) { "p\($0): int" }))") == nil)
    #expect(fault("(\(many(257) { "p\($0): int" }))") == "column 2708: there are more than 256 parameters")
    #expect(fault("(a: {\(many(256) { "p\($0): int" })})") == nil)
    #expect(fault("(a: {\(many(257) { "p\($0): int" })})") == "column 2712: there are more than 256 fields")
    #expect(fault("(a: \(many(256, { "\($0)" }, "|")))") == nil)
    #expect(fault("(a: \(many(257, { "\($0)" }, "|")))") == "column 919: there are more than 256 alternatives")

    let spaces = String(repeating: " ", count: 16382)
    #expect(fault("(\(spaces))") == nil)
    #expect(fault("( \(spaces))") == "16385 bytes are too long, the limit is 16384")
  }

  @Test func `a signature without the types is checked when it is compiled`() throws {
    let types = try TypeNames([("Detail", "{id: int}")])
    func compiled(_ text: String) -> String? {
      do {
        _ = try ParameterCheck(Signature(parsing: text), types, action: "A.a")
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(compiled("(x: Detail, y: [Detail]) -> Detail?") == nil)
    #expect(compiled("(x: [Detial])") == "unknown type 'Detial' (did you mean 'Detail'?)")
    #expect(compiled("() -> {a: Elsewhere?}") == "unknown type 'Elsewhere'")
    #expect(compiled("(x: Detail = {\"id\":\"1\"})") == "the default of 'x.id' must be an int, not a text")
    #expect(compiled("(x: Detail = {\"id\":1})") == nil)
  }

  private func fault(_ text: String, _ types: TypeNames? = nil) -> String? {
    do throws(SignatureFault) {
      _ = try Signature(parsing: text, types: types)
      return nil
    } catch {
      return error.description
    }
  }
}
