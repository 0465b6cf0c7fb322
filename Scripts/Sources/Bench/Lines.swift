import Foundation

/// What the program that measures printed: a figure's name, what it is, and the numbers, in one line.
struct Lines {
  private var numbers: [String: [String: [Double]]] = [:]
  private var order: [String] = []

  init(_ file: String) throws {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
      throw Complaint("\(file) can't be read")
    }
    for line in text.split(separator: "\n") {
      let words = line.split(separator: "\t").map(String.init)
      let values = words.dropFirst(2).compactMap(Double.init)
      guard words.count > 2, values.count == words.count - 2 else { throw Complaint("no result: \(line)") }
      if numbers[words[0]] == nil { order.append(words[0]) }
      numbers[words[0], default: [:]][words[1]] = values
    }
  }

  func measured() throws -> [Measured] {
    try order.map { name in
      guard let about = Figure.named(name), let kinds = numbers[name], let figure = kinds["figure"],
        let floor = kinds["floor"], figure.count == floor.count
      else { throw Complaint("\(name) was not measured with its floor") }
      return Measured(
        name: name, unit: about.unit.rawValue, figure: Spread(figure), floor: Spread(floor),
        ratio: Spread(zip(figure, floor).map { $1 == 0 ? 0 : $0 / $1 }), repetitions: figure.count,
        allocations: kinds["allocations"]?.first, instructions: kinds["instructions"]?.first,
        floorInstructions: kinds["floor-instructions"]?.first)
    }
  }
}
