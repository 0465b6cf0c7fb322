import ComponentKit

/// Which types of a face hold themselves, and how big they become.
struct FaceLayout {
  /// Aliases that lead back to themselves, through lists and maps only: languages without endless types need a
  /// declared type in between.
  private(set) var endless: Set<Int> = []
  private let types: FaceTypes
  /// For each record, how many plain fields it has when all records in it are counted by theirs.
  private var weights: [Int: Int] = [:]
  /// Records with the same number hold each other.
  private var circles: [Int: Int] = [:]

  // A record of more fields is not laid into another one.
  private static let heavy = 64

  init(_ types: FaceTypes) {
    self.types = types
    for place in types.declarations.indices {
      if let use = types.declarations[place].alias, leads(use, to: place) { endless.insert(place) }
    }
    findCircles()
    for place in types.declarations.indices { _ = weight(of: place) }
  }

  /// Whether a field of a record must be held from afar: it would make the record endless, or too big.
  ///
  /// Without a record: a parameter.
  func isIndirect(_ use: TypeForm, in record: Int?) -> Bool {
    guard let inner = embedded(use) else { return false }
    return record.map { circles[inner] == circles[$0] } == true || weights[inner, default: 0] > FaceLayout.heavy
  }

  /// The record that a field holds, be it there or not.
  private func embedded(_ use: TypeForm) -> Int? {
    guard case .named(let name) = types.behind(use.core) else { return nil }
    let place = types.place(name)
    if case .fields = types.declarations[place].form { return place }
    return nil
  }

  private mutating func weight(of place: Int) -> Int {
    if let known = weights[place] { return known }
    guard case .fields(let fields) = types.declarations[place].form else { return 1 }
    var sum = 1
    for field in fields {
      guard let inner = embedded(field.type), circles[inner] != circles[place] else {
        sum += 1
        continue
      }
      let weight = weight(of: inner)
      sum += weight > FaceLayout.heavy ? 1 : weight
    }
    weights[place] = sum
    return sum
  }
}

// Aliases.
extension FaceLayout {
  private func leads(_ start: TypeForm, to goal: Int) -> Bool {
    var open = [start]
    var seen: Set<Int> = []
    while let use = open.popLast() {
      switch use {
      case .list(let inner), .map(let inner), .optional(let inner): open.append(inner)
      case .named(let name):
        let place = types.place(name)
        if place == goal { return true }
        if let other = types.declarations[place].alias, seen.insert(place).inserted { open.append(other) }
      default: continue
      }
    }
    return false
  }
}

// Records: the strongly connected components of the graph of which record holds which, after Tarjan.
extension FaceLayout {
  private struct Search {
    var numbers: [Int: Int] = [:]
    var lowest: [Int: Int] = [:]
    var open: [Int] = []
    var isOpen: Set<Int> = []
  }

  private mutating func findCircles() {
    var search = Search()
    for place in types.declarations.indices where search.numbers[place] == nil { visit(place, &search) }
  }

  private mutating func visit(_ place: Int, _ search: inout Search) {
    let number = search.numbers.count
    search.numbers[place] = number
    var lowest = number
    search.open.append(place)
    search.isOpen.insert(place)
    if case .fields(let fields) = types.declarations[place].form {
      for inner in fields.compactMap({ embedded($0.type) }) {
        if search.numbers[inner] == nil {
          visit(inner, &search)
          lowest = min(lowest, search.lowest[inner] ?? lowest)
        } else if search.isOpen.contains(inner) {
          lowest = min(lowest, search.numbers[inner] ?? lowest)
        }
      }
    }
    search.lowest[place] = lowest
    guard lowest == number else { return }
    while let member = search.open.popLast() {
      search.isOpen.remove(member)
      circles[member] = place
      if member == place { return }
    }
  }
}
