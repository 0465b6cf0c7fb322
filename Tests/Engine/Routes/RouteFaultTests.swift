import ComponentKit
import Testing

@testable import ComponentHost

/// What is wrong with routes, in the words of the users.
@Suite struct RouteFaultTests {
  @Test(arguments: [
    ("", 5, "expected '/', with which a pattern begins, but the text ends here"),
    ("books", 5, "expected '/', with which a pattern begins, found 'b'"),
    (":id", 5, "expected '/', with which a pattern begins, found ':'"),
    ("//", 6, "a part is empty: one slash is enough"),
    ("/a//b", 8, "a part is empty: one slash is enough"),
    ("/books/", 11, "a part is empty: leave the slash at the end out"),
    ("/:id/", 9, "a part is empty: leave the slash at the end out"),
    ("/:id?/", 10, "a part is empty: leave the slash at the end out"),
    ("/:", 7, "expected the name of a parameter behind ':': letters, digits and '_', but the text ends here"),
    ("/:/a", 7, "expected the name of a parameter behind ':': letters, digits and '_', found '/'"),
    ("/:1a", 7, "expected the name of a parameter behind ':': letters, digits and '_', found '1'"),
    ("/:é", 7, "expected the name of a parameter behind ':': letters, digits and '_', found 'é'"),
    ("/:<int>", 7, "expected the name of a parameter behind ':': letters, digits and '_', found '<'"),
    ("/:id-x", 9, "expected '<', '?', '/', '(/' or the end behind 'id', found '-'"),
    ("/:id*", 9, "expected '<', '?', '/', '(/' or the end behind 'id', found '*'"),
    ("/:id:x", 9, "expected '<', '?', '/', '(/' or the end behind 'id', found ':'"),
    ("/é/:id\u{202e}", 11, "expected '<', '?', '/', '(/' or the end behind 'id', found '\\u{202e}'"),
    ("/:id>", 9, "expected '<', '?', '/', '(/' or the end behind 'id', found '>'"),
    ("/:id<", 10, "a part of a path is int, bool, double, date or text, not ''"),
    ("/:id<>", 10, "a part of a path is int, bool, double, date or text, not ''"),
    ("/:id<itn>", 10, "a part of a path is int, bool, double, date or text, not 'itn'"),
    ("/:id<Int>", 10, "a part of a path is int, bool, double, date or text, not 'Int'"),
    ("/:id< int>", 10, "a part of a path is int, bool, double, date or text, not ' int'"),
    ("/:id<bytes>", 10, "a part of a path is int, bool, double, date or text, not 'bytes'"),
    ("/:id<int?>", 10, "a part of a path is int, bool, double, date or text, not 'int?'"),
    ("/:id<int", 13, "expected '>', but the text ends here"),
    ("/:id<int/x", 13, "expected '>', found '/'"),
    ("/:id<int>x", 14, "expected '?', '/', '(/' or the end behind '>', found 'x'"),
    ("/books/(:id)", 12, "the slash of a group stands in it, as in /books(/:id); '(' of a word is written %28"),
    ("/books(*rest)", 11, "the slash of a group stands in it, as in /books(/:id); '(' of a word is written %28"),
    ("/(b)", 6, "the slash of a group stands in it, as in /books(/:id); '(' of a word is written %28"),
    ("/c(d)", 7, "the slash of a group stands in it, as in /books(/:id); '(' of a word is written %28"),
    ("/(", 6, "the slash of a group stands in it, as in /books(/:id); '(' of a word is written %28"),
    (
      "/a()", 7,
      "a group is empty: write what may be missing in it, as in /books(/:id), or take it out; '()' of a word is written %28%29"
    ),
    (
      "/()", 6,
      "a group is empty: write what may be missing in it, as in /books(/:id), or take it out; '()' of a word is written %28%29"
    ),
    ("/a(b)", 7, "the slash of a group stands in it, as in /books(/:id); '(' of a word is written %28"),
    ("/a(/x(y", 10, "the slash of a group stands in it, as in /books(/:id); '(' of a word is written %28"),
    ("/b)", 7, "no group ends here; ')' of a word is written %29"),
    ("/{id}", 6, "a parameter is written :id; '{' of a word is written %7B"),
    ("/a}", 7, "a parameter is written :id; '}' of a word is written %7D"),
    ("/:id??", 10, "expected '/' or the end behind '?', found '?'"),
    ("/:id?x", 10, "expected '/' or the end behind '?', found 'x'"),
    ("/:id?<int>", 10, "expected '/' or the end behind '?', found '<'"),
    ("/:a?/b", 10, "a part behind an optional one must be optional too, as in /:year?/:month?"),
    ("/:a?/:b", 10, "a part behind an optional one must be optional too, as in /:year?/:month?"),
    ("/:a?/:b?/:c", 14, "a part behind an optional one must be optional too, as in /:year?/:month?"),
    ("/:a?/*b", 10, "a part behind an optional one must be optional too, as in /:year?/:month?"),
    ("/*", 7, "expected the name of a parameter behind '*': letters, digits and '_', but the text ends here"),
    ("/*/a", 7, "expected the name of a parameter behind '*': letters, digits and '_', found '/'"),
    ("/**", 7, "expected the name of a parameter behind '*': letters, digits and '_', found '*'"),
    ("/*path?", 11, "a rest takes one part at least: add a route without it instead of '?'"),
    ("/*path<text>", 11, "a rest is always text: leave the type out"),
    ("/*path.txt", 11, "expected the end behind 'path', found '.'"),
    ("/*path/x", 12, "nothing can stand behind a rest, which takes all the parts"),
    ("/*a/*b", 9, "nothing can stand behind a rest, which takes all the parts"),
    ("/*path/", 12, "nothing can stand behind a rest, which takes all the parts"),
    ("/a*b", 7, "'*' stands at the beginning of a part only, as in *path"),
    ("/books?", 11, "'?' stands behind a parameter only, as in :id?; a URL's query is no part of the pattern"),
    ("/books?id=1", 11, "'?' stands behind a parameter only, as in :id?; a URL's query is no part of the pattern"),
    ("/id<int>", 8, "a type stands behind a parameter only, as in :id<int>"),
    ("/a>b", 7, "a type stands behind a parameter only, as in :id<int>"),
    ("/my%20books", 8, "a pattern is plain text: write the character itself, not its code"),
    ("/%C3%A9", 6, "a pattern is plain text: write the character itself, not its code"),
    ("/a\tb", 7, "'\\u{9}' has no place in a pattern"),
    ("/a\u{7f}", 7, "'\\u{7f}' has no place in a pattern"),
    ("/a\0", 7, "'\\u{0}' has no place in a pattern"),
    ("/.", 6, "no URL has the part '.'"),
    ("/a/../b", 8, "no URL has the part '..'"),
    ("/:id/x/:id", 13, "the parameter 'id' occurs twice"),
    ("/:id/*id", 11, "the parameter 'id' occurs twice"),
    ("/:a?/:a?", 11, "the parameter 'a' occurs twice"),
    ("/é/:page", 9, "the parameter 'page' is fixed as well: take it out of the pattern or of the fixed ones"),
    ("/a/*page", 9, "the parameter 'page' is fixed as well: take it out of the pattern or of the fixed ones"),
  ])
  func `what is wrong with a pattern is named, with its place in the text form`(
    pattern: String, column: Int, message: String
  ) {
    let route = Route(pattern, host: "h", to: "T", "x", fixed: ["page": 1], scheme: "a")
    // `a://h` is in front of it.
    let place = column + 1
    let expected = "the route \(quoted("a://h\(pattern)")), column \(place): \(message)"
    #expect(fault(route) == expected)
    // Read from its text form a pattern is at fault in the same words; one that is no pattern belongs to the host part.
    guard pattern.hasPrefix("/") else { return }
    #expect(fault(parsing: "a://h\(pattern)") == expected)
  }

