import TestThreads
import Testing

/// What Host/ARCHITECTURE.md and Host/WAYS.md name is there.
@Suite struct ArchitectureTests {
  private static let host = "\(Place.repository)/Host"

  private static func text(_ path: String) -> String { String(decoding: Folder.bytes(of: path), as: UTF8.self) }

  /// What stands in backticks outside of pictures.
  private static let named: [String] = {
    let lines = ["ARCHITECTURE", "WAYS"].flatMap { page in
      text("\(host)/\(page).md").split(separator: "\n", omittingEmptySubsequences: false)
    }
    var isPicture = false
    let prose = lines.filter { line in
      if line.hasPrefix("```") { isPicture.toggle() }
      return !isPicture && !line.hasPrefix("```") && !line.hasPrefix("    ")
    }
    return prose.flatMap { $0.matches(of: /`([^`]+)`/).map { String($0.output.1) } }
  }()

  private static let sources: [String] = {
    let find = Run.program("/usr/bin/find", [host, "-name", "*.swift"], limit: .seconds(10))
    return find.out.split(separator: "\n").map { text(String($0)) }
  }()

  @Test func `every file and folder is there`() {
    // A path that begins in a user's own folders is none of the repository's.
    let paths = ArchitectureTests.named.filter {
      $0.contains("/") && !$0.contains(" ") && !$0.hasPrefix("$") && !$0.hasPrefix("~")
    }
    #expect(paths.count > 15)
    for path in paths {
      let places = [
        "\(ArchitectureTests.host)/\(path)", "\(ArchitectureTests.host)/Engine/\(path)", "\(Place.repository)/\(path)",
      ]
      let isThere =
        Run.program(
          "/bin/bash", ["-c", places.map { "compgen -G '\($0)' || compgen -G '\($0).swift'" }.joined(separator: "||")],
          limit: .seconds(10)
        ).code == 0
      #expect(isThere, "\(path)")
    }
  }

  @Test func `every type is declared`() {
    let types = Set(ArchitectureTests.named.filter { $0.wholeMatch(of: /[A-Z][A-Za-z]+/) != nil })
    // The parts and the page's folders are no types.
    for type in types.subtracting(["ABI", "Kit", "Native", "Engine", "Workers", "Doors", "Cluster", "Testing", "CLI"]) {
      let isDeclared = ArchitectureTests.sources.contains { source in
        source.ranges(of: " \(type)").contains { range in
          let before = source[..<range.lowerBound].split(whereSeparator: { " \n".contains($0) }).last
          return before.map { ["class", "struct", "enum", "protocol", "actor"].contains($0) } == true
            && !(source[range.upperBound...].first?.isLetter ?? false)
        }
      }
      #expect(isDeclared, "\(type)")
    }
  }
}
