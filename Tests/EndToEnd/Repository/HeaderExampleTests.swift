import Glibc
import TestThreads
import Testing

/// What the comments of the author's headers show compiles, and passes.
@Suite(.offPool) struct HeaderExampleTests {
  /// The example in a header's first comment, which is indented.
  private static func example(of header: String) -> String {
    let text = String(decoding: Folder.bytes(of: "\(Place.repository)/Host/ABI/include/\(header)"), as: UTF8.self)
    let comment = text.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("//") }
    let code = comment.filter { $0 == "//" || $0.hasPrefix("//   ") }.map { $0.dropFirst(5) }
    return code.joined(separator: "\n") + "\n"
  }

  @Test(arguments: [
    ("component_author.h", "component_test.h", "-std=c11", ""),
    ("component.hpp", "component_test.h", "-x c++ -std=c++17", "-lstdc++"),
    ("component.hpp", "component_test.hpp", "-x c++ -std=c++17", "-lstdc++"),
  ])
  func `the component of the one passes the test of the other`(
    _ header: String, _ test: String, _ language: String, _ library: String
  ) {
    let folder = Folder()
    folder.write(HeaderExampleTests.example(of: header), as: "sum.c")
    folder.write(HeaderExampleTests.example(of: test), as: "sum_test.c")
    let strict = "-Wall -Wextra -Wpedantic -Werror"
    let compile = "\(Scripts.compiler) \(language) \(strict) -I \(Place.repository)/Host/ABI/include"
    let script = """
      \(compile) -fvisibility=hidden -fPIC -shared -o libSum.so sum.c \(library)
      \(compile) -o sum_test sum_test.c -pthread -ldl \(library)
      ./sum_test
      """
    let run = Run.program("/bin/sh", ["-ec", script], in: folder.path, limit: .seconds(60))
    #expect(run == Run(out: "2 checks, 0 failed\n", err: "", code: 0))
  }
}