  @Test(arguments: [
    ("", "column 1: expected '//' and the host part, as in //Reader/books/:id, but the text ends here"),
    ("/books", "column 1: expected '//' and the host part, as in //Reader/books/:id, found '/'"),
    ("shop/books", "column 1: expected '//' and the host part, as in //Reader/books/:id, found 's'"),
    ("app:/shop/books", "column 5: expected '//' and the host part, as in //Reader/books/:id, found '/'"),
    ("app:", "column 5: expected '//' and the host part, as in //Reader/books/:id, but the text ends here"),
    ("1://shop/a", "column 1: '1' is no scheme: a scheme is a letter, then letters, digits, '+', '-' and '.'"),
    ("a_b://shop/a", "column 1: 'a_b' is no scheme: a scheme is a letter, then letters, digits, '+', '-' and '.'"),
    ("é://shop/a", "column 1: 'é' is no scheme: a scheme is a letter, then letters, digits, '+', '-' and '.'"),
    ("://shop/a", "column 1: '' is no scheme: a scheme is a letter, then letters, digits, '+', '-' and '.'"),
    ("//", "column 3: the host part is missing: it is a target's name, or what else URLs have there"),
    ("app:///a", "column 7: the host part is missing: it is a target's name, or what else URLs have there"),
    ("//shop:80/a", "column 3: the host part 'shop:80' can't have ':'"),
    ("//ann@shop/a", "column 3: the host part 'ann@shop' can't have '@'"),
    ("//my shop/a", "column 3: the host part 'my shop' can't have ' '"),
    ("//%41/a", "column 3: the host part '%41' can't have '%'"),
    ("//{target}/a", "column 3: the host part '{target}' can't have '{'"),
    ("//shop", "column 7: expected '/', with which a pattern begins, but the text ends here"),
    ("//shop/:id<itn>", "column 12: a part of a path is int, bool, double, date or text, not 'itn'"),
    ("ápp://shop/a", "column 1: 'ápp' is no scheme: a scheme is a letter, then letters, digits, '+', '-' and '.'"),
    ("//shöp/é/:ü", "column 11: expected the name of a parameter behind ':': letters, digits and '_', found 'ü'"),
  ])
  func `what is wrong with a text form is named`(text: String, message: String) {
    #expect(fault(parsing: text) == "the route \(quoted(text)), \(message)")
  }

