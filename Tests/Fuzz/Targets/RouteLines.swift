/// Lines for the target of routes, four bytes for each: what it does, and of which parts.
///
/// There are few parts, so that routes often lie beside each other and many of them fit a URL.
enum RouteLines {
  static func made(of bytes: UnsafeRawBufferPointer) -> [String] {
    stride(from: 0, to: bytes.count - 3, by: 4).prefix(16).map { place in
      let kind = Int(bytes[place])
      let numbers = bytes[(place + 1)...(place + 1 + kind / 16 % 3)].map(Int.init)
      return switch kind % 16 {
      case 0...5: "\(kind % 3 + 1)//H\(pattern(numbers))"
      // Groups, a priority, a pattern that takes longer paths, and one of any host part.
      case 6: "\(kind % 3 + 1)//H/a(\(pattern(numbers)))(/z)"
      case 7: "\(kind % 3 + 1)^\(numbers[0] % 5 - 2)//H\(pattern(numbers))"
      case 8: "\(kind % 3 + 1)>//H\(pattern(numbers))"
      case 9: "-\(kind / 16 % 3 + 1)"
      case 10: "1//:h\(pattern(numbers))"
      case 11: "\(kind % 3 + 1)//H/a(\(pattern(numbers))(/b(/:q)))"
      default: "x://H\(path(numbers))"
      }
    }
  }

  private static let parts = ["a", "b", "1", ":", ":<int>", ":<double>", ":<bool>", ":<date>", ":?", ":<int>?", "*"]
  private static let words = ["a", "b", "1", "2.5", "true", "x%2Fy", "2026-11-21T09:30:00Z"]

  private static func pattern(_ numbers: [Int]) -> String {
    numbers.enumerated().map { place, number in
      let part = parts[number % parts.count]
      guard let mark = part.first, mark == ":" || mark == "*" else { return "/\(part)" }
      // A pattern has each name once.
      return "/\(mark)p\(place)\(part.dropFirst())"
    }.joined()
  }

  private static func path(_ numbers: [Int]) -> String { numbers.map { "/\(words[$0 % words.count])" }.joined() }
}