  @Test func `a route that no text form could say is wrong too`() {
    func fault(host: String = "h", scheme: String? = nil, _ target: String = "T", _ action: String = "x") -> String? {
      self.fault(Route("/a", host: host, to: target, action, scheme: scheme))
    }
    let name = "a name is a letter, then letters, digits and '_', at most 128 in all"
    let scheme = "a scheme is a letter, then letters, digits, '+', '-' and '.'"
    #expect(fault() == nil)
    #expect(fault(host: "a/b") == "the route '//a/b/a': the host part 'a/b' can't have '/'")
    #expect(fault(host: "a?") == "the route '//a?/a': the host part 'a?' can't have '?'")
    #expect(
      fault(host: "")
        == "the route '///a': the host part is missing: it is a target's name, or what else URLs have there")
    #expect(fault(host: "a\n") == "the route '//a\\u{a}/a': the host part 'a\\u{a}' can't have '\\u{a}'")
    #expect(fault(scheme: "") == "the route '://h/a': '' is no scheme: \(scheme)")
    #expect(fault(scheme: "app:") == "the route 'app:://h/a': 'app:' is no scheme: \(scheme)")
    #expect(
      fault("Book-Detail")
        == "the route '//h/a': its target 'Book-Detail' has an invalid name: \(name), with parts joined by dots")
    #expect(fault("A.") == "the route '//h/a': its target 'A.' has an invalid name: \(name), with parts joined by dots")
    #expect(fault("A.B", "b.c") == "the route '//h/a': its action 'b.c' has an invalid name: \(name)")
    #expect(fault("A", "") == "the route '//h/a': its action '' has an invalid name: \(name)")
    #expect(
      self.fault(parsing: "//h/a", action: "1") == "the route '//h/a': its action '1' has an invalid name: \(name)")
  }

  @Test func `limits are kept`() {
    func pattern(_ count: Int) -> String { String(repeating: "/a", count: count) }
    #expect(fault(Route(pattern(32), host: "h", to: "T", "x")) == nil)
    #expect(
      fault(Route(pattern(33), host: "h", to: "T", "x"))
        == "the route '//h/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/… (69 bytes)', column 69: "
        + "a pattern has at most 32 parts")
    let name = String(repeating: "n", count: 128)
    #expect(fault(Route("/:\(name)", host: "h", to: "T", "x")) == nil)
    #expect(
      fault(Route("/:n\(name)", host: "h", to: "T", "x"))?.hasSuffix(
        "column 6: a name has at most 128 bytes, this one 129") == true)
    let long = String(repeating: "é", count: 4096)
    #expect(
      fault(parsing: "//h/\(long)")?.hasSuffix(": 8196 bytes are too long, no URL has more than 8192") == true)
  }

  @Test func `a text form is read as it is written`() throws {
    let texts = [
      "//shop/", "app://shop/books/:id<int>", "//Reader.Settings/:a/:b<date>?/:c<bool>?", "x-y.z+1://a.b/*path",
      "//h/:a<double>/my books/é/:b_1<text>",
    ]
    for text in texts { #expect(try Route(parsing: text, to: "T", "x").description == text) }
    #expect(
      try Route(parsing: "APP://Shop/:id", to: "T", "x", fixed: ["a": 1])
        == Route("/:id", host: "Shop", to: "T", "x", fixed: ["a": 1], scheme: "app"))
    #expect(try Route(parsing: "//h/a", to: "T", "x").scheme == nil)
  }

  @Test func `a fault has its parts for programs`() {
    #expect(
      throws: RouteFault(
        .invalid, "a part of a path is int, bool, double, date or text, not 'x'", route: "//h/:a<x>", column: 8)
    ) { try Route(parsing: "//h/:a<x>", to: "T", "x") }
  }

  private func fault(_ route: Route) -> String? {
    var table = RouteTable()
    do throws(RouteFault) {
      try table.add([route], owner: .program)
      return nil
    } catch {
      #expect(error.reason == .invalid)
      #expect(table.isEmpty)
      return error.description
    }
  }

  private func fault(parsing text: String, action: String = "x") -> String? {
    do throws(RouteFault) {
      _ = try Route(parsing: text, to: "T", action, fixed: ["page": 1])
      return nil
    } catch {
      return error.description
    }
  }
}
